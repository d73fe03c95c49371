"""The HTTP connections of this process: how fast new ones are admitted, and when slow ones are closed."""

from __future__ import annotations

import asyncio
import logging
from typing import Protocol

from encore.server.wire.limits import Bucket

log = logging.getLogger("encore.server")

HEAD, BODY = 10.0, 20.0
"""Seconds for the head of a request, and for its body."""
STALLED = 30.0
"""Seconds in which a client must take some of its response."""
WAITING = 128
"""Connections from one address that may wait for the head of a request, and as many for the rest of a body. The oldest
is closed when another one comes."""
ADMITTED, BURST = 500.0, 30.0
"""New connections per second and at once. More have to wait, so that they do not delay the moves of others; the
addresses take turns, so that one that comes again and again does not delay the connections of others."""
CHECK = 1.0
"""Seconds between two checks of the deadlines."""


class Visited(Protocol):
    """A connection as the door sees it."""

    since: float

    @property
    def peer(self) -> str:
        """The address at the other end."""

    @property
    def awaits_head(self) -> bool:
        """Whether the next thing to come is the head of a request."""

    @property
    def awaits_body(self) -> bool:
        """Whether the rest of a request's body has yet to come."""

    @property
    def unread(self) -> int:
        """The bytes of responses that the client has not taken yet."""

    @property
    def transport(self) -> asyncio.Transport:
        """The connection itself."""

    def admit(self) -> None:
        """Begin to read."""


class Door:
    """Admits connections, and closes those that miss a deadline. ``malformed`` counts what is not HTTP."""

    def __init__(self, unlimited: bool = False) -> None:
        self.malformed = 0
        self.late = 0
        self._most = 1 << 30 if unlimited else WAITING
        self._pace = None if unlimited else Bucket(ADMITTED, BURST)
        self._arrived: dict[str, dict[Visited, None]] = {}  # by address, in the order of their turns
        self._admitting: asyncio.TimerHandle | None = None
        self._waiting: dict[str, dict[Visited, None]] = {}
        self._sending: dict[str, dict[Visited, None]] = {}  # those whose body did not come with the head
        self._answering: dict[Visited, int] = {}

    def enter(self, visited: Visited) -> bool:
        """Take a new connection; return whether it is admitted now. Otherwise it is admitted when it is its turn."""
        self.waiting(visited)
        if self._pace is None or (not self._arrived and self._pace.take()):
            return True
        self._arrived.setdefault(visited.peer, {})[visited] = None
        self._admit_later()
        return False

    def _admit_later(self) -> None:
        self._admitting = self._admitting or asyncio.get_running_loop().call_later(BURST / ADMITTED / 4, self._admit)

    def _admit(self) -> None:
        self._admitting = None
        while self._arrived and self._pace and self._pace.take():
            peer = next(iter(self._arrived))
            same = self._arrived.pop(peer)
            visited = next(iter(same))
            del same[visited]
            if same:
                self._arrived[peer] = same  # behind the others
            visited.admit()
        if self._arrived:
            self._admit_later()

    def waiting(self, visited: Visited) -> None:
        """Record that a connection waits for a request."""
        self._answering.pop(visited, None)
        _remove(self._sending, visited)
        same = self._waiting.setdefault(visited.peer, {})
        same[visited] = None
        if len(same) > self._most:
            self._close(next(iter(same)))

    def answering(self, visited: Visited) -> None:
        """Record that a connection has sent the head of a request."""
        _remove(self._waiting, visited)
        self._answering[visited] = 0
        if visited.awaits_body:
            same = self._sending.setdefault(visited.peer, {})
            same[visited] = None
            if len(same) > self._most:
                self._close_a_sender(same)

    def _close_a_sender(self, same: dict[Visited, None]) -> None:
        for visited in list(same):
            if visited.awaits_body:
                self._close(visited)
                return
            del same[visited]  # its body has come, and is being answered

    def leave(self, visited: Visited) -> None:
        """Forget a connection: it is closed, or has become a socket."""
        self._answering.pop(visited, None)
        for by_peer in (self._waiting, self._sending, self._arrived):
            _remove(by_peer, visited)

    async def watch(self) -> None:
        """Close connections that miss a deadline."""
        loop = asyncio.get_running_loop()
        while True:
            await asyncio.sleep(CHECK)
            self.check(loop.time())

    def check(self, now: float) -> None:
        """Close the connections that have missed a deadline at this time."""
        for same in list(self._waiting.values()):
            for visited in list(same):
                if now - visited.since <= HEAD:
                    break  # they are in order: the rest have come later
                self._close(visited)
        for visited, unread in list(self._answering.items()):
            if visited.unread != unread or (not unread and not visited.awaits_body):
                self._answering[visited] = visited.unread
                if not visited.awaits_body:
                    visited.since = now
            if now - visited.since > (BODY if visited.awaits_body else STALLED):
                self._close(visited)

    def _close(self, visited: Visited) -> None:
        self.leave(visited)
        self.late += 1
        log.warning("connections are closed because their requests do not arrive or their responses are not read")
        visited.transport.abort()


def _remove(by_peer: dict[str, dict[Visited, None]], visited: Visited) -> None:
    same = by_peer.get(visited.peer)
    if same is not None:
        same.pop(visited, None)
        if not same:
            del by_peer[visited.peer]
