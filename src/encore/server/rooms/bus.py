"""Messages between processes that serve the same tables; a single process needs none."""

from __future__ import annotations

from collections.abc import Callable
from typing import Protocol


class Bus(Protocol):
    """Messages to the other processes. They may be lost: the store is authoritative, and a gap is reported.

    ``alone`` means that there are no other processes. ``heard`` is called in the event loop with the topic and bytes
    of each message from another process, never for one's own. ``gap`` is called when messages may have been lost (after
    the bus has reconnected).
    """

    alone: bool

    async def open(self, heard: Callable[[str, bytes], None], gap: Callable[[], None]) -> None:
        """Connect, and reconnect whenever the connection is lost."""

    async def close(self) -> None:
        """Disconnect."""

    def publish(self, topic: str, message: bytes) -> None:
        """Send a message to the other processes; returns at once, and never raises if the bus is offline."""

    def subscribe(self, topic: str) -> None:
        """Receive messages of a topic from now on; returns at once."""

    def unsubscribe(self, topic: str) -> None:
        """Stop receiving messages of a topic."""

    async def subscribed(self) -> None:
        """Wait until subscriptions are active: nothing stored or sent after this is missed."""

    @property
    def connected(self) -> bool:
        """Whether the bus is connected now."""


class AloneBus:
    """The bus of a single process."""

    alone = connected = True

    async def open(self, heard: Callable[[str, bytes], None], gap: Callable[[], None]) -> None:
        """Do nothing: there are no other processes."""

    async def close(self) -> None:
        """Do nothing."""

    def publish(self, topic: str, message: bytes) -> None:
        """Do nothing: there are no other processes."""

    def subscribe(self, topic: str) -> None:
        """Do nothing."""

    def unsubscribe(self, topic: str) -> None:
        """Do nothing."""

    async def subscribed(self) -> None:
        """Do nothing."""
