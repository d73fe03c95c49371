"""Checks a solution with the readable rules only: the moves it gives against every possible reply."""

from __future__ import annotations

from typing import Any

from encore.core.errors import EncoreError
from encore.core.fact import Fact
from encore.core.game import DEALER, AnyGame
from encore.core.thinking import Budget, Solution


class NotVerified(EncoreError):
    """The time was too short to check every reply."""


def verify(game: AnyGame, s: Any, solution: Solution, budget: Budget | None = None) -> int:
    """Return the number of positions that were checked; raise EncoreError if a bound is wrong.

    A bound that claims nothing is not checked. If a budget (of seconds) is spent first, raise NotVerified.
    """
    seat = game.to_move(s)
    assert seat is not None and seat != DEALER, "a solution is of a position in which somebody is to move"
    checked = 0
    for at_least, bound, name in ((True, solution.low, "low"), (False, solution.high, "high")):
        if bound <= solution.least if at_least else bound >= solution.most:
            continue
        proof = _Proof(game, s, seat, solution, bound, at_least, budget or Budget())
        if not proof.holds(s):
            raise EncoreError(Fact("core.wrong-bound", side=name, bound=bound))
        checked += len(proof.known)
    return checked


class _Proof:
    """Proof that a side gets at least a bound with the solution's moves, or at most a bound if all others play them."""

    def __init__(
        self, game: AnyGame, s: Any, seat: int, solution: Solution, bound: int, at_least: bool, budget: Budget
    ) -> None:
        self.game = game
        self.seat = seat
        self.side = game.partners(seat)
        self.before = game.scores(s)
        self.solution = solution
        self.bound = bound
        self.at_least = at_least
        self.budget = budget
        self.known: dict[Any, bool] = {}

    def holds(self, s: Any) -> bool:
        if s not in self.known:
            if self.budget.over(0):
                raise NotVerified(Fact("core.not-verified", positions=len(self.known)))
            self.known[s] = self._look(s)
        return self.known[s]

    def _look(self, s: Any) -> bool:
        game, mover = self.game, self.game.to_move(s)
        if mover is None or mover == DEALER:
            value = self._value(s)
            return value >= self.bound if self.at_least else value <= self.bound
        if (mover in self.side) == self.at_least:
            return self.holds(game.play(s, self.solution.best(s)))
        return all(self.holds(game.play(s, move)) for move in game.legal_moves(s))

    def _value(self, s: Any) -> int:
        if self.before:
            return self.game.scores(s)[self.seat] - self.before[self.seat]
        outcome = self.game.outcome(s)
        assert outcome is not None, "a game without points has no dealer in the middle"
        return 1 if self.seat in outcome.winners else -1 if outcome.winners else 0
