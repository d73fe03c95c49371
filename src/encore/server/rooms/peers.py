"""What the processes that serve the same tables tell each other."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable, Coroutine
from contextlib import suppress
from typing import Any, Protocol, TypeVar

import msgspec

from encore.server.rooms.blocks import Blocks
from encore.server.rooms.bus import Bus
from encore.server.rooms.heartbeat import Heartbeat
from encore.server.rooms.moderation import Moderation
from encore.server.rooms.room import Room, RowsRewritten, SeatKept, Told, read_told
from encore.server.rooms.sessions import Sessions
from encore.server.storage.store import Store, StoreBusy

log = logging.getLogger("encore.server")

SESSIONS, OUTAGES = "encore:sessions", "encore:outages"
"""The topics on which processes tell each other which sessions have ended, and that there was an outage; no table has
such a name."""

MODERATION = "encore:moderation"
"""The topic on which processes tell each other that restrictions or broadcasts have changed."""

BLOCKS = "encore:blocks"
"""The topic on which processes tell each other who blocks, or no longer blocks, somebody."""

COMPARED = 500
"""Tables that are compared with the store by one question."""

T = TypeVar("T")


class Owner(Protocol):
    """What is concerned by messages of other processes: the tables of this one, and what they share."""

    store: Store
    bus: Bus
    rooms: dict[str, Room]
    opening: dict[str, asyncio.Task[Room]]
    sessions: Sessions
    moderation: Moderation
    blocks: Blocks
    heartbeat: Heartbeat

    def spawn(self, work: Coroutine[Any, Any, T]) -> asyncio.Task[T]:
        """Run something in the background."""


class Peers:
    """The other processes."""

    def __init__(self, owner: Owner) -> None:
        self._owner = owner
        self._looking: asyncio.Future[Any] | None = None
        self._missed = False  # something since that look began

    async def open(self) -> None:
        """Connect the bus, and hear what concerns all tables."""
        bus = self._owner.bus
        await bus.open(self.heard, self.gap)
        for topic in (SESSIONS, OUTAGES, MODERATION, BLOCKS):
            bus.subscribe(topic)

    def tell(self, name: str, message: Told) -> None:
        """Send the other processes a message about a table."""
        self._publish(name, message)

    def tell_ended(self, sessions: list[str]) -> None:
        """Tell the other processes which sessions have ended."""
        self._publish(SESSIONS, sessions)

    def tell_moderated(self) -> None:
        """Tell the other processes that restrictions or broadcasts have changed."""
        self._publish(MODERATION, "changed")

    def tell_outage(self) -> None:
        """Tell the other processes that there is an outage in the store which they have to give back."""
        self._publish(OUTAGES, "")

    def _publish(self, topic: str, message: Any) -> None:
        if not self._owner.bus.alone:
            self._owner.bus.publish(topic, msgspec.json.encode(message))

    def rewritten(self, name: str) -> None:
        """Read a table again, here and in the other processes: names or texts have gone."""
        self.reload(name)
        self.tell(name, RowsRewritten(name))

    async def blocks_changed(self, person: str) -> None:
        """Read whom a person blocks again, here and in the other processes."""
        self._publish(BLOCKS, person)
        await self._owner.blocks.changed(person)

    # What they tell.

    def heard(self, topic: str, message: bytes) -> None:
        """Do what a message of another process asks for."""
        try:
            if topic == MODERATION:
                self._owner.spawn(self._moderate())
            elif topic == SESSIONS:
                self._owner.sessions.ended(msgspec.json.decode(message, type=list[str]))
            elif topic == BLOCKS:
                self._owner.spawn(self._owner.blocks.changed(msgspec.json.decode(message, type=str)))
            elif topic == OUTAGES:
                self._owner.spawn(self._beat_now())
            else:
                self._heard_of_table(topic, read_told(message))
        except msgspec.MsgspecError:
            log.warning("cannot read a message from another process; does it run another version?")

    def _heard_of_table(self, name: str, told: Told) -> None:
        if isinstance(told, RowsRewritten):
            self.reload(name)
        elif isinstance(told, SeatKept):  # a table that is being opened may have read the seats before
            self._when_open(name, lambda room: room.heard(told))
            self._when_open(name, lambda room: self._owner.spawn(self._owner.blocks.kept(room)))
        elif room := self._owner.rooms.get(name):
            room.heard(told)

    def reload(self, name: str) -> None:
        """Read a table again."""
        self._when_open(name, lambda room: room.queue.reload())  # one that is being opened may have read the old rows

    def _when_open(self, name: str, then: Callable[[Room], object]) -> None:
        """Do something with a table that is open here, or as soon as it is; nothing if nobody opens it."""
        if room := self._owner.rooms.get(name):
            then(room)
        elif opening := self._owner.opening.get(name):
            opening.add_done_callback(lambda _: self._when_open(name, then))

    # What may have been missed.

    def gap(self) -> None:
        """Look up what may have been said while the other processes could not be heard.

        One look is enough for all gaps that come while another one is under way.
        """
        if self._looking:
            self._missed = True
            return
        for room in self._owner.rooms.values():
            room.gap()
        for name in self._owner.opening:
            self._when_open(name, Room.gap_when_opened)
        self._looking = self._owner.spawn(self._look_up())
        self._looking.add_done_callback(self._looked)

    def _looked(self, look: asyncio.Future[Any]) -> None:
        missed, self._looking, self._missed = self._missed, None, False
        if missed and not look.cancelled():
            self.gap()

    async def _look_up(self) -> None:
        await asyncio.gather(self.compare(list(self._owner.rooms)), self._end_sessions(), self._moderate())

    async def compare(self, names: list[str]) -> None:
        """Compare open tables with the store, many at a time, and read those that have changed."""
        store = self._owner.store
        with suppress(StoreBusy):  # the rooms read it when they catch up the next time
            for start in range(0, len(names), COMPARED):
                some = names[start : start + COMPARED]
                asked = [(room, room.queue.doubts) for name in some if (room := self._owner.rooms.get(name))]
                standings, kept = await store.standings(some), await store.notices.kept(some)
                for room, doubts in asked:
                    name = room.table.name
                    if self._owner.rooms.get(name) is room:  # one that was opened meanwhile has read the store itself
                        room.compare(standings.get(name), kept.get(name, set()), doubts)

    async def _moderate(self) -> None:
        with suppress(StoreBusy):  # it is read again soon
            await self._owner.moderation.read()

    async def _beat_now(self) -> None:
        with suppress(StoreBusy):  # the next heartbeat refunds the outage
            await self._owner.heartbeat.live()

    async def _end_sessions(self) -> None:
        with suppress(StoreBusy):  # a session that has ended can do nothing but watch
            await self._owner.sessions.look_again()
