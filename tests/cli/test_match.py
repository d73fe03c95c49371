"""Matches: the same seed the same files, and only whole ones."""

from __future__ import annotations

import signal
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from importlib import import_module
from io import StringIO
from pathlib import Path

import pytest
from rich.console import Console

from encore.arena.arena import Arena
from tests.cli.conftest import Run
from tests.patience import PATIENCE
from tests.variants import ALL

Encore = Callable[..., Run]
command = import_module("encore.cli.match")


def contents(folder: Path) -> dict[str, str]:
    return {path.name: path.read_text() for path in sorted(folder.iterdir())}


def test_the_same_seed_gives_the_same_records(encore: Encore, tmp_path: Path) -> None:
    for folder, seed in (("a", 7), ("b", 7), ("c", 8)):
        run = encore("match", "dacapo", "--games", 3, "--seed", seed, "--records", tmp_path / folder)
        assert (run.status, run.err) == (0, "")
    assert list(contents(tmp_path / "a")) == ["0001.txt", "0002.txt", "0003.txt", "results.tsv"]
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
    after = contents(tmp_path)
    assert after.pop("results.tsv").startswith(before.pop("results.tsv"))
    assert {**after, **before} == after
    assert list(after) == ["0001.txt", "0002.txt", "0003.txt"]
    for missing, reason in (("0003.txt", "holds another match"), ("results.tsv", "holds another game")):
        (tmp_path / missing).unlink()
        left = contents(tmp_path)
        run = encore("match", "dakapo", "--games", 3, "--seed", 5, "--records", tmp_path)
        assert (run.status, reason in run.err, run.err.count("\n")) == (2, True, 1)
        assert contents(tmp_path) == left


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
    _, said = process.communicate(timeout=PATIENCE)
    assert process.returncode == 130
    assert said.startswith(b"interrupted: ") and said.count(b"\n") == 1
    *files, results = sorted(folder.iterdir())
    assert [path.name for path in files] == [f"{number:04}.txt" for number in range(1, len(files) + 1)]
    assert results.name == "results.tsv"
    assert encore("check", *files).status == 0


def test_an_interrupted_match_counts_its_games(encore: Encore, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def interrupted(arena: Arena, cluster: str | None) -> None:
        next(iter(arena.play(cluster)))
        raise KeyboardInterrupt

    monkeypatch.setattr(command, "_play", interrupted)
    for count in ("1 whole game", "2 whole games"):
        run = encore("match", "dakapo", "--games", 3, "--records", tmp_path)
        assert (run.status, run.out, run.err) == (130, "", f"interrupted: {count} in {tmp_path}\n")


def test_until_sure_says_when_it_is_not(encore: Encore, tmp_path: Path) -> None:
    words = ["match", "dacapo", "--option", "rounds=1", "--bots", "greedy,random", "--nodes", 50, "--records", tmp_path]
    said = encore(*words, "--games", 4, "--until-sure").out.splitlines()
    assert said[0] == f"4 games of Da Capo in {tmp_path}"
    assert said[-1] == "not sure after 4 games; the same with more --games goes on from there"
    assert encore(*words, "--games", 1, "--until-sure").out.splitlines()[-1].startswith("not sure after 1 game;")
    assert "not sure" not in encore(*words, "--games", 4).out


def test_the_default_number_of_games(encore: Encore, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    asked: list[int] = []
    monkeypatch.setattr(command, "_play", lambda arena, cluster: asked.append(arena.match.games))
    words = ["match", "dakapo", "--bots", "greedy,random", "--records", tmp_path]
    for more in ([], ["--until-sure"], ["--until-sure", "--games", 20]):
        assert encore(*words, *more).status == 0
    assert asked == [10, 10_000, 20]


def test_fewer_games_than_are_there_count_alone(encore: Encore, tmp_path: Path) -> None:
    words = ["match", "dacapo", "--option", "rounds=1", "--bots", "greedy,random", "--nodes", 50]
    alone = encore(*words, "--games", 2, "--records", tmp_path / "alone").out.splitlines()
    assert encore(*words, "--games", 4, "--records", tmp_path / "more").status == 0
    before = contents(tmp_path / "more")
    fewer = encore(*words, "--games", 2, "--records", tmp_path / "more").out.splitlines()
    assert fewer[0] == f"2 games of Da Capo in {tmp_path / 'more'}"
    assert fewer[1:] == alone[1:]
    assert contents(tmp_path / "more") == before


def test_the_bar_is_there_before_a_game_has_ended(
    encore: Encore, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    terminal = Console(force_terminal=True, file=StringIO(), width=80)
    shown: list[str] = []

    def play(arena: Arena, cluster: str | None) -> Iterator[int]:
        shown.append(terminal.file.getvalue())  # type: ignore[attr-defined]
        yield from ()

    monkeypatch.setenv("TERM", "xterm")
    monkeypatch.setattr(command, "console", terminal)
    monkeypatch.setattr(Arena, "play", play)
    assert encore("match", "dakapo", "--games", 3, "--records", tmp_path).status == 0
    assert "playing" in shown[0]
    assert "0/3" in shown[0]
