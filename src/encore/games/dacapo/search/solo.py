"""Solver for one player: a depth-first search for captures that leave only the player's own colour.

Heights do not matter with one player, so a position is its top fish and whose turn it is. A region of the board (piles
connected by rows and columns; regions can only split) is lost when its highest fish outranks every own fish there. Lost
positions are stored. The search restarts with a different order of captures and a higher node limit each time, because
after one bad early capture a winnable deal can lead to millions of lost positions.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from encore.core.compiling import compiled
from encore.core.thinking import Budget
from encore.games.dacapo.compiled.chance import random_below, seeded
from encore.games.dacapo.compiled.layout import (
    AREA,
    CODE,
    COLOUR,
    DEPTH,
    NOTE_CODE,
    ORDER,
    STACK,
    TOP,
    TURN,
    VALUE,
    VALUE_BIT,
    VALUES,
    Position,
)
from encore.games.dacapo.compiled.legal import legal_moves
from encore.games.dacapo.compiled.turns import apply_move, shown_colours, undo_move

Numbers = NDArray[np.int64]

HOPELESS, WON, OPEN = 0, 1, 2
OUT_OF_PATIENCE = 3
NODES, LIMIT, PATIENCE = 0, 1, 2
# One frame per capture on the current path: the number of captures, the next one, the key of the position.
COUNT, NEXT, KEY, MOVES, FRAME = 0, 1, 2, 3, 3 + 64 + 1
_FIRST_PATIENCE = 400


@compiled
def _lost_region(p: Position, own: int) -> bool:
    """Tell whether some region has a fish that is higher than all own fish in it."""
    rows = np.zeros(6, np.int64)
    for square in range(AREA):
        if p[square]:
            rows[square // 6] |= 1 << square % 6
    for first in range(6):
        files, growing = rows[first], True
        best_own, best_other = 0, 0
        while growing and files:
            growing = False
            for row in range(first, 6):
                if rows[row] & files:
                    files |= rows[row]
                    rows[row] = 0
                    growing = True
                    for square in range(6 * row, 6 * row + 6):
                        if p[square] & COLOUR == own:
                            best_own = max(best_own, p[square] & VALUE)
                        else:
                            best_other = max(best_other, p[square] & VALUE)
        if best_other > best_own:
            return True
    return False


@compiled
def _key(p: Position, keys: Numbers) -> int:
    key = keys[p[TURN]]
    for square in range(AREA):
        if p[square]:
            key ^= keys[128 * square + (p[square] & TOP)]
    return key


@compiled
def _promise(p: Position, code: int, own: int) -> int:
    """Return the priority of a capture: high rivals are captured first, own fish are kept."""
    catcher, caught = p[code // AREA], p[code % AREA]
    value = caught >> VALUE_BIT & VALUES
    if catcher & COLOUR == own:
        return 4 * value - (catcher >> VALUE_BIT & VALUES)
    if caught & COLOUR == own:
        return -4 * value
    return 2 * value


@compiled
def _enter(p: Position, frames: Numbers, ply: int, failed: Numbers, keys: Numbers, generator: Numbers) -> int:
    """Tell whether a position is won or hopeless; if neither, list its captures, the most promising first."""
    own = p[ORDER + 3]
    if p[TURN] < 0:
        return WON if shown_colours(p) == 1 << own else HOPELESS
    key = _key(p, keys)
    if failed[key & (len(failed) - 1)] == key or _lost_region(p, own):
        return HOPELESS
    frame = FRAME * ply
    moves = frames[frame + MOVES : frame + FRAME]
    count = legal_moves(p, moves)
    for i in range(count):
        moves[i] |= (1000 + 8 * _promise(p, moves[i], own) + random_below(generator, 160)) << 11
        for j in range(i, 0, -1):
            if moves[j] < moves[j - 1]:
                moves[j], moves[j - 1] = moves[j - 1], moves[j]
    frames[frame + COUNT], frames[frame + NEXT], frames[frame + KEY] = count, count, key
    return OPEN


@compiled
def _search(
    p: Position,
    frames: Numbers,
    failed: Numbers,
    keys: Numbers,
    control: Numbers,
    generator: Numbers,
    stop: NDArray[np.uint8],
) -> int:
    """Return WON with the winning captures on the stack of ``p``, HOPELESS, or OUT_OF_PATIENCE."""
    ply, patience = 0, control[NODES] + control[PATIENCE]
    while True:
        if control[NODES] >= control[LIMIT] or control[NODES] >= patience or stop[0]:
            return OUT_OF_PATIENCE
        control[NODES] += 1
        found = _enter(p, frames, ply, failed, keys, generator)
        if found == WON:
            return WON
        while found == HOPELESS or frames[FRAME * ply + NEXT] == 0:
            if found != HOPELESS:
                key = frames[FRAME * ply + KEY]
                failed[key & (len(failed) - 1)] = key
            if ply == 0:
                return HOPELESS
            ply -= 1
            undo_move(p)
            found = OPEN
        frames[FRAME * ply + NEXT] -= 1
        apply_move(p, frames[FRAME * ply + MOVES + frames[FRAME * ply + NEXT]] & CODE)
        ply += 1


class SoloSolver:
    """The solver with its table of hopeless positions (8 MB)."""

    def __init__(self) -> None:
        rng = np.random.default_rng(1978)
        self._keys = rng.integers(-(1 << 63), (1 << 63) - 1, 36 * 128, np.int64, endpoint=True)
        self._failed = np.zeros(1 << 20, np.int64)
        self._frames = np.zeros(40 * FRAME, np.int64)
        self.nodes = 0

    def most_promising(self, position: Position, codes: Numbers) -> int:
        """Return the capture to make when nothing better is known."""
        return max(codes.tolist(), key=lambda code: int(_promise(position, code, position[ORDER + 3])))

    def solve(self, position: Position, budget: Budget, nodes: int, seed: int = 1) -> tuple[int, ...] | None:
        """Return the codes of winning captures, an empty result for a hopeless position, None if it is undecided."""
        stop = np.frombuffer(budget.stop, np.uint8)
        control = np.array([0, nodes, _FIRST_PATIENCE], np.int64)
        generator = np.array([seeded(seed, 0)], np.int64)
        self._failed = np.zeros(self._failed.size, self._failed.dtype)  # fresh pages, written only where needed
        found = OUT_OF_PATIENCE
        while found == OUT_OF_PATIENCE and not budget.over(int(control[NODES])) and control[NODES] < nodes:
            p = position.copy()
            p[DEPTH] = 0
            found = _search(p, self._frames, self._failed, self._keys, control, generator, stop)
            control[PATIENCE] += control[PATIENCE] // 4
        self.nodes = int(control[NODES])
        if found == OUT_OF_PATIENCE:
            return None
        return tuple((p[STACK : STACK + p[DEPTH]] >> NOTE_CODE & CODE).tolist()) if found == WON else ()
