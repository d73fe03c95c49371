"""Moves in words: the game's own, or the notation of a game that has none."""

from __future__ import annotations

from typing import Any

from encore.core.fact import Fact, plain
from encore.core.game import AnyGame
from encore.core.registry import package_of


def in_words(game: AnyGame, before: Any, move: Any, after: Any) -> Fact:
    """Return a move in words; ``before`` and ``after`` are the states, or views of one seat, around it."""
    words = package_of(type(game)).words.load()
    return words(game, before, move, after) if words else plain(game.format_move(move))
