"""What is known about a position, as clients get it: the win chances and the best lines, in words too."""

from __future__ import annotations

from typing import Any

import msgspec

from encore.core.evaluation import Evaluation, Line
from encore.core.fact import Fact
from encore.core.game import AnyGame
from encore.core.words import in_words

PLACES = 4
"""Decimal places of chances."""


class FoundLine(msgspec.Struct, frozen=True):
    """A move with what is expected to follow it, and the chances of the seats after the move.

    ``errors`` are their standard errors, 0 where the line is ``proved``.
    """

    moves: tuple[str, ...]
    told: tuple[Fact, ...]
    chances: tuple[float, ...]
    errors: tuple[float, ...]
    proved: bool


class Found(msgspec.Struct, frozen=True):
    """The chances of the seats in a position, and the best lines of the seat to move, the best one first."""

    chances: tuple[float, ...]
    errors: tuple[float, ...]
    proved: bool
    lines: tuple[FoundLine, ...]


def rounded(numbers: tuple[float, ...]) -> tuple[float, ...]:
    """Return chances as they are sent."""
    return tuple(round(number, PLACES) for number in numbers)


def found_in(game: AnyGame, view: Any, evaluation: Evaluation) -> Found:
    """Return an evaluation of a view whose moves are texts, with its moves in words."""
    lines = tuple(_line(game, view, line) for line in evaluation.lines)
    return Found(rounded(evaluation.chances), rounded(evaluation.errors), evaluation.proved, lines)


def _line(game: AnyGame, s: Any, line: Line) -> FoundLine:
    told = list[Fact]()
    for text in line.moves:
        before, move = s, game.parse_move(s, text)
        s = game.play(before, move)
        told.append(in_words(game, before, move, s))
    return FoundLine(line.moves, tuple(told), rounded(line.chances), rounded(line.errors), line.proved)
