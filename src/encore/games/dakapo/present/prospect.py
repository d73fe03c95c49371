"""The next two stones: which cells complete a square, and which placements are safe.

The compiled search in ``threats`` uses the same terms and sets.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from encore.games.dakapo.rules import Move, State
from encore.games.dakapo.tables import FULL, OTHER_CORNERS, SQUARES, SUPPLY, each, neighbours


@dataclass(frozen=True, slots=True)
class Prospect:
    """A position with the fourth corners of each colour: cells that would complete a square of that colour."""

    stones: tuple[int, ...]
    last: int | None
    fourth: tuple[int, ...]

    @classmethod
    def of(cls, s: State) -> Prospect:
        """Return the prospect of a position; takes about 0.2 ms for the 336 squares of each colour."""
        return cls(s.stones, s.last, tuple(_fourth_corners(own) for own in s.stones))

    def after(self, cell: int, colour: int) -> Prospect:
        """Return the prospect after a stone; only the squares through its cell are checked."""
        own = self.stones[colour]
        fourth = self.fourth[colour]
        for corners in OTHER_CORNERS[cell]:
            missing = corners & ~own
            if missing & (missing - 1) == 0:
                fourth |= missing
        return Prospect(
            _with(self.stones, colour, own | 1 << cell), colour, _with(self.fourth, colour, fourth & ~(1 << cell))
        )

    @property
    def empty(self) -> int:
        """The cells without a stone."""
        red, yellow, green, blue = self.stones
        return FULL & ~(red | yellow | green | blue)

    @property
    def edge(self) -> int:
        """The empty cells next to a stone (rule 1)."""
        empty = self.empty
        return neighbours(FULL & ~empty) & empty

    def free(self, colour: int) -> int:
        """Return the empty cells where rules 2 and 4 allow a colour, next to a stone or not."""
        own = self.stones[colour]
        return 0 if own.bit_count() >= SUPPLY else self.empty & ~neighbours(own)

    def finishes(self, colour: int) -> int:
        """Return the cells that complete a square of a colour, for a player who may place it."""
        return self.fourth[colour] & self.free(colour) & self.edge

    @property
    def wins(self) -> tuple[int, ...]:
        """The cells of each colour that complete a square for the mover."""
        return tuple(0 if colour == self.last else self.finishes(colour) for colour in range(4))

    @property
    def placements(self) -> tuple[int, ...]:
        """The cells where the mover may place each colour."""
        edge = self.edge
        return tuple(0 if colour == self.last else edge & self.free(colour) for colour in range(4))

    @property
    def safe(self) -> tuple[int, ...]:
        """The placements after which the opponent cannot complete a square.

        The opponent may not repeat our colour, so only cells of the other three count. Such a cell next to a stone must
        be filled; such a cell that touches no stone is out of reach, and no stone may be placed next to it.
        """
        if not any(self.fourth):
            return self.placements
        edge = self.edge
        open_cells = [self.fourth[colour] & self.free(colour) for colour in range(4)]
        safe = list[int]()
        for colour, cells in enumerate(self.placements):
            others = open_cells[:colour] + open_cells[colour + 1 :]
            within_reach = edge & (others[0] | others[1] | others[2])
            out_of_reach = ~edge & (others[0] | others[1] | others[2])
            if within_reach:
                cells &= within_reach if within_reach & (within_reach - 1) == 0 else 0
            safe.append(cells & ~neighbours(out_of_reach))
        return tuple(safe)


def each_placement(cells: tuple[int, ...]) -> Iterator[Move]:
    """Yield a move for every cell of every colour."""
    for colour, own in enumerate(cells):
        for cell in each(own):
            yield Move(cell, colour)


def count(cells: tuple[int, ...]) -> int:
    """Return how many placements there are."""
    return sum(own.bit_count() for own in cells)


def _fourth_corners(own: int) -> int:
    found = 0
    if own.bit_count() >= 3:
        for square in SQUARES:
            missing = square & ~own
            if missing & (missing - 1) == 0:
                found |= missing
    return found


def _with(four: tuple[int, ...], colour: int, cells: int) -> tuple[int, ...]:
    return (*four[:colour], cells, *four[colour + 1 :])
