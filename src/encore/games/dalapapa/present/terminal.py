"""Dalapapa drawn for a terminal: capital letters are discs, small letters half-discs, numbers the tiles.

A unit square is four columns wide and two lines high, so that the disc on an edge stands between the two squares.
A table wider than the screen is drawn in strips, one below the other.
"""

from __future__ import annotations

from rich.text import Text

from encore.games.dalapapa.clusters import Point
from encore.games.dalapapa.layout import Layout, Place
from encore.games.dalapapa.position import HIDDEN, SECOND_TILE_PRICE, Phase, State
from encore.games.dalapapa.rules import Dalapapa, Move
from encore.games.dalapapa.tiles import FACES

STYLES = {"r": "bold red", "g": "bold green", "b": "bold blue", "y": "bold yellow"}
STRIP = 18
"""Unit squares side by side in 80 columns, with room for the numbers of the rows."""


def draw(game: Dalapapa, s: State, seat: int | None) -> Text:
    """Return the table, the points, the bag and the hands that can be seen."""
    drawing = Text()
    if s.layout.laid:
        xs = [x // 2 for x, _ in s.layout.covered]
        for first in range(min(xs) - 1, max(xs) + 2, STRIP):
            drawing.append_text(_strip(s.layout, range(first, min(first + STRIP, max(xs) + 2))))
            drawing.append("\n")
    drawing.append(f"bag {s.bag_size}   target {game.options['target']}\n")
    for of in range(game.players):
        drawing.append_text(_hand(game, s, of, of == seat))
    if s.phase == Phase.SECOND:
        drawing.append(f"the second tile costs {SECOND_TILE_PRICE} points; stop ends the turn\n")
    drawing.rstrip()
    return drawing


def remark(game: Dalapapa, s: State, move: Move) -> str:
    """Return what a tile would earn, the price of a second one included; nothing for other moves and in the start."""
    if not isinstance(move, Place) or s.phase not in (Phase.FIRST, Phase.SECOND):
        return ""
    points = s.layout.add(move, game.tiles.face(move.tile, move.face)).score(move).points
    return f"{points - SECOND_TILE_PRICE * (s.phase == Phase.SECOND):+}"


def _strip(layout: Layout, columns: range) -> Text:
    ys = [y // 2 for _, y in layout.covered]
    numbers = {square: str(place.tile) for place in layout.laid for square in place.squares}
    strip = Text("      " + "".join(f"{x:^4}" for x in columns).rstrip() + "\n", "dim")
    for y in range(2 * max(ys) + 3, 2 * min(ys) - 4, -1):
        strip.append(f"{y // 2:>4} " if y % 2 == 0 else "     ", "dim")
        for x in range(2 * columns.start - 1, 2 * columns.stop):
            strip.append(*_at(layout, (x, y), numbers))
        strip.rstrip()
        strip.append("\n")
    return strip


def _at(layout: Layout, point: Point, numbers: dict[Point, str]) -> tuple[str, str]:
    """Return what stands on a point, and its style: one column on the edge between two squares, three inside of one."""
    between = point[0] % 2
    if colour := layout.colours.get(point):
        letter = colour.upper() if layout.whole(point) else colour
        return letter if between else f" {letter} ", STYLES[colour]
    return " " if between else f"{numbers.get(point, ''):^3}", "dim"


def _hand(game: Dalapapa, s: State, of: int, own: bool) -> Text:
    tiles = [tile for tile in s.hands[of] if tile != HIDDEN]
    hidden = len(s.hands[of]) - len(tiles)
    held = f"   {hidden} hidden tile{'s' * (hidden > 1)}" if hidden else ""
    lines = Text(
        f"seat {of + 1}{' (you)' if own else ''}: {s.scores[of]} point{'s' * (s.scores[of] != 1)}{held}\n",
        "bold" if own else "",
    )
    if not tiles:
        return lines
    drawn = [_face(f"{tile}{face}", game.tiles.face(tile, face)) for tile in tiles for face in FACES]
    for row in zip(*drawn, strict=True):
        lines.append_text(Text("     ").join([Text(), *row]))
        lines.append("\n")
    return lines


def _face(name: str, face: str) -> list[Text]:
    """Return the name of a face and below it three lines that show it lying east–west."""
    layout = Layout().add(Place(1, "a", 0, 0, "e"), face)
    rows = [Text.assemble(*(_at(layout, (x, y), {}) for x in range(-1, 4))) for y in (1, 0, -1)]
    return [Text(f"{name:^9}"), *rows]
