"""Making puzzles: what is found in records, how bots grade it, and going on after an interruption."""

from __future__ import annotations

import json
from collections import Counter
from dataclasses import replace
from pathlib import Path

import pytest

import encore
from encore.arena.match import Match
from encore.arena.mining import Making, Mine, even_choice, fifth_of
from encore.arena.store import write_record
from encore.arena.trials import Trials, grades
from encore.bots.levels import LEVELS
from encore.core.errors import EncoreError
from encore.core.puzzle import Grade, check_puzzle, graded, read_puzzles
from encore.core.record import Record
from encore.core.replay import replay
from encore.core.shelf import puzzle_sets

LEVEL_COUNT = len(LEVELS)
LAST_MOVES = 6


@pytest.fixture(scope="module")
def records(tmp_path_factory: pytest.TempPathFactory) -> tuple[Path, ...]:
    """Return the ends of two games: wins by force are found there, and to look at a whole game takes longer."""
    folder = tmp_path_factory.mktemp("records")
    match = Match(encore.load("dakapo"), ("bot:easy", "bot:medium"), 2, seed=5, nodes=100)
    paths = tuple(folder / f"{number:04}.txt" for number in (1, 2))
    for number, path in enumerate(paths, 1):
        record = match.play(number)
        start = list(replay(record, match.game))[-LAST_MOVES - 1].state
        tags = {**record.tags, "Position": match.game.format_state(start)}
        write_record(path, Record(tags, record.moves[-LAST_MOVES:]))
    return paths


@pytest.fixture(scope="module")
def whole(records: tuple[Path, ...], tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return the file of a run without interruption. No test changes it."""
    made = making(records, tmp_path_factory.mktemp("whole") / "puzzles.txt")
    run(made)
    return made.out


def making(records: tuple[Path, ...], out: Path, **others: object) -> Making:
    settings = {"game": "dakapo", "tries": 2, "nodes": 100, "seed": "1", **others}
    return Making(files=records, out=out, **settings)  # type: ignore[arg-type]


def run(made: Making) -> bytes:
    for _ in made.find():
        pass
    for _ in made.grade():
        pass
    made.write()
    return made.out.read_bytes()


def test_what_is_found_is_checked_graded_and_written(whole: Path) -> None:
    puzzles = list(read_puzzles(whole.read_text("utf-8")))
    assert puzzles and all(puzzle.grade for puzzle in puzzles)
    for puzzle in puzzles:
        check_puzzle(puzzle)
    assert not list(whole.parent.glob("*.part"))


@pytest.mark.thorough
def test_an_interrupted_run_goes_on_and_gives_the_same_file(
    records: tuple[Path, ...], whole: Path, tmp_path: Path
) -> None:
    first = making(records, tmp_path / "parts.txt")
    next(first.find())
    part = tmp_path / "parts.txt.part"
    with part.open("a") as file:
        file.write('["found", "0123", ["half of a li')  # the process was killed while it wrote
    second = making(records, tmp_path / "parts.txt")
    assert len(second.work.found) == 1
    for _ in second.find():
        pass
    next(second.grade())
    third = making(records, tmp_path / "parts.txt")
    assert len(third.work.found) == 2 and len(third.work.solved) == 1
    assert run(third) == whole.read_bytes()


def test_the_rest_of_another_run_is_refused(records: tuple[Path, ...], tmp_path: Path) -> None:
    next(making(records, tmp_path / "puzzles.txt").find())
    with pytest.raises(EncoreError, match="delete it"):
        next(replace(making(records, tmp_path / "puzzles.txt"), tries=3).find())


def test_records_of_other_games_are_passed_over(records: tuple[Path, ...]) -> None:
    assert Mine("dacapo", (("1.txt", records[0].read_bytes()),)).find(1) == []


def test_a_broken_record_is_named_and_costs_only_itself(records: tuple[Path, ...], whole: Path, tmp_path: Path) -> None:
    broken = tmp_path / "broken.txt"
    broken.write_text('[Game "dakapo"]\n[Rules "1"]\n[Players "2"]\n\nz9r\n')
    list(making(records[:1], tmp_path / "puzzles.txt").find())
    with pytest.raises(EncoreError, match=r"broken\.txt: line 5"):
        list(making((records[0], broken), tmp_path / "puzzles.txt").find())
    rest = making(records, tmp_path / "puzzles.txt")
    assert len(rest.left) == 1
    assert run(rest) == whole.read_bytes()


@pytest.mark.parametrize("text", ["", '{"game": "dak'])
def test_a_first_line_that_was_not_finished_is_a_fresh_start(
    records: tuple[Path, ...], tmp_path: Path, text: str
) -> None:
    (tmp_path / "puzzles.txt.part").write_text(text)
    assert len(making(records, tmp_path / "puzzles.txt").left) == 2


def test_the_same_seed_gives_the_same_tries() -> None:
    trials = Trials(puzzle_sets()[0].puzzles[:2], 3, 100, "seed")
    assert trials.solved(1) == trials.solved(1)
    assert all(0 <= count <= 3 for count in trials.solved(2))
    assert json.dumps(trials.solved(1))  # stored as it is


def test_a_puzzle_that_is_solved_less_often_has_a_higher_grade() -> None:
    solved = {f"puzzle {count}": [count // 2, count, count, count, count] for count in range(0, 21, 4)}
    ratings = [grade.rating for grade in grades(solved, 20).values()]
    assert ratings == sorted(ratings, reverse=True) and ratings[0] - ratings[-1] > 400


def test_more_tries_give_a_narrower_interval() -> None:
    few = grades({"a": [1, 2, 2, 3, 4], "b": [0, 1, 2, 2, 4]}, 4)["a"]
    many = grades({"a": [25, 50, 50, 75, 100], "b": [0, 25, 50, 50, 100]}, 100)["a"]
    assert many.high - many.low < few.high - few.low
    assert few.low <= few.rating <= few.high


def test_a_level_at_the_grade_of_a_puzzle_solves_it_half_of_the_time() -> None:
    counts = [10] * LEVEL_COUNT
    assert grades({"a": counts, "b": counts}, 20)["a"].rating == 1500


def test_the_choice_has_puzzles_of_all_grades() -> None:
    puzzle = puzzle_sets()[0].puzzles[0]
    ratings = [1000 + number for number in range(300)] + [1500, 1600, 1700, 1800, 1900] * 20 + [2900] * 3
    chosen = even_choice([graded(puzzle, Grade(rating, rating, rating)) for rating in ratings], 100)
    found = sorted(each.grade.rating for each in chosen if each.grade)
    fifths = Counter(fifth_of(rating, found[0], found[-1]) for rating in found)
    assert [len(even_choice(chosen, most)) for most in (1, 2, 3)] == [1, 2, 3]
    assert len(chosen) == 100 and found[-1] == 1900 and min(fifths[fifth] for fifth in range(5)) >= 15
