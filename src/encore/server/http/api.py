"""Requests and responses of the HTTP API."""

from __future__ import annotations

from typing import Annotated, Literal

import msgspec
from msgspec import Meta

from encore.core.errors import OptionError
from encore.core.fact import Fact
from encore.core.game import AnyGame
from encore.server.bots.engines import Engines
from encore.server.domain.clocks import Timing
from encore.server.domain.deals import has_dealer, new_seed
from encore.server.domain.decisions import LONGEST_NAME
from encore.server.domain.events import Chair, Opened
from encore.server.domain.names import Secret, clean_name
from encore.server.domain.nonces import Hash, Hex
from encore.server.domain.positions import MOST_SEATS, open_game
from encore.server.domain.rated import check_rated
from encore.server.domain.seeks import BOT, LATEST_BOTS, TimingKind
from encore.server.domain.table import Table
from encore.server.rooms.pictures import Written
from encore.server.rooms.receiver import Wish
from encore.server.wire.messages import Name, Place, TableName
from encore.server.wire.versions import NEWEST

Keep = Literal["cookie", "token"]
"""Where a client keeps the token of its seat: browsers in a cookie, programs wherever they choose."""
GameName = Annotated[str, Meta(max_length=32)]
BotsAfter = Annotated[int, Meta(ge=0, le=LATEST_BOTS)]
"""Seconds after which bots take the open seats; 0 for never."""
RatingLimit = Annotated[int, Meta(ge=0, le=9999)]
MOST_OWN = 500
"""Tables that a browser may name as its own."""


class NewChair(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A seat of a table to open; without a name it gets the opener's. Its limits are not those of stored seats."""

    kind: Literal["open", "screen", "bot"]
    name: Annotated[str, Meta(max_length=LONGEST_NAME)] = ""
    bot: str = ""


class NewTable(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A table to open. Without ``chairs`` the opener takes the first seat and the others are open.

    A ``rated`` one is for people who want ratings, from ``low`` to ``high``; 0 for any.

    ``nonce_hash`` is the SHA-256 of a nonce that the opener's device will reveal when every seat is taken.
    """

    game: GameName
    players: Annotated[int, Meta(ge=1, le=MOST_SEATS)] | None = None
    options: dict[Annotated[str, Meta(max_length=32)], Annotated[str, Meta(max_length=32)] | int] = {}
    chairs: Annotated[tuple[NewChair, ...], Meta(max_length=MOST_SEATS)] = ()
    timing: Timing = Timing()
    listed: bool = False
    chat: bool = True
    phrases_only: bool = False
    name: Name = "guest"
    keep: Keep = "cookie"
    nonce_hash: Hash = ""
    bots_after: BotsAfter = 0
    rated: bool = False
    low: RatingLimit = 0
    high: RatingLimit = 0


def opened(asked: NewTable, holder: str, invite: str, engines: Engines) -> Opened:
    """Return the requested table, or raise OptionError."""
    game = open_game(asked.game, asked.players, asked.options)
    asked.timing.check()
    chairs = asked.chairs or (NewChair("screen"), *(NewChair("open") for _ in range(game.players - 1)))
    if len(chairs) != game.players:
        raise OptionError(Fact("server.seats-for-players", seats=len(chairs), players=game.players))
    named = []
    for chair in chairs:
        if chair.kind == "bot":
            if chair.bot:
                engines.check(chair.bot)
            named.append(Chair("bot", bot=chair.bot or "bot:easy"))
        else:
            named.append(Chair(chair.kind, clean_name(chair.name or asked.name) if chair.kind == "screen" else ""))
    table = Opened(
        game.name, game.players, dict(game.changed_options), tuple(named), asked.timing, asked.listed, asked.chat,
        holder, invite, asked.phrases_only, game.rules_version, *_seed_parts(game, asked.nonce_hash), asked.bots_after,
        asked.rated, asked.low, asked.high,
    )  # fmt: skip
    check_rated(table, game)
    return table


def _seed_parts(game: AnyGame, nonce_hash: str) -> tuple[str, str]:
    """Return the server's secret and the opener's hash; a game without deals needs neither."""
    return (new_seed(), nonce_hash) if has_dealer(game) else ("", "")


class JoinTable(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A request for any free seat or a specific one. A listed table needs no invitation.

    ``secret`` becomes the token, so that the same request can be sent again if the response was lost. ``nonce_hash`` is
    as in a request for a new table.
    """

    invite: Annotated[str, Meta(max_length=64)] = ""
    name: Name = "guest"
    chair: Place | None = None
    keep: Keep = "cookie"
    secret: Secret | None = None
    nonce_hash: Hash = ""


class RevealNonce(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The nonce whose hash was sent with the request to open or to join."""

    nonce: Hex


class Pair(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A wish to play with somebody: one of some games, or any without ``games``; with a kind of clock, or any.

    ``own`` are tables at which the sender has a seat already. ``secret`` and ``nonce_hash`` are as in a request to
    join. If nobody waits, a table is opened that waits for others, with bots after some seconds if that is wanted.
    A ``rated`` game is played with the person who is nearest in strength.
    """

    games: Annotated[tuple[GameName, ...], Meta(max_length=100)] = ()
    players: Annotated[int, Meta(ge=2, le=MOST_SEATS)] | None = None
    timing: TimingKind | None = None
    bots_after: BotsAfter = 0
    rated: bool = False
    own: Annotated[tuple[TableName, ...], Meta(max_length=MOST_OWN)] = ()
    name: Name = "guest"
    keep: Keep = "cookie"
    secret: Secret | None = None
    nonce_hash: Hash = ""


class FillSeats(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A request of a table's opener that bots take the open seats now."""

    bot: Annotated[str, Meta(max_length=32)] = BOT


class Seated(msgspec.Struct, frozen=True, omit_defaults=True):
    """Your seats; ``invite`` lets others join, ``token`` is present for programs that asked for it."""

    table: str
    you: tuple[int, ...]
    invite: str = ""
    token: str = ""


class FreeSeats(msgspec.Struct, frozen=True):
    """Whether the seats of whoever asks are ``free``: no person keeps them yet."""

    table: str
    free: bool


class Failure(msgspec.Struct, frozen=True, omit_defaults=True):
    """Why a request failed: ``why`` in English, ``fact`` as data."""

    error: str
    why: str
    rule: str | None = None
    fact: Fact | None = None


class Fetched:
    """A receiver that asks once and does not stay connected."""

    wants: Wish = "view"
    protocol = NEWEST
    visible = False

    unheard: frozenset[str] = frozenset()

    def __init__(self, table: Table, holder: str | None, person: str) -> None:
        self.holder, self.person = holder, person
        self.chairs, self.left = table.held(holder), table.left_by(holder)

    def post(self, data: Written) -> None:
        """Send nothing: the receiver has gone."""
