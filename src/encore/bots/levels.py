"""Five levels of play for every game: the game's own search where it has one, else tree search."""

from __future__ import annotations

from random import Random
from types import ModuleType
from typing import Any

from encore.bots.mcts import search
from encore.bots.walk import prepare_walk
from encore.core.game import AnyGame
from encore.core.registry import part
from encore.core.thinking import Budget, Sight

LEVELS = {
    "beginner": Sight(30, 0.5),
    "easy": Sight(100, 0.3),
    "medium": Sight(400, 0.15),
    "hard": Sight(2000, 0.05),
    "expert": Sight(),
}
"""How well each level looks in a game without a search of its own."""


class LevelBot:
    """Plays at a level. It keeps what its search has learnt for the rest of the game."""

    def __init__(self, level: str) -> None:
        self.level = level
        self._searchers: dict[AnyGame, Any] = {}

    def prepare(self, game: AnyGame) -> None:
        """Load the kernels of the game's search, and have the search ready."""
        module = part(type(game), "search")
        if module is None:
            prepare_walk(game)
        else:
            if hasattr(module, "prepare"):
                module.prepare(game)
            self._searcher(module, game)

    def choose(self, game: AnyGame, view: Any, rng: Random, budget: Budget) -> Any:
        """Return the best move that the level sees."""
        module = part(type(game), "search")
        if module is None:
            return search(game, view, rng, budget, LEVELS[self.level]).move
        return self._searcher(module, game).search(view, rng, budget, module.LEVELS[self.level]).move

    def _searcher(self, module: ModuleType, game: AnyGame) -> Any:
        if game not in self._searchers:
            self._searchers[game] = module.Searcher(game)
        return self._searchers[game]
