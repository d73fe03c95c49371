"""``encore ratings``: recompute the ratings of people, and compute those of the levels of bots from matches."""

from __future__ import annotations

import asyncio
from pathlib import Path
from typing import Annotated

import typer

from encore.arena.level_matches import levels_text, read_match
from encore.cli.screen import count
from encore.cli.serve import Data, Database, find_store

ratings = typer.Typer(help="Compute the ratings of people and of bots.", add_completion=False, no_args_is_help=True)


@ratings.command()
def recompute(data: Data = None, database: Database = None) -> None:
    """Recompute all ratings from the stored results; the server may keep running."""
    typer.echo(f"{count(asyncio.run(_recompute(data, database)), 'result')} rated")


async def _recompute(data: Path | None, database: str | None) -> int:
    from encore.server.rooms.ratings import recompute

    store = find_store(data, database, there=True)
    await store.open()
    try:
        return await recompute(store)
    finally:
        await store.close()


@ratings.command()
def levels(
    matches: Annotated[
        list[Path], typer.Argument(metavar="DIR…", help="Folders of encore match between neighbouring levels.")
    ],
) -> None:
    """Print the ratings of the levels of a game, which go into levels.txt in its folder."""
    typer.echo(levels_text([read_match(folder) for folder in matches]), nl=False)
