"""Digests in a SQLite file."""

from __future__ import annotations

import sqlite3

from encore.server.domain.digests import Digest
from encore.server.storage.sqlite_part import SqlitePart

SCHEMA = """
    CREATE TABLE digests (
        person TEXT PRIMARY KEY REFERENCES people (id) ON DELETE CASCADE, address TEXT NOT NULL,
        language TEXT NOT NULL, asked INTEGER NOT NULL, confirmed INTEGER NOT NULL, due INTEGER NOT NULL
    ) WITHOUT ROWID;
    CREATE INDEX digests_due ON digests (due) WHERE confirmed > 0
"""

CHANGES = """
    CREATE TABLE digest_changes (
        person TEXT PRIMARY KEY REFERENCES people (id) ON DELETE CASCADE, address TEXT NOT NULL,
        language TEXT NOT NULL, asked INTEGER NOT NULL
    ) WITHOUT ROWID
"""

DIGEST = "person, address, language, asked, confirmed, due"
PUT = f"INSERT OR REPLACE INTO digests ({DIGEST}) SELECT ?1, ?2, ?3, ?4, ?5, ?6 FROM people WHERE id = ?1"
CHANGE = "person, address, language, asked"
PUT_CHANGE = f"""
    INSERT OR REPLACE INTO digest_changes ({CHANGE})
    SELECT ?1, ?2, ?3, ?4 FROM digests WHERE person = ?1 AND confirmed > 0
"""
TAKE_CHANGE = f"DELETE FROM digest_changes WHERE person = ? AND address = ? AND asked = ? RETURNING {CHANGE}"
PUT_CONFIRMED = f"""
    INSERT INTO digests ({DIGEST}) VALUES (?, ?, ?, ?, ?, ?)
    ON CONFLICT (person) DO UPDATE SET address = excluded.address, language = excluded.language,
        asked = excluded.asked, confirmed = excluded.confirmed
"""
CONFIRM = """
    UPDATE digests SET due = iif(confirmed, due, ?2), confirmed = ?1 WHERE person = ?3 AND address = ?4 AND asked = ?5
"""
CLAIM = f"""
    UPDATE digests SET due = ?2 WHERE person IN (
        SELECT person FROM digests WHERE confirmed > 0 AND due <= ?1 ORDER BY due LIMIT ?3
    ) RETURNING {DIGEST}
"""


class SqliteDigests(SqlitePart):
    """The digests of a store."""

    async def put(self, digest: Digest) -> None:
        """Store the digest of a person. One that is confirmed stays in use until the new one is confirmed."""

        def put(db: sqlite3.Connection) -> None:
            if not db.execute(PUT_CHANGE, columns(digest)[:4]).rowcount:
                db.execute(PUT, columns(digest))

        await self._queue(put)

    async def of(self, person: str) -> Digest | None:
        """Return the digest of a person."""
        found = await self._read(f"SELECT {DIGEST} FROM digests WHERE person = ?", (person,))
        return Digest(*found[0]) if found else None

    async def change(self, person: str) -> Digest | None:
        """Return the digest that takes the place of a confirmed one when its address is confirmed, too."""
        found = await self._read(f"SELECT {CHANGE} FROM digest_changes WHERE person = ?", (person,))
        return Digest(*found[0]) if found else None

    async def drop(self, person: str, address: str | None = None) -> None:
        """Delete the digest of a person, and a change of it; or only what is for an address."""

        def drop(db: sqlite3.Connection) -> None:
            for table in ("digests", "digest_changes"):
                statement = f"DELETE FROM {table} WHERE person = ?1 AND (?2 IS NULL OR address = ?2)"
                db.execute(statement, (person, address))

        await self._queue(drop)

    async def confirm(self, digest: Digest, at: int, due: int) -> bool:
        """Store that the address of a digest is right, and when the first mail is due; False if it has changed."""
        place = digest.person, digest.address, digest.asked

        def confirm(db: sqlite3.Connection) -> bool:
            taken = db.execute(TAKE_CHANGE, place).fetchall()
            db.executemany(PUT_CONFIRMED, [(*row, at, due) for row in taken])
            return bool(taken) or db.execute(CONFIRM, (at, due, *place)).rowcount > 0

        return bool(await self._queue(confirm))

    async def claim(self, now: int, due: int, most: int) -> list[Digest]:
        """Return digests that are due, each to one process; they are due again at a given time."""
        found = await self._queue(lambda db: db.execute(CLAIM, (now, due, most)).fetchall())
        return [Digest(*row) for row in found]

    async def put_off(self, person: str, due: int) -> None:
        """Store when the digest of a person is due."""
        await self._execute("UPDATE digests SET due = ? WHERE person = ?", due, person)


def columns(one: Digest) -> tuple[object, ...]:
    """Return a digest as a row."""
    return one.person, one.address, one.language, one.asked, one.confirmed, one.due
