"""The options and materials of a game."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from hashlib import sha256
from operator import index
from typing import Protocol, runtime_checkable

from encore.core.errors import OptionError, quoted
from encore.core.fact import Fact


@dataclass(frozen=True)
class Choice:
    """One of a few words; the first is the default.

    ``help`` is for a game without Fluent texts; else the text is the message ``option-<name>-help`` of the game.
    """

    values: tuple[str, ...]
    help: str = ""

    @property
    def default(self) -> str:
        """The value that is used if none is given."""
        return self.values[0]

    @property
    def range(self) -> str:
        """The possible values, in English."""
        return " or ".join(self.values)

    def read(self, name: str, value: object) -> str:
        """Return ``value`` if it is one of the words."""
        if value not in self.values:
            values = ", ".join(self.values)
            raise OptionError(Fact("core.wrong-choice", name=name, values=values, value=quoted(str(value))))
        return str(value)


@dataclass(frozen=True)
class Number:
    """A whole number within bounds; ``help`` as in Choice."""

    default: int
    low: int
    high: int
    help: str = ""

    @property
    def range(self) -> str:
        """The possible values, in English."""
        return f"a number from {self.low} to {self.high}"

    def read(self, name: str, value: object) -> int:
        """Return ``value``, a number or its digits, as a number within the bounds."""
        text = str(value)
        if re.fullmatch(r"0|[1-9]\d{0,8}", text, re.ASCII) and self.low <= int(text) <= self.high:
            return int(text)
        raise OptionError(Fact("core.wrong-number", name=name, low=self.low, high=self.high, value=quoted(text)))


Option = Choice | Number
"""An option of a game."""


def whole(value: object) -> int | None:
    """Return a whole number (NumPy's too) as an ``int``; None for anything else, including True and False."""
    try:
        return None if isinstance(value, bool) else index(value)  # type: ignore[arg-type]
    except TypeError:
        return None


def read_options(words: Iterable[str]) -> dict[str, str]:
    """Return the names and values of options that are written ``name=value``, each once."""
    found: dict[str, str] = {}
    for word in words:
        name, equals, value = word.partition("=")
        if not equals:
            raise OptionError(Fact("core.option-form", text=quoted(word)))
        if name in found:
            raise OptionError(Fact("core.option-twice", name=quoted(name)))
        found[name] = value
    return found


@runtime_checkable
class Piece(Protocol):
    """Material of a game that can be written as text. Two with the same text are equal."""

    @property
    def text(self) -> str:
        """The text, as in a file."""


@dataclass(frozen=True)
class Material:
    """Material of a game, such as a tile set, that the user can replace with a file.

    A record names it by its ``digest`` in a tag, but only if it is not the standard material.
    """

    standard: Callable[[], Piece]
    parse: Callable[[str], Piece]
    help: str

    def read(self, name: str, value: object) -> Piece:
        """Return ``value``, which is the material or its text, as the material."""
        if isinstance(value, str):
            return self.parse(value)
        if isinstance(value, type(self.standard())):
            return value
        raise OptionError(Fact("core.wrong-material", name=name, value=quoted(repr(value))))


def digest(piece: Piece) -> str:
    """Return the name of ``piece`` in records: 16 hex digits of its text's SHA-256."""
    return sha256(piece.text.encode()).hexdigest()[:16]
