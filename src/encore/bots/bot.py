"""What a bot is, and how one is found by its name."""

from __future__ import annotations

import re
from collections.abc import Callable
from functools import partial
from random import Random
from typing import Any, Protocol

from encore.bots.greedy import GreedyBot
from encore.bots.levels import LEVELS, LevelBot
from encore.bots.mcts import MctsBot
from encore.bots.model import ModelBot, edition
from encore.bots.random import RandomBot
from encore.core.errors import OptionError, quoted
from encore.core.game import AnyGame
from encore.core.thinking import Budget


class Bot(Protocol):
    """Chooses moves for a seat. One bot plays one game and may remember what it learnt."""

    def prepare(self, game: AnyGame) -> None:
        """Load what is needed to think about a game, however long it takes; before the clock of a first move runs.

        It changes no answer: ``choose`` does without it, only the first time later.
        """

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


MODEL = "model:"
"""What stands before the file of a network that plays."""


def bot_names() -> tuple[str, ...]:
    """Return the names of all bots that need no file."""
    return tuple(_BOTS)


def find_bot(name: str) -> Bot:
    """Return a new bot of this name; ``name@200`` thinks for 200 milliseconds, whatever the others may.

    ``model:FILE`` is the network in a file, which does not think.
    """
    if name.startswith(MODEL):
        return ModelBot(name.removeprefix(MODEL))
    kind, at, milliseconds = name.partition("@")
    if kind not in _BOTS:
        raise OptionError(f"there is no bot {quoted(kind)}; the bots: {', '.join(_BOTS)}, {MODEL}FILE")
    if not at:
        return _BOTS[kind]()
    if not re.fullmatch(r"[1-9]\d{0,6}", milliseconds, re.ASCII):
        raise OptionError(f"a bot's time is in milliseconds, such as {kind}@200, not {quoted(milliseconds)}")
    return TimedBot(_BOTS[kind](), int(milliseconds) / 1000)


def described(name: str) -> str:
    """Return a bot's name, and for a network what tells its file from another of the same name."""
    return f"{name}#{edition(name.removeprefix(MODEL))}" if name.startswith(MODEL) else name


class TimedBot:
    """A bot with a time of its own. The nodes of a budget, and its end by ``cancel``, hold for this bot as well."""

    def __init__(self, bot: Bot, seconds: float) -> None:
        self.bot = bot
        self.seconds = seconds

    def prepare(self, game: AnyGame) -> None:
        """Have the bot load what it needs."""
        self.bot.prepare(game)

    def choose(self, game: AnyGame, view: Any, rng: Random, budget: Budget) -> Any:
        """Return the bot's move within its own time."""
        with budget.lasting(self.seconds) as own:
            return self.bot.choose(game, view, rng, own)
