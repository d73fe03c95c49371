"""Somebody who is notified about a table."""

from __future__ import annotations

from typing import Literal, Protocol

Wish = Literal["", "view", "board"]
"""What is sent with each event: nothing more, the view and legal moves as text, or a picture to draw."""


class Receiver(Protocol):
    """Somebody who is connected to a table."""

    wants: Wish
    protocol: int
    """The negotiated protocol version."""

    @property
    def chairs(self) -> tuple[int, ...]:
        """The seats held by this receiver; a spectator holds none."""

    def post(self, data: bytes) -> None:
        """Send a message soon; never waits."""
