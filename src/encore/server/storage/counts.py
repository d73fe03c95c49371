"""The interface of a store that counts games with others; those of SQLite and PostgreSQL implement it."""

from __future__ import annotations

from typing import NamedTuple, Protocol

from encore.server.domain.counted import Counted

UNKNOWN = -1
"""Stored with a seat of which nobody has found out yet whether it counts: it is new, or from elsewhere."""


class Counting(NamedTuple):
    """A table that counts as a game of a person with others, or may count if that is not ``known`` yet."""

    table: str
    known: bool


class CountStore(Protocol):
    """Which seats of people count as games with others. Rows bring changes with them (``Store.append``)."""

    async def games(self, person: str, now: int, longest: int) -> list[Counting]:
        """Return the games of a person with others; those that are not known if they are not older than ``longest``."""

    async def settle(self, counted: Counted, version: int) -> None:
        """Store which seats count at a table, where that is not known, if it still has so many rows."""
