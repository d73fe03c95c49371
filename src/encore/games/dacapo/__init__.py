"""Da Capo: one to four players, fish that catch each other on 6×6."""

from encore.games.dacapo.position import State
from encore.games.dacapo.rules import Capture, DaCapo, Deal, Move, Switch
from encore.games.dacapo.tables import Pile

GAME = DaCapo
"""What the registry finds."""

__all__ = ["GAME", "Capture", "DaCapo", "Deal", "Move", "Pile", "State", "Switch"]
