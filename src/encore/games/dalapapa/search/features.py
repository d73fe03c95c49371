"""The numbers from which the win chances of Dalapapa are estimated."""

from __future__ import annotations

import math

import numpy as np
from numpy.typing import NDArray

from encore.games.dalapapa.compiled.engine import FIRST, HANDS, PHASE, SECOND, SHORE, SHORES, UNDO
from encore.games.dalapapa.compiled.kernel import Kernel, split
from encore.games.dalapapa.position import SECOND_TILE_PRICE, Phase, State
from encore.games.dalapapa.rules import Dalapapa
from encore.games.dalapapa.search import race, turns
from encore.games.dalapapa.search.race import GAIN

SURE = 0.002
"""The smallest chance of which a logarithm is taken."""


class Features:
    """The points, what the seat to move can earn, and the turns that are left."""

    names = ("seat", "turn", "points", "projected", "chance", "pace")
    nodes = 96

    def __init__(self, game: Dalapapa) -> None:
        self._players = game.players
        self._target = int(game.options["target"])
        self._kernel = Kernel(game)
        self._work = turns.new_work()

    def of(self, view: State) -> tuple[NDArray[np.float64], float]:
        """Return the numbers of each seat, and how near the leader is to the target."""
        players, scores = self._players, np.array(view.scores, np.float64)
        seat = self._next(view)
        extra = self._gain(view) - GAIN if view.phase in (Phase.FIRST, Phase.SECOND) else 0.0
        projected = scores.copy()
        projected[seat] += extra
        near = max(0.0, min(1.0, scores.max() / self._target))
        rows = np.zeros((players, len(self.names)))
        rows[:, 0] = np.arange(players) / players
        rows[seat, 1] = 1.0
        rows[:, 2] = (scores - scores.mean()) / GAIN
        chances = self._chances(projected, seat, len(view.unseen))
        waiting = (np.arange(players) >= seat) & (seat > 0)
        projected += GAIN * waiting
        rows[:, 3] = (projected - projected.mean()) / GAIN
        rows[:, 4] = np.log(np.maximum(chances, SURE))
        done = max(1.0, scores.mean() / GAIN)
        left = max(0.0, (self._target - scores.max()) / GAIN)
        rows[:, 5] = rows[:, 2] / done * left
        return rows, near

    def _next(self, view: State) -> int:
        """Return the seat whose turn is next or not finished."""
        if view.phase in (Phase.FIRST, Phase.SECOND):
            return view.seat
        return (view.seat + 1) % self._players if view.phase == Phase.REFILL else 0

    def _gain(self, view: State) -> float:
        """Return the most points that the rest of this turn can earn; of a hand that is not seen, the average."""
        position = self._kernel.encode(view)
        header, grid = split(position)
        hand = header[HANDS + 2 * view.seat : HANDS + 2 * view.seat + 2].copy()
        shore, count, tables, work = header[SHORE:UNDO], int(header[SHORES]), self._kernel.tables, self._work
        if header[PHASE] == FIRST and hand.max() > 0:
            return float(max(0, turns.best_turn(grid, shore, count, hand, 0, tables, work)[0]))
        if header[PHASE] == SECOND and hand.max() > 0:
            turns.label(grid, shore, count, work)
            codes, gains = work.codes[0], work.gains[0]
            found = turns.list_scored(grid, shore, count, int(hand.max()), tables, work, codes, gains)
            return float(max(0, gains[:found].max(initial=0) - SECOND_TILE_PRICE))
        return GAIN if header[PHASE] == FIRST else 0.0

    def _chances(self, scores: NDArray[np.float64], seat: int, tiles: int) -> NDArray[np.float64]:
        """Return the chance of each seat by the points alone, as the search of the bots estimates it."""
        points = np.rint(scores).astype(np.int64)
        found = np.empty(self._players)
        for me in range(self._players):
            rules = race.Rules(self._players, self._target, me, seat, self._players, False, tiles)
            found[me] = race.chance(points, rules, seat, tiles)[0]
        return found / max(found.sum(), math.ulp(1.0))
