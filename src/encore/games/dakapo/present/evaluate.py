"""The evaluation of a Dakapo position, and why a stone is good: for the graph of a replay and for hints."""

from __future__ import annotations

from collections.abc import Iterator

from encore.core.fact import Fact
from encore.games.dakapo.present.prospect import Prospect, count, each_placement
from encore.games.dakapo.rules import Dakapo, Move, State
from encore.games.dakapo.tables import CELLS, COLOURS, OTHER_CORNERS, each, neighbours

COMPLETES, CORNERED, TRAPS = 0.95, -0.95, 0.9
"""Values for the player to move who can complete a square, has no safe stone, or can leave the opponent none."""
SLOPE = 0.85
"""The value of each unit of the margin in safe stones; ``present.fit`` compares it and the values above with games."""
LEVEL = 0.15
"""A smaller value counts as level: in games of the hard bot such values often changed sides from stone to stone."""
MOST_REASONS = 3
FEW = 3
"""So many safe stones are few."""


def value(game: Dakapo, s: State) -> float:
    """Return who is ahead, from 1 for the first seat to -1 for the second; takes about a millisecond."""
    if outcome := game.outcome(s):
        return sum(1.0 if seat == 0 else -1.0 for seat in outcome.winners)
    worth = _worth(Prospect.of(s))
    return worth if game.to_move(s) == 0 else -worth


def measure(game: Dakapo) -> Fact:
    """Return what ``value`` estimates."""
    return Fact("dakapo.graph-safe")


def _worth(prospect: Prospect) -> float:
    """Return the value of an unfinished position for the player to move."""
    decided, margin = assess(prospect)
    if decided is not None:
        return decided
    worth = SLOPE * margin
    return worth if abs(worth) >= LEVEL else 0.0


def assess(prospect: Prospect) -> tuple[float | None, float]:
    """Return the value that the next two stones decide, or None and the margin in safe stones.

    A player who runs out of safe stones loses. So the margin, from -1 to 1, compares how many safe stones the player
    has with how many a good one of them (the lower quartile) leaves the opponent.
    """
    if any(prospect.wins):
        return COMPLETES, 0.0
    safe = prospect.safe
    if not any(safe):
        return CORNERED, 0.0
    left = sorted(count(prospect.after(move.cell, move.colour).safe) for move in each_placement(safe))
    if not left[0] and prospect.empty.bit_count() > 1:
        return TRAPS, 0.0
    ours, theirs = count(safe), left[len(left) // 4]
    return None, (ours - theirs) / (ours + theirs)


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
