"""How much processor time of the event loop something takes."""

from __future__ import annotations

import math
import time

import msgspec

SHORT = 0.001
"""Seconds for which a reading of the processor clock may be used again."""


class Start(msgspec.Struct, frozen=True):
    """When something began, and what the processor clock showed at most ``SHORT`` seconds before."""

    at: float
    used: float


class Stopwatch:
    """Measures what happens in one thread, some of it at every move.

    To ask the system for a thread's processor time takes 0.3 to 2 µs, as long as a whole step of a move, so it is
    rarely asked. The result is never less than the processor time used; it is at most ``SHORT`` more.
    """

    def __init__(self) -> None:
        self._last = Start(-math.inf, 0.0)

    def start(self) -> Start:
        """Begin to measure."""
        now, last = time.monotonic(), self._last
        if now - last.at <= SHORT:
            return Start(now, last.used)
        self._last = start = Start(now, time.thread_time())
        return start

    def spent(self, start: Start) -> float:
        """Return the processor seconds since the start."""
        took = time.monotonic() - start.at
        return took if took <= SHORT else min(took, time.thread_time() - start.used)
