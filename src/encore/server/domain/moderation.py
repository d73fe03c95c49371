"""What an operator and people do about others: restrictions, blocks, reports, broadcasts, and the operator's log."""

from __future__ import annotations

import hashlib
import re
import secrets
import unicodedata
from collections.abc import Iterable
from datetime import UTC, datetime
from ipaddress import IPv4Network, IPv6Network, ip_network
from typing import Annotated, Literal, NamedTuple, get_args

import msgspec
from msgspec import Meta

from encore.core.errors import OptionError
from encore.core.fact import Fact
from encore.server.domain.clocks import DAY
from encore.server.domain.decisions import LONGEST_NAME, Refusal
from encore.server.domain.people import Language as Language
from encore.server.domain.table import Table

BANNED = 4430
"""The code with which the sockets of somebody who is banned are closed, and new ones are refused."""
WIDEST = {4: 8, 6: 19}
"""The bits that a range of addresses has in common at least, by IP version: a slip must not exclude everybody."""
LONGEST = 3650 * DAY
"""The longest restriction, in milliseconds."""
LONGEST_BROADCAST = 7 * DAY
"""How long a broadcast is shown at most, in milliseconds."""
LONGEST_TEXT = 280
LINES = 20
"""How many chat messages the server attaches to a report."""
REPORTS_KEPT, LOG_KEPT = 180 * DAY, 2 * 365 * DAY
"""Milliseconds for which reports and ended restrictions, and entries of the operator's log, are kept."""
MOST_BLOCKS = 1000
"""How many people a person may block."""

Kind = Literal["ban", "mute"]
Whom = Literal["person", "address", "name"]
ReportReason = Literal["insult", "spam", "name", "cheating", "other"]
REPORT_REASONS: tuple[ReportReason, ...] = get_args(ReportReason)

_PERIOD = re.compile(r"([1-9]\d{0,5})(s|m|h|d)")
_UNITS = {"s": 1000, "m": 60_000, "h": 3_600_000, "d": DAY}
Network = IPv4Network | IPv6Network


class Restriction(msgspec.Struct, frozen=True):
    """A ban or a mute until a time, of a person (``target`` is the id), an address range or a name."""

    id: str
    kind: Kind
    whom: Whom
    target: str
    until: int
    reason: str
    by: str
    at: int


class Block(msgspec.Struct, frozen=True):
    """Somebody whom a person never wants to meet again; ``name`` is how the person knew them."""

    id: str
    person: str
    blocked: str
    name: str
    at: int


class Line(msgspec.Struct, frozen=True, omit_defaults=True):
    """A chat message that is attached to a report."""

    name: str
    text: str = ""
    phrase: str = ""
    chair: int | None = None
    reported: bool = False  # whether it was written by whom the report is about; older reports do not say it


class Report(msgspec.Struct, frozen=True, omit_defaults=True):
    """What somebody reports about somebody else at a table, with the last lines of the chat.

    ``chair`` is None for a spectator. ``person`` and ``reporter`` are ids where people keep the seats. ``done`` is when
    an operator has dealt with it.
    """

    id: str
    at: int
    table: str
    game: str
    reason: ReportReason
    text: str
    name: str
    chair: int | None = None
    person: str = ""
    reporter: str = ""
    reporter_name: str = ""
    lines: tuple[Line, ...] = ()
    done: int = 0


class Broadcast(msgspec.Struct, frozen=True):
    """A text of the operator that every open page shows until a time."""

    id: str
    text: str
    at: int
    until: int


class LogEntry(msgspec.Struct, frozen=True):
    """Something that an operator, a user of the system, has done; ``detail`` are the parts of the order."""

    at: int
    who: str
    what: str
    detail: dict[str, str]


class AllModeration(msgspec.Struct, frozen=True, omit_defaults=True):
    """All that is exported of this."""

    restrictions: tuple[Restriction, ...] = ()
    blocks: tuple[Block, ...] = ()
    reports: tuple[Report, ...] = ()
    log: tuple[LogEntry, ...] = ()


# From a client.


class NewReport(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A report about whoever has an ``id`` at a table, sits at a ``chair``, or has written there under a ``name``.

    The server attaches the lines of the chat. The one at a chair may be another one than who wrote there, so the page
    sends the ``id``.
    """

    reason: ReportReason
    id: Annotated[str, Meta(max_length=64)] = ""
    chair: Annotated[int, Meta(ge=0, lt=64)] | None = None
    name: Annotated[str, Meta(max_length=LONGEST_NAME)] = ""
    text: Annotated[str, Meta(max_length=LONGEST_TEXT)] = ""


class NewBlock(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A wish never to meet the person at a ``chair`` again."""

    chair: Annotated[int, Meta(ge=0, lt=64)]


# From the server.


class OwnBlock(msgspec.Struct, frozen=True):
    """Somebody who is blocked, as the person who has done it sees them."""

    id: str
    name: str
    at: int


class OwnBlocks(msgspec.Struct, frozen=True):
    """Whom a person has blocked, the newest first."""

    blocks: tuple[OwnBlock, ...] = ()


# The rules.


def new_id() -> str:
    """Return the id of a restriction, a report or a broadcast: short, because operators type it."""
    return secrets.token_hex(4)


def report_id(table: str, about: Reported, reporter: str) -> str:
    """Return the id of what somebody reports about somebody at a table: it is the same again."""
    return hashlib.sha256(f"{table} {about.id or about.name} {reporter}".encode()).hexdigest()[:8]


def read_period(text: str, longest: int = LONGEST) -> int:
    """Return the milliseconds of a period such as 30m, 12h or 7d; raise OptionError for anything else."""
    found = _PERIOD.fullmatch(text.strip())
    period = int(found[1]) * _UNITS[found[2]] if found else 0
    if not 0 < period <= longest:
        most = f"{longest // DAY}d"
        raise OptionError(f"a time is a number with s, m, h or d, such as 30m or 7d, and at most {most}, not {text!r}")
    return period


def told_period(milliseconds: int) -> str:
    """Return a period as it is typed: 30m, 12h or 7d."""
    unit = next((unit for unit, size in reversed(_UNITS.items()) if milliseconds % size == 0), "")
    return f"{milliseconds // _UNITS[unit]}{unit}" if unit else f"{milliseconds / 1000:g}s"


def told_time(at: int) -> str:
    """Return a time as it is told to people in every language: in UTC, the date first."""
    return datetime.fromtimestamp(at / 1000, UTC).strftime("%Y-%m-%d %H:%M UTC")


def target_of(whom: Whom, text: str) -> str:
    """Return the target of a restriction as it is stored; raise OptionError if it cannot be one."""
    if whom == "address":
        found = read_network(text)
        if isinstance(found, IPv6Network) and found.prefixlen > 64:
            found = found.supernet(new_prefix=64)  # a visitor has a network of 64 bits and changes addresses in it
        if found.prefixlen < WIDEST[found.version]:
            raise OptionError(f"{found} is too wide: /{WIDEST[found.version]} is the widest range for one restriction")
        return str(found)
    target = folded(text) if whom == "name" else text.strip()
    if not target or len(target) > 64:
        raise OptionError(f"a restriction needs the {whom} that it is for")
    return target


def read_network(text: str) -> Network:
    """Return a network such as 192.0.2.0/24 or 2001:db8::/48, or a single address; raise OptionError otherwise."""
    try:
        found = ip_network(text.strip(), strict=False)
    except ValueError:
        raise OptionError(f"an address is such as 192.0.2.7, 192.0.2.0/24 or 2001:db8::/48, not {text!r}") from None
    if isinstance(found, IPv6Network) and found.prefixlen >= 96 and (mapped := found.network_address.ipv4_mapped):
        return IPv4Network((mapped, found.prefixlen - 96), strict=False)
    return found


def folded(name: str) -> str:
    """Return a name without what makes no difference: capitals, kinds of letters, and spaces around it."""
    return unicodedata.normalize("NFKC", unicodedata.normalize("NFKC", name).casefold()).strip()


def latest(found: Iterable[Restriction]) -> Restriction | None:
    """Return the restriction that ends last."""
    return max(found, key=lambda each: each.until, default=None)


def banned_fact(ban: Restriction) -> Fact:
    """Return what somebody is told who is banned."""
    return Fact("server.banned", until=told_time(ban.until))


def muted_fact(mute: Restriction) -> Fact:
    """Return what somebody is told who may not write."""
    return Fact("server.muted", until=told_time(mute.until))


class Reported(NamedTuple):
    """Whom a report is about: their id at the table, name, seat, and the holder of it; a spectator has no seat."""

    id: str
    name: str
    chair: int | None = None
    holder: str = ""


def last_lines(table: Table, about: Reported) -> tuple[Line, ...]:
    """Return the last chat messages, which are attached to a report."""
    said = [(each, _speaker(table, number)) for number, each in enumerate(table.said)][-LINES:]
    return tuple(
        Line(each.name, each.text, each.phrase, each.chair, _is_same(about, speaker)) for each, speaker in said
    )


def reported(table: Table, asked: NewReport) -> Reported:
    """Return whom a report is about, also somebody who has gone; raise a Refusal if nobody of that kind is there."""
    seated = [_sitting(table, chair) for chair, holder in enumerate(table.holders) if holder]
    found = [each for each in seated if _is_meant(each, asked)]
    if not found and (asked.id or asked.chair is None):
        there = {each.holder for each in seated}
        spoke = (_speaker(table, number) for number in reversed(range(len(table.said))))
        gone = (each for each in spoke if asked.id or each.holder not in there)
        found = [each for each in gone if (each.id == asked.id if asked.id else each.name == asked.name)]
        found.sort(key=lambda each: each.name != asked.name)  # a spectator may have written under several names
    if not found:
        raise Refusal("refused", Fact("server.nobody-there"))
    return found[0]


def _is_meant(sitting: Reported, asked: NewReport) -> bool:
    """Return whether a report names somebody at a seat; by a name alone it never does."""
    if asked.id:
        return sitting.id == asked.id and asked.chair in (None, sitting.chair)
    return asked.chair is not None and sitting.chair == asked.chair


def _is_same(about: Reported, speaker: Reported) -> bool:
    return about.id == speaker.id and (bool(about.id) or about.name == speaker.name)


def _sitting(table: Table, chair: int) -> Reported:
    return Reported(table.sitter(chair), table.chairs[chair].name, chair, table.holders[chair])


def _speaker(table: Table, number: int) -> Reported:
    """Return who has said a message of the chat."""
    said = table.said[number]
    holder = table.said_by[number] if said.chair is not None else ""
    return Reported(table.speaker(number), said.name, said.chair, holder)
