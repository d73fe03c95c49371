"""Where to look for a move, and the reasons for it."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from encore.core.fact import Fact
from encore.games.dalapapa.clusters import Cluster, Point
from encore.games.dalapapa.layout import Layout, Place, Score, beside_edge
from encore.games.dalapapa.position import SECOND_TILE_PRICE, Phase, State
from encore.games.dalapapa.present.board import gain, groups_to_show, lay, made, moves
from encore.games.dalapapa.rules import Dalapapa, Move, Pass
from encore.games.dalapapa.tiles import COLOURS

WORTH_CLOSING = 3
"""A nearly closed group with at least this many discs is mentioned."""


def where(game: Dalapapa, view: State, move: Move) -> list[str]:
    """Return the two squares that a tile would cover."""
    return _cells(move.squares) if isinstance(move, Place) else []


def reasons(game: Dalapapa, view: State, move: Move) -> list[Fact]:
    """Return the reasons for a legal move, the points first."""
    if isinstance(move, Place):
        return _why_lay(game, view, move)
    if isinstance(move, Pass):
        return [Fact("dalapapa.hint-pass")]
    best = max(other.points for other in moves(game, view) if "@" in other.move)
    paid = best + SECOND_TILE_PRICE
    if best < 0:
        return [Fact("dalapapa.hint-too-dear", points=paid, price=SECOND_TILE_PRICE)]
    return [Fact("dalapapa.hint-keep", points=paid)]


def _why_lay(game: Dalapapa, view: State, place: Place) -> list[Fact]:
    cells = _cells(place.squares)
    if view.phase == Phase.LAY_START:
        return [Fact("dalapapa.hint-start", *cells)]
    layout = lay(game, view, place)
    new, groups = made(view, layout, place)
    said = [_discs(new), *_closed(layout, groups)]
    points = gain(view, new, groups)
    if view.phase == Phase.SECOND:
        change = "rises" if points > 0 else "falls" if points < 0 else "stays"
        said.append(Fact("dalapapa.hint-price", *cells, price=SECOND_TILE_PRICE, change=change, points=abs(points)))
    if moves(game, view)[0].points <= points:
        said.append(Fact("dalapapa.hint-most", *cells))
    if _gifts(view.layout) and not _gifts(layout):
        said.append(Fact("dalapapa.hint-leaves-none", *cells, count=WORTH_CLOSING))
    return said


def _discs(new: list[Point]) -> Fact:
    return Fact("dalapapa.hint-discs", *_around(new), count=len(new), points=Score(len(new), ()).points)


def _closed(layout: Layout, groups: Sequence[frozenset[Point]]) -> list[Fact]:
    """Return what completed groups earn, the largest first, and those of the same colour and size in one sentence."""
    alike = dict[tuple[str, int], list[frozenset[Point]]]()
    for group in reversed(groups):
        alike.setdefault((COLOURS[layout.colours[min(group)]], len(group)), []).append(group)
    return [_alike(colour, count, found) for (colour, count), found in alike.items()]


def _alike(colour: str, count: int, found: list[frozenset[Point]]) -> Fact:
    cells = _around([disc for group in found for disc in group])
    if len(found) == 1:
        return Fact("dalapapa.hint-group", *cells, colour=colour, count=count)
    points = len(found) * count
    return Fact("dalapapa.hint-groups", *cells, colour=colour, count=count, groups=len(found), points=points)


def _gifts(layout: Layout) -> list[Cluster]:
    """Return the large groups that the next player could close with one tile."""
    return [cluster for cluster in groups_to_show(layout) if len(cluster.discs) >= WORTH_CLOSING and cluster.open]


def _around(discs: Iterable[Point]) -> list[str]:
    """Return the squares on both sides of discs."""
    return _cells(sorted({square for disc in discs for square in beside_edge(disc)}))


def _cells(squares: Iterable[Point]) -> list[str]:
    return [f"{x // 2},{y // 2}" for x, y in squares]
