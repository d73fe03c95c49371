"""The tables of a person, with summaries that are updated only where something has happened."""

from __future__ import annotations

import asyncio
from collections import OrderedDict
from weakref import WeakValueDictionary

import msgspec

from encore.core.fact import Fact
from encore.server.domain.counted import LONGEST, counted_in
from encore.server.domain.decisions import Refusal
from encore.server.domain.own_games import OwnFigures, OwnGames, OwnTable, Wanted, figures_of, page_of
from encore.server.domain.summaries import Summary, read_summary, summary_of
from encore.server.rooms.studies import Studies
from encore.server.storage.people import KeptTable
from encore.server.storage.store import Store


class OwnTables:
    """Answers what people ask about their games. Replays run in threads, in fair shares."""

    def __init__(self, store: Store, studies: Studies) -> None:
        self._store, self._studies = store, studies
        self._turns: WeakValueDictionary[str, asyncio.Lock] = WeakValueDictionary()

    async def games(self, visitor: str, person: str, wanted: Wanted) -> OwnGames:
        """Return a page of a person's games."""
        tables = await self.tables(visitor, person)
        page = await self._studies.run(visitor, page_of, tables, wanted)
        reviewed = await self._store.people.reviewed([game.table for game in page.games])
        games = (msgspec.structs.replace(game, reviewed=(game.table, game.number) in reviewed) for game in page.games)
        return OwnGames(tuple(games), page.more)

    async def figures(self, visitor: str, person: str) -> OwnFigures:
        """Return a person's figures."""
        tables = await self.tables(visitor, person)
        reviews = {(each.table, each.number): each.data for each in await self._store.people.reviews(person)}
        return await self._studies.run(visitor, figures_of, tables, reviews)

    def turn(self, person: str) -> asyncio.Lock:
        """Return what a person holds from the check for space until the new seat is stored: others wait meanwhile."""
        return self._turns.setdefault(person, asyncio.Lock())

    async def must_have_space(self, visitor: str, person: str, most: float, now: int) -> None:
        """Raise a Refusal if a person has ``most`` games with others that run or wait for them.

        Tables of which that is not known yet are looked at only if they make the difference.
        """
        games = await self._store.counts.games(person, now, LONGEST)
        unknown = [game.table for game in games if not game.known]
        if len(games) >= most and unknown:
            for table in unknown:
                await self._count(visitor, table)
            games = await self._store.counts.games(person, now, LONGEST)
        if len(games) >= most:
            raise Refusal("rate", Fact("server.too-many-games", most=int(most)))

    async def _count(self, visitor: str, table: str) -> None:
        """Find out who plays with others at a table."""
        rows = await self._store.rows(table)
        if rows and rows[0].seq == 1:
            found = await self._studies.run(visitor, counted_in, table, rows)
            await self._store.counts.settle(found, rows[-1].seq)

    async def tables(self, visitor: str, person: str) -> list[OwnTable]:
        """Return the tables of a person."""
        kept: OrderedDict[str, list[KeptTable]] = OrderedDict()
        for each in await self._store.people.tables(person):
            kept.setdefault(each.table, []).append(each)
        stored: dict[str, Summary] = await self._studies.run(visitor, _stored, [seats[0] for seats in kept.values()])
        found = list[OwnTable]()
        for name, seats in kept.items():
            if summary := stored.get(name) or await self._summary(visitor, seats[0]):
                found.append(OwnTable(name, frozenset(seat.holder for seat in seats), summary))
        return found

    async def _summary(self, visitor: str, kept: KeptTable) -> Summary | None:
        """Make and store the summary of a table; return None if the table is gone."""
        rows = await self._store.rows(kept.table)
        if not rows or rows[0].seq != 1:
            return None
        summary: Summary = await self._studies.run(visitor, summary_of, kept.table, rows)
        data = msgspec.json.encode(summary)
        await self._store.people.put_summary(kept.table, rows[-1].seq, data, kept.summarised)
        return summary


def _stored(tables: list[KeptTable]) -> dict[str, Summary]:
    """Return the stored summaries of the tables where nothing has happened since."""
    current = ((kept.table, read_summary(kept.summary)) for kept in tables if kept.summarised == kept.version)
    return {name: summary for name, summary in current if summary}
