"""Which placements of Dakapo are proved to win or to lose, and how the opponent answers."""

from __future__ import annotations

import numpy as np

from encore.core.exact import Exact, MoveValue, solve_moves
from encore.core.thinking import Budget
from encore.games.dakapo.rules import Dakapo, Move, State
from encore.games.dakapo.search.searcher import Prover

_NODES, _GROWTH = 30, 4
"""The nodes for each placement in the first pass, and how much they grow with each pass."""
_ENTRIES = 1 << 21
WIN, TIE, LOSS = 1, 0, -1


def exact(game: Dakapo, s: State, budget: Budget) -> Exact:
    """Return the placements that are proved to win, tie or lose."""
    return solve_moves(game.legal_moves(s), _Placements(game, s, budget), budget, _NODES, _GROWTH)


class _Placements:
    """Proves the placements of one position. Each proof uses the results of the earlier ones."""

    def __init__(self, game: Dakapo, s: State, budget: Budget) -> None:
        self._game, self._s, self._seat = game, s, s.occupied.bit_count() % 2
        self._stop = np.frombuffer(budget.stop, np.uint8)
        self._wins = Prover(game, _ENTRIES)  # counts a tie as a win of the opponent
        self._wins.begin(tie_for=1 - self._seat)
        self._holds: Prover | None = None  # counts a tie as our win; needed only if there are ties

    @property
    def nodes(self) -> int:
        return self._wins.nodes + (self._holds.nodes if self._holds else 0)

    def value(self, move: Move, nodes: int) -> MoveValue | None:
        after = self._game.play(self._s, move)
        if outcome := self._game.outcome(after):
            won = WIN if self._seat in outcome.winners else LOSS
            return MoveValue(move, won if outcome.winners else TIE)
        theirs = self._wins.prove(after, nodes, self._stop)
        if theirs == 0:
            return MoveValue(move, WIN, self._wins.line(self._game, after, self._wins.best(after)))
        if theirs < 1:
            return None
        if not self._wins.ties:
            return MoveValue(move, LOSS, self._refutation(self._wins, after))
        if self._holds is None:
            self._holds = Prover(self._game, _ENTRIES)
            self._holds.begin(tie_for=self._seat)
        theirs = self._holds.prove(after, nodes, self._stop)
        if 0 < theirs < 1:
            return None
        if theirs:
            return MoveValue(move, LOSS, self._refutation(self._holds, after))
        return MoveValue(move, TIE, self._refutation(self._wins, after))  # how the opponent ties

    def _refutation(self, prover: Prover, after: State) -> tuple[Move, ...]:
        """Return the opponent's line that proves the value; nothing if it is no longer in the table."""
        code = prover.finish(after)
        if code is None:
            best = next(iter(prover.replies(after)), None)
            if best is None or best.ours:
                return ()
            code = best.code
        return prover.line(self._game, after, code)
