"""A match: many games between the same bots, each from a seed of its own, each one record."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from pathlib import Path
from random import Random

from encore.arena.store import write_record
from encore.bots import Bot, find_bot
from encore.core.errors import EncoreError
from encore.core.game import DEALER, AnyGame
from encore.core.record import Record, format_record
from encore.core.replay import record_of


def play_game(game: AnyGame, names: Sequence[str], seed: str) -> Record:
    """Play one game between the bots of these names, one for each seat; the same seed gives the same game.

    The dealer and every seat have random generators of their own, so that a bot which thinks differently does
    not change the deals.
    """
    bots: list[Bot] = [find_bot(name) for name in names]
    chances = [Random(f"{seed}/seat{number}") for number in range(1, game.players + 1)]
    dealer = Random(f"{seed}/dealer")
    state, moves = game.initial(), []
    while (seat := game.to_move(state)) is not None:
        if seat == DEALER:
            move = game.deal(state, dealer)
        else:
            move = bots[seat].choose(game, game.view(state, seat), chances[seat])
        moves.append(game.format_move(move))
        state = game.play(state, move)
    return record_of(game, moves, state, names, Seed=seed)


def play_match(game: AnyGame, names: Sequence[str], games: int, seed: int, folder: Path) -> Iterator[Record]:
    """Play games one after the other and yield each record when its file (``0001.txt`` …) is whole.

    A match that is run again writes the same files; a file with another content is never replaced.
    """
    for number in range(1, games + 1):
        record = play_game(game, names, f"{seed}/{number}")
        path = folder / f"{number:04}.txt"
        if not path.exists():
            write_record(path, record)
        elif path.read_bytes() != format_record(record).encode():
            raise EncoreError(f"{path} holds another game; choose a folder without records")
        yield record
