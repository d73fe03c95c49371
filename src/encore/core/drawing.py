"""A drawing as data, so that games need no image library to describe how they look.

Outlines are written as in SVG (``M0-37L39 29H-39z``), y grows downwards, lines have round ends and corners, and colours
are ``#rrggbb``, with two more digits for opacity.
"""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Path:
    """Outlines with fill and stroke; ``dash`` is the length of a dash and of the gap after it."""

    d: str
    fill: str | None = None
    stroke: str | None = None
    width: float = 1.0
    dash: tuple[float, float] | None = None


@dataclass(frozen=True, slots=True)
class Words:
    """A line of text, vertically centred on ``y``; ``anchor`` says which point of the line is at ``x``."""

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
    """Shapes that are clipped to an outline."""

    d: str
    shapes: tuple[Shape, ...]


@dataclass(frozen=True, slots=True)
class Group:
    """Shapes that are placed together: scaled, mirrored if ``facing`` is -1, and turned clockwise in degrees."""

    shapes: tuple[Shape, ...]
    x: float = 0.0
    y: float = 0.0
    size: float = 1.0
    facing: int = 1
    turn: float = 0.0
    opacity: float = 1.0


Shape = Path | Words | Clip | Group
"""An element of a drawing."""


@dataclass(frozen=True, slots=True)
class Drawing:
    """A picture, in pixels. A unit of its shapes is ``scale`` pixels; the origin is at ``left``, ``top`` (in units)."""

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
