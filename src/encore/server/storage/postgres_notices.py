"""Notices in a PostgreSQL database."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Collection, Sequence
from typing import Any

from encore.server.domain.notices import Kind, Notice, Over, SentNotice
from encore.server.domain.subscriptions import Subscription
from encore.server.storage.notices import LATE, LEASE, SHARE, Addressee, Claimed, Settled, holders_at, read_kinds
from encore.server.storage.postgres_part import Transactions

MOST_OVER = 1000
"""Withdrawals that are carried out by one statement."""

# Sessions and people take what belongs to them along when they are deleted.
SCHEMA = """
    CREATE TABLE notices (
        id bigserial PRIMARY KEY, kind text NOT NULL, table_id text COLLATE "C" NOT NULL, game text NOT NULL,
        seq integer NOT NULL, holder text COLLATE "C" NOT NULL, chair integer NOT NULL, at bigint NOT NULL,
        due bigint NOT NULL, claimed bigint NOT NULL DEFAULT 0, tries integer NOT NULL DEFAULT 0,
        told text NOT NULL DEFAULT '', sent bigint NOT NULL DEFAULT 0
    );
    CREATE INDEX notices_due ON notices (due) WHERE sent = 0;
    CREATE INDEX notices_sent ON notices (sent) WHERE sent > 0;
    CREATE INDEX notices_table ON notices (table_id);
    CREATE TABLE subscriptions (
        id text COLLATE "C" PRIMARY KEY, person text COLLATE "C" NOT NULL,
        session text COLLATE "C" NOT NULL REFERENCES sessions (hash) ON DELETE CASCADE,
        endpoint text COLLATE "C" NOT NULL UNIQUE, p256dh text NOT NULL, auth text NOT NULL, language text NOT NULL,
        label text NOT NULL, created bigint NOT NULL
    );
    CREATE INDEX subscriptions_person ON subscriptions (person);
    CREATE INDEX subscriptions_session ON subscriptions (session);
    CREATE TABLE wished_notices (
        person text COLLATE "C" PRIMARY KEY REFERENCES people (id) ON DELETE CASCADE, kinds text NOT NULL
    );
    CREATE TABLE push_key (id integer PRIMARY KEY CHECK (id = 1), key bytea NOT NULL)
"""

WITHDRAWALS = """
    ALTER TABLE notices ADD COLUMN over boolean NOT NULL DEFAULT FALSE;
    CREATE INDEX notices_over ON notices (claimed) WHERE over;
    CREATE TABLE withdrawals (
        id bigserial PRIMARY KEY, table_id text COLLATE "C" NOT NULL, before integer NOT NULL, kind text NOT NULL,
        holder text COLLATE "C" NOT NULL
    )
"""

NOTICE = "kind, table_id, game, seq, holder, chair, at, due"
ADD_NOTICE = f"INSERT INTO notices ({NOTICE}) VALUES ($1, $2, $3, $4, $5, $6, $7, $8)"
CLAIMED = f"id, {NOTICE}, tries, told"
SUBSCRIPTION = "id, person, session, endpoint, p256dh, auth, language, label, created"

# The notices of rows that were stored by the statement of which this is a part; the parameters begin at $7.
ADD = f"""
    INSERT INTO notices ({NOTICE})
    SELECT kind, name, game, place, holder, chair, at, due
    FROM unnest(
        $7::text[], $8::text[], $9::text[], $10::integer[], $11::text[], $12::integer[], $13::bigint[], $14::bigint[]
    ) AS given (kind, name, game, place, holder, chair, at, due)
    WHERE (name, place) IN (SELECT table_id, seq FROM stored)
"""

# Which notices are over with these rows; the parameters begin at $15.
ADD_OVER = """
    INSERT INTO withdrawals (table_id, before, kind, holder)
    SELECT name, place, kind, holder
    FROM unnest($15::text[], $16::integer[], $17::text[], $18::text[]) AS given (name, place, kind, holder)
    WHERE (name, place) IN (SELECT table_id, seq FROM stored)
"""

# Those that are being sent count for the share of their person, and whoever has the fewest of them goes first. What
# another process has claimed meanwhile is left out.
CLAIM = f"""
    UPDATE notices SET claimed = $1::bigint + {LEASE} WHERE id IN (
        SELECT id FROM notices WHERE claimed <= $1::bigint AND id IN (
            SELECT id FROM (
                SELECT id, due, claimed, row_number() OVER (
                    PARTITION BY coalesce(person, table_id) ORDER BY claimed <= $1::bigint, due
                ) AS place
                FROM notices LEFT JOIN person_seats USING (table_id, holder)
                WHERE sent = 0 AND NOT over AND due <= $1::bigint
                    AND (claimed > $1::bigint OR due <= $1::bigint - {LATE} OR table_id = ANY($2::text[]))
            ) AS waiting WHERE place <= $4 AND claimed <= $1::bigint ORDER BY place, due LIMIT $3
        ) FOR UPDATE SKIP LOCKED
    ) RETURNING {CLAIMED}
"""

SETTLE = """
    UPDATE notices SET told = $1, sent = $2, due = CASE WHEN $3::bigint > 0 THEN $3::bigint ELSE due END,
        tries = tries + 1, claimed = CASE WHEN over THEN claimed ELSE 0 END
    WHERE id = $4 RETURNING over
"""

# What another process withdraws at the same time is left out.
TAKE_OVER = f"""
    DELETE FROM withdrawals
    WHERE id IN (SELECT id FROM withdrawals ORDER BY id LIMIT {MOST_OVER} FOR UPDATE SKIP LOCKED)
    RETURNING table_id, before, kind, holder
"""

# A request to return is not over because of a move, which is a withdrawal of all kinds. In the order of their ids: two
# who change the same notices wait for each other.
LOCK_OVER = """
    SELECT id FROM notices WHERE EXISTS (
        SELECT FROM unnest($1::text[], $2::integer[], $3::text[], $4::text[]) AS given (name, place, sort, who)
        WHERE table_id = name AND seq < place AND (sort = kind OR (sort = '' AND kind <> 'return'))
            AND who IN ('', holder)
    ) AND table_id = ANY($1::text[]) ORDER BY id FOR UPDATE
"""

DROP_UNSENT = "DELETE FROM notices WHERE over AND claimed = 0 AND sent = 0 AND told = '' AND id = ANY($1::bigint[])"
CLAIM_OVER = f"""
    UPDATE notices SET claimed = $1::bigint + {LEASE} WHERE id IN (
        SELECT id FROM notices WHERE over AND claimed <= $1::bigint ORDER BY id FOR UPDATE SKIP LOCKED
    ) RETURNING {CLAIMED}
"""

MARK_GONE = """
    UPDATE notices SET over = TRUE WHERE sent > 0 AND NOT over
        AND NOT EXISTS (SELECT FROM events WHERE events.table_id = notices.table_id AND events.seq = 1)
"""

OF_PERSON = f"""
    SELECT {", ".join(f"notices.{column}" for column in NOTICE.split(", "))}, tries, sent, told
    FROM person_seats JOIN notices USING (table_id, holder) WHERE person = $1 ORDER BY notices.id
"""

PUT_SUBSCRIPTION = f"""
    INSERT INTO subscriptions ({SUBSCRIPTION})
    SELECT $1::text, $2::text, $3::text, $4::text, $5::text, $6::text, $7::text, $8::text, $9::bigint
    WHERE EXISTS (SELECT FROM sessions WHERE hash = $3 AND person = $2)
        AND (SELECT count(*) FROM subscriptions WHERE person = $2 AND endpoint <> $4) < $10
    ON CONFLICT (endpoint) DO UPDATE SET id = excluded.id, person = excluded.person, session = excluded.session,
        p256dh = excluded.p256dh, auth = excluded.auth, language = excluded.language, label = excluded.label,
        created = excluded.created
    RETURNING 1
"""

PUT_KINDS = """
    INSERT INTO wished_notices SELECT id, $1 FROM people WHERE id = $2
    ON CONFLICT (person) DO UPDATE SET kinds = excluded.kinds
"""


class PostgresNotices:
    """The notices of a store; ``fetch`` runs one statement of it, ``transact`` several."""

    def __init__(self, fetch: Callable[..., Awaitable[list[Any]]], transact: Transactions) -> None:
        self._fetch, self._transact = fetch, transact

    async def push_key(self, new: bytes) -> bytes:
        """Return the private key with which all processes sign; the first one to ask stores a new one."""
        await self._fetch("INSERT INTO push_key VALUES (1, $1) ON CONFLICT DO NOTHING", new)
        return bytes((await self._fetch("SELECT key FROM push_key"))[0][0])

    async def known_key(self) -> bytes:
        """Return the private key with which all processes sign; empty if none has asked for it."""
        found = await self._fetch("SELECT key FROM push_key")
        return bytes(found[0][0]) if found else b""

    async def kept(self, tables: Sequence[str]) -> dict[str, set[str]]:
        """Return the holders whose seats people keep, at those of some tables where there are any."""
        asked = "SELECT table_id, holder FROM person_seats WHERE table_id = ANY($1::text[])"
        return holders_at(await self._fetch(asked, list(tables)))

    async def claim(self, now: int, tables: Collection[str], most: int, share: int = SHARE) -> list[Claimed]:
        """Return notices that are due, for nobody else for a while."""
        found = await self._fetch(CLAIM, now, list(tables), most, share)
        return sorted(map(_claimed, found), key=lambda one: one.notice.due)

    async def settle(self, settled: Sequence[Settled]) -> set[int]:
        """Store what became of notices; return which of them were over meanwhile: the caller withdraws these."""

        async def settle(db: Any) -> set[int]:
            dropped = [one.id for one in settled if not one.sent and not one.due]
            await db.execute("DELETE FROM notices WHERE id = ANY($1)", dropped)
            over = set[int]()
            for one in sorted(settled):
                if one.id not in dropped and await db.fetchval(
                    SETTLE, " ".join(one.told), one.sent, one.due, one.id
                ) in (None, True):
                    over.add(one.id)
            return over

        return set(await self._transact(settle))

    async def withdraw(self, now: int, more: Sequence[Over] = ()) -> list[Claimed]:
        """Delete the notices that are over; return those that were sent, for nobody else for a while."""

        async def withdraw(db: Any) -> list[Any]:
            over = more
            while over := [*over, *(Over(*row) for row in await db.fetch(TAKE_OVER))]:
                ids = [row[0] for row in await db.fetch(LOCK_OVER, *over_columns(over))]
                await db.execute("UPDATE notices SET over = TRUE WHERE id = ANY($1::bigint[])", ids)
                await db.execute(DROP_UNSENT, ids)
                over = []
            return list(await db.fetch(CLAIM_OVER, now))

        return list(map(_claimed, await self._transact(withdraw)))

    async def forget(self, before: int) -> None:
        """Delete notices sent before a given time; those whose table is gone are over."""
        await self._fetch("DELETE FROM notices WHERE sent > 0 AND sent < $1", before)
        await self._fetch(MARK_GONE)

    async def waiting(self, now: int) -> int:
        """Return how many notices are due."""
        return int(
            (await self._fetch("SELECT count(*) FROM notices WHERE sent = 0 AND NOT over AND due <= $1", now))[0][0]
        )

    async def of(self, person: str) -> list[SentNotice]:
        """Return all notices that are stored for a person, the oldest first."""
        found = await self._fetch(OF_PERSON, person)
        return [SentNotice(Notice(*row[:8]), row[8], row[9], tuple(row[10].split())) for row in found]

    async def addressee(self, table: str, holder: str) -> Addressee | None:
        """Return who keeps the seats of a holder at a table."""
        asked = "SELECT person FROM person_seats WHERE table_id = $1 AND holder = $2"
        found = await self._fetch(asked, table, holder)
        if not found:
            return None
        person = found[0][0]
        return Addressee(person, await self.kinds(person), tuple(await self.subscriptions(person)))

    async def put_subscription(self, subscription: Subscription, most: int) -> bool:
        """Store a subscription; one with the same endpoint is replaced. Return False if the person has too many."""

        async def put(db: Any) -> bool:
            # One after the other: two at once would both find room for one more.
            await db.execute("SELECT 1 FROM people WHERE id = $1 FOR UPDATE", subscription.person)
            return bool(await db.fetchval(PUT_SUBSCRIPTION, *_values(subscription), most))

        return bool(await self._transact(put))

    async def subscription(self, subscription: str) -> Subscription | None:
        """Return a subscription."""
        found = await self._fetch(f"SELECT {SUBSCRIPTION} FROM subscriptions WHERE id = $1", subscription)
        return Subscription(*found[0]) if found else None

    async def subscriptions(self, person: str) -> list[Subscription]:
        """Return the subscriptions of a person, the oldest first."""
        asked = f"SELECT {SUBSCRIPTION} FROM subscriptions WHERE person = $1 ORDER BY created, id"
        return [Subscription(*row) for row in await self._fetch(asked, person)]

    async def drop_subscription(self, subscription: str, person: str | None = None) -> bool:
        """Delete a subscription, or that of a person; return whether there was one."""
        statement = "DELETE FROM subscriptions WHERE id = $1 AND ($2::text IS NULL OR person = $2) RETURNING 1"
        return bool(await self._fetch(statement, subscription, person))

    async def kinds(self, person: str) -> tuple[Kind, ...]:
        """Return the kinds of notices that a person wants: all of them unless they have chosen."""
        found = await self._fetch("SELECT kinds FROM wished_notices WHERE person = $1", person)
        return read_kinds(found[0][0] if found else None)

    async def put_kinds(self, person: str, kinds: Sequence[Kind]) -> None:
        """Store the kinds of notices that a person wants."""
        await self._fetch(PUT_KINDS, " ".join(kinds), person)


def notice_values(one: Notice) -> tuple[object, ...]:
    """Return a notice as a row."""
    return one.kind, one.table, one.game, one.seq, one.holder, one.chair, one.at, one.due


def notice_columns(notices: Sequence[Notice]) -> list[list[Any]]:
    """Return the parameters with which rows store their notices."""
    rows = list(map(notice_values, notices))
    return [[row[column] for row in rows] for column in range(8)]


def over_columns(over: Sequence[Over]) -> list[list[Any]]:
    """Return the parameters with which rows store which notices are over."""
    return [[one[column] for one in over] for column in range(4)]


def _values(one: Subscription) -> tuple[object, ...]:
    return (
        *(one.id, one.person, one.session, one.endpoint, one.p256dh),
        *(one.auth, one.language, one.label, one.created),
    )


def _claimed(row: Sequence[Any]) -> Claimed:
    return Claimed(row[0], Notice(*row[1:9]), row[9], tuple(row[10].split()))
