"""``encore verify-deal``: check that the deals of a server's game were fixed in advance."""

from __future__ import annotations

import typer

from encore.cli.arguments import RecordFile, offered_materials, replay_file
from encore.cli.materials import MaterialFiles


def verify_deal(file: RecordFile, *, materials: MaterialFiles) -> None:
    """Check that every deal and draw of a record follows from the seed that was promised at the start."""
    from encore.server.domain.deals import verify

    replayed = replay_file(file, offered_materials(materials))
    dealt = verify(replayed.record, replayed.game)
    typer.echo(f"{file}: {dealt} deal{'s' * (dealt != 1)}, all from the seed that was promised")
