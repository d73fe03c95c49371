"""Many games of Tally, played by the readable rules."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from encore.core.encoding import rewards
from encore.core.parts import Arrays

from .encoding import Encoding
from .rules import State, Tally


class Games:
    """So many games that step together."""

    def __init__(self, game: Tally, count: int) -> None:
        self.game, self.encoding = game, Encoding(game)
        self.states = [game.initial()] * count

    def begin(self, seed: int, arrays: Arrays) -> None:
        self.states = [self.game.initial()] * len(self.states)
        arrays[2][...], arrays[3][...] = 0, False
        self._show(arrays)

    def step(self, actions: NDArray[np.int64], arrays: Arrays) -> int:
        for number, (s, action) in enumerate(zip(self.states, actions, strict=True)):
            if not 0 <= action < self.encoding.actions or not self.encoding.mask(s)[action]:
                return number
        for number, (s, action) in enumerate(zip(self.states, actions, strict=True)):
            after = self.game.play(s, int(action) + 1)
            outcome = self.game.outcome(after)
            arrays[2][number] = rewards(self.game, outcome) if outcome else 0
            arrays[3][number] = outcome is not None
            self.states[number] = self.game.initial() if outcome else after
        self._show(arrays)
        return -1

    def state(self, number: int) -> State:
        return self.states[number]

    def _show(self, arrays: Arrays) -> None:
        for number, s in enumerate(self.states):
            arrays[0][number] = self.encoding.observe(s, s.seat)
            arrays[1][number] = self.encoding.mask(s)
            arrays[4][number] = s.seat
