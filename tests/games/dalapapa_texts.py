"""The texts of Dalapapa in four languages."""

from __future__ import annotations

import re
from functools import cache

from fluent.syntax import FluentParser, FluentSerializer, ast

from encore.core.fact import Fact
from encore.core.rendering import texts

LANGUAGES = ("en", "ja", "de", "fr")


@cache
def read_texts(language: str) -> dict[str, set[str]]:
    """Return the variables of each message of a language."""
    text = texts("dalapapa").joinpath(f"{language}.ftl").read_text("utf-8")
    entries = [entry for entry in FluentParser().parse(text).body if isinstance(entry, ast.Message)]
    return {entry.id.name: set(re.findall(r"\$(\w+)", FluentSerializer().serialize_entry(entry))) for entry in entries}


def assert_told_in_every_language(fact: object) -> None:
    """A fact of this game has a text with its arguments in all languages; in English it is short."""
    assert isinstance(fact, Fact)
    owner, _, name = fact.code.partition(".")
    assert owner == "dalapapa"
    assert all(read_texts(language)[name] == set(fact.args) for language in LANGUAGES), fact
    assert 0 < len(str(fact)) < 400
    assert all(re.fullmatch(r"-?\d+,-?\d+", cell) for cell in fact.cells)
