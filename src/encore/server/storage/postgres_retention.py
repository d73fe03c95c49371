"""What has gone from the old tables of a PostgreSQL database."""

from __future__ import annotations

from collections.abc import AsyncIterator, Awaitable, Callable, Sequence
from typing import Any

from encore.server.domain.retention import Kind
from encore.server.storage.people import Rewritten
from encore.server.storage.postgres_part import Transactions
from encore.server.storage.postgres_people import change_rows

AGED = """
    CREATE TABLE aged (
        table_id text COLLATE "C" NOT NULL, kind text COLLATE "C" NOT NULL, version integer NOT NULL,
        PRIMARY KEY (table_id, kind)
    )
"""

LAST = "SELECT max(seq) FROM events WHERE table_id = $1"

# The place of the next row of a table: whoever stores that row waits until this transaction ends, and others do not.
HOLD = """
    INSERT INTO events (table_id, seq, at, data)
    SELECT $1::text, $2::integer + 1, 0, '' WHERE EXISTS (SELECT FROM events WHERE table_id = $1 AND seq = $2)
    ON CONFLICT DO NOTHING RETURNING seq
"""
FREE = "DELETE FROM events WHERE table_id = $1 AND seq = $2 + 1"

OLD = """
    SELECT name FROM unnest($1::text[]) AS names (name)
    WHERE (SELECT at FROM events WHERE table_id = name ORDER BY seq DESC LIMIT 1) < $2
    AND (SELECT max(seq) FROM events WHERE table_id = name)
        IS DISTINCT FROM (SELECT version FROM aged WHERE table_id = name AND kind = $3)
"""

PUT = """
    INSERT INTO aged VALUES ($1, $2, $3) ON CONFLICT (table_id, kind) DO UPDATE SET version = excluded.version
"""


class PostgresRetention:
    """The old tables of a store; ``pages`` iterates over the names of all tables, some at a time."""

    def __init__(
        self,
        fetch: Callable[..., Awaitable[list[Any]]],
        transact: Transactions,
        pages: Callable[[], AsyncIterator[list[str]]],
    ) -> None:
        self._fetch, self._transact, self._pages = fetch, transact, pages

    async def old(self, kind: Kind, before: int) -> AsyncIterator[str]:
        """Iterate over the tables whose last row is older than a given time, unless this has gone from them."""
        async for names in self._pages():
            for (name,) in await self._fetch(OLD, names, before, kind):
                yield name

    async def age(self, kind: Kind, table: str, version: int, rows: Sequence[Rewritten], card: bytes | None) -> bool:
        """Change rows of a table, if it still has as many, and note that something has gone from it."""

        async def age(db: Any) -> bool:
            if rows:
                if await db.fetchval(HOLD, table, version) is None:  # a game may have begun
                    return False
                changed = await change_rows(db, table, rows, card)
                await db.execute(FREE, table, version)
            else:
                changed = await db.fetchval(LAST, table) == version
            if changed:
                await db.execute(PUT, table, kind, version)
            return changed

        return bool(await self._transact(age))
