"""The greedy bot."""

from __future__ import annotations

from random import Random
from typing import Any

from encore.bots.walk import Walk, prepare_walk, walk
from encore.core.game import AnyGame
from encore.core.thinking import Budget

_WIN = 1e6


class GreedyBot:
    """Wins if it can in this turn, else makes the most points in its turn; ties are broken at random.

    A turn lasts while the same seat is to move, so a second move in the same turn is considered too.
    """

    def prepare(self, game: AnyGame) -> None:
        """Load the game's kernel."""
        prepare_walk(game)

    def choose(self, game: AnyGame, view: Any, rng: Random, budget: Budget) -> Any:
        """Return the first move of the best turn."""
        seat = game.to_move(view)
        assert seat is not None
        if game.hidden:
            view = game.sample(view, rng)
        way = walk(game, view)
        best: list[Any] = []
        most = -_WIN * 2
        for looked, step in enumerate(way.steps(), 1):
            way.forth(step)
            worth = _worth(way, seat, 1)
            way.back()
            if worth > most:
                best, most = [], worth
            if worth == most:
                best.append(step)
            if budget.over(looked):
                break
        return way.move(rng.choice(best))


def _worth(way: Walk, seat: int, deeper: int) -> float:
    """Return the best result of a seat at the end of its turn; looks at most one more move ahead."""
    if way.to_move() is None:
        return _WIN * way.playout(Random(0))[seat] + _points(way, seat)
    if way.to_move() != seat or not deeper or not way.scores():
        return _points(way, seat)
    most = -_WIN * 2
    for step in way.steps():
        way.forth(step)
        most = max(most, _worth(way, seat, deeper - 1))
        way.back()
    return most


def _points(way: Walk, seat: int) -> float:
    """Return the lead of a seat over the best of the others."""
    scores = way.scores()
    others = [score for other, score in enumerate(scores) if other != seat]
    return scores[seat] - max(others) if others else 0.0
