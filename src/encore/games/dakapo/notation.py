"""The notation of Dakapo: moves such as ``e6r`` and, with a call, ``e6r!``; positions similar to chess's FEN."""

from __future__ import annotations

import re
from functools import lru_cache

from encore.core.errors import NotationError, quoted
from encore.core.fact import Fact
from encore.games.dakapo.tables import CELLS, COLOURS, LETTERS, SIZE, SUPPLY

_POSITION = re.compile(r"([rygb1-8]{1,8}(?:/[rygb1-8]{1,8}){7}) ([rygb]!?|-)")
_SPREAD = [int(f"{cells:08b}"[::-1], 16) for cells in range(1 << SIZE)]
"""The cells of a rank as hexadecimal digits, file a first."""
_LETTER_OF_DIGIT = str.maketrans("01234", "." + LETTERS)


def format_stone(cell: int, colour: int, call: bool) -> str:
    """Write a stone on a cell, with ``!`` for a call."""
    return CELLS[cell] + LETTERS[colour] + "!" * call


_STONES = {
    format_stone(cell, colour, call): (cell, colour, call)
    for cell in range(SIZE**2)
    for colour in range(len(COLOURS))
    for call in (False, True)
}
"""What each text means; a server reads one for every move."""


def parse_stone(text: str) -> tuple[int, int, bool]:
    """Read cell, colour and call."""
    if stone := _STONES.get(text):
        return stone
    raise NotationError(Fact("dakapo.not-a-move", text=quoted(text)))


def format_position(stones: tuple[int, ...], last: int | None, called: bool) -> str:
    """Write the ranks from 8 down to 1, then the colour placed last or ``-``; ``!`` marks a call that won."""
    red, yellow, green, blue = stones
    ranks = map(
        _format_rank,
        red.to_bytes(SIZE, "big"),
        yellow.to_bytes(SIZE, "big"),
        green.to_bytes(SIZE, "big"),
        blue.to_bytes(SIZE, "big"),
    )
    return "/".join(ranks) + " " + ("-" if last is None else LETTERS[last] + "!" * called)


@lru_cache(maxsize=1 << 14)
def _format_rank(red: int, yellow: int, green: int, blue: int) -> str:
    """Write a rank. The results are kept: a move changes only one of the eight ranks."""
    digits = _SPREAD[red] + 2 * _SPREAD[yellow] + 3 * _SPREAD[green] + 4 * _SPREAD[blue]
    text = f"{digits:08x}".translate(_LETTER_OF_DIGIT)
    for length in range(SIZE, 0, -1):
        text = text.replace("." * length, str(length))
    return text


def parse_position(text: str) -> tuple[tuple[int, ...], int | None, bool]:
    """Read the stones, the colour placed last, and whether a call won."""
    found = _POSITION.fullmatch(text)
    if not found:
        raise NotationError(Fact("dakapo.not-a-position", text=quoted(text)))
    stones = [0] * len(COLOURS)
    for rank, row in zip(reversed(range(SIZE)), found[1].split("/"), strict=True):
        spread = re.sub(r"\d", lambda run: "." * int(run[0]), row)
        if len(spread) != SIZE or re.search(r"\d\d", row):
            raise NotationError(Fact("dakapo.not-a-rank", rank=rank + 1, text=quoted(row)))
        for file, letter in enumerate(spread):
            if letter != ".":
                stones[LETTERS.index(letter)] |= 1 << rank * SIZE + file
    last = None if found[2] == "-" else LETTERS.index(found[2][0])
    _check_counts(stones, last)
    return tuple(stones), last, found[2].endswith("!")


def _check_counts(stones: list[int], last: int | None) -> None:
    for name, cells in zip(COLOURS, stones, strict=True):
        if cells.bit_count() > SUPPLY:
            raise NotationError(Fact("dakapo.too-many-stones", count=cells.bit_count(), colour=name, most=SUPPLY))
    if last is not None and not stones[last]:
        raise NotationError(Fact("dakapo.last-colour-missing", colour=COLOURS[last]))
