"""What the next two stones hold, by the readable tables: which cells complete a square, which placements are safe.

The words are those of ``threats``, which searches with the same four sets in a kernel.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from encore.games.dakapo.rules import Move, State
from encore.games.dakapo.tables import FULL, OTHER_CORNERS, SQUARES, SUPPLY, each, neighbours


@dataclass(frozen=True, slots=True)
class Prospect:
    """A position with the fourth corners of each colour: cells whose three partners in some square lie already."""

    stones: tuple[int, ...]
    last: int | None
    fourth: tuple[int, ...]

    @classmethod
    def of(cls, s: State) -> Prospect:
        """Look at a position; 336 squares for each colour, about 0.2 ms."""
        return cls(s.stones, s.last, tuple(_fourth_corners(own) for own in s.stones))

    def after(self, cell: int, colour: int) -> Prospect:
        """Return the prospect with a stone more; only the squares through its cell are looked at."""
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
        """The empty cells beside a stone (rule 1)."""
        empty = self.empty
        return neighbours(FULL & ~empty) & empty

    def free(self, colour: int) -> int:
        """Return the empty cells that rules 2 and 4 leave to a colour, beside a stone or not."""
        own = self.stones[colour]
        return 0 if own.bit_count() >= SUPPLY else self.empty & ~neighbours(own)

    def finishes(self, colour: int) -> int:
        """Return the cells that complete a square of a colour for whoever may play it."""
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

        The opponent may not repeat our colour, so only cells of the other three count: those on the edge are to be
        filled, and those asleep, which touch no stone, are not to be woken by a stone beside them.
        """
        if not any(self.fourth):
            return self.placements
        edge = self.edge
        open_cells = [self.fourth[colour] & self.free(colour) for colour in range(4)]
        safe = list[int]()
        for colour, cells in enumerate(self.placements):
            others = open_cells[:colour] + open_cells[colour + 1 :]
            awake = edge & (others[0] | others[1] | others[2])
            asleep = ~edge & (others[0] | others[1] | others[2])
            if awake:
                cells &= awake if awake & (awake - 1) == 0 else 0
            safe.append(cells & ~neighbours(asleep))
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
