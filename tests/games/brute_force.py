"""Dalapapa scored by brute force, without encore: half-discs are points, and touching is a distance."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping

Square = tuple[int, int]
Faces = Mapping[str, str]
"""The seven letters of each face, by a name such as ``37a``."""

Board = dict[tuple[Square, str], str]
"""The colour on each of the four edges of every covered square."""

_COMPASS = "enws"
_AHEAD = {"e": (1, 0), "n": (0, 1), "w": (-1, 0), "s": (0, -1)}
_LYING_EAST = ((0, "w"), (0, "n"), (1, "n"), (1, "e"), (1, "s"), (0, "s"))
_PLACE = re.compile(r"(\d+[ab])@(-?\d+),(-?\d+)([enws])")


def read_faces(text: str) -> Faces:
    """Return the faces of a tile set."""
    rows = [line.split() for line in text.splitlines()]
    return {number + letter: face for number, *both in rows for letter, face in zip("ab", both, strict=True)}


def edges(place: str, faces: Faces) -> Board:
    """Return the eight edges of a tile's two squares; the central disc lies on two of them."""
    found = _PLACE.fullmatch(place)
    assert found, place
    face, side = faces[found[1]], found[4]
    squares = [(int(found[2]), int(found[3]))]
    squares.append(_beside(squares[0], side))
    quarters = _COMPASS.index(side)

    def turned(compass: str) -> str:
        return _COMPASS[(_COMPASS.index(compass) + quarters) % 4]

    board = {(squares[0], turned("e")): face[0], (squares[1], turned("w")): face[0]}
    for (square, compass), colour in zip(_LYING_EAST, face[1:], strict=True):
        board[squares[square], turned(compass)] = colour
    return board


def lay(places: Iterable[str], faces: Faces) -> Board:
    """Return the edges of all these tiles."""
    board: Board = {}
    for place in places:
        board |= edges(place, faces)
    return board


def _beside(square: Square, compass: str) -> Square:
    ahead = _AHEAD[compass]
    return square[0] + ahead[0], square[1] + ahead[1]


def _middle(square: Square, compass: str) -> complex:
    return complex(*square) + complex(*_AHEAD[compass]) / 2


def _touch(one: complex, other: complex) -> bool:
    way = one - other
    return way.real**2 + way.imag**2 == 0.5


def groups(board: Board) -> set[frozenset[complex]]:
    """Return the groups on a table, each as the middles of its discs."""
    found: set[frozenset[complex]] = set()
    for colour in "rgby":
        halves = Counter(_middle(*edge) for edge, shown in board.items() if shown == colour)
        whole = {middle for middle, count in halves.items() if count == 2}
        half = set(halves) - whole
        found |= {group for group in _islands(whole) if not any(_touch(a, b) for a in group for b in half)}
    return found


def _islands(discs: set[complex]) -> Iterator[frozenset[complex]]:
    left = set(discs)
    while left:
        island = {left.pop()}
        while joining := {disc for disc in left if any(_touch(disc, other) for other in island)}:
            island |= joining
            left -= joining
        yield frozenset(island)


def new_discs(board: Board, place: str, faces: Faces) -> int:
    """Return how many half-discs of a tile to be laid meet one on the table."""
    there = {_middle(*edge) for edge in board}
    return len(there & {_middle(*edge) for edge in edges(place, faces)})


def points(discs: int, completed: Iterable[frozenset[complex]]) -> int:
    """Return the points for a number of new discs and these groups."""
    return sum(1 if number < 2 else 2 for number in range(discs)) + sum(map(len, completed))


def fits(board: Board, place: str, faces: Faces) -> bool:
    """Tell whether a tile may be laid on a table that is not empty."""
    tile = edges(place, faces)
    if {square for square, _ in tile} & {square for square, _ in board}:
        return False
    table = {_middle(*edge): colour for edge, colour in board.items()}
    shared = [(table[middle], colour) for edge, colour in tile.items() if (middle := _middle(*edge)) in table]
    return bool(shared) and all(theirs == mine for theirs, mine in shared)


def placements(board: Board, hand: Iterable[int], faces: Faces) -> set[str]:
    """Return every way to lay a tile of a hand, tried on each square in and around the table."""
    xs, ys = zip(*(square for square, _ in board), strict=True)
    tried = (
        f"{tile}{face}@{x},{y}{side}"
        for tile in hand
        for face in "ab"
        for x in range(min(xs) - 3, max(xs) + 4)
        for y in range(min(ys) - 3, max(ys) + 4)
        for side in _COMPASS
    )
    return {place for place in tried if fits(board, place, faces)}
