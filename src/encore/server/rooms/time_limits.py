"""What happens at open tables at a set time: a player's time ends, a vote is closed, bots take open seats."""

from __future__ import annotations

import asyncio
import logging
import math
from collections.abc import Mapping
from contextlib import suppress

from encore.core.errors import EncoreError
from encore.core.fact import Fact
from encore.server.domain import decisions, seeks, votes
from encore.server.domain.clocks import Seconds, TimeOfDay
from encore.server.domain.decisions import Decision, Refusal
from encore.server.domain.events import Resumed
from encore.server.domain.table import Table
from encore.server.rooms.deadlines import Deadlines
from encore.server.rooms.heartbeat import Heartbeat, Outages
from encore.server.rooms.queue import Spawn
from encore.server.rooms.room import Room
from encore.server.storage.store import StoreBusy

log = logging.getLogger("encore.server")

LOOK = 1000
"""Milliseconds between two looks at a vote: somebody who has to answer may have gone offline."""


class TimeLimits:
    """The timers of the tables of one process, and what is done when they ring."""

    def __init__(
        self, rooms: Mapping[str, Room], heartbeat: Heartbeat, now: TimeOfDay, seconds: Seconds, spawn: Spawn
    ) -> None:
        self._rooms, self._heartbeat, self._now, self._spawn = rooms, heartbeat, now, spawn
        self._deadlines = Deadlines(seconds, self._ring)
        self._overdue = set[str]()  # tables at which a player's time may have ended; a heartbeat must come first

    def watch(self, room: Room) -> None:
        """Set a timer to the end of a player's time or of a vote, or to when bots take the open seats."""
        if (left := min(self._time_left(room), self._answers_left(room))) < math.inf:
            self._deadlines.expect(room.table.name, left)

    def drop(self, table: str) -> None:
        """Forget a table that is closed."""
        self._deadlines.drop(table)

    def close(self) -> None:
        """Ring no more."""
        self._deadlines.close()

    async def settle(self, room: Room, outages: Outages) -> None:
        """Refund outages to a table that is being opened; then do what was due while it was closed."""
        await self._give_back(room, outages)
        if room.table.phase == "playing" and self._time_left(room) <= 0 and self._heartbeat.steady:
            await self._end_by_time(room)
        if self._answers_left(room) <= 0:
            await self._settle_answers(room)

    def lived(self) -> None:
        """After a heartbeat, settle outages and overdue tables; the next heartbeat does not wait for it."""
        if self._heartbeat.outages or self._overdue:
            self._spawn(self._settle_all(self._heartbeat.outages))

    async def _settle_all(self, outages: Outages) -> None:
        """Refund outages; then end the games whose players still have no time left."""
        overdue, self._overdue = self._overdue, set()
        await self.give_back_all(outages)
        for name in overdue:
            if room := self._rooms.get(name):
                self._flag(room)

    async def _give_back(self, room: Room, outages: Outages) -> None:
        """Refund the time of server outages to a live game, and to those who have to answer, once."""

        def resume(table: Table, _: int) -> Decision:
            # Checked again when its turn comes: another process may have refunded it, or somebody may have moved.
            if not _is_owed(table, outages):
                raise Refusal("over", Fact("server.game-over"))
            until = max(stop for _, stop in outages)
            return Decision((Resumed(table.clock.lost(outages), until, votes.lost(table, outages)),))

        if _is_owed(room.table, outages):
            with suppress(Refusal):
                await room.act(None, resume)

    async def give_back_all(self, outages: Outages) -> None:
        """Refund every open table; all at once, so that they share a commit."""
        owed = [self._give_back(room, outages) for room in self._rooms.values() if _is_owed(room.table, outages)]
        errors = filter(None, await asyncio.gather(*owed, return_exceptions=True))
        if error := next(errors, None):
            log.warning("outage time is not refunded yet: %s", error)

    def _time_left(self, room: Room) -> float:
        """Return the milliseconds that the player to move at a live table has; infinite if no such clock runs.

        At a table that waits, it is the time until bots take the open seats.
        """
        if (due := seeks.bots_due(room.table)) is not None:
            return due - self._now()
        clock = room.table.clock
        if clock.chair is None or clock.timing.kind != "live":
            return math.inf
        return clock.remaining(clock.chair, self._now()) + room.queued_ms

    def _answers_left(self, room: Room) -> float:
        """Return the milliseconds until a vote or a request to return has to be looked at; infinite without one."""
        table, now = room.table, self._now()
        left = votes.left_ms(table, now)
        if left == math.inf:
            return left
        if votes.is_due(table, now, room.expected()):
            return 0
        return left if table.opened.timing.kind == "days" else min(left, LOOK)

    def _ring(self, name: str, late: bool) -> None:
        """Do what is due at a table, if the server has kept its own time.

        Otherwise the next heartbeat comes first: outages are refunded then, and moves that already wait in the buffer
        of a socket have been read.
        """
        if room := self._rooms.get(name):
            if self._heartbeat.steady and not late:
                self._flag(room)
            else:
                self._overdue.add(name)

    def _flag(self, room: Room) -> None:
        if self._answers_left(room) <= 0:
            self._spawn(self._settle_answers(room))
        elif self._time_left(room) > 0:
            self.watch(room)
        elif room.table.phase == "waiting":
            self._spawn(self._fill(room))
        else:
            self._spawn(self._end_by_time(room))

    async def _end_by_time(self, room: Room) -> None:
        """End a game whose player to move has no time left, unless a move or another process was faster."""

        def flag(table: Table, now: int) -> Decision:
            if table.clock.lost(self._heartbeat.outages):
                raise StoreBusy("outage time is not refunded yet")
            return decisions.flag(table, now, room.queued_ms)

        try:
            await room.act(None, flag)
        except EncoreError:
            self._overdue.add(room.table.name)  # looked at again with the next heartbeat

    async def _settle_answers(self, room: Room) -> None:
        """Close a vote or a request to return that nobody has to be waited for, unless another process was faster."""

        def settle(table: Table, now: int) -> Decision:
            if votes.lost(table, self._heartbeat.outages):
                raise StoreBusy("outage time is not refunded yet")
            refund = decisions.refund(table, now, room.queued_ms)
            return votes.settle(table, now, room.expected(), refund)

        try:
            await room.act(None, settle)
        except EncoreError:
            self._overdue.add(room.table.name)  # looked at again with the next heartbeat

    async def _fill(self, room: Room) -> None:
        """Let bots take the open seats, unless somebody or another process was faster."""
        try:
            await room.act(None, seeks.fill_in_time)
        except StoreBusy:
            self._overdue.add(room.table.name)  # looked at again with the next heartbeat
        except Refusal:
            pass


def _is_owed(table: Table, outages: Outages) -> bool:
    """Return whether a clock or somebody's time to answer ran during outages that are not refunded yet."""
    return bool(table.clock.lost(outages) or votes.lost(table, outages))
