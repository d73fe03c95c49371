"""Many games of Dakapo that step together in one compiled call and write into the arrays of a learner.

A stone changes one number of a plane, two planes of closed colours and the mask; only these are written. A few vector
instructions expand a set of cells to 64 bytes.
"""

from __future__ import annotations

from typing import Any

import numpy as np
from llvmlite import ir
from numba import types
from numba.extending import intrinsic
from numpy.typing import NDArray

from encore.core.choice import RESTART, WAIT, Generators, random_below
from encore.core.compiling import compiled
from encore.core.encoding import encoding_of
from encore.games.dakapo.compiled.kernel import COLOURS, OTHERS, Words, around, popcount
from encore.games.dakapo.learn.encoding import CALL, CELLS, PLANES
from encore.games.dakapo.rules import Dakapo, State
from encore.games.dakapo.tables import FULL, SUPPLY

Arrays = tuple[NDArray[np.int8], NDArray[np.int8], NDArray[np.float32], NDArray[np.bool_], NDArray[np.int8]]
"""Observations, masks, rewards, done and seat: a row for each game."""

# The words of a game: the stones of each colour (0 to 3), the cells open to each, the colour placed last (all bits:
# none).
OPEN, LAST, LENGTH = 4, 8, 9
# Where the closed colours and the turn begin in an observation, and its length.
CLOSED, TURN, WIDTH = COLOURS * CELLS, 2 * COLOURS * CELLS, PLANES * CELLS

_ONE = np.uint64(1)
_ZERO = np.uint64(0)
_ALL = np.uint64(FULL)


def _spread(typing: Any, address: Any, cells: Any) -> Any:
    def generate(context: Any, builder: Any, signature: Any, args: Any) -> Any:
        bits = builder.bitcast(args[1], ir.VectorType(ir.IntType(1), CELLS))
        numbers = builder.zext(bits, ir.VectorType(ir.IntType(8), CELLS))
        builder.store(numbers, builder.inttoptr(args[0], numbers.type.as_pointer()), align=1)
        return context.get_dummy_value()

    return types.void(types.int64, types.uint64), generate


def _put(typing: Any, address: Any, value: Any) -> Any:
    def generate(context: Any, builder: Any, signature: Any, args: Any) -> Any:
        number = builder.trunc(args[1], ir.IntType(8))
        builder.store(number, builder.inttoptr(args[0], number.type.as_pointer()), align=1)
        return context.get_dummy_value()

    return types.void(types.int64, types.int64), generate


spread: Any = intrinsic(_spread)
"""Write a set of cells to an address as 64 numbers, 0 or 1."""

put: Any = intrinsic(_put)
"""Write a number of eight bits to an address."""


def corner_table() -> Words:
    """Return for each cell the other corners of its squares, padded with sets that no colour can hold."""
    return np.where(OTHERS == 0, _ALL, OTHERS)


# No function below passes rows or tuples of arrays: counting their references would cost more than placing a stone.


@compiled
def _completes(own: np.uint64, cell: int, corners: Words) -> bool:
    found = False
    for i in range(corners.shape[1]):
        found |= own & corners[cell, i] == corners[cell, i]
    return found


@compiled
def _list_open(games: Words, number: int) -> bool:
    """Store the cells where the next player may place each colour; return whether there are any."""
    occupied = games[number, 0] | games[number, 1] | games[number, 2] | games[number, 3]
    edge = around(occupied) & ~occupied
    found = _ZERO
    for colour in range(COLOURS):
        own = games[number, colour]
        closed = games[number, LAST] == np.uint64(colour) or popcount(own) >= SUPPLY
        cells = _ZERO if closed else edge & ~around(own)
        games[number, OPEN + colour] = cells
        found |= cells
    return found != _ZERO


@compiled
def _show_open(games: Words, number: int, mask: int, calls: int) -> None:
    """Write the mask of a game to its address; with calls, the same mask again for stones with a call."""
    for call in range(calls):
        for colour in range(COLOURS):
            spread(mask + call * CALL + colour * CELLS, games[number, OPEN + colour])


@compiled
def _begin(games: Words, number: int, start: Words, seen: int, mask: int, calls: int) -> None:
    """Set up a new game and write all of it."""
    for i in range(LENGTH):
        games[number, i] = start[i]
    _list_open(games, number)
    for colour in range(COLOURS):
        spread(seen + colour * CELLS, start[colour])
        spread(seen + CLOSED + colour * CELLS, _ZERO)
    spread(seen + TURN, _ALL)
    _show_open(games, number, mask, calls)


@compiled
def _show_stone(games: Words, number: int, stone: int, before: np.uint64, seen: int, mask: int, calls: int) -> None:
    """Write what a stone changed: its cell, the colour it closes, the colour it opens, and the mask."""
    put(seen + stone, 1)
    spread(seen + CLOSED + (stone & ~(CELLS - 1)), _ALL)
    if before < np.uint64(COLOURS) and popcount(games[number, before]) < SUPPLY:
        spread(seen + CLOSED + np.int64(before) * CELLS, _ZERO)
    _show_open(games, number, mask, calls)


@compiled
def _find_illegal(games: Words, actions: NDArray[np.int64], most: int) -> int:
    for number in range(len(games)):
        action = actions[number]
        if action in (WAIT, RESTART):
            continue
        if not 0 <= action < most:
            return number
        if games[number, OPEN + (action >> 6 & 3)] >> np.uint64(action & 63) & _ONE == _ZERO:
            return number
    return -1


@compiled
def begin(
    games: Words,
    start: Words,
    observations: NDArray[np.int8],
    masks: NDArray[np.int8],
    rewards: NDArray[np.float32],
    done: NDArray[np.bool_],
    seat: NDArray[np.int8],
) -> None:
    """Set up every game."""
    seen, mask, width = observations.ctypes.data, masks.ctypes.data, masks.shape[1]
    for number in range(len(games)):
        _begin(games, number, start, seen + number * WIDTH, mask + number * width, width // CALL)
    rewards[:] = 0
    done[:] = False
    seat[:] = 0


@compiled
def step(
    games: Words,
    ends: Words,
    actions: NDArray[np.int64],
    start: Words,
    corners: Words,
    observations: NDArray[np.int8],
    masks: NDArray[np.int8],
    rewards: NDArray[np.float32],
    done: NDArray[np.bool_],
    seat: NDArray[np.int8],
) -> int:
    """Place a stone in each game and return -1; or return the first game whose action is illegal, and place none."""
    first_seen, first_mask, width = observations.ctypes.data, masks.ctypes.data, masks.shape[1]
    calls = width // CALL
    illegal = _find_illegal(games, actions, width)
    if illegal >= 0:
        return illegal
    for number in range(len(games)):
        action = actions[number]
        if action < 0:
            rewards[number, 0] = rewards[number, 1] = 0
            done[number] = action == RESTART
            if done[number]:
                seat[number] = 0
                _begin(games, number, start, first_seen + number * WIDTH, first_mask + number * width, calls)
            continue
        cell, colour = action & (CELLS - 1), action >> 6 & (COLOURS - 1)
        own, before = games[number, colour], games[number, LAST]
        games[number, colour] = own | _ONE << np.uint64(cell)
        games[number, LAST] = np.uint64(colour)
        occupied = games[number, 0] | games[number, 1] | games[number, 2] | games[number, 3]
        after = popcount(occupied) & 1
        won = (calls == 1 or action >= CALL) and _completes(own, cell, corners)
        over = not _list_open(games, number) or won
        worth = np.float32(1 if over and (won or occupied != _ALL) else 0)
        rewards[number, 1 - after], rewards[number, after] = worth, -worth
        done[number], seat[number] = over, 0 if over else after
        seen, mask = first_seen + number * WIDTH, first_mask + number * width
        if over:
            for i in range(LENGTH):
                ends[number, i] = games[number, i]
            ends[number, colour], ends[number, LAST], ends[number, OPEN] = own, before, np.uint64(action)
            _begin(games, number, start, seen, mask, calls)
        else:
            _show_stone(games, number, action & (CALL - 1), before, seen, mask, calls)
    return -1


@compiled
def _nth(cells: np.uint64, nth: int) -> int:
    """Return the nth cell of a set, without a branch that a processor would have to guess."""
    cell, half = 0, CELLS // 2
    while half:
        low = popcount(cells & ((_ONE << np.uint64(half)) - _ONE))
        upper = nth >= low
        nth -= low if upper else 0
        cell += half if upper else 0
        cells >>= np.uint64(half) if upper else _ZERO
        half >>= 1
    return cell


@compiled
def choose(games: Words, calls: int, generators: Generators, actions: NDArray[np.int64]) -> None:
    """Write a random legal action for each game: a cell that is open to a colour."""
    for number in range(len(games)):
        red, yellow = popcount(games[number, OPEN]), popcount(games[number, OPEN + 1])
        green, blue = popcount(games[number, OPEN + 2]), popcount(games[number, OPEN + 3])
        count = red + yellow + green + blue
        nth = random_below(generators, number, calls * count)
        call = nth >= count
        nth -= count if call else 0
        colour = int(nth >= red) + int(nth >= red + yellow) + int(nth >= red + yellow + green)
        nth -= red if colour > 0 else 0
        nth -= yellow if colour > 1 else 0
        nth -= green if colour > 2 else 0
        cell = _nth(games[number, OPEN + colour], nth)
        actions[number] = (CALL if call else 0) + colour * CELLS + cell


class Games:
    """A number of games of Dakapo."""

    def __init__(self, game: Dakapo, count: int) -> None:
        self._calls = 2 if game.options["call"] == "spoken" else 1
        self._games = np.zeros((count, LENGTH), np.uint64)
        # Positions before the last stone of a game, which stands in place of the cells open to red.
        self._ends = np.zeros((count, LENGTH), np.uint64)
        self._game = game
        self._start = np.zeros(LENGTH, np.uint64)
        self._start[:COLOURS] = game.initial().stones
        self._start[LAST] = _ALL
        self._corners = corner_table()

    def begin(self, seed: int, arrays: Arrays) -> None:
        """Restart every game; the seed has no effect, because Dakapo has no chance."""
        begin(self._games, self._start, *arrays)

    def step(self, actions: NDArray[np.int64], arrays: Arrays) -> int:
        """Play an action in each game and return -1; or play nothing and return the first game with an illegal one."""
        return int(step(self._games, self._ends, actions, self._start, self._corners, *arrays))

    def choose(self, generators: Generators, actions: NDArray[np.int64]) -> None:
        """Write a random legal action for each game."""
        choose(self._games, self._calls, generators, actions)

    def state(self, number: int) -> State:
        """Return the state of a game."""
        return _state(self._games[number])

    def ended(self, number: int) -> State:
        """Return how the last game ended."""
        before = _state(self._ends[number])
        return self._game.play(before, encoding_of(self._game).move(before, int(self._ends[number, OPEN])))


def _state(row: Words) -> State:
    *stones, last = row[[0, 1, 2, 3, LAST]].tolist()
    return State(tuple(stones), None if last >= COLOURS else last)
