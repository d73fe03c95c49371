"""The exact result of every legal move of Da Capo: the fish of the mover's side at the end of the round."""

from __future__ import annotations

from dataclasses import replace

from encore.core.exact import Exact, MoveValue, solve_moves
from encore.core.thinking import Budget, Solution
from encore.games.dacapo.compiled.kernel import Kernel
from encore.games.dacapo.moves import Move
from encore.games.dacapo.position import State
from encore.games.dacapo.rules import DaCapo
from encore.games.dacapo.search.endgame import Endgame
from encore.games.dacapo.search.proof import line_of, solve, solve_alone, solve_sides, strategy
from encore.games.dacapo.search.side_fish import SideFish
from encore.games.dacapo.search.two_sides import plain
from encore.games.dacapo.tables import FISH

_NODES, _GROWTH = 5_000, 8
"""The nodes for each move in the first pass, and how much they grow with each pass."""
_MEGABYTES = 128

Solved = tuple[int, tuple[Move, ...]]
"""The points that the seat to move (one seat of three) gains with best play, and the moves of best play."""


def exact(game: DaCapo, s: State, budget: Budget) -> Exact:
    """Return the points of this round that each move leads to with best play; alone, 1 for a win, else 0.

    With three players they are the points that the mover gains if both others play against it.
    """
    if s.turn is None:
        return Exact()
    solver = _Rounds(game, budget) if game.players == 2 and plain(game, s) else _Positions(game, budget, s.turn)
    found = solve_moves(game.legal_moves(s), _Moves(game, s, s.turn, solver), budget, _NODES, _GROWTH)
    return replace(found, final=False, secured=True) if game.players == 3 else found


class _Moves:
    """Solves the moves of a position by the positions after them."""

    def __init__(self, game: DaCapo, s: State, seat: int, solver: _Rounds | _Positions) -> None:
        self._game, self._s, self._seat, self._solver = game, s, seat, solver

    @property
    def nodes(self) -> int:
        return self._solver.nodes

    def value(self, move: Move, nodes: int) -> MoveValue | None:
        after = self._game.play(self._s, move)
        if after.turn is None:
            return MoveValue(move, self._gained(after))
        solved = self._solver.solve(after, nodes)
        if solved is None:
            return None
        points, reply = solved
        # If the other side has no capture, the same side moves again. With three players, the points are the mover's.
        same = self._game.players in (1, 3) or (self._seat - after.turn) % 2 == 0
        return MoveValue(move, points if same else len(FISH[self._game.players]) - points, reply)

    def _gained(self, after: State) -> int:
        """Return the points gained by a move that ended the round."""
        if self._game.solo:
            outcome = self._game.outcome(after)
            return int(bool(outcome and outcome.winners))
        return after.scores[self._seat] - self._s.scores[self._seat]


class _Rounds:
    """Solves positions of two players without switches. They share a table, so a second try continues the first."""

    def __init__(self, game: DaCapo, budget: Budget) -> None:
        self._game, self._budget = game, budget
        self._kernel, self._endgame = Kernel(game), Endgame(_MEGABYTES)
        self._guess = len(FISH[2]) / 2
        self.nodes = 0

    def solve(self, s: State, nodes: int) -> Solved | None:
        low, high = self._endgame.solve(self._kernel.encode(s), self._budget, nodes, self._guess)
        self.nodes += self._endgame.nodes
        if low < high:
            return None
        self._guess = low  # the next move leads to a similar result
        line = line_of(self._game, s, strategy(self._game, self._kernel, self._endgame, low, high, self._budget))
        if self._budget.stop[0]:  # the line may not be the best one
            return None
        return low if s.turn == 0 else len(FISH[2]) - low, line


class _Positions:
    """Solves positions for any number of players; for three, from the view of one seat."""

    def __init__(self, game: DaCapo, budget: Budget, seat: int) -> None:
        self._game, self._budget, self._seat = game, budget, seat
        self._fish = SideFish(game)
        self.nodes = 0

    def solve(self, s: State, nodes: int) -> Solved | None:
        part = Budget(nodes=nodes)
        part.stop = self._budget.stop
        solution = self._solution(s, part)
        self.nodes += max(1, solution.nodes)  # positions solved without search count too
        return (solution.low, solution.line) if solution.exact else None

    def _solution(self, s: State, budget: Budget) -> Solution:
        game = self._game
        if game.players == 3:
            return solve_alone(game, s, self._seat, budget, self._fish)
        if game.solo or (game.players == 2 and plain(game, s)):
            return solve(game, s, budget)
        return solve_sides(game, s, budget, self._fish)
