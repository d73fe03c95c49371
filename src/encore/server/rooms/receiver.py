"""Somebody who is notified about a table."""

from __future__ import annotations

from typing import Literal, Protocol

from encore.server.rooms.pictures import Written

Wish = Literal["", "view", "board"]
"""What is sent with each event: nothing more, the view and legal moves as text, or a picture to draw."""


class Receiver(Protocol):
    """Somebody who is connected to a table."""

    wants: Wish
    protocol: int
    """The negotiated protocol version."""
    visible: bool
    """Whether somebody has the table before them, not behind other windows."""

    holder: str | None
    """The hashed token by which it has seats; None for a spectator."""
    person: str
    """Who is signed in there, or keeps the seat; empty if nobody does."""
    unheard: frozenset[str]
    """The ids at this table of people whom that person has blocked."""

    @property
    def chairs(self) -> tuple[int, ...]:
        """The seats held by this receiver; a spectator holds none."""

    @property
    def left(self) -> tuple[int, ...]:
        """The seats that this receiver has left during a game, and may ask for again."""

    def post(self, data: Written) -> None:
        """Send a message soon, after those that were posted before; never waits."""
