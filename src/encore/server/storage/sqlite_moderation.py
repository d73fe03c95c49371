"""Restrictions, blocks, reports, broadcasts and the operator's log in a SQLite file."""

from __future__ import annotations

import json
import sqlite3
from collections.abc import Collection

import msgspec

from encore.server.domain.moderation import AllModeration, Block, Broadcast, LogEntry, Report, Restriction
from encore.server.storage.moderation import Apart
from encore.server.storage.sqlite_part import SqlitePart

SCHEMA = """
    CREATE TABLE restrictions (
        id TEXT PRIMARY KEY, kind TEXT NOT NULL, whom TEXT NOT NULL, target TEXT NOT NULL, until INTEGER NOT NULL,
        reason TEXT NOT NULL, made_by TEXT NOT NULL, at INTEGER NOT NULL
    ) WITHOUT ROWID;
    CREATE TABLE blocks (
        id TEXT PRIMARY KEY, person TEXT NOT NULL REFERENCES people (id) ON DELETE CASCADE,
        blocked TEXT NOT NULL REFERENCES people (id) ON DELETE CASCADE, name TEXT NOT NULL, at INTEGER NOT NULL,
        UNIQUE (person, blocked)
    ) WITHOUT ROWID;
    CREATE INDEX blocks_blocked ON blocks (blocked, person);
    CREATE TABLE reports (
        id TEXT PRIMARY KEY, at INTEGER NOT NULL, reporter TEXT NOT NULL, done INTEGER NOT NULL, data BLOB NOT NULL
    ) WITHOUT ROWID;
    CREATE INDEX reports_at ON reports (at);
    CREATE TABLE broadcasts (
        id TEXT PRIMARY KEY, text TEXT NOT NULL, at INTEGER NOT NULL, until INTEGER NOT NULL
    ) WITHOUT ROWID;
    CREATE TABLE operator_log (
        turn INTEGER PRIMARY KEY AUTOINCREMENT, at INTEGER NOT NULL, who TEXT NOT NULL, what TEXT NOT NULL,
        detail TEXT NOT NULL
    )
"""

RESTRICTION = "id, kind, whom, target, until, reason, made_by, at"
BLOCK = "id, person, blocked, name, at"

PUT_BLOCK = f"""
    INSERT OR IGNORE INTO blocks ({BLOCK}) SELECT ?1, ?2, ?3, ?4, ?5
    WHERE EXISTS (SELECT 1 FROM people WHERE id = ?2) AND EXISTS (SELECT 1 FROM people WHERE id = ?3)
"""

APART = """
    SELECT table_id, holder, person IN (SELECT blocked FROM blocks WHERE person = ?1) FROM person_seats
    WHERE table_id IN (SELECT value FROM json_each(?2)) AND (
        person IN (SELECT blocked FROM blocks WHERE person = ?1)
        OR person IN (SELECT person FROM blocks WHERE blocked = ?1)
    )
"""

RENEW_REPORT = """
    INSERT INTO reports (id, at, reporter, done, data) VALUES (?, ?, ?, ?, ?)
    ON CONFLICT (id) DO UPDATE SET at = excluded.at, done = excluded.done, data = excluded.data WHERE reports.done <> 0
"""

_read_report = msgspec.json.Decoder(Report).decode


class SqliteModeration(SqlitePart):
    """What a store knows of restrictions, blocks, reports, broadcasts and operators."""

    async def restrict(self, restriction: Restriction) -> None:
        """Store a restriction."""
        await self._queue(lambda db: _put_restriction(db, restriction))

    async def lift(self, restriction: str, now: int) -> Restriction | None:
        """End a restriction now; return it as it was."""

        def lift(db: sqlite3.Connection) -> Restriction | None:
            asked = f"SELECT {RESTRICTION} FROM restrictions WHERE id = ? AND until > ?"
            found = db.execute(asked, (restriction, now)).fetchone()
            db.execute("UPDATE restrictions SET until = ? WHERE id = ? AND until > ?", (now, restriction, now))
            return Restriction(*found) if found else None

        lifted: Restriction | None = await self._queue(lift)
        return lifted

    async def restrictions(self, now: int) -> list[Restriction]:
        """Return the restrictions that hold, the oldest first."""
        asked = f"SELECT {RESTRICTION} FROM restrictions WHERE until > ? ORDER BY at, id"
        return [Restriction(*found) for found in await self._read(asked, (now,))]

    async def block(self, block: Block, most: int) -> bool:
        """Store a block, if both people exist and there are not too many."""

        def put(db: sqlite3.Connection) -> bool:
            (count,) = db.execute("SELECT count(*) FROM blocks WHERE person = ?", (block.person,)).fetchone()
            if count < most:
                _put_block(db, block)
            known = "SELECT 1 FROM blocks WHERE person = ? AND blocked = ?"
            return db.execute(known, (block.person, block.blocked)).fetchone() is not None

        return bool(await self._queue(put))

    async def unblock(self, person: str, block: str) -> bool:
        """Delete a block of a person; return whether there was one."""
        return await self._execute("DELETE FROM blocks WHERE person = ? AND id = ?", person, block) > 0

    async def blocks(self, person: str) -> list[Block]:
        """Return whom a person blocks, the newest first."""
        asked = f"SELECT {BLOCK} FROM blocks WHERE person = ? ORDER BY at DESC, id"
        return [Block(*found) for found in await self._read(asked, (person,))]

    async def apart(self, person: str, tables: Collection[str]) -> list[Apart]:
        """Return the seats of people whom a person blocks, or who block them, at some tables."""
        found = await self._read(APART, (person, json.dumps(list(tables))))
        return [Apart(table, holder, bool(own)) for table, holder, own in found]

    async def report(self, report: Report) -> None:
        """Store a report, unless one with its id is open; one that is done is replaced."""
        await self._execute(RENEW_REPORT, *_report_values(report))

    async def reports(self, most: int, done: bool = False) -> list[Report]:
        """Return reports that are open, the oldest first; with ``done`` all, the newest first."""
        which = "ORDER BY at DESC, id" if done else "WHERE done = 0 ORDER BY at, id"
        return [
            _report(*found) for found in await self._read(f"SELECT data, done FROM reports {which} LIMIT ?", (most,))
        ]

    async def reports_by(self, person: str) -> list[Report]:
        """Return the reports that a person has made, the newest first."""
        asked = "SELECT data, done FROM reports WHERE reporter = ? ORDER BY at DESC, id"
        return [_report(*found) for found in await self._read(asked, (person,))]

    async def finish(self, report: str, now: int) -> bool:
        """Mark a report as done; return False if there is no open one with this id."""
        return await self._execute("UPDATE reports SET done = ? WHERE id = ? AND done = 0", now, report) > 0

    async def finish_table(self, table: str, now: int) -> int:
        """Mark all reports of a table as done; return how many were open."""
        at_table = "json_extract(CAST(data AS TEXT), '$.table') = ?"
        return await self._execute(f"UPDATE reports SET done = ? WHERE done = 0 AND {at_table}", now, table)

    async def broadcast(self, broadcast: Broadcast) -> None:
        """Store a broadcast."""
        values = (broadcast.id, broadcast.text, broadcast.at, broadcast.until)
        await self._execute("INSERT INTO broadcasts (id, text, at, until) VALUES (?, ?, ?, ?)", *values)

    async def broadcasts(self, now: int) -> list[Broadcast]:
        """Return the broadcasts that are shown now, the oldest first."""
        asked = "SELECT id, text, at, until FROM broadcasts WHERE until > ? ORDER BY at, id"
        return [Broadcast(*found) for found in await self._read(asked, (now,))]

    async def end_broadcasts(self, now: int) -> int:
        """End all broadcasts; return how many were shown."""
        return await self._execute("UPDATE broadcasts SET until = ?1 WHERE until > ?1", now)

    async def note(self, entry: LogEntry) -> None:
        """Add an entry to the operator's log."""
        await self._queue(lambda db: _put_entry(db, entry))

    async def log(self, most: int) -> list[LogEntry]:
        """Return the newest entries of the operator's log, the newest first."""
        found = await self._read("SELECT at, who, what, detail FROM operator_log ORDER BY turn DESC LIMIT ?", (most,))
        return [LogEntry(at, who, what, json.loads(detail)) for at, who, what, detail in found]

    async def forget(self, before: int, log_before: int) -> None:
        """Delete what is older than given times."""

        def forget(db: sqlite3.Connection) -> None:
            db.execute("DELETE FROM reports WHERE at < ?", (before,))
            db.execute("DELETE FROM restrictions WHERE until < ?", (before,))
            db.execute("DELETE FROM broadcasts WHERE until < ?", (before,))
            db.execute("DELETE FROM operator_log WHERE at < ?", (log_before,))

        await self._queue(forget)

    async def all_moderation(self, now: int) -> AllModeration:
        """Return all that is exported."""
        blocks = await self._read(f"SELECT {BLOCK} FROM blocks ORDER BY at, id", ())
        return AllModeration(
            tuple(await self.restrictions(now)),
            tuple(Block(*found) for found in blocks),
            tuple(reversed(await self.reports(-1, True))),
            tuple(reversed(await self.log(-1))),
        )

    async def add_moderation(self, moderation: AllModeration) -> None:
        """Store what comes from elsewhere; what is known stays as it is."""

        def add(db: sqlite3.Connection) -> None:
            for restriction in moderation.restrictions:
                _put_restriction(db, restriction)
            for block in moderation.blocks:
                _put_block(db, block)
            for report in moderation.reports:
                _put_report(db, report)
            if db.execute("SELECT 1 FROM operator_log LIMIT 1").fetchone() is None:
                for entry in moderation.log:
                    _put_entry(db, entry)

        await self._queue(add)


def _put_restriction(db: sqlite3.Connection, each: Restriction) -> None:
    values = (each.id, each.kind, each.whom, each.target, each.until, each.reason, each.by, each.at)
    db.execute(f"INSERT OR IGNORE INTO restrictions ({RESTRICTION}) VALUES (?, ?, ?, ?, ?, ?, ?, ?)", values)


def _put_block(db: sqlite3.Connection, block: Block) -> None:
    db.execute(PUT_BLOCK, (block.id, block.person, block.blocked, block.name, block.at))


def _put_report(db: sqlite3.Connection, report: Report) -> None:
    statement = "INSERT OR IGNORE INTO reports (id, at, reporter, done, data) VALUES (?, ?, ?, ?, ?)"
    db.execute(statement, _report_values(report))


def _report_values(report: Report) -> tuple[object, ...]:
    return (report.id, report.at, report.reporter, report.done, msgspec.json.encode(report))


def _put_entry(db: sqlite3.Connection, entry: LogEntry) -> None:
    statement = "INSERT INTO operator_log (at, who, what, detail) VALUES (?, ?, ?, ?)"
    db.execute(statement, (entry.at, entry.who, entry.what, json.dumps(entry.detail)))


def _report(data: bytes, done: int) -> Report:
    return msgspec.structs.replace(_read_report(data), done=done)
