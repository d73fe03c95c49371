"""Many games that step together, computed by compiled kernels into NumPy arrays."""

from __future__ import annotations

from copy import deepcopy
from math import prod
from random import Random
from typing import Any

import numpy as np
from numpy.typing import ArrayLike, NDArray

from encore.core.choice import RESTART, WAIT, WORD, choose, seed_generators
from encore.core.encoding import encoding_of
from encore.core.errors import IllegalMove, OptionError, quoted
from encore.core.game import AnyGame
from encore.core.options import whole
from encore.core.parts import Arrays, Choosing, Ending, Games
from encore.core.registry import load, package_of
from encore.rl.plain_games import PlainGames

__all__ = ["RESTART", "WAIT", "Batch", "make"]

LINE = 64
"""The bytes of a cache line."""


class Batch:
    """``count`` games. Every array has a row for each game and is written in place by ``step`` and ``reset``.

    The arrays belong to the batch: read them, copy what you keep, and do not write to them. They are
    C-contiguous, so ``torch.from_dlpack`` and ``jax.dlpack.from_dlpack`` share their memory.
    """

    observations: NDArray[np.int8]
    """What the seat to move sees, as in ``Encoding.observe``."""
    masks: NDArray[np.int8]
    """1 for each action that is legal."""
    rewards: NDArray[np.float32]
    """The reward of each seat for the last step; 0 until a game ends."""
    done: NDArray[np.bool_]
    """Whether the last step ended the game. A new game has started then, and all arrays but the rewards show it."""
    seat: NDArray[np.int8]
    """The seat to move."""

    def __init__(self, game: AnyGame, count: int, seed: int = 0) -> None:
        games = package_of(type(game)).batch.load() or PlainGames
        number = whole(count)
        if number is None or number < 1:
            raise OptionError(f"a batch has one game or more, not {quoted(str(count))}")
        self.game = game
        self._seeds = Random()
        self.encoding = encoding_of(game)
        self._hold(
            (
                _zeros((number, *self.encoding.shape), np.int8),
                _zeros((number, self.encoding.actions), np.int8),
                _zeros((number, game.players), np.float32),
                _zeros((number,), np.bool_),
                _zeros((number,), np.int8),
            )
        )
        self._games: Games = games(game, number)
        self._choosing = self._games if isinstance(self._games, Choosing) else None
        self._choices = np.zeros(number, np.uint64)
        self.reset(_read_seed(seed))

    def _hold(self, arrays: Arrays) -> None:
        self._arrays = arrays
        self.observations, self.masks, self.rewards, self.done, self.seat = arrays

    def __len__(self) -> int:
        return len(self.done)

    def reset(self, seed: int | None = None) -> None:
        """Restart every game. The same seed gives the same deals; they do not depend on the number of games.

        Without a seed the deals continue from the last seed that was given.
        """
        number = self._seeds.getrandbits(63) if seed is None else _read_seed(seed)
        if seed is not None:
            self._seeds = Random(number)
        seed_generators(self._choices, number)
        self._games.begin(number, self._arrays)

    def sample(self) -> NDArray[np.int64]:
        """Return a random legal action for each game; all legal actions of a game are equally likely.

        The choices follow from the seed and change no deals.
        """
        actions = np.empty(len(self), np.int64)
        if self._choosing:
            self._choosing.choose(self._choices, actions)
        else:
            masks = self.masks.reshape(-1)
            choose(masks, masks[: masks.size // WORD * WORD].view(np.uint64), self._choices, actions)
        return actions

    def step(self, actions: ArrayLike) -> None:
        """Play an action in each game; the dealer's moves follow, and a game that ends is restarted.

        If an action is illegal, nothing is played in any game. WAIT in place of an action leaves a game as it is,
        RESTART gives it up: no seat has a reward, and ``ended`` does not tell how it stood.
        """
        chosen = read_actions(actions, len(self))
        refused = self._games.step(chosen.astype(np.int64, copy=False), self._arrays)
        if refused >= 0:
            raise numbered(refusal(self, refused, int(chosen[refused])), refused, int(chosen[refused]))

    def state(self, number: int) -> Any:
        """Return the state of a game in the readable rules."""
        return self._games.state(self._place(number))

    def ended(self, number: int) -> Any:
        """Return the last state of the game that the last step ended, in the readable rules."""
        place = self._place(number)
        if not self.done[place]:
            raise OptionError(f"the last step did not end game {place}")
        if not isinstance(self._games, Ending):
            raise OptionError(f"the batches of {self.game.name} do not keep how games ended")
        return self._games.ended(place)

    def _place(self, number: int) -> int:
        place = whole(number)
        if place is None or not 0 <= place < len(self):
            raise OptionError(f"the games are numbered 0 to {len(self) - 1}; there is no {quoted(str(number))}")
        return place

    def __copy__(self) -> Batch:
        return deepcopy(self)  # copies that share arrays would overwrite each other

    def __setstate__(self, state: dict[str, Any]) -> None:
        """Align the arrays to cache lines: a copied array can start anywhere."""
        self.__dict__.update(state)
        observations, masks, rewards, done, seat = self._arrays
        self._hold((_homed(observations), _homed(masks), _homed(rewards), _homed(done), _homed(seat)))


def read_actions(actions: ArrayLike, count: int) -> NDArray[Any]:
    """Return an action for each game as an array of whole numbers, or raise ValueError."""
    chosen = np.asarray(actions)
    if chosen.shape != (count,) or chosen.dtype.kind not in "iu":
        raise ValueError(f"{count} whole numbers are needed, not {chosen.dtype} of the shape {chosen.shape}")
    return chosen


def refusal(games: Batch, number: int, action: int) -> IllegalMove:
    """Return the error of an action that is illegal in a game, as a single game raises it."""
    try:
        games.encoding.move(games.state(number), action)
    except IllegalMove as error:
        return error
    raise AssertionError("the kernel refuses what the rules allow")


def numbered(error: IllegalMove, number: int, action: int) -> IllegalMove:
    """Return an error that also tells the game and the action."""
    return IllegalMove(error.rule, f"game {number}, action {action}: {error.reason}")


def _zeros(shape: tuple[int, ...], dtype: type[np.generic]) -> NDArray[Any]:
    """Return an array that starts at a cache line: JAX shares no other, and vector stores are faster."""
    size = prod(shape) * np.dtype(dtype).itemsize
    room = np.zeros(size + LINE, np.uint8)
    first = -room.ctypes.data % LINE
    return room[first : first + size].view(dtype).reshape(shape)


def _homed(array: NDArray[Any]) -> NDArray[Any]:
    home = _zeros(array.shape, array.dtype.type)
    home[...] = array
    return home


def _read_seed(seed: object) -> int:
    """Return a seed for the generators; negative and large ones are reduced to 63 bits."""
    number = whole(seed)
    if number is None:
        raise OptionError(f"a seed is a whole number, not {quoted(repr(seed))}")
    return number % 2**63


def make(
    name: str, count: int, seed: int = 0, players: int | None = None, *, rules: int | None = None, **settings: object
) -> Batch:
    """Return ``count`` games called ``name``, set up as by ``encore.load``."""
    return Batch(load(name, players, rules=rules, **settings), count, seed)
