"""The menu of games and opponents, shown without arguments."""

from __future__ import annotations

from collections.abc import Sequence

import typer

from encore.bots.levels import LEVELS
from encore.cli.session import HUMAN, read_line
from encore.core.registry import games


def ask_for_table() -> tuple[str, int, list[str]] | None:
    """Ask for game, players and opponents; None when the user leaves."""
    kinds = list(games().values())
    typer.echo("Encore: tabletop games\n")
    game = _choose("Which game?", [f"{kind.title}: {kind.summary}" for kind in kinds])
    if game is None:
        return None
    kind = kinds[game]
    players = kind.default_players
    if len(kind.player_counts) > 1:
        counts = [f"{count} player{'s' * (count > 1)}" for count in kind.player_counts]
        chosen = _choose("How many play?", counts, kind.player_counts.index(players))
        if chosen is None:
            return None
        players = kind.player_counts[chosen]
    if players == 1:
        return kind.name, players, [HUMAN]
    levels = list(LEVELS)
    opponents = [f"{'bots' if players > 2 else 'a bot'}, {level}" for level in levels]
    against = _choose("Against whom?", [*opponents, "each other, on this screen"], levels.index("easy"))
    if against is None:
        return None
    others = f"bot:{levels[against]}" if against < len(levels) else HUMAN
    return kind.name, players, [HUMAN, *[others] * (players - 1)]


def _choose(question: str, answers: Sequence[str], default: int = 0) -> int | None:
    """Return the index of the chosen answer, the default for an empty line, None to quit."""
    typer.echo(question)
    for number, answer in enumerate(answers, 1):
        typer.echo(f"  {number}  {answer}")
    while True:
        line = read_line(f"1–{len(answers)} [{default + 1}]> ")
        if line in (None, "quit", "q"):
            return None
        if line == "":
            return default
        if line in map(str, range(1, len(answers) + 1)):
            return int(line or 0) - 1
        typer.echo(f"a number from 1 to {len(answers)}, or quit")
