"""What is known about a position, as clients get it: the win chances and the best lines, in words too."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Any

import msgspec

from encore.core.evaluation import Evaluation, Line
from encore.core.exact import Exact
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


class FoundValue(msgspec.Struct, frozen=True):
    """A legal move with its exact value for the seat that plays it, its ``chance`` then, and best play after it.

    ``told`` are the move and the first reply in words. ``tone`` compares the move with the others: 1 for the best
    value, 0 for the worst; without points 1 for a win, 0.5 for a tie, 0 for a loss.
    """

    move: str
    value: int
    chance: float
    tone: float
    reply: tuple[str, ...]
    told: tuple[Fact, ...]


class FoundExact(msgspec.Struct, frozen=True):
    """The moves whose exact values are known, those with the highest value first, and how many moves are legal.

    The values are ``points``, or else results: 1 for a win, 0 for a tie, -1 for a loss; of a lone player 1 and 0. If
    they are ``final``, they are those of best play until play stops; if ``secured``, those that the seat gains until
    then if all others play against it; otherwise they count this turn only.
    """

    moves: tuple[FoundValue, ...]
    legal: int
    points: bool
    final: bool
    secured: bool = False


class Found(msgspec.Struct, frozen=True):
    """The chances of the seats in a position, and the best lines of the seat to move, the best one first."""

    chances: tuple[float, ...]
    errors: tuple[float, ...]
    proved: bool
    lines: tuple[FoundLine, ...]
    exact: FoundExact | None = None


def rounded(numbers: tuple[float, ...]) -> tuple[float, ...]:
    """Return chances as they are sent."""
    return tuple(round(number, PLACES) for number in numbers)


def found_in(game: AnyGame, view: Any, evaluation: Evaluation) -> Found:
    """Return an evaluation of a view whose moves are texts, with its moves in words."""
    lines = tuple(_line(game, view, line) for line in evaluation.lines)
    exact = _exact(game, view, evaluation.exact)
    return Found(rounded(evaluation.chances), rounded(evaluation.errors), evaluation.proved, lines, exact)


def states_along(game: AnyGame, view: Any, evaluation: Evaluation) -> list[Any]:
    """Return the positions on the way along best lines, and those after the moves with exact values."""
    lines = [line.moves[:-1] for line in evaluation.lines]
    lines += [(each.move,) for each in evaluation.exact.moves if each.reply]
    found = dict[tuple[str, ...], Any]()
    for line in lines:
        s = view
        for count, text in enumerate(line, 1):
            if (so_far := line[:count]) not in found:
                found[so_far] = game.play(s, game.parse_move(s, text))
            s = found[so_far]
    return list(found.values())


def _exact(game: AnyGame, view: Any, exact: Exact) -> FoundExact | None:
    """Return the exact values; points are compared with each other, so they are shown when all of them are known."""
    points, legal = game.players > 1 and bool(game.scores(view)), len(game.legal_moves(view))
    if not exact.moves or (points and len(exact.moves) < legal):
        return None
    values = [each.value for each in exact.moves] if points else [1, 0 if game.players == 1 else -1]
    worst, range_ = min(values), max(values) - min(values)
    found = list[FoundValue]()
    for each in sorted(exact.moves, key=lambda each: -each.value):
        tone = (each.value - worst) / range_ if range_ else 1.0
        told = tuple(_told(game, view, (each.move, *each.reply[:1])))
        chance, tone = round(each.chance, PLACES), round(tone, 2)
        found.append(FoundValue(each.move, each.value, chance, tone, each.reply, told))
    return FoundExact(tuple(found), legal, points, exact.final, exact.secured)


def _line(game: AnyGame, s: Any, line: Line) -> FoundLine:
    told = tuple(_told(game, s, line.moves))
    return FoundLine(line.moves, told, rounded(line.chances), rounded(line.errors), line.proved)


def _told(game: AnyGame, s: Any, texts: Iterable[str]) -> Iterator[Fact]:
    """Return moves in words, one after the other from a state or view on."""
    for text in texts:
        before, move = s, game.parse_move(s, text)
        s = game.play(before, move)
        yield in_words(game, before, move, s)
