"""A game as numbers: moves as actions of a fixed space, observations as arrays.

Each game defines its own encoding; ``docs/environments.md`` has the tables.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, Protocol, runtime_checkable

from encore.core.errors import OptionError, printable, quoted
from encore.core.fact import Fact
from encore.core.game import AnyGame, Game, Outcome
from encore.core.options import whole
from encore.core.registry import package_of

if TYPE_CHECKING:  # who only wants the rules has no NumPy
    import numpy as np
    from numpy.typing import NDArray


class Encoding(Protocol):
    """The actions and observations of one game with its players and options."""

    version: int
    """The version, increased whenever the meaning of an action or observation changes."""
    actions: int
    """The size of the action space, which contains every legal move of every reachable state."""
    shape: tuple[int, ...]
    """The shape of an observation; its numbers are int8."""
    longest: int
    """The largest number of actions in a game."""

    def code(self, s: Any, move: Any) -> int:
        """Return the action of a move that is legal in ``s``."""

    def move(self, s: Any, code: int) -> Any:
        """Return the move of an action, or raise IllegalMove with the rule if it is illegal in ``s``.

        Anything but a whole number raises OptionError, see ``read_action``.
        """

    def told(self, s: Any, move: Any) -> int:
        """Return a number for a move of a seat that contains only public information."""

    def mask(self, s: Any) -> NDArray[np.int8]:
        """Return 1 for each action that is legal in ``s``; all 0 if the dealer is to move or the game is over."""

    def observe(self, view: Any, seat: int) -> NDArray[np.int8]:
        """Return the observation of a seat from its own view, ``game.view(s, seat)``; its own data come first."""


@runtime_checkable
class Bounded(Protocol):
    """An encoding that tells the bounds of its observations."""

    bounds: tuple[NDArray[np.int8], NDArray[np.int8]]
    """The smallest and the largest value of each number of an observation."""


class Chance(Protocol):
    """The dealer's moves of one game as a sequence of draws; all possible draws are equally likely."""

    outcomes: int
    """Draws are numbers below this number."""
    longest: int
    """The largest number of draws in a game."""
    rule: str
    """The rule that an impossible draw breaks."""

    def draws(self, s: Any, drawn: tuple[int, ...]) -> list[int]:
        """Return the possible next draws in ascending order."""

    def move(self, s: Any, drawn: tuple[int, ...]) -> Any:
        """Return the dealer's move that consists of these draws, None while there are too few."""

    def taken(self, move: Any) -> tuple[int, ...]:
        """Return the draws of a move of the dealer."""

    def text(self, draw: int) -> str:
        """Return a draw as text."""

    def shown(self, s: Any, seat: int) -> bool:
        """Tell whether a seat sees the next draw."""


def chance_of(game: AnyGame) -> Chance | None:
    """Return the draws of a game's dealer, None for a game without a dealer."""
    chance = package_of(type(game)).chance.load()
    return chance(game) if chance else None


def encoding_of(game: AnyGame) -> Encoding:
    """Return the encoding of a game: its own, or the plain one, which any game has."""
    if not isinstance(game, Game):
        raise OptionError(f"encoding_of needs a game as encore.load returns it, not {quoted(repr(game))}")
    encoding = package_of(type(game)).encoding.load()
    if encoding is None:
        from encore.core.plain_encoding import PlainEncoding

        return PlainEncoding(game)
    return encoding(game)


def bounds_of(encoding: Encoding) -> tuple[NDArray[np.int8], NDArray[np.int8]]:
    """Return the smallest and the largest value of each number of an observation: those of int8 where none are told."""
    if isinstance(encoding, Bounded):
        return encoding.bounds
    import numpy as np

    return np.full(encoding.shape, -128, np.int8), np.full(encoding.shape, 127, np.int8)


def read_action(action: object, actions: int) -> int:
    """Return an action (NumPy's too) as an ``int``, without checking that it exists."""
    number = whole(action)
    if number is None:
        raise OptionError(Fact("core.wrong-action", last=actions - 1, action=quoted(repr(action))))
    return number


def label(game: AnyGame) -> dict[str, str]:
    """Return the label of a game: a network can play it only if it was trained with the same label."""
    settings = game.changed_options | game.changed_materials
    return {
        "game": game.name,
        "rules": str(game.rules_version),
        "players": str(game.players),
        "options": ", ".join(f"{name}={value}" for name, value in settings.items()),
        "encoding": str(encoding_of(game).version),
    }


def mismatch(found: Mapping[str, str], game: AnyGame) -> str | None:
    """Return in a few words why a network with this label cannot play a game; None if it can."""
    wanted = label(game)
    found = {"rules": "1", **found}  # Encore 0.1.0 wrote no version, and all rules were version 1
    for what, meant in wanted.items():
        if what not in found:
            return f"it does not say which {what} it has learnt"
        if found[what] != meant:
            return _WRONG[what].format(name=game.name, found=printable(found[what]) or "none", meant=meant or "none")
    return None


_WRONG = {
    "game": "it has learnt {found}, not {meant}",
    "rules": "it has learnt rules version {found} of {name}, not version {meant}",
    "players": "it has learnt {name} for {found} players, not for {meant}",
    "options": "it has learnt {name} with these options: {found}; the table has: {meant}",
    "encoding": "it has learnt {name} by version {found} of its numbers; they are version {meant} now",
}


def rewards(game: AnyGame, outcome: Outcome) -> tuple[float, ...]:
    """Return the reward of each seat: 1 for a win, -1 for a loss, 0 if all or none have won.

    A solo is won or lost.
    """
    if game.players > 1 and len(outcome.winners) in (0, game.players):
        return (0.0,) * game.players
    return tuple([1.0 if seat in outcome.winners else -1.0 for seat in range(game.players)])
