"""A drawing as data: what a game's ``drawing.py`` returns, so that a game knows its look and no picture library.

Outlines are written as in SVG (``M0-37L39 29H-39z``), y grows downwards, lines have round ends and corners, and colours
are ``#rrggbb``, with two more digits where something shines through.
"""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Path:
    """Outlines, filled and drawn along; ``dash`` is the length of a dash and of the gap after it."""

    d: str
    fill: str | None = None
    stroke: str | None = None
    width: float = 1.0
    dash: tuple[float, float] | None = None


@dataclass(frozen=True, slots=True)
class Words:
    """A line of text whose middle is at a height; ``x`` is its left end, its middle or its right end."""

    x: float
    y: float
    text: str
    size: float
    fill: str
    bold: bool = False
    anchor: str = "middle"
    halo: str | None = None


@dataclass(frozen=True, slots=True)
class Clip:
    """Shapes that are seen within an outline only."""

    d: str
    shapes: tuple[Shape, ...]


@dataclass(frozen=True, slots=True)
class Group:
    """Shapes around an origin, put somewhere: grown, mirrored if ``facing`` is -1, turned clockwise by degrees."""

    shapes: tuple[Shape, ...]
    x: float = 0.0
    y: float = 0.0
    size: float = 1.0
    facing: int = 1
    turn: float = 0.0
    opacity: float = 1.0


Shape = Path | Words | Clip | Group
"""What a drawing is made of."""


@dataclass(frozen=True, slots=True)
class Drawing:
    """A picture of so many pixels. A unit of its shapes is ``scale`` pixels; 0, 0 is ``left``, ``top`` units within."""

    width: int
    height: int
    ground: str
    shapes: tuple[Shape, ...]
    left: float = 0.0
    top: float = 0.0
    scale: float = 1.0


def rounded(x: float, y: float, width: float, height: float, radius: float) -> str:
    """Return the outline of a rectangle with round corners."""
    r, across, down = radius, width - 2 * radius, height - 2 * radius
    return (
        f"M{x + r} {y}h{across}a{r} {r} 0 0 1 {r} {r}v{down}a{r} {r} 0 0 1 {-r} {r}"
        f"h{-across}a{r} {r} 0 0 1 {-r} {-r}v{-down}a{r} {r} 0 0 1 {r} {-r}z"
    )


def circle(x: float, y: float, radius: float) -> str:
    """Return the outline of a circle."""
    return ellipse(x, y, radius, radius)


def ellipse(x: float, y: float, across: float, down: float) -> str:
    """Return the outline of an ellipse with these radii."""
    return f"M{x - across} {y}a{across} {down} 0 0 1 {2 * across} 0a{across} {down} 0 0 1 {-2 * across} 0z"
