"""Numba's cache in the folder of a game, made of parts of Numba that ``tests/core/test_numba.py`` lists."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import suppress
from functools import cached_property, partial
from pathlib import Path
from typing import Any

from numba.core.caching import CompileResultCacheImpl, FunctionCache, _Cache, _CacheLocator

from encore.core.game_folder import game_folder, package_of, shipped_folder


class KernelCache(_Cache):
    """The cache of one kernel, which works without it: nothing that goes wrong with files stops it.

    What was shipped in a folder that cannot be written is loaded from there; all else is loaded and saved elsewhere.
    """

    def __init__(self, function: Callable[..., Any], count: Callable[[], None], tell: Callable[[object], None]) -> None:
        self._function, self._count, self._tell = function, count, tell
        self._package = package_of(function.__module__)
        shipped = shipped_folder(self._package)
        self._shipped = _Kept(function, shipped) if shipped else None
        if shipped is None:
            game_folder(self._package)  # now, while the sources are those that were loaded

    @cached_property
    def _own(self) -> _Kept | None:
        folder = game_folder(self._package)
        return _Kept(self._function, folder) if folder else None

    @property
    def cache_path(self) -> str | None:
        """Return the folder of the kernel."""
        kept = self._shipped or self._own
        return kept.cache_path if kept else None

    def load_overload(self, sig: Any, target_context: Any) -> Any:
        """Return what was kept, None if there is nothing that can be used."""
        if self._shipped:
            with suppress(Exception):  # broken files fail in many ways
                if loaded := self._shipped.load_overload(sig, target_context):
                    return loaded
        if self._own:
            try:
                return self._own.load_overload(sig, target_context)
            except OSError:
                return None
            except Exception:  # a broken file; what is compiled now takes its place
                with suppress(Exception):
                    self._own.flush()
        return None

    def save_overload(self, sig: Any, data: Any) -> None:
        """Keep a kernel that was just compiled, if there is room for it."""
        self._count()
        if self._own:
            try:
                self._own.save_overload(sig, data)
            except OSError:
                pass
            except Exception as error:
                self._tell(error)

    def enable(self) -> None:
        """Do nothing: the cache is always used."""

    def disable(self) -> None:
        """Do nothing: the cache is always used."""

    def flush(self) -> None:
        """Forget what was saved of this kernel."""
        if self._own:
            self._own.flush()


class _Locator(_CacheLocator):
    """Tells Numba where the kernels of a module are kept."""

    def __init__(self, function: Callable[..., Any], folder: Path) -> None:
        self._folder = folder
        self._module = function.__module__
        self._line = function.__code__.co_firstlineno

    def get_cache_path(self) -> str:
        """Return the folder of the module's kernels."""
        return str(self._folder / self._module)

    def get_source_stamp(self) -> str:
        """Return what must be the same for kept code to be used: the folder's name, which has the digest."""
        return self._folder.name

    def get_disambiguator(self) -> str:
        """Return what tells functions of the same name apart."""
        return str(self._line)

    def from_function(self, py_func: Callable[..., Any], py_file: str) -> _Locator:  # type: ignore[override]
        """Return the locator of a function: it was made for this one."""
        return self


class _KeptImpl(CompileResultCacheImpl):
    def __init__(self, function: Callable[..., Any], folder: Path) -> None:
        locators: list[Any] = [_Locator(function, folder)]
        self._locator_classes = locators
        super().__init__(function)


class _Kept(FunctionCache):
    """Numba's cache of one function, in a given folder."""

    def __init__(self, function: Callable[..., Any], folder: Path) -> None:
        impl: Any = partial(_KeptImpl, folder=folder)
        self._impl_class = impl
        super().__init__(function)
