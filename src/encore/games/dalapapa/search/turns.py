"""The compiled search for the turn that earns most at once, with one tile or two.

Half-discs and the discs joined to them are labelled once for a layout: a *cluster* has a number of open half-discs and
of whole discs. The points of a tile follow from the clusters it meets, without a flood fill for each placement. For a
second tile the clusters beside the first one are joined, and separated again afterwards.

A tile's own discs are numbered 0 (the centre) to 6, and sets of them are bits.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from encore.core.compiling import compiled
from encore.games.dalapapa.compiled.grid import (
    COLOUR,
    COUNT,
    COVERED,
    EAST,
    FACE,
    GRID,
    MARKS,
    MOST_MOVES,
    ROW,
    WHOLE,
    Grid,
    Ints,
    Tables,
    at,
    beside,
    cover,
    domino,
    meeting,
    paint,
    placement,
    scrape,
    uncover,
)
from encore.games.dalapapa.position import SECOND_TILE_PRICE

NO_MOVE = -1
MOST_CLUSTERS = 6 * COUNT + 16
OPEN, DISCS, JOINED = 0, 1, 2
"""The rows of ``clusters``: open half-discs, whole discs, and the cluster it is joined to, or itself."""

Labels = NDArray[np.int16]


class Work(NamedTuple):
    """Scratch memory: the cluster of each half-disc by its point, clusters, a stack, placements and their points."""

    labels: Labels
    clusters: Ints
    stack: Ints
    codes: Ints
    gains: Ints


def new_work() -> Work:
    """Return scratch memory for one search."""
    return Work(
        labels=np.zeros(GRID, np.int16),
        clusters=np.zeros((3, MOST_CLUSTERS), np.int64),
        stack=np.zeros(8 * COUNT, np.int64),
        codes=np.zeros((2, MOST_MOVES), np.int64),
        gains=np.zeros((2, MOST_MOVES), np.int64),
    )


@compiled
def gather(grid: Grid, start: int, number: int, work: Work, seen: int) -> int:
    """Label the half-discs joined to one and count its cluster; return how many discs are stacked.

    Discs touch through covered squares only: two half-discs of an empty square do not.
    """
    labels, clusters, stack = work.labels, work.clusters, work.stack
    colour, index = grid[start] & COLOUR, seen
    clusters[OPEN, number] = clusters[DISCS, number] = 0
    clusters[JOINED, number] = number
    grid[start] |= MARKS
    stack[seen] = start
    seen += 1
    while index < seen:
        point = stack[index]
        index += 1
        if grid[point] & WHOLE:
            clusters[DISCS, number] += 1
        else:
            clusters[OPEN, number] += 1
            labels[point] = number
        for down in (-ROW, ROW):
            for right in (-1, 1):
                touching = (point + down + right) & (GRID - 1)
                value = grid[touching]
                if value & COLOUR != colour or value & MARKS:
                    continue
                if grid[(point + (right if point & 1 else down)) & (GRID - 1)] & COVERED:
                    grid[touching] |= MARKS
                    stack[seen] = touching
                    seen += 1
    return seen


@compiled
def label(grid: Grid, shore: Ints, count: int, work: Work) -> int:
    """Label all open half-discs; return how many clusters there are."""
    number = seen = 0
    for index in range(count):
        square = at(shore[index])
        if grid[square] & COVERED:
            continue
        for way in (-1, 1, -ROW, ROW):
            point = (square + way) & (GRID - 1)
            if grid[point] and not grid[point] & MARKS:
                seen = gather(grid, point, number, work, seen)
                number += 1
    for index in range(seen):
        grid[work.stack[index]] &= COLOUR | WHOLE
    return number


@compiled
def look_up(key: int, axis: int, tables: Tables, mask: int, work: Work, met: Ints) -> int:
    """Write the clusters that a domino meets into ``met``, by its discs; return which of its discs meet one."""
    labels, clusters = work.labels, work.clusters
    origin, discs = at(key), 0
    for disc in range(1, 7):
        met[disc] = -1
        if mask >> (3 * disc - 3) & 1:
            discs |= 1 << disc
            met[disc] = clusters[JOINED, labels[(origin + tables.discs[axis, disc]) & (GRID - 1)]]
    return discs


@compiled
def size(discs: int) -> int:
    """Return the number of discs in a set."""
    found = 0
    while discs:
        discs &= discs - 1
        found += 1
    return found


@compiled
def spread(group: int, touching: int, meeting_discs: int, met: Ints, clusters: Ints) -> tuple[int, int, int, int]:
    """Return the group of some discs of a tile, extended over the clusters they meet.

    Also the discs of the tile that meet those clusters, and the open half-discs and whole discs of the clusters.
    """
    taken = opened = discs = 0
    while True:
        rest = group & meeting_discs & ~taken
        if not rest:
            return group, taken, opened, discs
        disc = size((rest & -rest) - 1)
        opened += clusters[OPEN, met[disc]]
        discs += clusters[DISCS, met[disc]]
        for other in range(1, 7):
            if met[other] == met[disc]:
                taken |= 1 << other
                group |= touching >> 7 * other & 127


@compiled
def earns(touching: int, meeting_discs: int, met: Ints, clusters: Ints) -> int:
    """Return the points of a tile that fits, from its own touching discs and the clusters it meets."""
    joined = size(meeting_discs)
    gained, done = joined + max(0, joined - 2), 0
    for disc in range(7):
        if done >> disc & 1 or not (meeting_discs | 1) >> disc & 1:
            continue
        group = touching >> 7 * disc & 127
        if not group & 126 & ~meeting_discs:
            group, taken, opened, discs = spread(group, touching, meeting_discs, met, clusters)
            if not group & 126 & ~meeting_discs and opened == size(taken):
                gained += size(group) + discs
        done |= group
    return gained


@compiled
def join(
    key: int, axis: int, touching: int, meeting_discs: int, met: Ints, number: int, tables: Tables, work: Work
) -> None:
    """Join the clusters around a tile with its own discs into new clusters, numbered from ``number`` on."""
    labels, clusters = work.labels, work.clusters
    origin, done = at(key), 0
    for disc in range(7):
        if done >> disc & 1:
            continue
        group, taken, opened, discs = spread(touching >> 7 * disc & 127, touching, meeting_discs, met, clusters)
        done |= group
        clusters[OPEN, number] = opened - size(taken) + size(group & 126 & ~meeting_discs)
        clusters[DISCS, number] = discs + size(group & (meeting_discs | 1))
        clusters[JOINED, number] = number
        for other in range(1, 7):
            if taken >> other & 1:
                clusters[JOINED, met[other]] = number
            elif group >> other & 1:
                labels[(origin + tables.discs[axis, other]) & (GRID - 1)] = number
        number += 1


@compiled
def list_scored(
    grid: Grid, shore: Ints, count: int, tile: int, tables: Tables, work: Work, codes: Ints, gains: Ints, start: int = 0
) -> int:
    """List the placements of a tile with their points, on a labelled layout; return how many.

    The list begins at the shore square numbered ``start``.
    """
    if tile <= 0:
        return 0
    found, met = 0, np.empty(7, np.int64)
    for step in range(count):
        index = start + step if start + step < count else start + step - count
        if grid[at(shore[index])] & COVERED:
            continue
        for way in range(4):
            key, axis = beside(grid, shore[index], way)
            if axis < 0:
                continue
            colours, mask = meeting(grid, tables.discs, key, axis)
            discs = 0
            for face in range(2 * tile - 2, 2 * tile):
                for turn in range(2):
                    if (tables.faces[face, turn] ^ colours) & mask == 0:
                        if not discs:
                            discs = look_up(key, axis, tables, mask, work, met)
                        codes[found] = placement(key, axis, turn, face)
                        gains[found] = earns(tables.touching[face, turn], discs, met, work.clusters)
                        found += 1
    return found


@compiled
def put(grid: Grid, shore: Ints, count: int, code: int, tables: Tables) -> int:
    """Lay a tile; return how many shore squares are listed."""
    key, axis, turn = domino(code)
    paint(grid, tables.discs, key, axis, tables.faces[code & FACE, turn], tables.faces[code & FACE, 2])
    return cover(grid, shore, count, key, axis)


@compiled
def take(grid: Grid, shore: Ints, before: int, count: int, code: int, tables: Tables) -> int:
    """Undo ``put``; return how many shore squares were listed before."""
    key, axis, _ = domino(code)
    uncover(grid, shore, before, count, key, axis)
    scrape(grid, tables.discs, key, axis)
    return before


@compiled
def apart(key: int, axis: int, code: int) -> bool:
    """Tell whether a placement neither covers nor touches a domino."""
    other, across, _ = domino(code)
    x, y = (key >> 10) - (other >> 10), (key & (EAST - 1)) - (other & (EAST - 1))
    return x < -1 - (axis == 0) or x > 1 + (across == 0) or y < -1 - (axis == 1) or y > 1 + (across == 1)


@compiled
def best_near(grid: Grid, key: int, axis: int, tile: int, tables: Tables, work: Work, met: Ints) -> tuple[int, int]:
    """Return the most points that a tile earns beside the domino laid last, and the placement."""
    best, chosen = -1, NO_MOVE
    step, across = (EAST, 1) if axis == 0 else (1, EAST)
    for square in (key - step, key + across, key + step + across, key + 2 * step, key + step - across, key - across):
        if grid[at(square)] & COVERED:
            continue
        for way in (EAST, 1, -1, -EAST):
            if grid[at(square + way)] & COVERED:
                continue
            corner, lies = min(square, square + way), 0 if abs(way) == EAST else 1
            colours, mask = meeting(grid, tables.discs, corner, lies)
            discs = 0
            for face in range(2 * tile - 2, 2 * tile):
                for turn in range(2):
                    if (tables.faces[face, turn] ^ colours) & mask == 0:
                        if not discs:
                            discs = look_up(corner, lies, tables, mask, work, met)
                        gained = earns(tables.touching[face, turn], discs, met, work.clusters)
                        if gained > best:
                            best, chosen = gained, placement(corner, lies, turn, face)
    return best, chosen


@compiled
def best_beside(
    grid: Grid, first: int, tile: int, number: int, tables: Tables, work: Work, met: Ints
) -> tuple[int, int]:
    """Return the most points that a tile earns beside a first one, and the placement."""
    key, axis, turn = domino(first)
    clusters = work.clusters
    _, mask = meeting(grid, tables.discs, key, axis)
    discs = look_up(key, axis, tables, mask, work, met)
    join(key, axis, tables.touching[first & FACE, turn], discs, met, number, tables, work)
    paint(grid, tables.discs, key, axis, tables.faces[first & FACE, turn], tables.faces[first & FACE, 2])
    step = EAST if axis == 0 else 1
    grid[at(key)] |= COVERED
    grid[at(key + step)] |= COVERED
    best, chosen = best_near(grid, key, axis, tile, tables, work, met)
    grid[at(key)] &= ~COVERED
    grid[at(key + step)] &= ~COVERED
    scrape(grid, tables.discs, key, axis)
    for cluster in range(number):
        clusters[JOINED, cluster] = cluster
    return best, chosen


@compiled
def sort_placements(codes: Ints, gains: Ints, found: int) -> None:
    """Put the placements with the most points first."""
    for index in range(1, found):
        code, gained, slot = codes[index], gains[index], index
        while slot and gains[slot - 1] < gained:
            codes[slot], gains[slot] = codes[slot - 1], gains[slot - 1]
            slot -= 1
        codes[slot], gains[slot] = code, gained


@compiled
def best_apart(codes: Ints, gains: Ints, found: Ints, best: int) -> tuple[int, int, int]:
    """Return the best two placements, one of each tile, that do not touch: their points if above ``best``, and both.

    That the first one may change a group which the second one meets is ignored.
    """
    first = second = NO_MOVE
    for index in range(found[0]):
        key, axis, _ = domino(codes[0, index])
        for other in range(found[1]):
            gained = gains[0, index] + gains[1, other] - SECOND_TILE_PRICE
            if gained <= best:
                break
            if apart(key, axis, codes[1, other]):
                best, first, second = gained, codes[0, index], codes[1, other]
                break
    return best, first, second


@compiled
def best_turn(
    grid: Grid, shore: Ints, count: int, hand: Ints, chance: int, tables: Tables, work: Work
) -> tuple[int, int, int]:
    """Return the most points of a turn with a hand of two tiles or fewer, and its placements.

    ``chance``, any number, chooses between turns that earn the same, so that the reply is not predictable.
    """
    found, met = np.zeros(2, np.int64), np.empty(7, np.int64)
    best, first, second = -1, NO_MOVE, NO_MOVE
    number = label(grid, shore, count, work)
    codes, gains, start = work.codes, work.gains, (chance >> 2) % count
    for tile in range(2):
        found[tile] = list_scored(grid, shore, count, hand[tile], tables, work, codes[tile], gains[tile], start)
        sort_placements(codes[tile], gains[tile], found[tile])
        if found[tile] and gains[tile, 0] > best:
            best, first = gains[tile, 0], codes[tile, 0]
    if not found[0] or not found[1]:
        return best, first, second
    gained, one, other = best_apart(codes, gains, found, best)
    if one != NO_MOVE:
        best, first, second = gained, one, other
    least = best + SECOND_TILE_PRICE - (chance & 1)
    for turn in range(2):
        tile = turn ^ chance >> 1 & 1
        for index in range(found[tile]):
            laid = codes[tile, index]
            more, code = best_beside(grid, laid, hand[1 - tile], number, tables, work, met)
            if code != NO_MOVE and gains[tile, index] + more > least:
                least, first, second = gains[tile, index] + more, laid, code
                best = least - SECOND_TILE_PRICE
    return best, first, second
