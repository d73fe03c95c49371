"""The rules of our games in the four languages: the same rules under the same numbers."""

from __future__ import annotations

import re

import pytest

from encore.core.registry import games, rules_languages, rules_text

LANGUAGES = ["en", "ja", "de", "fr"]
NUMBERED = re.compile(r"^## \D*(\d+)\s*[:：]", re.M)  # what the page reads as the number of a rule


def shape(section: str) -> tuple[list[str], list[str]]:
    """Return what is the same in every language: the kind and length of each block, and the code in it."""
    blocks = re.split(r"\n{2,}", section.strip())[1:]
    kinds = [f"{block[0]} {len(re.findall('^[-|]', block, re.M))}" if block[0] in "-|" else "text" for block in blocks]
    return kinds, sorted(re.findall("`[^`]+`", section))


def outline(text: str) -> list[tuple[str, tuple[list[str], list[str]]]]:
    """Return the numbers of the rules in their order, each with the shape of its text."""
    first, *parts = NUMBERED.split(text)
    return [("", shape(first)), *zip(parts[::2], map(shape, parts[1::2]), strict=True)]


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("name", games())
def test_every_rule_is_there_in_every_language(name: str, language: str) -> None:
    assert language in rules_languages(name)
    assert outline(rules_text(name, language)) == outline(rules_text(name))
    assert (rules_text(name, language) == rules_text(name)) == (language == "en")
