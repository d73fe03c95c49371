"""The engines of a server: programs that the operator names. Players know their names, never the commands."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence

from encore.bots.bot import ENGINE, bot_names, find_bot
from encore.core.errors import OptionError, quoted
from encore.core.fact import Fact

_NAMED = re.compile(r"([a-z][a-z0-9-]{0,19})=(.+)")


class Engines:
    """The commands of the engines by their names."""

    def __init__(self, commands: Mapping[str, str] | None = None) -> None:
        self._commands = dict(commands or {})

    def check(self, bot: str) -> None:
        """Raise OptionError if this server has no such bot.

        Bots with their own time limit (bot:hard@5000) are for matches; on a server all share the workers.
        """
        known = (*bot_names(), *(ENGINE + name for name in self._commands))
        if bot not in known:
            raise OptionError(Fact("server.no-bot", bot=quoted(bot), bots=", ".join(known)))

    def played_as(self, bot: str) -> str | None:
        """Return what a worker plays for a bot of a table; None for an engine that is not offered here any more.

        A name at a table is never taken for a command: it may come from a file that was imported.
        """
        if not bot.startswith(ENGINE):
            return bot
        command = self._commands.get(bot.removeprefix(ENGINE))
        return None if command is None else ENGINE + command


def read_engines(given: Sequence[str]) -> Engines:
    """Read ``NAME=COMMAND``, or raise OptionError."""
    commands: dict[str, str] = {}
    for text in given:
        found = _NAMED.fullmatch(text)
        if not found:
            raise OptionError(f"--engine is NAME=COMMAND, the name in small letters and digits, not {quoted(text)}")
        if found[1] in commands:
            raise OptionError(f"--engine names {found[1]} twice")
        find_bot(ENGINE + found[2])
        commands[found[1]] = found[2]
    return Engines(commands)
