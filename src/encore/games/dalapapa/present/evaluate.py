"""Where to look for a move, and why it is good, in the game's words. Points are what a position is worth here."""

from __future__ import annotations

from encore.games.dalapapa.layout import Layout, Place, Point, Score
from encore.games.dalapapa.position import SECOND_TILE_PRICE, Phase, State
from encore.games.dalapapa.present.board import gain, groups_to_show, lay, made, open_in
from encore.games.dalapapa.rules import Dalapapa, Move, Pass
from encore.games.dalapapa.tiles import COLOURS

WORTH_CLOSING = 3
"""From so many discs on, a nearly closed group is a gift to whoever holds the tile for it."""


def where(game: Dalapapa, view: State, move: Move) -> list[str]:
    """Return the two squares that a tile would cover."""
    return [f"{x // 2},{y // 2}" for x, y in move.squares] if isinstance(move, Place) else []


def reasons(game: Dalapapa, view: State, move: Move) -> list[str]:
    """Return what speaks for a legal move, the points first."""
    if isinstance(move, Place):
        return _why_lay(game, view, move)
    if isinstance(move, Pass):
        return ["no tile of the hand fits anywhere"]
    best = max(_gain(game, view, other) for other in game.legal_moves(view) if isinstance(other, Place))
    paid = best + SECOND_TILE_PRICE
    if best < 0:
        return [f"the second tile would earn {_points(paid)} at most and costs {SECOND_TILE_PRICE}"]
    return [f"the second tile earns {_points(paid)} at most; kept in the hand it may earn more later"]


def _why_lay(game: Dalapapa, view: State, place: Place) -> list[str]:
    if view.phase == Phase.LAY_START:
        return ["tiles of the start earn nothing, so any place will do"]
    layout = lay(game, view, place)
    new, groups = made(view, layout, place)
    said = [_discs(len(new))] + [_closed(layout, group) for group in reversed(groups)]
    points = gain(view, new, groups)
    if view.phase == Phase.SECOND:
        said.append(f"after the price of {SECOND_TILE_PRICE} the total changes by {points:+}")
    if all(_gain(game, view, other) <= points for other in game.legal_moves(view)):
        said.append("no other move earns more now")
    return said + _left_behind(view.layout, layout)


def _gain(game: Dalapapa, view: State, move: Move) -> int:
    return gain(view, *made(view, lay(game, view, move), move)) if isinstance(move, Place) else 0


def _discs(number: int) -> str:
    made_of = "it makes a new disc" if number == 1 else f"it makes {number} new discs"
    return f"{made_of}, worth {_points(Score(number, ()).points)}"


def _closed(layout: Layout, group: frozenset[Point]) -> str:
    colour = COLOURS[layout.colours[min(group)]]
    return f"it completes a {colour} group of {len(group)}, worth {_points(len(group))}"


def _points(number: int) -> str:
    return f"{number} point{'s' * (number != 1)}"


def _left_behind(before: Layout, after: Layout) -> list[str]:
    """Tell what the next player finds: a group taken out of their reach, or nothing that one tile could close."""
    found, left = _gifts(before), _gifts(after)
    if found and not left:
        return [f"it leaves no group of {WORTH_CLOSING} or more that a single tile could close"]
    return []


def _gifts(layout: Layout) -> list[frozenset[Point]]:
    return [group for group in groups_to_show(layout) if len(group) >= WORTH_CLOSING and open_in(layout, group)]
