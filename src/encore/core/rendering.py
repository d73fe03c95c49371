"""The texts of facts, read from Fluent files (``i18n/en.ftl``): English, unless another language is asked for.

Fluent's own parser reads the messages. Only what the files use is evaluated here: variables, selectors, terms and
references to other messages. The page renders the same files with ``@fluent/bundle``. Other languages are for what
reaches people without a page.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from functools import cache
from importlib.resources import files
from importlib.resources.abc import Traversable
from typing import NamedTuple

from fluent.syntax import FluentParser, ast

from encore.core.fact import Fact, Value

OWN_FOLDERS = {"core": "encore.core", "server": "encore.server", "notices": "encore.server.notices"}
"""The packages that have texts of their own; every other owner is a game."""

_ENTRY = re.compile(r"^(-?[a-zA-Z][\w-]*) *=", re.MULTILINE)


class MissingText(LookupError):
    """A code that has no text: a mistake in the program, which a test of every code finds."""


class Source(NamedTuple):
    """Whose texts, and in which language."""

    owner: str
    language: str = "en"


def render(fact: Fact, language: str = "en") -> str:
    """Return the text of a fact on one line, or raise an error; ``str(fact)`` never does."""
    owner, dot, name = fact.code.partition(".")
    source = Source(owner, language)
    if not dot or (found := _entry(source, name)) is None:
        raise MissingText(f"no text for {fact.code} in {language}")
    return _pattern(source, found, {key: _text(value, language) for key, value in fact.args.items()})


def has_text(code: str) -> bool:
    """Tell whether a code has an English text."""
    owner, dot, name = code.partition(".")
    return bool(dot) and _entry(Source(owner), name) is not None


def codes(owner: str) -> list[str]:
    """Return every code of an owner that has an English text, in the order of the file."""
    return [f"{owner}.{name}" for name in _sources(Source(owner)) if not name.startswith("-")]


def texts(owner: str) -> Traversable:
    """Return the folder with the Fluent files of ``core``, ``server`` or a game."""
    if owner in OWN_FOLDERS:
        return files(OWN_FOLDERS[owner]).joinpath("i18n")
    from encore.core.registry import package_named

    return package_named(owner).folder.joinpath("i18n")


@cache
def _sources(source: Source) -> Mapping[str, str]:
    """Return the messages of an owner as text; each is parsed when it is first needed."""
    path = texts(source.owner).joinpath(f"{source.language}.ftl")
    if not path.is_file():
        return {}
    text = path.read_text("utf-8")
    starts = [*_ENTRY.finditer(text)]
    ends = [found.start() for found in starts[1:]] + [len(text)]
    return {found[1]: text[found.start() : end] for found, end in zip(starts, ends, strict=True)}


@cache
def _entry(source: Source, name: str) -> ast.Pattern | None:
    """Return the pattern of a message, or of a term where the name starts with a dash."""
    text = _sources(source).get(name)
    if text is None:
        return None
    entry = FluentParser().parse_entry(text)
    if not isinstance(entry, ast.Message | ast.Term) or entry.value is None:
        raise MissingText(f"{source.owner}.{name} is not a Fluent message: {text.strip()!r}")
    return entry.value


def _text(value: Value, language: str) -> str | int:
    if isinstance(value, Fact):
        return render(value, language)
    if isinstance(value, tuple | list):
        return _listed([str(_text(one, language)) for one in value])
    return value


def _listed(words: Sequence[str]) -> str:
    if len(words) < 2:
        return "".join(words)
    return f"{', '.join(words[:-1])} and {words[-1]}"


def _pattern(source: Source, pattern: ast.Pattern, args: Mapping[str, str | int]) -> str:
    parts = [
        element.value if isinstance(element, ast.TextElement) else str(_value(source, element.expression, args))
        for element in pattern.elements
    ]
    return "".join(parts).replace("\n", " ")


def _value(
    source: Source,
    expression: ast.InlineExpression | ast.Placeable | ast.SelectExpression,
    args: Mapping[str, str | int],
) -> str | int:
    match expression:
        case ast.Placeable():
            return _value(source, expression.expression, args)
        case ast.StringLiteral():
            return str(expression.parse()["value"])
        case ast.NumberLiteral():
            return expression.value
        case ast.VariableReference():
            if expression.id.name not in args:
                raise MissingText(f"a text of {source.owner} needs the argument {expression.id.name}")
            return args[expression.id.name]
        case ast.MessageReference() | ast.TermReference():
            return _referred(source, expression, args)
        case ast.SelectExpression():
            selected = _value(source, expression.selector, args)
            return _pattern(source, _variant(expression.variants, selected), args)
        case _:
            raise MissingText(f"a text of {source.owner} uses {type(expression).__name__}, which is not supported")


def _referred(
    source: Source, reference: ast.MessageReference | ast.TermReference, args: Mapping[str, str | int]
) -> str:
    name = reference.id.name if isinstance(reference, ast.MessageReference) else f"-{reference.id.name}"
    found = _entry(source, name)
    if found is None:
        raise MissingText(f"a text of {source.owner} refers to {name}, which is not there")
    return _pattern(source, found, args)


def _variant(variants: Sequence[ast.Variant], selected: str | int) -> ast.Pattern:
    """Return the variant of a value: its own, else its English plural category, else the default."""
    wanted = [str(selected)]
    if isinstance(selected, int):
        wanted.append("one" if selected == 1 else "other")
    for key in wanted:
        for variant in variants:
            name = variant.key.name if isinstance(variant.key, ast.Identifier) else variant.key.value
            if name == key:
                return variant.value
    return next(variant.value for variant in variants if variant.default)
