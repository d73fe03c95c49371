"""Sockets with a straight road: a frame goes to its table, and an answer to the wire, without layers between."""

from __future__ import annotations

import asyncio
from collections import deque
from typing import Protocol

from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol
from websockets.utils import apply_mask

from encore.server.messages import LARGEST

EXTENSION = "encore.frames"
"""The name under which an application finds the socket in its scope."""
UNREAD = 16
"""Frames that may wait for the application before the client has to."""
TEXT = 0x81
"""The first byte of a text that is one frame."""
CONTROL = 0x08
"""The bit in it of pings, pongs and closing."""
EXTENDED = 0xFE
"""The second byte of a masked frame whose length follows in two bytes; a shorter one has its length here."""


class Sender(Protocol):
    """Whoever has more to send when the wire is free again."""

    def flush(self) -> None:
        """Send what waits."""


class Frames(WebSocketsSansIOProtocol):
    """uvicorn's socket, of which the application also gets this side: ``next`` and ``send`` without ASGI's messages.

    Opening, closing, pings, fragments and everything unusual stay with uvicorn and websockets. Only whole texts, which
    are nearly all there is, are taken and sent here: that halves what a move costs outside its table.
    """

    _by_library = False  # a frame came in pieces: from now on websockets puts them together
    _sender: Sender | None = None
    _held: bytes | None = None
    _reader: asyncio.Future[None] | None = None

    async def run_asgi(self) -> None:
        """Run the application, which finds this socket in its scope."""
        self._unread: deque[bytes] = deque()
        self.scope["extensions"] = {**(self.scope["extensions"] or {}), EXTENSION: {"frames": self}}
        await super().run_asgi()

    # From the client.

    async def next(self, sender: Sender) -> bytes | None:
        """Return the next text of the client, or None when it has gone. ``sender`` is told when it may send again."""
        self._sender = sender
        while not self._unread:
            if self.disconnected or self.close_sent:
                return None
            if self.read_paused:
                self.read_paused = False
                self.transport.resume_reading()
            self._reader = self.loop.create_future()
            await self._reader
        return self._unread.popleft()

    def data_received(self, data: bytes) -> None:
        """Take whole texts; the rest is for websockets, and after a piece of something all that follows."""
        while self._sender and not self._by_library and (end := _end(data)):
            if data[0] == TEXT and end - 8 <= LARGEST:
                mask = 2 if data[1] < EXTENDED else 4
                self._arrived(apply_mask(data[mask + 4 : end], data[mask : mask + 4]))
            else:
                self._by_library = not data[0] & CONTROL
                super().data_received(data[:end])
            data = data[end:]
        if data:
            self._by_library = self._sender is not None
            super().data_received(data)

    def send_receive_event_to_app(self) -> None:
        """Take a text that websockets has put together."""
        if self._sender is None:
            super().send_receive_event_to_app()
            return
        self._arrived(b"".join(self.frames))
        self.frames = []

    def _arrived(self, text: bytes) -> None:
        if self.close_sent:
            return
        self._unread.append(text)
        if len(self._unread) >= UNREAD and not self.read_paused:
            self.read_paused = True
            self.transport.pause_reading()
        self._wake()

    def connection_lost(self, exc: Exception | None) -> None:
        """Tell the application that nobody is there any more."""
        super().connection_lost(exc)
        self._wake()

    def _wake(self) -> None:
        if self._reader and not self._reader.done():
            self._reader.set_result(None)

    # To the client.

    @property
    def free(self) -> bool:
        """Whether the client takes what is sent to it."""
        return self.writable.is_set()

    def send_text(self, text: bytes) -> None:
        """Send a text, or add it to those that are held."""
        length = len(text)
        if length < 126:
            frame = bytes((TEXT, length)) + text
        elif length < 1 << 16:
            frame = bytes((TEXT, 126)) + length.to_bytes(2, "big") + text
        else:
            frame = bytes((TEXT, 127)) + length.to_bytes(8, "big") + text
        if self._held is not None:
            self._held += frame
        elif not (self.close_sent or self.disconnected):
            self.transport.write(frame)

    def hold(self) -> None:
        """Keep what is sent from now on, so that it leaves together: a call of the system costs more than a text."""
        self._held = b""

    def let_go(self) -> None:
        """Send what was held."""
        held, self._held = self._held, None
        if held and not (self.close_sent or self.disconnected):
            self.transport.write(held)

    def resume_writing(self) -> None:
        """Send what has waited."""
        super().resume_writing()
        if self._sender:
            self._sender.flush()

    def drop(self, code: int, reason: str) -> bool:
        """Close a socket whose client may not even take the word of it; return whether it was open."""
        if self.close_sent or self.disconnected:
            return False
        self.conn.send_close(code, reason)
        self.transport.write(b"".join(self.conn.data_to_send()))
        self.close_sent = True
        self.close_timer = self.loop.call_later(self.close_timeout, self.transport.abort)
        self._wake()
        return True


def _end(data: bytes) -> int:
    """Return where the frame ends with which data begins; 0 for one that is not all there, not masked, or too long."""
    if len(data) < 6 or not EXTENDED - 126 <= data[1] <= EXTENDED:
        return 0
    end = data[1] - 128 + 6 if data[1] < EXTENDED else int.from_bytes(data[2:4], "big") + 8
    return end if end <= len(data) else 0
