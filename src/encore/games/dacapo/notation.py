"""Da Capo as text: captures (``c3xc5``), switches (``16/b2``) and layouts, which are like FEN in chess."""

from __future__ import annotations

import re

from encore.core.errors import NotationError, quoted
from encore.core.fact import Fact
from encore.games.dacapo.tables import INDEX, LETTERS, SIZE, SQUARES, Pile, Sea

_PILE = r"[rpgy](?:1[0-6]|[1-9])(?:\*(?:3[0-6]|[12]\d|[2-9]))?"
_ROW = rf"(?:\.|{_PILE}){{{SIZE}}}"
_LAYOUT = re.compile(rf"{_ROW}(?:/{_ROW}){{{SIZE - 1}}}", re.ASCII)
_CAPTURE = re.compile(r"([a-f][1-6])x([a-f][1-6])")
_SWITCH = re.compile(r"(16|15)/([a-f][1-6])")


def format_capture(source: int, target: int) -> str:
    """Write ``c3xc5``."""
    return f"{SQUARES[source]}x{SQUARES[target]}"


def parse_capture(text: str) -> tuple[int, int] | None:
    """Read the squares of a capture; None if the text is not one."""
    found = _CAPTURE.fullmatch(text)
    return (INDEX[found[1]], INDEX[found[2]]) if found else None


def format_switch(value: int, other: int) -> str:
    """Write ``16/b2``."""
    return f"{value}/{SQUARES[other]}"


def parse_switch(text: str) -> tuple[int, int] | None:
    """Read value and square of a switch; None if the text is not one."""
    found = _SWITCH.fullmatch(text)
    return (int(found[1]), INDEX[found[2]]) if found else None


def format_layout(piles: Sea) -> str:
    """Write the piles, ranks from 6 down to 1."""
    written = ["." if pile is None else format_pile(pile) for pile in piles]
    return "/".join("".join(written[row : row + SIZE]) for row in range(0, SIZE * SIZE, SIZE))


def format_pile(pile: Pile) -> str:
    """Write ``r12``, or ``p16*5`` for a pile of five."""
    return f"{LETTERS[pile.colour]}{pile.value}" + (f"*{pile.height}" if pile.height > 1 else "")


def parse_layout(text: str) -> Sea:
    """Read the piles of a layout."""
    if not _LAYOUT.fullmatch(text):
        raise NotationError(Fact("dacapo.not-a-layout", text=quoted(text)))
    return tuple(_parse_pile(square) for square in re.findall(rf"\.|{_PILE}", text))


def _parse_pile(text: str) -> Pile | None:
    if text == ".":
        return None
    value, _, height = text[1:].partition("*")
    return Pile(LETTERS.index(text[0]), int(value), int(height or 1))


def format_order(order: tuple[int, ...]) -> str:
    """Write colours in order of play."""
    return "".join(LETTERS[colour] for colour in order)


def parse_order(text: str) -> tuple[int, ...]:
    """Read the four colours in order of play."""
    if len(text) != len(LETTERS) or set(text) != set(LETTERS):
        raise NotationError(Fact("dacapo.not-an-order", text=quoted(text)))
    return tuple(LETTERS.index(letter) for letter in text)
