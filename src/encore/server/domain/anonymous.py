"""The rows of a table without somebody: their names and what they wrote become empty, all else stays."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence
from typing import Any

import msgspec

from encore.server.domain import events
from encore.server.domain.events import AnyEvent, Joined, Left, Opened, Planned, Said
from encore.server.domain.row import Row
from encore.server.domain.unreadable import UNREADABLE


class Seats:
    """Who holds the seats of a table, by their hashed tokens, while its rows are read."""

    def __init__(self) -> None:
        self.holders: dict[int, str] = {}

    def follow(self, event: AnyEvent) -> None:
        """Take note of who sits down and who gets up."""
        match event:
            case Opened():
                screens = (number for number, chair in enumerate(event.chairs) if chair.kind == "screen")
                self.holders = dict.fromkeys(screens, event.holder)
            case Joined():
                self.holders[event.chair] = event.holder
            case Left():
                self.holders.pop(event.chair, None)

    def of(self, event: AnyEvent) -> str | None:
        """Return the holder whose name, text or plan an event contains."""
        match event:
            case Opened() | Joined():
                return event.holder
            case Said() if event.chair is not None:
                return self.holders.get(event.chair)
            case Planned():
                return self.holders.get(event.chair)
        return None


def without(rows: Sequence[Row], holders: Collection[str]) -> Iterator[tuple[Row, bytes]]:
    """Yield the rows that name some holders, each with its data without the names and what they wrote."""
    seats = Seats()
    for row in rows:
        happened = events.decode(row.data)
        changed = list[AnyEvent]()
        for event in happened:
            seats.follow(event)
            changed.append(nameless(event) if seats.of(event) in holders else event)
        if tuple(changed) != happened:
            yield row, events.encode(changed)


def nameless(event: AnyEvent) -> AnyEvent:
    """Return an event without the name, text or plan that it contains."""
    match event:
        case Opened():
            named = (msgspec.structs.replace(chair, name="") for chair in event.chairs)
            return msgspec.structs.replace(event, chairs=tuple(named))
        case Joined():
            return msgspec.structs.replace(event, name="")
        case Said():
            return msgspec.structs.replace(event, name="", text="", speaker="")
        case Planned():
            return Planned(event.chair)
    return event


def card_without(data: bytes, rows: Sequence[Row], holders: Collection[str]) -> bytes:
    """Return the card of a table without the names of some holders."""
    seats = Seats()
    for row in rows:
        for event in events.decode(row.data):
            seats.follow(event)
    try:
        card = msgspec.json.decode(data, type=dict[str, Any])
        for number, holder in seats.holders.items():
            if holder in holders:
                card["chairs"][number].pop("name", None)
                card.pop("kept", None)  # nobody could be told that the game begins
    except (*UNREADABLE, KeyError, IndexError, TypeError, AttributeError):
        return data  # no card that this server has written
    return msgspec.json.encode(card)
