"""The two sides of a socket: the listener that receives texts, and the socket it can send to."""

from __future__ import annotations

from typing import Protocol

EXTENSION = "encore.frames"
"""The name under which an application finds the socket in its scope."""


class Listener(Protocol):
    """Receives what a client sends."""

    def wait(self) -> float:
        """Count a frame of the client; return 0, or if it sends too many, the seconds to wait before it is handled."""

    def take(self, frame: bytes) -> None:
        """Handle a text of the client."""

    def flush(self) -> None:
        """Send the waiting messages: the client can accept data again."""


class Socket(Protocol):
    """A socket as a connection uses it."""

    @property
    def free(self) -> bool:
        """Whether the client can accept data now."""

    async def listen(self, listener: Listener) -> None:
        """Pass every text of the client to a listener until the client disconnects."""

    def send_text(self, text: bytes, more: bool = False) -> None:
        """Send a text; with ``more``, together with the next one, if possible."""

    def drop(self, code: int, reason: str) -> bool:
        """Close the socket of a client that may not even read the close frame; return whether it was open."""
