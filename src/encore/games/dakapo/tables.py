"""Cells, colours and squares. A set of cells is a number with a bit for each: a1 is bit 0, h8 bit 63."""

from __future__ import annotations

from collections.abc import Iterator

SIZE = 8
"""Cells in a rank, and ranks of the board."""
COLOURS = ("red", "yellow", "green", "blue")
"""The colours of the stones, by number."""
LETTERS = "rygb"
"""How the notation writes the colours."""
SUPPLY = 16
"""Stones of each colour, that of the start among them."""

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


def each(cells: int) -> Iterator[int]:
    """Yield the cells of a set, a1 first."""
    while cells:
        lowest = cells & -cells
        yield lowest.bit_length() - 1
        cells ^= lowest


def _squares() -> Iterator[int]:
    """Yield the corners of each square once: from its lowest corner, (dx, dy) is the side that runs right."""
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
"""For each cell the squares it is a corner of, without the cell itself."""

START = tuple(1 << INDEX[cell] for cell in ("d5", "e5", "d4", "e4"))
"""The stones of each colour when the game begins, as sets of cells."""
