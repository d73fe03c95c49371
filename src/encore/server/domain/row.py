"""A row of a table's history, as it is stored."""

from __future__ import annotations

import msgspec


class Row(msgspec.Struct, frozen=True, tag="row"):
    """The result of one action at a table: its number in the history (from 1), the time, and the events as JSON.

    ``action`` is the id given by the sender. A table uses it to detect repeated actions during a game.
    """

    table: str
    seq: int
    at: int
    action: str | None
    data: bytes

    def __repr__(self) -> str:
        return f"Row({self.table!r}, {self.seq})"  # without the data: seeds and names must not appear in logs
