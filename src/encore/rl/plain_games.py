"""A batch of a game that has no kernels for it: its rules play one game after the other."""

from __future__ import annotations

from random import Random
from typing import Any

import numpy as np
from numpy.typing import NDArray

from encore.core.choice import RESTART, WAIT
from encore.core.encoding import encoding_of, rewards
from encore.core.errors import IllegalMove
from encore.core.game import DEALER, AnyGame
from encore.core.parts import Arrays


class PlainGames:
    """A number of games, each with a state of the readable rules and its own random generator."""

    def __init__(self, game: AnyGame, count: int) -> None:
        self._game, self._encoding = game, encoding_of(game)
        self._states: list[Any] = [game.initial()] * count
        self._ends: list[Any] = [None] * count
        self._dealers = [Random() for _ in range(count)]

    def begin(self, seed: int, arrays: Arrays) -> None:
        """Restart every game."""
        _, _, won, done, _ = arrays
        won[:], done[:] = 0, False
        for number, dealer in enumerate(self._dealers):
            dealer.seed(f"{seed}/{number}")
            self._begin(number)
            self._show(number, arrays)

    def step(self, actions: NDArray[np.int64], arrays: Arrays) -> int:
        """Play an action in each game; return -1, or the first game where it is illegal, with nothing played."""
        _, _, won, done, _ = arrays
        moves: dict[int, Any] = {}
        for number, action in enumerate(actions.tolist()):
            if action in (WAIT, RESTART):
                continue
            try:
                moves[number] = self._encoding.move(self._states[number], action)
            except IllegalMove:
                return number
        won[:], done[:] = 0, actions == RESTART
        for number, move in moves.items():
            s = self._deal(number, self._game.play(self._states[number], move))
            self._states[number] = s
            if outcome := self._game.outcome(s):
                won[number], done[number] = rewards(self._game, outcome), True
                self._ends[number] = s
        for number in np.flatnonzero(done).tolist():
            self._begin(number)
        for number in np.flatnonzero(actions != WAIT).tolist():
            self._show(number, arrays)
        return -1

    def state(self, number: int) -> Any:
        """Return the current state of a game."""
        return self._states[number]

    def ended(self, number: int) -> Any:
        """Return how the last game ended."""
        return self._ends[number]

    def _begin(self, number: int) -> None:
        """Deal a new game; if the game ends with its deal, deal again, because there is nothing to play in it."""
        s = self._deal(number, self._game.initial())
        while self._game.to_move(s) is None:
            s = self._deal(number, self._game.initial())
        self._states[number] = s

    def _deal(self, number: int, s: Any) -> Any:
        while self._game.to_move(s) == DEALER:
            s = self._game.play(s, self._game.deal(s, self._dealers[number]))
        return s

    def _show(self, number: int, arrays: Arrays) -> None:
        observations, masks, _, _, seat = arrays
        s = self._states[number]
        mover = self._game.to_move(s)
        assert mover is not None
        observations[number] = self._encoding.observe(self._game.view(s, mover), mover)
        masks[number] = self._encoding.mask(s)
        seat[number] = mover
