"""Files of games, written atomically."""

from __future__ import annotations

import os
from contextlib import suppress
from pathlib import Path

from encore.core.errors import EncoreError
from encore.core.record import Record, format_record


def write_record(path: Path, record: Record) -> None:
    """Write a record atomically; an existing file is kept if writing fails."""
    write_whole(path, format_record(record).encode())


def write_whole(path: Path, data: bytes) -> None:
    """Write a temporary file and rename it when it is complete."""
    part = path.with_name(f".{path.name}.{os.getpid()}.part")
    try:
        part.write_bytes(data)
        part.replace(path)
    except OSError as error:
        error.filename = str(path)
        raise
    finally:
        with suppress(OSError):
            part.unlink(missing_ok=True)


def find_records(path: Path) -> list[Path]:
    """Return a record file, or those of a folder in the order in which a match numbers them."""
    if not path.is_dir():
        path.stat()  # a missing file is an error before anything is read
        return [path]
    files = sorted(
        (file for file in path.glob("*.txt") if file.is_file()), key=lambda file: (len(file.name), file.name)
    )
    if not files:
        raise EncoreError(f"{path} has no records (files such as 0001.txt)")
    return files
