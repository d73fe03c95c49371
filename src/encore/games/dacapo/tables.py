"""The squares, the fish and the straight lines. Squares are numbered in the order of a deal: a6 is 0, f1 is 35."""

from __future__ import annotations

from typing import NamedTuple

SIZE = 6
"""Squares in a row, and rows."""
COLOURS = ("red", "purple", "green", "yellow")
"""The colours of the fish, by number, in the order of the seats."""
LETTERS = "rpgy"
"""How the notation writes the colours."""
OCTOPUS = 16
"""The value of the highest fish of each colour."""
SHARK = 15
"""The value of the second highest."""

BIG_FISH = {OCTOPUS: "Octopus", SHARK: "Shark"}
"""The English names of the fish that may be switched, by value."""

SQUARES = tuple(file + rank for rank in "654321" for file in "abcdef")
"""The names of the squares, by number."""
INDEX = {name: square for square, name in enumerate(SQUARES)}
"""The numbers of the squares, by name."""
CORNERS = frozenset(INDEX[name] for name in ("a6", "f6", "a1", "f1"))
"""The four corners, which stay empty with two players."""


class Pile(NamedTuple):
    """A pile of fish: the colour and value of its top fish, and its height."""

    colour: int
    value: int
    height: int = 1


Sea = tuple[Pile | None, ...]
"""What lies on each square."""

_LOWEST = {1: (8, 8, 8, 8), 2: (1, 1), 3: (5, 5, 5), 4: (8, 8, 8, 8)}

FISH = {
    players: tuple(Pile(colour, value) for colour, low in enumerate(lowest) for value in range(low, OCTOPUS + 1))
    for players, lowest in _LOWEST.items()
}
"""The fish that are used, by number of players."""

EMPTY_SQUARES = {1: frozenset[int](), 2: CORNERS, 3: frozenset[int](), 4: frozenset[int]()}
"""The squares that stay empty in a deal, by number of players."""


def _line(square: int, dx: int, dy: int) -> tuple[int, ...]:
    squares = []
    x, y = square % SIZE + dx, square // SIZE + dy
    while 0 <= x < SIZE and 0 <= y < SIZE:
        squares.append(y * SIZE + x)
        x, y = x + dx, y + dy
    return tuple(squares)


LINES = tuple(
    tuple(line for dx, dy in ((1, 0), (-1, 0), (0, 1), (0, -1)) if (line := _line(square, dx, dy)))
    for square in range(SIZE * SIZE)
)
"""From each square the squares of the four straight lines, nearest first."""

NEIGHBOURS = tuple(tuple(line[0] for line in lines) for lines in LINES)
"""For each square those directly above, below, left and right of it."""
