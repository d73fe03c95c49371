"""Exact solver for two-player rounds without switches.

It repeatedly asks "does red end with at least this many fish?", a null window over the final count
of red. Three ideas make it fast:

- A pile that beats every rival it can ever meet is safe, and safe fish bound the count from both sides.
- Piles meet only along rows and columns, and an emptied square is never filled again, so the board splits into
  regions permanently. Within a region only the order of values matters: positions are keyed by ranks, not values, and
  the heights of safe piles are left out of the key and added to the value.
- Captures that leave the opponent few replies are tried first. With many piles, the table is checked for children that
  answer the question before any child is searched.

The search is a loop over frames, not a recursion, because Numba cannot cache a recursive function safely.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from encore.core.compiling import compiled
from encore.core.thinking import Budget
from encore.games.dacapo.compiled.layout import COLOUR, HEIGHT_BIT, LINKS, TURN, VALUE_BIT, VALUES, Position

Work = NDArray[np.int64]
Table = NDArray[np.int64]

# The working array: fish (16 * colour + value - 1) and height on each square, links between piles as in the kernel,
# the square of each fish, the fish alive (bits of each colour) and the squares taken (bits).
AT, HEIGHT, LINK, SQUARE, ALIVE, TAKEN = 0, 40, 80, 240, 280, 282
NODES, LIMIT, STOPPED, ROOT_PILES = 284, 285, 286, 287
KEYS = 300
HEIGHT_KEYS = KEYS + 36 * 2 * 33
HABIT = HEIGHT_KEYS + 36 * 33
MOVES = HABIT + 32 * 64
FRAMES = MOVES + 40 * 64
WIDTH = FRAMES + 40 * 16
# A frame: one position on the current path, and what the search knows about it.
SIDE, COUNT, NEXT, BEST, BEST_MOVE, KEY, SAFE, LOW, HIGH, HINT, MOVE, CAUGHT = range(12)

NOBODY = 63
"""The fish of an empty square: it has no colour."""
UNKNOWN = -1
FISH = 32
SIDE_KEY = 0x5851F42D4C957F2D
CHECK = (1 << 39) - 1
LOOK_AHEAD = 13
"""From this number of piles on, children are looked up in the table before one is searched."""


@compiled
def _list_captures(w: Work, side: int, base: int) -> int:
    """Write the captures of a side as source << 8 | target << 2 | way, and return how many there are."""
    count = 0
    alive, value = w[ALIVE + side], 15
    while alive:
        if alive >> value & 1:
            alive ^= 1 << value
            source = w[SQUARE + 16 * side + value]
            for way in range(4):
                target = w[LINK + 4 * source + way]
                caught = w[AT + target]
                w[base + count] = source << 8 | target << 2 | way
                count += (caught >> 4 == 1 - side) & ((caught & 15) <= value)
        value -= 1
    return count


@compiled
def _promise(w: Work, side: int, source: int, target: int) -> int:
    """Return the priority of a capture: mainly how few replies it leaves (computed from what it changes)."""
    value, caught = w[AT + source] & 15, w[AT + target] & 15
    exposed, attacked, replies, opened = 0, 0, 0, 0
    for way in range(4):
        near = w[LINK + 4 * target + way]
        if near == source:
            replies -= value == caught
            behind = w[AT + w[LINK + 4 * source + way]]
            exposed += (behind >> 4 == 1 - side) & ((behind & 15) >= value)
        else:
            beside = w[AT + near]
            exposed += (beside >> 4 == 1 - side) & ((beside & 15) >= value)
            replies -= (beside >> 4 == side) & ((beside & 15) <= caught)
        rival = w[AT + w[LINK + 4 * source + way]]
        if rival >> 4 == 1 - side and w[LINK + 4 * source + way] != target:
            attacked += (rival & 15) >= value
            across = w[LINK + 4 * source + (way ^ 1)]
            own = w[AT + across]
            if own >> 4 == side and (rival & 15) >= (own & 15):
                replies += 1
                opened += w[HEIGHT + across]
    replies += exposed - attacked
    own_height = w[HEIGHT + source]
    promise = 56 * w[HEIGHT + target] + 13 * caught - 160 * replies - 130 * opened
    if exposed:
        promise -= 32 * (own_height + w[HEIGHT + target]) + 40 * value
    if attacked:
        promise += 48 * own_height - 8 * value
    return promise


@compiled
def _capture(w: Work, side: int, move: int) -> int:
    """Play a capture, and return the captured fish."""
    source, target = move >> 8, move >> 2 & 63
    fish, caught = w[AT + source], w[AT + target]
    w[AT + source], w[AT + target] = NOBODY, fish
    w[HEIGHT + target] += w[HEIGHT + source]
    w[SQUARE + fish] = target
    w[TAKEN] ^= 1 << source
    w[ALIVE + 1 - side] ^= 1 << (caught & 15)
    for way in range(0, 4, 2):
        one, other = w[LINK + 4 * source + way], w[LINK + 4 * source + way + 1]
        if one < 36:
            w[LINK + 4 * one + way + 1] = other
        if other < 36:
            w[LINK + 4 * other + way] = one
    return caught


@compiled
def _take_back(w: Work, side: int, move: int, caught: int) -> None:
    source, target = move >> 8, move >> 2 & 63
    fish = w[AT + target]
    w[AT + source], w[AT + target] = fish, caught
    w[HEIGHT + target] -= w[HEIGHT + source]
    w[SQUARE + fish] = source
    w[TAKEN] ^= 1 << source
    w[ALIVE + 1 - side] ^= 1 << (caught & 15)
    for way in range(4):
        beside = w[LINK + 4 * source + way]
        if beside < 36:
            w[LINK + 4 * beside + (way ^ 1)] = source


@compiled
def _fold_region(w: Work, red: int, purple: int) -> tuple[int, int, int]:
    """Return the safe fish of red and of purple and the key of one region, whose fish are given as bits."""
    safe_red, safe_purple, key = 0, 0, 0
    best = 15
    while best >= 0 and not (red >> best and purple >> best):
        if red >> best & 1:
            safe_red += w[HEIGHT + w[SQUARE + best]]
        elif purple >> best & 1:
            safe_purple += w[HEIGHT + w[SQUARE + 16 + best]]
        best -= 1
    if best < 0:
        return safe_red, safe_purple, key
    # Own fish with no rival between them in value have the same rank; the fish above ``best`` are safe, of one colour.
    rank, last = 0, -1
    for value in range(16):
        both = red >> value & purple >> value & 1
        for colour in range(2):
            if (purple if colour else red) >> value & 1:
                if (both and colour == 0) or (not both and last != colour):
                    rank += 1
                last = -1 if both else colour
                square = w[SQUARE + 16 * colour + value]
                key ^= w[KEYS + 33 * (2 * square + colour) + rank]
                if value <= best:
                    key ^= w[HEIGHT_KEYS + 33 * square + w[HEIGHT + square]]
    return safe_red, safe_purple, key


@compiled
def _region(taken: int) -> int:
    """Return the rows, as bits of squares, of the region that holds the first pile."""
    first = 0
    while taken >> 6 * first & 63 == 0:
        first += 1
    files = taken >> 6 * first & 63
    region = 63 << 6 * first
    growing = True
    while growing:
        growing = False
        for row in range(first + 1, 6):
            piles = taken >> 6 * row & 63
            if piles & files and region >> 6 * row & 1 == 0:
                files |= piles
                region |= 63 << 6 * row
                growing = True
    return region


@compiled
def _fold(w: Work, side: int) -> tuple[int, int, int]:
    """Return the safe fish of red and of purple, and the key of the position with a side to move."""
    safe_red, safe_purple, key = 0, 0, SIDE_KEY if side else 0
    left = w[TAKEN]
    while left:
        region = _region(left)
        red, purple = w[ALIVE], w[ALIVE + 1]
        if region & w[TAKEN] != w[TAKEN]:
            for value in range(16):
                if region >> w[SQUARE + value] & 1 == 0:
                    red &= ~(1 << value)
                if region >> w[SQUARE + 16 + value] & 1 == 0:
                    purple &= ~(1 << value)
        more_red, more_purple, more_key = _fold_region(w, red, purple)
        safe_red, safe_purple, key = safe_red + more_red, safe_purple + more_purple, key ^ more_key
        left &= ~region
    return safe_red, safe_purple, key


@compiled
def _look_up(table: Table, key: int) -> int:
    """Return the entry of a position, 0 if there is none: check << 25 | piles << 20 | move << 12 | high << 6 | low."""
    slot = (key & (len(table) // 4 - 1)) * 4
    for i in range(slot, slot + 4):
        if table[i] >> 25 & CHECK == key >> 25 & CHECK and table[i]:
            return table[i]
    return 0


@compiled
def _store(table: Table, key: int, piles: int, found: int) -> None:
    """Store a result in place of the entry that was cheapest to compute."""
    slot = (key & (len(table) // 4 - 1)) * 4
    place, least = slot, 99
    for i in range(slot, slot + 4):
        if table[i] >> 25 & CHECK == key >> 25 & CHECK:
            place = i
            break
        if table[i] >> 20 & 31 < least:
            place, least = i, table[i] >> 20 & 31
    table[place] = (key >> 25 & CHECK) << 25 | (piles - 1) << 20 | found


@compiled
def _answer(safe_red: int, safe_purple: int, entry: int, wanted: int) -> int:
    """Return a count that answers the question, UNKNOWN if neither the safe fish nor the table give one."""
    if safe_red >= wanted:
        return safe_red
    if FISH - safe_purple < wanted:
        return FISH - safe_purple
    if entry and safe_red + (entry & 63) >= wanted:
        return safe_red + (entry & 63)
    if entry and safe_red + (entry >> 6 & 63) < wanted:
        return safe_red + (entry >> 6 & 63)
    return UNKNOWN


@compiled
def _leave(w: Work, table: Table, ply: int, wanted: int) -> int:
    """Store the value of a finished position; a stored move stays until a better one is known."""
    frame, piles = FRAMES + 16 * ply, w[ROOT_PILES] - ply
    side, best, move = w[frame + SIDE], w[frame + BEST], w[frame + BEST_MOVE]
    kept = move >> 8 << 2 | move & 3
    if (best >= wanted) == (side == 0):
        if w[frame + COUNT] > 1:
            habit = HABIT + 64 * w[AT + (move >> 8)] + (move >> 2 & 63)
            w[habit] += piles * piles // 8
            if w[habit] > 1000:
                for i in range(HABIT, MOVES):
                    w[i] //= 2
    elif w[frame + HINT] != UNKNOWN:
        kept = w[frame + HINT]
    low, high = w[frame + LOW], w[frame + HIGH]
    if best >= wanted:
        low = max(low, best - w[frame + SAFE])
    else:
        high = min(high, best - w[frame + SAFE])
    _store(table, w[frame + KEY], piles, kept << 12 | high << 6 | low)
    return best


@compiled
def _answered_by_child(w: Work, table: Table, ply: int, wanted: int) -> bool:
    """Look for a capture whose stored result answers the question for its side, and make it the best."""
    frame, base = FRAMES + 16 * ply, MOVES + 64 * ply
    side = w[frame + SIDE]
    for i in range(w[frame + COUNT]):
        move = w[base + i]
        caught = _capture(w, side, move)
        safe_red, safe_purple, key = _fold(w, 1 - side)
        _take_back(w, side, move, caught)
        count = _answer(safe_red, safe_purple, _look_up(table, key), wanted)
        if count != UNKNOWN and (count >= wanted) == (side == 0):
            w[frame + BEST], w[frame + BEST_MOVE] = count, move
            return True
    return False


@compiled
def _order(w: Work, ply: int) -> None:
    """Write the priority of each capture in front of it."""
    frame, base = FRAMES + 16 * ply, MOVES + 64 * ply
    for i in range(w[frame + COUNT]):
        move = w[base + i]
        source, target = move >> 8, move >> 2 & 63
        promise = 8 * _promise(w, w[frame + SIDE], source, target) + 25 * w[HABIT + 64 * w[AT + source] + target] // 16
        if source << 2 | move & 3 == w[frame + HINT]:
            promise = 1 << 30
        w[base + i] = (promise + (1 << 32)) << 14 | move


@compiled
def _enter(w: Work, table: Table, ply: int, wanted: int) -> int:
    """Return a count that answers the question at once, else list and order the captures and return UNKNOWN."""
    frame, base = FRAMES + 16 * ply, MOVES + 64 * ply
    w[NODES] += 1
    safe_red, safe_purple, key = _fold(w, w[frame + SIDE])
    entry = _look_up(table, key)
    count = _answer(safe_red, safe_purple, entry, wanted)
    if count != UNKNOWN:
        return count
    w[frame + COUNT] = _list_captures(w, w[frame + SIDE], base)
    if w[frame + COUNT] == 0:
        w[frame + SIDE] = 1 - w[frame + SIDE]
        w[frame + COUNT] = _list_captures(w, w[frame + SIDE], base)
    if w[frame + COUNT] == 0:
        return _fish(w, 0)
    w[frame + KEY], w[frame + SAFE] = key, safe_red
    w[frame + LOW] = entry & 63 if entry else 0
    w[frame + HIGH] = entry >> 6 & 63 if entry else FISH - safe_red - safe_purple
    w[frame + HINT] = entry >> 12 & 255 if entry else UNKNOWN
    if w[ROOT_PILES] - ply >= LOOK_AHEAD and _answered_by_child(w, table, ply, wanted):
        return _leave(w, table, ply, wanted)
    _order(w, ply)
    w[frame + NEXT] = 0
    w[frame + BEST] = FISH + 1 if w[frame + SIDE] else -1
    return UNKNOWN


@compiled
def _fish(w: Work, colour: int) -> int:
    fish = 0
    for value in range(16):
        if w[ALIVE + colour] >> value & 1:
            fish += w[HEIGHT + w[SQUARE + 16 * colour + value]]
    return fish


@compiled
def _descend(w: Work, ply: int) -> None:
    """Play the most promising capture that has not been tried."""
    frame, base = FRAMES + 16 * ply, MOVES + 64 * ply
    first = w[frame + NEXT]
    most = first
    for i in range(first + 1, w[frame + COUNT]):
        if w[base + i] > w[base + most]:
            most = i
    w[base + first], w[base + most] = w[base + most], w[base + first]
    w[frame + NEXT] += 1
    w[frame + MOVE] = w[base + first] & 0x3FFF
    w[frame + CAUGHT] = _capture(w, w[frame + SIDE], w[frame + MOVE])
    w[frame + 16 + SIDE] = 1 - w[frame + SIDE]


@compiled
def _ascend(w: Work, ply: int, count: int, wanted: int) -> bool:
    """Undo the capture, record its result, and tell whether the position is finished."""
    frame = FRAMES + 16 * ply
    side = w[frame + SIDE]
    _take_back(w, side, w[frame + MOVE], w[frame + CAUGHT])
    if (count < w[frame + BEST]) if side else (count > w[frame + BEST]):
        w[frame + BEST], w[frame + BEST_MOVE] = count, w[frame + MOVE]
    return (count >= wanted) == (side == 0) or w[frame + NEXT] == w[frame + COUNT]


@compiled
def load(w: Work, position: Position) -> None:
    """Set up a position of the kernel."""
    w[:NODES] = 0
    w[AT : AT + 37] = NOBODY
    w[SQUARE : SQUARE + FISH] = 36
    w[STOPPED], w[ROOT_PILES] = 0, 0
    for square in range(36):
        pile = position[square]
        if pile:
            fish = 16 * (pile & COLOUR) + (pile >> VALUE_BIT & VALUES) - 1
            w[AT + square], w[HEIGHT + square], w[SQUARE + fish] = fish, pile >> HEIGHT_BIT, square
            w[ALIVE + (fish >> 4)] |= 1 << (fish & 15)
            w[TAKEN] |= 1 << square
            w[ROOT_PILES] += 1
    for i in range(144):
        w[LINK + i] = position[LINKS + i]
    w[FRAMES + SIDE] = position[TURN]


@compiled
def _prove(w: Work, table: Table, stop: NDArray[np.uint8], wanted: int) -> int:
    """Return a count >= wanted that red can force, or one < wanted that purple can; UNKNOWN if it had to stop.

    The position must have been loaded, and after UNKNOWN must be loaded again.
    """
    ply, side = 0, w[FRAMES + SIDE]
    while True:
        if w[NODES] >= w[LIMIT] or (w[NODES] & 1023 == 0 and stop[0]):
            w[STOPPED] = 1
            return UNKNOWN
        count = _enter(w, table, ply, wanted)
        while count != UNKNOWN:
            if ply == 0:
                w[FRAMES + SIDE] = side
                return count
            ply -= 1
            if not _ascend(w, ply, count, wanted):
                break
            count = _leave(w, table, ply, wanted)
        _descend(w, ply)
        ply += 1


@compiled
def _best_known(w: Work, table: Table) -> int:
    """Return the capture that the table holds for the loaded position, as 36 * source + target, or UNKNOWN."""
    entry = _look_up(table, _fold(w, w[FRAMES + SIDE])[2])
    if not entry:
        return UNKNOWN
    source = entry >> 14 & 63
    return 36 * source + w[LINK + 4 * source + (entry >> 12 & 3)]


class Endgame:
    """The solver with its table, which stays valid for the round.

    ``megabytes`` bounds the table. Counts are of red's fish at the end of the round; the positions must have two
    players and nothing left to switch.
    """

    def __init__(self, megabytes: int = 32) -> None:
        self._table = np.zeros(1 << (megabytes * 131072).bit_length() - 1, np.int64)
        self._work = np.zeros(WIDTH, np.int64)
        keys = np.random.default_rng(1978)
        self._work[KEYS:HABIT] = keys.integers(-(1 << 63), (1 << 63) - 1, HABIT - KEYS, np.int64, endpoint=True)
        self.nodes = 0

    def forget(self) -> None:
        """Empty the table."""
        self._table = np.zeros(len(self._table), np.int64)  # not zeros_like, which would write to every memory page
        self._work[HABIT:MOVES] = 0

    def solve(self, position: Position, budget: Budget, nodes: int, guess: float = FISH / 2) -> tuple[int, int]:
        """Return bounds of red's final count, as far as they can be proved within the budget and the nodes.

        It searches away from a guess in growing steps, then by bisection. Estimates are too close to the middle, so the
        guess is moved outwards.
        """
        self._load(position, nodes)
        stop = np.frombuffer(budget.stop, np.uint8)
        wanted = min(max(round(FISH / 2 + 1.5 * (guess - FISH / 2)), 1), FISH)
        low, high, step = 0, FISH, 2
        while low < high:
            count = int(_prove(self._work, self._table, stop, wanted))
            if count == UNKNOWN:
                break
            if count >= wanted:
                low, wanted = count, count + step
            else:
                high, wanted = count, count + 1 - step
            step *= 2
            if not low < wanted <= high or (low > 0 and high < FISH):
                wanted = (low + high + 1) // 2
        self.nodes = int(self._work[NODES])
        return low, high

    def capture(self, position: Position, wanted: int) -> int | None:
        """Return the code of a capture that proves "red gets at least ``wanted``", or the opposite, for its side.

        None if every capture does, or none is known.
        """
        self._load(position, 1 << 62)
        count = _prove(self._work, self._table, np.zeros(1, np.uint8), wanted)
        found = int(_best_known(self._work, self._table))
        holds = (count >= wanted) == (position[TURN] == 0)
        return found if holds and found != UNKNOWN else None

    def _load(self, position: Position, nodes: int) -> None:
        load(self._work, position)
        self._work[NODES], self._work[LIMIT] = 0, nodes
