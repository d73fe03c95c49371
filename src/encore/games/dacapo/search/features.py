"""The numbers from which the win chances of Da Capo are estimated."""

from __future__ import annotations

import math

import numpy as np
from numpy.typing import NDArray

from encore.core.thinking import Budget
from encore.games.dacapo.compiled.kernel import Kernel
from encore.games.dacapo.compiled.layout import Position
from encore.games.dacapo.position import State
from encore.games.dacapo.rules import DaCapo
from encore.games.dacapo.search import three
from encore.games.dacapo.search.outlook import SCRATCH, UNIT, WEIGHTS, weigh
from encore.games.dacapo.search.solo import SoloSolver
from encore.games.dacapo.search.two_sides import TwoSides
from encore.games.dacapo.search.worth import PACE, WIN, chance, final_worths
from encore.games.dacapo.tables import FISH

Rows = NDArray[np.float64]

SEARCHED = 300
"""The nodes of the search in a position that is judged."""
SURE = 0.002
"""The smallest chance of which a logarithm is taken."""
TRIES = ((20, 8), (60, 8), (400, 4))
"""Short searches for one player: their nodes, and how often they are tried in another order of captures."""
ENTRIES = 1 << 14
"""The size of the search's table."""
PHASED = ("turn", "search", "outlook", "fish", "near")
"""The numbers of two players that weigh differently in the first and the last rounds of a game."""


def _logit(p: float) -> float:
    p = max(SURE, min(1 - SURE, p))
    return math.log(p / (1 - p))


def _progress(view: State, fish: int) -> float:
    """Return the progress of a round, from 0 to 1."""
    piles = sum(pile is not None for pile in view.piles)
    return 1 - piles / fish if view.turn is not None else 0.0


class Features:
    """The numbers of one game. For four players both seats of a side have the same numbers."""

    names: tuple[str, ...] = ("turn", "search", "outlook", "points", "near", "fish")
    nodes = 4000

    def __init__(self, game: DaCapo) -> None:
        self._game = game
        self._kernel = Kernel(game)
        self._fish = len(FISH[game.players])
        self._target = int(game.options.get("target", 1))
        if game.solo:
            self.names = ("dealt", "won", "lost", "own", "highest", *(f"found by {nodes}" for nodes, _ in TRIES))
            self._solver = SoloSolver()
        elif game.players == 2:
            self.names += (*(f"{name}, later" for name in PHASED), *(f"{name}, late" for name in PHASED))
        if game.players == 3:
            self._works, self._worths = np.zeros(1, three.WORK), np.zeros((40, 3))
        elif not game.solo:
            self._search = TwoSides(game, ENTRIES)

    def of(self, view: State) -> tuple[Rows, float]:
        """Return the numbers of each seat, and how far the round has gone."""
        if self._game.solo:
            return self._solo(view), _progress(view, self._fish)
        rows = np.zeros((self._game.players, len(self.names)))
        scores = np.array(view.scores or (0,) * self._game.players, np.float64)
        near = scores.max() / self._target
        rows[:, 3] = (scores - scores.mean()) / PACE
        rows[:, 4] = rows[:, 3] * near
        if self._game.players == 3:
            self._of_three(view, rows, scores)
        else:
            self._of_sides(view, rows, scores)
        if view.turn is not None:
            for seat in self._game.partners(view.turn):
                rows[seat, 0] = 1.0
            self._of_round(view, rows)
        if self._game.players == 2:
            phased = rows[:, [self.names.index(name) for name in PHASED]]
            rows[:, -2 * len(PHASED) :] = np.concatenate([phased * near, phased * near**2], axis=1)
        return rows, _progress(view, self._fish)

    def _of_sides(self, view: State, rows: Rows, scores: Rows) -> None:
        lead, left = scores[0] - scores[1], self._target - scores.max()
        if view.turn is None:
            share = chance(lead, left)
        else:
            self._search.forget()
            self._search.play_for(final_worths(self._game, view))
            share = self._search.worth(view, SEARCHED) / WIN
        rows[0::2, 1], rows[1::2, 1] = _logit(share) / 2, -_logit(share) / 2

    def _of_three(self, view: State, rows: Rows, scores: Rows) -> None:
        if view.turn is None:
            rows[:, 1] = (scores - scores.max()) / three.HEAT
            return
        position, stop = self._kernel.encode(view), np.zeros(1, np.uint8)
        roots, w = self._kernel.legal(position), self._works[0]
        w["nodes"], w["limit"] = 0, SEARCHED
        worths = np.ones(3)
        for depth in range(1, self._fish):
            three.search(position, w, self._worths, roots, depth, WEIGHTS, stop)
            if w["stopped"]:
                break
            worths = self._worths[0].copy()
        rows[:, 1] = np.log(np.maximum(worths / worths.sum(), SURE))

    def _of_round(self, view: State, rows: Rows) -> None:
        """Add the static evaluation and the fish of each side."""
        judged = np.zeros(SCRATCH, np.int64)
        weigh(self._kernel.encode(view), WEIGHTS, judged)
        for seat in range(self._game.players):
            own = self._game.partners(seat)
            rows[seat, 2] = sum(int(judged[each]) for each in own) / UNIT
            rows[seat, 5] = sum(pile.height for pile in view.piles if pile and pile.colour in own) / 10
        rows[:, 2] -= rows[:, 2].mean()
        rows[:, 5] -= rows[:, 5].mean()

    def _solo(self, view: State) -> Rows:
        rows = np.zeros((1, len(self.names)))
        rows[0, 0] = 1.0
        if view.turn is None:
            return rows
        position = self._kernel.encode(view)
        line = self._solver.solve(position, Budget(), SEARCHED)
        own = [pile.value for pile in view.piles if pile and pile.colour == view.order[-1]]
        others = [pile.value for pile in view.piles if pile and pile.colour != view.order[-1]]
        rows[0, 1], rows[0, 2] = float(bool(line)), float(line == ())
        rows[0, 3] = len(own) / max(1, len(own) + len(others))
        rows[0, 4] = (max(own, default=0) - max(others, default=0)) / 16
        if line != ():
            rows[0, 5:] = [self._found(position, nodes, tries) for nodes, tries in TRIES]
        return rows

    def _found(self, position: Position, nodes: int, tries: int) -> float:
        """Return the share of short searches that find a win: weak players find what these find."""
        return sum(bool(self._solver.solve(position, Budget(), nodes, seed)) for seed in range(1, tries + 1)) / tries
