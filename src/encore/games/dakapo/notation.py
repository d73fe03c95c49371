"""Dakapo as text: ``e6r`` a stone, ``e6r!`` a stone with a call, and positions like chess's FEN."""

from __future__ import annotations

import re
from functools import lru_cache

from encore.core.errors import NotationError, quoted
from encore.games.dakapo.tables import CELLS, COLOURS, INDEX, LETTERS, SIZE, SUPPLY

_MOVE = re.compile(r"([a-h][1-8])([rygb])(!?)")
_POSITION = re.compile(r"([rygb1-8]{1,8}(?:/[rygb1-8]{1,8}){7}) ([rygb]!?|-)")
_SPREAD = [int(f"{cells:08b}"[::-1], 16) for cells in range(1 << SIZE)]
"""The cells of a rank as hexadecimal digits, file a first."""
_LETTER_OF_DIGIT = str.maketrans("01234", "." + LETTERS)


def format_stone(cell: int, colour: int, call: bool) -> str:
    """Write a stone on a cell, with ``!`` for a call."""
    return CELLS[cell] + LETTERS[colour] + "!" * call


def parse_stone(text: str) -> tuple[int, int, bool]:
    """Read cell, colour and call."""
    found = _MOVE.fullmatch(text)
    if not found:
        raise NotationError(f"a move is a cell a1 to h8 and a colour r, y, g or b, such as e6r, not {quoted(text)}")
    return INDEX[found[1]], LETTERS.index(found[2]), bool(found[3])


def format_position(stones: tuple[int, ...], last: int | None, called: bool) -> str:
    """Write the ranks from 8 down to 1, then the colour last placed (``!``: with a call that won) or ``-``."""
    ranks = "/".join(map(_format_rank, *[cells.to_bytes(SIZE, "big") for cells in stones]))
    return ranks + " " + ("-" if last is None else LETTERS[last] + "!" * called)


@lru_cache(maxsize=1 << 14)
def _format_rank(red: int, yellow: int, green: int, blue: int) -> str:
    """Write a rank; of one move to the next seven of eight stay as they are."""
    digits = _SPREAD[red] + 2 * _SPREAD[yellow] + 3 * _SPREAD[green] + 4 * _SPREAD[blue]
    text = f"{digits:08x}".translate(_LETTER_OF_DIGIT)
    for length in range(SIZE, 0, -1):
        text = text.replace("." * length, str(length))
    return text


def parse_position(text: str) -> tuple[tuple[int, ...], int | None, bool]:
    """Read stones, the colour last placed and whether a call won."""
    found = _POSITION.fullmatch(text)
    if not found:
        raise NotationError(
            f"a position is eight ranks and the last colour, such as 8/8/8/3ry3/3gb3/8/8/8 -, not {quoted(text)}"
        )
    stones = [0] * len(COLOURS)
    for rank, row in zip(reversed(range(SIZE)), found[1].split("/"), strict=True):
        spread = re.sub(r"\d", lambda run: "." * int(run[0]), row)
        if len(spread) != SIZE or re.search(r"\d\d", row):
            raise NotationError(f"rank {rank + 1} is {quoted(row)}: a rank has 8 cells, a run of empty ones one digit")
        for file, letter in enumerate(spread):
            if letter != ".":
                stones[LETTERS.index(letter)] |= 1 << rank * SIZE + file
    last = None if found[2] == "-" else LETTERS.index(found[2][0])
    _check_counts(stones, last)
    return tuple(stones), last, found[2].endswith("!")


def _check_counts(stones: list[int], last: int | None) -> None:
    for name, cells in zip(COLOURS, stones, strict=True):
        if cells.bit_count() > SUPPLY:
            raise NotationError(f"{cells.bit_count()} {name} stones; there are {SUPPLY} of each colour")
    if last is not None and not stones[last]:
        raise NotationError(f"{COLOURS[last]} was placed last, but no {COLOURS[last]} stone is on the board")
