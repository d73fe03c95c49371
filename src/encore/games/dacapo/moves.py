"""The moves of Da Capo."""

from __future__ import annotations

from dataclasses import dataclass

from encore.games.dacapo.tables import Sea


@dataclass(frozen=True, slots=True)
class Capture:
    """The pile on one square moves onto the pile on another."""

    source: int
    target: int


@dataclass(frozen=True, slots=True)
class Switch:
    """The mover's Octopus (16) or Shark (15) changes places with the pile on a square."""

    value: int
    other: int


@dataclass(frozen=True, slots=True)
class Deal:
    """The dealer lays the fish. With one player a deal also names the order of the colours, the player's own last."""

    piles: Sea
    order: tuple[int, ...] = ()


Move = Capture | Switch | Deal
"""What a seat or the dealer plays."""
