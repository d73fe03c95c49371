"""Matches: the same seed the same files, and only whole ones."""

from __future__ import annotations

import signal
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path

import pytest

from tests.cli.conftest import Run
from tests.variants import ALL

Encore = Callable[..., Run]


def contents(folder: Path) -> dict[str, str]:
    return {path.name: path.read_text() for path in sorted(folder.iterdir())}


def test_the_same_seed_gives_the_same_records(encore: Encore, tmp_path: Path) -> None:
    for folder, seed in (("a", 7), ("b", 7), ("c", 8)):
        run = encore("match", "dacapo", "--games", 3, "--seed", seed, "--records", tmp_path / folder)
        assert (run.status, run.err) == (0, "")
    assert list(contents(tmp_path / "a")) == ["0001.txt", "0002.txt", "0003.txt"]
    assert contents(tmp_path / "a") == contents(tmp_path / "b")
    assert not set(contents(tmp_path / "a").values()) & set(contents(tmp_path / "c").values())


@pytest.mark.parametrize("label", ALL)
def test_every_game_and_option(encore: Encore, tmp_path: Path, label: str) -> None:
    game = ALL[label]
    options = [word for k, v in game.changed_options.items() for word in ("--option", f"{k}={v}")]
    run = encore("match", game.name, "--players", game.players, "--games", 1, "--records", tmp_path, *options)
    assert run.status == 0
    assert encore("check", tmp_path / "0001.txt").out.endswith(": ok\n")


def test_a_match_run_again_keeps_its_files_and_never_replaces_others(encore: Encore, tmp_path: Path) -> None:
    assert encore("match", "dakapo", "--games", 2, "--records", tmp_path).status == 0
    before = contents(tmp_path)
    assert encore("match", "dakapo", "--games", 3, "--records", tmp_path).status == 0
    assert {**contents(tmp_path), **before} == contents(tmp_path)
    run = encore("match", "dakapo", "--games", 3, "--seed", 5, "--records", tmp_path)
    assert run.status == 2
    assert "holds another game" in run.err
    assert {**contents(tmp_path), **before} == contents(tmp_path)


def test_an_interrupted_match_leaves_whole_records_only(encore: Encore, tmp_path: Path) -> None:
    folder = tmp_path / "r"
    process = subprocess.Popen(
        [sys.executable, "-m", "encore", "match", "dalapapa", "--games", "3000", "--records", str(folder)],
        stderr=subprocess.PIPE,
        # Whoever runs the tests may ignore the signal, and a child inherits that.
        preexec_fn=lambda: signal.signal(signal.SIGINT, signal.SIG_DFL),
    )
    while process.poll() is None and not (folder / "0003.txt").exists():
        time.sleep(0.05)
    process.send_signal(signal.SIGINT)
    _, said = process.communicate(timeout=120)
    assert process.returncode == 130
    assert said.startswith(b"interrupted: ") and said.count(b"\n") == 1
    files = sorted(folder.iterdir())
    assert [path.name for path in files] == [f"{number:04}.txt" for number in range(1, len(files) + 1)]
    assert encore("check", *files).status == 0
