"""Cells, colours and squares. A set of cells is a number with one bit for each cell: a1 is bit 0, h8 bit 63."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Literal, TypeAlias

SIZE = 8
"""How many cells a rank has, and how many ranks the board has."""
Colour: TypeAlias = Literal["red", "yellow", "green", "blue"]
"""The name of a colour."""
COLOURS: tuple[Colour, ...] = ("red", "yellow", "green", "blue")
"""The colours of the stones, by number."""
LETTERS = "rygb"
"""The letters of the colours in the notation."""
SUPPLY = 16
"""How many stones each colour has, including the one of the start."""

CELLS = tuple(file + rank for rank in "12345678" for file in "abcdefgh")
"""The names of the cells, by number."""
INDEX = {name: cell for cell, name in enumerate(CELLS)}
"""The numbers of the cells, by name."""

FULL = (1 << SIZE * SIZE) - 1
"""The set of all cells."""
_FILE_A = sum(1 << SIZE * rank for rank in range(SIZE))
_ALL_BUT_A = FULL ^ _FILE_A
_ALL_BUT_H = FULL ^ _FILE_A << SIZE - 1


def neighbours(cells: int) -> int:
    """Return all cells orthogonally adjacent to one of ``cells``."""
    return (cells & _ALL_BUT_H) << 1 | (cells & _ALL_BUT_A) >> 1 | cells << SIZE & FULL | cells >> SIZE


BESIDE = tuple(neighbours(1 << cell) for cell in range(SIZE * SIZE))
"""For each cell, those orthogonally adjacent to it."""


def each(cells: int) -> Iterator[int]:
    """Yield the cells of a set, a1 first."""
    while cells:
        lowest = cells & -cells
        yield lowest.bit_length() - 1
        cells ^= lowest


def _squares() -> Iterator[int]:
    """Yield the corners of each square once; (dx, dy) is the side that goes right from the lowest corner."""
    for x in range(SIZE):
        for y in range(SIZE):
            for dx in range(1, SIZE):
                for dy in range(SIZE - dx):
                    corners = [(x, y), (x + dx, y + dy), (x + dx - dy, y + dy + dx), (x - dy, y + dx)]
                    if all(0 <= cx < SIZE and 0 <= cy < SIZE for cx, cy in corners):
                        yield sum(1 << cy * SIZE + cx for cx, cy in corners)


SQUARES = tuple(_squares())
"""The corners of each of the 336 squares, as a set of cells."""

OTHER_CORNERS = tuple(
    tuple(square & ~(1 << cell) for square in SQUARES if square >> cell & 1) for cell in range(SIZE * SIZE)
)
"""For each cell, the squares that have it as a corner, without the cell itself."""


def _between(cell: int) -> dict[int, int]:
    found = dict[int, int]()
    for corners in OTHER_CORNERS[cell]:
        opposite = 1 << sum((cell, *each(corners))) // 2 - cell  # the diagonals of a square have the same middle
        found[opposite] = corners ^ opposite
    return found


BETWEEN = tuple(map(_between, range(SIZE * SIZE)))
"""For each cell, the opposite corner of each of its squares as a set, with the set of the two corners between them."""

OPPOSITE = tuple(map(sum, BETWEEN))
"""For each cell, the opposite corners of all its squares."""

START = tuple(1 << INDEX[cell] for cell in ("d5", "e5", "d4", "e4"))
"""The stones of each colour at the start, as sets of cells."""
