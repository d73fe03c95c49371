"""The errors that users can cause. Every message is one line."""

from __future__ import annotations

from encore.core.fact import Fact, fact_of


class EncoreError(Exception):
    """An error that the user can correct. ``fact`` says what is wrong, ``str()`` is its English text."""

    fact: Fact

    def __init__(self, said: str | Fact | EncoreError) -> None:
        self.fact = said.fact if isinstance(said, EncoreError) else fact_of(said)
        super().__init__(self.fact)

    def __str__(self) -> str:
        return str(self.fact)


class UnknownGame(EncoreError, LookupError):
    """No game has that name."""


class UnknownRules(UnknownGame):
    """The game has no rules of that version here."""


class OptionError(EncoreError, ValueError):
    """A number of players, an option or a material (a tile set) that the game does not support."""


class UnknownOption(OptionError):
    """An option that the game does not have, with this number of players."""


class NotationError(EncoreError, ValueError):
    """A text that cannot be read as a move or a state."""


class IllegalMove(EncoreError, ValueError):
    """A move that can be read but that the rules forbid.

    ``rule`` is the number of the rule in RULES.md, ``fact`` what it forbids here, and ``reason`` its English text.
    An error made from another one equals it; Gymnasium uses this to raise errors of other processes.
    """

    def __init__(self, rule: str | IllegalMove, reason: str | Fact = "") -> None:
        self.rule: str
        self.rule, said = (rule.rule, rule.fact) if isinstance(rule, IllegalMove) else (rule, fact_of(reason))
        super().__init__(said)
        self.args = (self.rule, said)

    @property
    def reason(self) -> str:
        """What the rule forbids, in English."""
        return str(self.fact)

    def __str__(self) -> str:
        return f"rule {self.rule}: {self.reason}"


class RecordError(EncoreError, ValueError):
    """A record that cannot be read or replayed, with line and column of the first error (counted from 1).

    An error made from another one equals it, as with IllegalMove.
    """

    def __init__(self, line: int | RecordError, column: int = 1, reason: str | Fact = "") -> None:
        self.line: int
        self.column: int
        if isinstance(line, RecordError):
            self.line, self.column, said = line.line, line.column, line.fact
        else:
            self.line, self.column, said = line, column, fact_of(reason)
        super().__init__(said)
        self.args = (self.line, self.column, said)

    @property
    def reason(self) -> str:
        """What is wrong there, in English."""
        return str(self.fact)

    def __str__(self) -> str:
        return f"line {self.line}, column {self.column}: {self.reason}"


def printable(text: str) -> str:
    """Return ``text`` without line breaks and control characters, which could control a terminal."""
    return "".join(letter if letter.isprintable() else "\N{REPLACEMENT CHARACTER}" for letter in text)


QUOTED = 40
"""The most characters of a foreign text in a message, counted after escaping."""


def quoted(text: str) -> str:
    """Return ``text`` in quotes as it may stand in a message: on one line, in ASCII and short."""
    if len(text) <= QUOTED and len(ascii(text)) <= QUOTED + 2:
        return ascii(text)
    # One letter can become ten characters, so the text is cut until its escaped form fits.
    start = text[: QUOTED - 3]
    while len(ascii(start)) > QUOTED - 1:
        start = start[:-1]
    return ascii(start + "...")


def first_line(error: Exception) -> str:
    """Return the first line of the message of another library's error."""
    return next(iter(str(error).strip().splitlines()), type(error).__name__)
