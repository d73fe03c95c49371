"""The shapes of a tile, for the pictures here and for the page.

The page reads them from ``web/tile.json``. Run this after a change: ``python -m encore.games.dalapapa.present.tile``.
Each colour has a sign of its own, so that nobody has to tell tiles apart by colour alone.
"""

from __future__ import annotations

import json
from math import sqrt
from pathlib import Path
from typing import Any

PAGE_FILE = Path(__file__).parents[1] / "web" / "tile.json"

PAINT = {"r": "#d23b35", "g": "#2f8f55", "b": "#2a5cc0", "y": "#f2c230"}
"""The colours of discs; the page has them in ``web/colours.css``."""
SIGN = {"r": "#ffe3dd", "g": "#d6f7e0", "b": "#d5e4ff", "y": "#6d4e00"}
"""The colours of the signs on the discs."""

UNIT = 40
"""The side of a unit square."""
HALF = UNIT / 2
RADIUS = UNIT / sqrt(2) / 2
"""The radius of a disc: discs on two edges that meet at a right angle touch."""
RIM = 0.9
"""The distance between the rim of a tile and the lines of the grid."""
CORNER = 5
"""The radius of a tile's corners."""

CROSS = ((0, 0.66), (0.15, 0.66), (0.15, 0.15), (0.66, 0.15), (0.66, -0.15), (0.15, -0.15), (0.15, -0.66), (0, -0.66))
SALTIRE = ((0, 0.2), (0.38, 0.58), (0.58, 0.38), (0.2, 0), (0.58, -0.38), (0.38, -0.58), (0, -0.2))
"""Outlines of half a sign: the distance from the edge and along the edge, in radii."""

Pair = tuple[float, float]

HALVES: tuple[tuple[Pair, Pair], ...] = (
    ((HALF, 0), (1, 0)),
    ((HALF, 0), (-1, 0)),
    ((-HALF + RIM, 0), (1, 0)),
    ((0, -HALF + RIM), (0, 1)),
    ((UNIT, -HALF + RIM), (0, 1)),
    ((UNIT + HALF - RIM, 0), (-1, 0)),
    ((UNIT, HALF - RIM), (0, -1)),
    ((0, HALF - RIM), (0, -1)),
)
"""The middle of the straight side of each half-disc, and the direction in which it bulges.

The tile lies to the east, its first square around 0, 0. First the two halves of the central disc, then the half-discs
in the order of the notation: clockwise from the west end.
"""


def disc(half: int) -> str:
    """Return the outline of a half-disc."""
    return _arc(*HALVES[half], 1) + "z"


def sign(colour: str, half: int) -> str:
    """Return the outline of half the sign of a colour: a dot, a ring, a cross or a saltire."""
    at, inwards = HALVES[half]
    if colour == "r":
        return _arc(at, inwards, 0.36) + "z"
    if colour == "b":
        return _arc(at, inwards, 0.68) + _arc(at, inwards, 0.4, back=True) + "z"
    outline = CROSS if colour == "g" else SALTIRE
    return "M" + "L".join(_spot(at, inwards, spot) for spot in outline) + "z"


def _spot(at: Pair, inwards: Pair, spot: Pair) -> str:
    (x, y), (ux, uy), (deep, along) = at, inwards, spot
    return f"{x + RADIUS * (deep * ux - along * uy):.2f} {y + RADIUS * (deep * uy + along * ux):.2f}"


def _arc(at: Pair, inwards: Pair, size: float, back: bool = False) -> str:
    """Return the arc of a half-disc; ``back`` continues a path in the other direction."""
    start = -size if back else size
    radius = f"{size * RADIUS:.2f}"
    end = _spot(at, inwards, (0, -start))
    return f"{'L' if back else 'M'}{_spot(at, inwards, (0, start))}A{radius} {radius} 0 0 {int(back)} {end}"


def page_shapes() -> dict[str, Any]:
    """Return what the page draws tiles with."""
    halves = [
        {"disc": disc(half), "signs": {colour: sign(colour, half) for colour in PAINT}} for half in range(len(HALVES))
    ]
    return {"unit": UNIT, "radius": RADIUS, "rim": RIM, "corner": CORNER, "halves": halves}


def page_text() -> str:
    """Return the text of ``web/tile.json``."""
    return json.dumps(page_shapes(), indent=2) + "\n"


if __name__ == "__main__":
    PAGE_FILE.write_text(page_text(), encoding="utf-8")
