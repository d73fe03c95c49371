"""Matches: pairs with the same deals, the same games on any number of cores, and going on after an interruption."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

import encore
from encore.arena.arena import Arena
from encore.arena.match import Match
from encore.arena.results import FILE, Result
from encore.arena.workers import play_in_processes
from encore.core.record import format_record

DUEL = Match(encore.load("dacapo", rounds=1), ("greedy", "random"), 6, seed=3, nodes=50)


def deals(record: encore.Record) -> list[str]:
    return [move for move in record.moves if move.startswith(("deal:", "draw:"))]


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


def test_a_match_goes_on_where_it_was(tmp_path: Path) -> None:
    whole, broken = tmp_path / "whole", tmp_path / "broken"
    assert len(list(Arena(DUEL, whole).play())) == 6
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


def test_a_record_without_its_line_is_found_again(tmp_path: Path) -> None:
    list(Arena(DUEL, tmp_path).play())
    lines = (tmp_path / FILE).read_text().splitlines(keepends=True)
    (tmp_path / FILE).write_text("".join(lines[:3]))
    assert len(Arena(DUEL, tmp_path).results.finished) == 6


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
    list(Arena(DUEL, tmp_path).play())
    before = {path.name: path.read_bytes() for path in tmp_path.iterdir()}
    with pytest.raises(encore.EncoreError, match="holds another match; choose a new folder"):
        Arena(other, tmp_path)
    assert {path.name: path.read_bytes() for path in tmp_path.iterdir()} == before


def test_until_sure_stops_early(tmp_path: Path) -> None:
    match = Match(encore.load("dakapo"), ("greedy", "random"), 400, nodes=500)
    arena = Arena(match, tmp_path)
    played = len(list(arena.play(until_sure=True)))
    assert played < 400
    assert arena.decision() == 1
    assert list(Arena(match, tmp_path).play(until_sure=True)) == []


def test_a_killed_match_goes_on(tmp_path: Path) -> None:
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
