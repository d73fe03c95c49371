"""Layouts of Dalapapa drawn as text, tile sets that fit them, and moves in notation.

A capital letter is a square, two equal letters are a tile; the small letters are the colours of the edges between::

     r r
    bAyAg
     b b
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from textwrap import dedent

import encore
from encore.games.dalapapa import Dalapapa, State

_EAST = ((0, 1), (0, -1), (-1, 0), (-1, 2), (0, 3), (1, 2), (1, 0))
_NORTH = ((-1, 0), (1, 0), (0, -1), (-2, -1), (-3, 0), (-2, 1), (0, 1))
"""Row and column of the discs, seen from the first square: centre, then clockwise from the west (south) end."""


@dataclass(frozen=True)
class Picture:
    """The tile set of a picture, and how its tiles lie: A is tile 1, B is tile 2 and so on, face a up."""

    tiles: str
    places: tuple[str, ...]


def tile_set(faces: Mapping[int, str], other: str = "rrrrrrr") -> str:
    """Return a tile set: for each tile the face that both sides show, or its two faces with a blank between."""
    shown = {tile: faces.get(tile, other) for tile in range(1, 121)}
    return "".join(f"{tile} {face if ' ' in face else f'{face} {face}'}\n" for tile, face in shown.items())


def read_picture(drawing: str) -> Picture:
    """Return the tiles of a drawing; the first square of A is the origin."""
    lines = dedent(drawing).strip("\n").splitlines()
    shown = {(row, column): sign for row, line in enumerate(lines) for column, sign in enumerate(line)}
    squares: dict[str, list[tuple[int, int]]] = {}
    for square, sign in shown.items():
        if sign.isupper():
            squares.setdefault(sign, []).append(square)
    faces: dict[int, str] = {}
    places: list[str] = []
    origin: tuple[int, int] | None = None
    for tile, (_, pair) in enumerate(sorted(squares.items()), 1):
        lies_east = pair[0][0] == pair[1][0]
        row, column = pair[0] if lies_east else pair[1]
        origin = origin or (row, column)
        discs = _EAST if lies_east else _NORTH
        faces[tile] = "".join(shown[row + down, column + right] for down, right in discs)
        x, y = (column - origin[1]) // 2, (origin[0] - row) // 2
        places.append(f"{tile}a@{x},{y}{'e' if lies_east else 'n'}")
    return Picture(tile_set(faces), tuple(places))


RED_SET = tile_set({})


def row(length: int) -> str:
    """Return tiles 1, 2, 3 … as the table of a state, end to end to the east."""
    return "/".join(f"{tile}a@{2 * tile - 2},0e" for tile in range(1, length + 1))


def play(game: Dalapapa, s: State, *moves: str) -> State:
    """Return the state after these moves."""
    for move in moves:
        s = game.play(s, game.parse_move(s, move))
    return s


def listed(game: Dalapapa, s: State) -> list[str]:
    """Return the legal moves as text."""
    return [game.format_move(move) for move in game.legal_moves(s)]


def refuses(game: Dalapapa, s: State, move: str) -> bool:
    """Tell whether the rules forbid a move; the list of legal moves must agree."""
    try:
        play(game, s, move)
    except encore.IllegalMove:
        assert move not in listed(game, s)
        return True
    assert move in listed(game, s) or game.to_move(s) == encore.DEALER
    return False
