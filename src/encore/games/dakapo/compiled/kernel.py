"""Dakapo, compiled: positions as arrays, legal moves, apply and undo, and fast random games.

A move's code is ``colour * 64 + cell``, plus 256 with a call. Numba compiles each function when it is first called
and keeps the result on disk. Tables travel as arguments, so that a kept function never holds an old one.
"""

from __future__ import annotations

from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from struct import Struct
from typing import Any

import numpy as np
from numba import types
from numba.extending import intrinsic
from numpy.typing import NDArray

from encore.core.compiling import compiled
from encore.games.dakapo.rules import Dakapo, Move, State
from encore.games.dakapo.tables import FULL, OTHER_CORNERS, SIZE, SUPPLY, neighbours

Position = NDArray[np.int64]
Words = NDArray[np.uint64]
Codes = NDArray[np.int64] | NDArray[np.uint8]
Row = bytearray

COLOURS = 4
CELLS = SIZE * SIZE
CALL = COLOURS * CELLS

# The words of a position: the stones of each colour (0 to 3), the colour placed last (-1: none), whether it won, the
# number of moves that can be undone, and for each of these its code and the colour placed before it.
LAST, WON, DEPTH, STACK = 4, 5, 6, 7
LENGTH = STACK + CELLS

# A row: the bytes of a position up to the first word of its stack, then one byte for each legal move without a call.
HEAD = 8 * (STACK + 1)
_WORDS = Struct(f"={WON + 1}Q")

# The words of a playout board: for each colour its stones (0 to 3), the cells that would complete a square, and the
# cells closed to it; then the empty cells next to a stone, and the occupied cells. Colour c is at the start plus c.
COMPLETE, CLOSED, EDGE, OCCUPIED, BOARD = 4, 8, 12, 13, 14

_ONE = np.uint64(1)
_ZERO = np.uint64(0)
_ALL = np.uint64(FULL)
_FILE_A = np.uint64(0x0101010101010101)
_FILE_H = np.uint64(0x8080808080808080)
_BYTES = np.uint64(0x0101010101010101)
_HIGHS = np.uint64(0x8080808080808080)
_BYTE = np.uint64(8)
_GOLDEN = np.uint64(0x9E3779B97F4A7C15)


def _others() -> Words:
    """Return for each cell the other corners of its squares, padded with empty sets."""
    table = np.zeros((CELLS, 32), np.uint64)  # no cell is a corner of more than 31
    for cell, corners in enumerate(OTHER_CORNERS):
        table[cell, : len(corners)] = corners
    return table


def _nth() -> NDArray[np.uint8]:
    """Return for a byte and n the position of its n-th set bit, both counted from 0."""
    table = np.zeros((256, 8), np.uint8)
    for byte in range(256):
        bits = [bit for bit in range(8) if byte >> bit & 1]
        table[byte, : len(bits)] = bits
    return table


OTHERS = _others()
BESIDE = np.array([neighbours(1 << cell) for cell in range(CELLS)], np.uint64)
NTH = _nth()
_ADVANCE = types.int64(types.ByteArray(types.uint8, 1, "C"), types.int64, types.boolean, types.uint64[:, ::1])


def _popcount(typing: Any, cells: Any) -> Any:
    def generate(context: Any, builder: Any, signature: Any, args: Any) -> Any:
        return builder.ctpop(args[0])

    return types.int64(types.uint64), generate


def _lowest(typing: Any, cells: Any) -> Any:
    def generate(context: Any, builder: Any, signature: Any, args: Any) -> Any:
        return builder.cttz(args[0], context.get_constant(types.boolean, True))

    return types.int64(types.uint64), generate


popcount: Any = intrinsic(_popcount)
"""The number of cells in a set: one instruction."""

lowest: Any = intrinsic(_lowest)
"""The first cell of a set that is not empty: one instruction."""


@compiled
def around(cells: np.uint64) -> np.uint64:
    """Return the cells next to a set of cells."""
    return (cells & ~_FILE_H) << _ONE | (cells & ~_FILE_A) >> _ONE | cells << _BYTE | cells >> _BYTE


@compiled
def completing(own: np.uint64, cell: int | np.uint64, others: Words) -> np.uint64:
    """Return the missing corners of squares through ``cell`` that lack just one corner in ``own``."""
    found = _ZERO
    for i in range(others.shape[1]):
        missing = others[cell, i] & ~own
        found |= missing if missing & (missing - _ONE) == _ZERO else _ZERO
    return found


@compiled
def _open_cells(position: Position, colour: int) -> np.uint64:
    own = np.uint64(position[colour])
    if position[WON] or colour == position[LAST] or popcount(own) >= SUPPLY:
        return _ZERO
    occupied = np.uint64(position[0] | position[1] | position[2] | position[3])
    return around(occupied) & ~occupied & ~around(own)


@compiled
def _legal(position: Position, codes: Codes, spoken: bool) -> int:
    count = 0
    for call in range(2 if spoken else 1):
        for colour in range(COLOURS):
            cells = _open_cells(position, colour)
            while cells:
                codes[count] = call * CALL + colour * CELLS + lowest(cells)
                count += 1
                cells &= cells - _ONE
    return count


@compiled
def _apply(position: Position, code: int, spoken: bool, others: Words) -> None:
    cell, colour = code % CELLS, code // CELLS % COLOURS
    own = np.uint64(position[colour])
    if code >= CALL or not spoken:
        for i in range(others.shape[1]):
            corners = others[cell, i]
            if corners and own & corners == corners:
                position[WON] = 1
    depth = position[DEPTH]
    position[STACK + depth] = code * 8 + position[LAST] + 1
    position[DEPTH] = depth + 1
    position[colour] = np.int64(own | _ONE << np.uint64(cell))
    position[LAST] = colour


@compiled(nogil=False)  # too short to let go of the interpreter for
def _advance(row: Row, code: int, spoken: bool, others: Words) -> int:
    """Play a move in a row.

    Return twice the number of moves without a call that follow, plus whose they are; -1 if it is illegal.
    """
    numbers = np.frombuffer(row, np.uint8)
    position = numbers[:HEAD].view(np.int64)
    if code < 0 or code >= (2 * CALL if spoken else CALL):
        return -1
    if not _open_cells(position, code // CELLS % COLOURS) >> np.uint64(code % CELLS) & _ONE:
        return -1
    _apply(position, code, spoken, others)
    position[DEPTH] = 0
    mover = popcount(np.uint64(position[0] | position[1] | position[2] | position[3])) % 2
    return 2 * _legal(position, numbers[HEAD:], False) + mover


@compiled
def _undo(position: Position) -> None:
    depth = position[DEPTH] - 1
    code, last = position[STACK + depth] // 8, position[STACK + depth] % 8 - 1
    position[STACK + depth] = 0
    position[DEPTH] = depth
    position[code // CELLS % COLOURS] ^= np.int64(_ONE << np.uint64(code % CELLS))
    position[LAST] = last
    position[WON] = 0


@compiled
def set_up(stones: Position, board: Words, others: Words) -> None:
    """Fill a playout board from the stones of a position."""
    board[EDGE] = board[OCCUPIED] = _ZERO
    for colour in range(COLOURS):
        own = np.uint64(stones[colour])
        complete, cells = _ZERO, own
        while cells:
            complete |= completing(own, lowest(cells), others)
            cells &= cells - _ONE
        board[colour] = own
        board[COMPLETE + colour] = complete
        board[CLOSED + colour] = around(own) if popcount(own) < SUPPLY else _ALL
        board[OCCUPIED] |= own
    board[EDGE] = around(board[OCCUPIED]) & ~board[OCCUPIED]


@compiled
def _mix(word: np.uint64) -> np.uint64:
    word = (word ^ word >> np.uint64(30)) * np.uint64(0xBF58476D1CE4E5B9)
    word = (word ^ word >> np.uint64(27)) * np.uint64(0x94D049BB133111EB)
    return word ^ word >> np.uint64(31)


@compiled
def _select(cells: np.uint64, n: np.uint64, nth: NDArray[np.uint8]) -> np.uint64:
    """Return the n-th cell of a set: prefix sums of its bytes' counts, then a table (Vigna's broadword select)."""
    sums = cells - (cells >> _ONE & np.uint64(0x5555555555555555))
    sums = (sums & np.uint64(0x3333333333333333)) + (sums >> np.uint64(2) & np.uint64(0x3333333333333333))
    sums = (sums + (sums >> np.uint64(4)) & np.uint64(0x0F0F0F0F0F0F0F0F)) * _BYTES
    smaller = (n * _BYTES | _HIGHS) - sums & _HIGHS
    shift = np.uint64(popcount(smaller)) * _BYTE
    before = sums << _BYTE >> shift & np.uint64(0xFF)
    return shift + np.uint64(nth[cells >> shift & np.uint64(0xFF), n - before])


@compiled
def _random_game(board: Words, last: int, spoken: bool, state: np.uint64, tables: Any) -> int:
    """Play random legal moves to the end; return the winner's seat, or -1 for a tie."""
    others, beside, nth = tables
    mover = int(popcount(board[OCCUPIED])) % 2
    while True:
        edge = board[EDGE]
        red = edge & ~board[CLOSED] if last != 0 else _ZERO
        yellow = edge & ~board[CLOSED + 1] if last != 1 else _ZERO
        green = edge & ~board[CLOSED + 2] if last != 2 else _ZERO
        blue = edge & ~board[CLOSED + 3] if last != 3 else _ZERO
        first = np.uint64(popcount(red))
        second = first + np.uint64(popcount(yellow))
        third = second + np.uint64(popcount(green))
        count = third + np.uint64(popcount(blue))
        if count == _ZERO:
            return -1 if board[OCCUPIED] == _ALL else 1 - mover
        state ^= state << np.uint64(13)
        state ^= state >> np.uint64(7)
        state ^= state << np.uint64(17)
        n = (state >> np.uint64(32)) * count >> np.uint64(32)
        last, cells, skipped = 0, red, _ZERO
        if n >= first:
            last, cells, skipped = 1, yellow, first
        if n >= second:
            last, cells, skipped = 2, green, second
        if n >= third:
            last, cells, skipped = 3, blue, third
        cell = _select(cells, n - skipped, nth)
        if board[COMPLETE + last] >> cell & _ONE and (not spoken or state & _ONE):
            return mover
        bit = _ONE << cell
        board[last] |= bit
        board[OCCUPIED] |= bit
        board[EDGE] = (edge | beside[cell]) & ~board[OCCUPIED]
        board[CLOSED + last] |= beside[cell]
        if popcount(board[last]) == SUPPLY:
            board[CLOSED + last] = _ALL
        board[COMPLETE + last] |= completing(board[last], cell, others)
        mover = 1 - mover


@compiled
def _random_games(
    position: Position, first: int, count: int, seed: np.uint64, spoken: bool, tables: Any, wins: Position
) -> None:
    """Play the random games ``first`` to ``first + count``, each with its own random generator."""
    start = np.zeros(BOARD, np.uint64)
    board = np.zeros(BOARD, np.uint64)
    set_up(position, start, tables[0])
    first_wins = second_wins = 0  # not counted in the array: the arrays of two threads may share a cache line
    for game in range(first, first + count):
        for i in range(BOARD):
            board[i] = start[i]
        state = _mix(seed + np.uint64(game) * _GOLDEN) | _ONE
        winner = _random_game(board, position[LAST], spoken, state, tables)
        first_wins += winner == 0
        second_wins += winner == 1
    wins[0], wins[1] = first_wins, second_wins


class Kernel:
    """The moves of Dakapo on arrays of 64-bit words; ``rules`` defines them."""

    def __init__(self, game: Dakapo) -> None:
        self._spoken = game.options["call"] == "spoken"

    def encode(self, s: State) -> Position:
        """Return a position that has no moves to undo."""
        position = np.zeros(LENGTH, np.int64)
        position[:COLOURS] = np.array(s.stones, np.uint64).view(np.int64)
        position[LAST] = -1 if s.last is None else s.last
        position[WON] = s.won
        return position

    def decode(self, position: Position) -> State:
        """Return the state of a position."""
        stones = tuple(position[:COLOURS].view(np.uint64).tolist())
        last = int(position[LAST])
        return State(stones, None if last < 0 else last, bool(position[WON]))

    def to_move(self, position: Position) -> int | None:
        """Return the seat to move, or None when the game is over."""
        if not len(self.legal(position)):
            return None
        return int(np.bitwise_count(position[:COLOURS].view(np.uint64)).sum()) % 2

    def scores(self, position: Position) -> tuple[int, ...]:
        """Return no scores: Dakapo has none."""
        return ()

    def legal(self, position: Position) -> Position:
        """Return the codes of the legal moves."""
        codes = np.empty(2 * CALL, np.int64)
        return codes[: _legal(position, codes, self._spoken)]

    def apply(self, position: Position, code: int) -> None:
        """Play a legal move."""
        _apply(position, code, self._spoken, OTHERS)

    def row(self, s: State) -> Row:
        """Return a state as a row for ``stepper``."""
        return bytearray(self.encode(s)[: STACK + 1].tobytes()) + bytearray(CALL)

    def stepper(self) -> Callable[[Row, int], tuple[Row, int | None, list[int]] | None]:
        """Return a function from a row and a code to the row after that move, the seat to move and its codes.

        It returns None for an illegal move. It makes one compiled call on a few bytes, without checking argument types:
        Python copies and lists bytes faster than arrays, which counts when moves are played one by one from Python.
        """
        advance = _advance.compile(_ADVANCE)
        spoken, others = self._spoken, OTHERS

        def step(row: Row, code: int) -> tuple[Row, int | None, list[int]] | None:
            after = row.copy()
            found = advance(after, code, spoken, others)
            if found > 1:
                codes = [*after[HEAD : HEAD + (found >> 1)]]
                return after, found & 1, codes + [CALL + code for code in codes] if spoken else codes
            return (after, None, []) if found >= 0 else None

        return step

    def state(self, row: Row) -> State:
        """Return the state of a row."""
        *stones, last, won = _WORDS.unpack_from(row)
        return State(tuple(stones), last if last < COLOURS else None, won != 0)

    def undo(self, position: Position) -> None:
        """Undo the last move."""
        _undo(position)

    def encode_move(self, move: Move) -> int:
        """Return the code of a move."""
        return move.call * CALL + move.colour * CELLS + move.cell

    def decode_move(self, code: int) -> Move:
        """Return the move of a code."""
        return Move(code % CELLS, code // CELLS % COLOURS, code >= CALL)

    def playouts(self, position: Position, count: int, seed: int, threads: int = 1) -> NDArray[np.float64]:
        """Play ``count`` random games; return the wins of each seat. A tie is half a win for each."""
        wins = np.zeros(2)
        if position[WON]:
            wins[1 - int(np.bitwise_count(position[:COLOURS].view(np.uint64)).sum()) % 2] = count
            return wins
        shares = [count * i // threads for i in range(threads + 1)]
        parts = [np.zeros(2, np.int64) for _ in range(threads)]

        def play(part: int) -> None:
            games = shares[part + 1] - shares[part]
            tables = (OTHERS, BESIDE, NTH)
            _random_games(position, shares[part], games, np.uint64(seed % 2**64), self._spoken, tables, parts[part])

        if threads == 1:
            play(0)
        else:
            with ThreadPoolExecutor(threads) as pool:
                list(pool.map(play, range(threads)))
        for part in parts:
            wins += part
        wins += (count - wins.sum()) / 2
        return wins
