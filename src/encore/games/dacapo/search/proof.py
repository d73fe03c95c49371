"""What can be proved about a position of Da Capo, and the moves that prove it."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

import numpy as np

from encore.core.thinking import Budget, Solution
from encore.games.dacapo.compiled.kernel import Kernel
from encore.games.dacapo.moves import Move
from encore.games.dacapo.position import State
from encore.games.dacapo.rules import DaCapo
from encore.games.dacapo.search.endgame import Endgame
from encore.games.dacapo.search.side_fish import SideFish
from encore.games.dacapo.search.solo import SoloSolver
from encore.games.dacapo.search.two_sides import TwoSides, plain
from encore.games.dacapo.tables import FISH

_WORTH_A_GUESS = 24
"""From this number of piles on, the search of the bots first estimates the value."""
_GUESS = 100_000
_MANY, _MEGABYTES, _MANY_MEGABYTES = 28, 64, 512
"""With many piles a larger table pays off; pages that are never written take no memory."""


def solve(game: DaCapo, s: State, budget: Budget) -> Solution:
    """Return what can be proved within a budget that has been entered.

    With one player the value is 1 for a position that can be won, else 0. Otherwise it is the points that the seat to
    move gains in this round; with three players, those that it gains if both others play against it.
    """
    if s.turn is None:
        return Solution(0, 0, 0, (), _no_move, 0, len(FISH[game.players]))
    if game.solo:
        return _solve_solo(game, s, budget)
    if game.players == 2 and plain(game, s):
        return _solve_two(game, s, budget)
    if game.players == 3:
        return solve_alone(game, s, s.turn, budget)
    return solve_sides(game, s, budget)


def solve_alone(game: DaCapo, s: State, seat: int, budget: Budget, fish: SideFish | None = None) -> Solution:
    """Return the points that one of three seats can force against both others, whoever is to move.

    The colours are turned until the seat is 1: then the others are seats 0 and 2, one side for the search.
    """

    def turned(state: State) -> State:
        return _turned(state, (seat - 1) % 3)

    fish = fish or SideFish(game)
    low, high, nodes = fish.solve(turned(s), budget, budget.nodes)

    def best(state: State) -> Move:
        return fish.best(turned(state), low, high)

    line = line_of(game, s, best) if low == high else ()
    total = len(FISH[3])
    return Solution(total - high, total - low, nodes, line, best, 0, total)


def _turned(s: State, by: int) -> State:
    """Return a state of three players with seat ``by`` as seat 0, which is the same game."""

    def seat(before: int | None) -> int | None:
        return None if before is None else (before - by) % 3

    piles = tuple(pile and pile._replace(colour=(pile.colour - by) % 3) for pile in s.piles)
    rights, scores = s.rights[by:] + s.rights[:by], s.scores[by:] + s.scores[:by]
    return replace(s, piles=piles, turn=seat(s.turn), rights=rights, scores=scores, starter=seat(s.starter))


def _no_move(_: State) -> Move:
    raise ValueError("the round is over, nobody is to move")


def line_of(game: DaCapo, s: State, best: Callable[[State], Move]) -> tuple[Move, ...]:
    """Return the moves to the end of the round if everybody plays the move that ``best`` returns."""
    moves = []
    while s.turn is not None:
        moves.append(best(s))
        s = game.play(s, moves[-1])
    return tuple(moves)


def _solve_solo(game: DaCapo, s: State, budget: Budget) -> Solution:
    kernel, solver = Kernel(game), SoloSolver()
    codes = solver.solve(kernel.encode(s), budget, budget.nodes)
    line = tuple(kernel.decode_move(code) for code in codes or ())
    answers: dict[State, Move] = {}
    for move in line:
        answers[s] = move
        s = game.play(s, move)

    def best(state: State) -> Move:
        return answers.get(state) or game.legal_moves(state)[0]

    return Solution(int(bool(line)), int(codes is None or bool(line)), solver.nodes, line, best, 0, 1)


def strategy(
    game: DaCapo, kernel: Kernel, endgame: Endgame, low: int, high: int, budget: Budget
) -> Callable[[State], Move]:
    """Return the moves of both sides that prove the bounds of red's fish that ``endgame`` found.

    Positions that are no longer in the table are searched again. If the budget stops that, any move is returned.
    """

    def best(state: State) -> Move:
        code = endgame.capture(kernel.encode(state), low if state.turn == 0 else high + 1, budget)
        return game.legal_moves(state)[0] if code is None else kernel.decode_move(code)

    return best


def _solve_two(game: DaCapo, s: State, budget: Budget) -> Solution:
    piles = sum(pile is not None for pile in s.piles)
    kernel, endgame = Kernel(game), Endgame(_MEGABYTES if piles < _MANY else _MANY_MEGABYTES, budget.threads)
    position = kernel.encode(s)
    nodes, guess = 0, len(FISH[2]) / 2
    if piles >= _WORTH_A_GUESS:
        search = TwoSides(game)
        search.play_for(100 * np.arange(len(FISH[2]) + 1))
        found = search.deepen(s, position, kernel.legal(position), budget, min(_GUESS, budget.nodes))
        nodes, guess = found.nodes, found.value if s.turn == 0 else len(FISH[2]) - found.value
    low, high = endgame.solve(position, budget, budget.nodes - nodes, guess)
    nodes += endgame.nodes
    best = strategy(game, kernel, endgame, low, high, Budget())
    line = line_of(game, s, best) if low == high else ()
    return _for_mover(s, low, high, len(FISH[2]), nodes, line, best)


def solve_sides(game: DaCapo, s: State, budget: Budget, fish: SideFish | None = None) -> Solution:
    """Return what the side of the seat to move gains, switches included. ``fish`` has the tables of the round."""
    fish = fish or SideFish(game)
    low, high, nodes = fish.solve(s, budget, budget.nodes)

    def best(state: State) -> Move:
        return fish.best(state, low, high)

    line = line_of(game, s, best) if low == high else ()
    return _for_mover(s, low, high, len(FISH[game.players]), nodes, line, best)


def _for_mover(
    s: State, low: int, high: int, total: int, nodes: int, line: tuple[Move, ...], best: Callable[[State], Move]
) -> Solution:
    """Return bounds of the fish of seats 0 and 2 as the solution for the seat to move."""
    if s.turn in (1, 3):
        low, high = total - high, total - low
    return Solution(low, high, nodes, line, best, 0, total)
