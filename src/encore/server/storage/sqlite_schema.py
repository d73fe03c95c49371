"""The schema of a SQLite file, and the longer statements."""

from __future__ import annotations

from encore.server.storage.sqlite_counts import COUNTS
from encore.server.storage.sqlite_digests import CHANGES as DIGEST_CHANGES
from encore.server.storage.sqlite_digests import SCHEMA as DIGESTS
from encore.server.storage.sqlite_moderation import SCHEMA as MODERATION
from encore.server.storage.sqlite_notices import SCHEMA as NOTICES
from encore.server.storage.sqlite_notices import WITHDRAWALS
from encore.server.storage.sqlite_people import CONFIRMED, HOLIDAYS, REWRITES
from encore.server.storage.sqlite_people import SCHEMA as PEOPLE
from encore.server.storage.sqlite_ratings import SCHEMA as RATINGS
from encore.server.storage.sqlite_retention import AGED

# Rows are kept in order of arrival, so that a commit for many tables writes few pages. In key order (WITHOUT ROWID)
# each table would need its own page, and appending would take twice as long.
MIGRATIONS = (
    """
    CREATE TABLE events (
        table_id TEXT NOT NULL, seq INTEGER NOT NULL, at INTEGER NOT NULL, action TEXT, data BLOB NOT NULL,
        PRIMARY KEY (table_id, seq)
    );
    CREATE TABLE cards (
        turn INTEGER PRIMARY KEY, table_id TEXT NOT NULL UNIQUE, listed INTEGER NOT NULL, data BLOB NOT NULL
    );
    CREATE INDEX cards_listed ON cards (turn) WHERE listed;
    CREATE TABLE pulse (at INTEGER NOT NULL);
    INSERT INTO pulse VALUES (0)
    """,
    "CREATE TABLE outages (start INTEGER NOT NULL, stop INTEGER NOT NULL)",
    """
    CREATE TABLE reviews (
        table_id TEXT NOT NULL, number INTEGER NOT NULL, data BLOB NOT NULL, PRIMARY KEY (table_id, number)
    );
    CREATE TABLE answers (turn INTEGER PRIMARY KEY, key TEXT NOT NULL UNIQUE, data BLOB NOT NULL);
    CREATE TABLE boards (board TEXT NOT NULL, table_id TEXT NOT NULL, PRIMARY KEY (board, table_id)) WITHOUT ROWID;
    CREATE INDEX boards_table ON boards (table_id)
    """,
    """
    CREATE TABLE daily_results (
        day INTEGER NOT NULL, puzzle TEXT NOT NULL, tries INTEGER NOT NULL, count INTEGER NOT NULL,
        PRIMARY KEY (day, puzzle, tries)
    ) WITHOUT ROWID;
    CREATE TABLE daily_solvers (
        day INTEGER NOT NULL, puzzle TEXT NOT NULL, who TEXT NOT NULL, PRIMARY KEY (day, puzzle, who)
    ) WITHOUT ROWID
    """,
    PEOPLE,
    f"{NOTICES};{DIGESTS}",
    HOLIDAYS,
    RATINGS,
    DIGEST_CHANGES,
    f"{CONFIRMED};{COUNTS}",
    f"{WITHDRAWALS};{REWRITES}",
    AGED,
    "CREATE UNIQUE INDEX events_paired ON events (action) WHERE substr(action, 1, 5) = 'pair '",
    MODERATION,
)

OF_TABLE = ("events", "cards", "reviews", "boards", "person_seats", "summaries", "rewrites", "aged")
"""All that is deleted with a table of the server, and its notices; those that were sent are withdrawn first."""

# Jumps from name to name in the index; DISTINCT would read every row of every table.
TABLES_AFTER = """
    WITH RECURSIVE names (name) AS (
        SELECT min(table_id) FROM events WHERE table_id > ?
        UNION ALL
        SELECT (SELECT min(table_id) FROM events WHERE table_id > name) FROM names WHERE name IS NOT NULL
    )
    SELECT name FROM names WHERE name IS NOT NULL LIMIT ?
"""

PUT_REVIEW = """
    INSERT OR REPLACE INTO reviews (table_id, number, data)
    SELECT ?1, ?2, ?3 WHERE EXISTS (SELECT 1 FROM events WHERE table_id = ?1 AND seq = 1)
"""

PUT_BOARD = """
    INSERT OR IGNORE INTO boards (table_id, board)
    SELECT ?1, ?2 WHERE EXISTS (SELECT 1 FROM events WHERE table_id = ?1 AND seq = 1)
"""

STANDINGS = """
    SELECT value, (SELECT max(seq) FROM events WHERE table_id = value), coalesce(times, 0)
    FROM json_each(?) LEFT JOIN rewrites ON rewrites.table_id = value
    WHERE EXISTS (SELECT 1 FROM events WHERE table_id = value AND seq = 1)
"""

LAST_TIME = "SELECT at FROM events WHERE table_id = ? ORDER BY seq DESC LIMIT 1"

OLD_AMONG = """
    SELECT value FROM json_each(?)
    WHERE (SELECT at FROM events WHERE table_id = value ORDER BY seq DESC LIMIT 1) < ?
"""

COUNT_RESULT = """
    INSERT INTO daily_results (day, puzzle, tries, count) VALUES (?, ?, ?, 1)
    ON CONFLICT (day, puzzle, tries) DO UPDATE SET count = count + 1
"""
