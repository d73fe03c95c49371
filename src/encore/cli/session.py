"""A running game in the terminal: whose turn it is, what they type, and how to undo it."""

from __future__ import annotations

import contextlib
import sys
from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from functools import partial
from pathlib import Path
from random import Random
from typing import Any

import typer
from rich.columns import Columns
from rich.text import Text

from encore.arena.store import write_record
from encore.bots import find_bot
from encore.bots.bot import ENGINE, distinct
from encore.bots.engine_process import EngineFailed
from encore.cli.arguments import replay_file
from encore.cli.listing import rules
from encore.cli.screen import announced, console, count, draw, end_of_game, written
from encore.cli.warm import telling
from encore.core.errors import EncoreError, OptionError, RecordError, quoted
from encore.core.game import DEALER, AnyGame
from encore.core.record import Record
from encore.core.registry import games
from encore.core.replay import check, forfeited, record_of
from encore.core.thinking import Budget, interruptible

with contextlib.suppress(ImportError):
    import readline  # noqa: F401  (gives input() editing and a history)

HUMAN = "human"
OPPONENT = "bot:easy"
"""The default player of a seat."""

HELP = """\
Type a move in the game's notation, or:
  ?              the legal moves; ? e6 those that begin with e6
  undo           undo your last move and what followed it
  save FILE      write the game to a file; save! FILE replaces one
  load FILE      continue a game from a file
  rules          the rules of this game
  again          another game, when this one is over; the next seat begins
  quit           leave"""


@dataclass(frozen=True)
class RunningGame:
    """A game in progress: the players, the moves, and the state.

    ``source`` is the record it was loaded from: its tags and comments are kept when the game is saved again.
    """

    game: AnyGame
    seats: tuple[str, ...]
    moves: tuple[str, ...]
    state: Any
    source: Record | None = None

    @classmethod
    def start(cls, game: AnyGame, seats: tuple[str, ...]) -> RunningGame:
        """Return a game before the first move."""
        return cls(game, seats, (), game.initial())

    def play(self, move: Any) -> RunningGame:
        """Return the game after a move, or raise IllegalMove."""
        state = self.game.play(self.state, move)
        source = self.source and Record(_kept(self.source), (), self.source.comments)
        return replace(self, moves=(*self.moves, self.game.format_move(move)), state=state, source=source)

    def record(self) -> Record:
        """Return the game as a record; one that was loaded and not continued is unchanged."""
        fresh = record_of(self.game, self.moves, self.state, self.seats)
        if self.source is None:
            return fresh
        if self.source.moves == self.moves:
            return self.source
        comments = tuple(comment for comment in self.source.comments if comment.after <= len(self.moves))
        return Record({**fresh.tags, **_kept(self.source)}, fresh.moves, comments)

    @property
    def ended_by_people(self) -> bool:
        """Whether the record it was loaded from was ended by the players and not continued."""
        return self.source is not None and "Termination" in self.source.tags and self.source.moves == self.moves

    @property
    def names(self) -> tuple[str, ...]:
        """The players by seat, as people read them."""
        return distinct(self.seats)

    @property
    def people(self) -> list[int]:
        """The seats of people."""
        return [seat for seat, who in enumerate(self.seats) if who == HUMAN]


class Session:
    """The dialogue with the players until they quit."""

    def __init__(
        self, table: RunningGame, seed: int, budget: Callable[[], Budget], materials: Mapping[str, object]
    ) -> None:
        self.table = table
        self.seed = seed
        self.budget = budget
        self.materials = materials
        self.past: list[RunningGame] = []
        self.shown: int | None = None
        self.commands: dict[str, Callable[[str], None]] = {
            "?": self._list_moves,
            "help": lambda _: typer.echo(HELP),
            "undo": self._undo,
            "save": self._save,
            "save!": lambda name: self._save(name, replacing=True),
            "load": self._load,
            "rules": lambda _: rules(self.table.game.name, self.table.game.rules_version),
            "again": self._again,
        }
        # The name of any game means the same: "dakapo" was the command before "again".
        self.commands |= dict.fromkeys(games(), self._again)

    def run(self) -> None:
        """Play until the game is over and nobody wants another, or until somebody quits."""
        typer.echo("help lists what you can type\n")
        while True:
            self._let_others_move()
            table = self.table
            if not self._show() or not (table.people or self.past):
                return
            while self.table is table:
                line = read_line(self._prompt())
                if line is None or line.lower() in ("quit", "q", "exit"):
                    return
                try:
                    self._obey(line)
                except EncoreError as error:
                    typer.echo(str(error))
                except OSError as error:
                    typer.echo(f"{error.filename}: {error.strerror}")

    def _let_others_move(self) -> None:
        """Make the moves of dealer and bots until a person is to move or the game is over."""
        while (seat := self.table.game.to_move(self.table.state)) is not None and seat not in self.table.people:
            if self.table.ended_by_people:
                return
            game, state = self.table.game, self.table.state
            # The same position in the same game has the same randomness, so undo cannot be used to get a better draw.
            rng = Random(f"{self.seed}/{len(self.table.moves)}")
            if seat == DEALER:
                move = game.deal(state, rng)
            else:
                try:
                    move = self._think(self.table.seats[seat], game, game.view(state, seat), rng)
                except EngineFailed as error:
                    self._forfeit(seat, str(error))
                    return
            self.table = self.table.play(move)
            said = announced(game, state, move, self.table.state)
            if seat != DEALER:
                console.print(Text(f"seat {seat + 1} ({self.table.names[seat]}): {said}"))
            elif not game.hidden:
                typer.echo(f"dealer: {said}")  # not wrapped: a deal is one long word, to be copied as it is

    def _forfeit(self, seat: int, why: str) -> None:
        """End the game because the program of a seat has failed."""
        lost = forfeited(self.table.record(), self.table.game, seat, why)
        self.table = replace(self.table, source=lost)
        typer.echo(f"seat {seat + 1} ({self.table.names[seat]}) loses: {why}", err=True)

    def _think(self, name: str, game: AnyGame, view: Any, rng: Random) -> Any:
        # A bot that remembers undone moves would play differently, so each move has a new one.
        bot = find_bot(name)
        with telling():
            bot.prepare(game)
        with self.budget() as budget:
            return interruptible(budget, partial(bot.choose, game, view, rng, budget))

    def _show(self) -> bool:
        """Draw what the seat to move sees; return whether anybody is there to see it."""
        game, state, people = self.table.game, self.table.state, self.table.people
        seat = game.to_move(state)
        if seat is None:
            seat = people[0] if len(people) == 1 else None
        elif game.hidden and len(people) > 1 and seat != self.shown and sys.stdin.isatty():
            console.clear()
            # The scrollback shows the other hand as well.
            console.file.write("\x1b[3J")
            if read_line(f"Seat {seat + 1}, press Enter when nobody else can see the screen ") is None:
                return False
        self.shown = seat
        console.print(draw(game, game.view(state, seat), seat))
        if outcome := game.outcome(state):
            typer.echo(end_of_game(game, outcome, self.table.names))
        return True

    def _prompt(self) -> str:
        seat = self.table.game.to_move(self.table.state)
        return "game over> " if seat is None or self.table.ended_by_people else f"seat {seat + 1}> "

    def _obey(self, line: str) -> None:
        word, _, rest = line.partition(" ")
        if word.startswith("?"):
            word, rest = "?", line[1:].strip()
        if word in self.commands:
            self.commands[word](rest.strip())
        elif line:
            table = self.table
            if table.ended_by_people:
                raise EncoreError("this game has ended; undo goes back to an earlier move")
            move = table.game.parse_move(table.state, line)
            self._go_to(table.play(move))
            if written(table.game, table.state, move) != line:
                console.print(Text(announced(table.game, table.state, move, self.table.state)))

    def _go_to(self, table: RunningGame) -> None:
        self.past.append(self.table)
        self.table = table

    def _list_moves(self, beginning: str) -> None:
        game, state = self.table.game, self.table.state
        if self.table.ended_by_people:
            raise EncoreError("this game has ended; undo goes back to an earlier move")
        moves = sorted(written(game, state, move) for move in game.legal_moves(state))
        found = [move for move in moves if move.startswith(beginning)]
        console.print(Columns(found, padding=(0, 2)))
        typer.echo(f"{len(found)} of {len(moves)} legal moves" if beginning else f"{len(moves)} legal moves")

    def _undo(self, _: str) -> None:
        if not self.past:
            raise EncoreError("there is no move to undo")
        self.table = self.past.pop()

    def _save(self, name: str, replacing: bool = False) -> None:
        path = _path(name, "save")
        if path.is_dir():
            raise EncoreError(f"{path} is a folder; name a file in it")
        if path.exists() and not replacing:
            raise EncoreError(f"{path} exists; save! {path} replaces it")
        write_record(path, self.table.record())
        typer.echo(f"saved {count(len(self.table.moves), 'move')} in {path}")

    def _load(self, name: str) -> None:
        path = _path(name, "load")
        replayed = replay_file(path, self.materials)
        record, game = replayed.record, replayed.game
        try:
            check(record, game)
        except RecordError as error:
            raise EncoreError(f"{path}: {error}") from None
        named = (record.tags.get(f"Seat{number}", HUMAN) for number in range(1, game.players + 1))
        seats = tuple(who if self._may_play(who) else HUMAN for who in named)
        table = replace(RunningGame.start(game, seats), state=replayed.start, source=record)
        self._go_to(table)
        for ply in replayed.plies:
            # Undo goes back through the moves of people, and finally to the game before the load.
            if ply.seat in table.people:
                self._go_to(self.table)
            self.table = replace(table, moves=record.moves[: ply.number], state=ply.state)
        typer.echo(f"loaded {count(len(record.moves), 'move')} of {game.title} from {path}")
        if "Termination" in record.tags:
            typer.echo(f"it ended by: {record.tags['Termination']}, {record.tags['Result']}; undo continues it")

    def _may_play(self, who: str) -> bool:
        """Tell whether a name in a record is a bot's, perhaps with a time limit; all others are people.

        A record from elsewhere never starts a program: only engines that were named for this game play again.
        """
        return who in self.table.seats or (not who.startswith(ENGINE) and _is_bot(who))

    def _again(self, _: str) -> None:
        table = self.table
        if table.game.outcome(table.state) is None and not table.ended_by_people:
            raise EncoreError("this game is not over yet")
        self.seed += 1
        self._go_to(RunningGame.start(table.game, table.seats[1:] + table.seats[:1]))


def _is_bot(who: str) -> bool:
    """Tell whether there is a bot of this name."""
    try:
        find_bot(who)
    except OptionError:
        return False
    return True


def _kept(source: Record) -> dict[str, str]:
    """Return the tags that stay valid when a game is continued."""
    return {tag: value for tag, value in source.tags.items() if tag not in ("Termination", "Result", "Scores")}


def _path(name: str, command: str) -> Path:
    if not name:
        raise EncoreError(f"{command} needs the name of a file: {command} game.txt")
    if not name.isprintable():
        raise EncoreError(f"{quoted(name)} is not a file name")
    return Path(name).expanduser()


def read_line(prompt: str) -> str | None:
    """Return a line of input without surrounding spaces; None at the end of the input."""
    try:
        return input(prompt).strip()
    except (EOFError, RuntimeError):
        # RuntimeError: there is no input at all
        typer.echo()
        return None
