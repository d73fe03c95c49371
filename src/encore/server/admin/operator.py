"""Carries out what an operator orders, in one process; what concerns all of them goes over the store and the bus."""

from __future__ import annotations

import asyncio
import os
from collections.abc import Callable, Collection
from pathlib import Path

import msgspec

from encore.core.errors import EncoreError
from encore.server.admin.orders import (
    CHANGES,
    Answer,
    AnyOrder,
    CloseTable,
    Done,
    Drain,
    EndBroadcasts,
    FinishReport,
    GetLoad,
    GetLog,
    GetReports,
    GetRestrictions,
    GetTable,
    GetTables,
    Lift,
    LiveSeat,
    LiveTable,
    LiveTables,
    Load,
    Log,
    OrderRefused,
    Reports,
    Restrict,
    Restrictions,
    Tell,
    WholeTable,
    WorkerLoad,
)
from encore.server.bots.thinkers import Thinkers
from encore.server.domain import decisions
from encore.server.domain.decisions import Decision
from encore.server.domain.moderation import (
    LONGEST,
    LONGEST_BROADCAST,
    Broadcast,
    LogEntry,
    Restriction,
    folded,
    new_id,
    target_of,
    told_period,
    told_time,
)
from encore.server.domain.names import clean
from encore.server.domain.table import Table
from encore.server.rooms.hub import Hub
from encore.server.rooms.moderation import Guest
from encore.server.rooms.room import Room

SECOND = 1.0
"""For how long the load is counted."""
MOST_REPORTS = 500
MEGABYTE = 1 << 20
STATM = Path("/proc/self/statm")

End = Callable[[float], None]
"""Ends the process when nobody is connected any more, or after some seconds."""


class Operator:
    """Orders of operators at one process. ``end`` drains it."""

    def __init__(self, hub: Hub, end: End) -> None:
        self._hub, self._end = hub, end
        self._store = hub.store.moderation

    async def carry_out(self, order: AnyOrder, who: str) -> Answer:
        """Carry out an order of a user of the system; raise EncoreError if that cannot be.

        What changes something is written into the log first: nothing is done that it does not show. Whoever looks at
        a table sees people's addresses, so that is written, too.
        """
        if not isinstance(order, CHANGES):
            return await self._answer(order, who)
        await self._note(order, who)
        try:
            return await self._change(order, who)
        except EncoreError as error:
            await self._note(order, who, str(error))
            raise

    async def _note(self, order: AnyOrder, who: str, failed: str = "") -> None:
        told = msgspec.to_builtins(order)
        period = {"for": told_period(told.pop("ms"))} if "ms" in told else {}
        detail = {name: str(value) for name, value in told.items() if name != "do" and value != ""} | period
        if failed:
            detail["failed"] = failed
        await self._store.note(LogEntry(self._hub.now(), who, told["do"], detail))

    async def _answer(self, order: AnyOrder, who: str) -> Answer:
        match order:
            case GetLoad():
                return await self._load()
            case GetTables():
                return self._tables(order)
            case GetTable():
                return await self._table(order, who)
            case GetRestrictions():
                return await self._restrictions()
            case GetReports():
                found = await self._store.reports(MOST_REPORTS + 1, order.done)
                return Reports(tuple(found[:MOST_REPORTS]), len(found) > MOST_REPORTS)
            case GetLog():
                return Log(tuple(await self._store.log(order.most)))
        raise OrderRefused(f"this server knows no order {type(order).__name__}")

    async def _change(self, order: AnyOrder, who: str) -> Done:
        match order:
            case CloseTable():
                return await self._close(order)
            case Restrict():
                return await self._restrict(order, who)
            case Lift():
                return await self._lift(order)
            case Tell():
                return await self._broadcast(order)
            case EndBroadcasts():
                count = await self._store.end_broadcasts(self._hub.now())
                await self._hub.moderation.changed()
                return Done(f"{count} broadcasts ended")
            case FinishReport():
                return await self._finish(order)
            case Drain():
                self._end(order.ms / 1000)
                return Done("the process takes nothing new, and ends when nobody is connected any more")
        raise OrderRefused(f"this server knows no order {type(order).__name__}")

    # What is asked.

    async def _load(self) -> Load:
        hub, loop = self._hub, asyncio.get_running_loop()
        before, since = hub.store.stored, loop.time()
        await asyncio.sleep(SECOND)
        rate = (hub.store.stored - before) / (loop.time() - since)
        sockets, broadcasts = len(hub.moderation.guests), tuple(hub.moderation.broadcasts)
        memory = round(_memory() / MEGABYTE, 1)
        seen = os.getpid(), len(hub.rooms), sockets, round(rate, 1), hub.thinkers.waiting, memory, hub.draining
        return Load(*seen, broadcasts, _workers(hub.thinkers))

    async def _restrictions(self) -> Restrictions:
        found = await self._store.restrictions(self._hub.now())
        ids = {each.target for each in found if each.whom == "person"}
        people = [await self._hub.store.people.person(each) for each in ids]
        return Restrictions(tuple(found), {person.id: person.name for person in people if person})

    def _tables(self, order: GetTables) -> LiveTables:
        wanted = folded(order.find)
        rooms = [room for room in self._hub.rooms.values() if not wanted or _is_about(room.table, wanted)]
        rooms.sort(key=lambda room: (-len(room.receivers), -room.table.at))
        return LiveTables(tuple(map(_live, rooms[: order.most or None])), len(rooms))

    async def _table(self, order: GetTable, who: str) -> WholeTable:
        name = order.table
        room = await self._hub.room(name) if order.open else self._hub.rooms.get(name)
        if room is None:
            return WholeTable()
        await self._note(GetTable(name), who)
        guests = [guest for guest in self._hub.moderation.guests if guest.table == name]
        keepers = {holder: await self._hub.store.people.keeper(name, holder) for holder in room.table.people()}
        seats = tuple(_seat(room.table, chair, keepers, guests) for chair in range(len(room.table.chairs)))
        watching = tuple(sorted(guest.address for guest in guests if not guest.chairs))
        return WholeTable(_live(room), seats, watching)

    # What is changed.

    async def _close(self, order: CloseTable) -> Done:
        room, text = await self._hub.room(order.table), order.text and clean(order.text)

        def close(table: Table, _: int) -> Decision:
            return decisions.close(table, order.why, text)

        await room.act(None, close)
        return Done(f"table {order.table} is closed")

    async def _restrict(self, order: Restrict, who: str) -> Done:
        if order.ms > LONGEST:
            raise OrderRefused("a restriction lasts ten years at most")
        now, target = self._hub.now(), target_of(order.whom, order.target)
        person = await self._hub.store.people.person(target) if order.whom == "person" else None
        if order.whom == "person" and person is None:
            raise OrderRefused(f"there is no person {target}; encore admin table and reports show the ids of people")
        made = Restriction(new_id(), order.kind, order.whom, target, now + order.ms, order.reason, who, now)
        await self._store.restrict(made)
        await self._hub.moderation.changed()
        verb = "excluded" if order.kind == "ban" else "muted"
        called = f" ({person.name})" if person else ""
        return Done(f"{order.whom} {target}{called} is {verb} until {told_time(made.until)}", made.id)

    async def _lift(self, order: Lift) -> Done:
        lifted = await self._store.lift(order.id, self._hub.now())
        if lifted is None:
            raise OrderRefused(f"there is no restriction {order.id} now; encore admin bans lists them")
        await self._hub.moderation.changed()
        return Done(f"the {lifted.kind} of {lifted.whom} {lifted.target} is lifted", lifted.id)

    async def _finish(self, order: FinishReport) -> Done:
        if order.table:
            count = await self._store.finish_table(order.table, self._hub.now())
            return Done(f"{count} reports of table {order.table} are done")
        if not await self._store.finish(order.id, self._hub.now()):
            raise OrderRefused(f"there is no open report {order.id}; encore admin reports lists them")
        return Done(f"report {order.id} is done")

    async def _broadcast(self, order: Tell) -> Done:
        if order.ms > LONGEST_BROADCAST:
            raise OrderRefused("a broadcast is shown for seven days at most")
        now = self._hub.now()
        made = Broadcast(new_id(), clean(order.text), now, now + order.ms)
        await self._store.broadcast(made)
        await self._hub.moderation.changed()
        return Done(f"every open page shows it until {told_time(made.until)}", made.id)


def _is_about(table: Table, wanted: str) -> bool:
    return wanted in folded(table.name) or any(wanted in folded(chair.name or chair.bot) for chair in table.chairs)


def _live(room: Room) -> LiveTable:
    table = room.table
    names = tuple(chair.name or chair.bot for chair in table.chairs)
    moves = sum(mover >= 0 for mover in table.movers)
    seen = (len(room.receivers), moves, table.opened_at, table.at, table.opened.listed)
    return LiveTable(table.name, table.game.name, table.phase, names, *seen)


def _seat(table: Table, chair: int, keepers: dict[str, str | None], guests: Collection[Guest]) -> LiveSeat:
    addresses = {guest.address for guest in guests if chair in guest.chairs}
    person = keepers.get(table.holders[chair]) or ""
    return LiveSeat(table.chairs[chair].name, table.chairs[chair].bot, person, tuple(sorted(addresses)))


def _workers(here: Thinkers) -> tuple[WorkerLoad, ...]:
    own = WorkerLoad("", here.processes, here.busy, here.answered, here.failed)
    others = here.others.workers if here.others else ()
    return own, *(WorkerLoad(each.name, each.processes, each.busy, each.answered, each.failed) for each in others)


def _memory() -> int:
    """Return the bytes of memory that this process uses; 0 where the system does not say."""
    try:
        return int(STATM.read_text("ascii").split()[1]) * os.sysconf("SC_PAGE_SIZE")
    except OSError:
        return 0
