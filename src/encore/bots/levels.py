"""Five levels of play for every game: the game's own search where it has one, else tree search."""

from __future__ import annotations

from random import Random
from typing import Any

from encore.bots.mcts import search
from encore.bots.walk import prepare_walk
from encore.core.game import AnyGame
from encore.core.parts import Searcher
from encore.core.registry import package_of
from encore.core.thinking import Budget, Skill

LEVELS = {
    "beginner": Skill(30, 0.5),
    "easy": Skill(100, 0.3),
    "medium": Skill(400, 0.15),
    "hard": Skill(2000, 0.05),
    "expert": Skill(),
}
"""The skill of each level in a game without its own search."""


class LevelBot:
    """Plays at a level. It keeps what its search found for the rest of the game."""

    def __init__(self, level: str) -> None:
        self.level = level
        self._searchers: dict[AnyGame, Searcher | None] = {}

    def prepare(self, game: AnyGame) -> None:
        """Load the kernels of the game's search, and create the search."""
        package = package_of(type(game))
        if not package.searcher:
            prepare_walk(game)
        elif prepare := package.prepare.load():
            prepare(game)
        self._searcher(game)

    def choose(self, game: AnyGame, view: Any, rng: Random, budget: Budget) -> Any:
        """Return the best move that the level finds."""
        searcher, levels = self._searcher(game), package_of(type(game)).levels.load() or LEVELS
        if searcher is None:
            return search(game, view, rng, budget, LEVELS[self.level]).move
        return searcher.search(view, rng, budget, levels[self.level]).move

    def _searcher(self, game: AnyGame) -> Searcher | None:
        if game not in self._searchers:
            searcher = package_of(type(game)).searcher.load()
            self._searchers[game] = searcher(game) if searcher else None
        return self._searchers[game]
