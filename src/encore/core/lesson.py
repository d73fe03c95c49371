"""A tutorial of a game: positions in which the reader plays moves."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from encore.core.fact import Fact


@dataclass(frozen=True, slots=True)
class Step:
    """A position with an explanation, and the moves that the reader can play there.

    ``accept`` are the moves that solve it; with ``any_move`` every legal move does; with neither there is nothing to
    play. ``seat`` is the seat whose view is shown, None for the seat to move.
    """

    text: str | Fact
    position: str
    players: int = 2
    options: Mapping[str, str | int] = field(default_factory=dict)
    seat: int | None = None
    accept: tuple[str, ...] = ()
    any_move: bool = False
    wrong: str | Fact = ""
    done: str | Fact = ""


@dataclass(frozen=True, slots=True)
class Lesson:
    """Steps under a title."""

    title: str | Fact
    steps: tuple[Step, ...]
