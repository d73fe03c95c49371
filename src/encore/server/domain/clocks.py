"""Clocks as data: the time left for each seat, and when the running clock started. Nothing ticks."""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence
from typing import Literal

import msgspec

from encore.core.errors import OptionError
from encore.core.fact import Fact
from encore.server.domain.holidays import Holiday, postponed, rested

TimeOfDay = Callable[[], int]
"""Returns the current time in milliseconds."""
Seconds = Callable[[], float]
"""Returns seconds since some moment; unlike the time of day they are never set back."""
DAY = 24 * 3600 * 1000
SHORTEST_MAIN, LONGEST_MAIN, LONGEST_INCREMENT, MOST_DAYS = 10, 3 * 3600, 180, 14


def now_ms() -> int:
    """Return the current time of this machine in milliseconds."""
    return time.time_ns() // 1_000_000


LITTLE = 250
"""Milliseconds by which the clock of the machine may differ at once: it is adjusted while it runs."""
STAYS = 60.0
"""Seconds for which a greater difference must stay before it is believed."""


class EvenTime:
    """The time of day, which goes on evenly also when the clock of the machine jumps: a jump would charge a player.

    ``follow`` is called with each heartbeat. A difference that stays is taken over; if that leaves a gap between two
    heartbeats, it is an outage like any other, and is refunded.
    """

    def __init__(self, wall: TimeOfDay = now_ms, seconds: Seconds = time.monotonic) -> None:
        self._wall, self._seconds = wall, seconds
        self._offset = wall() - int(seconds() * 1000)
        self._since: float | None = None  # since when the clock of the machine says something else

    def __call__(self) -> int:
        """Return the current time in milliseconds."""
        return int(self._seconds() * 1000) + self._offset

    def follow(self) -> None:
        """Take over what the clock of the machine says, if it differs little, or for long."""
        difference = self._wall() - self()
        if abs(difference) <= LITTLE:
            self._offset += difference
            self._since = None
        elif self._since is None:
            self._since = self._seconds()
        elif self._seconds() - self._since >= STAYS:
            self._offset += difference
            self._since = None


def away(outages: Sequence[tuple[int, int]], since: int) -> int:
    """Return how many milliseconds after a given time were outages, which are given in order."""
    lost = 0
    for start, stop in outages:
        lost += max(0, stop - max(start, since))
        since = max(stop, since)
    return lost


class Timing(msgspec.Struct, frozen=True, omit_defaults=True, forbid_unknown_fields=True):
    """The time control: none, ``live`` seconds with an increment, or ``days`` per move."""

    kind: Literal["none", "live", "days"] = "none"
    main: int = 0
    increment: int = 0
    days: int = 0

    def check(self) -> None:
        """Raise OptionError for an unsupported time control."""
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
        """The milliseconds each seat starts with."""
        return self.days * DAY if self.kind == "days" else self.main * 1000


class Clock(msgspec.Struct):
    """The clocks of one game: milliseconds left for each seat, whose clock runs, and since when.

    Time lost in server outages has been refunded up to the time ``settled``. In day games, the clock of a seat stands
    still during its holidays (``rests``).
    """

    timing: Timing
    left: list[int]
    chair: int | None = None
    since: int = 0
    settled: int = 0
    rests: dict[int, tuple[Holiday, ...]] = {}

    @classmethod
    def start(cls, timing: Timing, chairs: int) -> Clock:
        """Return clocks that have not been started."""
        return cls(timing, [timing.first] * chairs)

    def resting(self, now: int) -> bool:
        """Return whether the running seat is on holiday."""
        return any(each.start <= now < each.end for each in self._rests())

    def _rests(self) -> tuple[Holiday, ...]:
        return self.rests.get(self.chair, ()) if self.chair is not None and self.rests else ()

    @property
    def deadline(self) -> int | None:
        """When the running clock reaches zero if nobody moves; None if no clock runs."""
        if self.chair is None or self.timing.kind == "none":
            return None
        return postponed(self._rests(), self.since, self.left[self.chair])

    def remaining(self, chair: int, now: int) -> int:
        """Return the time a seat has left at a given time; negative when its time has run out."""
        if chair != self.chair:
            return self.left[chair]
        used = now - self.since
        return self.left[chair] - (used - rested(self._rests(), self.since, now) if self.rests else used)

    def stop(self, now: int, moved: bool = True) -> None:
        """Charge the running seat for the time used; if it has ``moved``, add the increment.

        A move costs at most the time left: the game was not ended before it, so the server was late, not the player.
        """
        if self.chair is not None and self.timing.kind != "none":
            left = self.remaining(self.chair, now)
            self.left[self.chair] = max(0, left) + self.timing.increment * 1000 if moved else left
        self.chair = None

    def run(self, chair: int | None, now: int) -> None:
        """Start the clock of a seat; of nobody when the game is over. In day games each turn has the full time."""
        if self.timing.kind == "days" and chair is not None:
            self.left = [self.timing.first] * len(self.left)
        self.chair, self.since = chair, now

    def refill(self, chair: int) -> None:
        """Give a seat that another player takes over at least the mean time of the others."""
        others = [max(0, left) for other, left in enumerate(self.left) if other != chair]
        self.left[chair] = max(self.left[chair], sum(others) // len(others))

    def lost(self, outages: Sequence[tuple[int, int]]) -> int:
        """Return the time to refund to the running seat for outages, given in order. Day games get no refund."""
        if self.chair is None or self.timing.kind != "live":
            return 0
        return away(outages, max(self.since, self.settled))

    def give_back(self, lost: int, until: int) -> None:
        """Refund outage time to the running seat, up to a given time."""
        if self.timing.kind == "live":
            self.since += lost
        self.settled = until

    def overstepped(self, now: int) -> bool:
        """Return whether the running seat has used up its time."""
        return self.timing.kind != "none" and self.chair is not None and self.remaining(self.chair, now) <= 0
