"""The compiled game of Dalapapa: moves, turns and random games.

A position is a header of numbers (the constants name its places) and a grid. The list of shore squares only grows
while moves are played, squares that have been covered among it, so that undo cuts it off; random games, which are
cleared as a whole, let such squares go.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from encore.core.compiling import compiled
from encore.games.dalapapa.compiled.grid import (
    COUNT,
    COVERED,
    EAST,
    LISTED,
    MIDDLE,
    MOST_MOVES,
    Grid,
    Ints,
    at,
    beside,
    cover,
    domino,
    draw_random,
    fits,
    list_places,
    paint,
    placement,
    points,
    scrape,
    uncover,
)
from encore.games.dalapapa.position import SECOND_TILE_PRICE

WORD = (1 << 63) - 1

DRAW_START, LAY_START, DRAW_HAND, FIRST, SECOND, REFILL, OVER = range(7)
STOP, PASS = 0, 1
NONE = -1
"""Stands in a hand where there is no tile."""

PLAYERS, TARGET, PHASE, SEAT, SCORES, HANDS, TILES, SHORES, DEPTH = 0, 1, 2, 3, 4, 8, 16, 17, 18
LAID = 24
SHORE = LAID + COUNT
UNDO = SHORE + 6 * COUNT + 8
STEP = 8
HEADER = UNDO + STEP * 512
_MISSES = 400
"""Random placements tried before all legal ones are listed."""


@compiled
def list_first(tile: int, codes: Ints, found: int) -> int:
    """Add the ways to lay the first tile of all."""
    for side in range(4):
        for face in range(2 * tile - 2, 2 * tile):
            codes[found] = (((MIDDLE * EAST + MIDDLE) * 4 + side) << 8) + face
            found += 1
    return found


@compiled
def list_hand(header: Ints, grid: Grid, seat: int, faces: Ints, discs: Ints, codes: Ints, found: int, most: int) -> int:
    """Add every placement of a seat's tiles."""
    for slot in range(HANDS + 2 * seat, HANDS + 2 * seat + 2):
        tile = header[slot]
        if tile <= 0 or found >= most:
            continue
        if header[TILES] == 0:
            found = list_first(tile, codes, found)
        else:
            found = list_places(grid, header[SHORE:UNDO], header[SHORES], tile, faces, discs, codes, found, most)
    return found


@compiled
def legal(header: Ints, grid: Grid, faces: Ints, discs: Ints, codes: Ints) -> int:
    """Write the legal moves into ``codes``; return how many there are."""
    phase, found = header[PHASE], 0
    if phase != LAY_START and phase != FIRST and phase != SECOND:
        return 0
    if phase == SECOND:
        codes[0] = STOP
        found = 1
    found = list_hand(header, grid, header[SEAT], faces, discs, codes, found, MOST_MOVES)
    if found == 0:
        codes[0] = PASS
        found = 1
    return found


@compiled
def can_place(header: Ints, grid: Grid, seat: int, faces: Ints, discs: Ints) -> bool:
    """Tell whether a seat has a placement."""
    return list_hand(header, grid, seat, faces, discs, np.empty(8, np.int64), 0, 1) > 0


@compiled
def bag_size(header: Ints) -> int:
    """Return how many tiles are left in the bag."""
    held = 0
    for slot in range(HANDS, HANDS + 8):
        held += header[slot] != NONE
    return int(COUNT - header[TILES] - held)


@compiled
def reached(header: Ints) -> bool:
    """Tell whether somebody has the target."""
    return bool(header[SCORES : SCORES + header[PLAYERS]].max() >= header[TARGET])


@compiled
def lay(header: Ints, grid: Grid, code: int, faces: Ints, discs: Ints) -> None:
    """Put a tile on the table; hands, points and phase stay."""
    key, axis, turn = domino(code)
    paint(grid, discs, key, axis, faces[code & 255, turn], faces[code & 255, 2])
    header[SHORES] = cover(grid, header[SHORE:UNDO], header[SHORES], key, axis)
    header[LAID + header[TILES]] = code
    header[TILES] += 1


@compiled
def load(header: Ints, grid: Grid, laid: Ints, faces: Ints, discs: Ints) -> None:
    """Lay all tiles of a table."""
    for code in laid:
        lay(header, grid, code, faces, discs)


@compiled
def drop(header: Ints, seat: int, tile: int) -> None:
    """Take a tile out of a hand, which keeps its order."""
    slot = HANDS + 2 * seat
    if header[slot] == tile:
        header[slot] = header[slot + 1]
    header[slot + 1] = NONE


@compiled
def next_turn(header: Ints, grid: Grid, faces: Ints, discs: Ints) -> None:
    """Give the turn to the next seat that holds tiles, or end the game."""
    players = header[PLAYERS]
    for seat in range(players):
        if can_place(header, grid, seat, faces, discs):
            break
    else:
        header[PHASE] = OVER
        return
    seat = (header[SEAT] + 1) % players
    header[PHASE] = FIRST
    while header[HANDS + 2 * seat] == NONE:
        if seat == players - 1 and reached(header):
            header[PHASE] = OVER
            break
        seat = (seat + 1) % players
    header[SEAT] = seat


@compiled
def end_turn(header: Ints, grid: Grid, faces: Ints, discs: Ints) -> None:
    """Close the round after the last seat, then let the seat draw what is missing."""
    seat = header[SEAT]
    if seat == header[PLAYERS] - 1 and reached(header):
        header[PHASE] = OVER
    elif header[HANDS + 2 * seat + 1] == NONE and bag_size(header):
        header[PHASE] = REFILL
    else:
        next_turn(header, grid, faces, discs)


@compiled
def end_start(header: Ints) -> None:
    """Let the next seat lay its start tile, or all draw their hands."""
    if header[SEAT] + 1 < header[PLAYERS]:
        header[SEAT] += 1
    else:
        header[PHASE] = DRAW_HAND
        header[SEAT] = 0


@compiled
def push(header: Ints, code: int) -> None:
    """Keep what undo needs."""
    seat = header[SEAT]
    entry = UNDO + STEP * header[DEPTH]
    header[entry] = code
    header[entry + 1] = header[PHASE]
    header[entry + 2] = seat
    header[entry + 3] = header[SCORES + seat]
    header[entry + 4] = header[HANDS + 2 * seat]
    header[entry + 5] = header[HANDS + 2 * seat + 1]
    header[entry + 6] = header[SHORES]
    header[DEPTH] += 1


@compiled
def apply(header: Ints, grid: Grid, code: int, faces: Ints, discs: Ints) -> None:
    """Play a legal move of the seat to move."""
    push(header, code)
    phase, seat = header[PHASE], header[SEAT]
    if code not in (STOP, PASS):
        lay(header, grid, code, faces, discs)
        drop(header, seat, (code & 255) // 2 + 1)
        if phase != LAY_START:
            key, axis, _ = domino(code)
            earned = points(grid, discs, key, axis, np.empty(8 * COUNT, np.int64))
            header[SCORES + seat] += earned - (SECOND_TILE_PRICE if phase == SECOND else 0)
    if phase == LAY_START:
        end_start(header)
    elif phase == FIRST and code != PASS and can_place(header, grid, seat, faces, discs):
        header[PHASE] = SECOND
    else:
        end_turn(header, grid, faces, discs)


@compiled
def undo(header: Ints, grid: Grid, discs: Ints) -> None:
    """Take the last move back."""
    header[DEPTH] -= 1
    entry = UNDO + STEP * header[DEPTH]
    code, seat, before = header[entry], header[entry + 2], header[entry + 6]
    header[PHASE] = header[entry + 1]
    header[SEAT] = seat
    header[SCORES + seat] = header[entry + 3]
    header[HANDS + 2 * seat] = header[entry + 4]
    header[HANDS + 2 * seat + 1] = header[entry + 5]
    if code not in (STOP, PASS):
        key, axis, _ = domino(code)
        uncover(grid, header[SHORE:UNDO], before, header[SHORES], key, axis)
        scrape(grid, discs, key, axis)
        header[SHORES] = before
        header[TILES] -= 1
        header[LAID + header[TILES]] = 0
    header[entry : entry + STEP] = 0


@compiled
def unseen_tiles(header: Ints, bag: Ints) -> int:
    """Write the tiles that are neither laid nor in a hand that can be seen into ``bag``; return how many."""
    seen = np.zeros(COUNT + 1, np.bool_)
    for index in range(LAID, LAID + header[TILES]):
        seen[(header[index] & 255) // 2 + 1] = True
    for slot in range(HANDS, HANDS + 8):
        if header[slot] > 0:
            seen[header[slot]] = True
    count = 0
    for tile in range(1, COUNT + 1):
        if not seen[tile]:
            bag[count] = tile
            count += 1
    return count


@compiled
def fill(header: Ints, seat: int, wanted: int, bag: Ints, held: int, rng: NDArray[np.uint64]) -> int:
    """Let a seat draw up to ``wanted`` tiles from a bag that holds so many; return how many it holds then."""
    for slot in range(HANDS + 2 * seat, HANDS + 2 * seat + wanted):
        if header[slot] <= 0 and held:
            index = draw_random(rng, held)
            header[slot] = bag[index]
            held -= 1
            bag[index] = bag[held]
    return held


@compiled
def random_move(header: Ints, grid: Grid, faces: Ints, discs: Ints, rng: NDArray[np.uint64], codes: Ints) -> int:
    """Return a random move of the seat to move, all equally likely: random placements until one fits.

    Stop counts as one more of the placements tried. Shore squares that have been covered are let go on the way.
    """
    seat, shore = header[SEAT], header[SHORE:UNDO]
    slot = HANDS + 2 * seat
    bits = 4 if header[slot + 1] == NONE else 5
    for _ in range(_MISSES if header[TILES] else 0):
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

    Where no second tile fits, stop is the only move, which is what the rules do without asking.
    """
    seat, laid = header[SEAT], False
    while True:
        phase = header[PHASE]
        code = random_move(header, grid, faces, discs, rng, codes)
        if code in (STOP, PASS):
            return laid
        lay(header, grid, code, faces, discs)
        laid = True
        drop(header, seat, (code & 255) // 2 + 1)
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
    """Play a random game to the end. A round of passes ends it, which the rules do one round earlier."""
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
def clear(header: Ints, grid: Grid, before: Ints, discs: Ints) -> None:
    """Take the tiles of a random game off again and restore the header."""
    shore = header[SHORE:UNDO]
    for index in range(header[TILES] - 1, before[TILES] - 1, -1):
        key, axis, _ = domino(header[LAID + index])
        scrape(grid, discs, key, axis)
        for square in range(2):
            around = key + square * (EAST if axis == 0 else 1)
            for step in (0, EAST, -EAST, 1, -1):
                grid[at(around + step)] = 0
    header[:] = before
    for index in range(header[SHORES]):
        grid[at(shore[index])] |= LISTED
    for index in range(header[TILES]):
        key, axis, _ = domino(header[LAID + index])
        grid[at(key)] |= COVERED
        grid[at(key + (EAST if axis == 0 else 1))] |= COVERED


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
        rng[0] = np.uint64(seed)
        rng[0] += np.uint64(draw_random(rng, 1 << 31)) + (np.uint64(number) << np.uint64(32))
        play_out(header, grid, faces, discs, rng, codes, stack)
        scores = header[SCORES : SCORES + players]
        best = scores.max()
        shared = (scores == best).sum()
        for seat in range(players):
            if scores[seat] == best:
                wins[seat] += 1.0 / shared
        clear(header, grid, before, discs)
