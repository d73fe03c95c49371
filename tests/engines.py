"""Engines of tests: small programs that do one thing when they have to move."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from encore.bots import engine as engines

TALK = """
import sys, time
print_ = lambda text: print(text, flush=True)
for line in sys.stdin:
    word = line.split()[0]
    if word == "ugi":
        print_("option name game type combo default dakapo var dakapo var dacapo")
        print_("ugiok")
    elif word == "isready":
        print_("readyok")
    elif word == "go":
        {go}
"""
"""A small engine; what it does when it has to move is filled in."""


@pytest.fixture(autouse=True)
def no_engine_left() -> Iterator[None]:
    """Leave no engine of a test to the next."""
    yield
    engines._end_all()


@pytest.fixture
def script(tmp_path: Path) -> Callable[[str], str]:
    """Return the name of an engine that does this when it has to move."""

    def write(go: str) -> str:
        path = tmp_path / f"engine{len(list(tmp_path.iterdir()))}.py"
        path.write_text(TALK.replace("{go}", go), "utf-8")
        return f"engine:{sys.executable} {path}"

    return write
