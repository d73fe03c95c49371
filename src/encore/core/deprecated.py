"""Old public names, also of arguments, that still work: each warns, and says its new name.

``docs/compatibility.md`` says for how long they stay.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import wraps
from importlib import import_module
from typing import Any, ParamSpec, TypeVar
from warnings import warn

P = ParamSpec("P")
R = TypeVar("R")


def renamed(module: str, names: Mapping[str, str]) -> Callable[[str], Any]:
    """Return the ``__getattr__`` of a module in which some names were changed: old name to ``module:new name``."""

    def find(name: str) -> Any:
        if name not in names:
            raise AttributeError(f"module {module!r} has no attribute {name!r}")
        source, _, now = names[name].partition(":")
        warn(f"{module}.{name} is now {source}.{now}", DeprecationWarning, stacklevel=2)
        return getattr(import_module(source), now)

    return find


def renamed_argument(old: str, now: str) -> Callable[[Callable[P, R]], Callable[P, R]]:
    """Return a decorator for a function in which an argument was changed: it is still taken by its old name."""

    def decorate(function: Callable[P, R]) -> Callable[P, R]:
        @wraps(function)
        def accepting(*args: P.args, **kwargs: P.kwargs) -> R:
            if old in kwargs:
                name = function.__qualname__
                warn(f"{name}({old}=…) is now {name}({now}=…)", DeprecationWarning, stacklevel=2)
                kwargs[now] = kwargs.pop(old)
            return function(*args, **kwargs)

        accepting.old_argument = old  # type: ignore[attr-defined]
        return accepting

    return decorate
