"""What processes that serve the same tables tell each other; alone, nothing needs telling."""

from __future__ import annotations

from collections.abc import Callable
from typing import Protocol


class Bus(Protocol):
    """Messages to the other processes. They may be lost: the store knows better, and a gap is reported.

    ``alone`` says that there is nobody to tell. ``heard`` is called in the event loop with the topic and bytes of each
    message of another process, never of one's own; ``gap`` when messages may have been lost (the bus was away and is
    back).
    """

    alone: bool

    async def open(self, heard: Callable[[str, bytes], None], gap: Callable[[], None]) -> None:
        """Connect, and keep connecting again when the bus goes away."""

    async def close(self) -> None:
        """Let go."""

    def publish(self, topic: str, message: bytes) -> None:
        """Tell the others; returns at once, and never raises for a bus that is away."""

    def subscribe(self, topic: str) -> None:
        """Hear messages of a topic from now on; returns at once."""

    def unsubscribe(self, topic: str) -> None:
        """Hear them no more."""

    async def subscribed(self) -> None:
        """Wait until what was subscribed to is heard: what the store holds after this, or a message, is not missed."""

    @property
    def connected(self) -> bool:
        """Whether messages get through at this moment."""


class AloneBus:
    """The bus of a single process."""

    alone = connected = True

    async def open(self, heard: Callable[[str, bytes], None], gap: Callable[[], None]) -> None:
        """Do nothing: there is nobody to hear."""

    async def close(self) -> None:
        """Do nothing."""

    def publish(self, topic: str, message: bytes) -> None:
        """Do nothing: there is nobody to tell."""

    def subscribe(self, topic: str) -> None:
        """Do nothing."""

    def unsubscribe(self, topic: str) -> None:
        """Do nothing."""

    async def subscribed(self) -> None:
        """Do nothing."""
