"""What a bot is, and how one is found by its name."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from random import Random
from typing import Any, Protocol

from encore.bots.greedy import GreedyBot
from encore.bots.levels import LEVELS, LevelBot
from encore.bots.mcts import MctsBot
from encore.bots.random import RandomBot
from encore.core.errors import OptionError, quoted
from encore.core.game import AnyGame
from encore.core.thinking import Budget


class Bot(Protocol):
    """Chooses moves for a seat. One bot plays one game and may remember what it learnt."""

    def choose(self, game: AnyGame, view: Any, rng: Random, budget: Budget) -> Any:
        """Return a legal move for the seat to move, whose view this is, before the budget is spent.

        All chance comes from ``rng``; with a budget of nodes alone the answer is always the same.
        """


_BOTS: dict[str, Callable[[], Bot]] = {
    "random": RandomBot,
    "greedy": GreedyBot,
    "mcts": MctsBot,
    **{f"bot:{level}": partial(LevelBot, level) for level in LEVELS},
}


def bot_names() -> tuple[str, ...]:
    """Return the names of all bots."""
    return tuple(_BOTS)


def find_bot(name: str) -> Bot:
    """Return a new bot of this name."""
    if name not in _BOTS:
        raise OptionError(f"there is no bot {quoted(name)}; the bots: {', '.join(_BOTS)}")
    return _BOTS[name]()
