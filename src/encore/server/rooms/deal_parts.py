"""The public parts of a seed: the hashes, and whose nonces are still missing."""

from __future__ import annotations

from encore.server.domain.deals import commitment
from encore.server.domain.nonces import Share
from encore.server.domain.table import Table
from encore.server.wire.messages import DealParts


def deal_parts(table: Table, now: int) -> DealParts | None:
    """Return the parts of the next game's seed as soon as it has any, else those of the present game."""
    nonces = table.nonces
    if not nonces.secret:
        return DealParts(table.number, commitment(table.secret), _hashes(table, table.shares)) if table.shares else None
    return DealParts(
        table.number + 1,
        commitment(nonces.secret),
        _hashes(table, nonces.shares(table.held)),
        tuple(sorted(chair for holder in nonces.missing for chair in table.held(holder))),
        nonces.left(now) or 0,
    )


def _hashes(table: Table, shares: tuple[Share, ...]) -> tuple[str, ...]:
    by_chair = {chair: share.nonce_hash for share in shares for chair in share.chairs}
    return tuple(by_chair.get(chair, "") for chair in range(table.game.players))
