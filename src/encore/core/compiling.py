"""Compiled kernels, which are never older than their sources.

Numba keeps compiled code under the name of a function's own file, so it misses a change in a module that the function
calls. Here the kernels of a game are kept in one folder. Its name contains a digest of all sources that a kernel of
the game can use, and the versions of Python and Numba: after any change it is a new
folder, and the old one is removed.
"""

from __future__ import annotations

import os
import pickle
import platform
import shutil
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import suppress
from functools import cache
from hashlib import sha256
from pathlib import Path
from typing import Any
from uuid import uuid4

import numba
from numba import config, njit
from numba.core.caching import CompileResultCacheImpl, FunctionCache, _CacheLocator

from encore.core.kernel_folder import kernel_folder

DAY = 86_400
UNUSED = 30 * DAY
"""Seconds after which a folder is removed when nobody has used it."""
SETTINGS = "BOUNDSCHECK", "OPT", "DEBUGINFO_DEFAULT"
"""Settings of Numba that change compiled code."""
NO_SOURCES = {"present", "web", "i18n", "__pycache__"}
"""Folders of a game that hold nothing a kernel can use."""


class Progress:
    """How many kernels this process has compiled so far; loading one that is kept does not count."""

    compiled = 0


def compiled(function: Callable[..., Any] | None = None, /, *, nogil: bool = True) -> Any:
    """Compile a function with Numba when it is first called, and keep the result for later runs.

    While it runs it lets go of the interpreter's lock, unless ``nogil`` is false: for very short functions.
    """
    if function is None:
        return lambda function: compiled(function, nogil=nogil)
    kernel: Any = njit(nogil=nogil)(function)
    folder = game_folder(package_of(function.__module__))
    if folder is not None:
        kernel._cache = _KernelCache(function)
    return kernel


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
    return [*sorted(files), Path(__file__)]


def _walk(top: Path) -> Iterator[tuple[str, str]]:
    for folder, below, names in os.walk(top):
        below[:] = [name for name in below if name not in NO_SOURCES]
        yield from ((folder, name) for name in names)


@cache
def game_folder(package: str) -> Path | None:
    """Return the folder of a package's kernels, made if need be; None where nothing can be written.

    Installations with the same sources share it. Each leaves an empty file there, whose time tells when it was used.
    """
    root = kernel_folder()
    if root is None:
        return None
    files, settings = sources(package), str([getattr(config, name) for name in SETTINGS])
    digest = sha256(settings.encode())
    for file in files:
        digest.update(file.name.encode() + b"\0" + file.read_bytes() + b"\0")
    name = package.rpartition(".")[2]
    versions = f"python{platform.python_version()}-numba{numba.__version__}"
    folder = root / f"{name}-{digest.hexdigest()[:16]}-{versions}"
    user = folder / sha256(repr((str(files[0].parent), sys.prefix, settings)).encode()).hexdigest()[:16]
    try:
        if not user.exists():
            _add_user(root, user)
            _remove_old(root, name, user)
        elif user.stat().st_mtime < time.time() - DAY:
            user.touch()
    except OSError:
        return None
    return folder


def _add_user(root: Path, user: Path) -> None:
    """Note that an installation uses a folder. A new folder has its user at once, so that nobody removes it."""
    new = root / f".new-{uuid4().hex}"
    new.mkdir()
    (new / user.name).touch()
    try:
        new.rename(user.parent)
    except OSError:  # it is there already
        shutil.rmtree(new, ignore_errors=True)
        user.touch()


def _remove_old(root: Path, name: str, user: Path) -> None:
    """Remove what nobody uses any more: this installation uses one folder of a game, others perhaps theirs.

    A process that still uses such a folder works on: what it cannot load or save it compiles for itself.
    """
    for folder in root.iterdir():
        with suppress(OSError):
            if folder.name.startswith(f"{name}-") and folder != user.parent:
                (folder / user.name).unlink(missing_ok=True)
            used = max((file.stat().st_mtime for file in folder.iterdir() if file.is_file()), default=0.0)
            if used < time.time() - UNUSED:
                gone = root / f".old-{uuid4().hex}"
                folder.rename(gone)  # so that nobody finds half of it
                shutil.rmtree(gone, ignore_errors=True)


class _Locator(_CacheLocator):
    """Tells Numba where the kernels of a module are kept."""

    def __init__(self, function: Callable[..., Any]) -> None:
        self._folder = game_folder(package_of(function.__module__))
        self._module = function.__module__
        self._line = function.__code__.co_firstlineno

    def get_cache_path(self) -> str:
        """Return the folder of the module's kernels."""
        return str(Path(str(self._folder), self._module))

    def get_source_stamp(self) -> str:
        """Return what must be the same for kept code to be used: the folder's name, which has the digest."""
        return Path(str(self._folder)).name

    def get_disambiguator(self) -> str:
        """Return what tells functions of the same name apart."""
        return str(self._line)

    @classmethod
    def from_function(cls, py_func: Callable[..., Any], py_file: str) -> _Locator:
        """Return the locator of a function."""
        return cls(py_func)


class _KernelCacheImpl(CompileResultCacheImpl):
    _locator_classes: list[Any] = [_Locator]


class _KernelCache(FunctionCache):
    """Numba's cache in our folder. Kernels work without it: nothing that goes wrong with files stops them."""

    _impl_class = _KernelCacheImpl

    def load_overload(self, sig: Any, target_context: Any) -> Any:
        """Return what was kept, None if that cannot be read."""
        with suppress(OSError, EOFError, pickle.UnpicklingError):
            return super().load_overload(sig, target_context)

    def save_overload(self, sig: Any, data: Any) -> None:
        """Keep a kernel that was just compiled, if there is room for it."""
        Progress.compiled += 1
        with suppress(OSError):
            super().save_overload(sig, data)
