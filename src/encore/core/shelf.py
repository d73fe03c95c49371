"""The puzzles that come with the games, and those of each day."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from datetime import date
from functools import cache

from encore.core.package import GamePackage
from encore.core.puzzle import Puzzle, read_puzzles
from encore.core.registry import packages

FIRST_DAY = date(2026, 11, 1)
"""The first day with puzzles."""
SCHEDULED = 380
"""How many puzzles of each set the days take in turn, the first ones of their file. It must not change, nor their
order: past days would get other puzzles."""


@dataclass(frozen=True)
class PuzzleSet:
    """The puzzles of a game for a number of players, in the order of their file."""

    game: str
    players: int
    puzzles: tuple[Puzzle, ...]

    def of_day(self, day: date) -> Puzzle:
        """Return the puzzle of a day."""
        return self.puzzles[(day - FIRST_DAY).days % min(SCHEDULED, len(self.puzzles))]


@cache
def puzzle_sets() -> tuple[PuzzleSet, ...]:
    """Return the sets of puzzles of all games, in the order in which the page lists the games."""
    return tuple(found for package in packages().values() for found in _sets(package))


def _sets(package: GamePackage) -> Iterator[PuzzleSet]:
    file = package.folder.joinpath(package.puzzle_file)
    if not package.puzzles or not file.is_file():
        return
    puzzles = tuple(read_puzzles(file.read_text("utf-8")))
    for players in sorted({puzzle.game.players for puzzle in puzzles}, reverse=True):
        yield PuzzleSet(package.name, players, tuple(each for each in puzzles if each.game.players == players))


@cache
def _by_name() -> dict[str, Puzzle]:
    return {puzzle.name: puzzle for found in puzzle_sets() for puzzle in found.puzzles}


def puzzle_named(name: str) -> Puzzle | None:
    """Return the puzzle of a name."""
    return _by_name().get(name)


def day_named(text: str) -> date | None:
    """Return the day of a text such as ``2026-11-01``; None for any other text."""
    try:
        day = date.fromisoformat(text)
    except ValueError:
        return None
    return day if day.isoformat() == text else None


def daily(day: date) -> tuple[Puzzle, ...]:
    """Return the puzzles of a day, one of each set. Days before the first have none."""
    return tuple(found.of_day(day) for found in puzzle_sets()) if day >= FIRST_DAY else ()
