"""The heartbeat of one process in the store. The time without one is an outage, which is refunded to players."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable, Coroutine, Sequence
from contextlib import suppress

from encore.server.domain.clocks import DAY, EvenTime, TimeOfDay
from encore.server.domain.rated import LONG_LIVE
from encore.server.rooms.queue import Spawn
from encore.server.storage.store import GAP, Store, StoreBusy

log = logging.getLogger("encore.server")

BEAT = 2.0
"""Seconds between two heartbeats."""
STILL = 2000
"""Milliseconds for which live clocks stand still when a process is replaced."""
REMEMBERED = 5 * 365 * DAY
"""Milliseconds for which long outages are remembered: a game by the day of four people may take years."""
DOUBTED = 5_000
"""Milliseconds without heartbeats after an action that could not be stored, unless a row is stored meanwhile. A disk
that is full may have room for a heartbeat, which replaces the last one, but for no move."""
RECENT = 60_000
"""Milliseconds for which open tables are checked again for unrefunded outages."""

Outages = Sequence[tuple[int, int]]
"""When outages began and ended."""


class Heartbeat:
    """Stores heartbeats. ``lived`` is called after each one; ``between`` runs beside them, one at a time."""

    def __init__(
        self,
        store: Store,
        now: TimeOfDay,
        spawn: Spawn,
        lived: Callable[[], None],
        between: Callable[[], Coroutine[None, None, None]],
    ) -> None:
        self._store, self._now, self._spawn = store, now, spawn
        self._lived, self._between = lived, between
        self._beating: asyncio.Task[None] | None = None
        self.last = 0
        self.outages: Outages = ()  # the recent ones
        self.long_outages: Outages = ()  # those for which a rated game does not count
        self.trouble: StoreBusy | None = None  # why the last heartbeat could not be stored
        self._refused: tuple[int, StoreBusy] | None = None  # the last action, if it could not be stored

    async def open(self, alone: bool) -> None:
        """Store the first heartbeat. Without other processes, the time since the last one is an outage."""
        await self.live(0 if alone else GAP)
        self._note_long(await self._store.outages(self._now() - REMEMBERED))

    def start(self) -> None:
        """Store a heartbeat every two seconds."""
        self._beating = self._spawn(self._beat())

    async def stop(self, last: Callable[[], Coroutine[None, None, None]]) -> None:
        """Do what has to be done ``last``, and store the last heartbeat; the time from now on is an outage."""
        if self._beating:
            self._beating.cancel()
            with suppress(StoreBusy):
                await last()
                await self._store.beat(self._now())

    async def stand_still(self) -> None:
        """Let the coming two seconds count as an outage: people are disconnected, and come back in them."""
        now = self._now()
        await self._store.add_outages([(now, now + STILL)])

    def stored(self) -> None:
        """Take note that a row was stored."""
        self._refused = None

    def refused(self, error: StoreBusy) -> None:
        """Take note that an action could not be stored: players lose time, so the server does not live."""
        self._refused = self._now(), error

    async def live(self, gap: int = GAP) -> None:
        """Store a heartbeat; if there was none for a while, that time is an outage.

        If several processes lost the store, the first one records the outage. Each refunds its own tables. Raises
        StoreBusy also while moves cannot be stored, although a heartbeat might be.
        """
        if self._refused and self._now() - self._refused[0] < DOUBTED:
            raise self._refused[1]
        if isinstance(self._now, EvenTime):
            self._now.follow()
        now = self._now()
        await self._store.beat(now, gap)
        self.outages = await self._store.outages(self.last - RECENT)
        self._note_long(self.outages)
        self.last = now
        self._lived()

    @property
    def stalled_ms(self) -> int:
        """How many milliseconds ago the last heartbeat was, if that counts as an outage; otherwise 0."""
        silent = self._now() - self.last if self.last else 0
        return silent if silent > GAP else 0

    @property
    def steady(self) -> bool:
        """Whether the last heartbeat is fresh."""
        return self.last > 0 and not self.stalled_ms

    async def _beat(self) -> None:
        beside: asyncio.Task[None] | None = None
        while True:
            await asyncio.sleep(BEAT)
            try:
                await self.live()
                self.trouble = None
                if not beside or beside.done():  # no heartbeat waits for it
                    beside = self._spawn(self._between())
            except StoreBusy as error:
                self.trouble = error
                log.warning("the store does not answer: %s", error)

    def _note_long(self, outages: Outages) -> None:
        known = self.long_outages
        new = [each for each in outages if each[1] - each[0] >= LONG_LIVE and each not in known]
        if new:
            self.long_outages = (*known, *new)
