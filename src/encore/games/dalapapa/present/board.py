"""The board as data for a page: what lies on the table, what may be laid, and what each tile would earn.

Points have the doubled coordinates of ``layout``; tiles are written as in the notation, with the colours they show.
The page's TypeScript types are those of the structs here.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace
from typing import Literal, cast

import msgspec

from encore.games.dalapapa.layout import SIDES, Layout, Place, Point, Score, beside_edge
from encore.games.dalapapa.notation import format_place
from encore.games.dalapapa.position import HIDDEN, SECOND_TILE_PRICE, Phase, State
from encore.games.dalapapa.rules import Dalapapa, Move

Colour = Literal["r", "g", "b", "y"]
"""The letter of a colour."""


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
        tiles=[(format_place(place), game.tiles.face(place.tile, place.face)) for place in sorted(view.layout.laid)],
        open=sorted(open_halves(view.layout)),
        groups=[Group(*_parts(view.layout, cluster)) for cluster in groups_to_show(view.layout)],
        hands=[[_held(game, tile) for tile in hand] for hand in view.hands],
        scores=view.scores,
        target=int(game.options["target"]),
        bag=view.bag_size,
        phase=view.phase,
        seat=view.seat,
        me=seat,
        price=_price(view),
        moves=_moves(game, view) if mine else [],
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
        groups=[ClosedGroup(*_parts(layout, group), len(group)) for group in groups],
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


def open_halves(layout: Layout) -> set[Point]:
    """Return the half-discs that have no other half yet."""
    return {disc for disc in layout.colours if not layout.whole(disc)}


def groups_to_show(layout: Layout) -> list[frozenset[Point]]:
    """Return the complete groups and the nearly complete ones, whose open half-discs a single tile can cover."""
    return [
        cluster
        for cluster in _clusters(layout)
        if any(map(layout.whole, cluster)) and _one_tile(layout, beside(layout, open_in(layout, cluster)))
    ]


def open_in(layout: Layout, cluster: Iterable[Point]) -> list[Point]:
    """Return the open half-discs among some discs."""
    return sorted(disc for disc in cluster if not layout.whole(disc))


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


def _clusters(layout: Layout) -> list[frozenset[Point]]:
    """Return the sets of touching discs and half-discs of one colour.

    Half-discs around an empty square count as touching: the tile that covers it completes them all.
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


def _parts(layout: Layout, cluster: frozenset[Point]) -> tuple[Colour, list[Point], list[Point]]:
    """Return the fields of a group."""
    return _colour(layout, min(cluster)), sorted(cluster), open_in(layout, cluster)


def _colour(layout: Layout, disc: Point) -> Colour:
    return cast(Colour, layout.colours[disc])


def _held(game: Dalapapa, tile: int) -> Held | None:
    """Return a tile of a hand with its two faces, None for a hidden one."""
    return None if tile == HIDDEN else Held(tile, game.tiles.faces[tile - 1])


def _moves(game: Dalapapa, view: State) -> list[LegalMove]:
    """Return the legal moves, highest score first."""
    moves = [LegalMove(game.format_move(move), _points(game, view, move)) for move in game.legal_moves(view)]
    return sorted(moves, key=lambda move: -move.points)


def _points(game: Dalapapa, view: State, move: Move) -> int:
    return gain(view, *made(view, lay(game, view, move), move)) if isinstance(move, Place) else 0


def _price(view: State) -> int:
    return SECOND_TILE_PRICE if view.phase == Phase.SECOND else 0


def _worth(number: int) -> int:
    """Return the points of a new disc after so many others (rule 4)."""
    return Score(number + 1, ()).points - Score(number, ()).points
