"""Elo with its confidence interval, and a sequential test."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from math import log, log10, sqrt

SURE = log(0.95 / 0.05)
"""The log-likelihood ratio at which a sequential test with 5 % errors on either side ends."""

MARGIN = 20.0
"""``stronger`` decides between this many Elo more and this many less."""


def elo(score: float) -> float:
    """Return the difference in Elo for a share of the points between 0 and 1."""
    bounded = min(max(score, 1e-4), 1 - 1e-4)
    return -400 * log10(1 / bounded - 1)


def expected(difference: float) -> float:
    """Return the share of the points for a difference in Elo."""
    return 1 / (1 + 10 ** (-difference / 400))


@dataclass(frozen=True)
class Strength:
    """A share of the points over independent rounds (a game, or all games with one deal), with its interval."""

    rounds: int
    score: float
    low: float
    high: float

    def __str__(self) -> str:
        return f"{self.score:.1%}, Elo {elo(self.score):+.0f} [{elo(self.low):+.0f}, {elo(self.high):+.0f}]"


def strength(rounds: Sequence[float]) -> Strength:
    """Return the mean of the rounds with its 95 % confidence interval."""
    return strength_of(len(rounds), sum(rounds), sum(won * won for won in rounds))


def strength_of(rounds: int, won: float, squares: float) -> Strength:
    """Return the same from the number of the rounds, their sum and the sum of their squares.

    A won and a lost round are added for the width, so that a series of wins does not count as certainty.
    """
    spread = 1.96 * sqrt(_variance(rounds, won, squares) / (rounds + 2))
    middle = (won + 1) / (rounds + 2)
    return Strength(rounds, won / rounds, max(0.0, middle - spread), min(1.0, middle + spread))


def _variance(rounds: int, won: float, squares: float) -> float:
    """Return the variance with a lost and a won round added, so that it is never 0."""
    return (squares + 1) / (rounds + 2) - ((won + 1) / (rounds + 2)) ** 2


def log_likelihood_ratio(rounds: Sequence[float], lower: float = -MARGIN, upper: float = MARGIN) -> float:
    """Return how much better the higher of two differences in Elo explains the rounds, as a logarithm.

    The rounds are taken as draws from a normal distribution with the variance that was seen.
    """
    return _ratio(len(rounds), sum(rounds), sum(won * won for won in rounds), lower, upper)


def _ratio(count: int, won: float, squares: float, lower: float = -MARGIN, upper: float = MARGIN) -> float:
    low, high = expected(lower), expected(upper)
    return (high - low) * (2 * won - count * (low + high)) / (2 * _variance(count, won, squares))


def _verdict(ratio: float) -> int:
    return 1 if ratio >= SURE else -1 if ratio <= -SURE else 0


def stronger(rounds: Sequence[float]) -> int:
    """Return 1 if the side is clearly stronger, -1 if it is clearly weaker, 0 if neither is clear."""
    return _verdict(log_likelihood_ratio(rounds))


class SequentialTest:
    """``stronger`` after each round; the first decision is final, and later rounds are ignored."""

    def __init__(self) -> None:
        self.rounds = 0
        self.verdict = 0
        self._won = self._squares = 0.0

    def add(self, won: float) -> None:
        """Add the next round, in an order that does not depend on its result."""
        if not self.verdict:
            self.rounds += 1
            self._won += won
            self._squares += won * won
            self.verdict = _verdict(_ratio(self.rounds, self._won, self._squares))
