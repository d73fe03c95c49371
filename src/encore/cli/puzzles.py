"""``encore puzzles``: solve puzzles in the terminal, make them from records, and check files of puzzles."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from datetime import UTC, datetime
from pathlib import Path
from random import Random, SystemRandom
from typing import Annotated

import typer

from encore.cli.arguments import GameName
from encore.cli.screen import console, count, progress
from encore.cli.solving import solve_puzzles
from encore.cli.warm import telling
from encore.core.errors import EncoreError, OptionError, RecordError, printable, quoted
from encore.core.puzzle import Puzzle, WrongPuzzle, check_puzzle, read_puzzles
from encore.core.registry import find
from encore.core.shelf import FIRST_DAY, daily, day_named, puzzle_named, puzzle_sets

TRIES, NODES = 20, 2000
"""How often each level of bot tries a puzzle, and how many nodes it may visit for a move."""
LARGEST = 1 << 24
"""The largest file of puzzles in bytes."""

puzzles = typer.Typer(help="Solve puzzles, make them from records, or check a file of them.", add_completion=False)


@puzzles.callback(invoke_without_command=True)
def solve(
    context: typer.Context,
    game: Annotated[str | None, typer.Option(metavar="GAME", help="Only puzzles of this game.")] = None,
    players: Annotated[int | None, typer.Option(metavar="N", help="Only puzzles for so many players.")] = None,
    theme: Annotated[str | None, typer.Option(metavar="THEME", help="Only puzzles with this theme or kind.")] = None,
    grade: Annotated[str | None, typer.Option(metavar="LOW-HIGH", help="Only grades such as 1200-1500.")] = None,
    puzzle: Annotated[str | None, typer.Option(metavar="NAME", help="This puzzle.")] = None,
    seed: Annotated[int | None, typer.Option(metavar="S", help="The same seed gives the same order.")] = None,
) -> None:
    """Solve puzzles, one after the other."""
    if context.invoked_subcommand:
        return
    if puzzle is not None:
        found = puzzle_named(puzzle)
        if found is None:
            raise OptionError(f"there is no puzzle {quoted(puzzle)}")
        solve_puzzles([found])
        return
    chosen = [each for each in _of(game, players) if _has(each, theme) and _within(each, grade)]
    if not chosen:
        raise OptionError("no puzzle fits; leave out --theme, --grade or --players")
    Random(SystemRandom().random() if seed is None else seed).shuffle(chosen)
    solve_puzzles(chosen)


def today(
    day: Annotated[str | None, typer.Argument(metavar="[DAY]", help="A day such as 2026-11-01.")] = None,
) -> None:
    """Solve the puzzles of today (UTC), or of an earlier day."""
    now = datetime.now(UTC).date()
    wanted = now if day is None else day_named(day)
    if wanted is None:
        raise OptionError(f"a day is written like {now}, not {quoted(str(day))}")
    if not FIRST_DAY <= wanted <= now:
        raise OptionError(f"there are puzzles for the days from {FIRST_DAY} to {now}")
    typer.echo(f"The puzzles of {wanted}\n")
    solve_puzzles(daily(wanted))


@puzzles.command()
def make(
    game: GameName,
    records: Annotated[
        list[Path], typer.Option(metavar="DIR", help="A folder of records, such as that of a match; can be repeated.")
    ],
    out: Annotated[Path, typer.Option(metavar="FILE", help="The file for the puzzles.")],
    tries: Annotated[int, typer.Option(metavar="K", min=1, help="How often each level tries a puzzle.")] = TRIES,
    nodes: Annotated[int, typer.Option(metavar="N", min=1, help="Nodes a bot may visit for a move.")] = NODES,
    seed: Annotated[str, typer.Option(metavar="S", help="The seed of the tries.")] = "0",
    most: Annotated[
        int | None, typer.Option(metavar="N", min=1, help="At most so many for each number of players, of all grades.")
    ] = None,
    cluster: Annotated[
        str | None, typer.Option(metavar="ADDRESS", help="Work on a Ray cluster: auto or its address.")
    ] = None,
) -> None:
    """Find puzzles in records, let bots try them, and write them with their grades; can be interrupted."""
    from encore.arena.mining import Making
    from encore.arena.store import find_records

    if out.is_dir():
        raise EncoreError(f"{out} is a folder; name a file in it")
    if out.exists():
        raise EncoreError(f"{out} exists; name another file, or delete it")
    files = tuple(file for each in records for file in find_records(each))
    making = Making(
        game=find(game).name, files=files, out=out, tries=tries, nodes=nodes, seed=seed, most=most, cluster=cluster
    )
    try:
        with telling():
            _follow("looking for puzzles", making.find(), len(making.left))
        _follow("solving", making.grade(), len(making.untried))
    except KeyboardInterrupt:
        done = f"{count(len(making.work.found), 'record')} and {count(len(making.work.solved), 'puzzle')}"
        typer.echo(f"interrupted; the same command goes on after {done}", err=True)
        raise
    if not making.puzzles:
        raise EncoreError(f"there are no puzzles of {game} in these records")
    written = making.write()
    typer.echo(f"{count(len(written), 'puzzle')} of {len(making.puzzles)} found in {out}")


def _follow(doing: str, steps: Iterator[object], total: int) -> None:
    with progress(doing) as bar:
        task = bar.add_task(doing, total=total)
        for _ in steps:
            bar.advance(task)


@puzzles.command()
def check(
    files: Annotated[list[Path], typer.Argument(metavar="FILE…", help="Files of puzzles.", show_default=False)],
) -> None:
    """Check every puzzle of a file by the readable rules alone."""
    wrong = 0
    for path in files:
        found = _read(path)
        if not found:
            raise EncoreError(f"{path} has no puzzles")
        for name, times in Counter(puzzle.name for puzzle in found).items():
            if times > 1:
                wrong += 1
                typer.echo(printable(f"{path}: puzzle {name} is there {times} times"))
        with progress("checking") as bar:
            task = bar.add_task("checking", total=len(found))
            for puzzle in found:
                wrong += not _checked(path, puzzle)
                bar.advance(task)
        typer.echo(printable(f"{path}: {count(len(found), 'puzzle')} checked"))
    if wrong:
        typer.echo(f"{wrong} wrong", err=True)
        raise typer.Exit(1)


def _read(path: Path) -> list[Puzzle]:
    with path.open("rb") as file:
        data = file.read(LARGEST + 1)
    if len(data) > LARGEST:
        raise EncoreError(f"{path} is larger than {LARGEST >> 20} MB")
    try:
        return list(read_puzzles(data.decode()))
    except UnicodeDecodeError:
        raise EncoreError(f"{path} is not UTF-8 text") from None
    except RecordError as error:
        raise EncoreError(f"{path}: {error}") from None


def _checked(path: Path, puzzle: Puzzle) -> bool:
    try:
        check_puzzle(puzzle)
    except (WrongPuzzle, RecordError) as error:
        console.print(printable(f"{path}: puzzle {puzzle.name}: {error}"), markup=False, soft_wrap=True)
        return False
    return True


def _of(game: str | None, players: int | None) -> Iterator[Puzzle]:
    name = find(game).name if game else None
    for each in puzzle_sets():
        if name in (None, each.game) and players in (None, each.players):
            yield from each.puzzles


def _has(puzzle: Puzzle, theme: str | None) -> bool:
    return theme is None or theme == puzzle.kind or theme in puzzle.themes


def _within(puzzle: Puzzle, grade: str | None) -> bool:
    if grade is None:
        return True
    low, _, high = grade.partition("-")
    if not (low.isdecimal() and high.isdecimal()):
        raise OptionError(f"--grade needs two numbers, such as 1200-1500, not {quoted(grade)}")
    return puzzle.grade is not None and int(low) <= puzzle.grade.rating <= int(high)
