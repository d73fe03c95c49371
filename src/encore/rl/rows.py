"""Games move by move as numbers: by the game's compiled rows where it has them, else by its rules and encoding."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from contextlib import contextmanager
from random import Random
from threading import Event, Thread
from typing import TYPE_CHECKING, Any

from encore.core.encoding import Encoding
from encore.core.game import DEALER, AnyGame
from encore.core.parts import Rows
from encore.core.registry import package_of

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

SILENCE = 2.0
"""Seconds that kernels may take before a line says what is waited for."""


class StateRows:
    """The rows of a game that has no compiled ones: the states of its rules."""

    def __init__(self, game: AnyGame, encoding: Encoding) -> None:
        self._game, self._encoding = game, encoding

    def row(self, s: Any) -> Any:
        """Return the state."""
        return s

    def state(self, row: Any) -> Any:
        """Return the row."""
        return row

    def to_move(self, row: Any) -> int | None:
        """Return the seat to move, DEALER, or None when the game is over."""
        return self._game.to_move(row)

    def mask(self, row: Any) -> NDArray[np.int8]:
        """Return 1 for each legal action."""
        return self._encoding.mask(row)

    def move(self, row: Any, action: int) -> Any:
        """Return the move of a legal action."""
        return self._encoding.move(row, action)

    def play(self, row: Any, action: Any) -> Any:
        """Return the state after an action, or raise IllegalMove."""
        return self._game.play(row, self._encoding.move(row, action))

    def deal(self, row: Any, rng: Random) -> Any:
        """Return the state after a random move of the dealer."""
        return self._game.play(row, self._game.deal(row, rng))

    def dealt(self, row: Any, move: Any) -> Any:
        """Return the state after a move of the dealer."""
        return self._game.play(row, move)

    def observe(self, row: Any, seat: int) -> NDArray[np.int8]:
        """Return the observation of a seat."""
        return self._encoding.observe(self._game.view(row, seat), seat)


def rows_of(game: AnyGame, encoding: Encoding) -> Rows:
    """Return the rows of a game, ready to be used; the readable ones where there is no compiler."""
    try:
        compiled = package_of(type(game)).rows.load()
    except ModuleNotFoundError as error:
        if error.name != "numba":
            raise
        compiled = None
    if compiled is None:
        return StateRows(game, encoding)
    with _telling(game.title):
        rows = compiled(game)
        prepare(game, rows)
    return rows


def prepare(game: AnyGame, rows: Rows) -> None:
    """Load or compile what rows need, by a first move."""
    rng, row = Random(0), rows.row(game.initial())
    while rows.to_move(row) == DEALER:
        row = rows.deal(row, rng)
    seat = rows.to_move(row)
    if seat is not None:
        rows.observe(row, seat)
        rows.play(row, int(rows.mask(row).argmax()))


@contextmanager
def _telling(title: str) -> Iterator[None]:
    """Say on standard error what is waited for, if it takes longer than a moment."""
    over = Event()
    teller = Thread(target=_tell, args=(title, over), daemon=True)
    teller.start()
    try:
        yield
    finally:
        over.set()
        teller.join()


def _tell(title: str, over: Event) -> None:
    if not over.wait(SILENCE):
        line = f"encore: compiling what {title} needs; this happens once (encore warm does it beforehand)"
        print(line, file=sys.stderr, flush=True)  # noqa: T201
