"""Two players or two teams: iterative deepening with the search of ``sides``, and its tables."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np
from numpy.typing import NDArray

from encore.core.thinking import Budget, Finding
from encore.games.dacapo.compiled.kernel import Kernel
from encore.games.dacapo.compiled.layout import Position
from encore.games.dacapo.moves import Move
from encore.games.dacapo.position import State
from encore.games.dacapo.rules import DaCapo
from encore.games.dacapo.search import sides
from encore.games.dacapo.search.outlook import WEIGHTS
from encore.games.dacapo.search.worth import likely_worths
from encore.games.dacapo.tables import FISH, OCTOPUS, SHARK

_TABLE = 1 << 22
"""The size of the table in numbers: 32 MB."""


def _never(_: int) -> bool:
    return False


class TwoSides:
    """The search with its table, which is valid as long as the round and the values stay the same."""

    def __init__(self, game: DaCapo, entries: int = _TABLE) -> None:
        self._game = game
        self._kernel = Kernel(game)
        self._most = len(FISH[game.players])
        self._table = np.zeros(entries, np.int64)
        self._works = np.zeros(1, sides.WORK)
        self._final = self._likely = np.zeros(1, np.int64)
        self.forget()

    @property
    def _work(self) -> np.void:
        # An array is kept, not its record: the kernels would write to a copy of a record that was pickled.
        record: np.void = self._works[0]
        return record

    def forget(self) -> None:
        """Empty the tables."""
        self._table = np.zeros(len(self._table), np.int64)  # not zeros_like, which would write to every memory page
        self._work["habit"] = 0
        keys = np.random.default_rng(1978)
        for name, shape in sides.KEYS.items():
            self._work[name] = keys.integers(-(1 << 63), (1 << 63) - 1, shape, np.int64)

    def play_for(self, final: NDArray[np.int64]) -> None:
        """Set the value for side 0 (seats 0 and 2) of ending the round with 0, 1, 2… fish; it must increase."""
        if not np.array_equal(final, self._final):
            self.forget()
            self._final, self._likely = final, likely_worths(final)

    def deepen(
        self,
        s: State,
        position: Position,
        roots: NDArray[np.int64],
        budget: Budget,
        nodes: int,
        enough: Callable[[int], bool] = _never,
    ) -> Finding:
        """Search the root moves, the most promising last, until the budget or nodes run out or the value is proved.

        ``enough`` is called after each depth with the nodes so far. The value is the points of the mover.
        """
        best, worth, proved = self._deepen(s, position, roots, budget, nodes, enough)
        fish = float(np.interp(worth, self._final, np.arange(len(self._final))))
        points = fish if s.turn in (0, 2) else len(self._final) - 1 - fish
        move = self._kernel.decode_move(best)
        return Finding(move, points, int(self._work["nodes"]), (move,), proved)

    def worth(self, s: State, nodes: int) -> int:
        """Return the value for side 0 after a search of at most so many nodes."""
        position = self._kernel.encode(s)
        return self._deepen(s, position, self._kernel.legal(position), Budget(), nodes, _never)[1]

    def decide(self, s: State, wanted: int, budget: Budget, nodes: int) -> tuple[bool | None, Move, int]:
        """Tell whether side 0 can end the round with at least this many fish; None if it is not proved in time.

        Also return the move that proves it for the seat to move, and the nodes.
        """
        self.play_for((np.arange(self._most + 1) >= wanted).astype(np.int64))
        position = self._kernel.encode(s)
        best, worth, proved = self._deepen(s, position, self._kernel.legal(position), budget, nodes, _never)
        return worth > 0 if proved else None, self._kernel.decode_move(best), int(self._work["nodes"])

    def _deepen(
        self,
        s: State,
        position: Position,
        roots: NDArray[np.int64],
        budget: Budget,
        nodes: int,
        enough: Callable[[int], bool],
    ) -> tuple[int, int, bool]:
        """Return the best root move, its value for side 0, and whether that is proved."""
        stop = np.frombuffer(budget.stop, np.uint8)
        w = self._work
        w["nodes"], w["limit"] = 0, nodes
        plies = longest_line(self._game, s)
        best, worth = int(roots[-1]), int(self._likely[len(self._likely) // 2])
        for depth in range(1, plies + 1):
            w["whole"] = depth == plies
            value, code = sides.search(position, w, self._table, roots, depth, self._final, self._likely, WEIGHTS, stop)
            if code >= 0:
                best, worth = int(code), int(value)
                roots = np.append(roots[roots != best], best)
            if w["stopped"] or enough(int(w["nodes"])):
                break
        return best, worth, bool(w["whole"] and not w["stopped"])


def _switches_left(s: State) -> int:
    """Return how many Octopuses and Sharks may still be switched."""
    tops = {(pile.colour, pile.value) for pile in s.piles if pile}
    return sum((seat, value) in tops for seat, rights in enumerate(s.rights) for value in rights)


def plain(game: DaCapo, s: State) -> bool:
    """Tell whether nothing can be switched any more in this round."""
    if game.options["switch"] == "every-turn":
        return not any(pile and pile.value in (OCTOPUS, SHARK) for pile in s.piles)
    return _switches_left(s) == 0


def longest_line(game: DaCapo, s: State) -> int:
    """Return an upper bound on the number of moves left in the round."""
    captures = sum(pile is not None for pile in s.piles) - 1
    if plain(game, s):
        return captures
    return 3 * captures if game.options["switch"] == "every-turn" else captures + _switches_left(s)
