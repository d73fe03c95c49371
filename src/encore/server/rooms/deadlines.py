"""Timers that ring when a player's time may have ended, at the live tables of one process."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from typing import NamedTuple

from encore.server.domain.clocks import Seconds

LATE = 0.25
"""Seconds after which a timer is late: the event loop was busy, and so may be a move that has not been read yet."""
SOONEST = 0.05
"""The shortest time a timer is set to, in seconds: a bot that waits for a worker always has the same time left."""


class Timer(NamedTuple):
    """A timer, and when it rings."""

    at: float
    handle: asyncio.TimerHandle


class Deadlines:
    """One timer per table. ``ring`` is called with the name of the table, and whether the timer is late.

    Moves do not touch a timer that rings before the time of the next player ends: whoever is called looks again. So
    most moves cost a comparison.
    """

    def __init__(self, seconds: Seconds, ring: Callable[[str, bool], None]) -> None:
        self._seconds, self._ring = seconds, ring
        self._timers: dict[str, Timer] = {}
        self._closed = False

    def expect(self, table: str, milliseconds: float) -> None:
        """Ring for a table at this time, or earlier."""
        wait = max(milliseconds / 1000, SOONEST)
        at = self._seconds() + wait
        known = self._timers.get(table)
        if self._closed or (known and known.at <= at):
            return
        self.drop(table)
        self._timers[table] = Timer(at, asyncio.get_running_loop().call_later(wait, self._due, table))

    def drop(self, table: str) -> None:
        """Do not ring for a table."""
        if timer := self._timers.pop(table, None):
            timer.handle.cancel()

    def close(self) -> None:
        """Ring no more."""
        self._closed = True
        for table in list(self._timers):
            self.drop(table)

    def _due(self, table: str) -> None:
        late = self._seconds() - self._timers.pop(table).at > LATE
        self._ring(table, late)
