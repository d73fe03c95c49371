"""The games of people with others in a PostgreSQL database."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Sequence
from typing import Any

from encore.server.domain.counted import Counted
from encore.server.storage.counts import UNKNOWN, Counting

# The milliseconds after the last row of a table for which a seat counts; 0 if it does not.
COUNTS = f"""
    ALTER TABLE person_seats ADD COLUMN counts bigint NOT NULL DEFAULT {UNKNOWN};
    CREATE INDEX person_seats_counted ON person_seats (person) WHERE counts <> 0
"""

COUNT = """
    UPDATE person_seats SET counts = CASE WHEN holder = ANY($2::text[]) THEN $3::bigint ELSE 0 END WHERE table_id = $1
"""

SETTLE = f"{COUNT} AND counts = {UNKNOWN} AND (SELECT max(seq) FROM events WHERE table_id = $1) = $4"

GAMES = f"""
    SELECT table_id, min(counts) <> {UNKNOWN} FROM person_seats
    WHERE person = $1 AND counts <> 0
        AND (SELECT at FROM events WHERE events.table_id = person_seats.table_id ORDER BY seq DESC LIMIT 1)
            + CASE counts WHEN {UNKNOWN} THEN $3 ELSE counts END > $2
    GROUP BY table_id ORDER BY table_id
"""


class PostgresCounts:
    """The counted seats of a store; ``fetch`` runs one statement of it."""

    def __init__(self, fetch: Callable[..., Awaitable[list[Any]]]) -> None:
        self._fetch = fetch

    async def games(self, person: str, now: int, longest: int) -> list[Counting]:
        """Return the games of a person with others, known or not."""
        return [Counting(table, known) for table, known in await self._fetch(GAMES, person, now, longest)]

    async def settle(self, counted: Counted, version: int) -> None:
        """Store which seats count at a table, where that is not known, if it still has so many rows."""
        await self._fetch(SETTLE, *_values(counted), version)


async def count_seats(db: Any, counted: Sequence[Counted]) -> None:
    """Store which seats count after rows, in the transaction of these rows; always in the same order."""
    await db.executemany(COUNT, [_values(one) for one in sorted(counted, key=lambda one: one.table)])


def _values(one: Counted) -> tuple[object, ...]:
    return one.table, list(one.holders), one.patience
