"""Digests in a PostgreSQL database."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from typing import Any

from encore.server.domain.digests import Digest
from encore.server.storage.postgres_part import Transactions

SCHEMA = """
    CREATE TABLE digests (
        person text COLLATE "C" PRIMARY KEY REFERENCES people (id) ON DELETE CASCADE, address text NOT NULL,
        language text NOT NULL, asked bigint NOT NULL, confirmed bigint NOT NULL, due bigint NOT NULL
    );
    CREATE INDEX digests_due ON digests (due) WHERE confirmed > 0
"""

CHANGES = """
    CREATE TABLE digest_changes (
        person text COLLATE "C" PRIMARY KEY REFERENCES people (id) ON DELETE CASCADE, address text NOT NULL,
        language text NOT NULL, asked bigint NOT NULL
    )
"""

DIGEST = "person, address, language, asked, confirmed, due"
PUT = f"""
    INSERT INTO digests ({DIGEST})
    SELECT $1::text, $2::text, $3::text, $4::bigint, $5::bigint, $6::bigint FROM people WHERE id = $1
    ON CONFLICT (person) DO UPDATE SET address = excluded.address, language = excluded.language,
        asked = excluded.asked, confirmed = excluded.confirmed, due = excluded.due
"""
CHANGE = "person, address, language, asked"
PUT_CHANGE = f"""
    INSERT INTO digest_changes ({CHANGE})
    SELECT $1::text, $2::text, $3::text, $4::bigint FROM digests WHERE person = $1 AND confirmed > 0
    ON CONFLICT (person) DO UPDATE SET address = excluded.address, language = excluded.language, asked = excluded.asked
    RETURNING 1
"""
CONFIRM_CHANGE = f"""
    WITH taken AS (
        DELETE FROM digest_changes WHERE person = $3 AND address = $4 AND asked = $5 RETURNING {CHANGE}
    )
    INSERT INTO digests ({DIGEST}) SELECT {CHANGE}, $1::bigint, $2::bigint FROM taken
    ON CONFLICT (person) DO UPDATE SET address = excluded.address, language = excluded.language,
        asked = excluded.asked, confirmed = excluded.confirmed
    RETURNING 1
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
    """The digests of a store; ``fetch`` runs one statement of it, ``transact`` several."""

    def __init__(self, fetch: Callable[..., Awaitable[list[Any]]], transact: Transactions) -> None:
        self._fetch, self._transact = fetch, transact

    async def put(self, digest: Digest) -> None:
        """Store the digest of a person. One that is confirmed stays in use until the new one is confirmed."""

        async def put(db: Any) -> None:
            # One after the other: meanwhile, the one before may be confirmed.
            await db.execute("SELECT 1 FROM people WHERE id = $1 FOR UPDATE", digest.person)
            if not await db.fetchval(PUT_CHANGE, *columns(digest)[:4]):
                await db.execute(PUT, *columns(digest))

        await self._transact(put)

    async def of(self, person: str) -> Digest | None:
        """Return the digest of a person."""
        found = await self._fetch(f"SELECT {DIGEST} FROM digests WHERE person = $1", person)
        return Digest(*found[0]) if found else None

    async def change(self, person: str) -> Digest | None:
        """Return the digest that takes the place of a confirmed one when its address is confirmed, too."""
        found = await self._fetch(f"SELECT {CHANGE} FROM digest_changes WHERE person = $1", person)
        return Digest(*found[0]) if found else None

    async def drop(self, person: str, address: str | None = None) -> None:
        """Delete the digest of a person, and a change of it; or only what is for an address."""

        async def drop(db: Any) -> None:
            for table in ("digests", "digest_changes"):
                statement = f"DELETE FROM {table} WHERE person = $1 AND ($2::text IS NULL OR address = $2)"
                await db.execute(statement, person, address)

        await self._transact(drop)

    async def confirm(self, digest: Digest, at: int, due: int) -> bool:
        """Store that the address of a digest is right, and when the first mail is due; False if it has changed."""
        values = at, due, digest.person, digest.address, digest.asked

        async def confirm(db: Any) -> bool:
            await db.execute("SELECT 1 FROM people WHERE id = $1 FOR UPDATE", digest.person)
            return bool(await db.fetchval(CONFIRM_CHANGE, *values) or await db.fetchval(CONFIRM, *values))

        return bool(await self._transact(confirm))

    async def claim(self, now: int, due: int, most: int) -> list[Digest]:
        """Return digests that are due, each to one process; they are due again at a given time."""
        return [Digest(*row) for row in await self._fetch(CLAIM, now, due, most)]

    async def put_off(self, person: str, due: int) -> None:
        """Store when the digest of a person is due."""
        await self._fetch("UPDATE digests SET due = $1 WHERE person = $2", due, person)


def columns(one: Digest) -> tuple[object, ...]:
    """Return a digest as a row."""
    return one.person, one.address, one.language, one.asked, one.confirmed, one.due
