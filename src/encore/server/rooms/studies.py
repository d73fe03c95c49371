"""Slow work that is not search: replays, positions, tables from the store. It runs in threads, in fair shares."""

from __future__ import annotations

import asyncio
from collections import OrderedDict, deque
from collections.abc import AsyncIterator, Callable
from concurrent.futures import ThreadPoolExecutor
from contextlib import asynccontextmanager
from functools import partial
from typing import ParamSpec, TypeVar

from encore.core.fact import Fact
from encore.server.domain.decisions import Refusal

THREADS = 4
"""Studies that run at once. More would only share the interpreter's lock, which the tables need, too."""
WAITING = 64
"""Studies of one visitor that may wait."""

P = ParamSpec("P")
T = TypeVar("T")


class Studies:
    """Runs at most one study of each visitor at a time, and lets the visitors take turns.

    So one visitor's long replays delay only that visitor: others find a free thread, or wait for one turn of each.
    ``turns`` are more than the threads where a turn is mostly waiting for something else.
    """

    def __init__(self, threads: int = THREADS, waiting: int = WAITING, turns: int = 0) -> None:
        self._pool = ThreadPoolExecutor(threads, "study")
        self._free, self._most = turns or threads, waiting
        self._busy: set[str] = set()  # the visitors who have their turn
        self._waiting: OrderedDict[str, deque[asyncio.Future[None]]] = OrderedDict()  # the next visitor first

    async def run(self, visitor: str, work: Callable[P, T], *args: P.args, **kwargs: P.kwargs) -> T:
        """Return what ``work`` returns in a thread, when it is the visitor's turn. Raises Refusal ``rate``."""
        async with self.turn(visitor):
            return await self.in_thread(work, *args, **kwargs)

    @asynccontextmanager
    async def turn(self, visitor: str) -> AsyncIterator[None]:
        """Wait for a visitor's turn, and end it afterwards. Raises Refusal ``rate`` if too many wait."""
        if self._free and visitor not in self._busy:
            self._begin(visitor)
        else:
            await self._wait(visitor)
        try:
            yield
        finally:
            self._end(visitor)

    def in_thread(self, work: Callable[P, T], *args: P.args, **kwargs: P.kwargs) -> asyncio.Future[T]:
        """Run something in a thread; for those who have their turn."""
        return asyncio.get_running_loop().run_in_executor(self._pool, partial(work, *args, **kwargs))

    def close(self) -> None:
        """Let the threads end."""
        self._pool.shutdown(wait=False, cancel_futures=True)

    async def _wait(self, visitor: str) -> None:
        waiting = self._waiting.setdefault(visitor, deque())
        if len(waiting) >= self._most:
            raise Refusal("rate", Fact("server.too-many-requests"))
        turn: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        waiting.append(turn)
        try:
            await turn
        except asyncio.CancelledError:
            if not turn.cancelled():  # the turn had just begun
                self._end(visitor)
            raise

    def _begin(self, visitor: str) -> None:
        self._busy.add(visitor)
        self._free -= 1

    def _end(self, visitor: str) -> None:
        self._busy.discard(visitor)
        self._free += 1
        for name in list(self._waiting):
            if not self._free:
                return
            if name not in self._busy:
                self._grant(name)

    def _grant(self, visitor: str) -> None:
        """Begin the next turn of a visitor who waits, if the caller has not gone."""
        waiting = self._waiting.pop(visitor)
        while waiting:
            turn = waiting.popleft()
            if not turn.done():
                turn.set_result(None)
                self._begin(visitor)
                break
        if waiting:
            self._waiting[visitor] = waiting  # behind the others
