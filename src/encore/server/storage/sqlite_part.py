"""What the parts of a SQLite store share: how they read and write."""

from __future__ import annotations

import sqlite3
from collections.abc import Awaitable, Callable
from typing import Any

Job = Callable[[sqlite3.Connection], Any]
"""Something to do with the database, inside a transaction."""


class SqlitePart:
    """A part of a store; ``queue`` runs a job in the store's transactions, ``read`` a query."""

    def __init__(
        self,
        queue: Callable[[Job], Awaitable[Any]],
        read: Callable[[str, tuple[object, ...]], Awaitable[list[Any]]],
    ) -> None:
        self._queue, self._read = queue, read

    async def _execute(self, statement: str, *values: object) -> int:
        """Run a statement; return how many rows it has changed."""
        return int(await self._queue(lambda db: db.execute(statement, values).rowcount))
