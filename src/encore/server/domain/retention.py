"""What goes from tables at which nobody plays any more, after a time that the operator sets. The games stay."""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from typing import Literal

import msgspec

from encore.server.domain import events
from encore.server.domain.anonymous import Seats, card_without, nameless
from encore.server.domain.events import AnyEvent, Began, Closed, Ended, Joined, Opened, Said
from encore.server.domain.lasting import lasts_until
from encore.server.domain.own_games import GIVEN_UP
from encore.server.domain.row import Row
from encore.server.domain.unreadable import UNREADABLE

Kind = Literal["chat", "names"]
"""What goes. Stored with the tables from which it has gone, so these words never change."""


def at_rest_since(rows: Sequence[Row]) -> float:
    """Return since when nobody plays at a table.

    That is its last row if its game is over. Other games, and tables that wait, have been given up two weeks later; by
    the day these begin when the time of the turn is over, holidays included.
    """
    over = False
    try:
        for event in (event for row in rows for event in events.decode(row.data)):
            if isinstance(event, Began | Ended | Closed):
                over = not isinstance(event, Began)
    except UNREADABLE:
        return math.inf  # nobody can tell
    return rows[-1].at if over else max(rows[-1].at, lasts_until(rows)) + GIVEN_UP


def aged(rows: Sequence[Row], kind: Kind) -> Iterator[tuple[Row, bytes]]:
    """Yield the rows of a table that change, each with its new data."""
    for row in rows:
        happened = events.decode(row.data)
        changed = tuple(_aged(event, kind) for event in happened)
        if changed != happened:
            yield row, events.encode(changed)


def _aged(event: AnyEvent, kind: Kind) -> AnyEvent:
    match event:
        case Said():
            return nameless(event) if kind == "chat" else msgspec.structs.replace(event, name="", speaker="")
        case Opened() | Joined() if kind == "names":
            return nameless(event)
    return event


def aged_card(data: bytes, rows: Sequence[Row], kind: Kind) -> bytes:
    """Return the card of a table; it has names, and nothing that was said."""
    if kind != "names":
        return data
    seats = Seats()
    for event in (event for row in rows for event in events.decode(row.data)):
        seats.follow(event)
    return card_without(data, rows, set(seats.holders.values()))
