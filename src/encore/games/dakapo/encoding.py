"""Dakapo as numbers. An action is the kernel's code of a move: ``colour * 64 + cell``, plus 256 with a call."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from encore.core.errors import IllegalMove
from encore.games.dakapo.rules import Dakapo, Move, State, all_open, open_cells
from encore.games.dakapo.tables import COLOURS, FULL, SIZE, SUPPLY

CELLS = SIZE * SIZE
CALL = len(COLOURS) * CELLS
PLANES = 2 * len(COLOURS) + 1
"""The stones of each colour, whether the colour is closed (rules 3 and 4), and whether it is the seat's turn."""

_MOVES = [Move(cell, colour, call) for call in (False, True) for colour in range(len(COLOURS)) for cell in range(CELLS)]


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
        move = _MOVES[code]
        if s.won or not open_cells(s, move.colour) >> move.cell & 1:
            self._game.play(s, move)  # which says why not
        return move

    def mask(self, s: State) -> NDArray[np.int8]:
        """Return 1 for each legal action."""
        cells = 0 if s.won else all_open(s)
        return _spread(cells | cells << CALL, self.actions)

    def observe(self, view: State, seat: int) -> NDArray[np.int8]:
        """Return nine planes; row 0 is rank 1, column 0 file a."""
        red, yellow, green, blue = view.stones
        planes = red | yellow << 64 | green << 128 | blue << 192
        for colour, own in enumerate(view.stones):
            if colour == view.last or own.bit_count() >= SUPPLY:
                planes |= FULL << CALL + colour * CELLS
        if self._game.to_move(view) == seat:
            planes |= FULL << 2 * CALL
        return _spread(planes, PLANES * CELLS).reshape(self.shape)


def _spread(cells: int, count: int) -> NDArray[np.int8]:
    """Return a set of so many cells as a number for each."""
    packed = np.frombuffer(cells.to_bytes(2 * CALL // 8 + SIZE, "little"), np.uint8)
    return np.unpackbits(packed, count=count, bitorder="little").view(np.int8)
