"""The bots that take the seats of players who have left."""

from __future__ import annotations

from encore.bots.levels import LEVELS
from encore.server.domain.events import Replaced
from encore.server.domain.table import Table

USUAL = "bot:medium"
"""The bot for an empty seat at a table without bots."""


def bot_for(table: Table) -> str:
    """Return the bot for an empty seat: the strongest one at the table, or the usual one."""
    bots = [chair.bot for chair in table.chairs if chair.kind == "bot"]
    return max(bots, key=_strength, default=USUAL)


def _strength(bot: str) -> int:
    level = bot.removeprefix("bot:")
    return list(LEVELS).index(level) if level in LEVELS else -1


def filled(table: Table) -> tuple[Replaced, ...]:
    """Return the events that seat a bot on every empty seat."""
    return tuple(Replaced(chair, bot_for(table)) for chair in table.vacancies.empty)
