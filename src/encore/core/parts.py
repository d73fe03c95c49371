"""The types of what a game can offer beside its rules; a ``GamePackage`` lists which of these it has."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from random import Random
from typing import TYPE_CHECKING, Any, NamedTuple, Protocol, TypeAlias, runtime_checkable

from encore.core.fact import Fact
from encore.core.game import AnyGame
from encore.core.thinking import Budget, Finding, Skill

if TYPE_CHECKING:  # who only wants the rules has no NumPy
    import numpy as np
    from numpy.typing import NDArray

Arrays: TypeAlias = (
    "tuple[NDArray[np.int8], NDArray[np.int8], NDArray[np.float32], NDArray[np.bool_], NDArray[np.int8]]"
)
"""Observations, masks, rewards, done and seat of a batch, which its games write."""


class Earlier(NamedTuple):
    """Boards from which a board may have come by one move: their outline, and their texts, which take longer."""

    outline: str
    texts: Callable[[], Iterable[str]]


class Kernel(Protocol):
    """The rules of one game, compiled. A position is an array that moves change in place; moves are whole numbers."""

    def encode(self, s: Any) -> Any:
        """Return a state as a position."""

    def decode(self, position: Any) -> Any:
        """Return a position as a state."""

    def to_move(self, position: Any) -> int | None:
        """Return the seat to move, DEALER, or None when the game is over."""

    def scores(self, position: Any) -> tuple[int, ...]:
        """Return the points of each seat; empty for a game that keeps no score."""

    def legal(self, position: Any) -> NDArray[Any]:
        """Return the codes of the legal moves."""

    def apply(self, position: Any, code: int) -> None:
        """Make a move."""

    def undo(self, position: Any) -> None:
        """Undo the last move."""

    def encode_move(self, move: Any) -> int:
        """Return the code of a move."""

    def decode_move(self, code: int) -> Any:
        """Return the move of a code."""

    def playouts(self, position: Any, count: int, seed: int, threads: int = 1) -> NDArray[np.float64]:
        """Play random games to the end; return for each seat the games won, a shared win counted in parts."""


@runtime_checkable
class SteppingKernel(Protocol):
    """A kernel whose codes are the actions of the encoding, with a fast way to play move by move from Python."""

    def row(self, s: Any) -> Any:
        """Return a state as a row to go on from with ``stepper``."""

    def stepper(self) -> Callable[[Any, int], tuple[Any, int | None, list[int]] | None]:
        """Return a function from a row and a code to the next row, the seat to move and its codes.

        The function returns None for an illegal move.
        """

    def state(self, row: Any) -> Any:
        """Return the state of a row."""

    def decode_move(self, code: int) -> Any:
        """Return the move of a code."""


class Rows(Protocol):
    """The rules and the encoding of one game, compiled for games that are played move by move from Python.

    A row stands for a state and never changes, so it can be kept, shared and copied. Actions and observations are those
    of the encoding.
    """

    def row(self, s: Any) -> Any:
        """Return a state as a row."""

    def state(self, row: Any) -> Any:
        """Return the state of a row: the same object each time."""

    def to_move(self, row: Any) -> int | None:
        """Return the seat to move, DEALER, or None when the game is over."""

    def mask(self, row: Any) -> NDArray[np.int8]:
        """Return 1 for each legal action, as a new array; all 0 for the dealer or when the game is over."""

    def move(self, row: Any, action: int) -> Any:
        """Return the move of a legal action."""

    def play(self, row: Any, action: Any) -> Any:
        """Return the row after an action; an illegal one raises what ``Encoding.move`` raises."""

    def deal(self, row: Any, rng: Random) -> Any:
        """Return the row after the move that ``Game.deal`` draws with the same generator."""

    def dealt(self, row: Any, move: Any) -> Any:
        """Return the row after a move of the dealer that the rules allow."""

    def observe(self, row: Any, seat: int) -> NDArray[np.int8]:
        """Return the observation of a seat as a new array."""


class Searcher(Protocol):
    """Searches the positions of one game. It may keep what it found for the next search."""

    def search(self, view: Any, rng: Random, budget: Budget, skill: Skill, /) -> Finding:
        """Return the best move found in a view before the budget is spent."""


class Features(Protocol):
    """Numbers that describe a view, from which ``encore.analysis`` estimates the win chances."""

    names: Sequence[str]
    """What the numbers are called in the file of the fitted weights."""
    nodes: int
    """The most nodes of a bot's move in the games to which the weights are fitted."""

    def of(self, view: Any, /) -> tuple[NDArray[np.float64], float]:
        """Return a row of numbers for each seat, and how far the game has gone, from 0 to 1."""


class Games(Protocol):
    """A batch of games that step together, each with its own random generator."""

    def begin(self, seed: int, arrays: Arrays) -> None:
        """Start every game again and write all arrays."""

    def step(self, actions: NDArray[np.int64], arrays: Arrays) -> int:
        """Play an action in each game; return -1, or the first game where it is illegal, with nothing played."""

    def state(self, number: int) -> Any:
        """Return the state of a game."""


@runtime_checkable
class Ending(Protocol):
    """Games that keep how each of them ended last."""

    def ended(self, number: int, /) -> Any:
        """Return the last state of the game that ended in the last step."""


@runtime_checkable
class Choosing(Protocol):
    """Games that choose random actions faster than from their masks."""

    def choose(self, generators: NDArray[np.uint64], actions: NDArray[np.int64], /) -> None:
        """Write a random legal action for each game, by its own generator (``encore.core.choice``)."""


class JaxRules(Protocol):
    """The rules of one game as pure functions of JAX. A position is a tuple of arrays for a single game."""

    def init(self, key: Any) -> Any:
        """Return a position in which a seat is to move; the deal follows from the key."""

    def step(self, position: Any, action: Any, key: Any) -> tuple[Any, Any, Any, Any]:
        """Return the position after a legal action and the dealer's moves, the rewards, and whether it is the end.

        The end is two values: the game is over, and it is broken off because the arrays have no room.
        """

    def seat(self, position: Any) -> Any:
        """Return the seat to move as int32; any one when the game is over."""

    def mask(self, position: Any) -> Any:
        """Return whether each action is legal."""

    def observe(self, position: Any, seat: Any) -> Any:
        """Return what a seat sees, as in ``Encoding.observe``."""


class Board(Protocol):
    """What the page draws. The module ``board`` of a game is one."""

    def picture(self, game: AnyGame, view: Any, seat: int | None, /) -> Any:
        """Return all that is to be drawn of a view, with the legal ``moves``."""

    def preview(self, game: AnyGame, view: Any, move: Any, /) -> Any:
        """Return what a legal move would do."""


class Advice(Protocol):
    """What a hint says about a move. The module ``evaluate`` of a game is one."""

    def where(self, game: AnyGame, view: Any, move: Any, /) -> Sequence[str]:
        """Return the cells to look at: the empty ones that the move takes, or that of the piece to move."""

    def reasons(self, game: AnyGame, view: Any, move: Any, /) -> Sequence[Fact | str]:
        """Return why the move is good, the most important reason first."""
