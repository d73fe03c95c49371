"""The list of public tables: one card per table. Nobody can fill it and push the others out."""

from __future__ import annotations

import asyncio
import logging
import random
from collections import Counter, OrderedDict
from collections.abc import Callable, Iterable, Sequence
from itertools import islice, zip_longest

from encore.core.fact import Fact
from encore.server.domain.clocks import TimeOfDay
from encore.server.domain.decisions import Refusal
from encore.server.domain.seeks import Shown, attended_by, deserted, shown_on, turn_until
from encore.server.rooms.queue import Spawn
from encore.server.rooms.room import Room
from encore.server.storage.store import Card, Store, StoreBusy
from encore.server.wire.messages import write

log = logging.getLogger("encore.server")

LISTED = 100
"""How many tables the list shows."""
SHARE = 5
"""How many listed tables one visitor may have."""
SEEKS = 5000
"""How many cards are read to find abandoned tables, and tables for somebody who wants to play."""
REMEMBERED = 10_000
"""For how many visitors the tables that they have opened are remembered."""


Read = tuple[Card, Shown]
"""A card, and what it tells."""


class Listing:
    """The cards of the tables of one process, and the share of each visitor in the list."""

    def __init__(self, store: Store, now: TimeOfDay, spawn: Spawn, is_open: Callable[[str], bool]) -> None:
        self._store, self._now, self._spawn, self._is_open = store, now, spawn, is_open
        self._opened: OrderedDict[str, list[str]] = OrderedDict()  # the listed tables of each visitor
        self._opening = set[str]()  # those that are not stored yet
        self._reading: asyncio.Future[list[Read]] | None = None

    # Cards.

    async def cards(self) -> list[Card]:
        """Return the cards to show, newest first; tables that were abandoned since the last sweep are left out."""
        now = self._now()
        return _in_shares([read for read in await self._read_together() if not read[1].stale(now)], now)

    async def _read_together(self) -> list[Read]:
        """Read all cards; whoever asks meanwhile waits for the same answer."""
        if not self._reading or self._reading.done():
            self._reading = asyncio.ensure_future(self._read())
        return await asyncio.shield(self._reading)

    async def _read(self) -> list[Read]:
        cards = await self._store.cards(SEEKS)
        return await asyncio.to_thread(lambda: [(card, shown_on(card.data)) for card in cards])

    def show(self, room: Room, again: bool = False) -> None:
        """Update the card of a table, one update at a time: a database could apply two of them in either order.

        A card that is stored ``again``, although nothing has changed, becomes the newest of the list. A private table
        has no card.
        """
        if room.table.opened.listed:
            room.unshown = True
            if not room.showing or room.showing.done():
                room.showing = self._spawn(self._put_card(room, again))

    async def _put_card(self, room: Room, again: bool) -> None:
        try:
            shown = await self._store.card(room.table.name)
            while room.unshown and not room.queue.expired:
                room.unshown = False
                seen, kept = shown_on(shown.data).seen if shown else 0, await self._is_kept(room)
                if shown == self._card(room, seen, kept) and not again:
                    continue
                card = self._card(room, self._now() if not shown or _is_attended(room) else seen, kept)
                if shown and not shown.listed and card.listed and not await self._has_share(room):
                    card = Card(card.table, False, card.data)
                    if card == shown:
                        continue
                await self._store.put_card(card)
                shown, again = card, False
        except StoreBusy as error:
            log.warning("the list of tables is out of date: %s", error)

    async def _is_kept(self, room: Room) -> bool:
        """Return whether a table waits for others while its opener is away: a person, in a game with days per move."""
        table = room.table
        if table.phase != "waiting" or table.opened.timing.kind != "days":
            return False
        return await self._store.people.keeper(table.name, table.opened.holder) is not None

    def _card(self, room: Room, seen: int, kept: bool) -> Card:
        table = room.table
        data = {
            "table": table.name,
            "game": table.game.name,
            "players": table.game.players,
            "options": dict(table.game.changed_options),
            "phase": table.phase,
            "chairs": room.projection.sittings(),
            "timing": table.opened.timing,
            "seen": seen,
            "opened": table.opened_at,
        }
        if table.opened.bots_after:
            data["bots_after"] = table.opened.bots_after
        if kept:
            data["kept"] = True
        if until := turn_until(table):
            data["until"] = until
        if table.opened.rated:
            data |= {"rated": True, "low": table.opened.low, "high": table.opened.high}
        written = write(data)
        return Card(table.name, _may_be_listed(room) and not shown_on(written).stale(self._now()), written)

    async def sweep(self, rooms: Iterable[Room]) -> list[str]:
        """Move the tables with players to the top of the list, a share for each visitor, and remove abandoned ones.

        Return the tables at which it is time for bots to take the open seats.
        """
        shares, alive = Counter[str](), list[Room]()
        for room in rooms:
            if _may_be_listed(room) and _is_attended(room):
                shares[room.visitor] += 1
                if shares[room.visitor] <= SHARE or not room.visitor:
                    alive.append(room)
        # A seek that is not stored again would soon count as abandoned.
        seeks = [room for room in alive if room.table.phase == "waiting"]
        games = [room for room in alive if room.table.phase != "waiting"]
        chosen = random.sample(games, min(len(games), LISTED)) + random.sample(seeks, len(seeks))
        for room in chosen:
            self.show(room, again=True)
        shown = {room.table.name for room in chosen}  # their cards are being written; two writes have no fixed order
        try:
            listed, now = await self._read(), self._now()
            stale = [card for card, seek in listed if card.table not in shown and seek.stale(now)]
            # All at once, so that they share a commit.
            await asyncio.gather(*(self._store.put_card(Card(card.table, False, card.data)) for card in stale))
        except StoreBusy as error:
            log.warning("the list of tables is out of date: %s", error)
            return []
        return [card.table for card, seek in listed if seek.wants_bots(now) and not seek.stale(now)]

    async def seeks(self) -> list[Shown]:
        """Return the tables that wait for others, in any order; tables that were abandoned are left out."""
        listed, now = await self._read(), self._now()
        return [seek for _, seek in listed if seek.phase == "waiting" and not seek.stale(now)]

    # Shares.

    async def reserve(self, visitor: str, table: str, most: float) -> None:
        """Count a new listed table of a visitor; raise a Refusal if it has ``most`` in the list already."""
        names = self._opened.pop(visitor, [])
        self._opened[visitor] = names  # the most recent one
        if len(names) >= most:
            unlisted = {name for name in names if not await self._is_listed(name)}
            names[:] = [name for name in names if name not in unlisted]
        if len(names) >= most:
            raise Refusal("rate", Fact("server.too-many-listed", most=int(most)))
        names.append(table)
        self._opening.add(table)
        if len(self._opened) > REMEMBERED:
            self._opened.popitem(last=False)

    async def _has_share(self, room: Room) -> bool:
        """Return whether a table may come back to the list, and count it then."""
        name, names = room.table.name, self._opened.setdefault(room.visitor, [])
        others = [other for other in names if other != name]
        if room.visitor and sum([await self._is_listed(other) for other in others]) >= SHARE:
            return False
        names[:] = [*others, name]
        return True

    def opened(self, table: str) -> None:
        """Record that a new table is open now, or could not be stored."""
        self._opening.discard(table)

    async def _is_listed(self, table: str) -> bool:
        if table in self._opening:
            return True
        card = await self._store.card(table)
        return card.listed if card else self._is_open(table)


def _may_be_listed(room: Room) -> bool:
    return room.table.opened.listed and room.table.phase != "over" and not deserted(room.table)


def _is_attended(room: Room) -> bool:
    """Return whether a player is connected here: the opener while the table waits; at a table of bots, a spectator."""
    own, people = set(attended_by(room.table)), room.table.people()
    return any(not own.isdisjoint(receiver.chairs) or not people for receiver in room.receivers)


def _in_shares(alive: Sequence[Read], now: int) -> list[Card]:
    """Return as many cards as the list shows, in their order.

    Running games, seeks with and seeks without their openers each have a third, and what the others do not need: a
    seek whose opener is away is never stored again, so it would soon be behind all others.
    """
    groups: dict[tuple[bool, bool], list[Card]] = {}
    for card, seek in alive:
        waiting = seek.phase == "waiting"
        groups.setdefault((waiting, waiting and seek.alone(now)), []).append(card)
    turns = (card.table for turn in zip_longest(*groups.values()) for card in turn if card)
    shown = set(islice(turns, LISTED))
    return [card for card, _ in alive if card.table in shown]
