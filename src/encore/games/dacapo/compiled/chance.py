"""Random numbers and random deals."""

from __future__ import annotations

from encore.core.compiling import compiled
from encore.games.dacapo.compiled.layout import (
    AREA,
    BOTH,
    COLOUR,
    DEALT,
    DEPTH,
    NEVER,
    ORDER,
    PLAYERS,
    RIGHTS,
    STARTER,
    SWITCH,
    Position,
)
from encore.games.dacapo.compiled.legal import link_piles
from encore.games.dacapo.compiled.turns import pass_turn, place_in_order


@compiled
def seeded(seed: int, number: int) -> int:
    """Return the start of the generator for one of many random games: never 0."""
    x = seed + (number + 1) * -7046029254386353131
    x = (x ^ (x >> 30 & 0x3FFFFFFFF)) * -4658895280553007687
    x = (x ^ (x >> 27 & 0x1FFFFFFFFF)) * -7723592293110705685
    x ^= x >> 31 & 0x1FFFFFFFF
    return x if x else 88172645463325252


@compiled
def random_below(generator: Position, below: int) -> int:
    """Return a random number below a small one (xorshift)."""
    x = generator[0]
    x ^= x << 13
    x ^= x >> 7 & 0x1FFFFFFFFFFFFFF
    x ^= x << 17
    generator[0] = x
    return (x >> 33 & 0x7FFFFFFF) * below >> 31


@compiled
def _shuffle(generator: Position, things: Position) -> None:
    for last in range(len(things) - 1, 0, -1):
        other = random_below(generator, last + 1)
        things[last], things[other] = things[other], things[last]


@compiled
def deal(p: Position, fish: Position, seas: Position, generator: Position) -> None:
    """Lay the fish at random on the squares that take one, and begin the round."""
    _shuffle(generator, fish)
    p[:AREA] = 0
    for i in range(len(fish)):
        p[seas[i]] = fish[i]
    link_piles(p)
    if p[PLAYERS] == 1:
        for place in range(4):
            p[ORDER + place] = place
        _shuffle(generator, p[ORDER : ORDER + 4])
    elif p[STARTER] < 0:
        for seat in range(p[PLAYERS]):
            p[ORDER + seat] = seat
    p[STARTER] = (p[STARTER] + 1) % p[PLAYERS] if p[STARTER] >= 0 else fish[-1] & COLOUR
    if p[PLAYERS] > 1 and p[SWITCH] != NEVER:
        p[RIGHTS : RIGHTS + p[PLAYERS]] = BOTH
    p[DEALT] = 1
    p[DEPTH] = 0
    pass_turn(p, place_in_order(p, p[STARTER]))
