"""What is wrong gets one line that also says what would be right, and exit status 2."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

from tests.cli.conftest import Run

Encore = Callable[..., Run]


@pytest.mark.parametrize(
    ("arguments", "reason"),
    [
        ("foo", "No such command 'foo'; see encore --help"),
        ("--foo", "No such option: --foo; see encore --help"),
        ("play chess", "there is no game 'chess'; the games: dacapo, dakapo, dalapapa"),
        ("rules chess", "there is no game 'chess'; the games: dacapo, dakapo, dalapapa"),
        ("play dakapo --players 3", "dakapo is for 2 players, not '3'"),
        ("play dakapo --option call=x", "call is auto or spoken, not 'x'"),
        ("play dakapo --option foo=1", "dakapo with 2 players has no option 'foo'; its options: call"),
        ("play dakapo --option players=1", "dakapo with 2 players has no option 'players'; its options: call"),
        ("play dakapo --option foo", "an option is written name=value, not 'foo'"),
        ("play dakapo --option call=auto --option call=auto", "the option 'call' is given twice"),
        (
            "match dacapo --players 1 --option target=3",
            "dacapo with 1 player has no option 'target'; its options: none",
        ),
        ("match dacapo --option target=1000", "target is a number from 1 to 999, not '1000'"),
        ("play dakapo --seat dog", "a seat is human or random, not 'dog'"),
        ("play dakapo --seat human,human,human", "3 names for 2 seats; name no more than sit there"),
        ("match dakapo --bots deep", "a bot is random, not 'deep'"),
        ("match dacapo --players 3 --bots random,random", "2 bots for 3 seats; name one for all, or one for each"),
        ("play dakapo --tiles tiles.txt", "dakapo is not played with tiles"),
        ("play dalapapa --option tiles=t", "tiles are given as a file: --tiles FILE"),
        ("play dalapapa --tiles none.txt", "none.txt: No such file or directory"),
        ("play dalapapa --tiles tiles.txt", "a tile set has 120 lines, each ended by a line feed, not 1"),
        ("match dalapapa --tiles .", ".: Is a directory"),
        ("check none.txt", "none.txt: No such file or directory"),
        ("replay", "Missing argument 'FILE'; see encore --help"),
        ("replay tiles.txt", 'tiles.txt: line 1, column 1: the tag [Game "…"] is missing'),
        ("moves game.txt --at 3", "game.txt has 1 moves, so --at is at most 1"),
        ("perft dakapo", "Missing option '--depth'; see encore --help"),
        ("match dakapo --records tiles.txt", "tiles.txt: File exists"),
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
