"""All that is stored of a person, as they get it in one file."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence

import msgspec

from encore.core.record import format_record
from encore.server.domain import events
from encore.server.domain.anonymous import Seats
from encore.server.domain.digests import Digest
from encore.server.domain.events import Ended, Joined, Opened, Planned, Said
from encore.server.domain.holidays import Holiday
from encore.server.domain.moderation import OwnBlock
from encore.server.domain.notices import Kind, SentNotice
from encore.server.domain.people import Passkey, PersonInfo
from encore.server.domain.plans import Plan
from encore.server.domain.row import Row
from encore.server.domain.subscriptions import Subscription
from encore.server.domain.table import Table


class OwnMessage(msgspec.Struct, frozen=True, omit_defaults=True):
    """A chat message of a person."""

    at: int
    name: str
    text: str = ""
    phrase: str = ""


class OwnPlan(msgspec.Struct, frozen=True):
    """A plan that a person has stored; an empty one deleted the one before."""

    at: int
    plan: Plan


class OwnKey(msgspec.Struct, frozen=True):
    """A passkey with all that is stored of it; the public key is in base64."""

    id: str
    label: str
    created: int
    used: int
    sign_count: int
    transports: tuple[str, ...]
    public_key: bytes


class OwnBrowser(msgspec.Struct, frozen=True):
    """A browser that gets notices, with all that is stored of it."""

    id: str
    label: str
    created: int
    language: str
    endpoint: str
    p256dh: str
    auth: str


class OwnNotice(msgspec.Struct, frozen=True):
    """A notice that waits to be sent, or was ``sent`` at a time (0: not yet) to browsers (``told``), with their ids.

    ``at`` is the time of the row of the table that it follows from, ``due`` when it may be sent.
    """

    kind: str
    table: str
    game: str
    row: int
    seat: int
    at: int
    due: int
    tries: int
    sent: int
    told: tuple[str, ...]


class OwnReport(msgspec.Struct, frozen=True):
    """A report that a person has made: about whom (the name), at which table, and why."""

    at: int
    table: str
    name: str
    reason: str
    text: str


class OwnRestriction(msgspec.Struct, frozen=True):
    """A ban or a mute of a person."""

    kind: str
    at: int
    until: int


class OwnResult(msgspec.Struct, frozen=True):
    """A rated result of a person."""

    game: str
    table: str
    number: int
    at: int
    rank: int
    players: int
    mu: float
    sigma: float


class OwnTableData(msgspec.Struct, frozen=True):
    """A table of a person: since when they keep their seat, their names, messages and plans there, and records.

    There is a record for each game that is over.
    """

    table: str
    kept: int
    names: tuple[str, ...]
    messages: tuple[OwnMessage, ...]
    records: tuple[str, ...]
    plans: tuple[OwnPlan, ...] = ()


class OwnData(msgspec.Struct, frozen=True):
    """The beginning of the file; the tables follow. ``notices`` are the kinds that the person wants.

    ``stored_notices`` are those that wait or were sent and are not over yet.

    ``blocks`` are whom they have blocked, ``reports`` what they have reported, ``restrictions`` bans and mutes of the
    person that hold now.

    ``digest_change`` is a digest whose address is not confirmed yet, beside a confirmed one.
    ``results`` are their rated results, the newest first, with what the model knew of them after each.
    """

    encore: str
    made: int
    person: PersonInfo
    passkeys: tuple[OwnKey, ...]
    browsers: tuple[OwnBrowser, ...]
    notices: tuple[Kind, ...]
    digest: Digest | None
    holidays: tuple[Holiday, ...]
    results: tuple[OwnResult, ...]
    digest_change: Digest | None = None
    stored_notices: tuple[OwnNotice, ...] = ()
    blocks: tuple[OwnBlock, ...] = ()
    reports: tuple[OwnReport, ...] = ()
    restrictions: tuple[OwnRestriction, ...] = ()


def own_browser(one: Subscription) -> OwnBrowser:
    """Return a browser that gets notices for the file."""
    return OwnBrowser(one.id, one.label, one.created, one.language, one.endpoint, one.p256dh, one.auth)


def own_notice(one: SentNotice) -> OwnNotice:
    """Return a notice for the file."""
    notice, tries, sent, told = one
    place = notice.table, notice.game, notice.seq, notice.chair
    return OwnNotice(notice.kind, *place, notice.at, notice.due, tries, sent, told)


def own_key(key: Passkey) -> OwnKey:
    """Return a passkey for the file."""
    return OwnKey(key.id, key.label, key.created, key.used, key.sign_count, key.transports, key.public_key)


def own_table(table: str, kept: int, rows: Sequence[Row], holders: Collection[str]) -> OwnTableData:
    """Return what a table has of a person. Its games are replayed, so call this in a thread."""
    names, messages, plans, seats = list[str](), list[OwnMessage](), list[OwnPlan](), Seats()
    for row in rows:
        for event in events.decode(row.data):
            seats.follow(event)
            if seats.of(event) not in holders:
                continue
            match event:
                case Opened():
                    names += [chair.name for chair in event.chairs if chair.kind == "screen"]
                case Joined():
                    names.append(event.name)
                case Said():
                    messages.append(OwnMessage(row.at, event.name, event.text, event.phrase))
                case Planned():
                    plans.append(OwnPlan(row.at, event.plan))
    own_names, records = tuple(dict.fromkeys(names)), tuple(_records(table, rows))
    return OwnTableData(table, kept, own_names, tuple(messages), records, tuple(plans))


def _records(name: str, rows: Sequence[Row]) -> Iterator[str]:
    """Yield the records of the finished games. All rows are applied once; a table may have thousands of games."""
    table = Table(name)
    for row in rows:
        happened = events.decode(row.data)
        table.apply(row, happened)
        if Ended in map(type, happened):
            yield format_record(table.record())
