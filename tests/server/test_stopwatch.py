"""The stopwatch of the event loop counts processor time, never too little of it."""

from __future__ import annotations

import time

from encore.server.rooms.stopwatch import SHORT, Stopwatch

LONG = 0.02


def work(seconds: float) -> None:
    end = time.thread_time() + seconds
    while time.thread_time() < end:
        pass


def test_work_counts_in_full_also_if_something_else_is_measured_within() -> None:
    stopwatch = Stopwatch()
    for within in (False, True, True):
        start, before = stopwatch.start(), time.thread_time()
        work(LONG)
        if within:
            stopwatch.spent(stopwatch.start())
        used = time.thread_time() - before
        assert stopwatch.spent(start) >= used >= LONG


def test_waiting_counts_at_most_as_the_work_shortly_before() -> None:
    stopwatch = Stopwatch()
    for _ in range(20):
        stopwatch.start()
        before, start = time.thread_time(), stopwatch.start()
        time.sleep(LONG)
        spent = stopwatch.spent(start)
        assert spent <= time.thread_time() - before + SHORT
