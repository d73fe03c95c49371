"""The commands of ``encore``."""

from __future__ import annotations

from collections.abc import Callable
from typing import Annotated

import typer

import encore
from encore.cli.admin import admin
from encore.cli.analyse import analyse
from encore.cli.backup import backup, restore
from encore.cli.engine import engine
from encore.cli.listing import games, rules
from encore.cli.match import match
from encore.cli.materials import materials, printing, with_materials
from encore.cli.perft import perft
from encore.cli.play import play
from encore.cli.puzzles import puzzles, today
from encore.cli.ratings import ratings
from encore.cli.records import check, moves, replay
from encore.cli.serve import export, import_, serve
from encore.cli.solve import solve
from encore.cli.study import study
from encore.cli.verify_deal import verify_deal
from encore.cli.warm import warm
from encore.cli.worker import worker

FIRST: dict[str, Callable[..., None]] = {
    "play": play,
    "serve": serve,
    "worker": worker,
    "daily": today,
    "games": games,
    "rules": rules,
}
LAST: dict[str, Callable[..., None]] = {
    "match": match,
    "study": study,
    "engine": engine,
    "replay": replay,
    "check": check,
    "analyse": analyse,
    "moves": moves,
    "perft": perft,
    "solve": solve,
    "verify-deal": verify_deal,
    "backup": backup,
    "restore": restore,
    "export": export,
    "warm": warm,
    "import": import_,
}
"""The commands before and after those that print materials, in the order of ``encore --help``."""


def build() -> typer.Typer:
    """Return the command with its subcommands. This loads the games: each of their materials is an option."""
    app = typer.Typer(
        name="encore",
        invoke_without_command=True,
        add_completion=False,
        pretty_exceptions_enable=False,
    )
    app.callback()(options)
    for name, command in FIRST.items():
        app.command(name)(with_materials(command))
    for name, material in materials().items():
        if name not in {*FIRST, *LAST, "puzzles", "ratings", "admin"}:
            app.command(name, help=f"Print {material.help}.")(printing(name))
    for name, command in LAST.items():
        app.command(name)(with_materials(command))
    app.add_typer(puzzles, name="puzzles")
    app.add_typer(ratings, name="ratings")
    app.add_typer(admin, name="admin")
    return app


def options(
    version: Annotated[
        bool, typer.Option("--version", help="Print the version and exit.", is_eager=True, show_default=False)
    ] = False,
) -> None:
    """Play tabletop games in the terminal or in the browser, and study them."""
    if version:
        typer.echo(f"encore {encore.__version__}")
        raise typer.Exit
