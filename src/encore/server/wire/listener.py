"""The two sides of a socket: whoever listens to its client, and what the listener may do with it."""

from __future__ import annotations

from typing import Protocol

EXTENSION = "encore.frames"
"""The name under which an application finds the socket in its scope."""


class Listener(Protocol):
    """Whoever takes what a client sends."""

    def take(self, frame: bytes) -> None:
        """Take a text of the client."""

    def flush(self) -> None:
        """Send what waits: the client takes it again."""


class Socket(Protocol):
    """A socket as a connection uses it."""

    @property
    def free(self) -> bool:
        """Whether the client takes what is sent to it."""

    async def listen(self, listener: Listener) -> None:
        """Give a listener every text of the client until it has gone."""

    def send_text(self, text: bytes, more: bool = False) -> None:
        """Send a text; with ``more`` together with the next one, where that is possible."""

    def drop(self, code: int, reason: str) -> bool:
        """Close the socket of a client that may not even take a farewell; return whether it was open."""
