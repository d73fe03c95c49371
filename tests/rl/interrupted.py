"""A bot of tests that is interrupted while it moves, as by Ctrl-C."""

from __future__ import annotations

from typing import Any

from encore.bots.bot import find_bot


class Tired:
    """Play random moves; the n-th, of all seats and games together, is interrupted."""

    def __init__(self, moves: int) -> None:
        self.bot, self.moves = find_bot("random"), moves

    def __call__(self, name: str) -> Tired:
        """Stand in for ``find_bot``."""
        return self

    def prepare(self, game: Any) -> None:
        self.bot.prepare(game)

    def choose(self, *asked: Any) -> Any:
        self.moves -= 1
        if self.moves == 0:
            raise KeyboardInterrupt
        return self.bot.choose(*asked)
