"""Players by seat, as typed: ``--seat human --seat random`` or ``--seat human,random``."""

from __future__ import annotations

from collections.abc import Sequence

from encore.bots.bot import OTHERS, PREFIXES, find_bot
from encore.core.errors import OptionError, quoted
from encore.core.game import AnyGame


def read_seats(given: Sequence[str], game: AnyGame, known: Sequence[str], what: str) -> tuple[str, ...]:
    """Return the names that were given; each must be known, and there can be no more than seats."""
    names = tuple(name for value in given for name in value.split(","))
    for name in names:
        if name.startswith(PREFIXES):
            # An unsuitable model or engine is reported now, not when its turn comes.
            find_bot(name).prepare(game)
        elif "@" in name:
            find_bot(name)
        elif name not in known:
            raise OptionError(f"{what} is one of {', '.join(known)}, {OTHERS}, not {quoted(name)}")
    if len(names) > game.players:
        seats = f"{game.players} seat{'s' * (game.players > 1)}"
        raise OptionError(f"{len(names)} names for {seats}; name at most one for each seat")
    return names
