"""Random rounds and games.

The squares of each colour are kept in a list (AREA squares, then the length), and the place of each square in its list,
so that listing captures looks at own piles only and takes no branches.
"""

from __future__ import annotations

import numpy as np

from encore.core.compiling import compiled
from encore.games.dacapo.compiled.chance import deal, random_below, seeded
from encore.games.dacapo.compiled.layout import (
    AREA,
    COLOUR,
    DEPTH,
    LINKS,
    MOST_MOVES,
    ORDER,
    PLAYERS,
    RIGHTS,
    SWITCHES,
    TURN,
    VALUE,
    WAYS,
    WIDTH,
    Position,
)
from encore.games.dacapo.compiled.legal import guess_switch
from encore.games.dacapo.compiled.turns import (
    apply_switch,
    capture_pile,
    end_round,
    place_in_order,
    rights_after,
    winners,
)

ROOM_BITS = 6
ROOM = 1 << ROOM_BITS
"""More than the squares, and a power of two, so that shifts take source and target apart."""
LIST, LENGTH = ROOM, ROOM - 1
"""The numbers of one list, and where its length is."""
LISTS, PLACES = MOST_MOVES, MOST_MOVES + 4 * LIST
"""The buffer of a round: moves, a list for each colour, then the places."""
BUFFER = PLACES + ROOM
SHARES = 12
"""A win in twelfths, so that sums of shared wins are exact in any order."""


@compiled
def _muster(p: Position, lists: Position, places: Position) -> None:
    for colour in range(4):
        lists[LIST * colour + LENGTH] = 0
    for square in range(AREA):
        if p[square]:
            head = LIST * (p[square] & COLOUR)
            places[square] = lists[head + LENGTH]
            lists[head + lists[head + LENGTH]] = square
            lists[head + LENGTH] += 1


@compiled
def _move_in_lists(p: Position, source: int, target: int, lists: Position, places: Position) -> None:
    own, foe = LIST * (p[source] & COLOUR), LIST * (p[target] & COLOUR)
    lists[foe + LENGTH] -= 1
    last = lists[foe + lists[foe + LENGTH]]
    lists[foe + places[target]] = last
    places[last] = places[target]
    lists[own + places[source]] = target
    places[target] = places[source]


@compiled
def _list_captures(p: Position, colour: int, lists: Position, moves: Position) -> int:
    count, head = 0, LIST * colour
    for i in range(lists[head + LENGTH]):
        square = lists[head + i]
        pile = p[square]
        for way in range(WAYS):
            target = p[LINKS + WAYS * square + way]
            caught = p[target]
            moves[count] = ROOM * square + target
            count += (caught != 0) & ((caught & COLOUR) != colour) & ((caught & VALUE) <= (pile & VALUE))
    return count


@compiled
def play_round(p: Position, buffer: Position, generator: Position) -> int:
    """Play at random to the end of the round, each legal move as likely, and return how many moves that took."""
    moves, lists, places = buffer[:LISTS], buffer[LISTS:PLACES], buffer[PLACES:]
    _muster(p, lists, places)
    colours = 4 if p[PLAYERS] == 1 else p[PLAYERS]
    played, passed = 0, 0
    place = place_in_order(p, p[TURN]) if p[TURN] >= 0 else 0
    while p[TURN] >= 0 and passed < colours:
        colour = p[ORDER + place]
        captures = _list_captures(p, colour, lists, moves)
        passed += 1
        while captures:
            guess = random_below(generator, captures + (2 * AREA if p[RIGHTS + colour] else 0))
            if guess < captures:
                source, target = moves[guess] >> ROOM_BITS, moves[guess] & ROOM - 1
                _move_in_lists(p, source, target, lists, places)
                capture_pile(p, source, target)
                p[RIGHTS + colour] = rights_after(p)
                played, passed = played + 1, 0
                break
            if guess_switch(p, guess - captures, colour):
                p[TURN], p[DEPTH] = colour, 0
                apply_switch(p, SWITCHES + guess - captures)
                captures = _list_captures(p, colour, lists, moves)
                played += 1
        place = place + 1 if place + 1 < colours else 0
    if p[TURN] >= 0:
        end_round(p, 1)
    return played


@compiled
def _copy(numbers: Position, to: Position, count: int) -> None:
    for i in range(count):
        to[i] = numbers[i]


@compiled
def play_games(position: Position, fish: Position, seas: Position, seed: int, first: int, last: int) -> Position:
    """Play random games to the end, and return what each seat has won, in twelfths."""
    won = np.zeros(4, np.int64)
    p, buffer, generator = position.copy(), np.zeros(BUFFER, np.int64), np.zeros(1, np.int64)
    shuffled = fish.copy()
    for number in range(first, last):
        _copy(position, p, WIDTH)
        _copy(fish, shuffled, len(fish))
        p[DEPTH] = 0
        generator[0] = seeded(seed, number)
        play_round(p, buffer, generator)
        while winners(p) == 0:
            deal(p, shuffled, seas, generator)
            play_round(p, buffer, generator)
        winning = winners(p) & 15
        count = (winning & 1) + (winning >> 1 & 1) + (winning >> 2 & 1) + (winning >> 3)
        for seat in range(4):
            if winning >> seat & 1:
                won[seat] += SHARES // count
    return won


@compiled
def play_rounds(position: Position, fish: Position, seas: Position, seed: int, count: int) -> int:
    """Deal and play random rounds, each from the same score, and return how many moves they took."""
    p, buffer, generator = position.copy(), np.zeros(BUFFER, np.int64), np.zeros(1, np.int64)
    fish = fish.copy()
    played = 0
    generator[0] = seeded(seed, 0)
    for _ in range(count):
        _copy(position, p, LINKS)
        deal(p, fish, seas, generator)
        played += play_round(p, buffer, generator)
    return played
