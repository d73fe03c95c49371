"""A running game that is played with numbers: seats play actions, and the dealer's moves are played automatically."""

from __future__ import annotations

from copy import copy
from random import Random
from typing import Any

import numpy as np
from numpy.typing import NDArray

from encore.core.encoding import encoding_of
from encore.core.errors import OptionError, UnknownOption, quoted
from encore.core.game import DEALER, AnyGame
from encore.core.registry import load

MODES = ("human", "ansi", "rgb_array")
"""How a game can be rendered: printed, as text, or as a picture."""


class UnknownKeyword(UnknownOption, TypeError):
    """A keyword that an environment does not have; TorchRL tries its own and expects Python's own error."""


class Episode:
    """The state of a game, the seat to move, and the random generator of the deals.

    Copies, ``pickle`` too, are lossless: they go on with the same deals. Games, encodings and states never change, so
    copies share them and cost little.
    """

    def __init__(self, game: AnyGame) -> None:
        self.game = game
        self.encoding = encoding_of(game)
        self.s = game.initial()
        self.seat: int | None = None
        self.last: Any = None
        self._dealer = Random()
        self._mask: NDArray[np.int8] | None = None

    def start(self, seed: int | None = None) -> None:
        """Start a game; without a seed the random deals continue from the last game."""
        if seed is not None:
            self._dealer = Random(f"{seed}/dealer")
        self.last = None
        self._go_on(self.game.initial())

    def act(self, action: Any) -> None:
        """Play an action of the seat to move, or raise IllegalMove with the rule; then nothing has changed."""
        self.play(self.encoding.move(self.s, action))

    def play(self, move: Any) -> None:
        """Play a move of the seat to move."""
        self._go_on(self.game.play(self.s, move))
        self.last = move

    def end(self) -> None:
        """Break the game off: no seat is to move and no action is legal until the next one starts."""
        self.seat, self._mask = None, np.zeros(self.encoding.actions, np.int8)

    def here(self) -> tuple[Any, int | None, Any]:
        """Return the current state, for ``back``."""
        return self.s, self.seat, self.last

    def back(self, here: tuple[Any, int | None, Any]) -> None:
        """Go back to an earlier state; later deals are different then."""
        self.s, self.seat, self.last = here
        self._mask = None

    def mask(self) -> NDArray[np.int8]:
        """Return the legal actions as a new array."""
        if self._mask is None:
            self._mask = self.encoding.mask(self.s)
        return self._mask.copy()

    def observe(self, seat: int) -> NDArray[np.int8]:
        """Return what a seat sees."""
        return self.encoding.observe(self.game.view(self.s, seat), seat)

    def _go_on(self, s: Any) -> None:
        game = self.game
        seat = game.to_move(s)
        while seat == DEALER:
            s = game.play(s, game.deal(s, self._dealer))
            seat = game.to_move(s)
        self.s, self.seat, self._mask = s, seat, None

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
