"""The fish of Da Capo as shapes. Each colour has its own kind of fish and its own pattern; all look to the right."""

from __future__ import annotations

import json
from dataclasses import dataclass
from functools import cache
from importlib.resources import files
from math import cos, radians, sin
from typing import Any

from encore.core.drawing import Clip, Path, Shape, circle

WHITE, DARK = "#ffffff", "#10222e"
REACH = 52
"""Every body lies within this distance from its middle, so patterns end there."""


@dataclass(frozen=True)
class Paint:
    """The paint of a colour: body, pattern, fins, lines, and the chip below."""

    fish: str
    mark: str
    fin: str
    ink: str
    chip: str


PAINT = {
    "red": Paint("#c8382f", "#ffe3dc", "#a02720", "#5a120e", "#fdeae6"),
    "purple": Paint("#6b3fa0", "#d9c4f3", "#4f2a7d", "#2a1247", "#efe6fa"),
    "green": Paint("#3fae7f", "#0e5638", "#2a8a61", "#0b3d28", "#e2f6ec"),
    "yellow": Paint("#f4c92e", "#8a6100", "#e0ac12", "#5c4100", "#fff8dc"),
}
CHIPS = {colour: Path(circle(0, 0, 50), paint.chip) for colour, paint in PAINT.items()}
OUTLINES: dict[str, Any] = json.loads(files("encore.games.dacapo.present").joinpath("fish.json").read_text("utf-8"))
"""The outlines and eyes of fish, Octopus and Shark; Fish.svelte, Octopus.svelte and Shark.svelte read the same file."""


@cache
def great_or_small(colour: str, kind: str) -> tuple[Shape, ...]:
    """Return a fish, the Shark or the Octopus of a colour around 0, 0."""
    return {"fish": _fish, "shark": _shark, "octopus": _octopus}[kind](colour)


def _fish(colour: str) -> tuple[Shape, ...]:
    fish, paint = OUTLINES["fish"][colour], PAINT[colour]
    return (
        Path(fish["fins"], paint.fin, paint.ink, 1.8),
        *_skin(fish["body"], colour),
        Path(fish["near"], paint.fin, paint.ink, 1.8),
        *_eye(fish["eye"], 6.4, 3.4, 1.6),
        Path(fish["smile"], None, DARK, 2.2),
    )


def _octopus(colour: str) -> tuple[Shape, ...]:
    octopus, paint = OUTLINES["octopus"], PAINT[colour]
    return (
        Path(octopus["arms"], None, paint.ink, 10.4),
        Path(octopus["arms"], None, paint.fin, 7),
        *_skin(octopus["head"], colour),
        *(shape for eye in octopus["eyes"] for shape in _eye(eye, 6.6, 3.6, 0.8)),
        Path(octopus["smile"], None, DARK, 2.2),
    )


def _shark(colour: str) -> tuple[Shape, ...]:
    shark, paint = OUTLINES["shark"], PAINT[colour]
    return (
        Path(shark["fins"], paint.fin, paint.ink, 1.8),
        *_skin(shark["body"], colour),
        Path(shark["belly"], WHITE, DARK, 1.1),
        Path(shark["teeth"], WHITE, DARK, 1.1),
        Path(shark["gills"], None, DARK, 2),
        *_eye(shark["eye"], 4.8, 2.7, 1.0),
        Path(shark["brow"], None, DARK, 2.8),
    )


def _skin(body: str, colour: str) -> tuple[Shape, ...]:
    """Return a body with the pattern of its colour, so that colours also differ in grey."""
    paint = PAINT[colour]
    pattern = {"red": _stripes, "purple": _dots, "green": _scales, "yellow": _waves}[colour](paint.mark)
    return Path(body, paint.fish), Clip(body, (Path(body, paint.fish), pattern)), Path(body, None, paint.ink, 2.2)


def _eye(at: dict[str, float], white: float, dark: float, aside: float) -> tuple[Shape, ...]:
    x, y = at["x"], at["y"]
    return (
        Path(circle(x, y, white), WHITE, DARK, 1.4),
        Path(circle(x + aside, y, dark), DARK),
        Path(circle(x + aside + 1, y - 1.4, 1.2), WHITE),
    )


def _stripes(mark: str) -> Path:
    lean = REACH * sin(radians(8)) / cos(radians(8))
    lines = (f"M{x + lean:.1f}-{REACH}L{x - lean:.1f} {REACH}" for x in range(7 - 4 * 15, REACH, 15))
    return Path("".join(lines), None, mark, 6)


def _dots(mark: str) -> Path:
    rows = ((x, y) for y in range(-56, 56, 7) for x in range(-56 + y // 7 % 2 * 7, 56, 14))
    return Path("".join(circle(x + 3.5, y + 3.5, 2.7) for x, y in rows), mark)


def _scales(mark: str) -> Path:
    rows = (f"M{-60 + y // 6 % 2 * 6} {y}" + "a6 6 0 0 0 12 0" * 10 for y in range(-48, 48, 6))
    return Path("".join(rows), None, mark, 2.2)


def _waves(mark: str) -> Path:
    rows = (f"M-64 {y + 3}" + "l8 5l8-5" * 8 for y in range(-55, 55, 11))
    return Path("".join(rows), None, mark, 2.2)
