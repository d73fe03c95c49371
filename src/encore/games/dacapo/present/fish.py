"""The fish of Da Capo as shapes: a kind and a pattern for each colour, Shark and Octopus; all look to the right."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache
from math import cos, radians, sin

from encore.core.drawing import Clip, Path, Shape, circle

WHITE, DARK = "#ffffff", "#10222e"
REACH = 52
"""No body goes further from its middle, so patterns end there."""


@dataclass(frozen=True)
class Paint:
    """What a colour is painted with: its body and the pattern on it, fins, lines, and the chip below."""

    fish: str
    mark: str
    fin: str
    ink: str
    chip: str


@dataclass(frozen=True)
class Kind:
    """The outlines of a fish, and where its eye is."""

    fins: str
    body: str
    near: str
    smile: str
    eye: tuple[float, float]


PAINT = {
    "red": Paint("#c8382f", "#ffe3dc", "#a02720", "#5a120e", "#fdeae6"),
    "purple": Paint("#6b3fa0", "#d9c4f3", "#4f2a7d", "#2a1247", "#efe6fa"),
    "green": Paint("#3fae7f", "#0e5638", "#2a8a61", "#0b3d28", "#e2f6ec"),
    "yellow": Paint("#f4c92e", "#8a6100", "#e0ac12", "#5c4100", "#fff8dc"),
}
CHIPS = {colour: Path(circle(0, 0, 50), paint.chip) for colour, paint in PAINT.items()}
KINDS = {
    "red": Kind(
        "M-24 1C-31-9-36-19-45-20C-48-12-43-6-41 1C-43 8-48 14-45 22C-36 21-31 11-24 1Z"
        "M-16-19C-15-36 10-41 21-22ZM-8 22C-12 37 6 38 12 25Z",
        "M-29 1C-25-23 1-32 22-22C35-15 41-5 41 3C41 11 31 24 12 27C-8 30-25 21-29 1Z",
        "M-26 8Q-18 12-22 19Q-30 18-26 8Z",
        "M39 8Q33 11 30 7",
        (27, -7),
    ),
    "purple": Kind(
        "M-22 0C-30-5-37-15-45-16C-41-6-41 6-45 16C-37 15-30 5-22 0Z"
        "M20-27C8-44-14-46-30-44C-20-38-14-28-12-16ZM20 27C8 44-14 46-30 44C-20 38-14 28-12 16Z",
        "M-27 0C-19-15-5-31 13-31C31-29 41-9 41 2C41 13 29 29 12 30C-5 31-19 15-27 0Z",
        "M-22 6Q-16 12-20 18Q-27 15-22 6Z",
        "M39 7Q34 10 31 7",
        (28, -8),
    ),
    "green": Kind(
        "M-25 0L-46-23L-40 0L-46 23ZM-19-15L-15-33L-6-24L0-37L8-25L16-33L22-17ZM-6 21L-12 35L2 28L12 33L12 20Z",
        "M-31 0C-23-19 6-26 27-17C37-12 46-3 46 1C46 6 37 15 27 19C6 27-23 19-31 0Z",
        "M-25 5Q-17 10-21 17Q-29 14-25 5Z",
        "M44 4Q37 8 33 5",
        (29, -6),
    ),
    "yellow": Kind(
        "M-24 0C-33-3-38-11-46-12C-44-4-44 4-46 12C-38 11-33 3-24 0Z"
        "M4-40L10-29L20-36L22-24L34-27L31-15L42-14L36-3L44 6L34 10L37 21L25 21L24 33L13 28L6 39L-2 28L-12 34L-14 23"
        "L-26 24L-23 12L-31 4L-23-6L-28-17L-16-19L-15-31L-3-27Z",
        "M-27 1C-27-18-13-31 6-31C25-31 38-17 38 1C38 18 24 32 6 32C-13 32-27 19-27 1Z",
        "M-25 6Q-17 9-20 17Q-29 16-25 6Z",
        "M36 7Q31 11 28 7",
        (25, -8),
    ),
}
ARMS = (
    "M-22 6C-36 6-46-2-42-14M22 6C36 6 46-2 42-14M-20 12C-34 16-44 24-36 34M20 12C34 16 44 24 36 34"
    "M-12 16C-20 24-28 34-18 40M12 16C20 24 28 34 18 40M-5 17C-6 28-12 36-3 42M5 17C6 28 12 36 5 42"
)
HEAD = "M-24 12C-32-4-34-42 0-43C34-42 32-4 24 12C18 22-18 22-24 12Z"
SHARK = "M-32-1C-20-21 12-27 30-17C41-11 49-1 48 5C42 6 36 7 30 9L36 18C16 30-20 25-32-1Z"
SHARK_FINS = (
    "M-27-1C-34-12-39-30-48-36C-49-18-44-8-42 0C-45 7-48 16-47 27C-37 20-31 9-27-1Z"
    "M-16-17C-10-34 0-44 14-47C9-37 11-27 15-20ZM2 22C0 32-9 41-22 43C-17 34-18 27-15 18Z"
)


@cache
def great_or_small(colour: str, kind: str) -> tuple[Shape, ...]:
    """Return a fish, the Shark or the Octopus of a colour around 0, 0."""
    return {"fish": _fish, "shark": _shark, "octopus": _octopus}[kind](colour)


def _fish(colour: str) -> tuple[Shape, ...]:
    kind, paint = KINDS[colour], PAINT[colour]
    return (
        Path(kind.fins, paint.fin, paint.ink, 1.8),
        *_skin(kind.body, colour),
        Path(kind.near, paint.fin, paint.ink, 1.8),
        *_eye(*kind.eye, 6.4, 3.4, 1.6),
        Path(kind.smile, None, DARK, 2.2),
    )


def _octopus(colour: str) -> tuple[Shape, ...]:
    paint = PAINT[colour]
    return (
        Path(ARMS, None, paint.ink, 10.4),
        Path(ARMS, None, paint.fin, 7),
        *_skin(HEAD, colour),
        *_eye(-11, 7, 6.6, 3.6, 0.8),
        *_eye(11, 7, 6.6, 3.6, 0.8),
        Path("M-4 14.5Q0 18 4 14.5", None, DARK, 2.2),
    )


def _shark(colour: str) -> tuple[Shape, ...]:
    paint = PAINT[colour]
    return (
        Path(SHARK_FINS, paint.fin, paint.ink, 1.8),
        *_skin(SHARK, colour),
        Path("M-22 11C-8 20 14 22 33.5 14.5L36 18C18 29-10 27-22 11Z", WHITE, DARK, 1.1),
        Path("M29 9.4L47 5.4L43 11L40.6 7.4L37.4 12.8L35.2 8.8L32.6 13.6Z", WHITE, DARK, 1.1),
        Path("M20 -4Q17 2 20 8M25-5Q22 1 25 7", None, DARK, 2),
        *_eye(32, -7, 4.8, 2.7, 1.0),
        Path("M25-12.5L37-9.5", None, DARK, 2.8),
    )


def _skin(body: str, colour: str) -> tuple[Shape, ...]:
    """Return a body with the pattern of its colour, so that no colour stands alone."""
    paint = PAINT[colour]
    pattern = {"red": _stripes, "purple": _dots, "green": _scales, "yellow": _waves}[colour](paint.mark)
    return Path(body, paint.fish), Clip(body, (Path(body, paint.fish), pattern)), Path(body, None, paint.ink, 2.2)


def _eye(x: float, y: float, white: float, dark: float, aside: float) -> tuple[Shape, ...]:
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
