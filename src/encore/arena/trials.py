"""How often bots of each level solve puzzles, and the grades that follow from it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from math import exp, log, sqrt
from random import Random
from typing import Any

from encore.bots.levels import LEVELS, LevelBot
from encore.core.game import DEALER
from encore.core.puzzle import Grade, Puzzle, Verdict, kind_of
from encore.core.thinking import Budget

MIDDLE = 1500
"""The rating of the anchor level; grades are relative to it."""
ANCHOR = "medium"
"""The level with a fixed rating."""
SPREAD = 500.0
"""The standard deviation of grades before anything is known: it keeps puzzles that all or none solve in range."""
ELO = log(10) / 400
"""A difference of one point of Elo, as a logarithm of the odds."""
ROUNDS = 60
"""Rounds of the fit; after half of them nothing changes by a point."""
LEAST = 0
"""The lowest grade."""
MOST = 3000
"""The highest grade."""


@dataclass(frozen=True)
class Trials:
    """Bots of every level try puzzles, each so many times; with a limit of nodes this is deterministic."""

    puzzles: tuple[Puzzle, ...]
    tries: int
    nodes: int
    seed: str

    def solved(self, number: int) -> list[int]:
        """Return how often each level solves a puzzle, counted from 1."""
        attempts = _Attempts(self.puzzles[number - 1], self.nodes)
        return [
            sum(
                attempts.solve(level, Random(f"{self.seed}/{attempts.puzzle.name}/{level}/{once}"))
                for once in self.rounds
            )
            for level in LEVELS
        ]

    @property
    def rounds(self) -> range:
        """The tries of each level."""
        return range(self.tries)


class _Attempts:
    """The attempts at one puzzle. Verdicts are kept: bots play the same few moves again and again."""

    def __init__(self, puzzle: Puzzle, nodes: int) -> None:
        self.puzzle, self._nodes = puzzle, nodes
        self._kind = kind_of(puzzle)
        self._verdicts: dict[tuple[Any, ...], Verdict] = {}

    def solve(self, level: str, rng: Random) -> bool:
        puzzle, bot = self.puzzle, LevelBot(level)
        bot.prepare(puzzle.game)
        state, moves = puzzle.state, list[Any]()
        while puzzle.game.to_move(state) not in (None, DEALER):
            with Budget(nodes=self._nodes) as budget:
                moves.append(bot.choose(puzzle.game, state, rng, budget))
            state = puzzle.game.play(state, moves[-1])
            if self._kind.free and not puzzle.game.outcome(state):
                continue  # only the end is judged
            verdict = self._verdict(tuple(moves))
            if verdict.over or not verdict.right:
                return verdict.right
            for reply in verdict.reply:
                state = puzzle.game.play(state, reply)
            moves += verdict.reply
        return False

    def _verdict(self, moves: tuple[Any, ...]) -> Verdict:
        if moves not in self._verdicts:
            self._verdicts[moves] = self._kind.judge(self.puzzle, moves)
        return self._verdicts[moves]


def grades(solved: Mapping[str, Sequence[int]], tries: int) -> dict[str, Grade]:
    """Return the grades of puzzles from how often each level solved them.

    A level solves a puzzle with the chance that Elo gives for the difference of their ratings. The ratings of levels
    and puzzles are those that fit best, with the anchor level at its fixed rating.
    """
    levels = dict.fromkeys(LEVELS, float(MIDDLE))
    ratings = dict.fromkeys(solved, float(MIDDLE))
    for _ in range(ROUNDS):
        for name, counts in solved.items():
            ratings[name] = _fitted(ratings[name], -1, list(levels.values()), counts, tries)[0]
        for index, level in enumerate(levels):
            counts = [counts[index] for counts in solved.values()]
            levels[level] = _fitted(levels[level], 1, list(ratings.values()), counts, tries)[0]
        shift = MIDDLE - levels[ANCHOR]
        levels = {level: rating + shift for level, rating in levels.items()}
        ratings = {name: rating + shift for name, rating in ratings.items()}
    return {name: _grade(rating, levels, solved[name], tries) for name, rating in ratings.items()}


def _fitted(
    rating: float, sign: int, others: Sequence[float], counts: Sequence[int], tries: int
) -> tuple[float, float]:
    """Return a better rating by one step of Newton's method, and the information about it."""
    slope, information = (MIDDLE - rating) / SPREAD**2, 1 / SPREAD**2
    for other, count in zip(others, counts, strict=True):
        chance = 1 / (1 + exp(-ELO * sign * (rating - other)))
        slope += sign * ELO * (count - tries * chance)
        information += tries * ELO**2 * chance * (1 - chance)
    return min(max(rating + slope / information, LEAST), MOST), information


def _grade(rating: float, levels: Mapping[str, float], counts: Sequence[int], tries: int) -> Grade:
    error = 1.96 / sqrt(_fitted(rating, -1, list(levels.values()), counts, tries)[1])
    low, high = max(LEAST, rating - error), min(MOST, rating + error)
    return Grade(round(rating), round(low), round(high))
