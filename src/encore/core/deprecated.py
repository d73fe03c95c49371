"""Old public names that still work: each warns, and says its new name. ``docs/compatibility.md`` says for how long."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from importlib import import_module
from typing import Any
from warnings import warn


def renamed(module: str, names: Mapping[str, str]) -> Callable[[str], Any]:
    """Return the ``__getattr__`` of a module in which some names were changed: old name to ``module:new name``."""

    def find(name: str) -> Any:
        if name not in names:
            raise AttributeError(f"module {module!r} has no attribute {name!r}")
        source, _, now = names[name].partition(":")
        warn(f"{module}.{name} is now {source}.{now}", DeprecationWarning, stacklevel=2)
        return getattr(import_module(source), now)

    return find
