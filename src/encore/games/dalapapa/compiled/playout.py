"""Compiled random games of Dalapapa.

Squares of the shore that have been covered leave the list on the way; after a game everything is restored at once.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from encore.core.compiling import compiled
from encore.games.dalapapa.compiled.engine import (
    DRAW_HAND,
    DRAW_START,
    FIRST,
    HANDS,
    LAY_START,
    NONE,
    OVER,
    PASS,
    PHASE,
    PLAYERS,
    REFILL,
    SCORES,
    SEAT,
    SECOND,
    SHORE,
    SHORES,
    STOP,
    TILES,
    UNDO,
    clear,
    drop,
    fill,
    lay,
    legal,
    reached,
    unseen_tiles,
)
from encore.games.dalapapa.compiled.grid import (
    COUNT,
    COVERED,
    MOST_MOVES,
    Grid,
    Ints,
    at,
    beside,
    domino,
    draw_random,
    fits,
    placement,
    points,
    seed_random,
    tile_of,
)
from encore.games.dalapapa.position import SECOND_TILE_PRICE

MISSES = 400
"""Random placements tried before all legal ones are listed."""


@compiled
def random_move(header: Ints, grid: Grid, faces: Ints, discs: Ints, rng: NDArray[np.uint64], codes: Ints) -> int:
    """Return a random move of the seat to move, all equally likely: random placements until one fits.

    Stop counts as one more of the placements tried. Covered squares are removed from the shore on the way.
    """
    seat, shore = header[SEAT], header[SHORE:UNDO]
    slot = HANDS + 2 * seat
    bits = 4 if header[slot + 1] == NONE else 5
    for _ in range(MISSES if header[TILES] else 0):
        count = header[SHORES]
        choice = draw_random(rng, (count << bits) + (header[PHASE] == SECOND))
        index = choice >> bits
        if index == count:
            return STOP
        square = shore[index]
        if grid[at(square)] & COVERED:
            header[SHORES] = count - 1
            shore[index] = shore[count - 1]
            continue
        key, axis = beside(grid, square, choice & 3)
        turn, face = (choice >> 2) & 1, 2 * header[slot + ((choice >> 4) & (bits == 5))] - 2 + ((choice >> 3) & 1)
        if axis >= 0 and fits(grid, discs, key, axis, faces[face, turn]):
            return placement(key, axis, turn, face)
    return int(codes[draw_random(rng, legal(header, grid, faces, discs, codes))])


@compiled
def random_turn(
    header: Ints, grid: Grid, faces: Ints, discs: Ints, rng: NDArray[np.uint64], codes: Ints, stack: Ints
) -> bool:
    """Play a random turn, or lay a random start tile; return whether a tile was laid.

    Where no second tile fits, stop is the only move; the rules end the turn there.
    """
    seat, laid = header[SEAT], False
    while True:
        phase = header[PHASE]
        code = random_move(header, grid, faces, discs, rng, codes)
        if code in (STOP, PASS):
            return laid
        lay(header, grid, code, faces, discs)
        laid = True
        drop(header, seat, tile_of(code))
        if phase == LAY_START:
            return True
        key, axis, _ = domino(code)
        header[SCORES + seat] += points(grid, discs, key, axis, stack) - (SECOND_TILE_PRICE if phase == SECOND else 0)
        if phase == SECOND or header[HANDS + 2 * seat] == NONE:
            return True
        header[PHASE] = SECOND


@compiled
def play_out(
    header: Ints, grid: Grid, faces: Ints, discs: Ints, rng: NDArray[np.uint64], codes: Ints, stack: Ints
) -> None:
    """Play a random game to the end. A round of passes ends it; the rules end it one round earlier."""
    players = header[PLAYERS]
    bag = np.empty(COUNT, np.int64)
    held = unseen_tiles(header, bag)
    for seat in range(players):
        for slot in range(HANDS + 2 * seat, HANDS + 2 * seat + 2):
            if header[slot] == 0:
                held = fill(header, seat, slot - HANDS - 2 * seat + 1, bag, held, rng)
    if header[PHASE] <= DRAW_HAND:
        held = random_start(header, grid, faces, discs, rng, codes, stack, bag, held)
    if header[PHASE] == REFILL:
        held = fill(header, header[SEAT], 2, bag, held, rng)
        header[SEAT] = (header[SEAT] + 1) % players
        header[PHASE] = FIRST
    passes = 0
    while header[PHASE] != OVER:
        seat = header[SEAT]
        passes += 1
        asked = header[HANDS + 2 * seat] != NONE
        if asked and (random_turn(header, grid, faces, discs, rng, codes, stack) or header[PHASE] == SECOND):
            passes = 0
        if (seat == players - 1 and reached(header)) or passes == players:
            return
        held = fill(header, seat, 2, bag, held, rng)
        header[SEAT] = (seat + 1) % players
        header[PHASE] = FIRST


@compiled
def random_start(
    header: Ints,
    grid: Grid,
    faces: Ints,
    discs: Ints,
    rng: NDArray[np.uint64],
    codes: Ints,
    stack: Ints,
    bag: Ints,
    held: int,
) -> int:
    """Draw and lay the start tiles that are missing, and draw the hands; return what the bag holds then."""
    players = header[PLAYERS]
    if header[PHASE] == DRAW_START:
        for seat in range(header[SEAT], players):
            held = fill(header, seat, 1, bag, held, rng)
        header[PHASE], header[SEAT] = LAY_START, 0
    if header[PHASE] == LAY_START:
        for seat in range(header[SEAT], players):
            header[SEAT] = seat
            random_turn(header, grid, faces, discs, rng, codes, stack)
        header[PHASE], header[SEAT] = DRAW_HAND, 0
    for seat in range(header[SEAT], players):
        held = fill(header, seat, 2, bag, held, rng)
    header[PHASE], header[SEAT] = FIRST, 0
    return held


@compiled
def playouts(
    header: Ints, grid: Grid, first: int, last: int, seed: int, faces: Ints, discs: Ints, wins: NDArray[np.float64]
) -> None:
    """Play the random games of these numbers, and add up the wins of each seat."""
    players = header[PLAYERS]
    before = header.copy()
    codes, stack = np.empty(MOST_MOVES, np.int64), np.empty(8 * COUNT, np.int64)
    rng = np.zeros(1, np.uint64)
    for number in range(first, last):
        seed_random(rng, seed, number)
        play_out(header, grid, faces, discs, rng, codes, stack)
        scores = header[SCORES : SCORES + players]
        best = scores.max()
        shared = (scores == best).sum()
        for seat in range(players):
            if scores[seat] == best:
                wins[seat] += 1.0 / shared
        clear(header, grid, before, discs)
