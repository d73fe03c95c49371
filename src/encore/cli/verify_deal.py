"""``encore verify-deal``: check that nobody could choose the deals of a server's game."""

from __future__ import annotations

from typing import Annotated

import typer

from encore.cli.arguments import RecordFile, offered_materials, replay_file
from encore.cli.materials import MaterialFiles

SecretHash = Annotated[
    str | None,
    typer.Option(metavar="HASH", help="The hash of the server's secret that was shown before the game."),
]


def verify_deal(file: RecordFile, *, secret_hash: SecretHash = None, materials: MaterialFiles) -> None:
    """Check that every deal and draw of a record follows from its seed, and what the seed was made of."""
    from encore.server.domain.proof import compare, told, verify

    replayed = replay_file(file, offered_materials(materials))
    tags = replayed.record.tags
    if secret_hash is not None:
        compare(tags, secret_hash)
    dealt = verify(replayed.record, replayed.game)
    typer.echo(f"{file}: {dealt} deal{'s' * (dealt != 1)}, all from the seed that was promised")
    for fact in told(tags) if "SecretHash" in tags else ():
        typer.echo(f"  {fact}")
