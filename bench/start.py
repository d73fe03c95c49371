"""Start-up times in fresh processes: the import, and the first move of a bot."""

from __future__ import annotations

import subprocess
import sys
import time

from bench.measure import Measure

IMPORT = "import encore"
FIRST_MOVE = """
from random import Random
import encore
from encore.bots import find_bot
from encore.core.thinking import Budget
game = encore.load({name!r})
s = game.initial()
rng = Random(1)
while game.to_move(s) == encore.DEALER:
    s = game.play(s, game.deal(s, rng))
with Budget(0.1) as budget:
    find_bot("bot:expert").choose(game, game.view(s, game.to_move(s)), rng, budget)
"""


def run() -> list[Measure]:
    """Measure starts per second against the required rate; a first run caches the compiled kernels."""
    measures = [Measure("start.import of encore, per second : one in 0.3 s", _rate(IMPORT), 1 / 0.3, 1)]
    for name in ("dakapo", "dacapo", "dalapapa"):
        rate = _rate(FIRST_MOVE.format(name=name))
        measures.append(Measure(f"start.first move of {name} expert, per second : one in 1.5 s", rate, 1 / 1.5, 1))
    return measures


def _rate(code: str) -> float:
    subprocess.run([sys.executable, "-c", code], check=True)
    times = []
    for _ in range(5):
        start = time.perf_counter()
        subprocess.run([sys.executable, "-c", code], check=True)
        times.append(time.perf_counter() - start)
    return 1 / sorted(times)[2]
