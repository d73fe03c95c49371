"""A whole game as text, similar to PGN in chess: tags, a blank line, moves with comments and variations.

This module handles only the text; ``replay`` and the game interpret the moves. Reading a record that was written
here and writing it again gives the same bytes.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field

from encore.core.errors import RecordError, quoted
from encore.core.fact import Fact

_REQUIRED = ("Game", "Rules", "Players")
_WIDTH = 79
LARGEST = 1 << 18
"""The largest size in bytes. The longest games need an eighth of it; the rest is for comments."""

DEEPEST = 20
"""The deepest nesting of variations."""

_TAG = re.compile(r'\[([A-Za-z][A-Za-z0-9_]{0,31}) "((?:[^"\\\n]|\\["\\])*)"\][ \t\r]*')
_TOKEN = re.compile(r"(?P<space>\s+)|(?P<comment>\{[^}]*\})|(?P<move>[^\s{}]+)")
_NUMBER = re.compile(r"\d+\.", re.ASCII)


@dataclass(frozen=True, slots=True)
class Comment:
    """A comment after the first ``after`` moves."""

    after: int
    text: str


class _Placed:
    """A line of moves that knows where each move is in the text."""

    places: tuple[tuple[int, int], ...]

    def place(self, move: int) -> tuple[int, int]:
        """Return line and column of ``moves[move]``."""
        return self.places[move] if self.places else (1, 1)


@dataclass(frozen=True)
class Variation(_Placed):
    """Moves that replace those of its line after the first ``after`` moves, with their own comments and variations.

    It has at least one move, and so has the rest of its line. ``places`` are as in ``Record``.
    """

    after: int
    moves: tuple[str, ...]
    comments: tuple[Comment, ...] = ()
    variations: tuple[Variation, ...] = ()
    places: tuple[tuple[int, int], ...] = field(default=(), compare=False, repr=False)


@dataclass(frozen=True)
class Record(_Placed):
    """Tags, moves (the dealer's included), comments and variations of one game.

    ``places`` are line and column of each move, and ``tag_lines`` the line of each tag, where the record was
    read from a text; comparisons of records ignore them.
    """

    tags: Mapping[str, str]
    moves: tuple[str, ...]
    comments: tuple[Comment, ...] = ()
    places: tuple[tuple[int, int], ...] = field(default=(), compare=False, repr=False)
    tag_lines: Mapping[str, int] = field(default_factory=dict, compare=False, repr=False)
    variations: tuple[Variation, ...] = ()

    def tag_error(self, tag: str, reason: str | Fact) -> RecordError:
        """Return an error that points at a tag, or at the first line if there is no such tag."""
        return RecordError(self.tag_lines.get(tag, 1), 1, reason)


def decode_record(data: bytes) -> str:
    """Return the text of a record file, or raise RecordError if it is too long or not UTF-8."""
    if len(data) > LARGEST:
        raise RecordError(1, 1, Fact("core.record-bytes", most=LARGEST))
    try:
        return data.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        line = data.count(b"\n", 0, error.start) + 1
        column = error.start - data.rfind(b"\n", 0, error.start)
        raise RecordError(line, column, Fact("core.record-not-utf8")) from None


def parse_record(text: str | bytes) -> Record:
    """Read a record without checking its moves. RecordError says where the text is not a record."""
    if isinstance(text, bytes):
        text = decode_record(text)
    elif len(text) > LARGEST:
        raise RecordError(1, 1, Fact("core.record-characters", most=LARGEST))
    tags: dict[str, str] = {}
    tag_lines: dict[str, int] = {}
    start, line = 0, 1
    for found in _lines(text):
        stripped = found.strip()
        if stripped and not stripped.startswith("["):
            break
        if stripped:
            name, value = _parse_tag(found.rstrip("\n"), line, tags)
            tags[name], tag_lines[name] = value, line
        start, line = start + len(found), line + 1
    for name in _REQUIRED:
        if name not in tags:
            raise RecordError(1, 1, Fact("core.tag-missing", tag=name))
    read = _parse_moves(text, start, line)
    return Record(tags, tuple(read.moves), tuple(read.comments), tuple(read.places), tag_lines, tuple(read.variations))


def _lines(text: str) -> Iterator[str]:
    start = 0
    while start < len(text):
        end = text.find("\n", start) + 1 or len(text)
        yield text[start:end]
        start = end


def _parse_tag(text: str, line: int, seen: Mapping[str, str]) -> tuple[str, str]:
    indent = len(text) - len(text.lstrip())
    found = _TAG.fullmatch(text, indent)
    if not found:
        raise RecordError(line, indent + 1, Fact("core.tag-form", text=quoted(text.strip())))
    if found[1] in seen:
        raise RecordError(line, indent + 1, Fact("core.tag-twice", tag=found[1]))
    return found[1], re.sub(r"\\(.)", r"\1", found[2])


@dataclass(slots=True)
class _Reading:
    """A line of moves while it is read; ``opened`` is the place of its opening parenthesis."""

    after: int = 0
    opened: tuple[int, int] = (1, 1)
    moves: list[str] = field(default_factory=list)
    places: list[tuple[int, int]] = field(default_factory=list)
    comments: list[Comment] = field(default_factory=list)
    variations: list[Variation] = field(default_factory=list)

    def variation(self) -> Variation:
        """Return the line as a variation of another one."""
        if not self.moves:
            raise RecordError(*self.opened, Fact("core.variation-empty"))
        return Variation(
            self.after, tuple(self.moves), tuple(self.comments), tuple(self.variations), tuple(self.places)
        )


def _parse_moves(text: str, start: int, line: int) -> _Reading:
    lines = [_Reading()]  # the game, a variation of it, a variation of that
    line_start = start
    while start < len(text):
        token = _TOKEN.match(text, start)
        if token is None:
            opened = text[start] == "{"
            reason = Fact("core.comment-without-end") if opened else Fact("core.comment-without-start")
            raise RecordError(line, start - line_start + 1, reason)
        if token["comment"] is not None:
            lines[-1].comments.append(Comment(len(lines[-1].moves), token["comment"][1:-1]))
        elif token["move"] is not None:
            number = _NUMBER.match(token["move"])
            skipped = number.end() if number else 0
            _take(lines, token["move"][skipped:], (line, start + skipped - line_start + 1))
        newlines = text.count("\n", start, token.end())
        if newlines:
            line += newlines
            line_start = text.rfind("\n", start, token.end()) + 1
        start = token.end()
    if len(lines) > 1:
        raise RecordError(*lines[-1].opened, Fact("core.variation-without-end"))
    return lines[0]


def _take(lines: list[_Reading], word: str, place: tuple[int, int]) -> None:
    """Read a move, or the start or end of a variation; a parenthesis next to other characters is part of a move."""
    reading = lines[-1]
    if word == "(":
        if not reading.moves:
            raise RecordError(*place, Fact("core.variation-before-moves"))
        if len(lines) > DEEPEST:
            raise RecordError(*place, Fact("core.variation-too-deep", most=DEEPEST))
        lines.append(_Reading(len(reading.moves) - 1, place))
    elif word == ")":
        if len(lines) == 1:
            raise RecordError(*place, Fact("core.variation-without-start"))
        lines.pop()
        lines[-1].variations.append(reading.variation())
    elif word:
        reading.moves.append(word)
        reading.places.append(place)


def format_record(record: Record) -> str:
    """Write a record. Lines of moves end before column 80; a longer move has its own line."""
    head = "".join(f"[{name} {_quote(value)}]\n" for name, value in record.tags.items())
    return head + "\n" + "".join(line + "\n" for line in _wrap(_tokens(record)))


def _quote(value: str) -> str:
    if "\n" in value:
        raise ValueError("the value of a tag has one line")
    return '"' + value.replace("\\", r"\\").replace('"', r"\"") + '"'


def _tokens(line: Record | Variation, depth: int = 0) -> Iterator[str]:
    """Yield the words of a line: after each move its comments, then the variations that replace it."""
    if depth > DEEPEST:
        raise ValueError(f"variations are nested at most {DEEPEST} deep")
    comments: dict[int, list[str]] = {}
    for comment in line.comments:
        if "}" in comment.text:
            raise ValueError("a comment cannot contain a closing brace")
        comments.setdefault(comment.after, []).append("{" + comment.text + "}")
    variations: dict[int, list[Variation]] = {}
    for variation in line.variations:
        if not variation.moves or not 0 <= variation.after < len(line.moves):
            raise ValueError("a variation has moves, and replaces a move of its line")
        variations.setdefault(variation.after + 1, []).append(variation)
    for count in range(len(line.moves) + 1):
        yield from comments.get(count, ())
        for variation in variations.get(count, ()):
            yield from ("(", *_tokens(variation, depth + 1), ")")
        yield from line.moves[count : count + 1]


def format_variation(variation: Variation) -> str:
    """Write a variation on one line."""
    return " ".join(("(", *_tokens(variation), ")"))


def _wrap(tokens: Iterator[str]) -> Iterator[str]:
    line = ""
    for token in tokens:
        if line and (len(line) + 1 + len(token) > _WIDTH or "\n" in token):
            yield line
            line = ""
        line = f"{line} {token}" if line else token
        if "\n" in token:
            yield line
            line = ""
    if line:
        yield line
