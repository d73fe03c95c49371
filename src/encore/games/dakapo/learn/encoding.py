"""Dakapo as numbers. An action is the kernel's code of a move: ``colour * 64 + cell``, plus 256 with a call."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from encore.core.encoding import read_action
from encore.core.errors import IllegalMove
from encore.core.fact import Fact
from encore.games.dakapo.rules import Dakapo, Move, State, all_open
from encore.games.dakapo.tables import COLOURS, FULL, SIZE, SUPPLY

CELLS = SIZE * SIZE
CALL = len(COLOURS) * CELLS
PLANES = 2 * len(COLOURS) + 1
"""The stones of each colour, whether each colour is closed (rules 3 and 4), and whether it is the seat's turn."""

_MOVES = [Move(cell, colour, call) for call in (False, True) for colour in range(len(COLOURS)) for cell in range(CELLS)]
_CLOSED = [FULL << CALL + colour * CELLS for colour in range(len(COLOURS))]
_TURN = FULL << 2 * CALL


class Encoding:
    """The actions and observations of Dakapo; see docs/environments.md."""

    version = 1

    def __init__(self, game: Dakapo) -> None:
        self._game = game
        self._spoken = game.options["call"] == "spoken"
        self.actions = 2 * CALL if self._spoken else CALL
        self.shape = (PLANES, SIZE, SIZE)
        self.bounds = np.zeros(self.shape, np.int8), np.ones(self.shape, np.int8)
        # Mask, observation and move are usually asked for the same state, so its open cells are kept.
        self._looked: tuple[State | None, int] = (None, 0)
        self.longest = CELLS - len(COLOURS)

    def code(self, s: State, move: Move) -> int:
        """Return the action of a move."""
        return move.call * CALL + move.colour * CELLS + move.cell

    def told(self, s: State, move: Move) -> int:
        """Return the action: nothing is hidden."""
        return self.code(s, move)

    def move(self, s: State, code: int) -> Move:
        """Return the move of an action."""
        code = read_action(code, self.actions)
        if not 0 <= code < self.actions:
            raise IllegalMove("1", Fact("dakapo.no-such-action", action=code, last=self.actions - 1))
        move = _MOVES[code]
        if not self._open(s) >> code % CALL & 1:
            self._game.play(s, move)  # raises IllegalMove with the reason
        return move

    def mask(self, s: State) -> NDArray[np.int8]:
        """Return 1 for each legal action."""
        cells = self._open(s)
        return _spread(cells | cells << CALL if self._spoken else cells, self.actions)

    def _open(self, s: State) -> int:
        """Return the legal actions without calls, as a set."""
        looked, cells = self._looked
        if looked is not s:
            cells = 0 if s.won else all_open(s)
            self._looked = (s, cells)
        return cells

    def observe(self, view: State, seat: int) -> NDArray[np.int8]:
        """Return nine planes; row 0 is rank 1, column 0 file a."""
        red, yellow, green, blue = view.stones
        planes = red | yellow << 64 | green << 128 | blue << 192
        for colour, own in enumerate(view.stones):
            if colour == view.last or own.bit_count() >= SUPPLY:
                planes |= _CLOSED[colour]
        if self._open(view) and view.occupied.bit_count() % 2 == seat:
            planes |= _TURN
        return _spread(planes, PLANES * CELLS).reshape(self.shape)


def _spread(cells: int, count: int) -> NDArray[np.int8]:
    """Return a set of ``count`` cells as an array with 0 or 1 for each."""
    packed = np.frombuffer(cells.to_bytes(count // 8, "little"), np.uint8)
    return np.unpackbits(packed, bitorder="little").view(np.int8)
