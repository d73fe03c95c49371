"""Dalapapa as pure functions of JAX.

The table is the ring of the encoding. A layout so wide that two legal moves could share a place on it has no room in
these arrays: there the game is broken off (``truncated``).

Each disc has a *group*: the number of the tile and disc with which the group was last joined. A new tile joins the
groups that it touches, so no flood fill is needed: a group is complete when none of its discs is a half.

Where a tile fits is found for all dominoes at once: an empty *domino*, by its west or south square and its axis, has in
``fits`` a bit for each tile held, face and turn. The bits are found for the hands that the next seat will see: those
after the draw, which also hold the tile that may be laid second.
"""

from __future__ import annotations

from typing import Any, NamedTuple, TypeAlias

import jax
import jax.numpy as jnp
import numpy as np

from encore.games.dalapapa.layout import DISCS as POINTS
from encore.games.dalapapa.layout import SIDES as STEPS
from encore.games.dalapapa.learn.encoding import (
    DISCS,
    HUNDRED,
    PLACES,
    REACH,
    RING,
    SIDES,
    SQUARES,
    TILE,
    tile_table,
)
from encore.games.dalapapa.position import HAND, SECOND_TILE_PRICE
from encore.games.dalapapa.rules import Dalapapa
from encore.games.dalapapa.tiles import COLOURS, COUNT, FACES

Array: TypeAlias = Any

LAY_START, FIRST, SECOND, OVER = range(4)
AXES = "en"
"""The sides that name a domino by its west or south square."""
TURNS = 2
WAYS = len(FACES) * TURNS
"""How many ways a tile has to lie on a domino."""
ORIGIN = RING // 2
EDGE = REACH
"""How many squares are repeated around the ring, so that every domino finds its discs without turning the arrays."""
WORD = 32
ANY = 0xFFFFFFFF
"""All bits of a word."""
NOTHING = -1
"""The group of an edge without a disc."""
HALF = 1 << 16
"""What a half-disc adds to the count of a group."""
COLOUR_BITS = 3
TOUCHING = np.array([[abs(a - c) == 1 == abs(b - d) for c, d in POINTS["e"]] for a, b in POINTS["e"]])
"""Which discs of a tile touch each other."""


class Position(NamedTuple):
    """A state of the rules; edges are those to the east of all squares, then those to the north."""

    covered: Array
    colours: Array
    groups: Array
    fits: Array
    some: Array
    """All bits of ``fits`` together."""
    slot: Array
    """Where ``fits`` has the first tile of the seat to move: at 1 if the other one has been laid."""
    hands: Array
    bag: Array
    scores: Array
    phase: Array
    seat: Array
    laid: Array
    corners: Array
    """The lowest and the highest x and y of covered squares."""


def face_table(game: Dalapapa) -> np.ndarray[Any, np.dtype[np.int32]]:
    """Return the colours of the discs of each face, from 1."""
    order = list(COLOURS)
    faces = [[order.index(colour) + 1 for colour in face] for both in game.tiles.faces for face in both]
    return np.array(faces, np.int32)


def half_table(faces: np.ndarray[Any, np.dtype[np.int32]]) -> np.ndarray[Any, np.dtype[np.uint32]]:
    """Return for each tile, face and turn the half-discs as bits; for tile 0, which stands for none, no colour."""
    halves = [sum(int(colour) << COLOUR_BITS * half for half, colour in enumerate(face[1:])) for face in faces]
    table = np.array([[face, face >> 9 | (face & 511) << 9] for face in halves], np.uint32).reshape(COUNT, WAYS)
    return np.concatenate([np.zeros((1, WAYS), np.uint32), table])


class Rules:
    """The rules of Dalapapa for ``encore.rl.jax``."""

    def __init__(self, game: Dalapapa) -> None:
        self._players, self._hidden, self._target = game.players, game.hidden, int(game.options["target"])
        self._faces = face_table(game)
        self._halves = half_table(self._faces)
        self._tiles = np.concatenate([np.zeros((1, TILE), np.int8), tile_table(game)])

    def init(self, key: Array) -> Position:
        """Draw a tile for each seat. The last draw of a game that ended with the same key is another one."""
        key = jax.random.fold_in(key, COUNT)
        bag = jnp.ones(COUNT, bool)
        nobody = jnp.zeros((self._players, HAND), jnp.int32)
        hands, bag = _drawn(key, nobody, bag, jnp.ones(self._players, jnp.int32))
        zero = jnp.int32(0)
        return Position(
            covered=jnp.zeros((RING, RING), bool),
            colours=jnp.zeros((len(AXES), RING, RING), jnp.int8),
            groups=jnp.full((len(AXES), RING, RING), NOTHING, jnp.int16),
            fits=jnp.zeros((len(AXES), RING, RING), jnp.uint32),
            some=jnp.uint32(0),
            slot=zero,
            hands=hands,
            bag=bag,
            scores=jnp.zeros(self._players, jnp.int32),
            phase=zero + LAY_START,
            seat=zero,
            laid=zero,
            corners=jnp.zeros((2, 2), jnp.int32),
        )

    def step(self, position: Position, action: Array, key: Array) -> tuple[Position, Array, Array, Array]:
        """Lay a tile, stop or pass; then the dealer hands out what is missing."""
        laying = action < PLACES
        after, earned = self._lay(position, jnp.minimum(action, PLACES - 1))
        after = _select(laying, after, position)
        earned = jnp.where(laying, earned - jnp.where(position.phase == SECOND, SECOND_TILE_PRICE, 0), 0)
        earned = jnp.where(position.phase == LAY_START, 0, earned)
        mover = jnp.arange(self._players) == position.seat
        after = after._replace(scores=after.scores + jnp.where(mover, earned, 0))
        after = self._go_on(after, laying, key)
        over = after.phase == OVER
        best, worst = after.scores.max(), after.scores.min()
        rewards = jnp.where(best == worst, 0.0, jnp.where(after.scores == best, 1.0, -1.0))
        wide = (after.corners[1] - after.corners[0]).max() + 2 * REACH >= RING
        return after, jnp.where(over, rewards, 0.0).astype(jnp.float32), over, wide & ~over

    def seat(self, position: Position) -> Array:
        """Return the seat to move."""
        return position.seat

    def mask(self, position: Position) -> Array:
        """Return where the tiles fit, by tile, face and side, then stop and pass."""
        east, north = position.fits
        # A tile that lies w or s begins at the other square of its domino.
        words = {"e": east, "n": north, "s": jnp.roll(north, 1, 0), "w": jnp.roll(east, 1, 1)}
        starting = jnp.where(jnp.arange(SQUARES) == ORIGIN * RING + ORIGIN, jnp.uint32(ANY), 0)
        fitting = jnp.where(position.laid == 0, starting, jnp.stack([words[side].ravel() for side in SIDES]))
        ways = [(face, SIDES.index(side), AXES.find(side) < 0) for face in range(len(FACES)) for side in SIDES]
        bits = jnp.array([face * TURNS + turned for face, _, turned in ways], jnp.uint32)
        slots = jnp.stack([position.slot, jnp.int32(1)])
        held = position.hands[position.seat] > 0
        shifts = jnp.where(held[:, None], self._bit(position.seat, slots)[:, None] + bits, WORD)
        shifts = shifts.reshape(HAND, len(FACES), len(SIDES), 1)
        some = position.some >> self._bit(position.seat, slots) & (1 << WAYS) - 1 != 0
        none = (position.laid > 0) & ~(held & some).any()
        # Otherwise XLA would turn and choose the words again for each of their bits.
        fitting, shifts, none = jax.lax.optimization_barrier((fitting, shifts, none))
        places = fitting >> shifts & 1 != 0
        stop = position.phase == SECOND
        return jnp.concatenate([places.ravel(), stop[None], (none & ~stop)[None]])

    def observe(self, position: Position, seat: Array) -> Array:
        """Return the board, the hands that can be seen, the tiles that cannot, and the standing."""
        players, hands = self._players, position.hands
        seats = (seat + jnp.arange(players)) % players
        colours = jnp.arange(1, len(COLOURS) + 1, dtype=jnp.int8)[:, None, None]
        discs = jnp.concatenate([position.colours[axis] == colours for axis in range(len(AXES))])
        board = jnp.concatenate([position.covered[None], discs]).ravel()
        shown = jnp.asarray(self._tiles)[hands[seats[: 1 if self._hidden else players]]].ravel()
        unseen = position.bag
        if self._hidden:
            others = jnp.where((jnp.arange(players) == seat)[:, None], 0, hands).ravel()
            unseen |= (others == jnp.arange(1, COUNT + 1)[:, None]).any(1)
        scores = position.scores[seats]
        facts = [
            (hands > 0).sum(1)[seats],
            scores // HUNDRED,
            scores % HUNDRED,
            (seats == position.seat) & (position.phase != OVER),
            seat == jnp.arange(players),
            position.phase == jnp.arange(OVER),
            position.bag.sum()[None],
        ]
        return jnp.concatenate([part.astype(jnp.int8) for part in (board, shown, unseen, *facts)])

    def _bit(self, seat: Array, slot: Array) -> Array:
        """Return the first bit of ``fits`` for a tile of a hand."""
        return ((seat * HAND + slot) * WAYS).astype(jnp.uint32)

    def _lay(self, position: Position, action: Array) -> tuple[Position, Array]:
        """Lay a tile; return its points too."""
        plane, square = action // SQUARES, action % SQUARES
        slot, face, side = plane // (len(FACES) * len(SIDES)), plane // len(SIDES) % len(FACES), plane % len(SIDES)
        hand = position.hands[position.seat]
        up = jnp.asarray(self._faces)[(jnp.maximum(hand[slot], 1) - 1) * len(FACES) + face]
        points = jnp.asarray([POINTS[each] for each in SIDES])[side] + 2 * jnp.stack([square % RING, square // RING])
        edges = _edge(points)
        rest = jnp.where(jnp.arange(HAND) == 0, hand[1 - slot], 0)
        squares = jnp.stack([square, _other_square(square, side)])
        covered = position.covered | (jnp.arange(SQUARES) == squares[:, None]).any(0).reshape(RING, RING)
        new = jnp.arange(len(AXES) * SQUARES) == edges[:, None]
        old = position.colours.ravel()
        colours = jnp.where(new, up[:, None], 0).max(0).astype(jnp.int8) | old
        joined = (old[edges] != 0)[1:].sum()
        groups, closed = _join(position, points, edges, up, covered)
        laid = position._replace(
            covered=covered,
            colours=colours.reshape(position.colours.shape),
            groups=groups,
            hands=jnp.where((jnp.arange(self._players) == position.seat)[:, None], rest, position.hands),
            laid=position.laid + 1,
            corners=_stretched(position.corners, square, side),
        )
        return laid, joined + jnp.maximum(0, joined - 2) + closed

    def _go_on(self, position: Position, laid: Array, key: Array) -> Position:
        """Draw what is missing, find where the tiles fit, and give the turn to the next seat or the second tile."""
        players, seat, seats = self._players, position.seat, jnp.arange(self._players)
        starting = position.phase == LAY_START
        last = seat == players - 1
        closed = last & (position.scores.max() >= self._target) & ~starting
        drawing = jnp.where(starting, last, (seats == seat) & ~closed)
        hands, bag = _drawn(key, position.hands, position.bag, jnp.where(drawing, HAND, 0))
        fits = self._fits(position, hands)
        some = jax.lax.reduce(fits, np.uint32(0), jax.lax.bitwise_or, (0, 1, 2))
        rest = position.hands[seat, 0]
        slot = (hands[seat, 0] != rest).astype(jnp.int32)
        fitting = some >> self._bit(seat, slot) & (1 << WAYS) - 1 != 0
        second = (position.phase == FIRST) & laid & (rest > 0) & fitting
        following, over = self._next_seat(hands, seat, position.scores)
        over = closed | (some == 0) | over
        staying = starting & ~last
        phase = jnp.where(staying, LAY_START, jnp.where(over, OVER, FIRST))
        following = jnp.where(
            staying, seat + 1, jnp.where(closed | (some == 0), jnp.where(starting, players - 1, seat), following)
        )
        return position._replace(
            fits=fits,
            some=some,
            slot=jnp.where(second, slot, 0),
            hands=jnp.where(second, position.hands, hands),
            bag=jnp.where(second, position.bag, bag),
            phase=jnp.where(second, SECOND, phase).astype(jnp.int32),
            seat=jnp.where(second, seat, following),
        )

    def _next_seat(self, hands: Array, seat: Array, scores: Array) -> tuple[Array, Array]:
        """Return the next seat that holds tiles, and whether the game ends as the last seat is passed over."""
        players, reached = self._players, scores.max() >= self._target
        found, over, following = jnp.bool_(False), jnp.bool_(False), seat
        for _ in range(players):
            following = jnp.where(found, following, (following + 1) % players)
            empty = hands[following, 0] == 0
            over |= ~found & empty & (following == players - 1) & reached
            found |= over | ~empty
        return following, over

    def _fits(self, position: Position, hands: Array) -> Array:
        """Return for each domino how the tiles in all hands fit."""
        covered = jnp.pad(position.covered, EDGE, mode="wrap")
        colours = jnp.pad(position.colours, ((0, 0), (EDGE, EDGE), (EDGE, EDGE)), mode="wrap").astype(jnp.uint32)
        halves = jnp.asarray(self._halves)[hands].ravel()
        words = []
        for side in AXES:
            met = jnp.zeros((RING, RING), jnp.uint32)
            for half, (x, y) in enumerate(POINTS[side][1:]):
                met |= _beside(colours[1 - x % 2], x // 2, y // 2) << (COLOUR_BITS * half)
            some = (met | met >> 1 | met >> 2) & sum(1 << COLOUR_BITS * half for half in range(DISCS - 1))
            meeting = some * ((1 << COLOUR_BITS) - 1)
            word = jnp.zeros((RING, RING), jnp.uint32)
            for way in range(self._players * HAND * WAYS):
                word |= jnp.where((halves[way] ^ met) & meeting == 0, jnp.uint32(1 << way), 0)
            free = ~(_beside(covered, 0, 0) | _beside(covered, *STEPS[side])) & (met != 0)
            words.append(jnp.where(free, word, 0))
        return jnp.stack(words)


def _beside(padded: Array, x: int, y: int) -> Array:
    """Return for each square what the one so far to the east and to the north has."""
    return padded[EDGE + y : EDGE + y + RING, EDGE + x : EDGE + x + RING]


def _edge(points: Array) -> Array:
    """Return the numbers of edges from their points in doubled coordinates: those with an odd x are east edges."""
    x, y = points[..., 0], points[..., 1]
    return (1 - x % 2) * SQUARES + (y // 2 % RING) * RING + x // 2 % RING


def _other_square(square: Array, side: Array) -> Array:
    step = jnp.asarray([STEPS[each] for each in SIDES])[side]
    return (square // RING + step[1]) % RING * RING + (square % RING + step[0]) % RING


def _stretched(corners: Array, square: Array, side: Array) -> Array:
    """Return the corners of the layout with a tile more, whose square is the first in reach with its number."""
    lowest = corners[0] - REACH
    at = jnp.stack([square % RING, square // RING]) - ORIGIN
    first = lowest + (at - lowest) % RING
    second = first + jnp.asarray([STEPS[each] for each in SIDES])[side]
    low, high = jnp.minimum(first, second), jnp.maximum(first, second)
    return jnp.stack([jnp.minimum(corners[0], low), jnp.maximum(corners[1], high)])


def _join(position: Position, points: Array, edges: Array, up: Array, covered: Array) -> tuple[Array, Array]:
    """Join the groups that a tile touches; return the groups of all edges, and how many discs it completed."""
    old, groups = position.colours.ravel(), position.groups.ravel().astype(jnp.int32)
    fresh = position.laid * DISCS + jnp.arange(DISCS)
    own = jnp.where(old[edges] != 0, groups[edges], fresh)
    corners = jnp.asarray([(-1, -1), (-1, 1), (1, -1), (1, 1)])
    beside = _edge(points[:, None] + corners)
    touched = jnp.where(old[beside] == up[:, None], groups[beside], own[:, None])
    known = jnp.concatenate([own[:, None], touched], 1)
    same = (known[:, None, :, None] == known[None, :, None, :]).any((2, 3))
    same |= jnp.asarray(TOUCHING) & (up[:, None] == up)
    for _ in range(3):  # 2 ** 3 is more than the longest chain of seven discs
        same = (same[:, :, None] & same[None]).any(1)
    root = fresh[0] + jnp.where(same, jnp.arange(DISCS), DISCS).min(1)
    everywhere = jnp.arange(len(AXES) * SQUARES)
    for disc in range(DISCS):
        mine = everywhere == edges[disc]
        for number in range(known.shape[1]):
            mine |= groups == known[disc, number]
        groups = jnp.where(mine, root[disc], groups)
    whole = jnp.stack([covered & jnp.roll(covered, -1, 1), covered & jnp.roll(covered, -1, 0)]).ravel()
    counts = jnp.where(groups == fresh[:, None], jnp.where(whole, 1, 1 + HALF), 0).sum(1)
    closed = jnp.where(counts < HALF, counts, 0).sum()
    return groups.astype(jnp.int16).reshape(position.groups.shape), closed


def _drawn(key: Array, hands: Array, bag: Array, wanted: Array) -> tuple[Array, Array]:
    """Return the hands, in ascending order, and the bag after each seat has drawn up to so many tiles."""
    places = jnp.arange(COUNT)
    # The tiles of the bag in random order. The last bits make the numbers different, the first one puts others last.
    bits = jax.random.bits(key, (COUNT,), jnp.uint32) >> 1 & ~jnp.uint32(127) | places.astype(jnp.uint32)
    bits = jnp.where(bag, bits, bits | jnp.uint32(1 << 31))
    rank = jnp.zeros(COUNT, jnp.int32)
    for place in range(COUNT):  # counted one after the other, in a single kernel
        rank += bits[place] < bits
    left, drawn = bag.sum(), jnp.int32(0)
    filled = []
    for seat in range(hands.shape[0]):
        held = (hands[seat] > 0).sum()
        tiles = []
        for slot in range(HAND):
            draws = (slot >= held) & (slot < wanted[seat]) & (drawn < left)
            tile = jnp.where(rank == drawn, places + 1, 0).sum()
            tiles.append(jnp.where(draws, tile, hands[seat, slot]))
            drawn = drawn + draws
        one, other = tiles
        swapped = (other > 0) & (other < one)
        filled.append(jnp.stack([jnp.where(swapped, other, one), jnp.where(swapped, one, other)]))
    return jnp.stack(filled).astype(jnp.int32), bag & (rank >= drawn)


def _select(which: Array, one: Position, other: Position) -> Position:
    return Position(*(jnp.where(which, a, b) for a, b in zip(one, other, strict=True)))
