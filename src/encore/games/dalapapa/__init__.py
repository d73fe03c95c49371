"""Dalapapa: two to four players, domino tiles whose half-discs join into discs and groups."""

from encore.games.dalapapa.position import Phase, State
from encore.games.dalapapa.rules import Dalapapa, Draw, Move, Pass, Stop
from encore.games.dalapapa.table import Place, Table
from encore.games.dalapapa.tiles import TileSet, parse_tiles, standard_tiles

GAME = Dalapapa
"""What the registry finds."""

__all__ = [
    "GAME",
    "Dalapapa",
    "Draw",
    "Move",
    "Pass",
    "Phase",
    "Place",
    "State",
    "Stop",
    "Table",
    "TileSet",
    "parse_tiles",
    "standard_tiles",
]
