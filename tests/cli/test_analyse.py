"""encore analyse: luck, choices, and moves worth another look."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path

import pytest

from tests.cli.conftest import Run

Encore = Callable[..., Run]

OVERLOOKED = """[Game "dakapo"]
[Rules "1"]
[Players "2"]
[Seat1 "Ada"]
[Seat2 "Ben"]
[Result "2"]
[Termination "resigned"]

f5r g5g d3y e6g f4y c3r
"""
"""Ben can complete a square with the sixth stone (f3g) but plays elsewhere."""


@pytest.fixture
def overlooked(tmp_path: Path) -> Path:
    path = tmp_path / "overlooked.txt"
    path.write_text(OVERLOOKED)
    return path


def test_an_overlooked_win_is_named_with_the_winning_move(encore: Encore, overlooked: Path) -> None:
    run = encore("analyse", overlooked, "--seconds", 2)
    assert run.status == 0, run.err
    assert "move 6, Ben: c3r" in run.out
    assert "(proved); better: f3g" in run.out.replace("\n", " ")


def test_json_has_the_same_figures_and_they_add_up(encore: Encore, overlooked: Path) -> None:
    run = encore("analyse", overlooked, "--seconds", 2, "--json")
    found = json.loads(run.out)
    assert (found["game"], found["players"]) == ("dakapo", 2)
    assert len(found["chances"]) == 8  # before the first move, after each of six, and the end by the players
    for seat in found["seats"]:
        changes = seat["luck"] + seat["own choices"] + seat["others' choices"]
        assert seat["result"] - seat["start"] == pytest.approx(changes, abs=0.001)
    last = found["seats"][1]["moments"][-1]
    assert (last["move"], last["better"], last["error"]) == (6, "f3g", 0)


def test_without_time_there_are_only_estimates(encore: Encore, overlooked: Path) -> None:
    run = encore("analyse", overlooked, "--seconds", 0)
    assert run.status == 0
    assert "proved" not in run.out


@pytest.mark.parametrize("result", ["*", "3", "Ada"])
def test_a_wrong_result_is_one_clear_line(encore: Encore, overlooked: Path, result: str) -> None:
    overlooked.write_text(OVERLOOKED.replace('[Result "2"]', f'[Result "{result}"]'))
    run = encore("analyse", overlooked)
    assert run.status == 2
    assert run.err.startswith(f"encore: {overlooked}: line 6")
    assert run.err.count("\n") == 1


def test_a_record_without_moves_is_one_clear_line(encore: Encore, tmp_path: Path) -> None:
    path = tmp_path / "empty.txt"
    path.write_text('[Game "dakapo"]\n[Rules "1"]\n[Players "2"]\n')
    run = encore("analyse", path)
    assert run.status == 2
    assert run.err.strip() == f"encore: {path} has no moves"


TEAMS = """\
[Game "dacapo"]
[Rules "1"]
[Players "4"]
[Seat1 "Ada"]
[Seat2 "Ben"]
[Seat3 "Cleo"]
[Seat4 "Dan"]
[Result "1,3"]
[Termination "resigned"]

deal:y12p12p16p14r15p11/r11g14y15r9g13g9/r12p8y9y13r13g8/y14r10y8r16g11g12/g15y11p13y16r8p10/g10r14y10g16p15p9
"""


def test_the_chances_of_partners_are_those_of_their_team(encore: Encore, tmp_path: Path) -> None:
    (path := tmp_path / "teams.txt").write_text(TEAMS)
    run = encore("analyse", path, "--seconds", 0)
    assert run.status == 0, run.err
    results = {
        line.split()[1]: line.split("│")[6].split()[0]
        for line in run.out.splitlines()
        if line.endswith("│") and "%" in line
    }
    assert results == {"Ada": "100", "Cleo": "100", "Ben": "0", "Dan": "0"}
    assert "Partners win together" in run.out
