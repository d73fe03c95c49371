"""Positions of Dakapo that are the same but for a symmetry, and those from which they may have come."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial

from encore.core.parts import Earlier
from encore.core.symmetry import Outline, Piece, canonical
from encore.games.dakapo.rules import Dakapo, State
from encore.games.dakapo.tables import SIZE, each

SHARED = 6
"""Stones up to which many games have the same position."""


def board(game: Dakapo, s: State) -> str:
    """Return the text of all boards that are symmetric to this one; empty for one that many games share."""
    stones = _stones(s)
    return canonical(stones) if len(stones) > SHARED else ""


def outline(game: Dakapo, s: State) -> str:
    """Return the text of the cells with a stone."""
    return _outline(_stones(s)).text()


def earlier(game: Dakapo, s: State) -> Iterator[Earlier]:
    """Yield the boards without one of the stones: each may be the last one."""
    stones = _stones(s)
    if len(stones) <= SHARED + 1:
        return
    whole = _outline(stones)
    for number, (x, y, _, _) in enumerate(stones):
        yield Earlier(whole.less(Outline().more([(x, y)])).text(), partial(_without, stones, number))


def _stones(s: State) -> list[Piece]:
    cells = ((colour, divmod(cell, SIZE)) for colour, cells in enumerate(s.stones) for cell in each(cells))
    return [(2 * file - SIZE + 1, 2 * rank - SIZE + 1, colour, "") for colour, (rank, file) in cells]


def _outline(stones: list[Piece]) -> Outline:
    return Outline().more((x, y) for x, y, _, _ in stones)


def _without(stones: list[Piece], number: int) -> list[str]:
    return [canonical(stones[:number] + stones[number + 1 :])]
