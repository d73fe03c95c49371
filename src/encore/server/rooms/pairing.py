"""Finds a seek for somebody who wants to play: an index in memory, read again from the store when it is old."""

from __future__ import annotations

import asyncio
from collections.abc import Collection

from encore.server.domain.clocks import Seconds
from encore.server.domain.seeks import Shown, Wishes
from encore.server.rooms.listing import Listing

FRESH = 0.5
"""Seconds for which the seeks are remembered. Whoever takes one finds in its rows whether it is still there."""


class Pairing:
    """The seeks as this process last read them."""

    def __init__(self, listing: Listing, seconds: Seconds) -> None:
        self._listing, self._seconds = listing, seconds
        self._seeks: dict[str, Shown] = {}
        self._read_at = -FRESH
        self._reading: asyncio.Future[None] | None = None

    async def fitting(self, wishes: Wishes, but: Collection[str] = (), anew: bool = False) -> list[Shown]:
        """Return the seeks that fit some wishes, the best first; ``anew`` reads them again from the store."""
        if anew or self._seconds() - self._read_at >= FRESH:
            await self._read(anew)
        fitting = (seek for seek in self._seeks.values() if seek.table not in but and wishes.fit(seek))
        return sorted(fitting, key=wishes.order)

    def taken(self, table: str) -> None:
        """Offer a seek to nobody else: it has no open seat any more."""
        self._seeks.pop(table, None)

    async def _read(self, anew: bool) -> None:
        """Read the seeks; whoever asks meanwhile waits for the same answer, unless it must be a newer one."""
        if self._reading and anew:
            await asyncio.wait([self._reading])
        if not self._reading or self._reading.done():
            self._reading = asyncio.ensure_future(self._read_once())
        await asyncio.shield(self._reading)

    async def _read_once(self) -> None:
        self._seeks = {seek.table: seek for seek in await self._listing.seeks()}
        self._read_at = self._seconds()
