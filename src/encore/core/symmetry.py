"""Positions that differ only by a turn, a reflection or the names of the colours."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import NamedTuple

Point = tuple[int, int]
"""A place on a board, by its two coordinates."""
Piece = tuple[int, int, int | str, str]
"""Something on a board: where it is, its colour, and what else can be seen of it."""


class Outline(NamedTuple):
    """Sums over the places where something lies. Their text is the same for symmetric boards, and soon made.

    Few other boards have the same text. To add or take away a place is a sum, so the outlines of many boards that
    differ in a piece or two cost little.
    """

    occupied: int = 0
    x: int = 0
    y: int = 0
    squares: int = 0
    products: int = 0

    def more(self, places: Iterable[Point]) -> Outline:
        """Return the outline with more places."""
        occupied, all_x, all_y, squares, products = self
        for x, y in places:
            occupied += 1
            all_x += x
            all_y += y
            squares += x * x + y * y
            products += x * x * y * y
        return Outline(occupied, all_x, all_y, squares, products)

    def less(self, other: Outline) -> Outline:
        """Return the outline without the places of another one."""
        a, b, c, d, e = self
        f, g, h, i, j = other
        return Outline(a - f, b - g, c - h, d - i, e - j)

    def text(self, shifts: bool = False) -> str:
        """Return the text; ``shifts``: the board has no centre."""
        middle = self.x**2 + self.y**2
        if shifts:
            return f"{self.occupied} {self.occupied * self.squares - middle}"
        return f"{self.occupied} {self.squares} {middle} {self.products}"


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
