"""Who sits where, as people write it: ``--seat human --seat random`` or ``--seat human,random``."""

from __future__ import annotations

from collections.abc import Sequence

from encore.bots.bot import MODEL, find_bot
from encore.core.errors import OptionError, quoted
from encore.core.game import AnyGame


def read_seats(given: Sequence[str], game: AnyGame, known: Sequence[str], what: str) -> tuple[str, ...]:
    """Return the names that were given, each one of those known and no more than there are players."""
    names = tuple(name for value in given for name in value.split(","))
    for name in names:
        if name.startswith(MODEL):
            # Whether it knows this game is told at once, not when its turn comes.
            find_bot(name).prepare(game)
        elif "@" in name:
            find_bot(name)
        elif name not in known:
            raise OptionError(f"{what} is one of {', '.join(known)}, {MODEL}FILE, not {quoted(name)}")
    if len(names) > game.players:
        seats = f"{game.players} seat{'s' * (game.players > 1)}"
        raise OptionError(f"{len(names)} names for {seats}; name no more than sit there")
    return names
