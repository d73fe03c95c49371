"""Tables in a SQLite file: one writer thread, one reader thread, and one commit for all rows that arrive together."""

from __future__ import annotations

import asyncio
import json
import sqlite3
import time
from collections.abc import AsyncIterator, Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing, suppress
from functools import cache, partial
from os import SEEK_END
from pathlib import Path
from typing import Any, TypeVar

from encore.core.errors import EncoreError
from encore.server.domain.attached import NOTHING, Attached
from encore.server.storage.sqlite_counts import SqliteCounts, count_seats
from encore.server.storage.sqlite_digests import SqliteDigests
from encore.server.storage.sqlite_moderation import SqliteModeration
from encore.server.storage.sqlite_notices import SqliteNotices, add_notices, add_over
from encore.server.storage.sqlite_part import Job
from encore.server.storage.sqlite_people import SqlitePeople
from encore.server.storage.sqlite_ratings import SqliteRatings, add_results, add_seats
from encore.server.storage.sqlite_retention import SqliteRetention
from encore.server.storage.sqlite_schema import (
    COUNT_RESULT,
    LAST_TIME,
    MIGRATIONS,
    OF_TABLE,
    OLD_AMONG,
    PUT_BOARD,
    PUT_REVIEW,
    STANDINGS,
    TABLES_AFTER,
)
from encore.server.storage.store import (
    ANSWERS,
    GAP,
    SOLVERS,
    Card,
    Conflict,
    DailyResults,
    Row,
    Standing,
    StoreBusy,
    Unstorable,
    idle_among,
    must_be_current,
    newer,
)

PATIENCE = 2.0
"""Seconds to wait for a database that another process has locked."""

FEW = 2
"""Maximum number of rows that the event loop writes itself, if no write is in progress."""
SLOW, RECOVERY = 0.005, 10.0
"""Seconds such a commit may take, and for how long the writer thread handles all commits after a slower one."""
MOST = 1024
"""Maximum rows per INSERT statement; with five parameters each, this is well below SQLite's limit."""
NO_ROW: list[object] = [None] * 5

CHECKPOINT = 256
"""Commits after which the log is checkpointed, in parallel to the writer."""
LONGEST_LOG = 8000
"""Pages of the log after which the writer itself runs the checkpoint, and moves wait: the parallel one is too slow."""
ROOM = 4 << 20
"""Initial size of the log in bytes: when a file grows, the disk must also write the new length."""

PAGE = 100
"""Names read, or tables checked for deletion, per batch; moves wait during a batch."""

UNSTORABLE = (ValueError, OverflowError)
"""What is raised for a text or a number that SQLite cannot store."""

Answer = TypeVar("Answer")
Work = tuple[Row | Job, Attached]
Batch = list[tuple[Row | Job, Attached, "asyncio.Future[Any]"]]


class SqliteStore:
    """A store in one file; other processes may have it open too.

    While the writer thread commits, the event loop collects new rows, and passes them all on when the thread is done.
    The busier the server, the more rows share a commit. One or two rows are written by the event loop itself.
    """

    def __init__(self, path: str | Path) -> None:
        self._path = Path(path)
        self._waiting: Batch = []
        self._handing_over = False
        self._is_open = False
        self._quick = 0.0  # the time from which the disk is considered fast enough again
        self._removing = asyncio.Lock()
        self.stored = self.commits = 0
        self.people = SqlitePeople(self._queue, self._read)
        self.notices = SqliteNotices(self._queue, self._read)
        self.counts = SqliteCounts(self._queue, self._read)
        self.digests = SqliteDigests(self._queue, self._read)
        self.ratings = SqliteRatings(self._queue, self._read)
        self.retention = SqliteRetention(self._queue, self._read, self._pages)
        self.moderation = SqliteModeration(self._queue, self._read)

    async def open(self) -> None:
        """Create or open the file and migrate the schema."""
        self._loop = asyncio.get_running_loop()
        self._writing, self._reading = await asyncio.to_thread(_connect_both, self._path)
        self._writer = ThreadPoolExecutor(1, "encore-writer")
        self._reader = ThreadPoolExecutor(1, "encore-reader")
        self._is_open = True

    async def check(self) -> None:
        """Raise EncoreError unless the file can be opened as it is."""
        await asyncio.to_thread(_check, self._path)

    async def close(self) -> None:
        """Store what is waiting and close the file."""
        if not self._is_open:
            return
        last = self._queue(lambda db: None)
        self._is_open = False
        with suppress(StoreBusy):
            await last
        # Each connection is closed in its own thread, after all its pending work.
        await self._loop.run_in_executor(self._reader, self._reading.close)
        await self._loop.run_in_executor(self._writer, self._writing.close)
        self._reader.shutdown()
        self._writer.shutdown()

    def append(self, row: Row, attached: Attached = NOTHING) -> asyncio.Future[None]:
        """Store a row and what goes with it, or raise Conflict if it is not the next one.

        That takes about 15 µs per row in large batches.
        """
        return self._queue(row, attached)

    async def rows(self, table: str, after: int = 0) -> list[Row]:
        """Return the rows of a table in order, after a given row number."""
        if self._removing.locked():
            async with self._removing:
                pass
        found = await self._read(
            "SELECT table_id, seq, at, action, data FROM events WHERE table_id = ? AND seq > ? ORDER BY seq",
            (table, after),
        )
        return [Row(*row) for row in found]

    async def standings(self, tables: Sequence[str]) -> dict[str, Standing]:
        """Return the standing of some tables, without those that are gone."""
        found = await self._read(STANDINGS, (json.dumps(list(tables)),))
        return {name: Standing(version, rewritten) for name, version, rewritten in found}

    async def paired(self, requests: Sequence[str]) -> list[str]:
        """Return the tables at which requests to be paired were given a seat, by the actions of the rows."""
        places = ", ".join("?" * len(requests))
        asked = (
            f"SELECT table_id FROM events WHERE substr(action, 1, 5) = 'pair ' AND action IN ({places}) ORDER BY action"
        )
        return [name for (name,) in await self._read(asked, tuple(requests))]

    async def put_card(self, card: Card) -> None:
        """Store or replace the card of a table."""

        def put(db: sqlite3.Connection) -> None:
            # A replaced card gets a new, highest turn, so it becomes the newest.
            db.execute(
                "INSERT OR REPLACE INTO cards (table_id, listed, data) VALUES (?, ?, ?)",
                (card.table, card.listed, card.data),
            )

        await self._queue(put)

    async def cards(self, limit: int) -> list[Card]:
        """Return the most recently stored listed cards, newest first."""
        found = await self._read("SELECT table_id, data FROM cards WHERE listed ORDER BY turn DESC LIMIT ?", (limit,))
        return [Card(table, True, data) for table, data in found]

    async def card(self, table: str) -> Card | None:
        """Return the card of a table."""
        found = await self._read("SELECT table_id, listed, data FROM cards WHERE table_id = ?", (table,))
        return Card(found[0][0], bool(found[0][1]), found[0][2]) if found else None

    async def tables(self) -> AsyncIterator[str]:
        """Iterate over the names of all tables, in order."""
        async for names in self._pages():
            for name in names:
                yield name

    async def _pages(self) -> AsyncIterator[list[str]]:
        name = ""
        while page := await self._read(TABLES_AFTER, (name, PAGE)):
            name = page[-1][0]
            yield [row[0] for row in page]

    async def forget(self, before: int, keep: Callable[[str], bool]) -> int:
        """Delete the tables whose last row is older than a given time, with all that belongs to them, in batches."""
        forgotten = 0
        async for names in self._pages():
            old = [each for (each,) in await self._read(OLD_AMONG, (json.dumps(names), before))]
            if idle := await idle_among(old, self.rows, before):
                async with self._removing:
                    unused = [each for each in idle if not keep(each)]
                    forgotten += await self._queue(partial(_forget, names=unused, before=before))
        return forgotten

    async def beat(self, now: int, gap: int = GAP) -> int:
        """Store a heartbeat and record an outage if there was one; return the time of the previous heartbeat."""

        def beat(db: sqlite3.Connection) -> int:
            (last,) = db.execute("SELECT at FROM pulse").fetchone()
            db.execute("UPDATE pulse SET at = ?", (max(last, now),))
            if last and now - last > gap:
                db.execute("INSERT INTO outages VALUES (?, ?)", (last, now))
            return int(last)

        last: int = await self._queue(beat)
        return last

    async def pulse(self) -> int:
        """Return the time of the last heartbeat, 0 for never."""
        return int((await self._read("SELECT at FROM pulse", ()))[0][0])

    async def outages(self, after: int) -> list[tuple[int, int]]:
        """Return the outages (start and end) that ended after a given time, in order."""
        return await self._read("SELECT start, stop FROM outages WHERE stop > ? ORDER BY start", (after,))

    async def add_outages(self, outages: Sequence[tuple[int, int]]) -> None:
        """Store outages from elsewhere."""
        await self._queue(lambda db: db.executemany("INSERT INTO outages VALUES (?, ?)", outages))

    async def put_review(self, table: str, number: int, data: bytes) -> None:
        """Store or replace the review of a game of a table; nothing is stored if the table has been deleted."""

        def put(db: sqlite3.Connection) -> None:
            db.execute(PUT_REVIEW, (table, number, data))

        await self._queue(put)

    async def review(self, table: str, number: int) -> bytes | None:
        """Return the stored review of a game of a table."""
        found = await self._read("SELECT data FROM reviews WHERE table_id = ? AND number = ?", (table, number))
        return found[0][0] if found else None

    async def put_boards(self, boards: Sequence[tuple[str, str]]) -> None:
        """Store tables at which people play, each with a board that stood there; a deleted table is skipped."""

        def put(db: sqlite3.Connection) -> None:
            db.executemany(PUT_BOARD, boards)

        await self._queue(put)

    async def drop_boards(self, tables: Sequence[str]) -> None:
        """Delete the boards of some tables: their games are over."""

        def drop(db: sqlite3.Connection) -> None:
            db.executemany("DELETE FROM boards WHERE table_id = ?", [(table,) for table in tables])

        await self._queue(drop)

    async def tables_with(self, boards: Sequence[str]) -> list[str]:
        """Return the tables at which one of these boards stood, in order."""
        asked = "SELECT DISTINCT table_id FROM boards WHERE board IN (SELECT value FROM json_each(?)) ORDER BY table_id"
        return [name for (name,) in await self._read(asked, (json.dumps(boards),))]

    async def put_answer(self, key: str, data: bytes) -> None:
        """Store or replace an answer of the analysis; the oldest ones are deleted if there are too many."""

        def put(db: sqlite3.Connection) -> None:
            # A replaced answer gets a new, highest turn, so it becomes the newest.
            db.execute("INSERT OR REPLACE INTO answers (key, data) VALUES (?, ?)", (key, data))
            db.execute("DELETE FROM answers WHERE turn <= (SELECT max(turn) FROM answers) - ?", (ANSWERS,))

        await self._queue(put)

    async def answer(self, key: str) -> bytes | None:
        """Return a stored answer of the analysis."""
        found = await self._read("SELECT data FROM answers WHERE key = ?", (key,))
        return found[0][0] if found else None

    async def put_result(self, day: int, puzzle: str, who: str, tries: int) -> None:
        """Count how somebody did at a puzzle of a day, once."""

        def put(db: sqlite3.Connection) -> None:
            if db.execute("INSERT OR IGNORE INTO daily_solvers VALUES (?, ?, ?)", (day, puzzle, who)).rowcount:
                db.execute(COUNT_RESULT, (day, puzzle, tries))
                db.execute("DELETE FROM daily_solvers WHERE day <= ?", (day - SOLVERS,))

        await self._queue(put)

    async def results(self, day: int) -> list[tuple[str, int, int]]:
        """Return puzzle, tries and how many needed so many, for each puzzle of a day."""
        asked = "SELECT puzzle, tries, count FROM daily_results WHERE day = ? ORDER BY puzzle, tries"
        return await self._read(asked, (day,))

    async def all_results(self) -> DailyResults:
        """Return the results of all days, and whose are counted."""
        counts = await self._read("SELECT day, puzzle, tries, count FROM daily_results ORDER BY 1, 2, 3", ())
        solvers = await self._read("SELECT day, puzzle, who FROM daily_solvers ORDER BY 1, 2, 3", ())
        return DailyResults(tuple(counts), tuple(solvers))

    async def add_results(self, results: DailyResults) -> None:
        """Store results from elsewhere; the puzzles of a day that have some stay as they are."""

        def add(db: sqlite3.Connection) -> None:
            known = set(db.execute("SELECT DISTINCT day, puzzle FROM daily_results"))
            counts = [each for each in results.counts if each[:2] not in known]
            solvers = [each for each in results.solvers if each[:2] not in known]
            db.executemany("INSERT OR IGNORE INTO daily_results VALUES (?, ?, ?, ?)", counts)
            db.executemany("INSERT OR IGNORE INTO daily_solvers VALUES (?, ?, ?)", solvers)

        await self._queue(add)

    def _queue(self, work: Row | Job, attached: Attached = NOTHING) -> asyncio.Future[Any]:
        done: asyncio.Future[Any] = self._loop.create_future()
        if not self._is_open:
            done.set_exception(StoreBusy(f"{self._path} is not open"))
            return done
        self._waiting.append((work, attached, done))
        if not self._handing_over:
            self._handing_over = True
            # Not at once: all rows of this iteration of the event loop share a commit.
            self._loop.call_soon(self._hand_over)
        return done

    def _hand_over(self) -> None:
        batch, self._waiting = self._waiting, []
        if len(batch) <= FEW and all(isinstance(work, Row) for work, _, _ in batch) and self._quick <= time.monotonic():
            self._commit_here(batch)
        else:
            self._writer.submit(self._commit, batch)

    def _commit_here(self, batch: Batch) -> None:
        """Write one or two rows in this thread: switching to another thread and back takes as long as the disk."""
        start = time.monotonic()
        try:
            outcomes: Sequence[object] = self._write(batch)
        except Exception:
            self._writer.submit(self._commit, batch)  # the writer thread can afford to retry
            return
        finally:
            if (now := time.monotonic()) - start > SLOW:
                self._quick = now + RECOVERY
        self._settle(batch, outcomes)

    def _commit(self, batch: Batch) -> None:
        """Write a batch in one transaction; runs in the writer thread."""
        outcomes: Sequence[object]
        try:
            outcomes = _patiently(lambda: self._write(batch))
        except Exception as error:
            outcomes = [StoreBusy(f"nothing was stored: {error}") for _ in batch]
        self._loop.call_soon_threadsafe(self._settle, batch, outcomes)

    def _write(self, batch: Batch) -> Sequence[object]:
        try:
            outcomes = _write(self._writing, [(work, attached) for work, attached, _ in batch])
            self.commits += 1
            # Not the sum of a generator, which takes nearly twice as long; there is an entry for every move.
            stored = [
                None for (work, _, _), got in zip(batch, outcomes, strict=True) if got is None and type(work) is Row
            ]
            self.stored += len(stored)
        except BaseException:
            with suppress(sqlite3.Error):
                self._writing.rollback()
            raise
        return outcomes

    def _settle(self, batch: Batch, outcomes: Sequence[object]) -> None:
        """Deliver the results; the writer gets its next batch first, so that it need not wait."""
        if self._waiting:
            self._hand_over()
        else:
            self._handing_over = False
        if self.commits % CHECKPOINT == 0:
            self._reader.submit(_checkpoint, self._reading)
        for (_, _, done), outcome in zip(batch, outcomes, strict=True):
            if done.done():  # the caller has gone
                continue
            if isinstance(outcome, EncoreError):
                done.set_exception(outcome)
            else:
                done.set_result(outcome)

    async def _read(self, question: str, values: tuple[object, ...]) -> list[Any]:
        if not self._is_open:
            raise StoreBusy(f"{self._path} is not open")
        try:
            return await self._loop.run_in_executor(
                self._reader, lambda: self._reading.execute(question, values).fetchall()
            )
        except sqlite3.Error as error:
            raise StoreBusy(f"nothing could be read: {error}") from None


def _connect_both(path: Path) -> tuple[sqlite3.Connection, sqlite3.Connection]:
    """Open a file twice, for writing and reading, and migrate the schema."""
    try:
        path.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
        writing = _connect(path)
    except OSError as error:
        raise EncoreError(f"{path.parent}: {error.strerror}") from None
    except sqlite3.OperationalError as error:
        raise StoreBusy(f"{path}: {error}") from None
    try:
        _migrate(writing, path)
        _make_room(writing, path)
        reading = _connect(path)
        reading.execute("PRAGMA query_only = TRUE")
        writing.execute("PRAGMA busy_timeout = 0")  # the event loop never waits for a lock; the writer thread does
    except BaseException as error:
        writing.close()
        if isinstance(error, sqlite3.OperationalError):
            raise StoreBusy(f"{path}: {error}") from None
        if isinstance(error, sqlite3.Error):
            raise EncoreError(f"{path}: {error}") from None
        raise
    return writing, reading


def _check(path: Path) -> None:
    try:
        with closing(_connect(path)) as db:
            must_be_current(str(path), _version(db), len(MIGRATIONS))
            db.execute("SELECT count(*) FROM pulse").fetchone()
    except sqlite3.Error as error:
        raise EncoreError(f"{path}: {error}") from None


def _connect(path: Path) -> sqlite3.Connection:
    # Created here and used in other threads, but never in two at a time.
    db = sqlite3.connect(path, timeout=PATIENCE, isolation_level=None, check_same_thread=False)
    db.execute("PRAGMA foreign_keys = TRUE")
    return db


def _migrate(db: sqlite3.Connection, path: Path) -> None:
    """Migrate the schema and make commits durable: WAL, and each commit reaches the disk before it returns."""
    if _version(db) > len(MIGRATIONS):
        raise EncoreError(newer(str(path), _version(db), len(MIGRATIONS)))
    # If two processes create a file at once, one fails immediately with "locked"; SQLite does not wait here.
    _patiently(lambda: db.execute("PRAGMA journal_mode = WAL"))
    db.execute("PRAGMA synchronous = FULL")
    db.execute(f"PRAGMA wal_autocheckpoint = {LONGEST_LOG}")
    if _version(db) == len(MIGRATIONS):
        return
    db.execute("BEGIN IMMEDIATE")
    # Checked again under the lock: another process may have migrated meanwhile.
    for script in MIGRATIONS[_version(db) :]:
        for statement in script.split(";"):
            db.execute(statement)
    db.execute(f"PRAGMA user_version = {len(MIGRATIONS)}")
    db.execute("COMMIT")


def _make_room(db: sqlite3.Connection, path: Path) -> None:
    """Extend the log with zeros, which SQLite does not read as frames, while nobody else can write to it."""
    _patiently(lambda: db.execute("BEGIN IMMEDIATE"))
    # If the disk is full, the log grows as needed, and writes report the error.
    with suppress(OSError), path.with_name(path.name + "-wal").open("r+b") as log:
        log.write(bytes(max(0, ROOM - log.seek(0, SEEK_END))))
    db.execute("ROLLBACK")


def _patiently(work: Callable[[], Answer]) -> Answer:
    """Retry while another process has the database locked, up to a time limit."""
    deadline = time.monotonic() + PATIENCE
    while True:
        try:
            return work()
        except sqlite3.OperationalError as error:
            if error.sqlite_errorcode & 0xFF != sqlite3.SQLITE_BUSY or time.monotonic() > deadline:
                raise
            time.sleep(0.01)


def _checkpoint(db: sqlite3.Connection) -> None:
    """Copy the log into the database, as far as possible without blocking others."""
    with suppress(sqlite3.Error):  # the writer retries it and reports the error
        db.execute("PRAGMA wal_checkpoint(PASSIVE)")


def _version(db: sqlite3.Connection) -> int:
    (version,) = db.execute("PRAGMA user_version").fetchone()
    return int(version)


def _write(db: sqlite3.Connection, batch: Sequence[Work]) -> list[object]:
    """Write a batch in one transaction; return the result or the error for each entry."""
    outcomes: list[object] = []
    alone = all(attached is NOTHING and isinstance(work, Row) for work, attached in batch)
    for start in range(0, len(batch), MOST):
        part = batch[start : start + MOST]
        rows = [work for work, _ in part if isinstance(work, Row)]
        if not alone and not db.in_transaction:
            db.execute("BEGIN IMMEDIATE")  # rows alone need one statement, which is a transaction by itself
        together = _insert(db, rows)
        if not together and not db.in_transaction:
            db.execute("BEGIN IMMEDIATE")
        if together and not alone:
            _attach(db, [attached for _, attached in part])
        outcomes += [None if together and isinstance(work[0], Row) else _write_alone(db, work) for work in part]
    if db.in_transaction:
        db.execute("COMMIT")
    return outcomes


def _write_alone(db: sqlite3.Connection, work: Work) -> object:
    job, attached = work
    try:
        if not isinstance(job, Row):
            return job(db)
        if not _insert(db, [job]):
            return Conflict.at(job)
        _attach(db, [attached])
    except UNSTORABLE as error:
        return Unstorable(str(error))
    return None


def _attach(db: sqlite3.Connection, attached: Sequence[Attached]) -> None:
    """Store what goes with rows that were stored."""
    if notices := [notice for each in attached for notice in each.notices]:
        add_notices(db, notices)
    if over := [one for each in attached for one in each.over]:
        add_over(db, over)
    add_seats(db, [seat for each in attached for seat in each.seats])
    add_results(db, [result for each in attached for result in each.results])
    count_seats(db, [each.counted for each in attached if each.counted])


def _insert(db: sqlite3.Connection, rows: Sequence[Row]) -> bool:
    """Insert all rows or none; return whether they are stored. Each must be the next row of its table.

    One statement for all, because each statement releases the GIL and has to wait for it again while the event loop is
    busy: with one statement per row, a hundred rows would take a hundred times as long.
    """
    if not rows:
        return True
    size = 1 << (len(rows) - 1).bit_length()
    values: list[object] = []
    for row in rows:
        values += (row.table, row.seq, row.at, row.action, row.data)
    try:
        db.execute(_insertion(size), values + NO_ROW * (size - len(rows)))
    except sqlite3.IntegrityError:
        return False
    except UNSTORABLE:
        if len(rows) > 1:
            return False  # only one of them is at fault
        raise
    return True


@cache
def _insertion(size: int) -> str:
    # Only powers of two are used, so SQLite parses each statement once; surplus parameters are skipped.
    # A row without its predecessor gets no data and fails like a duplicate: its table was deleted.
    places = ", ".join(["(?, ?, ?, ?, ?)"] * size)
    return (
        "INSERT INTO events (table_id, seq, at, action, data) SELECT column1, column2, column3, column4, "
        "CASE WHEN column2 = 1 OR (column1, column2 - 1) IN (SELECT table_id, seq FROM events) THEN column5 END "
        f"FROM (VALUES {places}) WHERE column1 IS NOT NULL"
    )


def _forget(db: sqlite3.Connection, names: Sequence[str], before: int) -> int:
    forgotten = 0
    for name in names:
        # Checked here, where nobody else can write: a table with a recent move stays.
        last = db.execute(LAST_TIME, (name,)).fetchone()
        if last is not None and last[0] < before:
            for table in OF_TABLE:
                db.execute(f"DELETE FROM {table} WHERE table_id = ?", (name,))
            db.execute("DELETE FROM notices WHERE table_id = ? AND sent = 0", (name,))
            forgotten += 1
    return forgotten
