"""Storage locations for tests, and helpers for every store."""

from __future__ import annotations

import asyncio
import sqlite3
from collections.abc import Awaitable, Callable
from contextlib import closing
from pathlib import Path
from typing import Any, Protocol

import asyncpg  # type: ignore[import-untyped]
import pytest

from encore.server.storage import postgres as postgres_module
from encore.server.storage import sqlite as sqlite_module
from encore.server.storage.postgres import PostgresStore
from encore.server.storage.sqlite import SqliteStore
from encore.server.storage.store import Row, Store, StoreBusy


class Place(Protocol):
    """A storage location; any number of stores can be created for it."""

    @property
    def module(self) -> Any:
        """The module that implements it."""

    def store(self) -> Store: ...

    async def commits(self) -> int:
        """Return a number that grows by one with each transaction that writes rows."""

    async def version(self) -> int:
        """Return the version of its schema."""

    async def make_newer(self) -> None:
        """Make it look as if a later version of Encore had written it."""

    async def execute(self, statement: str) -> None:
        """Change something from outside."""


class SqlitePlace:
    module = sqlite_module

    def __init__(self, path: Path) -> None:
        self.path = path

    def store(self) -> Store:
        return SqliteStore(self.path)

    async def commits(self) -> int:
        # Each frame of the write-ahead log holds a page; the last one of a transaction also holds the database size.
        log = Path(f"{self.path}-wal").read_bytes()
        page, salts = int.from_bytes(log[8:12]), log[16:24]
        heads = [log[start : start + 24] for start in range(32, len(log), 24 + page)]
        return sum(head[8:16] == salts and head[4:8] != bytes(4) for head in heads)

    async def version(self) -> int:
        with closing(sqlite3.connect(self.path)) as db:
            version: int = db.execute("PRAGMA user_version").fetchone()[0]
            return version

    async def make_newer(self) -> None:
        await self.execute("PRAGMA user_version = 99")

    async def execute(self, statement: str) -> None:
        with closing(sqlite3.connect(self.path, isolation_level=None)) as db:
            db.execute(statement)


class PostgresPlace:
    module = postgres_module

    def __init__(self, url: str) -> None:
        self.url = url

    def store(self) -> Store:
        return PostgresStore(self.url)

    async def commits(self) -> int:
        count: int = await self._ask("SELECT count(DISTINCT xmin::text) FROM events")
        return count

    async def version(self) -> int:
        version: int = await self._ask("SELECT max(version) FROM encore_schema")
        return version

    async def make_newer(self) -> None:
        await self.execute("INSERT INTO encore_schema VALUES (99)")

    async def execute(self, statement: str) -> None:
        await self._ask(statement)

    async def _ask(self, question: str) -> Any:
        db = await asyncpg.connect(self.url)
        try:
            return await db.fetchval(question)
        finally:
            await db.close()


def use(place: Place, play: Callable[[Store], Awaitable[None]]) -> None:
    """Open a store for the duration of a test; the time limit only stops a broken one."""

    async def scene() -> None:
        store = place.store()
        async with asyncio.timeout(120):
            await store.open()
            try:
                await play(store)
            finally:
                await store.close()

    asyncio.run(scene())


def row(table: str, seq: int, *, at: int = 0, data: bytes = b"{}") -> Row:
    return Row(table, seq, at, f"{table}-{seq}", data)


async def all_tables(store: Store) -> list[str]:
    return [name async for name in store.tables()]


def nobody(name: str) -> bool:
    """Keep no table."""
    return False


async def busy(attempt: Awaitable[object]) -> str:
    with pytest.raises(StoreBusy) as caught:
        await attempt
    assert "\n" not in str(caught.value)
    return str(caught.value)


async def when_back(attempt: Callable[[], Awaitable[object]]) -> None:
    """Retry while the store is busy, as a client would."""
    while True:
        try:
            await attempt()
            return
        except StoreBusy:
            await asyncio.sleep(0.01)
