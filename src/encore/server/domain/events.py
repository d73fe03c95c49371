"""What can happen at a table. A row of the store holds the events that one action brought about, as JSON.

Tags are stored, so they never change: four events have newer names than their tags.
"""

from __future__ import annotations

from typing import Literal

import msgspec

from encore.core.fact import Fact
from encore.server.domain.clocks import Timing

Asking = Literal["draw", "undo", "rematch"]
Reason = Literal["rules", "resigned", "agreed", "time", "abandoned"]
Phrase = Literal["hello", "good luck", "well played", "nice move", "thanks", "oops", "one moment", "dakapo!"]
"""What can be said without writing it; a client shows it in the language of its reader."""


class Event(msgspec.Struct, frozen=True, omit_defaults=True, tag_field="e", tag=str.lower):
    """Something that happened."""


class Chair(msgspec.Struct, frozen=True, omit_defaults=True, forbid_unknown_fields=True):
    """Who may sit where: ``open`` to whoever is invited, ``screen`` for people before the opener's own, or a bot."""

    kind: Literal["open", "screen", "bot"]
    name: str = ""
    bot: str = ""


class Opened(Event, frozen=True):
    """A table was opened by ``holder`` (a hashed token), who invites others with ``invite`` (hashed too)."""

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
    rules: int = 1  # tables of 0.1.0 do not name it, and all were opened with rules version 1


class Joined(Event, frozen=True, tag="sat"):
    """Somebody took a chair."""

    chair: int
    name: str
    holder: str


class Left(Event, frozen=True, tag="rose"):
    """Somebody gave up a chair before the game began."""

    chair: int


class Began(Event, frozen=True):
    """A game began; ``first`` is the chair that plays the first seat."""

    first: int
    seed: str


class Moved(Event, frozen=True):
    """The chair to move played."""

    move: str


class Dealt(Event, frozen=True):
    """The dealer dealt."""

    move: str


class Undone(Event, frozen=True, tag="tookback"):
    """The last moves were taken back."""

    moves: int


class Asked(Event, frozen=True):
    """A chair asked for something that others must agree to, or agreed to it."""

    what: Asking
    chair: int


class Declined(Event, frozen=True, tag="refused"):
    """A chair said no to what was asked."""

    what: Asking
    chair: int


class Ended(Event, frozen=True):
    """A game is over; ``winners`` are chairs. ``why`` is the English text of the fact; rows of 0.1.0 have only it."""

    reason: Reason
    winners: tuple[int, ...]
    why: str = ""
    fact: Fact | None = None


class Said(Event, frozen=True):
    """Somebody said something, a text or a phrase; a watcher has no chair."""

    name: str
    text: str
    chair: int | None = None
    phrase: str = ""


class Resumed(Event, frozen=True):
    """There was no server for so many milliseconds of a live game, counted up to the time ``until``."""

    lost: int
    until: int = 0  # rows from before it was written have counted up to their own time


AnyEvent = Opened | Joined | Left | Began | Moved | Dealt | Undone | Asked | Declined | Ended | Said | Resumed

encode = msgspec.json.Encoder().encode
decode = msgspec.json.Decoder(tuple[AnyEvent, ...]).decode
