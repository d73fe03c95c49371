"""Finds the addresses of the names that people's browsers give, without letting one person delay the others."""

from __future__ import annotations

import asyncio
import socket
from collections.abc import Callable, Sequence

from encore.server.rooms.studies import Studies

RESOLVING = 5.0
"""Seconds that finding the addresses of a name may take."""
THREADS = 32
"""Names that are looked up at once, each for another person."""

Resolve = Callable[[str, int], Sequence[str]]
"""Returns the addresses of a host; it may take long."""
_Name = tuple[str, str, int]


def resolve(host: str, port: int) -> Sequence[str]:
    """Return the addresses of a host, from the system."""
    return [str(entry[4][0]) for entry in socket.getaddrinfo(host, port, type=socket.SOCK_STREAM)]


class Lookups:
    """Looks names up in threads of their own, one name of each person at a time.

    The system waits half a minute for a name server that says nothing, and its thread cannot be stopped. So a person's
    turn ends with the thread and not with the patience of who asked: a person has one such thread at most.
    """

    def __init__(self, resolving: Resolve) -> None:
        self._resolve = resolving
        self._threads = Studies(THREADS)
        self._running: dict[_Name, asyncio.Task[Sequence[str]]] = {}

    async def find(self, person: str, host: str, port: int) -> Sequence[str]:
        """Return the addresses of a host that a person has named; raise OSError, or Refusal if too many wait."""
        name = person, host, port
        if name not in self._running:
            self._running[name] = asyncio.create_task(self._threads.run(person, self._resolve, host, port))
            self._running[name].add_done_callback(lambda done: self._ended(name, done))
        async with asyncio.timeout(RESOLVING):
            return await asyncio.shield(self._running[name])

    def close(self) -> None:
        """Look nothing up any more."""
        self._threads.close()

    def _ended(self, name: _Name, done: asyncio.Task[Sequence[str]]) -> None:
        del self._running[name]
        if not done.cancelled():
            done.exception()  # perhaps nobody waits for it any more
