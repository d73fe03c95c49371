"""What is wrong gets one line that also says what would be right, and exit status 2."""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

from tests.cli.conftest import Run

Encore = Callable[..., Run]
OTHERS = "model:FILE, search:FILE, engine:COMMAND"
BOTS = f"random, greedy, mcts, bot:beginner, bot:easy, bot:medium, bot:hard, bot:expert, {OTHERS}"


@pytest.mark.parametrize(
    ("arguments", "reason"),
    [
        ("foo", "No such command 'foo'; see encore --help"),
        ("--foo", "No such option: --foo; see encore --help"),
        ("play --players 3", "name a game too; without arguments a menu asks for everything"),
        ("play chess", "there is no game 'chess'; the games: dacapo, dakapo, dalapapa"),
        ("rules chess", "there is no game 'chess'; the games: dacapo, dakapo, dalapapa"),
        ("play dakapo --players 3", "dakapo is for 2 players, not '3'"),
        ("play dakapo --option call=x", "the option call cannot be 'x'; possible values: auto, spoken"),
        ("play dakapo --option foo=1", "dakapo with 2 players has no option 'foo'; its options: call"),
        ("play dakapo --option players=1", "dakapo with 2 players has no option 'players'; its options: call"),
        ("play dakapo --option foo", "an option is written name=value, not 'foo'"),
        ("play dakapo --option call=auto --option call=auto", "the option 'call' is given twice"),
        (
            "match dacapo --players 1 --option target=3",
            "dacapo with 1 player has no options, so 'target' cannot be set",
        ),
        ("match dacapo --option target=1000", "the option target must be a number from 1 to 999, not '1000'"),
        ("play dakapo --seat dog", f"a seat is one of human, {BOTS}, not 'dog'"),
        ("play dakapo --seat human,human,human", "3 names for 2 seats; name at most one for each seat"),
        ("match dakapo --bots deep", f"a bot is one of {BOTS}, not 'deep'"),
        ("match dacapo --players 3 --bots random,random", "2 bots for 3 seats; name one for all, or one for each"),
        ("play dakapo --tiles tiles.txt", "dakapo is not played with tiles"),
        ("play dalapapa --option tiles=t", "tiles are given as a file: --tiles FILE"),
        ("play dalapapa --tiles none.txt", "none.txt: No such file or directory"),
        ("play dalapapa --tiles tiles.txt", "a tile set has 120 lines, each ended by a line feed, not 1"),
        ("match dalapapa --tiles .", ".: Is a directory"),
        ("check none.txt", "none.txt: No such file or directory"),
        ("solve game.txt --at 2", "game.txt has 1 move, so --at is at most 1"),
        ("match dakapo --until-sure", "--until-sure compares two bots with equally many seats: --bots A,B"),
        ("replay", "Missing argument 'FILE'; see encore replay --help"),
        ("replay tiles.txt", 'tiles.txt: line 1, column 1: the tag [Game "…"] is missing'),
        ("moves game.txt --at 3", "game.txt has 1 move, so --at is at most 1"),
        ("perft dakapo", "Missing option '--depth'; see encore perft --help"),
        ("match dakapo --records tiles.txt", "tiles.txt is a file; name a folder"),
        ("study chess", "there is no game 'chess'; the games: dacapo, dakapo, dalapapa"),
        (
            "study dakapo --level strong",
            f"a level is one of beginner, easy, medium, hard, expert, random, greedy, mcts, {OTHERS}, not 'strong'",
        ),
        ("study dakapo --level easy@x", "a bot's time is in milliseconds, such as bot:easy@200, not 'x'"),
        ("study dakapo none", "none: No such file or directory"),
        ("study dakapo game.txt", "none of the records is a finished game of Dakapo"),
        (
            "study dakapo game.txt --games 3",
            "the records decide everything else; only --plots and --tiles can be given with them",
        ),
        ("study dakapo --plots tiles.txt", "tiles.txt is a file; name a folder"),
    ],
)
def test_one_line(encore: Encore, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, arguments: str, reason: str) -> None:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "tiles.txt").write_text("1 rrrrrrr ggggggg\n")
    (tmp_path / "game.txt").write_text('[Game "dakapo"]\n[Rules "1"]\n[Players "2"]\n\nd6y\n')
    run = encore(*arguments.split(), typed="quit\n")
    assert (run.status, run.out, run.err) == (2, "", f"encore: {reason}\n")
    assert sorted(path.name for path in tmp_path.iterdir()) == ["game.txt", "tiles.txt"]


@pytest.mark.parametrize(
    "arguments",
    ["play dakapo --players x", "perft dakapo --depth -1", "match dakapo --games 0", "moves game.txt --at -1"],
)
def test_wrong_numbers(encore: Encore, arguments: str) -> None:
    run = encore(*arguments.split())
    assert run.status == 2
    assert run.err.startswith("encore: Invalid value for '--")
    assert run.err.count("\n") == 1


def test_help_is_what_an_empty_command_gets(encore: Encore) -> None:
    run = encore()
    assert run.status == 0
    assert "Usage: encore" in run.out


def test_a_game_without_rules_says_so(encore: Encore) -> None:
    assert encore("rules", "dalapapa").out.startswith("# Dalapapa\n")
    assert encore("games").out.count("players:") == 3


def test_file_names_cannot_control_the_terminal(encore: Encore, tmp_path: Path) -> None:
    path = tmp_path / "a\n\x1b[31mb"
    path.write_text("x")
    run = encore("check", path, tmp_path / "c\nd")
    assert run.status == 2
    assert run.out.count("\n") == run.err.count("\n") == 1
    assert "\x1b" not in run.out


def test_check_continues_after_a_missing_file(encore: Encore, tmp_path: Path) -> None:
    good = tmp_path / "good.txt"
    good.write_text('[Game "dakapo"]\n[Rules "1"]\n[Players "2"]\n\nd6y\n')
    run = encore("check", tmp_path / "none.txt", good)
    assert run.status == 2
    assert run.out == f"{good}: ok\n"
    assert run.err.endswith("none.txt: No such file or directory\n")


@pytest.mark.parametrize("encoding", ["latin-1", "ascii"])
def test_a_terminal_without_unicode(encoding: str) -> None:
    for command in (["games"], ["play", "dakapo", "--seat", "random,random"]):
        done = subprocess.run(
            [sys.executable, "-m", "encore", *command],
            env={**os.environ, "PYTHONIOENCODING": encoding},
            capture_output=True,
            check=False,
        )
        assert (done.returncode, done.stderr) == (0, b"")


def test_no_input_at_all() -> None:
    done = subprocess.run(
        f"{sys.executable} -m encore play dakapo <&-", shell=True, capture_output=True, text=True, check=False
    )
    assert (done.returncode, done.stderr) == (0, "")


def test_version(encore: Encore) -> None:
    run = encore("--version")
    assert run.status == 0
    assert run.out.startswith("encore 0.")


@pytest.mark.parametrize(
    ("missing", "extra", "command"),
    [("numba", "bots", "match dakapo --bots bot:easy --games 1"), ("uvicorn", "server", "serve --port 0")],
)
def test_a_missing_extra_is_one_line(tmp_path: Path, missing: str, extra: str, command: str) -> None:
    """As where only the rules were installed, which can be looked at and played all the same."""
    code = f"import sys; sys.modules[{missing!r}] = None; from encore.cli import main; main()"
    run = subprocess.run([sys.executable, "-c", code, *command.split()], cwd=tmp_path, capture_output=True, text=True)
    assert run.returncode == 2 and len(run.stderr.splitlines()) == 1
    assert f"{missing} is not installed; pip install 'encore-table[{extra}]'" in run.stderr
    rules = [sys.executable, "-c", code, "play", "dakapo", "--seat", "random,random", "--seed", "1"]
    assert "wins" in subprocess.run(rules, capture_output=True, text=True, check=True).stdout


def test_a_missing_extra_is_reported_before_the_first_move(tmp_path: Path) -> None:
    code = "import sys; sys.modules['numba'] = None; from encore.cli import main; main()"
    play = [sys.executable, "-c", code, "play", "dakapo"]
    run = subprocess.run(play, cwd=tmp_path, input="e6r\n", capture_output=True, text=True)
    assert (run.returncode, run.stdout) == (2, "")
    assert run.stderr == "encore: numba is not installed; pip install 'encore-table[bots]' brings it\n"
