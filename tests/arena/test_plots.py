"""Plots: files that can be read, the same bytes each time, told apart without colours."""

from __future__ import annotations

from itertools import pairwise
from pathlib import Path
from xml.etree import ElementTree

import pytest
from PIL import Image

import encore
from encore.arena import panels, plots
from encore.arena.match import Match
from encore.arena.study import Study
from encore.core.registry import find
from tests.arena.test_study import OVERLOOKED, WON


def played(name: str, players: int, bots: tuple[str, ...], games: int = 4) -> Study:
    study = Study(find(name))
    for bot in bots:
        match = Match(encore.load(name, players), (bot,) * players, games, nodes=20)
        for number in range(1, games + 1):
            study.add(match.play(number))
    return study


def texts(path: Path) -> list[str]:
    """Return what is written in a plot, which is text there and not curves."""
    return [(node.text or "").strip() for node in ElementTree.parse(path).iter("{http://www.w3.org/2000/svg}text")]


@pytest.mark.sampled(3)
@pytest.mark.parametrize(
    ("name", "players", "bots", "pages"),
    [
        ("dakapo", 2, ("random", "greedy"), ["wins", "length", "choices", "own"]),
        ("dacapo", 1, ("random",), ["length", "choices", "own"]),
        ("dacapo", 3, ("random",), ["wins", "length", "choices", "points", "own"]),
        ("dacapo", 4, ("random", "greedy"), ["wins", "length", "choices", "points", "own"]),
        ("dalapapa", 2, ("random", "greedy"), ["wins", "length", "choices", "points", "own"]),
    ],
)
def test_every_page_is_drawn_and_can_be_read(
    tmp_path: Path, name: str, players: int, bots: tuple[str, ...], pages: list[str]
) -> None:
    study = played(name, players, bots, 2 if name == "dalapapa" else 4)
    drawn = plots.draw(study, tmp_path)
    assert drawn == [f"{name}-{players}-{page}" for page in pages]
    assert sorted(path.name for path in tmp_path.iterdir()) == sorted(
        f"{page}.{ending}" for page in drawn for ending in ("svg", "png")
    )
    for page in drawn:
        with Image.open(tmp_path / f"{page}.png") as picture:
            assert picture.format == "PNG"
            picture.load()
            assert sum(times > 0 for times in picture.convert("L").histogram()) > 10
        assert any(find(name).title in text for text in texts(tmp_path / f"{page}.svg"))
    own = texts(tmp_path / f"{drawn[-1]}.svg")
    group = study.settings()[0][1][0]
    assert {figure.label for figure in group.own or ()} <= set(own)
    if len(bots) > 1:
        assert set(bots) <= set(own)


def test_the_same_study_gives_the_same_bytes(tmp_path: Path) -> None:
    for folder in ("a", "b"):
        study = Study(find("dakapo"))
        for record in (WON, OVERLOOKED):
            study.add(record)
        (tmp_path / folder).mkdir()
        plots.draw(study, tmp_path / folder)
    files = sorted(path.name for path in (tmp_path / "a").iterdir())
    assert len(files) == 8
    for name in files:
        assert (tmp_path / "a" / name).read_bytes() == (tmp_path / "b" / name).read_bytes()


def test_a_setting_is_in_the_names_of_its_files(tmp_path: Path) -> None:
    match = Match(encore.load("dacapo", rounds=1, switch="never"), ("random", "random"), 1)
    study = Study(find("dacapo"))
    study.add(match.play(1))
    assert plots.draw(study, tmp_path)[0] == "dacapo-2-rounds=1-switch=never-wins"


def test_line_ups_differ_in_grey_and_by_their_marks() -> None:
    """From dark to light with steps that a printer keeps, and no mark or dash twice."""
    greys = []
    for number in range(5):
        red, green, blue = (int(panels.style(number).colour[at : at + 2], 16) for at in (1, 3, 5))
        greys.append(0.299 * red + 0.587 * green + 0.114 * blue)
    assert all(lighter - darker > 30 for darker, lighter in pairwise(greys))
    assert len({panels.style(number).mark for number in range(5)}) == 5
    assert len({panels.style(number).dash for number in range(5)}) == 5
