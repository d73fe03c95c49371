"""Clocks as data: what each chair has left, and since when the running one runs. Nothing ticks."""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence
from typing import Literal

import msgspec

from encore.core.errors import OptionError
from encore.core.fact import Fact

TimeOfDay = Callable[[], int]
"""Returns the time of day in milliseconds."""
DAY = 24 * 3600 * 1000
SHORTEST_MAIN, LONGEST_MAIN, LONGEST_INCREMENT, MOST_DAYS = 10, 3 * 3600, 180, 14


def now_ms() -> int:
    """Return the time of day in milliseconds, by the clock of this machine."""
    return time.time_ns() // 1_000_000


class Timing(msgspec.Struct, frozen=True, omit_defaults=True, forbid_unknown_fields=True):
    """How much time was agreed on: none, ``live`` seconds with an increment, or ``days`` a move."""

    kind: Literal["none", "live", "days"] = "none"
    main: int = 0
    increment: int = 0
    days: int = 0

    def check(self) -> None:
        """Raise OptionError for what cannot be played."""
        if self.kind == "live" and not (
            SHORTEST_MAIN <= self.main <= LONGEST_MAIN and 0 <= self.increment <= LONGEST_INCREMENT
        ):
            raise OptionError(
                Fact("server.live-clock", low=SHORTEST_MAIN, high=LONGEST_MAIN, increment=LONGEST_INCREMENT)
            )
        if self.kind == "days" and not 1 <= self.days <= MOST_DAYS:
            raise OptionError(Fact("server.days-clock", most=MOST_DAYS, days=self.days))

    @property
    def first(self) -> int:
        """The milliseconds that a chair begins with."""
        return self.days * DAY if self.kind == "days" else self.main * 1000


class Clock(msgspec.Struct):
    """The clocks of one game: milliseconds left for each chair, whose runs, and since when.

    What was lost while there was no server has been given back up to the time ``settled``.
    """

    timing: Timing
    left: list[int]
    chair: int | None = None
    since: int = 0
    settled: int = 0

    @classmethod
    def start(cls, timing: Timing, chairs: int) -> Clock:
        """Return clocks that nobody has started."""
        return cls(timing, [timing.first] * chairs)

    def remaining(self, chair: int, now: int) -> int:
        """Return what a chair has left at a time; below zero when it has overstepped."""
        return self.left[chair] - (now - self.since if chair == self.chair else 0)

    def stop(self, now: int, moved: bool = True) -> None:
        """Charge the running chair what it has used; who has ``moved`` also earns the increment."""
        if self.chair is not None and self.timing.kind != "none":
            earned = self.timing.increment * 1000 if moved else 0
            self.left[self.chair] = self.remaining(self.chair, now) + earned
        self.chair = None

    def run(self, chair: int | None, now: int) -> None:
        """Let the clock of a chair run from now on; of nobody when the game is over. With each turn days are new."""
        if self.timing.kind == "days" and chair is not None:
            self.left = [self.timing.first] * len(self.left)
        self.chair, self.since = chair, now

    def lost(self, outages: Sequence[tuple[int, int]]) -> int:
        """Return what the running chair is owed for times without a server, given in order; days go on."""
        if self.chair is None or self.timing.kind != "live":
            return 0
        lost, settled = 0, max(self.since, self.settled)
        for start, stop in outages:
            lost += max(0, stop - max(start, settled))
            settled = max(stop, settled)
        return lost

    def give_back(self, lost: int, until: int) -> None:
        """Give the running chair the time during which there was no server, up to some time."""
        if self.timing.kind == "live":
            self.since += lost
        self.settled = until

    def overstepped(self, now: int) -> bool:
        """Tell whether the chair whose clock runs has used up its time."""
        return self.timing.kind != "none" and self.chair is not None and self.remaining(self.chair, now) <= 0
