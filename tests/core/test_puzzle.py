"""Puzzles: files of them, their names, the schedule of the days, and puzzles that are wrong on purpose."""

from __future__ import annotations

from collections import Counter
from datetime import timedelta
from random import Random
from typing import Any

import pytest

from encore.arena.mining import fifth_of
from encore.core.errors import EncoreError, RecordError
from encore.core.game import DEALER
from encore.core.puzzle import (
    Grade,
    Puzzle,
    WrongPuzzle,
    check_puzzle,
    graded,
    kind_of,
    kinds_of,
    read_puzzles,
    write_puzzles,
)
from encore.core.record import Record, Variation
from encore.core.shelf import FIRST_DAY, PuzzleSet, daily, puzzle_named, puzzle_sets

SETS = puzzle_sets()
PARTS = 80
LABELS = [f"{each.game}-{each.players}" for each in SETS]
KINDS = sorted({(each.game, each.players, puzzle.kind) for each in SETS for puzzle in each.puzzles})
by_set = pytest.mark.parametrize("shelf", SETS, ids=LABELS)
by_kind = pytest.mark.parametrize("game, players, kind", KINDS)
judged = pytest.mark.parametrize("game, players, kind", [each for each in KINDS if each[1] > 1])
"""Every move of a whole deal is accepted, so those puzzles are not judged move by move."""


def one(game: str, players: int, kind: str, number: int = 0) -> Puzzle:
    found = (each for each in SETS if (each.game, each.players) == (game, players))
    return [puzzle for each in found for puzzle in each.puzzles if puzzle.kind == kind][number]


def changed(puzzle: Puzzle, moves: tuple[str, ...] | None = None, **tags: str) -> Puzzle:
    record = puzzle.record
    new = record.moves if moves is None else moves
    return Puzzle(Record({**record.tags, **tags}, new, variations=record.variations if moves is None else ()))


def wrong_moves(puzzle: Puzzle) -> list[str]:
    game, right = puzzle.game, puzzle.record.moves[0]
    return [text for move in game.legal_moves(puzzle.state) if (text := game.format_move(move)) != right]


@pytest.mark.sampled(PARTS // 2)
@pytest.mark.parametrize("part", range(PARTS))
@by_set
def test_the_shipped_puzzles_are_proved_by_the_readable_rules(shelf: PuzzleSet, part: int) -> None:
    for puzzle in shelf.puzzles[part::PARTS]:
        check_puzzle(puzzle)


@by_set
def test_puzzles_are_read_as_they_are_written(shelf: PuzzleSet) -> None:
    text = write_puzzles(shelf.puzzles)
    assert write_puzzles(read_puzzles(text)) == text


def test_names_are_different() -> None:
    names = [puzzle.name for each in SETS for puzzle in each.puzzles]
    assert len(set(names)) == len(names)
    assert all((found := puzzle_named(name)) is not None and found.name == name for name in names)
    assert puzzle_named("nothing") is None


@by_set
def test_every_shipped_puzzle_has_a_grade_and_an_origin(shelf: PuzzleSet) -> None:
    for puzzle in shelf.puzzles:
        assert puzzle.grade is not None and puzzle.grade.low <= puzzle.grade.rating <= puzzle.grade.high
        assert "seed" in puzzle.origin and set(puzzle.themes) <= set(kind_of(puzzle).themes)


@by_kind
def test_the_answer_is_accepted_to_the_end(game: str, players: int, kind: str) -> None:
    puzzle = one(game, players, kind)
    played = list[Any]()
    while True:
        played.append(puzzle.line[len(played)])
        verdict = kind_of(puzzle).judge(puzzle, played)
        assert verdict.right and not verdict.reasons
        played += verdict.reply
        if verdict.over:
            break
    assert tuple(played) == puzzle.line


@judged
def test_every_other_move_is_refuted_with_legal_moves(game: str, players: int, kind: str) -> None:
    puzzle = one(game, players, kind)
    judge = kind_of(puzzle)
    for text in Random(1).sample(wrong_moves(puzzle), min(12, len(wrong_moves(puzzle)))):
        move = puzzle.game.parse_move(puzzle.state, text)
        verdict = judge.judge(puzzle, [move])
        assert not verdict.right and verdict.reasons and all(str(reason) for reason in verdict.reasons)
        state = puzzle.game.play(puzzle.state, move)
        for reply in verdict.reply:
            state = puzzle.game.play(state, reply)


@by_kind
def test_an_illegal_move_is_not_judged(game: str, players: int, kind: str) -> None:
    puzzle = one(game, players, kind)
    with pytest.raises(EncoreError):
        kind_of(puzzle).judge(puzzle, [*puzzle.line, puzzle.line[-1]])


@by_kind
def test_another_answer_is_refused(game: str, players: int, kind: str) -> None:
    puzzle = one(game, players, kind)
    with pytest.raises(WrongPuzzle):
        check_puzzle(changed(puzzle, (wrong_moves(puzzle)[0],)))


@by_kind
def test_wrong_themes_are_refused(game: str, players: int, kind: str) -> None:
    puzzle = one(game, players, kind)
    with pytest.raises(WrongPuzzle, match="themes"):
        check_puzzle(changed(puzzle, Themes="easy"))


@by_kind
def test_an_answer_that_cannot_be_played_is_refused(game: str, players: int, kind: str) -> None:
    puzzle = one(game, players, kind)
    with pytest.raises(RecordError):
        check_puzzle(changed(puzzle, (*puzzle.record.moves, puzzle.record.moves[-1])))


@by_kind
def test_a_position_that_cannot_be_read_is_refused(game: str, players: int, kind: str) -> None:
    with pytest.raises(RecordError, match="line 1, column 1"):
        check_puzzle(changed(one(game, players, kind), Position="nothing"))


@pytest.mark.parametrize(
    "game, players, kind, old, new",
    [
        ("dakapo", 2, "win", "8/8/", "r7/8/"),  # a stone that touches no other one
        ("dacapo", 2, "capture", "*", "*1"),  # more fish than there are
        ("dacapo", 1, "deal", "r12", "r11"),  # a fish twice
        ("dalapapa", 2, "turn", "@0,0", "@0,1"),  # a tile on another one, or colours that do not fit
    ],
)
def test_an_impossible_position_is_refused(game: str, players: int, kind: str, old: str, new: str) -> None:
    found = (each for each in SETS if (each.game, each.players) == (game, players))
    puzzles = [puzzle for each in found for puzzle in each.puzzles if puzzle.kind == kind]
    puzzle = next(each for each in puzzles if old in each.record.tags["Position"])
    check_puzzle(puzzle)
    with pytest.raises((WrongPuzzle, RecordError)) as error:
        check_puzzle(changed(puzzle, Position=puzzle.record.tags["Position"].replace(old, new, 1)))
    assert "answer" not in str(error.value) and "themes" not in str(error.value)


def test_a_deal_for_two_is_no_deal_alone() -> None:
    """It is checked, too, that a whole turn of Dalapapa begins with the first tile."""
    puzzle = one("dacapo", 2, "capture")
    with pytest.raises(WrongPuzzle, match="fresh deal"):
        check_puzzle(changed(puzzle, Puzzle="deal"))
    turn = next(each for each in SETS if each.game == "dalapapa")
    both = next(each for each in turn.puzzles if "two-tiles" in each.themes)
    after = both.game.play(both.state, both.line[0])
    with pytest.raises(WrongPuzzle, match="single answer"):
        check_puzzle(changed(both, both.record.moves[1:], Position=both.game.format_state(after)))


@by_kind
def test_the_beginning_of_a_game_is_no_puzzle(game: str, players: int, kind: str) -> None:
    puzzle = one(game, players, kind)
    state = puzzle.game.initial()
    with pytest.raises((WrongPuzzle, RecordError)):
        check_puzzle(changed(puzzle, (), Position=puzzle.game.format_state(state)))


def test_a_wrong_defence_is_refused() -> None:
    puzzle = next(puzzle for each in SETS for puzzle in each.puzzles if puzzle.record.variations)
    first, *others = puzzle.record.variations
    broken = Variation(first.after, first.moves[:1])
    record = Record(puzzle.record.tags, puzzle.record.moves, variations=(broken, *others))
    check_puzzle(puzzle)
    with pytest.raises(WrongPuzzle, match="variations"):
        check_puzzle(Puzzle(record))


@judged
def test_random_positions_are_no_puzzles_unless_the_check_finds_one(game: str, players: int, kind: str) -> None:
    """A position with a second answer is refused: the check finds all answers, not only the one it is told."""
    puzzle = one(game, players, kind)
    rng, refused = Random(f"{game}/{kind}"), 0
    judge = kinds_of(puzzle.game)[kind]
    for _ in range(10):
        state = puzzle.game.initial()
        for _ in range(rng.randrange(6, 20)):
            seat = puzzle.game.to_move(state)
            if seat is None:
                break
            moves = puzzle.game.legal_moves(state)
            state = puzzle.game.play(state, puzzle.game.deal(state, rng) if seat == DEALER else rng.choice(moves))
        seat = puzzle.game.to_move(state)
        if seat in (None, DEALER):
            continue
        view = puzzle.game.view(state, seat)
        first = (puzzle.game.format_move(puzzle.game.legal_moves(view)[0]),)
        if judge.find(puzzle.game, view) is None:
            refused += 1
            with pytest.raises((WrongPuzzle, RecordError)):
                check_puzzle(changed(puzzle, first, Position=puzzle.game.format_state(view)))
    assert refused


def test_a_kind_that_the_game_does_not_have_is_refused() -> None:
    with pytest.raises(RecordError, match="no kind of puzzle"):
        check_puzzle(changed(SETS[0].puzzles[0], Puzzle="riddle"))


@pytest.mark.parametrize("grade", ["", "hard", "1500", "1500 1600-1700", "1500 1400-1450"])
def test_a_grade_has_a_number_within_its_interval(grade: str) -> None:
    with pytest.raises(RecordError, match="grade"):
        changed(SETS[0].puzzles[0], Grade=grade)


def test_errors_name_the_line_in_the_file() -> None:
    text = write_puzzles(SETS[0].puzzles[:2]).replace("[Rules", "[Rulez", 2).replace("[Rulez", "[Rules", 1)
    line = next(number for number, each in enumerate(text.split("\n"), 1) if "Rulez" in each)
    with pytest.raises(RecordError) as error:
        list(read_puzzles(text))
    assert line - 1 <= error.value.line <= line


def test_a_puzzle_keeps_everything_but_its_grade() -> None:
    puzzle = SETS[0].puzzles[0]
    other = graded(puzzle, Grade(1, 0, 2))
    assert other.grade == Grade(1, 0, 2) and other.name == puzzle.name
    assert write_puzzles([graded(other, puzzle.grade or Grade(0, 0, 0))]) == write_puzzles([puzzle])


def test_a_day_has_one_puzzle_of_each_set() -> None:
    for day in (FIRST_DAY, FIRST_DAY + timedelta(400), FIRST_DAY + timedelta(9999)):
        assert [(puzzle.game.name, puzzle.game.players) for puzzle in daily(day)] == [
            (each.game, each.players) for each in SETS
        ]
    assert daily(FIRST_DAY - timedelta(1)) == ()


def test_no_puzzle_comes_twice_within_a_year() -> None:
    for start in (0, 100, 379):
        days = [FIRST_DAY + timedelta(start + number) for number in range(366)]
        counted = Counter(puzzle.name for day in days for puzzle in daily(day))
        assert set(counted.values()) == {1}


def test_there_are_enough_puzzles_of_all_grades() -> None:
    least = {("dakapo", 2): 400, ("dacapo", 2): 400, ("dacapo", 1): 366, ("dalapapa", 2): 366}
    for each in SETS:
        assert len(each.puzzles) >= least.pop((each.game, each.players))
        ratings = [puzzle.grade.rating for puzzle in each.puzzles if puzzle.grade]
        fifths = Counter(fifth_of(rating, min(ratings), max(ratings)) for rating in ratings)
        assert all(fifths[fifth] >= 0.15 * len(ratings) for fifth in range(5)), fifths
    assert not least
