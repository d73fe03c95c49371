"""``encore games`` and ``rules``: a list of the games, and their rules."""

from __future__ import annotations

from typing import Annotated

import typer

from encore.cli.arguments import GameName
from encore.cli.screen import console
from encore.core.labels import option_help
from encore.core.registry import games as all_games
from encore.core.registry import rules_text


def games() -> None:
    """List the games with their players and options."""
    for game in all_games().values():
        players = ", ".join(map(str, game.player_counts))
        typer.echo(f"{game.name:<10} {game.title}: {game.summary}")
        typer.echo(f"{'':<10} players: {players}")
        for name, option in game.declared.items():
            typer.echo(f"{'':<10} --option {name}=…  {option.range}; default {option.default}")
            if explained := option_help(game, name):
                typer.echo(f"{'':<14} {explained}")
        for name in game.box:
            typer.echo(f"{'':<10} --{name} FILE")


def rules(
    game: GameName,
    version: Annotated[
        int | None,
        typer.Option("--rules", metavar="N", help="The version of the rules; the newest if left out."),
    ] = None,
) -> None:
    """Print the rules of a game."""
    text = rules_text(game, rules=version)
    if console.is_terminal:
        from rich.markdown import Markdown  # takes longer to import than all other commands need

        console.print(Markdown(text))
    else:
        typer.echo(text, nl=False)
