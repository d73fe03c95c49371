"""Puzzles: how many are proved in a minute, whether grades agree between samples, and how soon one can be opened."""

from __future__ import annotations

import os
import time
from collections.abc import Iterator, Sequence
from functools import partial
from random import Random

import httpx

from bench.measure import Measure
from bench.server import encore_server
from encore.arena.trials import Trials, grades
from encore.arena.workers import work_in_processes
from encore.core.puzzle import Puzzle, check_puzzle
from encore.core.shelf import PuzzleSet, puzzle_sets

SAMPLE, TRIES, NODES = 60, 20, 100
"""Puzzles of each set, tries of each level, and nodes of a bot's move in each of two independent samples of tries."""
AGREEMENT, OPENED = 0.9, 0.15
"""The least rank correlation of two samples, and the most seconds until a puzzle is there."""
A_MINUTE = 60
"""The least number of puzzles that are proved in a minute."""


def run() -> Iterator[Measure]:
    """Prove and grade a sample of each set, then open puzzles from a server."""
    for each in puzzle_sets():
        puzzles = tuple(Random(0).sample(each.puzzles, min(SAMPLE, len(each.puzzles))))
        name = f"{each.game} for {each.players}"
        yield Measure(f"puzzles.proved in a minute : {A_MINUTE}, {name}", _proved(puzzles), A_MINUTE, 1)
        yield Measure(f"puzzles.rank correlation of grades : {AGREEMENT}, {name}", _agreement(puzzles), AGREEMENT, 1)
    with encore_server() as server:
        for each in puzzle_sets():
            took = _opening(server.url, each)
            yield Measure(f"puzzles.0.15 s : a puzzle of {each.game} for {each.players}, s", OPENED, took, 1)


def _check(puzzles: Sequence[Puzzle], number: int) -> None:
    check_puzzle(puzzles[number - 1])


def _proved(puzzles: tuple[Puzzle, ...]) -> float:
    start = time.perf_counter()
    cores = os.cpu_count() or 1
    for _ in work_in_processes(partial(_check, puzzles), range(1, len(puzzles) + 1), cores, "puzzle"):
        pass
    return 60 * len(puzzles) / (time.perf_counter() - start)


def _agreement(puzzles: tuple[Puzzle, ...]) -> float:
    """Return the rank correlation of the grades of two samples of tries."""
    ratings = []
    for seed in ("one", "two"):
        trials = Trials(puzzles, TRIES, NODES, seed)
        numbers = range(1, len(puzzles) + 1)
        solved = dict(work_in_processes(trials.solved, numbers, os.cpu_count() or 1, "puzzle"))
        graded = grades({str(number): solved[number] for number in numbers}, TRIES)
        ratings.append([graded[str(number)].rating for number in numbers])
    return _correlation(*map(_ranks, ratings))


def _ranks(values: Sequence[int]) -> list[float]:
    """Return the rank of each value; equal ones share the middle of their ranks."""
    order = sorted(values)
    return [order.index(value) + (order.count(value) - 1) / 2 for value in values]


def _correlation(one: Sequence[float], other: Sequence[float]) -> float:
    mean = (len(one) - 1) / 2
    products = sum((x - mean) * (y - mean) for x, y in zip(one, other, strict=True))
    squares = sum((x - mean) ** 2 for x in one) * sum((y - mean) ** 2 for y in other)
    return float(products / squares**0.5)


def _opening(url: str, each: PuzzleSet) -> float:
    """Return the longest time until the server has sent a puzzle and its board; the first one is not counted."""
    times = []
    with httpx.Client(base_url=url) as client:
        for puzzle in each.puzzles[:20]:
            start = time.perf_counter()
            info = client.get(f"/api/puzzle/{puzzle.name}").raise_for_status().json()
            asked = {key: info[key] for key in ("game", "players", "options", "position", "rules", "seat")}
            client.post("/api/look", json=asked).raise_for_status()
            times.append(time.perf_counter() - start)
    return max(times[1:])
