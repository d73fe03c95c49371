"""Positions of Dakapo that are the same but for a symmetry."""

from __future__ import annotations

from encore.core.symmetry import canonical
from encore.games.dakapo.rules import Dakapo, State
from encore.games.dakapo.tables import SIZE, each

SHARED = 6
"""Stones up to which many games have the same position."""


def board(game: Dakapo, s: State) -> str:
    """Return the text of all boards that are symmetric to this one; empty for one that many games share."""
    stones = [(colour, divmod(cell, SIZE)) for colour, cells in enumerate(s.stones) for cell in each(cells)]
    if len(stones) <= SHARED:
        return ""
    return canonical((2 * file - SIZE + 1, 2 * rank - SIZE + 1, colour, "") for colour, (rank, file) in stones)
