"""Who is connected to a table, in this process and in others, and since when somebody is not."""

from __future__ import annotations

import msgspec

from encore.server.domain.clocks import TimeOfDay
from encore.server.rooms.receiver import Receiver
from encore.server.wire.messages import Here

FRESH = 45_000
"""Milliseconds for which another process's report about who is there is believed."""


class PresenceReport(msgspec.Struct, frozen=True, tag="here"):
    """What a process tells the others: its connected chairs and spectators, and how far it has read."""

    process: str
    chairs: tuple[int, ...]
    watching: int
    version: int = 0


class Presence:
    """The people at one table."""

    def __init__(self, chairs: int, now: TimeOfDay) -> None:
        self.receivers: set[Receiver] = set()
        self._now = now
        self._others: dict[str, tuple[int, PresenceReport]] = {}
        self._seen = dict.fromkeys(range(chairs), now())

    def enter(self, receiver: Receiver) -> None:
        """Note that somebody has connected."""
        self.receivers.add(receiver)

    def leave(self, receiver: Receiver) -> None:
        """Note that somebody has gone."""
        self.receivers.discard(receiver)
        for chair in receiver.chairs:
            self._seen[chair] = self._now()

    def report(self, process: str, version: int) -> PresenceReport:
        """Return what the other processes are told."""
        chairs = tuple(sorted({chair for receiver in self.receivers for chair in receiver.chairs}))
        watching = sum(not receiver.chairs for receiver in self.receivers)
        return PresenceReport(process, chairs, watching, version)

    def heard(self, told: PresenceReport) -> bool:
        """Take in what another process reports; return whether it is a new one."""
        self._forget_silent()
        known = told.process in self._others
        _, before = self._others.get(told.process, (0, told))
        self._seen.update(dict.fromkeys(set(before.chairs) - set(told.chairs), self._now()))
        self._others[told.process] = self._now(), told
        return not known

    def here(self) -> Here:
        """Return who is there, in all processes as far as this one has heard."""
        chairs = {chair for receiver in self.receivers for chair in receiver.chairs}
        watching = sum(not receiver.chairs for receiver in self.receivers)
        self._forget_silent()
        for _, told in self._others.values():
            chairs |= set(told.chairs)
            watching += told.watching
        return Here(tuple(sorted(chairs)), watching)

    def away(self, chair: int) -> int:
        """Return for how many milliseconds nobody has been connected for a chair, as far as this process has heard."""
        return 0 if chair in self.here().chairs else self._now() - self._seen[chair]

    def gap(self) -> None:
        """Count anew from now on: messages were lost, and anybody may have been at another process."""
        self._seen = dict.fromkeys(self._seen, self._now())

    def _forget_silent(self) -> None:
        """Drop processes that have been silent for long; whoever was there has been away since then."""
        for process, (at, told) in list(self._others.items()):
            if self._now() - at >= FRESH:
                del self._others[process]
                self._seen.update({chair: max(at, self._seen[chair]) for chair in told.chairs})
