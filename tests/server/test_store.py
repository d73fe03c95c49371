"""What a store promises, the same for SQLite and PostgreSQL, and how each takes what can happen to it."""

from __future__ import annotations

import asyncio
import random
import re
import resource
import signal
import sqlite3
import subprocess
import sys
import threading
from collections.abc import Awaitable, Callable, Iterator
from contextlib import AbstractContextManager, closing, contextmanager
from pathlib import Path
from typing import Any, Protocol

import asyncpg  # type: ignore[import-untyped]
import pytest

from encore.core.errors import EncoreError
from encore.server import postgres as postgres_module
from encore.server import sqlite as sqlite_module
from encore.server.postgres import PostgresStore
from encore.server.sqlite import CHECKPOINT, SqliteStore
from encore.server.store import Card, Conflict, Row, Store, StoreBusy
from tests.server.services import PostgresService


class Place(Protocol):
    """Somewhere to keep tables: any number of stores can be made for it."""

    @property
    def module(self) -> Any:
        """What implements it."""

    def store(self) -> Store: ...

    async def commits(self) -> int:
        """Return a number that grows by one with each transaction that writes rows."""

    async def version(self) -> int:
        """Return the version of its schema."""

    async def make_newer(self) -> None:
        """Let it look as if a later version of Encore had written it."""

    async def execute(self, statement: str) -> None:
        """Let somebody else change something."""


class SqlitePlace:
    module = sqlite_module

    def __init__(self, path: Path) -> None:
        self.path = path

    def store(self) -> Store:
        return SqliteStore(self.path)

    async def commits(self) -> int:
        # Each frame of the write-ahead log holds a page; that which ends a transaction also the size of the database.
        log = Path(f"{self.path}-wal").read_bytes()
        page, salts = int.from_bytes(log[8:12]), log[16:24]
        heads = [log[start : start + 24] for start in range(32, len(log), 24 + page)]
        return sum(head[8:16] == salts and head[4:8] != bytes(4) for head in heads)

    async def version(self) -> int:
        with closing(sqlite3.connect(self.path)) as db:
            version: int = db.execute("PRAGMA user_version").fetchone()[0]
            return version

    async def make_newer(self) -> None:
        await self.execute("PRAGMA user_version = 99")

    async def execute(self, statement: str) -> None:
        with closing(sqlite3.connect(self.path, isolation_level=None)) as db:
            db.execute(statement)


class PostgresPlace:
    module = postgres_module

    def __init__(self, url: str) -> None:
        self.url = url

    def store(self) -> Store:
        return PostgresStore(self.url)

    async def commits(self) -> int:
        count: int = await self._ask("SELECT count(DISTINCT xmin::text) FROM events")
        return count

    async def version(self) -> int:
        version: int = await self._ask("SELECT max(version) FROM encore_schema")
        return version

    async def make_newer(self) -> None:
        await self.execute("INSERT INTO encore_schema VALUES (99)")

    async def execute(self, statement: str) -> None:
        await self._ask(statement)

    async def _ask(self, question: str) -> Any:
        db = await asyncpg.connect(self.url)
        try:
            return await db.fetchval(question)
        finally:
            await db.close()


@pytest.fixture(params=["sqlite", "postgres"])
def place(request: pytest.FixtureRequest, tmp_path: Path) -> Place:
    if request.param == "sqlite":
        return SqlitePlace(tmp_path / "data" / "tables.db")
    return PostgresPlace(request.getfixturevalue("postgres").database())


@pytest.fixture
def file(tmp_path: Path) -> SqlitePlace:
    return SqlitePlace(tmp_path / "tables.db")


def use(place: Place, play: Callable[[Store], Awaitable[None]]) -> None:
    """Open a store for a while; the limit only keeps a broken one from being waited for, for ever."""

    async def scene() -> None:
        store = place.store()
        async with asyncio.timeout(120):
            await store.open()
            try:
                await play(store)
            finally:
                await store.close()

    asyncio.run(scene())


def row(table: str, seq: int, *, at: int = 0, data: bytes = b"{}") -> Row:
    return Row(table, seq, at, f"{table}-{seq}", data)


async def all_tables(store: Store) -> list[str]:
    return [name async for name in store.tables()]


def nobody(name: str) -> bool:
    """Keep no table."""
    return False


async def busy(attempt: Awaitable[object]) -> str:
    with pytest.raises(StoreBusy) as caught:
        await attempt
    assert "\n" not in str(caught.value)
    return str(caught.value)


def test_rows_come_back_as_they_were_and_in_order(place: Place) -> None:
    rows = [
        Row("a", 1, 1_700_000_000_000, None, b'{"deal":"\xe2\x99\xa0"}'),
        Row("a", 2, 1_700_000_000_001, "täglich ♠", b"\x00\xff"),
        Row("a", 3, 1_600_000_000_000, "", b""),
    ]

    async def play(store: Store) -> None:
        for one in (rows[0], row("ab", 1), row("A", 1), rows[1], row("A", 2), rows[2]):
            await store.append(one)
        assert await store.rows("a") == rows
        assert await store.rows("a", after=1) == rows[1:]
        assert await store.rows("a", after=3) == []
        assert await store.rows("nowhere") == []

    use(place, play)


def test_rows_that_come_together_share_one_commit(place: Place) -> None:
    # More than one statement takes, and no power of two.
    rows = [row(f"table {table}", seq) for table in range(30) for seq in range(1, 50)]

    async def play(store: Store) -> None:
        before = await place.commits()
        await asyncio.gather(*map(store.append, rows))
        assert await place.commits() == before + 1
        assert (store.stored, store.commits) == (len(rows), 1)
        await store.append(row("later", 1))
        assert await place.commits() == before + 2
        assert (store.stored, store.commits) == (len(rows) + 1, 2)
        assert [one for table in range(30) for one in await store.rows(f"table {table}")] == rows

    use(place, play)


def test_a_conflict_fails_alone(place: Place) -> None:
    async def play(store: Store) -> None:
        beginning = [row("a", 1), row("a", 2, data=b"old")]
        await asyncio.gather(*map(store.append, beginning))
        batch = [row("a", 3), row("a", 2, data=b"new"), row("b", 1, data=b"first"), row("b", 1, data=b"second")]
        twice = row("c", 1)
        outcomes = await asyncio.gather(*map(store.append, [*batch, twice, twice]), return_exceptions=True)
        assert [type(outcome) for outcome in outcomes] == [type(None), Conflict] * 3
        assert str(outcomes[1]) == "row 2 is not the next of table a"
        assert store.stored == 5
        assert await store.rows("a") == [*beginning, batch[0]]
        assert await store.rows("b") == [batch[2]]
        assert await store.rows("c") == [twice]

    use(place, play)


def test_nothing_is_added_to_a_table_that_was_forgotten(place: Place) -> None:
    """Another process may have it open still, and would add to a history without its beginning."""

    async def play(store: Store) -> None:
        for seq in (1, 2):
            await store.append(row("left", seq, at=1))
            await store.append(row("used", seq, at=200))
        assert await store.forget(100, nobody) == 1
        batch = [row("used", 3), row("left", 3), row("new", 1), row("left", 4), row("used", 4), row("used", 6)]
        outcomes = await asyncio.gather(*map(store.append, batch), return_exceptions=True)
        assert [type(outcome) for outcome in outcomes] == [type(None), Conflict] * 3
        with pytest.raises(Conflict, match=r"^row 3 is not the next of table left$"):
            await store.append(row("left", 3))
        assert await store.rows("left") == []
        assert [one.seq for one in await store.rows("used")] == [1, 2, 3, 4]
        assert await all_tables(store) == ["new", "used"]
        await store.append(row("left", 1))

    use(place, play)


@pytest.mark.parametrize("bad", [Row("a", 1, 0, "\ud800", b""), Row("a", 1, 2**70, None, b"")])
def test_what_cannot_be_stored_fails_alone(place: Place, bad: Row) -> None:
    async def play(store: Store) -> None:
        batch = [row("b", 1), bad, row("b", 2), row("b", 2)]
        outcomes = await asyncio.gather(*map(store.append, batch), return_exceptions=True)
        assert [type(outcome) for outcome in outcomes] == [type(None), EncoreError, type(None), Conflict]
        assert "\n" not in str(outcomes[1])
        assert await store.rows("b") == [batch[0], batch[2]]
        assert await store.rows("a") == []
        with pytest.raises(EncoreError, match="cannot be stored"):
            await store.put_card(Card("\ud800", True, b""))
        await store.append(row("a", 1))

    use(place, play)


def test_of_two_stores_one_gets_each_place(place: Place) -> None:
    places = [(f"table {table}", seq) for seq in range(1, 6) for table in range(40)]

    async def write(store: Store, name: bytes) -> set[tuple[str, int]]:
        won = set()
        for turn in range(5):
            # Each in an order of its own: two batches must not wait for each other.
            some = places[turn * 40 : turn * 40 + 40]
            random.Random(name).shuffle(some)
            rows = [row(table, seq, data=name) for table, seq in some]
            outcomes = await asyncio.gather(*map(store.append, rows), return_exceptions=True)
            assert {type(outcome) for outcome in outcomes} <= {type(None), Conflict}
            won |= {(one.table, one.seq) for one, outcome in zip(rows, outcomes, strict=True) if outcome is None}
        return won

    async def scene() -> None:
        one, other = place.store(), place.store()
        await asyncio.gather(one.open(), other.open())  # also the schema is made only once
        by_one, by_other = await asyncio.gather(write(one, b"one"), write(other, b"other"))
        assert by_one | by_other == set(places)
        assert not by_one & by_other
        for table in range(40):
            for stored in await one.rows(f"table {table}"):
                assert (stored.table, stored.seq) in (by_one if stored.data == b"one" else by_other)
        await one.close()
        await other.close()

    asyncio.run(scene())


def test_who_leaves_early_harms_nobody(place: Place) -> None:
    async def play(store: Store) -> None:
        leaver = asyncio.ensure_future(store.append(row("a", 1)))
        stayers = [asyncio.ensure_future(store.append(row("a", seq))) for seq in (2, 3)]
        await asyncio.sleep(0)
        leaver.cancel()
        await asyncio.gather(*stayers)
        assert [one.seq for one in await store.rows("a", after=1)] == [2, 3]

    use(place, play)


def test_cards_are_replaced_and_the_newest_come_first(place: Place) -> None:
    async def play(store: Store) -> None:
        for card in (Card("a", True, b"1"), Card("b", True, b"2"), Card("c", False, b"3"), Card("d", True, b"4")):
            await store.put_card(card)
        await store.put_card(Card("a", True, b"5"))
        assert await store.cards(10) == [Card("a", True, b"5"), Card("d", True, b"4"), Card("b", True, b"2")]
        assert await store.cards(2) == [Card("a", True, b"5"), Card("d", True, b"4")]
        await store.put_card(Card("d", False, b"6"))
        assert [card.table for card in await store.cards(10)] == ["a", "b"]
        assert await store.card("c") == Card("c", False, b"3")
        assert await store.card("d") == Card("d", False, b"6")
        assert await store.card("nowhere") is None

    use(place, play)


def test_tables_come_in_the_order_of_their_names(place: Place, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(place.module, "PAGE", 2)

    async def play(store: Store) -> None:
        assert await all_tables(store) == []
        names = ["é", "a", "Z", "ab", "a b", "0"]
        for name in names:
            await store.append(row(name, 1))
            await store.append(row(name, 2))
        assert await all_tables(store) == sorted(names)

    use(place, play)


def test_tables_whose_last_row_is_old_are_forgotten(place: Place, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(place.module, "PAGE", 2)

    async def play(store: Store) -> None:
        for name, times in {"old": (1, 99), "young": (1, 100), "back": (100, 99), "oldest": (1,), "z": (200,)}.items():
            for seq, at in enumerate(times, 1):
                await store.append(row(name, seq, at=at))
            await store.put_card(Card(name, True, b""))
        assert await store.forget(100, nobody) == 3
        assert await all_tables(store) == ["young", "z"]
        assert {card.table for card in await store.cards(10)} == {"young", "z"}
        assert len(await store.rows("young")) == 2
        assert await store.rows("old") == []
        assert await store.forget(100, nobody) == 0
        await store.append(row("old", 1, at=300))

    use(place, play)


def test_what_is_in_use_is_not_forgotten(place: Place) -> None:
    async def play(store: Store) -> None:
        for name in ("left", "open", "young"):
            await store.append(row(name, 1, at=200 if name == "young" else 1))
            await store.put_card(Card(name, True, b""))
        assert await store.forget(100, "open".__eq__) == 1
        assert await all_tables(store) == ["open", "young"]
        assert {card.table for card in await store.cards(10)} == {"open", "young"}
        assert await store.forget(100, nobody) == 1

    use(place, play)


def test_whoever_reads_a_table_while_it_is_removed_does_not_find_it(place: Place) -> None:
    """It is read as it will be: whole if it is kept, else not at all."""

    async def play(store: Store) -> None:
        reading: list[asyncio.Task[list[Row]]] = []

        def keep(name: str) -> bool:
            reading.append(asyncio.create_task(store.rows(name)))
            return name == "kept"

        for name in ("kept", "left"):
            for seq in (1, 2):
                await store.append(row(name, seq, at=1))
        await asyncio.gather(*(store.rows("kept") for _ in range(3)))  # so that every connection is there
        assert await store.forget(100, keep) == 1
        assert [len(found) for found in await asyncio.gather(*reading)] == [2, 0]

    use(place, play)


def test_a_heartbeat_tells_of_the_one_before(place: Place) -> None:
    async def play(store: Store) -> None:
        assert await store.pulse() == 0
        assert await store.beat(1_700_000_000_000) == 0
        assert await store.pulse() == 1_700_000_000_000
        assert await store.beat(1_700_000_000_500) == 1_700_000_000_000
        assert await store.beat(1_600_000_000_000) == 1_700_000_000_500  # a clock that was put back
        assert await store.beat(1_800_000_000_000) == 1_700_000_000_500
        beats = await asyncio.gather(*(store.beat(1_800_000_000_000 + turn) for turn in range(20)))
        assert await store.beat(0) == 1_800_000_000_019
        assert set(beats) <= {1_800_000_000_000 + turn for turn in range(20)}

    use(place, play)


def test_a_long_time_without_a_heartbeat_is_noted_with_the_next(place: Place) -> None:
    async def play(store: Store) -> None:
        await store.beat(10_000)
        await store.beat(13_000)
        assert await store.outages(0) == []
        await store.beat(13_500, 0)
        await asyncio.gather(*(store.beat(20_000) for _ in range(5)))
        await store.beat(20_000, 0)
        await store.beat(1000, 0)  # a clock that was put back
        assert await store.outages(0) == [(13_000, 13_500), (13_500, 20_000)]
        assert await store.outages(13_500) == [(13_500, 20_000)]
        assert await store.outages(20_000) == []

    use(place, play)


def test_a_heartbeat_and_the_time_before_it_are_noted_together(place: Place) -> None:
    """Between two commits a server may be killed, and then nobody would know of that time."""

    async def play(store: Store) -> None:
        await store.beat(10_000)
        await place.execute("ALTER TABLE outages RENAME TO elsewhere")
        await busy(store.beat(20_000))
        await place.execute("ALTER TABLE elsewhere RENAME TO outages")
        await when_back(lambda: store.beat(30_000))
        assert await store.outages(0) == [(10_000, 30_000)]

    use(place, play)


def test_a_store_that_is_opened_again_has_everything(place: Place) -> None:
    rows = [row("a", seq) for seq in range(1, 20)]

    async def write(store: Store) -> None:
        await store.put_card(Card("a", True, b"card"))
        await store.beat(7)
        begun = [asyncio.ensure_future(store.append(one)) for one in rows[:9]]
        for _ in range(3):
            await asyncio.sleep(0)
        waiting = [asyncio.ensure_future(store.append(one)) for one in rows[9:]]
        await asyncio.sleep(0)
        await store.close()  # finishes both
        await asyncio.gather(*begun, *waiting)
        await store.close()

    async def read(store: Store) -> None:
        assert await store.rows("a") == rows
        assert await store.card("a") == Card("a", True, b"card")
        assert await store.pulse() == 7
        assert await store.beat(8) == 7

    use(place, write)
    use(place, read)


def test_a_closed_store_is_busy(place: Place) -> None:
    async def play(store: Store) -> None:
        await store.close()
        await busy(store.append(row("a", 1)))
        await busy(store.rows("a"))
        await busy(store.put_card(Card("a", True, b"")))

    use(place, play)


def test_what_a_newer_version_has_written_is_left_alone(place: Place) -> None:
    async def write(store: Store) -> None:
        await store.append(row("a", 1))

    async def scene() -> None:
        await place.make_newer()
        store = place.store()
        now = len(place.module.MIGRATIONS)
        with pytest.raises(EncoreError, match=rf"^[^\n]*newer Encore: version 99, not {now}$"):
            await store.open()
        await store.close()

    use(place, write)
    asyncio.run(scene())


LATER = """
    ALTER TABLE events ADD COLUMN note text;
    CREATE TABLE notes (table_id text NOT NULL);
    INSERT INTO notes SELECT table_id FROM cards
"""


def test_a_store_of_an_older_version_is_brought_up_to_date(place: Place, monkeypatch: pytest.MonkeyPatch) -> None:
    rows = [Row(f"table {table}", seq, seq, None, bytes([table, seq])) for table in range(50) for seq in range(1, 9)]

    async def write(store: Store) -> None:
        await asyncio.gather(*map(store.append, rows))
        await store.put_card(Card("table 7", True, b"card"))
        await store.beat(1234)

    async def read(store: Store) -> None:
        assert await place.version() == now + 1
        assert [row for table in range(50) for row in await store.rows(f"table {table}")] == rows
        assert await store.cards(10) == [Card("table 7", True, b"card")]
        assert await store.beat(1) == 1234
        await store.append(row("table 7", 9))
        assert await store.forget(100, "table 7".__eq__) == 49

    now = len(place.module.MIGRATIONS)
    use(place, write)
    assert asyncio.run(place.version()) == now
    with monkeypatch.context() as patch:
        patch.setattr(place.module, "MIGRATIONS", (*place.module.MIGRATIONS, LATER))
        use(place, read)
        use(place, lambda store: store.append(row("table 7", 10)))  # the second time there is nothing to do
    with pytest.raises(EncoreError, match=rf"^[^\n]*newer Encore: version {now + 1}, not {now}$"):
        asyncio.run(place.store().open())


def test_an_upgrade_that_fails_leaves_everything_as_it_was(place: Place, monkeypatch: pytest.MonkeyPatch) -> None:
    use(place, lambda store: store.append(row("a", 1)))
    with monkeypatch.context() as patch:
        patch.setattr(place.module, "MIGRATIONS", (*place.module.MIGRATIONS, f"{LATER}; DROP TABLE nowhere"))
        with pytest.raises(StoreBusy, match=r"^[^\n]*nowhere"):
            asyncio.run(place.store().open())
    assert asyncio.run(place.version()) == len(place.module.MIGRATIONS)

    async def read(store: Store) -> None:
        assert await store.rows("a") == [row("a", 1)]

    use(place, read)


# SQLite


WRITER = """
import asyncio, sys
from encore.server.sqlite import SqliteStore
from encore.server.store import Row

async def play(store, table):
    for seq in range(1, 1_000_000):
        await store.append(Row(table, seq, 0, None, b"{}"))
        print(table, seq, flush=True)

async def main():
    store = SqliteStore(sys.argv[1])
    await store.open()
    await asyncio.gather(*(play(store, f"table{number}") for number in range(5)))

asyncio.run(main())
"""


def test_a_killed_process_has_lost_nothing(file: SqlitePlace) -> None:
    with subprocess.Popen([sys.executable, "-c", WRITER, file.path], stdout=subprocess.PIPE, text=True) as writer:
        assert writer.stdout is not None
        told = [next(writer.stdout) for _ in range(200)]
        writer.send_signal(signal.SIGKILL)
        told += list(writer.stdout)
    last = {table: int(seq) for table, seq in (line.split() for line in told)}

    async def read(store: Store) -> None:
        for table, seq in last.items():
            seqs = [one.seq for one in await store.rows(table)]
            assert seqs == list(range(1, len(seqs) + 1))
            # One more may have been stored while it was not yet told.
            assert len(seqs) in (seq, seq + 1)

    use(file, read)


def test_every_commit_reaches_the_disk(file: SqlitePlace) -> None:
    store = SqliteStore(file.path)

    async def scene() -> None:
        await store.open()
        assert store._writing.execute("PRAGMA synchronous").fetchone() == (2,)
        assert store._writing.execute("PRAGMA journal_mode").fetchone() == ("wal",)
        await store.close()

    asyncio.run(scene())


def test_the_event_loop_never_waits_for_a_lock(file: SqlitePlace) -> None:
    async def play(store: Store) -> None:
        with closing(sqlite3.connect(file.path, isolation_level=None)) as other:
            other.execute("BEGIN IMMEDIATE")
            assert isinstance(store, SqliteStore)
            assert store._writing.execute("PRAGMA busy_timeout").fetchone() == (0,)
            stored = store.append(row("a", 1))
            await asyncio.sleep(0.05)
            assert not stored.done()
            other.execute("ROLLBACK")
            await stored

    use(file, play)


def test_after_a_slow_commit_the_writers_thread_does_them(file: SqlitePlace, monkeypatch: pytest.MonkeyPatch) -> None:
    writers, write = [], sqlite_module._write

    def watched(*args: Any) -> Any:
        writers.append(threading.current_thread() is threading.main_thread())
        return write(*args)

    async def play(store: Store) -> None:
        monkeypatch.setattr(sqlite_module, "_write", watched)
        monkeypatch.setattr(sqlite_module, "SLOW", 1000)
        await store.append(row("a", 1))
        monkeypatch.setattr(sqlite_module, "SLOW", 0)
        await store.append(row("a", 2))
        await store.append(row("a", 3))

    use(file, play)
    assert writers[:3] == [True, True, False]


def test_the_log_is_carried_over_beside_the_writer(file: SqlitePlace) -> None:
    async def play(store: Store) -> None:
        log, sizes = Path(f"{file.path}-wal"), list[int]()
        for number in range(1, 4 * CHECKPOINT + 1):
            await store.append(row("a", number))
            if number % CHECKPOINT == 0:
                await store.rows("a")  # a pause until the reader has done it
                sizes.append(log.stat().st_size)
        assert sizes[-1] < 2 * sizes[0]

    use(file, play)


@contextmanager
def no_room_for_files(store: SqliteStore, path: Path) -> Iterator[None]:
    """Let no file of this process grow beyond the size of the log."""
    soft, hard = resource.getrlimit(resource.RLIMIT_FSIZE)
    resource.setrlimit(resource.RLIMIT_FSIZE, (Path(f"{path}-wal").stat().st_size, hard))
    try:
        yield
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, (soft, hard))


@contextmanager
def no_room_for_pages(store: SqliteStore, path: Path) -> Iterator[None]:
    """Let the database not grow."""
    store._writing.execute("PRAGMA max_page_count = 1").fetchall()  # as many as there are
    yield
    store._writing.execute("PRAGMA max_page_count = 1000000").fetchall()


@contextmanager
def no_room_for_cards(store: SqliteStore, path: Path) -> Iterator[None]:
    """Let only the last statement of a transaction fail, which SQLite does not take back by itself."""
    with closing(sqlite3.connect(path)) as db:
        db.execute("CREATE TRIGGER full BEFORE INSERT ON cards BEGIN SELECT raise(FAIL, 'disk is full'); END")
    yield
    with closing(sqlite3.connect(path)) as db:
        db.execute("DROP TRIGGER full")


@pytest.mark.parametrize("full", [no_room_for_files, no_room_for_pages, no_room_for_cards])
def test_a_full_disk_stores_nothing_until_there_is_room(
    file: SqlitePlace, full: Callable[[SqliteStore, Path], AbstractContextManager[None]]
) -> None:
    async def play(store: Store) -> None:
        assert isinstance(store, SqliteStore)
        await store.append(row("a", 1))
        batch = [row("a", 2, data=bytes(100_000)), row("b", 1), row("a", 1)]
        with full(store, file.path):
            for _ in range(2):
                card = asyncio.ensure_future(store.put_card(Card("a", True, b"")))
                outcomes = await asyncio.gather(*map(store.append, batch), card, return_exceptions=True)
                assert [type(outcome) for outcome in outcomes] == [StoreBusy] * 4
                assert re.match("nothing was stored: .*(full|I/O)", str(outcomes[0]))
            assert await store.rows("a") == [row("a", 1)]
            assert await store.rows("b") == []
        await asyncio.gather(*map(store.append, batch[:2]))
        assert await store.rows("a") == [row("a", 1), batch[0]]
        assert await store.rows("b") == [batch[1]]

    use(file, play)


def test_a_locked_database_is_busy_until_it_is_free(file: SqlitePlace, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sqlite_module, "PATIENCE", 0.05)

    async def play(store: Store) -> None:
        await store.append(row("a", 1))
        with closing(sqlite3.connect(file.path, isolation_level=None)) as other:
            other.execute("BEGIN IMMEDIATE")
            outcomes = await asyncio.gather(*(store.append(row("a", seq)) for seq in (2, 3)), return_exceptions=True)
            assert [str(outcome) for outcome in outcomes] == ["nothing was stored: database is locked"] * 2
            await busy(store.beat(1))
            assert await store.rows("a") == [row("a", 1)]  # reading goes on
            other.execute("ROLLBACK")
        await asyncio.gather(*(store.append(row("a", seq)) for seq in (2, 3)))
        assert [one.seq for one in await store.rows("a")] == [1, 2, 3]

    use(file, play)


def test_closing_waits_for_a_locked_database(file: SqlitePlace, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sqlite_module, "PATIENCE", 60.0)

    async def write(store: Store) -> None:
        with closing(sqlite3.connect(file.path, isolation_level=None)) as other:
            other.execute("BEGIN IMMEDIATE")
            begun = asyncio.ensure_future(store.append(row("a", 1)))
            for _ in range(3):
                await asyncio.sleep(0)
            waiting = asyncio.ensure_future(store.append(row("a", 2)))
            end = asyncio.create_task(store.close())
            await asyncio.sleep(0.1)
            assert not end.done()
            other.execute("ROLLBACK")
            await asyncio.gather(begun, waiting, end)

    async def read(store: Store) -> None:
        assert [one.seq for one in await store.rows("a")] == [1, 2]

    use(file, write)
    use(file, read)


def test_many_can_make_the_file_at_once(file: SqlitePlace) -> None:
    async def scene() -> None:
        stores = [file.store() for _ in range(8)]
        await asyncio.gather(*(store.open() for store in stores))
        assert await stores[0].beat(1) == 0
        assert await stores[7].beat(1) == 1
        for store in stores:
            await store.close()

    asyncio.run(scene())


def test_what_is_no_database_is_left_alone(file: SqlitePlace, tmp_path: Path) -> None:
    file.path.write_text("Dear diary, today we played until midnight. " * 100)
    before = file.path.read_bytes()
    with pytest.raises(EncoreError, match=r"tables\.db: file is not a database$"):
        asyncio.run(SqliteStore(file.path).open())
    assert file.path.read_bytes() == before
    with pytest.raises(EncoreError, match=r"tables\.db: .*exists|tables\.db: Not a directory"):
        asyncio.run(SqliteStore(file.path / "tables.db").open())
    with pytest.raises(StoreBusy, match="unable to open"):
        asyncio.run(SqliteStore(tmp_path).open())


# PostgreSQL


class Rival:
    """Another client of the database, in the middle of a transaction."""

    def __init__(self, place: PostgresPlace) -> None:
        self._place = place

    async def begin(self, statement: str) -> None:
        self._db = await asyncpg.connect(self._place.url)
        await self._db.execute(f"BEGIN; {statement}")

    async def finish(self, how: str, waiting: int) -> None:
        """End the transaction when so many wait for it."""
        blocked = "SELECT count(*) FROM pg_stat_activity WHERE wait_event_type = 'Lock'"
        while await self._place._ask(blocked) < waiting:
            await asyncio.sleep(0.01)
        await self._db.execute(how)
        await self._db.close()


def test_two_batches_do_not_block_each_other(postgres: PostgresService) -> None:
    place = PostgresPlace(postgres.database())

    async def scene() -> None:
        one, other = place.store(), place.store()
        await one.open()
        await other.open()
        rival = Rival(place)
        await rival.begin("INSERT INTO events VALUES ('m', 1, 0, NULL, '')")
        appends = [one.append(row(name, 1)) for name in "amz"] + [other.append(row(name, 1)) for name in "zma"]
        ends = asyncio.gather(*appends, return_exceptions=True)
        await rival.finish("ROLLBACK", waiting=2)
        kinds = [type(outcome) for outcome in await ends]
        assert kinds in ([type(None)] * 3 + [Conflict] * 3, [Conflict] * 3 + [type(None)] * 3)
        await one.close()
        await other.close()

    asyncio.run(scene())


def test_heartbeats_of_two_servers_see_each_other(postgres: PostgresService) -> None:
    place = PostgresPlace(postgres.database())

    async def play(store: Store) -> None:
        rival = Rival(place)
        await rival.begin("UPDATE pulse SET at = 500")
        beat = asyncio.create_task(store.beat(100))
        await rival.finish("COMMIT", waiting=1)
        assert await beat == 500
        assert await store.beat(0) == 500

    use(place, play)


async def when_back(attempt: Callable[[], Awaitable[object]]) -> None:
    """Try again for as long as the store is busy, as a client would."""
    while True:
        try:
            await attempt()
            return
        except StoreBusy:
            await asyncio.sleep(0.01)


def test_postgresql_goes_and_comes_back(postgres: PostgresService) -> None:
    async def play(store: Store) -> None:
        await store.append(row("a", 1))
        postgres.halt()
        outcomes = await asyncio.gather(*(store.append(row("a", seq)) for seq in (2, 3)), return_exceptions=True)
        assert [type(outcome) for outcome in outcomes] == [StoreBusy] * 2
        await busy(store.rows("a"))
        await busy(store.beat(1))
        await busy(store.forget(1, nobody))
        postgres.start()
        await when_back(lambda: store.append(row("a", 2)))
        assert await store.rows("a") == [row("a", 1), row("a", 2)]

    use(PostgresPlace(postgres.database()), play)


def test_a_server_holds_its_database_again_when_it_is_back(postgres: PostgresService) -> None:
    url = postgres.database()

    async def scene() -> None:
        store, other = PostgresStore(url, alone=True), PostgresStore(url, alone=True)
        await asyncio.gather(store.open(), other.open())
        await store.beat(1)
        await busy(other.beat(1))
        postgres.halt()
        await busy(store.beat(1))
        postgres.start()
        await when_back(lambda: beat(store))
        assert "another encore serve" in await busy(other.beat(1))
        await store.close()
        await when_back(lambda: beat(other))
        await other.close()

    async def beat(store: Store) -> None:
        await store.beat(1)

    asyncio.run(scene())


def test_a_crash_of_postgresql_loses_nothing(postgres: PostgresService) -> None:
    stored: list[Row] = []

    async def write(store: Store, table: str) -> None:
        with pytest.raises(StoreBusy):
            for seq in range(1, 1_000_000):
                await store.append(row(table, seq))
                stored.append(row(table, seq))

    async def play(store: Store) -> None:
        async with asyncio.TaskGroup() as group:
            for number in range(10):
                group.create_task(write(store, f"table {number}"))
            while len(stored) < 200:
                await asyncio.sleep(0)
            await asyncio.to_thread(postgres.crash)
        postgres.start()
        await when_back(lambda: store.append(row("later", 1)))
        for number in range(10):
            mine = [one for one in stored if one.table == f"table {number}"]
            # What the crash has cut off may have been stored without a word of it.
            assert (await store.rows(f"table {number}"))[: len(mine)] == mine

    use(PostgresPlace(postgres.database()), play)


def test_a_postgresql_that_is_away_cannot_be_opened(postgres: PostgresService) -> None:
    url = postgres.database()
    postgres.halt()
    asyncio.run(busy(PostgresStore(url).open()))
    postgres.start()
    asyncio.run(busy(PostgresStore(url.replace("/tables", "/chairs")).open()))


def test_without_asyncpg_the_extra_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "asyncpg", None)
    with pytest.raises(EncoreError, match=r"^PostgreSQL needs asyncpg: pip install 'encore-table\[service\]'$"):
        asyncio.run(PostgresStore("postgresql://localhost/tables").open())
