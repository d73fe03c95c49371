"""A stone in words."""

from __future__ import annotations

from encore.core.fact import Fact
from encore.games.dakapo.rules import Dakapo, Move, State
from encore.games.dakapo.tables import CELLS, COLOURS


def words(game: Dakapo, before: State, move: Move, after: State) -> Fact:
    """Return a stone in words: "red stone on d7", and whether it wins or was placed with a call."""
    cell, effect = CELLS[move.cell], "square" if after.won else "call" if move.call else "none"
    return Fact("dakapo.told-stone", cell, colour=COLOURS[move.colour], cell=cell, effect=effect)
