"""The results of a match, on the disk beside its records, so that a match can go on after an interruption."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from encore.arena.match import Match
from encore.arena.store import write_record
from encore.core.errors import EncoreError, RecordError
from encore.core.record import Record, parse_record
from encore.core.replay import record_of

FILE = "results.tsv"


@dataclass(frozen=True, slots=True)
class Result:
    """How a game ended: the tags of its record."""

    number: int
    seats: tuple[str, ...]
    result: str
    scores: str

    def shares(self) -> list[float]:
        """Return what each seat has won: 1, a part of a shared win, a part of a tie."""
        count = len(self.seats)
        if self.result == "-":
            return [1 / count if count > 1 else 0.0] * count
        winners = [int(seat) for seat in self.result.split(",")]
        return [1 / len(winners) if seat in winners else 0.0 for seat in range(1, count + 1)]

    def line(self) -> str:
        """Return the line of the file."""
        return f"{self.number}\t{','.join(self.seats)}\t{self.result}\t{self.scores or '-'}\n"


class Results:
    """The folder of a match: ``0001.txt`` … and, where bots are compared, ``results.tsv`` with every finished game."""

    def __init__(self, match: Match, folder: Path) -> None:
        """Open a folder, new or of the same match; a folder of another match is refused and left alone."""
        self.match = match
        self.folder = folder
        folder.mkdir(parents=True, exist_ok=True)
        self.finished: dict[int, Result] = {}
        if match.paired == 1:
            self.finished = {result.number: result for result in self._found()}
            return
        path = folder / FILE
        if path.exists():
            self._read(path.read_text("utf-8"))
        found = list(self._found())
        if not path.exists():
            path.write_text(self._head(), "utf-8")
        for result in found:
            self._append(result)

    def _head(self) -> str:
        match = self.match
        settings = [f"{k}={v}" for k, v in (match.game.changed_options | match.game.changed_materials).items()]
        words = [match.game.name, str(match.game.players), " ".join(settings), ",".join(match.bots), str(match.seed)]
        return "\t".join([*words, f"seconds={match.seconds}", f"nodes={match.nodes}"]) + "\n"

    def _read(self, text: str) -> None:
        head, *lines = text.splitlines(keepends=True)
        if head != self._head():
            raise EncoreError(f"{self.folder} holds another match; choose a new folder")
        for line in lines:
            fields = line.split("\t")
            # The last line of a match that was killed may be a part only; its record is found again.
            if len(fields) == 4 and line.endswith("\n"):
                number, seats, result, scores = fields
                self.finished[int(number)] = Result(int(number), tuple(seats.split(",")), result, scores.strip("-\n"))
        if lines and not lines[-1].endswith("\n"):
            whole = text[: -len(lines[-1])]
            (self.folder / FILE).write_text(whole, "utf-8")

    def _found(self) -> Iterator[Result]:
        """Yield the games whose records are there though the file does not name them."""
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
            yield _result(number, record, self.match.game.players)

    def _blank(self, number: int) -> Record:
        game = self.match.game
        return record_of(game, (), game.initial(), self.match.seats(number), Seed=self.match.deal(number))

    def _settings(self, record: Record) -> dict[str, str]:
        return {tag: value for tag, value in record.tags.items() if tag not in ("Result", "Scores")}

    def path(self, number: int) -> Path:
        """Return where a game's record is."""
        return self.folder / f"{number:04}.txt"

    def missing(self) -> list[int]:
        """Return the numbers of the games that are still to be played."""
        return [number for number in range(1, self.match.games + 1) if number not in self.finished]

    def add(self, number: int, record: Record) -> None:
        """Keep a finished game: first its record, then its line."""
        write_record(self.path(number), record)
        self._append(_result(number, record, self.match.game.players))

    def _append(self, result: Result) -> None:
        self.finished[result.number] = result
        if self.match.paired > 1:
            with (self.folder / FILE).open("a", encoding="utf-8") as file:
                file.write(result.line())


def _result(number: int, record: Record, players: int) -> Result:
    seats = tuple(record.tags.get(f"Seat{seat}", "?") for seat in range(1, players + 1))
    return Result(number, seats, record.tags["Result"], record.tags.get("Scores", ""))
