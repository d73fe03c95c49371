"""Hubs without a server, and helpers for their tests."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from pathlib import Path
from typing import Any

import msgspec

from encore.server.bots.thinkers import Thinkers
from encore.server.domain import events
from encore.server.domain.clocks import TimeOfDay, Timing, now_ms
from encore.server.domain.events import AnyEvent, Chair, Opened
from encore.server.http.app import Api
from encore.server.rooms.bus import AloneBus
from encore.server.rooms.hub import Hub
from encore.server.rooms.pictures import Written
from encore.server.rooms.receiver import Wish
from encore.server.storage.sqlite import SqliteStore
from encore.server.storage.store import Row
from encore.server.wire.limits import Limits
from encore.server.wire.listener import Listener
from tests.patience import PATIENCE

OPENED = Opened("dakapo", 2, {}, (Chair("screen"), Chair("screen")), Timing("live", main=600), True, True, "ada", "x")


def idle_api(folder: Path) -> Api:
    """Return the endpoints of a server that is not started."""
    hub = Hub(SqliteStore(folder / "tables.sqlite"), AloneBus(), Thinkers(1), keep_days=1)
    return Api(hub, Limits())


def use(folder: Path, play: Callable[[Hub, SqliteStore], Awaitable[None]], now: TimeOfDay = now_ms) -> None:
    """Open a hub without bots for the duration of a test."""

    async def scene() -> None:
        store = SqliteStore(folder / "tables.sqlite")
        hub = Hub(store, AloneBus(), Thinkers(1), keep_days=1, now=now)
        await store.open()
        try:
            await play(hub, store)
        finally:
            await store.close()

    asyncio.run(scene())


async def write(store: SqliteStore, name: str, seq: int, *happened: AnyEvent) -> None:
    """Store events of a table with an old time."""
    await store.append(Row(name, seq, 1000, None, events.encode(happened)))


class Time:
    """A clock that a test controls."""

    def __init__(self, now: int = 1_000_000) -> None:
        self.now = now

    def __call__(self) -> int:
        """Return the time."""
        return self.now


class SharedBus(AloneBus):
    """A bus that could have other processes."""

    alone = False


class Somebody:
    """A receiver with some seats; without seats, a spectator."""

    wants: Wish = ""
    protocol = 2
    visible = True
    holder: str | None = None
    person = ""
    unheard: frozenset[str] = frozenset()

    def __init__(self, *chairs: int) -> None:
        self.chairs = chairs
        self.left: tuple[int, ...] = ()

    def post(self, data: Written) -> None:
        """Send nothing."""


class Wire:
    """A socket that keeps what it is sent."""

    free = True

    def __init__(self) -> None:
        self.sent: list[dict[str, Any]] = []

    async def listen(self, listener: Listener) -> None:
        """End at once."""

    def send_text(self, text: bytes, more: bool = False) -> None:
        """Keep a text."""
        self.sent.append(msgspec.json.decode(text))

    def drop(self, code: int, reason: str) -> bool:
        """Do nothing."""
        return False


async def settled(hub: Hub) -> None:
    """Wait until no background work is left."""
    while hub._tasks:
        await asyncio.gather(*hub._tasks)


async def until(true: Callable[[], bool]) -> None:
    async with asyncio.timeout(PATIENCE):
        while not true():
            await asyncio.sleep(0.01)
