"""The place of a server process under the parent that has started it: what it is told, and what it reports.

The parent says ``prepare`` to a process that will replace another one, ``serve`` and ``leave``; the process reports
``ready``, ``serving`` and ``left``. When the parent is gone, the process ends.
"""

from __future__ import annotations

import asyncio
import os
import socket
from collections.abc import Callable
from pathlib import Path
from typing import Literal

import msgspec

VARIABLE = "ENCORE_PLACE"
"""The environment variable with which a parent tells a process its place."""

Order = Literal["prepare", "serve", "leave"]
Report = Literal["ready", "serving", "left"]


class Given(msgspec.Struct, frozen=True):
    """What the parent gives: the listening socket, the socket to the parent, a number from 1, a folder for metrics."""

    listening: int
    parent: int
    number: int
    processes: int
    metrics: str


class Place:
    """One of the places of a parent, which this process has."""

    def __init__(self, given: Given) -> None:
        self.number, self.processes = given.number, given.processes
        self.listening = socket.socket(fileno=given.listening)
        self.metrics = Path(given.metrics)
        self._parent = socket.socket(fileno=given.parent)
        self._orders: asyncio.StreamReader | None = None
        self._reports: asyncio.StreamWriter | None = None

    @classmethod
    def from_environment(cls) -> Place | None:
        """Return the place that a parent has given to this process, if one has; later processes do not inherit it."""
        text = os.environ.pop("ENCORE_PLACE", "")
        return cls(msgspec.json.decode(text, type=Given)) if text else None

    async def order(self) -> str:
        """Return the next order, or an empty text when the parent is gone."""
        if self._orders is None:
            self._orders, self._reports = await asyncio.open_unix_connection(sock=self._parent)
        return (await self._orders.readline()).decode().strip()

    def report(self, what: Report) -> None:
        """Tell the parent; it may be gone."""
        if self._reports and not self._reports.is_closing():
            self._reports.write(f"{what}\n".encode())

    async def watch(self, leave: Callable[[], None], end: Callable[[], None]) -> None:
        """Leave when the parent says so, and end when it is gone."""
        while order := await self.order():
            if order == "leave":
                leave()
        end()
