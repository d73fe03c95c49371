"""The interface of a store of notices; those of SQLite and PostgreSQL implement it."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Sequence
from typing import NamedTuple, Protocol

from encore.server.domain.notices import KINDS, Kind, Notice, Over, SentNotice
from encore.server.domain.subscriptions import Subscription

LEASE = 60_000
"""Milliseconds for which a process has a notice to itself. If it is killed, another one takes over after that."""
LATE = 3_000
"""Milliseconds after which a process sends what others have stored: they know better who is at their tables."""

SHARE = 50
"""Notices of one person that are sent at the same time, at most; those of other people go before the rest."""


class Claimed(NamedTuple):
    """A notice that a process sends or withdraws now, how often that failed, and the subscriptions that have got it."""

    id: int
    notice: Notice
    tries: int = 0
    told: tuple[str, ...] = ()


class Settled(NamedTuple):
    """What became of a notice: ``sent`` at a time, to be sent again when it is ``due``, or else dropped."""

    id: int
    told: tuple[str, ...] = ()
    sent: int = 0
    due: int = 0


class Addressee(NamedTuple):
    """Who gets a notice: the kinds that the person wants, and their browsers."""

    person: str
    kinds: tuple[Kind, ...]
    subscriptions: tuple[Subscription, ...]


class NoticeStore(Protocol):
    """Durable storage of notices and of the browsers that want them.

    Rows bring the notices, and which ones are over (``Store.append``).

    Every method may raise StoreBusy; when a write returns, it is on disk.
    """

    async def push_key(self, new: bytes) -> bytes:
        """Return the private key with which all processes sign; the first one to ask stores a new one."""

    async def known_key(self) -> bytes:
        """Return the private key with which all processes sign; empty if none has asked for it."""

    async def kept(self, tables: Sequence[str]) -> dict[str, set[str]]:
        """Return the holders whose seats people keep, at those of some tables where there are any."""

    async def claim(self, now: int, tables: Collection[str], most: int, share: int = SHARE) -> list[Claimed]:
        """Return notices that are due, for nobody else for a while; of each person no more than a share is being sent.

        If there are too many, people with the fewest go first. Those of other tables than the given ones are returned
        only if they are late.
        """

    async def settle(self, settled: Sequence[Settled]) -> set[int]:
        """Store what became of notices; return which of them were over meanwhile: the caller withdraws these."""

    async def withdraw(self, now: int, more: Sequence[Over] = ()) -> list[Claimed]:
        """Delete the notices that rows, or ``more``, declare over; return those that were sent, for a while.

        These stay until they are settled, so a process that is killed while it withdraws them leaves them to others.
        One whose sender was killed is among them, without the subscriptions that have got it.
        """

    async def forget(self, before: int) -> None:
        """Delete notices sent before a given time; those whose table is gone are over."""

    async def waiting(self, now: int) -> int:
        """Return how many notices are due."""

    async def of(self, person: str) -> list[SentNotice]:
        """Return all notices that are stored for a person, the oldest first."""

    async def addressee(self, table: str, holder: str) -> Addressee | None:
        """Return who keeps the seats of a holder at a table."""

    async def put_subscription(self, subscription: Subscription, most: int) -> bool:
        """Store a subscription; one with the same endpoint is replaced. Return False if the person has too many."""

    async def subscription(self, subscription: str) -> Subscription | None:
        """Return a subscription."""

    async def subscriptions(self, person: str) -> list[Subscription]:
        """Return the subscriptions of a person, the oldest first."""

    async def drop_subscription(self, subscription: str, person: str | None = None) -> bool:
        """Delete a subscription, or that of a person; return whether there was one."""

    async def kinds(self, person: str) -> tuple[Kind, ...]:
        """Return the kinds of notices that a person wants: all of them unless they have chosen."""

    async def put_kinds(self, person: str, kinds: Sequence[Kind]) -> None:
        """Store the kinds of notices that a person wants."""


def read_kinds(text: str | None) -> tuple[Kind, ...]:
    """Return kinds of notices from the text that is stored; all of them if there is none."""
    return KINDS if text is None else tuple(kind for kind in KINDS if kind in text.split())


def holders_at(seats: Iterable[Sequence[str]]) -> dict[str, set[str]]:
    """Return the holders at each table from rows of a table and a holder."""
    found: dict[str, set[str]] = {}
    for table, holder in seats:
        found.setdefault(table, set()).add(holder)
    return found
