"""Tally in numbers: action 0 adds one; an observation is the total."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from encore.core.encoding import read_action

from .rules import GOAL, State, Tally


class Encoding:
    """The actions are as many as can be added by the rules of a version."""

    version = 1
    shape = (1,)
    longest = GOAL

    def __init__(self, game: Tally) -> None:
        self.game = game
        self.actions = game.most

    def code(self, s: State, move: int) -> int:
        return move - 1

    def move(self, s: State, code: object) -> int:
        move = read_action(code, self.actions) + 1
        self.game.play(s, move)
        return move

    def told(self, s: State, move: int) -> int:
        return move - 1

    def mask(self, s: State) -> NDArray[np.int8]:
        legal = np.zeros(self.actions, np.int8)
        legal[: len(self.game.legal_moves(s))] = 1
        return legal

    def observe(self, view: State, seat: int) -> NDArray[np.int8]:
        return np.array([view.total], np.int8)
