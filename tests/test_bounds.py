"""Kernels and searches again, compiled with bounds checks on every array access."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

from tests import test_kernels

ROOT = Path(__file__).parent.parent


THINK = """
import sys
from random import Random
from encore.bots import find_bot
from encore.core.game import DEALER
from encore.core.thinking import Budget
from tests.variants import ALL

for game in ALL.values():
    if game.name != sys.argv[1]:
        continue
    rng, s, bot = Random(1), game.initial(), find_bot("bot:expert")
    for ply in range(30):
        seat = game.to_move(s)
        if seat is None:
            break
        if seat == DEALER:
            move = game.deal(s, rng)
        elif ply % 3:
            move = rng.choice(game.legal_moves(s))
        else:
            with Budget(nodes=300) as budget:
                move = bot.choose(game, game.view(s, seat), rng, budget)
        s = game.play(s, move)
"""
NAMES = sorted({game.name for game in test_kernels.KERNELS.values()}, key=lambda name: (name != "dakapo", name))


def run_checked(folder: Path, *arguments: str) -> None:
    """Run Python with bounds checks and a separate cache, because cache names do not show whether code is checked."""
    before = len(list(folder.rglob("*.nbc")))
    checked = os.environ | {"NUMBA_BOUNDSCHECK": "1", "ENCORE_KERNELS": str(folder)}
    done = subprocess.run([sys.executable, *arguments], cwd=ROOT, env=checked, capture_output=True, text=True)
    assert done.returncode == 0, done.stdout + done.stderr
    assert len(list(folder.rglob("*.nbc"))) > before, "nothing was compiled for this test"


@pytest.mark.thorough  # compiles every kernel anew, with checks
@pytest.mark.parametrize("name", NAMES)
def test_kernels_and_searches_stay_within_their_arrays(name: str, tmp_path: Path) -> None:
    """They run one after the other, so that the second reuses what the first compiled."""
    plain = ("-m", "pytest", "-q", "-p", "no:xdist", "-p", "no:cacheprovider")
    run_checked(tmp_path, *plain, "tests/test_kernels.py", "-k", name)
    run_checked(tmp_path, "-c", THINK, name)
