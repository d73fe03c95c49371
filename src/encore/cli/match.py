"""``encore match``: bots against each other, every game a record file."""

from __future__ import annotations

from collections import Counter
from pathlib import Path
from typing import Annotated

import typer
from rich.console import Group
from rich.live import Live
from rich.table import Table

from encore.arena.arena import Arena
from encore.arena.match import Match
from encore.bots import bot_names, find_bot
from encore.cli.arguments import GameName, Nodes, Options, Players, Think, load_game, thinking_time
from encore.cli.materials import MaterialFiles
from encore.cli.screen import console, count, progress
from encore.cli.seats import read_seats
from encore.cli.warm import is_cold, telling
from encore.core.errors import OptionError

GAMES = 10
MOST = 10_000
"""The most games with --until-sure: two equally strong bots would never stop."""


def match(
    game: GameName,
    players: Players = None,
    games: Annotated[
        int | None,
        typer.Option(
            metavar="K", min=1, help=f"The number of games; default {GAMES}, or at most {MOST} with --until-sure."
        ),
    ] = None,
    bots: Annotated[
        list[str] | None,
        typer.Option(metavar="BOT", help="One bot for all seats, or one for each seat.", show_default=False),
    ] = None,
    seed: Annotated[int, typer.Option(metavar="S", help="The same seed gives the same deals.")] = 0,
    records: Annotated[Path, typer.Option(metavar="DIR", help="The folder for the records 0001.txt …")] = Path(
        "records"
    ),
    think: Think = None,
    nodes: Nodes = None,
    until_sure: Annotated[
        bool, typer.Option("--until-sure", help="Stop when it is clear which bot is stronger.")
    ] = False,
    cluster: Annotated[
        str | None, typer.Option(metavar="ADDRESS", help="Play on a Ray cluster: auto or its address.")
    ] = None,
    option: Options = None,
    *,
    materials: MaterialFiles,
) -> None:
    """Play bots against each other and store the records; an interrupted match is continued."""
    loaded = load_game(game, players, option, materials)
    names = read_seats(bots or ["random"], loaded, bot_names(), "a bot")
    if len(names) == 1:
        names *= loaded.players
    if len(names) < loaded.players:
        raise OptionError(f"{len(names)} bots for {loaded.players} seats; name one for all, or one for each")
    total = games or (MOST if until_sure else GAMES)
    asked = Match(loaded, names, total, seed, thinking_time(think, nodes), nodes)
    if until_sure and not asked.duel:
        raise OptionError("--until-sure compares two bots with equally many seats: --bots A,B")
    if is_cold(loaded):
        with telling():  # once here instead of in each process
            for name in dict.fromkeys(names):
                find_bot(name).prepare(loaded)
    arena = Arena(asked, records, until_sure)
    try:
        _play(arena, cluster)
    except KeyboardInterrupt:
        typer.echo(f"interrupted: {count(len(arena.results.finished), 'whole game')} in {records}", err=True)
        raise
    for line in _lines(arena):
        typer.echo(line)


def _play(arena: Arena, cluster: str | None) -> None:
    """Play with a progress bar and a live table on a terminal, silently elsewhere."""
    bar = progress("playing")
    task = bar.add_task("playing", total=arena.match.games, completed=len(arena.results.finished))
    # Drawn a few times a second, not for each game, since there can be hundreds of games per second.
    shown = Live(get_renderable=lambda: Group(bar, _table(arena)), console=console, transient=True)
    if console.is_terminal:
        shown.start(refresh=True)
    try:
        for _ in arena.play(cluster):
            bar.update(task, completed=len(arena.results.finished))
    finally:
        shown.stop()


def _standing(arena: Arena) -> list[tuple[str, str]]:
    """Return each bot and its result so far."""
    told = []
    for name in dict.fromkeys(arena.match.bots):
        found = arena.strength(name)
        if found and arena.match.paired > 1:
            share = f"{found.score:.1%} of the wins [{found.low:.1%}, {found.high:.1%}]"
            told.append((name, str(found) if arena.match.duel else share))
    return told


def _table(arena: Arena) -> Table:
    table = Table("bot", "share of the wins, Elo and where it lies with 95 %")
    for name, standing in _standing(arena):
        table.add_row(name, standing)
    return table


def _lines(arena: Arena) -> list[str]:
    games = arena.counted()
    lines = [f"{count(len(games), 'game')} of {arena.match.game.title} in {arena.results.folder}"]
    for result, times in sorted(Counter(game.result for game in games).items()):
        who = "nobody" if result == "-" else f"seat{'s' * (',' in result)} {result.replace(',', ' and ')}"
        lines.append(f"{times:>6}  {who} won")
    lines += [f"{name}: {standing}" for name, standing in _standing(arena)]
    if verdict := arena.decision():
        first, second = dict.fromkeys(arena.match.bots)
        lines.append(f"sure: {first if verdict > 0 else second} is the stronger one")
    elif arena.until_sure:
        lines.append(f"not sure after {count(len(games), 'game')}; the same with more --games goes on from there")
    return lines
