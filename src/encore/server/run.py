"""The server process: uvicorn running the application."""

from __future__ import annotations

import asyncio
import gc
import logging
import socket
import sys
from collections.abc import Callable
from typing import Literal

import uvicorn

from encore.server.bots.thinkers import Thinkers
from encore.server.http.app import build
from encore.server.rooms.bus import Bus
from encore.server.rooms.hub import Hub
from encore.server.storage.store import Store
from encore.server.wire.limits import Limits
from encore.server.wire.messages import LARGEST

log = logging.getLogger("encore.server")

FAREWELL = 3
"""Seconds that open connections get at shutdown."""


class Server(uvicorn.Server):
    """Opens a hub before it listens, closes it at the end, and reports when it is ready.

    It does not use the ASGI lifespan, which prints a traceback if the store cannot be opened and loses the error.
    """

    def __init__(self, config: uvicorn.Config, hub: Hub, ready: Callable[[], None]) -> None:
        super().__init__(config)
        self._hub, self._ready = hub, ready

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        """Start to listen, or raise the EncoreError that says why not."""
        try:
            await self._hub.open()
        except BaseException:
            await self._hub.close()
            raise
        await super().startup(sockets)
        # Loaded objects stay, and tables and sockets have no reference cycles: the collector finds little to free. It
        # scans all objects rarely and the few new ones often: scanning 100,000 of them took 50 ms.
        gc.freeze()
        gc.set_threshold(2_000, 5, 100)
        # The writer thread needs the GIL after each statement, and would wait 5 ms for a busy event loop.
        sys.setswitchinterval(0.0005)
        if self.started:
            self._ready()

    async def shutdown(self, sockets: list[socket.socket] | None = None) -> None:
        """Disconnect everybody, then close the hub; a second Ctrl-C ends at once."""
        await self._hub.farewell()
        await super().shutdown(sockets)
        if not self.force_exit:
            await self._hub.close()


def run(
    store: Store,
    bus: Bus,
    listening: socket.socket,
    processes: int,
    keep: int,
    unlimited: bool,
    ready: Callable[[], None],
) -> None:
    """Serve until a signal comes; raise EncoreError if the store or the bus cannot be opened."""
    hub = Hub(store, bus, Thinkers(processes), keep)
    Server(configured(hub, unlimited), hub, ready).run(sockets=[listening])


def sockets() -> type[asyncio.Protocol] | Literal["websockets-sansio"]:
    """Return the socket implementation: our own frames, or plain ASGI if uvicorn's internals have changed."""
    try:
        from encore.server.wire.frames import Frames, missing

        lacking = missing()
    except ImportError as error:
        lacking = [str(error)]
    if not lacking:
        return Frames
    log.warning("uvicorn %s lacks %s: sockets use plain ASGI, which is slower", uvicorn.__version__, ", ".join(lacking))
    return "websockets-sansio"


def configured(hub: Hub, unlimited: bool) -> uvicorn.Config:
    """Return uvicorn's configuration for a hub."""
    return uvicorn.Config(
        build(hub, Limits(unlimited)),
        ws=sockets(),
        ws_max_size=LARGEST,
        ws_per_message_deflate=False,
        log_config=None,
        access_log=False,
        lifespan="off",
        server_header=False,
        timeout_graceful_shutdown=FAREWELL,
    )
