"""The server's texts: each in four languages, with the same variables, and each used."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from fluent.syntax import FluentParser, ast
from fluent.syntax.visitor import Visitor

import encore.server
from encore.core.english import codes

SOURCES = Path(next(iter(encore.server.__path__)))
LANGUAGES = ("en", "de", "fr", "ja")


class Variables(Visitor):
    """Finds the variables of a message."""

    def __init__(self) -> None:
        super().__init__()
        self.found: set[str] = set()

    def visit_VariableReference(self, node: ast.VariableReference) -> None:  # noqa: N802
        self.found.add(node.id.name)


def texts(language: str) -> dict[str, set[str]]:
    """Return the variables of each message in a language."""
    path = SOURCES / "i18n" / f"{language}.ftl"
    found = {}
    for entry in FluentParser().parse(path.read_text("utf-8")).body:
        assert not isinstance(entry, ast.Junk), f"{path.name}: {entry.content}"
        if isinstance(entry, ast.Message):
            variables = Variables()
            variables.visit(entry)
            found[entry.id.name] = variables.found
    return found


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_language_has_the_same_messages_with_the_same_variables(language: str) -> None:
    assert texts(language) == texts("en")


def test_every_code_has_a_text_and_every_text_is_used() -> None:
    used = {
        code for path in SOURCES.rglob("*.py") for code in re.findall(r'Fact\(\s*"(server\.[\w-]+)"', path.read_text())
    }
    assert used == set(codes("server"))


def test_french_has_typographic_spaces_and_apostrophes() -> None:
    text = (SOURCES / "i18n" / "fr.ftl").read_text("utf-8")
    messages = "\n".join(line for line in text.splitlines() if not line.startswith("#"))
    assert not re.search(r"[^\u00a0\u202f][;?!]|'", messages)
    assert not re.search(r"[^\u00a0\u202f/]:", messages)
