"""Rates the results that rows have brought, in any process, and knows how strong people are."""

from __future__ import annotations

import asyncio
import logging

from encore.server.domain.ratings import NEW, Skill, players_of, rate
from encore.server.storage.store import Store, StoreBusy

log = logging.getLogger("encore.server")

MOST = 200
"""Results that are rated at once; others may store something in between."""
ALL = 1 << 31


class Rater:
    """Rates results in the order that the store gave them. If two processes do it, one finds its work done."""

    def __init__(self, store: Store) -> None:
        self._store = store
        self._alone = asyncio.Lock()

    async def rate(self) -> None:
        """Rate what was stored; if the store is busy, it is tried again some time later."""
        try:
            async with self._alone:
                await rate_new(self._store)
        except StoreBusy as error:
            log.warning("results are not rated yet: %s", error)

    async def skills(self, person: str) -> dict[str, Skill]:
        """Return the skills of a person by game; where there is none, they are new."""
        return {each.game: each.skill for each in await self._store.ratings.standings(person)}

    async def skill(self, person: str, game: str) -> Skill:
        """Return the skill of a person in a game."""
        return (await self.skills(person)).get(game, NEW)


async def rate_new(store: Store) -> None:
    """Rate the results that are not rated yet."""
    ratings = store.ratings
    while True:
        before = await ratings.progress()
        results = await ratings.results(before.turn, MOST)
        if not results:
            return
        known = await ratings.skills(players_of(results), before.turn)
        # If another process was faster, the rest is found anew.
        await ratings.put(await asyncio.to_thread(rate, results, known), before)


async def recompute(store: Store) -> int:
    """Rate all results anew; return how many there are."""
    ratings = store.ratings
    while True:
        before = await ratings.progress()
        results = await ratings.results(0, ALL)
        if await ratings.put(await asyncio.to_thread(rate, results, {}), before, anew=True):
            return len(results)
