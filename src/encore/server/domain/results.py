"""Who has won, also when players have left the game (docs/tables.md)."""

from __future__ import annotations

from collections.abc import Sequence

from encore.core.fact import Fact
from encore.server.domain.events import Emptied, Ended, Leaving
from encore.server.domain.table import Table

FEWEST = 3
"""The players of a game that goes on when one of them leaves."""


def team(table: Table, chair: int) -> set[int]:
    """Return the chairs that win and lose with a chair, itself included."""
    return {table.chair_of(seat) for seat in table.game.partners(table.seat_of(chair))}


def lost_by(table: Table, chair: int, reason: Leaving) -> Emptied | Ended:
    """Return what follows when a player gives up, leaves or has no time left.

    The game of several people goes on without one of them. Otherwise it ends, and the other teams win.
    """
    others = any(holder for other, holder in enumerate(table.holders) if other != chair)
    if table.game.players >= FEWEST and table.holders[chair] and others:
        return Emptied(chair, reason)
    losers = team(table, chair).union(table.vacancies.order)
    return Ended(reason, tuple(other for other in range(table.game.players) if other not in losers))


def forfeited(table: Table, chair: int, why: Fact) -> Ended:
    """Return the end of a game whose bot cannot play it: the other teams win."""
    losers = team(table, chair).union(table.vacancies.order)
    winners = tuple(other for other in range(table.game.players) if other not in losers)
    return Ended("forfeit", winners, str(why), why)


def stayed(table: Table) -> tuple[int, ...]:
    """Return the chairs that nobody has left in this game."""
    return tuple(chair for chair in range(table.game.players) if chair not in table.vacancies.order)


def ended_by_vote(table: Table) -> Ended:
    """Return the end of a game that the players no longer want to play.

    Whoever has stayed has won. If a partner of somebody who left is among them, nobody wins: the partner is not to
    blame, and the other team, who are the majority, could else vote for their own win.
    """
    staying, left = stayed(table), set(table.vacancies.order)
    deserted = any(team(table, chair) & left for chair in staying)
    fact = Fact("server.ended-by-vote")
    return Ended("agreed", () if deserted else staying, str(fact), fact)


def won_by_rules(table: Table, winners: tuple[int, ...], scores: Sequence[int]) -> tuple[int, ...]:
    """Return the winners among the chairs that stayed, by the game's own result; ``scores`` are by seat."""
    if not (left := table.vacancies.order) or not winners:
        return winners
    if own := tuple(chair for chair in winners if chair not in left):
        return own
    points = {chair: scores[table.seat_of(chair)] if scores else 0 for chair in stayed(table)}
    return tuple(chair for chair, each in points.items() if each == max(points.values()))
