"""``encore play``: a game in the terminal between people and bots."""

from __future__ import annotations

from functools import partial
from importlib.util import find_spec
from random import SystemRandom
from typing import Annotated

import typer

from encore.bots import bot_names, find_bot
from encore.cli.arguments import Nodes, Options, Players, Think, load_game, offered_materials
from encore.cli.materials import MaterialFiles
from encore.cli.menu import ask_for_table
from encore.cli.seats import read_seats
from encore.cli.session import HUMAN, OPPONENT, RunningGame, Session
from encore.core.errors import OptionError
from encore.core.thinking import Budget


def play(
    game: Annotated[str | None, typer.Argument(metavar="GAME", help="Without it a menu asks.")] = None,
    players: Players = None,
    seat: Annotated[
        list[str] | None,
        typer.Option(
            metavar="WHO", help="human or a bot for each seat; default: you against bot:easy.", show_default=False
        ),
    ] = None,
    option: Options = None,
    think: Think = None,
    nodes: Nodes = None,
    seed: Annotated[
        int | None,
        typer.Option(metavar="S", help="The random seed; the same seed gives the same deals.", show_default=False),
    ] = None,
    *,
    materials: MaterialFiles,
) -> None:
    """Play in the terminal: alone, on one screen, or against bots."""
    if game is None:
        if players or seat or option or materials:
            raise OptionError("name a game too; without arguments a menu asks for everything")
        chosen = ask_for_table()
        if chosen is None:
            return
        game, players, seat = chosen
    loaded = load_game(game, players, option, materials)
    seats = read_seats(seat or [HUMAN], loaded, (HUMAN, *bot_names()), "a seat")
    seats += (OPPONENT,) * (loaded.players - len(seats))
    if find_spec("numba") is None:
        # A bot that cannot play is reported before the first move, not after it.
        for bot in set(seats) - {HUMAN}:
            find_bot(bot).prepare(loaded)
    chance = SystemRandom().randrange(1 << 32) if seed is None else seed
    seconds = None if think is None and nodes is not None else (think or 1000) / 1000
    budget = partial(Budget, seconds, nodes)
    Session(RunningGame.start(loaded, seats), chance, budget, offered_materials(materials)).run()
