"""Which seats at a table count as a game with others: a person may have only so many at a time."""

from __future__ import annotations

from collections.abc import Sequence

import msgspec

from encore.server.domain import events
from encore.server.domain.clocks import DAY, MOST_DAYS
from encore.server.domain.events import (
    AnyEvent,
    Began,
    BotsJoined,
    Closed,
    Emptied,
    Ended,
    Joined,
    Left,
    Replaced,
    Rested,
    Returned,
)
from encore.server.domain.holiday_rules import DAYS_A_YEAR
from encore.server.domain.own_games import GIVEN_UP
from encore.server.domain.row import Row
from encore.server.domain.table import Table

HOLIDAYS = 2 * DAYS_A_YEAR * DAY
"""Milliseconds by which holidays postpone the end of a turn at most: those of two years may meet."""
LONGEST = max(GIVEN_UP, MOST_DAYS * DAY) + HOLIDAYS
"""Milliseconds without activity after which no game counts."""
CHANGES_COUNT = frozenset({Joined, Left, BotsJoined, Began, Ended, Emptied, Replaced, Returned, Rested, Closed})
"""Events after which other seats may count, or for another time."""


class Counted(msgspec.Struct, frozen=True):
    """The holders at a table who play with others or wait for them, until nothing happens for ``patience`` ms."""

    table: str
    holders: tuple[str, ...]
    patience: int


class _Seats:
    """Who has the seats of a table: a holder, nobody (an empty text) or a bot (None), and who left the game."""

    def __init__(self, table: Table) -> None:
        seats = zip(table.chairs, table.holders, strict=True)
        gone = table.vacancies.gone
        self.gone = {chair: one.holder for chair, one in gone.items()}
        self.held = [None if chair.kind == "bot" else holder for chair, holder in seats]
        self.left = {chair: self.gone[chair] for chair in table.vacancies.order if chair in gone}
        self.over = table.phase == "over"

    def follow(self, event: AnyEvent) -> None:
        """Follow an event that changes who plays."""
        match event:
            case Joined():
                self.held[event.chair] = event.holder
            case Left():
                self.held[event.chair] = ""
            case BotsJoined():
                self.held = [None if chair in event.chairs else who for chair, who in enumerate(self.held)]
            case Emptied():
                self.left[event.chair], self.held[event.chair] = self.held[event.chair] or "", ""
            case Replaced():
                self.held[event.chair] = None
            case Returned():
                self.held[event.chair] = self.left.get(event.chair) or self.gone[event.chair]
            case Began():
                self.over, self.left = False, {}
            case Ended() | Closed():
                self.over = True

    def with_others(self) -> tuple[str, ...]:
        """Return who plays with others, or waits for them."""
        seats = [self.left.get(chair, who) for chair, who in enumerate(self.held)]
        others = {who: [other for other in seats if other is not None and other != who] for who in seats if who}
        return () if self.over else tuple(sorted(who for who in others if others[who]))


def counted(table: Table, happened: Sequence[AnyEvent] = ()) -> Counted:
    """Return who plays with others at a table, after some more events; whoever left the game still does.

    A seat that nobody has taken counts as another player, a bot does not.
    """
    seats = _Seats(table)
    for event in happened:
        seats.follow(event)
    rested = any(table.rests.values()) or any(isinstance(event, Rested) for event in happened)
    return Counted(table.name, seats.with_others(), _patience(table, rested))


def counted_in(name: str, rows: Sequence[Row]) -> Counted:
    """Return who plays with others at a table; its moves are not played, since they do not matter."""
    table = Table(name)
    for row in rows:
        table.apply(row, events.decode(row.data), past=True)
    return counted(table)


def _patience(table: Table, rested: bool) -> int:
    """Return after how many milliseconds without activity a game counts as given up."""
    timing = table.opened.timing
    longest = max(GIVEN_UP, timing.first) if timing.kind == "days" else GIVEN_UP
    return longest + HOLIDAYS if rested else longest
