"""Checks that the internals of uvicorn that this server uses still exist."""

from __future__ import annotations

from collections.abc import Iterable
from inspect import getsource


def missing_of(base: type, methods: Iterable[str], attributes: Iterable[str]) -> list[str]:
    """Return the methods and attributes that a class no longer has."""
    source = getsource(base)
    lacking = [name for name in sorted(methods) if not callable(getattr(base, name, None))]
    return lacking + [name for name in attributes if f"self.{name}" not in source]
