"""Dalapapa: two to four players, domino tiles whose half-discs join into discs and groups."""

import warnings
from typing import Any

from encore.games.dalapapa.layout import Layout, Place
from encore.games.dalapapa.position import Phase, State
from encore.games.dalapapa.rules import Dalapapa, Draw, Move, Pass, Stop
from encore.games.dalapapa.tiles import TileSet, parse_tiles, standard_tiles

GAME = Dalapapa
"""The game class that the registry finds."""

__all__ = [
    "GAME",
    "Dalapapa",
    "Draw",
    "Layout",
    "Move",
    "Pass",
    "Phase",
    "Place",
    "State",
    "Stop",
    "TileSet",
    "parse_tiles",
    "standard_tiles",
]


def __getattr__(name: str) -> Any:
    """Return ``Layout`` for ``Table``, its name in version 0.1.0."""
    if name != "Table":
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    warnings.warn("encore.games.dalapapa.Table is now called Layout", DeprecationWarning, stacklevel=2)
    return Layout
