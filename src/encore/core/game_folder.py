"""The folder of one game's compiled kernels, found without loading Numba.

Its name contains a digest of all sources that a kernel of the game can use, and the versions of Python and Numba:
after any change it is a new folder, and the old one is removed.
"""

from __future__ import annotations

import os
import platform
import re
import shutil
import sys
import time
from collections.abc import Iterator
from contextlib import suppress
from functools import cache
from hashlib import sha256
from importlib.metadata import PackageNotFoundError, version
from pathlib import Path
from uuid import uuid4

from encore.core.kernel_folder import is_trusted, kernel_folder, wanted_folder, wanted_is_writable

HOUR = 3_600
DAY = 24 * HOUR
UNUSED = 30 * DAY
"""Seconds after which a folder is removed when nobody has used it."""
OURS = re.compile(r"(.+)-[0-9a-f]{16}-python[\w.+]+-numba[\w.+]+")
"""Names of folders with kernels. Nothing else is ever removed, but for folders on their way in or out."""
PASSING = re.compile(r"\.(new|old)-[0-9a-f]{32}")
"""Names of folders that are being made or removed; after an hour whoever did that has stopped."""
SETTINGS = "BOUNDSCHECK", "OPT", "DEBUGINFO_DEFAULT"
"""Settings of Numba that change compiled code."""
USUAL = ["None", "_OptLevel(3)", "0"]
"""Their values where nobody sets them, so that Numba need not be loaded to ask for them."""
NO_SOURCES = {"present", "web", "i18n", "__pycache__"}
"""Folders of a game that hold nothing a kernel can use."""


def package_of(module: str) -> str:
    """Return the package whose sources a kernel of this module can use: that of the game, or of another project."""
    parts = module.split(".")
    return ".".join(parts[:3]) if parts[:2] == ["encore", "games"] else parts[0]


def sources(package: str) -> list[Path]:
    """Return the files that a package's kernels depend on."""
    found = sys.modules[package]
    folders = [Path(folder) for folder in getattr(found, "__path__", ())]
    files = [Path(folder, name) for top in folders for folder, name in _walk(top) if name.endswith(".py")]
    if not folders and getattr(found, "__file__", None):
        files = [Path(str(found.__file__))]
    return [*sorted(files), *(Path(__file__).with_name(name) for name in ("compiling.py", "choice.py"))]


def _walk(top: Path) -> Iterator[tuple[str, str]]:
    for folder, below, names in os.walk(top):
        below[:] = [name for name in below if name not in NO_SOURCES]
        yield from ((folder, name) for name in names)


def settings() -> list[str]:
    """Return Numba's settings; it is loaded only where they may be unusual."""
    environment = "NUMBA_BOUNDSCHECK" in os.environ or "NUMBA_OPT" in os.environ
    environment |= "NUMBA_DEBUGINFO" in os.environ or "NUMBA_ENABLE_PROFILING" in os.environ
    if "numba" not in sys.modules and not environment and not Path(".numba_config.yaml").exists():
        return USUAL
    from numba import config

    return [str(getattr(config, name, None)) for name in SETTINGS]


@cache
def folder_name(package: str) -> str:
    """Return the name of the folder for a package's kernels, by its sources as they are at the first call."""
    digest = sha256(str(settings()).encode())
    for file in sources(package):
        digest.update(file.name.encode() + b"\0" + file.read_bytes() + b"\0")
    numba = getattr(sys.modules.get("numba"), "__version__", None) or version("numba")
    name = package.rpartition(".")[2]
    return f"{name}-{digest.hexdigest()[:16]}-python{platform.python_version()}-numba{numba}"


@cache
def shipped_folder(package: str) -> Path | None:
    """Return the folder of a package's kernels if it is there but cannot be written, as in the image of a container."""
    root = wanted_folder()
    if root is None:
        return None
    folder = root / folder_name(package)
    with suppress(OSError):
        if folder.is_dir() and is_trusted(folder) and not (wanted_is_writable() and os.access(folder, os.W_OK)):
            return folder
    return None


@cache
def game_folder(package: str) -> Path | None:
    """Return the folder in which a package's kernels are saved, made if need be; None where nothing can be written.

    Installations with the same sources share it. Each leaves an empty file there, whose time tells when it was used.
    """
    root = kernel_folder()
    if root is None:
        return None
    folder = root / folder_name(package)
    place = str(sources(package)[0].parent), sys.prefix, settings()
    user = folder / sha256(repr(place).encode()).hexdigest()[:16]
    try:
        if not user.exists():
            try:
                _add_user(root, user)
            except OSError:  # another process may have removed the folder just now
                _add_user(root, user)
            _remove_old(root, user)
        elif user.stat().st_mtime < time.time() - DAY:
            user.touch()
    except OSError:
        return None
    return folder


def has_kernels(package: str) -> bool:
    """Tell whether a kernel of a package was kept, compiled from its sources as they are now."""
    try:
        name = folder_name(package)
    except PackageNotFoundError:  # there is no Numba
        return False
    folder = shipped_folder(package)
    if folder is None or not any(folder.glob("*/*.nbc")):
        root = kernel_folder()
        folder = root / name if root else None
    return folder is not None and any(folder.glob("*/*.nbc"))


def _add_user(root: Path, user: Path) -> None:
    """Note that an installation uses a folder. A new folder has its user at once, so that nobody removes it."""
    new = root / f".new-{uuid4().hex}"
    new.mkdir(mode=0o755)
    (new / user.name).touch()
    try:
        new.rename(user.parent)
    except OSError:  # it is there already
        shutil.rmtree(new, ignore_errors=True)
        user.touch()


def _remove_old(root: Path, user: Path) -> None:
    """Remove what nobody uses any more: this installation uses one folder of a game, others perhaps theirs.

    A process that still uses such a folder works on: what it cannot load or save it compiles for itself.
    """
    now = time.time()
    with suppress(OSError):
        for folder in list(root.iterdir()):
            with suppress(OSError):
                if folder.is_symlink() or not folder.is_dir():
                    continue
                if PASSING.fullmatch(folder.name) and folder.stat().st_mtime < now - HOUR:
                    shutil.rmtree(folder, ignore_errors=True)
                elif OURS.fullmatch(folder.name) and folder != user.parent and _last_use(folder, user) < now - UNUSED:
                    gone = root / f".old-{uuid4().hex}"
                    folder.rename(gone)  # so that nobody finds half of it
                    shutil.rmtree(gone, ignore_errors=True)


def _last_use(folder: Path, user: Path) -> float:
    """Return when others last used a folder with kernels; 0 if only this installation did, which now uses another."""
    changed = folder.stat().st_mtime
    names = OURS.fullmatch(folder.name), OURS.fullmatch(user.parent.name)
    if all(names) and len({name[1] for name in names if name}) == 1 and (folder / user.name).exists():
        (folder / user.name).unlink(missing_ok=True)
        changed = 0.0
    return max((file.stat().st_mtime for file in folder.iterdir() if file.is_file()), default=changed)
