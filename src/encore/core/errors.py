"""What can be wrong, one class for each kind; every message is one line for a person."""

from __future__ import annotations


class EncoreError(Exception):
    """Something the user can put right."""


class UnknownGame(EncoreError, LookupError):
    """No game has that name."""


class OptionError(EncoreError, ValueError):
    """A player count, an option or material (a tile set) that the game does not take."""


class UnknownOption(OptionError):
    """An option that the game does not have, with this number of players."""


class NotationError(EncoreError, ValueError):
    """A text that cannot be read as a move or a state."""


class IllegalMove(EncoreError, ValueError):
    """A move that can be read but that the rules forbid.

    ``rule`` is the number of the rule in the game's RULES.md, ``reason`` what it forbids here. Made from another one it
    is the same: so Gymnasium raises what happened in another process.
    """

    def __init__(self, rule: str | IllegalMove, reason: str = "") -> None:
        self.rule: str
        self.reason: str
        self.rule, self.reason = rule.args if isinstance(rule, IllegalMove) else (rule, reason)
        super().__init__(self.rule, self.reason)

    def __str__(self) -> str:
        return f"rule {self.rule}: {self.reason}"


class RecordError(EncoreError, ValueError):
    """A record that cannot be read or replayed, with the place of the first error (both count from 1).

    Made from another one it is the same, as with IllegalMove.
    """

    def __init__(self, line: int | RecordError, column: int = 1, reason: str = "") -> None:
        self.line: int
        self.column: int
        self.reason: str
        self.line, self.column, self.reason = line.args if isinstance(line, RecordError) else (line, column, reason)
        super().__init__(self.line, self.column, self.reason)

    def __str__(self) -> str:
        return f"line {self.line}, column {self.column}: {self.reason}"


def printable(text: str) -> str:
    """Return ``text`` without line ends and control characters, which could steer a terminal."""
    return "".join(letter if letter.isprintable() else "\N{REPLACEMENT CHARACTER}" for letter in text)


def quoted(text: str) -> str:
    """Return ``text`` as it may stand in a message: on one line, printable and short."""
    return ascii(text if len(text) <= 40 else text[:37] + "...")


def first_line(error: Exception) -> str:
    """Return what an error of another library says, as far as it may stand in a message."""
    return next(iter(str(error).strip().splitlines()), type(error).__name__)
