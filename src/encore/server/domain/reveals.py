"""Decides what a revealed nonce does: the game begins with the last one, or without those that do not come in time."""

from __future__ import annotations

from encore.core.fact import Fact
from encore.server.domain.deals import commitment
from encore.server.domain.decisions import Decision, Refusal, begin
from encore.server.domain.events import Revealed
from encore.server.domain.nonces import Nonces, seed_of
from encore.server.domain.table import Table


def reveal(table: Table, holder: str, nonce: str) -> Decision:
    """Take the nonce of a device, and begin the game with the last one."""
    nonces = table.nonces
    if holder not in nonces.missing:
        raise Refusal("refused", Fact("server.deal-not-asked"))
    if commitment(nonce) != nonces.hashes[holder]:
        raise Refusal("refused", Fact("server.deal-wrong-nonce"))
    revealed = Revealed(table.held(holder)[0], nonce)
    if nonces.missing != {holder}:
        return Decision((revealed,))
    begun = _begin(table, {**nonces.revealed, holder: nonce})
    return Decision((revealed, *begun.events), begun.states)


def begin_without(table: Table, now: int) -> Decision:
    """Begin a game without the nonces that are missing when the time for them is over."""
    if table.nonces.left(now) != 0:
        raise Refusal("refused", Fact("server.deal-not-asked"))
    return _begin(table, table.nonces.revealed)


def _begin(table: Table, revealed: dict[str, str]) -> Decision:
    whole = Nonces(table.nonces.secret, table.nonces.hashes, revealed)
    return begin(table, seed_of(whole.secret, whole.shares(table.held)))
