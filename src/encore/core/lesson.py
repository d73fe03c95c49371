"""A walk through a game's rules: positions in which the reader plays the moves (``lessons.py`` of a game)."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from encore.core.fact import Fact


@dataclass(frozen=True, slots=True)
class Step:
    """A position, what is told about it, and what the reader may do there.

    ``accept`` are the moves that solve it; with ``any_move`` every legal one does; with neither there is nothing to
    play. ``seat`` is whose view is shown, None for the one to move.
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
    """Some steps under a title."""

    title: str | Fact
    steps: tuple[Step, ...]
