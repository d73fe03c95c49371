"""The seats that visitors have taken at listed tables of others: nobody can take them all."""

from __future__ import annotations

from collections import Counter, OrderedDict
from collections.abc import AsyncIterator, Mapping
from contextlib import asynccontextmanager
from typing import NamedTuple

from encore.core.fact import Fact
from encore.server.domain.decisions import Refusal
from encore.server.rooms.room import Room
from encore.server.storage.store import Store

REMEMBERED = 10_000
"""For how many visitors the seats are remembered."""


class Seat(NamedTuple):
    """A seat at a table, and who holds it (a hashed token)."""

    table: str
    holder: str


class Seats:
    """The seats that each visitor has taken in this process. A seat counts until it is given up or the game ends."""

    def __init__(self, store: Store, rooms: Mapping[str, Room]) -> None:
        self._store, self._rooms = store, rooms
        self._taken: OrderedDict[str, list[Seat]] = OrderedDict()
        self._taking = Counter[Seat]()  # those that are not stored yet

    @asynccontextmanager
    async def take(self, visitor: str, seat: Seat, most: float) -> AsyncIterator[None]:
        """Count a seat that is taken during the context; raise a Refusal if the visitor has ``most`` already."""
        seats = self._taken.pop(visitor, [])
        self._taken[visitor] = seats  # the most recent one
        if len(self._taken) > REMEMBERED:
            self._taken.popitem(last=False)
        if len(seats) >= most:
            free = {each for each in seats if not await self._is_held(each)}
            seats[:] = [each for each in seats if each not in free]
        if len(seats) >= most:
            raise Refusal("rate", Fact("server.too-many-seats", most=int(most)))
        seats.append(seat)  # if it is refused, nobody holds it, and it is dropped when the limit is reached
        self._taking[seat] += 1
        try:
            yield
        finally:
            self._taking[seat] -= 1
            if not self._taking[seat]:
                del self._taking[seat]

    async def _is_held(self, seat: Seat) -> bool:
        """Return whether a seat is still needed; a table that is not open here says so by its card."""
        if seat in self._taking:
            return True
        if room := self._rooms.get(seat.table):
            return room.table.phase != "over" and bool(room.table.held(seat.holder))
        card = await self._store.card(seat.table)
        return card is not None and card.listed
