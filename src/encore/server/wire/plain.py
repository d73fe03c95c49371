"""Sockets over plain ASGI, for versions of uvicorn whose internals ``frames.py`` does not support."""

from __future__ import annotations

import asyncio
from collections import deque

from starlette.types import Receive, Send

from encore.server.wire.listener import Listener


class PlainFrames:
    """The same interface as ``Frames``, using ASGI messages: slower, but without internals."""

    def __init__(self, receive: Receive, send: Send) -> None:
        self._receive, self._send = receive, send
        self._waiting: deque[dict[str, object]] = deque()
        self._wake = asyncio.Event()
        self._closed = False

    async def listen(self, listener: Listener) -> None:
        """Pass every text of the client to a listener until the client disconnects."""
        sending = asyncio.create_task(self._send_all(listener))
        try:
            while (message := await self._receive())["type"] == "websocket.receive":
                while wait := listener.wait():
                    await asyncio.sleep(wait)
                text = message.get("text")
                listener.take(message.get("bytes") or b"" if text is None else text.encode())
        finally:
            self._closed = True
            sending.cancel()

    async def _send_all(self, listener: Listener) -> None:
        while True:
            await self._wake.wait()
            while self._waiting:
                await self._send(self._waiting[0])
                self._waiting.popleft()
            self._wake.clear()
            listener.flush()

    @property
    def free(self) -> bool:
        """Whether the client can accept data now."""
        return len(self._waiting) < 2

    def send_text(self, text: bytes, more: bool = False) -> None:
        """Send a text; ASGI cannot combine it with the next one."""
        self._put({"type": "websocket.send", "text": text.decode()})

    def drop(self, code: int, reason: str) -> bool:
        """Close the socket; return whether it was open."""
        was_open = not self._closed
        self._put({"type": "websocket.close", "code": code, "reason": reason})
        self._closed = True
        return was_open

    def _put(self, message: dict[str, object]) -> None:
        if not self._closed:
            self._waiting.append(message)
            self._wake.set()
