"""Da Capo move by move for learners: compiled, from one array for each state."""

from __future__ import annotations

from math import prod
from random import Random
from typing import Any

import numpy as np

from encore.core.compiling import compiled
from encore.core.encoding import read_action
from encore.core.game import DEALER
from encore.games.dacapo.compiled.kernel import Kernel
from encore.games.dacapo.compiled.layout import DEPTH, MOST_MOVES, PLAYERS, TURN, Position
from encore.games.dacapo.compiled.legal import legal_moves
from encore.games.dacapo.compiled.turns import apply_move, winners
from encore.games.dacapo.learn.batch import Numbers, action_of, code_of, show
from encore.games.dacapo.learn.encoding import Encoding
from encore.games.dacapo.moves import Deal, Move
from encore.games.dacapo.position import State
from encore.games.dacapo.rules import DaCapo

OVER, DEALING = -2, -1
"""What stands for the seat to move when there is none."""


@compiled
def look(p: Position) -> tuple[int, Position]:
    """Return the seat to move, or what stands for it, and the legal actions in ascending order."""
    actions = np.empty(MOST_MOVES, np.int64)
    count = legal_moves(p, actions)
    for index in range(count):
        actions[index] = action_of(actions[index])
    actions[:count].sort()
    if p[TURN] < 0:
        return OVER if winners(p) else DEALING, actions[:count]
    return 0 if p[PLAYERS] == 1 else p[TURN], actions[:count]


@compiled
def play(p: Position, action: int) -> tuple[Position, int, Position]:
    """Return the position after a legal action, the seat to move, and its actions."""
    after = p.copy()
    apply_move(after, code_of(after, action))
    after[DEPTH] = 0
    seat, actions = look(after)
    return after, seat, actions


@compiled
def observe(p: Position, seat: int, size: int) -> Numbers:
    """Return what a seat sees."""
    seen = np.empty(size, np.int8)
    show(p, seat, seen)
    return seen


class Row:
    """A state: its array, the seat to move, and the legal actions."""

    __slots__ = ("actions", "position", "seat", "state")

    def __init__(self, position: Position, seat: int, actions: Position, state: State | None = None) -> None:
        self.position, self.seat, self.actions, self.state = position, seat, actions, state


class Rows:
    """A game of Da Capo that is played move by move. It is dealt by the readable rules: that happens once a round."""

    def __init__(self, game: DaCapo) -> None:
        self._game, self._kernel, self._encoding = game, Kernel(game), Encoding(game)
        self._size = prod(self._encoding.shape)

    def row(self, s: State) -> Row:
        """Return a state as a row."""
        position = self._kernel.encode(s)
        seat, actions = look(position)
        return Row(position, seat, actions, s)

    def state(self, row: Row) -> State:
        """Return the state of a row: the same object each time."""
        if row.state is None:
            row.state = self._kernel.decode(row.position)
        return row.state

    def to_move(self, row: Row) -> int | None:
        """Return the seat to move, the dealer between rounds, None when the game is over."""
        return row.seat if row.seat >= 0 else DEALER if row.seat == DEALING else None

    def mask(self, row: Row) -> Numbers:
        """Return 1 for each legal action, as a new array."""
        mask = np.zeros(self._encoding.actions, np.int8)
        mask[row.actions] = 1
        return mask

    def move(self, row: Row, action: int) -> Move:
        """Return the move of a legal action."""
        return self._kernel.decode_move(code_of(row.position, action))

    def play(self, row: Row, action: Any) -> Row:
        """Return the row after an action, or raise IllegalMove with the rule."""
        number = read_action(action, self._encoding.actions)
        actions = row.actions
        place = actions.searchsorted(number)
        if place == len(actions) or actions[place] != number:
            self._encoding.move(self.state(row), number)
            raise AssertionError("the kernel refuses what the rules allow")
        return Row(*play(row.position, number))

    def deal(self, row: Row, rng: Random) -> Row:
        """Return the row after the deal of ``DaCapo.deal`` with the same generator."""
        return self.dealt(row, self._game.deal(self.state(row), rng))

    def dealt(self, row: Row, move: Deal) -> Row:
        """Return the row after a deal."""
        return self.row(self._game.play(self.state(row), move))

    def observe(self, row: Row, seat: int) -> Numbers:
        """Return the observation of a seat as a new array."""
        seen: Numbers = observe(row.position, seat, self._size)
        return seen.reshape(self._encoding.shape)
