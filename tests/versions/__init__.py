"""A game outside Encore with two versions of its rules, for every layer that stores or replays games.

The folder ``tally`` beside this file is the game. In turn, players add to a total until it reaches ten. By rules 1 they
add one or two, and whoever reaches ten wins; by rules 2 they add one to three, and whoever reaches ten loses. So
``RECORDS[1]`` is a win of seat 2 by rules 1, and the same moves are a win of seat 1 by rules 2.

In this process, ``with installed():`` makes ``encore.load("tally")`` and ``encore.load("tally", rules=1)`` work;
another process finds the game with ``ENCORE_GAMES=FOLDER`` in its environment (``environment()``).
"""

from __future__ import annotations

import os
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import encore.games
from encore.core import registry, rendering

FOLDER = Path(__file__).parent
"""What ENCORE_GAMES names."""
_MOVES = "add2 add2 add2 add2 add1 add1"
RECORDS = {
    1: f'[Game "tally"]\n[Rules "1"]\n[Players "2"]\n[Result "2"]\n\n{_MOVES}\n',
    2: f'[Game "tally"]\n[Rules "2"]\n[Players "2"]\n[Result "1"]\n\n{_MOVES}\n',
    3: f'[Game "tally"]\n[Rules "3"]\n[Players "2"]\n[Result "1"]\n\n{_MOVES}\n',
}
"""The same moves by the rules 1 and 2, and in a record from the future."""


def environment() -> dict[str, str]:
    """Return the environment of a process that shall find the game."""
    return {**os.environ, "ENCORE_GAMES": str(FOLDER)}


@contextmanager
def installed() -> Iterator[None]:
    """Let this process find the game, and forget it at the end."""
    encore.games.__path__.append(str(FOLDER))
    _forget()
    try:
        yield
    finally:
        encore.games.__path__.remove(str(FOLDER))
        _forget()


def _forget() -> None:
    for found in (registry.packages, registry.games, registry.package_of, rendering._sources, rendering._entry):
        found.cache_clear()
    for name in [name for name in sys.modules if name.startswith("encore.games.tally")]:
        del sys.modules[name]
