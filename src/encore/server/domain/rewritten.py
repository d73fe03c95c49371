"""Whether the rows of a table were rewritten after it was read: somebody has deleted their name and texts."""

from __future__ import annotations

from collections.abc import Sequence

from encore.server.domain import events
from encore.server.domain.row import Row
from encore.server.domain.table import Table


def is_rewritten(table: Table, rows: Sequence[Row]) -> bool:
    """Return whether the rows that a table was made of have other names or texts now. No move is played again."""
    read = Table(table.name)
    for row in rows:
        read.apply(row, events.decode(row.data), past=True)
    return _told(read) != _told(table)


def _told(table: Table) -> tuple[object, ...]:
    """Return what is told of people: their names, and what they have said."""
    left = {chair: gone.chair for chair, gone in table.vacancies.gone.items()}
    return table.chairs, table.played_by, left, list(table.said)
