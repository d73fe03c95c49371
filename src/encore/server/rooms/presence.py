"""Who is connected to a table, in this process and in others, and how long others have been away."""

from __future__ import annotations

import msgspec

from encore.server.domain.clocks import TimeOfDay
from encore.server.rooms.receiver import Receiver
from encore.server.wire.messages import Here

FRESH = 45_000
"""Milliseconds for which another process's presence report is valid."""


class PresenceReport(msgspec.Struct, frozen=True, tag="here"):
    """A process's report to the others: its connected seats and spectators, and the last version it has read.

    ``receivers`` counts connections: a seat may have several. The ``hidden`` seats have the table open, but not before
    them.
    """

    process: str
    chairs: tuple[int, ...]
    watching: int
    version: int = 0
    receivers: int = 0  # older processes do not report it
    hidden: tuple[int, ...] = ()


class Presence:
    """The people at one table."""

    def __init__(self, chairs: int, now: TimeOfDay) -> None:
        self.receivers: set[Receiver] = set()
        self._now = now
        self._others: dict[str, tuple[int, PresenceReport]] = {}
        self._seen = dict.fromkeys(range(chairs), now())

    def enter(self, receiver: Receiver) -> None:
        """Record that somebody has connected."""
        self.receivers.add(receiver)

    def leave(self, receiver: Receiver) -> None:
        """Record that somebody has disconnected."""
        self.receivers.discard(receiver)
        for chair in receiver.chairs:
            self._seen[chair] = self._now()

    def report(self, process: str, version: int) -> PresenceReport:
        """Return the report for the other processes."""
        chairs = tuple(sorted({chair for receiver in self.receivers for chair in receiver.chairs}))
        watching = sum(not receiver.chairs for receiver in self.receivers)
        hidden = tuple(sorted(set(chairs) - self._seeing()))
        return PresenceReport(process, chairs, watching, version, len(self.receivers), hidden)

    def heard(self, told: PresenceReport) -> bool:
        """Store another process's report; return whether that process is new."""
        self._forget_silent()
        known = told.process in self._others
        _, before = self._others.get(told.process, (0, told))
        self._seen.update(dict.fromkeys(set(before.chairs) - set(told.chairs), self._now()))
        self._others[told.process] = self._now(), told
        return not known

    def here(self) -> Here:
        """Return who is connected, in all processes that this one knows of."""
        chairs = {chair for receiver in self.receivers for chair in receiver.chairs}
        watching = sum(not receiver.chairs for receiver in self.receivers)
        self._forget_silent()
        for _, told in self._others.values():
            chairs |= set(told.chairs)
            watching += told.watching
        return Here(tuple(sorted(chairs)), watching)

    def sees(self, chair: int) -> bool:
        """Return whether the holder of a seat has the table before them, as far as this process knows."""
        self._forget_silent()
        elsewhere = any(chair in set(told.chairs) - set(told.hidden) for _, told in self._others.values())
        return elsewhere or chair in self._seeing()

    def _seeing(self) -> set[int]:
        return {chair for receiver in self.receivers if receiver.visible for chair in receiver.chairs}

    @property
    def elsewhere(self) -> int:
        """How many receivers are connected to other processes, as far as this one knows."""
        if not self._others:  # nearly always; this is asked after every move
            return 0
        self._forget_silent()
        return sum(max(told.receivers, told.watching + len(told.chairs)) for _, told in self._others.values())

    def away(self, chair: int) -> int:
        """Return for how many milliseconds nobody has been connected for a seat, as far as this process knows."""
        return 0 if chair in self.here().chairs else self._now() - self._seen[chair]

    def came_back(self, chair: int) -> None:
        """Restart counting for a seat that somebody has again; they were not counted without it."""
        self._seen[chair] = self._now()

    def gap(self) -> None:
        """Restart counting: messages were lost, and anybody may have been connected to another process."""
        self._seen = dict.fromkeys(self._seen, self._now())

    def _forget_silent(self) -> None:
        """Drop processes that have been silent too long; their people have been away since their last report."""
        for process, (at, told) in list(self._others.items()):
            if self._now() - at >= FRESH:
                del self._others[process]
                self._seen.update({chair: max(at, self._seen[chair]) for chair in told.chairs})
