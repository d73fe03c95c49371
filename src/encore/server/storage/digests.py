"""The interface of a store of digests; those of SQLite and PostgreSQL implement it."""

from __future__ import annotations

from typing import Protocol

from encore.server.domain.digests import Digest


class DigestStore(Protocol):
    """Durable storage of who gets the daily digest. It goes with its person.

    Every method may raise StoreBusy; when a write returns, it is on disk.
    """

    async def put(self, digest: Digest) -> None:
        """Store the digest of a person. One that is confirmed stays in use until the new one is confirmed."""

    async def of(self, person: str) -> Digest | None:
        """Return the digest of a person."""

    async def change(self, person: str) -> Digest | None:
        """Return the digest that takes the place of a confirmed one when its address is confirmed, too."""

    async def drop(self, person: str, address: str | None = None) -> None:
        """Delete the digest of a person, and a change of it; or only what is for an address."""

    async def confirm(self, digest: Digest, at: int, due: int) -> bool:
        """Store that the address of a digest is right, and when the first mail is due; False if it has changed."""

    async def claim(self, now: int, due: int, most: int) -> list[Digest]:
        """Return digests that are due, each to one process; they are due again at a given time."""

    async def put_off(self, person: str, due: int) -> None:
        """Store when the digest of a person is due."""
