"""No file outside a game's folder names a game, so that a game can be added or removed as a folder."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from pathlib import Path

import pytest

import encore
from encore.core.registry import games

SOURCE = Path(encore.__file__).parent
PAGE = SOURCE.parents[1] / "web" / "src"
NAMES = re.compile("|".join({word for game in games().values() for word in (game.name, re.escape(game.title))}), re.I)
WORDS = {"dakapo!"}
"""A chat phrase and the call for a rematch, which appear at tables of every game."""
MODULES = [path for path in sorted(SOURCE.rglob("*.py")) if path.relative_to(SOURCE).parts[0] != "games"]
PAGES = [
    path
    for path in sorted(PAGE.rglob("*"))
    if path.suffix in (".ts", ".svelte") and not path.name.endswith((".test.ts", "messages.ts"))
]


def written(tree: ast.Module) -> Iterator[tuple[int, str]]:
    """Yield the names, imports and texts of a module with their lines; docstrings may give examples."""
    strings = {
        node.value
        for node in ast.walk(tree)
        if isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant) and isinstance(node.value.value, str)
    }
    for node in ast.walk(tree):
        match node:
            case ast.Constant(value=str(text)) if node not in strings:
                yield node.lineno, text
            case ast.Name(id=text) | ast.Attribute(attr=text):
                yield node.lineno, text
            case ast.ImportFrom(module=str(text)):
                yield node.lineno, text
            case ast.Import(names=names):
                yield from ((node.lineno, alias.name) for alias in names)


@pytest.mark.parametrize("path", MODULES, ids=lambda path: path.relative_to(SOURCE).as_posix())
def test_a_module_names_no_game(path: Path) -> None:
    tree = ast.parse(path.read_text("utf-8"))
    assert not [(line, text) for line, text in written(tree) if NAMES.search(text) and text not in WORDS]


@pytest.mark.parametrize("path", PAGES, ids=lambda path: path.relative_to(PAGE).as_posix())
def test_the_page_names_no_game(path: Path) -> None:
    text = re.sub(r"/\*.*?\*/|//[^\n]*|<!--.*?-->", "", path.read_text("utf-8"), flags=re.S)
    text = re.sub(r"""["']page\.[a-z-]+["']|["']dakapo!["']|placeholder=\{[^}]*\}""", "", text)
    assert not [line.strip() for line in text.splitlines() if NAMES.search(line)]


def test_there_are_modules_and_pages_to_look_at() -> None:
    assert len(MODULES) > 80 and len(PAGES) > 40
