"""Actions and observations of Dalapapa as numbers.

The table has no limits, so squares are numbered on a ring of 48 by 48 with the first tile in the middle: it wraps
around in both directions. An action is a plane (position of the tile in the hand, face, side) and a square of the
ring; stop and pass follow. Where the layout is so wide that two legal moves have the same action, the first keeps it
and the others take the next free ones. There are always enough: the tiles laid cover at most 238 squares, which have
at most 478 empty ones beside them; each of these is in at most three empty dominoes, and a domino takes a tile in
four ways. That is 11,472 for two tiles, and the ring has 36,864.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from encore.core.encoding import read_action
from encore.core.errors import IllegalMove, quoted
from encore.core.fact import Fact
from encore.games.dalapapa.clusters import Point
from encore.games.dalapapa.layout import Place
from encore.games.dalapapa.position import HAND, HIDDEN, SECOND_TILE_PRICE, Phase, State
from encore.games.dalapapa.rules import Dalapapa, Move, Pass, Stop
from encore.games.dalapapa.tiles import COLOURS, COUNT, FACES

RING = 48
SQUARES = RING * RING
SIDES = "ensw"
PLACES = HAND * len(FACES) * len(SIDES) * SQUARES
STOP, PASS = PLACES, PLACES + 1
REACH = 2
"""A new tile reaches at most this many squares beyond the layout."""
FIELD = 512
"""Larger than any layout."""

BOARD = 1 + 2 * len(COLOURS)
"""Planes of the ring: covered squares, then by colour the discs on their east edges and on their north edges."""
DISCS = 7
TILE = len(FACES) * DISCS * len(COLOURS)
LAYING = (Phase.LAY_START, Phase.FIRST, Phase.SECOND)
HUNDRED = 100
"""Points are written as hundreds and rest, so that each fits into eight bits."""


def length(game: Dalapapa) -> int:
    """Return the length of an observation."""
    shown = 1 if game.hidden else game.players
    return BOARD * SQUARES + shown * HAND * TILE + COUNT + 5 * game.players + len(LAYING) + 1


def most_moves(game: Dalapapa) -> int:
    """Return the largest number of moves of a game.

    Each tile is laid once, and at most one stop follows. The game is over when nobody can lay a tile, so after each
    tile, and at the start, not all seats pass.
    """
    return COUNT * (1 + game.players) + game.players


def bounds(game: Dalapapa) -> tuple[NDArray[np.int8], NDArray[np.int8]]:
    """Return the smallest and the largest value of each number of an observation.

    A seat pays for at most every second tile. A tile earns a point for each of its discs, one more from the third on,
    and at most all discs on the table for each group; a turn that begins below the target has two tiles.
    """
    low, high = np.zeros(length(game), np.int8), np.ones(length(game), np.int8)
    held = length(game) - 5 * game.players - len(LAYING) - 1
    points = held + game.players
    rest = points + game.players
    most = int(game.options["target"]) - 1 + HAND * DISCS * (2 + DISCS * COUNT)
    high[held:points] = HAND
    low[points:rest] = -SECOND_TILE_PRICE * (COUNT // HAND) // HUNDRED
    high[points:rest] = min(127, most // HUNDRED)
    high[rest : rest + game.players] = HUNDRED - 1
    high[-1] = COUNT
    return low, high


class Encoding:
    """The actions and observations of Dalapapa; see docs/environments.md."""

    version = 1

    def __init__(self, game: Dalapapa) -> None:
        self._game = game
        self.actions = PLACES + 2
        self.shape = (length(game),)
        self.bounds = bounds(game)
        self.longest = most_moves(game)
        self._tiles = tile_table(game)

    def code(self, s: State, move: Move) -> int:
        """Return the action of a move."""
        if isinstance(move, Place) and _wide(s):
            return self._codes(s)[move]
        return _code(s, move)

    def told(self, s: State, move: Move) -> int:
        """Return the tile and its placement: the position in the hand would reveal something about the other tile."""
        if not isinstance(move, Place):
            return int(isinstance(move, Stop))
        face = (move.tile * len(FACES) + FACES.index(move.face)) * len(SIDES) + SIDES.index(move.side)
        return (face * FIELD + move.y + FIELD // 2) * FIELD + move.x + FIELD // 2

    def move(self, s: State, code: int) -> Move:
        """Return the move of an action."""
        code = read_action(code, self.actions)
        if not 0 <= code < self.actions:
            raise IllegalMove("2", Fact("dalapapa.no-such-action", action=quoted(str(code)), last=self.actions - 1))
        if s.phase not in LAYING or code >= PLACES:
            move = Stop() if code == STOP else Pass()
            self._game.play(s, move)
            return move
        if _wide(s):
            found = next((move for move, own in self._codes(s).items() if own == code), None)
            if found is not None:
                return found
        place = _place(s, code)
        s.layout.check(place, self._game.tiles.face(place.tile, place.face))
        return place

    def _codes(self, s: State) -> dict[Move, int]:
        """Return the action of every legal move; moves whose action is taken get a free one."""
        moves = self._game.legal_moves(s)
        found = {_code(s, move): move for move in reversed(moves)}
        for move in moves:
            code = _code(s, move)
            if found[code] is move:
                continue
            while code in found:
                code = (code + 1) % PLACES
            found[code] = move
        return {move: code for code, move in found.items()}

    def mask(self, s: State) -> NDArray[np.int8]:
        """Return 1 for each legal action."""
        mask = np.zeros(self.actions, np.int8)
        mask[list(self._codes(s).values())] = 1
        return mask

    def observe(self, view: State, seat: int) -> NDArray[np.int8]:
        """Return the board, the hands that can be seen, the tiles that cannot, and the standing."""
        players = self._game.players
        seats = [(seat + place) % players for place in range(players)]
        unseen = np.zeros(COUNT, np.int8)
        unseen[[tile - 1 for tile in view.unseen]] = 1
        facts = [
            *(len(view.hands[each]) for each in seats),
            *(view.scores[each] // HUNDRED for each in seats),
            *(view.scores[each] % HUNDRED for each in seats),
            *(view.phase != Phase.OVER and each == view.seat for each in seats),
            *(seat == place for place in range(players)),
            *(view.phase == phase for phase in LAYING),
            view.bag_size,
        ]
        hands = [self._hand(view.hands[each]) for each in seats[: 1 if self._game.hidden else players]]
        return np.concatenate((_board(view), *hands, unseen, np.array(facts, np.int8)))

    def _hand(self, hand: tuple[int, ...]) -> NDArray[np.int8]:
        """Return the colours on both faces of each tile held."""
        numbers = np.zeros((HAND, TILE), np.int8)
        for place, tile in enumerate(hand):
            if tile != HIDDEN:
                numbers[place] = self._tiles[tile - 1]
        return numbers.ravel()


def tile_table(game: Dalapapa) -> NDArray[np.int8]:
    """Return for each tile its faces disc by disc, a number for each colour."""
    order = list(COLOURS)
    table = np.zeros((COUNT, len(FACES), DISCS, len(COLOURS)), np.int8)
    for tile, faces in enumerate(game.tiles.faces):
        for face, shown in enumerate(faces):
            table[tile, face, range(DISCS), [order.index(colour) for colour in shown]] = 1
    return table.reshape(COUNT, TILE)


def _code(s: State, move: Move) -> int:
    """Return the action of a move where no two moves share one."""
    if not isinstance(move, Place):
        return STOP if isinstance(move, Stop) else PASS
    plane = (s.hands[s.seat].index(move.tile) * len(FACES) + FACES.index(move.face)) * len(SIDES)
    return (plane + SIDES.index(move.side)) * SQUARES + _square(move.x, move.y)


def _square(x: int, y: int) -> int:
    return (y + RING // 2) % RING * RING + (x + RING // 2) % RING


def _place(s: State, code: int) -> Place:
    """Return the placement of an action: of the squares with that number on the ring, the first in reach."""
    plane, square = divmod(code, SQUARES)
    slot, face, side = plane // 8, plane // 4 % 2, plane % 4
    hand = s.hands[s.seat]
    if slot >= len(hand):
        held = Fact("dalapapa.no-such-tile-held", seat=s.seat + 1, count=len(hand), number=slot + 1)
        raise IllegalMove("6", held)
    (west, south), _ = _corners(s)
    row, column = divmod(square, RING)
    x = west + (column - RING // 2 - west) % RING
    y = south + (row - RING // 2 - south) % RING
    return Place(hand[slot], FACES[face], x, y, SIDES[side])


def _corners(s: State) -> tuple[Point, Point]:
    """Return the south-western and the north-eastern square that a new tile can reach."""
    xs, ys = [x // 2 for x, _ in s.layout.covered], [y // 2 for _, y in s.layout.covered]
    if not xs:
        return (0, 0), (0, 0)
    return (min(xs) - REACH, min(ys) - REACH), (max(xs) + REACH, max(ys) + REACH)


def _wide(s: State) -> bool:
    """Tell whether two squares in reach of a new tile can have the same number on the ring."""
    (west, south), (east, north) = _corners(s)
    return max(east - west, north - south) >= RING


def _board(view: State) -> NDArray[np.int8]:
    board = np.zeros((BOARD, SQUARES), np.int8)
    board[0, [_square(x // 2, y // 2) for x, y in view.layout.covered]] = 1
    order = list(COLOURS)
    discs = [
        ((1 if x % 2 else 1 + len(COLOURS)) + order.index(colour), _square(x // 2, y // 2))
        for (x, y), colour in view.layout.colours.items()
    ]
    if discs:
        planes, squares = zip(*discs, strict=True)
        board[planes, squares] = 1
    return board.ravel()
