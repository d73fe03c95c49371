"""The texts of page, core, server and games, keyed by their English text."""

from __future__ import annotations

from functools import cache
from pathlib import Path

from fluent.syntax import FluentParser, ast

ROOT = Path(__file__).parents[2]
SHARED = (ROOT / "web/src/i18n", ROOT / "src/encore/core/i18n", ROOT / "src/encore/server/i18n")
"""What the page loads before it shows anything."""
LATER = [
    SHARED[0] / name for name in ("analysis", "days", "learn", "moderation", "people", "puzzles", "settings", "votes")
]
"""What is loaded when it is needed."""


@cache
def catalogue(language: str) -> dict[str, str]:
    """Return the texts of a language, keyed by the English text; variables are written {name}, selectors left out."""
    folders = [*SHARED, *LATER, *(ROOT / "src/encore/games").glob("*/i18n")]
    pairs = ((_read(folder / "en.ftl"), _read(folder / f"{language}.ftl")) for folder in folders)
    return {text: own[name] for english, own in pairs for name, text in english.items() if name in own}


def text(name: str, language: str) -> str:
    """Return a text of the page by its name."""
    return _read(SHARED[0] / f"{language}.ftl")[name]


@cache
def _read(path: Path) -> dict[str, str]:
    if not path.is_file():
        return {}
    entries = FluentParser(with_spans=False).parse(path.read_text("utf-8")).body
    found = {entry.id.name: _plain(entry.value) for entry in entries if isinstance(entry, ast.Message) and entry.value}
    return {name: text for name, text in found.items() if text is not None}


def _plain(pattern: ast.Pattern) -> str | None:
    parts: list[str] = []
    for element in pattern.elements:
        if isinstance(element, ast.TextElement):
            parts.append(element.value)
        elif isinstance(element, ast.Placeable) and isinstance(element.expression, ast.VariableReference):
            parts.append(f"{{{element.expression.id.name}}}")
        else:
            return None
    return "".join(parts)
