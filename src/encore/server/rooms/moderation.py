"""Who is excluded or muted, and what the operator tells everybody, as this process knows it; and its open sockets."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Iterator
from contextlib import contextmanager
from functools import lru_cache
from typing import Protocol

from encore.server.domain.clocks import TimeOfDay
from encore.server.domain.moderation import (
    BANNED,
    Broadcast,
    Kind,
    Restriction,
    contains,
    folded,
    latest,
    read_network,
    told_time,
)
from encore.server.storage.moderation import ModerationStore
from encore.server.wire.messages import Told, write

REMEMBERED = 10_000
"""For how many addresses it is remembered which restrictions hold there."""


class Guest(Protocol):
    """An open socket: from which address it comes, which person is signed in there, and the names of its seats."""

    address: str
    person: str

    @property
    def table(self) -> str:
        """The table at which it is; empty for the analysis."""

    @property
    def chairs(self) -> tuple[int, ...]:
        """The seats that it holds there."""

    @property
    def names(self) -> Collection[str]:
        """The names of its seats."""

    def tell(self, message: bytes) -> None:
        """Send a message of the operator."""

    def drop(self, code: int, reason: str) -> bool:
        """Close it; return whether it was open."""


class Moderation:
    """Restrictions and broadcasts are in the store; each process reads them again when another one has changed them."""

    def __init__(self, store: ModerationStore, now: TimeOfDay, tell: Callable[[], None]) -> None:
        self._store, self._now, self._tell = store, now, tell
        self._restrictions: list[Restriction] = []
        self._broadcasts: list[Broadcast] = []
        self._guests = set[Guest]()
        self._at = lru_cache(REMEMBERED)(self._find_at)

    @property
    def guests(self) -> Collection[Guest]:
        """The sockets that are open in this process."""
        return self._guests

    @property
    def broadcasts(self) -> list[Broadcast]:
        """What the operator tells everybody now."""
        now = self._now()
        return [each for each in self._broadcasts if each.until > now]

    async def changed(self) -> None:
        """Read again what has changed, here and in the other processes."""
        await self.read()
        self._tell()

    async def read(self) -> None:
        """Read what holds now; close the sockets of those who are excluded, and tell everybody what is new."""
        now, known = self._now(), {each.id for each in self._broadcasts}
        self._restrictions = await self._store.restrictions(now)
        self._broadcasts = await self._store.broadcasts(now)
        self._at.cache_clear()
        if any(each.kind == "ban" for each in self._restrictions):
            for guest in list(self._guests):
                if ban := self.find("ban", guest.address, guest.person, guest.names):
                    guest.drop(BANNED, reason_of(ban))
        for broadcast in self._broadcasts:
            if broadcast.id not in known:
                message = write(Told(broadcast.id, broadcast.text, broadcast.until))
                for guest in list(self._guests):
                    guest.tell(message)

    def find(self, kind: Kind, address: str = "", person: str = "", names: Iterable[str] = ()) -> Restriction | None:
        """Return the restriction of a kind that holds for somebody; the one that ends last."""
        if not self._restrictions:  # nearly always
            return None
        wanted = {("person", person), *(("name", folded(name)) for name in names if name)}
        others = (each for each in self._restrictions if (each.whom, each.target) in wanted)
        now = self._now()
        return latest(each for each in (*self._at(address), *others) if each.kind == kind and each.until > now)

    def _find_at(self, address: str) -> tuple[Restriction, ...]:
        """Return the restrictions at an address."""
        ranges = (each for each in self._restrictions if each.whom == "address")
        return tuple(each for each in ranges if contains(read_network(each.target), address))

    @contextmanager
    def hosting(self, guest: Guest) -> Iterator[None]:
        """Take note, during the context, that a socket is open."""
        self._guests.add(guest)
        try:
            yield
        finally:
            self._guests.discard(guest)


def reason_of(ban: Restriction) -> str:
    """Return the reason with which a socket is closed."""
    return f"excluded by the operator until {told_time(ban.until)}"
