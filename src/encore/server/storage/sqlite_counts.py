"""The games of people with others in a SQLite file."""

from __future__ import annotations

import json
import sqlite3
from collections.abc import Sequence

from encore.server.domain.counted import Counted
from encore.server.storage.counts import UNKNOWN, Counting
from encore.server.storage.sqlite_part import SqlitePart

# The milliseconds after the last row of a table for which a seat counts; 0 if it does not.
COUNTS = f"""
    ALTER TABLE person_seats ADD COLUMN counts INTEGER NOT NULL DEFAULT {UNKNOWN};
    CREATE INDEX person_seats_counted ON person_seats (person) WHERE counts <> 0
"""

COUNT = """
    UPDATE person_seats SET counts = CASE WHEN holder IN (SELECT value FROM json_each(?2)) THEN ?3 ELSE 0 END
    WHERE table_id = ?1
"""

SETTLE = f"{COUNT} AND counts = {UNKNOWN} AND (SELECT max(seq) FROM events WHERE table_id = ?1) = ?4"

GAMES = f"""
    SELECT table_id, min(counts) <> {UNKNOWN} FROM person_seats
    WHERE person = ?1 AND counts <> 0
        AND (SELECT at FROM events WHERE events.table_id = person_seats.table_id ORDER BY seq DESC LIMIT 1)
            + iif(counts = {UNKNOWN}, ?3, counts) > ?2
    GROUP BY table_id ORDER BY table_id
"""


class SqliteCounts(SqlitePart):
    """The counted seats of a store."""

    async def games(self, person: str, now: int, longest: int) -> list[Counting]:
        """Return the games of a person with others, known or not."""
        return [Counting(table, bool(known)) for table, known in await self._read(GAMES, (person, now, longest))]

    async def settle(self, counted: Counted, version: int) -> None:
        """Store which seats count at a table, where that is not known, if it still has so many rows."""
        await self._execute(SETTLE, *_values(counted), version)


def count_seats(db: sqlite3.Connection, counted: Sequence[Counted]) -> None:
    """Store which seats count after rows, in the transaction of these rows."""
    db.executemany(COUNT, map(_values, counted))


def _values(one: Counted) -> tuple[object, ...]:
    return one.table, json.dumps(one.holders), one.patience
