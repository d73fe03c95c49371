"""Restrictions, blocks, reports, broadcasts and the operator's log in a PostgreSQL database."""

from __future__ import annotations

import json
from collections.abc import Awaitable, Callable, Collection
from typing import Any

import msgspec

from encore.server.domain.moderation import AllModeration, Block, Broadcast, LogEntry, Report, Restriction
from encore.server.storage.moderation import Apart
from encore.server.storage.postgres_part import Transactions, import_rows

SCHEMA = """
    CREATE TABLE restrictions (
        id text COLLATE "C" PRIMARY KEY, kind text NOT NULL, whom text NOT NULL, target text NOT NULL,
        until bigint NOT NULL, reason text NOT NULL, made_by text NOT NULL, at bigint NOT NULL
    );
    CREATE TABLE blocks (
        id text COLLATE "C" PRIMARY KEY, person text COLLATE "C" NOT NULL REFERENCES people (id) ON DELETE CASCADE,
        blocked text COLLATE "C" NOT NULL REFERENCES people (id) ON DELETE CASCADE, name text NOT NULL,
        at bigint NOT NULL, UNIQUE (person, blocked)
    );
    CREATE INDEX blocks_blocked ON blocks (blocked, person);
    CREATE TABLE reports (
        id text COLLATE "C" PRIMARY KEY, at bigint NOT NULL, reporter text NOT NULL, done bigint NOT NULL,
        data bytea NOT NULL
    );
    CREATE INDEX reports_at ON reports (at);
    CREATE TABLE broadcasts (
        id text COLLATE "C" PRIMARY KEY, text text NOT NULL, at bigint NOT NULL, until bigint NOT NULL
    );
    CREATE TABLE operator_log (
        turn bigserial PRIMARY KEY, at bigint NOT NULL, who text NOT NULL, what text NOT NULL, detail text NOT NULL
    )
"""

RESTRICTION = "id, kind, whom, target, until, reason, made_by, at"
BLOCK = "id, person, blocked, name, at"

PUT_RESTRICTION = f"""
    INSERT INTO restrictions ({RESTRICTION}) VALUES ($1, $2, $3, $4, $5, $6, $7, $8) ON CONFLICT DO NOTHING
"""

LIFT = f"""
    WITH held AS (SELECT {RESTRICTION} FROM restrictions WHERE id = $1 AND until > $2 FOR UPDATE),
    ended AS (UPDATE restrictions SET until = $2 WHERE id IN (SELECT id FROM held))
    SELECT {RESTRICTION} FROM held
"""

PUT_BLOCK = f"""
    INSERT INTO blocks ({BLOCK}) SELECT $1::text, $2::text, $3::text, $4::text, $5::bigint
    WHERE EXISTS (SELECT FROM people WHERE id = $2) AND EXISTS (SELECT FROM people WHERE id = $3)
    ON CONFLICT DO NOTHING
"""

APART = """
    SELECT table_id, holder, person IN (SELECT blocked FROM blocks WHERE person = $1) FROM person_seats
    WHERE table_id = ANY($2::text[]) AND (
        person IN (SELECT blocked FROM blocks WHERE person = $1)
        OR person IN (SELECT person FROM blocks WHERE blocked = $1)
    )
"""

PUT_REPORT = "INSERT INTO reports (id, at, reporter, done, data) VALUES ($1, $2, $3, $4, $5) ON CONFLICT DO NOTHING"
RENEW_REPORT = """
    INSERT INTO reports (id, at, reporter, done, data) VALUES ($1, $2, $3, $4, $5)
    ON CONFLICT (id) DO UPDATE SET at = excluded.at, done = excluded.done, data = excluded.data WHERE reports.done <> 0
"""
PUT_ENTRY = "INSERT INTO operator_log (at, who, what, detail) VALUES ($1, $2, $3, $4)"

_read_report = msgspec.json.Decoder(Report).decode


class PostgresModeration:
    """What a store knows of restrictions, blocks, reports, broadcasts and operators."""

    def __init__(self, fetch: Callable[..., Awaitable[list[Any]]], transact: Transactions) -> None:
        self._fetch, self._transact = fetch, transact

    async def restrict(self, restriction: Restriction) -> None:
        """Store a restriction."""
        await self._fetch(PUT_RESTRICTION, *_values(restriction))

    async def lift(self, restriction: str, now: int) -> Restriction | None:
        """End a restriction now; return it as it was."""
        found = await self._fetch(LIFT, restriction, now)
        return Restriction(*found[0]) if found else None

    async def restrictions(self, now: int) -> list[Restriction]:
        """Return the restrictions that hold, the oldest first."""
        asked = f"SELECT {RESTRICTION} FROM restrictions WHERE until > $1 ORDER BY at, id"
        return [Restriction(*found) for found in await self._fetch(asked, now)]

    async def block(self, block: Block, most: int) -> bool:
        """Store a block, if both people exist and there are not too many."""

        async def put(db: Any) -> bool:
            # Locked, so that two requests at once do not both count one place.
            await db.execute("SELECT 1 FROM people WHERE id = $1 FOR NO KEY UPDATE", block.person)
            if await db.fetchval("SELECT count(*) FROM blocks WHERE person = $1", block.person) < most:
                await db.execute(PUT_BLOCK, *_block(block))
            known = "SELECT 1 FROM blocks WHERE person = $1 AND blocked = $2"
            return await db.fetchval(known, block.person, block.blocked) is not None

        return bool(await self._transact(put))

    async def unblock(self, person: str, block: str) -> bool:
        """Delete a block of a person; return whether there was one."""
        return bool(await self._fetch("DELETE FROM blocks WHERE person = $1 AND id = $2 RETURNING id", person, block))

    async def blocks(self, person: str) -> list[Block]:
        """Return whom a person blocks, the newest first."""
        asked = f"SELECT {BLOCK} FROM blocks WHERE person = $1 ORDER BY at DESC, id"
        return [Block(*found) for found in await self._fetch(asked, person)]

    async def apart(self, person: str, tables: Collection[str]) -> list[Apart]:
        """Return the seats of people whom a person blocks, or who block them, at some tables."""
        return [Apart(*found) for found in await self._fetch(APART, person, list(tables))]

    async def report(self, report: Report) -> None:
        """Store a report, unless one with its id is open; one that is done is replaced."""
        await self._fetch(RENEW_REPORT, *_report_values(report))

    async def reports(self, most: int, done: bool = False) -> list[Report]:
        """Return reports that are open, the oldest first; with ``done`` all, the newest first."""
        which = "ORDER BY at DESC, id" if done else "WHERE done = 0 ORDER BY at, id"
        found = await self._fetch(f"SELECT data, done FROM reports {which} LIMIT $1", most)
        return [_report(*each) for each in found]

    async def reports_by(self, person: str) -> list[Report]:
        """Return the reports that a person has made, the newest first."""
        asked = "SELECT data, done FROM reports WHERE reporter = $1 ORDER BY at DESC, id"
        return [_report(*found) for found in await self._fetch(asked, person)]

    async def finish(self, report: str, now: int) -> bool:
        """Mark a report as done; return False if there is no open one with this id."""
        statement = "UPDATE reports SET done = $1 WHERE id = $2 AND done = 0 RETURNING id"
        return bool(await self._fetch(statement, now, report))

    async def finish_table(self, table: str, now: int) -> int:
        """Mark all reports of a table as done; return how many were open."""
        at_table = "convert_from(data, 'UTF8')::json ->> 'table' = $2"
        statement = f"UPDATE reports SET done = $1 WHERE done = 0 AND {at_table} RETURNING id"
        return len(await self._fetch(statement, now, table))

    async def broadcast(self, broadcast: Broadcast) -> None:
        """Store a broadcast."""
        values = (broadcast.id, broadcast.text, broadcast.at, broadcast.until)
        await self._fetch("INSERT INTO broadcasts (id, text, at, until) VALUES ($1, $2, $3, $4)", *values)

    async def broadcasts(self, now: int) -> list[Broadcast]:
        """Return the broadcasts that are shown now, the oldest first."""
        asked = "SELECT id, text, at, until FROM broadcasts WHERE until > $1 ORDER BY at, id"
        return [Broadcast(*found) for found in await self._fetch(asked, now)]

    async def end_broadcasts(self, now: int) -> int:
        """End all broadcasts; return how many were shown."""
        return len(await self._fetch("UPDATE broadcasts SET until = $1 WHERE until > $1 RETURNING id", now))

    async def note(self, entry: LogEntry) -> None:
        """Add an entry to the operator's log."""
        await self._fetch(PUT_ENTRY, *_entry(entry))

    async def log(self, most: int) -> list[LogEntry]:
        """Return the newest entries of the operator's log, the newest first."""
        return await self._log(most)

    async def _log(self, most: int | None) -> list[LogEntry]:
        asked = "SELECT at, who, what, detail FROM operator_log ORDER BY turn DESC LIMIT $1"
        return [LogEntry(at, who, what, json.loads(detail)) for at, who, what, detail in await self._fetch(asked, most)]

    async def forget(self, before: int, log_before: int) -> None:
        """Delete what is older than given times."""

        async def forget(db: Any) -> None:
            await db.execute("DELETE FROM reports WHERE at < $1", before)
            await db.execute("DELETE FROM restrictions WHERE until < $1", before)
            await db.execute("DELETE FROM broadcasts WHERE until < $1", before)
            await db.execute("DELETE FROM operator_log WHERE at < $1", log_before)

        await self._transact(forget)

    async def all_moderation(self, now: int) -> AllModeration:
        """Return all that is exported."""
        blocks = await self._fetch(f"SELECT {BLOCK} FROM blocks ORDER BY at, id")
        reports = await self._fetch("SELECT data, done FROM reports ORDER BY at, id")
        return AllModeration(
            tuple(await self.restrictions(now)),
            tuple(Block(*found) for found in blocks),
            tuple(_report(*found) for found in reports),
            tuple(reversed(await self._log(None))),
        )

    async def add_moderation(self, moderation: AllModeration) -> None:
        """Store what comes from elsewhere; what is known stays as it is."""

        async def add(db: Any) -> None:
            await import_rows(db, PUT_RESTRICTION, [_values(each) for each in moderation.restrictions])
            await import_rows(db, PUT_BLOCK, [_block(each) for each in moderation.blocks])
            await import_rows(db, PUT_REPORT, [_report_values(each) for each in moderation.reports])
            if not await db.fetchval("SELECT EXISTS (SELECT FROM operator_log)"):
                await import_rows(db, PUT_ENTRY, [_entry(each) for each in moderation.log])

        await self._transact(add)


def _values(each: Restriction) -> tuple[object, ...]:
    return (each.id, each.kind, each.whom, each.target, each.until, each.reason, each.by, each.at)


def _block(block: Block) -> tuple[object, ...]:
    return (block.id, block.person, block.blocked, block.name, block.at)


def _report_values(report: Report) -> tuple[object, ...]:
    return (report.id, report.at, report.reporter, report.done, msgspec.json.encode(report))


def _entry(entry: LogEntry) -> tuple[object, ...]:
    return (entry.at, entry.who, entry.what, json.dumps(entry.detail))


def _report(data: bytes, done: int) -> Report:
    return msgspec.structs.replace(_read_report(data), done=done)
