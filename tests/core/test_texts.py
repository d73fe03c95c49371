"""Every code that the sources use has a text in all four languages, with the same variables; every text is used."""

from __future__ import annotations

import ast
import re
from functools import cache
from importlib.resources.abc import Traversable
from pathlib import Path

import pytest
from fluent.syntax import FluentParser
from fluent.syntax import ast as fluent

import encore
from encore.core.labels import option_help
from encore.core.options import Choice
from encore.core.registry import packages
from encore.core.rendering import OWN_FOLDERS, texts

SOURCE = Path(encore.__file__).parent
PAGE = SOURCE.parents[1] / "web" / "src"
LANGUAGES = ("en", "de", "fr", "ja")
OWNERS = (*OWN_FOLDERS, *packages())
CODE = re.compile(rf"""["'`]({"|".join(OWNERS)})\.([a-z][a-z0-9-]*)["'`]""")

NOTATION = re.compile(r"deal:\S+")
"""Moves in a text are no French."""


@cache
def messages(owner: str, language: str) -> dict[str, fluent.Message | fluent.Term]:
    """Return the messages of a file; terms have a dash before their names."""
    path: Traversable = texts(owner).joinpath(f"{language}.ftl")
    found: dict[str, fluent.Message | fluent.Term] = {}
    for entry in FluentParser().parse(path.read_text("utf-8")).body if path.is_file() else ():
        assert not isinstance(entry, fluent.Junk), f"{owner}/{language}.ftl: {entry.content}"
        if isinstance(entry, fluent.Message | fluent.Term):
            name = f"-{entry.id.name}" if isinstance(entry, fluent.Term) else entry.id.name
            assert name not in found, f"{owner}/{language}.ftl has {name} twice"
            found[name] = entry
    return found


def references(node: object, kind: type[fluent.BaseNode]) -> set[str]:
    """Return the names of the variables, messages or terms that a message contains."""
    if isinstance(node, list):
        return set().union(*(references(each, kind) for each in node))
    if not isinstance(node, fluent.BaseNode):
        return set()
    found = set().union(*(references(each, kind) for each in vars(node).values()))
    return found | {node.id.name} if isinstance(node, kind) else found  # type: ignore[attr-defined]


@cache
def calls() -> list[tuple[str, frozenset[str] | None, str]]:
    """Return each code that is given to Fact, its arguments (None: not written out) and its place."""
    found = []
    for path in sorted(SOURCE.rglob("*.py")):
        for node in ast.walk(ast.parse(path.read_text("utf-8"))):
            if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id == "Fact" and node.args:
                names = [keyword.arg for keyword in node.keywords]
                given = None if None in names else frozenset(name for name in names if name)
                for each in ast.walk(node.args[0]):
                    if isinstance(each, ast.Constant) and isinstance(each.value, str) and "." in each.value:
                        if isinstance(node.args[0], ast.JoinedStr):
                            continue
                        found.append((each.value, given, f"{path.relative_to(SOURCE)}:{node.lineno}"))
    return found


@cache
def used() -> set[str]:
    """Return every code that stands in the sources of package and page."""
    pages = [path for path in (*SOURCE.rglob("web/*"), *PAGE.rglob("*")) if path.suffix in (".svelte", ".ts")]
    sources = [path for path in (*SOURCE.rglob("*.py"), *pages) if not path.name.endswith(".test.ts")]
    return {f"{owner}.{name}" for path in sources for owner, name in CODE.findall(path.read_text("utf-8"))}


def labels(name: str) -> set[str]:
    """Return the messages of a game that are looked up by the names of options, values, kinds of puzzles and themes."""
    found = {"title", "summary"}
    for option, kind in packages()[name].game.declared.items():
        label = f"option-{option.replace('_', '-')}"
        found |= {label, f"{label}-help"}
        found |= {f"{label}-{value}" for value in (kind.values if isinstance(kind, Choice) else ("value",))}
    for puzzles in packages()[name].puzzles.load() or ():
        found |= {f"puzzle-{puzzles.name}", *(f"theme-{theme}" for theme in puzzles.themes)}
    return found


@pytest.mark.parametrize("name", [name for name, package in packages().items() if package.puzzles])
def test_kinds_and_themes_of_puzzles_have_texts(name: str) -> None:
    wanted = {label for label in labels(name) if label.startswith(("puzzle-", "theme-"))}
    assert wanted and wanted <= messages(name, "en").keys()


def test_every_code_that_is_used_has_a_text() -> None:
    known = {f"{owner}.{name}" for owner in OWNERS for name in messages(owner, "en")}
    assert len(calls()) > 50
    assert not [(code, place) for code, _, place in calls() if code not in known]


def test_facts_have_the_arguments_of_their_texts() -> None:
    wrong = []
    for code, given, place in calls():
        owner, _, name = code.partition(".")
        needed = references(messages(owner, "en").get(name), fluent.VariableReference)
        if given is not None and not needed <= given:
            wrong.append((code, place))
    assert not wrong


@pytest.mark.parametrize("owner", OWNERS)
@pytest.mark.parametrize("language", LANGUAGES[1:])
def test_languages_have_the_same_messages_and_variables(owner: str, language: str) -> None:
    english, other = messages(owner, "en"), messages(owner, language)
    assert not {name for name in english.keys() ^ other.keys() if not name.startswith("-")}
    for name in english.keys() & other.keys():
        wanted, found = (references(each[name], fluent.VariableReference) for each in (english, other))
        assert wanted == found, f"{owner}/{language}.ftl: {name} has other variables than in English"


@pytest.mark.parametrize("name", packages())
def test_options_and_their_values_have_labels(name: str) -> None:
    assert not labels(name) - messages(name, "en").keys()
    game = packages()[name].game
    assert all(option_help(game, option) for option in game.declared)


@pytest.mark.parametrize("owner", OWNERS)
def test_every_text_is_used(owner: str) -> None:
    english, looked_up = messages(owner, "en"), set[str]()
    if owner in packages():
        optional = {"goal", *(f"players-{count}" for count in packages()[owner].game.player_counts)}
        looked_up = labels(owner) | optional
    referred = set().union(*(references(each, fluent.MessageReference) for each in english.values()))
    terms = set().union(*(references(each, fluent.TermReference) for each in english.values()))
    unused = [
        name
        for name in english
        if f"{owner}.{name}" not in used()
        and name not in referred
        and name.removeprefix("-") not in terms
        and name not in looked_up
    ]
    assert not unused


@pytest.mark.parametrize("owner", [*OWNERS, "page"])
def test_french_has_typographic_spaces_and_apostrophes(owner: str) -> None:
    path = PAGE / "i18n" / "fr.ftl" if owner == "page" else texts(owner).joinpath("fr.ftl")
    lines = [line for line in path.read_text("utf-8").splitlines() if not line.startswith("#")]
    assert lines
    messages = "\n".join(NOTATION.sub("", line) for line in lines)
    assert not re.findall(r".*(?:[^\u00a0\u202f][;?!]|[^\u00a0\u202f/]:|').*", messages)
