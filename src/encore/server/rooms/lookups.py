"""Finds the addresses of the names that people's browsers give, without letting one person delay the others."""

from __future__ import annotations

import asyncio
import socket
import time
from collections import OrderedDict
from collections.abc import Callable, Sequence

from encore.server.rooms.studies import Studies

RESOLVING = 5.0
"""Seconds that finding the addresses of a name may take."""
THREADS = 32
"""Names that are looked up at once, each for another person."""
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
    can take all threads, so the names that others use all the time are remembered.
    """

    def __init__(self, resolving: Resolve) -> None:
        self._resolve = resolving
        self._threads = Studies(THREADS)
        self._running: dict[_Name, asyncio.Task[Sequence[str]]] = {}
        self._known: OrderedDict[_Place, tuple[float, Sequence[str]]] = OrderedDict()  # since when; last asked last

    async def find(self, person: str, host: str, port: int) -> Sequence[str]:
        """Return the addresses of a host that a person has named; raise OSError, or Refusal if too many wait."""
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
        self._threads.close()

    def _begin(self, name: _Name) -> asyncio.Task[Sequence[str]]:
        """Look a name up for a person, unless that is being done."""
        if name not in self._running:
            self._running[name] = asyncio.create_task(self._threads.run(name[0], self._resolve, *name[1:]))
            self._running[name].add_done_callback(lambda done: self._ended(name, done))
        return self._running[name]

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
