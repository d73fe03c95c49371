"""What a bot is, and how one is found by its name."""

from __future__ import annotations

from random import Random
from typing import Any, Protocol

from encore.bots.random import RandomBot
from encore.core.errors import OptionError, quoted
from encore.core.game import AnyGame


class Bot(Protocol):
    """Chooses moves for a seat."""

    def choose(self, game: AnyGame, view: Any, rng: Random) -> Any:
        """Return a legal move for the seat to move, whose view this is; all chance comes from ``rng``."""


_BOTS: dict[str, type[Bot]] = {"random": RandomBot}


def bot_names() -> tuple[str, ...]:
    """Return the names of all bots."""
    return tuple(_BOTS)


def find_bot(name: str) -> Bot:
    """Return the bot called ``name``."""
    if name not in _BOTS:
        raise OptionError(f"there is no bot {quoted(name)}; the bots: {', '.join(_BOTS)}")
    return _BOTS[name]()
