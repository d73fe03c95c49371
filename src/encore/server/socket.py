"""One client at a table: its messages in, what happens out, and no more of either than is good."""

from __future__ import annotations

import asyncio
from collections import deque
from functools import partial

import msgspec
from starlette.types import Receive, Send

from encore.server import decisions
from encore.server.decisions import Code, Refusal
from encore.server.events import AnyEvent
from encore.server.limits import Limits
from encore.server.messages import (
    Ack,
    Act,
    Ask,
    Claim,
    Leave,
    Look,
    Nak,
    Refuse,
    Request,
    Resign,
    Say,
    read_request,
    write,
)
from encore.server.names import clean
from encore.server.room import Room
from encore.server.store import StoreBusy
from encore.server.table import Table

BACKLOG = 64
"""Messages that may wait for a client; one that is slower is dropped and catches up when it comes back."""
TOO_SLOW = 1013


class Connection:
    """A socket and whoever is behind it: the holder of some chairs, or a watcher."""

    def __init__(
        self, receive: Receive, send: Send, room: Room, holder: str | None, with_view: bool, limits: Limits
    ) -> None:
        self.room = room
        self.holder = holder
        self.chairs = room.table.held(holder)
        self.with_view = with_view
        self._receive, self._send_frame = receive, send
        self._actions, self._chat = limits.actions(), limits.chat()
        self._waiting: deque[bytes] = deque()
        self._wake = asyncio.Event()
        self._dropped = False

    async def serve(self) -> None:
        """Talk until one of the two goes away."""
        self.room.hub.metrics.sockets.inc()
        sender = asyncio.get_running_loop().create_task(self._send())
        self.room.enter(self)
        try:
            while (message := await self._receive())["type"] == "websocket.receive":
                await self._take(message.get("text") or message.get("bytes") or "")
        finally:
            self.room.leave(self)
            self.room.hub.metrics.sockets.dec()
            sender.cancel()

    def post(self, data: bytes) -> None:
        """Send a message when the client can take it; drop the client when too many wait."""
        if self._dropped:
            return
        if len(self._waiting) >= BACKLOG:
            self._dropped = True
            self._waiting.clear()
            self.room.hub.metrics.dropped.inc()
        else:
            self._waiting.append(data)
        self._wake.set()

    async def _send(self) -> None:
        while True:
            await self._wake.wait()
            self._wake.clear()
            while self._waiting:
                await self._send_frame({"type": "websocket.send", "text": self._waiting.popleft().decode()})
            if self._dropped:
                reason = "too slow; come back for the whole state"
                await self._send_frame({"type": "websocket.close", "code": TOO_SLOW, "reason": reason})
                return

    async def _take(self, frame: str | bytes) -> None:
        try:
            request: Request = read_request(frame)
        except (msgspec.MsgspecError, UnicodeDecodeError) as error:
            self._refuse("", "frame", f"this frame cannot be read: {error}")
            return
        # Somebody may have sat down, or got up, since the last message.
        self.chairs = self.room.table.held(self.holder)
        if isinstance(request, Look):
            self.post(write(self.room.full(self)))
        elif not self._actions.take() or (isinstance(request, Say) and not self._chat.take()):
            self._refuse(request.id, "rate", "too many at once; wait a moment")
        else:
            await self._do(request)

    async def _do(self, request: Act | Ask | Refuse | Resign | Claim | Leave | Say) -> None:
        try:
            await self.room.act(request.id, partial(self._decide, request), partial(self._acknowledge, request.id))
        except Refusal as refusal:
            self._refuse(request.id, refusal.code, str(refusal))
        except StoreBusy as error:
            self._refuse(request.id, "busy", f"nothing was stored, try again: {error}")

    def _decide(
        self, request: Act | Ask | Refuse | Resign | Claim | Leave | Say, table: Table, now: int
    ) -> list[AnyEvent]:
        if isinstance(request, Say):
            return decisions.say(table, *self._speaker(table, request), clean(request.text))
        if self.holder is None or not table.held(self.holder):
            raise Refusal("entry", "you watch; a chair is needed for this")
        if isinstance(request, Act):
            return decisions.move(table, self.holder, request.v, request.a)
        chair = self._chair(table, request.chair)
        match request:
            case Ask():
                return decisions.ask(table, chair, request.what)
            case Refuse():
                return decisions.refuse(table, chair, request.what)
            case Resign():
                return decisions.resign(table, chair)
            case Leave():
                return decisions.rise(table, chair)
            case Claim():
                mover = table.to_move
                return decisions.claim(table, chair, now, 0 if mover is None else self.room.away(mover))

    def _chair(self, table: Table, asked: int | None) -> int:
        """Return the chair that acts: the one named, else of the sender's the one to move, else the last to move."""
        mine = table.held(self.holder)
        if asked is not None:
            if asked not in mine:
                raise Refusal("entry", "that is not your chair")
            return asked
        if table.to_move in mine and table.to_move is not None:
            return table.to_move
        return next((mover for mover in reversed(table.movers) if mover in mine), mine[0])

    def _speaker(self, table: Table, request: Say) -> tuple[int | None, str]:
        mine = table.held(self.holder)
        return (mine[0], table.chairs[mine[0]].name) if mine else (None, clean(request.name))

    def _acknowledge(self, action: str, version: int) -> None:
        self.room.hub.metrics.acknowledged.inc()
        self.post(write(Ack(action, version)))

    def _refuse(self, action: str, code: Code, why: str) -> None:
        self.room.hub.metrics.actions.labels(code).inc()
        self.post(write(Nak(action, code, why, self.room.table.version)))
