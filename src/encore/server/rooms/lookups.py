"""Finds the addresses of the names that people's browsers give, without letting one person delay the others."""

from __future__ import annotations

import asyncio
import socket
import time
from collections import OrderedDict
from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor

from encore.server.wire.limits import Turns

RESOLVING = 5.0
"""Seconds that finding the addresses of a name may take."""
THREADS = 32
"""Names that are looked up at once, each for another person; as many again for people whose names were slow."""
QUICK = 0.25
"""Seconds after which a lookup leaves its place to the next one, and goes on in a thread beside."""
MOST_BESIDE = 256
"""Lookups that go on beside the others; one more keeps its place until it ends."""
SLOW = 1.0
"""Seconds after which a lookup counts as slow."""
SLOW_FOR = 600.0
"""Seconds for which a person with a slow name waits behind those with other slow names only."""
MOST_SLOW = 10_000
"""People of whom that is remembered; the one whose name was slow the longest time ago is forgotten first."""
KEPT = 60.0
"""Seconds for which the addresses of a name are remembered, for everybody; when half of them are over, it is looked up
again."""
MOST_KEPT = 1000
"""Names that are remembered; the one that was not asked for the longest is forgotten first."""

Resolve = Callable[[str, int], Sequence[str]]
"""Returns the addresses of a host; it may take long."""
_Place = tuple[str, int]
_Name = tuple[str, str, int]


def resolve(host: str, port: int) -> Sequence[str]:
    """Return the addresses of a host, from the system."""
    return [str(entry[4][0]) for entry in socket.getaddrinfo(host, port, type=socket.SOCK_STREAM)]


class Lookups:
    """Looks names up in threads of their own, one name of each person at a time.

    The system waits half a minute for a name server that says nothing, and its thread cannot be stopped. So a person's
    turn ends with the thread and not with the patience of who asked: a person has one such thread at most. Many people
    may have such names. So a name keeps a place from others for a moment only, and who had a slow one has to share the
    places with others of that kind: a name that is asked for the first time soon gets its place.
    """

    def __init__(self, resolving: Resolve) -> None:
        self._resolve = resolving
        self._threads = ThreadPoolExecutor(2 * THREADS + MOST_BESIDE, "lookup")
        self._turns = Turns(1)
        self._places, self._slow_places = asyncio.Semaphore(THREADS), asyncio.Semaphore(THREADS)
        self._beside = 0
        self._slow: OrderedDict[str, float] = OrderedDict()  # when the last slow name of a person was found or not
        self._running: dict[_Name, asyncio.Task[Sequence[str]]] = {}
        self._known: OrderedDict[_Place, tuple[float, Sequence[str]]] = OrderedDict()  # since when; last asked last

    async def find(self, person: str, host: str, port: int) -> Sequence[str]:
        """Return the addresses of a host that a person has named, or raise OSError."""
        since, known = self._known.get((host, port), (0.0, ()))
        age = time.monotonic() - since
        if known:
            self._known.move_to_end((host, port))
        if known and age < KEPT / 2:
            return known
        running = self._begin((person, host, port))
        if known and age < KEPT:
            return known
        async with asyncio.timeout(RESOLVING):
            return await asyncio.shield(running)

    def close(self) -> None:
        """Look nothing up any more."""
        self._threads.shutdown(wait=False, cancel_futures=True)

    def _begin(self, name: _Name) -> asyncio.Task[Sequence[str]]:
        """Look a name up for a person, unless that is being done."""
        if name not in self._running:
            self._running[name] = asyncio.create_task(self._look_up(*name))
            self._running[name].add_done_callback(lambda done: self._ended(name, done))
        return self._running[name]

    async def _look_up(self, person: str, host: str, port: int) -> Sequence[str]:
        """Look a name up when it is the person's turn."""
        async with self._turns.turn(person):
            if self._is_slow(person):
                async with self._slow_places:
                    return await self._resolved(person, host, port)
            await self._places.acquire()
            working = asyncio.ensure_future(self._resolved(person, host, port))
            await asyncio.wait([working], timeout=QUICK)
            if working.done() or self._beside >= MOST_BESIDE:
                try:
                    return await working
                finally:
                    self._places.release()
            self._places.release()
            self._beside += 1
            try:
                return await working
            finally:
                self._beside -= 1

    async def _resolved(self, person: str, host: str, port: int) -> Sequence[str]:
        start = time.monotonic()
        try:
            return await asyncio.get_running_loop().run_in_executor(self._threads, self._resolve, host, port)
        except RuntimeError as error:  # the system has no more threads
            raise OSError(str(error)) from None
        finally:
            if (now := time.monotonic()) - start > SLOW:
                self._slow[person] = now
                self._slow.move_to_end(person)
                if len(self._slow) > MOST_SLOW:
                    self._slow.popitem(last=False)

    def _is_slow(self, person: str) -> bool:
        """Return whether a name of a person was slow lately."""
        return time.monotonic() - self._slow.get(person, -SLOW_FOR) < SLOW_FOR

    def _ended(self, name: _Name, done: asyncio.Task[Sequence[str]]) -> None:
        del self._running[name]
        if done.cancelled() or done.exception():  # perhaps nobody waits for it any more
            return
        if found := done.result():
            self._keep(name[1:], found)

    def _keep(self, place: _Place, found: Sequence[str]) -> None:
        """Remember the addresses of a name; whoever uses them checks them each time."""
        self._known[place] = time.monotonic(), found
        self._known.move_to_end(place)
        if len(self._known) > MOST_KEPT:
            self._known.popitem(last=False)
