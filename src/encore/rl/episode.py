"""A running game that is played with numbers: seats play actions, and the dealer's moves are played automatically."""

from __future__ import annotations

from copy import copy
from random import Random
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from encore.core.encoding import encoding_of
from encore.core.errors import OptionError, UnknownOption, quoted
from encore.core.game import DEALER, AnyGame
from encore.core.registry import load
from encore.rl.rows import rows_of

MODES = ("human", "ansi", "rgb_array")
"""How a game can be rendered: printed, as text, or as a picture."""


class UnknownKeyword(UnknownOption, TypeError):
    """A keyword that an environment does not have; TorchRL tries its own and expects Python's own error."""


class _Played(NamedTuple):
    """An action and where it was played: the move is found when somebody asks for it."""

    row: Any
    action: Any


class Episode:
    """The position of a game, the seat to move, and the random generator of the deals.

    Copies, ``pickle`` too, are lossless: they go on with the same deals. Games, encodings and rows never change, so
    copies share them and cost little.
    """

    def __init__(self, game: AnyGame) -> None:
        self.game = game
        self.encoding = encoding_of(game)
        self.seat: int | None = None
        self._last: Any = None
        self._rows = rows_of(game, self.encoding)
        self._row = self._start = self._rows.row(game.initial())
        self._dealer = Random()
        self._mask: NDArray[np.int8] | None = None

    @property
    def s(self) -> Any:
        """The state of the readable rules."""
        return self._rows.state(self._row)

    @s.setter
    def s(self, s: Any) -> None:
        self._row, self._mask = self._rows.row(s), None

    @property
    def last(self) -> Any:
        """The last move of a seat; None before the first one."""
        last = self._last
        return self._rows.move(last.row, last.action) if isinstance(last, _Played) else last

    @last.setter
    def last(self, move: Any) -> None:
        self._last = move

    def start(self, seed: int | None = None) -> None:
        """Start a game; without a seed the random deals continue from the last game."""
        if seed is not None:
            self._dealer = Random(f"{seed}/dealer")
        self._last = None
        self._go_on(self._start)

    def act(self, action: Any) -> None:
        """Play an action of the seat to move, or raise IllegalMove with the rule; then nothing has changed."""
        row = self._row
        self._go_on(self._rows.play(row, action))
        self._last = _Played(row, action)

    def play(self, move: Any) -> None:
        """Play a move of the seat to move, or raise IllegalMove with the rule."""
        self.act(self.encoding.code(self.s, move))

    def end(self) -> None:
        """Break the game off: no seat is to move and no action is legal until the next one starts."""
        self.seat, self._mask = None, np.zeros(self.encoding.actions, np.int8)

    def here(self) -> tuple[Any, int | None, Any]:
        """Return the current position, for ``back``."""
        return self._row, self.seat, self._last

    def back(self, here: tuple[Any, int | None, Any]) -> None:
        """Go back to an earlier position; later deals are different then."""
        self._row, self.seat, self._last = here
        self._mask = None

    def mask(self) -> NDArray[np.int8]:
        """Return the legal actions as a new array."""
        if self._mask is None:
            self._mask = self._rows.mask(self._row)
        return self._mask.copy()

    def observe(self, seat: int) -> NDArray[np.int8]:
        """Return what a seat sees."""
        return self._rows.observe(self._row, seat)

    def _go_on(self, row: Any) -> None:
        rows = self._rows
        seat = rows.to_move(row)
        while seat == DEALER:
            row = rows.deal(row, self._dealer)
            seat = rows.to_move(row)
        self._row, self.seat, self._mask = row, seat, None

    def __deepcopy__(self, memo: dict[int, Any]) -> Episode:
        twin = copy(self)
        twin._dealer = Random()
        twin._dealer.setstate(self._dealer.getstate())
        return twin


def load_with(
    keywords: tuple[str, ...], name: str, players: int | None, options: dict[str, object], rules: int | None = None
) -> AnyGame:
    """Load a game; an unknown option also names the keywords beside the options."""
    try:
        return load(name, players, rules=rules, **options)
    except UnknownOption as error:
        wrong = next(each for each in options if quoted(each) in str(error))
        raise UnknownKeyword(
            f"{error}; beside them: {', '.join(keywords)}; unexpected keyword argument {quoted(wrong)}"
        ) from None


def read_mode(mode: str | None) -> str | None:
    """Return a render mode, or raise OptionError with the known modes."""
    if mode is not None and mode not in MODES:
        raise OptionError(f"render_mode is {', '.join(MODES)} or None, not {quoted(str(mode))}")
    return mode
