"""Dakapo as pure functions of JAX.

A set of cells is two words of 32 bits: ranks 1 to 4 and ranks 5 to 8. The stones of each colour are words of their own
and not an axis of an array, so that a step is a few hundred operations on numbers, which XLA compiles into one kernel.
"""

from __future__ import annotations

from typing import Any, NamedTuple, TypeAlias

import jax
import jax.numpy as jnp
import numpy as np

from encore.games.dakapo.learn.encoding import CELLS
from encore.games.dakapo.rules import Dakapo, open_cells
from encore.games.dakapo.tables import COLOURS, OTHER_CORNERS, SIZE, SUPPLY

Array: TypeAlias = Any
Cells: TypeAlias = tuple[Array, Array]
"""A set of cells."""

WORD = 32
ALL = np.uint32(0xFFFFFFFF)
NOT_A, NOT_H = np.uint32(0xFEFEFEFE), np.uint32(0x7F7F7F7F)
"""All cells but those of the first or the last file."""
FOUR_BYTES, FOUR_ONES = np.uint32(0x00204081), np.uint32(0x01010101)
"""The product of four bits with the first has each at the place that it has in the second."""
NOBODY = np.uint32(len(COLOURS))
"""The colour placed last, before the first stone."""
MOST_SQUARES = max(map(len, OTHER_CORNERS))
"""How many squares a cell can be a corner of."""


def words(cells: int) -> tuple[np.uint32, np.uint32]:
    """Return a set of cells as two words."""
    return np.uint32(cells & 0xFFFFFFFF), np.uint32(cells >> WORD)


def corner_table() -> np.ndarray[Any, np.dtype[np.uint32]]:
    """Return for each square of each cell the two words of its other corners, by square, word and cell.

    Cells with fewer squares have sets of all cells, which no colour can hold.
    """
    table = np.full((MOST_SQUARES, 2, CELLS), ALL)
    for cell, squares in enumerate(OTHER_CORNERS):
        for number, corners in enumerate(squares):
            table[number, :, cell] = words(corners)
    return table.ravel()


CORNERS = corner_table()


class Position(NamedTuple):
    """The stones of each colour, the cells open to each, none when the game is over, and the colour placed last."""

    stones: tuple[Cells, ...]
    open: tuple[Cells, ...]
    last: Array


class Rules:
    """The rules of Dakapo for ``encore.rl.jax``."""

    def __init__(self, game: Dakapo) -> None:
        self._spoken = game.options["call"] == "spoken"
        self._start = game.initial()

    def init(self, key: Array) -> Position:
        """Return the position with four stones; there is nothing to deal."""
        stones = [_constant(words(cells)) for cells in self._start.stones]
        cells = [_constant(words(open_cells(self._start, colour))) for colour in range(len(COLOURS))]
        return Position(tuple(stones), tuple(cells), jnp.uint32(NOBODY))

    def step(self, position: Position, action: Array, key: Array) -> tuple[Position, Array, Array, Array]:
        """Place a stone."""
        number = action.astype(jnp.uint32)
        cell, colour = number & (CELLS - 1), number // CELLS & (len(COLOURS) - 1)
        own = _chosen(position.stones, colour)
        called = number >= len(COLOURS) * CELLS if self._spoken else True
        won = _completes(own, cell) & called
        stone = jnp.uint32(1) << (cell & (WORD - 1))
        low, high = jnp.where(cell < WORD, stone, 0), jnp.where(cell < WORD, 0, stone)
        stones = tuple(
            (jnp.where(colour == each, one | low, one), jnp.where(colour == each, other | high, other))
            for each, (one, other) in enumerate(position.stones)
        )
        cells = _all_open(stones, colour)
        over = won | ~_any(cells)
        after = Position(
            stones, tuple((jnp.where(over, 0, one), jnp.where(over, 0, other)) for one, other in cells), colour
        )
        occupied = _joined(stones)
        worth = jnp.where(over & (won | (occupied[0] & occupied[1] != ALL)), 1.0, 0.0)
        # Otherwise XLA would place the stone once more for the rewards, and copy the old position for this.
        worth, mover = jax.lax.optimization_barrier((worth.astype(jnp.float32), self.seat(position)))
        return after, jnp.where(jnp.arange(2) == mover, worth, -worth), over, jnp.bool_(False)

    def seat(self, position: Position) -> Array:
        """Return the seat to move: they alternate."""
        low, high = _joined(position.stones)
        return (jax.lax.population_count(low ^ high) & 1).astype(jnp.int32)

    def mask(self, position: Position) -> Array:
        """Return the open cells of each colour; with calls, twice."""
        cells = position.open
        rows = _stacked(*cells, *(cells if self._spoken else ()))
        return (rows[:, None] >> jnp.arange(WORD, dtype=jnp.uint32) & 1 != 0).ravel()

    def observe(self, position: Position, seat: Array) -> Array:
        """Return nine planes: the stones, the colours that are closed, and the turn."""
        stones, last = position.stones, position.last
        closed = [_filled(_is_closed(own, last == colour)) for colour, own in enumerate(stones)]
        turn = _filled(_any(position.open) & (self.seat(position) == seat))
        return _spread(_stacked(*stones, *closed, turn)).reshape(-1, SIZE, SIZE)


def _joined(stones: tuple[Cells, ...]) -> Cells:
    low, high = stones[0]
    for one, other in stones[1:]:
        low, high = low | one, high | other
    return low, high


def _chosen(stones: tuple[Cells, ...], colour: Array) -> Cells:
    low, high = stones[0]
    for each, (one, other) in enumerate(stones[1:], 1):
        low, high = jnp.where(colour == each, one, low), jnp.where(colour == each, other, high)
    return low, high


def _around(cells: Cells) -> Cells:
    """Return all cells beside one of these."""
    low, high = cells
    north, south = (
        (low << SIZE, high << SIZE | low >> (WORD - SIZE)),
        (low >> SIZE | high << (WORD - SIZE), high >> SIZE),
    )
    along = [(word & NOT_H) << 1 | (word & NOT_A) >> 1 for word in cells]
    return along[0] | north[0] | south[0], along[1] | north[1] | south[1]


def _completes(own: Cells, cell: Array) -> Array:
    """Tell whether a stone on a cell makes a square with those of its colour."""
    table = jnp.asarray(CORNERS)
    found = jnp.bool_(False)
    for number in range(MOST_SQUARES):
        low, high = (table.at[(2 * number + word) * CELLS + cell].get(mode="promise_in_bounds") for word in (0, 1))
        found |= (own[0] & low == low) & (own[1] & high == high)
    return found


def _is_closed(own: Cells, just_placed: Array) -> Array:
    """Tell whether a colour cannot be placed anywhere: it was placed last, or is used up."""
    placed = jax.lax.population_count(own[0]) + jax.lax.population_count(own[1])
    return just_placed | (placed >= SUPPLY)


def _all_open(stones: tuple[Cells, ...], last: Array) -> tuple[Cells, ...]:
    """Return the cells where each colour may be placed next."""
    occupied = _joined(stones)
    beside = _around(occupied)
    edge = beside[0] & ~occupied[0], beside[1] & ~occupied[1]
    cells = []
    for colour, own in enumerate(stones):
        near, closed = _around(own), _is_closed(own, last == colour)
        cells.append((jnp.where(closed, 0, edge[0] & ~near[0]), jnp.where(closed, 0, edge[1] & ~near[1])))
    return tuple(cells)


def _any(sets: tuple[Cells, ...]) -> Array:
    low, high = _joined(sets)
    return low | high != 0


def _constant(cells: tuple[np.uint32, np.uint32]) -> Cells:
    return jnp.uint32(cells[0]), jnp.uint32(cells[1])


def _filled(value: Array) -> Cells:
    """Return all cells or none."""
    word = jnp.where(value, jnp.uint32(ALL), jnp.uint32(0))
    return word, word


def _stacked(*sets: Cells) -> Array:
    return jnp.stack([word for cells in sets for word in cells])


def _spread(rows: Array) -> Array:
    """Return the bits of words as bytes: a product puts four bits into the bytes of a word at once."""
    four = rows[:, None] >> jnp.arange(0, WORD, 4, dtype=jnp.uint32) & 15
    return jax.lax.bitcast_convert_type(four * FOUR_BYTES & FOUR_ONES, jnp.int8)
