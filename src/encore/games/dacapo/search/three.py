"""Search for three players: each maximises their own result (max^n).

No alliance against the searching player is assumed: at each turn the chosen move is the best one for the player who
makes it. Below the root only the most promising captures are searched.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from encore.core.compiling import compiled
from encore.games.dacapo.compiled.layout import (
    AREA,
    CODE,
    COLOUR,
    HEIGHT_BIT,
    LINKS,
    RIGHTS,
    SCORES,
    TARGET,
    TURN,
    VALUE,
    VALUE_BIT,
    VALUES,
    WAYS,
    Position,
)
from encore.games.dacapo.compiled.legal import legal_moves
from encore.games.dacapo.compiled.turns import apply_move, undo_move
from encore.games.dacapo.compiled.turns import winners as winners_of
from encore.games.dacapo.search.outlook import SCRATCH, weigh

Numbers = NDArray[np.int64]
Worths = NDArray[np.float64]

NODES, LIMIT, STOPPED, JUDGED = 0, 1, 2, 4
FRAMES = 24
COUNT, NEXT, BEST_MOVE, SEAT, MOVES, FRAME = 0, 1, 2, 3, 4, 4 + 256
WIDTH = FRAMES + 64 * FRAME
BREADTH = 8
"""The maximum number of captures that are searched in a position below the root."""
WIN, POINT = 20_000.0, 10.0


@compiled
def _promise(p: Position, code: int) -> int:
    source, target = code // AREA, code % AREA
    pile, caught = p[source], p[target]
    promise = 4 * (caught >> HEIGHT_BIT) + (caught >> VALUE_BIT & VALUES)
    exposed, attacked = False, False
    for way in range(WAYS):
        near = p[LINKS + WAYS * target + way]
        if near == source:
            near = p[LINKS + WAYS * source + way]
        beside = p[near]
        exposed |= beside != 0 and beside & COLOUR != pile & COLOUR and beside & VALUE >= pile & VALUE
        rival = p[p[LINKS + WAYS * source + way]]
        attacked |= rival != 0 and rival & COLOUR != pile & COLOUR and rival & VALUE >= pile & VALUE
    if exposed:
        promise -= 3 * ((pile >> HEIGHT_BIT) + (caught >> HEIGHT_BIT)) + 2 * (pile >> VALUE_BIT & VALUES)
    if attacked:
        promise += 4 * (pile >> HEIGHT_BIT) + 6
    return promise


@compiled
def _share(p: Position, fish: Worths, worths: Worths) -> None:
    """Write the value for each seat of ending the round with these fish when the game continues."""
    most = 0.0
    for seat in range(3):
        most = max(most, p[SCORES + seat] + fish[seat])
    heat = 4.0 if most >= p[TARGET] else 12.0
    total = 0.0
    for seat in range(3):
        worths[seat] = np.exp((p[SCORES + seat] + fish[seat] - most) / heat)
        total += worths[seat]
    for seat in range(3):
        worths[seat] = WIN * worths[seat] / total + POINT * fish[seat]


@compiled
def _judge(p: Position, w: Numbers, weights: Numbers, worths: Worths) -> None:
    """Write the value of a position for each seat: exact when the round is over, else the static evaluation."""
    fish = np.zeros(3)
    if p[TURN] >= 0:
        judged = w[JUDGED : JUDGED + SCRATCH]
        weigh(p, weights, judged)
        total = 0.0
        for seat in range(3):
            fish[seat] = np.exp(judged[seat] / 256)
            total += fish[seat]
        for seat in range(3):
            fish[seat] *= AREA / total
        _share(p, fish, worths)
        return
    for square in range(AREA):
        if p[square]:
            fish[p[square] & COLOUR] += p[square] >> HEIGHT_BIT
    won = winners_of(p)
    if won == 0:
        _share(p, np.zeros(3), worths)  # the scores already include this round
        for seat in range(3):
            worths[seat] += POINT * fish[seat]
        return
    count = (won & 1) + (won >> 1 & 1) + (won >> 2 & 1)
    for seat in range(3):
        worths[seat] = WIN * (won >> seat & 1) / count + POINT * fish[seat]


@compiled
def _list_moves(p: Position, w: Numbers, ply: int) -> None:
    """List at most BREADTH captures, the most promising last."""
    frame = FRAMES + FRAME * ply
    seat = p[TURN]
    rights = p[RIGHTS + seat]
    p[RIGHTS + seat] = 0
    moves = w[frame + MOVES : frame + FRAME]
    count = legal_moves(p, moves)
    p[RIGHTS + seat] = rights
    for i in range(count):
        moves[i] |= (1000 + _promise(p, moves[i])) << 11
        for j in range(i, 0, -1):
            if moves[j] < moves[j - 1]:
                moves[j], moves[j - 1] = moves[j - 1], moves[j]
    dropped = max(count - BREADTH, 0)
    count -= dropped
    for i in range(count):
        moves[i] = moves[i + dropped]
    w[frame + COUNT] = w[frame + NEXT] = count
    w[frame + SEAT] = seat


@compiled
def search(
    p: Position,
    w: Numbers,
    worths: Worths,
    roots: Numbers,
    depth: int,
    weights: Numbers,
    stop: NDArray[np.uint8],
) -> tuple[float, int]:
    """Return the value for the seat to move and the best of the root moves, tried from the last to the first.

    If the search had to stop, it returns the best move so far, -1 for none, and sets ``w[STOPPED]``. ``worths`` has a
    row of three for each ply.
    """
    w[STOPPED] = 0
    w[FRAMES + COUNT] = w[FRAMES + NEXT] = len(roots)
    w[FRAMES + SEAT], w[FRAMES + BEST_MOVE] = p[TURN], -1
    for i in range(len(roots)):
        w[FRAMES + MOVES + i] = roots[i]
    worths[0] = -1.0
    ply = 0
    while True:
        frame = FRAMES + FRAME * ply
        if w[frame + NEXT]:
            if w[NODES] >= w[LIMIT] or (w[NODES] & 255 == 0 and stop[0]):
                w[STOPPED] = 1
                for _ in range(ply):
                    undo_move(p)
                break
            w[frame + NEXT] -= 1
            w[NODES] += 1
            apply_move(p, w[frame + MOVES + w[frame + NEXT]] & CODE)
            ply += 1
            if p[TURN] >= 0 and ply < depth:
                _list_moves(p, w, ply)
                worths[ply] = -1.0
                continue
            _judge(p, w, weights, worths[ply])
        elif ply == 0:
            break
        undo_move(p)
        ply -= 1
        above = FRAMES + FRAME * ply
        seat = w[above + SEAT]
        if worths[ply + 1, seat] > worths[ply, seat]:
            for each in range(3):
                worths[ply, each] = worths[ply + 1, each]
            w[above + BEST_MOVE] = w[above + MOVES + w[above + NEXT]] & CODE
    return worths[0, w[FRAMES + SEAT]], w[FRAMES + BEST_MOVE]
