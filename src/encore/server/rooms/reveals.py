"""Games that wait for nonces: each begins with the last nonce, or without the missing ones when their time is over."""

from __future__ import annotations

from collections.abc import Mapping
from contextlib import suppress

from encore.core.errors import EncoreError
from encore.server.domain.clocks import Seconds, TimeOfDay
from encore.server.domain.decisions import Refusal
from encore.server.domain.reveals import begin_without
from encore.server.rooms.deadlines import Deadlines
from encore.server.rooms.queue import Spawn
from encore.server.rooms.room import Room

AGAIN = 1000
"""Milliseconds until another try, if the beginning could not be stored."""


class Reveals:
    """The timers of one process. The stored rows tell what they wait for, so any process can take over."""

    def __init__(self, rooms: Mapping[str, Room], now: TimeOfDay, seconds: Seconds, spawn: Spawn) -> None:
        self._rooms, self._now, self._spawn = rooms, now, spawn
        self._deadlines = Deadlines(seconds, self._ring)

    def watch(self, room: Room) -> None:
        """Set a timer if a table waits for nonces."""
        if (left := room.table.nonces.left(self._now())) is not None:
            self._deadlines.expect(room.table.name, left)

    async def settle(self, room: Room) -> None:
        """Begin a game whose time for nonces is over, unless a nonce or another process was faster."""
        if room.table.nonces.left(self._now()) == 0:
            with suppress(Refusal):
                await room.act(None, begin_without)

    def drop(self, table: str) -> None:
        """Forget a table that is closed."""
        self._deadlines.drop(table)

    def close(self) -> None:
        """Ring no more."""
        self._deadlines.close()

    def _ring(self, name: str, _: bool) -> None:
        if room := self._rooms.get(name):
            self._spawn(self._begin(room))

    async def _begin(self, room: Room) -> None:
        try:
            await self.settle(room)
        except EncoreError:  # the store is busy
            self._deadlines.expect(room.table.name, AGAIN)
        else:
            self.watch(room)
