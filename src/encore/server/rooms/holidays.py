"""The holidays of people: stored with the person, and written into the rows of each of their tables by the day."""

from __future__ import annotations

import logging
from collections.abc import Awaitable, Callable, Sequence
from contextlib import suppress
from functools import partial

from encore.core.errors import EncoreError
from encore.core.fact import Fact
from encore.server.domain import holiday_rules
from encore.server.domain.clocks import TimeOfDay
from encore.server.domain.decisions import Decision, Refusal
from encore.server.domain.holiday_rules import AnnounceHoliday, OwnHolidays
from encore.server.domain.holidays import Holiday
from encore.server.domain.table import Table
from encore.server.rooms.own_tables import OwnTables
from encore.server.rooms.queue import Spawn
from encore.server.rooms.room import Room
from encore.server.storage.people import PeopleStore

log = logging.getLogger("encore.server")

TRIES = 4
"""How often a change is tried when another device of the person changes the same."""

OpenRoom = Callable[[str, str], Awaitable[Room]]
Change = Callable[[Sequence[Holiday], int], tuple[Holiday, ...]]


class Holidays:
    """Stores holidays, and brings them to the tables. A table that is opened later gets them then."""

    def __init__(self, people: PeopleStore, tables: OwnTables, room: OpenRoom, now: TimeOfDay, spawn: Spawn) -> None:
        self._people, self._tables, self._room, self._now, self._spawn = people, tables, room, now, spawn

    async def of(self, person: str) -> OwnHolidays:
        """Return what a person may know of their holidays."""
        return holiday_rules.own(holiday_rules.read(await self._people.holidays(person)), self._now(), True)

    async def announce(self, visitor: str, person: str, asked: AnnounceHoliday) -> None:
        """Announce a holiday at all tables of a person. Raises Refusal."""
        await self._change(visitor, person, lambda known, now: holiday_rules.announce(known, asked, now))

    async def end(self, visitor: str, person: str) -> None:
        """End or withdraw the holiday of a person. Raises Refusal."""
        await self._change(visitor, person, holiday_rules.end)

    async def join(self, visitor: str, person: str, rests: Sequence[Holiday]) -> None:
        """Let the holidays of a seat that a person keeps from now on be theirs, as far as they have days left."""
        if rests:
            await self._change(visitor, person, lambda known, now: holiday_rules.joined(known, rests, now))

    async def _change(self, visitor: str, person: str, change: Change) -> None:
        for _ in range(TRIES):
            before = await self._people.holidays(person)
            after = change(holiday_rules.read(before), self._now())
            if await self._people.put_holidays(person, before, holiday_rules.written(after)):
                self._spawn(self._tell(visitor, person))  # the answer does not wait for it
                return
        raise Refusal("busy", Fact("server.busy-table"))

    async def _tell(self, visitor: str, person: str) -> None:
        """Write the holidays of a person into all their tables at which something can still happen."""
        for table in await self._tables.tables(visitor, person):
            games = table.summary.games
            if table.summary.closed or (games and games[-1].winners is not None):
                continue
            try:
                await self.settle(await self._room(table.name, visitor))
            except EncoreError as error:
                log.warning("a holiday is told when its table is opened the next time: %s", error)

    async def settle(self, room: Room) -> None:
        """Write what people have announced into the rows of a table, unless it is there."""
        table = room.table
        if table.opened.timing.kind != "days":
            return
        for seat in await self._people.holidays_at(table.name):
            holidays = holiday_rules.read(seat.holidays)
            if _is_new(table, seat.holder, holidays, self._now()):
                with suppress(Refusal):  # another process was faster
                    await room.act(None, partial(_copied, holder=seat.holder, holidays=holidays))


def _is_new(table: Table, holder: str, holidays: Sequence[Holiday], now: int) -> bool:
    """Return whether a table lacks something, so that most of them need no action."""
    try:
        return bool(holiday_rules.copied(table, holder, holidays, now))
    except Refusal:
        return False


def _copied(table: Table, now: int, holder: str, holidays: Sequence[Holiday]) -> Decision:
    return holiday_rules.copied(table, holder, holidays, now)
