"""Positions of Dalapapa that are the same but for a symmetry."""

from __future__ import annotations

from encore.core.symmetry import canonical
from encore.games.dalapapa.position import State
from encore.games.dalapapa.rules import Dalapapa


def board(game: Dalapapa, s: State) -> str:
    """Return the text of all tables that are symmetric to this one; empty with a single tile."""
    if len(s.layout.laid) < 2:
        return ""
    return canonical(((x, y, colour, "") for (x, y), colour in s.layout.colours.items()), shifts=True)
