"""The games as clients see them: their options, and the board files of external packages."""

from __future__ import annotations

import mimetypes
from functools import cache
from hashlib import sha256
from importlib.resources.abc import Traversable
from pathlib import Path

import msgspec

import encore
from encore.core.fact import Fact, fact_of
from encore.core.options import Choice, Option
from encore.core.package import GamePackage
from encore.core.rendering import has_text

OWN_GAMES = Path(encore.__file__).parent / "games"
"""The games that are built into the page."""
TYPES = {".js": "text/javascript", ".mjs": "text/javascript", ".ftl": "text/plain", ".css": "text/css"}


class ChoiceOption(msgspec.Struct, frozen=True, tag_field="kind", tag="choice", omit_defaults=True):
    """An option with a fixed list of values. ``range`` and ``help`` are English, for programs."""

    values: tuple[str, ...]
    default: str
    range: str
    help: str
    help_fact: Fact | None = None


class NumberOption(msgspec.Struct, frozen=True, tag_field="kind", tag="number", omit_defaults=True):
    """An option that is an integer from ``low`` to ``high``."""

    low: int
    high: int
    default: int
    range: str
    help: str
    help_fact: Fact | None = None


class GameInfo(msgspec.Struct, frozen=True):
    """A game that can be played here. ``options`` are keyed by the number of players and the name of the option.

    ``order`` is the game's position in the page's list, smaller numbers first. An external game may provide a ``board``
    (the URL of an ES module) and ``texts`` (URLs of Fluent files by language).
    """

    game: str
    title: str
    title_fact: Fact
    summary: str
    summary_fact: Fact
    rules: int
    order: int
    players: tuple[int, ...]
    options: dict[str, dict[str, ChoiceOption | NumberOption]]
    board: str | None
    texts: dict[str, str]


class GameList(msgspec.Struct, frozen=True):
    """The games, by name."""

    games: tuple[GameInfo, ...]


def describe(package: GamePackage) -> GameInfo:
    """Return what a client must know to offer a game."""
    kind = package.game
    board = texts = None
    if not _is_own(package):
        files = page_files(package)
        root = f"/games/{kind.name}/{digest(package)}"
        board = f"{root}/board.js" if "board.js" in files else None
        texts = {name[5:-4]: f"{root}/{name}" for name in files if name.startswith("i18n/")}
    return GameInfo(
        game=kind.name,
        title=kind.title,
        title_fact=_fact(f"{kind.name}.title", kind.title),
        summary=kind.summary,
        summary_fact=_fact(f"{kind.name}.summary", kind.summary),
        rules=kind.rules_version,
        order=package.order,
        players=kind.player_counts,
        options={
            str(count): {name: _option(kind.name, name, option) for name, option in kind.options_for(count).items()}
            for count in kind.player_counts
        },
        board=board,
        texts=texts or {},
    )


def _option(game: str, name: str, option: Option) -> ChoiceOption | NumberOption:
    fact = _fact(f"{game}.option-{name.replace('_', '-')}-help", option.help)
    said = str(fact)
    if isinstance(option, Choice):
        return ChoiceOption(option.values, option.default, option.range, said, fact if said else None)
    return NumberOption(option.low, option.high, option.default, option.range, said, fact if said else None)


def _fact(code: str, text: str) -> Fact:
    """Return a text of a game as a fact; a game without Fluent files gives it in English."""
    return Fact(code) if has_text(code) else fact_of(text)


def _is_own(package: GamePackage) -> bool:
    return isinstance(package.folder, Path) and package.folder.parent == OWN_GAMES


@cache
def page_files(package: GamePackage) -> dict[str, Traversable]:
    """Return the files of a game's package that a page may load, by path: its board and its texts."""
    found = {f"i18n/{language}.ftl": path for language, path in package.texts().items()}
    board = package.page_files()
    return {**_inside(board), **found} if board is not None else found


def _inside(folder: Traversable, prefix: str = "") -> dict[str, Traversable]:
    found: dict[str, Traversable] = {}
    for path in folder.iterdir():
        if path.is_dir():
            found |= _inside(path, f"{prefix}{path.name}/")
        else:
            found[prefix + path.name] = path
    return found


@cache
def digest(package: GamePackage) -> str:
    """Return a name derived from the content of the files, so that browsers may cache them."""
    whole = sha256()
    for name, path in sorted(page_files(package).items()):
        content = path.read_bytes()
        whole.update(f"{name} {len(content)} ".encode() + content)
    return whole.hexdigest()[:16]


def media_type(name: str) -> str:
    """Return the media type of a file, based on its name."""
    return TYPES.get(Path(name).suffix) or mimetypes.guess_type(name)[0] or "application/octet-stream"
