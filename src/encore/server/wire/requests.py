"""HTTP connections with deadlines and bounded memory: a slow or greedy client cannot hold what others need.

This uses internals of uvicorn, as ``frames.py`` does. If ``missing`` finds that one has gone, the server uses uvicorn's
own class, without these deadlines.
"""

from __future__ import annotations

import asyncio
import re
from collections.abc import Callable
from typing import Any, cast

import h11
from uvicorn.protocols.http.flow_control import FlowControl
from uvicorn.protocols.http.h11_impl import H11Protocol

from encore.server.domain.visitor import visitor_at
from encore.server.wire.door import Door
from encore.server.wire.internals import missing_of
from encore.server.wire.proxies import Proxies

SLICE = 4096
"""Bytes that are parsed at a time. Other connections have their turn before the next."""

MOST_LINES = 100
"""Lines in the head of a request. Browsers and proxies send about 30; thousands of short ones take long to parse."""
_END = re.compile(rb"\n\r?\n")
"""The end of a head."""


def _nothing() -> None:
    pass


class Flow(FlowControl):
    """uvicorn's flow control, which also stops reading while received bytes wait to be parsed."""

    def __init__(self, transport: asyncio.Transport, resumed: Callable[[], None]) -> None:
        super().__init__(transport)
        self._resumed = resumed
        self._waiting = False
        self._stopped = False

    def pause_reading(self) -> None:
        """Stop, because uvicorn has enough for now."""
        self.read_paused = True
        self._read_or_stop()

    def resume_reading(self) -> None:
        """Go on, unless bytes wait here."""
        self.read_paused = False
        self._resumed()
        self._read_or_stop()

    def wait(self, waiting: bool) -> None:
        """Set whether bytes wait here."""
        self._waiting = waiting
        self._read_or_stop()

    def stay_stopped(self) -> None:
        """Pause again if uvicorn has resumed reading on its own, as it does at the end of an unread body."""
        if self._stopped and self._transport.is_reading():
            self._transport.pause_reading()

    def end(self) -> None:
        """Forget the connection: both refer to each other, and only the collector could free them."""
        self._resumed = _nothing

    def _read_or_stop(self) -> None:
        stopped = self._waiting or self.read_paused
        if stopped != self._stopped:
            self._stopped = stopped
            (self._transport.pause_reading if stopped else self._transport.resume_reading)()


class Requests(H11Protocol):
    """uvicorn's HTTP connection, bounded.

    Bytes are parsed in slices: a client that sends thousands of requests or chunks at once does not keep the event loop
    from others, and nothing more is read until they are answered. The door closes connections that miss a deadline.
    """

    flow: Flow

    def __init__(self, *args: Any, door: Door, proxies: Proxies, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self._door, self._proxies = door, proxies
        self.visitor = ""
        self._received = bytearray()
        self._parsing: asyncio.Handle | None = None
        self._admitted = False
        self.since = self.loop.time()
        """When the present phase (a request's head, its body, the response) began."""

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        """Register the connection; it is read from when it is its turn."""
        super().connection_made(transport)
        address = self.client[0] if self.client else ""
        self.visitor = "" if address in self._proxies else visitor_at(address)
        self.flow = Flow(transport, self._parse_soon)
        self._admitted = self._door.enter(self)
        self.flow.wait(not self._admitted)

    def admit(self) -> None:
        """Begin to read."""
        self._admitted = True
        if not self.transport.is_closing():
            self._keep_reading()

    def connection_lost(self, exc: Exception | None) -> None:
        """Forget the connection."""
        self._end()
        super().connection_lost(exc)

    def _end(self) -> None:
        self._door.leave(self)
        self._received.clear()
        self.flow.end()

    def data_received(self, data: bytes) -> None:
        """Parse some of the data now and the rest later."""
        self._received += data
        if not self._admitted:
            self.transport.pause_reading()  # uvloop begins to read even if it was told before not to
        elif self._parsing is None:
            self._parse()

    def _parse(self) -> None:
        self._parsing = None
        if self._may_parse() and not self.transport.is_closing():
            data = bytes(self._received[:SLICE])
            del self._received[:SLICE]
            head = self.awaits_head
            super().data_received(data)
            if self.transport.get_protocol() is not self:  # it has become a socket
                self.flow.wait(False)
                if self._received:
                    cast(asyncio.Protocol, self.transport.get_protocol()).data_received(bytes(self._received))
                self._end()
                return
            if head != self.awaits_head:
                self.since = self.loop.time()
                (self._door.answering if head else self._door.waiting)(self)
            self.flow.stay_stopped()
        self._keep_reading()

    def handle_events(self) -> None:
        """Parse what has come, but no head with too many lines."""
        if self.conn.their_state is h11.IDLE and _lines(self.conn.trailing_data[0]) > MOST_LINES:
            self.send_400_response("The request has too many headers.")
        else:
            super().handle_events()

    def _keep_reading(self) -> None:
        self.flow.wait(bool(self._received) or not self._admitted)
        self._parse_soon()

    def _parse_soon(self) -> None:
        if self._may_parse() and self._parsing is None:
            self._parsing = self.loop.call_soon(self._parse)

    def _may_parse(self) -> bool:
        # Not while a whole request is being answered: h11 would keep the following ones, however many they are, and
        # uvicorn asks for more whenever the application waits for a disconnection.
        return bool(self._received) and not self.flow.read_paused and self.conn.their_state is not h11.DONE

    def on_response_complete(self) -> None:
        """Wait for the next request.

        The client may still be sending the body of this one, if it was refused early. The rest is read and thrown away:
        a connection closed at that moment is reset, and the client might never see the response. The guard refuses
        long bodies, and they have a deadline.
        """
        self.since = self.loop.time()
        super().on_response_complete()
        self._parse_soon()
        if self.awaits_head and not self.transport.is_closing():
            self._door.waiting(self)

    def send_400_response(self, msg: str) -> None:
        """Refuse what is not HTTP, and count it."""
        self._door.malformed += 1
        if self.conn.our_state in (h11.IDLE, h11.SEND_RESPONSE):
            super().send_400_response(msg)
        else:
            self.transport.close()

    # For the door.

    @property
    def awaits_head(self) -> bool:
        """Whether the next thing to come is the head of a request."""
        return self.cycle is None or (self.conn.their_state in (h11.IDLE, h11.DONE) and self.cycle.response_complete)

    @property
    def awaits_body(self) -> bool:
        """Whether the rest of a request's body has yet to come."""
        return not self.awaits_head and self.conn.their_state is h11.SEND_BODY

    @property
    def unread(self) -> int:
        """The bytes of responses that the client has not taken yet."""
        return int(self.transport.get_write_buffer_size())


METHODS = (
    "connection_made",
    "connection_lost",
    "data_received",
    "handle_events",
    "on_response_complete",
    "send_400_response",
)
ATTRIBUTES = ("client", "conn", "cycle", "flow", "loop", "transport")
"""What is used of uvicorn's connection."""


def missing(base: type = H11Protocol) -> list[str]:
    """Return the internals of uvicorn that are used here and no longer exist."""
    return missing_of(base, METHODS, ATTRIBUTES)


def _lines(received: bytes) -> int:
    """Return how many lines of a head have come; what follows the head does not count."""
    lines = received.count(b"\n")
    if lines > MOST_LINES and (end := _END.search(received)):
        return received.count(b"\n", 0, end.end()) - 1
    return lines
