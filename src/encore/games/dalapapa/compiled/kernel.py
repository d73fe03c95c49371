"""The kernel of Dalapapa: positions as arrays, with the interface that every kernel has."""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor
from functools import lru_cache

import numpy as np
from numpy.typing import NDArray

from encore.core.game import DEALER
from encore.games.dalapapa.compiled import engine, playout
from encore.games.dalapapa.compiled.engine import HEADER, PASS, STOP
from encore.games.dalapapa.compiled.grid import EAST, GRID, MIDDLE, MOST_MOVES, ROW, Grid, Ints, Tables
from encore.games.dalapapa.layout import DISCS, Layout, Place
from encore.games.dalapapa.position import HAND, Phase, State
from encore.games.dalapapa.rules import Dalapapa, Draw, Move, Pass, Stop
from encore.games.dalapapa.tiles import COLOURS, FACES, TileSet

_SIDES = "ensw"
"""The sides by their number in a move's code."""
_PHASES = list(Phase)
_DRAWING = (engine.DRAW_START, engine.DRAW_HAND, engine.REFILL)
_COLOURS = {colour: number for number, colour in enumerate(COLOURS, 1)}


def face_table(tiles: TileSet) -> Ints:
    """Return for each face its half-discs as 18 bits, the same after half a turn, and the colour of its centre."""
    table = np.zeros((2 * len(tiles.faces), 3), np.int64)
    for face, shown in enumerate(face for both in tiles.faces for face in both):
        halves = sum(_COLOURS[colour] << 3 * half for half, colour in enumerate(shown[1:]))
        table[face] = halves, halves >> 9 | (halves & 511) << 9, _COLOURS[shown[0]]
    return table


@lru_cache(maxsize=8)  # it takes 10 ms, and every search makes a new kernel
def touch_table(tiles: TileSet) -> Ints:
    """Return for each face, and after half a turn, which of the tile's discs are joined to each, seven bits each."""
    table = np.zeros((2 * len(tiles.faces), 2), np.int64)
    for face, shown in enumerate(face for both in tiles.faces for face in both):
        turned = shown[0] + shown[4:] + shown[1:4]
        table[face] = [sum(_joined(up, disc) << 7 * disc for disc in range(7)) for up in (shown, turned)]
    return table


def _joined(shown: str, disc: int) -> int:
    """Return the discs of a face that touch a disc of it in its colour, directly or by others, as bits."""
    points = DISCS["e"]
    found, waiting = {disc}, [disc]
    while waiting:
        x, y = points[waiting.pop()]
        for other, (right, up) in enumerate(points):
            if other not in found and shown[other] == shown[disc] and abs(right - x) == abs(up - y) == 1:
                found.add(other)
                waiting.append(other)
    return sum(1 << other for other in found)


def disc_table() -> Ints:
    """Return the steps in the grid from a domino's west (south) square to its seven discs, lying east and north."""
    return np.array([[y * ROW + x for x, y in DISCS[side]] for side in "en"], np.int64)


def split(position: Ints) -> tuple[Ints, Grid]:
    """Return the numbers of a position and its grid, both in the same memory."""
    return position[:HEADER], position[HEADER:].view(np.int8)


class Kernel:
    """A game of Dalapapa whose positions are flat arrays, changed and restored in place."""

    def __init__(self, game: Dalapapa) -> None:
        self.game = game
        self.faces = face_table(game.tiles)
        self.discs = disc_table()
        self.tables = Tables(self.faces, self.discs, touch_table(game.tiles))

    def encode(self, s: State) -> Ints:
        """Return a state (or a view, with hidden tiles) as a position."""
        position = np.zeros(HEADER + GRID // 8, np.int64)
        header, grid = split(position)
        header[engine.PLAYERS] = self.game.players
        header[engine.TARGET] = int(self.game.options["target"])
        header[engine.PHASE] = _PHASES.index(s.phase)
        header[engine.SEAT] = s.seat
        header[engine.SCORES : engine.SCORES + len(s.scores)] = s.scores
        header[engine.HANDS : engine.HANDS + 8] = engine.NONE
        for seat, hand in enumerate(s.hands):
            start = engine.HANDS + HAND * seat
            header[start : start + len(hand)] = hand
        laid = np.array([self.encode_move(place) for place in s.layout.in_order], np.int64)
        engine.load(header, grid, laid, self.faces, self.discs)
        return position

    def decode(self, position: Ints, known: Layout | None = None) -> State:
        """Return the state of a position; ``known`` is the layout of the first tiles that were laid."""
        header, _ = split(position)
        codes = header[engine.LAID : engine.LAID + header[engine.TILES]].tolist()
        layout = self._layout([self._place(code) for code in codes]) if known is None else known
        for code in codes[len(layout.laid) :]:
            place = self._place(code)
            layout = layout.add(place, self.game.tiles.face(place.tile, place.face))
        hands = header[engine.HANDS : engine.HANDS + HAND * self.game.players].reshape(-1, HAND).tolist()
        return State(
            layout,
            tuple(tuple(tile for tile in hand if tile != engine.NONE) for hand in hands),
            self.scores(position),
            _PHASES[header[engine.PHASE]],
            int(header[engine.SEAT]),
        )

    def _layout(self, places: list[Place]) -> Layout:
        """Return the layout of some tiles, all at once."""
        colours = {
            point: colour
            for place in places
            for point, colour in zip(place.discs, self.game.tiles.face(place.tile, place.face), strict=True)
        }
        return Layout(frozenset(places), colours, frozenset(square for place in places for square in place.squares))

    def to_move(self, position: Ints) -> int | None:
        """Return the seat to move, the dealer while somebody draws, None when the game is over."""
        phase = position[engine.PHASE]
        if phase == engine.OVER:
            return None
        return DEALER if phase in _DRAWING else int(position[engine.SEAT])

    def scores(self, position: Ints) -> tuple[int, ...]:
        """Return the points of each seat."""
        return tuple(position[engine.SCORES : engine.SCORES + self.game.players].tolist())

    def legal(self, position: Ints) -> Ints:
        """Return the codes of the legal moves, in ascending order, which is the order of the rules."""
        codes = np.empty(MOST_MOVES, np.int64)
        count = engine.legal(*split(position), self.faces, self.discs, codes)
        return np.sort(codes[:count])

    def apply(self, position: Ints, code: int) -> None:
        """Play a legal move."""
        engine.apply(*split(position), code, self.faces, self.discs)

    def undo(self, position: Ints) -> None:
        """Undo the last move."""
        engine.undo(*split(position), self.discs)

    def encode_move(self, move: Move) -> int:
        """Return the code of a player's move."""
        if isinstance(move, Draw):
            raise ValueError("the dealer's moves have no code")
        if not isinstance(move, Place):
            return STOP if isinstance(move, Stop) else PASS
        key = (move.x + MIDDLE) * EAST + move.y + MIDDLE
        return (key * 4 + _SIDES.index(move.side)) * 256 + 2 * move.tile - 2 + FACES.index(move.face)

    def decode_move(self, code: int) -> Move:
        """Return the move of a code."""
        if code in (STOP, PASS):
            return Stop() if code == STOP else Pass()
        return self._place(code)

    def _place(self, code: int) -> Place:
        spot, face = divmod(code, 256)
        key, side = divmod(spot, 4)
        x, y = divmod(key, EAST)
        return Place(face // 2 + 1, FACES[face % 2], x - MIDDLE, y - MIDDLE, _SIDES[side])

    def playouts(self, position: Ints, count: int, seed: int, threads: int = 1) -> NDArray[np.float64]:
        """Play random games to the end; return for each seat the games won, a shared win counted in parts."""
        bounds = [count * part // threads for part in range(threads + 1)]

        def play(first: int, last: int) -> NDArray[np.float64]:
            wins = np.zeros(self.game.players)
            playout.playouts(*split(position.copy()), first, last, seed & engine.WORD, self.faces, self.discs, wins)
            return wins

        if threads == 1:
            return play(0, count)
        with ThreadPoolExecutor(threads) as pool:
            wins: NDArray[np.float64] = np.sum(list(pool.map(play, bounds[:-1], bounds[1:])), axis=0)
        return wins
