"""Finds the games: each folder of ``encore.games`` that exports GAME, and packages with an entry point.

A folder named in the environment variable ENCORE_GAMES counts as a part of ``encore.games`` too.
"""

from __future__ import annotations

import pkgutil
import re
from collections.abc import Callable
from functools import cache, partial
from importlib import import_module
from importlib.metadata import entry_points
from importlib.resources import files
from importlib.resources.abc import Traversable
from importlib.util import find_spec
from pathlib import Path
from types import ModuleType

from encore.core.errors import UnknownGame, quoted
from encore.core.game import AnyGame, Game

ENTRY_POINT_GROUP = "encore.games"
"""Where other packages name their games among their entry points."""


@cache
def games() -> dict[str, type[AnyGame]]:
    """Return every game by its name, in alphabetical order."""
    folders = import_module("encore.games").__path__
    for folder in folders:
        if not Path(folder).is_dir():
            raise UnknownGame(f"ENCORE_GAMES names the folder {quoted(folder)}, which is not there")
    sources: dict[str, Callable[[], object]] = {
        f"encore.games.{found.name}": partial(import_module, f"encore.games.{found.name}")
        for found in pkgutil.iter_modules(folders)
    }
    sources |= {point.value: point.load for point in entry_points(group=ENTRY_POINT_GROUP)}
    found: dict[str, type[AnyGame]] = {}
    for source, loader in sources.items():
        game = _load_from(source, loader)
        if game is not None:
            if game.name in found:
                raise UnknownGame(f"two games are called {game.name}; the second is in {source}")
            found[game.name] = game
    return dict(sorted(found.items()))


def _load_from(source: str, loader: Callable[[], object]) -> type[AnyGame] | None:
    """Return the game of a folder or an entry point; None for a folder that exports none."""
    try:
        loaded = loader()
    except (Exception, SystemExit) as error:
        # A game is somebody's code and can fail in any way; say which one it was.
        raise UnknownGame(f"the game in {source} cannot be loaded: {error}") from error
    game = getattr(loaded, "GAME", loaded)
    return game if isinstance(game, type) and issubclass(game, Game) else None


def find(name: str) -> type[AnyGame]:
    """Return the game called ``name``, without players or options."""
    if name not in games():
        raise UnknownGame(f"there is no game {quoted(name)}; the games: {', '.join(games())}")
    return games()[name]


def load(name: str, /, players: int | None = None, **settings: object) -> AnyGame:
    """Return the game called ``name``, set up for so many players with the given options and materials."""
    return find(name)(players, **settings)


FOLDERS = {
    "batch": "learn",
    "board": "present",
    "chance": "learn",
    "drawing": "present",
    "encoding": "learn",
    "evaluate": "present",
    "figures": "present",
    "kernel": "compiled",
    "lessons": "present",
    "search": "search.searcher",
    "terminal": "present",
}
"""Where a game of Encore's own keeps a part."""


@cache
def part(game: type[AnyGame], name: str) -> ModuleType | None:
    """Return a further module of a game's folder, such as ``terminal`` or ``search``; None if it has none."""
    package = game.__module__.rpartition(".")[0]
    if not package:
        return None
    folder = FOLDERS.get(name, "")
    inside = folder if folder.endswith("searcher") else f"{folder}.{name}"
    places = [f"{package}.{inside}", f"{package}.{name}"]
    for place in places:
        if find_spec(place.rpartition(".")[0]) is not None and find_spec(place) is not None:
            return import_module(place)
    return None


def rules_languages(name: str) -> dict[str, Traversable]:
    """Return where the rules of a game stand, by language: RULES.md is English, i18n/RULES.de.md German."""
    folder = files(find(name).__module__.rpartition(".")[0] or find(name).__module__)
    texts = {"en": folder.joinpath("RULES.md")}
    if not texts["en"].is_file():
        raise UnknownGame(f"{name} has no RULES.md")
    translations = folder.joinpath("i18n")
    for path in translations.iterdir() if translations.is_dir() else ():
        if found := re.fullmatch(r"RULES\.(\w+)\.md", path.name):
            texts[found[1]] = path
    return texts


def rules_text(name: str, language: str = "en") -> str:
    """Return the rules of a game in one of its languages."""
    return rules_languages(name)[language].read_text("utf-8")
