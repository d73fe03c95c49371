"""The value of a round's result for the whole game: the race to the target, and the sweep that wins at once."""

from __future__ import annotations

import math

import numpy as np
from numpy.typing import NDArray

from encore.games.dacapo.position import State
from encore.games.dacapo.rules import DaCapo
from encore.games.dacapo.search.outlook import UNIT
from encore.games.dacapo.tables import FISH as FISH_USED

WIN = 20_000
"""The value of a certain win. Each fish adds POINT, so that a won or lost game is still played for points."""
POINT = 10
REACH = 8 * UNIT
"""The largest evaluation in the table of estimated values."""
SPREAD = 10.0
"""The standard deviation of a side's fish in one round; it converts a lead in points to a win chance."""
PACE = 20
"""The fish of the better side in a round; it converts missing points to rounds."""
DOUBT = 1.3
"""The standard error of an evaluation, in log-odds. ``fit.py`` measures these three."""
DOUBTS = np.linspace(-2, 2, 17)
ODDS = np.exp(-(DOUBTS**2) / 2) / np.exp(-(DOUBTS**2) / 2).sum()
"""How likely an evaluation is wrong by each of the DOUBTS, which are in standard errors."""


def chance(lead: float, left: float) -> float:
    """Return the win chance with a lead in points when the leader needs this many points to the target."""
    rounds = max(1.0, left / PACE)
    return 0.5 + 0.5 * math.erf(lead / (2 * SPREAD * math.sqrt(2 * rounds)))


def win_chance(game: DaCapo, s: State, mine: int, theirs: int) -> float:
    """Return the win chance of side 0 when this round brings this many fish."""
    sweep = game.players == 2
    if sweep and not theirs:
        return 1.0
    if sweep and not mine:
        return 0.0
    ours, others = s.scores[0] + mine, s.scores[1] + theirs
    target, rounds = int(game.options["target"]), int(game.options["rounds"])
    if max(ours, others) >= target or 0 < rounds <= s.rounds + 1:
        return 1.0 if ours > others else 0.0 if ours < others else 0.5
    left = target - max(ours, others)
    if rounds:
        left = min(left, PACE * (rounds - s.rounds - 1))
    return chance(ours - others, left)


def final_worths(game: DaCapo, s: State) -> NDArray[np.int64]:
    """Return the value for side 0 of ending this round with 0, 1, 2… fish."""
    total = len(FISH_USED[game.players])
    chances = [win_chance(game, s, fish, total - fish) for fish in range(total + 1)]
    return np.array([round(WIN * won) + POINT * fish for fish, won in enumerate(chances)], np.int64)


def likely_worths(final: NDArray[np.int64]) -> NDArray[np.int64]:
    """Return the value of each evaluation from -REACH to REACH, averaged over its possible results."""
    judged = np.arange(-REACH, REACH + 1)[:, None] / UNIT + DOUBT * DOUBTS
    fish = (len(final) - 1) / (1 + np.exp(-judged))
    worths = np.interp(fish, np.arange(len(final)), final)
    return np.rint(worths @ ODDS).astype(np.int64)
