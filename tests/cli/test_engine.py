"""Engines in the terminal: ``engine:COMMAND`` as a seat, and ``encore engine``."""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

from encore.core.record import parse_record
from tests.cli.conftest import Run
from tests.engines import no_engine_left, script

__all__ = ["no_engine_left", "script"]  # fixtures


@pytest.mark.parametrize(
    ("command", "why"),
    [
        ("engine:", "engine: takes a command"),
        ("engine:there-is-no-such-program", "does not start: there is no such program"),
        (f"engine:{sys.executable} -c pass", "has ended by itself, with status 0"),
        ("engine:a 'b", "does not start: No closing quotation"),
    ],
)
def test_a_command_that_is_no_engine_is_one_line(command: str, why: str, encore: Callable[..., Run]) -> None:
    run = encore("match", "dakapo", "--bots", command, "--games", 1)
    assert run.status == 2 or run.status == 1
    assert why in run.err
    assert len(run.err.strip().splitlines()) == 1


def test_an_engine_of_another_game_is_refused_before_the_match(
    script: Callable[[str], str], encore: Callable[..., Run], tmp_path: Path
) -> None:
    run = encore("match", "dalapapa", "--bots", script("pass"), "--records", tmp_path / "records")
    assert "does not play dalapapa; its games: dakapo, dacapo" in run.err
    assert not (tmp_path / "records").exists()


def test_a_record_from_elsewhere_starts_no_program(
    encore: Callable[..., Run], tmp_path: Path, script: Callable[[str], str]
) -> None:
    trap = tmp_path / "trap"
    record = tmp_path / "game.txt"
    record.write_text(
        f'[Game "dakapo"]\n[Rules "1"]\n[Players "2"]\n[Seat1 "human"]\n[Seat2 "engine:touch {trap}"]\n\nd6y\n', "utf-8"
    )
    run = encore("play", "dakapo", "--seat", "human,human", typed=f"load {record}\nquit\n")
    assert "loaded 1 move" in run.out
    assert "seat 2>" in run.out
    assert not trap.exists()


def test_an_engine_that_fails_ends_the_game_in_the_terminal(
    encore: Callable[..., Run], tmp_path: Path, script: Callable[[str], str]
) -> None:
    saved = tmp_path / "game.txt"
    typed = f"d6y\nsave {saved}\nc5g\nquit\n"
    run = encore("play", "dakapo", "--seat", f"human,{script('sys.exit(3)')}", typed=typed)
    assert "loses: the engine" in run.err
    assert "this game has ended" in run.out
    record = parse_record(saved.read_text("utf-8"))
    assert record.tags["Termination"] == "forfeit"
    assert record.tags["Result"] == "1"


def test_our_engine_does_not_start_another_one(encore: Callable[..., Run]) -> None:
    run = encore("engine", "engine:./x")
    assert "speaks UGI itself" in run.err


def test_encore_engine_ends_with_its_input() -> None:
    command = [sys.executable, "-m", "encore", "engine", "random"]
    done = subprocess.run(
        command,
        input="setoption name game value dakapo\ngo nodes 5\n",
        capture_output=True,
        text=True,
        timeout=120,
        check=True,
    )
    assert done.stdout.splitlines()[-1].startswith("bestmove ")
    assert done.stderr == ""
