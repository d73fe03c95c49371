"""Dalapapa as a picture, in the look of the page: the table as large as it fits, the seats with their hands above."""

from __future__ import annotations

from functools import cache
from math import sqrt

from encore.core.drawing import Drawing, Group, Path, Shape, Words, circle, rounded
from encore.games.dalapapa.layout import Place
from encore.games.dalapapa.position import Phase, State
from encore.games.dalapapa.present.board import Held, Picture, picture
from encore.games.dalapapa.rules import Dalapapa, Move

PAPER, TEXT, QUIET = "#f6efe3", "#1c1f24", "#565d66"
TABLE, GRID, TILE, RIM_LINE = "#d9e0d3", "#c3cdbc", "#fdf8ec", "#b9a67f"
PANEL, PANEL_EDGE, LIT = "#ffffff", "#c9cdd3", "#7a4fd0"
PAINT = {"r": "#d23b35", "g": "#2f8f55", "b": "#2a5cc0", "y": "#f2c230"}
SIGN = {"r": "#ffe3dd", "g": "#d6f7e0", "b": "#d5e4ff", "y": "#6d4e00"}

UNIT = 40
HALF, RADIUS, RIM = UNIT / 2, UNIT / sqrt(2) / 2, 0.9
"""A half-disc is a quarter turn's diagonal wide, so that neighbours touch; rims keep off the lines of the grid."""
TURN = {"e": 0, "n": -90, "w": 180, "s": 90}
EDGES = (
    ((-HALF + RIM, 0), (1, 0)),
    ((0, -HALF + RIM), (0, 1)),
    ((UNIT, -HALF + RIM), (0, 1)),
    ((UNIT + HALF - RIM, 0), (-1, 0)),
    ((UNIT, HALF - RIM), (0, -1)),
    ((0, HALF - RIM), (0, -1)),
)
"""Where the six half-discs sit and which way they bulge, in the order of the notation: clockwise from the west end."""
CROSS = ((0, 0.66), (0.15, 0.66), (0.15, 0.15), (0.66, 0.15), (0.66, -0.15), (0.15, -0.15), (0.15, -0.66), (0, -0.66))
SALTIRE = ((0, 0.2), (0.38, 0.58), (0.58, 0.38), (0.2, 0), (0.58, -0.38), (0.38, -0.58), (0, -0.2))
"""Signs as outlines of a half: how far inwards, how far along the edge, in radii."""

WIDTH, HEIGHT, MARGIN = 760, 620, 20
TOP = 126
"""Where the table begins; the seats are above it."""
LARGEST = 1.5
"""How large a tile is drawn at most."""

Pair = tuple[float, float]


def draw(game: Dalapapa, view: State, seat: int | None, last: Move | None) -> Drawing:
    """Return the table with the last tile framed, and above it points, the hands that can be seen, and the bag."""
    shown = picture(game, view, None)
    wide, high = WIDTH - 2 * MARGIN, HEIGHT - TOP - MARGIN
    table = Path(rounded(MARGIN, TOP, wide, high, 14), TABLE, GRID, 1)
    return Drawing(WIDTH, HEIGHT, PAPER, (*_standing(shown, seat), table, *_tiles(game, view, last)))


@cache
def face(colours: str) -> tuple[Shape, ...]:
    """Return a tile that lies to the east, its first square around 0, 0."""
    body = rounded(RIM - HALF, RIM - HALF, 2 * UNIT - 2 * RIM, UNIT - 2 * RIM, 5)
    shapes: list[Shape] = [Path(body, TILE, RIM_LINE, 0.8)]
    for inwards in ((1, 0), (-1, 0)):
        shapes.extend(_half(colours[0], (HALF, 0), inwards))
    for colour, (at, inwards) in zip(colours[1:], EDGES, strict=True):
        shapes.extend(_half(colour, at, inwards))
    return tuple(shapes)


BACK: tuple[Shape, ...] = (
    Path(rounded(1 - HALF, 1 - HALF, 2 * UNIT - 2, UNIT - 2, 5), RIM_LINE),
    Path(circle(HALF, 0, 7), None, TILE, 3),
)
"""A tile that cannot be seen."""


def _half(colour: str, at: Pair, inwards: Pair) -> list[Shape]:
    """Return a half-disc and its half of the colour's sign."""
    if colour == "r":
        sign = _arc(at, inwards, 0.36) + "z"
    elif colour == "b":
        sign = _arc(at, inwards, 0.68) + _arc(at, inwards, 0.4, back=True) + "z"
    else:
        sign = "M" + "L".join(_spot(at, inwards, spot) for spot in (CROSS if colour == "g" else SALTIRE)) + "z"
    return [Path(_arc(at, inwards, 1) + "z", PAINT[colour]), Path(sign, SIGN[colour])]


def _spot(at: Pair, inwards: Pair, spot: Pair) -> str:
    (x, y), (ux, uy), (deep, along) = at, inwards, spot
    return f"{x + RADIUS * (deep * ux - along * uy):.2f} {y + RADIUS * (deep * uy + along * ux):.2f}"


def _arc(at: Pair, inwards: Pair, size: float, back: bool = False) -> str:
    """Return the bulge of a half-disc; backwards, it goes on from a line that was begun."""
    start = -size if back else size
    radius = f"{size * RADIUS:.2f}"
    end = _spot(at, inwards, (0, -start))
    return f"{'L' if back else 'M'}{_spot(at, inwards, (0, start))}A{radius} {radius} 0 0 {int(back)} {end}"


def _tiles(game: Dalapapa, view: State, last: Move | None) -> list[Shape]:
    """Return the tiles laid, as large as all of them fit on the table."""
    if not view.layout.laid:
        return []
    xs, ys = [x / 2 for x, _ in view.layout.covered], [-y / 2 for _, y in view.layout.covered]
    wide, high = max(xs) - min(xs) + 3, max(ys) - min(ys) + 3
    size = min(LARGEST, (WIDTH - 2 * MARGIN) / (wide * UNIT), (HEIGHT - TOP - MARGIN) / (high * UNIT))
    left = WIDTH / 2 - (min(xs) + max(xs)) / 2 * UNIT * size
    top = (TOP + HEIGHT - MARGIN) / 2 - (min(ys) + max(ys)) / 2 * UNIT * size

    def lay(place: Place, shapes: tuple[Shape, ...]) -> Group:
        return Group(shapes, left + place.x * UNIT * size, top - place.y * UNIT * size, size, turn=TURN[place.side])

    shapes: list[Shape] = [lay(each, face(game.tiles.face(each.tile, each.face))) for each in sorted(view.layout.laid)]
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
    """Return the tiles of a hand, the one face of each above the other."""
    size = min(0.52, (wide - 28) / (2 * UNIT * 2 + 12))
    shapes: list[Shape] = []
    for place, held in enumerate(hand):
        at = x + 14 + HALF * size + place * (2 * UNIT * size + 12)
        faces = held.faces if held else (None, None)
        for row, colours in enumerate(faces):
            shapes.append(Group(face(colours) if colours else BACK, at, 64 + row * (UNIT * size + 4), size))
    return shapes
