"""The compiled race of Dalapapa: whole turns, followed in sampled worlds.

In a *world* the hidden hands and the order of the bag are fixed. All turns in the race are played out in the same
worlds: the opponents answer with their best turns, then so does the seat itself, and what it has then counts as its
chance to win. A turn that falls clearly behind the leader, world by world, leaves the race.
"""

from __future__ import annotations

from math import erf, sqrt

import numpy as np
from numpy.typing import NDArray

from encore.core.compiling import compiled
from encore.games.dalapapa.compiled.grid import Grid, Ints, Tables, draw_random
from encore.games.dalapapa.search.turns import Work, best_turn, put, take

Floats = NDArray[np.float64]
Flags = NDArray[np.bool_]

PLAYERS, TARGET, ME, SHORES, NEXT, HORIZON, START, UNSEEN = range(8)
"""What is fixed in a race, by its place in ``rules``: NEXT is the seat after the turn, START tells of the start."""
NONE = -1
LUCK = 1 << 30
LEAST_TILE = 2
"""The least code of a placement; below are stop, pass and none."""
WORLDS = 4096
"""The most worlds of a race."""
GAIN, SPREAD = 7.2, 2.3
"""What a good turn earns, and by how much it varies: measured in games of the best turns against each other."""
ROUND = 16
"""After so many worlds, and again, turns leave the race."""
DOUBT = 3.0
"""How many standard errors a turn in the race may be behind the leader."""
DOUBTED = 8
"""After so many worlds the race is believed as much as the points that a turn makes at once."""


@compiled
def chance(scores: Ints, rules: Ints, seat: int, tiles: int) -> tuple[float, float]:
    """Return the chance to win when ``seat`` is to move, and the lead in points.

    Whoever has a turn left in the round is given what a turn usually earns; the rounds after that are guessed from
    the way to the target and the tiles that are left.
    """
    players, me = rules[PLAYERS], rules[ME]
    projected = np.empty(players)
    for of in range(players):
        projected[of] = scores[of] + (GAIN if 0 < seat <= of else 0.0)
    missing = rules[TARGET] - projected.max()
    rounds = 0.0
    if missing > 0 or seat == 0:
        rounds = max(1.0, min(0.5 + missing / GAIN, tiles / (1.5 * players)))
    wins, rival = 1.0, -1e9
    for of in range(players):
        if of != me:
            turns = 2 * rounds + (0 < seat <= of) + (0 < seat <= me)
            wins *= 0.5 + 0.5 * erf((projected[me] - projected[of]) / (SPREAD * sqrt(2 * max(turns, 0.1))))
            rival = max(rival, projected[of])
    return wins, projected[me] - rival


@compiled
def result(scores: Ints, rules: Ints) -> tuple[float, float]:
    """Return the share of the win at the end of a game, and the lead in points."""
    me, rival, shared = rules[ME], -1000000, 1
    for of in range(rules[PLAYERS]):
        if of != me:
            rival = max(rival, scores[of])
            shared += scores[of] == scores[me]
    return (0.0 if scores[me] < rival else 1.0 / shared), float(scores[me] - rival)


@compiled
def at_once(rules: Ints, gained: int, scores: Ints) -> float:
    """Return the chance to win after a turn by its points alone."""
    after = scores.copy()
    after[rules[ME]] += gained
    if rules[ME] == rules[PLAYERS] - 1 and after[: rules[PLAYERS]].max() >= rules[TARGET]:
        return result(after, rules)[0]
    return chance(after, rules, rules[NEXT], rules[UNSEEN])[0]


@compiled
def discard(hand: Ints, code: int) -> None:
    """Take a tile that was laid out of a hand."""
    if hand[0] == (code & 255) // 2 + 1:
        hand[0] = hand[1]
    hand[1] = NONE


@compiled
def refill(hand: Ints, bag: Ints, front: int, back: int, own: bool) -> tuple[int, int]:
    """Draw what is missing, the seat's own tiles from the back of the bag, so that it finds the same in all turns."""
    for slot in range(2):
        if hand[slot] == NONE and front < back:
            if own:
                back -= 1
                hand[slot] = bag[back]
            else:
                hand[slot] = bag[front]
                front += 1
    return front, back


@compiled
def follow(
    grid: Grid, shore: Ints, rules: Ints, turn: Ints, gained: int, scores: Ints, hands: Ints, bag: Ints, front: int,
    luck: int, tables: Tables, work: Work,
) -> tuple[float, float]:  # fmt: skip
    """Lay a turn, let all seats play their best turns up to the horizon; return chance and lead.

    The table is left as it was; scores and hands are used up. ``luck`` decides between turns that earn the same.
    """
    players, seat, count, back = rules[PLAYERS], rules[NEXT], rules[SHORES], rules[UNSEEN]
    laid, counts = np.empty(2 * rules[HORIZON] + 2, np.int64), np.empty(2 * rules[HORIZON] + 2, np.int64)
    number = turns = idle = 0
    mover, first, second = rules[ME], turn[0], turn[1]
    while True:
        hand = hands[2 * mover : 2 * mover + 2]
        idle = idle + 1 if first < LEAST_TILE else 0
        for code in (first, second):
            if code >= LEAST_TILE:
                laid[number], counts[number] = code, count
                count = put(grid, shore, count, code, tables)
                discard(hand, code)
                number += 1
        scores[mover] += gained
        over = idle >= players or (mover == players - 1 and scores[:players].max() >= rules[TARGET])
        if over or turns == rules[HORIZON]:
            break
        front, back = refill(hand, bag, front, back, mover == rules[ME])
        mover, seat = seat, (seat + 1) % players
        turns += 1
        hand = hands[2 * mover : 2 * mover + 2]
        gained, first, second = best_turn(grid, shore, count, hand, luck >> turns, tables, work)
        gained = max(gained, 0)
    for index in range(number - 1, -1, -1):
        count = take(grid, shore, counts[index], count, laid[index], tables)
    return result(scores, rules) if over else chance(scores, rules, seat, back - front)


@compiled
def deal_world(hands: Ints, rules: Ints, bag: Ints, rng: NDArray[np.uint64]) -> int:
    """Shuffle the unseen tiles and fill the hidden hands (in the start all others); return how many were used."""
    unseen, front = rules[UNSEEN], 0
    for index in range(unseen - 1):
        other = index + draw_random(rng, unseen - index)
        bag[index], bag[other] = bag[other], bag[index]
    for slot in range(hands.size):
        hidden = hands[slot] == 0 or (rules[START] and hands[slot] == NONE)
        if hidden and slot // 2 != rules[ME] and front < unseen:
            hands[slot] = bag[front]
            front += 1
    return front


@compiled
def thin(values: Floats, worlds: int, alive: Flags) -> int:
    """Take turns out of the race that are clearly behind the leader, or the same as it; return how many are left."""
    leader, best, left = 0, -1.0, 0
    for turn in range(alive.size):
        if alive[turn] and values[:worlds, turn].mean() > best:
            leader, best = turn, values[:worlds, turn].mean()
    for turn in range(alive.size):
        if alive[turn] and turn != leader:
            behind = values[:worlds, leader] - values[:worlds, turn]
            doubt = behind.std() / sqrt(worlds - 1)
            if behind.mean() > DOUBT * doubt or doubt == 0.0:
                alive[turn] = False
        left += alive[turn]
    return left


@compiled
def race(
    grid: Grid, shore: Ints, rules: Ints, turns: Ints, gained: Ints, scores: Ints, hands: Ints, bag: Ints,
    tables: Tables, work: Work, seed: int, limit: int, stop: NDArray[np.uint8], alive: Flags, means: Floats,
    leads: Floats,
) -> tuple[int, int]:  # fmt: skip
    """Run the race until it is decided, stopped or the nodes are spent; return the nodes and the worlds finished.

    ``means`` are chances to win, ``leads`` points ahead, over the finished worlds. A node is a turn in one world.
    """
    count = turns.shape[0]
    values, ahead = np.zeros((WORLDS, count)), np.zeros((WORLDS, count))
    rng = np.zeros(1, np.uint64)
    rng[0] = np.uint64(seed)
    nodes = worlds = 0
    spent = False
    while worlds < WORLDS and not spent:
        held = hands[: 2 * rules[PLAYERS]].copy()
        front, luck = deal_world(held, rules, bag, rng), draw_random(rng, LUCK)
        for turn in range(count):
            if not alive[turn]:
                continue
            if nodes >= limit or stop[0]:
                spent = True
                break
            values[worlds, turn], ahead[worlds, turn] = follow(
                grid, shore, rules, turns[turn], gained[turn], scores.copy(), held.copy(), bag, front, luck, tables,
                work,
            )  # fmt: skip
            nodes += 1
        worlds += not spent
        if worlds % ROUND == 0 and worlds and thin(values, worlds, alive) == 1:
            break
    for turn in range(count):
        before = at_once(rules, gained[turn], scores)
        means[turn] = (values[:worlds, turn].sum() + DOUBTED * before) / (worlds + DOUBTED)
        leads[turn] = ahead[:worlds, turn].sum() / max(worlds, 1)
    return nodes, worlds
