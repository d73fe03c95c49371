"""Puzzles as clients see them: what there is to solve, the judge of a solver's moves, and the puzzles of a day.

A puzzle is sent without its answer. The judge tells only what the moves so far deserve.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from datetime import UTC, date, datetime, timedelta
from functools import cache, lru_cache
from typing import Annotated, Any

import msgspec
from msgspec import Meta

from encore.core.errors import EncoreError
from encore.core.fact import Fact
from encore.core.puzzle import Puzzle, kind_of
from encore.core.record import format_record
from encore.core.registry import package_of
from encore.core.shelf import FIRST_DAY, PuzzleSet, daily, day_named, puzzle_named, puzzle_sets
from encore.core.svg import svg
from encore.server.domain.decisions import Refusal
from encore.server.domain.names import Secret
from encore.server.domain.positions import told_to

VERDICTS = 2048
"""Verdicts that are kept: most solvers of a day try the same moves, and a proof can take a second."""
PICTURES = 64
"""Pictures that are kept, some KB each."""
LONGEST = 400
"""Moves since the position of a puzzle; a whole deal alone has fewer."""
MOST_TRIES = 6
"""Results count this many tries, the last number for all that took more."""
OPEN_DAYS = 2
"""For so many days results of a day's puzzles are counted: wherever the solver lives, the whole day is among them."""

Counts = dict[str, dict[str, int]]
"""How many solvers needed how many tries ("0": gave up), by puzzle."""


class UnknownPuzzle(EncoreError):
    """There is no such puzzle, set of puzzles or day."""


class PuzzleKindInfo(msgspec.Struct, frozen=True):
    """A kind of puzzle, and how many of a set are of it."""

    kind: str
    fact: Fact
    count: int


class PuzzleTheme(msgspec.Struct, frozen=True):
    """A theme of a puzzle."""

    theme: str
    fact: Fact


class PuzzleThemeInfo(PuzzleTheme, frozen=True):
    """A theme, and how many puzzles of a set have it."""

    count: int


class PuzzleSetInfo(msgspec.Struct, frozen=True):
    """The puzzles of a game for a number of players; ``low`` and ``high`` are the ends of their grades."""

    game: str
    players: int
    count: int
    low: int | None
    high: int | None
    kinds: tuple[PuzzleKindInfo, ...]
    themes: tuple[PuzzleThemeInfo, ...]


class PuzzleSets(msgspec.Struct, frozen=True):
    """All sets of puzzles, in the order of the page."""

    sets: tuple[PuzzleSetInfo, ...]


class PuzzleEntry(msgspec.Struct, frozen=True):
    """A puzzle in the list of its set."""

    puzzle: str
    kind: str
    themes: tuple[str, ...]
    grade: int | None


class PuzzleList(msgspec.Struct, frozen=True):
    """The puzzles of a set."""

    puzzles: tuple[PuzzleEntry, ...]


class PuzzleInfo(msgspec.Struct, frozen=True):
    """A puzzle without its answer. ``grade`` is the rating with its interval; ``seat`` solves it.

    ``free``: a whole deal alone, in which every legal move is accepted and only the end is judged.
    """

    puzzle: str
    game: str
    rules: int
    players: int
    options: dict[str, str | int]
    position: str
    seat: int
    kind: str
    kind_fact: Fact
    free: bool
    themes: tuple[PuzzleTheme, ...]
    grade: tuple[int, int, int] | None
    origin: str
    task: Fact


class JudgeMoves(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """All moves since the position of a puzzle, those of the other seats and the dealer too; the last is judged."""

    moves: Annotated[tuple[Annotated[str, Meta(max_length=512)], ...], Meta(min_length=1, max_length=LONGEST)]


class Judgement(msgspec.Struct, frozen=True):
    """What the last move deserves; ``reply`` is the strongest defence, or the refutation of a wrong move."""

    right: bool
    over: bool
    reply: tuple[str, ...]
    told: tuple[Fact, ...]
    reply_told: tuple[Fact, ...]
    reasons: tuple[Fact, ...]


class PuzzleAnswer(msgspec.Struct, frozen=True):
    """The answer of a puzzle: its main line, and the record with all defences and refutations."""

    record: str
    moves: tuple[str, ...]
    told: tuple[Fact, ...]


class Daily(msgspec.Struct, frozen=True):
    """The puzzles of a day (UTC), and how others did; ``first`` is the oldest day of the archive."""

    day: str
    today: str
    first: str
    puzzles: tuple[PuzzleInfo, ...]
    counts: Counts


class DailyResult(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """How somebody did: the number of tries, 6 for more, 0 for giving up. ``who`` is a secret of the browser."""

    who: Secret
    tries: Annotated[int, Meta(ge=0, le=MOST_TRIES)]


class DailyCounts(msgspec.Struct, frozen=True):
    """How everybody did at the puzzles of a day."""

    counts: Counts


@cache
def all_sets() -> PuzzleSets:
    """Return what there is to solve."""
    return PuzzleSets(tuple(map(_set_info, puzzle_sets())))


def _set_info(found: PuzzleSet) -> PuzzleSetInfo:
    kinds = Counter(puzzle.kind for puzzle in found.puzzles)
    themes = Counter(theme for puzzle in found.puzzles for theme in puzzle.themes)
    ratings = [puzzle.grade.rating for puzzle in found.puzzles if puzzle.grade]
    return PuzzleSetInfo(
        found.game,
        found.players,
        len(found.puzzles),
        min(ratings, default=None),
        max(ratings, default=None),
        tuple(PuzzleKindInfo(kind, _kind_fact(found.game, kind), count) for kind, count in kinds.most_common()),
        tuple(PuzzleThemeInfo(theme, _theme_fact(found.game, theme), count) for theme, count in themes.most_common()),
    )


def _kind_fact(game: str, kind: str) -> Fact:
    return Fact(f"{game}.puzzle-{kind}")


def _theme_fact(game: str, theme: str) -> Fact:
    return Fact(f"{game}.theme-{theme}")


def puzzles_in(game: str, players: str) -> PuzzleList:
    """Return the puzzles of a set, or raise UnknownPuzzle."""
    for found in puzzle_sets():
        if (found.game, str(found.players)) == (game, players):
            return PuzzleList(tuple(map(_entry, found.puzzles)))
    raise UnknownPuzzle(Fact("server.no-puzzles"))


def _entry(puzzle: Puzzle) -> PuzzleEntry:
    return PuzzleEntry(puzzle.name, puzzle.kind, puzzle.themes, puzzle.grade.rating if puzzle.grade else None)


def find_puzzle(name: str) -> Puzzle:
    """Return a puzzle by its name, or raise UnknownPuzzle."""
    if (puzzle := puzzle_named(name)) is None:
        raise UnknownPuzzle(Fact("server.no-puzzle"))
    return puzzle


def describe(puzzle: Puzzle) -> PuzzleInfo:
    """Return a puzzle without its answer, as its solver may see the position."""
    game, kind, grade = puzzle.game, kind_of(puzzle), puzzle.grade
    return PuzzleInfo(
        puzzle.name,
        game.name,
        game.rules_version,
        game.players,
        dict(game.changed_options),
        game.format_state(game.view(puzzle.state, puzzle.seat)),
        puzzle.seat,
        puzzle.kind,
        _kind_fact(game.name, puzzle.kind),
        kind.free,
        tuple(PuzzleTheme(theme, _theme_fact(game.name, theme)) for theme in puzzle.themes),
        (grade.rating, grade.low, grade.high) if grade else None,
        puzzle.origin,
        kind.task(puzzle),
    )


def info(name: str) -> PuzzleInfo:
    """Return a puzzle by its name, or raise UnknownPuzzle."""
    return describe(find_puzzle(name))


def judge(name: str, moves: tuple[str, ...]) -> Judgement:
    """Judge the last of the moves since the position of a puzzle; it can take a second.

    Raises UnknownPuzzle, IllegalMove or NotationError for a move that cannot be played, or Refusal if the moves before
    the last one are not those that the judge has accepted and given.
    """
    puzzle = find_puzzle(name)
    # In a free puzzle nothing is proved, and hardly two solvers play the same moves.
    return _judged(puzzle, moves) if kind_of(puzzle).free else _proved(name, moves)


@lru_cache(VERDICTS)
def _proved(name: str, moves: tuple[str, ...]) -> Judgement:
    return _judged(find_puzzle(name), moves)


def _judged(puzzle: Puzzle, moves: tuple[str, ...]) -> Judgement:
    game, kind, states, played = puzzle.game, kind_of(puzzle), [puzzle.state], list[Any]()
    for text in moves:
        played.append(game.parse_move(states[-1], text))
        states.append(game.play(states[-1], played[-1]))
    if not kind.free:
        _check_line(puzzle.name, moves, tuple(map(game.format_move, played)))
    verdict = kind.judge(puzzle, tuple(played))
    return Judgement(
        verdict.right,
        verdict.over,
        tuple(map(game.format_move, verdict.reply)),
        _told(puzzle, states[-2], played[-1:]),
        _told(puzzle, states[-1], verdict.reply),
        verdict.reasons,
    )


def _check_line(name: str, moves: tuple[str, ...], written: tuple[str, ...]) -> None:
    """Raise Refusal unless every move before the last is right, or the reply to one; kinds judge nothing else."""
    judged = 1  # how many moves there are up to one of the solver's
    while judged < len(moves):
        before = _proved(name, moves[:judged])
        following = judged + len(before.reply)
        if not before.right or before.over or written[judged:following] != before.reply:
            break
        judged = following + 1
    if judged != len(moves):
        raise Refusal("refused", Fact("server.puzzle-line"))


def _told(puzzle: Puzzle, state: Any, moves: Iterable[Any]) -> tuple[Fact, ...]:
    """Return moves in words, as the solver may know them."""
    told = list[Fact]()
    for move in moves:
        before, state = state, puzzle.game.play(state, move)
        told.append(told_to(puzzle.seat, puzzle.game, before, move, state))
    return tuple(told)


def answer(name: str) -> PuzzleAnswer:
    """Return the answer of a puzzle, or raise UnknownPuzzle."""
    puzzle = find_puzzle(name)
    moves = tuple(map(puzzle.game.format_move, puzzle.line))
    return PuzzleAnswer(format_record(puzzle.record), moves, _told(puzzle, puzzle.state, puzzle.line))


@lru_cache(PICTURES)
def picture(name: str) -> str:
    """Return the position of a puzzle as SVG, or raise UnknownPuzzle."""
    puzzle = find_puzzle(name)
    draw = package_of(type(puzzle.game)).drawing.load()
    if draw is None:
        raise UnknownPuzzle(Fact("server.no-picture"))
    return svg(draw(puzzle.game, puzzle.game.view(puzzle.state, puzzle.seat), puzzle.seat, None))


def day_at(now: int) -> date:
    """Return the day (UTC) at a time in milliseconds; the first one, if a clock is slow."""
    return max(FIRST_DAY, datetime.fromtimestamp(now / 1000, UTC).date())


def read_day(text: str, today: date) -> date:
    """Return a day of the archive or today, or raise UnknownPuzzle."""
    day = day_named(text)
    if day is None or not FIRST_DAY <= day <= today:
        raise UnknownPuzzle(Fact("server.no-daily", first=FIRST_DAY.isoformat(), today=today.isoformat()))
    return day


def puzzles_of(day: date, today: date, counted: Iterable[tuple[str, int, int]]) -> Daily:
    """Return the puzzles of a day; ``counted`` are puzzle, tries and how many solvers needed so many."""
    chosen = daily(day)
    counts = _counts(chosen, counted)
    return Daily(day.isoformat(), today.isoformat(), FIRST_DAY.isoformat(), tuple(map(describe, chosen)), counts)


def counted_on(day: date, counted: Iterable[tuple[str, int, int]]) -> DailyCounts:
    """Return how everybody did at the puzzles of a day."""
    return DailyCounts(_counts(daily(day), counted))


def _counts(chosen: Sequence[Puzzle], counted: Iterable[tuple[str, int, int]]) -> Counts:
    # An earlier release may have chosen other puzzles for that day.
    counts: Counts = {puzzle.name: {} for puzzle in chosen}
    for name, tries, count in counted:
        if name in counts:
            counts[name][str(tries)] = count
    return counts


def check_counted(name: str, day: date, today: date) -> None:
    """Raise Refusal if results of this puzzle are not counted for that day."""
    if today - day >= timedelta(OPEN_DAYS):
        raise Refusal("over", Fact("server.daily-over"))
    if all(puzzle.name != name for puzzle in daily(day)):
        raise Refusal("refused", Fact("server.not-daily"))
