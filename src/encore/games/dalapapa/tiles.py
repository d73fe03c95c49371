"""The 120 tiles, each with two faces of seven colours: the central disc, then six half-discs.

The half-discs run clockwise from the west end of a tile that lies east–west: west end, north-west, north-east,
east end, south-east, south-west. ``tiles.txt`` is a reconstruction (RULES.md, rule 10); an owner of the box can
replace it by a file with the real ones.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import cache, cached_property
from importlib.resources import files

from encore.core.errors import OptionError, quoted
from encore.core.fact import Fact

COUNT = 120
"""How many tiles there are, numbered from 1."""
COLOURS = {"r": "red", "g": "green", "b": "blue", "y": "yellow"}
"""The colours of the discs by their letters."""
FACES = "ab"
"""The letters of the two faces of a tile."""

_LINE = re.compile(r"([1-9]\d{0,2}) ([rgby]{7}) ([rgby]{7})", re.ASCII)


@dataclass(frozen=True)
class TileSet:
    """The faces of the tiles: ``faces[n - 1]`` are those of tile n."""

    faces: tuple[tuple[str, str], ...]

    @property
    def text(self) -> str:
        """The text of the set: a line ``<number> <faceA> <faceB>`` for each tile."""
        return "".join(f"{number} {a} {b}\n" for number, (a, b) in enumerate(self.faces, 1))

    def face(self, tile: int, face: str) -> str:
        """Return the seven colours of a face of a tile."""
        return self.faces[tile - 1][FACES.index(face)]

    @cached_property
    def with_half(self) -> tuple[dict[str, int], ...]:
        """For each half-disc and colour the faces that have it, a bit each: face b of tile n is bit 2n - 1."""
        faces = [face for both in self.faces for face in both]
        return tuple(
            {colour: sum(1 << bit for bit, face in enumerate(faces) if face[half] == colour) for colour in COLOURS}
            for half in range(1, 7)
        )


def face_bits(tiles: tuple[int, ...]) -> int:
    """Return both faces of each tile as bits."""
    return sum(3 << 2 * (tile - 1) for tile in tiles)


def parse_tiles(text: str) -> TileSet:
    """Read a tile set: 120 lines, numbered in order, each ended by a line feed."""
    lines = text.split("\n", COUNT + 1)
    if len(lines) <= COUNT or len(lines) > COUNT + 1 or lines[COUNT]:
        if text.endswith("\n"):
            raise OptionError(Fact("dalapapa.tile-set-lines", count=COUNT, found=text.count("\n")))
        raise OptionError(Fact("dalapapa.tile-set-last-line", count=COUNT))
    return TileSet(tuple(_parse_line(number, line) for number, line in enumerate(lines[:COUNT], 1)))


def _parse_line(number: int, line: str) -> tuple[str, str]:
    found = _LINE.fullmatch(line)
    if not found or int(found[1]) != number:
        raise OptionError(Fact("dalapapa.tile-set-line", number=number, text=quoted(line)))
    return found[2], found[3]


@cache
def standard_tiles() -> TileSet:
    """Return Encore's own set."""
    return parse_tiles(files(__package__).joinpath("tiles.txt").read_text("utf-8"))
