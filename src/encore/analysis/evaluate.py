"""One call for all games: the win chances in a view, proved or estimated, and the best lines."""

from __future__ import annotations

from dataclasses import replace
from functools import lru_cache
from random import Random
from threading import get_ident
from typing import Any

import numpy as np

from encore.analysis.model import Model, model_of
from encore.bots.walk import shares as shares_at
from encore.bots.walk import walk
from encore.core.errors import OptionError
from encore.core.evaluation import Evaluation, Line
from encore.core.exact import Exact, MoveValue, several_opponents
from encore.core.game import DEALER, AnyGame
from encore.core.parts import Features
from encore.core.registry import package_of
from encore.core.thinking import Budget, Solution

EXACT_SHARE = 0.8
"""The share of the time limit for exact values of moves; the rest is for a proof of the position."""
LINES = 5
"""The most lines of an evaluation."""
PLAYOUTS = 200
"""Random games from a position of a game without a fitted model."""

PREPARED = 24
"""The plies of the game in ``prepare``; every kind of position is among them."""

Estimate = tuple[tuple[float, ...], tuple[float, ...]]
"""The chance of each seat, and its standard error."""


def evaluate(
    game: AnyGame, view: Any, budget: Budget, lines: int = LINES, also: Any = None, *, exact: bool = False
) -> Evaluation:
    """Return the win chance of each seat, and the best moves of the seat to move.

    The budget, which must have been entered, is for a proof; with no nodes there is only the estimate. A game without
    a fitted model is estimated by random games. Only ``view`` is known: hidden things stay hidden. ``also`` is a move
    whose line comes last if it is not among the best. With ``exact``, most of the time goes into exact values of
    moves. A limit of nodes applies to them and to the proof separately.
    """
    seat = game.to_move(view)
    if seat is None:
        shares = tuple(shares_at(game, view))
        return Evaluation(shares, _no_errors(shares), proved=True)
    evaluator = _evaluator(game, get_ident())
    known = _exact(game, view, seat, budget) if exact else Exact()
    found = evaluator.lines(view, known) if lines or exact else ()
    known = replace(known, moves=_with_chances(known.moves, found, seat))
    complete = known.final and len(known.moves) == len(found) > 0
    proved = _best_proved(found, known, seat, complete)
    if proved is None and not complete:
        proved = _proved(game, view, seat, budget)
    if proved is None:
        chances, errors = (found[0].chances, found[0].errors) if complete else evaluator.estimate(view)
        return Evaluation(chances, errors, lines=_selected(found, lines, also), exact=known)
    if seat != DEALER and not proved.chances[seat]:  # every move loses
        found = tuple(replace(line, chances=proved.chances, errors=proved.errors, proved=True) for line in found)
    if proved.moves:
        found = (proved, *(line for line in found if line.moves[0] != proved.moves[0]))
    return Evaluation(proved.chances, proved.errors, proved=True, lines=_selected(found, lines, also), exact=known)


def _selected(found: tuple[Line, ...], most: int, also: Any) -> tuple[Line, ...]:
    """Return the first lines, and after them that of ``also``."""
    return found[:most] + tuple(line for line in found[most:] if also is not None and line.moves[0] == also)


def prepare(game: AnyGame) -> None:
    """Load or compile what estimates and proofs need; estimates, by those of the first positions of a random game."""
    if solver := package_of(type(game)).prepare.load():
        solver(game)
    rng, s, evaluator = Random(0), game.initial(), _evaluator(game, get_ident())
    for _ in range(PREPARED):
        seat = game.to_move(s)
        if seat is None:
            return
        evaluator.estimate(game.view(s, None if seat == DEALER else seat))
        s = game.play(s, game.deal(s, rng) if seat == DEALER else rng.choice(game.legal_moves(s)))


def _exact(game: AnyGame, view: Any, seat: int, budget: Budget) -> Exact:
    """Return the exact values of moves that are found in EXACT_SHARE of the time."""
    part = package_of(type(game)).exact.load()
    if part is None or budget.nodes == 0 or seat == DEALER or not _moves_known(game, view, seat):
        return Exact()
    if budget.seconds is None:
        return part(game, view, budget)
    with budget.lasting(EXACT_SHARE * budget.seconds) as limited:
        return part(game, view, limited)


def _with_chances(moves: tuple[MoveValue, ...], found: tuple[Line, ...], seat: int) -> tuple[MoveValue, ...]:
    """Return exact values with the chances after their moves."""
    if not moves:
        return ()
    after = {line.moves[0]: line.chances[seat] for line in found}
    return tuple(replace(each, chance=after[each.move]) for each in moves)


def _best_proved(found: tuple[Line, ...], known: Exact, seat: int, complete: bool) -> Line | None:
    """Return the best line if its result is proved: the values of all moves are known, or it wins."""
    if not known.moves or not known.final or not found[0].proved:
        return None
    return found[0] if complete or found[0].chances[seat] == 1 else None


def _no_errors(shares: tuple[float, ...]) -> tuple[float, ...]:
    return (0.0,) * len(shares)


def _proved(game: AnyGame, view: Any, seat: int, budget: Budget) -> Line | None:
    """Return best play, as far as it is known, and its result; None if nothing is proved, or there is no solver."""
    solve = package_of(type(game)).solve.load()
    if solve is None or game.hidden or budget.nodes == 0 or seat == DEALER:
        return None
    if several_opponents(game):  # what a seat can get against all of them together proves no chances
        return None
    try:
        solution = solve(game, view, budget)
    except OptionError:  # the solver does not support this number of players
        return None
    shares = _result(game, view, seat, solution) if solution.exact else None
    return Line(solution.line, shares, _no_errors(shares), proved=True) if shares else None


def _result(game: AnyGame, s: Any, seat: int, solution: Solution) -> tuple[float, ...] | None:
    """Return each seat's share of the win from an exact value; None if only the value of a round is known."""
    if game.players == 1 or not game.scores(s):
        return _shares(game, seat, solution.low)
    for move in solution.line:
        s = game.play(s, move)
    return tuple(shares_at(game, s)) if game.outcome(s) else None


def _shares(game: AnyGame, seat: int, value: int) -> tuple[float, ...]:
    """Return each seat's share of the win from an exact value of a game without points."""
    if game.players == 1:
        return (float(value),)
    mine = (value + 1) / 2
    return tuple(mine if each == seat else (1 - mine) / (game.players - 1) for each in range(game.players))


def _moves_known(game: AnyGame, view: Any, seat: int) -> bool:
    """Tell whether a view shows all that the seat to move sees, and so what it may play."""
    return not game.hidden or game.view(game.sample(view, Random(0)), seat) == game.view(view, seat)


def _rank(line: Line, seat: int) -> tuple[float, int]:
    """Return what lines are ordered by: the chance; among wins the shortest comes first, among losses the longest."""
    chance = line.chances[seat]
    return -chance, len(line.moves) if chance else -len(line.moves)


class _Evaluator:
    """Estimates positions of one game."""

    def __init__(self, game: AnyGame) -> None:
        package = package_of(type(game))
        made = package.features.load()
        self._game = game
        self._model: Model | None = model_of(package, game) if made else None
        self._features: Features | None = made(game) if made and self._model else None

    def estimate(self, view: Any) -> Estimate:
        """Return the chances in a view, and their standard errors."""
        if self._game.to_move(view) is None:
            shares = tuple(shares_at(self._game, view))
            return shares, _no_errors(shares)
        if self._model and self._features:
            return self._model.estimate(*self._features.of(view))
        return self._by_playouts(view)

    def lines(self, view: Any, known: Exact) -> tuple[Line, ...]:
        """Return the moves of the seat to move, ranked by its chance after each move; some are ``known`` exactly."""
        seat = self._game.to_move(view)
        if seat is None or seat == DEALER or not _moves_known(self._game, view, seat):
            return ()
        values = {each.move: each for each in known.moves} if known.final else {}
        found = list[Line]()
        for move in self._game.legal_moves(view):
            if value := values.get(move):
                found.append(self._certain(view, seat, value))
            else:
                found.append(self._line(view, (move,)))
        found.sort(key=lambda line: _rank(line, seat))
        return tuple(found)

    def _line(self, view: Any, moves: tuple[Any, ...]) -> Line:
        """Return a line with the chances at its end."""
        s = view
        for move in moves:
            s = self._game.play(s, move)
        return Line(moves, *self.estimate(s), self._game.outcome(s) is not None)

    def _certain(self, view: Any, seat: int, known: MoveValue) -> Line:
        """Return the line of best play after a move whose value is exact."""
        game, moves = self._game, (known.move, *known.reply)
        if game.players > 1 and game.scores(view):  # best play has led to the end of the round
            return self._line(view, moves)
        shares = _shares(game, seat, known.value)
        return Line(moves, shares, _no_errors(shares), proved=True)

    def _by_playouts(self, view: Any) -> Estimate:
        """Return the average result of random games; the same position always gets the same games."""
        game, rng = self._game, Random(f"{self._game!r} {self._game.format_state(view)}")
        results = np.array([walk(game, game.sample(view, rng)).playout(rng) for _ in range(PLAYOUTS)])
        errors = results.std(axis=0, ddof=1) / PLAYOUTS**0.5
        return tuple(results.mean(axis=0).tolist()), tuple(errors.tolist())


@lru_cache(maxsize=16)
def _evaluator(game: AnyGame, thread: int) -> _Evaluator:
    """Return the evaluator of a game for a thread; the searches in it use their memory for one position at a time."""
    return _Evaluator(game)
