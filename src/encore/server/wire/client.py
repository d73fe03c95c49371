"""A connected client: the messages sent to it, and limits for what it sends and does not read."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Collection

from encore.server.rooms.metrics import Metrics
from encore.server.rooms.pictures import Written
from encore.server.rooms.stopwatch import Stopwatch
from encore.server.wire.limits import Limits
from encore.server.wire.listener import Socket

BACKLOG = 64
"""Messages that may wait for a client; a slower client is disconnected and catches up when it reconnects."""
MOST_WAITING = 512 * 1024
"""Bytes of these messages."""
PAUSE = 0.25
"""Seconds for which nothing is read from a client that sends too many frames."""
LITTLE = 0.0002
"""Processor seconds that do not count: the number of frames is limited, and counting takes time, too."""
TOO_SLOW = 1013


class Client:
    """A socket with its limits; subclasses handle what it sends."""

    session = ""
    """The hash of the session by which it has its seat, if a person keeps the seat."""

    address, person = "", ""
    """Where it comes from, and the person who is signed in there."""

    unheard: frozenset[str] = frozenset()
    """The ids at its table of people whom that person has blocked."""

    def __init__(self, frames: Socket, limits: Limits, visitor: str, metrics: Metrics, stopwatch: Stopwatch) -> None:
        self._frames, self._metrics, self._stopwatch = frames, metrics, stopwatch
        self._counted, self._actions = limits.frames(), limits.actions()
        self._allowance, self._visitor = limits.allowances.of(visitor), visitor
        self._waiting: list[Written] = []  # not a deque: an empty one takes 760 bytes, and most connections are idle

    def post(self, data: Written, more: bool = False) -> None:
        """Send a message when the client can accept it; disconnect the client when too many wait.

        With ``more``, another message follows immediately, and both are sent together.
        """
        if isinstance(data, bytes) and self._frames.free and not self._waiting:
            self._frames.send_text(data, more)
        elif len(self._waiting) < BACKLOG and sum(map(_size, self._waiting)) < MOST_WAITING:
            self._waiting.append(data)
            if not isinstance(data, bytes):
                data.add_done_callback(self._drawn)
        elif self._frames.drop(TOO_SLOW, "too slow; come back for the whole state"):
            self._metrics.dropped.inc()

    @property
    def table(self) -> str:
        """The table at which it is; empty for the analysis."""
        return ""

    @property
    def chairs(self) -> tuple[int, ...]:
        """The seats held by this connection; a spectator holds none."""
        return ()

    @property
    def names(self) -> Collection[str]:
        """The names of its seats."""
        return ()

    def tell(self, message: bytes) -> None:
        """Send a message of the operator, where somebody plays."""

    def drop(self, code: int, reason: str) -> bool:
        """Disconnect the client; return whether it was connected."""
        return self._frames.drop(code, reason)

    def flush(self) -> None:
        """Send waiting messages, as many as the client can accept, up to one whose picture is not drawn yet."""
        while self._waiting and self._frames.free:
            first = self._waiting[0]
            if not isinstance(first, bytes):
                if not first.done():
                    return
                first = first.result()
            del self._waiting[0]
            self._frames.send_text(first)

    def _drawn(self, _: asyncio.Future[bytes]) -> None:
        self.flush()

    def wait(self) -> float:
        """Count a frame; return the seconds until it may be handled if the client, or its visitor, sends too many.

        Some frames take more time than others. Who has used too much of it waits, too.
        """
        shared, now = self._allowance, time.monotonic()
        return PAUSE if shared.time.overspent or not (self._counted.take_at(now) and shared.frames.take_at(now)) else 0

    def take(self, frame: bytes) -> None:
        """Handle a request of the client."""
        start = self._stopwatch.start()
        self._take(frame)
        self.spend(self._stopwatch.spent(start))

    def spend(self, seconds: float) -> None:
        """Count the time of the event loop that this client has used."""
        if seconds > LITTLE:
            self._allowance.time.spend(seconds)

    def _take(self, frame: bytes) -> None:
        raise NotImplementedError

    def _may_act(self) -> bool:
        now = time.monotonic()
        return self._actions.take_at(now) and self._allowance.actions.take_at(now)


def _size(message: Written) -> int:
    if isinstance(message, bytes):
        return len(message)
    return len(message.result()) if message.done() else 0
