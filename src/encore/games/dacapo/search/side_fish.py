"""How many fish a side ends a round with, switches included: ``sides`` answers for one count after the other."""

from __future__ import annotations

from encore.core.thinking import UNLIMITED, Budget
from encore.games.dacapo.moves import Move
from encore.games.dacapo.position import State
from encore.games.dacapo.rules import DaCapo
from encore.games.dacapo.search.two_sides import TwoSides
from encore.games.dacapo.tables import FISH

MOST_TABLES = 8
"""Each table takes up to 32 MB."""


class SideFish:
    """The solver with a table for each count it has asked for. They stay valid for the round.

    Counts are of the fish of side 0 (seats 0 and 2).
    """

    def __init__(self, game: DaCapo) -> None:
        self._game = game
        self._total = len(FISH[game.players])
        self._guess = self._total // 2
        self._asked = dict[int, TwoSides]()

    def solve(self, s: State, budget: Budget, nodes: int) -> tuple[int, int, int]:
        """Return the bounds that can be proved within the budget and the nodes, and the nodes used.

        It starts at the last result, goes on in growing steps, then by bisection.
        """
        low, high, used, step = 0, self._total, 0, 1
        wanted = max(self._guess, 1)
        while low < high:
            holds, _, more = self._search(wanted).decide(s, wanted, budget, nodes - used)
            used += more
            if holds is None:
                break
            low, high = (wanted, high) if holds else (low, wanted - 1)
            wanted = low + step if holds else high + 1 - step
            step *= 2
            if not low < wanted <= high or (low > 0 and high < self._total):
                wanted = (low + high + 1) // 2
        if low == high:
            self._guess = low
        return low, high, used

    def best(self, s: State, low: int, high: int) -> Move:
        """Return a move with which the seat to move reaches its bound; any legal move if the bound is trivial."""
        bound = low if s.turn in (0, 2) else high + 1
        if not 0 < bound <= self._total:
            return self._game.legal_moves(s)[0]
        return self._search(bound).decide(s, bound, Budget(), UNLIMITED)[1]

    def _search(self, wanted: int) -> TwoSides:
        """Return the search for a count, and forget the one that was not asked for the longest time."""
        search = self._asked.pop(wanted, None) or TwoSides(self._game)
        self._asked[wanted] = search
        if len(self._asked) > MOST_TABLES:
            del self._asked[next(iter(self._asked))]
        return search
