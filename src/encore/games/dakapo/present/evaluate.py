"""Why a stone is good, for hints."""

from __future__ import annotations

from collections.abc import Iterator

from encore.core.fact import Fact
from encore.games.dakapo.present.prospect import Prospect, count
from encore.games.dakapo.rules import Dakapo, Move, State
from encore.games.dakapo.tables import CELLS, COLOURS, OTHER_CORNERS, each, neighbours

MOST_REASONS = 3
FEW = 3
"""So many safe stones are few."""


def where(game: Dakapo, view: State, move: Move) -> list[str]:
    """Return the empty cell where the stone goes; the reasons point at the stones that matter."""
    return [CELLS[move.cell]]


def _corners(own: int, cell: int) -> int:
    """Return the stones that would form squares with a stone of their colour on a cell."""
    found = 0
    for corners in OTHER_CORNERS[cell]:
        if own & corners == corners:
            found |= corners
    return found


def _names(cells: int) -> list[str]:
    return [CELLS[cell] for cell in each(cells)]


def reasons(game: Dakapo, view: State, move: Move) -> list[Fact]:
    """Return why a legal move is good, the most important reason first; nothing for a move that only does harm."""
    corners = _corners(view.stones[move.colour], move.cell)
    if corners and (move.call or game.options["call"] == "auto"):
        square = _names(corners | 1 << move.cell)
        completes = Fact("dakapo.reason-completes", *square, colour=COLOURS[move.colour])
        return [completes, Fact("dakapo.reason-called", CELLS[move.cell])] if move.call else [completes]
    if outcome := game.outcome(game.play(view, move)):
        return [Fact("dakapo.reason-leaves-no-placement" if outcome.winners else "dakapo.reason-fills-board")]
    return list(_quiet_reasons(Prospect.of(view), move))[:MOST_REASONS]


def _quiet_reasons(before: Prospect, move: Move) -> Iterator[Fact]:
    """Yield the reasons of a stone that does not end the game."""
    after = before.after(move.cell, move.colour)
    cell, colour = CELLS[move.cell], COLOURS[move.colour]
    for other in _stopped(before, move):
        corners = _names(_corners(before.stones[other], move.cell))
        yield Fact("dakapo.reason-stops", cell, *corners, colour=COLOURS[other], cell=cell)
    if any(after.wins):
        if not any(before.safe) and not any(before.wins):
            yield Fact("dakapo.reason-nothing-safe")
        return
    yield from _threats(after, move.colour)
    safe, placements = count(before.safe), count(before.placements)
    if safe == 1 < placements and not any(before.wins):
        yield Fact("dakapo.reason-only-safe", cell)
    elif safe < placements:
        yield Fact("dakapo.reason-safe", cell)
    for closed in each(before.fourth[move.colour] & before.free(move.colour) & neighbours(1 << move.cell)):
        yield Fact("dakapo.reason-rules-out", CELLS[closed], colour=colour, cell=CELLS[closed])
    yield from _room(before, after)


def _stopped(before: Prospect, move: Move) -> Iterator[int]:
    """Yield the colours in which the opponent could have completed a square on the cell of the stone."""
    for colour in range(4):
        if colour != move.colour and before.finishes(colour) >> move.cell & 1:
            yield colour


def _threats(after: Prospect, colour: int) -> Iterator[Fact]:
    """Yield what a stone threatens in its own colour, which the opponent may not place next."""
    cells = _names(after.finishes(colour))
    if len(cells) == 1:
        yield Fact("dakapo.reason-threatens", cells[0], colour=COLOURS[colour], cell=cells[0])
    elif cells:
        first, second = cells[:2]
        yield Fact("dakapo.reason-threatens-twice", first, second, first=first, second=second)


def _room(before: Prospect, after: Prospect) -> Iterator[Fact]:
    """Yield how few safe stones the opponent has, or that no square can be completed yet."""
    left = count(after.safe)
    if left == 0 and after.finishes(after.last or 0).bit_count() < 2:
        yield Fact("dakapo.reason-wins-next")
    elif 0 < left <= FEW:
        red, yellow, green, blue = after.safe
        yield Fact("dakapo.reason-few-safe", *_names(red | yellow | green | blue), count=left)
    elif left and before.safe == before.placements:
        yield Fact("dakapo.reason-quiet")
