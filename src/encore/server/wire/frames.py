"""Sockets without layers in between: a frame goes directly to its table, and an answer directly to the transport.

This uses internals of uvicorn, so pyproject.toml allows only versions up to the newest tested one. If ``missing``
finds that an internal has gone, the server uses plain ASGI instead (``plain.py``).
"""

from __future__ import annotations

import asyncio
import re

from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol
from websockets.frames import Frame
from websockets.protocol import State

try:
    from websockets.speedups import apply_mask
except ImportError:  # websockets was installed without its compiled part
    from websockets.utils import apply_mask

from encore.server.wire.internals import missing_of
from encore.server.wire.listener import EXTENSION, Listener
from encore.server.wire.messages import LARGEST

NOT_A_SOCKET = b"HTTP/1.1 400 Bad Request\r\nconnection: close\r\ncontent-length: 0\r\n\r\n"
LISTS = re.compile(rb"^(?:connection|upgrade|sec-websocket-[a-z]+):.*$", re.IGNORECASE | re.MULTILINE)
"""The headers that websockets reads entry by entry."""
LONGEST_LISTS = 1024
"""Bytes that they may have. Browsers send about 200; thousands of entries take long to read."""
TEXT = 0x81
"""The first byte of a text in a single frame."""
SHORT = [bytes((TEXT, length)) for length in range(126)]
"""The headers of short texts: making one would take 0.15 µs, three times for each move."""
CONTROL = 0x08
"""The bit in it that marks pings, pongs and close frames."""
FINAL = 0x80
"""The bit in it that marks the last frame of a message."""
EXTENDED = 0xFE
"""The second byte of a masked frame with a two-byte length; shorter frames have their length here."""
MASK = 4
"""The bytes of the mask, between the length and the content."""
HEADER = 14
"""The most bytes before the content."""


class Frames(WebSocketsSansIOProtocol):
    """uvicorn's socket, extended with ``listen`` and ``send_text``, which bypass ASGI.

    Opening, closing, pings, fragments and all special cases stay with uvicorn and websockets. Only complete texts,
    which are nearly all frames, are received and sent here. This halves the cost of a move outside its table.

    Every frame of any kind counts. A client that sends too many, or does not read what it is sent, is not read from
    for a while, so it cannot use more than its share of time and memory.
    """

    free = True
    """Whether the client can accept data now."""

    _listener: Listener | None = None
    _gone: asyncio.Future[None] | None = None
    _held = b""
    _received = b""  # not handled yet: an incomplete frame, or frames of a client that sends too many
    _in_fragments = False  # a message comes in several frames, which websockets assembles
    _pausing: asyncio.TimerHandle | None = None  # the client has sent too many frames
    _reading = True
    _late = 0  # bytes received after the close frame was sent

    async def run_asgi(self) -> None:
        """Run the application, which finds this socket in its scope."""
        self.scope["extensions"] = {**(self.scope["extensions"] or {}), EXTENSION: {"frames": self}}
        await super().run_asgi()
        del self.scope["extensions"]  # otherwise the socket would refer to itself, and only the collector could free it

    # From the client.

    async def listen(self, listener: Listener) -> None:
        """Pass every text of the client to a listener until the client disconnects."""
        self._listener, self._gone = listener, self.loop.create_future()
        try:
            if not (self.disconnected or self.close_sent):
                self._handle()
                await self._gone
        finally:
            self._listener = None  # otherwise both would refer to each other, and only the collector could free them
            if self._pausing:
                self._pausing.cancel()

    def data_received(self, data: bytes) -> None:
        """Handle complete frames; the rest waits for more data."""
        if not self.handshake_initiated:
            if sum(map(len, LISTS.findall(data))) <= LONGEST_LISTS:
                super().data_received(data)
            if not self.handshake_initiated:  # the request was not one for a socket: it had a body, for example
                self.transport.write(NOT_A_SOCKET)
                self.transport.close()
            return
        if self.close_sent:
            self._late += len(data)
            if self._late <= LARGEST + HEADER:
                super().data_received(data)
            else:
                self.transport.pause_reading()  # it goes on sending; the connection is aborted soon
            return
        self._received = self._received + data if self._received else data
        self._handle()

    def _handle(self) -> None:
        data, start = self._received, 0
        while start < len(data) and (listener := self._listener) and not self._pausing and not self.close_sent:
            if not (end := _end(data, start)):
                break
            if end < 0:
                super().data_received(data[start:])  # websockets closes the socket and says why
                end = len(data)
            elif wait := listener.wait():
                self._pausing = self.loop.call_later(wait, self._go_on)
                break
            else:
                self._take(data[start:end], listener)
            start = end
        self._received = data[start:] if start else data
        if self._pausing or self._received or not self._reading:
            self._read_or_pause()

    def _take(self, frame: bytes, listener: Listener) -> None:
        """Handle one complete frame."""
        if frame[0] == TEXT and frame[1] <= EXTENDED and not self._in_fragments:
            mask = 2 if frame[1] < EXTENDED else 4
            listener.take(apply_mask(frame[mask + 4 :], frame[mask : mask + 4]))
            return
        if not frame[0] & CONTROL:
            self._in_fragments = not frame[0] & FINAL
        super().data_received(frame)

    def _go_on(self) -> None:
        self._pausing = None
        self._handle()

    def _read_or_pause(self) -> None:
        """Read on if what came has been handled and the client reads its answers."""
        reading = self.free and not self._pausing and len(self._received) <= LARGEST + HEADER
        if reading != self._reading:
            self._reading = reading
            (self.transport.resume_reading if reading else self.transport.pause_reading)()

    def pause_writing(self) -> None:
        """Do not read from a client that does not read: its answers, even to pings, would fill the memory."""
        super().pause_writing()
        self.free = False
        self._read_or_pause()

    def send_receive_event_to_app(self) -> None:
        """Handle a text that websockets has assembled."""
        if self._listener is None:
            super().send_receive_event_to_app()
            return
        self._arrived(b"".join(self.frames))
        self.frames = []

    def _arrived(self, text: bytes) -> None:
        if self._listener and not self.close_sent:
            self._listener.take(text)

    def connection_lost(self, exc: Exception | None) -> None:
        """Tell the application that the client has disconnected."""
        super().connection_lost(exc)
        self.conn.parser.close()  # a parser that waits for more data would stay in a reference cycle
        self._finish()

    def _finish(self) -> None:
        if self._gone and not self._gone.done():
            self._gone.set_result(None)

    # To the client.

    def send_text(self, text: bytes, more: bool = False) -> None:
        """Send a text; with ``more``, together with the next one of this loop iteration, in one system call."""
        length = len(text)
        if length < 126:
            frame = SHORT[length] + text
        elif length < 1 << 16:
            frame = bytes((TEXT, 126)) + length.to_bytes(2, "big") + text
        else:
            frame = bytes((TEXT, 127)) + length.to_bytes(8, "big") + text
        if self._held:
            frame = self._held + frame
        if more:
            if not self._held:
                self.loop.call_soon(self._let_go)
            self._held = frame
        else:
            if self._held:
                self._held = b""
            if not (self.close_sent or self.disconnected):
                self.transport.write(frame)

    def _let_go(self) -> None:
        held, self._held = self._held, b""
        if held and not (self.close_sent or self.disconnected):
            self.transport.write(held)

    def resume_writing(self) -> None:
        """Send the waiting data."""
        super().resume_writing()
        self.free = True
        if self._listener:
            self._listener.flush()
        if not self.transport.is_closing():
            self._read_or_pause()

    def drop(self, code: int, reason: str) -> bool:
        """Close a socket whose client may not even read the close frame; return whether it was open."""
        if self.close_sent or self.disconnected:
            return False
        if self.conn.state is State.OPEN:
            self.conn.send_close(code, reason)
            self.transport.write(b"".join(self.conn.data_to_send()))
        self._leave()
        return True

    # Closing. A client that no longer reads would otherwise keep its socket, and its seat, indefinitely.

    def handle_close(self, event: Frame) -> None:
        """Handle a close frame."""
        super().handle_close(event)
        self._leave()

    def handle_parser_exception(self) -> None:
        """Disconnect a client whose frames cannot be read."""
        super().handle_parser_exception()
        self._leave()

    def keepalive_timeout(self) -> None:
        """Disconnect a client that does not answer pings."""
        super().keepalive_timeout()
        self._leave()

    def shutdown(self) -> None:
        """Close the socket because the server shuts down."""
        if self.handshake_complete and self.conn.state is not State.OPEN:
            self.transport.abort()
        else:
            super().shutdown()

    def _leave(self) -> None:
        self.close_sent = True
        self.loop.call_later(self.close_timeout, self.transport.abort)
        self._finish()


METHODS = frozenset(name for name in vars(Frames) if callable(vars(Frames)[name]) and not name.startswith("_")) - {
    "listen",
    "send_text",
    "drop",
}
"""What is overridden here, and so must exist."""
ATTRIBUTES = (
    "close_sent",
    "close_timeout",
    "conn",
    "disconnected",
    "frames",
    "handshake_complete",
    "handshake_initiated",
    "loop",
    "scope",
    "transport",
)
"""What is used of uvicorn's socket."""


def missing(base: type = WebSocketsSansIOProtocol) -> list[str]:
    """Return the internals of uvicorn that are used here and no longer exist."""
    return missing_of(base, METHODS, ATTRIBUTES)


def _end(data: bytes, start: int) -> int:
    """Return where the frame that starts here ends; 0 if it is incomplete, -1 if it is not masked or too long."""
    left = len(data) - start
    if left < 2:
        return 0
    size = data[start + 1] - 128
    if size < 0:
        return -1
    extra = 0 if size < 126 else 2 if size == 126 else 8
    if left < 2 + extra:
        return 0
    if extra:
        size = int.from_bytes(data[start + 2 : start + 2 + extra], "big")
        if size > LARGEST:
            return -1
    end = start + 2 + extra + MASK + size
    return end if end <= len(data) else 0
