"""Finds the games: each folder of ``encore.games`` that exports GAME, and packages with an entry point.

Folders in the environment variable ENCORE_GAMES are searched as part of ``encore.games``.
"""

from __future__ import annotations

import pkgutil
import re
import warnings
from collections.abc import Callable
from functools import cache, partial
from importlib import import_module
from importlib.metadata import entry_points
from importlib.resources.abc import Traversable
from importlib.util import find_spec
from pathlib import Path
from types import ModuleType
from typing import Any

from encore.core.errors import UnknownGame, UnknownRules, quoted
from encore.core.fact import Fact
from encore.core.game import AnyGame, Game
from encore.core.options import whole
from encore.core.package import GamePackage, Part, flat_package, folder_of

ENTRY_POINT_GROUP = "encore.games"
"""The entry point group in which other packages register their games."""


@cache
def packages() -> dict[str, GamePackage]:
    """Return what every game offers, by the game's name, in the order in which the page lists the games."""
    folders = import_module("encore.games").__path__
    for folder in folders:
        if not Path(folder).is_dir():
            raise UnknownGame(f"ENCORE_GAMES names the folder {quoted(folder)}, which is not there")
    sources: dict[str, Callable[[], object]] = {
        f"encore.games.{found.name}": partial(import_module, f"encore.games.{found.name}")
        for found in pkgutil.iter_modules(folders)
    }
    points = {point.value: point.load for point in entry_points(group=ENTRY_POINT_GROUP)}
    sources |= points
    found: dict[str, GamePackage] = {}
    for source, loader in sources.items():
        package = _load_from(source, loader)
        if package is None and source in points:
            raise UnknownGame(f"the entry point {source} names no game: neither a GAME nor a PACKAGE")
        if package is not None:
            if package.name in found:
                raise UnknownGame(f"two games are called {package.name}; the second is in {source}")
            found[package.name] = package
    return dict(sorted(found.items(), key=lambda item: (item[1].order, item[0])))


def _load_from(source: str, loader: Callable[[], object]) -> GamePackage | None:
    """Return the package of a folder or an entry point; None for a folder that has no game."""
    try:
        loaded = loader()
        package = getattr(loaded, "PACKAGE", loaded)
        if isinstance(package, GamePackage):
            return package
        game = getattr(loaded, "GAME", loaded)
        return _package_beside(game) if isinstance(game, type) and issubclass(game, Game) else None
    except (Exception, SystemExit) as error:
        # Somebody else's code can fail in any way; the message says which game it was.
        raise UnknownGame(f"the game in {source} cannot be loaded: {error}") from error


@cache
def package_of(game: type[AnyGame]) -> GamePackage:
    """Return what a version of a game offers: the package that the game was registered with, else what is beside it."""
    for package in packages().values():
        for version in package.versions.values():
            if version.game is game:
                return version
    return _package_beside(game)


def _package_beside(game: type[AnyGame]) -> GamePackage:
    """Return the package in the ``package.py`` of a game's folder, else the modules beside its rules."""
    folder = folder_of(game)
    while folder:
        if find_spec(f"{folder}.package") is not None:
            listed = getattr(import_module(f"{folder}.package"), "PACKAGE", None)
            for package in listed.versions.values() if isinstance(listed, GamePackage) else ():
                if package.game is game:
                    return package
        folder = folder.rpartition(".")[0]
    return flat_package(game)


def package_named(name: str, rules: int | str | None = None) -> GamePackage:
    """Return what the game called ``name`` offers, with its newest rules or those of another version."""
    if name not in packages():
        raise UnknownGame(Fact("core.unknown-game", name=quoted(name), games=", ".join(games())))
    versions = packages()[name].versions
    wanted = max(versions) if rules is None else whole(rules)
    if wanted not in versions:
        newest = max(versions)
        if wanted is not None and wanted > newest:
            raise UnknownRules(Fact("core.newer-rules", game=name, rules=wanted, newest=newest))
        known = ", ".join(map(str, versions))
        raise UnknownRules(Fact("core.unknown-rules", game=name, rules=quoted(str(rules)), known=known))
    return versions[wanted]


@cache
def games() -> dict[str, type[AnyGame]]:
    """Return every game by its name, in alphabetical order."""
    return {name: package.game for name, package in sorted(packages().items())}


def find(name: str, rules: int | str | None = None) -> type[AnyGame]:
    """Return the game called ``name``, without players or options; by its newest rules or those of another version."""
    return package_named(name, rules).game


def load(name: str, /, players: int | None = None, *, rules: Any = None, **settings: object) -> AnyGame:
    """Return the game called ``name``, set up for so many players with the given options and materials.

    ``rules`` is the version of the rules, the newest if it is not given; UnknownRules names the versions there are.
    """
    return find(name, rules)(players, **settings)


def rules_languages(name: str, rules: int | str | None = None) -> dict[str, Traversable]:
    """Return the files with the rules of a game by language: RULES.md is English, i18n/RULES.de.md German.

    They are those of the newest version or of another one, whose package names its file.
    """
    package = package_named(name, rules)
    folder, stem = package.folder, package.rules_file.removesuffix(".md")
    texts = {"en": folder.joinpath(package.rules_file)}
    if not texts["en"].is_file():
        raise UnknownGame(Fact("core.no-rules-text", game=name))
    translations = folder.joinpath("i18n")
    for path in translations.iterdir() if translations.is_dir() else ():
        if found := re.fullmatch(rf"{re.escape(stem)}\.(\w+)\.md", path.name):
            texts[found[1]] = path
    return texts


def rules_text(name: str, language: str = "en", rules: int | str | None = None) -> str:
    """Return the rules of a game in one of its languages, of the newest version or of another one."""
    return rules_languages(name, rules)[language].read_text("utf-8")


_PARTS_OF_OLD = {"search": "searcher", "evaluate": "advice"}
"""Parts that had another name in 0.1.0."""


def part(game: type[AnyGame], name: str) -> ModuleType | None:
    """Return the module of a game's part by its name in 0.1.0; deprecated, use ``package_of(game)``."""
    warnings.warn("registry.part is now package_of(game), which lists the parts", DeprecationWarning, stacklevel=2)
    found = getattr(package_of(game), _PARTS_OF_OLD.get(name, name), None)
    return import_module(found.source.partition(":")[0]) if isinstance(found, Part) and found else None
