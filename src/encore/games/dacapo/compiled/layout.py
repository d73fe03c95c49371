"""One position of Da Capo as a flat array, and moves as codes: the names of all fields and bits.

Positions are flat because kernels copy, compare and undo them as a whole. A pile is one number: the colour, the value
of its top fish and the height.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from encore.games.dacapo.tables import OCTOPUS, SHARK, SIZE, Pile

Position = NDArray[np.int64]

AREA = SIZE * SIZE
"""The number of squares."""
NOWHERE = AREA
"""The square that a link names where there is no pile: it is always empty."""
WAYS = 4
"""The directions: right, left, down, up. The opposite of ``way`` is ``way ^ 1``."""

_FIELDS = {
    "squares": AREA + 1,  # a pile or 0 for each square, and for NOWHERE
    "turn": 1,  # the colour to move, -1 between rounds
    "rights": 4,  # what each seat may still switch: 1 the Octopus, 2 the Shark
    "scores": 4,
    "rounds": 1,  # finished ones
    "starter": 1,  # -1 before the first deal
    "order": 4,  # the colours in order of play
    "dealt": 1,
    "players": 1,
    "switch": 1,  # FIRST, EVERY_TURN or NEVER
    "target": 1,
    "limit": 1,  # the most rounds, 0 for no limit
    "links": WAYS * AREA,  # for each square the nearest pile in each direction
    "depth": 1,  # how many moves can be undone
    "stack": 128,  # a note for each of them
}
_OFFSETS = {name: sum(list(_FIELDS.values())[:number]) for number, name in enumerate(_FIELDS)}
TURN, RIGHTS, SCORES, ROUNDS = (_OFFSETS[name] for name in ("turn", "rights", "scores", "rounds"))
STARTER, ORDER, DEALT, PLAYERS = (_OFFSETS[name] for name in ("starter", "order", "dealt", "players"))
SWITCH, TARGET, LIMIT = (_OFFSETS[name] for name in ("switch", "target", "limit"))
LINKS, DEPTH, STACK = (_OFFSETS[name] for name in ("links", "depth", "stack"))
WIDTH = sum(_FIELDS.values())

FIRST, EVERY_TURN, NEVER = 0, 1, 2
"""The values of the option ``switch``."""
BOTH = 3
"""The rights to switch the Octopus (1) and the Shark (2)."""
RIGHTS_OF: dict[tuple[int, ...], int] = {(): 0, (OCTOPUS,): 1, (SHARK,): 2, (OCTOPUS, SHARK): BOTH}

# The bits of a pile.
VALUE_BIT, HEIGHT_BIT = 2, 7
COLOUR = 3
VALUES = 31
VALUE = VALUES << VALUE_BIT
TOP = COLOUR | VALUE
BIG = SHARK << VALUE_BIT
"""The value of a Shark, in its bits: an Octopus has more, every other fish less."""
PILE = (1 << 14) - 1

# The code of a capture is AREA * source + target.
SWITCHES = AREA * AREA
"""Codes from here on are switches: AREA of the Octopus, then AREA of the Shark, by the square of the other fish."""
CODE = (1 << 11) - 1
"""The bits of a code."""
MOST_MOVES = 256

# A note on the stack: the two piles, the code of their squares, who moved with which rights, and what the move was.
NOTE_TARGET, NOTE_CODE, NOTE_TURN, NOTE_RIGHTS = 14, 28, 39, 41
NOTE_ENDED, NOTE_SWITCH, NOTE_USED = 43, 44, 45


def pack(pile: Pile | None) -> int:
    """Return a pile as a number."""
    return 0 if pile is None else pile.colour | pile.value << VALUE_BIT | pile.height << HEIGHT_BIT


def unpack(number: int) -> Pile | None:
    """Return the pile that a number stands for."""
    return Pile(number & COLOUR, (number & VALUE) >> VALUE_BIT, number >> HEIGHT_BIT) if number else None
