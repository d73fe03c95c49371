"""A move of Da Capo in words."""

from __future__ import annotations

from encore.core.fact import Fact
from encore.games.dacapo.moves import Capture, Deal, Move
from encore.games.dacapo.position import State
from encore.games.dacapo.present.board import find, top
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
        return Fact(
            "dacapo.told-capture", *cells, colour=colour, value=own.value, rival=rival, other=other.value, cell=cells[1]
        )
    assert before.turn is not None
    here = find(before, before.turn, move.value)
    assert here is not None
    colour, other, cell = COLOURS[before.turn], top(before, move.other), SQUARES[move.other]
    return Fact(
        "dacapo.told-switch", SQUARES[here], cell, colour=colour, value=move.value, other=other.value, cell=cell
    )
