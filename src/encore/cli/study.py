"""``encore study``: statistics of many games, as tables and plots."""

from __future__ import annotations

import os
from collections.abc import Sequence
from pathlib import Path
from types import ModuleType
from typing import Annotated

import typer

from encore.arena.arena import play_here
from encore.arena.match import Match
from encore.arena.readers import read_files
from encore.arena.store import find_records
from encore.arena.study import Study
from encore.bots.bot import OTHERS, PREFIXES, bot_names, find_bot
from encore.bots.levels import LEVELS
from encore.cli.arguments import (
    GameName,
    Nodes,
    Options,
    Players,
    Think,
    load_game,
    offered_materials,
    thinking_time,
)
from encore.cli.figures import KEY, tables
from encore.cli.materials import MaterialFiles
from encore.cli.materials import materials as all_materials
from encore.cli.screen import console, count, progress
from encore.core.errors import EncoreError, OptionError, printable, quoted
from encore.core.game import AnyGame
from encore.core.registry import find

GAMES = 100
LEVEL = "easy"


def study(
    game: GameName,
    records: Annotated[
        list[Path] | None, typer.Argument(metavar="[RECORDS]…", help="Record files, or folders of matches.")
    ] = None,
    games: Annotated[
        int | None,
        typer.Option(metavar="K", min=1, help=f"Without records: the number of games for each level; default {GAMES}."),
    ] = None,
    level: Annotated[
        list[str] | None,
        typer.Option(metavar="LEVEL", help=f"The level that plays them: beginner … expert, or a bot; default {LEVEL}."),
    ] = None,
    plots: Annotated[Path | None, typer.Option(metavar="DIR", help="The folder for plots (SVG and PNG).")] = None,
    players: Players = None,
    think: Think = None,
    nodes: Nodes = None,
    seed: Annotated[int | None, typer.Option(metavar="S", help="The same seed gives the same deals.")] = None,
    option: Options = None,
    *,
    materials: MaterialFiles,
) -> None:
    """Show statistics: the length of games, the number of choices, who wins, and figures of the game itself."""
    kind = find(game)
    drawing = None if plots is None else _drawing(plots)
    if records:
        if any(given is not None for given in (games, level, players, think, nodes, seed, option)):
            others = " and ".join(f"--{name}" for name in ("plots", *all_materials()))
            raise OptionError(f"the records decide everything else; only {others} can be given with them")
        found, broken = _read(kind, records, offered_materials(materials))
    else:
        loaded, names = load_game(game, players, option, materials), _bots(level or [LEVEL])
        budget = thinking_time(think, nodes), nodes
        total = games or GAMES
        matches = [Match(loaded, (name,) * loaded.players, total, seed or 0, *budget) for name in names]
        found, broken = _play(kind, matches), 0
    _show(found)
    if drawing and plots:
        drawn = drawing.draw(found, plots)
        typer.echo(printable(f"{count(len(drawn), 'plot')} in {plots}, each as SVG and PNG"))
    if broken:
        raise typer.Exit(1)


def _drawing(folder: Path) -> ModuleType:
    """Return the module that draws plots; it needs matplotlib, so check this before any work is done."""
    try:
        from encore.arena import plots
    except ModuleNotFoundError as error:
        if (error.name or "").partition(".")[0] != "matplotlib":
            raise
        raise EncoreError("plots need matplotlib: pip install 'encore-table[rl]'") from None
    if folder.exists() and not folder.is_dir():
        raise EncoreError(f"{folder} is a file; name a folder")
    folder.mkdir(parents=True, exist_ok=True)
    return plots


def _bots(levels: Sequence[str]) -> list[str]:
    """Return the bots of the levels asked for, each once."""
    others = [name for name in bot_names() if not name.startswith("bot:")]
    names = []
    for level in (word for value in levels for word in value.split(",")):
        name = level.partition("@")[0]
        if not (level.startswith(PREFIXES) or name in LEVELS or name in bot_names()):
            known = ", ".join([*LEVELS, *others])
            raise OptionError(f"a level is one of {known}, {OTHERS}, not {quoted(level)}")
        names.append(f"bot:{level}" if name in LEVELS else level)
        find_bot(names[-1])
    return list(dict.fromkeys(names))


def _read(kind: type[AnyGame], paths: Sequence[Path], materials: dict[str, object]) -> tuple[Study, int]:
    """Add records; files that are not records of the game are named and left out."""
    files = [file for path in paths for file in find_records(path)]
    found, broken = Study(kind), 0
    with progress("reading") as bar:
        task = bar.add_task("", total=len(files))
        for reading in read_files(kind, files, materials, os.cpu_count() or 1):
            found.merge(reading.study)
            broken += len(reading.broken)
            for line in reading.broken:
                typer.echo(printable(f"encore: {line}; left out"), err=True)
            bar.advance(task, reading.files)
    return found, broken


def _play(kind: type[AnyGame], matches: Sequence[Match]) -> Study:
    found = Study(kind)
    with progress("playing") as bar:
        task = bar.add_task("", total=sum(match.games for match in matches))
        for match in matches:
            for _, record in play_here(match, range(1, match.games + 1)):
                found.add(record, match.game.materials)
                bar.advance(task)
    return found


def _show(found: Study) -> None:
    if not found.games:
        raise EncoreError(f"none of the records is a finished game of {found.kind.title}")
    for table in tables(found, console.width):
        console.print(table)
    console.print(KEY, style="dim", markup=False)
    if found.unfinished:
        typer.echo(f"{count(found.unfinished, 'game')} not finished by the rules, left out")
