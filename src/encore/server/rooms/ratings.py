"""Rates the results that rows have brought, in any process, and knows how strong people are."""

from __future__ import annotations

import asyncio
import logging
from collections import Counter

from encore.server.domain.ratings import NEW, Skill, players_of, rate
from encore.server.storage.ratings import RatingStore, Standing
from encore.server.storage.store import Store, StoreBusy

log = logging.getLogger("encore.server")

MOST = 200
"""Results that are rated at once; others may store something in between."""


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
        # If another process was faster, the rest is computed again.
        await ratings.put(await asyncio.to_thread(rate, results, known), before)


async def recompute(store: Store) -> int:
    """Rate all results anew; return how many there are. Whoever stores something waits for a short step at most."""
    while True:
        await rate_new(store)
        if (count := await _rate_again(store.ratings)) is not None:
            return count


async def _rate_again(ratings: RatingStore) -> int | None:
    """Rate all rated results once more; return how many, or None if somebody in them has got another name.

    What others rate meanwhile, from skills of which some are new, follows here. So the ratings that are replaced at
    the end, in one step, are those of all results.
    """
    changes, turn = (await ratings.progress()).changes, 0
    skills, counts, count = dict[tuple[str, str], Skill](), Counter[tuple[str, str]](), 0
    while (now := await ratings.progress()).changes == changes:
        results = [each for each in await ratings.results(turn, MOST) if each.turn <= now.turn]
        if not results:
            standings = [
                Standing(person, "", game, skill, counts[person, game]) for (person, game), skill in skills.items()
            ]
            if await ratings.replace(standings, now):
                return count
            continue
        rated = await asyncio.to_thread(rate, results, skills)
        if not await ratings.rewrite(rated, changes):
            break
        for each in rated:
            players = [(one.person, each.result.game) for one in each.result.players]
            skills |= zip(players, each.skills, strict=True)
            counts.update(players)
        turn, count = results[-1].turn, count + len(results)
    return None
