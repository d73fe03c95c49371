"""Dalapapa move by move for learners: compiled, from a short array for each state.

The array has a position's numbers up to the tiles on the table. Each step lays these tiles again: that takes some
microseconds, and so nothing has to be undone or copied.
"""

from __future__ import annotations

from random import Random
from typing import Any

import numpy as np
from numpy.typing import NDArray

from encore.core.compiling import compiled
from encore.core.encoding import read_action
from encore.core.game import DEALER
from encore.games.dalapapa.compiled import engine
from encore.games.dalapapa.compiled.engine import (
    DEPTH,
    DRAW_HAND,
    DRAW_START,
    HANDS,
    HEADER,
    LAID,
    NONE,
    OVER,
    PHASE,
    REFILL,
    SEAT,
    SHORE,
    SHORES,
    TILES,
    load,
)
from encore.games.dalapapa.compiled.grid import COUNT, GRID, MOST_MOVES, Grid, Ints
from encore.games.dalapapa.compiled.kernel import Kernel
from encore.games.dalapapa.layout import Layout
from encore.games.dalapapa.learn import encoding
from encore.games.dalapapa.learn.batch import (
    Numbers,
    colour_table,
    point_table,
    show_legal,
    show_seat,
    show_tile,
)
from encore.games.dalapapa.position import HAND, State
from encore.games.dalapapa.rules import Dalapapa, Draw, Move

DRAWING = (DRAW_START, DRAW_HAND, REFILL)
"""The phases in which the dealer is to move."""


@compiled
def unpack(short: Ints, faces: Ints, discs: Ints) -> tuple[Ints, Grid]:
    """Return the position of a short array."""
    header, grid = np.zeros(HEADER, np.int64), np.zeros(GRID, np.int8)
    header[:LAID] = short[:LAID]
    header[TILES] = header[SHORES] = 0
    load(header, grid, short[LAID : LAID + short[TILES]], faces, discs)
    return header, grid


@compiled
def pack(header: Ints) -> Ints:
    """Return a position as a short array."""
    short = header[:SHORE].copy()
    short[DEPTH] = 0
    return short


@compiled
def listed(header: Ints, grid: Grid, faces: Ints, discs: Ints) -> tuple[Ints, NDArray[np.int32]]:
    """Return the codes of the legal moves and their actions, in the order of the actions."""
    mask = np.zeros(encoding.PLACES + 2, np.int8)
    codes, actions = np.empty(MOST_MOVES, np.int64), np.empty(MOST_MOVES, np.int32)
    count = 0
    if header[PHASE] not in DRAWING and header[PHASE] != OVER:
        count = show_legal(header, grid, faces, discs, mask, codes, actions)
    order = np.argsort(actions[:count])
    return codes[:count][order], actions[:count][order]


@compiled
def look(short: Ints, faces: Ints, discs: Ints) -> tuple[Ints, NDArray[np.int32]]:
    """Return the codes and the actions of the legal moves."""
    header, grid = unpack(short, faces, discs)
    return listed(header, grid, faces, discs)


@compiled
def play(short: Ints, code: int, faces: Ints, discs: Ints) -> tuple[Ints, Ints, NDArray[np.int32]]:
    """Return the position after a legal move, and the codes and actions of the moves that are legal then."""
    header, grid = unpack(short, faces, discs)
    engine.apply(header, grid, code, faces, discs)
    codes, actions = listed(header, grid, faces, discs)
    return pack(header), codes, actions


@compiled
def hand_out(short: Ints, tiles: Ints, faces: Ints, discs: Ints) -> tuple[Ints, Ints, NDArray[np.int32]]:
    """Return the position after the dealer has handed out tiles, and the codes and actions that are legal then."""
    header, grid = unpack(short, faces, discs)
    slot = HANDS + 2 * header[SEAT]
    for tile in tiles:
        header[slot + (header[slot] != NONE)] = tile
    if header[slot + 1] != NONE and header[slot + 1] < header[slot]:
        header[slot], header[slot + 1] = header[slot + 1], header[slot]
    engine.end_draw(header, grid, faces, discs)
    codes, actions = listed(header, grid, faces, discs)
    return pack(header), codes, actions


@compiled
def observe(short: Ints, seat: int, size: int, colours: Ints, points: Ints, tiles: Numbers, hidden: bool) -> Numbers:
    """Return what a seat sees."""
    seen = np.zeros(size, np.int8)
    for index in range(LAID, LAID + short[TILES]):
        show_tile(short[index], seen, colours, points)
    show_seat(short, seat, seen, tiles, hidden)
    return seen


class Row:
    """A state as its short array, with the legal moves and their actions.

    ``layout`` is the last one on the way here that was asked for: the next one is made of it, tile by tile.
    """

    __slots__ = ("actions", "codes", "layout", "short", "state")

    def __init__(
        self,
        short: Ints,
        codes: Ints,
        actions: NDArray[np.int32],
        layout: Layout | None,
        state: State | None = None,
    ) -> None:
        self.short, self.codes, self.actions, self.layout, self.state = short, codes, actions, layout, state


class Rows:
    """A game of Dalapapa that is played move by move."""

    def __init__(self, game: Dalapapa) -> None:
        self._kernel, self._encoding, self._hidden = Kernel(game), encoding.Encoding(game), game.hidden
        self._tables = self._kernel.faces, self._kernel.discs
        self._shown = colour_table(game), point_table(), encoding.tile_table(game)

    def row(self, s: State) -> Row:
        """Return a state as a row."""
        short = self._kernel.encode(s)[:SHORE].copy()
        codes, actions = look(short, *self._tables)
        return Row(short, codes, actions, s.layout, s)

    def state(self, row: Row) -> State:
        """Return the state of a row: the same object each time."""
        if row.state is None:
            row.state = self._kernel.decode(row.short, row.layout)
            row.layout = row.state.layout
        return row.state

    def to_move(self, row: Row) -> int | None:
        """Return the seat to move, the dealer while somebody draws, None when the game is over."""
        phase = row.short[PHASE]
        if phase == OVER:
            return None
        return DEALER if phase in DRAWING else int(row.short[SEAT])

    def mask(self, row: Row) -> Numbers:
        """Return 1 for each legal action, as a new array."""
        mask = np.zeros(self._encoding.actions, np.int8)
        mask[row.actions] = 1
        return mask

    def move(self, row: Row, action: int) -> Move:
        """Return the move of a legal action."""
        return self._kernel.decode_move(int(row.codes[row.actions.searchsorted(action)]))

    def play(self, row: Row, action: Any) -> Row:
        """Return the row after an action, or raise IllegalMove with the rule."""
        number = read_action(action, self._encoding.actions)
        actions = row.actions
        place = actions.searchsorted(number)
        if place == len(actions) or actions[place] != number:
            self._encoding.move(self.state(row), number)
            raise AssertionError("the kernel refuses what the rules allow")
        short, codes, actions = play(row.short, row.codes[place], *self._tables)
        return Row(short, codes, actions, row.layout)

    def deal(self, row: Row, rng: Random) -> Row:
        """Return the row after the tiles that ``Dalapapa.deal`` draws with the same generator."""
        held = row.short[HANDS : HANDS + 8]
        laid = tile_numbers(row.short)
        left = np.ones(COUNT + 1, np.bool_)
        left[0] = False
        left[laid] = left[held[held != NONE]] = False
        bag = left.nonzero()[0].tolist()
        seat = int(row.short[SEAT])
        wanted = 1 if row.short[PHASE] == DRAW_START else int((held[HAND * seat : HAND * seat + HAND] == NONE).sum())
        return self._handed(row, rng.sample(bag, min(wanted, len(bag))))

    def dealt(self, row: Row, move: Draw) -> Row:
        """Return the row after tiles were drawn."""
        return self._handed(row, move.tiles)

    def _handed(self, row: Row, tiles: Any) -> Row:
        short, codes, actions = hand_out(row.short, np.array(tiles, np.int64), *self._tables)
        return Row(short, codes, actions, row.layout)

    def observe(self, row: Row, seat: int) -> Numbers:
        """Return the observation of a seat as a new array."""
        seen: Numbers = observe(row.short, seat, self._encoding.shape[0], *self._shown, self._hidden)
        return seen


def tile_numbers(short: Ints) -> Ints:
    """Return the numbers of the tiles on the table."""
    numbers: Ints = (short[LAID : LAID + short[TILES]] & 255) // 2 + 1
    return numbers
