"""Exact solver for two-player rounds without switches.

It repeatedly asks "does red end with at least this many fish?", a null window over the final count
of red. Three ideas make it fast:

- A pile that beats every rival it can ever meet is safe, and safe fish bound the count from both sides. A capture
  that makes fish safe at once bounds it for the side to move. Piles meet only along rows and columns, and an emptied
  square is never filled again, so the board splits into regions permanently: a pile only needs to beat the rivals of
  its region.
- The key after a capture is computed without playing it, so with many piles the results of all captures are looked up
  first. Positions with few piles are searched again, which is cheaper than storing them.
- Captures that leave the opponent few replies are tried first.

Several threads can ask the same question with one table. Each tries first what no other is searching (ABDADA).

The search is a loop over frames, not a recursion, because Numba cannot cache a recursive function safely.
"""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor

import numpy as np
from numpy.typing import NDArray

from encore.core.compiling import compiled
from encore.core.thinking import UNLIMITED, Budget
from encore.games.dacapo.compiled.layout import (
    AREA,
    COLOUR,
    HEIGHT_BIT,
    LINKS,
    NOWHERE,
    TURN,
    VALUE_BIT,
    VALUES,
    WAYS,
    Position,
)
from encore.games.dacapo.search.endgame_memory import (
    COLOUR_BIT,
    COUNT_MASK,
    FISH,
    HIGH_BIT,
    HINT_BIT,
    HINT_MASK,
    HINTED,
    LEAST_PROMISE,
    MOST_HABIT,
    MOVE_BITS,
    NOBODY,
    ROW_MASK,
    SOURCE_BIT,
    SQUARE_MASK,
    TARGET_BIT,
    UNKNOWN,
    VALUE_MASK,
    VALUES_EACH,
    WAY_BITS,
    WAY_MASK,
    WORK,
    Ints,
    Table,
    Work,
    look_up,
    store,
)
from encore.games.dacapo.tables import SIZE

SIDE_KEY = 0x5851F42D4C957F2D
"""What is added to the key of the piles when purple moves."""
LOOK_AHEAD = 11
"""From this number of piles on, children are looked up in the table before one is searched."""
STORED = 8
"""From this number of piles on, results are stored; that of the root always is, because ``capture`` reads it."""
DE_BRUIJN = 0x09AF
"""Multiplied by one of 16 single bits, it gives a different number in bits 12 to 15 for each."""
BIT_VALUES = np.array([0, 1, 2, 5, 3, 9, 6, 11, 15, 4, 8, 10, 14, 7, 13, 12], np.uint8)
"""Which bit gives each of these numbers."""
Flag = NDArray[np.uint8]
"""One byte that threads share."""
BUSY = 1 << 15
"""How many positions can be marked as being searched."""
SHARED = 15
"""From this number of piles on, threads search different captures of a position; smaller searches are too short."""


@compiled
def _up_to(fish: int) -> int:
    """Return the bits of all values up to the highest of some fish, which are given as bits."""
    fish |= fish >> 1
    fish |= fish >> 2
    fish |= fish >> 4
    return fish | fish >> 8


@compiled
def _value(bit: int) -> int:
    """Return which value a single bit stands for."""
    return int(BIT_VALUES[(bit * DE_BRUIJN & 0xFFFF) >> 12])


@compiled
def _list_captures(w: Work, side: int, moves: Ints) -> int:
    """List the captures of a side, and return how many there are."""
    count, alive = 0, w.alive[side]
    while alive:
        bit = alive & -alive
        alive ^= bit
        value = _value(bit)
        source = w.square[VALUES_EACH * side + value]
        for way in range(WAYS):
            target = w.links[source, way]
            caught = w.fish[target]
            moves[count] = source << SOURCE_BIT | target << TARGET_BIT | way
            count += (caught >> COLOUR_BIT == 1 - side) & ((caught & VALUE_MASK) <= value)
    return count


@compiled
def promise(w: Work, side: int, source: int, target: int) -> int:
    """Return the priority of a capture: mainly how few replies it leaves (computed from what it changes)."""
    value, caught = w.fish[source] & VALUE_MASK, w.fish[target] & VALUE_MASK
    exposed, attacked, replies, opened = 0, 0, 0, 0
    for way in range(WAYS):
        near = w.links[target, way]
        if near == source:
            replies -= value == caught
            behind = w.fish[w.links[source, way]]
            exposed += (behind >> COLOUR_BIT == 1 - side) & ((behind & VALUE_MASK) >= value)
        else:
            beside = w.fish[near]
            exposed += (beside >> COLOUR_BIT == 1 - side) & ((beside & VALUE_MASK) >= value)
            replies -= (beside >> COLOUR_BIT == side) & ((beside & VALUE_MASK) <= caught)
        rival = w.fish[w.links[source, way]]
        if rival >> COLOUR_BIT == 1 - side and w.links[source, way] != target:
            attacked += (rival & VALUE_MASK) >= value
            across = w.links[source, way ^ 1]
            own = w.fish[across]
            if own >> COLOUR_BIT == side and (rival & VALUE_MASK) >= (own & VALUE_MASK):
                replies += 1
                opened += w.height[across]
    replies += exposed - attacked
    own_height = w.height[source]
    promise = 56 * w.height[target] + 13 * caught - 160 * replies - 130 * opened
    if exposed:
        promise -= 32 * (own_height + w.height[target]) + 40 * value
    if attacked:
        promise += 48 * own_height - 8 * value
    return promise


@compiled
def _capture(w: Work, side: int, move: int) -> int:
    """Play a capture, and return the captured fish."""
    source, target = move >> SOURCE_BIT, move >> TARGET_BIT & SQUARE_MASK
    fish, caught = w.fish[source], w.fish[target]
    w.fish[source], w.fish[target] = NOBODY, fish
    w.height[target] += w.height[source]
    w.square[fish] = target
    w.taken ^= 1 << source
    w.alive[1 - side] ^= 1 << (caught & VALUE_MASK)
    for way in range(0, WAYS, 2):
        one, other = w.links[source, way], w.links[source, way + 1]
        if one < AREA:
            w.links[one, way + 1] = other
        if other < AREA:
            w.links[other, way] = one
    return caught


@compiled
def _take_back(w: Work, side: int, move: int, caught: int) -> None:
    source, target = move >> SOURCE_BIT, move >> TARGET_BIT & SQUARE_MASK
    fish = w.fish[target]
    w.fish[source], w.fish[target] = fish, caught
    w.height[target] -= w.height[source]
    w.square[fish] = source
    w.taken ^= 1 << source
    w.alive[1 - side] ^= 1 << (caught & VALUE_MASK)
    for way in range(WAYS):
        beside = w.links[source, way]
        if beside < AREA:
            w.links[beside, way ^ 1] = source


@compiled
def _key(w: Work) -> int:
    """Return the key of the piles on the board, whoever moves; each pile adds its height times a random number."""
    key = 0
    for square in range(AREA):
        if w.taken >> square & 1:
            key += w.height[square] * w.keys[square, w.fish[square]]
    return key


@compiled
def _with_side(key: int, side: int) -> int:
    """Return the key of a position from that of its piles and the side to move."""
    return key + side * SIDE_KEY


@compiled
def _key_after(w: Work, move: int) -> int:
    """Return the key of the piles after a capture."""
    source, target = move >> SOURCE_BIT, move >> TARGET_BIT & SQUARE_MASK
    fish, height, won = w.fish[source], w.height[source], w.height[target]
    lost = height * w.keys[source, fish] + won * w.keys[target, w.fish[target]]
    return w.key + (height + won) * w.keys[target, fish] - lost


@compiled
def _region(taken: int) -> int:
    """Return the rows, as bits of squares, of the region that holds the first pile."""
    first = 0
    while taken >> SIZE * first & ROW_MASK == 0:
        first += 1
    files = taken >> SIZE * first & ROW_MASK
    region = ROW_MASK << SIZE * first
    growing = True
    while growing and taken & ~region:
        growing = False
        for row in range(first + 1, SIZE):
            piles = taken >> SIZE * row & ROW_MASK
            if piles & files and region >> SIZE * row & 1 == 0:
                files |= piles
                region |= ROW_MASK << SIZE * row
                growing = True
    return region


@compiled
def _height_of(w: Work, colour: int, fish: int) -> int:
    """Return the total height of some piles of a colour, whose fish are given as bits."""
    height = 0
    while fish:
        bit = fish & -fish
        fish ^= bit
        height += w.height[w.square[VALUES_EACH * colour + _value(bit)]]
    return height


@compiled
def _winnings(w: Work, side: int, own: int, rivals: int) -> int:
    """Return the most fish that one capture of a side makes safe in a region, beyond those that are safe."""
    reach = _up_to(rivals)
    highest = reach ^ reach >> 1
    if rivals == 0 or own < highest:
        return 0
    most, champion = 0, w.square[VALUES_EACH * (1 - side) + _value(highest)]
    strong = own & -highest
    while strong:
        bit = strong & -strong
        strong ^= bit
        for way in range(WAYS):
            target = w.links[w.square[VALUES_EACH * side + _value(bit)], way]
            if w.fish[target] >> COLOUR_BIT == 1 - side and (bit > highest or target == champion):
                won = w.height[target]
                if target == champion:  # own fish that only the champion could capture are safe now
                    won += _height_of(w, side, own & reach & ~_up_to(rivals ^ highest))
                most = max(most, won)
    return most


@compiled
def _safe(w: Work, side: int) -> tuple[int, int, int]:
    """Return the safe fish of red and of purple, and how many more the side to move can make safe by one capture."""
    safe_red, safe_purple, winnings = 0, 0, 0
    left = w.taken
    while left:
        region = _region(left)
        red, purple = w.alive[0], w.alive[1]
        if region & w.taken != w.taken:
            for value in range(VALUES_EACH):
                if region >> w.square[value] & 1 == 0:
                    red &= ~(1 << value)
                if region >> w.square[VALUES_EACH + value] & 1 == 0:
                    purple &= ~(1 << value)
        safe_red += _height_of(w, 0, red & ~_up_to(purple))
        safe_purple += _height_of(w, 1, purple & ~_up_to(red))
        winnings = max(winnings, _winnings(w, side, purple if side else red, red if side else purple))
        left &= ~region
    return safe_red, safe_purple, winnings


@compiled
def _answer(low: int, high: int, wanted: int) -> int:
    """Return a count that answers the question, UNKNOWN if the bounds do not."""
    if low >= wanted:
        return low
    return high if high < wanted else UNKNOWN


@compiled
def _stored(table: Table, key: int, piles: int, wanted: int) -> int:
    """Return a count from the table that answers the question, or UNKNOWN."""
    entry = look_up(table, key, piles)
    return _answer(entry & COUNT_MASK, entry >> HIGH_BIT & COUNT_MASK, wanted) if entry else UNKNOWN


@compiled
def _halve_habits(w: Work) -> None:
    for fish in range(FISH):
        for target in range(AREA):
            w.habit[fish, target] //= 2


@compiled
def _leave(w: Work, table: Table, busy: Ints, ply: int, wanted: int) -> int:
    """Store the value of a finished position; a stored move stays until a better one is known."""
    frame, piles = w.frames[ply], w.root_piles - ply
    if len(busy) and busy[frame.key & len(busy) - 1] == frame.key:
        busy[frame.key & len(busy) - 1] = 0
    side, best, move = frame.side, frame.best, frame.best_move
    kept = move >> SOURCE_BIT << WAY_BITS | move & WAY_MASK
    if (best >= wanted) == (side == 0):
        if frame.count > 1:
            fish, target = w.fish[move >> SOURCE_BIT], move >> TARGET_BIT & SQUARE_MASK
            w.habit[fish, target] += piles * piles // 8
            if w.habit[fish, target] > MOST_HABIT:
                _halve_habits(w)
    elif frame.hint != UNKNOWN:
        kept = frame.hint
    low, high = frame.low, frame.high
    if best >= wanted:
        low = max(low, best)
    else:
        high = min(high, best)
    if piles >= STORED or ply == 0:
        store(table, frame.key, piles, kept << HINT_BIT | high << HIGH_BIT | low)
    return best


@compiled
def _safe_after(w: Work, side: int, move: int, wanted: int) -> int:
    """Return a count from the safe fish after a capture that answers the question, or UNKNOWN."""
    caught = _capture(w, side, move)
    safe_red, safe_purple, _ = _safe(w, 1 - side)
    _take_back(w, side, move, caught)
    return _answer(safe_red, FISH - safe_purple, wanted)


@compiled
def _answered_by_child(w: Work, table: Table, ply: int, wanted: int) -> bool:
    """Look for a capture that is known to answer the question for its side, and make it the best."""
    frame, moves = w.frames[ply], w.moves[ply]
    side, piles = frame.side, w.root_piles - ply
    for i in range(frame.count):
        move = moves[i]
        count = _stored(table, _with_side(_key_after(w, move), 1 - side), piles - 1, wanted)
        if count == UNKNOWN and ply == 0:
            count = _safe_after(w, side, move, wanted)
        if count != UNKNOWN and (count >= wanted) == (side == 0):
            frame.best, frame.best_move = count, move
            return True
    return False


@compiled
def _order(w: Work, ply: int) -> None:
    """Write the priority of each capture in front of it."""
    frame, moves = w.frames[ply], w.moves[ply]
    for i in range(frame.count):
        move = moves[i]
        source, target = move >> SOURCE_BIT, move >> TARGET_BIT & SQUARE_MASK
        early = 8 * promise(w, frame.side, source, target) + 3 * w.habit[w.fish[source], target] // 4
        if source << WAY_BITS | move & WAY_MASK == frame.hint:
            early = HINTED
        moves[i] = (early + LEAST_PROMISE) << MOVE_BITS | move


@compiled
def _enter(w: Work, table: Table, busy: Ints, ply: int, wanted: int) -> int:
    """Return a count that answers the question at once, else list and order the captures and return UNKNOWN."""
    frame, moves = w.frames[ply], w.moves[ply]
    w.nodes += 1
    piles, key = w.root_piles - ply, _with_side(w.key, frame.side)
    entry = look_up(table, key, piles) if piles >= STORED else 0
    low, high = entry & COUNT_MASK, entry >> HIGH_BIT & COUNT_MASK if entry else FISH
    count = _answer(low, high, wanted)
    if count != UNKNOWN:
        return count
    safe_red, safe_purple, winnings = _safe(w, frame.side)
    low, high = max(low, safe_red), min(high, FISH - safe_purple)
    if ply:  # at the root the capture is wanted, too
        least = safe_red + (0 if frame.side else winnings)
        most = FISH - safe_purple - (winnings if frame.side else 0)
        count = _answer(max(low, least), min(high, most), wanted)
        if count != UNKNOWN:
            return count
    frame.count = _list_captures(w, frame.side, moves)
    if frame.count == 0:
        frame.side = 1 - frame.side
        frame.count = _list_captures(w, frame.side, moves)
    if frame.count == 0:
        return _height_of(w, 0, w.alive[0])
    frame.key, frame.bare, frame.low, frame.high = key, w.key, low, high
    frame.hint = entry >> HINT_BIT & HINT_MASK if entry else UNKNOWN
    if (piles >= LOOK_AHEAD or ply == 0) and _answered_by_child(w, table, ply, wanted):
        return _leave(w, table, busy, ply, wanted)
    if len(busy) and piles >= SHARED:
        busy[key & len(busy) - 1] = key
    _order(w, ply)
    frame.next = 0
    frame.best = FISH + 1 if frame.side else -1
    return UNKNOWN


@compiled
def _descend(w: Work, busy: Ints, ply: int) -> None:
    """Play the most promising capture that has not been tried; those that another thread searches come last."""
    frame, moves = w.frames[ply], w.moves[ply]
    first = frame.next
    while True:
        most = first
        for i in range(first + 1, frame.count):
            if moves[i] > moves[most]:
                most = i
        moves[first], moves[most] = moves[most], moves[first]
        frame.move = moves[first] & (1 << MOVE_BITS) - 1
        key = _key_after(w, frame.move)
        # The first capture mostly decides, so all threads may search it. One without a priority has been put off.
        if len(busy) == 0 or first == 0 or moves[first] == frame.move or w.root_piles - ply <= SHARED:
            break
        child = _with_side(key, 1 - frame.side)
        if busy[child & len(busy) - 1] != child:
            break
        moves[first] = frame.move
    w.key = key
    frame.caught = _capture(w, frame.side, frame.move)
    frame.next += 1
    w.frames[ply + 1].side = 1 - frame.side


@compiled
def _ascend(w: Work, ply: int, count: int, wanted: int) -> bool:
    """Undo the capture, record its result, and tell whether the position is finished."""
    frame = w.frames[ply]
    side = frame.side
    _take_back(w, side, frame.move, frame.caught)
    w.key = frame.bare
    if (count < frame.best) if side else (count > frame.best):
        frame.best, frame.best_move = count, frame.move
    return (count >= wanted) == (side == 0) or frame.next == frame.count


@compiled
def load(w: Work, position: Position) -> None:
    """Set up a position of the kernel."""
    w.fish[:] = NOBODY
    w.height[:] = 0
    w.square[:] = NOWHERE
    w.alive[:] = 0
    w.taken = w.root_piles = 0
    for square in range(AREA):
        pile = position[square]
        if pile:
            fish = VALUES_EACH * (pile & COLOUR) + (pile >> VALUE_BIT & VALUES) - 1
            w.fish[square], w.height[square], w.square[fish] = fish, pile >> HEIGHT_BIT, square
            w.alive[fish >> COLOUR_BIT] |= 1 << (fish & VALUE_MASK)
            w.taken |= 1 << square
            w.root_piles += 1
        for way in range(WAYS):
            w.links[square, way] = position[LINKS + WAYS * square + way]
    w.frames[0].side = position[TURN]
    w.key = _key(w)


@compiled
def _prove(w: Work, table: Table, busy: Ints, stop: Flag, done: Flag, wanted: int) -> int:
    """Return a count >= wanted that red can force, or one < wanted that purple can; UNKNOWN if it had to stop.

    The position must have been loaded, and after UNKNOWN must be loaded again. ``busy`` has the keys that the threads
    are searching, and is empty for one thread. The thread that is first sets ``done``, which stops the others.
    """
    ply, side = 0, w.frames[0].side
    while True:
        if w.nodes >= w.limit or (w.nodes & 1023 == 0 and (stop[0] or done[0])):
            return UNKNOWN
        count = _enter(w, table, busy, ply, wanted)
        while count != UNKNOWN:
            if ply == 0:
                w.frames[0].side = side
                done[0] = 1
                return count
            ply -= 1
            if not _ascend(w, ply, count, wanted):
                break
            count = _leave(w, table, busy, ply, wanted)
        _descend(w, busy, ply)
        ply += 1


@compiled
def _best_known(w: Work, table: Table) -> int:
    """Return the capture that the table holds for the loaded position, as the kernel's code, or UNKNOWN."""
    entry = look_up(table, _with_side(w.key, w.frames[0].side), w.root_piles)
    if not entry:
        return UNKNOWN
    source = entry >> HINT_BIT + WAY_BITS & SQUARE_MASK
    return AREA * source + w.links[source, entry >> HINT_BIT & WAY_MASK]


class Endgame:
    """The solver with its table, which stays valid for the round.

    ``megabytes`` bounds the table. Counts are of red's fish at the end of the round; the positions must have two
    players and nothing left to switch. The time of a search with several ``threads`` varies, and so do its nodes.
    """

    def __init__(self, megabytes: int = 32, threads: int = 1) -> None:
        self._table = np.zeros(1 << (megabytes * 131072).bit_length() - 1, np.int64)
        # An array is kept, not its records: the kernels would write to a copy of a record that was pickled.
        self._works = np.zeros(threads, WORK)
        self._busy = np.zeros(BUSY if threads > 1 else 0, np.int64)
        keys = np.random.default_rng(1978)
        shape = self._works.dtype["keys"].shape
        self._works["keys"] = keys.integers(-(1 << 63), (1 << 63) - 1, shape, np.int64, endpoint=True)
        self.nodes = 0

    def forget(self) -> None:
        """Empty the table."""
        self._table = np.zeros(len(self._table), np.int64)  # not zeros_like, which would write to every memory page
        self._works["habit"] = 0

    def solve(self, position: Position, budget: Budget, nodes: int, guess: float = FISH / 2) -> tuple[int, int]:
        """Return bounds of red's final count, as far as they can be proved within the budget and the nodes.

        Each answer is a bound, and the next question is whether the count is that bound. Estimates are too close to the
        middle, so the guess is moved outwards.
        """
        self._works["nodes"], self._works["limit"] = 0, nodes // len(self._works)
        wanted = min(max(round(FISH / 2 + 1.5 * (guess - FISH / 2)), 1), FISH)
        low, high = 0, FISH
        while low < high:
            count = self._ask(position, budget, wanted)
            if count == UNKNOWN:
                break
            if count >= wanted:
                low, wanted = count, count + 1
            else:
                high, wanted = count, count
        self.nodes = int(self._works["nodes"].sum())
        return low, high

    def _ask(self, position: Position, budget: Budget, wanted: int) -> int:
        """Ask all threads the same question; return what the first one answers, or UNKNOWN."""
        stop, done = np.frombuffer(budget.stop, np.uint8), np.zeros(1, np.uint8)
        self._busy[:] = 0

        def prove(work: np.void) -> int:
            load(work, position)
            return int(_prove(work, self._table, self._busy, stop, done, wanted))

        if len(self._works) == 1:
            return prove(self._works[0])
        with ThreadPoolExecutor(len(self._works)) as threads:
            answers = set(threads.map(prove, self._works)) - {UNKNOWN}
        # Several may have found one, and none of them is wrong.
        return answers.pop() if answers else UNKNOWN

    def capture(self, position: Position, wanted: int, budget: Budget) -> int | None:
        """Return the code of a capture that proves "red gets at least ``wanted``", or the opposite, for its side.

        None if its side cannot, none is known, or the budget stopped the search.
        """
        work, stop, alone = self._works[0], np.frombuffer(budget.stop, np.uint8), self._busy[:0]
        work["nodes"], work["limit"] = 0, UNLIMITED
        load(work, position)
        count = _prove(work, self._table, alone, stop, np.zeros(1, np.uint8), wanted)
        if count == UNKNOWN:  # the position in the working memory may be a later one
            return None
        found = int(_best_known(work, self._table))
        holds = (count >= wanted) == (position[TURN] == 0)
        return found if holds and found != UNKNOWN else None
