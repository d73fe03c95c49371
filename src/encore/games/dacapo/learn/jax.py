"""Da Capo as pure functions of JAX.

A pile is one number, as in the compiled rules: colour, value of the top fish, height. What a pile meets in a direction
is found for all squares at once, from the board shifted by one to five squares.
"""

from __future__ import annotations

from typing import Any, NamedTuple, TypeAlias

import jax
import jax.numpy as jnp
import numpy as np

from encore.games.dacapo.learn.encoding import CAPTURES, HUNDRED, SEA, STEPS
from encore.games.dacapo.rules import DaCapo
from encore.games.dacapo.tables import COLOURS, EMPTY_SQUARES, FISH, OCTOPUS, SHARK, SIZE

Array: TypeAlias = Any

COLOUR, VALUE_BIT, VALUES, HEIGHT_BIT = 3, 2, 31, 7
"""The bits of a pile; 0 is an empty square."""
TOP = (1 << HEIGHT_BIT) - 1
BOTH = 3
"""The rights to switch the Octopus (1) and the Shark (2)."""
ROOM = SIZE - 1
"""How far a pile may look."""
NO_PREY = OCTOPUS + 1
"""More than the value of any fish."""
EMPTY = np.uint32(1 << 31)
"""What is added to the random number of a square that stays empty, so that it is larger than all others."""


class Position(NamedTuple):
    """A state of the rules; ``turn`` is a colour, -1 at the end. ``order`` has the colours in order of play."""

    piles: Array
    turn: Array
    rights: Array
    scores: Array
    rounds: Array
    starter: Array
    order: Array


class Rules:
    """The rules of Da Capo for ``encore.rl.jax``."""

    def __init__(self, game: DaCapo) -> None:
        self._players, self._solo = game.players, game.solo
        self._colours = len(COLOURS) if game.solo else game.players
        switch = str(game.options.get("switch", "never"))
        self._fresh = 0 if switch == "never" else BOTH
        self._after = BOTH if switch == "every-turn" else 0
        self._target, self._limit = int(game.options.get("target", 0)), int(game.options.get("rounds", 0))
        empty = EMPTY_SQUARES[game.players]
        fish = [pile.colour | pile.value << VALUE_BIT | pile.height << HEIGHT_BIT for pile in FISH[game.players]]
        self._fish = np.array(fish + [0] * len(empty), np.int32)
        self._empty = np.array([square in empty for square in range(SEA)])
        self._last = max(square for square in range(SEA) if square not in empty)

    def init(self, key: Array) -> Position:
        """Deal the first round. Different colours lie side by side in every deal, so somebody can capture."""
        piles = self._deal(key)
        order = jnp.arange(self._colours)
        if self._solo:
            order = _ranks(jax.random.bits(jax.random.fold_in(key, SEA), (self._colours,), jnp.uint32))
        starter = piles[self._last] & COLOUR
        begun = Position(
            piles,
            starter,
            jnp.full(self._players, self._fresh, jnp.int32),
            jnp.zeros(self._players, jnp.int32),
            jnp.int32(0),
            starter,
            order.astype(jnp.int32),
        )
        return begun._replace(turn=self._next_turn(begun, self._place(begun, starter)))

    def step(self, position: Position, action: Array, key: Array) -> tuple[Position, Array, Array, Array]:
        """Capture or switch; where the round ends, count it, and deal the next one if there is one."""
        after = self._capture(position, action)
        if self._fresh:
            after = _select(action < CAPTURES, after, self._switch(position, action - CAPTURES))
        ended = after.turn < 0
        counted = self._count(after)
        won, over = self._winners(counted)
        over &= ended
        after = _select(ended, _select(over, counted, self._next_round(counted, key)), after)
        rewards = jnp.where(won, 1.0, -1.0)
        if not self._solo:
            rewards = jnp.where(won.all(), 0.0, rewards)
        return after, jnp.where(over, rewards, 0.0).astype(jnp.float32), over, jnp.bool_(False)

    def seat(self, position: Position) -> Array:
        """Return the seat to move."""
        return jnp.int32(0) if self._solo else jnp.maximum(position.turn, 0)

    def mask(self, position: Position) -> Array:
        """Return the captures by direction and square, then the switches of the Octopus and those of the Shark."""
        piles, seat = position.piles, position.turn
        prey = _prey(piles, _near(piles))
        own = (piles != 0) & (piles & COLOUR == seat)
        captures = own & (prey <= _value(piles))
        if not self._fresh:
            return captures.ravel()
        return jnp.concatenate([captures, self._switches(position, own, prey.min(0))]).ravel()

    def observe(self, position: Position, seat: Array) -> Array:
        """Return the planes of the encoding."""
        piles, places = position.piles, jnp.arange(self._colours)
        colours = position.order[places - 1] if self._solo else (seat + places) % self._players
        tops = jnp.where((piles != 0) & (piles & COLOUR == colours[:, None]), _value(piles), 0)
        numbers = [colours == position.turn]
        if not self._solo:
            left = jnp.maximum(0, self._limit - position.rounds)[None]
            rights, scores = position.rights[colours], position.scores[colours]
            numbers += [colours == position.starter, rights & 1, rights >> 1]
            numbers += [scores // HUNDRED, scores % HUNDRED, left // HUNDRED, left % HUNDRED]
        facts = jnp.concatenate([number.astype(jnp.int32) for number in numbers])
        sea = jnp.concatenate([tops, (piles >> HEIGHT_BIT)[None]]).astype(jnp.int8)
        rest = jnp.broadcast_to(facts.astype(jnp.int8)[:, None], (*facts.shape, SEA))
        return jnp.concatenate([sea, rest]).reshape(-1, SIZE, SIZE)

    def _deal(self, key: Array) -> Array:
        """Return all fish, each on a random square."""
        bits = jax.random.bits(key, (SEA,), jnp.uint32) >> 1
        return jnp.asarray(self._fish)[_ranks(jnp.where(self._empty, EMPTY | bits, bits))]

    def _capture(self, position: Position, action: Array) -> Position:
        """Move a pile onto the first one in a direction, and pass the turn on."""
        piles, squares = position.piles, jnp.arange(SEA)
        way, source = action // SEA, action % SEA
        # Only squares between the source and the border are looked at, from the farthest to the nearest.
        step = jnp.select([way == number for number in range(len(STEPS))], STEPS, 0)
        column, row = source % SIZE, source // SIZE
        room = jnp.select([way == 0, way == 1, way == 2], [ROOM - column, column, ROOM - row], row)
        target = source
        for distance in range(ROOM, 0, -1):
            met = jnp.clip(source + distance * step, 0, SEA - 1)
            target = jnp.where((distance <= room) & (piles[met] != 0), met, target)
        own = piles[source]
        pile = (own & TOP) + ((own >> HEIGHT_BIT) + (piles[target] >> HEIGHT_BIT) << HEIGHT_BIT)
        piles = jnp.where(squares == source, 0, jnp.where(squares == target, pile, piles))
        rights = jnp.where(jnp.arange(self._players) == position.turn, self._after, position.rights)
        moved = position._replace(piles=piles, rights=rights)
        return moved._replace(turn=self._next_turn(moved, self._place(moved, position.turn) + 1))

    def _switch(self, position: Position, guess: Array) -> Position:
        """Let the Octopus or the Shark change places with another own pile; the same seat goes on."""
        piles, squares, seat = position.piles, jnp.arange(SEA), position.turn
        shark, other = guess // SEA, guess % SEA
        moving = piles & TOP == seat | (OCTOPUS - shark) << VALUE_BIT
        fish, pile = jnp.where(moving, piles, 0).sum(), piles[other]
        left = jnp.where(_value(pile) >= SHARK, 0, ~(1 << shark))
        rights = jnp.where(jnp.arange(self._players) == seat, position.rights & left, position.rights)
        return position._replace(piles=jnp.where(moving, pile, jnp.where(squares == other, fish, piles)), rights=rights)

    def _switches(self, position: Position, own: Array, prey: Array) -> Array:
        """Return for Octopus and Shark the own piles that they may change places with.

        A switch only exchanges two values, so it leaves its player a capture if a third pile has one, or one of the two
        has one on its new square. ``prey`` is the lowest value that each square could capture.
        """
        piles, seat = position.piles, position.turn
        value, rights = _value(piles), position.rights[seat]
        able = own & (prey <= value)
        beside = self._beside_rival(piles, seat)
        found = []
        for shark, fish in enumerate((OCTOPUS, SHARK)):
            here = own & (value == fish)
            prey_here = jnp.where(here, prey, 0).sum()
            left = (able & ~here).sum() > able
            captures = left | (value >= prey_here) | (prey <= fish)
            allowed = own & ~here & here.any() & ~beside & captures & (rights >> shark & 1 != 0)
            both = (rights == BOTH) & ~(here & beside).any() if fish == OCTOPUS else False
            found.append(allowed & ((value < SHARK) | both))
        return jnp.stack(found)

    def _beside_rival(self, piles: Array, seat: Array) -> Array:
        """Return the squares that have an Octopus or Shark of an opponent next to them."""
        colour = piles & COLOUR
        rival = (colour - seat) & 1 != 0 if self._players == 4 else colour != seat
        big = jnp.pad(((piles != 0) & rival & (_value(piles) >= SHARK)).reshape(SIZE, SIZE), 1)
        return (big[1:-1, 2:] | big[1:-1, :-2] | big[2:, 1:-1] | big[:-2, 1:-1]).ravel()

    def _place(self, position: Position, colour: Array) -> Array:
        """Return the place of a colour in the order of play."""
        return jnp.where(position.order == colour, jnp.arange(self._colours), 0).sum()

    def _next_turn(self, position: Position, first: Array) -> Array:
        """Return the first colour, from a place in the order on, that can capture; -1 if there is none."""
        piles = position.piles
        able = (piles != 0) & (_prey(piles, _near(piles)).min(0) <= _value(piles))
        able = (able & (piles & COLOUR == jnp.arange(self._colours)[:, None])).any(1)
        turn = jnp.int32(-1)
        for later in reversed(range(self._colours)):
            colour = position.order[(first + later) % self._colours]
            turn = jnp.where(able[colour], colour, turn)
        return turn

    def _count(self, position: Position) -> Position:
        """End the round: every fish in piles of a colour is a point, for teams together."""
        if self._solo:
            return position
        piles = position.piles
        fish = jnp.where(piles & COLOUR == jnp.arange(self._players)[:, None], piles >> HEIGHT_BIT, 0).sum(1)
        if self._players == 4:
            fish = fish + jnp.roll(fish, 2)
        return position._replace(scores=position.scores + fish, rounds=position.rounds + 1)

    def _winners(self, position: Position) -> tuple[Array, Array]:
        """Return which seats have won if the game is over after this round, and whether it is."""
        shown = jnp.arange(self._colours)[:, None] == jnp.where(position.piles != 0, position.piles & COLOUR, -1)
        shown = shown.any(1)
        if self._solo:
            return (shown == (jnp.arange(self._colours) == position.order[-1])).all()[None], jnp.bool_(True)
        most = position.scores.max()
        won, over = position.scores == most, most >= self._target
        if self._limit:
            over |= position.rounds >= self._limit
        if self._players == 4:
            return won, over
        swept = shown.sum() == 1
        return jnp.where(swept, shown, won), over | swept

    def _next_round(self, position: Position, key: Array) -> Position:
        if self._solo:
            return position
        starter = (position.starter + 1) % self._players
        dealt = position._replace(
            piles=self._deal(key), starter=starter, rights=jnp.full(self._players, self._fresh, jnp.int32)
        )
        return dealt._replace(turn=self._next_turn(dealt, starter))


def _value(piles: Array) -> Array:
    return piles >> VALUE_BIT & VALUES


def _near(piles: Array) -> Array:
    """Return what each square meets to the right, to the left, below and above; 0 for nothing."""
    board, found = jnp.pad(piles.reshape(SIZE, SIZE), ROOM), []
    for dx, dy in ((1, 0), (-1, 0), (0, 1), (0, -1)):
        met = jnp.zeros((SIZE, SIZE), jnp.int32)
        for distance in range(ROOM, 0, -1):
            x, y = ROOM + distance * dx, ROOM + distance * dy
            beside = board[y : y + SIZE, x : x + SIZE]
            met = jnp.where(beside != 0, beside, met)
        found.append(met.ravel())
    return jnp.stack(found)


def _prey(piles: Array, near: Array) -> Array:
    """Return the value of each pile that is met if it has another colour."""
    return jnp.where((near != 0) & ((piles ^ near) & COLOUR != 0), _value(near), NO_PREY)


def _ranks(numbers: Array) -> Array:
    """Return how many numbers are smaller than each: a random permutation of random ones.

    The last bits make them different. Counting one after the other is a single kernel; sorting would be several.
    """
    last = jnp.uint32(63)
    numbers = numbers & ~last | jnp.arange(len(numbers), dtype=jnp.uint32)
    rank = jnp.zeros(len(numbers), jnp.int32)
    for place in range(len(numbers)):
        rank += numbers[place] < numbers
    return rank


def _select(which: Array, one: Position, other: Position) -> Position:
    return Position(*(jnp.where(which, a, b) for a, b in zip(one, other, strict=True)))
