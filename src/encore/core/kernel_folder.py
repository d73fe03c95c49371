"""Where compiled kernels are kept between runs: a folder of the user, or a private temporary one."""

from __future__ import annotations

import atexit
import os
import shutil
import stat
import sys
import tempfile
from collections.abc import Iterator
from functools import cache
from multiprocessing import parent_process
from pathlib import Path

OWN = "encore-kernels"
"""The folder inside one that the user names, which may hold other things."""


@cache
def kernel_folder() -> Path | None:
    """Return the folder for compiled kernels, which exists and can be written; None if there is no such folder.

    Where it is only a temporary one, or none, the first process says so in one line on standard error.
    """
    wanted = wanted_folder()
    if wanted is not None and wanted_is_writable():
        return wanted
    found = next((folder for folder in _temporary() if _is_private(folder)), None)
    if parent_process() is None:
        where = f"in {found}" if found else "anew in every process"
        asked = f"{wanted} cannot be written" if wanted else "there is no home folder"
        which = "kernels that it lacks" if wanted and _has_any(wanted) else "kernels"
        print(f"encore: {asked}; {which} are compiled {where}. ENCORE_KERNELS can name a folder.", file=sys.stderr)  # noqa: T201
    return found


def wanted_folder() -> Path | None:
    """Return the folder that the user has named, else the usual one; None if there is no home."""
    if named := _named():
        # Whoever names our own folder means that one.
        is_own = named.name.startswith(OWN) or named.parts[-2:] == ("encore", "kernels")
        return named if is_own else named / OWN
    if sys.platform == "win32" and (local := os.environ.get("LOCALAPPDATA")):
        return Path(local, "encore", "kernels")
    xdg = os.environ.get("XDG_CACHE_HOME", "")
    if Path(xdg).is_absolute():
        return Path(xdg, "encore", "kernels")
    try:
        home = Path.home()
    except RuntimeError:
        return None
    return home / ("Library/Caches" if sys.platform == "darwin" else ".cache") / "encore" / "kernels"


def _named() -> Path | None:
    """Return the folder that the user has named in the environment."""
    named = os.environ.get("ENCORE_KERNELS") or os.environ.get("NUMBA_CACHE_DIR")
    return Path(named).absolute() if named else None


def wanted_is_writable() -> bool:
    """Tell whether kernels can be written where they should be. A folder that was named may be shipped to others."""
    folder = wanted_folder()
    return folder is not None and _can_write(folder, 0o755 if _named() else 0o700)


def is_trusted(folder: Path) -> bool:
    """Tell whether code from a folder may be run: the user has named it, or owns it, or root does."""
    return _named() is not None or not hasattr(os, "getuid") or folder.stat().st_uid in (0, os.getuid())


def _has_any(folder: Path) -> bool:
    try:
        return any(folder.iterdir())
    except OSError:
        return False


def _can_write(folder: Path, mode: int = 0o700) -> bool:
    """Make the folder if need be, and tell whether a file can be written there."""
    try:
        folder.mkdir(mode=mode, parents=True, exist_ok=True)
        tempfile.TemporaryFile(dir=folder).close()
    except OSError:
        return False
    return True


def _temporary() -> Iterator[Path]:
    """Yield temporary folders: first the one that all processes of this user share, then one of this process."""
    try:
        yield Path(tempfile.gettempdir(), f"{OWN}-{os.getuid() if hasattr(os, 'getuid') else 'user'}")
        own = Path(tempfile.mkdtemp(prefix=f"{OWN}-"))
        atexit.register(_remove, own, os.getpid())
        yield own
    except OSError:  # there is no temporary folder
        return


def _remove(folder: Path, process: int) -> None:
    """Remove a temporary folder at the end of the process that made it, and not of one forked from it."""
    if os.getpid() == process:
        shutil.rmtree(folder, ignore_errors=True)


def _is_private(folder: Path) -> bool:
    """Tell whether a temporary folder can be written, and by this user only: compiled code is run without a check."""
    if not _can_write(folder):
        return False
    found = folder.lstat()
    if not stat.S_ISDIR(found.st_mode):
        return False
    return not hasattr(os, "getuid") or (found.st_uid == os.getuid() and not found.st_mode & 0o077)
