"""The commands of ``encore``."""

from __future__ import annotations

import typer

from encore.cli.match import match
from encore.cli.perft import perft
from encore.cli.play import play
from encore.cli.records import check, moves, replay
from encore.cli.shelf import games, rules, tiles

app = typer.Typer(
    name="encore",
    help="One table for Dakapo, Da Capo and Dalapapa.",
    add_completion=False,
    pretty_exceptions_enable=False,
)

for command in (play, games, rules, tiles, match, replay, check, moves, perft):
    app.command()(command)
