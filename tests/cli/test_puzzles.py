"""encore puzzles and encore daily: solve in the terminal, make puzzles, check files."""

from __future__ import annotations

from collections.abc import Callable
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

import pytest

from encore.core.puzzle import Puzzle, kind_of, write_puzzles
from encore.core.shelf import FIRST_DAY, daily, puzzle_sets
from tests.cli.conftest import Run

Encore = Callable[..., Run]
KINDS = {(each.game, puzzle.kind): puzzle for each in puzzle_sets() for puzzle in reversed(each.puzzles)}
by_kind = pytest.mark.parametrize("puzzle", KINDS.values(), ids=[f"{game}-{kind}" for game, kind in KINDS])


def own_moves(puzzle: Puzzle) -> list[str]:
    """Return what the solver types."""
    typed, played = list[str](), list[Any]()
    while True:
        played.append(puzzle.line[len(played)])
        typed.append(puzzle.game.format_move(played[-1]))
        verdict = kind_of(puzzle).judge(puzzle, played)
        if verdict.over:
            return typed
        played += verdict.reply


def wrong_move(puzzle: Puzzle) -> str:
    legal = map(puzzle.game.format_move, puzzle.game.legal_moves(puzzle.state))
    return next(move for move in legal if move != puzzle.record.moves[0])


@by_kind
def test_a_puzzle_is_solved(encore: Encore, puzzle: Puzzle) -> None:
    run = encore("puzzles", "--puzzle", puzzle.name, typed="\n".join([*own_moves(puzzle), "next", ""]))
    assert run.status == 0 and "Solved." in run.out and "1 of 1 puzzle solved at the first try" in run.out, run


@pytest.mark.parametrize("puzzle", [each for each in KINDS.values() if each.game.players > 1])
def test_a_wrong_move_is_explained_and_can_be_tried_again(encore: Encore, puzzle: Puzzle) -> None:
    typed = "\n".join([wrong_move(puzzle), *own_moves(puzzle), f"why {wrong_move(puzzle)}", "next", ""])
    run = encore("puzzles", "--puzzle", puzzle.name, typed=typed)
    move = puzzle.game.parse_move(puzzle.state, wrong_move(puzzle))
    reason = str(kind_of(puzzle).judge(puzzle, [move]).reasons[0])
    assert run.out.count(reason) == 2 and "Try again." in run.out and "Solved." in run.out
    assert "0 of 1 puzzle solved at the first try" in run.out


def test_the_answer_is_shown_when_asked_for(encore: Encore) -> None:
    puzzle = KINDS["dakapo", "win"]
    run = encore("puzzles", "--puzzle", puzzle.name, typed="help\n? \nanswer\nnext\n")
    assert puzzle.record.moves[-1] in run.out and "0 of 1 puzzle" in run.out
    assert puzzle.record.moves[0] not in encore("puzzles", "--puzzle", puzzle.name, typed="quit\n").out


def test_whoever_looks_at_the_answer_afterwards_has_solved_it(encore: Encore) -> None:
    puzzle = KINDS["dakapo", "win"]
    run = encore("puzzles", "--puzzle", puzzle.name, typed="\n".join([*own_moves(puzzle), "answer", "next", ""]))
    assert "1 of 1 puzzle solved at the first try" in run.out


def test_a_move_of_a_deal_can_be_taken_back(encore: Encore) -> None:
    puzzle = KINDS["dacapo", "deal"]
    first, *others = own_moves(puzzle)
    run = encore("puzzles", "--puzzle", puzzle.name, typed="\n".join([first, "undo", first, *others, "next", ""]))
    assert "Solved." in run.out and "0 of 1 puzzle solved at the first try" in run.out


def test_an_illegal_move_is_refused_and_costs_nothing(encore: Encore) -> None:
    puzzle = KINDS["dakapo", "win"]
    run = encore("puzzles", "--puzzle", puzzle.name, typed="\n".join(["z9r", "a1", *own_moves(puzzle), "next", ""]))
    assert "1 of 1 puzzle solved at the first try" in run.out


@pytest.mark.parametrize(
    "arguments, error",
    [
        (("--puzzle", "nothing"), "there is no puzzle"),
        (("--game", "chess"), "there is no game"),
        (("--theme", "riddle"), "no puzzle fits"),
        (("--grade", "hard"), "--grade needs two numbers"),
        (("--players", "7"), "no puzzle fits"),
    ],
)
def test_what_cannot_be_found_is_one_line(encore: Encore, arguments: tuple[str, ...], error: str) -> None:
    run = encore("puzzles", *arguments)
    assert run.status == 2 and error in run.err and run.err.count("\n") == 1


def test_puzzles_are_chosen_by_game_theme_and_grade(encore: Encore) -> None:
    puzzle = KINDS["dakapo", "win"]
    assert puzzle.grade
    rating = f"{puzzle.grade.rating}-{puzzle.grade.rating}"
    run = encore("puzzles", "--game", "dakapo", "--theme", "win", "--grade", rating, "--seed", 1, typed="quit\n")
    assert run.status == 0 and f"grade {puzzle.grade.rating}" in run.out


def test_the_puzzles_of_a_day(encore: Encore) -> None:
    for day in (datetime.now(UTC).date(), FIRST_DAY):
        run = encore("daily", day, typed="next\n" * 4)
        for puzzle in daily(day):
            assert puzzle.name in run.out
    before, run = datetime.now(UTC).date(), encore("daily", typed="quit\n")
    assert any(f"The puzzles of {day}" in run.out for day in (before, datetime.now(UTC).date()))


@pytest.mark.parametrize(
    "day", ["yesterday", "", "20261101", "2026-W47-3", "2026-10-31", str(datetime.now(UTC).date() + timedelta(2))]
)
def test_days_without_puzzles_are_one_line(encore: Encore, day: str) -> None:
    run = encore("daily", day)
    assert run.status == 2 and run.err.count("\n") == 1 and "day" in run.err


def test_a_file_is_checked(encore: Encore, tmp_path: Path) -> None:
    good, bad = tmp_path / "good.txt", tmp_path / "bad.txt"
    puzzle = KINDS["dakapo", "win"]
    good.write_text(write_puzzles([puzzle]))
    bad.write_text(write_puzzles([puzzle]).replace(f'[Themes "{" ".join(puzzle.themes)}"]', '[Themes "easy"]'))
    run = encore("puzzles", "check", good)
    assert run.status == 0 and "1 puzzle checked" in run.out
    run = encore("puzzles", "check", good, bad)
    assert run.status == 1 and f"bad.txt: puzzle {puzzle.name}: the themes are" in run.out and "1 wrong" in run.err


@pytest.mark.parametrize("text", ["nonsense", '[Game "dakapo"]\n', "[Game"])
def test_what_is_no_file_of_puzzles_is_one_line(encore: Encore, tmp_path: Path, text: str) -> None:
    (tmp_path / "file.txt").write_text(text)
    run = encore("puzzles", "check", tmp_path / "file.txt")
    assert run.status == 2 and "file.txt: line 1" in run.err and run.err.count("\n") == 1


def test_a_file_with_a_puzzle_twice_is_refused(encore: Encore, tmp_path: Path) -> None:
    puzzle = KINDS["dakapo", "win"]
    (tmp_path / "twice.txt").write_text(write_puzzles([puzzle, puzzle]))
    run = encore("puzzles", "check", tmp_path / "twice.txt")
    assert run.status == 1 and f"puzzle {puzzle.name} is there 2 times" in run.out
    (tmp_path / "empty.txt").write_text("")
    run = encore("puzzles", "check", tmp_path / "empty.txt")
    assert run.status == 2 and "has no puzzles" in run.err


def test_a_lost_deal_tells_the_move_after_which_it_was_lost(encore: Encore) -> None:
    puzzle = KINDS["dacapo", "deal"]
    state, typed = puzzle.state, list[str]()
    while legal := puzzle.game.legal_moves(state):  # whoever always takes the last capture rarely wins
        typed.append(puzzle.game.format_move(legal[-1]))
        state = puzzle.game.play(state, legal[-1])
    outcome = puzzle.game.outcome(state)
    assert outcome and not outcome.winners, "choose other moves"
    run = encore("puzzles", "--puzzle", puzzle.name, typed="\n".join([*typed, "quit", ""]))
    assert "it could no longer be won" in run.out and "0 undos" in run.out


def test_a_missing_file_is_one_line(encore: Encore, tmp_path: Path) -> None:
    run = encore("puzzles", "check", tmp_path / "none.txt")
    assert run.status == 2 and run.err.count("\n") == 1


def test_puzzles_are_made_from_a_match(encore: Encore, tmp_path: Path) -> None:
    match = ("match", "dakapo", "--games", 2, "--bots", "bot:easy", "--nodes", 50, "--seed", 3)
    assert encore(*match, "--records", tmp_path / "games").status == 0
    out = tmp_path / "found.txt"
    run = encore("puzzles", "make", "dakapo", "--records", tmp_path / "games", "--out", out, "--tries", 1)
    assert run.status == 0, run.err
    assert "found in" in run.out
    assert encore("puzzles", "check", out).status == 0


def test_a_folder_without_records_is_one_line(encore: Encore, tmp_path: Path) -> None:
    run = encore("puzzles", "make", "dakapo", "--records", tmp_path, "--out", tmp_path / "found.txt")
    assert run.status == 2 and "has no records" in run.err
    run = encore("puzzles", "make", "dakapo", "--records", tmp_path, "--out", tmp_path)
    assert run.status == 2 and "is a folder" in run.err


def test_nothing_is_overwritten(encore: Encore, tmp_path: Path) -> None:
    match = ("match", "dakapo", "--games", 1, "--bots", "random", "--records", tmp_path / "games")
    assert encore(*match).status == 0
    (tmp_path / "kept.txt").write_text("mine")
    run = encore("puzzles", "make", "dakapo", "--records", tmp_path / "games", "--out", tmp_path / "kept.txt")
    assert run.status == 2 and "exists" in run.err and (tmp_path / "kept.txt").read_text() == "mine"
    run = encore("puzzles", "make", "dacapo", "--records", tmp_path / "games", "--out", tmp_path / "none.txt")
    assert run.status == 2 and "there are no puzzles of dacapo" in run.err and not (tmp_path / "none.txt").exists()
