"""What a store of tables promises; SQLite and PostgreSQL keep it alike."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Callable
from typing import Protocol, Self

import msgspec

from encore.core.errors import EncoreError
from encore.core.fact import Fact
from encore.server.domain.row import Row as Row

GAP = 3000
"""Milliseconds without a sign of life after which there was no server."""


class Card(msgspec.Struct, frozen=True):
    """What the list of tables shows of one: ``data`` is JSON, ``listed`` whether strangers may see it."""

    table: str
    listed: bool
    data: bytes


class Conflict(EncoreError):
    """A row that is not the next of its table: somebody else was first (read theirs and try again), or forgot it."""

    @classmethod
    def at(cls, row: Row) -> Self:
        """Return the error for a row."""
        return cls(f"row {row.seq} is not the next of table {row.table}")


class StoreBusy(EncoreError):
    """Nothing was stored: the disk is full, the database locked or away. It may be tried again."""


class Unstorable(EncoreError):
    """A text or a number that the database cannot hold. ``str()`` adds the words of the database, in English."""

    def __init__(self, detail: str) -> None:
        super().__init__(Fact("server.unstorable"))
        self.detail = detail

    def __str__(self) -> str:
        return f"{self.fact}: {self.detail}"


class Store(Protocol):
    """Tables for good. Every method may raise StoreBusy; what has returned is on the disk.

    ``stored`` and ``commits`` count rows and transactions since the start.
    """

    stored: int
    commits: int

    async def open(self) -> None:
        """Connect, and bring the schema up to date."""

    async def close(self) -> None:
        """Finish what was begun and let go."""

    def append(self, row: Row) -> asyncio.Future[None]:
        """Store a row, or raise Conflict where it is not the next. Rows that come together share one commit."""

    async def rows(self, table: str, after: int = 0) -> list[Row]:
        """Return the rows of a table in order, those after a place in its history."""

    async def put_card(self, card: Card) -> None:
        """Store or replace what the list shows of a table."""

    async def cards(self, limit: int) -> list[Card]:
        """Return the listed cards that were put last, the newest first."""

    def tables(self) -> AsyncIterator[str]:
        """Go through the names of all tables, in the order of their names."""

    async def card(self, table: str) -> Card | None:
        """Return the card of a table."""

    async def forget(self, before: int, keep: Callable[[str], bool]) -> int:
        """Remove the tables whose last row is older than a time, with their cards; return how many they were.

        Those stay of which ``keep`` says so at the moment of their removal. While that lasts ``rows`` waits, so whoever
        reads a table finds it whole or not at all; ``keep`` must know of them before they read.
        """

    async def beat(self, now: int, gap: int = GAP) -> int:
        """Note that a server is alive; return when one was last (0 for never), before this.

        If that is longer ago than ``gap``, there was none since: that is noted with it, in the same commit.
        """

    async def pulse(self) -> int:
        """Return when a server was last alive, 0 for never."""

    async def outages(self, after: int) -> list[tuple[int, int]]:
        """Return from when to when there was no server, of those times that ended after one, in order."""
