"""Matches: pairs with the same deals, the same games on any number of cores, and going on after an interruption."""

from __future__ import annotations

import os
import shutil
import signal
import subprocess
import sys
import time
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

import encore
from encore.arena.arena import Arena
from encore.arena.match import Match
from encore.arena.results import FILE, Result
from encore.arena.store import write_record
from encore.arena.workers import play_in_processes
from encore.core.record import Record, format_record
from encore.core.replay import record_of

DUEL = Match(encore.load("dacapo", rounds=1), ("greedy", "random"), 6, seed=3, nodes=50)


def deals(record: encore.Record) -> list[str]:
    return [move for move in record.moves if move.startswith(("deal:", "draw:"))]


def won_by(match: Match, number: int, bot: str) -> Record:
    """Return a record that says who won, without the moves."""
    blank = record_of(match.game, (), match.game.initial(), match.seats(number), Seed=match.deal(number))
    return Record({**blank.tags, "Result": str(match.seats(number).index(bot) + 1)}, ())


def in_this_order(monkeypatch: pytest.MonkeyPatch, records: dict[int, Record], order: Sequence[int]) -> None:
    """Let the games of a match end in an order of our own."""
    monkeypatch.setattr(
        Arena, "_records", lambda arena, cluster: ((n, records[n]) for n in order if n in arena.results.missing())
    )


def test_pairs_have_the_same_deals_and_exchanged_seats() -> None:
    first, second, third = (DUEL.play(number) for number in (1, 2, 3))
    assert deals(first) == deals(second) != deals(third)
    assert [record.tags["Seat1"] for record in (first, second, third)] == ["greedy", "random", "greedy"]
    three = Match(encore.load("dacapo", 3, rounds=1), ("greedy", "random", "random"), 3, nodes=10)
    assert [three.seats(number).index("greedy") for number in (1, 2, 3)] == [0, 2, 1]


def test_the_same_bots_get_new_deals_each_time() -> None:
    match = Match(encore.load("dacapo", rounds=1), ("random", "random"), 2)
    assert deals(match.play(1)) != deals(match.play(2))


def test_processes_play_the_same_games() -> None:
    alone = {number: format_record(DUEL.play(number)) for number in range(1, 7)}
    together = {number: format_record(record) for number, record in play_in_processes(DUEL, range(1, 7), 2)}
    assert together == alone


def test_a_worker_that_dies_costs_its_unfinished_game_only() -> None:
    match = Match(encore.load("dalapapa"), ("random", "random"), 12)
    played = play_in_processes(match, range(1, 13), 2)
    first = next(played)
    victims = subprocess.run(["pgrep", "-P", str(os.getpid()), "-f", "spawn_main"], capture_output=True, text=True)
    for victim in victims.stdout.split()[:1]:
        os.kill(int(victim), signal.SIGKILL)
    assert sorted([first[0], *(number for number, _ in played)]) == list(range(1, 13))


def test_shares() -> None:
    assert Result(1, ("a", "b"), "1", "").shares() == [1, 0]
    assert Result(1, ("a", "b"), "-", "").shares() == [0.5, 0.5]
    assert Result(1, ("a", "b", "a", "b"), "1,3", "").shares() == [0.5, 0, 0.5, 0]
    assert Result(1, ("a",), "-", "").shares() == [0]


@pytest.fixture(scope="module")
def whole(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return the folder of a match that was played without interruption. No test changes it."""
    folder = tmp_path_factory.mktemp("whole")
    assert len(list(Arena(DUEL, folder).play())) == 6
    return folder


def test_a_match_is_continued(whole: Path, tmp_path: Path) -> None:
    broken = tmp_path / "broken"
    arena = Arena(DUEL, broken).play()
    done = [next(arena), next(arena)]
    arena.close()  # type: ignore[attr-defined]
    (broken / FILE).write_text((broken / FILE).read_text() + "5\tgreedy,ra")
    again = Arena(DUEL, broken)
    assert sorted(again.results.finished) == sorted(done)
    assert sorted([*done, *again.play()]) == [1, 2, 3, 4, 5, 6]
    for number in range(1, 7):
        assert (broken / f"{number:04}.txt").read_bytes() == (whole / f"{number:04}.txt").read_bytes()
    assert sorted((broken / FILE).read_text().splitlines()) == sorted((whole / FILE).read_text().splitlines())
    assert Arena(DUEL, broken).strength("greedy") == Arena(DUEL, whole).strength("greedy")


def test_a_record_without_its_line_is_found_again(whole: Path, tmp_path: Path) -> None:
    shutil.copytree(whole, tmp_path, dirs_exist_ok=True)
    lines = (tmp_path / FILE).read_text().splitlines(keepends=True)
    (tmp_path / FILE).write_text("".join(lines[:3]))
    assert len(Arena(DUEL, tmp_path).results.finished) == 6


def small_match(folder: Path) -> Arena:
    """Write a match of two games."""
    arena = Arena(replace(DUEL, games=2), folder)
    for number in (1, 2):
        arena.results.add(number, arena.match.play(number))
    return arena


@pytest.mark.parametrize(
    "wrong",
    [
        b"x\tgreedy,random\t1\t0,0",
        b"9999999999999999999999\tgreedy,random\t1\t0,0",
        b"0\tgreedy,random\t1\t0,0",
        b"-1\tgreedy,random\t1\t0,0",
        b"2\tgreedy\t1\t5,6",
        b"2\tgreedy,random\t1\t0,0",
        b"2\trandom,greedy\t3\t0,0",
        b"2\trandom,greedy\t1,1\t0,0",
        b"2\trandom,greedy\t*\t0,0",
        b"2\trandom,greedy\t\t0,0",
        b"2\trandom,greedy\t1\tmany",
        b"2\trandom,greedy\t1",
        b"2\trandom,greedy\t1\t0,0\t",
        b"\xff\xfe\x00",
        b"",
    ],
)
def test_a_wrong_line_is_replaced_by_what_the_record_says(tmp_path: Path, wrong: bytes) -> None:
    right = small_match(tmp_path).results.finished
    before = (tmp_path / FILE).read_bytes()
    head, first, _ = before.splitlines()
    (tmp_path / FILE).write_bytes(b"\n".join([head, wrong, first, b""]))
    assert Arena(replace(DUEL, games=2), tmp_path).results.finished == right
    assert (tmp_path / FILE).read_bytes() == before


def test_an_empty_file_of_results_is_written_anew(tmp_path: Path) -> None:
    right = small_match(tmp_path).results.finished
    before = (tmp_path / FILE).read_bytes()
    (tmp_path / FILE).write_bytes(b"")
    assert Arena(replace(DUEL, games=2), tmp_path).results.finished == right
    assert (tmp_path / FILE).read_bytes() == before


@pytest.mark.parametrize("garbled", [b"\n", b"\xff\xfe", b"dacapo\t2\n"])
def test_a_file_of_results_without_its_head_is_left_alone(tmp_path: Path, garbled: bytes) -> None:
    (tmp_path / FILE).write_bytes(garbled)
    with pytest.raises(encore.EncoreError, match="holds another match; choose a new folder"):
        Arena(DUEL, tmp_path)
    assert (tmp_path / FILE).read_bytes() == garbled


def test_negative_scores_are_read_as_they_were_written(tmp_path: Path) -> None:
    arena = small_match(tmp_path)
    record = won_by(arena.match, 2, "greedy")
    arena.results.add(2, Record({**record.tags, "Scores": "-3,5"}, ()))
    assert Arena(arena.match, tmp_path).results.finished[2].scores == "-3,5"


def test_nobody_sees_a_file_of_results_without_its_head(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def killed(*_: object) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr(Path, "replace", killed)
    with pytest.raises(KeyboardInterrupt):
        Arena(DUEL, tmp_path)
    assert list(tmp_path.iterdir()) == []


@pytest.mark.parametrize("result", ["*", None, "", "3", "2,1"])
def test_a_record_without_an_ending_is_named(tmp_path: Path, result: str | None) -> None:
    blank = won_by(DUEL, 1, "greedy")
    tags = {tag: value for tag, value in blank.tags.items() if tag != "Result"}
    write_record(tmp_path / "0001.txt", Record(tags if result is None else {**tags, "Result": result}, ()))
    with pytest.raises(encore.EncoreError, match=r"0001\.txt holds no finished game; remove it, and the game is"):
        Arena(DUEL, tmp_path)
    assert [path.name for path in tmp_path.iterdir()] == ["0001.txt"]


@pytest.mark.parametrize(
    "other",
    [
        Match(encore.load("dacapo", rounds=2), ("greedy", "random"), 6, seed=3, nodes=50),
        Match(encore.load("dacapo", rounds=1), ("random", "greedy"), 6, seed=3, nodes=50),
        Match(encore.load("dacapo", rounds=1), ("greedy", "random"), 6, seed=4, nodes=50),
        Match(encore.load("dacapo", rounds=1), ("greedy", "random"), 6, seed=3, nodes=51),
    ],
)
def test_a_folder_of_another_match_is_left_alone(tmp_path: Path, other: Match) -> None:
    list(Arena(replace(DUEL, games=1), tmp_path).play())
    before = {path.name: path.read_bytes() for path in tmp_path.iterdir()}
    with pytest.raises(encore.EncoreError, match="holds another match; choose a new folder"):
        Arena(other, tmp_path)
    assert {path.name: path.read_bytes() for path in tmp_path.iterdir()} == before


@pytest.mark.parametrize("changed", [{"nodes": 51}, {"nodes": 50, "seconds": 0.2}])
def test_the_same_bots_with_another_budget_are_another_match(tmp_path: Path, changed: dict[str, Any]) -> None:
    match = Match(DUEL.game, ("greedy", "greedy"), 1, nodes=50)
    list(Arena(match, tmp_path).play())
    before = {path.name: path.read_bytes() for path in tmp_path.iterdir()}
    with pytest.raises(encore.EncoreError, match="holds another match; choose a new folder"):
        Arena(replace(match, games=2, **changed), tmp_path)
    assert {path.name: path.read_bytes() for path in tmp_path.iterdir()} == before
    assert list(Arena(replace(match, games=2), tmp_path).play()) == [2]


def test_until_sure_stops_early(tmp_path: Path) -> None:
    match = Match(encore.load("dakapo"), ("greedy", "random"), 400, nodes=500)
    arena = Arena(match, tmp_path, until_sure=True)
    played = len(list(arena.play()))
    assert played < 400
    assert arena.decision() == 1
    assert list(Arena(match, tmp_path, until_sure=True).play()) == []


LATE = [*range(2, 61), 1]
WORKERS = [number for four in range(1, 61, 4) for number in (four + 3, four + 1, four, four + 2)]


@pytest.mark.parametrize(
    "order", [range(1, 61), range(60, 0, -1), LATE, WORKERS], ids=["up", "down", "late", "workers"]
)
def test_until_sure_does_not_depend_on_which_game_ends_first(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, order: Sequence[int]
) -> None:
    match = Match(DUEL.game, ("greedy", "random"), 60)
    # The first rounds say greedy, and would be outvoted by the rest.
    records = {number: won_by(match, number, "greedy" if number <= 18 else "random") for number in range(1, 61)}
    in_this_order(monkeypatch, records, order)
    arena = Arena(match, tmp_path, until_sure=True)
    list(arena.play())
    assert arena.decision() == 1
    assert [result.number for result in arena.counted()] == list(range(1, 19))
    assert arena.rounds("greedy") == [1.0] * 9
    again = Arena(match, tmp_path, until_sure=True)
    assert (again.decision(), again.counted(), list(again.play())) == (1, arena.counted(), [])


def test_lines_are_in_the_order_of_the_games(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    records = {number: won_by(DUEL, number, "greedy") for number in range(1, 7)}
    files = []
    for folder, order in (("a", range(1, 7)), ("b", [4, 2, 6, 1, 5, 3])):
        in_this_order(monkeypatch, records, order)
        assert list(Arena(DUEL, tmp_path / folder).play()) == list(order)
        files.append((tmp_path / folder / FILE).read_bytes())
    assert files[0] == files[1]


def test_fewer_games_than_are_there(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    records = {n: won_by(DUEL, n, "greedy" if n <= 2 else "random") for n in range(1, 7)}
    in_this_order(monkeypatch, records, range(1, 7))
    list(Arena(DUEL, tmp_path).play())
    before = (tmp_path / FILE).read_bytes()
    fewer = Arena(replace(DUEL, games=2), tmp_path)
    assert list(fewer.play()) == []
    assert [result.number for result in fewer.counted()] == list(fewer.results.finished) == [1, 2]
    assert fewer.rounds("greedy") == [1.0]
    assert (tmp_path / FILE).read_bytes() == before


@pytest.mark.thorough
def test_a_killed_match_is_continued(tmp_path: Path) -> None:
    """kill -9 in the middle: what is there is whole, and the rest is played the next time."""
    command = [sys.executable, "-m", "encore", "match", "dakapo", "--games", "30", "--bots", "greedy,random"]
    command += ["--nodes", "500", "--records", str(tmp_path)]
    process = subprocess.Popen(command, stdout=subprocess.DEVNULL, start_new_session=True)
    while process.poll() is None and not (tmp_path / "0005.txt").exists():
        time.sleep(0.01)
    os.killpg(process.pid, signal.SIGKILL)
    process.wait()
    done = subprocess.run(command, capture_output=True, text=True, check=True)
    assert "30 games of Dakapo" in done.stdout
    assert len(list(tmp_path.glob("0*.txt"))) == 30
    checked = subprocess.run(
        [sys.executable, "-m", "encore", "check", *map(str, tmp_path.glob("0*.txt"))], check=True, capture_output=True
    )
    assert checked.stdout.count(b": ok") == 30


def test_a_record_found_again_is_replayed_before_it_counts(tmp_path: Path) -> None:
    list(Arena(DUEL, tmp_path).play())
    (tmp_path / FILE).unlink()
    path = tmp_path / "0002.txt"
    path.write_text(path.read_text().rsplit(maxsplit=1)[0] + "\n")
    with pytest.raises(encore.EncoreError, match=r"0002\.txt: .*remove it, and the game is played again"):
        Arena(DUEL, tmp_path)
