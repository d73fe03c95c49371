"""One measure: our figure and a peer's from the same run, and the ratio that must be reached."""

from __future__ import annotations

import time
from collections.abc import Callable
from dataclasses import dataclass


@dataclass(frozen=True)
class Measure:
    """``ours`` and ``peer`` are rates: higher is better."""

    name: str
    ours: float
    peer: float
    bar: float

    @property
    def ratio(self) -> float:
        """How many times the peer's rate ours is."""
        return self.ours / self.peer

    @property
    def ok(self) -> bool:
        """Whether the bar is reached."""
        return self.ratio >= self.bar

    def line(self) -> str:
        """Return the tab-separated line."""
        verdict = "ok" if self.ok else "short"
        return f"{self.name}\t{_figure(self.ours)}\t{_figure(self.peer)}\t{self.ratio:.2f}\t{self.bar:g}\t{verdict}"


def _figure(value: float) -> str:
    return f"{value:.2f}" if value < 100 else f"{value:.0f}"


def rates(
    *tasks: Callable[[], int], rounds: int = 5, seconds: float = 0.6, clock: Callable[[], float] = time.perf_counter
) -> list[float]:
    """Return the rate of each task per second: the median over ``rounds`` in which all tasks alternate.

    A task does a piece of work and returns its amount. Tasks alternate, so conditions are equal.
    """
    measured: list[list[float]] = [[] for _ in tasks]
    for _ in range(rounds):
        for task, found in zip(tasks, measured, strict=True):
            done, start = 0, clock()
            while (passed := clock() - start) < seconds:
                done += task()
            found.append(done / passed)
    return [sorted(found)[rounds // 2] for found in measured]
