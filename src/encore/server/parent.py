"""The parent of server processes behind one port: it starts, watches, replaces and stops them.

It holds the listening socket, so while a process is replaced new connections wait in its queue and none is refused.
A new process is started from the installed files, with the same command line, and prepares itself beside the old one.
"""

from __future__ import annotations

import asyncio
import logging
import shutil
import signal
import socket
import sys
import tempfile
import time
from asyncio.subprocess import Process
from collections.abc import Callable, Sequence
from contextlib import suppress
from pathlib import Path

import msgspec

from encore.server.place import VARIABLE, Given, Order, Report

log = logging.getLogger("encore.server")

FIRST_WAIT, LONGEST_WAIT = 0.5, 30.0
"""Seconds until a process that has ended is started again; doubled each time."""
STEADY = 60.0
"""Seconds after which the wait of a process begins with the first one again."""
PREPARING = 600.0
"""Seconds that a new process may take until it is ready; it may have to compile."""
LEAVING = 15.0
"""Seconds that a process may take to finish, until it is killed."""
FAILED = 2
"""The exit status when the processes cannot be started."""


class Child:
    """A process with a place."""

    def __init__(self, process: Process, ours: socket.socket) -> None:
        self.process, self.began = process, time.monotonic()
        self._ours = ours
        self._reports: asyncio.StreamReader | None = None
        self._orders: asyncio.StreamWriter | None = None

    async def open(self) -> None:
        """Be able to give orders."""
        self._reports, self._orders = await asyncio.open_unix_connection(sock=self._ours)

    def order(self, what: Order) -> None:
        """Tell the process, unless it has ended."""
        if self._orders and not self._orders.is_closing():
            self._orders.write(f"{what}\n".encode())

    async def reports(self, what: Report, limit: float) -> bool:
        """Wait for a report; return False if the process ends before, or takes too long."""
        assert self._reports
        with suppress(TimeoutError, OSError):
            async with asyncio.timeout(limit):
                while line := await self._reports.readline():
                    if line.decode().strip() == what:
                        return True
        return False

    def close(self) -> None:
        """Let the process see that it has no parent any more."""
        if self._orders:
            self._orders.close()

    async def end(self) -> None:
        """Let the process end, and kill it if it does not."""
        self.close()
        with suppress(TimeoutError):
            await asyncio.wait_for(self.process.wait(), LEAVING)
            return
        with suppress(ProcessLookupError):
            self.process.kill()
        await self.process.wait()


class Parent:
    """Runs as many processes as asked. SIGUSR2 replaces them all, one after the other.

    ``alone`` means that only one process may use the store: the old one leaves before the new one serves.
    """

    def __init__(self, processes: int, listening: socket.socket, alone: bool, ready: Callable[[], None]) -> None:
        self._listening, self._alone, self._ready = listening, alone, ready
        self._command: Sequence[str] = (sys.executable, *sys.orig_argv[1:])
        self._children: list[Child | None] = [None] * processes
        self._watching: set[asyncio.Task[None]] = set()
        self._stop = asyncio.Event()
        self._wait = FIRST_WAIT
        self._replacing: asyncio.Task[None] | None = None
        self._metrics = Path(tempfile.mkdtemp(prefix="encore-metrics-"))

    async def run(self) -> int:
        """Run the processes until a signal comes; return the exit status."""
        loop = asyncio.get_running_loop()
        for ending in (signal.SIGINT, signal.SIGTERM):
            loop.add_signal_handler(ending, self._asked_to_stop)
        loop.add_signal_handler(signal.SIGUSR2, self._asked_to_replace)
        try:
            if not await self._start_all():
                return 0 if self._stop.is_set() else FAILED
            self._ready()
            await self._stop.wait()
            return 0
        finally:
            self._stop.set()
            tasks = [*self._watching, *filter(None, [self._replacing])]
            for task in tasks:
                task.cancel()
            # What they have started, and nobody else knows, must end too.
            await asyncio.gather(*tasks, return_exceptions=True)
            await asyncio.gather(*(child.end() for child in self._children if child))
            self._listening.close()
            shutil.rmtree(self._metrics, ignore_errors=True)

    def _asked_to_stop(self) -> None:
        if self._stop.is_set():  # the second time: at once
            for child in filter(None, self._children):
                with suppress(ProcessLookupError):
                    child.process.kill()
        self._stop.set()

    def _asked_to_replace(self) -> None:
        if self._replacing and not self._replacing.done():
            log.warning("the processes are being replaced already")
        elif self._stop.is_set() or not all(self._children):
            log.warning("the processes are not replaced: not all of them serve")
        else:
            self._replacing = asyncio.create_task(self._replace_all())

    async def _start_all(self) -> bool:
        """Start all processes; return False if one of them cannot serve, or a signal comes."""
        starting = asyncio.gather(*(self._begin(place) for place in range(len(self._children))))
        stopped = asyncio.create_task(self._stop.wait())
        await asyncio.wait((starting, stopped), return_when=asyncio.FIRST_COMPLETED)
        stopped.cancel()
        if not starting.done():
            starting.cancel()
            with suppress(asyncio.CancelledError):
                await starting
            return False
        return all(starting.result())

    async def _begin(self, place: int) -> bool:
        """Start the process of a place; return whether it serves."""
        child = self._children[place] = await self._start(place)
        child.order("serve")
        serves = await child.reports("serving", PREPARING)
        self._watch(place, child)
        return serves

    async def _start(self, place: int) -> Child:
        starting = asyncio.create_task(self._spawn(place))
        try:
            return await asyncio.shield(starting)
        except asyncio.CancelledError:  # the parent ends, and nobody else knows this process
            with suppress(OSError):
                await (await starting).end()
            raise

    async def _spawn(self, place: int) -> Child:
        ours, theirs = socket.socketpair()
        listening = self._listening.fileno()
        given = Given(listening, theirs.fileno(), place + 1, len(self._children), str(self._metrics))
        with theirs:
            process = await asyncio.create_subprocess_exec(
                "env",
                f"{VARIABLE}={msgspec.json.encode(given).decode()}",
                *self._command,
                stdin=asyncio.subprocess.DEVNULL,
                pass_fds=(listening, theirs.fileno()),
                start_new_session=True,  # Ctrl-C reaches the parent alone, which says what to do
            )
        child = Child(process, ours)
        await child.open()
        return child

    def _watch(self, place: int, child: Child) -> None:
        task = asyncio.create_task(self._keep(place, child))
        self._watching.add(task)
        task.add_done_callback(self._watching.discard)

    async def _keep(self, place: int, child: Child) -> None:
        """Start a process again when it ends, unless it has been replaced."""
        status = await child.process.wait()
        child.close()
        if self._children[place] is not child or self._stop.is_set():
            return
        (self._metrics / str(place + 1)).unlink(missing_ok=True)
        self._children[place] = None
        if time.monotonic() - child.began > STEADY:
            self._wait = FIRST_WAIT
        why = f"has ended with status {status}"
        while self._children[place] is None:  # else one that was being prepared has the place
            wait, self._wait = self._wait, min(LONGEST_WAIT, 2 * self._wait)
            log.warning("process %d %s; it is started again in %.1f s", place + 1, why, wait)
            await asyncio.sleep(wait)
            if self._children[place] is None:
                try:
                    if not await self._begin(place) and (hanging := self._children[place]):
                        await hanging.end()  # if it has not ended by itself; then it is started again
                    return
                except OSError as error:  # no memory, no more open files: that passes
                    why = f"cannot be started: {error.strerror}"

    async def _replace_all(self) -> None:
        for place, old in enumerate(self._children):
            if not old or not await self._replace(place, old):
                return
        log.warning("all processes have been replaced")

    async def _replace(self, place: int, old: Child) -> bool:
        """Replace a process by a new one; return whether that has happened."""
        try:
            new = await self._start(place)
        except OSError as error:
            log.warning("the new process cannot be started: %s; the old one goes on", error.strerror)
            return False
        try:
            return await self._take_over(place, old, new)
        except asyncio.CancelledError:  # the parent ends
            await asyncio.gather(new.end(), old.end())
            raise

    async def _take_over(self, place: int, old: Child, new: Child) -> bool:
        new.order("prepare")
        if not await new.reports("ready", PREPARING):
            await new.end()
            status = new.process.returncode
            log.warning("the new process has ended with status %s; the old one goes on", status)
            return False
        if self._children[place] is not old:
            log.warning("the old process has ended meanwhile, and is started again")
            await new.end()
            return False
        if self._alone:
            self._children[place] = new
            await self._let_leave(old)
            new.order("serve")
            await new.reports("serving", PREPARING)
        else:
            new.order("serve")
            if not await new.reports("serving", PREPARING):
                log.warning("the new process does not serve; the old one goes on")
                await new.end()
                return False
            self._children[place] = new
            await self._let_leave(old)
        self._watch(place, new)
        return True

    async def _let_leave(self, old: Child) -> None:
        old.order("leave")
        if not await old.reports("left", LEAVING):
            await old.end()
