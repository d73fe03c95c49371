"""Who is ahead in Dakapo, and why a stone is good: for the graph of a replay and for hints."""

from __future__ import annotations

from collections.abc import Iterator

from encore.games.dakapo.present.prospect import Prospect, count, each_placement
from encore.games.dakapo.rules import Dakapo, Move, State
from encore.games.dakapo.tables import CELLS, COLOURS, OTHER_CORNERS, each, neighbours

COMPLETES, CORNERED, TRAPS = 0.95, -0.9, 0.85
"""Worth of a square to complete now, of having no safe stone, and of leaving the opponent none."""
LEVEL = 0.1
"""Below this nobody is ahead: in games of the hard bot smaller values changed sides like the turns."""
MOST_REASONS = 3
FEW = 3


def value(game: Dakapo, s: State) -> float:
    """Return who is ahead, 1 for the first seat to -1 for the second; about a millisecond.

    Who runs out of safe stones loses, so beyond what is decided within two stones it compares how many the mover has
    with how many a good one of them (the lower quartile) leaves the opponent.
    """
    if outcome := game.outcome(s):
        return sum(1.0 if seat == 0 else -1.0 for seat in outcome.winners)
    prospect = Prospect.of(s)
    worth = _worth(prospect)
    return worth if game.to_move(s) == 0 else -worth


def _worth(prospect: Prospect) -> float:
    """Return what a position that goes on is worth to its mover."""
    if any(prospect.wins):
        return COMPLETES
    safe = prospect.safe
    if not any(safe):
        return CORNERED
    left = sorted(count(prospect.after(move.cell, move.colour).safe) for move in each_placement(safe))
    if not left[0] and prospect.empty.bit_count() > 1:
        return TRAPS
    ours, theirs = count(safe), left[len(left) // 4]
    worth = 0.6 * (ours - theirs) / (ours + theirs)
    return worth if abs(worth) >= LEVEL else 0.0


def where(game: Dakapo, view: State, move: Move) -> list[str]:
    """Return the stones to look at: of the square to complete, to stop or to prepare, else those beside the cell."""
    prospect, own = Prospect.of(view), view.stones[move.colour]
    looked = _corners(own, move.cell)
    for colour, _ in _stopped(prospect, move):
        looked |= _corners(view.stones[colour], move.cell)
    if not looked:
        after = prospect.after(move.cell, move.colour)
        for cell in each(after.finishes(move.colour)):
            looked |= _corners(own | 1 << move.cell, cell)
    looked = looked or neighbours(1 << move.cell) & view.occupied
    return [CELLS[cell] for cell in each(looked & ~(1 << move.cell))]


def _corners(own: int, cell: int) -> int:
    """Return the stones that a stone of their colour on a cell would make squares with."""
    found = 0
    for corners in OTHER_CORNERS[cell]:
        if own & corners == corners:
            found |= corners
    return found


def reasons(game: Dakapo, view: State, move: Move) -> list[str]:
    """Return why a legal move is good, the weightiest reason first; none for a move that only does harm."""
    if _corners(view.stones[move.colour], move.cell):
        if game.options["call"] == "auto":
            return [f"it completes {_square(move.colour)}"]
        if move.call:
            return [f"it completes {_square(move.colour)}", "it is called, and only a called square counts"]
    after = game.play(view, move)
    if outcome := game.outcome(after):
        return ["it leaves the opponent no stone to place" if outcome.winners else "it fills the board: a tie"]
    return list(_quiet_reasons(Prospect.of(view), move))[:MOST_REASONS]


def _quiet_reasons(before: Prospect, move: Move) -> Iterator[str]:
    """Yield the reasons of a stone that does not end the game."""
    after = before.after(move.cell, move.colour)
    for colour, cell in _stopped(before, move):
        yield f"it stops {_square(colour)} on {CELLS[cell]}"
    if any(after.wins):
        if not any(before.safe) and not any(before.wins):
            yield "every stone leaves the opponent a square to complete"
        return
    yield from _threats(after, move.colour)
    safe, placements = count(before.safe), count(before.placements)
    if safe == 1 < placements and not any(before.wins):
        yield "no other stone is safe: it leaves the opponent no square to complete"
    elif safe < placements:
        yield "it leaves the opponent no square to complete"
    for cell in each(before.fourth[move.colour] & before.free(move.colour) & neighbours(1 << move.cell)):
        yield f"it closes {CELLS[cell]} to {_square(move.colour)}"
    yield from _room(before, after)


def _stopped(before: Prospect, move: Move) -> Iterator[tuple[int, int]]:
    """Yield colour and cell of the squares that the opponent could have completed where the stone goes."""
    for colour in range(4):
        if colour != move.colour and before.finishes(colour) >> move.cell & 1:
            yield colour, move.cell


def _threats(after: Prospect, colour: int) -> Iterator[str]:
    """Yield what a stone prepares in its own colour, which the opponent may not play next."""
    cells = [CELLS[cell] for cell in each(after.finishes(colour))]
    if len(cells) == 1:
        yield f"it prepares {_square(colour)}: the opponent must fill {cells[0]}"
    elif cells:
        yield f"it prepares two squares at once, on {cells[0]} and {cells[1]}: only one can be stopped"


def _room(before: Prospect, after: Prospect) -> Iterator[str]:
    """Yield how little a safe stone leaves the opponent, or that there is nothing to fear yet."""
    left = count(after.safe)
    if left == 0 and after.finishes(after.last or 0).bit_count() < 2:
        yield "whatever the opponent places, a square can be completed next"
    elif left == 1:
        yield "it leaves the opponent a single safe stone"
    elif 1 < left <= FEW:
        yield f"it leaves the opponent only {left} safe stones"
    elif left and before.safe == before.placements:
        yield "nothing can be completed yet: every stone is still safe"


def _square(colour: int) -> str:
    return f"a {COLOURS[colour]} square"
