"""``encore perft``: count move sequences, to compare implementations of the rules."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated, Any

import typer

from encore.cli.arguments import GameName, Options, Players, load_game, offered_materials, replay_file
from encore.cli.materials import MaterialFiles
from encore.core.errors import OptionError
from encore.core.game import DEALER, AnyGame


def perft(
    game: GameName,
    depth: Annotated[int, typer.Option(metavar="N", min=0, help="The length of a sequence in moves.")],
    players: Players = None,
    option: Options = None,
    record: Annotated[Path | None, typer.Option(metavar="FILE", help="Start after this record.")] = None,
    *,
    materials: MaterialFiles,
) -> None:
    """Count the sequences of exactly N moves; a dealer's turn or the end of the game ends a sequence."""
    if record is None:
        loaded = load_game(game, players, option, materials)
        state = loaded.initial()
    else:
        replayed = replay_file(record, offered_materials(materials))
        loaded, state = replayed.game, replayed.state
        if not _agrees(loaded, game, players, option, materials):
            raise OptionError(
                f"{record} has another game, number of players or options; leave them out and the record decides"
            )
        if replayed.ended_by_people and depth:
            typer.echo(0)
            return
    typer.echo(count(loaded, state, depth, {}))


def _agrees(game: AnyGame, name: str, players: int | None, options: list[str] | None, materials: MaterialFiles) -> bool:
    """Tell whether the arguments, as far as given, match the game of the record."""
    if name != game.name or players not in (None, game.players):
        return False
    return not options or load_game(name, game.players, options, materials).options == game.options


def count(game: AnyGame, state: Any, depth: int, known: dict[tuple[Any, int], int]) -> int:
    """Return the number of sequences. Equal states are counted only once and remembered."""
    if depth == 0:
        return 1
    if game.to_move(state) in (None, DEALER):
        return 0
    moves = game.legal_moves(state)
    if depth == 1:
        return len(moves)
    key = state, depth
    if key not in known:
        known[key] = sum(count(game, game.play(state, move), depth - 1, known) for move in moves)
    return known[key]
