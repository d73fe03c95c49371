"""Alpha-beta search for two sides (two players or two teams), including the switches.

Values are for the side of seats 0 and 2; the tables that map fish to values include the score of the game. The
search is a loop over frames, not a recursion, because Numba cannot cache a recursive function safely.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from encore.core.compiling import compiled
from encore.games.dacapo.compiled.layout import (
    AREA,
    CODE,
    HEIGHT_BIT,
    LINKS,
    PLAYERS,
    RIGHTS,
    SWITCHES,
    TOP,
    TURN,
    VALUE,
    VALUE_BIT,
    VALUES,
    WAYS,
    Position,
)
from encore.games.dacapo.compiled.legal import legal_moves
from encore.games.dacapo.compiled.turns import apply_move, undo_move
from encore.games.dacapo.search.outlook import SCRATCH, weigh

Numbers = NDArray[np.int64]

NODES, LIMIT, STOPPED, WHOLE = 0, 1, 2, 3
SCORES, HABIT = 4, 24
KEYS = HABIT + 1400
FRAMES = KEYS + 36 * 128 + 36 * 64 + 32
COUNT, NEXT, BEST, BEST_MOVE, ALPHA, BETA, KEY, DEPTH, SIDE, MOVES, FRAME = 0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 9 + 256
WIDTH = FRAMES + 128 * FRAME

UNKNOWN = 1 << 40
MOST = 1 << 30
EXACT, AT_LEAST, AT_MOST = 0, 1, 2


@compiled
def _key(p: Position, w: Numbers) -> int:
    key = w[KEYS + 36 * 192 + p[TURN]] ^ (w[WHOLE] * 0x5851F42D4C957F2D)
    for square in range(AREA):
        pile = p[square]
        if pile:
            key ^= w[KEYS + 128 * square + (pile & TOP)] ^ w[KEYS + 36 * 128 + 64 * square + (pile >> HEIGHT_BIT)]
    for seat in range(p[PLAYERS]):
        key ^= w[KEYS + 36 * 192 + 4 + 4 * seat + p[RIGHTS + seat]]
    return key


@compiled
def _foe(pile: int, other: int) -> bool:
    return pile != 0 and (pile ^ other) & 1 != 0


@compiled
def promise(p: Position, code: int) -> int:
    """Return the priority of a capture: what it gains, and what it leaves to the opponents."""
    source, target = code // AREA, code % AREA
    pile, caught = p[source], p[target]
    exposed, attacked, opened, tamed = False, False, 0, 0
    for way in range(WAYS):
        near = p[LINKS + WAYS * target + way]
        if near == source:
            near = p[LINKS + WAYS * source + way]
        beside = p[near]
        if _foe(beside, pile):
            exposed |= beside & VALUE >= pile & VALUE
        elif beside and near != source and beside & VALUE <= caught & VALUE:
            tamed += 1
        far = p[LINKS + WAYS * source + way]
        rival = p[far]
        if _foe(rival, pile) and far != target:
            attacked |= rival & VALUE >= pile & VALUE
            across = p[p[LINKS + WAYS * source + (way ^ 1)]]
            if across and not _foe(across, pile) and rival & VALUE >= across & VALUE:
                opened += 1 + (across >> HEIGHT_BIT)
    gain = (
        4 * (caught >> HEIGHT_BIT) + (caught >> VALUE_BIT & VALUES)
        if _foe(caught, pile)
        else -8 * (caught >> HEIGHT_BIT)
    )
    promise = gain + 6 * tamed - 6 * opened
    if exposed:
        promise -= 3 * ((pile >> HEIGHT_BIT) + (caught >> HEIGHT_BIT)) + 2 * (pile >> VALUE_BIT & VALUES)
    if attacked:
        promise += 4 * (pile >> HEIGHT_BIT) + 6
    return promise


@compiled
def _order(p: Position, w: Numbers, ply: int, hint: int) -> None:
    """Write the priority of each move in front of it."""
    frame = FRAMES + FRAME * ply
    moves = w[frame + MOVES : frame + MOVES + w[frame + COUNT]]
    for i in range(len(moves)):
        code = moves[i]
        early = 8 * (promise(p, code) if code < SWITCHES else -40) + w[HABIT + code] // 8
        if code == hint:
            early = 1 << 20
        moves[i] = (early + (1 << 21)) << 11 | code


@compiled
def _list_moves(p: Position, w: Numbers, ply: int) -> None:
    """List the moves; without switches when little depth is left."""
    frame = FRAMES + FRAME * ply
    seat = p[TURN]
    rights = p[RIGHTS + seat]
    if w[frame + DEPTH] < 3 and not w[WHOLE]:
        p[RIGHTS + seat] = 0
    w[frame + COUNT] = legal_moves(p, w[frame + MOVES : frame + FRAME])
    p[RIGHTS + seat] = rights


@compiled
def _worth(p: Position, w: Numbers, final: Numbers, likely: Numbers, weights: Numbers) -> int:
    """Return the value of a finished round, or the estimated value of an unfinished one."""
    if p[TURN] >= 0:
        scores = w[SCORES : SCORES + SCRATCH]
        weigh(p, weights, scores)
        judged = scores[0] + scores[2] - scores[1] - scores[3] + len(likely) // 2
        return likely[min(max(judged, 0), len(likely) - 1)]
    fish = 0
    for square in range(AREA):
        if p[square] and p[square] & 1 == 0:
            fish += p[square] >> HEIGHT_BIT
    return final[fish]


@compiled
def _enter(p: Position, w: Numbers, table: Numbers, ply: int, final: Numbers, likely: Numbers, weights: Numbers) -> int:
    """Return the value of a position that needs no search, else list its moves in order and return UNKNOWN."""
    frame = FRAMES + FRAME * ply
    w[NODES] += 1
    if p[TURN] < 0 or w[frame + DEPTH] <= 0:
        return _worth(p, w, final, likely, weights)
    key = _key(p, w)
    slot = 2 * (key & (len(table) // 2 - 1))
    hint = -1
    if table[slot] == key:
        entry = table[slot + 1]
        hint = entry & CODE
        value, bound = (entry >> 20) - MOST, entry >> 18 & 3
        if entry >> 11 & TOP >= w[frame + DEPTH]:
            if bound != AT_MOST and (bound == EXACT or value >= w[frame + BETA]):
                return value
            if bound != AT_LEAST and value <= w[frame + ALPHA]:
                return value
    _list_moves(p, w, ply)
    _order(p, w, ply, hint)
    w[frame + SIDE], w[frame + KEY] = p[TURN] & 1, key
    w[frame + NEXT], w[frame + BEST_MOVE] = w[frame + COUNT], 0
    w[frame + BEST] = MOST if w[frame + SIDE] else -MOST
    return UNKNOWN


@compiled
def _leave(w: Numbers, table: Numbers, ply: int, alpha: int, beta: int) -> int:
    """Store the result in the table, and return it."""
    frame = FRAMES + FRAME * ply
    best, move, key = w[frame + BEST], w[frame + BEST_MOVE], w[frame + KEY]
    bound = AT_LEAST if best >= beta else AT_MOST if best <= alpha else EXACT
    slot = 2 * (key & (len(table) // 2 - 1))
    table[slot] = key
    table[slot + 1] = (best + MOST) << 20 | bound << 18 | w[frame + DEPTH] << 11 | move
    w[HABIT + move] += w[frame + DEPTH] * w[frame + DEPTH]
    if w[HABIT + move] > 1600:
        for i in range(HABIT, KEYS):
            w[i] //= 2
    return best


@compiled
def _descend(p: Position, w: Numbers, ply: int) -> None:
    """Play the most promising move that has not been tried."""
    frame = FRAMES + FRAME * ply
    w[frame + NEXT] -= 1
    last = frame + MOVES + w[frame + NEXT]
    most = last
    for i in range(frame + MOVES, last):
        if w[i] > w[most]:
            most = i
    w[last], w[most] = w[most], w[last]
    apply_move(p, w[last] & CODE)
    below = frame + FRAME
    w[below + DEPTH] = w[frame + DEPTH] - 1
    w[below + ALPHA], w[below + BETA] = w[frame + ALPHA], w[frame + BETA]
    if w[frame + SIDE]:
        w[below + BETA] = min(w[frame + BETA], w[frame + BEST])
    else:
        w[below + ALPHA] = max(w[frame + ALPHA], w[frame + BEST])


@compiled
def _ascend(p: Position, w: Numbers, ply: int, value: int) -> bool:
    """Undo the move, record its value, and tell whether the position is finished."""
    frame = FRAMES + FRAME * ply
    undo_move(p)
    better = value < w[frame + BEST] if w[frame + SIDE] else value > w[frame + BEST]
    if better:
        w[frame + BEST] = value
        w[frame + BEST_MOVE] = w[frame + MOVES + w[frame + NEXT]] & CODE
    beaten = value <= w[frame + ALPHA] if w[frame + SIDE] else value >= w[frame + BETA]
    return beaten or w[frame + NEXT] == 0


@compiled
def search(
    p: Position,
    w: Numbers,
    table: Numbers,
    roots: Numbers,
    depth: int,
    final: Numbers,
    likely: Numbers,
    weights: Numbers,
    stop: NDArray[np.uint8],
) -> tuple[int, int]:
    """Return the value and the best of the root moves at a depth; they are tried from the last to the first.

    If the search had to stop, it returns the best move so far, -1 for none, and sets ``w[STOPPED]``; the moves on ``p``
    have been undone.
    """
    w[STOPPED] = 0
    w[FRAMES + DEPTH], w[FRAMES + ALPHA], w[FRAMES + BETA] = depth, -MOST, MOST
    w[FRAMES + SIDE], w[FRAMES + BEST_MOVE] = p[TURN] & 1, -1
    w[FRAMES + BEST] = MOST if p[TURN] & 1 else -MOST
    w[FRAMES + NEXT] = w[FRAMES + COUNT] = len(roots)
    for i in range(len(roots)):
        w[FRAMES + MOVES + i] = (i + 1) << 11 | roots[i]
    ply = 0
    while True:
        _descend(p, w, ply)
        ply += 1
        if w[NODES] >= w[LIMIT] or (w[NODES] & 255 == 0 and stop[0]):
            w[STOPPED] = 1
            for _ in range(ply):
                undo_move(p)
            return w[FRAMES + BEST], w[FRAMES + BEST_MOVE]
        value = _enter(p, w, table, ply, final, likely, weights)
        while value != UNKNOWN:
            ply -= 1
            if not _ascend(p, w, ply, value):
                break
            if ply == 0:
                return w[FRAMES + BEST], w[FRAMES + BEST_MOVE]
            frame = FRAMES + FRAME * ply
            value = _leave(w, table, ply, w[frame + ALPHA], w[frame + BETA])
