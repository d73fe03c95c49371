"""One call for all games: the win chances in a view, proved or estimated, and the best lines."""

from __future__ import annotations

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
from encore.core.game import DEALER, AnyGame
from encore.core.parts import Features
from encore.core.registry import package_of
from encore.core.thinking import Budget, Solution

LINES = 5
"""The most lines of an evaluation."""
PLAYOUTS = 200
"""Random games from a position of a game without a fitted model."""

PREPARED = 24
"""The plies of the game in ``prepare``; every kind of position is among them."""

Estimate = tuple[tuple[float, ...], tuple[float, ...]]
"""The chance of each seat, and its standard error."""


def evaluate(game: AnyGame, view: Any, budget: Budget, lines: int = LINES, also: Any = None) -> Evaluation:
    """Return the win chance of each seat, and the best moves of the seat to move.

    The budget, which must have been entered, is for a proof; with no nodes there is only the estimate. A game without
    a fitted model is estimated by random games. Only ``view`` is known: hidden things stay hidden. ``also`` is a move
    whose line comes last if it is not among the best.
    """
    if game.to_move(view) is None:
        shares = tuple(shares_at(game, view))
        return Evaluation(shares, _no_errors(shares), proved=True)
    evaluator = _evaluator(game, get_ident())
    found = evaluator.lines(view) if lines else ()
    proved = _proved(game, view, budget)
    if proved is None:
        return Evaluation(*evaluator.estimate(view), lines=_selected(found, lines, also))
    shares, errors, seat = proved.chances, proved.errors, game.to_move(view)
    if seat is not None and not shares[seat]:  # every move loses
        found = tuple(Line(line.moves, shares, errors, proved=True) for line in found)
    if proved.moves:
        found = (proved, *(line for line in found if line.moves[0] != proved.moves[0]))
    return Evaluation(shares, errors, proved=True, lines=_selected(found, lines, also))


def _selected(found: tuple[Line, ...], most: int, also: Any) -> tuple[Line, ...]:
    """Return the first lines, and after them that of ``also``."""
    return found[:most] + tuple(line for line in found[most:] if also is not None and line.moves[0] == also)


def prepare(game: AnyGame) -> None:
    """Load or compile what estimates need, by estimating the first positions of a random game."""
    rng, s, evaluator = Random(0), game.initial(), _evaluator(game, get_ident())
    for _ in range(PREPARED):
        seat = game.to_move(s)
        if seat is None:
            return
        evaluator.estimate(game.view(s, None if seat == DEALER else seat))
        s = game.play(s, game.deal(s, rng) if seat == DEALER else rng.choice(game.legal_moves(s)))


def _no_errors(shares: tuple[float, ...]) -> tuple[float, ...]:
    return (0.0,) * len(shares)


def _proved(game: AnyGame, view: Any, budget: Budget) -> Line | None:
    """Return best play, as far as it is known, and its result; None if nothing is proved, or there is no solver."""
    solve = package_of(type(game)).solve.load()
    seat = game.to_move(view)
    if solve is None or game.hidden or budget.nodes == 0 or seat is None or seat == DEALER:
        return None
    try:
        solution = solve(game, view, budget)
    except OptionError:  # the solver does not support this number of players
        return None
    shares = _result(game, view, seat, solution) if solution.exact else None
    return Line(solution.line, shares, _no_errors(shares), proved=True) if shares else None


def _result(game: AnyGame, s: Any, seat: int, solution: Solution) -> tuple[float, ...] | None:
    """Return each seat's share of the win from an exact value; None if only the value of a round is known."""
    if game.players == 1:
        return (float(solution.low),)
    if not game.scores(s):
        mine = (solution.low + 1) / 2
        return tuple(mine if each == seat else (1 - mine) / (game.players - 1) for each in range(game.players))
    for move in solution.line:
        s = game.play(s, move)
    return tuple(shares_at(game, s)) if game.outcome(s) else None


def _moves_known(game: AnyGame, view: Any, seat: int) -> bool:
    """Tell whether a view shows all that the seat to move sees, and so what it may play."""
    return not game.hidden or game.view(game.sample(view, Random(0)), seat) == game.view(view, seat)


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

    def lines(self, view: Any) -> tuple[Line, ...]:
        """Return the moves of the seat to move, ranked by its chance after each move."""
        seat = self._game.to_move(view)
        if seat is None or seat == DEALER or not _moves_known(self._game, view, seat):
            return ()
        found = list[Line]()
        for move in self._game.legal_moves(view):
            after = self._game.play(view, move)
            chances, errors = self.estimate(after)
            found.append(Line((move,), chances, errors, self._game.outcome(after) is not None))
        found.sort(key=lambda line: -line.chances[seat])
        return tuple(found)

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
