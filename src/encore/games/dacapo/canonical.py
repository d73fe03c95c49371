"""Positions of Da Capo that are the same but for a symmetry, and those from which they may have come."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial
from itertools import takewhile

from encore.core.parts import Earlier
from encore.core.symmetry import Outline, Point, canonical
from encore.games.dacapo.position import State
from encore.games.dacapo.rules import DaCapo
from encore.games.dacapo.tables import FISH, LINES, SHARK, SIZE, Pile, Sea


def board(game: DaCapo, s: State) -> str:
    """Return the text of all boards that are symmetric to this one; empty before the deal."""
    return _text(s.piles)


def outline(game: DaCapo, s: State) -> str:
    """Return the text of the squares with a pile."""
    return _outline(s.piles).text()


def earlier(game: DaCapo, s: State) -> Iterator[Earlier]:
    """Yield the boards before a capture, by the square that it left, and those before a switch.

    What lies under a top fish is not known, so the captured fish may be any that is not on top of a pile.
    """
    whole = _outline(s.piles)
    for source, pile in enumerate(s.piles):
        if pile is None:
            met = [target for target in _met(s.piles, source) if _height(s.piles[target]) > 1]
            if met:
                yield Earlier(whole.more([_point(source)]).text(), partial(_captured, game, s.piles, source, met))
    if game.players > 1:
        yield Earlier(whole.text(), partial(_switched, s.piles))


def _met(piles: Sea, source: int) -> Iterator[int]:
    """Yield the first square with a pile in each direction."""
    for line in LINES[source]:
        empty = sum(1 for _ in takewhile(lambda square: piles[square] is None, line))
        if empty < len(line):
            yield line[empty]


def _captured(game: DaCapo, piles: Sea, source: int, targets: list[int]) -> Iterator[str]:
    tops = {(pile.colour, pile.value) for pile in piles if pile}
    below = [fish for fish in FISH[game.players] if (fish.colour, fish.value) not in tops]
    for target in targets:
        colour, value, height = piles[target] or Pile(0, 0)
        for captured in below:
            if captured.value > value or captured.colour == colour:
                continue
            for high in range(1, height):
                before = list(piles)
                before[source] = Pile(colour, value, height - high)
                before[target] = captured._replace(height=high)
                yield _text(tuple(before))


def _switched(piles: Sea) -> Iterator[str]:
    for here, big in enumerate(piles):
        if big is None or big.value < SHARK:
            continue
        for there, other in enumerate(piles):
            if other and other.colour == big.colour and other.value < big.value:
                before = list(piles)
                before[here], before[there] = other, big
                yield _text(tuple(before))


def _height(pile: Pile | None) -> int:
    return pile.height if pile else 0


def _point(square: int) -> Point:
    middle = SIZE - 1
    return 2 * (square % SIZE) - middle, 2 * (square // SIZE) - middle


def _outline(piles: Sea) -> Outline:
    return Outline().more(_point(square) for square, pile in enumerate(piles) if pile)


def _text(piles: Sea) -> str:
    return canonical(
        (*_point(square), pile.colour, f"{pile.value}/{pile.height}") for square, pile in enumerate(piles) if pile
    )
