"""Dakapo for the page: what lies on the board, what may be placed, and the squares that are complete."""

from __future__ import annotations

from functools import cache
from math import atan2
from typing import Any

from encore.games.dakapo.rules import Dakapo, Move, State
from encore.games.dakapo.tables import CELLS, COLOURS, SIZE, SQUARES, SUPPLY, each


def picture(game: Dakapo, view: State, seat: int | None) -> dict[str, Any]:
    """Return what a page draws: stones, the colour that rule 3 forbids, the supply, squares, and the seat's moves."""
    mover = game.to_move(view)
    legal = game.legal_moves(view) if seat is not None and seat == mover else ()
    return {
        "stones": {CELLS[cell]: COLOURS[colour] for colour, own in enumerate(view.stones) for cell in each(own)},
        "forbidden": None if mover is None or view.last is None else COLOURS[view.last],
        "supply": {name: SUPPLY - own.bit_count() for name, own in zip(COLOURS, view.stones, strict=True)},
        "squares": _squares(view),
        "call": game.options["call"],
        "moves": [_move(game, move) for move in legal],
    }


def preview(game: Dakapo, view: State, move: Move) -> dict[str, Any]:
    """Return the board with the stone, and the squares it would complete.

    Where squares are called, seeing them is the mover's own task: the stone is shown and nothing is said of squares.
    """
    before, after = picture(game, view, None), picture(game, game.play(view, move), None)
    if game.options["call"] == "spoken":
        after |= {"squares": before["squares"], "forbidden": COLOURS[move.colour]}
    return {"picture": after, "completes": [square for square in after["squares"] if square not in before["squares"]]}


def _move(game: Dakapo, move: Move) -> dict[str, Any]:
    return {
        "move": game.format_move(move),
        "cell": CELLS[move.cell],
        "colour": COLOURS[move.colour],
        "call": move.call,
    }


def _squares(s: State) -> list[dict[str, Any]]:
    """Return the complete squares, also those that nobody called; ``won`` is said of the colour that has won."""
    return [
        {"colour": COLOURS[colour], "cells": _round(square), "won": s.won and colour == s.last}
        for colour, own in enumerate(s.stones)
        for square in SQUARES
        if own & square == square
    ]


@cache
def _round(square: int) -> list[str]:
    """Return the corners of a square in the order of a walk around it."""
    corners = list(each(square))
    x, y = (sum(axis) / len(corners) for axis in zip(*(divmod(cell, SIZE) for cell in corners), strict=True))
    corners.sort(key=lambda cell: atan2(cell // SIZE - x, cell % SIZE - y))
    return [CELLS[cell] for cell in corners]
