"""What the page draws of a Dakapo position: the stones, the legal placements, and the complete squares."""

from __future__ import annotations

from functools import cache
from math import atan2
from typing import Literal

from msgspec import Struct
from msgspec.structs import replace

from encore.games.dakapo.rules import Dakapo, Move, State
from encore.games.dakapo.tables import CELLS, COLOURS, SIZE, SQUARES, SUPPLY, Colour, each


class Placement(Struct, frozen=True):
    """A legal move: its notation, and what it places where."""

    move: str
    cell: str
    colour: Colour
    call: bool


class Square(Struct, frozen=True):
    """A complete square, its corners in order around it; ``won`` if it decided the game."""

    colour: Colour
    cells: tuple[str, ...]
    won: bool


class Picture(Struct, frozen=True):
    """The board: stones by cell, the colour that rule 3 forbids, the supply, and the moves of the seat."""

    stones: dict[str, Colour]
    forbidden: Colour | None
    supply: dict[Colour, int]
    squares: tuple[Square, ...]
    call: Literal["auto", "spoken"]
    moves: tuple[Placement, ...]


class Preview(Struct, frozen=True):
    """The board after a move, and the squares that the move completes."""

    picture: Picture
    completes: tuple[Square, ...]


def picture(game: Dakapo, view: State, seat: int | None) -> Picture:
    """Return what the page draws for a seat; only the seat to move has moves."""
    mover = game.to_move(view)
    legal = game.legal_moves(view) if seat is not None and seat == mover else ()
    return Picture(
        stones={CELLS[cell]: COLOURS[colour] for colour, own in enumerate(view.stones) for cell in each(own)},
        forbidden=None if mover is None or view.last is None else COLOURS[view.last],
        supply={name: SUPPLY - own.bit_count() for name, own in zip(COLOURS, view.stones, strict=True)},
        squares=_squares(view),
        call="spoken" if game.options["call"] == "spoken" else "auto",
        moves=tuple(
            Placement(game.format_move(move), CELLS[move.cell], COLOURS[move.colour], move.call) for move in legal
        ),
    )


def preview(game: Dakapo, view: State, move: Move) -> Preview:
    """Return the board after a stone, and the squares it would complete.

    With ``call=spoken`` the player must find the squares, so the preview shows the stone but none of its squares.
    """
    before, after = picture(game, view, None), picture(game, game.play(view, move), None)
    if game.options["call"] == "spoken":
        after = replace(after, squares=before.squares, forbidden=COLOURS[move.colour])
    return Preview(after, tuple(square for square in after.squares if square not in before.squares))


def _squares(s: State) -> tuple[Square, ...]:
    """Return the complete squares, including those that nobody called."""
    return tuple(
        Square(COLOURS[colour], _around(square), s.won and colour == s.last)
        for colour, own in enumerate(s.stones)
        for square in SQUARES
        if own & square == square
    )


@cache
def _around(square: int) -> tuple[str, ...]:
    """Return the corners of a square in order around it."""
    corners = list(each(square))
    x, y = (sum(axis) / len(corners) for axis in zip(*(divmod(cell, SIZE) for cell in corners), strict=True))
    corners.sort(key=lambda cell: atan2(cell // SIZE - x, cell % SIZE - y))
    return tuple(CELLS[cell] for cell in corners)
