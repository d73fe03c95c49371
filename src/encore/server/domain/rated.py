"""Rated tables: who may play there, and which result a game or a pair of games has (docs/ratings.md)."""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence

import msgspec

from encore.core.errors import OptionError
from encore.core.fact import Fact
from encore.core.game import AnyGame
from encore.core.registry import package_of
from encore.server.domain.decisions import Decision, Refusal, begin
from encore.server.domain.events import AWAY, Emptied, Ended, Opened, Returned
from encore.server.domain.results import team
from encore.server.domain.table import Table, ranked

PAIR = 2
"""The games of a pair; in the second one the seats are exchanged."""
LONG_LIVE, LONG_DAYS = 60_000, 3_600_000
"""Milliseconds of an outage that excuse a loss by time: in live games, and in games with days per move."""


class RatedSeat(msgspec.Struct, frozen=True):
    """A seat in the result of a rated game. The store knows which person keeps the seat of ``holder``."""

    holder: str
    rank: int
    team: int


class NewResult(msgspec.Struct, frozen=True):
    """The result of a rated game or of a pair; ``number`` is that of its last game, the seats are by chair."""

    table: str
    number: int
    game: str
    at: int
    seats: tuple[RatedSeat, ...]


def check_rated(opened: Opened, game: AnyGame) -> None:
    """Raise OptionError if a table cannot be rated, or wants ratings without being rated."""
    mine = sum(chair.kind == "screen" for chair in opened.chairs)
    free = sum(chair.kind == "open" for chair in opened.chairs)
    seats = game.players >= PAIR and mine == 1 and mine + free == game.players
    usual = opened.timing.kind != "none" and not opened.bots_after and not game.changed_options
    in_order = not opened.high or opened.low <= opened.high
    if not (seats and usual and in_order if opened.rated else opened.low == opened.high == 0):
        raise OptionError(Fact("server.rated-table"))


def check_rating(opened: Opened, rating: int) -> None:
    """Raise a Refusal if somebody is too strong or too weak for what the opener wants."""
    if not opened.low <= rating <= (opened.high or rating):
        span = f"{opened.low or ''}–{opened.high or ''}"
        raise Refusal("entry", Fact("server.rating-range", range=span, rating=str(rating)))


def in_pairs(table: Table) -> bool:
    """Return whether a match of this table is a pair of games with exchanged seats."""
    return table.opened.rated and table.game.players == PAIR and package_of(type(table.game)).rated_in_pairs


def game_of_pair(table: Table) -> int:
    """Return which game of a pair is played, 1 or 2; 0 at any other table."""
    return 2 - table.number % PAIR if table.number and in_pairs(table) else 0


def second_due(table: Table) -> bool:
    """Return whether the second game of a pair has to begin."""
    return table.phase == "over" and not table.closed and game_of_pair(table) == 1


def begin_second(table: Table) -> Decision:
    """Begin the second game of a pair."""
    if not second_due(table):
        raise Refusal("refused", Fact("server.game-running"))
    return begin(table)


def result_of(
    table: Table, at: int, decision: Decision, outages: Sequence[tuple[int, int]] = ()
) -> tuple[NewResult, ...]:
    """Return the result that the next row of a table brings, if it ends a rated game or the second one of a pair.

    There is none if the server was away for long, and somebody has lost by time or by being away.
    """
    if not table.opened.rated or not decision.events or not isinstance(ended := decision.events[-1], Ended):
        return ()
    which = game_of_pair(table)
    if which == 1 or _is_blameless(table, decision, outages):
        return ()
    left = _left(table, decision)
    seats = _seats(table, decision)
    if "" in seats:
        return ()  # a bot plays there since an earlier game
    ranks = _of_pair(table, ended) if which else _of_game(table, decision, ended, left)
    return (NewResult(table.name, table.number, table.game.name, at, _ranked(table, seats, ranks, left)),)


def _left(table: Table, decision: Decision) -> list[int]:
    """Return the chairs that were left in this game, in their order."""
    back = {event.chair for event in decision.events if isinstance(event, Returned)}
    now = [event.chair for event in decision.events if isinstance(event, Emptied)]
    return [chair for chair in (*table.vacancies.order, *now) if chair not in back]


def _seats(table: Table, decision: Decision) -> list[str]:
    """Return who has each chair, or has left it in this game."""
    left = set(_left(table, decision))
    gone = table.vacancies.gone
    return [
        holder or (gone[chair].holder if chair in left and chair in gone else "")
        for chair, holder in enumerate(table.holders)
    ]


def _of_game(table: Table, decision: Decision, ended: Ended, left: Sequence[int]) -> tuple[int, ...]:
    """Return the rank of each chair in a single game."""
    state = decision.states[-1].state if decision.states else table.state
    return ranked(table, ended, state, left)


def _of_pair(table: Table, ended: Ended) -> tuple[int, ...]:
    """Return the rank of each chair in a pair. Whoever has left before their first move in the second has lost it."""
    points = [_points(table.ended_before, chair) + _points(ended, chair) for chair in range(PAIR)]
    for chair in range(PAIR):
        lost = ended.reason in ("resigned", "time", "abandoned") and chair not in ended.winners
        if lost and chair not in table.movers:
            points[chair] = -1
    return tuple(1 + sum(other > own for other in points) for own in points)


def _points(ended: Ended | None, chair: int) -> float:
    """Return the points of a chair in a game of two: 1 for a win, a half for a draw."""
    winners = ended.winners if ended else ()
    return float(chair in winners) / len(winners) if winners else 1 / PAIR


def _ranked(table: Table, seats: Sequence[str], ranks: Sequence[int], left: Sequence[int]) -> tuple[RatedSeat, ...]:
    """Return the seats with their ranks. Partners are a team with its best rank; whoever left is alone."""
    found = list[RatedSeat]()
    for chair, holder in enumerate(seats):
        partners = {chair} if chair in left else team(table, chair).difference(left)
        found.append(RatedSeat(holder, min(ranks[each] for each in partners), min(partners)))
    return tuple(found)


def _is_blameless(table: Table, decision: Decision, outages: Sequence[tuple[int, int]]) -> bool:
    """Return whether somebody has lost by time or by being away after the server itself was away for long."""
    longest = LONG_DAYS if table.opened.timing.kind == "days" else LONG_LIVE
    return any(
        start < until and stop > since and stop - start >= longest
        for since, until in _lost_times(table, decision)
        for start, stop in outages
    )


def _lost_times(table: Table, decision: Decision) -> Iterator[tuple[float, float]]:
    """Yield when somebody was away and has lost by it, from and to: in the whole live game, or in a turn by the day.

    In a pair it is the whole first game, if that was lost so.
    """
    days, second = table.opened.timing.kind == "days", game_of_pair(table) == PAIR
    lost = {event.reason for event in decision.events if isinstance(event, Emptied | Ended)} & AWAY
    before = second and table.ended_before is not None and table.ended_before.reason in AWAY
    if days:
        yield from table.late.values()
        if lost:
            yield table.clock.since, math.inf
        if before:
            yield table.began_before, table.began
    elif lost or before or any(gone.reason in AWAY for gone in table.vacancies.gone.values()):
        yield table.began_before if second else table.began, math.inf
