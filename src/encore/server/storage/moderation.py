"""The interface of a store of restrictions, blocks, reports, broadcasts and the operator's log."""

from __future__ import annotations

from collections.abc import Collection
from typing import NamedTuple, Protocol

from encore.server.domain.moderation import AllModeration, Block, Broadcast, LogEntry, Report, Restriction


class Apart(NamedTuple):
    """A seat of somebody with whom a person never sits at a table; ``own`` if it is the person who has blocked them."""

    table: str
    holder: str
    own: bool


class ModerationStore(Protocol):
    """Durable storage of what operators and people do about others.

    Every method may raise StoreBusy; when a write returns, it is on disk.
    """

    async def restrict(self, restriction: Restriction) -> None:
        """Store a restriction."""

    async def lift(self, restriction: str, now: int) -> Restriction | None:
        """End a restriction now; return it as it was, None if there is none with this id that still holds."""

    async def restrictions(self, now: int) -> list[Restriction]:
        """Return the restrictions that hold, the oldest first."""

    async def block(self, block: Block, most: int) -> bool:
        """Store a block; return False if a person is gone, or blocks so many already. A second one changes nothing."""

    async def unblock(self, person: str, block: str) -> bool:
        """Delete a block of a person; return whether there was one."""

    async def blocks(self, person: str) -> list[Block]:
        """Return whom a person blocks, the newest first."""

    async def apart(self, person: str, tables: Collection[str]) -> list[Apart]:
        """Return the seats of people whom a person blocks, or who block them, at some tables."""

    async def report(self, report: Report) -> None:
        """Store a report, unless one with its id is open; one that is done is replaced."""

    async def reports(self, most: int, done: bool = False) -> list[Report]:
        """Return reports that are open, the oldest first; with ``done`` all, the newest first."""

    async def reports_by(self, person: str) -> list[Report]:
        """Return the reports that a person has made, the newest first."""

    async def finish(self, report: str, now: int) -> bool:
        """Mark a report as done; return False if there is no open one with this id."""

    async def finish_table(self, table: str, now: int) -> int:
        """Mark all reports of a table as done; return how many were open."""

    async def broadcast(self, broadcast: Broadcast) -> None:
        """Store a broadcast."""

    async def broadcasts(self, now: int) -> list[Broadcast]:
        """Return the broadcasts that are shown now, the oldest first."""

    async def end_broadcasts(self, now: int) -> int:
        """End all broadcasts; return how many were shown."""

    async def note(self, entry: LogEntry) -> None:
        """Add an entry to the operator's log."""

    async def log(self, most: int) -> list[LogEntry]:
        """Return the newest entries of the operator's log, the newest first."""

    async def forget(self, before: int, log_before: int) -> None:
        """Delete reports and log entries, and restrictions and broadcasts that have ended, before given times."""

    async def all_moderation(self, now: int) -> AllModeration:
        """Return all that is exported."""

    async def add_moderation(self, moderation: AllModeration) -> None:
        """Store what comes from elsewhere; what is known stays as it is. Blocks need both people.

        Entries of the log are stored only where there are none.
        """
