"""Statistics over many games, added game by game: distributions, shares and categories.

They hold counts and no games, so they stay small. Statistics of separate games can be merged; the result is the same
as if the games had been added together.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from math import sqrt
from typing import Any, Protocol, Self

from encore.core.game import AnyGame, Moves


@dataclass(frozen=True, slots=True)
class Turn:
    """A move of a game: who made it (a seat or DEALER), the states before and after it, and the legal moves."""

    seat: int
    before: Any
    choices: Moves[Any]
    move: Any
    after: Any


class Figure(Protocol):
    """A statistic over many games, with its label."""

    label: str

    def merge(self, other: Any) -> None:
        """Add the counts of another one with the same label."""


@dataclass
class Spread:
    """A distribution: how often each whole number occurred."""

    label: str
    counts: Counter[int] = field(default_factory=Counter)

    def add(self, value: int) -> None:
        """Count a number."""
        self.counts[value] += 1

    def merge(self, other: Spread) -> None:
        """Add the counts of another distribution."""
        self.counts.update(other.counts)

    @property
    def count(self) -> int:
        """How many numbers were counted."""
        return self.counts.total()

    @property
    def mean(self) -> float:
        """The mean; 0 if nothing was counted."""
        return sum(value * times for value, times in self.counts.items()) / max(1, self.count)

    @property
    def deviation(self) -> float:
        """The standard deviation of the numbers."""
        squares = sum(value * value * times for value, times in self.counts.items())
        return sqrt(max(0.0, squares / max(1, self.count) - self.mean**2))

    def quantile(self, part: float) -> int:
        """Return a quantile; something must have been counted."""
        seen, last = 0, 0
        for last in sorted(self.counts):
            seen += self.counts[last]
            if seen >= part * self.count:
                break
        return last


@dataclass
class Course:
    """A distribution for each move number of a game."""

    label: str
    steps: list[Spread] = field(default_factory=list)

    def add(self, values: Sequence[int]) -> None:
        """Count the numbers of a game, one for each move."""
        self._reach(len(values))
        for step, value in zip(self.steps, values, strict=False):
            step.add(value)

    def merge(self, other: Course) -> None:
        """Add the counts of another course."""
        self._reach(len(other.steps))
        for mine, theirs in zip(self.steps, other.steps, strict=False):
            mine.merge(theirs)

    def _reach(self, steps: int) -> None:
        self.steps += [Spread(f"{self.label}, {step}") for step in range(len(self.steps) + 1, steps + 1)]


@dataclass
class Share:
    """How often something happened, out of the times it could have. ``games``: it can happen once in each game."""

    label: str
    games: bool = True
    hits: int = 0
    of: int = 0

    def add(self, hit: bool) -> None:
        """Count one time that it could have happened."""
        self.hits += hit
        self.of += 1

    def merge(self, other: Share) -> None:
        """Add the counts of another share."""
        self.hits += other.hits
        self.of += other.of


@dataclass
class Kinds:
    """How often each of several categories occurred."""

    label: str
    names: Sequence[str]
    counts: Counter[str] = field(default_factory=Counter)

    def add(self, name: str) -> None:
        """Count a category."""
        assert name in self.names
        self.counts[name] += 1

    def merge(self, other: Kinds) -> None:
        """Add other counts of the same categories."""
        self.counts.update(other.counts)

    def part(self, name: str) -> float:
        """Return the share of a category; 0 if nothing was counted."""
        return self.counts[name] / max(1, self.counts.total())


class Figures:
    """Statistics that are added together: the attributes, in the order in which they were set."""

    def add(self, game: AnyGame, turns: Sequence[Turn]) -> None:
        """Add a whole game that ended by the rules."""
        raise NotImplementedError

    def __iter__(self) -> Iterator[Figure]:
        return iter(vars(self).values())

    def __eq__(self, other: object) -> bool:
        return type(self) is type(other) and vars(self) == vars(other)

    def merge(self, other: Self) -> None:
        """Add the statistics of other games with the same players and options."""
        for mine, theirs in zip(self, other, strict=True):
            mine.merge(theirs)
