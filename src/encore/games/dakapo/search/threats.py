"""The compiled search of Dakapo: which placements are safe, and proof-number search over them.

Nobody owns a colour, so either player may use a cell that completes a square, unless rule 3 forbids its colour. Four
sets of cells describe the next two moves:

- *completing* cells of a colour, on the edge and not closed to it, win at once for a mover who may play the colour;
- those of the colour just placed are the *threat*: the mover may not play that colour, so it must fill the
  cell. Two such cells cannot both be filled;
- completing cells that touch no stone are *out of reach*: a stone of another colour next to one opens it for the
  opponent;
- the remaining placements are *safe*: the opponent cannot win at once after them.

Only safe placements are searched. A mover who has none has lost. A level that overlooks things does so here: neither
player in the search notices a completing cell outside ``seen``, and its move is not considered.
"""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

from encore.core.compiling import compiled
from encore.games.dakapo.compiled.kernel import (
    BOARD,
    CELLS,
    CLOSED,
    COLOURS,
    COMPLETE,
    EDGE,
    OCCUPIED,
    Position,
    Words,
    around,
    completing,
    lowest,
    popcount,
    set_up,
)
from encore.games.dakapo.compiled.kernel import LAST as PLACED
from encore.games.dakapo.tables import SUPPLY

# A row of ``boards`` is the kernel's playout board, then its hash and the colour placed last (4: none). The row of a
# ply is made from the row before it, so no move is ever undone.
KEY, LAST, ROW = BOARD, BOARD + 1, BOARD + 2
PLIES = CELLS + 2
WIDTH = 256

WIN, LOSS, TIE = -1, 0, -2
# The words of a child: its placement and its numbers; of the counters of a search; of a ply's frame: the phi and delta
# to stop at, how many children it has, and the one that is searched.
CODE, PHI, DELTA, CHILD = 0, 1, 2, 3
NODES, TIES, LATEST, FACTS = 0, 1, 2, 3
MOST_PHI, MOST_DELTA, CHILDREN, CHOSEN, FRAME = 0, 1, 2, 3, 4
INFINITE = (1 << 24) - 1
NEW_PHI = 3
"""Phi of a position that has not been searched; ``search.fit`` compares it with others in games."""

_ONE = np.uint64(1)
_ZERO = np.uint64(0)
_ALL = np.uint64(0xFFFFFFFFFFFFFFFF)


@compiled
def start(position: Position, boards: Words, seen: Words, tables: Any) -> None:
    """Fill the first row from a position."""
    others, _, zobrist = tables
    set_up(position, boards[0], others)
    last = position[PLACED] if position[PLACED] >= 0 else COLOURS
    key = zobrist[COLOURS * CELLS + last]
    for colour in range(COLOURS):
        boards[0, COMPLETE + colour] &= seen[colour]
        cells = boards[0, colour]
        while cells:
            key ^= zobrist[colour * CELLS + lowest(cells)]
            cells &= cells - _ONE
    boards[0, KEY] = key
    boards[0, LAST] = np.uint64(last)


@compiled
def place(boards: Words, ply: int, to: int, code: int, seen: Words, tables: Any) -> None:
    """Fill row ``to`` with the board of row ``ply`` after a placement; they may be the same row."""
    others, beside, zobrist = tables
    colour, cell = code // CELLS, code % CELLS
    if to != ply:
        for i in range(ROW):
            boards[to, i] = boards[ply, i]
    bit = _ONE << np.uint64(cell)
    own = boards[to, colour] | bit
    boards[to, colour] = own
    boards[to, OCCUPIED] |= bit
    boards[to, EDGE] = (boards[to, EDGE] | beside[cell]) & ~boards[to, OCCUPIED]
    boards[to, CLOSED + colour] |= beside[cell] if popcount(own) < SUPPLY else _ALL
    boards[to, COMPLETE + colour] |= completing(own, cell, others) & seen[colour]
    last = COLOURS * CELLS + np.int64(boards[to, LAST])
    boards[to, KEY] ^= zobrist[code] ^ zobrist[last] ^ zobrist[COLOURS * CELLS + colour]
    boards[to, LAST] = np.uint64(colour)


@compiled
def assess(boards: Words, ply: int, safe: Words) -> int:
    """Fill in the safe cells of each colour; return their number (0 is LOSS), or WIN, or TIE."""
    edge, occupied = boards[ply, EDGE], boards[ply, OCCUPIED]
    last = np.int64(boards[ply, LAST])
    threat = _ZERO
    wake_once = wake_twice = _ZERO
    for colour in range(COLOURS):
        finish = boards[ply, COMPLETE + colour] & ~boards[ply, CLOSED + colour] & ~occupied
        if finish & edge:
            if colour != last:
                return WIN
            threat = finish & edge
        wakes = around(finish & ~edge)
        safe[ply, colour] = wakes
        wake_twice |= wake_once & wakes
        wake_once |= wakes
    if occupied == _ALL:
        return TIE
    if threat & (threat - _ONE):
        return LOSS
    if threat:
        edge = threat
    count = 0
    for colour in range(COLOURS):
        cells = edge & ~boards[ply, CLOSED + colour] & ~(wake_twice | wake_once & ~safe[ply, colour])
        if colour == last:
            cells = _ZERO
        safe[ply, colour] = cells
        count += popcount(cells)
    return count


@compiled
def finishes(boards: Words, ply: int) -> int:
    """Return how many placements would complete a square at once."""
    count = 0
    for colour in range(COLOURS):
        if colour != np.int64(boards[ply, LAST]):
            finish = boards[ply, COMPLETE + colour] & boards[ply, EDGE] & ~boards[ply, CLOSED + colour]
            count += popcount(finish)
    return count


@compiled
def winning(boards: Words, ply: int) -> int:
    """Return the code of a placement that completes a square at once, or -1."""
    for colour in range(COLOURS):
        cells = boards[ply, COMPLETE + colour] & boards[ply, EDGE] & ~boards[ply, CLOSED + colour]
        if cells and colour != np.int64(boards[ply, LAST]):
            return colour * CELLS + int(lowest(cells))
    return -1


# Depth-first proof-number search (df-pn). At every node ``phi`` is the proof number of a win for the player to move,
# ``delta`` that of a win for the opponent; a tie counts as a win for one of them. Stones are never removed, so no
# position repeats. The table has two words for a position: its hash; and phi, delta and the search's stamp, packed.


@compiled
def probe(table: Words, key: np.uint64, stamp: int) -> np.uint64:
    """Return phi and delta of a position, packed, or 0 if this search has not stored it."""
    slot = np.int64(key & np.uint64(table.shape[0] - 1))
    for at in (slot, slot ^ 1):
        if table[at, 0] == key and np.int64(table[at, 1] >> np.uint64(48)) == stamp:
            return np.uint64(table[at, 1])
    return _ZERO


@compiled
def _store(table: Words, key: np.uint64, stamp: int, phi: int, delta: int) -> None:
    slot = np.int64(key & np.uint64(table.shape[0] - 1))
    into, least = slot, np.int64(1) << 62
    for at in (slot, slot ^ 1):
        worth = np.int64(0)
        if np.int64(table[at, 1] >> np.uint64(48)) == stamp:
            worth = np.int64(1) + phi_of(table[at, 1]) + delta_of(table[at, 1])
            if table[at, 0] == key:
                worth = np.int64(-1)
        if worth < least:
            into, least = at, worth
    table[into, 0] = key
    table[into, 1] = np.uint64(phi) | np.uint64(delta) << np.uint64(24) | np.uint64(stamp) << np.uint64(48)


@compiled
def phi_of(packed: np.uint64) -> int:
    """Return phi of a packed entry."""
    return int(np.int64(packed & np.uint64(INFINITE)))


@compiled
def delta_of(packed: np.uint64) -> int:
    """Return delta of a packed entry."""
    return int(np.int64(packed >> np.uint64(24) & np.uint64(INFINITE)))


@compiled
def _outlook(boards: Words, ply: int, safe: Words, tie_for: int, new_phi: int, facts: Position) -> tuple[int, int]:
    """Return phi and delta of a position that has not been searched.

    The opponent must refute every safe placement, so delta is their number.
    """
    count = assess(boards, ply, safe)
    if count == TIE:
        facts[TIES] += 1
        count = WIN if popcount(boards[ply, OCCUPIED]) % 2 == tie_for else LOSS
    if count == WIN:
        return 0, INFINITE
    if count == LOSS:
        return INFINITE, 0
    return new_phi, count


@compiled
def expand(
    boards: Words, ply: int, safe: Words, children: Position, seen: Words, tables: Any,
    table: Words, stamp: int, tie_for: int, new_phi: int, facts: Position,
) -> int:  # fmt: skip
    """List the safe placements of a ply with their phi and delta; if one wins, only that one."""
    count = 0
    for colour in range(COLOURS):
        cells = safe[ply, colour]
        while cells:
            code = colour * CELLS + lowest(cells)
            cells &= cells - _ONE
            place(boards, ply, ply + 1, code, seen, tables)
            known = probe(table, boards[ply + 1, KEY], stamp)
            if known:
                phi, delta = phi_of(known), delta_of(known)
            else:
                phi, delta = _outlook(boards, ply + 1, safe, tie_for, new_phi, facts)
            if delta == 0:
                count = 0
            children[ply, count, CODE] = code
            children[ply, count, PHI] = phi
            children[ply, count, DELTA] = delta
            count += 1
            if delta == 0:
                return count
    return count


@compiled
def _sum_up(children: Position, ply: int, count: int) -> tuple[int, int, int, int]:
    """Return phi and delta of a ply, its most promising child, and the delta of the second best."""
    best, least, second, delta = 0, INFINITE + 1, INFINITE, 0
    for i in range(count):
        delta += children[ply, i, PHI]
        value = children[ply, i, DELTA]
        if value < least:
            best, least, second = i, value, min(least, INFINITE)
        elif value < second:
            second = value
    if least == 0:
        delta = INFINITE
    return min(least, INFINITE), min(delta, INFINITE), best, second


@compiled
def prove(
    boards: Words, safe: Words, children: Position, seen: Words, tables: Any,
    table: Words, stamp: int, tie_for: int, new_phi: int, nodes: int, stop: NDArray[np.uint8], facts: Position,
) -> None:  # fmt: skip
    """Search until the position of row 0 is proved won or not won, ``nodes`` are searched, or ``stop`` is set.

    ``facts`` counts the nodes (NODES) and the ties found (TIES), and names the placement searched last (LATEST). The
    results are in the table, so a later call continues where this one stopped.
    """
    bounds = np.zeros((PLIES, FRAME), np.int64)
    phi, delta = _outlook(boards, 0, safe, tie_for, new_phi, facts)
    if phi == 0 or delta == 0:
        _store(table, boards[0, KEY], stamp, phi, delta)
        return
    for colour in range(COLOURS):
        safe[0, colour] &= seen[colour]
    bounds[0, MOST_PHI] = bounds[0, MOST_DELTA] = INFINITE
    bounds[0, CHILDREN] = expand(boards, 0, safe, children, seen, tables, table, stamp, tie_for, new_phi, facts)
    end, ply = facts[NODES] + nodes, 0
    while True:
        phi, delta, best, second = _sum_up(children, ply, bounds[ply, CHILDREN])
        if phi >= bounds[ply, MOST_PHI] or delta >= bounds[ply, MOST_DELTA] or facts[NODES] >= end or stop[0]:
            _store(table, boards[ply, KEY], stamp, phi, delta)
            if ply == 0:
                return
            ply -= 1
            children[ply, bounds[ply, CHOSEN], PHI] = phi
            children[ply, bounds[ply, CHOSEN], DELTA] = delta
            continue
        facts[NODES] += 1
        bounds[ply, CHOSEN] = best
        facts[LATEST] = children[0, bounds[0, CHOSEN], CODE]
        bounds[ply + 1, MOST_PHI] = min(bounds[ply, MOST_DELTA] - delta + children[ply, best, PHI], INFINITE)
        bounds[ply + 1, MOST_DELTA] = min(bounds[ply, MOST_PHI], second + second // 4 + 1)
        place(boards, ply, ply + 1, children[ply, best, CODE], seen, tables)
        assess(boards, ply + 1, safe)
        ply += 1
        bounds[ply, CHILDREN] = expand(boards, ply, safe, children, seen, tables, table, stamp, tie_for, new_phi, facts)
