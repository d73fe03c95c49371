"""Who is excluded or muted, and what the operator tells everybody, as this process knows it; and its open sockets."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Collection, Iterable, Iterator
from contextlib import contextmanager
from typing import Protocol

from encore.server.domain.clocks import TimeOfDay
from encore.server.domain.moderation import (
    BANNED,
    Broadcast,
    Kind,
    Restriction,
    told_time,
)
from encore.server.domain.restricted import Restricted
from encore.server.storage.moderation import ModerationStore
from encore.server.wire.messages import Told, write

AT_ONCE = 500
"""How many sockets are checked before others may go on."""


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
        self._restricted = Restricted()
        self._guests = set[Guest]()
        self._reading = asyncio.Lock()

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
        async with self._reading:  # what was read first must not replace what was read later
            now = self._now()
            restrictions, broadcasts = await self._store.restrictions(now), await self._store.broadcasts(now)
            bans = {each.id for each in restrictions if each.kind == "ban"}
            new_bans = bans - {each.id for each in self._restrictions}
            known = {each.id for each in self._broadcasts}
            self._restrictions, self._broadcasts = restrictions, broadcasts
            self._restricted = Restricted(restrictions)
        for broadcast in broadcasts:
            if broadcast.id not in known:
                message = write(Told(broadcast.id, broadcast.text, broadcast.until))
                for guest in list(self._guests):
                    guest.tell(message)
        if new_bans:
            await self._drop_banned()

    async def _drop_banned(self) -> None:
        for number, guest in enumerate(list(self._guests), 1):
            self._drop_if_banned(guest)
            if number % AT_ONCE == 0:
                await asyncio.sleep(0)

    def _drop_if_banned(self, guest: Guest) -> None:
        if ban := self.find("ban", guest.address, guest.person, guest.names):
            guest.drop(BANNED, reason_of(ban))

    def find(self, kind: Kind, address: str = "", person: str = "", names: Iterable[str] = ()) -> Restriction | None:
        """Return the restriction of a kind that holds for somebody; the one that ends last."""
        if not self._restrictions:  # nearly always
            return None
        return self._restricted.find(kind, self._now(), address, person, names)

    @contextmanager
    def hosting(self, guest: Guest) -> Iterator[None]:
        """Take note, during the context, that a socket is open."""
        self._guests.add(guest)
        # A ban may have come since its request was let in. It can be closed once it listens.
        asyncio.get_running_loop().call_soon(self._drop_if_banned, guest)
        try:
            yield
        finally:
            self._guests.discard(guest)


def reason_of(ban: Restriction) -> str:
    """Return the reason with which a socket is closed."""
    return f"excluded by the operator until {told_time(ban.until)}"
