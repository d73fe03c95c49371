"""Provably fair deals: the hash of the seed is shown at the start, the seed itself at the end."""

from __future__ import annotations

import hashlib
import secrets
from random import Random
from typing import Any

from encore.core.errors import EncoreError
from encore.core.game import DEALER, AnyGame
from encore.core.record import Record


class DealError(EncoreError):
    """The deals of a record do not follow from its seed, or the seed does not match the commitment."""


def new_seed() -> str:
    """Return a seed that nobody can guess."""
    return secrets.token_hex(32)


def commitment(seed: str) -> str:
    """Return the commitment (hash) that is shown before the seed."""
    return hashlib.sha256(seed.encode()).hexdigest()


def deal(game: AnyGame, s: Any, seed: str, number: int) -> Any:
    """Return the dealer's move; ``number`` counts the dealer's moves in a game from 0."""
    return game.deal(s, Random(f"{seed}/{number}"))


def verify(record: Record, game: AnyGame) -> int:
    """Return how many deals of a record follow from its seed; raise DealError for the first that does not."""
    seed, promise = record.tags.get("Seed"), record.tags.get("Commitment")
    if seed is None or promise is None:
        raise DealError("this record has no Seed and Commitment; records of a server have them when the game is over")
    if commitment(seed) != promise:
        raise DealError("the Seed is not the one that was promised: its SHA-256 is not the Commitment")
    s, dealt = game.initial(), 0
    for number, text in enumerate(record.moves, 1):
        move = game.parse_move(s, text)
        if game.to_move(s) == DEALER:
            if move != deal(game, s, seed, dealt):
                raise DealError(f"move {number} ({text}) is not what the seed deals")
            dealt += 1
        s = game.play(s, move)
    return dealt
