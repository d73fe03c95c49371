"""The compiled race of Dalapapa: it compares whole turns in sampled worlds.

In a *world* the hidden hands and the order of the bag are fixed. All turns of the race are tried in the same worlds:
the opponents reply with their best turns, then the seat itself plays its best turn, and the scores give its chance to
win. A turn that is clearly worse than the best one leaves the race.
"""

from __future__ import annotations

from math import erf, sqrt
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from encore.core.compiling import compiled
from encore.games.dalapapa.compiled.grid import Grid, Ints, Tables, draw_random, tile_of
from encore.games.dalapapa.search.turns import Work, best_turn, put, take

Floats = NDArray[np.float64]
Flags = NDArray[np.bool_]

NONE = -1
LUCK = 1 << 30
LEAST_TILE = 2
"""The smallest code of a placement; smaller ones are stop, pass and none."""
WORLDS = 4096
"""The largest number of worlds of a race."""
GAIN, SPREAD = 7.16, 2.12
"""The mean points of a turn and their standard deviation; ``fit.py`` measures them."""
ROUND = 16
"""Turns leave the race each time this many worlds are finished."""
DOUBT = 3.0
"""A turn leaves the race when it is more standard errors behind the leader than this."""
DOUBTED = 8
"""The weight, in worlds, of the estimate from the points that a turn earns at once."""


class Rules(NamedTuple):
    """What is the same in all worlds of a race."""

    players: int
    target: int
    me: int
    """The seat that thinks."""
    next_seat: int
    """The seat to move after the turn."""
    horizon: int
    """How many turns are played after the first one."""
    start: bool
    """Whether start tiles are being laid."""
    unseen: int
    """How many tiles the seat does not see."""


class Board(NamedTuple):
    """The tiles on the table, with what the search needs to lay more of them."""

    grid: Grid
    shore: Ints
    """The empty squares beside tiles."""
    shores: int
    """How many of them are listed."""
    tables: Tables
    work: Work


class Holdings(NamedTuple):
    """What the seats have: points, hands (0 is a hidden tile), and the tiles that the thinking seat does not see."""

    scores: Ints
    hands: Ints
    bag: Ints


class Entries(NamedTuple):
    """The turns in a race and their results: one row or value for each turn."""

    turns: Ints
    """The codes of its two placements."""
    gained: Ints
    """The points it earns at once."""
    alive: Flags
    """Whether it is still in the race."""
    means: Floats
    """The estimated chance to win, a result."""
    leads: Floats
    """The mean lead in points over the finished worlds, a result."""


@compiled
def chance(scores: Ints, rules: Rules, seat: int, tiles: int, spread: float = SPREAD) -> tuple[float, float]:
    """Return the chance to win when ``seat`` is to move, and the lead in points.

    A seat with a turn left in the round gets the points of an average turn. The number of rounds after that is
    estimated from the points missing to the target and the tiles left.
    """
    players, me = rules.players, rules.me
    projected = np.empty(players)
    for of in range(players):
        projected[of] = scores[of] + (GAIN if 0 < seat <= of else 0.0)
    missing = rules.target - projected.max()
    rounds = 0.0
    if missing > 0 or seat == 0:
        rounds = max(1.0, min(0.5 + missing / GAIN, tiles / (1.5 * players)))
    wins, rival = 1.0, -1e9
    for of in range(players):
        if of != me:
            turns = 2 * rounds + (0 < seat <= of) + (0 < seat <= me)
            wins *= 0.5 + 0.5 * erf((projected[me] - projected[of]) / (spread * sqrt(2 * max(turns, 0.1))))
            rival = max(rival, projected[of])
    return wins, projected[me] - rival


@compiled
def result(scores: Ints, rules: Rules) -> tuple[float, float]:
    """Return the share of the win at the end of a game, and the lead in points."""
    me, rival, shared = rules.me, -1000000, 1
    for of in range(rules.players):
        if of != me:
            rival = max(rival, scores[of])
            shared += scores[of] == scores[me]
    return (0.0 if scores[me] < rival else 1.0 / shared), float(scores[me] - rival)


@compiled
def at_once(rules: Rules, gained: int, scores: Ints) -> float:
    """Return the chance to win after a turn by its points alone."""
    after = scores.copy()
    after[rules.me] += gained
    if rules.me == rules.players - 1 and after[: rules.players].max() >= rules.target:
        return result(after, rules)[0]
    return chance(after, rules, rules.next_seat, rules.unseen)[0]


@compiled
def discard(hand: Ints, code: int) -> None:
    """Remove a tile that was laid from a hand."""
    if hand[0] == tile_of(code):
        hand[0] = hand[1]
    hand[1] = NONE


@compiled
def refill(hand: Ints, bag: Ints, front: int, back: int, own: bool) -> tuple[int, int]:
    """Draw what is missing: the thinking seat from the back of the bag, so that it draws the same in all turns."""
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
def unroll(
    board: Board,
    rules: Rules,
    turn: Ints,
    gained: int,
    scores: Ints,
    hands: Ints,
    bag: Ints,
    front: int,
    luck: int,
    peek: bool,
) -> tuple[bool, int, int, int]:
    """Play a turn, then the best turns of all seats up to the horizon; scores and hands are changed, the board is not.

    Return whether the game is over, the seat to move, how many tiles are in the bag, and with ``peek`` the points of
    that seat's best turn. ``luck`` decides between turns that earn the same.
    """
    grid, shore, count, tables, work = board
    players, seat, back = rules.players, rules.next_seat, rules.unseen
    laid, counts = np.empty(2 * rules.horizon + 2, np.int64), np.empty(2 * rules.horizon + 2, np.int64)
    number = turns = idle = seen = 0
    mover, first, second = rules.me, turn[0], turn[1]
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
        over = idle >= players or (mover == players - 1 and scores[:players].max() >= rules.target)
        if over or turns == rules.horizon:
            break
        front, back = refill(hand, bag, front, back, mover == rules.me)
        mover, seat = seat, (seat + 1) % players
        turns += 1
        hand = hands[2 * mover : 2 * mover + 2]
        gained, first, second = best_turn(grid, shore, count, hand, luck >> turns, tables, work)
        gained = max(gained, 0)
    if peek and not over:
        seen = max(0, best_turn(grid, shore, count, hands[2 * seat : 2 * seat + 2], luck, tables, work)[0])
    for index in range(number - 1, -1, -1):
        count = take(grid, shore, counts[index], count, laid[index], tables)
    return over, seat, back - front, seen


@compiled
def follow(
    board: Board, rules: Rules, turn: Ints, gained: int, scores: Ints, hands: Ints, bag: Ints, front: int, luck: int
) -> tuple[float, float]:
    """Play a turn and the best turns after it; return the chance to win and the lead. Scores and hands are changed."""
    over, seat, tiles, _ = unroll(board, rules, turn, gained, scores, hands, bag, front, luck, False)
    return result(scores, rules) if over else chance(scores, rules, seat, tiles)


@compiled
def deal_world(hands: Ints, rules: Rules, bag: Ints, rng: NDArray[np.uint64]) -> int:
    """Shuffle the unseen tiles and fill the hidden hands (in the start all others); return how many were used."""
    unseen, front = rules.unseen, 0
    for index in range(unseen - 1):
        other = index + draw_random(rng, unseen - index)
        bag[index], bag[other] = bag[other], bag[index]
    for slot in range(hands.size):
        hidden = hands[slot] == 0 or (rules.start and hands[slot] == NONE)
        if hidden and slot // 2 != rules.me and front < unseen:
            hands[slot] = bag[front]
            front += 1
    return front


@compiled
def thin(values: Floats, worlds: int, alive: Flags) -> int:
    """Remove turns that are clearly behind the leader or equal to it in all worlds; return how many are left."""
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
    board: Board, rules: Rules, holdings: Holdings, entries: Entries, seed: int, limit: int, stop: NDArray[np.uint8]
) -> tuple[int, int]:
    """Run the race until it is decided, stopped or the nodes are spent; return the nodes and the worlds finished.

    A node is a turn in one world.
    """
    turns, gained, alive, means, leads = entries
    scores, hands, bag = holdings
    count = turns.shape[0]
    values, ahead = np.zeros((WORLDS, count)), np.zeros((WORLDS, count))
    rng = np.zeros(1, np.uint64)
    rng[0] = np.uint64(seed)
    nodes = worlds = 0
    spent = False
    while worlds < WORLDS and not spent:
        held = hands[: 2 * rules.players].copy()
        front, luck = deal_world(held, rules, bag, rng), draw_random(rng, LUCK)
        for turn in range(count):
            if not alive[turn]:
                continue
            if nodes >= limit or stop[0]:
                spent = True
                break
            values[worlds, turn], ahead[worlds, turn] = follow(
                board, rules, turns[turn], gained[turn], scores.copy(), held.copy(), bag, front, luck
            )
            nodes += 1
        worlds += not spent
        if worlds % ROUND == 0 and worlds and thin(values, worlds, alive) == 1:
            break
    for turn in range(count):
        before = at_once(rules, gained[turn], scores)
        means[turn] = (values[:worlds, turn].sum() + DOUBTED * before) / (worlds + DOUBTED)
        leads[turn] = ahead[:worlds, turn].sum() / max(worlds, 1)
    return nodes, worlds
