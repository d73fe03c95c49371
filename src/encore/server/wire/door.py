"""The HTTP connections of this process: how fast new ones are admitted, and when slow ones are closed."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Iterable
from typing import Protocol

from encore.server.wire.limits import Bucket, Buckets

log = logging.getLogger("encore.server")

HEAD, BODY = 10.0, 20.0
"""Seconds for the head of a request, and for its body."""
STALLED = 30.0
"""Seconds in which a client must take some of its response."""
WAITING = 1000
"""Connections of one visitor that may wait for the head of a request, and as many for the rest of a body; fewer where
the system allows few open files. The oldest is closed when another one comes."""
ADMITTED, BURST = 500.0, 30.0
"""New connections per second and at once. More have to wait, so that they do not delay the moves of others; the
visitors take turns, so that one that comes again and again does not delay the connections of others."""
OWN_ADMITTED, OWN_BURST = 100.0, 100.0
"""The same for one visitor."""
RETURNING, FASTER = 5.0, 4.0
"""Seconds after the start in which these paces, and that of the sockets of each visitor, are so many times faster: all
who were at the process before come back at once, a whole school from one address, and there are no moves yet that they
could delay."""
CHECK = 1.0
"""Seconds between two checks of the deadlines."""


class Visited(Protocol):
    """A connection as the door sees it."""

    since: float

    @property
    def visitor(self) -> str:
        """The visitor at the other end; empty for a proxy, through which many come."""

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
    """Admits connections, and closes those that miss a deadline. ``malformed`` counts what is not HTTP.

    A proxy sends whole requests of many visitors, so its connections are admitted at once and are not counted.
    ``hurried`` are other limits that are faster after the start, as its own paces are.
    """

    def __init__(self, unlimited: bool = False, files: int = 3 * WAITING, hurried: Iterable[Buckets] = ()) -> None:
        self.malformed = 0
        self.late = 0
        self._most = 1 << 30 if unlimited else min(WAITING, files // 3)
        self._pace = None if unlimited else Bucket(ADMITTED, BURST)
        self._own_pace = Buckets(OWN_ADMITTED, OWN_BURST)
        self._hurried = (self._own_pace, *hurried)
        self._arrived: dict[str, dict[Visited, None]] = {}  # by visitor, in the order of their turns
        self._admitting: asyncio.TimerHandle | None = None
        self._waiting: dict[str, dict[Visited, None]] = {}
        self._sending: dict[str, dict[Visited, None]] = {}  # those whose body did not come with the head
        self._answering: dict[Visited, int] = {}

    def enter(self, visited: Visited) -> bool:
        """Take a new connection; return whether it is admitted now. Otherwise it is admitted when it is its turn."""
        self.waiting(visited)
        if self._pace is None or not visited.visitor:
            return True
        if not self._arrived and self._own_pace.take(visited.visitor) and self._pace.take():
            return True
        self._arrived.setdefault(visited.visitor, {})[visited] = None
        self._admit_later()
        return False

    def _admit_later(self) -> None:
        self._admitting = self._admitting or asyncio.get_running_loop().call_later(BURST / ADMITTED / 4, self._admit)

    def _admit(self) -> None:
        """Admit one connection of each visitor after the other, as many as the paces allow."""
        self._admitting = None
        late = set[str]()  # those who have had their own share
        while self._pace and len(late) < len(self._arrived):
            visitor = next(each for each in self._arrived if each not in late)
            if not self._own_pace.take(visitor):
                late.add(visitor)
            elif self._pace.take():
                self._admit_one(visitor)
            else:
                break
        if self._arrived:
            self._admit_later()

    def _admit_one(self, visitor: str) -> None:
        same = self._arrived.pop(visitor)
        visited = next(iter(same))
        del same[visited]
        if same:
            self._arrived[visitor] = same  # behind the others
        visited.admit()

    def waiting(self, visited: Visited) -> None:
        """Record that a connection waits for a request."""
        self._answering.pop(visited, None)
        _remove(self._sending, visited)
        same = self._waiting.setdefault(visited.visitor, {})
        same[visited] = None
        if len(same) > self._most and visited.visitor:
            self._close(next(iter(same)))

    def answering(self, visited: Visited) -> None:
        """Record that a connection has sent the head of a request."""
        _remove(self._waiting, visited)
        self._answering[visited] = 0
        if visited.awaits_body:
            same = self._sending.setdefault(visited.visitor, {})
            same[visited] = None
            if len(same) > self._most and visited.visitor:
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
        for by_visitor in (self._waiting, self._sending, self._arrived):
            _remove(by_visitor, visited)

    async def watch(self) -> None:
        """Close connections that miss a deadline."""
        loop = asyncio.get_running_loop()
        self._hurry(FASTER)
        loop.call_later(RETURNING, self._hurry, 1.0)
        while True:
            await asyncio.sleep(CHECK)
            self.check(loop.time())

    def _hurry(self, faster: float) -> None:
        if self._pace:
            self._pace = Bucket(ADMITTED * faster, BURST * faster)
            for buckets in self._hurried:
                buckets.hurry(faster)

    def check(self, now: float) -> None:
        """Close the connections that have missed a deadline at this time."""
        for same in list(self._waiting.values()):
            for visited in list(same):
                # A response that is still being read has the time of a response.
                if now - visited.since > (STALLED if visited.unread else HEAD):
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
        why = "connections are closed because their requests do not arrive or their responses are not read"
        log.warning(why, extra={"address": visited.visitor})
        visited.transport.abort()


def _remove(by_visitor: dict[str, dict[Visited, None]], visited: Visited) -> None:
    same = by_visitor.get(visited.visitor)
    if same is not None:
        same.pop(visited, None)
        if not same:
            del by_visitor[visited.visitor]
