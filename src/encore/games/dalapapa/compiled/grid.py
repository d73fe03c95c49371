"""The compiled table of Dalapapa: squares, discs and where a tile fits.

A unit square has a *key*, ``(x + MIDDLE) * EAST + y + MIDDLE``, and a point in the *grid*, which has doubled
coordinates and wraps around in both directions: 120 joined tiles reach over at most 240 squares, and the grid has 256
in each direction, so they never overlap. The point of a square has the bits COVERED and LISTED (it is in the list of
the shore, the empty squares beside tiles). The point of an edge has a disc: its colour from 1 to 4, the bit WHOLE,
and during a flood fill a mark.

Tiles are handled as dominoes: the key of the west (or south) square, an axis (0 east, 1 north), and the six half-discs
clockwise from that end as 18 bits. A tile that lies ``w`` or ``s`` is one turned by half a turn.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from encore.core.compiling import compiled

Ints = NDArray[np.int64]
Grid = NDArray[np.int8]


class Tables(NamedTuple):
    """What is looked up of the tile set.

    ``faces``: for each face its half-discs as 18 bits, the same after half a turn, and the colour of its centre.
    ``discs``: by axis and disc, the way in the grid from a domino's first square to the disc. ``touching``: for each
    face, and after half a turn, which of the tile's discs are joined to each of its discs, seven bits each.
    """

    faces: Ints
    discs: Ints
    touching: Ints


ROW = 512
GRID = ROW * ROW
EAST = 1024
MIDDLE = 512
COVERED, LISTED = 1, 2
COLOUR, WHOLE, MARKS = 7, 8, 112
COUNT = 120
MOST_MOVES = 6 * COUNT * 32
SIDE_SHIFT, KEY_SHIFT = 8, 10
"""Where side and key begin in the code of a placement; below them is the face."""
FACE = (1 << SIDE_SHIFT) - 1
"""The bits of a face in the code of a placement."""


@compiled
def at(key: int) -> int:
    """Return where a square's point is in the grid."""
    return (((key & (EAST - 1)) << 10) + ((key >> 10) << 1)) & (GRID - 1)


@compiled
def domino(code: int) -> tuple[int, int, int]:
    """Return the key, the axis and the turn (0 or 1) of a placement."""
    key, side = code >> KEY_SHIFT, (code >> SIDE_SHIFT) & 3
    if side == 3:
        return key - EAST, 0, 1
    if side == 2:
        return key - 1, 1, 1
    return key, side, 0


@compiled
def tile_of(code: int) -> int:
    """Return the number of the tile of a placement."""
    return (code & FACE) // 2 + 1


@compiled
def placement(key: int, axis: int, turn: int, face: int) -> int:
    """Return the code of a placement."""
    if turn == 0:
        return ((key * 4 + axis) << SIDE_SHIFT) + face
    if axis == 0:
        return (((key + EAST) * 4 + 3) << SIDE_SHIFT) + face
    return (((key + 1) * 4 + 2) << SIDE_SHIFT) + face


@compiled
def paint(grid: Grid, discs: Ints, key: int, axis: int, halves: int, centre: int) -> None:
    """Write the discs of a tile into the grid."""
    origin = at(key)
    grid[(origin + discs[axis, 0]) & (GRID - 1)] = centre | WHOLE
    for half in range(1, 7):
        point = (origin + discs[axis, half]) & (GRID - 1)
        if grid[point]:
            grid[point] |= WHOLE
        else:
            grid[point] = (halves >> (3 * half - 3)) & COLOUR


@compiled
def scrape(grid: Grid, discs: Ints, key: int, axis: int) -> None:
    """Remove the discs of a tile from the grid."""
    origin = at(key)
    grid[(origin + discs[axis, 0]) & (GRID - 1)] = 0
    for half in range(1, 7):
        point = (origin + discs[axis, half]) & (GRID - 1)
        if grid[point] & WHOLE:
            grid[point] &= COLOUR
        else:
            grid[point] = 0


@compiled
def note(grid: Grid, shore: Ints, count: int, key: int) -> int:
    """Add a square to the shore unless it is listed or covered; return how many are listed."""
    point = at(key)
    if grid[point]:
        return count
    grid[point] = LISTED
    shore[count] = key
    return count + 1


@compiled
def cover(grid: Grid, shore: Ints, count: int, key: int, axis: int) -> int:
    """Cover the squares of a tile; return how many shore squares are listed now, covered ones among them."""
    step, across = (EAST, 1) if axis == 0 else (1, EAST)
    grid[at(key)] |= COVERED
    grid[at(key + step)] |= COVERED
    count = note(grid, shore, count, key - step)
    count = note(grid, shore, count, key + across)
    count = note(grid, shore, count, key + step + across)
    count = note(grid, shore, count, key + step + step)
    count = note(grid, shore, count, key + step - across)
    return note(grid, shore, count, key - across)


@compiled
def uncover(grid: Grid, shore: Ints, before: int, count: int, key: int, axis: int) -> None:
    """Undo ``cover``."""
    grid[at(key)] &= LISTED
    grid[at(key + (EAST if axis == 0 else 1))] &= LISTED
    for index in range(before, count):
        grid[at(shore[index])] = 0
        shore[index] = 0


@compiled
def flood(grid: Grid, start: int, mark: int, stack: Ints, seen: int) -> tuple[int, bool]:
    """Mark the discs joined to one and stack them after the first ``seen``; return how many are stacked, and if closed.

    A flood fill that meets a half-disc is not closed and ends at once. Its marks stay: one that meets them is not
    closed either.
    """
    colour = grid[start] & COLOUR
    index = seen
    grid[start] |= mark
    stack[seen] = start
    seen += 1
    while index < seen:
        point = stack[index]
        index += 1
        for step in (-ROW - 1, -ROW + 1, ROW - 1, ROW + 1):
            touching = (point + step) & (GRID - 1)
            value = grid[touching]
            if value & COLOUR != colour or value & MARKS == mark:
                continue
            if value & MARKS or not value & WHOLE:
                return seen, False
            grid[touching] |= mark
            stack[seen] = touching
            seen += 1
    return seen, True


@compiled
def points(grid: Grid, discs: Ints, key: int, axis: int, stack: Ints) -> int:
    """Return the points of the tile painted last."""
    origin = at(key)
    joined = groups = seen = 0
    for disc in range(7):
        start = (origin + discs[axis, disc]) & (GRID - 1)
        value = grid[start]
        if not value & WHOLE:
            continue
        joined += disc > 0
        if value & MARKS == 0:
            before = seen
            seen, closed = flood(grid, start, (disc + 1) << 4, stack, seen)
            if closed:
                groups += seen - before
    for index in range(seen):
        grid[stack[index]] &= COLOUR | WHOLE
    return joined + max(0, joined - 2) + groups


@compiled
def meeting(grid: Grid, discs: Ints, key: int, axis: int) -> tuple[int, int]:
    """Return the half-discs that a domino there would meet, and a mask of them, 18 bits each."""
    origin = at(key)
    met = mask = 0
    for half in range(6):
        value = grid[(origin + discs[axis, half + 1]) & (GRID - 1)] & COLOUR
        if value:
            met |= value << 3 * half
            mask |= COLOUR << 3 * half
    return met, mask


@compiled
def beside(grid: Grid, key: int, way: int) -> tuple[int, int]:
    """Return the domino of a shore square and its neighbour one way: key and axis, axis -1 if it must not be used.

    A domino of two shore squares is used only from the square with the smaller key.
    """
    step = EAST if way == 0 else 1 if way == 1 else -1 if way == 2 else -EAST
    other = grid[at(key + step)]
    if other & COVERED or (other & LISTED and step < 0):
        return key, -1
    return (key if step > 0 else key + step), (0 if way == 0 or way == 3 else 1)


@compiled
def list_places(
    grid: Grid, shore: Ints, count: int, tile: int, faces: Ints, discs: Ints, codes: Ints, found: int, most: int
) -> int:
    """Add the placements of a tile to ``codes`` after ``found``, up to ``most``; return how many there are."""
    for index in range(count):
        if grid[at(shore[index])] & COVERED:
            continue
        for way in range(4):
            key, axis = beside(grid, shore[index], way)
            if axis < 0:
                continue
            met, mask = meeting(grid, discs, key, axis)
            for face in range(2 * tile - 2, 2 * tile):
                for turn in range(2):
                    if (faces[face, turn] ^ met) & mask == 0:
                        codes[found] = placement(key, axis, turn, face)
                        found += 1
                        if found == most:
                            return found
    return found


@compiled
def fits(grid: Grid, discs: Ints, key: int, axis: int, halves: int) -> bool:
    """Tell whether half-discs fit on every edge that they would meet."""
    origin = at(key)
    for half in range(6):
        value = grid[(origin + discs[axis, half + 1]) & (GRID - 1)] & COLOUR
        if value and value != (halves >> 3 * half) & COLOUR:
            return False
    return True


@compiled
def draw_random(rng: NDArray[np.uint64], below: int) -> int:
    """Return a random number from 0 to below - 1 (splitmix64)."""
    rng[0] += np.uint64(0x9E3779B97F4A7C15)
    z = rng[0]
    z = (z ^ (z >> np.uint64(30))) * np.uint64(0xBF58476D1CE4E5B9)
    z = (z ^ (z >> np.uint64(27))) * np.uint64(0x94D049BB133111EB)
    z = (z ^ (z >> np.uint64(31))) >> np.uint64(32)
    return int(np.int64((z * np.uint64(below)) >> np.uint64(32)))


@compiled
def seed_random(rng: NDArray[np.uint64], seed: int, number: int) -> None:
    """Set up the generator for one of many games with the same seed."""
    rng[0] = np.uint64(seed)
    rng[0] += np.uint64(draw_random(rng, 1 << 31)) + (np.uint64(number) << np.uint64(32))
