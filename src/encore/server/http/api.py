"""What is asked and answered over HTTP."""

from __future__ import annotations

from typing import Annotated, Literal

import msgspec
from msgspec import Meta

from encore.bots.bot import bot_names
from encore.core.errors import OptionError, quoted
from encore.core.fact import Fact
from encore.server.domain.clocks import Timing
from encore.server.domain.decisions import LONGEST_NAME
from encore.server.domain.events import Chair, Opened
from encore.server.domain.names import clean
from encore.server.domain.study import MOST_SEATS, open_game
from encore.server.rooms.receiver import Wish
from encore.server.wire.messages import Name, Place
from encore.server.wire.versions import NEWEST

Keep = Literal["cookie", "token"]
"""Where a client keeps the secret of its seat: browsers in a cookie, programs where they like."""


class NewTable(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A table to be opened. Without ``chairs`` the opener sits on the first and the others are open."""

    game: Annotated[str, Meta(max_length=32)]
    players: Annotated[int, Meta(ge=1, le=MOST_SEATS)] | None = None
    options: dict[Annotated[str, Meta(max_length=32)], Annotated[str, Meta(max_length=32)] | int] = {}
    chairs: Annotated[tuple[Chair, ...], Meta(max_length=MOST_SEATS)] = ()
    timing: Timing = Timing()
    listed: bool = False
    chat: bool = True
    phrases_only: bool = False
    name: Name = "guest"
    keep: Keep = "cookie"


def opened(asked: NewTable, holder: str, invite: str) -> Opened:
    """Return the table that was asked for, or raise OptionError."""
    game = open_game(asked.game, asked.players, asked.options)
    asked.timing.check()
    chairs = asked.chairs or (Chair("screen"), *(Chair("open") for _ in range(game.players - 1)))
    if len(chairs) != game.players:
        raise OptionError(Fact("server.seats-for-players", seats=len(chairs), players=game.players))
    named = []
    for chair in chairs:
        if chair.kind == "bot":
            if chair.bot and chair.bot not in bot_names():
                # A time of its own (bot:hard@5000) is for matches: here all share the workers.
                raise OptionError(Fact("server.no-bot", bot=quoted(chair.bot), bots=", ".join(bot_names())))
            named.append(Chair("bot", bot=chair.bot or "bot:easy"))
        else:
            named.append(
                Chair(chair.kind, clean(chair.name or asked.name)[:LONGEST_NAME] if chair.kind == "screen" else "")
            )
    return Opened(
        game.name, game.players, dict(game.changed_options), tuple(named), asked.timing, asked.listed, asked.chat,
        holder, invite, asked.phrases_only, game.rules_version,
    )  # fmt: skip


class JoinTable(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Somebody who wants a chair, any free one or a certain one. A listed table takes everybody, without invitation.

    ``secret`` becomes the token, so that the same request can be sent again when its answer was lost.
    """

    invite: Annotated[str, Meta(max_length=64)] = ""
    name: Name = "guest"
    chair: Place | None = None
    keep: Keep = "cookie"
    secret: Annotated[str, Meta(min_length=32, max_length=64)] | None = None


class Seated(msgspec.Struct, frozen=True, omit_defaults=True):
    """The chairs that are yours; ``invite`` lets others in, ``token`` is there for programs that asked for it."""

    table: str
    you: tuple[int, ...]
    invite: str = ""
    token: str = ""


class Failure(msgspec.Struct, frozen=True, omit_defaults=True):
    """Why a request was not answered: ``why`` in English, ``fact`` as data."""

    error: str
    why: str
    rule: str | None = None
    fact: Fact | None = None


class Fetched:
    """Somebody who asks once and does not stay."""

    wants: Wish = "view"
    protocol = NEWEST

    def __init__(self, chairs: tuple[int, ...]) -> None:
        self.chairs = chairs

    def post(self, data: bytes) -> None:
        """Tell nothing: they have gone."""
