"""``encore backup`` and ``encore restore``: whole copies beside a running server, and what is refused in one line."""

from __future__ import annotations

import asyncio
import os
import re
import shutil
import signal
import sqlite3
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import closing, contextmanager
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import pytest

from encore.core.errors import EncoreError
from encore.server.domain import events
from encore.server.domain.events import Began
from encore.server.storage import backup as backup_module
from encore.server.storage.backup import NAME, back_up, restore, thin_out
from encore.server.storage.sqlite import SqliteStore
from encore.server.storage.sqlite_schema import MIGRATIONS
from encore.server.storage.store import Row
from tests.patience import PATIENCE
from tests.server.client import open_table, served
from tests.server.drill import Drill
from tests.server.hubs import OPENED
from tests.server.test_serve import encore, mode, refusal

NOW = datetime(2026, 11, 18, 20, 15, 0, tzinfo=UTC)


def quiet(_: int, __: int) -> None:
    """Show no progress."""


def fill(folder: Path, tables: int = 3) -> None:
    """Make a store with tables of two rows each."""

    async def scene() -> None:
        store = SqliteStore(folder / "tables.sqlite")
        await store.open()
        for seq, event in enumerate((OPENED, Began(0, "seed")), 1):
            data = events.encode([event])
            names = [f"t{number:05}" for number in range(tables)]
            await asyncio.gather(*(store.append(Row(name, seq, 1000, None, data)) for name in names))
        await store.beat(1_795_000_000_000)
        await store.close()

    folder.mkdir(exist_ok=True)
    asyncio.run(scene())


def backups(folder: Path) -> list[str]:
    return sorted(path.name for path in folder.iterdir() if path.name != "lock")


def rows_in(file: Path) -> list[Any]:
    with closing(sqlite3.connect(file)) as db:
        return db.execute("SELECT table_id, seq, at, action, data FROM events ORDER BY 1, 2").fetchall()


@pytest.fixture
def data(tmp_path: Path) -> Path:
    fill(tmp_path / "data")
    return tmp_path / "data"


def test_a_backup_is_one_private_file_that_can_be_restored(data: Path, tmp_path: Path) -> None:
    to, new = tmp_path / "to", tmp_path / "new"
    before = os.umask(0)
    try:
        made = encore("backup", "--data", data, "--to", to)
        (name,) = backups(to)
        restored = encore("restore", to / name, "--data", new)
    finally:
        os.umask(before)
    assert re.fullmatch(rf"3 tables with 6 rows are in {re.escape(str(to / name))}, \d\.\d MB\n", made.stdout), made
    assert restored.stdout == f"3 tables with 6 rows are in {new}, as they were on 2026-11-18 at 11:06:40 UTC\n"
    assert NAME.fullmatch(name)
    assert rows_in(new / "tables.sqlite") == rows_in(data / "tables.sqlite")
    files = (to, to / name, new, new / "tables.sqlite")
    assert list(map(mode, files)) == [0o700, 0o600, 0o700, 0o600]


def test_old_backups_are_deleted_and_nothing_else(tmp_path: Path) -> None:
    names = [f"encore-2026111{day}-000000-000.sqlite" for day in range(5)]
    others = ["encore.sqlite", "encore-20261110-000000-000.sqlite.copy", "notes"]
    for name in (*names, *others):
        (tmp_path / name).touch()
    assert [path.name for path in thin_out(tmp_path, 2)] == names[:3]
    assert backups(tmp_path) == sorted([*names[3:], *others])
    assert thin_out(tmp_path, 2) == []


def test_the_newest_are_kept_and_what_a_killed_backup_left_goes(data: Path, tmp_path: Path) -> None:
    to = tmp_path / "to"
    to.mkdir()
    (to / "encore-20261117-000000-000.sqlite").touch()
    (to / "encore-20261118-000000-000.sqlite.part").touch()
    assert "; 1 old backup deleted" in encore("backup", "--data", data, "--to", to, "--keep", 1).stdout
    (name,) = backups(to)
    assert len(rows_in(to / name)) == 6


@contextmanager
def repeated(*arguments: object) -> Iterator[subprocess.Popen[str]]:
    """Run a command that goes on until a signal comes."""
    command = [sys.executable, "-m", "encore", *map(str, arguments)]
    with subprocess.Popen(
        command,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        preexec_fn=lambda: signal.signal(signal.SIGINT, signal.SIG_DFL),  # tests in the background ignore it
    ) as process:
        try:
            yield process
        finally:
            process.send_signal(signal.SIGINT)
            process.communicate(timeout=PATIENCE)


def test_a_backup_on_a_schedule_goes_on_after_an_error_and_is_the_only_one(data: Path, tmp_path: Path) -> None:
    to = tmp_path / "to"
    with repeated("backup", "--data", data, "--to", to, "--every", 0.005, "--keep", 2) as process:
        assert process.stdout is not None and process.stderr is not None
        assert [process.stdout.readline()[:18] for _ in range(4)] == ["3 tables with 6 ro"] * 4
        assert f"another encore backup writes to {to}" in refusal("backup", "--data", data, "--to", to)
        (data / "tables.sqlite").rename(data / "away")
        line = process.stderr.readline()
        assert line.startswith("encore: no backup was made: ") and "there is no such file" in line
        (data / "away").rename(data / "tables.sqlite")
        known = set(backups(to))
        deadline = time.monotonic() + PATIENCE
        while set(backups(to)) == known:
            assert time.monotonic() < deadline
            time.sleep(0.05)


def foreign(folder: Path) -> Iterator[tuple[str, str]]:
    """Put things into a folder that are no store; yield names and what is said of them."""
    (folder / "text").write_text("hello\n" * 100)
    yield "text", "is no store of Encore: file is not a database"
    for name, version in (("other", 0), ("newer", len(MIGRATIONS) + 1)):
        with closing(sqlite3.connect(folder / name)) as db:
            db.execute("CREATE TABLE events (x)")
            db.execute("CREATE TABLE pulse (x)")
            db.execute(f"PRAGMA user_version = {version}")
    yield "other", "is no store of Encore"
    yield "newer", "was written by a newer Encore"
    yield "missing", "there is no such file"


def test_what_is_no_store_is_neither_copied_nor_restored(tmp_path: Path) -> None:
    to = tmp_path / "to"
    to.mkdir()
    for name, why in foreign(tmp_path):
        with pytest.raises(EncoreError, match=why):
            restore(tmp_path / name, to, quiet)
    assert "is no store of Encore" in refusal("restore", tmp_path / "text", "--data", tmp_path / "new")
    (tmp_path / "text").rename(tmp_path / "tables.sqlite")
    assert "is no store of Encore" in refusal("backup", "--data", tmp_path, "--to", to)
    assert backups(to) == backups(tmp_path / "new") == []


def test_a_damaged_store_is_not_copied(tmp_path: Path) -> None:
    data = tmp_path / "data"
    fill(data, 500)
    with (data / "tables.sqlite").open("r+b") as file:
        file.seek(5 * 4096)
        file.write(os.urandom(4096))
    to = tmp_path / "to"
    to.mkdir()
    with pytest.raises(EncoreError, match=rf"^{data / 'tables.sqlite'} (is damaged|cannot be copied)"):
        back_up(data, to, NOW, quiet)
    assert backups(to) == []


def test_wrong_folders_are_refused(data: Path, tmp_path: Path) -> None:
    missing = tmp_path / "typo"
    assert f"there are no tables in {missing}" in refusal("backup", "--data", missing, "--to", tmp_path / "to")
    assert "--to is the folder of the tables itself" in refusal("backup", "--data", data, "--to", data)
    for minutes in (-1, "nan", "inf"):
        assert "--every is a number of minutes" in refusal("backup", "--data", data, "--to", data, "--every", minutes)
    assert "File exists" in refusal("backup", "--data", data, "--to", data / "tables.sqlite")
    assert f"{data} is not empty; choose a new folder" in refusal("restore", data / "tables.sqlite", "--data", data)
    assert not missing.exists()
    with served(data):
        assert f"another encore serve has {data} open" in refusal("restore", data / "tables.sqlite", "--data", data)


def test_a_full_disk_is_said_and_leaves_nothing(data: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    to = tmp_path / "to"
    to.mkdir()

    class Usage:
        free = 10_000

    with monkeypatch.context() as patched:
        patched.setattr(shutil, "disk_usage", lambda _: Usage)
        with pytest.raises(EncoreError, match=r"has 0\.0 MB free, and a copy of .* needs 0\.\d MB$"):
            back_up(data, to, NOW, quiet)

    def full(source: sqlite3.Connection, target: sqlite3.Connection, copied: object) -> None:
        # The database may not grow any more, which SQLite reports as it does a disk that fills up meanwhile.
        target.execute("PRAGMA max_page_count = 1")
        target.execute("CREATE TABLE big (x)")

    monkeypatch.setattr(backup_module, "_copy_pages", full)
    with pytest.raises(EncoreError, match=r"cannot be copied to .*: database or disk is full$"):
        back_up(data, to, NOW, quiet)
    assert backups(to) == []


def test_a_copy_is_of_one_moment_however_much_is_written_meanwhile(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A copy that began again with every row would never end."""
    data = tmp_path / "data"
    fill(data, 3000)
    tmp_path.joinpath("to").mkdir()
    added = 0

    with closing(sqlite3.connect(data / "tables.sqlite", isolation_level=None)) as writing:

        def write(done: int, total: int) -> None:
            nonlocal added
            if total and added < 100:
                added += 1
                values = ("late", added, 0, None, os.urandom(1 << 20))
                writing.execute("INSERT INTO events VALUES (?, ?, ?, ?, ?)", values)

        monkeypatch.setattr(backup_module, "STEP", 8)
        file, found = back_up(data, tmp_path / "to", NOW, write)
    assert added > 20
    assert (found.tables, found.rows, found.lived) == (3000, 6000, 1_795_000_000_000)
    assert not any(name == "late" for name, *_ in rows_in(file))


@pytest.mark.thorough
def test_every_move_acknowledged_before_a_backup_is_there_after_a_restore(tmp_path: Path) -> None:
    """The drill: moves go on, a backup is made, the server is killed and its folder lost, games go on elsewhere."""
    data, to, new = tmp_path / "data", tmp_path / "to", tmp_path / "new"
    with served(data, "--unlimited") as server:
        drill = Drill(server)

        async def scene() -> dict[str, list[str]]:
            await drill.start()
            promised = await drill.more(30)
            made = await asyncio.to_thread(encore, "backup", "--data", data, "--to", to)
            assert made.returncode == 0, made
            await drill.more(30)
            server.kill()
            await drill.stop()
            return promised

        promised = asyncio.run(scene())
    shutil.rmtree(data)
    (name,) = backups(to)
    assert encore("restore", to / name, "--data", new).returncode == 0
    with served(new, "--unlimited") as server:
        asyncio.run(drill.go_on(server, promised))
        assert open_table(server, game="dakapo")["table"]
