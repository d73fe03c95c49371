"""Search for three players: each maximises their own result (max^n).

No alliance against the searching player is assumed: at each turn the chosen move is the best one for the player who
makes it. Below the root only the most promising captures are searched.
"""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from encore.core.compiling import compiled
from encore.games.dacapo.compiled.layout import (
    AREA,
    CODE,
    COLOUR,
    HEIGHT_BIT,
    LINKS,
    MOST_MOVES,
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
from encore.games.dacapo.search.outlook import SCRATCH, UNIT, answered, weigh
from encore.games.dacapo.search.worth import POINT, WIN

Numbers = NDArray[np.int64]
Worths = NDArray[np.float64]

PLIES = 64


class Frame:
    """One position on the current path."""

    count: int
    """How many moves it has."""
    next: int
    """How many of them have not been tried."""
    best_move: int
    seat: int
    """Whose turn it is."""
    moves: Numbers
    """Its moves; their priorities are above the bits of CODE."""


class Work:
    """The working memory of the search, a NumPy record of type WORK; kernels use its fields as attributes."""

    nodes: int
    limit: int
    stopped: int
    judged: Numbers
    """What ``weigh`` writes."""
    frames: Sequence[Frame]


FRAME = np.dtype(
    [(name, np.int64, MOST_MOVES if name == "moves" else ()) for name in Frame.__annotations__], align=True
)
WORK = np.dtype(
    [
        ("nodes", np.int64),
        ("limit", np.int64),
        ("stopped", np.int64),
        ("judged", np.int64, SCRATCH),
        ("frames", FRAME, PLIES),
    ],
    align=True,
)
CODE_BITS = CODE.bit_length()
HEAT = 29.35
"""Points that multiply the odds to win by e while the game goes on; ``fit_three`` finds it."""
FINAL_HEAT = 4.0
"""The same if the round ends the game, for the doubt about the fish of an unfinished round; chosen by hand."""
BREADTH = 8
"""The maximum number of captures that are searched in a position below the root."""


@compiled
def _promise(p: Position, code: int) -> int:
    """Return the priority of a capture: what it gains, and what it leaves to the opponents."""
    source, target = code // AREA, code % AREA
    pile, caught = p[source], p[target]
    promise = 4 * (caught >> HEIGHT_BIT) + (caught >> VALUE_BIT & VALUES)
    attacked = False
    for way in range(WAYS):
        rival = p[p[LINKS + WAYS * source + way]]
        attacked |= rival != 0 and rival & COLOUR != pile & COLOUR and rival & VALUE >= pile & VALUE
    if answered(p, source, target, False):
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
    heat = FINAL_HEAT if most >= p[TARGET] else HEAT
    total = 0.0
    for seat in range(3):
        worths[seat] = np.exp((p[SCORES + seat] + fish[seat] - most) / heat)
        total += worths[seat]
    for seat in range(3):
        worths[seat] = WIN * worths[seat] / total + POINT * fish[seat]


@compiled
def _judge(p: Position, w: Work, weights: Numbers, worths: Worths) -> None:
    """Write the value of a position for each seat: exact when the round is over, else the static evaluation."""
    fish = np.zeros(3)
    if p[TURN] >= 0:
        judged = w.judged
        weigh(p, weights, judged)
        total = 0.0
        for seat in range(3):
            fish[seat] = np.exp(judged[seat] / UNIT)
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
def _list_moves(p: Position, w: Work, ply: int) -> None:
    """List at most BREADTH captures, the most promising last."""
    frame = w.frames[ply]
    seat = p[TURN]
    rights = p[RIGHTS + seat]
    p[RIGHTS + seat] = 0
    moves = frame.moves
    count = legal_moves(p, moves)
    p[RIGHTS + seat] = rights
    for i in range(count):
        moves[i] |= (1000 + _promise(p, moves[i])) << CODE_BITS
        for j in range(i, 0, -1):
            if moves[j] < moves[j - 1]:
                moves[j], moves[j - 1] = moves[j - 1], moves[j]
    dropped = max(count - BREADTH, 0)
    count -= dropped
    for i in range(count):
        moves[i] = moves[i + dropped]
    frame.count = frame.next = count
    frame.seat = seat


@compiled
def search(
    p: Position,
    w: Work,
    worths: Worths,
    roots: Numbers,
    depth: int,
    weights: Numbers,
    stop: NDArray[np.uint8],
) -> tuple[float, int]:
    """Return the value for the seat to move and the best of the root moves, tried from the last to the first.

    If the search had to stop, it returns the best move so far, -1 for none, and sets ``w.stopped``. ``worths`` has a
    row of three for each ply.
    """
    w.stopped = 0
    root = w.frames[0]
    root.count = root.next = len(roots)
    root.seat, root.best_move = p[TURN], -1
    for i in range(len(roots)):
        root.moves[i] = roots[i]
    worths[0] = -1.0
    ply = 0
    while True:
        frame = w.frames[ply]
        if frame.next:
            if w.nodes >= w.limit or (w.nodes & 255 == 0 and stop[0]):
                w.stopped = 1
                for _ in range(ply):
                    undo_move(p)
                break
            frame.next -= 1
            w.nodes += 1
            apply_move(p, frame.moves[frame.next] & CODE)
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
        above = w.frames[ply]
        seat = above.seat
        if worths[ply + 1, seat] > worths[ply, seat]:
            for each in range(3):
                worths[ply, each] = worths[ply + 1, each]
            above.best_move = above.moves[above.next] & CODE
    return worths[0, root.seat], root.best_move
