"""A position that can make and undo moves: with the game's kernel if it has one, else with its rules."""

from __future__ import annotations

from collections.abc import Hashable, Sequence
from random import Random
from typing import Any, Protocol

from encore.core.game import DEALER, AnyGame
from encore.core.parts import Kernel
from encore.core.registry import package_of


class Walk(Protocol):
    """A position that can make and undo moves. A step is its own form of a move; ``move`` converts it."""

    def to_move(self) -> int | None:
        """Return the seat to move, the dealer, or None."""

    def steps(self) -> Sequence[Hashable]:
        """Return the legal moves as steps."""

    def forth(self, step: Any) -> None:
        """Make a move."""

    def back(self) -> None:
        """Undo the last move."""

    def scores(self) -> tuple[int, ...]:
        """Return the points of each seat."""

    def playout(self, rng: Random) -> Sequence[float]:
        """Play a random game from here and return each seat's share of the win."""

    def move(self, step: Any) -> Any:
        """Return the move of a step."""


def walk(game: AnyGame, state: Any) -> Walk:
    """Return the fastest walk of a game."""
    kernel = package_of(type(game)).kernel.load()
    return KernelWalk(kernel(game), state) if kernel else RulesWalk(game, state)


def prepare_walk(game: AnyGame) -> None:
    """Load a game's kernel, if it has one, by playing to the end: the end of a game has its own kernels."""
    if not package_of(type(game)).kernel:
        return
    rng, s = Random(0), game.initial()
    while game.to_move(s) == DEALER:
        s = game.play(s, game.deal(s, rng))
    way = walk(game, s)
    way.playout(rng)
    while way.to_move() not in (None, DEALER):
        way.forth(way.steps()[0])
    way.playout(rng)
    way.back()


class KernelWalk:
    """Uses a compiled kernel; steps are its move codes."""

    def __init__(self, kernel: Kernel, state: Any) -> None:
        self.kernel = kernel
        self.position = kernel.encode(state)

    def to_move(self) -> int | None:
        """Return the seat to move, the dealer, or None."""
        return self.kernel.to_move(self.position)

    def steps(self) -> Sequence[int]:
        """Return the legal moves as codes."""
        codes: list[int] = self.kernel.legal(self.position).tolist()
        return codes

    def forth(self, step: int) -> None:
        """Make a move."""
        self.kernel.apply(self.position, step)

    def back(self) -> None:
        """Undo the last move."""
        self.kernel.undo(self.position)

    def scores(self) -> tuple[int, ...]:
        """Return the points of each seat."""
        return self.kernel.scores(self.position)

    def playout(self, rng: Random) -> Sequence[float]:
        """Play a random game from here."""
        wins: list[float] = self.kernel.playouts(self.position, 1, rng.getrandbits(62)).tolist()
        return wins

    def move(self, step: int) -> Any:
        """Return the move of a code."""
        return self.kernel.decode_move(step)


class RulesWalk:
    """Uses the readable rules; steps are the moves themselves."""

    def __init__(self, game: AnyGame, state: Any) -> None:
        self.game = game
        self.states = [state]

    def to_move(self) -> int | None:
        """Return the seat to move, the dealer, or None."""
        return self.game.to_move(self.states[-1])

    def steps(self) -> Sequence[Any]:
        """Return the legal moves."""
        return self.game.legal_moves(self.states[-1])

    def forth(self, step: Any) -> None:
        """Make a move."""
        self.states.append(self.game.play(self.states[-1], step))

    def back(self) -> None:
        """Undo the last move."""
        self.states.pop()

    def scores(self) -> tuple[int, ...]:
        """Return the points of each seat."""
        return self.game.scores(self.states[-1])

    def playout(self, rng: Random) -> Sequence[float]:
        """Play a random game from here."""
        game, s = self.game, self.states[-1]
        while (seat := game.to_move(s)) is not None:
            s = game.play(s, game.deal(s, rng) if seat == DEALER else rng.choice(game.legal_moves(s)))
        return shares(game, s)

    def move(self, step: Any) -> Any:
        """Return the move itself."""
        return step


def shares(game: AnyGame, s: Any) -> list[float]:
    """Return each seat's share of the win in a finished game; a shared win or a tie is split."""
    outcome = game.outcome(s)
    assert outcome is not None
    if not outcome.winners:
        # Nobody wins a lost solo; a tie is split.
        return [0.0] if game.players == 1 else [1 / game.players] * game.players
    return [1 / len(outcome.winners) if seat in outcome.winners else 0.0 for seat in range(game.players)]
