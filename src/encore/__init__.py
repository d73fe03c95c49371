"""Encore: one table for Dakapo, Da Capo and Dalapapa."""

from importlib import import_module
from typing import TYPE_CHECKING, Any

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
from encore.core.evaluation import Evaluation, Line
from encore.core.game import DEALER, AnyGame, Game, Moves, Outcome
from encore.core.record import Comment, Record, Variation, format_record, parse_record
from encore.core.registry import find, load
from encore.core.replay import Ply, check, game_of, record_of, replay

if TYPE_CHECKING:
    from encore.analysis.evaluate import evaluate as evaluate

__version__ = "0.2.0"

__all__ = [
    "DEALER",
    "AnyGame",
    "Comment",
    "EncoreError",
    "Evaluation",
    "Game",
    "IllegalMove",
    "Line",
    "Moves",
    "NotationError",
    "OptionError",
    "Outcome",
    "Ply",
    "Record",
    "RecordError",
    "UnknownGame",
    "UnknownRules",
    "Variation",
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


def __getattr__(name: str) -> Any:
    """Load ``evaluate`` on first use. The base install has no NumPy, so it is not in ``__all__`` either."""
    if name == "evaluate":
        return import_module("encore.analysis.evaluate").evaluate
    raise AttributeError(f"module 'encore' has no attribute {name!r}")
