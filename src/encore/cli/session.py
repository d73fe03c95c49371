"""A running table in the terminal: whose turn it is, what they type, and how to take it back."""

from __future__ import annotations

import contextlib
import sys
from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from pathlib import Path
from random import Random
from typing import Any

import typer
from rich.columns import Columns

from encore.arena.store import write_record
from encore.bots import bot_names, find_bot
from encore.cli.arguments import read_bytes
from encore.cli.screen import console, draw, end_of_game, written
from encore.cli.shelf import rules
from encore.core.errors import EncoreError
from encore.core.game import DEALER, AnyGame
from encore.core.record import parse_record
from encore.core.replay import game_of, record_of, replay

with contextlib.suppress(ImportError):
    import readline  # noqa: F401  (gives input() editing and a history)

HUMAN = "human"

HELP = """\
Type a move in the game's notation, or:
  ?              the legal moves; ? e6 those that begin with e6
  undo           take back your last move and what followed it
  save FILE      write the game to a file; save! FILE replaces one
  load FILE      go on with a game from a file
  rules          the rules of this game
  dakapo         another game, when this one is over; the next seat begins
  quit           leave"""


@dataclass(frozen=True)
class Table:
    """A game in progress: who sits where, what was played, and the state it led to."""

    game: AnyGame
    seats: tuple[str, ...]
    moves: tuple[str, ...]
    state: Any

    @classmethod
    def start(cls, game: AnyGame, seats: tuple[str, ...]) -> Table:
        """Return a table before the first move."""
        return cls(game, seats, (), game.initial())

    def play(self, move: Any) -> Table:
        """Return the table after a move, or raise IllegalMove."""
        state = self.game.play(self.state, move)
        return replace(self, moves=(*self.moves, self.game.format_move(move)), state=state)

    @property
    def people(self) -> list[int]:
        """The seats in which people sit."""
        return [seat for seat, who in enumerate(self.seats) if who == HUMAN]


class Session:
    """What happens at the table until everybody leaves."""

    def __init__(self, table: Table, seed: int, materials: Mapping[str, object]) -> None:
        self.table = table
        self.seed = seed
        self.materials = materials
        self.past: list[Table] = []
        self.shown: int | None = None
        self.commands: dict[str, Callable[[str], None]] = {
            "?": self._list_moves,
            "help": lambda _: typer.echo(HELP),
            "undo": self._undo,
            "save": self._save,
            "save!": lambda name: self._save(name, replacing=True),
            "load": self._load,
            "rules": lambda _: rules(self.table.game.name),
            "dakapo": self._again,
        }

    def run(self) -> None:
        """Play until the game is over and nobody wants another, or until somebody quits."""
        typer.echo("help lists what you can type\n")
        while True:
            self._let_others_move()
            self._show()
            table = self.table
            if not table.people:
                return
            while self.table is table:
                line = read_line(self._prompt())
                if line in (None, "quit", "q"):
                    return
                try:
                    self._obey(line or "")
                except EncoreError as error:
                    typer.echo(str(error))
                except OSError as error:
                    typer.echo(f"{error.filename}: {error.strerror}")

    def _let_others_move(self) -> None:
        """Make the moves of dealer and bots until a person is to move or the game is over."""
        while (seat := self.table.game.to_move(self.table.state)) is not None and seat not in self.table.people:
            game, state = self.table.game, self.table.state
            # The same place in the same game always gives the same chance, so an undo cannot fish for a better draw.
            rng = Random(f"{self.seed}/{len(self.table.moves)}")
            if seat == DEALER:
                move = game.deal(state, rng)
            else:
                move = find_bot(self.table.seats[seat]).choose(game, game.view(state, seat), rng)
            self.table = self.table.play(move)
            if seat != DEALER or not game.hidden:
                who = "dealer" if seat == DEALER else f"seat {seat + 1} ({self.table.seats[seat]})"
                typer.echo(f"{who}: {written(game, state, move)}")

    def _show(self) -> None:
        game, state, people = self.table.game, self.table.state, self.table.people
        seat = game.to_move(state)
        if seat is None:
            seat = people[0] if len(people) == 1 else None
        elif game.hidden and len(people) > 1 and seat != self.shown and sys.stdin.isatty():
            console.clear()
            read_line(f"Seat {seat + 1}, press Enter when nobody else can see the screen ")
        self.shown = seat
        console.print(draw(game, game.view(state, seat), seat))
        if outcome := game.outcome(state):
            typer.echo(end_of_game(game, outcome, self.table.seats))

    def _prompt(self) -> str:
        seat = self.table.game.to_move(self.table.state)
        return "game over> " if seat is None else f"seat {seat + 1}> "

    def _obey(self, line: str) -> None:
        word, _, rest = line.partition(" ")
        if word.startswith("?"):
            word, rest = "?", line[1:].strip()
        if word in self.commands:
            self.commands[word](rest.strip())
        elif line:
            table = self.table
            move = table.game.parse_move(table.state, line)
            self._go_to(table.play(move))
            if (said := written(table.game, table.state, move)) != line:
                typer.echo(said)

    def _go_to(self, table: Table) -> None:
        self.past.append(self.table)
        self.table = table

    def _list_moves(self, beginning: str) -> None:
        game, state = self.table.game, self.table.state
        moves = sorted(written(game, state, move) for move in game.legal_moves(state))
        found = [move for move in moves if move.startswith(beginning)]
        console.print(Columns(found, padding=(0, 2)))
        typer.echo(f"{len(found)} of {len(moves)} legal moves" if beginning else f"{len(moves)} legal moves")

    def _undo(self, _: str) -> None:
        if not self.past:
            raise EncoreError("there is nothing to take back")
        self.table = self.past.pop()

    def _save(self, name: str, replacing: bool = False) -> None:
        path = _path(name, "save")
        if path.exists() and not replacing:
            raise EncoreError(f"{path} exists; save! {path} replaces it")
        table = self.table
        write_record(path, record_of(table.game, table.moves, table.state, table.seats))
        typer.echo(f"saved {len(table.moves)} moves in {path}")

    def _load(self, name: str) -> None:
        path = _path(name, "load")
        data = read_bytes(path)
        try:
            record = parse_record(data)
            game = game_of(record, self.materials)
            plies = list(replay(record, game))
        except EncoreError as error:
            raise EncoreError(f"{path}: {error}") from None
        known = (HUMAN, *bot_names())
        named = (record.tags.get(f"Seat{number}", HUMAN) for number in range(1, game.players + 1))
        seats = tuple(who if who in known else HUMAN for who in named)
        self._go_to(Table(game, seats, record.moves, plies[-1].state if plies else game.initial()))
        typer.echo(f"loaded {len(record.moves)} moves of {game.title} from {path}")

    def _again(self, _: str) -> None:
        table = self.table
        if table.game.outcome(table.state) is None:
            raise EncoreError("this game is not over yet")
        self.seed += 1
        self._go_to(Table.start(table.game, table.seats[1:] + table.seats[:1]))


def _path(name: str, command: str) -> Path:
    if not name:
        raise EncoreError(f"{command} needs the name of a file: {command} game.txt")
    return Path(name).expanduser()


def read_line(prompt: str) -> str | None:
    """Return what is typed, without blanks around it; None at the end of the input."""
    try:
        return input(prompt).strip()
    except EOFError:
        typer.echo()
        return None
