"""Notices in a SQLite file."""

from __future__ import annotations

import json
import sqlite3
from collections.abc import Collection, Sequence
from typing import Any

from encore.server.domain.notices import Kind, Notice, Over, SentNotice
from encore.server.domain.subscriptions import Subscription
from encore.server.storage.notices import LATE, LEASE, SHARE, Addressee, Claimed, Settled, holders_at, read_kinds
from encore.server.storage.sqlite_part import SqlitePart

# Sessions and people take what belongs to them along when they are deleted.
SCHEMA = """
    CREATE TABLE notices (
        id INTEGER PRIMARY KEY, kind TEXT NOT NULL, table_id TEXT NOT NULL, game TEXT NOT NULL, seq INTEGER NOT NULL,
        holder TEXT NOT NULL, chair INTEGER NOT NULL, at INTEGER NOT NULL, due INTEGER NOT NULL,
        claimed INTEGER NOT NULL DEFAULT 0, tries INTEGER NOT NULL DEFAULT 0, told TEXT NOT NULL DEFAULT '',
        sent INTEGER NOT NULL DEFAULT 0
    );
    CREATE INDEX notices_due ON notices (due) WHERE sent = 0;
    CREATE INDEX notices_sent ON notices (sent) WHERE sent > 0;
    CREATE INDEX notices_table ON notices (table_id);
    CREATE TABLE subscriptions (
        id TEXT PRIMARY KEY, person TEXT NOT NULL, session TEXT NOT NULL REFERENCES sessions (hash) ON DELETE CASCADE,
        endpoint TEXT NOT NULL UNIQUE, p256dh TEXT NOT NULL, auth TEXT NOT NULL, language TEXT NOT NULL,
        label TEXT NOT NULL, created INTEGER NOT NULL
    ) WITHOUT ROWID;
    CREATE INDEX subscriptions_person ON subscriptions (person);
    CREATE INDEX subscriptions_session ON subscriptions (session);
    CREATE TABLE wished_notices (
        person TEXT PRIMARY KEY REFERENCES people (id) ON DELETE CASCADE, kinds TEXT NOT NULL
    ) WITHOUT ROWID;
    CREATE TABLE push_key (id INTEGER PRIMARY KEY CHECK (id = 1), key BLOB NOT NULL)
"""

WITHDRAWALS = """
    ALTER TABLE notices ADD COLUMN over INTEGER NOT NULL DEFAULT 0;
    CREATE INDEX notices_over ON notices (claimed) WHERE over = 1;
    CREATE TABLE withdrawals (
        id INTEGER PRIMARY KEY, table_id TEXT NOT NULL, before INTEGER NOT NULL, kind TEXT NOT NULL,
        holder TEXT NOT NULL
    )
"""

NOTICE = "kind, table_id, game, seq, holder, chair, at, due"
CLAIMED = f"id, {NOTICE}, tries, told"
SUBSCRIPTION = "id, person, session, endpoint, p256dh, auth, language, label, created"

ADD = f"INSERT INTO notices ({NOTICE}) VALUES (?, ?, ?, ?, ?, ?, ?, ?)"

ADD_OVER = "INSERT INTO withdrawals (table_id, before, kind, holder) VALUES (?, ?, ?, ?)"

# Those that are being sent count for the share of their person, and whoever has the fewest of them goes first.
CLAIM = f"""
    UPDATE notices SET claimed = ?1 + {LEASE} WHERE id IN (
        SELECT id FROM (
            SELECT id, due, claimed, row_number() OVER (
                PARTITION BY coalesce(person, table_id) ORDER BY claimed <= ?1, due
            ) AS place
            FROM notices LEFT JOIN person_seats USING (table_id, holder)
            WHERE sent = 0 AND over = 0 AND due <= ?1
                AND (claimed > ?1 OR due <= ?1 - {LATE} OR table_id IN (SELECT value FROM json_each(?2)))
        ) WHERE place <= ?4 AND claimed <= ?1 ORDER BY place, due LIMIT ?3
    ) RETURNING {CLAIMED}
"""

# One statement for all tables: each one releases the GIL, and would wait for it again while the event loop is busy.
# A request to return is not over because of a move, which is a withdrawal of all kinds.
MARK_OVER = """
    UPDATE notices SET over = 1 WHERE id IN (
        SELECT notices.id FROM withdrawals CROSS JOIN notices
            ON notices.table_id = withdrawals.table_id AND seq < before
                AND (withdrawals.kind = notices.kind OR (withdrawals.kind = '' AND notices.kind <> 'return'))
                AND withdrawals.holder IN ('', notices.holder)
    )
"""

DROP_UNSENT = "DELETE FROM notices WHERE over = 1 AND claimed = 0 AND sent = 0 AND told = ''"
CLAIM_OVER = f"UPDATE notices SET claimed = ?1 + {LEASE} WHERE over = 1 AND claimed <= ?1 RETURNING {CLAIMED}"

MARK_GONE = """
    UPDATE notices SET over = 1 WHERE sent > 0 AND over = 0
        AND NOT EXISTS (SELECT 1 FROM events WHERE events.table_id = notices.table_id AND events.seq = 1)
"""

# One that is over stays with its sender, who withdraws it.
SETTLE = """
    UPDATE notices SET told = ?1, sent = ?2, due = iif(?3, ?3, due), tries = tries + 1,
        claimed = iif(over = 1, claimed, 0)
    WHERE id = ?4 RETURNING over
"""

OF_PERSON = f"""
    SELECT {", ".join(f"notices.{column}" for column in NOTICE.split(", "))}, tries, sent, told
    FROM person_seats JOIN notices USING (table_id, holder) WHERE person = ? ORDER BY notices.id
"""

PUT_SUBSCRIPTION = f"""
    INSERT OR REPLACE INTO subscriptions ({SUBSCRIPTION})
    SELECT ?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9
    WHERE EXISTS (SELECT 1 FROM sessions WHERE hash = ?3 AND person = ?2)
        AND (SELECT count(*) FROM subscriptions WHERE person = ?2 AND endpoint <> ?4) < ?10
"""


class SqliteNotices(SqlitePart):
    """The notices of a store."""

    async def push_key(self, new: bytes) -> bytes:
        """Return the private key with which all processes sign; the first one to ask stores a new one."""

        def put(db: sqlite3.Connection) -> bytes:
            db.execute("INSERT OR IGNORE INTO push_key VALUES (1, ?)", (new,))
            return bytes(db.execute("SELECT key FROM push_key").fetchone()[0])

        return bytes(await self._queue(put))

    async def known_key(self) -> bytes:
        """Return the private key with which all processes sign; empty if none has asked for it."""
        found = await self._read("SELECT key FROM push_key", ())
        return bytes(found[0][0]) if found else b""

    async def kept(self, tables: Sequence[str]) -> dict[str, set[str]]:
        """Return the holders whose seats people keep, at those of some tables where there are any."""
        asked = "SELECT table_id, holder FROM person_seats WHERE table_id IN (SELECT value FROM json_each(?))"
        return holders_at(await self._read(asked, (json.dumps(list(tables)),)))

    async def claim(self, now: int, tables: Collection[str], most: int, share: int = SHARE) -> list[Claimed]:
        """Return notices that are due, for nobody else for a while."""
        values = now, json.dumps(list(tables)), most, share
        found = await self._queue(lambda db: db.execute(CLAIM, values).fetchall())
        return sorted(map(_claimed, found), key=lambda one: one.notice.due)

    async def settle(self, settled: Sequence[Settled]) -> set[int]:
        """Store what became of notices; return which of them were over meanwhile: the caller withdraws these."""
        dropped = json.dumps([one.id for one in settled if not one.sent and not one.due])

        def settle(db: sqlite3.Connection) -> set[int]:
            db.execute("DELETE FROM notices WHERE id IN (SELECT value FROM json_each(?))", (dropped,))
            return {one.id for one in settled if (one.sent or one.due) and _settle(db, one)}

        return set(await self._queue(settle))

    async def withdraw(self, now: int, more: Sequence[Over] = ()) -> list[Claimed]:
        """Delete the notices that are over; return those that were sent, for nobody else for a while."""

        def withdraw(db: sqlite3.Connection) -> list[Any]:
            add_over(db, more)
            if db.execute("SELECT 1 FROM withdrawals LIMIT 1").fetchone():
                db.execute(MARK_OVER)
                db.execute("DELETE FROM withdrawals")
            db.execute(DROP_UNSENT)
            return db.execute(CLAIM_OVER, (now,)).fetchall()

        return list(map(_claimed, await self._queue(withdraw)))

    async def forget(self, before: int) -> None:
        """Delete notices sent before a given time; those whose table is gone are over."""

        def forget(db: sqlite3.Connection) -> None:
            db.execute("DELETE FROM notices WHERE sent > 0 AND sent < ?", (before,))
            db.execute(MARK_GONE)

        await self._queue(forget)

    async def waiting(self, now: int) -> int:
        """Return how many notices are due."""
        return int(
            (await self._read("SELECT count(*) FROM notices WHERE sent = 0 AND over = 0 AND due <= ?", (now,)))[0][0]
        )

    async def of(self, person: str) -> list[SentNotice]:
        """Return all notices that are stored for a person, the oldest first."""
        found = await self._read(OF_PERSON, (person,))
        return [SentNotice(Notice(*row[:8]), row[8], row[9], tuple(row[10].split())) for row in found]

    async def addressee(self, table: str, holder: str) -> Addressee | None:
        """Return who keeps the seats of a holder at a table."""
        asked = "SELECT person FROM person_seats WHERE table_id = ? AND holder = ?"
        found = await self._read(asked, (table, holder))
        if not found:
            return None
        person = found[0][0]
        return Addressee(person, await self.kinds(person), tuple(await self.subscriptions(person)))

    async def put_subscription(self, subscription: Subscription, most: int) -> bool:
        """Store a subscription; one with the same endpoint is replaced. Return False if the person has too many."""
        return await self._execute(PUT_SUBSCRIPTION, *_values(subscription), most) > 0

    async def subscription(self, subscription: str) -> Subscription | None:
        """Return a subscription."""
        found = await self._read(f"SELECT {SUBSCRIPTION} FROM subscriptions WHERE id = ?", (subscription,))
        return Subscription(*found[0]) if found else None

    async def subscriptions(self, person: str) -> list[Subscription]:
        """Return the subscriptions of a person, the oldest first."""
        asked = f"SELECT {SUBSCRIPTION} FROM subscriptions WHERE person = ? ORDER BY created, id"
        return [Subscription(*row) for row in await self._read(asked, (person,))]

    async def drop_subscription(self, subscription: str, person: str | None = None) -> bool:
        """Delete a subscription, or that of a person; return whether there was one."""
        statement = "DELETE FROM subscriptions WHERE id = ?1 AND (?2 IS NULL OR person = ?2)"
        return await self._execute(statement, subscription, person) > 0

    async def kinds(self, person: str) -> tuple[Kind, ...]:
        """Return the kinds of notices that a person wants: all of them unless they have chosen."""
        found = await self._read("SELECT kinds FROM wished_notices WHERE person = ?", (person,))
        return read_kinds(found[0][0] if found else None)

    async def put_kinds(self, person: str, kinds: Sequence[Kind]) -> None:
        """Store the kinds of notices that a person wants."""
        await self._execute(
            "INSERT OR REPLACE INTO wished_notices SELECT id, ? FROM people WHERE id = ?", " ".join(kinds), person
        )


def add_notices(db: sqlite3.Connection, notices: Sequence[Notice]) -> None:
    """Store the notices of rows, in the transaction of these rows."""
    db.executemany(ADD, map(_columns, notices))


def add_over(db: sqlite3.Connection, over: Sequence[Over]) -> None:
    """Store which notices are over, in the transaction of the rows that say so."""
    db.executemany(ADD_OVER, over)


def _columns(one: Notice) -> tuple[object, ...]:
    return one.kind, one.table, one.game, one.seq, one.holder, one.chair, one.at, one.due


def _values(one: Subscription) -> tuple[object, ...]:
    return (
        *(one.id, one.person, one.session, one.endpoint, one.p256dh),
        *(one.auth, one.language, one.label, one.created),
    )


def _settle(db: sqlite3.Connection, one: Settled) -> bool:
    """Store what became of a notice; return whether it is over, or even gone."""
    found = db.execute(SETTLE, (" ".join(one.told), one.sent, one.due, one.id)).fetchone()
    return found is None or bool(found[0])


def _claimed(row: Sequence[Any]) -> Claimed:
    return Claimed(row[0], Notice(*row[1:9]), row[9], tuple(row[10].split()))
