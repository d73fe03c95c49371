"""SVG paths as polygons."""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import lru_cache
from itertools import pairwise
from math import atan2, ceil, cos, hypot, pi, sin, sqrt

Point = tuple[float, float]
"""x and y, in the units of the outline."""
Line = tuple[Point, ...]
"""A polyline."""

CURVE = 14
"""The number of segments of a curve; enough for the usual sizes."""
ARC = pi / 24
"""The angle of a segment of an arc."""

_WORD = re.compile(r"[a-zA-Z]|-?(?:\d+\.?\d*|\.\d+)(?:e-?\d+)?")
_TAKES = {"m": 2, "l": 2, "h": 1, "v": 1, "c": 6, "q": 4, "t": 2, "a": 7, "z": 0}


@lru_cache(maxsize=4096)
def corners(d: str) -> tuple[Line, ...]:
    """Return the polylines of a path; a closed one ends where it starts."""
    lines: list[list[Point]] = []
    bend: Point = (0.0, 0.0)
    curved = False
    for letter, numbers in _commands(d):
        kind, here = letter.lower(), lines[-1][-1] if lines else (0.0, 0.0)
        x, y = here if letter.islower() else (0.0, 0.0)
        if kind == "m":
            lines.append([(x + numbers[0], y + numbers[1])])
            continue
        if kind == "z":
            lines[-1].append(lines[-1][0])
            continue
        if kind in "hv":
            there = (x + numbers[0], here[1]) if kind == "h" else (here[0], y + numbers[0])
        else:
            there = (x + numbers[-2], y + numbers[-1])
        if kind in "qt":
            mirrored = (2 * here[0] - bend[0], 2 * here[1] - bend[1]) if curved else here
            bend = (x + numbers[0], y + numbers[1]) if kind == "q" else mirrored
            lines[-1].extend(_bezier(here, bend, there))
        elif kind == "c":
            lines[-1].extend(_bezier(here, (x + numbers[0], y + numbers[1]), (x + numbers[2], y + numbers[3]), there))
        elif kind == "a":
            lines[-1].extend(_arc(here, numbers, there))
        else:
            lines[-1].append(there)
        curved = kind in "qt"
    return tuple(map(tuple, lines))


def _commands(d: str) -> Iterator[tuple[str, list[float]]]:
    """Yield each command with its numbers; numbers without a letter repeat the last one, a move then draws lines."""
    words = _WORD.findall(d)
    at, letter = 0, ""
    while at < len(words):
        if words[at].isalpha():
            letter, at = words[at], at + 1
        count = _TAKES[letter.lower()]
        yield letter, [float(word) for word in words[at : at + count]]
        at += count
        letter = {"M": "L", "m": "l"}.get(letter, letter)


def _bezier(*points: Point) -> Iterator[Point]:
    for step in range(1, CURVE + 1):
        t, left = step / CURVE, list(points)
        while len(left) > 1:
            left = [(ax + (bx - ax) * t, ay + (by - ay) * t) for (ax, ay), (bx, by) in pairwise(left)]
        yield left[0]


def _arc(start: Point, numbers: list[float], end: Point) -> Iterator[Point]:
    """Yield an arc of an ellipse whose axes lie straight (SVG 2, appendix B.2.4)."""
    across, down, _, large, clockwise = numbers[:5]
    (ax, ay), (bx, by) = ((x / across, y / down) for x, y in (start, end))
    chord = hypot(bx - ax, by - ay)
    grown = max(1.0, chord / 2)
    rise = sqrt(max(0.0, grown**2 - chord**2 / 4)) * (1 if bool(large) == bool(clockwise) else -1)
    cx = (ax + bx) / 2 + rise * (by - ay) / (chord or 1)
    cy = (ay + by) / 2 - rise * (bx - ax) / (chord or 1)
    first, last = atan2(ay - cy, ax - cx), atan2(by - cy, bx - cx)
    swept = (last - first) % (2 * pi) if clockwise else -((first - last) % (2 * pi))
    count = max(2, ceil(abs(swept) / ARC))
    for step in range(1, count + 1):
        angle = first + swept * step / count
        yield (cx + grown * cos(angle)) * across, (cy + grown * sin(angle)) * down


def dashes(line: Line, dash: float, gap: float) -> Iterator[Line]:
    """Yield the dashes of a line."""
    piece: list[Point] = [line[0]]
    left, drawn = dash, True
    for (ax, ay), (bx, by) in pairwise(line):
        length = hypot(bx - ax, by - ay)
        gone = 0.0
        while length - gone > left:
            gone += left
            point = (ax + (bx - ax) * gone / length, ay + (by - ay) * gone / length)
            if drawn:
                yield (*piece, point)
            piece, drawn = [point], not drawn
            left = dash if drawn else gap
        left -= length - gone
        piece.append((bx, by))
    if drawn:
        yield tuple(piece)
