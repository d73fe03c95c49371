"""Makes puzzles from records: finds positions with a single answer, lets bots try them, and grades them."""

from __future__ import annotations

import json
import os
from bisect import bisect_left, bisect_right
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from hashlib import sha256
from itertools import pairwise
from pathlib import Path
from random import Random
from typing import Any, TypeVar

from encore.arena.cluster import work_on_cluster
from encore.arena.store import write_whole
from encore.arena.trials import Trials, grades
from encore.arena.workers import work_in_processes
from encore.core.errors import EncoreError, RecordError
from encore.core.game import DEALER
from encore.core.puzzle import Puzzle, graded, kinds_of, make_puzzle, read_puzzles, write_puzzles
from encore.core.record import parse_record
from encore.core.replay import game_of, replay

FIFTHS = 5
"""The parts into which the range of grades is divided."""
EACH_FIFTH = 0.15
"""The smallest share of the puzzles in each fifth of the range of grades."""

T = TypeVar("T")


@dataclass(frozen=True)
class Mine:
    """Records in which puzzles are looked for, each with the name of its file. They travel to the workers."""

    game: str
    records: tuple[tuple[str, bytes], ...]

    def find(self, number: int) -> list[str]:
        """Return the puzzles of a record, counted from 1, as texts."""
        name, text = self.records[number - 1]
        try:
            record = parse_record(text)
            if record.tags["Game"] != self.game:
                return []
            game = game_of(record)
            states = [(ply.number, ply.state) for ply in replay(record, game)]
        except RecordError as error:
            raise EncoreError(f"{name}: {error}") from None
        return [
            write_puzzles([make_puzzle(game, view, kind.name, answer, _origin(record.tags, ply))])
            for ply, state in states
            if (seat := game.to_move(state)) not in (None, DEALER)
            for view in (game.view(state, seat),)
            for kind in kinds_of(game).values()
            if (answer := kind.find(game, view))
        ]


def _origin(tags: Mapping[str, str], ply: int) -> str:
    """Return where a position comes from: the players, the seed, and the moves before it."""
    who = " ".join(value for tag, value in tags.items() if tag.startswith("Seat"))
    seed = f", seed {tags['Seed']}" if "Seed" in tags else ""
    return f"{who}{seed}, after move {ply}"


class Work:
    """The unfinished puzzles of a file, stored beside it, so that an interrupted command goes on where it was.

    Puzzles are kept by the content of their record, so records may be added, mended or removed in between.
    """

    def __init__(self, out: Path, head: Mapping[str, Any]) -> None:
        self._path = out.with_name(out.name + ".part")
        self._head = json.dumps(head, sort_keys=True)
        self.found: dict[str, list[str]] = {}
        self.solved: dict[str, list[int]] = {}
        text = self._path.read_text("utf-8") if self._path.exists() else ""
        if "\n" in text:
            self._read(text)
        else:  # the first line was not finished
            write_whole(self._path, f"{self._head}\n".encode())

    def _read(self, text: str) -> None:
        head, *lines, rest = text.split("\n")
        if head != self._head:
            raise EncoreError(f"{self._path} was begun with other options; repeat them, or delete it to start again")
        for line in lines:
            kind, key, value = json.loads(line)
            if kind == "found":
                self.found[key] = value
            else:
                self.solved[key] = value
        if rest:  # the last line was not finished
            write_whole(self._path, "\n".join([head, *lines, ""]).encode())

    def add_found(self, record: str, puzzles: list[str]) -> None:
        """Store the puzzles of a record."""
        self.found[record] = puzzles
        self._append(json.dumps(["found", record, puzzles]))

    def add_solved(self, name: str, counts: list[int]) -> None:
        """Store how often each level solved a puzzle."""
        self.solved[name] = counts
        self._append(json.dumps(["solved", name, counts]))

    def _append(self, line: str) -> None:
        with self._path.open("a", encoding="utf-8") as file:
            file.write(line + "\n")

    def end(self) -> None:
        """Delete the file: the puzzles are written."""
        self._path.unlink()


@dataclass(frozen=True, kw_only=True)
class Making:
    """How puzzles are made: from which records, with how many tries of each level, and how many are kept."""

    game: str
    files: tuple[Path, ...]
    out: Path
    tries: int
    nodes: int
    seed: str
    most: int | None = None
    cluster: str | None = None

    @cached_property
    def work(self) -> Work:
        """What has been done so far."""
        return Work(self.out, {"game": self.game, "tries": self.tries, "nodes": self.nodes, "seed": self.seed})

    @cached_property
    def records(self) -> dict[str, tuple[str, bytes]]:
        """The records by a digest of their text, each with the name of its file."""
        texts = ((str(path), path.read_bytes()) for path in self.files)
        return {sha256(text).hexdigest()[:16]: (name, text) for name, text in texts}

    @property
    def left(self) -> list[str]:
        """The records in which nobody has looked yet."""
        return [record for record in self.records if record not in self.work.found]

    def find(self) -> Iterator[int]:
        """Look for puzzles in the records that are left; yield how many were found in each."""
        left = self.left
        mine = Mine(self.game, tuple(self.records[record] for record in left))
        for number, found in self._spread(mine.find, range(1, len(left) + 1), "record"):
            self.work.add_found(left[number - 1], found)
            yield len(found)

    @cached_property
    def puzzles(self) -> dict[str, Puzzle]:
        """The puzzles that were found, by name; the same position may come up in several games."""
        texts = (text for record in self.records for text in self.work.found[record])
        return {puzzle.name: puzzle for text in texts for puzzle in read_puzzles(text)}

    @property
    def untried(self) -> tuple[Puzzle, ...]:
        """The puzzles that no bot has tried yet."""
        return tuple(puzzle for name, puzzle in self.puzzles.items() if name not in self.work.solved)

    def grade(self) -> Iterator[str]:
        """Let bots try the puzzles that are left; yield the name of each."""
        left = self.untried
        trials = Trials(left, self.tries, self.nodes, self.seed)
        for number, counts in self._spread(trials.solved, range(1, len(left) + 1), "puzzle"):
            self.work.add_solved(left[number - 1].name, counts)
            yield left[number - 1].name

    def write(self) -> list[Puzzle]:
        """Write the graded puzzles in an order that the seed decides, and return them."""
        chosen = list[Puzzle]()
        for players in sorted({puzzle.game.players for puzzle in self.puzzles.values()}, reverse=True):
            ours = {name: each for name, each in self.puzzles.items() if each.game.players == players}
            found = grades({name: self.work.solved[name] for name in ours}, self.tries)
            puzzles = [graded(each, found[name]) for name, each in ours.items()]
            puzzles.sort(key=lambda puzzle: sha256(f"{self.seed} {puzzle.name}".encode()).digest())
            chosen += even_choice(puzzles, self.most) if self.most else puzzles
        write_whole(self.out, write_puzzles(chosen).encode())
        self.work.end()
        return chosen

    def _spread(self, work: Callable[[int], T], numbers: Sequence[int], noun: str) -> Iterator[tuple[int, T]]:
        if self.cluster is not None:
            return work_on_cluster(work, numbers, self.cluster)
        return work_in_processes(work, numbers, min(os.cpu_count() or 1, len(numbers)), noun)


def even_choice(puzzles: Sequence[Puzzle], most: int) -> list[Puzzle]:
    """Return at most so many puzzles, spread over the range of grades, in the given order.

    The range is the widest one of which every fifth has enough puzzles. Those outside it are left out.
    """
    rated = sorted(puzzles, key=_rating)
    low, high = _widest(list(map(_rating, rated)), most)
    within = [puzzle for puzzle in rated if low <= _rating(puzzle) <= high]
    fifths: list[list[Puzzle]] = [[] for _ in range(FIFTHS)]
    for puzzle in within:
        fifths[fifth_of(_rating(puzzle), low, high)].append(puzzle)
    ends = {id(within[0]), id(within[-1])} if most > 1 else set()  # without them the range would be another one
    taken = _take_evenly(fifths, ends, min(most, len(within)))
    return [puzzle for puzzle in puzzles if id(puzzle) in taken]


def fifth_of(rating: int, low: int, high: int) -> int:
    """Return the fifth of a range in which a rating is, from 0."""
    return min(FIFTHS - 1, FIFTHS * (rating - low) // max(1, high - low))


def _rating(puzzle: Puzzle) -> int:
    assert puzzle.grade, "only graded puzzles can be chosen by grade"
    return puzzle.grade.rating


def _widest(ratings: Sequence[int], most: int) -> tuple[int, int]:
    """Return the range for the most puzzles, and the widest of those, with enough puzzles in every fifth."""
    best, found = (0, 0), (ratings[0], ratings[-1])
    ends = sorted(set(ratings))
    for low in ends:
        for high in ends:
            inside = bisect_right(ratings, high) - bisect_left(ratings, low)
            size = min(most, inside), high - low
            if size > best and _enough(ratings, low, high, EACH_FIFTH * size[0]):
                best, found = size, (low, high)
    return found


def _enough(ratings: Sequence[int], low: int, high: int, least: float) -> bool:
    """Tell whether every fifth of a range of sorted ratings has at least so many of them."""
    # The first rating of the next fifth: fifth_of rounds down.
    bounds = [low - (low - high) * fifth // FIFTHS for fifth in range(FIFTHS)]
    places = [bisect_left(ratings, bound) for bound in bounds] + [bisect_right(ratings, high)]
    return all(after - before >= least for before, after in pairwise(places))


def _take_evenly(fifths: Sequence[Sequence[Puzzle]], taken: set[int], most: int) -> set[int]:
    """Take puzzles from the fifths in turn, from each in an order that is random and always the same."""
    waiting = [Random(0).sample(list(fifth), len(fifth)) for fifth in fifths]
    while len(taken) < most and any(waiting):
        for fifth in waiting:
            if fifth and len(taken) < most:
                taken.add(id(fifth.pop()))
    return taken
