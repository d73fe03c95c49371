"""``encore play``: a table in the terminal, with people and bots in its seats."""

from __future__ import annotations

from random import SystemRandom
from typing import Annotated

import typer

from encore.bots import bot_names
from encore.cli.arguments import Options, Players, Tiles, load_game, offered_materials
from encore.cli.menu import ask_for_table
from encore.cli.seats import read_seats
from encore.cli.session import HUMAN, Session, Table


def play(
    game: Annotated[str | None, typer.Argument(metavar="GAME", help="Left out: choose from a menu.")] = None,
    players: Players = None,
    seat: Annotated[
        list[str] | None,
        typer.Option(metavar="WHO", help="human or random, seat by seat; else you against random.", show_default=False),
    ] = None,
    option: Options = None,
    tiles: Tiles = None,
    seed: Annotated[int | None, typer.Option(metavar="S", help="For the same deals again.", show_default=False)] = None,
) -> None:
    """Play in the terminal: alone, on one screen, or against bots."""
    if game is None:
        chosen = ask_for_table()
        if chosen is None:
            return
        game, players, seat = chosen
    loaded = load_game(game, players, option, tiles)
    seats = read_seats(seat or [HUMAN], loaded.players, (HUMAN, *bot_names()), "a seat")
    seats += ("random",) * (loaded.players - len(seats))
    chance = SystemRandom().randrange(1 << 32) if seed is None else seed
    Session(Table.start(loaded, seats), chance, offered_materials(tiles)).run()
