"""What many games add up to, folded game by game: spreads, shares and kinds.

Each holds counts and no game, so it stays as small as the numbers that can come up are few. What was folded apart
can be merged, and gives the same as if it had been folded together.
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
    """A move of a game: who made it (a seat or DEALER), from where and to where, and what else could be played."""

    seat: int
    before: Any
    choices: Moves[Any]
    move: Any
    after: Any


class Figure(Protocol):
    """Something that is counted over many games, and what it is called."""

    label: str

    def merge(self, other: Any) -> None:
        """Take in what another one of the same label has counted."""


@dataclass
class Spread:
    """How often each whole number came up."""

    label: str
    counts: Counter[int] = field(default_factory=Counter)

    def add(self, value: int) -> None:
        """Count a number once more."""
        self.counts[value] += 1

    def merge(self, other: Spread) -> None:
        """Take in another spread."""
        self.counts.update(other.counts)

    @property
    def count(self) -> int:
        """How many numbers there were."""
        return self.counts.total()

    @property
    def mean(self) -> float:
        """The mean; 0 of nothing."""
        return sum(value * times for value, times in self.counts.items()) / max(1, self.count)

    @property
    def deviation(self) -> float:
        """The standard deviation of the numbers."""
        squares = sum(value * value * times for value, times in self.counts.items())
        return sqrt(max(0.0, squares / max(1, self.count) - self.mean**2))

    def quantile(self, part: float) -> int:
        """Return the smallest number that so great a part of the numbers does not exceed; there must be one."""
        seen, last = 0, 0
        for last in sorted(self.counts):
            seen += self.counts[last]
            if seen >= part * self.count:
                break
        return last


@dataclass
class Course:
    """A spread for each step of a game: its first move, its second and so on."""

    label: str
    steps: list[Spread] = field(default_factory=list)

    def add(self, values: Sequence[int]) -> None:
        """Count the numbers of a game, from its first step on."""
        self._reach(len(values))
        for step, value in zip(self.steps, values, strict=False):
            step.add(value)

    def merge(self, other: Course) -> None:
        """Take in another course."""
        self._reach(len(other.steps))
        for mine, theirs in zip(self.steps, other.steps, strict=False):
            mine.merge(theirs)

    def _reach(self, steps: int) -> None:
        self.steps += [Spread(f"{self.label}, {step}") for step in range(len(self.steps) + 1, steps + 1)]


@dataclass
class Share:
    """How often something happened of the times it could have. ``games``: it could once in each game."""

    label: str
    games: bool = True
    hits: int = 0
    of: int = 0

    def add(self, hit: bool) -> None:
        """Count a time when it could have happened."""
        self.hits += hit
        self.of += 1

    def merge(self, other: Share) -> None:
        """Take in another share."""
        self.hits += other.hits
        self.of += other.of


@dataclass
class Kinds:
    """Which of several kinds it was, each time."""

    label: str
    names: Sequence[str]
    counts: Counter[str] = field(default_factory=Counter)

    def add(self, name: str) -> None:
        """Count a kind once more."""
        assert name in self.names
        self.counts[name] += 1

    def merge(self, other: Kinds) -> None:
        """Take in other counts of the same kinds."""
        self.counts.update(other.counts)

    def part(self, name: str) -> float:
        """Return the part that a kind has of all; 0 of nothing."""
        return self.counts[name] / max(1, self.counts.total())


class Figures:
    """Figures that are folded together: the attributes, in the order in which they were made."""

    def add(self, game: AnyGame, turns: Sequence[Turn]) -> None:
        """Count a whole game, from the first move to an end by the rules."""
        raise NotImplementedError

    def __iter__(self) -> Iterator[Figure]:
        return iter(vars(self).values())

    def __eq__(self, other: object) -> bool:
        return type(self) is type(other) and vars(self) == vars(other)

    def merge(self, other: Self) -> None:
        """Take in what was folded elsewhere, of games with the same players and options."""
        for mine, theirs in zip(self, other, strict=True):
            mine.merge(theirs)
