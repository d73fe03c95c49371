"""The memory of the endgame solver: its working memory, the bits of captures, and the table of known results."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from encore.core.compiling import compiled
from encore.games.dacapo.compiled.layout import AREA, WAYS
from encore.games.dacapo.tables import SIZE

Ints = NDArray[np.int64]
Table = NDArray[np.int64]

FISH, VALUES_EACH = 32, 16
PLIES, MOST_CAPTURES = 40, 64


class Frame:
    """One position on the current path, and what the search knows about it."""

    side: int
    """The side that moves: 0 is red, 1 is purple."""
    count: int
    """How many captures it has."""
    next: int
    """The index of the next one to try."""
    best: int
    """The count of the best one so far."""
    best_move: int
    key: int
    """The key of the position in the table."""
    bare: int
    """The key of the piles, whoever moves."""
    low: int
    high: int
    """The bounds of the count of red that are known before this search, from the table and the safe fish."""
    hint: int
    """The capture in the table, or UNKNOWN."""
    move: int
    """The capture that is being tried."""
    caught: int
    """The fish that it captured."""


class Work:
    """The working memory of the solver, a NumPy record of type WORK; kernels use its fields as attributes."""

    fish: Ints
    """For each square VALUES_EACH * colour + value - 1 of its top fish, or NOBODY; the last square is always empty."""
    height: Ints
    links: Ints
    """For each square the nearest pile in each direction, as in the kernel."""
    square: Ints
    """For each fish its square."""
    alive: Ints
    """For each colour the values of its top fish, as bits."""
    taken: int
    """The squares with a pile, as bits."""
    nodes: int
    limit: int
    root_piles: int
    key: int
    """The key of the piles on the board, whoever moves."""
    keys: Ints
    """Random numbers for each square and fish."""
    habit: Ints
    """How often a capture of a fish to a square was the best one, weighted."""
    moves: Ints
    """The captures of each ply."""
    frames: Sequence[Frame]


FRAME = np.dtype([(name, np.int64) for name in Frame.__annotations__], align=True)
WORK = np.dtype(
    [
        ("fish", np.int64, AREA + 1),
        ("height", np.int64, AREA + 1),
        ("links", np.int64, (AREA, WAYS)),
        ("square", np.int64, FISH),
        ("alive", np.int64, 2),
        ("taken", np.int64),
        ("nodes", np.int64),
        ("limit", np.int64),
        ("root_piles", np.int64),
        ("key", np.int64),
        ("keys", np.int64, (AREA, FISH)),
        ("habit", np.int64, (FISH, AREA)),
        ("moves", np.int64, (PLIES, MOST_CAPTURES)),
        ("frames", FRAME, PLIES),
    ],
    align=True,
)

# A capture is source << SOURCE_BIT | target << TARGET_BIT | way.
SOURCE_BIT, TARGET_BIT, SQUARE_MASK, WAY_BITS, WAY_MASK = 8, 2, 63, 2, 3
MOVE_BITS = 14
"""In the list of a ply, the priority of a capture is above its bits."""
# An entry of the table is check << CHECK_BIT | (piles - 1) << PILES_BIT | hint << HINT_BIT | high << HIGH_BIT | low.
# A hint is source << WAY_BITS | way.
CHECK_BIT, PILES_BIT, HINT_BIT, HIGH_BIT = 25, 20, 12, 6
PILES_MASK, HINT_MASK, COUNT_MASK = 31, 255, 63
BUCKET = 4
"""How many entries of the table a key may be in."""
# The bits of a fish, and of a row of squares.
COLOUR_BIT, VALUE_MASK, ROW_MASK = 4, 15, (1 << SIZE) - 1
LEAST_PROMISE, HINTED = 1 << 32, 1 << 30
"""What is added to every priority, so that it is positive; the priority of the capture in the table."""
MOST_HABIT = 1000
"""All habits are halved when one is above this."""

NOBODY = 63
"""The fish of an empty square: it has no colour."""
UNKNOWN = -1


@compiled
def look_up(table: Table, key: int, piles: int) -> int:
    """Return the entry of a position, 0 if there is none."""
    slot = (key & (len(table) // BUCKET - 1)) * BUCKET
    for i in range(slot, slot + BUCKET):
        entry = table[i]  # read once, since another thread may replace it
        if entry >> PILES_BIT == (key >> CHECK_BIT << CHECK_BIT - PILES_BIT | piles - 1):
            return entry
    return 0


@compiled
def store(table: Table, key: int, piles: int, found: int) -> None:
    """Store a result, replacing the entry that was cheapest to compute."""
    slot = (key & (len(table) // BUCKET - 1)) * BUCKET
    place, least = slot, 99
    for i in range(slot, slot + BUCKET):
        if table[i] >> PILES_BIT == (key >> CHECK_BIT << CHECK_BIT - PILES_BIT | piles - 1):
            place = i
            break
        if table[i] >> PILES_BIT & PILES_MASK < least:
            place, least = i, table[i] >> PILES_BIT & PILES_MASK
    table[place] = key >> CHECK_BIT << CHECK_BIT | (piles - 1) << PILES_BIT | found
