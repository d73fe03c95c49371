"""What the parts of a PostgreSQL store share: how they run several statements."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Sequence
from typing import Any, Protocol

STEP = 1000
"""Rows of an import that are put into a database at once, which has a limited time to answer."""


class Transactions(Protocol):
    """Runs some statements in one transaction."""

    async def __call__(self, work: Callable[[Any], Awaitable[Any]]) -> Any:
        """Return what ``work`` returns, which gets a connection."""


async def import_rows(db: Any, statement: str, rows: Sequence[Sequence[object]]) -> None:
    """Execute a statement for each of many rows."""
    for start in range(0, len(rows), STEP):
        await db.executemany(statement, rows[start : start + STEP])
