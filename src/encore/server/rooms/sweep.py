"""What a process does from time to time: it closes tables that nobody uses, and deletes what is too old."""

from __future__ import annotations

import asyncio
import logging
import math
from collections.abc import Coroutine
from contextlib import suppress
from typing import Any, Protocol, TypeVar

from encore.core.errors import EncoreError
from encore.server.domain.clocks import Seconds, TimeOfDay
from encore.server.domain.moderation import LOG_KEPT, REPORTS_KEPT
from encore.server.domain.people import SESSION
from encore.server.rooms.bus import Bus
from encore.server.rooms.listing import Listing
from encore.server.rooms.moderation import Moderation
from encore.server.rooms.peers import Peers
from encore.server.rooms.ratings import Rater
from encore.server.rooms.retention import Retention
from encore.server.rooms.room import Room
from encore.server.storage.store import Store, StoreBusy

log = logging.getLogger("encore.server")

OFTEN, SELDOM = 20.0, 3600.0
"""Seconds between two looks at the open tables, and between two deletions of what is too old."""
IDLE = 60.0
"""Seconds after which a table without people is closed."""

T = TypeVar("T")


class Swept(Protocol):
    """What is looked after: the tables of a process, and what they share."""

    store: Store
    bus: Bus
    rooms: dict[str, Room]
    peers: Peers
    listing: Listing
    moderation: Moderation
    rater: Rater
    retention: Retention
    now: TimeOfDay
    seconds: Seconds

    def spawn(self, work: Coroutine[Any, Any, T]) -> asyncio.Task[T]:
        """Run something in the background."""

    async def open_again(self, name: str) -> None:
        """Open a table, so that what is due there happens."""

    def put_away(self, name: str) -> None:
        """Close a table."""

    def is_open(self, name: str) -> bool:
        """Whether a table is open, or is being opened."""


class Sweep:
    """Looks after the open tables and the store. Tables without activity for ``keep_days`` are deleted; 0: never."""

    def __init__(self, swept: Swept, keep_days: int) -> None:
        self._swept, self._keep_days = swept, keep_days

    async def run(self) -> None:
        """Close tables that nobody uses, update the list; once an hour delete what is too old."""
        swept = self._swept
        done = -math.inf
        aging: asyncio.Task[None] | None = None
        while True:
            await asyncio.sleep(OFTEN)
            self.put_idle_away()
            await self.compare()
            with suppress(StoreBusy):  # it is read again soon
                await swept.moderation.read()
            await swept.rater.rate()  # another process may have been killed before it did
            await self._open_what_is_due()
            if swept.seconds() - done > SELDOM:
                done = swept.seconds()
                await self._forget_moderation()
                await self.forget_people()
                await self.forget()
                if aging is None or aging.done():  # the first time it may take long
                    aging = swept.spawn(swept.retention.run())

    def put_idle_away(self) -> None:
        """Close the tables that nobody uses."""
        swept = self._swept
        for name, room in list(swept.rooms.items()):
            if room.receivers:
                room.tell_presence()
            elif not (room.thinking and not room.thinking.done()) and swept.seconds() - room.used > IDLE:
                swept.put_away(name)

    async def compare(self) -> None:
        """Look in the store for what other processes have done at the open tables; messages may have been lost."""
        if not self._swept.bus.alone:
            await self._swept.peers.compare([name for name, room in self._swept.rooms.items() if room.receivers])

    async def _open_what_is_due(self) -> None:
        for name in await self._swept.listing.sweep(self._swept.rooms.values()):
            try:
                await self._swept.open_again(name)
            except EncoreError as error:  # the others are still looked at
                log.warning("table %s cannot be opened: %s", name, error)

    async def forget(self) -> None:
        """Delete abandoned tables."""
        if not self._keep_days:
            return
        swept = self._swept
        try:
            forgotten = await swept.store.forget(swept.now() - self._keep_days * 86_400_000, swept.is_open)
        except StoreBusy as error:
            log.warning("abandoned tables are not deleted yet: %s", error)
        else:
            log.info("%d abandoned tables were deleted", forgotten)

    async def forget_people(self) -> None:
        """Delete sessions that have ended without use, with their browsers for notices, and what worked for minutes."""
        now = self._swept.now()
        with suppress(StoreBusy):  # in an hour again
            await self._swept.store.people.forget(now - SESSION, now)

    async def _forget_moderation(self) -> None:
        now = self._swept.now()
        with suppress(StoreBusy):  # in an hour again
            await self._swept.store.moderation.forget(now - REPORTS_KEPT, now - LOG_KEPT)
