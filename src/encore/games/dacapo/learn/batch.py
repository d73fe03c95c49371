"""Many games of Da Capo at once, stepped by one compiled call into arrays that learners read."""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

from encore.core.choice import RESTART, WAIT
from encore.core.compiling import compiled
from encore.games.dacapo.compiled.chance import deal, seeded
from encore.games.dacapo.compiled.kernel import Kernel
from encore.games.dacapo.compiled.layout import (
    AREA,
    COLOUR,
    DEPTH,
    HEIGHT_BIT,
    LIMIT,
    LINKS,
    MOST_MOVES,
    ORDER,
    PLAYERS,
    RIGHTS,
    ROUNDS,
    SCORES,
    STARTER,
    SWITCHES,
    TURN,
    VALUE_BIT,
    VALUES,
    WAYS,
    WIDTH,
    Position,
)
from encore.games.dacapo.compiled.legal import guess_switch, legal_moves, may_capture
from encore.games.dacapo.compiled.turns import apply_move, winners
from encore.games.dacapo.learn.encoding import CAPTURES, HUNDRED
from encore.games.dacapo.position import State
from encore.games.dacapo.rules import DaCapo

Numbers = NDArray[np.int8]
Arrays = tuple[Numbers, Numbers, NDArray[np.float32], NDArray[np.bool_], Numbers]
"""Observations, masks, rewards, done and seat: a row for each game."""


@compiled
def code_of(p: Position, action: int) -> int:
    """Return the kernel's code of a legal action, -1 for any other."""
    if action < 0:
        return -1
    if action >= CAPTURES:
        return SWITCHES + action - CAPTURES if guess_switch(p, action - CAPTURES, p[TURN]) else -1
    way, source = action // AREA, action % AREA
    target = p[LINKS + WAYS * source + way]
    own = p[source] != 0 and p[source] & COLOUR == p[TURN]
    return AREA * source + target if own and may_capture(p[source], p[target]) else -1


@compiled
def action_of(code: int) -> int:
    """Return the action of a move by its code."""
    if code >= SWITCHES:
        return CAPTURES + code - SWITCHES
    source, target = code // AREA, code % AREA
    way = (0 if source // 6 == target // 6 else 2) + (target < source)
    return way * AREA + source


@compiled
def _show_mask(p: Position, mask: Numbers, codes: Position) -> None:
    mask[:] = 0
    for i in range(legal_moves(p, codes)):
        mask[action_of(codes[i])] = 1


@compiled
def _show_all(seen: Numbers, plane: int, number: int) -> int:
    """Fill a plane with a number and return the next plane."""
    seen[AREA * plane : AREA * plane + AREA] = number
    return plane + 1


@compiled
def show(p: Position, seat: int, seen: Numbers) -> None:
    """Write the observation of a seat: colours in order of play, starting with its own."""
    players = p[PLAYERS]
    colours = 4 if players == 1 else players
    own = 3 if players == 1 else seat
    places = np.empty(4, np.int64)
    for place in range(colours):
        places[p[ORDER + place]] = (place - own) % colours
    seen[: AREA * (colours + 1)] = 0
    for square in range(AREA):
        pile = p[square]
        if pile:
            seen[AREA * places[pile & COLOUR] + square] = pile >> VALUE_BIT & VALUES
            seen[AREA * colours + square] = pile >> HEIGHT_BIT
    plane = colours + 1
    for place in range(colours):
        plane = _show_all(seen, plane, p[TURN] >= 0 and place == places[p[TURN]])
    if players > 1:
        _show_standing(p, own, seen, plane)


@compiled
def _show_standing(p: Position, own: int, seen: Numbers, plane: int) -> None:
    """Write who started, the rights to switch, the points, and how many rounds are left if they are limited."""
    players = p[PLAYERS]
    for place in range(players):
        plane = _show_all(seen, plane, (own + place) % players == p[STARTER])
    for fish in range(2):
        for place in range(players):
            plane = _show_all(seen, plane, p[RIGHTS + (own + place) % players] >> fish & 1)
    for place in range(players):
        points = p[SCORES + (own + place) % players]
        _show_all(seen, plane + place, points // HUNDRED)
        _show_all(seen, plane + players + place, points % HUNDRED)
    left = max(0, p[LIMIT] - p[ROUNDS])
    plane = _show_all(seen, plane + 2 * players, left // HUNDRED)
    _show_all(seen, plane, left % HUNDRED)


@compiled
def _deal_on(p: Position, fish: Position, seas: Position, generator: Position) -> None:
    """Deal until somebody is to move or the game is over."""
    while p[TURN] < 0 and winners(p) == 0:
        deal(p, fish.copy(), seas, generator)


@compiled
def _begin(p: Position, start: Position, fish: Position, seas: Position, generator: Position) -> None:
    """Deal a new game; if the game ends with its deal, deal again, because there is nothing to play in it."""
    p[:] = start
    _deal_on(p, fish, seas, generator)
    while p[TURN] < 0:
        p[:] = start
        _deal_on(p, fish, seas, generator)


@compiled
def _reward(p: Position, rewards: NDArray[np.float32]) -> None:
    """Write 1 for each winner and -1 for the others; nothing if all have won."""
    won = winners(p) & 15
    for seat in range(p[PLAYERS]):
        rewards[seat] = 1 if won >> seat & 1 else -1
    if p[PLAYERS] > 1 and won == (1 << p[PLAYERS]) - 1:
        rewards[:] = 0


@compiled
def begin(games: Position, generators: Position, seed: int, setting: Any, arrays: Any) -> None:
    """Deal every game."""
    start, fish, seas = setting
    observations, masks, rewards, done, seat = arrays
    codes = np.empty(MOST_MOVES, np.int64)
    for number in range(len(games)):
        p = games[number]
        generators[number, 0] = seeded(seed, number)
        _begin(p, start, fish, seas, generators[number])
        show(p, p[TURN], observations[number])
        _show_mask(p, masks[number], codes)
        seat[number] = 0 if p[PLAYERS] == 1 else p[TURN]
    rewards[:] = 0
    done[:] = False


@compiled
def step(games: Position, ends: Position, generators: Position, actions: Position, setting: Any, arrays: Any) -> int:
    """Play a move in each game and return -1; or return the first game whose action is illegal, and play none."""
    start, fish, seas = setting
    observations, masks, rewards, done, seat = arrays
    codes = np.empty(MOST_MOVES, np.int64)
    for number in range(len(games)):
        if actions[number] in (WAIT, RESTART):
            continue
        if actions[number] >= masks.shape[1] or code_of(games[number], actions[number]) < 0:
            return number
    for number in range(len(games)):
        p = games[number]
        rewards[number] = 0
        done[number] = actions[number] == RESTART
        if actions[number] == WAIT:
            continue
        if not done[number]:
            apply_move(p, code_of(p, actions[number]))
            p[DEPTH] = 0
            _deal_on(p, fish, seas, generators[number])
            if p[TURN] < 0:
                done[number] = True
                _reward(p, rewards[number])
                ends[number] = p
        if done[number]:
            _begin(p, start, fish, seas, generators[number])
        show(p, p[TURN], observations[number])
        _show_mask(p, masks[number], codes)
        seat[number] = 0 if p[PLAYERS] == 1 else p[TURN]
    return -1


class Games:
    """Several games of Da Capo, each with its own random generator."""

    def __init__(self, game: DaCapo, count: int) -> None:
        self._kernel = Kernel(game)
        self._games = np.zeros((count, WIDTH), np.int64)
        self._ends = np.zeros((count, WIDTH), np.int64)
        self._generators = np.zeros((count, 1), np.int64)
        self._setting = self._kernel.encode(game.initial()), self._kernel.fish, self._kernel.seas

    def begin(self, seed: int, arrays: Arrays) -> None:
        """Restart every game with a new deal."""
        begin(self._games, self._generators, seed, self._setting, _flat(arrays))

    def step(self, actions: Position, arrays: Arrays) -> int:
        """Play an action in each game; return -1, or the first game where it is illegal, with nothing played."""
        return int(step(self._games, self._ends, self._generators, actions, self._setting, _flat(arrays)))

    def state(self, number: int) -> State:
        """Return the current state of a game."""
        return self._kernel.decode(self._games[number])

    def ended(self, number: int) -> State:
        """Return how the last game ended."""
        return self._kernel.decode(self._ends[number])


def _flat(arrays: Arrays) -> Arrays:
    observations, masks, rewards, done, seat = arrays
    return observations.reshape(len(observations), -1), masks, rewards, done, seat
