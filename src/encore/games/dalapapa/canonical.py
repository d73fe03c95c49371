"""Positions of Dalapapa that are the same but for a symmetry, and those from which they may have come."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial
from itertools import combinations

from encore.core.parts import Earlier
from encore.core.symmetry import Outline, canonical
from encore.games.dalapapa.clusters import Point
from encore.games.dalapapa.layout import Place
from encore.games.dalapapa.position import State
from encore.games.dalapapa.rules import Dalapapa

LEAST = 2
"""Tiles from which on games differ."""
TURN = 2
"""The most tiles that a turn lays."""


def board(game: Dalapapa, s: State) -> str:
    """Return the text of all tables that are symmetric to this one; empty with a single tile."""
    return _text(s.layout.colours) if len(s.layout.laid) >= LEAST else ""


def outline(game: Dalapapa, s: State) -> str:
    """Return the text of the squares under tiles."""
    return Outline().more(s.layout.covered).text(shifts=True)


def earlier(game: Dalapapa, s: State) -> Iterator[Earlier]:
    """Yield the tables without the tiles of a turn: any one or two may be the last."""
    places, whole = s.layout.in_order, Outline().more(s.layout.covered)
    tiles = [(place, Outline().more(place.squares)) for place in places]
    for count in range(1, TURN + 1):
        if len(places) - count < LEAST:
            return
        for last in combinations(tiles, count):
            rest = whole
            for _, tile in last:
                rest = rest.less(tile)
            yield Earlier(rest.text(shifts=True), partial(_without, game, places, tuple(place for place, _ in last)))


def _without(game: Dalapapa, places: list[Place], last: tuple[Place, ...]) -> list[str]:
    colours = dict[Point, str]()
    for place in places:
        if place not in last:
            colours.update(zip(place.discs, game.tiles.face(place.tile, place.face), strict=True))
    return [_text(colours)]


def _text(colours: dict[Point, str]) -> str:
    return canonical(((x, y, colour, "") for (x, y), colour in colours.items()), shifts=True)
