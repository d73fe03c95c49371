"""Lets chat and names go from old tables, one table after the other."""

from __future__ import annotations

import logging
from collections.abc import Callable
from typing import NamedTuple

from encore.server.domain.clocks import DAY, TimeOfDay
from encore.server.domain.retention import Kind, aged, aged_card, at_rest_since
from encore.server.domain.row import Row
from encore.server.rooms.leaving import Reload
from encore.server.rooms.studies import Studies
from encore.server.storage.people import Rewritten
from encore.server.storage.store import Card, Store, StoreBusy

log = logging.getLogger("encore.server")


class Days(NamedTuple):
    """After how many days at rest something goes from a table; 0 for never."""

    chat: int = 0
    names: int = 0


FOR_EVER = Days()


class Retention:
    """Lets go what is to be kept for some days only. Tables that somebody has open here are left for later."""

    def __init__(
        self,
        store: Store,
        studies: Studies,
        now: TimeOfDay,
        days: Days,
        is_open: Callable[[str], bool],
        reload: Reload,
    ) -> None:
        self._store, self._studies, self._now, self._days = store, studies, now, days
        self._is_open, self._reload = is_open, reload

    async def run(self) -> None:
        """Look through all tables."""
        kinds: tuple[tuple[Kind, int], ...] = (("chat", self._days.chat), ("names", self._days.names))
        try:
            for kind, days in kinds:
                if days:
                    await self._run(kind, self._now() - days * DAY)
        except StoreBusy as error:
            log.warning("chat and names stay at old tables for now: %s", error)

    async def _run(self, kind: Kind, before: int) -> None:
        async for name in self._store.retention.old(kind, before):
            if not self._is_open(name):
                await self._age(kind, name, before)

    async def _age(self, kind: Kind, name: str, before: int) -> None:
        rows, card = await self._store.rows(name), await self._store.card(name)
        if not rows or rows[0].seq != 1:
            return  # it was deleted
        changes, data = await self._studies.in_thread(_changes, kind, rows, card, before)
        if changes is None:
            return  # somebody may still play
        # If a row has come meanwhile, another hour decides about it.
        if await self._store.retention.age(kind, name, rows[-1].seq, changes, data) and changes:
            self._reload(name)


def _changes(
    kind: Kind, rows: list[Row], card: Card | None, before: int
) -> tuple[list[Rewritten] | None, bytes | None]:
    if at_rest_since(rows) >= before:
        return None, None
    data = aged_card(card.data, rows, kind) if card else None
    return [Rewritten(row, changed) for row, changed in aged(rows, kind)], data
