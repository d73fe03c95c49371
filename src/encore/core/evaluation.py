"""What is known about a position: the win chance of each seat, and the best lines."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

from encore.core.exact import Exact


@dataclass(frozen=True, slots=True)
class Line:
    """A move with what is expected to follow it, and the chances of all seats after the move."""

    moves: tuple[Any, ...]
    chances: tuple[float, ...]
    errors: tuple[float, ...]
    proved: bool = False


@dataclass(frozen=True, slots=True)
class Evaluation:
    """The win chance of each seat in a view.

    The chances add up to 1, and a tie counts in equal shares; a lone player has one chance. ``proved`` means that they
    are certain under best play. Otherwise they are estimates for games between bots of all levels, and ``errors`` are
    their standard errors. ``lines`` are the best moves of the seat to move, the best one first. ``exact`` are the moves
    whose exact values were asked for and found.
    """

    chances: tuple[float, ...]
    errors: tuple[float, ...]
    proved: bool = False
    lines: tuple[Line, ...] = ()
    exact: Exact = field(default_factory=Exact)
