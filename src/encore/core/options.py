"""What a game lets the players agree on before it starts."""

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
        """What holds when nothing was agreed."""
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
"""One setting of a game: a word among some, or a number within bounds."""


def whole(value: object) -> int | None:
    """Return a whole number, NumPy's too, as Python's; None for anything else, True and False included."""
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
    """Something a game is played with that has a text: two with the same text are the same."""

    @property
    def text(self) -> str:
        """The whole of it, as it stands in a file."""


@dataclass(frozen=True)
class Material:
    """A thing from the box that a file of the user's may replace, such as Dalapapa's tiles.

    A record names it by ``digest`` in a tag of its own, and only where it is not the standard one.
    """

    standard: Callable[[], Piece]
    parse: Callable[[str], Piece]
    help: str

    def read(self, name: str, value: object) -> Piece:
        """Return ``value``, the thing itself or its text, as the thing."""
        if isinstance(value, str):
            return self.parse(value)
        if isinstance(value, type(self.standard())):
            return value
        raise OptionError(Fact("core.wrong-material", name=name, value=quoted(repr(value))))


def digest(piece: Piece) -> str:
    """Return the name of ``piece`` in records: 16 hex digits of its text's SHA-256."""
    return sha256(piece.text.encode()).hexdigest()[:16]
