"""The interface of bots, and how they are found by name."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from functools import partial
from random import Random
from typing import Any, Protocol

from encore.bots.engine import EngineBot
from encore.bots.greedy import GreedyBot
from encore.bots.levels import LEVELS, LevelBot
from encore.bots.mcts import MctsBot
from encore.bots.model import ModelBot, edition
from encore.bots.network_search import NetworkSearchBot
from encore.bots.random import RandomBot
from encore.core.errors import OptionError, quoted
from encore.core.game import AnyGame
from encore.core.thinking import Budget


class Bot(Protocol):
    """Chooses moves for a seat. A bot plays one game and may keep what it found."""

    def prepare(self, game: AnyGame) -> None:
        """Load what is needed for a game, however long it takes, before the clock of the first move runs.

        This is optional and changes no move: without it the first call of ``choose`` is slower.
        """

    def choose(self, game: AnyGame, view: Any, rng: Random, budget: Budget) -> Any:
        """Return a legal move for the seat to move, from its view, before the budget is spent.

        All randomness comes from ``rng``; with a budget of nodes alone the move is deterministic.
        """


_BOTS: dict[str, Callable[[], Bot]] = {
    "random": RandomBot,
    "greedy": GreedyBot,
    "mcts": MctsBot,
    **{f"bot:{level}": partial(LevelBot, level) for level in LEVELS},
}


MODEL = "model:"
"""The prefix of a network's file."""
SEARCH = "search:"
"""The prefix of a network's file, for a search that the network guides."""
ENGINE = "engine:"
"""The prefix of the command that starts an engine."""
PREFIXES = (MODEL, SEARCH, ENGINE)
"""What the names of bots begin with that need a file or a command."""
OTHERS = f"{MODEL}FILE, {SEARCH}FILE, {ENGINE}COMMAND"
"""Their names as people read them."""


def bot_names() -> tuple[str, ...]:
    """Return the names of all bots that need no file."""
    return tuple(_BOTS)


def find_bot(name: str) -> Bot:
    """Return a new bot of this name; ``name@200`` always thinks for 200 milliseconds.

    ``model:FILE`` is a network in a file, which does not search; ``search:FILE`` does. ``engine:COMMAND`` is a program
    that speaks UGI.
    """
    if name.startswith(MODEL):
        return ModelBot(name.removeprefix(MODEL))
    if name.startswith(SEARCH):
        return _timed(name.removeprefix(SEARCH), NetworkSearchBot)
    if name.startswith(ENGINE):
        return _timed(name.removeprefix(ENGINE), EngineBot)
    kind, at, milliseconds = name.partition("@")
    if kind not in _BOTS:
        known = ", ".join(_BOTS)
        raise OptionError(f"there is no bot {quoted(kind)}; the bots: {known}, {OTHERS}")
    if not at:
        return _BOTS[kind]()
    if not re.fullmatch(r"[1-9]\d{0,6}", milliseconds, re.ASCII):
        raise OptionError(f"a bot's time is in milliseconds, such as {kind}@200, not {quoted(milliseconds)}")
    return TimedBot(_BOTS[kind](), int(milliseconds) / 1000)


def _timed(given: str, kind: Callable[[str], Bot]) -> Bot:
    """Return the bot of a file or command, which may contain an @ that is not followed by milliseconds alone."""
    what, seconds = _parted(given)
    return TimedBot(kind(what), seconds) if seconds else kind(what)


def _parted(given: str) -> tuple[str, float | None]:
    timed = re.fullmatch(r"(.+)@([1-9]\d{0,6})", given, re.ASCII)
    return (timed[1], int(timed[2]) / 1000) if timed else (given, None)


def distinct(names: Sequence[str]) -> tuple[str, ...]:
    """Return players as people read them: a bot that plays several seats is numbered, ``bot:easy``, ``bot:easy 2``."""
    before = [names[:seat].count(name) if name.partition("@")[0] in _BOTS else 0 for seat, name in enumerate(names)]
    return tuple(f"{name} {number + 1}" if number else name for name, number in zip(names, before, strict=True))


def described(name: str) -> str:
    """Return a bot's name; for a network with a digest of its file."""
    if name.startswith(MODEL):
        return f"{name}#{edition(name.removeprefix(MODEL))}"
    if name.startswith(SEARCH):
        return f"{name}#{edition(_parted(name.removeprefix(SEARCH))[0])}"
    return name


class TimedBot:
    """A bot with its own time limit. The nodes and ``cancel`` of a budget apply too."""

    def __init__(self, bot: Bot, seconds: float) -> None:
        self.bot = bot
        self.seconds = seconds

    def prepare(self, game: AnyGame) -> None:
        """Have the bot load what it needs."""
        self.bot.prepare(game)

    def choose(self, game: AnyGame, view: Any, rng: Random, budget: Budget) -> Any:
        """Return the bot's move within its own time limit."""
        with budget.lasting(self.seconds) as own:
            return self.bot.choose(game, view, rng, own)
