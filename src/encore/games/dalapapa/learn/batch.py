"""Many games of Dalapapa that step together in one compiled call and write into arrays for learners.

A tile writes only its own squares and discs of the board, since tiles stay where they lie. The legal moves of each game
are kept with their actions, so that only their entries of a mask must be cleared.
"""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

from encore.core.choice import RESTART, WAIT, Generators, random_below
from encore.core.compiling import compiled
from encore.games.dalapapa.compiled import engine
from encore.games.dalapapa.compiled.engine import (
    DEPTH,
    DRAW_HAND,
    DRAW_START,
    FIRST,
    HANDS,
    HEADER,
    LAID,
    LAY_START,
    NONE,
    OVER,
    PASS,
    PHASE,
    PLAYERS,
    REFILL,
    SCORES,
    SEAT,
    SECOND,
    STOP,
    TILES,
    UNDO,
)
from encore.games.dalapapa.compiled.grid import (
    COUNT,
    EAST,
    FACE,
    GRID,
    KEY_SHIFT,
    MIDDLE,
    SIDE_SHIFT,
    Grid,
    Ints,
    domino,
    seed_random,
    tile_of,
)
from encore.games.dalapapa.compiled.kernel import Kernel, split
from encore.games.dalapapa.layout import DISCS as POINTS
from encore.games.dalapapa.learn import encoding
from encore.games.dalapapa.learn.encoding import BOARD, DISCS, HUNDRED, PLACES, REACH, RING, SIDES, SQUARES, TILE
from encore.games.dalapapa.position import State
from encore.games.dalapapa.rules import Dalapapa
from encore.games.dalapapa.tiles import COLOURS

Numbers = NDArray[np.int8]
Words = NDArray[np.uint64]
Arrays = tuple[Numbers, Numbers, NDArray[np.float32], NDArray[np.bool_], Numbers]
"""Observations, masks, rewards, done and seat: a row for each game."""

NORTH = len(COLOURS)
"""The distance between the planes of discs on east edges and those on north edges."""
MOST = 11_480
"""The largest number of legal moves (see ``encoding``)."""


def colour_table(game: Dalapapa) -> Ints:
    """Return for each face the colours of its seven discs."""
    order = list(COLOURS)
    faces = [face for both in game.tiles.faces for face in both]
    return np.array([[order.index(colour) for colour in face] for face in faces], np.int64)


def point_table() -> Ints:
    """Return for each side where the discs lie, seen from the first square, in doubled coordinates."""
    return np.array([POINTS[side] for side in SIDES], np.int64)


@compiled
def _square(x: int, y: int) -> int:
    return (y + RING // 2) % RING * RING + (x + RING // 2) % RING


@compiled
def _spot(code: int) -> tuple[int, int]:
    """Return the first square of a placement."""
    key = code >> KEY_SHIFT
    return key // EAST - MIDDLE, key % EAST - MIDDLE


@compiled
def show_tile(code: int, seen: Numbers, colours: Ints, points: Ints) -> None:
    """Write a tile's squares and discs: a disc on an east edge has an odd x, one on a north edge an odd y."""
    x, y = _spot(code)
    side, face = code >> SIDE_SHIFT & 3, code & FACE
    for disc in range(DISCS):
        px, py = 2 * x + points[side, disc, 0], 2 * y + points[side, disc, 1]
        plane = 1 + colours[face, disc] + (0 if px & 1 else NORTH)
        seen[plane * SQUARES + _square(px >> 1, py >> 1)] = 1
    seen[_square(x, y)] = 1
    seen[_square(x + points[side, 0, 0], y + points[side, 0, 1])] = 1


@compiled
def show_seat(header: Ints, own: int, seen: Numbers, tiles: Numbers, hidden: bool) -> None:
    """Write what a seat sees apart from the board: hands, tiles not seen, and the standing."""
    players = header[PLAYERS]
    unseen = BOARD * SQUARES + (1 if hidden else players) * 2 * TILE
    facts = unseen + COUNT
    seen[BOARD * SQUARES : unseen] = 0
    seen[unseen:facts] = 1
    for index in range(LAID, LAID + header[TILES]):
        seen[unseen + (header[index] & FACE) // 2] = 0
    for place in range(players):
        seat = (own + place) % players
        held = 0
        for slot in range(2):
            tile = header[HANDS + 2 * seat + slot]
            held += tile != NONE
            if tile != NONE and (place == 0 or not hidden):
                start = BOARD * SQUARES + (2 * place + slot) * TILE
                seen[start : start + TILE] = tiles[tile - 1]
                seen[unseen + tile - 1] = 0
        seen[facts + place] = held
        seen[facts + players + place] = header[SCORES + seat] // HUNDRED
        seen[facts + 2 * players + place] = header[SCORES + seat] % HUNDRED
        seen[facts + 3 * players + place] = header[PHASE] != OVER and seat == header[SEAT]
        seen[facts + 4 * players + place] = place == own
    facts += 5 * players
    seen[facts] = header[PHASE] == LAY_START
    seen[facts + 1] = header[PHASE] == FIRST
    seen[facts + 2] = header[PHASE] == SECOND
    seen[facts + 3] = engine.bag_size(header)


@compiled
def _action(header: Ints, code: int) -> int:
    """Return the action of a move where no two moves share one."""
    if code == STOP:
        return PLACES
    if code == PASS:
        return PLACES + 1
    x, y = _spot(code)
    slot = header[HANDS + 2 * header[SEAT]] != tile_of(code)
    return ((slot * 2 + (code & 1)) * 4 + (code >> SIDE_SHIFT & 3)) * SQUARES + _square(x, y)


@compiled
def _wide(header: Ints) -> bool:
    """Tell whether squares that a tile laid can reach may share a place on the ring."""
    west = south = east = north = 0
    for index in range(LAID, LAID + header[TILES]):
        key, axis, _ = domino(header[index])
        x, y = key // EAST - MIDDLE, key % EAST - MIDDLE
        west, south = min(west, x), min(south, y)
        east, north = max(east, x + 1 - axis), max(north, y + axis)
    return max(east - west, north - south) + 2 * REACH >= RING


@compiled
def _give_way(mask: Numbers, codes: Ints, actions: NDArray[np.int32], count: int, header: Ints) -> None:
    """Of moves with the same action, the first in order keeps it and the others take the next free ones."""
    codes[:count].sort()
    for index in range(count):
        action = _action(header, codes[index])
        actions[index] = -1 if mask[action] else action
        mask[action] = 1
    for index in range(count):
        if actions[index] < 0:
            action = _action(header, codes[index])
            while mask[action]:
                action = (action + 1) % PLACES
            actions[index] = action
            mask[action] = 1


@compiled
def show_legal(
    header: Ints, grid: Grid, faces: Ints, discs: Ints, mask: Numbers, codes: Ints, actions: NDArray[np.int32]
) -> int:
    """List the legal moves with their actions and write the mask, which must be clear; return how many there are."""
    count = engine.legal(header, grid, faces, discs, codes)
    if _wide(header):
        _give_way(mask, codes, actions, count, header)
        return count
    for index in range(count):
        action = _action(header, codes[index])
        actions[index] = action
        mask[action] = 1
    return count


@compiled
def _draw(header: Ints, grid: Grid, faces: Ints, discs: Ints, generator: Words) -> None:
    """Let the dealer hand out what is missing, until somebody is to move or the game is over."""
    bag = np.empty(COUNT, np.int64)
    while header[PHASE] in (DRAW_START, DRAW_HAND, REFILL):
        phase, seat = header[PHASE], header[SEAT]
        slot = HANDS + 2 * seat
        engine.fill(header, seat, 1 if phase == DRAW_START else 2, bag, engine.unseen_tiles(header, bag), generator)
        if header[slot + 1] != NONE and header[slot + 1] < header[slot]:
            header[slot], header[slot + 1] = header[slot + 1], header[slot]
        engine.end_draw(header, grid, faces, discs)


@compiled
def _begin(header: Ints, grid: Grid, start: Ints, faces: Ints, discs: Ints, generator: Words, seen: Numbers) -> None:
    """Start a new game: draw its first tiles, and clear the board that is shown."""
    engine.clear(header, grid, start, discs)
    _draw(header, grid, faces, discs, generator)
    seen[: BOARD * SQUARES] = 0


@compiled
def _reward(header: Ints, rewards: NDArray[np.float32]) -> None:
    """Write 1 for the most points and -1 for fewer; nothing where all have equally many."""
    players = header[PLAYERS]
    scores = header[SCORES : SCORES + players]
    if scores.min() == scores.max():
        return
    for seat in range(players):
        rewards[seat] = 1 if scores[seat] == scores.max() else -1


@compiled
def _find(actions: NDArray[np.int32], count: int, action: int) -> int:
    for index in range(count):
        if actions[index] == action:
            return index
    return -1


@compiled
def _find_illegal(actions: NDArray[np.int32], counts: Ints, chosen: Ints) -> int:
    for number in range(len(chosen)):
        if chosen[number] in (WAIT, RESTART):
            continue
        if _find(actions[number], counts[number], chosen[number]) < 0:
            return number
    return -1


@compiled
def begin(headers: Ints, grids: Grid, legal: Any, seed: int, setting: Any, arrays: Any) -> None:
    """Draw for every game."""
    start, faces, discs, _, _, tiles, hidden = setting
    codes, actions, counts, generators = legal
    observations, masks, rewards, done, seat = arrays
    for number in range(len(headers)):
        header, grid, generator = headers[number], grids[number], generators[number]
        seed_random(generator, seed, number)
        _begin(header, grid, start, faces, discs, generator, observations[number])
        masks[number] = 0
        counts[number] = show_legal(header, grid, faces, discs, masks[number], codes[number], actions[number])
        show_seat(header, header[SEAT], observations[number], tiles, hidden)
        seat[number] = header[SEAT]
    rewards[:] = 0
    done[:] = False


@compiled
def step(headers: Ints, grids: Grid, ends: Ints, legal: Any, chosen: Ints, setting: Any, arrays: Any) -> int:
    """Play a move in each game and return -1; or return the first game whose action is illegal, and play none."""
    start, faces, discs, colours, points, tiles, hidden = setting
    codes, actions, counts, generators = legal
    observations, masks, rewards, done, seat = arrays
    illegal = _find_illegal(actions, counts, chosen)
    if illegal >= 0:
        return illegal
    for number in range(len(headers)):
        header, grid, seen, mask = headers[number], grids[number], observations[number], masks[number]
        rewards[number] = 0
        done[number] = chosen[number] == RESTART
        if chosen[number] == WAIT:
            continue
        for index in range(counts[number]):
            mask[actions[number, index]] = 0
        if not done[number]:
            code = codes[number, _find(actions[number], counts[number], chosen[number])]
            engine.apply(header, grid, code, faces, discs)
            header[DEPTH] = 0
            if code not in (STOP, PASS):
                show_tile(code, seen, colours, points)
            _draw(header, grid, faces, discs, generators[number])
            if header[PHASE] == OVER:
                done[number] = True
                _reward(header, rewards[number])
                ends[number] = header[:UNDO]
        if done[number]:
            _begin(header, grid, start, faces, discs, generators[number], seen)
        counts[number] = show_legal(header, grid, faces, discs, mask, codes[number], actions[number])
        show_seat(header, header[SEAT], seen, tiles, hidden)
        seat[number] = header[SEAT]
    return -1


@compiled
def choose(actions: NDArray[np.int32], counts: Ints, generators: Generators, chosen: Ints) -> None:
    """Write a random legal action for each game, from the lists: a mask is too long to be read for it."""
    for number in range(len(chosen)):
        chosen[number] = actions[number, random_below(generators, number, counts[number])]


class Games:
    """Several games of Dalapapa, each with its own random generator.

    Memory is taken as it is needed: a game's grid has 256 KiB, of which one at play touches about 50.
    """

    def __init__(self, game: Dalapapa, count: int) -> None:
        self._kernel = Kernel(game)
        self._hold(np.zeros((count, HEADER + GRID // 8), np.int64))
        self._ends = np.zeros((count, UNDO), np.int64)
        self._legal = (
            np.empty((count, MOST), np.int64),
            np.empty((count, MOST), np.int32),
            np.zeros(count, np.int64),
            np.zeros((count, 1), np.uint64),
        )
        start, _ = split(self._kernel.encode(game.initial()))
        tables = colour_table(game), point_table(), encoding.tile_table(game)
        self._setting = start, self._kernel.faces, self._kernel.discs, *tables, game.hidden

    def _hold(self, positions: Ints) -> None:
        self._positions = positions
        self._headers = positions[:, :HEADER]
        self._grids = positions.view(np.int8)[:, 8 * HEADER :]

    def __getstate__(self) -> dict[str, Any]:
        """Leave out the views into the positions: their copies would not share memory."""
        return {name: value for name, value in self.__dict__.items() if name not in ("_headers", "_grids")}

    def __setstate__(self, state: dict[str, Any]) -> None:
        self.__dict__.update(state)
        self._hold(self._positions)

    def begin(self, seed: int, arrays: Arrays) -> None:
        """Restart every game, with new tiles drawn."""
        begin(self._headers, self._grids, self._legal, seed, self._setting, arrays)

    def step(self, actions: Ints, arrays: Arrays) -> int:
        """Play an action in each game; return -1, or the first game where it is illegal, with nothing played."""
        return int(step(self._headers, self._grids, self._ends, self._legal, actions, self._setting, arrays))

    def choose(self, generators: Generators, actions: Ints) -> None:
        """Write a random legal action for each game."""
        choose(self._legal[1], self._legal[2], generators, actions)

    def state(self, number: int) -> State:
        """Return the current state of a game."""
        return self._kernel.decode(self._positions[number])

    def ended(self, number: int) -> State:
        """Return how the last game ended."""
        return self._kernel.decode(self._ends[number])
