"""Who does not hear whom at the open tables."""

from __future__ import annotations

from contextlib import suppress

from encore.server.rooms.room import Room
from encore.server.storage.store import Store, StoreBusy


class Blocks:
    """Reads from the store which people at a table have blocked each other."""

    def __init__(self, store: Store) -> None:
        self._store = store

    async def read(self, room: Room) -> None:
        """Read who does not hear whom at a table; whom that concerns sees the chat without them."""
        unheard = await self._store.moderation.unheard(room.table.name) if len(room.kept) > 1 else set()
        if unheard != room.projection.unheard:
            room.projection.unheard = unheard
            room.projection.tell_anew(room.receivers, room.visitor)

    async def try_to_read(self, room: Room) -> None:
        """Do the same, unless the store is busy."""
        with suppress(StoreBusy):  # it is read when the table is opened the next time
            await self.read(room)
