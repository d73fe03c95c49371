"""A move of Da Capo in words."""

from __future__ import annotations

from encore.core.fact import Fact
from encore.games.dacapo.moves import Capture, Deal, Move
from encore.games.dacapo.position import State
from encore.games.dacapo.present.board import find, passed_over, top
from encore.games.dacapo.rules import DaCapo
from encore.games.dacapo.tables import COLOURS, SQUARES


def words(game: DaCapo, before: State, move: Move, after: State) -> Fact:
    """Return a move in words: "green 15 captures red 9 on b4"."""
    if isinstance(move, Deal):
        return Fact("dacapo.told-deal")
    if isinstance(move, Capture):
        own, other = top(before, move.source), top(before, move.target)
        cells = SQUARES[move.source], SQUARES[move.target]
        colour, rival = COLOURS[own.colour], COLOURS[other.colour]
        told = Fact(
            "dacapo.told-capture", *cells, colour=colour, value=own.value, rival=rival, other=other.value, cell=cells[1]
        )
        return _with_passed(before, move, after, told)
    assert before.turn is not None
    here = find(before, before.turn, move.value)
    assert here is not None
    colour, other, cell = COLOURS[before.turn], top(before, move.other), SQUARES[move.other]
    return Fact(
        "dacapo.told-switch", SQUARES[here], cell, colour=colour, value=move.value, other=other.value, cell=cell
    )


def _with_passed(before: State, move: Capture, after: State, told: Fact) -> Fact:
    """Return a capture with who is passed over after it (rule 5)."""
    passed = [COLOURS[colour] for colour in passed_over(before, move, after)]
    if not passed:
        return told
    count, first, last = len(passed), passed[0], passed[-1]
    if after.turn == before.turn:
        colour = COLOURS[top(before, move.source).colour]
        return Fact("dacapo.told-again", *told.cells, move=told, count=count, passed=first, colour=colour)
    return Fact("dacapo.told-skips", *told.cells, move=told, count=count, passed=first, other=last)
