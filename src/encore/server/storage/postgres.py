"""Tables in a PostgreSQL database that any number of servers share (extra ``service``)."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Awaitable, Callable, Mapping, Sequence
from contextlib import asynccontextmanager
from typing import Any

from encore.core.errors import EncoreError
from encore.server.domain.attached import NOTHING, Attached
from encore.server.storage.postgres_counts import COUNTS, PostgresCounts, count_seats
from encore.server.storage.postgres_digests import CHANGES as DIGEST_CHANGES
from encore.server.storage.postgres_digests import SCHEMA as DIGESTS
from encore.server.storage.postgres_digests import PostgresDigests
from encore.server.storage.postgres_hosts import PATIENCE, Hosts, each_ended_when_late, ended_when_late
from encore.server.storage.postgres_moderation import SCHEMA as MODERATION
from encore.server.storage.postgres_moderation import PostgresModeration
from encore.server.storage.postgres_notices import ADD as ADD_NOTICES
from encore.server.storage.postgres_notices import ADD_OVER, WITHDRAWALS, PostgresNotices, notice_columns, over_columns
from encore.server.storage.postgres_notices import SCHEMA as NOTICES
from encore.server.storage.postgres_people import CONFIRMED, HOLIDAYS, REWRITES, PostgresPeople
from encore.server.storage.postgres_people import SCHEMA as PEOPLE
from encore.server.storage.postgres_ratings import SCHEMA as RATINGS
from encore.server.storage.postgres_ratings import PostgresRatings, add_results, add_seats, lock_turns
from encore.server.storage.postgres_retention import AGED, PostgresRetention
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

CONNECTIONS = 4
"""Maximum connections per server, not counting the heartbeat connection: one writes, the others read."""

PAGE = 100
"""Names read, or tables checked for deletion, per batch; moves wait during a batch."""

LOCK = 0x656E636F7265
"""The advisory lock ("encore") that lets one server at a time migrate the schema."""

SERVED = LOCK + 1
"""The advisory lock of the running servers: shared if they use a bus, exclusive for a server without one."""

SOON_FREE = {"tcp_keepalives_idle": "20", "tcp_keepalives_interval": "10", "tcp_keepalives_count": "3"}
"""Connection settings that let PostgreSQL notice a lost machine within a minute and release its lock."""

# Names are compared byte by byte, as in SQLite, whatever the locale of the database.
MIGRATIONS = (
    """
    CREATE TABLE events (
        table_id text COLLATE "C" NOT NULL, seq integer NOT NULL, at bigint NOT NULL, action text, data bytea NOT NULL,
        PRIMARY KEY (table_id, seq)
    );
    CREATE TABLE cards (
        table_id text COLLATE "C" PRIMARY KEY, listed boolean NOT NULL, data bytea NOT NULL,
        turn bigserial NOT NULL
    );
    CREATE INDEX cards_listed ON cards (turn) WHERE listed;
    CREATE TABLE pulse (at bigint NOT NULL);
    INSERT INTO pulse VALUES (0)
    """,
    "CREATE TABLE outages (start bigint NOT NULL, stop bigint NOT NULL)",
    """
    CREATE TABLE reviews (
        table_id text COLLATE "C" NOT NULL, number integer NOT NULL, data bytea NOT NULL,
        PRIMARY KEY (table_id, number)
    );
    CREATE TABLE answers (key text COLLATE "C" PRIMARY KEY, data bytea NOT NULL, turn bigserial NOT NULL);
    CREATE INDEX answers_turn ON answers (turn);
    CREATE TABLE boards (
        board text COLLATE "C" NOT NULL, table_id text COLLATE "C" NOT NULL, PRIMARY KEY (board, table_id)
    );
    CREATE INDEX boards_table ON boards (table_id)
    """,
    """
    CREATE TABLE daily_results (
        day integer NOT NULL, puzzle text COLLATE "C" NOT NULL, tries integer NOT NULL, count integer NOT NULL,
        PRIMARY KEY (day, puzzle, tries)
    );
    CREATE TABLE daily_solvers (
        day integer NOT NULL, puzzle text COLLATE "C" NOT NULL, who text COLLATE "C" NOT NULL,
        PRIMARY KEY (day, puzzle, who)
    )
    """,
    PEOPLE,
    f"{NOTICES};{DIGESTS}",
    HOLIDAYS,
    RATINGS,
    DIGEST_CHANGES,
    f"{CONFIRMED};{COUNTS}",
    f"{WITHDRAWALS};{REWRITES}",
    AGED,
    "CREATE UNIQUE INDEX events_paired ON events (action) WHERE left(action, 5) = 'pair '",
    MODERATION,
)

OF_TABLE = ("events", "cards", "reviews", "boards", "person_seats", "summaries", "rewrites", "aged")
"""All that is deleted with a table of the server, and its notices; those that were sent are withdrawn first."""

# A row needs its predecessor, because the table may have been deleted; in a batch only the first row is checked.
_INSERT = """
    INSERT INTO events (table_id, seq, at, action, data)
    SELECT name, place, at, action, data
    FROM unnest($1::text[], $2::integer[], $3::bigint[], $4::text[], $5::bytea[], $6::integer[])
    AS rows (name, place, at, action, data, before)
    WHERE before = 0 OR EXISTS (SELECT FROM events WHERE table_id = name AND seq = before)
    ON CONFLICT DO NOTHING RETURNING table_id, seq
"""

# Rows and what goes with them: one statement, so that all of it is stored or nothing.
INSERT = f"WITH stored AS ({_INSERT}), noted AS ({ADD_NOTICES}), ended AS ({ADD_OVER}) SELECT table_id, seq FROM stored"

STANDINGS = """
    SELECT name, (SELECT max(seq) FROM events WHERE table_id = name), coalesce(times, 0)
    FROM unnest($1::text[]) AS names (name) LEFT JOIN rewrites ON rewrites.table_id = name
    WHERE EXISTS (SELECT FROM events WHERE table_id = name AND seq = 1)
"""

PUT_CARD = """
    INSERT INTO cards (table_id, listed, data) VALUES ($1, $2, $3)
    ON CONFLICT (table_id) DO UPDATE SET listed = excluded.listed, data = excluded.data, turn = excluded.turn
"""

PUT_REVIEW = """
    INSERT INTO reviews (table_id, number, data)
    SELECT $1::text, $2::integer, $3::bytea WHERE EXISTS (SELECT FROM events WHERE table_id = $1 AND seq = 1)
    ON CONFLICT (table_id, number) DO UPDATE SET data = excluded.data
"""

PUT_BOARDS = """
    INSERT INTO boards (table_id, board)
    SELECT name, board FROM unnest($1::text[], $2::text[]) AS rows (name, board)
    WHERE EXISTS (SELECT FROM events WHERE table_id = name AND seq = 1)
    ON CONFLICT DO NOTHING
"""

PUT_ANSWER = """
    INSERT INTO answers (key, data) VALUES ($1, $2)
    ON CONFLICT (key) DO UPDATE SET data = excluded.data, turn = excluded.turn
"""

PUT_RESULT = """
    WITH first AS (INSERT INTO daily_solvers VALUES ($1, $2, $3) ON CONFLICT DO NOTHING RETURNING day, puzzle)
    INSERT INTO daily_results SELECT day, puzzle, $4::integer, 1 FROM first
    ON CONFLICT (day, puzzle, tries) DO UPDATE SET count = daily_results.count + 1
"""

ADD_RESULTS = """
    WITH added AS (
        INSERT INTO daily_results
        SELECT day, puzzle, tries, count
        FROM unnest($1::integer[], $2::text[], $3::integer[], $4::integer[]) AS rows (day, puzzle, tries, count)
        WHERE (day, puzzle) NOT IN (SELECT day, puzzle FROM daily_results)
        ON CONFLICT DO NOTHING RETURNING day, puzzle
    )
    INSERT INTO daily_solvers
    SELECT day, puzzle, who FROM unnest($5::integer[], $6::text[], $7::text[]) AS rows (day, puzzle, who)
    WHERE (day, puzzle) IN (SELECT day, puzzle FROM added)
    ON CONFLICT DO NOTHING
"""

# Jumps from name to name in the index; DISTINCT would read every row of every table.
TABLES_AFTER = """
    WITH RECURSIVE names (name) AS (
        SELECT min(table_id) FROM events WHERE table_id > $1
        UNION ALL
        SELECT (SELECT min(table_id) FROM events WHERE table_id > name) FROM names WHERE name IS NOT NULL
    )
    SELECT name FROM names WHERE name IS NOT NULL LIMIT $2
"""

# The row is locked before it is read, so that concurrent heartbeats of two servers see each other.
BEAT = """
    WITH last AS (SELECT at FROM pulse FOR UPDATE),
    noted AS (INSERT INTO outages SELECT at, $1::bigint FROM last WHERE at > 0 AND $1::bigint - at > $2::bigint)
    UPDATE pulse SET at = greatest(last.at, $1::bigint) FROM last RETURNING last.at
"""

OLD_AMONG = """
    SELECT name FROM unnest($1::text[]) AS names (name)
    WHERE (SELECT at FROM events WHERE table_id = name ORDER BY seq DESC LIMIT 1) < $2
"""


Whole = tuple[Row, Attached]
"""A row and what goes with it."""


class PostgresStore:
    """A store in a database at an address such as ``postgresql://user:password@host/name``.

    If a connection breaks during a write, it is unknown whether the rows were stored. This also raises StoreBusy; a
    retry then gets a Conflict and finds its own row in the history.

    A server that stores heartbeats holds a lock. A server that is ``alone``, without a bus, holds it exclusively.
    """

    def __init__(self, url: str, alone: bool = False) -> None:
        self._hosts = Hosts(url)
        self._alone = alone
        self._holding: Any = None  # the connection that holds the lock and sends the heartbeats
        self._beating = asyncio.Lock()
        self._pool: Any = None
        # One connection is reserved for the writer, however many readers there are.
        self._others = asyncio.Semaphore(CONNECTIONS - 1)
        self._removing = asyncio.Lock()
        self.stored = self.commits = 0
        self._waiting: list[tuple[Row, Attached, asyncio.Future[None]]] = []
        self._writing: asyncio.Task[None] | None = None
        self.people = PostgresPeople(self._fetch, self._transact)
        self.notices = PostgresNotices(self._fetch, self._transact)
        self.counts = PostgresCounts(self._fetch)
        self.digests = PostgresDigests(self._fetch, self._transact)
        self.ratings = PostgresRatings(self._fetch, self._transact)
        self.retention = PostgresRetention(self._fetch, self._transact, self._pages)
        self.moderation = PostgresModeration(self._fetch, self._transact)

    async def open(self) -> None:
        """Connect and migrate the schema."""
        asyncpg = _driver()
        self._unstorable = (asyncpg.DataError, ValueError)
        self._away = (OSError, TimeoutError, asyncpg.PostgresError, asyncpg.InterfaceError, asyncpg.InternalClientError)
        try:
            # Without a minimum: the driver would try to keep it, with a traceback whenever the database is away.
            self._pool = await asyncpg.create_pool(
                min_size=0, max_size=CONNECTIONS, connect=self._hosts.connect, reset=_leave_as_it_is
            )
            async with self._pool.acquire() as db, db.transaction():
                await _migrate(db)
        except (*self._away, ValueError) as error:
            await self.close()
            raise StoreBusy(f"PostgreSQL: {_line(error)}") from None
        except BaseException:
            await self.close()
            raise

    async def check(self) -> None:
        """Raise EncoreError unless the database can be opened as it is."""
        asyncpg = _driver()
        try:
            db = await self._hosts.connect()
            try:
                with ended_when_late(db):
                    version = await db.fetchval("SELECT max(version) FROM encore_schema")
            finally:
                await db.close(timeout=PATIENCE)
        except (OSError, TimeoutError, ValueError, asyncpg.PostgresError, asyncpg.InterfaceError) as error:
            raise StoreBusy(f"PostgreSQL: {_line(error)}") from None
        must_be_current("the database", version or 0, len(MIGRATIONS))

    async def close(self) -> None:
        """Store what is waiting and disconnect."""
        pool, self._pool = self._pool, None
        if pool is None:
            return
        if self._writing is not None:
            await self._writing
        try:
            await asyncio.wait_for(pool.close(), PATIENCE)
        except TimeoutError:  # asyncpg waits indefinitely for a server that does not answer
            pool.terminate()
        if self._holding is not None:
            self._holding.terminate()

    def append(self, row: Row, attached: Attached = NOTHING) -> asyncio.Future[None]:
        """Store a row and what goes with it, or raise Conflict if it is not the next one."""
        loop = asyncio.get_running_loop()
        done: asyncio.Future[None] = loop.create_future()
        if self._pool is None:
            done.set_exception(StoreBusy("PostgreSQL: not connected"))
            return done
        self._waiting.append((row, attached, done))
        if self._writing is None:
            # A task starts in the next iteration of the event loop, so all rows of this iteration share a commit.
            self._writing = loop.create_task(self._commit_waiting(self._pool))
        return done

    async def rows(self, table: str, after: int = 0) -> list[Row]:
        """Return the rows of a table in order, after a given row number."""
        if self._removing.locked():
            async with self._removing:
                pass
        found = await self._fetch(
            "SELECT table_id, seq, at, action, data FROM events WHERE table_id = $1 AND seq > $2 ORDER BY seq",
            table,
            after,
        )
        return [Row(*row) for row in found]

    async def standings(self, tables: Sequence[str]) -> dict[str, Standing]:
        """Return the standing of some tables, without those that are gone."""
        found = await self._fetch(STANDINGS, list(tables))
        return {name: Standing(version, rewritten) for name, version, rewritten in found}

    async def paired(self, requests: Sequence[str]) -> list[str]:
        """Return the tables at which requests to be paired were given a seat, by the actions of the rows."""
        asked = "SELECT table_id FROM events WHERE left(action, 5) = 'pair ' AND action = ANY($1) ORDER BY action"
        return [name for (name,) in await self._fetch(asked, list(requests))]

    async def put_card(self, card: Card) -> None:
        """Store or replace the card of a table."""
        await self._fetch(PUT_CARD, card.table, card.listed, card.data)

    async def cards(self, limit: int) -> list[Card]:
        """Return the most recently stored listed cards, newest first."""
        found = await self._fetch(
            "SELECT table_id, listed, data FROM cards WHERE listed ORDER BY turn DESC LIMIT $1", limit
        )
        return [Card(*card) for card in found]

    async def card(self, table: str) -> Card | None:
        """Return the card of a table."""
        found = await self._fetch("SELECT table_id, listed, data FROM cards WHERE table_id = $1", table)
        return Card(*found[0]) if found else None

    async def tables(self) -> AsyncIterator[str]:
        """Iterate over the names of all tables, in order."""
        async for names in self._pages():
            for name in names:
                yield name

    async def _pages(self) -> AsyncIterator[list[str]]:
        name = ""
        while page := await self._fetch(TABLES_AFTER, name, PAGE):
            name = page[-1][0]
            yield [row[0] for row in page]

    async def forget(self, before: int, keep: Callable[[str], bool]) -> int:
        """Delete the tables whose last row is older than a given time, with all that belongs to them, in batches."""
        forgotten = 0
        async for names in self._pages():
            old = [row[0] for row in await self._fetch(OLD_AMONG, names, before)]
            if idle := await idle_among(old, self.rows, before):
                async with self._removing:
                    forgotten += await self._forget([each for each in idle if not keep(each)], before)
        return forgotten

    async def beat(self, now: int, gap: int = GAP) -> int:
        """Store a heartbeat and record an outage if there was one; return the time of the previous heartbeat."""
        async with self._beating:
            if self._holding is None or self._holding.is_closed():
                self._holding = await self._hold()
            try:
                with ended_when_late(self._holding):
                    return int(await self._holding.fetchval(BEAT, now, gap))
            except self._away as error:
                self._holding.terminate()
                raise StoreBusy(f"PostgreSQL: {_line(error)}") from None

    async def pulse(self) -> int:
        """Return the time of the last heartbeat, 0 for never."""
        return int((await self._fetch("SELECT at FROM pulse"))[0][0])

    async def outages(self, after: int) -> list[tuple[int, int]]:
        """Return the outages (start and end) that ended after a given time, in order."""
        found = await self._fetch("SELECT start, stop FROM outages WHERE stop > $1 ORDER BY start", after)
        return [(start, stop) for start, stop in found]

    async def add_outages(self, outages: Sequence[tuple[int, int]]) -> None:
        """Store outages from elsewhere."""
        times = [[outage[column] for outage in outages] for column in range(2)]
        await self._fetch("INSERT INTO outages SELECT * FROM unnest($1::bigint[], $2::bigint[])", *times)

    async def put_review(self, table: str, number: int, data: bytes) -> None:
        """Store or replace the review of a game of a table; nothing is stored if the table has been deleted."""
        await self._fetch(PUT_REVIEW, table, number, data)

    async def review(self, table: str, number: int) -> bytes | None:
        """Return the stored review of a game of a table."""
        found = await self._fetch("SELECT data FROM reviews WHERE table_id = $1 AND number = $2", table, number)
        return found[0][0] if found else None

    async def put_boards(self, boards: Sequence[tuple[str, str]]) -> None:
        """Store tables at which people play, each with a board that stood there; a deleted table is skipped."""
        await self._fetch(PUT_BOARDS, [table for table, _ in boards], [board for _, board in boards])

    async def drop_boards(self, tables: Sequence[str]) -> None:
        """Delete the boards of some tables: their games are over."""
        await self._fetch("DELETE FROM boards WHERE table_id = ANY($1)", list(tables))

    async def tables_with(self, boards: Sequence[str]) -> list[str]:
        """Return the tables at which one of these boards stood, in order."""
        asked = "SELECT DISTINCT table_id FROM boards WHERE board = ANY($1) ORDER BY table_id"
        return [name for (name,) in await self._fetch(asked, list(boards))]

    async def put_answer(self, key: str, data: bytes) -> None:
        """Store or replace an answer of the analysis; the oldest ones are deleted if there are too many."""
        await self._fetch(PUT_ANSWER, key, data)
        await self._fetch("DELETE FROM answers WHERE turn <= (SELECT max(turn) FROM answers) - $1", ANSWERS)

    async def answer(self, key: str) -> bytes | None:
        """Return a stored answer of the analysis."""
        found = await self._fetch("SELECT data FROM answers WHERE key = $1", key)
        return found[0][0] if found else None

    async def put_result(self, day: int, puzzle: str, who: str, tries: int) -> None:
        """Count how somebody did at a puzzle of a day, once."""
        await self._fetch(PUT_RESULT, day, puzzle, who, tries)
        await self._fetch("DELETE FROM daily_solvers WHERE day <= $1", day - SOLVERS)

    async def results(self, day: int) -> list[tuple[str, int, int]]:
        """Return puzzle, tries and how many needed so many, for each puzzle of a day."""
        asked = "SELECT puzzle, tries, count FROM daily_results WHERE day = $1 ORDER BY puzzle, tries"
        return [(puzzle, tries, count) for puzzle, tries, count in await self._fetch(asked, day)]

    async def all_results(self) -> DailyResults:
        """Return the results of all days, and whose are counted."""
        counts = await self._fetch("SELECT day, puzzle, tries, count FROM daily_results ORDER BY 1, 2, 3")
        solvers = await self._fetch("SELECT day, puzzle, who FROM daily_solvers ORDER BY 1, 2, 3")
        return DailyResults(tuple(map(tuple, counts)), tuple(map(tuple, solvers)))

    async def add_results(self, results: DailyResults) -> None:
        """Store results from elsewhere; the puzzles of a day that have some stay as they are."""
        counts = [[row[column] for row in results.counts] for column in range(4)]
        solvers = [[row[column] for row in results.solvers] for column in range(3)]
        await self._fetch(ADD_RESULTS, *counts, *solvers)

    async def _hold(self) -> Any:
        """Return a connection that holds the servers' lock; raise StoreBusy if another server's lock prevents it."""
        if self._pool is None:
            raise StoreBusy("PostgreSQL: not connected")
        how = "pg_try_advisory_lock" if self._alone else "pg_try_advisory_lock_shared"
        try:
            db = await self._hosts.connect(server_settings=SOON_FREE)
            with ended_when_late(db):
                if await db.fetchval(f"SELECT {how}($1)", SERVED):
                    return db
        except self._away as error:
            raise StoreBusy(f"PostgreSQL: {_line(error)}") from None
        db.terminate()
        raise StoreBusy("another encore serve has this database open; several processes need --bus, all of them")

    async def _commit_waiting(self, pool: Any) -> None:
        while self._waiting:
            batch, self._waiting = self._waiting, []
            outcomes = await self._commit(pool, [(row, attached) for row, attached, _ in batch])
            for (_, _, done), outcome in zip(batch, outcomes, strict=True):
                if done.done():  # the caller has gone
                    continue
                if outcome is None:
                    done.set_result(None)
                else:
                    done.set_exception(outcome)
        self._writing = None

    async def _commit(self, pool: Any, rows: Sequence[Whole]) -> list[EncoreError | None]:
        """Write rows in one transaction; return None or an error for each."""
        try:
            outcomes = await _insert(pool, rows)
            self.commits += 1
            self.stored += outcomes.count(None)
            return outcomes
        except self._unstorable as error:
            if len(rows) > 1:
                return [(await self._commit(pool, [row]))[0] for row in rows]
            return [Unstorable(_line(error))]
        except Exception as error:
            return [StoreBusy(f"nothing was stored: {_line(error)}") for _ in rows]

    async def _fetch(self, question: str, *values: object) -> list[Any]:
        if self._pool is None:
            raise StoreBusy("PostgreSQL: not connected")
        try:
            async with self._others, _connection(self._pool) as db:
                found: list[Any] = await db.fetch(question, *values)
        except self._unstorable as error:
            raise Unstorable(_line(error)) from None
        except self._away as error:
            raise StoreBusy(f"PostgreSQL: {_line(error)}") from None
        return found

    async def _transact(self, work: Callable[[Any], Awaitable[Any]]) -> Any:
        if self._pool is None:
            raise StoreBusy("PostgreSQL: not connected")
        try:
            async with self._others, self._pool.acquire() as db:
                with each_ended_when_late(db):
                    async with db.transaction():
                        return await work(db)
        except self._unstorable as error:
            raise Unstorable(_line(error)) from None
        except self._away as error:
            raise StoreBusy(f"PostgreSQL: {_line(error)}") from None

    async def _forget(self, names: Sequence[str], before: int) -> int:
        try:
            async with self._others, _connection(self._pool) as db, db.transaction():
                # Nobody can append between the check of the last row and the deletion.
                await db.execute("LOCK TABLE events IN SHARE ROW EXCLUSIVE MODE")
                old = [row[0] for row in await db.fetch(OLD_AMONG, names, before)]
                for table in OF_TABLE:
                    await db.execute(f"DELETE FROM {table} WHERE table_id = ANY($1)", old)
                await db.execute("DELETE FROM notices WHERE table_id = ANY($1) AND sent = 0", old)
        except self._away as error:
            raise StoreBusy(f"PostgreSQL: {_line(error)}") from None
        return len(old)


def _driver() -> Any:
    try:
        import asyncpg  # type: ignore[import-untyped]
    except ImportError:
        raise EncoreError("PostgreSQL needs asyncpg: pip install 'encore-table[service]'") from None
    return asyncpg


@asynccontextmanager
async def _connection(pool: Any) -> AsyncIterator[Any]:
    """Use a connection of the pool, which ends if the database does not answer in time."""
    async with pool.acquire() as db:
        with ended_when_late(db):
            yield db


async def _leave_as_it_is(db: Any) -> None:
    """Skip the query with which asyncpg resets a session: ours leave no state behind."""


async def _migrate(db: Any) -> None:
    await db.execute("SELECT pg_advisory_xact_lock($1)", LOCK)
    await db.execute("CREATE TABLE IF NOT EXISTS encore_schema (version integer NOT NULL)")
    version = await db.fetchval("SELECT max(version) FROM encore_schema") or 0
    if version > len(MIGRATIONS):
        raise EncoreError(newer("the database", version, len(MIGRATIONS)))
    for number, script in enumerate(MIGRATIONS[version:], version + 1):
        await db.execute(script)
        await db.execute("INSERT INTO encore_schema VALUES ($1)", number)


async def _insert(pool: Any, whole: Sequence[Whole]) -> list[EncoreError | None]:
    """Insert rows with one statement; if two have the same number, the first one wins."""
    rows = [row for row, _ in whole]
    first: dict[tuple[str, int], int] = {}
    for number, row in enumerate(rows):
        first.setdefault((row.table, row.seq), number)
    # Always in the same order: two servers that insert the same rows in different orders could deadlock.
    taken = [rows[first[place]] for place in sorted(first)]
    before: dict[tuple[str, int], int] = {}
    for row in taken:
        before[row.table, row.seq] = before.get((row.table, row.seq - 1), row.seq - 1)
    columns = zip(
        *((row.table, row.seq, row.at, row.action, row.data, before[row.table, row.seq]) for row in taken), strict=True
    )
    attached = {place: whole[number][1] for place, number in first.items()}
    notices = notice_columns([notice for each in attached.values() for notice in each.notices])
    over = over_columns([one for each in attached.values() for one in each.over])
    if any(each.seats or each.results or each.counted for each in attached.values()):
        stored = await _insert_with(pool, [*columns, *notices, *over], attached)
    else:
        async with _connection(pool) as db:
            stored = {tuple(place) for place in await db.fetch(INSERT, *columns, *notices, *over)}
    return [
        None if (row.table, row.seq) in stored and first[row.table, row.seq] == number else Conflict.at(row)
        for number, row in enumerate(rows)
    ]


async def _insert_with(
    pool: Any, values: Sequence[object], attached: Mapping[tuple[str, int], Attached]
) -> set[tuple[object, ...]]:
    """Insert rows with one statement, and then what people get of them, all in one transaction."""
    async with _connection(pool) as db, db.transaction():
        if any(each.results for each in attached.values()):
            await lock_turns(db)
        stored = {tuple(place) for place in await db.fetch(INSERT, *values)}
        whole = [each for place, each in attached.items() if place in stored]
        # Seats first: they wait for a person who is being deleted, and that waits for the seats of results.
        await add_seats(db, [seat for each in whole for seat in each.seats])
        await count_seats(db, [each.counted for each in whole if each.counted])
        await add_results(db, [result for each in whole for result in each.results])
    return stored


def _line(error: BaseException) -> str:
    return " ".join(str(error).split()) or type(error).__name__
