"""Finds the games: each folder of ``encore.games`` that exports GAME, and packages with an entry point.

A folder named in the environment variable ENCORE_GAMES counts as a part of ``encore.games`` too.
"""

from __future__ import annotations

import pkgutil
from functools import cache
from importlib import import_module
from importlib.metadata import entry_points

from encore.core.errors import UnknownGame, quoted
from encore.core.game import AnyGame

ENTRY_POINT_GROUP = "encore.games"


@cache
def games() -> dict[str, type[AnyGame]]:
    """Return every game by its name, in alphabetical order."""
    package = import_module("encore.games")
    modules = (import_module(f"encore.games.{found.name}") for found in pkgutil.iter_modules(package.__path__))
    found = [module.GAME for module in modules if hasattr(module, "GAME")]
    found += [point.load() for point in entry_points(group=ENTRY_POINT_GROUP)]
    return {game.name: game for game in sorted(found, key=lambda game: game.name)}


def find(name: str) -> type[AnyGame]:
    """Return the game called ``name``, without players or options."""
    if name not in games():
        raise UnknownGame(f"there is no game {quoted(name)}; the games: {', '.join(games())}")
    return games()[name]


def load(name: str, players: int | None = None, **settings: object) -> AnyGame:
    """Return the game called ``name``, set up for so many players with the given options and materials."""
    return find(name)(players, **settings)
