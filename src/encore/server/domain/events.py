"""The events of a table. A row of the store holds the events of one action, as JSON.

Tags are stored, so they never change. Four events have newer names than their tags.
"""

from __future__ import annotations

from typing import Literal

import msgspec

from encore.core.fact import Fact
from encore.server.domain.clocks import Timing
from encore.server.domain.plans import Plan

Asking = Literal["draw", "undo", "rematch", "return"]
Reason = Literal["rules", "resigned", "agreed", "time", "abandoned", "forfeit"]
Leaving = Literal["resigned", "time", "abandoned"]
"""Why a player has left a game that goes on without them."""
AWAY = frozenset({"time", "abandoned"})
"""The reasons of those who were not there, which may be the fault of the server."""
Choice = Literal["bot", "end"]
"""What the others choose for an empty seat: a bot, or the end of the game."""
WhyClosed = Literal["rules", "fault", "other"]
"""Why an operator has closed a table: people broke the rules of the server, a technical fault, or something else."""
Phrase = Literal["hello", "good luck", "well played", "nice move", "thanks", "oops", "one moment", "dakapo!"]
"""Messages that can be sent without typing; a client shows them in the reader's language."""


class Event(msgspec.Struct, frozen=True, omit_defaults=True, tag_field="e", tag=str.lower):
    """Base class of the events."""


class Chair(msgspec.Struct, frozen=True, omit_defaults=True, forbid_unknown_fields=True):
    """A seat at the table: ``open`` to invited guests, ``screen`` for people at the opener's device, or a bot."""

    kind: Literal["open", "screen", "bot"]
    name: str = ""
    bot: str = ""


class Opened(Event, frozen=True):
    """A table was opened by ``holder`` (a hashed token), who invites others with ``invite`` (also hashed)."""

    game: str
    players: int
    options: dict[str, str | int]
    chairs: tuple[Chair, ...]
    timing: Timing
    listed: bool
    chat: bool
    holder: str
    invite: str
    phrases_only: bool = False
    rules: int = 1  # tables of 0.1.0 do not name it; all of them use rules version 1
    secret: str = ""  # the server's part of the seed of the first game; older rows and games without deals have none
    nonce_hash: str = ""  # the hash of the opener's nonce
    bots_after: int = 0  # seconds after which bots take the open seats; 0 for never
    rated: bool = False
    low: int = 0  # the ratings that the opener wants to play with; 0 for any
    high: int = 0


class Joined(Event, frozen=True, tag="sat"):
    """Somebody took a seat."""

    chair: int
    name: str
    holder: str
    nonce_hash: str = ""


class Left(Event, frozen=True, tag="rose"):
    """Somebody gave up a seat before the game began."""

    chair: int


class Sealed(Event, frozen=True):
    """Everybody is there, so the hashes of the nonces are fixed, and the devices are asked to reveal their nonces."""


class Revealed(Event, frozen=True):
    """The device that plays a chair revealed its nonce."""

    chair: int
    nonce: str


class BotsJoined(Event, frozen=True):
    """Bots took the open seats: nobody came in time, or the opener did not want to wait."""

    chairs: tuple[int, ...]
    bot: str


class Began(Event, frozen=True):
    """A game began; ``first`` is the chair that plays the game's first seat."""

    first: int
    seed: str


class Moved(Event, frozen=True):
    """The player to move played."""

    move: str


class Dealt(Event, frozen=True):
    """The dealer dealt."""

    move: str


class Undone(Event, frozen=True, tag="tookback"):
    """The last moves were undone."""

    moves: int


class Asked(Event, frozen=True):
    """A player asked for something that needs agreement, or agreed to it.

    The first request for a rematch brings the server's ``secret`` for it.
    """

    what: Asking
    chair: int
    nonce_hash: str = ""
    secret: str = ""


class Declined(Event, frozen=True, tag="refused"):
    """A player declined a request."""

    what: Asking
    chair: int


class Ended(Event, frozen=True):
    """A game ended; ``winners`` are chairs. ``why`` is the English text of the fact; rows of 0.1.0 have no fact."""

    reason: Reason
    winners: tuple[int, ...]
    why: str = ""
    fact: Fact | None = None


class Emptied(Event, frozen=True):
    """A player has left a game of three or more. The game stops until the others have chosen."""

    chair: int
    reason: Leaving


class Voted(Event, frozen=True):
    """A player has chosen what becomes of the empty seats."""

    chair: int
    choice: Choice


class Replaced(Event, frozen=True):
    """A bot has taken an empty seat."""

    chair: int
    bot: str


class Returned(Event, frozen=True):
    """Whoever had left a seat has it again."""

    chair: int


class Planned(Event, frozen=True):
    """A player who waits has replaced their plan; an empty one deletes it. Nobody else is told what it says."""

    chair: int
    plan: Plan = ()


class Rested(Event, frozen=True, tag="holiday"):
    """A player has announced a holiday, from ``start`` to ``end``; one with the same start replaces that one."""

    chair: int
    start: int
    end: int


class Closed(Event, frozen=True):
    """An operator has closed the table. A running game has no result; ``text`` are the operator's own words."""

    why: WhyClosed
    text: str = ""


class Said(Event, frozen=True):
    """Somebody sent a chat message, a text or a phrase; a spectator has no seat."""

    name: str
    text: str
    chair: int | None = None
    phrase: str = ""
    speaker: str = ""  # of a spectator: an id that says nothing at other tables; older rows have none


class Resumed(Event, frozen=True):
    """A live game was refunded the milliseconds of a server outage, counted up to the time ``until``.

    Those who have to answer in a vote, or a request to return, get back the milliseconds ``answers``.
    """

    lost: int
    until: int = 0  # older rows lack it; they count up to their own time
    answers: int = 0


Seating = Joined | Left | BotsJoined
"""What happens to the seats before a game."""
Vacancy = Emptied | Voted | Replaced | Returned
"""What happens to the seat of a player who leaves."""
Fairness = Sealed | Revealed
"""What happens between the last seat that is taken and a game with fair deals."""
Playing = Began | Moved | Dealt | Undone | Ended | Resumed
AnyEvent = Opened | Seating | Fairness | Playing | Asked | Declined | Said | Vacancy | Planned | Rested | Closed

encode = msgspec.json.Encoder().encode
decode = msgspec.json.Decoder(tuple[AnyEvent, ...]).decode
