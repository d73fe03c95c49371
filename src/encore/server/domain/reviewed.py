"""The review of a finished game, as clients get it and as it is stored."""

from __future__ import annotations

from typing import Any, NamedTuple

import msgspec

from encore.analysis.accounts import Account, Judged, Moment, Review, account_for
from encore.core.errors import OptionError
from encore.core.evaluation import Evaluation
from encore.core.fact import Fact
from encore.core.game import AnyGame, shares
from encore.core.words import in_words
from encore.server.domain.decisions import Refusal
from encore.server.domain.found import PLACES, rounded
from encore.server.domain.positions import Advice, Reached, advice, asked_start
from encore.server.domain.table import Table

Chances = tuple[tuple[float, ...], ...]
"""Of the seats, at the beginning and after each move."""


class ReviewedMoment(msgspec.Struct, frozen=True, omit_defaults=True):
    """A move worth another look, and a better one with what a hint says about it: ``facts`` and ``why`` (English).

    ``ply`` is the number of the move, from 1. ``error`` is the standard error of ``loss``, 0 if it is proved.
    """

    ply: int
    move: str
    loss: float
    error: float
    better: str
    told: Fact | None = None
    better_told: Fact | None = None
    where: tuple[str, ...] = ()
    facts: tuple[Fact, ...] = ()
    why: tuple[str, ...] = ()


class ReviewedSeat(msgspec.Struct, frozen=True):
    """What happened to a seat's chance to win: ``result`` - ``start`` is the sum of ``luck``, ``own`` and ``others``.

    ``given_away`` adds up what was lost by moves that were clearly worse than the best ones.
    """

    start: float
    luck: float
    own: float
    others: float
    result: float
    given_away: float
    moments: tuple[ReviewedMoment, ...]


class Reviewed(msgspec.Struct, frozen=True):
    """The chances of the seats at the beginning and after each move, which of these are proved, and the seats.

    If the players ended the game early, the last chances are the result.
    """

    chances: Chances
    proved: tuple[bool, ...]
    seats: tuple[ReviewedSeat, ...]


class Tried(msgspec.Struct, frozen=True, omit_defaults=True):
    """How good another move is: what it gives away against the best one, and what a hint says about it.

    ``good``: no other move is better by more than ``error``; None where this cannot be told.
    """

    move: str
    good: bool | None
    loss: float
    error: float
    told: Fact | None = None
    where: tuple[str, ...] = ()
    facts: tuple[Fact, ...] = ()
    why: tuple[str, ...] = ()


class Sight(NamedTuple):
    """What is to be evaluated: a view, and for the seat that moved next, its move."""

    view: Any
    move: Any = None


class PlayedGame(NamedTuple):
    """A finished game of a table, which may go on with the next one; or a line of moves from elsewhere."""

    table: str
    number: int
    game: AnyGame
    moves: tuple[str, ...]
    winners: tuple[int, ...] | None
    """The seats that won; None if the game is not over."""
    start: Any = None
    """The first state, if it is not the beginning of the game."""


def last_game(table: Table) -> PlayedGame:
    """Return the last game of a table, or raise Refusal if it is not over."""
    if not table.ended:
        raise Refusal("over", Fact("server.review-after-game"))
    winners = tuple(table.seat_of(chair) for chair in table.ended.winners)
    return PlayedGame(table.name, table.number, table.game, tuple(table.moves), winners)


def line_of(asked: Reached, winners: tuple[int, ...] | None = None) -> ReplayedGame:
    """Return the positions along some moves; raise EncoreError if they cannot be read or played.

    ``winners`` are the seats that won, if the players ended the game.
    """
    game, start = asked_start(asked)
    for seat in winners or ():
        if seat >= game.players:
            raise OptionError(Fact("server.no-seat", seat=seat + 1, players=game.players))
    return ReplayedGame(PlayedGame("", 0, game, asked.moves, winners, start))


class ReplayedGame:
    """A game with all its positions. To replay it takes a while, so it is done in a thread."""

    def __init__(self, played: PlayedGame) -> None:
        self.played, self.game, self.texts = played, played.game, played.moves
        start = self.game.initial() if played.start is None else played.start
        self.states, self.moves, self.movers = [start], list[Any](), list[int]()
        for text in self.texts:
            s = self.states[-1]
            mover, move = self.game.to_move(s), self.game.parse_move(s, text)
            self.states.append(self.game.play(s, move))
            assert mover is not None  # else it could not be played
            self.movers.append(mover)
            self.moves.append(move)
        self.shares: tuple[float, ...] | None = None
        if played.winners is not None and not self.game.outcome(self.states[-1]):  # the players ended it
            winners = {partner for seat in played.winners for partner in self.game.partners(seat)}
            self.shares = tuple(map(float, shares(tuple(winners), self.game.players)))

    def sights(self, ply: int) -> tuple[Sight, ...]:
        """Return what is to be evaluated after some moves: one view for all, or each seat's own."""
        s = self.states[ply]
        mover = self.movers[ply] if ply < len(self.movers) else None
        move = self.moves[ply] if mover is not None and mover >= 0 else None
        if not self.game.hidden:
            return (Sight(s, move),)
        return tuple(
            Sight(self.game.view(s, seat), move if seat == mover else None) for seat in range(self.game.players)
        )

    def views(self, ply: int) -> tuple[Sight, ...]:
        """Return the same without the move: only the chances are wanted."""
        return tuple(Sight(sight.view) for sight in self.sights(ply))

    def judged(self, found: tuple[Evaluation, ...]) -> Judged:
        """Return the evaluations of a position by seat."""
        return Judged(found if self.game.hidden else found * self.game.players)

    def told(self, review: Review) -> Reviewed:
        """Return a review with its moves in words."""
        seats = tuple(self._seat(seat, account) for seat, account in enumerate(review.accounts))
        return Reviewed(*self.chances(review), seats)

    @staticmethod
    def chances(review: Review) -> tuple[Chances, tuple[bool, ...]]:
        """Return the chances of a review, and which of them are proved."""
        return tuple(map(rounded, review.chances)), review.proved

    def _seat(self, seat: int, account: Account) -> ReviewedSeat:
        numbers = (account.start, account.luck, account.own, account.others, account.result, account.given_away)
        return ReviewedSeat(*numbers, tuple(self._moment(seat, each) for each in account.moments))

    def _moment(self, seat: int, moment: Moment) -> ReviewedMoment:
        before, better = self.states[moment.ply - 1], moment.better.moves[0]
        found = self.advice(seat, moment.ply - 1, better)
        return ReviewedMoment(
            moment.ply,
            moment.move,
            _rounded(moment.loss),
            _rounded(moment.error),
            better,
            in_words(self.game, before, self.moves[moment.ply - 1], self.states[moment.ply]),
            found.told,
            found.where,
            found.facts,
            tuple(map(str, found.facts)),
        )

    def advice(self, seat: int, ply: int, move: str) -> Advice:
        """Return what a hint says about a move of a seat after some moves."""
        return advice(self.game, self.game.view(self.states[ply], seat), move)

    def tried(self, ply: int, move: str, before: Judged, after: Judged) -> Tried:
        """Return how good another move is, from the evaluations before and after it."""
        seat = self.movers[ply]
        found, account = self.advice(seat, ply, move), account_for([seat], [move], [before, after]).accounts[seat]
        worse = next(iter(account.moments), None)
        known = after.views[seat].proved or not before.views[seat].proved
        return Tried(
            move,
            worse is None if known else None,
            _rounded(worse.loss) if worse else 0.0,
            _rounded(worse.error) if worse else 0.0,
            found.told,
            found.where,
            found.facts,
            tuple(map(str, found.facts)),
        )


def _rounded(number: float) -> float:
    return round(number, PLACES)
