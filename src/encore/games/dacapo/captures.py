"""Rule 4: which pile may capture which."""

from __future__ import annotations

from collections.abc import Iterator

from encore.core.fact import Fact
from encore.games.dacapo.moves import Capture
from encore.games.dacapo.tables import COLOURS, LINES, SIZE, SQUARES, Sea


def captures(piles: Sea, colour: int) -> Iterator[tuple[int, int]]:
    """Yield source and target of every capture of a colour."""
    for source, pile in enumerate(piles):
        if pile is not None and pile.colour == colour:
            for line in LINES[source]:
                for target in line:
                    met = piles[target]
                    if met is not None:
                        if met.colour != colour and met.value <= pile.value:
                            yield source, target
                        break


def can_capture(piles: Sea, colour: int) -> bool:
    """Tell whether a colour has a capture."""
    return next(captures(piles, colour), None) is not None


def why_not_capture(piles: Sea, colour: int, move: Capture) -> Fact | None:
    """Return what forbids a capture, None if nothing does."""
    if not (0 <= move.source < SIZE * SIZE and 0 <= move.target < SIZE * SIZE):
        return Fact("dacapo.no-such-square")
    here, there = SQUARES[move.source], SQUARES[move.target]
    own, other = piles[move.source], piles[move.target]
    if own is None or own.colour != colour:
        return Fact("dacapo.no-own-fish", here, cell=here, colour=COLOURS[colour])
    if other is None:
        return Fact("dacapo.empty-target", there, cell=there)
    if other.colour == colour:
        return Fact("dacapo.own-target", there, cell=there, colour=COLOURS[colour])
    line = next((line for line in LINES[move.source] if move.target in line), None)
    if line is None:
        return Fact("dacapo.not-in-line", here, there, here=here, there=there)
    for square in line[: line.index(move.target)]:
        if piles[square]:
            between = SQUARES[square]
            return Fact("dacapo.blocked", between, cell=between, here=here, there=there)
    if other.value > own.value:
        return Fact("dacapo.too-high", here, there, value=own.value, other=other.value)
    return None
