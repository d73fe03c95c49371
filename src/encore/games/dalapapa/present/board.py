"""The table as data for a page: what lies on it, what may be laid, and what each tile would earn.

Points have the doubled coordinates of ``table``; tiles are written as in the notation, with the colours they show.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace
from typing import Any

from encore.games.dalapapa.layout import SIDES, Layout, Place, Point, Score
from encore.games.dalapapa.notation import format_place
from encore.games.dalapapa.position import HIDDEN, SECOND_TILE_PRICE, Phase, State
from encore.games.dalapapa.rules import Dalapapa, Move


def picture(game: Dalapapa, view: State, seat: int | None) -> dict[str, Any]:
    """Return the table, the hands as far as they can be seen, the points, and the moves if it is this seat's turn."""
    mine = seat is not None and game.to_move(view) == seat
    return {
        "tiles": [[format_place(place), game.tiles.face(place.tile, place.face)] for place in sorted(view.layout.laid)],
        "open": [list(half) for half in sorted(open_halves(view.layout))],
        "groups": [_group(view.layout, cluster) for cluster in groups_to_show(view.layout)],
        "hands": [[_held(game, tile) for tile in hand] for hand in view.hands],
        "scores": list(view.scores),
        "target": int(game.options["target"]),
        "bag": view.bag_size,
        "phase": str(view.phase),
        "seat": view.seat,
        "me": seat,
        "price": _price(view),
        "moves": _moves(game, view) if mine else [],
    }


def preview(game: Dalapapa, view: State, move: Move) -> dict[str, Any]:
    """Return the table after a legal move, and what it earns disc by disc and group by group, less its price."""
    if not isinstance(move, Place):
        return {"picture": picture(game, view, None), "discs": [], "groups": [], "price": 0, "points": 0}
    layout = lay(game, view, move)
    new, groups = made(view, layout, move)
    points = gain(view, new, groups)
    hands = tuple(tuple(tile for tile in hand if tile != move.tile) for hand in view.hands)
    scores = tuple(score + points * (of == view.seat) for of, score in enumerate(view.scores))
    return {
        "picture": picture(game, replace(view, layout=layout, hands=hands, scores=scores), None),
        "discs": [
            {"at": list(disc), "colour": layout.colours[disc], "points": _worth(number)}
            for number, disc in enumerate(new)
        ],
        "groups": [{**_group(layout, group), "points": len(group)} for group in groups],
        "price": _price(view),
        "points": points,
    }


def lay(game: Dalapapa, view: State, place: Place) -> Layout:
    """Return the table with one more tile, which must fit."""
    return view.layout.add(place, game.tiles.face(place.tile, place.face))


def made(view: State, layout: Layout, place: Place) -> tuple[list[Point], list[frozenset[Point]]]:
    """Return the new discs and the completed groups that count; tiles of the start earn nothing (rule 5)."""
    return ([], []) if view.phase == Phase.LAY_START else layout.made(place)


def gain(view: State, new: list[Point], groups: list[frozenset[Point]]) -> int:
    """Return what a tile does to the total, the price of a second one included."""
    return Score(len(new), tuple(map(len, groups))).points - _price(view)


def open_halves(layout: Layout) -> set[Point]:
    """Return the half-discs that have no other half yet."""
    return {disc for disc in layout.colours if not layout.whole(disc)}


def groups_to_show(layout: Layout) -> list[frozenset[Point]]:
    """Return the complete groups, and the nearly closed ones: a single tile can cover all their open half-discs."""
    return [
        cluster
        for cluster in _clusters(layout)
        if any(map(layout.whole, cluster)) and _one_tile(layout, beside(layout, open_in(layout, cluster)))
    ]


def open_in(layout: Layout, cluster: Iterable[Point]) -> list[Point]:
    """Return the open half-discs among some discs."""
    return sorted(disc for disc in cluster if not layout.whole(disc))


def beside(layout: Layout, halves: Iterable[Point]) -> set[Point]:
    """Return the empty squares, by their centres, that must be covered to close half-discs."""
    sides = {side for x, y in halves for side in (((x - 1, y), (x + 1, y)) if x % 2 else ((x, y - 1), (x, y + 1)))}
    return sides - layout.covered


def _one_tile(layout: Layout, squares: set[Point]) -> bool:
    """Tell whether a tile can cover these squares; a single one needs a free neighbour for the other half."""
    if not squares:
        return True
    x, y = min(squares)
    neighbours = {(x + 2 * dx, y + 2 * dy) for dx, dy in SIDES.values()} - layout.covered
    return any(squares <= {(x, y), neighbour} for neighbour in neighbours)


def _clusters(layout: Layout) -> list[frozenset[Point]]:
    """Return the discs and half-discs of one colour that hang together, each set once.

    Half-discs around an empty square count as touching: whatever tile covers it makes them whole at once.
    """
    waiting, found = dict(sorted(layout.colours.items())), list[frozenset[Point]]()
    while waiting:
        first, colour = waiting.popitem()
        cluster, fresh = {first}, [first]
        while fresh:
            x, y = fresh.pop()
            for point in ((x + dx, y + dy) for dx in (-1, 1) for dy in (-1, 1)):
                if waiting.get(point) == colour:
                    del waiting[point]
                    cluster.add(point)
                    fresh.append(point)
        found.append(frozenset(cluster))
    return found


def _group(layout: Layout, cluster: frozenset[Point]) -> dict[str, Any]:
    return {
        "colour": layout.colours[min(cluster)],
        "discs": [list(disc) for disc in sorted(cluster)],
        "open": [list(half) for half in open_in(layout, cluster)],
    }


def _held(game: Dalapapa, tile: int) -> dict[str, Any] | None:
    """Return a tile of a hand with its two faces, None for one that is hidden."""
    return None if tile == HIDDEN else {"tile": tile, "faces": list(game.tiles.faces[tile - 1])}


def _moves(game: Dalapapa, view: State) -> list[dict[str, Any]]:
    """Return the legal moves, the best-paid first, with what each does to the total."""
    moves = [{"move": game.format_move(move), "points": _points(game, view, move)} for move in game.legal_moves(view)]
    return sorted(moves, key=lambda move: -int(move["points"]))


def _points(game: Dalapapa, view: State, move: Move) -> int:
    return gain(view, *made(view, lay(game, view, move), move)) if isinstance(move, Place) else 0


def _price(view: State) -> int:
    return SECOND_TILE_PRICE if view.phase == Phase.SECOND else 0


def _worth(number: int) -> int:
    """Return what a new disc is worth after so many others (rule 4)."""
    return Score(number + 1, ()).points - Score(number, ()).points
