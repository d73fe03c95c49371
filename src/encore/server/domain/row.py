"""A row of a table's history, as the store keeps it."""

from __future__ import annotations

import msgspec


class Row(msgspec.Struct, frozen=True, tag="row"):
    """What one action did to a table: its place in the table's history (from 1), when, and the events as JSON.

    ``action`` is the id that its sender gave it, by which a table knows what it is sent again while its game lasts.
    """

    table: str
    seq: int
    at: int
    action: str | None
    data: bytes

    def __repr__(self) -> str:
        return f"Row({self.table!r}, {self.seq})"  # without its data: seeds and names do not go into logs
