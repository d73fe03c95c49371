"""The lock of a folder with tables: two servers in one folder would not see each other's moves."""

from __future__ import annotations

import os
from pathlib import Path
from typing import IO

from encore.core.errors import EncoreError


class FolderLock:
    """Locks a folder from ``take`` to ``release``, or until the process ends. Without a folder it does nothing.

    ``why`` is what the error says if another process has it.
    """

    def __init__(self, folder: Path | None, why: str = "") -> None:
        self._folder = folder
        self._why = why or f"another encore serve has {folder} open; several processes need --database and --bus"
        self._held: IO[str] | None = None

    def take(self) -> None:
        """Lock the folder, or raise EncoreError if another server has it."""
        try:
            import fcntl
        except ImportError:  # not on this system
            return
        if self._folder is None:
            return
        held = os.fdopen(os.open(self._folder / "lock", os.O_CREAT | os.O_RDWR, 0o600))
        try:
            fcntl.flock(held, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            held.close()
            raise EncoreError(self._why) from None
        except OSError:
            pass  # a file system without locks
        self._held = held

    def release(self) -> None:
        """Unlock the folder."""
        if self._held:
            self._held.close()
            self._held = None

    def __enter__(self) -> None:
        self.take()

    def __exit__(self, *_: object) -> None:
        self.release()
