"""A move of Dalapapa in words. The table shows no coordinates, so the words have none."""

from __future__ import annotations

from collections import Counter

from encore.core.fact import Fact
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
    """Return what the points are for: the new discs, then the groups, the largest first and equal ones together."""
    sizes = Counter(reversed(score.groups))
    groups = (Fact("dalapapa.told-group", count=discs, groups=groups) for discs, groups in sizes.items())
    return (Fact("dalapapa.told-discs", count=score.discs), *groups)
