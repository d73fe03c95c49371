"""The compiled rules of Dalapapa: legal moves, apply and undo.

A position is a header of numbers, at the offsets named here, and a grid. While moves are played, the list of shore
squares only grows and keeps covered ones, so that undo can cut it off.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from encore.core.compiling import compiled
from encore.games.dalapapa.compiled.grid import (
    COUNT,
    COVERED,
    EAST,
    FACE,
    LISTED,
    MIDDLE,
    MOST_MOVES,
    SIDE_SHIFT,
    Grid,
    Ints,
    at,
    cover,
    domino,
    draw_random,
    list_places,
    paint,
    points,
    scrape,
    tile_of,
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
MOVE, OLD_PHASE, OLD_SEAT, OLD_SCORE, OLD_FIRST, OLD_SECOND, OLD_SHORES = range(7)
"""What undo restores, by its place in an entry of STEP numbers: the move, and how the position was before it."""


@compiled
def list_first(tile: int, codes: Ints, found: int) -> int:
    """Add the ways to lay the first tile of all."""
    for side in range(4):
        for face in range(2 * tile - 2, 2 * tile):
            codes[found] = (((MIDDLE * EAST + MIDDLE) * 4 + side) << SIDE_SHIFT) + face
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
    """Lay a tile; hands, points and phase stay."""
    key, axis, turn = domino(code)
    paint(grid, discs, key, axis, faces[code & FACE, turn], faces[code & FACE, 2])
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
    """Remove a tile from a hand, which stays sorted."""
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
def end_draw(header: Ints, grid: Grid, faces: Ints, discs: Ints) -> None:
    """After a seat has drawn, let the next one draw, or begin the start or a turn."""
    phase, seat = header[PHASE], header[SEAT]
    if phase != REFILL and seat + 1 < header[PLAYERS]:
        header[SEAT] = seat + 1
    elif phase == DRAW_START:
        header[PHASE], header[SEAT] = LAY_START, 0
    else:
        next_turn(header, grid, faces, discs)


@compiled
def push(header: Ints, code: int) -> None:
    """Store what undo needs."""
    seat = header[SEAT]
    entry = UNDO + STEP * header[DEPTH]
    header[entry + MOVE] = code
    header[entry + OLD_PHASE] = header[PHASE]
    header[entry + OLD_SEAT] = seat
    header[entry + OLD_SCORE] = header[SCORES + seat]
    header[entry + OLD_FIRST] = header[HANDS + 2 * seat]
    header[entry + OLD_SECOND] = header[HANDS + 2 * seat + 1]
    header[entry + OLD_SHORES] = header[SHORES]
    header[DEPTH] += 1


@compiled
def apply(header: Ints, grid: Grid, code: int, faces: Ints, discs: Ints) -> None:
    """Play a legal move of the seat to move."""
    push(header, code)
    phase, seat = header[PHASE], header[SEAT]
    if code not in (STOP, PASS):
        lay(header, grid, code, faces, discs)
        drop(header, seat, tile_of(code))
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
    """Undo the last move."""
    header[DEPTH] -= 1
    entry = UNDO + STEP * header[DEPTH]
    code, seat, before = header[entry + MOVE], header[entry + OLD_SEAT], header[entry + OLD_SHORES]
    header[PHASE] = header[entry + OLD_PHASE]
    header[SEAT] = seat
    header[SCORES + seat] = header[entry + OLD_SCORE]
    header[HANDS + 2 * seat] = header[entry + OLD_FIRST]
    header[HANDS + 2 * seat + 1] = header[entry + OLD_SECOND]
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
        seen[tile_of(header[index])] = True
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
    """Let a seat draw up to ``wanted`` tiles from a bag with ``held`` tiles; return how many it holds afterwards."""
    for slot in range(HANDS + 2 * seat, HANDS + 2 * seat + wanted):
        if header[slot] <= 0 and held:
            index = draw_random(rng, held)
            header[slot] = bag[index]
            held -= 1
            bag[index] = bag[held]
    return held


@compiled
def clear(header: Ints, grid: Grid, before: Ints, discs: Ints) -> None:
    """Remove the tiles of a random game and restore the header."""
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
