"""``encore study``: what it tells of records and of games it plays itself."""

from __future__ import annotations

import sys
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from xml.etree import ElementTree

import pytest

from encore.arena.store import write_record
from tests.arena.test_study import OVERLOOKED, WON
from tests.cli.conftest import Run

Encore = Callable[..., Run]

TABLE = """\
Dakapo for 2
                           bot:easy
 ──────────────────────────────────────────────────────────────────
 games                     3

 first to move wins         33.3 %  0.0 … 82.9
   as Elo                   -120    -1600 … +275
 ties and shared wins        0.0 %  0.0 … 55.1
 moves a game                6.3 ± 0.5   6 … 7     █▅
"""


@pytest.fixture
def records(tmp_path: Path) -> Path:
    """Return a folder as a match leaves it."""
    folder = tmp_path / "records"
    folder.mkdir()
    for number, record in enumerate((WON, WON, OVERLOOKED), 1):
        write_record(folder / f"{number:04}.txt", record)
    (folder / "results.tsv").write_text("dakapo\n")
    return folder


def lines(text: str) -> list[str]:
    return [line.rstrip() for line in text.splitlines() if line.strip()]


def test_the_table(encore: Encore, records: Path) -> None:
    run = encore("study", "dakapo", records)
    assert (run.status, run.err) == (0, "")
    told = lines(run.out)
    assert told[: len(lines(TABLE))] == lines(TABLE)
    assert "   a square                100.0 %                 ████████████████" in told
    assert " a square was overlooked    33.3 %  0.0 … 82.9" in told
    assert told[-1] == "mean ± deviation, lowest … highest; shares with their 95 % intervals"


def test_files_and_folders_are_read_as_one(encore: Encore, records: Path) -> None:
    files = sorted(records.glob("*.txt"))
    assert encore("study", "dakapo", *files).out == encore("study", "dakapo", records).out


def test_a_column_for_each_line_up_as_far_as_the_screen_is_wide(
    encore: Encore, records: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    bots = ["random", "greedy", "bot:easy"]
    for number, bot in enumerate(bots, 1):
        tags = {**WON.tags, "Seat1": bot, "Seat2": bot}
        write_record(records / f"{number:04}.txt", replace(WON, tags=tags))
    for width, heads in ((120, [bots]), (80, [bots[:2], bots[2:]]), (40, [[bot] for bot in bots])):
        monkeypatch.setattr("encore.cli.screen.console._width", width)
        told = lines(encore("study", "dakapo", records).out)
        assert [told[at + 1].split() for at, line in enumerate(told) if line == "Dakapo for 2"] == heads
        assert max(map(len, told[:-1])) <= max(width, 54)


def test_levels_are_bots(encore: Encore) -> None:
    run = encore("study", "dakapo", "--games", 1, "--level", "random,easy@5", "--level", "random", "--nodes", 20)
    assert (run.status, run.err) == (0, "")
    assert lines(run.out)[1].split() == ["random", "bot:easy@5"]


def test_it_plays_the_same_games_again(encore: Encore) -> None:
    first, again, other = (
        encore("study", "dacapo", "--players", 3, "--games", 3, "--level", "random", "--seed", seed).out
        for seed in (1, 1, 2)
    )
    assert first == again != other
    assert first.startswith("Da Capo for 3")
    assert "third to move wins" in first


def test_a_broken_record_is_named_and_the_rest_counts(encore: Encore, records: Path) -> None:
    path = records / "0002.txt"
    path.write_text(path.read_text().replace("f6y", "f6x"))
    run = encore("study", "dakapo", records)
    assert run.status == 1
    reason = "line 8, column 5: a move is a cell a1 to h8 and a colour"
    assert run.err.startswith(f"encore: {path}: {reason}"), run.err
    assert run.err.endswith("; left out\n")
    assert run.err.count("\n") == 1
    assert " games                     2\n" in "\n".join(lines(run.out)) + "\n"


def test_unfinished_games_are_reported_and_left_out(encore: Encore, records: Path) -> None:
    path = records / "0002.txt"
    path.write_text(path.read_text().replace('[Result "2"]\n', "").replace(" f4y", ""))
    run = encore("study", "dakapo", records)
    assert run.out.endswith("1 game not finished by the rules, left out\n")
    for number in (1, 3):
        (records / f"{number:04}.txt").unlink()
    run = encore("study", "dakapo", records)
    assert (run.status, run.out) == (2, "")
    assert run.err == "encore: none of the records is a finished game of Dakapo\n"


def test_plots(encore: Encore, records: Path, tmp_path: Path) -> None:
    run = encore("study", "dakapo", records, "--plots", tmp_path / "new" / "plots")
    assert (run.status, run.err) == (0, "")
    assert run.out.endswith(f"4 plots in {tmp_path / 'new' / 'plots'}, each as SVG and PNG\n")
    files = sorted((tmp_path / "new" / "plots").iterdir())
    assert len(files) == 8
    for path in files:
        if path.suffix == ".svg":
            ElementTree.parse(path)
        else:
            assert path.read_bytes().startswith(b"\x89PNG\r\n")


def test_plots_without_what_draws_them(
    encore: Encore, records: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """As where the extra is not installed: nothing is read, played or made first."""
    for name in [name for name in sys.modules if name.partition(".")[0] == "matplotlib" or "encore.arena.p" in name]:
        monkeypatch.delitem(sys.modules, name)
    monkeypatch.delattr("encore.arena.plots", raising=False)
    monkeypatch.setitem(sys.modules, "matplotlib", None)
    run = encore("study", "dakapo", records, "--plots", tmp_path / "plots")
    assert (run.status, run.out) == (2, "")
    assert run.err == "encore: plots need matplotlib: pip install 'encore-table[rl]'\n"
    assert not (tmp_path / "plots").exists()
    assert encore("study", "dakapo", records).status == 0
