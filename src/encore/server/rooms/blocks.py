"""Who does not hear whom at the open tables."""

from __future__ import annotations

from collections.abc import Mapping
from contextlib import suppress

from encore.server.domain.speakers import id_at
from encore.server.rooms.receiver import Receiver
from encore.server.rooms.room import Room
from encore.server.storage.store import Store, StoreBusy


class Blocks:
    """Reads from the store whom those who are connected have blocked, players and spectators.

    People are compared, not seats: who was blocked is not heard from another seat, from none, or after they have left.
    """

    def __init__(self, store: Store, rooms: Mapping[str, Room]) -> None:
        self._store, self._rooms = store, rooms

    async def follow(self, room: Room, receiver: Receiver) -> None:
        """Read whom somebody at a table does not hear, unless the store is busy."""
        if not receiver.person:
            return
        with suppress(StoreBusy):  # it is read when they connect the next time
            blocks = await self._store.moderation.blocks(receiver.person)
            if blocks:  # nearly nobody has any
                room.projection.keepers = await self._keepers(room)
            receiver.unheard = frozenset(id_at(room.table.name, each.blocked) for each in blocks)

    async def changed(self, person: str) -> None:
        """Show a person the chat of each table anew: they have blocked somebody, or no longer do."""
        for room in list(self._rooms.values()):
            for receiver in [each for each in room.receivers if each.person == person]:
                await self.follow(room, receiver)
                room.show(receiver)

    async def kept(self, room: Room) -> None:
        """Take note that a person keeps a seat from now on; who has blocked them sees the chat without them."""
        with suppress(StoreBusy):  # it is read when somebody connects the next time
            people = {seat.holder: seat.person for seat in await self._store.people.holidays_at(room.table.name)}
            for receiver in list(room.receivers):
                if not receiver.person and receiver.holder in people:
                    receiver.person = people[receiver.holder]
                    await self.follow(room, receiver)
            if any(each.unheard for each in room.receivers):
                room.projection.keepers = await self._keepers(room)
                room.projection.tell_anew([each for each in room.receivers if each.unheard], room.visitor)

    async def _keepers(self, room: Room) -> dict[str, str]:
        name = room.table.name
        return {seat.holder: id_at(name, seat.person) for seat in await self._store.people.holidays_at(name)}
