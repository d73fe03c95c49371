"""What a game's package lists, and that a game without one is described by the modules beside its rules."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from pathlib import Path
from types import ModuleType
from typing import Any

import pytest

from encore.core.package import LAST, GamePackage, Part
from encore.core.registry import games, package_named, package_of, packages

PARTS = [name for name, kind in GamePackage.__annotations__.items() if str(kind).startswith("Part[")]
FLAT = {
    "rules": """
from encore import Game, Outcome
class Flat(Game):
    name, title, summary, player_counts = "flat", "Flat", "nothing", (2,)
    initial = to_move = legal_moves = play = outcome = format_move = parse_move = format_state = parse_state = None
    def __init__(self): pass
""",
    "search": "LEVELS = {}\nclass Searcher:\n    pass\ndef solve(game, s, budget):\n    return 7",
    "terminal": "def draw(game, view, seat):\n    return 'drawn'",
}


@pytest.fixture
def flat(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[ModuleType]:
    """Return the rules of a game in the form of Encore 0.1.0: modules with known names in one folder."""
    folder = tmp_path / "flat_game"
    (folder / "page").mkdir(parents=True)
    (folder / "i18n").mkdir()
    (folder / "page" / "board.js").write_text("export default 1")
    (folder / "i18n" / "en.ftl").write_text("title = Flat\n")
    (folder / "__init__.py").write_text("")
    for name, text in FLAT.items():
        (folder / f"{name}.py").write_text(text)
    monkeypatch.syspath_prepend(str(tmp_path))
    rules = __import__("flat_game.rules").rules
    assert isinstance(rules, ModuleType)
    yield rules
    for name in [name for name in sys.modules if name.startswith("flat_game")]:
        del sys.modules[name]


@pytest.mark.parametrize("name", sorted(games()))
def test_every_part_of_a_game_can_be_loaded(name: str) -> None:
    package = package_named(name)
    assert package is package_of(games()[name])
    assert package.versions == {package.rules: package}
    for part in PARTS:
        found: Part[Any] = getattr(package, part)
        assert (found.load() is not None) == bool(found)


def test_games_are_listed_in_the_order_of_their_packages() -> None:
    orders = [package.order for package in packages().values()]
    assert orders == sorted(set(orders))
    assert sorted(packages()) == list(games())


def test_a_part_that_is_named_wrong_is_an_error() -> None:
    with pytest.raises(AttributeError):
        Part[Any]("encore.core.package:nothing").load()
    assert not Part[Any]("encore.core.package:nothing", optional=True)
    assert Part[Any]().load() is None


def test_a_game_in_the_form_of_0_1_0_offers_the_modules_beside_its_rules(flat: Any) -> None:
    package = package_of(flat.Flat)
    solve, terminal = package.solve.load(), package.terminal.load()
    assert solve is not None and terminal is not None
    assert solve(flat.Flat(), None, None) == 7  # type: ignore[arg-type, comparison-overlap]
    assert terminal(flat.Flat(), None, None) == "drawn"
    assert not package.prepare and not package.remark and not package.kernel
    assert package.order == LAST
    files = package.page_files()
    assert files is not None and files.joinpath("board.js").is_file()
    assert list(package.texts()) == ["en"]
