"""Each level against the one below it, with two players; 64 % of the wins are 100 Elo."""

from __future__ import annotations

from itertools import pairwise

import encore
from bench.duel import duel, games
from bench.measure import Measure
from encore.bots.levels import LEVELS

THINK = 100
"""Milliseconds per move; the lower levels need much less."""


def run() -> list[Measure]:
    """Play a match for each pair of neighbouring levels of each game."""
    return [
        duel("levels", encore.load(name, 2), f"bot:{upper}@{THINK}", f"bot:{lower}@{THINK}", games(200), 0.64)
        for name in ("dakapo", "dacapo", "dalapapa")
        for lower, upper in pairwise(LEVELS)
    ]
