"""Nonces: random texts of the players' devices that go into the seed, so that the server alone cannot choose a deal.

Each device commits to its nonce with a hash. The nonces are asked for when no hash can change any more.
"""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Iterable
from typing import Annotated, NamedTuple

import msgspec
from msgspec import Meta

REVEALING = 10_000
"""Milliseconds after which a game begins without the nonces that are missing."""
HEAD = "encore-deal 1"
"""The first line of the text whose hash is the seed."""
Hex = Annotated[str, Meta(pattern="^[0-9a-f]{64}$", max_length=64)]
"""A nonce."""
Hash = Annotated[str, Meta(pattern=r"^([0-9a-f]{64})?$(?!\n)", max_length=64)]
"""The SHA-256 of a nonce; empty if the device takes no part."""
NO_NONCE = "-"
"""What replaces a nonce that came too late or not at all."""


class Share(NamedTuple):
    """The nonce of one device, which plays some chairs, and the hash that promised it; empty if it did not come."""

    chairs: tuple[int, ...]
    nonce_hash: str
    nonce: str = ""

    @property
    def place(self) -> str:
        """The chairs as they are written, from 1."""
        return ",".join(str(chair + 1) for chair in self.chairs)


def seed_of(secret: str, shares: Iterable[Share]) -> str:
    """Return the seed: the SHA-256 of a text with the server's secret and the nonces in the order of the chairs."""
    lines = (f"{share.place}:{share.nonce or NO_NONCE}" for share in shares)
    return hashlib.sha256("\n".join((HEAD, secret, *lines)).encode()).hexdigest()


class Nonces(msgspec.Struct):
    """What the seed of the next game is made of. Hashes and nonces are kept by holder: one for each device."""

    secret: str = ""
    hashes: dict[str, str] = msgspec.field(default_factory=dict)
    revealed: dict[str, str] = msgspec.field(default_factory=dict)
    since: int | None = None
    """When the hashes were fixed and the nonces were asked for; None before that."""

    @property
    def missing(self) -> set[str]:
        """The holders whose nonces are asked for and have not come."""
        return set() if self.since is None else self.hashes.keys() - self.revealed.keys()

    def commit(self, holder: str, nonce_hash: str) -> None:
        """Keep the first hash of a device."""
        if nonce_hash and self.secret:
            self.hashes.setdefault(holder, nonce_hash)

    def keep(self, holders: set[str]) -> None:
        """Drop the hashes of those who have left."""
        self.hashes = {holder: nonce_hash for holder, nonce_hash in self.hashes.items() if holder in holders}

    def left(self, now: int) -> int | None:
        """Return the milliseconds until the game begins without missing nonces; None if it does not wait for any."""
        return None if self.since is None else max(0, self.since + REVEALING - now)

    def shares(self, held: Callable[[str], tuple[int, ...]]) -> tuple[Share, ...]:
        """Return the shares in the order of the chairs that each holder ``held``."""
        return tuple(
            sorted(
                Share(held(holder), nonce_hash, self.revealed.get(holder, ""))
                for holder, nonce_hash in self.hashes.items()
            )
        )
