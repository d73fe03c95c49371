"""Options and commands that come from the materials of the games."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

GAME = '''"""A game with cards that can be replaced."""
from dataclasses import dataclass

from encore.core.options import Material
from encore.games.dakapo import Dakapo


@dataclass(frozen=True)
class Cards:
    text: str


class Patience(Dakapo):
    name = "patience"
    title = "Patience"
    box = {"cards": Material(lambda: Cards("ace\\n"), Cards, "the cards, one line for each")}


GAME = Patience
'''


def encore(folder: Path, *arguments: str) -> tuple[str, str]:
    """Run the command with a folder of games; return what it said on both streams."""
    environment = {**os.environ, "ENCORE_GAMES": str(folder / "games"), "COLUMNS": "200", "NO_COLOR": "1"}
    command = [sys.executable, "-m", "encore", *arguments]
    done = subprocess.run(command, cwd=folder, env=environment, capture_output=True, text=True, check=False)
    return done.stdout, done.stderr


def add_game(folder: Path, source: str) -> None:
    (folder / "games" / "patience").mkdir(parents=True)
    (folder / "games" / "patience" / "__init__.py").write_text(source)


def test_each_material_has_an_option_and_a_command(tmp_path: Path) -> None:
    add_game(tmp_path, GAME)
    (tmp_path / "king.txt").write_text("king\n")
    assert encore(tmp_path, "cards") == ("ace\n", "")
    assert "A file that replaces the cards, one line for each." in encore(tmp_path, "match", "--help")[0]
    match = ("match", "patience", "--bots", "random,random", "--games", "1", "--records", "r", "--cards", "king.txt")
    assert encore(tmp_path, *match)[1] == ""
    assert "[Cards " in (tmp_path / "r" / "0001.txt").read_text("utf-8")
    assert "give the file with --cards" in encore(tmp_path, "check", "r/0001.txt")[0]
    assert encore(tmp_path, "check", "r/0001.txt", "--cards", "king.txt") == ("r/0001.txt: ok\n", "")
    assert encore(tmp_path, "play", "dakapo", "--cards", "king.txt")[1] == "encore: dakapo is not played with cards\n"


@pytest.mark.sampled(3)
@pytest.mark.parametrize("arguments", [["--version"], ["--help"], ["check", "--help"]], ids=" ".join)
def test_help_and_version_work_where_a_game_cannot_be_loaded(tmp_path: Path, arguments: list[str]) -> None:
    add_game(tmp_path, "raise ValueError('broken')")
    assert "encore" in encore(tmp_path, *arguments)[0]
    assert encore(tmp_path, "games")[1] == "encore: the game in encore.games.patience cannot be loaded: broken\n"
