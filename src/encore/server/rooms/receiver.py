"""Whoever is told what happens at a table."""

from __future__ import annotations

from typing import Literal, Protocol

Wish = Literal["", "view", "board"]
"""What is sent with each event: nothing more, the view and legal moves as text, or a picture to draw."""


class Receiver(Protocol):
    """Somebody who is connected to a table."""

    wants: Wish
    protocol: int
    """The version of the protocol that is spoken."""

    @property
    def chairs(self) -> tuple[int, ...]:
        """The chairs that are held from there; a spectator holds none."""

    def post(self, data: bytes) -> None:
        """Send a message some time soon; never waits."""
