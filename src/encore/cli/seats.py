"""Who sits where, as people write it: ``--seat human --seat random`` or ``--seat human,random``."""

from __future__ import annotations

from collections.abc import Sequence

from encore.bots import find_bot
from encore.core.errors import OptionError, quoted


def read_seats(given: Sequence[str], players: int, known: Sequence[str], what: str) -> tuple[str, ...]:
    """Return the names that were given, each one of those known and no more than there are players."""
    names = tuple(name for value in given for name in value.split(","))
    for name in names:
        if "@" in name:
            find_bot(name)
        elif name not in known:
            raise OptionError(f"{what} is one of {', '.join(known)}, not {quoted(name)}")
    if len(names) > players:
        raise OptionError(f"{len(names)} names for {players} seat{'s' * (players > 1)}; name no more than sit there")
    return names
