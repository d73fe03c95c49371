"""Dakapo as a picture that looks like the page's board: each colour has its own outline and engraving."""

from __future__ import annotations

import json
from importlib.resources import files

from encore.core.drawing import Drawing, Group, Path, Shape, Words, circle, rounded
from encore.games.dakapo.present.board import Picture, Square, picture
from encore.games.dakapo.rules import Dakapo, Move, State
from encore.games.dakapo.tables import CELLS, COLOURS, SIZE, Colour

PAPER, INK = "#f6efe3", "#2a2113"
PLATE, CELL, LINE, NAME = "#c9ae7f", "#efe3cb", "#d9c7a3", "#4a3817"
GLOW, GLOW_EDGE, GLOW_FILL = "#7c2df0", "#ffffffd9", "#e9dcff"
SHADOW, LIGHT = "#3a280826", "#ffffff30"
PAINT: dict[Colour, tuple[str, str, str]] = {
    "red": ("#cc3329", "#74150f", "#ffe3dd"),
    "yellow": ("#f5c431", "#7d5a00", "#6b4c00"),
    "green": ("#2f9e76", "#0b4a33", "#e4fff4"),
    "blue": ("#2456b8", "#0c265c", "#dce9ff"),
}
"""The colours of a stone, its rim and its engraving, for each colour."""
STONES: dict[Colour, dict[str, str]] = json.loads(
    files("encore.games.dakapo.present").joinpath("stones.json").read_text("utf-8")
)
"""The outline and the engraving of each colour; the page's Stone.svelte reads the same file."""

SIDE, RIM, SCALE = 100, 28, 0.7
BOARD = SIZE * SIDE + 2 * RIM
MARGIN, BAR = 24, 84
"""The margin around the board, and the height of the bar with the supply above it, in units of the board."""
MIDDLE = 30 - BAR


def draw(game: Dakapo, view: State, seat: int | None, last: Move | None) -> Drawing:
    """Return the board with the last stone and complete squares marked, and the supply and rule 3 above it."""
    shown = picture(game, view, None)
    width, height = BOARD + 2 * MARGIN, BOARD + 2 * MARGIN + BAR
    shapes = (*_bar(shown), *_board(shown, last))
    return Drawing(round(width * SCALE), round(height * SCALE), PAPER, shapes, MARGIN, MARGIN + BAR, SCALE)


def stone(colour: Colour) -> tuple[Shape, ...]:
    """Return a stone around 0, 0 in a cell of side 100."""
    body, rim, engraved = PAINT[colour]
    outline, engraving = STONES[colour]["outline"], STONES[colour]["engraving"]
    return (
        Group((Path(outline, SHADOW, SHADOW, 6),), 0, 5),
        Path(outline, body, rim, 4),
        Group((Path(outline, LIGHT, LIGHT, 3),), -2, -4, 0.8),
        Path(engraving, None, engraved, 6),
    )


def _board(shown: Picture, last: Move | None) -> list[Shape]:
    shapes: list[Shape] = [Path(rounded(0, 0, BOARD, BOARD, 26), PLATE)]
    for index, cell in enumerate(CELLS):
        x, y = _middle(cell)
        shapes.append(Group((Path(rounded(-47, -47, 94, 94, 10), CELL, LINE, 1.5),), x, y))
        if colour := shown.stones.get(cell):
            shapes.append(Group(stone(colour), x, y))
        if last is not None and last.cell == index:
            corners = Path("M-42-28V-42H-28M28-42H42V-28M42 28V42H28M-28 42H-42V28", None, INK, 5)
            shapes.append(Group((corners,), x, y))
    for square in shown.squares:
        shapes.extend(_square(square))
    return shapes + _names()


def _square(square: Square) -> list[Shape]:
    """Return a complete square: solid if it won, dotted if nobody called it."""
    corners = [_middle(cell) for cell in square.cells]
    outline = "M" + "L".join(f"{x} {y}" for x, y in corners) + "z"
    if not square.won:
        return [Path(outline, None, INK, 4, (4, 14))]
    lines: list[Shape] = [Path(outline, None, f"{GLOW}18", width) for width in (34, 28, 23)]
    lines += [Path(outline, None, GLOW_EDGE, 18), Path(outline, None, GLOW, 9)]
    ring = Path(circle(0, 0, 46), GLOW_FILL, GLOW, 4)
    return lines + [Group((ring, *stone(square.colour)), x, y) for x, y in corners]


def _names() -> list[Shape]:
    ranks = [Words(RIM / 2, RIM + SIDE * (SIZE - rank - 0.5), str(rank + 1), 21, NAME, True) for rank in range(SIZE)]
    files = [
        Words(RIM + SIDE * (file + 0.5), BOARD - RIM / 2, "abcdefgh"[file], 21, NAME, True) for file in range(SIZE)
    ]
    return [*ranks, *files]


def _bar(shown: Picture) -> list[Shape]:
    shapes: list[Shape] = []
    for place, colour in enumerate(COLOURS):
        x = RIM + 4 + 118 * place
        shapes.append(Group(stone(colour), x, MIDDLE, 0.52))
        shapes.append(Words(x + 34, MIDDLE, str(shown.supply[colour]), 30, INK, True, "start"))
    if forbidden := shown.forbidden:
        x = BOARD - RIM - 8
        shapes.append(Words(x - 40, MIDDLE, f"not {forbidden} now", 27, INK, True, "end"))
        shapes.append(Group(stone(forbidden), x, MIDDLE, 0.6, opacity=0.6))
        cross = "M-24 24L24-24"
        shapes.append(Group((Path(cross, None, "#fffdf8", 12), Path(cross, None, INK, 6)), x, MIDDLE))
    return shapes


def _middle(cell: str) -> tuple[float, float]:
    return RIM + SIDE * ("abcdefgh".index(cell[0]) + 0.5), RIM + SIDE * (SIZE - int(cell[1]) + 0.5)
