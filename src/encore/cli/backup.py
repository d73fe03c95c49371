"""``encore backup`` and ``encore restore``: copies of the tables of a server."""

from __future__ import annotations

import time
from collections.abc import Iterator
from contextlib import contextmanager
from datetime import UTC, datetime
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer
from rich.progress import TaskID

from encore.cli.screen import count, progress
from encore.cli.serve import Data, folder_of
from encore.core.errors import EncoreError, OptionError
from encore.server.storage.folder_lock import FolderLock

if TYPE_CHECKING:
    from encore.server.storage.backup import Contents, Copied

LOCK = "lock"
"""The file in a folder by which programs see that another one uses it."""

LONGEST = 1_000_000
"""Minutes between two backups, nearly two years."""


def backup(
    to: Annotated[Path, typer.Option(metavar="DIR", help="The folder for the backups; it is made if it is missing.")],
    data: Data = None,
    every: Annotated[
        float, typer.Option(metavar="MINUTES", help="Make one again and again, until Ctrl-C; 0: only one.")
    ] = 0.0,
    keep: Annotated[
        int, typer.Option(metavar="N", min=0, help="Keep the newest N backups and delete older ones; 0: keep all.")
    ] = 0,
) -> None:
    """Copy all tables of a folder to a new file while the server runs."""
    from encore.server.storage.backup import STORE, drop_parts

    if not 0 <= every < LONGEST:
        raise OptionError(f"--every is a number of minutes below {LONGEST}")
    folder = folder_of(data)
    if not (folder / STORE).exists():
        raise OptionError(f"there are no tables in {folder}; --data names the folder of encore serve")
    if to.exists() and to.samefile(folder):
        raise OptionError(f"--to is the folder of the tables itself, {folder}; choose another one")
    to.mkdir(mode=0o700, parents=True, exist_ok=True)
    with FolderLock(to, f"another encore backup writes to {to}"):
        drop_parts(to)
        _back_up(folder, to, keep)
        while every:
            time.sleep(every * 60 - time.time() % (every * 60))
            try:
                _back_up(folder, to, keep)
            except (EncoreError, OSError) as error:  # the next one may succeed
                typer.echo(f"encore: no backup was made: {error}", err=True)


def restore(
    file: Annotated[Path, typer.Argument(metavar="FILE", help="A file of encore backup.")],
    data: Data = None,
) -> None:
    """Copy a backup to a new folder for encore serve."""
    from encore.server.storage.backup import restore

    folder = folder_of(data)
    in_use = f"another encore serve has {folder} open; choose a new folder"
    if (folder / LOCK).exists():
        with FolderLock(folder, in_use):
            pass
    if folder.exists() and any(path.name != LOCK for path in folder.iterdir()):
        raise OptionError(f"{folder} is not empty; choose a new folder")
    if not file.is_file():
        raise OptionError(f"{file}: there is no such file")
    folder.mkdir(mode=0o700, parents=True, exist_ok=True)
    with FolderLock(folder, in_use), _shown("restoring") as copied:
        found = restore(file, folder, copied)
    lived = datetime.fromtimestamp(found.lived / 1000, UTC)
    when = f", as they were on {lived:%Y-%m-%d at %H:%M:%S} UTC" if found.lived else ""
    typer.echo(f"{_told(found)} are in {folder}{when}")


def _back_up(folder: Path, to: Path, keep: int) -> None:
    from encore.server.storage.backup import LAST, back_up, megabytes, note_backup, thin_out

    began = datetime.now(UTC)
    with _shown("copying") as copied:
        file, found = back_up(folder, to, began, copied)
    try:
        note_backup(folder, began)
    except OSError as error:
        typer.echo(f"encore: the metrics do not know of this backup: {folder / LAST}: {error.strerror}", err=True)
    gone = len(thin_out(to, keep)) if keep else 0
    deleted = f"; {count(gone, 'old backup')} deleted" if gone else ""
    typer.echo(f"{_told(found)} are in {file}, {megabytes(found.size)}{deleted}")


def _told(found: Contents) -> str:
    return f"{count(found.tables, 'table')} with {count(found.rows, 'row')}"


@contextmanager
def _shown(doing: str) -> Iterator[Copied]:
    """Show how many pages are copied, and then that something goes on while the copy is checked."""
    with progress(f"{doing} and checking") as bar:
        copying, checking = bar.add_task("", total=None), list[TaskID]()

        def copied(done: int, total: int) -> None:
            if total:
                bar.update(copying, completed=done, total=total)
            elif not checking:
                bar.remove_task(copying)
                checking.append(bar.add_task("", total=None))

        yield copied
