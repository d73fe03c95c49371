"""What can be wrong, one class for each kind; every message is one line for a person."""

from __future__ import annotations


class EncoreError(Exception):
    """Something the user can put right."""


class UnknownGame(EncoreError, LookupError):
    """No game has that name."""


class OptionError(EncoreError, ValueError):
    """A player count, an option or material (a tile set) that the game does not take."""


class NotationError(EncoreError, ValueError):
    """A text that cannot be read as a move or a state."""


class IllegalMove(EncoreError, ValueError):
    """A move that can be read but that the rules forbid.

    ``rule`` is the number of the rule in the game's RULES.md, ``reason`` what it forbids here.
    """

    def __init__(self, rule: str, reason: str) -> None:
        super().__init__(rule, reason)
        self.rule = rule
        self.reason = reason

    def __str__(self) -> str:
        return f"rule {self.rule}: {self.reason}"


class RecordError(EncoreError, ValueError):
    """A record that cannot be read or replayed, with the place of the first error (both count from 1)."""

    def __init__(self, line: int, column: int, reason: str) -> None:
        super().__init__(line, column, reason)
        self.line = line
        self.column = column
        self.reason = reason

    def __str__(self) -> str:
        return f"line {self.line}, column {self.column}: {self.reason}"


def printable(text: str) -> str:
    """Return ``text`` without line ends and control characters, which could steer a terminal."""
    return "".join(letter if letter.isprintable() else "\N{REPLACEMENT CHARACTER}" for letter in text)


def quoted(text: str) -> str:
    """Return ``text`` as it may stand in a message: on one line, printable and short."""
    return ascii(text if len(text) <= 40 else text[:37] + "...")
