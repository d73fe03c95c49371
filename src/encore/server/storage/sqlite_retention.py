"""What has gone from the old tables of a SQLite file."""

from __future__ import annotations

import json
import sqlite3
from collections.abc import AsyncIterator, Awaitable, Callable, Sequence
from typing import Any

from encore.server.domain.retention import Kind
from encore.server.storage.people import Rewritten
from encore.server.storage.sqlite_part import Job
from encore.server.storage.sqlite_people import change_rows

AGED = """
    CREATE TABLE aged (
        table_id TEXT NOT NULL, kind TEXT NOT NULL, version INTEGER NOT NULL, PRIMARY KEY (table_id, kind)
    ) WITHOUT ROWID
"""

LAST = "SELECT max(seq) FROM events WHERE table_id = ?"

OLD = """
    SELECT value FROM json_each(?1)
    WHERE (SELECT at FROM events WHERE table_id = value ORDER BY seq DESC LIMIT 1) < ?2
    AND (SELECT max(seq) FROM events WHERE table_id = value)
        IS NOT (SELECT version FROM aged WHERE table_id = value AND kind = ?3)
"""


class SqliteRetention:
    """The old tables of a store; ``pages`` iterates over the names of all tables, some at a time."""

    def __init__(
        self,
        queue: Callable[[Job], Awaitable[Any]],
        read: Callable[[str, tuple[object, ...]], Awaitable[list[Any]]],
        pages: Callable[[], AsyncIterator[list[str]]],
    ) -> None:
        self._queue, self._read, self._pages = queue, read, pages

    async def old(self, kind: Kind, before: int) -> AsyncIterator[str]:
        """Iterate over the tables whose last row is older than a given time, unless this has gone from them."""
        async for names in self._pages():
            for (name,) in await self._read(OLD, (json.dumps(names), before, kind)):
                yield name

    async def age(self, kind: Kind, table: str, version: int, rows: Sequence[Rewritten], card: bytes | None) -> bool:
        """Change rows of a table, if it still has as many, and note that something has gone from it."""

        def age(db: sqlite3.Connection) -> bool:
            # Nobody else can write here: no game begins between this and the change.
            if db.execute(LAST, (table,)).fetchone()[0] != version:
                return False
            if rows and not change_rows(db, table, rows, card):
                return False
            db.execute("INSERT OR REPLACE INTO aged VALUES (?, ?, ?)", (table, kind, version))
            return True

        return bool(await self._queue(age))
