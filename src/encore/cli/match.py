"""``encore match``: bots against each other, every game a record file."""

from __future__ import annotations

from collections import Counter
from pathlib import Path
from typing import Annotated

import typer
from rich.progress import track

from encore.arena.match import play_match
from encore.bots import bot_names
from encore.cli.arguments import GameName, Options, Players, Tiles, load_game
from encore.cli.screen import console
from encore.cli.seats import read_seats
from encore.core.errors import OptionError


def match(
    game: GameName,
    players: Players = None,
    games: Annotated[int, typer.Option(metavar="K", min=1, help="How many games.")] = 10,
    bots: Annotated[
        list[str] | None, typer.Option(metavar="BOT", help="One for all seats, or one for each.", show_default=False)
    ] = None,
    seed: Annotated[int, typer.Option(metavar="S", help="The same seed gives the same games.")] = 0,
    records: Annotated[Path, typer.Option(metavar="DIR", help="Where 0001.txt … go.")] = Path("records"),
    option: Options = None,
    tiles: Tiles = None,
) -> None:
    """Let bots play against each other and keep the records."""
    loaded = load_game(game, players, option, tiles)
    names = read_seats(bots or ["random"], loaded.players, bot_names(), "a bot")
    if len(names) == 1:
        names *= loaded.players
    if len(names) < loaded.players:
        raise OptionError(f"{len(names)} bots for {loaded.players} seats; name one for all, or one for each")
    records.mkdir(parents=True, exist_ok=True)
    played = play_match(loaded, names, games, seed, records)
    results = Counter(
        record.tags["Result"]
        for record in track(played, "playing", games, console=console, disable=not console.is_terminal, transient=True)
    )
    typer.echo(f"{games} games of {loaded.title} in {records}")
    for result, count in sorted(results.items()):
        who = "nobody" if result == "-" else f"seat {result.replace(',', ' and ')}"
        typer.echo(f"{count:>6}  {who} won")
