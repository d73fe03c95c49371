"""What an operator may ask for, and the answers: one line of JSON each."""

from __future__ import annotations

from typing import Annotated, Any

import msgspec
from msgspec import Meta

from encore.core.errors import EncoreError
from encore.server.domain.events import WhyClosed
from encore.server.domain.moderation import LONGEST_TEXT, Broadcast, Kind, LogEntry, Report, Restriction, Whom

LONGEST_LINE = 1 << 24
"""Bytes of a line at most: a list of thousands of tables."""

Text = Annotated[str, Meta(max_length=LONGEST_TEXT)]
Milliseconds = Annotated[int, Meta(gt=0)]


class Order(msgspec.Struct, frozen=True, tag_field="do", tag=str.lower, forbid_unknown_fields=True):
    """Something that an operator wants."""


class GetLoad(Order, frozen=True, tag="load"):
    """Ask how much the process has to do; it counts for a second."""


class GetTables(Order, frozen=True, tag="tables"):
    """Ask for the tables that are open in the process.

    ``find`` is a part of the name of a table or of a player; ``most`` 0 is no limit.
    """

    find: Text = ""
    most: Annotated[int, Meta(ge=0)] = 0


class GetTable(Order, frozen=True, tag="table"):
    """Ask who is at a table; with ``open`` it is opened if it is not."""

    table: str
    open: bool = False


class CloseTable(Order, frozen=True, tag="close"):
    """Close a table for ever; ``text`` are the operator's own words for the players."""

    table: str
    why: WhyClosed
    text: Text = ""


class Restrict(Order, frozen=True):
    """Exclude or mute somebody for a time."""

    kind: Kind
    whom: Whom
    target: str
    ms: Milliseconds
    reason: Text = ""


class GetRestrictions(Order, frozen=True, tag="restrictions"):
    """Ask who is excluded or muted."""


class Lift(Order, frozen=True):
    """End a restriction."""

    id: str


class Tell(Order, frozen=True, tag="broadcast"):
    """Show a text on every open page for a time."""

    text: Annotated[str, Meta(min_length=1, max_length=LONGEST_TEXT)]
    ms: Milliseconds


class EndBroadcasts(Order, frozen=True, tag="silence"):
    """Show no text of the operator any more."""


class GetReports(Order, frozen=True, tag="reports"):
    """Ask for the reports that are open, or for all."""

    done: bool = False


class FinishReport(Order, frozen=True, tag="done"):
    """Mark a report as done, or all reports of a table."""

    id: str = ""
    table: str = ""


class GetLog(Order, frozen=True, tag="log"):
    """Ask what operators have done lately."""

    most: Annotated[int, Meta(ge=1, le=10_000)] = 100


class Drain(Order, frozen=True):
    """Let the process finish its moves, take nothing new, and end when nobody is connected, or after a time."""

    ms: Milliseconds


AnyOrder = (
    GetLoad
    | GetTables
    | GetTable
    | CloseTable
    | Restrict
    | GetRestrictions
    | Lift
    | Tell
    | EndBroadcasts
    | GetReports
    | FinishReport
    | GetLog
    | Drain
)
CHANGES = (CloseTable, Restrict, Lift, Tell, EndBroadcasts, FinishReport, Drain)
"""The orders that change something: they are written into the log."""

read_order = msgspec.json.Decoder(AnyOrder).decode


class WorkerLoad(msgspec.Struct, frozen=True):
    """What bot workers have to do for a process: those of its own machine, without a name, or one on another machine.

    ``busy`` of the ``processes`` are answering it; ``failed`` counts questions that they were asked in vain.
    """

    name: str
    processes: int
    busy: int
    answered: int
    failed: int


class Load(msgspec.Struct, frozen=True):
    """How much a process has to do. ``rows_per_second`` counts stored actions: moves, chat and all else.

    ``questions`` wait for a worker; ``memory_mb`` is that of the process without its workers, 0 if unknown.
    """

    process: int
    tables: int
    sockets: int
    rows_per_second: float
    questions: int
    memory_mb: float
    draining: bool
    broadcasts: tuple[Broadcast, ...] = ()
    workers: tuple[WorkerLoad, ...] = ()


class LiveTable(msgspec.Struct, frozen=True):
    """A table that is open in a process. Nothing of its game is told but how many moves there were."""

    table: str
    game: str
    phase: str
    names: tuple[str, ...]
    sockets: int
    moves: int
    opened: int
    at: int
    listed: bool


class LiveTables(msgspec.Struct, frozen=True):
    """The tables that are open in a process, those with the most sockets first, and how many were found."""

    tables: tuple[LiveTable, ...]
    found: int = 0


class LiveSeat(msgspec.Struct, frozen=True):
    """A seat: its name or bot, the person who keeps it, and from which addresses it is connected to this process."""

    name: str
    bot: str
    person: str
    addresses: tuple[str, ...]


class WholeTable(msgspec.Struct, frozen=True):
    """A table with who is there; no ``table`` if it is not open in the process."""

    table: LiveTable | None = None
    seats: tuple[LiveSeat, ...] = ()
    watching: tuple[str, ...] = ()


class Restrictions(msgspec.Struct, frozen=True):
    """Who is excluded or muted now; ``names`` are those of people, by their ids."""

    restrictions: tuple[Restriction, ...]
    names: dict[str, str] = {}


class Reports(msgspec.Struct, frozen=True):
    """Reports that are open, the oldest first; or all, the newest first. ``more`` tells that these are not all."""

    reports: tuple[Report, ...]
    more: bool = False


class Log(msgspec.Struct, frozen=True):
    """What operators have done, the newest first."""

    log: tuple[LogEntry, ...]


class Done(msgspec.Struct, frozen=True, omit_defaults=True):
    """An order was carried out; ``id`` is that of what it has made."""

    done: str
    id: str = ""


Answer = Load | LiveTables | WholeTable | Restrictions | Reports | Log | Done


class Reply(msgspec.Struct, frozen=True, omit_defaults=True):
    """The answer to an order, or in one line why there is none."""

    answer: Any = None
    error: str = ""


class OrderRefused(EncoreError):
    """A process does not carry out an order."""
