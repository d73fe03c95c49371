"""The notation of placements and tiles: ``37a@4,-1e`` and ``17,42`` (RULES.md, rule 11)."""

from __future__ import annotations

import re

from encore.core.errors import NotationError, quoted
from encore.core.fact import Fact
from encore.games.dalapapa.layout import Place
from encore.games.dalapapa.tiles import COUNT

_TILE = r"(?:1[01]\d|120|[1-9]\d?)"
_COORDINATE = r"(?:0|-?[1-9]\d{0,3})"
_PLACE = re.compile(rf"({_TILE})([ab])@({_COORDINATE}),({_COORDINATE})([enws])", re.ASCII)
_TILES = re.compile(rf"{_TILE}(?:,{_TILE})*", re.ASCII)


def format_place(place: Place) -> str:
    """Write ``37a@4,-1e``."""
    return f"{place.tile}{place.face}@{place.x},{place.y}{place.side}"


def parse_place(text: str) -> Place:
    """Read ``37a@4,-1e``."""
    found = _PLACE.fullmatch(text)
    if not found:
        raise NotationError(Fact("dalapapa.not-a-place", last=COUNT, text=quoted(text)))
    return Place(int(found[1]), found[2], int(found[3]), int(found[4]), found[5])


def format_tiles(tiles: tuple[int, ...]) -> str:
    """Write tile numbers with commas between them."""
    return ",".join(map(str, tiles))


def parse_tiles(text: str) -> tuple[int, ...]:
    """Read tile numbers with commas between them."""
    if len(text) > 4 * COUNT or not _TILES.fullmatch(text):
        raise NotationError(Fact("dalapapa.not-tiles", last=COUNT, text=quoted(text)))
    return tuple(map(int, text.split(",")))
