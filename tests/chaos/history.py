"""What happened in a run, as the clients and the test saw it, and what the store had at the end."""

from __future__ import annotations

import time
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any, Literal

import msgspec

from encore.server.domain.row import Row

_WALL, _STARTED = time.time(), time.monotonic()


def now() -> int:
    """Return milliseconds of the time of day that are never set back."""
    return int((_WALL + time.monotonic() - _STARTED) * 1000)


class Entry(msgspec.Struct, frozen=True, tag_field="e", tag=str.lower):
    """Something that happened at a time, in milliseconds."""

    at: int


class Sent(Entry, frozen=True):
    """A client sent an action; after a lost connection it is sent again with the same ``action``."""

    who: str
    table: str
    action: str
    kind: str
    what: str
    """The move or the text."""


class Answered(Entry, frozen=True):
    """An action was acknowledged (``code`` is empty) or refused; ``sent`` is when this attempt was sent."""

    who: str
    table: str
    action: str
    code: str
    v: int
    sent: int


class Seen(Entry, frozen=True):
    """A client got an ``ev`` or a ``full`` over one of its connections."""

    who: str
    connection: int
    frame: str


class Sat(Entry, frozen=True):
    """A client has a seat at a table; ``token`` is its secret."""

    who: str
    table: str
    token: str
    pairing: str = ""
    """If it asked for somebody to play with: the number of that request."""


class Subscribed(Entry, frozen=True):
    """A person has a browser that wants notices; ``who`` is also the name of the browser."""

    who: str


class Pushed(Entry, frozen=True):
    """The push service got a notice for somebody."""

    who: str
    kind: str
    table: str


class Probed(Entry, frozen=True):
    """A server stored an action of the client that always asks this one."""

    server: str


class Fault(Entry, frozen=True):
    """A fault began at ``at`` and was over at ``until``; ``recovered`` is when all servers served moves again."""

    kind: str
    where: str
    until: int
    recovered: int = 0
    alone: bool = True
    """Whether no other fault came before all was well again."""
    one_way: bool = False
    """Whether bytes were held up in one direction only."""


AnyEntry = Sent | Answered | Seen | Sat | Subscribed | Pushed | Probed | Fault


class Stored(msgspec.Struct):
    """What the store had at the end: rows by table, unsent notices (table, kind, holder), and records by table."""

    rows: dict[str, list[Row]]
    notices: Sequence[tuple[str, str, str]] = ()
    seats: Sequence[tuple[str, str]] = ()
    """Table and holder of the seats that people keep."""
    records: Mapping[str, str] = {}


class History:
    """All entries, in the order in which they were noted."""

    def __init__(self) -> None:
        self.entries: list[AnyEntry] = []

    def note(self, entry: AnyEntry) -> None:
        self.entries.append(entry)

    def of(self, kind: type[Any]) -> list[Any]:
        """Return the entries of a kind."""
        return [entry for entry in self.entries if type(entry) is kind]

    def write(self, folder: Path, stored: Stored) -> None:
        """Write everything into a folder, a line each."""
        with (folder / "history.jsonl").open("wb") as file:
            for entry in self.entries:
                file.write(msgspec.json.encode(entry) + b"\n")
        with (folder / "rows.jsonl").open("wb") as file:
            for row in (row for rows in stored.rows.values() for row in rows):
                file.write(msgspec.json.encode((row.table, row.seq, row.at, row.action, row.data.decode())) + b"\n")


Outcome = Literal["ack", "nak", "unknown"]
UNKNOWN = frozenset({"busy", "failed"})
"""Codes after which an action may be stored all the same: the database was lost in the middle."""
