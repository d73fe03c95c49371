"""A game with rules versions 1 and 2: records, commands and environments use the version that they name."""

from __future__ import annotations

import json
import pickle
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import numpy as np
import pytest

import encore
from encore.core.encoding import label, mismatch
from encore.core.package import GamePackage
from encore.core.registry import package_named, package_of, rules_text
from encore.core.replay import older_rules
from tests import versions


@pytest.fixture
def tally() -> Iterator[None]:
    """Make this process find the game."""
    with versions.installed():
        yield


def encore_command(*arguments: str, folder: Path) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [sys.executable, "-m", "encore", *arguments],
        capture_output=True,
        text=True,
        env=versions.environment(),
        cwd=folder,
        check=False,
    )


@pytest.mark.usefixtures("tally")
def test_each_version_can_be_loaded() -> None:
    first, second = encore.load("tally", rules=1), encore.load("tally")
    assert (first.rules_version, second.rules_version) == (1, 2)
    assert encore.load("tally", rules=2) == second != first
    assert package_of(type(first)) is package_named("tally", 1) is package_named("tally").versions[1]
    for game in (first, second):
        assert eval(repr(game), {"encore": encore}) == game
        assert pickle.loads(pickle.dumps(game)) == game


@pytest.mark.parametrize(
    ("rules", "reason"),
    [
        (3, "rules version 3 of tally is newer than this installation, which knows versions up to 2"),
        (0, "tally has no rules version '0'; known versions: 1, 2"),
        ("2", "tally has no rules version '2'; known versions: 1, 2"),
    ],
)
@pytest.mark.usefixtures("tally")
def test_an_unknown_version_is_one_line(rules: object, reason: str) -> None:
    with pytest.raises(encore.UnknownRules) as caught:
        encore.load("tally", rules=rules)
    assert str(caught.value) == reason


@pytest.mark.usefixtures("tally")
def test_a_record_is_replayed_by_its_own_rules() -> None:
    for rules, winner in ((1, 1), (2, 0)):
        record = encore.parse_record(versions.RECORDS[rules])
        game = encore.game_of(record)
        outcome = game.outcome(encore.check(record, game))
        assert game.rules_version == rules
        assert outcome is not None and outcome.winners == (winner,)
        moves = [*record.moves]
        again = encore.record_of(game, moves, encore.check(record, game))
        assert again.tags["Rules"] == str(rules)
    assert str(older_rules(encore.load("tally", rules=1))) == "played by rules version 1; the newest is version 2"
    assert older_rules(encore.load("tally")) is None


@pytest.mark.usefixtures("tally")
def test_a_move_that_only_newer_rules_allow_is_refused_in_an_old_record() -> None:
    record = encore.parse_record(versions.RECORDS[1].replace("add2", "add3", 1).replace('[Result "2"]\n', ""))
    with pytest.raises(encore.RecordError, match=r"^line 5, column 1: rule 1: 3 cannot be added to 0$"):
        encore.check(record, encore.game_of(record))


@pytest.mark.usefixtures("tally")
def test_a_record_of_an_unknown_rules_version_names_its_line() -> None:
    with pytest.raises(encore.RecordError, match=r"^line 2, column 1: rules version 3 of tally is newer than"):
        encore.game_of(encore.parse_record(versions.RECORDS[3]))


@pytest.mark.usefixtures("tally")
def test_a_network_plays_only_the_version_that_it_has_learnt() -> None:
    first, second = encore.load("tally", rules=1), encore.load("tally")
    assert mismatch(label(first), second) == "it has learnt rules version 1 of tally, not version 2"
    unnamed = {name: value for name, value in label(first).items() if name != "rules"}
    assert mismatch(unnamed, first) is None


def test_commands_say_which_rules_a_record_has(tmp_path: Path) -> None:
    for rules, text in versions.RECORDS.items():
        (tmp_path / f"{rules}.txt").write_text(text)
    checked = encore_command("check", "1.txt", "2.txt", "3.txt", folder=tmp_path)
    assert checked.returncode == 1
    assert checked.stdout.splitlines() == [
        "1.txt: ok (played by rules version 1; the newest is version 2)",
        "2.txt: ok",
        "3.txt: line 2, column 1: rules version 3 of tally is newer than this installation, "
        "which knows versions up to 2",
    ]
    shown = encore_command("replay", "1.txt", folder=tmp_path).stdout
    assert "played by rules version 1; the newest is version 2" in shown
    assert "seat 2 (?) wins: ten is reached." in shown
    assert "rules version" not in encore_command("replay", "2.txt", folder=tmp_path).stdout
    told = json.loads(encore_command("replay", "--json", "1.txt", folder=tmp_path).stdout)
    assert (told["rules"], told["newest_rules"]) == (1, 2)
    future = encore_command("replay", "3.txt", folder=tmp_path)
    assert future.returncode == 2 and future.stderr.count("\n") == 1


@pytest.mark.usefixtures("tally")
def test_each_version_has_its_own_text_of_the_rules(tmp_path: Path) -> None:
    assert "reaches ten wins" in rules_text("tally", rules=1)
    assert rules_text("tally") == rules_text("tally", rules=2) != rules_text("tally", rules=1)
    assert encore_command("rules", "tally", "--rules", "1", folder=tmp_path).stdout == rules_text("tally", rules=1)
    unknown = encore_command("rules", "tally", "--rules", "3", folder=tmp_path)
    assert unknown.returncode == 2 and "knows versions up to 2" in unknown.stderr


@pytest.mark.usefixtures("tally")
def test_a_package_with_wrong_older_versions_is_an_error() -> None:
    first, newest = package_named("tally", 1), package_named("tally")
    for game, older, reason in [
        (newest.game, (first, first), "tally lists its rules version 1 twice"),
        (first.game, (newest,), "rules version 2 of tally is not older than 1"),
        (newest.game, (newest,), "rules version 2 of tally is not older than 2"),
        (newest.game, (package_named("dakapo"),), "dakapo cannot be an older version of tally"),
    ]:
        with pytest.raises(ValueError, match=f"^{reason}$"):
            GamePackage(game=game, older=older)


def test_a_study_keeps_the_versions_apart(tmp_path: Path) -> None:
    for rules in (1, 2):
        (tmp_path / f"{rules}.txt").write_text(versions.RECORDS[rules])
    told = encore_command("study", "tally", "1.txt", "2.txt", "--plots", "plots", folder=tmp_path)
    assert told.returncode == 0, told.stderr
    assert "Tally for 2, rules version 1" in told.stdout
    assert {"tally-2-rules1-wins.svg", "tally-2-wins.svg"} <= {path.name for path in (tmp_path / "plots").iterdir()}


@pytest.mark.parametrize(("rules", "actions", "reward"), [(1, 2, -1.0), (2, 3, 1.0), (None, 3, 1.0)])
@pytest.mark.usefixtures("tally")
def test_batches_and_environments_take_a_version(rules: int | None, actions: int, reward: float) -> None:
    from encore.rl import batch, pettingzoo
    from encore.rl.gymnasium import SeatEnv

    games = batch.make("tally", 2, rules=rules)
    assert games.masks.shape == (2, actions)
    for action in (1, 1, 1, 1, 0, 0):
        games.step([action] * 2)
    assert np.array_equal(games.rewards, [[reward, -reward]] * 2)
    assert SeatEnv("tally", rules=rules, opponent="random").reset()[1]["action_mask"].shape == (actions,)
    env = pettingzoo.env("tally", rules=rules)
    env.reset()
    for action in (1, 1, 1, 1, 0, 0):
        env.step(action)
    assert env.rewards == {"player_0": reward, "player_1": -reward}


OPEN_SPIEL = """
import pickle, pyspiel
import encore.rl.open_spiel
for text, rules in (("encore_tally", 2), ("encore_tally(rules=1)", 1), ("encore_tally(rules=2)", 2)):
    game = pyspiel.load_game(text)
    assert game.num_distinct_actions() == rules + 1, text
    state = pickle.loads(pickle.dumps(game)).new_initial_state()
    for action in (1, 1, 1, 1, 0, 0):
        state.apply_action(action)
    print(rules, state.returns())
"""


def test_open_spiel_takes_a_version_as_a_parameter(tmp_path: Path) -> None:
    done = subprocess.run(
        [sys.executable, "-c", OPEN_SPIEL], capture_output=True, text=True, env=versions.environment(), check=False
    )
    assert done.returncode == 0, done.stderr
    assert done.stdout.splitlines() == ["2 [1.0, -1.0]", "1 [-1.0, 1.0]", "2 [1.0, -1.0]"]
