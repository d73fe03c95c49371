"""The bot that plays any legal move."""

from __future__ import annotations

from random import Random
from typing import Any

from encore.core.game import AnyGame
from encore.core.thinking import Budget


class RandomBot:
    """Plays a random legal move."""

    def prepare(self, game: AnyGame) -> None:
        """Do nothing."""

    def choose(self, game: AnyGame, view: Any, rng: Random, budget: Budget) -> Any:
        """Return a legal move."""
        return rng.choice(game.legal_moves(view))
