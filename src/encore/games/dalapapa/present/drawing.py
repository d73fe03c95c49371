"""Dalapapa as a picture that looks like the page: the seats with their hands above, the table below."""

from __future__ import annotations

from functools import cache

from encore.core.drawing import Drawing, Group, Path, Shape, Words, circle, rounded
from encore.games.dalapapa.layout import Place
from encore.games.dalapapa.position import Phase, State
from encore.games.dalapapa.present.board import Held, Picture, picture
from encore.games.dalapapa.present.tile import CORNER, HALF, PAINT, RIM, SIGN, UNIT, disc, sign
from encore.games.dalapapa.rules import Dalapapa, Move

PAPER, TEXT, QUIET = "#f6efe3", "#1c1f24", "#565d66"
TABLE, GRID, TILE, RIM_LINE = "#d9e0d3", "#c3cdbc", "#fdf8ec", "#b9a67f"
PANEL, PANEL_EDGE, LIT = "#ffffff", "#c9cdd3", "#7a4fd0"
TURN = {"e": 0, "n": -90, "w": 180, "s": 90}
WIDTH, HEIGHT, MARGIN = 760, 620, 20
TOP = 126
"""The upper edge of the table; the seats are above it."""
LARGEST = 1.5
"""The largest scale of a tile."""


def draw(game: Dalapapa, view: State, seat: int | None, last: Move | None) -> Drawing:
    """Return the table with the last tile framed; above it points, visible hands and the bag."""
    shown = picture(game, view, None)
    wide, high = WIDTH - 2 * MARGIN, HEIGHT - TOP - MARGIN
    table = Path(rounded(MARGIN, TOP, wide, high, 14), TABLE, GRID, 1)
    return Drawing(WIDTH, HEIGHT, PAPER, (*_standing(shown, seat), table, *_tiles(game, view, last)))


@cache
def face(colours: str) -> tuple[Shape, ...]:
    """Return a tile that lies to the east, its first square around 0, 0."""
    body = rounded(RIM - HALF, RIM - HALF, 2 * UNIT - 2 * RIM, UNIT - 2 * RIM, CORNER)
    shapes: list[Shape] = [Path(body, TILE, RIM_LINE, 0.8)]
    for half, colour in enumerate(colours[0] + colours):
        shapes += [Path(disc(half), PAINT[colour]), Path(sign(colour, half), SIGN[colour])]
    return tuple(shapes)


BACK: tuple[Shape, ...] = (
    Path(rounded(1 - HALF, 1 - HALF, 2 * UNIT - 2, UNIT - 2, CORNER), RIM_LINE),
    Path(circle(HALF, 0, 7), None, TILE, 3),
)
"""A hidden tile."""


def _tiles(game: Dalapapa, view: State, last: Move | None) -> list[Shape]:
    """Return the tiles on the table, as large as they fit."""
    if not view.layout.laid:
        return []
    xs, ys = [x / 2 for x, _ in view.layout.covered], [-y / 2 for _, y in view.layout.covered]
    wide, high = max(xs) - min(xs) + 3, max(ys) - min(ys) + 3
    size = min(LARGEST, (WIDTH - 2 * MARGIN) / (wide * UNIT), (HEIGHT - TOP - MARGIN) / (high * UNIT))
    left = WIDTH / 2 - (min(xs) + max(xs)) / 2 * UNIT * size
    top = (TOP + HEIGHT - MARGIN) / 2 - (min(ys) + max(ys)) / 2 * UNIT * size

    def lay(place: Place, shapes: tuple[Shape, ...]) -> Group:
        return Group(shapes, left + place.x * UNIT * size, top - place.y * UNIT * size, size, turn=TURN[place.side])

    shapes: list[Shape] = [lay(each, face(game.tiles.face(each.tile, each.face))) for each in view.layout.in_order]
    if isinstance(last, Place):
        shapes.append(lay(last, (Path(rounded(-HALF, -HALF, 2 * UNIT, UNIT, 6), None, LIT, 2.4),)))
    return shapes


def _standing(shown: Picture, me: int | None) -> list[Shape]:
    """Return a panel for each seat with its points and tiles, the target and the bag."""
    shapes: list[Shape] = []
    players = len(shown.scores)
    gap = 10
    wide = (WIDTH - 2 * MARGIN - 96 + gap) / players - gap
    for seat, score in enumerate(shown.scores):
        x, turn = MARGIN + seat * (wide + gap), shown.phase != Phase.OVER and seat == shown.seat
        shapes.append(Path(rounded(x, 18, wide, 92, 14), PANEL, LIT if turn else PANEL_EDGE, 3 if turn else 1.5))
        name = "You" if seat == me else f"Seat {seat + 1}"
        shapes.append(Words(x + 14, 38, name, 16, QUIET, anchor="start"))
        shapes.append(Words(x + wide - 14, 38, str(score), 23, TEXT, True, "end"))
        shapes.extend(_hand(shown.hands[seat], x, wide))
    x = WIDTH - MARGIN
    for row, (name, number) in enumerate((("Target", shown.target), ("Bag", shown.bag))):
        shapes.append(Words(x - 40, 44 + 40 * row, name, 15, QUIET, anchor="end"))
        shapes.append(Words(x, 44 + 40 * row, str(number), 19, TEXT, True, "end"))
    return shapes


def _hand(hand: list[Held | None], x: float, wide: float) -> list[Shape]:
    """Return the tiles of a hand, one face of each above the other."""
    size = min(0.52, (wide - 28) / (2 * UNIT * 2 + 12))
    shapes: list[Shape] = []
    for place, held in enumerate(hand):
        at = x + 14 + HALF * size + place * (2 * UNIT * size + 12)
        faces = held.faces if held else (None, None)
        for row, colours in enumerate(faces):
            shapes.append(Group(face(colours) if colours else BACK, at, 64 + row * (UNIT * size + 4), size))
    return shapes
