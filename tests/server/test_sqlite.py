"""How the SQLite store handles faults."""

from __future__ import annotations

import asyncio
import re
import resource
import signal
import sqlite3
import subprocess
import sys
import threading
from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, closing, contextmanager
from pathlib import Path
from typing import Any

import pytest

from encore.core.errors import EncoreError
from encore.server.storage import sqlite as sqlite_module
from encore.server.storage.sqlite import CHECKPOINT, ROOM, SqliteStore
from encore.server.storage.store import Card, Store, StoreBusy
from tests.server.places import SqlitePlace, busy, row, use


@pytest.fixture
def file(tmp_path: Path) -> SqlitePlace:
    return SqlitePlace(tmp_path / "tables.db")


WRITER = """
import asyncio, sys
from encore.server.storage.sqlite import SqliteStore
from encore.server.storage.store import Row

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


def test_the_log_is_preallocated_and_does_not_grow_with_each_move(file: SqlitePlace) -> None:
    log = file.path.with_name(file.path.name + "-wal")

    async def write(store: Store) -> None:
        assert log.stat().st_size == ROOM
        for seq in range(1, CHECKPOINT):
            await store.append(row("a", seq))
        assert log.stat().st_size == ROOM

    async def beside(store: Store) -> None:
        """A second process that opens the file leaves the log of the first unchanged."""
        await store.append(row("a", 1))
        other = SqliteStore(file.path)
        await other.open()
        assert [found.seq for found in await other.rows("a")] == [1]
        await other.append(row("a", 2))
        assert [found.seq for found in await store.rows("a")] == [1, 2]
        await other.close()

    use(file, write)
    file.path.unlink()
    use(file, beside)


def test_a_killed_process_loses_nothing(file: SqlitePlace) -> None:
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
            # One more may have been stored without an acknowledgement.
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


def test_after_a_slow_commit_the_writer_thread_takes_over(file: SqlitePlace, monkeypatch: pytest.MonkeyPatch) -> None:
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


def test_the_checkpoint_runs_in_parallel_to_the_writer(file: SqlitePlace) -> None:
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
    """Prevent the files of this process from growing beyond the size of the log."""
    soft, hard = resource.getrlimit(resource.RLIMIT_FSIZE)
    resource.setrlimit(resource.RLIMIT_FSIZE, (Path(f"{path}-wal").stat().st_size, hard))
    try:
        yield
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, (soft, hard))


@contextmanager
def no_room_for_pages(store: SqliteStore, path: Path) -> Iterator[None]:
    """Prevent the database from growing."""
    store._writing.execute("PRAGMA max_page_count = 1").fetchall()  # as many as there are
    yield
    store._writing.execute("PRAGMA max_page_count = 1000000").fetchall()


@contextmanager
def no_room_for_cards(store: SqliteStore, path: Path) -> Iterator[None]:
    """Make only the last statement of a transaction fail, which SQLite does not roll back by itself."""
    with closing(sqlite3.connect(path)) as db:
        db.execute("CREATE TRIGGER full BEFORE INSERT ON cards BEGIN SELECT raise(FAIL, 'disk is full'); END")
    yield
    with closing(sqlite3.connect(path)) as db:
        db.execute("DROP TRIGGER full")


@pytest.mark.parametrize("full", [no_room_for_files, no_room_for_pages, no_room_for_cards])
def test_a_full_disk_stores_nothing_until_space_is_free(
    file: SqlitePlace, full: Callable[[SqliteStore, Path], AbstractContextManager[None]]
) -> None:
    async def play(store: Store) -> None:
        assert isinstance(store, SqliteStore)
        await store.append(row("a", 1))
        batch = [row("a", 2, data=bytes(ROOM)), row("b", 1), row("a", 1)]
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


def test_many_processes_can_create_the_file_at_once(file: SqlitePlace) -> None:
    async def scene() -> None:
        stores = [file.store() for _ in range(8)]
        await asyncio.gather(*(store.open() for store in stores))
        assert await stores[0].beat(1) == 0
        assert await stores[7].beat(1) == 1
        for store in stores:
            await store.close()

    asyncio.run(scene())


def test_a_file_that_is_not_a_database_is_not_changed(file: SqlitePlace, tmp_path: Path) -> None:
    file.path.write_text("Dear diary, today we played until midnight. " * 100)
    before = file.path.read_bytes()
    with pytest.raises(EncoreError, match=r"tables\.db: file is not a database$"):
        asyncio.run(SqliteStore(file.path).open())
    assert file.path.read_bytes() == before
    with pytest.raises(EncoreError, match=r"tables\.db: .*exists|tables\.db: Not a directory"):
        asyncio.run(SqliteStore(file.path / "tables.db").open())
    with pytest.raises(StoreBusy, match="unable to open"):
        asyncio.run(SqliteStore(tmp_path).open())
