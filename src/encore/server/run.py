"""The server process: uvicorn running the application."""

from __future__ import annotations

import asyncio
import logging
import os
import socket
import sys
from collections.abc import Callable, Iterable
from functools import partial
from typing import Literal, cast

import uvicorn
from uvicorn.protocols.http.h11_impl import H11Protocol

from encore.core.errors import EncoreError
from encore.server import collector
from encore.server.admin.operator import Operator
from encore.server.admin.socket import AdminSocket, Sockets
from encore.server.http.app import build
from encore.server.http.hosts import Hosts
from encore.server.place import Place
from encore.server.quiet_log import quieten
from encore.server.rooms.draining import drained
from encore.server.rooms.hub import Hub
from encore.server.rooms.shared_metrics import keep_written
from encore.server.storage.folder_lock import FolderLock
from encore.server.wire.door import Door
from encore.server.wire.limits import Limits
from encore.server.wire.messages import LARGEST
from encore.server.wire.proxies import Proxies

log = logging.getLogger("encore.server")

FAREWELL = 3
"""Seconds that open connections get at shutdown."""
HURRIED, SOON = 1, 0.01
"""Seconds that they get when another process takes over, and between two looks at what they still do."""
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
        lock: FolderLock | None = None,
        place: Place | None = None,
        admin: Sockets | None = None,
    ) -> None:
        self._admin = AdminSocket(admin, Operator(hub, self._drain)) if admin else None
        processes = place.processes if place else 1
        limits = Limits(unlimited, processes)
        self._hub, self._door, self._ready = hub, Door(unlimited, _open_files(), [limits.sockets]), ready
        self._lock, self._place = lock or FolderLock(None), place
        self._leaves = False  # another process takes over
        hub.metrics.count("encore_malformed", "Requests that were not HTTP.", lambda: self._door.malformed)
        hub.metrics.count("encore_late", "Connections closed because of a deadline.", lambda: self._door.late)
        hub.metrics.gauge("encore_processes", "Processes that should serve behind the port.", lambda: float(processes))
        hub.metrics.count("encore_refused", "Requests and sockets that were refused.", lambda: limits.refused)
        super().__init__(configured(hub, self._door, limits, names, place))

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        """Start to listen, or raise the EncoreError that says why not."""
        try:
            replaces = self._place is not None and await self._prepared(self._place)
            if self.should_exit:
                await self._hub.close()
                return
            self._lock.take()
            await self._hub.open(replaces)
        except BaseException:
            await self._hub.close()
            self._lock.release()
            raise
        await super().startup(sockets)
        self._hub.spawn(self._door.watch())
        if self._admin:
            await self._open_admin(self._admin)
        collector.begin()
        self._hub.spawn(collector.keep_short(lambda: not self._hub.rooms))
        # The writer thread needs the GIL after each statement, and would wait 5 ms for a busy event loop.
        sys.setswitchinterval(0.0005)
        if self.started and self._place:
            self._hub.spawn(self._place.watch(self._leave, self._end))
            self._hub.spawn(keep_written(self._place, self._hub.metrics))
            self._place.report("serving")
        elif self.started:
            self._ready()

    async def _open_admin(self, admin: AdminSocket) -> None:
        """Listen for operators; a server without a folder for the socket serves all the same."""
        try:
            await admin.open()
        except EncoreError as error:
            log.warning("encore admin cannot reach this process: %s", error)

    async def _prepared(self, place: Place) -> bool:
        """Wait until the parent lets this process serve; return whether it replaces another one, and is prepared."""
        order = await place.order()
        if replaces := order == "prepare":
            await self._hub.prepare()
            place.report("ready")
            order = await place.order()
        self.should_exit = self.should_exit or order != "serve"
        return replaces

    def _leave(self) -> None:
        self._leaves = self.should_exit = True
        self.config.timeout_graceful_shutdown = HURRIED

    def _end(self) -> None:
        self.should_exit = True

    async def shutdown(self, sockets: list[socket.socket] | None = None) -> None:
        """Disconnect everybody, then close the hub; a second Ctrl-C ends at once."""
        if self._admin:
            await self._admin.close()
        if self._leaves:
            await self._finish()
        await self._hub.farewell(self._leaves)
        await super().shutdown(sockets)
        if not self.force_exit:
            await self._hub.close()
        self._lock.release()
        if self._place:
            self._place.report("left")

    async def _finish(self) -> None:
        """Accept nobody and take no more actions; wait until those in hand are stored and answered."""
        for server in self.servers:
            server.close()
        for connection in list(self.server_state.connections):
            if not isinstance(connection, H11Protocol):  # the socket of a table
                connection.transport.pause_reading()
        until = asyncio.get_running_loop().time() + HURRIED
        while asyncio.get_running_loop().time() < until:
            requests = (each for each in self.server_state.connections if isinstance(each, H11Protocol))
            if self._hub.idle and all(each.cycle is None or each.cycle.response_complete for each in requests):
                return
            await asyncio.sleep(SOON)

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
    lock: FolderLock,
    place: Place | None = None,
    admin: Sockets | None = None,
) -> None:
    """Serve until a signal comes; raise EncoreError if the store or the bus cannot be opened."""
    quieten()
    Server(hub, ready, unlimited, names, lock, place, admin).run(sockets=[listening])


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


def configured(
    hub: Hub, door: Door, limits: Limits, names: Iterable[str], place: Place | None = None
) -> uvicorn.Config:
    """Return uvicorn's configuration for a hub."""
    return uvicorn.Config(
        build(hub, limits, Hosts(names), place),
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
