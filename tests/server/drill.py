"""People who play one game after the other while a store is copied, lost and restored."""

from __future__ import annotations

import asyncio
from itertools import count

from tests.patience import PATIENCE
from tests.server.client import Served, at_table
from tests.server.test_crash import Pair

TABLES = 3
"""How many games are played at the same time."""


class Drill:
    """All pairs that have played at a server, with the moves that were acknowledged to them."""

    def __init__(self, server: Served) -> None:
        self._server, self._numbers = server, count()
        self.pairs: list[Pair] = []

    async def start(self) -> None:
        """Begin to play."""
        self._playing = [asyncio.create_task(self._play()) for _ in range(TABLES)]

    async def _play(self) -> None:
        while True:
            pair = await asyncio.to_thread(Pair, self._server, next(self._numbers))
            self.pairs.append(pair)
            await pair.play((self._server, self._server), [1 << 30])

    async def more(self, moves: int) -> dict[str, list[str]]:
        """Wait until so many more moves are acknowledged; return all that are, by table."""
        start = self._acknowledged()
        async with asyncio.timeout(PATIENCE):
            while self._acknowledged() < start + moves:
                await asyncio.sleep(0.01)
        return {pair.table: list(pair.promised) for pair in self.pairs}

    def _acknowledged(self) -> int:
        return sum(len(pair.promised) for pair in self.pairs)

    async def stop(self) -> None:
        """Stop playing: the server is gone."""
        for task in self._playing:
            task.cancel()
        await asyncio.gather(*self._playing, return_exceptions=True)

    async def go_on(self, server: Served, promised: dict[str, list[str]]) -> None:
        """Check that what was promised is there, at another server, and play the games to their end."""
        lost = 0
        for pair in self.pairs:
            if pair.table not in promised:
                continue  # opened after the copy
            async with at_table(server, pair.table, pair.tokens[0]) as client:
                full = await client.next("full")
            there = [move for move, mover in zip(full["moves"], full["movers"], strict=True) if mover >= 0]
            assert there[: len(promised[pair.table])] == promised[pair.table]
            lost += len(pair.promised) - len(there)
            pair.promised, pair.sent = there, None  # the players go on from what is left
            while not pair.over:
                await pair.play((server, server), [1 << 30])
        assert lost > 0 or len(self.pairs) > len(promised), "moves went on after the copy"
