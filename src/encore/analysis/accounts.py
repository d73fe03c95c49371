"""Accounts of a game: how luck, a player's own choices and those of the others changed each win chance.

The chance of a seat is judged from what it could see at that moment. Every move changes it, and each change has one
owner: the dealer (luck), the seat itself, or another seat. So for every seat

    result - start = luck + own + others

A change can have either sign: a good move that the estimate did not expect raises a chance. What a seat *gave away* is
counted apart: the differences between the best moves and those played, both judged in the same way, where they exceed
the error of the estimates.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from itertools import pairwise
from typing import Any

from encore.core.evaluation import Evaluation, Line
from encore.core.game import DEALER

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
    """The chances after each ply, as each seat could judge its own, and an account for each seat.

    ``proved`` says which of these chances are certain.
    """

    chances: tuple[tuple[float, ...], ...]
    proved: tuple[bool, ...]
    accounts: tuple[Account, ...]


@dataclass(frozen=True, slots=True)
class Judged:
    """One position as each seat could judge it; where nothing is hidden, all seats have the same evaluation."""

    views: tuple[Evaluation, ...]

    @property
    def chances(self) -> tuple[float, ...]:
        """The chance of each seat by its own view."""
        return tuple(view.chances[seat] for seat, view in enumerate(self.views))

    @property
    def proved(self) -> bool:
        """Whether the chances are certain."""
        return all(view.proved for view in self.views)


def account_for(
    movers: Sequence[int], moves: Sequence[Any], judged: Sequence[Judged], shares: Sequence[float] | None = None
) -> Review:
    """Review a game from the evaluations of its positions; there is one more of them than moves.

    Each evaluation for the seat that moves has the best line, and the line of the move that was played. If the players
    ended the game early, for example by resigning, ``shares`` is each seat's share of the win; the ending counts as a
    choice of the losers.
    """
    chances, proved = [each.chances for each in judged], [each.proved for each in judged]
    if shares is not None:
        chances.append(tuple(shares))
        proved.append(True)
    accounts = [_account(seat, movers, moves, judged, shares) for seat in range(len(judged[0].views))]
    return Review(tuple(chances), tuple(proved), tuple(accounts))


def _account(
    seat: int, movers: Sequence[int], moves: Sequence[Any], judged: Sequence[Judged], shares: Sequence[float] | None
) -> Account:
    chances = [each.chances[seat] for each in judged]
    luck = own = others = 0.0
    moments = list[Moment]()
    for ply, (mover, (before, after)) in enumerate(zip(movers, pairwise(chances), strict=True)):
        if mover == seat:
            own += after - before
            if found := _moment(seat, ply, moves[ply], judged[ply].views[seat], judged[ply + 1].views[seat]):
                moments.append(found)
        elif mover == DEALER:
            luck += after - before
        else:
            others += after - before
    result, clear = chances[-1], [each for each in moments if each.loss > max(each.error, LEAST)]
    if shares is not None:
        change, result = shares[seat] - result, shares[seat]
        own, others = (own + change, others) if not result else (own, others + change)
    return Account(chances[0], luck, own, others, result, sum(each.loss for each in clear), _worst(clear))


def _worst(moments: Iterable[Moment]) -> tuple[Moment, ...]:
    """Return the moves that lost most, in the order of the game."""
    worst = sorted(moments, key=lambda each: each.error - each.loss)[:MOMENTS]
    return tuple(sorted(worst, key=lambda each: each.ply))


def _moment(seat: int, ply: int, move: Any, before: Evaluation, after: Evaluation) -> Moment | None:
    """Return what a move gave away; None for a best move, and where that cannot be told.

    If the value before the move is proved, the loss is exact, and known only if the value after it is proved too: an
    estimate must not be held against a proof. Otherwise the estimates after all moves are compared, unless it is proved
    that the move played is at least as good as the best estimate.
    """
    played = next((line for line in before.lines if line.moves[0] == move), None)
    if played is None or played is before.lines[0]:
        return None
    best, error = before.lines[0], 0.0
    if before.proved:
        if not after.proved:
            return None
        loss = before.chances[seat] - after.chances[seat]
    elif after.proved and after.chances[seat] >= best.chances[seat]:
        return None
    else:
        loss = best.chances[seat] - played.chances[seat]
        error = math.hypot(best.errors[seat], played.errors[seat])
    return Moment(ply + 1, move, best, loss, error) if loss > 0 else None
