"""Positions that differ only by a turn, a reflection or the names of the colours."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

Piece = tuple[int, int, int | str, str]
"""Something on a board: where it is, its colour, and what else can be seen of it."""


def canonical(pieces: Iterable[Piece], shifts: bool = False) -> str:
    """Return a text that is the same for all symmetric boards. The centre is (0, 0); ``shifts``: the board has none."""
    found = list(pieces)
    if not found:
        return ""
    return repr(min(_renamed(_shifted(turned) if shifts else turned) for turned in _turned(found)))


def _turned(pieces: list[Piece]) -> Iterator[list[Piece]]:
    for p in (1, -1):
        for q in (1, -1):
            yield [(p * x, q * y, colour, kind) for x, y, colour, kind in pieces]
            yield [(p * y, q * x, colour, kind) for x, y, colour, kind in pieces]


def _shifted(pieces: list[Piece]) -> list[Piece]:
    left, low = min(x for x, _, _, _ in pieces), min(y for _, y, _, _ in pieces)
    return [(x - left, y - low, colour, kind) for x, y, colour, kind in pieces]


def _renamed(pieces: list[Piece]) -> list[tuple[int, int, int, str]]:
    """Return the pieces in order, each colour as its number in the order of appearance."""
    pieces.sort()
    numbers = dict[int | str, int]()
    return [(x, y, numbers.setdefault(colour, len(numbers)), kind) for x, y, colour, kind in pieces]
