"""Provably fair deals: the hash of the seed is shown at the start, the seed itself at the end."""

from __future__ import annotations

import hashlib
import secrets
from random import Random
from typing import Any

from encore.core.errors import EncoreError
from encore.core.game import AnyGame, Game


class DealError(EncoreError):
    """The deals of a record do not follow from its seed, or the seed was not made as the record says."""


def new_seed() -> str:
    """Return a seed that nobody can guess."""
    return secrets.token_hex(32)


def commitment(seed: str) -> str:
    """Return the commitment (hash) that is shown before the seed."""
    return hashlib.sha256(seed.encode()).hexdigest()


def deal(game: AnyGame, s: Any, seed: str, number: int) -> Any:
    """Return the dealer's move; ``number`` counts the dealer's moves in a game from 0."""
    return game.deal(s, Random(f"{seed}/{number}"))


def has_dealer(game: AnyGame) -> bool:
    """Return whether a game deals at all; in the others there is nothing to choose."""
    return type(game).deal is not Game.deal
