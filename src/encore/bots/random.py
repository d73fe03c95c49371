"""The bot that plays any legal move."""

from __future__ import annotations

from random import Random
from typing import Any

from encore.core.game import AnyGame
from encore.core.thinking import Budget


class RandomBot:
    """Every legal move is equally likely."""

    def prepare(self, game: AnyGame) -> None:
        """Load nothing: it does not think."""

    def choose(self, game: AnyGame, view: Any, rng: Random, budget: Budget) -> Any:
        """Return a legal move."""
        return rng.choice(game.legal_moves(view))
