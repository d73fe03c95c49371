"""Dakapo as numbers. An action is the kernel's code of a move: ``colour * 64 + cell``, plus 256 with a call."""

from __future__ import annotations

from collections.abc import Iterable

import numpy as np
from numpy.typing import NDArray

from encore.core.errors import IllegalMove
from encore.games.dakapo.rules import Dakapo, Move, State, open_cells
from encore.games.dakapo.tables import COLOURS, FULL, SIZE, SUPPLY

CELLS = SIZE * SIZE
CALL = len(COLOURS) * CELLS
PLANES = 2 * len(COLOURS) + 1
"""The stones of each colour, whether the colour is closed (rules 3 and 4), and whether it is the seat's turn."""


class Encoding:
    """The actions and observations of Dakapo; see docs/environments.md."""

    def __init__(self, game: Dakapo) -> None:
        self._game = game
        self._spoken = game.options["call"] == "spoken"
        self.actions = 2 * CALL if self._spoken else CALL
        self.shape = (PLANES, SIZE, SIZE)

    def code(self, s: State, move: Move) -> int:
        """Return the action of a move."""
        return move.call * CALL + move.colour * CELLS + move.cell

    def move(self, s: State, code: int) -> Move:
        """Return the move of an action."""
        if not 0 <= code < self.actions:
            raise IllegalMove("1", f"there is no action {code}; the actions are 0 to {self.actions - 1}")
        call, stone = divmod(int(code), CALL)
        colour, cell = divmod(stone, CELLS)
        move = Move(cell, colour, bool(call))
        if s.won or not open_cells(s, colour) >> cell & 1:
            self._game.play(s, move)  # which says why not
        return move

    def mask(self, s: State) -> NDArray[np.int8]:
        """Return 1 for each legal action."""
        cells = [0 if s.won else open_cells(s, colour) for colour in range(len(COLOURS))]
        return _spread(cells * (self.actions // CALL))

    def observe(self, view: State, seat: int) -> NDArray[np.int8]:
        """Return nine planes; row 0 is rank 1, column 0 file a."""
        closed = (
            FULL if colour == view.last or own.bit_count() >= SUPPLY else 0 for colour, own in enumerate(view.stones)
        )
        turn = FULL if self._game.to_move(view) == seat else 0
        return _spread((*view.stones, *closed, turn)).reshape(self.shape)


def _spread(sets: Iterable[int]) -> NDArray[np.int8]:
    """Return sets of cells one after the other, a number for each cell."""
    packed = np.frombuffer(b"".join(cells.to_bytes(SIZE, "little") for cells in sets), np.uint8)
    return np.unpackbits(packed, bitorder="little").view(np.int8)
