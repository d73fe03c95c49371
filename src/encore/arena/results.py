"""The results of a match, stored beside its records, so that a match can be continued after an interruption."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from encore.arena.match import Match
from encore.arena.store import write_record, write_whole
from encore.bots.bot import described
from encore.core.errors import EncoreError, RecordError
from encore.core.game import shares
from encore.core.record import Record, parse_record
from encore.core.replay import check, record_of, winners_in

FILE = "results.tsv"
"""The name of the file in the folder of a match."""

_LINE = re.compile(r"([1-9][0-9]{0,8})\t([^\t]+)\t([^\t]+)\t(-|-?[0-9]+(?:,-?[0-9]+)*)")


@dataclass(frozen=True, slots=True)
class Result:
    """How a game ended: the tags of its record."""

    number: int
    seats: tuple[str, ...]
    result: str
    scores: str

    def shares(self) -> list[float]:
        """Return each seat's share of the win; a shared win or a tie is split."""
        return [float(share) for share in shares(winners_in(self.result), len(self.seats))]

    def line(self) -> str:
        """Return the line of the file."""
        return f"{self.number}\t{','.join(self.seats)}\t{self.result}\t{self.scores or '-'}\n"


class Results:
    """The folder of a match: ``0001.txt`` … and ``results.tsv``, a line for the match and one for each finished game.

    ``finished`` are the games that belong to the match. A longer match may have left more in the folder; they stay
    there and count when the match is longer again.
    """

    def __init__(self, match: Match, folder: Path) -> None:
        """Open a folder, new or of the same match; a folder of another match is refused and not changed."""
        self.match = match
        self.folder = folder
        # Only once: a model's file can change during the match.
        self._head = _head(match)
        if folder.exists() and not folder.is_dir():
            raise EncoreError(f"{folder} is a file; name a folder")
        folder.mkdir(parents=True, exist_ok=True)
        self.finished: dict[int, Result] = {}
        self._beyond: dict[int, Result] = {}
        self._read()
        for result in self._found():
            self._keep(result)
        self.tidy()

    def _read(self) -> None:
        path = self.folder / FILE
        # Invalid bytes spoil only their own line, not the file.
        head, *lines = path.read_text("utf-8", "replace").split("\n") if path.exists() else [""]
        # After a crash the file can be empty; the records say what was played.
        if (head or lines) and f"{head}\n" != self._head:
            raise EncoreError(f"{self.folder} holds another match; choose a new folder")
        # After the last line end there is nothing, or part of a line that was being written during a crash.
        for line in lines[:-1]:
            # An invalid line is dropped; its game is found by its record, or played again.
            if (result := read_result(line)) and self._fits(result):
                self._keep(result)

    def _fits(self, result: Result) -> bool:
        return result.seats == self.match.seats(result.number) and _is_ending(result.result, len(result.seats))

    def _keep(self, result: Result) -> None:
        games = self.finished if result.number <= self.match.games else self._beyond
        games[result.number] = result

    def tidy(self) -> None:
        """Sort the lines by game number; games in parallel end in any order."""
        games = self.finished | self._beyond
        text = self._head + "".join(games[number].line() for number in sorted(games))
        path = self.folder / FILE
        if not path.exists() or path.read_bytes() != text.encode():
            write_whole(path, text.encode())

    def _found(self) -> Iterator[Result]:
        """Yield the games that have a record but no line in the file."""
        for number in range(1, self.match.games + 1):
            path = self.path(number)
            if number in self.finished or not path.exists():
                continue
            try:
                record = parse_record(path.read_bytes())
            except RecordError as error:
                raise EncoreError(f"{path}: {error}") from None
            if self._settings(record) != self._settings(self._blank(number)):
                raise EncoreError(f"{path} holds another game; choose a folder without records")
            if not _is_ending(record.tags.get("Result", ""), self.match.game.players):
                raise EncoreError(f"{path} holds no finished game; remove it, and the game is played again")
            try:
                check(record, self.match.game)
            except RecordError as error:
                raise EncoreError(f"{path}: {error}; remove it, and the game is played again") from None
            yield _result(number, record, self.match.game.players)

    def _blank(self, number: int) -> Record:
        game = self.match.game
        return record_of(game, (), game.initial(), self.match.seats(number), Seed=self.match.deal(number))

    def _settings(self, record: Record) -> dict[str, str]:
        return {tag: value for tag, value in record.tags.items() if tag not in ("Result", "Scores", "Termination")}

    def path(self, number: int) -> Path:
        """Return the path of a game's record."""
        return self.folder / f"{number:04}.txt"

    def missing(self) -> list[int]:
        """Return the numbers of the games that are still to be played."""
        return [number for number in range(1, self.match.games + 1) if number not in self.finished]

    def add(self, number: int, record: Record) -> None:
        """Store a finished game: first its record, then its line."""
        write_record(self.path(number), record)
        result = _result(number, record, self.match.game.players)
        self._keep(result)
        with (self.folder / FILE).open("a", encoding="utf-8", newline="\n") as file:
            file.write(result.line())


def read_result(line: str) -> Result | None:
    """Read a line of the file, without its line end; None if it is invalid."""
    found = _LINE.fullmatch(line)
    if not found:
        return None
    number, seats, result, scores = found.groups()
    return Result(int(number), tuple(seats.split(",")), result, "" if scores == "-" else scores)


def _is_ending(result: str, players: int) -> bool:
    """Tell whether this is the result of a finished game: ``-``, or the winning seats, each once and in order."""
    won = result.split(",")
    return result == "-" or won == [seat for seat in map(str, range(1, players + 1)) if seat in won]


def _result(number: int, record: Record, players: int) -> Result:
    seats = tuple(record.tags.get(f"Seat{seat}", "?") for seat in range(1, players + 1))
    return Result(number, seats, record.tags["Result"], record.tags.get("Scores", ""))


def _head(match: Match) -> str:
    """Return the line that identifies a match."""
    settings = [f"{k}={v}" for k, v in (match.game.changed_options | match.game.changed_materials).items()]
    bots = ",".join(map(described, match.bots))
    words = [match.game.name, str(match.game.players), " ".join(settings), bots, str(match.seed)]
    return "\t".join([*words, f"seconds={match.seconds}", f"nodes={match.nodes}"]) + "\n"
