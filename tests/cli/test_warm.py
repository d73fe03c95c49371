"""``encore warm``, and what the terminal says while kernels are compiled."""

from __future__ import annotations

import time
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest

import encore
from encore.cli import warm
from encore.core import compiling, game_folder, kernel_folder, registry


def test_every_bot_is_prepared_for_every_player_count(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """With the processes replaced by this one, and the bots by a list."""
    prepared: list[tuple[str, str, int]] = []

    class Bot:
        def __init__(self, name: str) -> None:
            self.name = name

        def prepare(self, game: encore.AnyGame) -> None:
            prepared.append((self.name, game.name, game.players))

    monkeypatch.setattr(warm, "find_bot", Bot)
    monkeypatch.setattr(warm, "ProcessPoolExecutor", lambda jobs, _: ThreadPoolExecutor(jobs))
    warm.warm()
    tables = {(game.name, players) for game in registry.games().values() for players in game.player_counts}
    assert {(game, players) for _, game, players in prepared} == tables
    assert {name for name, *_ in prepared} >= {"mcts", "greedy", "bot:expert", "bot:easy"}
    assert f"the bots are ready for {len(tables)} kinds of table" in capsys.readouterr().out


def test_long_compiling_is_told_once_and_short_is_not(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(warm, "SILENCE", 0.05)
    monkeypatch.setattr(compiling.Progress, "compiled", 1)
    with warm.telling():
        for _ in range(1000):
            if told := capsys.readouterr().err:
                break
            time.sleep(0.05)
    assert "compiling what the bots need" in told and len(told.splitlines()) == 1
    monkeypatch.setattr(warm, "SILENCE", 60)
    with warm.telling():
        pass
    assert not capsys.readouterr().err


def test_nothing_is_told_while_the_other_thread_is_still_importing(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delattr(compiling, "Progress")
    monkeypatch.setattr(warm, "SILENCE", 0.01)
    with warm.telling():  # an error in its thread would fail the test
        time.sleep(0.1)


def test_a_game_is_cold_until_something_was_compiled(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setenv("ENCORE_KERNELS", str(tmp_path))
    kernel_folder.kernel_folder.cache_clear()
    try:
        game = encore.load("dakapo")
        assert warm.is_cold(game)
        name = game_folder.folder_name("encore.games.dakapo")
        old = name.replace(name.split("-")[1], "0" * 16)
        for folder in (old, name):
            assert warm.is_cold(game), "kernels of other sources do not count"
            (tmp_path / kernel_folder.OWN / folder / "module").mkdir(parents=True)
            (tmp_path / kernel_folder.OWN / folder / "module/kernel.nbc").touch()
        assert not warm.is_cold(game)
    finally:
        kernel_folder.kernel_folder.cache_clear()
