"""A move of Dalapapa in words. The table shows no coordinates, so the words have none."""

from __future__ import annotations

from encore.core.fact import Fact, plain
from encore.games.dalapapa.layout import Place, Score
from encore.games.dalapapa.position import SECOND_TILE_PRICE, Phase, State
from encore.games.dalapapa.present.evaluate import where
from encore.games.dalapapa.rules import Dalapapa, Draw, Move, Stop


def words(game: Dalapapa, before: State, move: Move, after: State) -> Fact:
    """Return a move in words: "lays a tile, +5: 2 discs and a group of 3". A draw tells only how many tiles it is."""
    if isinstance(move, Place):
        return _lay(game, before, move, after)
    if isinstance(move, Draw):
        return Fact("dalapapa.told-draw", count=len(move.tiles))
    return Fact("dalapapa.told-stop") if isinstance(move, Stop) else Fact("dalapapa.told-pass")


def _lay(game: Dalapapa, before: State, place: Place, after: State) -> Fact:
    cells = where(game, before, place)
    if before.phase == Phase.LAY_START:
        return Fact("dalapapa.told-start", *cells)
    score = after.layout.score(place)
    earned, points = _earned(score), score.points
    if before.phase == Phase.SECOND:
        return Fact("dalapapa.told-second", *cells, price=SECOND_TILE_PRICE, points=points, earned=earned)
    return Fact("dalapapa.told-lay", *cells, points=points, earned=earned)


def _earned(score: Score) -> tuple[Fact, ...]:
    """Return what the points are for: the new discs, then the groups, the largest first."""
    discs = Fact("dalapapa.told-discs", count=score.discs)
    if not score.groups:
        return (discs,)
    sizes = sorted(score.groups, reverse=True)
    if sizes[0] == sizes[-1]:
        return discs, Fact("dalapapa.told-group", count=sizes[0], groups=len(sizes))
    return discs, Fact("dalapapa.told-groups", sizes=tuple(plain(str(size)) for size in sizes))
