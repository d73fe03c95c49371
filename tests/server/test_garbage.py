"""Disconnected clients and closed tables are freed without the garbage collector, which would delay all moves."""

from __future__ import annotations

import asyncio
import gc
import math
import socket
import sys
from collections import Counter
from collections.abc import Iterator
from pathlib import Path

import httpx
import pytest
import uvloop
from websockets.asyncio.client import ClientConnection, connect
from websockets.server import ServerProtocol

from encore.server import collector
from encore.server.bots.thinkers import Thinkers
from encore.server.domain.table import Table
from encore.server.rooms.bus import AloneBus
from encore.server.rooms.hub import Hub
from encore.server.rooms.room import Room
from encore.server.run import Server
from encore.server.storage.sqlite import SqliteStore
from encore.server.wire.frames import Frames
from encore.server.wire.socket import Connection
from tests.patience import PATIENCE
from tests.server.hubs import until


@pytest.fixture
def without_collector(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """Disable the collector, so that only reference counting frees objects, and all of them can be counted."""
    monkeypatch.setattr(collector, "STEP", math.inf)
    gc.collect()
    threshold, interval = gc.get_threshold(), sys.getswitchinterval()
    gc.disable()
    yield
    gc.set_threshold(*threshold)  # the server sets its own
    sys.setswitchinterval(interval)
    gc.unfreeze()
    gc.enable()


def alive() -> Counter[str]:
    """Count the live objects of the types that come and go."""
    # Not with isinstance: some objects of other libraries imitate a class, and the check is expensive for them.
    kinds = (Frames, ServerProtocol, Connection, Room, Table)
    return Counter(type(thing).__name__ for thing in gc.get_objects() if type(thing) in kinds)


@pytest.mark.usefixtures("without_collector")
def test_nothing_is_left_for_the_collector(tmp_path: Path) -> None:
    listening = socket.create_server(("127.0.0.1", 0))
    address = f"127.0.0.1:{listening.getsockname()[1]}"
    hub = Hub(SqliteStore(tmp_path / "tables.sqlite"), AloneBus(), Thinkers(1))
    ready = asyncio.Event()
    server = Server(hub, ready.set, unlimited=True)

    async def come() -> ClientConnection:
        """Open a table with a bot, take a seat, and move, so that the bot moves too."""
        async with httpx.AsyncClient() as client:
            body = {"game": "dakapo", "keep": "token", "chairs": [{"kind": "screen"}, {"kind": "bot", "bot": "random"}]}
            made = (await client.post(f"http://{address}/api/tables", json=body)).raise_for_status().json()
        headers = {"Authorization": f"Bearer {made['token']}"}
        player = await connect(f"ws://{address}/api/tables/{made['table']}/socket", additional_headers=headers)
        await player.send('{"t":"act","id":"1","v":1,"a":"e6r"}')
        await until(lambda: hub.rooms[made["table"]].table.version == 3)
        return player

    async def scene() -> None:
        serving = asyncio.create_task(server.serve([listening]))
        async with asyncio.timeout(PATIENCE):
            await ready.wait()
        try:
            polite, rude = await come(), await come()
            assert alive() == {"Frames": 2, "ServerProtocol": 2, "Connection": 2, "Room": 2, "Table": 2}
            await polite.close()
            rude.transport.abort()
            await until(lambda: not any(room.receivers for room in hub.rooms.values()))
            for name in list(hub.rooms):
                hub.put_away(name)
            await until(lambda: not alive())
        finally:
            server.should_exit = True
            await serving

    uvloop.run(scene())
