"""Dalapapa as text: ``37a@4,-1e`` a tile laid, ``stop``, ``pass``, and the dealer's ``draw:17,42``."""

from __future__ import annotations

import re

from encore.core.errors import NotationError, quoted
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
        raise NotationError(
            f"a tile is laid as number, face, @, square and side, such as 37a@4,-1e, with numbers 1 to {COUNT}, "
            f"faces a and b and sides e, n, w, s, not {quoted(text)}"
        )
    return Place(int(found[1]), found[2], int(found[3]), int(found[4]), found[5])


def format_tiles(tiles: tuple[int, ...]) -> str:
    """Write numbers of tiles with commas."""
    return ",".join(map(str, tiles))


def parse_tiles(text: str) -> tuple[int, ...]:
    """Read numbers of tiles."""
    if len(text) > 4 * COUNT or not _TILES.fullmatch(text):
        raise NotationError(f"tiles are numbers from 1 to {COUNT} with commas, such as 17,42, not {quoted(text)}")
    return tuple(map(int, text.split(",")))
