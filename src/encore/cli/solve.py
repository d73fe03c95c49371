"""``encore solve``: the exact value of a position, with a proof."""

from __future__ import annotations

from functools import partial
from typing import Annotated

import typer

from encore.cli.arguments import RecordFile, offered_materials, replay_file
from encore.cli.materials import MaterialFiles
from encore.cli.warm import telling
from encore.core.errors import OptionError
from encore.core.exact import several_opponents
from encore.core.game import DEALER, AnyGame
from encore.core.registry import package_of, packages
from encore.core.thinking import Budget, Solution, cores, interruptible
from encore.core.verify import verify as check

LONGEST = 7 * 86400
"""Seconds."""


def solve(
    file: RecordFile,
    seconds: Annotated[
        float, typer.Option(metavar="S", min=0.01, max=LONGEST, help="The time limit in seconds.")
    ] = 10.0,
    at: Annotated[
        int | None, typer.Option(metavar="N", min=0, help="After the N-th move; default: after the last.")
    ] = None,
    threads: Annotated[
        int | None, typer.Option(metavar="T", min=1, max=256, help="Threads that share the work; default: one a core.")
    ] = None,
    verify: Annotated[bool, typer.Option("--verify", help="Check the proof with the readable rules.")] = False,
    *,
    materials: MaterialFiles,
) -> None:
    """Find the value of the position after a record for the seat to move, or bounds if it cannot be proved."""
    replayed = replay_file(file, offered_materials(materials), at)
    game, state = replayed.game, replayed.state
    package = package_of(type(game))
    solver, prepare = package.solve.load(), package.prepare.load()
    if solver is None:
        able = sorted(name for name, package in packages().items() if package.solve)
        raise OptionError(f"{game.name} has no solver; {' and '.join(able)} have")
    if game.to_move(state) in (None, DEALER) or replayed.ended_by_people:
        raise OptionError(f"{file}: nobody is to move after these moves; --at N selects an earlier position")
    if prepare:
        with telling():
            prepare(game)
    with Budget(seconds, threads=threads or cores()) as budget:
        solution = interruptible(budget, partial(solver, game, state, budget))
    typer.echo(_value(game, solution))
    typer.echo(f"line: {' '.join(map(game.format_move, solution.line)) or '-'}")
    typer.echo(f"nodes: {solution.nodes}")
    if verify:
        with Budget(seconds) as budget:
            checked = interruptible(budget, partial(check, game, state, solution, budget))
        typer.echo(f"verified: {checked} positions" if checked else "verified: nothing was claimed")


def _value(game: AnyGame, solution: Solution) -> str:
    low, high = solution.low, solution.high
    if game.scores(game.initial()):
        against = ", whatever the others do" if several_opponents(game) else ""
        if solution.exact:
            return f"value: {low} points{against}"
        return f"value: {low} to {high} points{against}; not proved further"
    words = {1: "won", 0: "lost" if game.players == 1 else "a tie", -1: "lost"}
    return f"value: {words[low]}" if solution.exact else f"value: unknown, {words[low]} at worst, {words[high]} at best"
