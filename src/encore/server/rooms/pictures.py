"""The pictures of a table, drawn in threads: a game may need tens of milliseconds, and others must not wait for it."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Coroutine
from functools import partial
from typing import Any, Protocol, TypeVar

import msgspec

from encore.core.game import AnyGame
from encore.server.domain.positions import picture
from encore.server.domain.table import Table
from encore.server.wire.messages import Ev, Full, write

T = TypeVar("T")
Spend = Callable[[float], None]
"""Counts processor seconds for whoever caused the work."""
Written = bytes | asyncio.Future[bytes]
"""A message, or one that waits for its picture."""


class DrawingHost(Protocol):
    """What the pictures need from the owner of a table."""

    def spawn(self, work: Coroutine[Any, Any, T]) -> asyncio.Task[T]:
        """Run something in the background."""

    async def draw(self, visitor: str, spend: Spend | None, work: Callable[[], T]) -> T:
        """Draw something in a thread, when it is the visitor's turn."""


class Pictures:
    """The pictures of the current position, one for each seat that somebody looks from. Each is drawn once."""

    def __init__(self, table: Table, host: DrawingHost) -> None:
        self._table, self._host = table, host
        self._state: Any = None
        self._drawn: dict[int | None, asyncio.Task[msgspec.Raw]] = {}

    def written(self, message: Ev | Full, chairs: tuple[int, ...], visitor: str, spend: Spend | None) -> Written:
        """Return a message with the picture that the holder of some seats sees; it may have to be waited for."""
        table = self._table
        if table.state is None:
            return write(message)
        if table.state is not self._state:  # a chat message, for example, changes no picture
            self._state, self._drawn = table.state, {}
        seat = table.looking(chairs)
        drawing = self._drawn.get(seat)
        if drawing is None or (drawing.done() and _failed(drawing)):
            work = partial(_drawn, table.game, table.state, seat)
            drawing = self._drawn[seat] = self._host.spawn(self._host.draw(visitor, spend, work))
        return _when_drawn(message, drawing)


def _drawn(game: AnyGame, state: Any, seat: int | None) -> msgspec.Raw:
    """Return a picture as text: it is much smaller than the objects, and encoded once."""
    return msgspec.Raw(write(picture(game, game.view(state, seat), seat)))


def _when_drawn(message: Ev | Full, drawing: asyncio.Task[msgspec.Raw]) -> Written:
    if drawing.done():
        return write(_with(message, drawing))
    written: asyncio.Future[bytes] = drawing.get_loop().create_future()
    drawing.add_done_callback(lambda _: written.set_result(write(_with(message, drawing))))
    return written


def _with(message: Ev | Full, drawing: asyncio.Task[msgspec.Raw]) -> Ev | Full:
    """Return a message with its picture; without it if it could not be drawn, which has been logged."""
    return message if _failed(drawing) else msgspec.structs.replace(message, board=drawing.result())


def _failed(drawing: asyncio.Task[msgspec.Raw]) -> bool:
    return drawing.cancelled() or drawing.exception() is not None
