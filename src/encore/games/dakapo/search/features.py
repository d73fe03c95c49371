"""The numbers from which the win chances of Dakapo are estimated."""

from __future__ import annotations

import math

import numpy as np
from numpy.typing import NDArray

from encore.games.dakapo.rules import Dakapo, State
from encore.games.dakapo.search.searcher import Prover
from encore.games.dakapo.tables import SIZE

SEARCHED = 60
"""The nodes of the proof search in a position that is judged."""
CLEAR = 5.0
"""The largest logarithm of the ratio of two proof numbers."""


class Features:
    """Whose turn it is, and what a short proof search says about it."""

    names = ("turn", "proof", "won", "lost")
    nodes = 1000

    def __init__(self, game: Dakapo) -> None:
        self._prover = Prover(game, 1 << 12)

    def of(self, view: State) -> tuple[NDArray[np.float64], float]:
        """Return the numbers of the seat to move; those of the other are 0."""
        stones = view.occupied.bit_count()
        mover = stones % 2
        self._prover.begin(tie_for=1 - mover)
        value = self._prover.prove(view, SEARCHED, np.zeros(1, np.uint8))
        rows = np.zeros((2, len(self.names)))
        if 0 < value < 1:
            rows[mover, :2] = 1.0, max(-CLEAR, min(CLEAR, math.log(value / (1 - value))))
        else:
            rows[mover, 0], rows[mover, 2 if value else 3] = 1.0, 1.0
        return rows, stones / SIZE**2
