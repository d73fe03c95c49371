"""Where compiled kernels are kept between runs: a folder of the user, or a private temporary one."""

from __future__ import annotations

import os
import stat
import sys
import tempfile
from collections.abc import Iterator
from functools import cache
from multiprocessing import parent_process
from pathlib import Path


@cache
def kernel_folder() -> Path | None:
    """Return the folder for compiled kernels, which exists and can be written; None if there is no such folder.

    Where it is only a temporary one, or none, the first process says so in one line on standard error.
    """
    wanted = _wanted()
    if wanted is not None and _can_write(wanted):
        return wanted
    found = next((folder for folder in _temporary() if _is_private(folder)), None)
    if parent_process() is None:
        where = f"in {found}" if found else "anew in every process"
        asked = f"{wanted} cannot be written" if wanted else "there is no home folder"
        print(f"encore: {asked}; kernels are compiled {where}. ENCORE_KERNELS can name a folder.", file=sys.stderr)  # noqa: T201
    return found


def _wanted() -> Path | None:
    """Return the folder that the user has named, else the usual one; None if there is no home."""
    if own := os.environ.get("ENCORE_KERNELS"):
        return Path(own).absolute()
    if numba := os.environ.get("NUMBA_CACHE_DIR"):
        return Path(numba).absolute() / "encore"
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


def _can_write(folder: Path) -> bool:
    """Make the folder if need be, and tell whether a file can be written there."""
    try:
        folder.mkdir(mode=0o700, parents=True, exist_ok=True)
        tempfile.TemporaryFile(dir=folder).close()
    except OSError:
        return False
    return True


def _temporary() -> Iterator[Path]:
    """Yield temporary folders: first the one that all processes of this user share, then one of this process."""
    try:
        yield Path(tempfile.gettempdir(), f"encore-kernels-{os.getuid() if hasattr(os, 'getuid') else 'user'}")
        yield Path(tempfile.mkdtemp(prefix="encore-kernels-"))
    except OSError:  # there is no temporary folder
        return


def _is_private(folder: Path) -> bool:
    """Tell whether a temporary folder can be written, and by this user only: compiled code is run without a check."""
    if not _can_write(folder):
        return False
    found = folder.lstat()
    if not stat.S_ISDIR(found.st_mode):
        return False
    return not hasattr(os, "getuid") or (found.st_uid == os.getuid() and not found.st_mode & 0o077)
