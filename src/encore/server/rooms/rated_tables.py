"""What happens at rated tables besides the game: ratings are shown, results are rated, and pairs go on."""

from __future__ import annotations

import asyncio
import logging
from contextlib import suppress

from encore.server.domain.decisions import Refusal
from encore.server.domain.rated import begin_second, second_due
from encore.server.rooms.listing import Listing
from encore.server.rooms.ratings import Rater
from encore.server.rooms.room import Room
from encore.server.storage.store import Store, StoreBusy

log = logging.getLogger("encore.server")

AGAIN = 1.0
"""Seconds until something that the store did not take is tried again."""


class RatedTables:
    """The rated tables of a process."""

    def __init__(self, store: Store, rater: Rater, listing: Listing) -> None:
        self._store, self._rater, self._listing = store, rater, listing

    async def happened(self, room: Room, ended: bool) -> None:
        """Show the ratings of those who came; after a game, begin the second one of a pair, or rate the result."""
        if second_due(room.table):
            await self._go_on_in_time(room)
        elif ended:
            await self._rater.rate()
        if await self.read_skills(room):
            room.projection.tell_anew(room.receivers, room.visitor)
            self._listing.show(room)

    async def _go_on_in_time(self, room: Room) -> None:
        """Begin the second game of a pair, as soon as the store takes it."""
        while True:
            try:
                return await self.go_on(room)
            except StoreBusy as error:
                log.warning("the second game of a pair has to wait: %s", error)
                await asyncio.sleep(AGAIN)

    async def go_on(self, room: Room) -> None:
        """Begin the second game of a pair if it is due, unless another process was faster."""
        if second_due(room.table):
            with suppress(Refusal):
                await room.act(None, lambda table, _: begin_second(table))

    async def read_skills(self, room: Room) -> bool:
        """Read how strong the people at a rated table are; return whether that is new."""
        if not room.table.opened.rated:
            return False
        known = room.projection.skills
        try:
            room.projection.skills = await self._store.ratings.at_table(room.table.name, room.table.game.name)
        except StoreBusy as error:
            log.warning("ratings at a table are out of date: %s", error)
        return known != room.projection.skills
