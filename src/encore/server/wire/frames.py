"""Sockets without layers in between: a frame goes directly to its table, and an answer directly to the transport.

This uses internals of uvicorn, so pyproject.toml allows only versions up to the newest tested one. If ``missing``
finds that an internal has gone, the server uses plain ASGI instead (``plain.py``).
"""

from __future__ import annotations

import asyncio
from inspect import getsource

from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol
from websockets.frames import Frame
from websockets.protocol import State
from websockets.utils import apply_mask

from encore.server.wire.listener import EXTENSION, Listener
from encore.server.wire.messages import LARGEST

TEXT = 0x81
"""The first byte of a text in a single frame."""
CONTROL = 0x08
"""The bit in it that marks pings, pongs and close frames."""
EXTENDED = 0xFE
"""The second byte of a masked frame with a two-byte length; shorter frames have their length here."""


class Frames(WebSocketsSansIOProtocol):
    """uvicorn's socket, extended with ``listen`` and ``send_text``, which bypass ASGI.

    Opening, closing, pings, fragments and all special cases stay with uvicorn and websockets. Only complete texts,
    which are nearly all frames, are received and sent here. This halves the cost of a move outside its table.
    """

    _by_library = False  # a frame came in pieces: from now on websockets assembles them
    _listener: Listener | None = None
    _gone: asyncio.Future[None] | None = None
    _held = b""

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
                await self._gone
        finally:
            self._listener = None  # otherwise both would refer to each other, and only the collector could free them

    def data_received(self, data: bytes) -> None:
        """Handle complete texts; websockets handles the rest, and everything after an incomplete frame."""
        while self._listener and not self._by_library and (end := _end(data)):
            if data[0] == TEXT and end - 8 <= LARGEST:
                mask = 2 if data[1] < EXTENDED else 4
                self._arrived(apply_mask(data[mask + 4 : end], data[mask : mask + 4]))
            else:
                self._by_library = not data[0] & CONTROL
                super().data_received(data[:end])
            data = data[end:]
        if data:
            self._by_library = self._listener is not None
            super().data_received(data)

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

    @property
    def free(self) -> bool:
        """Whether the client can accept data now."""
        return self.writable.is_set()

    def send_text(self, text: bytes, more: bool = False) -> None:
        """Send a text; with ``more``, together with the next one of this loop iteration, in one system call."""
        length = len(text)
        if length < 126:
            frame = self._held + bytes((TEXT, length)) + text
        elif length < 1 << 16:
            frame = self._held + bytes((TEXT, 126)) + length.to_bytes(2, "big") + text
        else:
            frame = self._held + bytes((TEXT, 127)) + length.to_bytes(8, "big") + text
        if more:
            if not self._held:
                self.loop.call_soon(self._let_go)
            self._held = frame
        else:
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
        if self._listener:
            self._listener.flush()

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
    "loop",
    "scope",
    "transport",
    "writable",
)
"""What is used of uvicorn's socket."""


def missing(base: type = WebSocketsSansIOProtocol) -> list[str]:
    """Return the internals of uvicorn that are used here and no longer exist."""
    source = getsource(base)
    lacking = [name for name in sorted(METHODS) if not callable(getattr(base, name, None))]
    return lacking + [name for name in ATTRIBUTES if f"self.{name}" not in source]


def _end(data: bytes) -> int:
    """Return the end of the first frame in the data; 0 if it is incomplete, not masked, or too long."""
    if len(data) < 6 or not EXTENDED - 126 <= data[1] <= EXTENDED:
        return 0
    end = data[1] - 128 + 6 if data[1] < EXTENDED else int.from_bytes(data[2:4], "big") + 8
    return end if end <= len(data) else 0
