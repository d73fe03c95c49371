"""Decides what becomes of the seat of a player who has left: the vote of the others, and the way back."""

from __future__ import annotations

import math
from collections.abc import Collection, Sequence

from encore.core.fact import Fact
from encore.server.domain.clocks import DAY, away
from encore.server.domain.decisions import Decision, Refusal, must_have_space
from encore.server.domain.events import AnyEvent, Asked, Choice, Declined, Resumed, Returned, Voted
from encore.server.domain.results import ended_by_vote
from encore.server.domain.substitutes import filled
from encore.server.domain.table import Table

LONGEST = 60_000
"""Milliseconds for an answer. A game with days per move allows a day."""
AGAIN = 60_000
"""Milliseconds after which somebody whose return was declined may ask again."""


def longest(table: Table) -> int:
    """Return how many milliseconds the players have for an answer."""
    return DAY if table.opened.timing.kind == "days" else LONGEST


def voters(table: Table) -> set[int]:
    """Return the chairs of people, each of which has a vote."""
    return {chair for chair, holder in enumerate(table.holders) if holder}


# The vote. ``expected`` are the chairs of people whose answer may still come.


def vote(table: Table, chairs: Collection[int], choice: Choice, expected: Collection[int]) -> Decision:
    """Vote for some chairs; if that decides it, the result follows."""
    if not table.voting:
        raise Refusal("refused", Fact("server.no-vote"))
    new = [chair for chair in chairs if chair not in table.vacancies.votes]
    if not new:
        raise Refusal("refused", Fact("server.has-voted"))
    votes = table.vacancies.votes | dict.fromkeys(new, choice)
    result = _result(votes, len(voters(table).intersection(expected).difference(votes)))
    return Decision((*(Voted(chair, choice) for chair in new), *(_follow(table, result) if result else ())))


def _result(votes: dict[int, Choice], waiting: int) -> Choice | None:
    """Return what the majority wants, once the votes to come cannot change it. A tie is for the bot."""
    end = sum(choice == "end" for choice in votes.values())
    bot = len(votes) - end
    if votes and bot >= end + waiting:
        return "bot"
    return "end" if end > bot + waiting else None


def _follow(table: Table, result: Choice) -> tuple[AnyEvent, ...]:
    return (ended_by_vote(table),) if result == "end" else filled(table)


# The way back.


def ask_back(table: Table, chair: int, now: int, refund: tuple[Resumed, ...] = ()) -> Decision:
    """Ask for the seat that one has left. If nobody else plays, one has it at once."""
    must_have_space(table)
    left = table.vacancies
    if left.asking:
        mine = left.asking.chair == chair
        raise Refusal("refused", Fact("server.waiting-for-others" if mine else "server.other-returns"))
    if now - left.declined.get(chair, -AGAIN) < AGAIN:
        raise Refusal("refused", Fact("server.return-declined", seconds=AGAIN // 1000))
    if table.people() <= {left.gone[chair].holder}:
        return _returned(table, chair, refund)
    return Decision((Asked("return", chair),))


def agree_back(table: Table, chair: int, expected: Collection[int], refund: tuple[Resumed, ...] = ()) -> Decision:
    """Agree that somebody returns; they do when everybody has agreed who may still answer."""
    asking = table.vacancies.asking
    if asking is None:
        raise Refusal("refused", Fact("server.nobody-returns"))
    if chair in asking.agreed:
        raise Refusal("refused", Fact("server.waiting-for-others"))
    if _all_agree(table, (*asking.agreed, chair), expected):
        return _returned(table, asking.chair, refund)
    return Decision((Asked("return", chair),))


def decline_back(table: Table, chair: int) -> Decision:
    """Decline the return of somebody, or withdraw one's own request."""
    if table.vacancies.asking is None:
        raise Refusal("refused", Fact("server.nobody-returns"))
    return Decision((Declined("return", chair),))


def _all_agree(table: Table, agreed: Collection[int], expected: Collection[int]) -> bool:
    """Return whether somebody agrees, and nobody else may still decline; people at one screen agree together."""
    asking = table.vacancies.asking
    assert asking is not None
    own = table.vacancies.gone[asking.chair].holder
    waiting = {table.holders[chair] for chair in voters(table).intersection(expected)}
    return bool(agreed) and waiting <= {own, *(table.holders[chair] for chair in agreed)}


def _returned(table: Table, chair: int, refund: tuple[Resumed, ...]) -> Decision:
    """Return a player. One whose turn it is gets back the time that the bot has waited for a worker."""
    return Decision((*(refund if table.to_move == chair else ()), Returned(chair)))


# What happens when nobody answers.


def left_ms(table: Table, now: int) -> float:
    """Return the milliseconds until the vote or the request ends by itself; infinite without one."""
    left = table.vacancies
    vote = left.since + longest(table) - now if table.voting else math.inf
    request = left.asking.since + longest(table) - now if left.asking else math.inf
    return min(vote, request)


def asked_since(table: Table) -> float:
    """Return since when somebody has to answer; infinite without a vote and a request."""
    left = table.vacancies
    return min(left.since if table.voting else math.inf, left.asking.since if left.asking else math.inf)


def lost(table: Table, outages: Sequence[tuple[int, int]]) -> int:
    """Return the time to give back to those who have to answer, for outages that are given in order."""
    since = asked_since(table)
    return 0 if since == math.inf else away(outages, max(int(since), table.vacancies.settled))


def is_due(table: Table, now: int, expected: Collection[int]) -> bool:
    """Return whether the vote or the request can be settled: in time, or since nobody else can answer."""
    return left_ms(table, now) <= 0 or bool(_settled(table, now, expected))


def settle(table: Table, now: int, expected: Collection[int], refund: tuple[Resumed, ...] = ()) -> Decision:
    """Close a vote or a request whose time is over, or for which nobody has to be waited any more."""
    if not (found := _settled(table, now, expected)):
        raise Refusal("refused", Fact("server.no-vote"))
    if isinstance(found[0], Returned):
        return _returned(table, found[0].chair, refund)
    return Decision(found)


def _settled(table: Table, now: int, expected: Collection[int]) -> tuple[AnyEvent, ...]:
    left = table.vacancies
    if table.voting:
        over = now >= left.since + longest(table)
        result = _result(left.votes, 0 if over else len(voters(table).intersection(expected).difference(left.votes)))
        if result or over:
            return _follow(table, result or "bot")
    if left.asking:
        over = now >= left.asking.since + longest(table)
        if _all_agree(table, left.asking.agreed, () if over else expected):
            return (Returned(left.asking.chair),)
        if over:
            return (Declined("return", left.asking.chair),)
    return ()
