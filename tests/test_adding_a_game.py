"""docs/adding-a-game.md, followed exactly: a fourth game without a change anywhere else."""

from __future__ import annotations

import json
import os
import re
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from tests.docs.pages import ROOT, write_files

PAGE = ROOT / "docs" / "adding-a-game.md"


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return a folder with the files of the page."""
    home = tmp_path_factory.mktemp("home")
    written = [path.relative_to(home / "my-games").as_posix() for path in write_files(PAGE, home)]
    parts = [
        "__init__.py",
        "chance.py",
        "encoding.py",
        "i18n/en.ftl",
        "package.py",
        "rules.py",
        "terminal.py",
        "words.py",
    ]
    assert sorted(written) == ["heap/RULES.md", *(f"heap/{part}" for part in parts)]
    return home / "my-games"


def encore(folder: Path, *arguments: str, typed: str = "") -> str:
    done = subprocess.run(
        [sys.executable, "-m", "encore", *arguments],
        input=typed,
        capture_output=True,
        text=True,
        env={**os.environ, "ENCORE_GAMES": str(folder)},
        cwd=folder,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    return done.stdout


def test_it_is_listed_and_has_its_rules(folder: Path) -> None:
    listed = encore(folder, "games")
    assert "heap       Heap: take the last stone" in listed
    assert "--option most=…  a number from 2 to 9; default 3" in listed
    assert "how many stones may be taken at once" in listed
    assert "## Rule 2: Taking" in encore(folder, "rules", "heap")


def test_it_is_played_saved_and_replayed(folder: Path) -> None:
    record = folder / "game.txt"
    screen = encore(folder, "play", "heap", "--seed", "1", typed=f"take9\n?\ntake1\nundo\ntake2\nsave {record}\nquit\n")
    assert "rule 2: 9 stones cannot be taken from" in screen
    assert "take1  take2  take3" in screen
    assert "oooooooooo" in screen
    assert encore(folder, "check", str(record)).endswith("game.txt: ok\n")
    replayed = json.loads(encore(folder, "replay", "--json", str(record)))
    assert [ply["seat"] for ply in replayed["plies"]] == ["dealer", 1, 2]
    assert encore(folder, "moves", str(record)) == "take1\ntake2\ntake3\n"
    assert encore(folder, "perft", "heap", "--depth", "2", "--record", str(record)) == "9\n"


def test_bots_play_it(folder: Path) -> None:
    encore(folder, "match", "heap", "--players", "3", "--games", "4", "--records", "r", "--option", "most=4")
    *files, results = sorted((folder / "r").iterdir())
    assert results.name == "results.tsv"
    assert [path.name for path in files] == ["0001.txt", "0002.txt", "0003.txt", "0004.txt"]
    assert '[Options "most=4"]' in files[0].read_text("utf-8")
    assert encore(folder, "check", *map(str, files)).count(": ok\n") == 4


def test_it_is_studied(folder: Path) -> None:
    told = encore(folder, "study", "heap", "--level", "random", "--games", "5", "--plots", "plots")
    assert told.startswith("Heap for 2")
    assert "first to move wins" in told
    assert sorted(path.name for path in (folder / "plots").glob("*.svg")) == [
        f"heap-2-{page}.svg" for page in ("choices", "length", "wins")
    ]


def install(folder: Path, tmp_path: Path, point: str) -> dict[str, str]:
    """Write the same game as a package of its own with an entry point; return the environment that finds it."""
    for source in (folder / "heap").rglob("*"):
        if source.suffix in (".py", ".ftl"):
            target = tmp_path / "heap_game" / source.relative_to(folder / "heap")
            target.parent.mkdir(parents=True, exist_ok=True)
            target.write_text(source.read_text("utf-8").replace("encore.games.heap", "heap_game"), "utf-8")
    metadata = tmp_path / "heap_game-1.dist-info"
    metadata.mkdir()
    (metadata / "METADATA").write_text("Metadata-Version: 2.1\nName: heap-game\nVersion: 1\n")
    (metadata / "entry_points.txt").write_text(f"[encore.games]\nheap = {point}\n")
    return {**os.environ, "PYTHONPATH": os.pathsep.join([str(tmp_path), *sys.path])}


def test_a_package_brings_its_game_by_an_entry_point(folder: Path, tmp_path: Path) -> None:
    """The game is found by its metadata, as an installed one is."""
    done = subprocess.run(
        [sys.executable, "-m", "encore", "play", "heap", "--seed", "2", "--seat", "human,random"],
        input="take1\nquit\n",
        capture_output=True,
        text=True,
        env=install(folder, tmp_path, "heap_game:GAME"),
        check=True,
    )
    assert re.search(r"seat 2 \(random\): take(\d) \(takes (a stone|\1 stones), \d+ left\)$", done.stdout, re.M)


NUMBERS = """
import gymnasium, numpy as np
from pettingzoo.test import api_test
import encore.rl.gymnasium
from encore.rl import batch, encoding_of, pettingzoo
import encore
print(type(encoding_of(encore.load("heap"))).__name__)
api_test(pettingzoo.env("heap", players=3), num_cycles=30)
games = batch.make("heap", 8, most=4)
for _ in range(50):
    games.step(games.sample())
envs = gymnasium.make_vec("encore/Heap-v0", num_envs=3, opponent="random")
_, info = envs.reset(seed=1)
ended = 0
for _ in range(30):
    _, _, over, _, info = envs.step(np.array([mask.argmax() for mask in info["action_mask"]]))
    ended += over.sum()
assert ended
env = gymnasium.make("encore/Heap-v0", opponent="greedy")
_, info = env.reset(seed=1)
assert env.step(int(info["action_mask"].argmax()))[0] in env.observation_space
"""


@pytest.mark.parametrize(("without", "encoding"), [((), "Encoding"), (("encoding", "chance"), "PlainEncoding")])
def test_it_has_numbers_and_batches_also_from_its_rules_alone(
    folder: Path, tmp_path: Path, without: tuple[str, ...], encoding: str
) -> None:
    games = tmp_path / "games"
    shutil.copytree(folder / "heap", games / "heap", ignore=shutil.ignore_patterns("__pycache__"))
    listing = games / "heap" / "package.py"
    for part in without:
        (games / "heap" / f"{part}.py").unlink()
        listing.write_text(re.sub(rf"    {part}=.*\n", "", listing.read_text("utf-8")), "utf-8")
    done = subprocess.run(
        [sys.executable, "-W", "ignore", "-c", NUMBERS],
        capture_output=True,
        text=True,
        env={**os.environ, "ENCORE_GAMES": str(games)},
        check=False,
    )
    assert done.returncode == 0, done.stderr
    assert done.stdout.startswith(f"{encoding}\n")


PARTS = """
from encore.core.registry import find, package_named, package_of
assert package_of(find("heap")) is package_named("heap")
print(*(bool(getattr(package_of(find("heap")), part)) for part in ("terminal", "encoding", "chance")))
"""


@pytest.mark.parametrize("point", ["heap_game.listing:PACKAGE", "heap_game.listing"])
def test_a_package_that_an_entry_point_names_keeps_its_parts(folder: Path, tmp_path: Path, point: str) -> None:
    environment = install(folder, tmp_path, point)
    listing = (tmp_path / "heap_game" / "package.py").rename(tmp_path / "heap_game" / "listing.py")
    for part in ("terminal", "encoding", "chance"):
        source = tmp_path / "heap_game" / f"{part}.py"
        source.rename(source.with_stem(f"heap_{part}"))
        listing.write_text(listing.read_text("utf-8").replace(f"{part}:", f"heap_{part}:"), "utf-8")
    done = subprocess.run([sys.executable, "-c", PARTS], capture_output=True, text=True, env=environment, check=False)
    assert (done.stdout, done.stderr) == ("True True True\n", "")


def test_an_entry_point_without_a_game_is_an_error(folder: Path, tmp_path: Path) -> None:
    environment = install(folder, tmp_path, "heap_game.terminal")
    command = [sys.executable, "-m", "encore", "games"]
    done = subprocess.run(command, capture_output=True, text=True, env=environment, check=False)
    assert done.returncode == 2
    assert done.stderr == "encore: the entry point heap_game.terminal names no game: neither a GAME nor a PACKAGE\n"


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ("1 / 0", "the game in encore.games.broken cannot be loaded: division by zero"),
        ("from encore.games.dakapo import GAME", "two games are called dakapo; the second is in encore.games."),
    ],
)
def test_a_game_that_cannot_be_loaded_is_named(tmp_path: Path, text: str, reason: str) -> None:
    (tmp_path / "broken.py").write_text(text)
    done = subprocess.run(
        [sys.executable, "-m", "encore", "games"],
        capture_output=True,
        text=True,
        env={**os.environ, "ENCORE_GAMES": str(tmp_path)},
        check=False,
    )
    assert done.returncode == 2
    assert done.stderr.startswith(f"encore: {reason}")
    assert done.stderr.count("\n") == 1
