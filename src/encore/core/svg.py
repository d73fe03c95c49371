"""A drawing as SVG text, for which no image library is needed."""

from __future__ import annotations

from collections.abc import Iterable
from html import escape

from encore.core.drawing import Clip, Drawing, Group, Path, Shape, Words

HALO = 0.18
"""The width of the line around letters, as a part of their size; the letters cover its inner half."""


def svg(drawing: Drawing) -> str:
    """Return a drawing as a complete SVG document."""
    width, height = drawing.width, drawing.height
    place = f"scale({_number(drawing.scale)}) translate({_number(drawing.left)} {_number(drawing.top)})"
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" width="{width}" height="{height}" viewBox="0 0 {width} {height}">'
        f'<rect width="{width}" height="{height}"{_paint("fill", drawing.ground)}/>'
        f'<g transform="{place}" stroke-linecap="round" stroke-linejoin="round" font-family="sans-serif">'
        f"{_Writer().together(drawing.shapes)}</g></svg>"
    )


class _Writer:
    """Writes the shapes of one document. A board shows the same pieces many times: each is written once."""

    def __init__(self) -> None:
        self._pieces: dict[tuple[Shape, ...], str] = {}
        self._clips = 0

    def together(self, shapes: Iterable[Shape]) -> str:
        return "".join(map(self._element, shapes))

    def _element(self, shape: Shape) -> str:
        match shape:
            case Path():
                return _path(shape)
            case Words():
                return _words(shape)
            case Clip():
                return self._clip(shape)
            case Group():
                return f"<g{_place(shape)}>{self._piece(shape.shapes)}</g>"

    def _clip(self, clip: Clip) -> str:
        self._clips += 1
        name = f"clip{self._clips}"
        outline = f'<clipPath id="{name}"><path d="{escape(clip.d)}"/></clipPath>'
        return f'{outline}<g clip-path="url(#{name})">{self.together(clip.shapes)}</g>'

    def _piece(self, shapes: tuple[Shape, ...]) -> str:
        if shapes in self._pieces:
            return f'<use href="#{self._pieces[shapes]}"/>'
        written = self.together(shapes)
        self._pieces[shapes] = name = f"piece{len(self._pieces) + 1}"
        return f'<g id="{name}">{written}</g>'


def _path(path: Path) -> str:
    stroke = ""
    if path.stroke:
        stroke = f'{_paint("stroke", path.stroke)} stroke-width="{_number(path.width)}"'
        if path.dash:
            stroke += f' stroke-dasharray="{_number(path.dash[0])} {_number(path.dash[1])}"'
    return f'<path d="{escape(path.d)}"{_paint("fill", path.fill)}{stroke}/>'


def _words(words: Words) -> str:
    halo = f'{_paint("stroke", words.halo)} stroke-width="{_number(HALO * words.size)}" paint-order="stroke"'
    bold = ' font-weight="bold"' if words.bold else ""
    return (
        f'<text x="{_number(words.x)}" y="{_number(words.y)}" font-size="{_number(words.size)}"'
        f' text-anchor="{words.anchor}" dominant-baseline="central"{_paint("fill", words.fill)}'
        f"{halo if words.halo else ''}{bold}>{escape(words.text)}</text>"
    )


def _place(group: Group) -> str:
    steps = [f"translate({_number(group.x)} {_number(group.y)})"] if group.x or group.y else []
    steps += [f"rotate({_number(group.turn)})"] if group.turn else []
    if (group.size, group.facing) != (1, 1):
        steps.append(f"scale({_number(group.size * group.facing)} {_number(group.size)})")
    place = f' transform="{" ".join(steps)}"' if steps else ""
    return place + (f' opacity="{_number(group.opacity)}"' if group.opacity < 1 else "")


def _paint(what: str, colour: str | None) -> str:
    """Return a fill or stroke; its opacity is an attribute, since not everything that shows SVG reads eight digits."""
    if colour is None:
        return f' {what}="none"'
    opacity = f' {what}-opacity="{_number(int(colour[7:], 16) / 255)}"' if len(colour) > 7 else ""
    return f' {what}="{escape(colour[:7])}"{opacity}'


def _number(value: float) -> str:
    return f"{round(value, 3):g}"
