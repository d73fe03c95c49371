"""Puzzles: positions in which one move is the answer, and the interface of the kinds of puzzles that a game has.

A puzzle is a record that begins at a position. Its main line is the answer, its variations are other defences, and its
tags tell the rest, so everything that reads records reads puzzles. A file of puzzles has one record after the other.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from hashlib import sha256
from typing import Any, Protocol

from encore.core.errors import EncoreError, RecordError, quoted
from encore.core.fact import Fact
from encore.core.game import DEALER, AnyGame
from encore.core.record import Record, Variation, format_record, parse_record
from encore.core.registry import package_of
from encore.core.replay import check, game_of, record_of, replay, start_of

_GRADE = re.compile(r"(\d{1,4}) (\d{1,4})-(\d{1,4})", re.ASCII)
_BEGIN = re.compile(r"^(?=\[Game )", re.MULTILINE)


class WrongPuzzle(EncoreError):
    """A puzzle that is not what it claims to be."""


@dataclass(frozen=True, slots=True)
class Grade:
    """How difficult a puzzle is, as an Elo number with its 95 % interval."""

    rating: int
    low: int
    high: int

    def __str__(self) -> str:
        return f"{self.rating} {self.low}-{self.high}"


@dataclass(frozen=True, slots=True)
class Answer:
    """The single answer of a position: best play, other defences as variations of it, and the themes."""

    line: tuple[Any, ...]
    themes: tuple[str, ...]
    variations: tuple[Variation, ...] = ()


@dataclass(frozen=True, slots=True)
class Verdict:
    """What a move of the solver is worth.

    After a right move ``reply`` is the strongest defence; with ``over`` the puzzle is solved. After a wrong one
    ``reply`` refutes it and ``reasons`` say why it is wrong.
    """

    right: bool
    over: bool
    reply: tuple[Any, ...] = ()
    reasons: tuple[Fact, ...] = ()


class Puzzle:
    """A position with its answer. ``kind`` is the name of one of the game's kinds."""

    def __init__(self, record: Record) -> None:
        self.record = record
        self.game: AnyGame = game_of(record)
        self.kind = _tag(record, "Puzzle")
        self.themes = tuple(record.tags.get("Themes", "").split())
        self.grade = _grade(record)
        self.origin = record.tags.get("Origin", "")
        _tag(record, "Position")

    @cached_property
    def state(self) -> Any:
        """What the solver sees."""
        return start_of(self.record, self.game)

    @cached_property
    def name(self) -> str:
        """Twelve letters that follow from game, kind and position."""
        game = self.game
        text = f"{game.name} {game.players} {game.changed_options} {self.kind} {self.record.tags['Position']}"
        return sha256(text.encode()).hexdigest()[:12]

    @property
    def seat(self) -> int:
        """The seat that solves the puzzle."""
        seat = self.game.to_move(self.state)
        return DEALER if seat is None else seat

    @cached_property
    def line(self) -> tuple[Any, ...]:
        """The answer: the solver's moves and the defence."""
        return tuple(ply.move for ply in replay(self.record, self.game))

    def __repr__(self) -> str:
        return f"<puzzle {self.name}: {self.game.name}, {self.kind}>"


class PuzzleKind(Protocol):
    """One kind of puzzle of a game."""

    @property
    def name(self) -> str:
        """The name in records."""

    @property
    def themes(self) -> tuple[str, ...]:
        """The themes that its puzzles may have."""

    @property
    def free(self) -> bool:
        """Whether every legal move is accepted until the game is over, as when a player plays alone."""

    def task(self, puzzle: Puzzle, /) -> Fact:
        """Return what the solver has to do."""

    def find(self, game: AnyGame, state: Any, /) -> Answer | None:
        """Return the answer if a state of a game is such a puzzle."""

    def check(self, puzzle: Puzzle, /) -> None:
        """Raise WrongPuzzle unless the readable rules alone prove the puzzle."""

    def judge(self, puzzle: Puzzle, moves: Sequence[Any], /) -> Verdict:
        """Tell whether the last of the moves since the position is right; it is the solver's."""


def kinds_of(game: AnyGame) -> Mapping[str, PuzzleKind]:
    """Return the kinds of puzzles of a game by name."""
    return {kind.name: kind for kind in package_of(type(game)).puzzles.load() or ()}


def kind_of(puzzle: Puzzle) -> PuzzleKind:
    """Return the kind of a puzzle."""
    kinds = kinds_of(puzzle.game)
    if puzzle.kind not in kinds:
        known = ", ".join(kinds) or "-"
        raise puzzle.record.tag_error("Puzzle", Fact("core.puzzle-kind", kind=quoted(puzzle.kind), known=known))
    return kinds[puzzle.kind]


def make_puzzle(
    game: AnyGame, state: Any, kind: str, answer: Answer, origin: str, grade: Grade | None = None
) -> Puzzle:
    """Return the puzzle of an answer."""
    tags = record_of(game, (), state).tags
    written = {tag: value for tag, value in tags.items() if tag not in ("Result", "Scores")}
    written |= {"Position": game.format_state(state), "Puzzle": kind, "Themes": " ".join(answer.themes)}
    written |= {"Grade": str(grade)} if grade else {}
    moves = tuple(map(game.format_move, answer.line))
    return Puzzle(Record(written | {"Origin": origin}, moves, variations=answer.variations))


def graded(puzzle: Puzzle, grade: Grade) -> Puzzle:
    """Return a puzzle with another grade."""
    tags = dict(puzzle.record.tags)
    origin = tags.pop("Origin", "")
    tags |= {"Grade": str(grade), "Origin": origin}
    return Puzzle(Record(tags, puzzle.record.moves, variations=puzzle.record.variations))


def check_puzzle(puzzle: Puzzle) -> None:
    """Check a puzzle by the readable rules alone, or raise WrongPuzzle or RecordError."""
    kind = kind_of(puzzle)
    state = puzzle.state
    if puzzle.game.to_move(state) not in range(puzzle.game.players):
        raise WrongPuzzle(Fact("core.puzzle-nobody-moves"))
    check(puzzle.record, puzzle.game)
    kind.check(puzzle)


def check_answer(puzzle: Puzzle, answer: Answer | None) -> None:
    """Raise WrongPuzzle unless a puzzle has the answer that was proved."""
    if answer is None:
        raise WrongPuzzle(Fact("core.puzzle-not-single"))
    format_move = puzzle.game.format_move
    if answer.line != puzzle.line:
        line = " ".join(map(format_move, answer.line))
        raise WrongPuzzle(Fact("core.puzzle-wrong-answer", line=line, claimed=" ".join(puzzle.record.moves)))
    if answer.variations != puzzle.record.variations:
        raise WrongPuzzle(Fact("core.puzzle-wrong-variations"))
    if answer.themes != puzzle.themes:
        raise WrongPuzzle(Fact("core.puzzle-wrong-themes", themes=" ".join(answer.themes)))


def only_move(moves: Sequence[Any]) -> Any:
    """Return the one move of a puzzle that is over after it."""
    if len(moves) != 1:
        raise EncoreError(Fact("core.puzzle-over"))
    return moves[0]


def read_puzzles(text: str) -> Iterator[Puzzle]:
    """Yield the puzzles of a file; RecordError names the line in the file."""
    above = 0
    for part in _BEGIN.split(text):
        if part.strip():
            yield _read(part, above)
        above += part.count("\n")


def _read(text: str, above: int) -> Puzzle:
    try:
        return Puzzle(parse_record(text))
    except RecordError as error:
        raise RecordError(error.line + above, error.column, error.fact) from None


def write_puzzles(puzzles: Iterable[Puzzle]) -> str:
    """Return the text of a file of puzzles."""
    return "\n".join(format_record(puzzle.record) for puzzle in puzzles)


def _tag(record: Record, name: str) -> str:
    if not record.tags.get(name):
        raise RecordError(1, 1, Fact("core.tag-missing", tag=name))
    return record.tags[name]


def _grade(record: Record) -> Grade | None:
    text = record.tags.get("Grade")
    if text is None:
        return None
    found = _GRADE.fullmatch(text)
    if not found or not int(found[2]) <= int(found[1]) <= int(found[3]):
        raise record.tag_error("Grade", Fact("core.puzzle-grade", grade=quoted(text)))
    return Grade(*map(int, found.groups()))
