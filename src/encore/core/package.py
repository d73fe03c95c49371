"""What a game offers, in one typed description: its rules and the parts that other layers use.

Each game of Encore has a ``package.py`` with ``PACKAGE``. Parts are named by the module and the object in it, and are
imported when they are first used: who wants only the rules loads no compiler and no picture library.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from functools import cached_property
from importlib import import_module
from importlib.resources import files
from importlib.resources.abc import Traversable
from importlib.util import find_spec
from typing import TYPE_CHECKING, Any, Generic, TypeVar

from encore.core.game import AnyGame

if TYPE_CHECKING:
    from rich.console import RenderableType

    from encore.core.drawing import Drawing
    from encore.core.encoding import Chance, Encoding
    from encore.core.exact import Exact
    from encore.core.fact import Fact
    from encore.core.figures import Figures
    from encore.core.lesson import Lesson
    from encore.core.parts import Advice, Board, Earlier, Features, Games, JaxRules, Kernel, Rows, Searcher
    from encore.core.puzzle import PuzzleKind
    from encore.core.thinking import Budget, Skill, Solution

T = TypeVar("T")
LAST = 1000
"""The place in the order of games of one that names no place."""


@dataclass(frozen=True)
class Part(Generic[T]):
    """An object of a game that is imported when it is needed: ``Part("heap.terminal:draw")``.

    Without an object's name it is the module itself. ``Part()`` stands for what a game does not have. An optional part
    is missing where its module lacks the object.
    """

    source: str = ""
    optional: bool = False

    def load(self) -> T | None:
        """Return the object; None where there is none."""
        return self._loaded

    @cached_property
    def _loaded(self) -> T | None:
        if not self.source:
            return None
        module, _, name = self.source.partition(":")
        loaded: Any = import_module(module)
        if not name:
            found: T = loaded
            return found
        return getattr(loaded, name, None) if self.optional else getattr(loaded, name)

    def __bool__(self) -> bool:
        """Tell whether there is such a part; only an optional one must be loaded for that."""
        return self.load() is not None if self.optional else bool(self.source)


NONE = Part[Any]()
"""What a game does not have."""


@dataclass(frozen=True, kw_only=True)
class GamePackage:
    """One version of a game with its parts; ``older`` are the packages of its earlier rules."""

    game: type[AnyGame]
    """The rules."""
    older: tuple[GamePackage, ...] = ()
    """The same game with earlier rules versions, so that their records and tables can still be played."""
    order: int = LAST
    """Where the page lists the game: smaller numbers come first."""

    kernel: Part[Callable[[AnyGame], Kernel]] = NONE
    """The compiled rules."""
    searcher: Part[Callable[[AnyGame], Searcher]] = NONE
    """The game's own search."""
    levels: Part[Mapping[str, Skill]] = NONE
    """How well each level of that search plays."""
    prepare: Part[Callable[[AnyGame], None]] = NONE
    """Loads what search and solver need, so that the first search does not wait for it."""
    solve: Part[Callable[[AnyGame, Any, Budget], Solution]] = NONE
    """The exact value of a position."""
    exact: Part[Callable[[AnyGame, Any, Budget], Exact]] = NONE
    """The exact values of the legal moves that can be solved within the budget."""
    features: Part[Callable[[AnyGame], Features]] = NONE
    """The numbers from which win chances are estimated."""
    chances: str = ""
    """The file in the game's folder with the weights of these numbers, which ``encore.analysis.fit`` writes."""

    canonical: Part[Callable[[AnyGame, Any], str]] = NONE
    """A text of the board in a state or view: the same for symmetric boards, empty for one that many games share."""
    outline: Part[Callable[[AnyGame, Any], str]] = NONE
    """A shorter text, which symmetric boards share too, and some others."""
    earlier: Part[Callable[[AnyGame, Any], Iterable[Earlier]]] = NONE
    """The boards, by outline, from which one may have come by a move. They may be more than can be reached."""

    encoding: Part[Callable[[AnyGame], Encoding]] = NONE
    """Actions and observations as numbers."""
    chance: Part[Callable[[AnyGame], Chance]] = NONE
    """The dealer's moves as single draws."""
    rows: Part[Callable[[AnyGame], Rows]] = NONE
    """The compiled rules with the numbers of the encoding, for games that are played move by move."""
    batch: Part[Callable[[AnyGame, int], Games]] = NONE
    """Many games that step together."""
    jax: Part[Callable[[AnyGame], JaxRules]] = NONE
    """The rules as pure functions of JAX."""

    board: Part[Board] = NONE
    """What the page draws."""
    advice: Part[Advice] = NONE
    """The reasons of hints."""
    value: Part[Callable[[AnyGame, Any], float]] = NONE
    """Not used any more: replays show win chances. Packages that name it can still be loaded."""
    standing: Part[Callable[[AnyGame, Any], tuple[float, ...]]] = NONE
    """How well each seat stands in the middle of a game, where its points alone do not tell."""
    measure: Part[Callable[[AnyGame], Fact]] = NONE
    """What ``standing`` counts, in words for the graph of a replay."""
    words: Part[Callable[[AnyGame, Any, Any, Any], Fact]] = NONE
    """A move in words, from the states or views before and after it. It tells only what everybody may know."""
    lessons: Part[tuple[Lesson, ...]] = NONE
    """The tutorial."""
    puzzles: Part[tuple[PuzzleKind, ...]] = NONE
    """The kinds of puzzles."""
    puzzle_file: str = "puzzles.txt"
    """The puzzles, in the game's folder."""
    rated_in_pairs: bool = False
    """Whether a rated match of two is a pair of games with exchanged seats, since one seat has the advantage."""
    levels_file: str = "levels.txt"
    """The measured ratings of the levels, in the game's folder, which ``encore ratings levels`` writes."""
    figures: Part[Callable[[AnyGame], Figures]] = NONE
    """What ``encore study`` counts in this game only."""
    terminal: Part[Callable[[AnyGame, Any, int | None], RenderableType]] = NONE
    """What the terminal draws."""
    remark: Part[Callable[[AnyGame, Any, Any], str]] = NONE
    """A few characters that the terminal shows beside a move."""
    drawing: Part[Callable[[AnyGame, Any, int | None, Any], Drawing]] = NONE
    """A picture of a view."""
    rules_file: str = "RULES.md"
    """The rules in English, in the game's folder; translations have names such as ``i18n/RULES.de.md``."""
    page: str = ""
    """The folder, in the game's own folder, with the board of a game outside Encore: ``board.js`` and what it needs."""

    def __post_init__(self) -> None:
        """Check that the older versions are the same game with lower numbers, each only once."""
        numbers = [package.rules for package in self.older]
        for package in self.older:
            if package.name != self.name:
                raise ValueError(f"{package.name} cannot be an older version of {self.name}")
            if package.rules >= self.rules:
                raise ValueError(f"rules version {package.rules} of {self.name} is not older than {self.rules}")
            if numbers.count(package.rules) > 1:
                raise ValueError(f"{self.name} lists its rules version {package.rules} twice")

    @property
    def name(self) -> str:
        """The name of the game."""
        return self.game.name

    @property
    def rules(self) -> int:
        """The version of the rules."""
        return self.game.rules_version

    @property
    def versions(self) -> dict[int, GamePackage]:
        """Every version of the game by the number of its rules, the oldest first."""
        return {package.rules: package for package in sorted((self, *self.older), key=lambda each: each.rules)}

    @property
    def folder(self) -> Traversable:
        """The folder of the game, with RULES.md and i18n."""
        return files(folder_of(self.game) or self.game.__module__)

    def page_files(self) -> Traversable | None:
        """Return the folder with the board's ES module ``board.js``; None where the game brings no such board."""
        found = self.folder.joinpath(self.page) if self.page else None
        return found if found is not None and found.joinpath("board.js").is_file() else None

    def texts(self) -> dict[str, Traversable]:
        """Return the game's Fluent files (``i18n/en.ftl``) by language."""
        folder = self.folder.joinpath("i18n")
        found = [path for path in folder.iterdir() if path.name.endswith(".ftl")] if folder.is_dir() else []
        return {path.name.removesuffix(".ftl"): path for path in sorted(found, key=lambda path: path.name)}


def folder_of(game: type[AnyGame]) -> str:
    """Return the package that a game's rules are in; empty for a single module outside any package."""
    return game.__module__.rpartition(".")[0]


_FLAT: Mapping[str, tuple[str, bool]] = {
    "kernel": ("kernel:Kernel", False),
    "searcher": ("search:Searcher", False),
    "levels": ("search:LEVELS", False),
    "prepare": ("search:prepare", True),
    "solve": ("search:solve", True),
    "encoding": ("encoding:Encoding", False),
    "chance": ("chance:Chance", False),
    "batch": ("batch:Games", False),
    "board": ("board", False),
    "advice": ("evaluate", False),
    "value": ("evaluate:value", True),
    "standing": ("evaluate:standing", True),
    "measure": ("evaluate:measure", True),
    "words": ("words:words", True),
    "lessons": ("lessons:LESSONS", False),
    "figures": ("figures:figures", False),
    "terminal": ("terminal:draw", False),
    "remark": ("terminal:remark", True),
    "drawing": ("drawing:draw", False),
}
"""Where a game without a ``package.py`` keeps its parts, as in Encore 0.1.0, and whether the object may be missing."""


def flat_package(game: type[AnyGame]) -> GamePackage:
    """Return what a game without a ``package.py`` offers: the modules beside its rules that have a known name."""
    folder = folder_of(game)
    found: dict[str, Any] = {}
    for name, (source, optional) in _FLAT.items() if folder else ():
        if find_spec(f"{folder}.{source.partition(':')[0]}") is not None:
            found[name] = Part[Any](f"{folder}.{source}", optional)
    return GamePackage(game=game, page="page", **found)
