"""The commands of ``encore``."""

from __future__ import annotations

from typing import Annotated

import typer

import encore
from encore.cli.listing import games, rules, tiles
from encore.cli.match import match
from encore.cli.perft import perft
from encore.cli.play import play
from encore.cli.records import check, moves, replay
from encore.cli.serve import export, import_, serve
from encore.cli.solve import solve
from encore.cli.study import study
from encore.cli.verify_deal import verify_deal
from encore.cli.warm import warm

app = typer.Typer(
    name="encore",
    invoke_without_command=True,
    add_completion=False,
    pretty_exceptions_enable=False,
)


@app.callback()
def options(
    version: Annotated[
        bool, typer.Option("--version", help="Print the version and exit.", is_eager=True, show_default=False)
    ] = False,
) -> None:
    """One table for Dakapo, Da Capo and Dalapapa."""
    if version:
        typer.echo(f"encore {encore.__version__}")
        raise typer.Exit


for command in (
    play,
    serve,
    games,
    rules,
    tiles,
    match,
    study,
    replay,
    check,
    moves,
    perft,
    solve,
    verify_deal,
    export,
    warm,
):
    app.command()(command)
app.command("import")(import_)
