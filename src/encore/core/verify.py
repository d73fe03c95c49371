"""Checks a solution with nothing but the readable rules: the answers it gives, against every reply there is."""

from __future__ import annotations

from typing import Any

from encore.core.errors import EncoreError
from encore.core.game import DEALER, AnyGame
from encore.core.thinking import Solution


def verify(game: AnyGame, s: Any, solution: Solution) -> int:
    """Return how many positions it took to check both bounds; raise EncoreError where one does not hold."""
    seat = game.to_move(s)
    assert seat is not None and seat != DEALER, "a solution is of a position in which somebody is to move"
    checked = 0
    for side, bound, name in ((True, solution.low, "low"), (False, solution.high, "high")):
        proof = _Proof(game, s, seat, solution, bound, side)
        if proof.trivial():
            continue
        if not proof.holds(s):
            raise EncoreError(f"the {name} bound {bound} does not hold")
        checked += len(proof.known)
    return checked


class _Proof:
    """That a seat gets at least a bound if it follows the answers, or at most it if all others do."""

    def __init__(self, game: AnyGame, s: Any, seat: int, solution: Solution, bound: int, at_least: bool) -> None:
        self.game = game
        self.seat = seat
        self.before = game.scores(s)
        self.solution = solution
        self.bound = bound
        self.at_least = at_least
        self.known: dict[Any, bool] = {}

    def trivial(self) -> bool:
        """Tell whether the bound says nothing: no worse than a loss, no better than a win."""
        worst = 0 if self.before or self.game.players == 1 else -1
        return self.bound <= worst if self.at_least else not self.before and self.bound >= 1

    def holds(self, s: Any) -> bool:
        if s not in self.known:
            self.known[s] = self._look(s)
        return self.known[s]

    def _look(self, s: Any) -> bool:
        game, mover = self.game, self.game.to_move(s)
        if mover is None or mover == DEALER:
            value = self._value(s)
            return value >= self.bound if self.at_least else value <= self.bound
        if (mover == self.seat) == self.at_least:
            return self.holds(game.play(s, self.solution.best(s)))
        return all(self.holds(game.play(s, move)) for move in game.legal_moves(s))

    def _value(self, s: Any) -> int:
        if self.before:
            return self.game.scores(s)[self.seat] - self.before[self.seat]
        outcome = self.game.outcome(s)
        assert outcome is not None, "a game without points has no dealer in the middle"
        return 1 if self.seat in outcome.winners else -1 if outcome.winners else 0
