"""TCP connections that can be slowed down, held up in one or both directions, or broken."""

from __future__ import annotations

import asyncio
from typing import Literal

Way = Literal["there", "back"]
"""From whoever connects to the other end, or from there back."""
WAYS: tuple[Way, Way] = ("there", "back")
PIECE = 65_536
Pieces = asyncio.Queue[tuple[float, bytes]]
"""What is on its way, each piece with the time at which it arrives."""


class Link:
    """All connections from one place to another.

    What is held up is not lost, as with TCP over a network that is cut for a while. Whoever connects meanwhile waits.
    """

    def __init__(self, name: str, target: tuple[str, int]) -> None:
        self.name, self._target = name, target
        self.delay = 0.0
        self._open: dict[Way, asyncio.Event] = {way: asyncio.Event() for way in WAYS}
        self._writers = set[asyncio.StreamWriter]()
        self._tasks = set[asyncio.Task[None]]()
        self._server: asyncio.Server | None = None
        self.heal()

    async def listen(self, host: str) -> int:
        """Listen at an address; return the port."""
        self._server = await asyncio.start_server(self._came, host, 0)
        return int(self._server.sockets[0].getsockname()[1])

    def hold(self, *ways: Way) -> None:
        """Let nothing through in some directions."""
        for way in ways:
            self._open[way].clear()

    def free(self, *ways: Way) -> None:
        """Let everything through again in some directions."""
        for way in ways:
            self._open[way].set()

    def heal(self) -> None:
        """Let everything through again, at once."""
        self.delay = 0.0
        self.free(*WAYS)

    def cut(self) -> None:
        """Break the connections that there are."""
        for writer in list(self._writers):
            writer.transport.abort()

    def close(self) -> None:
        """Take no more connections, and break those that there are."""
        if self._server:
            self._server.close()
        self.cut()

    def _came(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        task = asyncio.get_running_loop().create_task(self._join(reader, writer))
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)

    async def _join(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        self._writers.add(writer)
        try:
            await self._open["there"].wait()
            there, forth = await asyncio.open_connection(*self._target)
            self._writers.add(forth)
            try:
                await self._carry_both(reader, forth, there, writer)
            finally:
                self._writers.discard(forth)
                forth.transport.abort()
        except* OSError:
            pass
        finally:
            self._writers.discard(writer)
            writer.transport.abort()

    async def _carry_both(
        self,
        reader: asyncio.StreamReader,
        forth: asyncio.StreamWriter,
        there: asyncio.StreamReader,
        back: asyncio.StreamWriter,
    ) -> None:
        async with asyncio.TaskGroup() as group:
            for source, target, way in ((reader, forth, WAYS[0]), (there, back, WAYS[1])):
                pieces: Pieces = asyncio.Queue(64)
                group.create_task(self._read(source, pieces))
                group.create_task(self._write(pieces, target, way))

    async def _read(self, source: asyncio.StreamReader, pieces: Pieces) -> None:
        loop = asyncio.get_running_loop()
        while piece := await source.read(PIECE):
            await pieces.put((loop.time() + self.delay, piece))
        await pieces.put((loop.time() + self.delay, b""))

    async def _write(self, pieces: Pieces, target: asyncio.StreamWriter, way: Way) -> None:
        loop = asyncio.get_running_loop()
        while True:
            due, piece = await pieces.get()
            await asyncio.sleep(max(0.0, due - loop.time()))
            await self._open[way].wait()
            if not piece:
                target.write_eof()
                return
            target.write(piece)
            await target.drain()
