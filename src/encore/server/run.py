"""The server process: uvicorn running the application."""

from __future__ import annotations

import asyncio
import gc
import logging
import os
import socket
import sys
from collections.abc import Callable, Iterable
from functools import partial
from typing import Literal, cast

import uvicorn

from encore.server.admin.operator import Operator
from encore.server.admin.socket import AdminSocket, Sockets
from encore.server.http.app import build
from encore.server.http.hosts import Hosts
from encore.server.quiet_log import quieten
from encore.server.rooms.draining import drained
from encore.server.rooms.hub import Hub
from encore.server.wire.door import Door
from encore.server.wire.limits import Limits
from encore.server.wire.messages import LARGEST
from encore.server.wire.proxies import Proxies

log = logging.getLogger("encore.server")

FAREWELL = 3
"""Seconds that open connections get at shutdown."""
TRUSTED = "127.0.0.1,::1"
"""The addresses of proxies on this machine, which are trusted unless FORWARDED_ALLOW_IPS names others."""
MOST_FILES = 65_536
"""Open files that are enough for every load that one process can serve."""


class Server(uvicorn.Server):
    """Opens a hub before it listens, closes it at the end, and reports when it is ready.

    It does not use the ASGI lifespan, which prints a traceback if the store cannot be opened and loses the error.
    """

    def __init__(
        self,
        hub: Hub,
        ready: Callable[[], None],
        unlimited: bool = False,
        names: Iterable[str] = (),
        admin: Sockets | None = None,
    ) -> None:
        self._admin = AdminSocket(admin, Operator(hub, self._drain)) if admin else None
        self._hub, self._door, self._ready = hub, Door(unlimited, _open_files()), ready
        hub.metrics.count("encore_malformed", "Requests that were not HTTP.", lambda: self._door.malformed)
        hub.metrics.count("encore_late", "Connections closed because of a deadline.", lambda: self._door.late)
        super().__init__(configured(hub, self._door, unlimited, names))

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        """Start to listen, or raise the EncoreError that says why not."""
        try:
            await self._hub.open()
        except BaseException:
            await self._hub.close()
            raise
        await super().startup(sockets)
        self._hub.spawn(self._door.watch())
        if self._admin:
            await self._admin.open()
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
        if self._admin:
            await self._admin.close()
        await self._hub.farewell()
        await super().shutdown(sockets)
        if not self.force_exit:
            await self._hub.close()

    def _drain(self, seconds: float) -> None:
        """Take no new connections, and end when nobody is connected any more, or after some seconds."""
        for listening in self.servers:
            listening.close()
        self._hub.spawn(self._end_drained(seconds))

    async def _end_drained(self, seconds: float) -> None:
        await drained(self._hub, seconds)
        self.should_exit = True


def run(
    hub: Hub,
    listening: socket.socket,
    unlimited: bool,
    names: Iterable[str],
    ready: Callable[[], None],
    admin: Sockets | None = None,
) -> None:
    """Serve until a signal comes; raise EncoreError if the store or the bus cannot be opened."""
    quieten()
    Server(hub, ready, unlimited, names, admin).run(sockets=[listening])


def _open_files() -> int:
    """Raise the limit of open files to what the system allows, since every connection is one; return the limit."""
    try:
        import resource
    except ImportError:  # not on this system
        return MOST_FILES
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    wanted = MOST_FILES if hard == resource.RLIM_INFINITY else min(hard, MOST_FILES)
    if soft != resource.RLIM_INFINITY and soft < wanted:
        resource.setrlimit(resource.RLIMIT_NOFILE, (wanted, hard))
        return wanted
    return MOST_FILES if soft == resource.RLIM_INFINITY else soft


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


def requests(door: Door) -> type[asyncio.Protocol] | Literal["h11"]:
    """Return the HTTP implementation: ours with deadlines, or uvicorn's own if its internals have changed."""
    try:
        from encore.server.wire.requests import Requests, missing

        lacking = missing()
    except ImportError as error:
        lacking = [str(error)]
    if not lacking:
        # As uvicorn reads it itself.
        proxies = Proxies(os.environ.get("FORWARDED_ALLOW_IPS", TRUSTED))
        return cast(type[asyncio.Protocol], partial(Requests, door=door, proxies=proxies))
    log.warning("uvicorn %s lacks %s: requests have no deadlines", uvicorn.__version__, ", ".join(lacking))
    return "h11"


def configured(hub: Hub, door: Door, unlimited: bool, names: Iterable[str]) -> uvicorn.Config:
    """Return uvicorn's configuration for a hub."""
    return uvicorn.Config(
        build(hub, Limits(unlimited), Hosts(names)),
        http=requests(door),
        ws=sockets(),
        ws_max_size=LARGEST,
        ws_per_message_deflate=False,
        log_config=None,
        access_log=False,
        lifespan="off",
        server_header=False,
        timeout_graceful_shutdown=FAREWELL,
    )
