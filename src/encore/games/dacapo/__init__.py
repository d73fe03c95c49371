"""Da Capo: one to four players, fish that capture each other on 6×6."""

from encore.games.dacapo.moves import Capture, Deal, Move, Switch
from encore.games.dacapo.position import State
from encore.games.dacapo.rules import DaCapo
from encore.games.dacapo.tables import Pile

GAME = DaCapo
"""What the registry finds."""

__all__ = ["GAME", "Capture", "DaCapo", "Deal", "Move", "Pile", "State", "Switch"]
