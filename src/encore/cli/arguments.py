"""Arguments that several commands share."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import islice
from pathlib import Path
from typing import Annotated, Any

import typer

from encore.cli.materials import MaterialFiles
from encore.cli.screen import count
from encore.core.errors import EncoreError, OptionError, RecordError
from encore.core.game import AnyGame
from encore.core.options import read_options
from encore.core.record import LARGEST, Record, parse_record
from encore.core.registry import find
from encore.core.replay import Ply, game_of, replay, start_of
from encore.core.thinking import UNLIMITED

DAY = 24 * 60 * 60 * 1000
"""The longest that a bot may think about a move, in milliseconds."""

GameName = Annotated[str, typer.Argument(metavar="GAME", help="The name of a game; encore games lists them.")]
Players = Annotated[int | None, typer.Option(metavar="N", help="The number of players.", show_default=False)]
Options = Annotated[
    list[str] | None, typer.Option("--option", metavar="NAME=VALUE", help="An option of the game; can be repeated.")
]
Think = Annotated[
    int | None,
    typer.Option(metavar="MS", min=1, max=DAY, help="Milliseconds a bot may think about a move.", show_default=False),
]
Nodes = Annotated[
    int | None,
    typer.Option(
        metavar="N",
        min=1,
        max=UNLIMITED,
        help="Nodes a bot may visit for a move; makes games repeatable.",
        show_default=False,
    ),
]
RecordFile = Annotated[Path, typer.Argument(metavar="FILE", help="A record.", show_default=False)]


def load_game(name: str, players: int | None, options: Sequence[str] | None, materials: MaterialFiles) -> AnyGame:
    """Return the game that the arguments ask for."""
    kind = find(name)
    settings: dict[str, object] = dict(read_options(options or ()))
    for name in settings.keys() & kind.box.keys():
        raise OptionError(f"{name} are given as a file: --{name} FILE")
    for name in materials.keys() - kind.box.keys():
        raise OptionError(f"{kind.name} is not played with {name}")
    return kind(players, **settings, **offered_materials(materials))


def thinking_time(think: int | None, nodes: int | None) -> float | None:
    """Return the seconds for a move: as given, None if only nodes are given, else a tenth."""
    return None if think is None and nodes is not None else (think or 100) / 1000


def read_text(path: Path) -> str:
    """Return the text of a small file."""
    try:
        return read_bytes(path).decode()
    except UnicodeDecodeError:
        raise EncoreError(f"{path} is not UTF-8 text") from None


def read_bytes(path: Path) -> bytes:
    """Return a file, at most one byte more than a record can have."""
    with path.open("rb") as file:
        return file.read(LARGEST + 1)


@dataclass(frozen=True)
class Replayed:
    """A record from a file, its game, and its moves as far as they were asked for."""

    record: Record
    game: AnyGame
    plies: list[Ply]

    @property
    def ended_by_people(self) -> bool:
        """Whether players ended the game after these moves (such as by resigning), so that nobody is to move."""
        return "Termination" in self.record.tags and len(self.plies) == len(self.record.moves)

    @property
    def state(self) -> Any:
        """The state after the last of the moves."""
        return self.plies[-1].state if self.plies else self.start

    @property
    def start(self) -> Any:
        """The state before the first move."""
        return start_of(self.record, self.game)


def replay_file(path: Path, offered: Mapping[str, object], at: int | None = None) -> Replayed:
    """Read a record and play its moves, all or the first ``at``; errors name the file."""
    data = read_bytes(path)
    try:
        record = parse_record(data)
        game = game_of(record, offered)
        if at is not None and at > len(record.moves):
            most = len(record.moves)
            raise OptionError(f"{path} has {count(most, 'move')}, so --at is at most {most}")
        return Replayed(record, game, list(islice(replay(record, game), at)))
    except RecordError as error:
        raise EncoreError(f"{path}: {error}") from None


def offered_materials(files: MaterialFiles) -> dict[str, object]:
    """Return the text of each file, for a game or for records that need it."""
    return {name: read_text(path) for name, path in files.items()}
