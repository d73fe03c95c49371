"""Puzzles: how many are proved in a minute, whether grades agree between samples, and how soon one can be opened."""

from __future__ import annotations

import os
import tempfile
import time
from collections.abc import Iterator, Sequence
from functools import partial
from pathlib import Path
from random import Random
from statistics import median

from playwright.sync_api import Page, sync_playwright

from bench.measure import Measure
from encore.arena.trials import Trials, grades
from encore.arena.workers import work_in_processes
from encore.core.puzzle import Puzzle, check_puzzle
from encore.core.shelf import PuzzleSet, puzzle_sets
from tests.server.client import served
from tests.web.browser import MISSING, find_browser

SAMPLE, TRIES, NODES = 60, 60, 2000
"""Puzzles of each set, tries of each level, and nodes of a bot's move in each of two independent samples of tries."""
FEWER_NODES = {"dalapapa": 100}
"""Nodes of a bot's move in games where they take longer, as they were when the puzzles were made."""
AGREEMENT, OPENED = 0.9, 0.15
"""The least rank correlation of two samples, and the most seconds until a puzzle is there."""
OPENINGS = 15
"""Puzzles that are opened, one after the other."""
A_MINUTE = 60
"""The least number of puzzles that are proved in a minute."""


BOARD = ".solve .frame :is([role=grid], [role=application])"
# Follows a link within the page, and looks at every frame for a board that was not there before.
OPEN = """([path, board]) => new Promise((done) => {
  const old = new Set(document.querySelectorAll(board)), start = performance.now();
  const link = Object.assign(document.createElement("a"), { href: path });
  document.body.append(link);
  link.click();
  link.remove();
  const look = () => {
    const found = [...document.querySelectorAll(board)].find((each) => !old.has(each));
    found?.getClientRects().length ? done(performance.now() - start) : requestAnimationFrame(look);
  };
  look();
})"""


def run() -> Iterator[Measure]:
    """Prove and grade a sample of each set, then open puzzles from a server."""
    for each in puzzle_sets():
        puzzles = tuple(Random(0).sample(each.puzzles, min(SAMPLE, len(each.puzzles))))
        name = f"{each.game} for {each.players}"
        yield Measure(f"puzzles.proved in a minute : {A_MINUTE}, {name}", _proved(puzzles), A_MINUTE, 1)
        shipped = [puzzle.grade.rating for puzzle in puzzles if puzzle.grade]
        one, two = (_graded(puzzles, seed) for seed in ("one", "two"))
        measure = f"puzzles.rank correlation : {AGREEMENT}, {name}"
        yield Measure(f"{measure}, two samples", _correlation(_ranks(one), _ranks(two)), AGREEMENT, 1)
        yield Measure(f"{measure}, shipped and sample", _correlation(_ranks(shipped), _ranks(one)), AGREEMENT, 1)
    path = find_browser()
    assert path, MISSING
    with tempfile.TemporaryDirectory() as folder, served(Path(folder)) as server, sync_playwright() as playwright:
        page = playwright.chromium.launch(executable_path=path, args=["--no-sandbox"]).new_page()
        for each in puzzle_sets():
            took = _opening(page, server.url, each)
            yield Measure(f"puzzles.0.15 s : a puzzle of {each.game} for {each.players}, s", OPENED, took, 1)


def _check(puzzles: Sequence[Puzzle], number: int) -> None:
    check_puzzle(puzzles[number - 1])


def _proved(puzzles: tuple[Puzzle, ...]) -> float:
    start = time.perf_counter()
    cores = os.cpu_count() or 1
    for _ in work_in_processes(partial(_check, puzzles), range(1, len(puzzles) + 1), cores, "puzzle"):
        pass
    return 60 * len(puzzles) / (time.perf_counter() - start)


def _graded(puzzles: tuple[Puzzle, ...], seed: str) -> list[int]:
    """Return the grades of puzzles by a new sample of tries."""
    trials = Trials(puzzles, TRIES, FEWER_NODES.get(puzzles[0].game.name, NODES), seed)
    numbers = range(1, len(puzzles) + 1)
    solved = dict(work_in_processes(trials.solved, numbers, os.cpu_count() or 1, "puzzle"))
    graded = grades({str(number): solved[number] for number in numbers}, TRIES)
    return [graded[str(number)].rating for number in numbers]


def _ranks(values: Sequence[int]) -> list[float]:
    """Return the rank of each value; equal ones share the middle of their ranks."""
    order = sorted(values)
    return [order.index(value) + (order.count(value) - 1) / 2 for value in values]


def _correlation(one: Sequence[float], other: Sequence[float]) -> float:
    mean = (len(one) - 1) / 2
    products = sum((x - mean) * (y - mean) for x, y in zip(one, other, strict=True))
    squares = sum((x - mean) ** 2 for x in one) * sum((y - mean) ** 2 for y in other)
    return float(products / squares**0.5)


def _opening(page: Page, url: str, each: PuzzleSet) -> float:
    """Return the median time from a click on a puzzle to its board, on a page that shows another puzzle."""
    first, *others = each.puzzles[: OPENINGS + 1]
    page.goto(f"{url}/puzzles/{first.name}")
    page.locator(BOARD).first.wait_for()
    return float(median(page.evaluate(OPEN, [f"/puzzles/{puzzle.name}", BOARD]) for puzzle in others)) / 1000
