"""Compiled kernels, which are never older than their sources.

Numba keeps compiled code under the name of a function's own file, so it misses a change in a module that the function
calls. Here the kernels of a game are kept in one folder, whose name changes with any source: see ``game_folder.py``.
"""

from __future__ import annotations

import sys
from collections.abc import Callable
from multiprocessing import parent_process
from types import FunctionType
from typing import Any

import numba
from numba import njit


class Progress:
    """How many kernels this process has compiled so far; loading one that is kept does not count."""

    compiled = 0
    told = False
    """Whether a line said that kernels cannot be kept."""


def compiled(function: Callable[..., Any] | None = None, /, *, nogil: bool = True) -> Any:
    """Compile a function with Numba when it is first called, and keep the result for later runs.

    While it runs it lets go of the interpreter's lock, unless ``nogil`` is false: for very short functions.
    """
    if function is None:
        return lambda function: compiled(function, nogil=nogil)
    kernel: Any = njit(nogil=nogil)(function)
    if isinstance(kernel, FunctionType):  # Numba is told not to compile
        return kernel
    try:
        from encore.core.kernel_cache import KernelCache

        kernel._cache  # noqa: B018
        kernel._cache = KernelCache(function, _count, _tell)
    except (ImportError, AttributeError, TypeError) as error:  # Numba's cache is not what it was
        _tell(error)
    return kernel


def _count() -> None:
    Progress.compiled += 1


def _tell(error: object) -> None:
    """Say once, in the first process, that Numba is a version whose cache Encore cannot use."""
    if parent_process() is None and not Progress.told:
        Progress.told = True
        line = f"encore: the cache of Numba {numba.__version__} cannot be used ({error}); kernels are not kept"
        print(line, file=sys.stderr)  # noqa: T201
