"""Encore: one table for Dakapo, Da Capo and Dalapapa."""

from encore import games
from encore.core.errors import (
    EncoreError,
    IllegalMove,
    NotationError,
    OptionError,
    RecordError,
    UnknownGame,
    UnknownRules,
)
from encore.core.game import DEALER, AnyGame, Game, Moves, Outcome
from encore.core.record import Comment, Record, format_record, parse_record
from encore.core.registry import find, load
from encore.core.replay import Ply, check, game_of, record_of, replay

__version__ = "0.2.0"

__all__ = [
    "DEALER",
    "AnyGame",
    "Comment",
    "EncoreError",
    "Game",
    "IllegalMove",
    "Moves",
    "NotationError",
    "OptionError",
    "Outcome",
    "Ply",
    "Record",
    "RecordError",
    "UnknownGame",
    "UnknownRules",
    "check",
    "find",
    "format_record",
    "game_of",
    "games",
    "load",
    "parse_record",
    "record_of",
    "replay",
]
