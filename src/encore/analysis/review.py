"""Review of a game: how luck, a player's own choices and those of the others changed each win chance.

The chance of a seat is judged from what it could see at that moment. Every move changes it, and each change has one
owner: the dealer (luck), the seat itself, or another seat. So for every seat

    result - start = luck + own + others

A change can have either sign: a good move that the estimate did not expect raises a chance. What a seat *gave away* is
counted apart, as the difference between the best move and the one played, both judged in the same way.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from itertools import pairwise
from typing import Any

from encore.analysis.evaluate import evaluate
from encore.core.evaluation import Evaluation, Line
from encore.core.game import DEALER, AnyGame
from encore.core.replay import Ply
from encore.core.thinking import UNLIMITED, Budget

MOMENTS = 3
"""The most moments of a seat."""
LEAST = 0.01
"""The smallest loss that is worth another look. In a game that is nearly decided, errors are small too."""


@dataclass(frozen=True, slots=True)
class Moment:
    """A move worth another look: another move was better by more than the error of the estimates."""

    ply: int
    """The number of the move, from 1."""
    move: Any
    better: Line
    loss: float
    error: float
    """The standard error of the loss, 0 if it is proved."""


@dataclass(frozen=True, slots=True)
class Account:
    """What happened to the win chance of one seat; ``result`` is its last chance if the game is not over."""

    start: float
    luck: float
    own: float
    others: float
    result: float
    given_away: float
    moments: tuple[Moment, ...]


@dataclass(frozen=True, slots=True)
class Review:
    """The chances after each ply, as each seat could judge its own, and an account for each seat."""

    chances: tuple[tuple[float, ...], ...]
    accounts: tuple[Account, ...]


def review(
    game: AnyGame,
    plies: Sequence[Ply],
    shares: Sequence[float] | None = None,
    seconds: float | None = None,
    nodes: int = UNLIMITED,
    done: Callable[[], None] = lambda: None,
) -> Review:
    """Review a game; ``seconds`` and ``nodes`` limit the search for a proof in each position.

    If the players ended the game early, for example by resigning, ``shares`` is each seat's share of the win; the
    ending counts as a choice of the losers. ``done`` is called after each position.
    """
    states = [game.initial(), *(ply.state for ply in plies)]
    movers = [*(ply.seat for ply in plies), None]
    judged = list[_Judged]()
    for state, mover in zip(states, movers, strict=True):
        judged.append(_judge(game, state, mover, lambda: Budget(seconds, nodes)))
        done()
    chances = [each.chances for each in judged]
    accounts = [_account(seat, plies, judged, shares) for seat in range(game.players)]
    if shares is not None:
        chances.append(tuple(shares))
    return Review(tuple(chances), tuple(accounts))


@dataclass(frozen=True, slots=True)
class _Judged:
    """One position: the chance of each seat by its own view, and what the seat to move could have known."""

    chances: tuple[float, ...]
    views: tuple[Evaluation, ...]
    """By seat; the same for all where nothing is hidden."""


def _judge(game: AnyGame, state: Any, mover: int | None, budget: Callable[[], Budget]) -> _Judged:
    if not game.hidden:
        found = _evaluated(game, state, budget(), known=mover is not None)
        return _Judged(found.chances, (found,) * game.players)
    views = tuple(_evaluated(game, game.view(state, seat), budget(), seat == mover) for seat in range(game.players))
    return _Judged(tuple(view.chances[seat] for seat, view in enumerate(views)), views)


def _evaluated(game: AnyGame, view: Any, budget: Budget, known: bool) -> Evaluation:
    """Evaluate a view, with all lines for the seat that moved next."""
    with budget:
        return evaluate(game, view, budget, UNLIMITED if known else 0)


def _account(seat: int, plies: Sequence[Ply], judged: Sequence[_Judged], shares: Sequence[float] | None) -> Account:
    start = judged[0].chances[seat]
    luck = own = others = 0.0
    moments = list[Moment]()
    for ply, (before, after) in zip(plies, pairwise(judged), strict=True):
        change = after.chances[seat] - before.chances[seat]
        if ply.seat == seat:
            own += change
            if found := _moment(ply, before.views[seat], after.views[seat]):
                moments.append(found)
        elif ply.seat == DEALER:
            luck += change
        else:
            others += change
    result = judged[-1].chances[seat]
    if shares is not None:
        change, result = shares[seat] - result, shares[seat]
        own, others = (own + change, others) if not result else (own, others + change)
    return Account(start, luck, own, others, result, sum(each.loss for each in moments), _worth_a_look(moments))


def _worth_a_look(moments: Iterable[Moment]) -> tuple[Moment, ...]:
    """Return the moves whose loss exceeds its error, the worst ones, in the order of the game."""
    clear = [each for each in moments if each.loss > max(each.error, LEAST)]
    worst = sorted(clear, key=lambda each: each.error - each.loss)[:MOMENTS]
    return tuple(sorted(worst, key=lambda each: each.ply))


def _moment(ply: Ply, before: Evaluation, after: Evaluation) -> Moment | None:
    """Return what a move gave away; None for a best move, and where that cannot be told.

    If the value before the move is proved, the loss is exact, and known only if the value after it is proved too: an
    estimate must not be held against a proof. Otherwise the estimates after all moves are compared.
    """
    seat = ply.seat
    played = next((line for line in before.lines if line.moves[0] == ply.move), None)
    if played is None or played is before.lines[0]:
        return None
    best, error = before.lines[0], 0.0
    if before.proved:
        if not after.proved:
            return None
        loss = before.chances[seat] - after.chances[seat]
    else:
        loss = best.chances[seat] - played.chances[seat]
        error = math.hypot(best.errors[seat], played.errors[seat])
    return Moment(ply.number, ply.move, best, loss, error) if loss > 0 else None
