"""Exact values of moves, and the search for them."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, Protocol

from encore.core.game import AnyGame
from encore.core.thinking import Budget


@dataclass(frozen=True, slots=True)
class MoveValue:
    """A legal move, its exact value for the seat that plays it, and best play after it as far as it is known.

    ``chance`` is the win chance of that seat after the move, which ``evaluate`` adds.
    """

    move: Any
    value: int
    reply: tuple[Any, ...] = ()
    chance: float = 0.0


@dataclass(frozen=True, slots=True)
class Exact:
    """The legal moves whose exact values are known.

    With ``final`` the values are those of best play until play stops, as a ``Solution`` has them. Otherwise a move with
    a lower value may be the better one: the values are the points of this turn alone, or with ``secured`` those that
    the seat gains until play stops if all its opponents, two or more, play against it.
    """

    moves: tuple[MoveValue, ...] = ()
    final: bool = True
    secured: bool = False


def several_opponents(game: AnyGame) -> bool:
    """Tell whether more than two sides play: then a value is what a seat gets if all the others play against it."""
    return game.players > 2 * len(game.partners(0))


class MoveSolver(Protocol):
    """Solves the moves of one position."""

    @property
    def nodes(self) -> int:
        """The nodes used so far."""

    def value(self, move: Any, nodes: int, /) -> MoveValue | None:
        """Return the value of a move; None if it takes more than this many nodes."""


def solve_moves(moves: Sequence[Any], solver: MoveSolver, budget: Budget, nodes: int, growth: int) -> Exact:
    """Return the values of the moves that can be solved within the budget.

    Each move gets the same number of nodes. Unsolved moves get ``growth`` times as many in the next pass, so a hard
    move does not delay the easy ones.
    """
    found = dict[Any, MoveValue]()
    while len(found) < len(moves) and not budget.over(solver.nodes):
        for move in moves:
            if budget.over(solver.nodes):
                break
            if move not in found and (known := solver.value(move, min(nodes, budget.nodes - solver.nodes))):
                found[move] = known
        nodes *= growth
    return Exact(tuple(found[move] for move in moves if move in found))
