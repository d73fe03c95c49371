"""Positions of Da Capo that are the same but for a symmetry."""

from __future__ import annotations

from encore.core.symmetry import canonical
from encore.games.dacapo.position import State
from encore.games.dacapo.rules import DaCapo
from encore.games.dacapo.tables import SIZE


def board(game: DaCapo, s: State) -> str:
    """Return the text of all boards that are symmetric to this one; empty before the deal."""
    middle = SIZE - 1
    return canonical(
        (2 * (square % SIZE) - middle, 2 * (square // SIZE) - middle, pile.colour, f"{pile.value}/{pile.height}")
        for square, pile in enumerate(s.piles)
        if pile
    )
