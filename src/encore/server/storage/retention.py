"""The interface of a store from whose old tables something goes; those of SQLite and PostgreSQL implement it."""

from __future__ import annotations

from collections.abc import AsyncIterator, Sequence
from typing import Protocol

from encore.server.domain.retention import Kind
from encore.server.storage.people import Rewritten


class RetentionStore(Protocol):
    """Which tables are old, and from which of them something has gone already."""

    def old(self, kind: Kind, before: int) -> AsyncIterator[str]:
        """Iterate over the tables whose last row is older than a given time, unless this has gone from them."""

    async def age(self, kind: Kind, table: str, version: int, rows: Sequence[Rewritten], card: bytes | None) -> bool:
        """Change rows of a table, and note that something has gone from it, in a transaction of its own.

        Return False, with nothing changed, if the table does not have so many rows any more, or others than these.
        """
