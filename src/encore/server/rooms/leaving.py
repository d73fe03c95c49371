"""Deletes people: their keys and sessions, and their names and texts in the rows of their tables."""

from __future__ import annotations

from collections.abc import Callable, Collection

from encore.server.domain.anonymous import card_without, without
from encore.server.domain.row import Row
from encore.server.rooms.sessions import Sessions
from encore.server.rooms.studies import Studies
from encore.server.storage.people import Rewritten
from encore.server.storage.store import Card, Store

Reload = Callable[[str], None]
"""Called with the name of a table whose rows were rewritten."""


class Leaving:
    """Deletes people. Their games stay, without a name."""

    def __init__(self, store: Store, studies: Studies, sessions: Sessions, reload: Reload) -> None:
        self._store, self._studies, self._sessions, self._reload = store, studies, sessions, reload

    async def leave(self, visitor: str, person: str) -> None:
        """Delete a person.

        The person goes after the names. If the server is stopped in between, they are still there and can ask again.
        """
        done: dict[str, set[str]] = {}
        while not await self._dropped(person, {(table, each) for table, holders in done.items() for each in holders}):
            for table, holders in await self._seats(person):
                if holders != done.get(table):
                    await self._rewrite(visitor, table, holders)
                    done[table] = holders
        # What another device has sent meanwhile goes, too; no session is left that could send more.
        for table, holders in done.items():
            await self._rewrite(visitor, table, holders)

    async def _dropped(self, person: str, seats: Collection[tuple[str, str]]) -> bool:
        sessions = [session.hash for session in await self._store.people.sessions(person)]
        dropped = await self._store.people.drop_person(person, seats)
        if dropped:
            self._sessions.close(sessions)
        return dropped

    async def _seats(self, person: str) -> list[tuple[str, set[str]]]:
        holders: dict[str, set[str]] = {}
        for seat in await self._store.people.seats(person):
            holders.setdefault(seat.table, set()).add(seat.holder)
        return list(holders.items())

    async def _rewrite(self, visitor: str, table: str, holders: Collection[str]) -> None:
        """Rewrite the rows of a table until none names one of its holders."""
        while await self._rewritten(visitor, table, holders):
            self._reload(table)

    async def _rewritten(self, visitor: str, table: str, holders: Collection[str]) -> bool:
        """Rewrite the rows that name some holders; return whether there were some, so that it is tried again."""
        rows, card = await self._store.rows(table), await self._store.card(table)
        changes, data = await self._studies.run(visitor, _changed, rows, card, holders)
        if changes:
            await self._store.people.rewrite(table, changes, data)
        return bool(changes)


def _changed(rows: list[Row], card: Card | None, holders: Collection[str]) -> tuple[list[Rewritten], bytes | None]:
    data = card_without(card.data, rows, holders) if card else None
    return [Rewritten(row, data) for row, data in without(rows, holders)], data
