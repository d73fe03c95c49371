"""Review of a game: every position is evaluated, and the accounts of the seats are drawn up."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from encore.analysis.accounts import Judged, Review, account_for
from encore.analysis.evaluate import evaluate
from encore.core.evaluation import Evaluation
from encore.core.game import AnyGame
from encore.core.replay import Ply
from encore.core.thinking import UNLIMITED, Budget


def review(
    game: AnyGame,
    plies: Sequence[Ply],
    shares: Sequence[float] | None = None,
    seconds: float | None = None,
    nodes: int = UNLIMITED,
    done: Callable[[], None] = lambda: None,
    start: Any = None,
) -> Review:
    """Review a game; ``seconds`` and ``nodes`` limit the search for a proof in each position.

    ``shares`` is each seat's share of the win if the players ended the game early. ``done`` is called after each
    position. ``start`` is the state before the first move, if it is not the beginning.
    """
    states = [game.initial() if start is None else start, *(ply.state for ply in plies)]
    judged = list[Judged]()
    for state, ply in zip(states, [*plies, None], strict=True):
        judged.append(_judge(game, state, ply, lambda: Budget(seconds, nodes)))
        done()
    return account_for([ply.seat for ply in plies], [ply.move for ply in plies], judged, shares)


def _judge(game: AnyGame, state: Any, next_ply: Ply | None, budget: Callable[[], Budget]) -> Judged:
    """Evaluate a position for each seat; the one that moves next gets the best line and that of its move."""

    def evaluated(view: Any, moves: bool) -> Evaluation:
        with budget() as entered:
            return evaluate(game, view, entered, int(moves), next_ply.move if moves and next_ply else None)

    if not game.hidden:
        return Judged((evaluated(state, next_ply is not None),) * game.players)
    mover = next_ply.seat if next_ply else None
    return Judged(tuple(evaluated(game.view(state, seat), seat == mover) for seat in range(game.players)))
