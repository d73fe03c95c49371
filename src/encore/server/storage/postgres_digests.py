"""Digests in a PostgreSQL database."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from typing import Any

from encore.server.domain.digests import Digest

SCHEMA = """
    CREATE TABLE digests (
        person text COLLATE "C" PRIMARY KEY REFERENCES people (id) ON DELETE CASCADE, address text NOT NULL,
        language text NOT NULL, asked bigint NOT NULL, confirmed bigint NOT NULL, due bigint NOT NULL
    );
    CREATE INDEX digests_due ON digests (due) WHERE confirmed > 0
"""

DIGEST = "person, address, language, asked, confirmed, due"
PUT = f"""
    INSERT INTO digests ({DIGEST})
    SELECT $1::text, $2::text, $3::text, $4::bigint, $5::bigint, $6::bigint FROM people WHERE id = $1
    ON CONFLICT (person) DO UPDATE SET address = excluded.address, language = excluded.language,
        asked = excluded.asked, confirmed = excluded.confirmed, due = excluded.due
"""
CONFIRM = """
    UPDATE digests SET due = CASE WHEN confirmed > 0 THEN due ELSE $2::bigint END, confirmed = $1::bigint
    WHERE person = $3 AND address = $4 AND asked = $5 RETURNING 1
"""
CLAIM = f"""
    UPDATE digests SET due = $2::bigint WHERE person IN (
        SELECT person FROM digests WHERE confirmed > 0 AND due <= $1::bigint ORDER BY due LIMIT $3
        FOR UPDATE SKIP LOCKED
    ) RETURNING {DIGEST}
"""


class PostgresDigests:
    """The digests of a store; ``fetch`` runs one statement of it."""

    def __init__(self, fetch: Callable[..., Awaitable[list[Any]]]) -> None:
        self._fetch = fetch

    async def put(self, digest: Digest) -> None:
        """Store the digest of a person, instead of the one before."""
        await self._fetch(PUT, *columns(digest))

    async def of(self, person: str) -> Digest | None:
        """Return the digest of a person."""
        found = await self._fetch(f"SELECT {DIGEST} FROM digests WHERE person = $1", person)
        return Digest(*found[0]) if found else None

    async def drop(self, person: str) -> None:
        """Delete the digest of a person."""
        await self._fetch("DELETE FROM digests WHERE person = $1", person)

    async def confirm(self, digest: Digest, at: int, due: int) -> bool:
        """Store that the address of a digest is right, and when the first mail is due; False if it has changed."""
        return bool(await self._fetch(CONFIRM, at, due, digest.person, digest.address, digest.asked))

    async def claim(self, now: int, due: int, most: int) -> list[Digest]:
        """Return digests that are due, each to one process; they are due again at a given time."""
        return [Digest(*row) for row in await self._fetch(CLAIM, now, due, most)]

    async def put_off(self, person: str, due: int) -> None:
        """Store when the digest of a person is due."""
        await self._fetch("UPDATE digests SET due = $1 WHERE person = $2", due, person)


def columns(one: Digest) -> tuple[object, ...]:
    """Return a digest as a row."""
    return one.person, one.address, one.language, one.asked, one.confirmed, one.due
