"""Copies of a SQLite store: of one moment although a server runs, checked, and whole or not there at all."""

from __future__ import annotations

import os
import re
import shutil
import sqlite3
from collections.abc import Callable, Iterator
from contextlib import closing, contextmanager
from datetime import datetime
from pathlib import Path
from typing import NamedTuple

from encore.core.errors import EncoreError
from encore.server.storage.sqlite_schema import MIGRATIONS

STORE = "tables.sqlite"
"""The file of a store in its folder."""
NAME = re.compile(r"encore-\d{8}-\d{6}-\d{3}\.sqlite")
"""The names of backups. Their order is that of their times (UTC)."""
PART = ".part"
"""The end of the name of a file that is not whole yet."""
LAST = "last-backup"
"""The file beside a store with the time of its newest good backup, in seconds since 1970: what `date +%s` writes."""
STEP = 1024
"""Pages copied between two reports."""
PATIENCE = 10.0
"""Seconds to wait while somebody else has locked a file."""
CHECKED = 200_000
"""Instructions of SQLite between two reports of a check."""

Copied = Callable[[int, int], None]
"""Called with the pages that are copied so far and their number; both are 0 while the copy is checked."""


class Contents(NamedTuple):
    """What is in a store: tables, their rows, the time of its last heartbeat in milliseconds, and its bytes."""

    tables: int
    rows: int
    lived: int
    size: int


def back_up(data: Path, to: Path, now: datetime, copied: Copied) -> tuple[Path, Contents]:
    """Copy the store in a folder, which a server may have open, to a new file in another folder."""
    file = to / f"encore-{now:%Y%m%d-%H%M%S}-{now.microsecond // 1000:03d}.sqlite"
    if file.exists():
        raise EncoreError(f"{file} already exists; is the clock right?")
    return file, _copy(data / STORE, file, copied)


def note_backup(data: Path, at: datetime) -> None:
    """Note beside a store when its newest good backup was made; the server shows it in its metrics."""
    part = data / (LAST + PART)
    part.write_text(f"{int(at.timestamp())}\n")
    part.replace(data / LAST)


def noted_backup(data: Path) -> float:
    """Return when the newest good backup was made, in seconds since 1970; 0 if none is known."""
    try:
        return float((data / LAST).read_text())
    except (OSError, ValueError):
        return 0.0


def thin_out(to: Path, keep: int) -> list[Path]:
    """Delete all backups in a folder but the newest ones, and return them."""
    found = sorted(path for path in to.iterdir() if NAME.fullmatch(path.name))
    old = found[:-keep]
    for path in old:
        path.unlink()
    return old


def drop_parts(to: Path) -> None:
    """Delete what backups left that were killed. Only one may work in a folder."""
    for path in to.iterdir():
        if path.name.endswith(PART) and NAME.fullmatch(path.name.removesuffix(PART)):
            path.unlink()


def restore(file: Path, data: Path, copied: Copied) -> Contents:
    """Copy a backup to a folder that has no store."""
    return _copy(file, data / STORE, copied)


def _copy(file: Path, to: Path, copied: Copied) -> Contents:
    part = to.with_name(to.name + PART)
    try:
        with closing(_opened(file)) as source:
            with _said(f"{file} cannot be copied to {to.parent}"):
                _make_room(source, file, to.parent)
            # Only for this user, whatever the umask: a store has the seeds of running games.
            os.close(os.open(part, os.O_CREAT | os.O_RDWR | os.O_TRUNC, 0o600))
            with (
                _said(f"{file} cannot be copied to {to.parent}"),
                closing(sqlite3.connect(part, isolation_level=None)) as target,
            ):
                _copy_pages(source, target, copied)
                _check(target, file, copied)
                found = _contents(target, part)
        _sync(part)
        part.replace(to)
        _sync(to.parent)
        return found
    finally:
        part.unlink(missing_ok=True)


def _opened(file: Path) -> sqlite3.Connection:
    """Open a store for reading, or raise the EncoreError that says why it is none."""
    if not file.is_file():
        raise EncoreError(f"{file}: there is no such file")
    with _said(f"{file} is no store of Encore"):
        # Not as a file that is only read: without the files of a server beside it, SQLite must be able to make them.
        source = sqlite3.connect(f"{file.absolute().as_uri()}?mode=rw", PATIENCE, uri=True, isolation_level=None)
        try:
            source.execute("PRAGMA query_only = TRUE")
            (version,) = source.execute("PRAGMA user_version").fetchone()
            names = {name for (name,) in source.execute("SELECT name FROM sqlite_schema WHERE type = 'table'")}
        except BaseException:
            source.close()
            raise
    if not version or not {"events", "pulse"} <= names:
        source.close()
        raise EncoreError(f"{file} is no store of Encore")
    if version > len(MIGRATIONS):
        source.close()
        raise EncoreError(f"{file} was written by a newer Encore: version {version}, not {len(MIGRATIONS)}")
    return source


def _make_room(source: sqlite3.Connection, file: Path, folder: Path) -> None:
    """Refuse to begin what cannot be finished."""
    needed = source.execute("PRAGMA page_count").fetchone()[0] * source.execute("PRAGMA page_size").fetchone()[0]
    free = shutil.disk_usage(folder).free
    if free < needed:
        raise EncoreError(f"{folder} has {megabytes(free)} free, and a copy of {file} needs {megabytes(needed)}")


def _copy_pages(source: sqlite3.Connection, target: sqlite3.Connection, copied: Copied) -> None:
    """Copy all pages as they are at one moment.

    What is read first keeps this moment until the end. Without it the copy would begin again with every move. Nobody
    waits for it: the server writes to its log meanwhile.
    """
    source.execute("BEGIN")
    source.execute("SELECT count(*) FROM sqlite_schema").fetchone()
    source.backup(target, pages=STEP, progress=lambda _, left, total: copied(total - left, total))
    source.execute("ROLLBACK")
    target.execute("PRAGMA journal_mode = DELETE")  # one file, without a log beside it


def _check(target: sqlite3.Connection, file: Path, copied: Copied) -> None:
    target.set_progress_handler(lambda: copied(0, 0), CHECKED)
    found = target.execute("PRAGMA integrity_check(1)").fetchone()[0]
    target.set_progress_handler(None, 0)
    if found != "ok":
        raise EncoreError(f"{file} is damaged: {' '.join(found.split())}")


def _contents(target: sqlite3.Connection, part: Path) -> Contents:
    (tables,) = target.execute("SELECT count(*) FROM events WHERE seq = 1").fetchone()
    (rows,) = target.execute("SELECT count(*) FROM events").fetchone()
    (lived,) = target.execute("SELECT at FROM pulse").fetchone()
    return Contents(tables, rows, lived, part.stat().st_size)


@contextmanager
def _said(what: str) -> Iterator[None]:
    """Turn what SQLite says into one line that begins with what is wrong."""
    try:
        yield
    except sqlite3.Error as error:
        raise EncoreError(f"{what}: {error}") from None


def _sync(path: Path) -> None:
    """Bring a file, or the names in a folder, to the disk."""
    opened = os.open(path, os.O_RDONLY)
    try:
        os.fsync(opened)
    finally:
        os.close(opened)


def megabytes(size: int) -> str:
    """Return a number of bytes for people."""
    return f"{size / 1e6:.1f} MB"
