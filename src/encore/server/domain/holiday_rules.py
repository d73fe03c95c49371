"""Decides about holidays: 14 days in a year, one announcement at a time, and what it does to a table."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterator, Sequence
from datetime import UTC, datetime
from functools import reduce
from typing import Annotated

import msgspec
from msgspec import Meta

from encore.core.fact import Fact
from encore.server.domain.clocks import DAY
from encore.server.domain.decisions import Decision, Refusal, must_have_space
from encore.server.domain.events import Rested
from encore.server.domain.holidays import Holiday, changed
from encore.server.domain.table import Table

DAYS_A_YEAR = 14
AHEAD = 365
"""How many days before its start a holiday can be announced."""
SOON = 60_000
"""Milliseconds in the past that count as now: a request takes its time."""


class AnnounceHoliday(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A holiday of some whole days. Without ``start`` (milliseconds) it begins now."""

    days: Annotated[int, Meta(ge=1, le=DAYS_A_YEAR)]
    start: Annotated[int, Meta(ge=0, le=1 << 53)] | None = None


class OwnHolidays(msgspec.Struct, frozen=True):
    """One's holiday that is announced or goes on, if there is one, and how many days each year has left.

    ``everywhere`` says that it holds at all tables of a person, not only at this one.
    """

    holiday: Holiday | None
    left: dict[str, int]
    everywhere: bool


_read = msgspec.json.Decoder(tuple[Holiday, ...]).decode


def read(stored: str) -> tuple[Holiday, ...]:
    """Return the holidays of a person as they are stored; an empty text stands for none."""
    return _read(stored) if stored else ()


def written(holidays: Sequence[Holiday]) -> str:
    """Return holidays as they are stored."""
    return msgspec.json.encode(holidays).decode()


def own(holidays: Sequence[Holiday], now: int, everywhere: bool) -> OwnHolidays:
    """Return what somebody may know of their holidays."""
    used, this = _used(holidays), _year(now)
    left = {str(year): max(0, DAYS_A_YEAR - used[year]) for year in (this, this + 1)}
    return OwnHolidays(_open(holidays, now), left, everywhere)


def announce(holidays: Sequence[Holiday], asked: AnnounceHoliday, now: int) -> tuple[Holiday, ...]:
    """Return holidays with a new one, or raise Refusal. Those of earlier years are dropped."""
    if _open(holidays, now):
        raise Refusal("refused", Fact("server.holiday-announced"))
    start = now if asked.start is None else asked.start
    if not now - SOON <= start <= now + AHEAD * DAY:
        raise Refusal("refused", Fact("server.holiday-start", days=AHEAD))
    new = Holiday(max(start, now), max(start, now) + asked.days * DAY)
    known = [each for each in holidays if _year(each.end) >= _year(now)]
    for year, days in _used([*known, new]).items():
        if days > DAYS_A_YEAR:
            left = max(0, DAYS_A_YEAR - _used(known)[year])
            raise Refusal("refused", Fact("server.holiday-left", left=left, year=str(year), most=DAYS_A_YEAR))
    return (*known, new)


def end(holidays: Sequence[Holiday], now: int) -> tuple[Holiday, ...]:
    """Return holidays with the present one ended now, or raise Refusal. Days that have not begun are not used."""
    found = _open(holidays, now)
    if found is None:
        raise Refusal("refused", Fact("server.holiday-none"))
    ended = Holiday(found.start, max(found.start, now))
    return tuple(ended if each == found else each for each in holidays)


def joined(holidays: Sequence[Holiday], others: Sequence[Holiday], now: int) -> tuple[Holiday, ...]:
    """Return the holidays of a person with those of a seat that joins them, as far as there are days left.

    What is over stays as it was: nobody's clock is turned back.
    """
    known = [each for each in holidays if _year(each.end) >= _year(now)]
    for each in others:
        if _year(each.end) >= _year(now) and each.start not in {one.start for one in known}:
            known.append(Holiday(each.start, max(_fitting(known, each).end, min(each.end, now), each.start)))
    return tuple(known)


def _fitting(known: Sequence[Holiday], new: Holiday) -> Holiday:
    """Return as much of a holiday as fits into the days that are left."""
    used, end = _used(known), new.start
    for day in range(new.start, new.end, DAY):
        if used[_year(day)] >= DAYS_A_YEAR:
            break
        used[_year(day)] += 1
        end = min(day + DAY, new.end)
    return Holiday(new.start, end)


def _open(holidays: Sequence[Holiday], now: int) -> Holiday | None:
    return next((each for each in holidays if each.end > now and each.end > each.start), None)


def _used(holidays: Sequence[Holiday]) -> Counter[int]:
    """Return how many days of each year are used; a day belongs to the year in which it begins (UTC)."""
    return Counter(_year(day) for each in holidays for day in range(each.start, each.end, DAY))


def _year(at: int) -> int:
    return datetime.fromtimestamp(at / 1000, UTC).year


# At a table.


def must_be_by_the_day(table: Table) -> None:
    """Refuse holidays at a table without days per move."""
    if table.opened.timing.kind != "days":
        raise Refusal("refused", Fact("server.holiday-days"))


def announce_here(table: Table, holder: str, asked: AnnounceHoliday, now: int) -> Decision:
    """Announce a holiday for the seats of a holder, at this table only."""
    must_be_by_the_day(table)
    must_have_space(table)
    return _rested(table, table.held(holder), announce(table.rests_of(holder), asked, now)[-1:])


def end_here(table: Table, holder: str, now: int) -> Decision:
    """End the holiday that was announced at this table."""
    must_be_by_the_day(table)
    return _rested(table, table.held(holder), end(table.rests_of(holder), now))


def copied(table: Table, holder: str, holidays: Sequence[Holiday], now: int) -> Decision:
    """Write what a person has announced into a table, as far as it counts there and is not known; or raise Refusal.

    One that the table knows may have been shortened since then, whatever is over by now. Together with what the seat
    had before somebody kept it, there are no more than 14 days a year.
    """
    must_be_by_the_day(table)
    since, rests = now if table.clock.chair is None else table.clock.since, table.rests_of(holder)
    known = {each.start: each for each in rests}
    again = [Holiday(each.start, min(each.end, known[each.start].end)) for each in holidays if each.start in known]
    after = reduce(changed, again, rests)
    for each in holidays:
        if each.start not in known and each.end > since:
            again.append(_fitting(after, each))
            after = changed(after, again[-1])
    return _rested(table, table.held(holder), again)


def _rested(table: Table, chairs: Collection[int], holidays: Sequence[Holiday]) -> Decision:
    events = tuple(_changes(table, chairs, holidays))
    if not events:
        raise Refusal("refused", Fact("server.holiday-none"))
    return Decision(events)


def _changes(table: Table, chairs: Collection[int], holidays: Sequence[Holiday]) -> Iterator[Rested]:
    for chair in chairs:
        known = table.rests.get(chair, ())
        for each in holidays:
            if changed(known, each) != tuple(known) and each not in known:
                yield Rested(chair, each.start, each.end)
