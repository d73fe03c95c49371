"""Digests in a SQLite file."""

from __future__ import annotations

from encore.server.domain.digests import Digest
from encore.server.storage.sqlite_part import SqlitePart

SCHEMA = """
    CREATE TABLE digests (
        person TEXT PRIMARY KEY REFERENCES people (id) ON DELETE CASCADE, address TEXT NOT NULL,
        language TEXT NOT NULL, asked INTEGER NOT NULL, confirmed INTEGER NOT NULL, due INTEGER NOT NULL
    ) WITHOUT ROWID;
    CREATE INDEX digests_due ON digests (due) WHERE confirmed > 0
"""

DIGEST = "person, address, language, asked, confirmed, due"
PUT = f"INSERT OR REPLACE INTO digests ({DIGEST}) SELECT ?1, ?2, ?3, ?4, ?5, ?6 FROM people WHERE id = ?1"
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
        """Store the digest of a person, instead of the one before."""
        await self._execute(PUT, *columns(digest))

    async def of(self, person: str) -> Digest | None:
        """Return the digest of a person."""
        found = await self._read(f"SELECT {DIGEST} FROM digests WHERE person = ?", (person,))
        return Digest(*found[0]) if found else None

    async def drop(self, person: str) -> None:
        """Delete the digest of a person."""
        await self._execute("DELETE FROM digests WHERE person = ?", person)

    async def confirm(self, digest: Digest, at: int, due: int) -> bool:
        """Store that the address of a digest is right, and when the first mail is due; False if it has changed."""
        return await self._execute(CONFIRM, at, due, digest.person, digest.address, digest.asked) > 0

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
