"""Alpha-beta search for two sides (two players or two teams), including the switches.

Values are for the side of seats 0 and 2; the tables that map fish to values include the score of the game. The
search is a loop over frames, not a recursion, because Numba cannot cache a recursive function safely.
"""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from encore.core.compiling import compiled
from encore.games.dacapo.compiled.layout import (
    AREA,
    BOTH,
    CODE,
    HEIGHT_BIT,
    LINKS,
    MOST_MOVES,
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

PLIES = 128
HABITS = SWITCHES + 2 * AREA
"""The number of codes of moves."""
HEIGHTS = 64
MOST_HABIT = 1600
"""All habits are halved when one is above this."""


class Frame:
    """One position on the current path, and what the search knows about it."""

    count: int
    """How many moves it has."""
    next: int
    """How many of them have not been tried."""
    best: int
    """The value of the best one so far."""
    best_move: int
    alpha: int
    beta: int
    """The window: values outside it need not be exact."""
    key: int
    """The key of the position in the table."""
    depth: int
    """How many moves are still to be searched."""
    side: int
    moves: Numbers
    """Its moves; their priorities are above the bits of CODE."""


class Work:
    """The working memory of the search, a NumPy record of type WORK; kernels use its fields as attributes."""

    nodes: int
    limit: int
    stopped: int
    whole: int
    """Whether the depth reaches the end of the round."""
    scores: Numbers
    """What ``weigh`` writes."""
    habit: Numbers
    """How often each move was the best one, weighted."""
    top_keys: Numbers
    """Random numbers for each square and top fish."""
    height_keys: Numbers
    """Random numbers for each square and height."""
    turn_keys: Numbers
    rights_keys: Numbers
    """Random numbers for each seat and its rights to switch."""
    frames: Sequence[Frame]


FRAME = np.dtype(
    [(name, np.int64, MOST_MOVES if name == "moves" else ()) for name in Frame.__annotations__], align=True
)
KEYS = {"top_keys": (AREA, TOP + 1), "height_keys": (AREA, HEIGHTS), "turn_keys": (4,), "rights_keys": (4, BOTH + 1)}
WORK = np.dtype(
    [
        ("nodes", np.int64),
        ("limit", np.int64),
        ("stopped", np.int64),
        ("whole", np.int64),
        ("scores", np.int64, SCRATCH),
        ("habit", np.int64, HABITS),
        *((name, np.int64, shape) for name, shape in KEYS.items()),
        ("frames", FRAME, PLIES),
    ],
    align=True,
)
CODE_BITS = CODE.bit_length()
# An entry of the table is (value + MOST) << ENTRY_VALUE_BIT | bound << BOUND_BIT | depth << CODE_BITS | move.
ENTRY_VALUE_BIT, BOUND_BIT, BOUND_MASK, DEPTH_MASK = 20, 18, 3, 127
SWITCH_PROMISE, HINTED, LEAST_PROMISE = -40, 1 << 20, 1 << 21
"""The priority of a switch, and of the move in the table; and what is added to all, so that they are positive."""
WHOLE_KEY = 0x5851F42D4C957F2D

UNKNOWN = 1 << 40
MOST = 1 << 30
EXACT, AT_LEAST, AT_MOST = 0, 1, 2


@compiled
def _key(p: Position, w: Work) -> int:
    key = w.turn_keys[p[TURN]] ^ (w.whole * WHOLE_KEY)
    for square in range(AREA):
        pile = p[square]
        if pile:
            key ^= w.top_keys[square, pile & TOP] ^ w.height_keys[square, pile >> HEIGHT_BIT]
    for seat in range(p[PLAYERS]):
        key ^= w.rights_keys[seat, p[RIGHTS + seat]]
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
def _order(p: Position, w: Work, ply: int, hint: int) -> None:
    """Write the priority of each move in front of it."""
    frame = w.frames[ply]
    moves = frame.moves
    for i in range(frame.count):
        code = moves[i]
        early = 8 * (promise(p, code) if code < SWITCHES else SWITCH_PROMISE) + w.habit[code] // 8
        if code == hint:
            early = HINTED
        moves[i] = (early + LEAST_PROMISE) << CODE_BITS | code


@compiled
def _list_moves(p: Position, w: Work, ply: int) -> None:
    """List the moves; without switches when little depth is left."""
    frame = w.frames[ply]
    seat = p[TURN]
    rights = p[RIGHTS + seat]
    if frame.depth < 3 and not w.whole:
        p[RIGHTS + seat] = 0
    frame.count = legal_moves(p, frame.moves)
    p[RIGHTS + seat] = rights


@compiled
def _worth(p: Position, w: Work, final: Numbers, likely: Numbers, weights: Numbers) -> int:
    """Return the value of a finished round, or the estimated value of an unfinished one."""
    if p[TURN] >= 0:
        scores = w.scores
        weigh(p, weights, scores)
        judged = scores[0] + scores[2] - scores[1] - scores[3] + len(likely) // 2
        return likely[min(max(judged, 0), len(likely) - 1)]
    fish = 0
    for square in range(AREA):
        if p[square] and p[square] & 1 == 0:
            fish += p[square] >> HEIGHT_BIT
    return final[fish]


@compiled
def _enter(p: Position, w: Work, table: Numbers, ply: int, final: Numbers, likely: Numbers, weights: Numbers) -> int:
    """Return the value of a position that needs no search, else list its moves in order and return UNKNOWN."""
    frame = w.frames[ply]
    w.nodes += 1
    if p[TURN] < 0 or frame.depth <= 0:
        return _worth(p, w, final, likely, weights)
    key = _key(p, w)
    slot = 2 * (key & (len(table) // 2 - 1))
    hint = -1
    if table[slot] == key:
        entry = table[slot + 1]
        hint = entry & CODE
        value, bound = (entry >> ENTRY_VALUE_BIT) - MOST, entry >> BOUND_BIT & BOUND_MASK
        if entry >> CODE_BITS & DEPTH_MASK >= frame.depth:
            if bound != AT_MOST and (bound == EXACT or value >= frame.beta):
                return value
            if bound != AT_LEAST and value <= frame.alpha:
                return value
    _list_moves(p, w, ply)
    _order(p, w, ply, hint)
    frame.side, frame.key = p[TURN] & 1, key
    frame.next, frame.best_move = frame.count, 0
    frame.best = MOST if frame.side else -MOST
    return UNKNOWN


@compiled
def _leave(w: Work, table: Numbers, ply: int, alpha: int, beta: int) -> int:
    """Store the result in the table, and return it."""
    frame = w.frames[ply]
    best, move, key = frame.best, frame.best_move, frame.key
    bound = AT_LEAST if best >= beta else AT_MOST if best <= alpha else EXACT
    slot = 2 * (key & (len(table) // 2 - 1))
    table[slot] = key
    table[slot + 1] = (best + MOST) << ENTRY_VALUE_BIT | bound << BOUND_BIT | frame.depth << CODE_BITS | move
    w.habit[move] += frame.depth * frame.depth
    if w.habit[move] > MOST_HABIT:
        for code in range(HABITS):
            w.habit[code] //= 2
    return best


@compiled
def _descend(p: Position, w: Work, ply: int) -> None:
    """Play the most promising move that has not been tried."""
    frame = w.frames[ply]
    frame.next -= 1
    moves, last = frame.moves, frame.next
    most = last
    for i in range(last):
        if moves[i] > moves[most]:
            most = i
    moves[last], moves[most] = moves[most], moves[last]
    apply_move(p, moves[last] & CODE)
    below = w.frames[ply + 1]
    below.depth = frame.depth - 1
    below.alpha, below.beta = frame.alpha, frame.beta
    if frame.side:
        below.beta = min(frame.beta, frame.best)
    else:
        below.alpha = max(frame.alpha, frame.best)


@compiled
def _ascend(p: Position, w: Work, ply: int, value: int) -> bool:
    """Undo the move, record its value, and tell whether the position is finished."""
    frame = w.frames[ply]
    undo_move(p)
    better = value < frame.best if frame.side else value > frame.best
    if better:
        frame.best = value
        frame.best_move = frame.moves[frame.next] & CODE
    beaten = value <= frame.alpha if frame.side else value >= frame.beta
    return beaten or frame.next == 0


@compiled
def search(
    p: Position,
    w: Work,
    table: Numbers,
    roots: Numbers,
    depth: int,
    final: Numbers,
    likely: Numbers,
    weights: Numbers,
    stop: NDArray[np.uint8],
) -> tuple[int, int]:
    """Return the value and the best of the root moves at a depth; they are tried from the last to the first.

    If the search had to stop, it returns the best move so far, -1 for none, and sets ``w.stopped``; the moves on ``p``
    have been undone.
    """
    w.stopped = 0
    root = w.frames[0]
    root.depth, root.alpha, root.beta = depth, -MOST, MOST
    root.side, root.best_move = p[TURN] & 1, -1
    root.best = MOST if p[TURN] & 1 else -MOST
    root.next = root.count = len(roots)
    for i in range(len(roots)):
        root.moves[i] = (i + 1) << CODE_BITS | roots[i]
    ply = 0
    while True:
        _descend(p, w, ply)
        ply += 1
        if w.nodes >= w.limit or (w.nodes & 255 == 0 and stop[0]):
            w.stopped = 1
            for _ in range(ply):
                undo_move(p)
            return root.best, root.best_move
        value = _enter(p, w, table, ply, final, likely, weights)
        while value != UNKNOWN:
            ply -= 1
            if not _ascend(p, w, ply, value):
                break
            if ply == 0:
                return root.best, root.best_move
            frame = w.frames[ply]
            value = _leave(w, table, ply, frame.alpha, frame.beta)
