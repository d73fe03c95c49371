"""A game as a picture: the game describes its drawing, Pillow paints it.

Everything is painted at three times its size and reduced at the end, which makes edges smooth. Groups are painted once
and cached, since a board shows the same pieces many times.
"""

from __future__ import annotations

from functools import lru_cache
from itertools import pairwise
from math import ceil, cos, floor, hypot, radians, sin
from typing import Any

import numpy as np
from numpy.typing import NDArray
from rich.console import Console, RenderableType
from rich.text import Text

from encore.core.deprecated import renamed_argument
from encore.core.drawing import Clip, Drawing, Group, Path, Shape, Words
from encore.core.game import AnyGame
from encore.core.registry import package_of
from encore.rl.episode import Episode
from encore.rl.svg import Line, corners, dashes

try:
    from PIL import Image, ImageDraw, ImageFont
except ImportError:
    raise ImportError("pictures need Pillow: pip install 'encore-table[rl]'") from None

FINE = 3
"""The factor by which pictures are painted larger than shown."""
BOLD = 0.028
"""What is added around bold letters, as a part of their size; the font has no bold ones."""
HALO = 0.09
"""What is added around letters, as a part of their size."""
ANCHORS = {"start": "lm", "middle": "mm", "end": "rm"}
"""Which point of a text is given, as SVG says it and as Pillow does."""

Colour = tuple[int, int, int, int]
"""Red, green, blue and opacity, each up to 255."""
Box = tuple[int, int, int, int]
"""Left, top, right and bottom, in pixels."""
Frame = tuple[float, float, float, float, float, float]
"""An affine transformation: x to ``a x + c y + e``, y to ``b x + d y + f``."""


@renamed_argument("table", "episode")
def render(episode: Episode, mode: str | None, seat: int | None) -> Any:
    """Render an episode: what ``seat`` sees, or everything for None."""
    view = episode.s if seat is None else episode.game.view(episode.s, seat)
    if mode == "rgb_array":
        return picture(episode.game, view, seat, episode.last)
    if mode is None:
        return None
    text = _text(episode.game, view, seat)
    if mode == "ansi":
        return _captured(Console(highlight=False, color_system="standard", no_color=False, width=100), text)
    Console(highlight=False).print(text)
    return None


def _captured(console: Console, text: RenderableType) -> str:
    with console.capture() as captured:
        console.print(text)
    return captured.get()


def _text(game: AnyGame, view: Any, seat: int | None) -> RenderableType:
    terminal = package_of(type(game)).terminal.load()
    return terminal(game, view, seat) if terminal else Text(game.format_state(view))


def picture(game: AnyGame, view: Any, seat: int | None = None, last: Any = None) -> NDArray[np.uint8]:
    """Return what can be seen in ``view`` as rows of red, green and blue; a game without a drawing shows its text."""
    draw = package_of(type(game)).drawing.load()
    return paint(draw(game, view, seat, last) if draw else _page(_plain(_text(game, view, seat))))


def _plain(text: RenderableType) -> str:
    return text.plain if isinstance(text, Text) else _captured(Console(no_color=True, width=100), text)


def _page(text: str) -> Drawing:
    lines = text.split("\n")
    words = tuple(Words(20, 30 + 22 * row, line, 16, "#2a231e", anchor="start") for row, line in enumerate(lines))
    return Drawing(640, 40 + 22 * len(lines), "#f6efe3", words)


def paint(drawing: Drawing) -> NDArray[np.uint8]:
    """Return a drawing's rows of red, green and blue."""
    image = Image.new("RGBA", (drawing.width * FINE, drawing.height * FINE), drawing.ground)
    grown = FINE * drawing.scale
    for shape in drawing.shapes:
        _put(image, shape, (grown, 0, 0, grown, grown * drawing.left, grown * drawing.top))
    return np.array(image.convert("RGB").reduce(FINE))


def _put(image: Image.Image, shape: Shape, frame: Frame) -> None:
    match shape:
        case Path():
            _path(image, shape, frame)
        case Words():
            _words(image, shape, frame)
        case Clip():
            _clip(image, shape, frame)
        case Group():
            _group(image, shape, frame)


def _group(image: Image.Image, group: Group, frame: Frame) -> None:
    """Place a group, painted once for each size and orientation; parts outside the picture are cut off."""
    a, b, c, d, e, f = _within(frame, group)
    sprite, left, top = _sprite(group.shapes, (round(a, 4), round(b, 4), round(c, 4), round(d, 4)), group.opacity)
    x, y = round(e) + left, round(f) + top
    image.alpha_composite(sprite, (max(x, 0), max(y, 0)), (max(-x, 0), max(-y, 0)))


def _within(frame: Frame, group: Group) -> Frame:
    a, b, c, d, e, f = frame
    along, aside = group.size * cos(radians(group.turn)), group.size * sin(radians(group.turn))
    across = (a * along + c * aside) * group.facing, (b * along + d * aside) * group.facing
    down = c * along - a * aside, d * along - b * aside
    return *across, *down, a * group.x + c * group.y + e, b * group.x + d * group.y + f


@lru_cache(maxsize=1024)
def _sprite(
    shapes: tuple[Shape, ...], linear: tuple[float, float, float, float], opacity: float
) -> tuple[Image.Image, int, int]:
    """Return shapes on a transparent background, and the offset of the top left corner from their origin."""
    boxes = [_bounds(shape, (*linear, 0, 0)) for shape in shapes]
    left, top = min(box[0] for box in boxes), min(box[1] for box in boxes)
    right, bottom = max(box[2] for box in boxes), max(box[3] for box in boxes)
    sprite = Image.new("RGBA", (right - left, bottom - top))
    for shape in shapes:
        _put(sprite, shape, (*linear, -left, -top))
    if opacity < 1:
        sprite.putalpha(sprite.getchannel("A").point(lambda alpha: round(alpha * opacity)))
    return sprite, left, top


def _bounds(shape: Shape, frame: Frame) -> Box:
    """Return a box that contains a shape."""
    if isinstance(shape, Group):
        boxes = [_bounds(each, _within(frame, shape)) for each in shape.shapes]
        lefts, tops, rights, bottoms = zip(*boxes, strict=True)
        return min(lefts), min(tops), max(rights), max(bottoms)
    grown = _grown(frame)
    if isinstance(shape, Words):
        (x, y), reach = _at((shape.x, shape.y), frame), grown * shape.size * (len(shape.text) + 1)
        return _box([(x, y)], reach)
    margin = grown * shape.width / 2 if isinstance(shape, Path) and shape.stroke else 0.0
    return _box([_at(point, frame) for line in corners(shape.d) for point in line], margin + 1)


def _box(points: list[tuple[float, float]], margin: float) -> Box:
    xs, ys = [x for x, _ in points], [y for _, y in points]
    return floor(min(xs) - margin), floor(min(ys) - margin), ceil(max(xs) + margin) + 1, ceil(max(ys) + margin) + 1


def _at(point: tuple[float, float], frame: Frame) -> tuple[float, float]:
    (x, y), (a, b, c, d, e, f) = point, frame
    return a * x + c * y + e, b * x + d * y + f


def _grown(frame: Frame) -> float:
    """Return the scale of a transformation; groups are scaled equally in both directions."""
    return hypot(frame[0], frame[1])


def _rgba(colour: str) -> Colour:
    digits = colour[1:].ljust(8, "f")
    red, green, blue, alpha = bytes.fromhex(digits)
    return red, green, blue, alpha


def _path(image: Image.Image, path: Path, frame: Frame) -> None:
    lines = [tuple(_at(point, frame) for point in line) for line in corners(path.d)]
    if path.fill:
        _ink(image, path.fill, lines, 0.0)
    if path.stroke:
        grown = _grown(frame)
        if path.dash:
            on, off = path.dash[0] * grown, path.dash[1] * grown
            lines = [piece for line in lines for piece in dashes(line, on, off)]
        _ink(image, path.stroke, lines, path.width * grown)


def _ink(image: Image.Image, colour: str, lines: list[Line], width: float) -> None:
    """Fill outlines (width 0) or stroke them; transparent paint is applied once, so that overlaps are not darker."""
    ink = _rgba(colour)
    if ink[3] == 255:
        _trace(ImageDraw.Draw(image), lines, width, ink)
        return
    left, top, right, bottom = _box([point for line in lines for point in line], width / 2)
    mask = Image.new("L", (right - left, bottom - top))
    _trace(ImageDraw.Draw(mask), [tuple((x - left, y - top) for x, y in line) for line in lines], width, ink[3])
    layer = Image.new("RGBA", mask.size, ink[:3])
    layer.putalpha(mask)
    image.alpha_composite(layer, (max(left, 0), max(top, 0)), (max(-left, 0), max(-top, 0)))


def _trace(draw: ImageDraw.ImageDraw, lines: list[Line], width: float, ink: Any) -> None:
    for line in lines:
        if not width:
            draw.polygon(line, ink)
            continue
        half = width / 2
        for (ax, ay), (bx, by) in pairwise(line):
            length = hypot(bx - ax, by - ay) or 1
            nx, ny = (by - ay) / length * half, (ax - bx) / length * half
            draw.polygon([(ax + nx, ay + ny), (bx + nx, by + ny), (bx - nx, by - ny), (ax - nx, ay - ny)], ink)
        for x, y in line:
            draw.ellipse((x - half, y - half, x + half, y + half), ink)


def _clip(image: Image.Image, clip: Clip, frame: Frame) -> None:
    lines = [tuple(_at(point, frame) for point in line) for line in corners(clip.d)]
    mask = Image.new("L", image.size)
    _trace(ImageDraw.Draw(mask), lines, 0.0, 255)
    layer = Image.new("RGBA", image.size)
    for shape in clip.shapes:
        _put(layer, shape, frame)
    image.paste(layer, (0, 0), mask)


def _words(image: Image.Image, words: Words, frame: Frame) -> None:
    size = words.size * _grown(frame)
    font, draw = _font(round(size)), ImageDraw.Draw(image)
    at, anchor = _at((words.x, words.y), frame), ANCHORS[words.anchor]
    bold = round(size * BOLD) if words.bold else 0
    if words.halo:
        draw.text(at, words.text, words.halo, font, anchor, stroke_width=bold + round(size * HALO))
    draw.text(at, words.text, words.fill, font, anchor, stroke_width=bold)


@lru_cache(maxsize=64)
def _font(size: int) -> ImageFont.FreeTypeFont | ImageFont.ImageFont:
    """Return the font that comes with Pillow, so that pictures are the same everywhere."""
    return ImageFont.load_default(size)
