"""The board as data for a page: what lies on the table, what may be laid, and what each tile would earn.

Points have the doubled coordinates of ``layout``; tiles are written as in the notation, with the colours they show.
The page's TypeScript types are those of the structs here.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import replace
from functools import cache
from typing import Literal, cast

import msgspec

from encore.games.dalapapa.clusters import Cluster, Point
from encore.games.dalapapa.layout import DISCS, SIDES, Layout, Place, Score, beside_edge, bits_of
from encore.games.dalapapa.notation import format_place
from encore.games.dalapapa.position import HIDDEN, SECOND_TILE_PRICE, Phase, State
from encore.games.dalapapa.rules import Dalapapa, Move
from encore.games.dalapapa.tiles import COUNT, FACES, TileSet, face_bits

Colour = Literal["r", "g", "b", "y"]
"""The letter of a colour."""
MOST_COVERED = 6
"""The most half-discs that a tile can cover."""
WIDEST = 4
"""How far these can be apart at most."""


class Group(msgspec.Struct, frozen=True):
    """Touching discs of one colour. ``open`` are the half-discs that keep them from being a complete group."""

    colour: Colour
    discs: list[Point]
    open: list[Point]


class Held(msgspec.Struct, frozen=True):
    """A tile of a hand with the colours of its two faces."""

    tile: int
    faces: tuple[str, str]


class LegalMove(msgspec.Struct, frozen=True):
    """A legal move. ``points`` is the change of the total, with the price of a second tile."""

    move: str
    points: int


class Picture(msgspec.Struct, frozen=True):
    """What a page draws.

    ``tiles`` are the tiles on the table, each with the colours it shows, and ``open`` the half-discs without another
    half. In ``hands``, by seat, null is a hidden tile. ``me`` is the seat that looks, null for a spectator. ``moves``
    are empty unless it is that seat's turn.
    """

    tiles: list[tuple[str, str]]
    open: list[Point]
    groups: list[Group]
    hands: list[list[Held | None]]
    scores: tuple[int, ...]
    target: int
    bag: int
    phase: Phase
    seat: int
    me: int | None
    price: int
    moves: list[LegalMove]


class NewDisc(msgspec.Struct, frozen=True):
    """A disc that a tile makes, with its points."""

    at: Point
    colour: Colour
    points: int


class ClosedGroup(Group, frozen=True):
    """A group that a tile completes, with its points."""

    points: int


class Preview(msgspec.Struct, frozen=True):
    """The board after a move, and what the move earns. ``points`` is the change of the total, price included."""

    picture: Picture
    discs: list[NewDisc]
    groups: list[ClosedGroup]
    price: int
    points: int


def picture(game: Dalapapa, view: State, seat: int | None) -> Picture:
    """Return the board as ``seat`` sees it, None for a spectator."""
    mine = seat is not None and game.to_move(view) == seat
    return Picture(
        tiles=_laid(game, view.layout),
        open=sorted(point for cluster in view.layout.clusters for point in cluster.open),
        groups=[_shown(cluster) for cluster in groups_to_show(view.layout)],
        hands=[[_held(game, tile) for tile in hand] for hand in view.hands],
        scores=view.scores,
        target=int(game.options["target"]),
        bag=view.bag_size,
        phase=view.phase,
        seat=view.seat,
        me=seat,
        price=_price(view),
        moves=moves(game, view) if mine else [],
    )


def preview(game: Dalapapa, view: State, move: Move) -> Preview:
    """Return the board after a legal move, and what it earns disc by disc and group by group, less its price."""
    if not isinstance(move, Place):
        return Preview(picture(game, view, None), [], [], 0, 0)
    layout = lay(game, view, move)
    new, groups = made(view, layout, move)
    points = gain(view, new, groups)
    hands = tuple(tuple(tile for tile in hand if tile != move.tile) for hand in view.hands)
    scores = tuple(score + points * (of == view.seat) for of, score in enumerate(view.scores))
    return Preview(
        picture=picture(game, replace(view, layout=layout, hands=hands, scores=scores), None),
        discs=[NewDisc(disc, _colour(layout, disc), _worth(number)) for number, disc in enumerate(new)],
        groups=[ClosedGroup(_colour(layout, min(group)), sorted(group), [], len(group)) for group in groups],
        price=_price(view),
        points=points,
    )


def lay(game: Dalapapa, view: State, place: Place) -> Layout:
    """Return the layout with one more tile, which must fit."""
    return view.layout.tried(place, game.tiles.face(place.tile, place.face))


def made(view: State, layout: Layout, place: Place) -> tuple[list[Point], list[frozenset[Point]]]:
    """Return the new discs and the completed groups that count; tiles of the start earn nothing (rule 5)."""
    return ([], []) if view.phase == Phase.LAY_START else layout.made(place)


def gain(view: State, new: list[Point], groups: list[frozenset[Point]]) -> int:
    """Return the change of the total by a tile, less the price of a second one."""
    return Score(len(new), tuple(map(len, groups))).points - _price(view)


def groups_to_show(layout: Layout) -> list[Cluster]:
    """Return the complete groups and the nearly complete ones, whose open half-discs a single tile can cover."""
    shown = [cluster for cluster in layout.clusters if not cluster.open or _nearly_complete(layout, cluster)]
    return sorted(shown, key=lambda cluster: cluster.discs[-1], reverse=True)


def _nearly_complete(layout: Layout, cluster: Cluster) -> bool:
    """Tell whether a cluster with some discs lacks nothing but what a single tile can cover."""
    half = cluster.open
    if len(half) == len(cluster.discs) or len(half) > MOST_COVERED or half[-1][0] - half[0][0] > WIDEST:
        return False
    return _one_tile(layout, beside(layout, half))


def beside(layout: Layout, halves: Iterable[Point]) -> set[Point]:
    """Return the centres of the empty squares that must be covered to complete half-discs."""
    return {square for half in halves for square in beside_edge(half)} - layout.covered


def _one_tile(layout: Layout, squares: set[Point]) -> bool:
    """Tell whether one tile can cover these squares; a single square needs a free neighbour for the other half."""
    if not squares:
        return True
    x, y = min(squares)
    neighbours = {(x + 2 * dx, y + 2 * dy) for dx, dy in SIDES.values()} - layout.covered
    return any(squares <= {(x, y), neighbour} for neighbour in neighbours)


def _shown(cluster: Cluster) -> Group:
    """Return a cluster as data."""
    return Group(cast(Colour, cluster.colour), list(cluster.discs), list(cluster.open))


def _colour(layout: Layout, disc: Point) -> Colour:
    return cast(Colour, layout.colours[disc])


def _held(game: Dalapapa, tile: int) -> Held | None:
    """Return a tile of a hand with its two faces, None for a hidden one."""
    return None if tile == HIDDEN else Held(tile, game.tiles.faces[tile - 1])


def _laid(game: Dalapapa, layout: Layout) -> list[tuple[str, str]]:
    """Return the tiles on the table by their numbers, each with the colours it shows."""
    return [(format_place(place), game.tiles.face(place.tile, place.face)) for place in layout.in_order]


def moves(game: Dalapapa, view: State) -> list[LegalMove]:
    """Return the legal moves, highest score first."""
    if view.phase == Phase.LAY_START or not view.layout.laid:
        return [LegalMove(game.format_move(move), 0) for move in game.legal_moves(view)]
    stop = [LegalMove("stop", 0)] if view.phase == Phase.SECOND else []
    found = stop + list(_placements(game, view))
    return sorted(found, key=lambda move: -move.points) or [LegalMove("pass", 0)]


def _placements(game: Dalapapa, view: State) -> Iterator[LegalMove]:
    """Yield the placements in the order of the rules, with the points that the clusters of the layout tell."""
    faces, names = _faces(game.tiles)
    layout, price = view.layout, _price(view)
    clusters = layout.clusters
    for spot, met, fitting in sorted(layout.fitting(face_bits(view.hands[view.seat]), game.tiles)):
        (x, y), side = spot
        where = f"@{x // 2},{y // 2}{side}"
        plan = clusters.plan(spot, DISCS[side], met)
        for bit in bits_of(fitting):
            yield LegalMove(names[bit] + where, plan.points(faces[bit]) - price)


@cache
def _faces(tiles: TileSet) -> tuple[list[str], list[str]]:
    """Return the colours of each face and what it is called in a move."""
    faces = [face for both in tiles.faces for face in both]
    return faces, [f"{tile}{face}" for tile in range(1, COUNT + 1) for face in FACES]


def _price(view: State) -> int:
    return SECOND_TILE_PRICE if view.phase == Phase.SECOND else 0


def _worth(number: int) -> int:
    """Return the points of a new disc after so many others (rule 4)."""
    return Score(number + 1, ()).points - Score(number, ()).points
