"""Seeks: tables in the public list that wait for somebody, and whom they fit."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from typing import Literal

import msgspec

from encore.core.fact import Fact
from encore.server.domain.clocks import DAY, MOST_DAYS, Timing
from encore.server.domain.decisions import Decision, Refusal, begin_or_seal
from encore.server.domain.events import BotsJoined
from encore.server.domain.ratings import MIDDLE
from encore.server.domain.table import Table
from encore.server.domain.unreadable import UNREADABLE

ABSENT = 120_000
"""Milliseconds after which a table without its opener leaves the list."""
KEPT = 14 * DAY
"""Milliseconds after its opening for which a seek stays in the list without its opener: a person, who gets a notice."""
LONGEST_TURN = (MOST_DAYS + 28) * DAY
"""The longest turn of a game by the day, in milliseconds: the most days per move, and two years of holidays."""
LATEST_BOTS = 14 * 86_400
"""Seconds after which bots may take the open seats, at most."""
BOT = "bot:medium"
"""The bot that takes an open seat, if nobody chooses another one."""
USUAL = {"none": Timing(), "live": Timing("live", main=600, increment=5), "days": Timing("days", days=3)}
"""The time control of a seek that was opened for somebody who named only its kind."""

TimingKind = Literal["none", "live", "days"]


class SeekChair(msgspec.Struct, frozen=True):
    """A seat on a card."""

    kind: str = ""
    taken: bool = False
    rating: int = 0


class Shown(msgspec.Struct, frozen=True):
    """What a card tells of its table. Cards of earlier versions lack some of it.

    ``seen`` is when its opener was last connected, ``kept`` whether the opener is a person who keeps the table,
    ``until`` when the turn of a running game by the day ends.
    """

    table: str = ""
    game: str = ""
    players: int = 0
    options: dict[str, str | int] = {}
    phase: str = ""
    chairs: tuple[SeekChair, ...] = ()
    timing: Timing = Timing()
    seen: int = 0
    opened: int = 0
    bots_after: int = 0
    kept: bool = False
    until: int = 0
    rated: bool = False
    low: int = 0
    high: int = 0

    def stale(self, now: int) -> bool:
        """Return whether nobody is there any more.

        A game with days per move goes on without anybody being connected, and a person is told when it begins.
        """
        return self.alone(now) and now >= self._lasts

    def alone(self, now: int) -> bool:
        """Return whether nobody has been connected for a while who keeps the table in the list."""
        return now - self.seen >= ABSENT

    @property
    def _lasts(self) -> int:
        """Until when a table stays in the list although nobody is connected."""
        if self.timing.kind != "days":
            return 0
        if self.phase == "waiting":
            # Bots that are asked for at the very end have a day to come: the store may be busy then.
            return self.opened + KEPT + (DAY if self.bots_after else 0) if self.kept else 0
        return self.until or self.seen + LONGEST_TURN

    def wants_bots(self, now: int) -> bool:
        """Return whether it is time for bots to take the open seats."""
        if self.phase != "waiting" or not self.bots_after or all(chair.taken for chair in self.chairs):
            return False
        return now >= self.opened + self.bots_after * 1000


_decode = msgspec.json.Decoder(Shown).decode


def shown_on(data: bytes) -> Shown:
    """Return what a card tells; of an unreadable one nothing is known."""
    try:
        return _decode(data)
    except UNREADABLE:
        return Shown()


class Wishes(msgspec.Struct, frozen=True):
    """What somebody wants to play: one of some games, or any; with so many players; with a kind of clock.

    ``ratings`` are their own in each game, if they want a rated game.
    """

    games: Collection[str] = ()
    players: int | None = None
    timing: TimingKind | None = None
    ratings: Mapping[str, int] | None = None

    def fit(self, seek: Shown) -> bool:
        """Return whether a seek is what is wanted: people only, with the usual rules of the game."""
        return (
            seek.phase == "waiting"
            and not seek.options
            and (not self.games or seek.game in self.games)
            and self.players in (None, seek.players)
            and self.timing in (None, seek.timing.kind)
            and any(not chair.taken for chair in seek.chairs)
            and all(chair.kind != "bot" for chair in seek.chairs)
            and self._fit_in_strength(seek)
        )

    def _fit_in_strength(self, seek: Shown) -> bool:
        if self.ratings is None or not seek.rated:
            return seek.rated == (self.ratings is not None)
        own = self.ratings.get(seek.game, MIDDLE)
        return seek.low <= own <= (seek.high or own)

    def order(self, seek: Shown) -> tuple[int, int, str]:
        """Return the key by which seeks are tried: the nearest in strength first in a rated game, then the oldest."""
        if self.ratings is None:
            return 0, *age(seek)
        rating = next((chair.rating for chair in seek.chairs if chair.rating), MIDDLE)
        return abs(rating - self.ratings.get(seek.game, MIDDLE)), *age(seek)


def age(seek: Shown) -> tuple[int, str]:
    """Return the key by which seeks are sorted, the oldest first."""
    return seek.opened, seek.table


def listed_until(table: Table) -> int | None:
    """Return until when a seek by the day stays in the list without its opener, if that is a person."""
    if table.phase != "waiting" or not table.opened.listed or table.opened.timing.kind != "days":
        return None
    return table.opened_at + KEPT


def turn_until(table: Table) -> int:
    """Return when the turn of a running game by the day ends, or the vote for which it stops; 0 at any other table."""
    if table.phase != "playing" or table.opened.timing.kind != "days":
        return 0
    return table.clock.deadline or table.at + DAY


def bots_due(table: Table) -> int | None:
    """Return when bots take the open seats of a table, in milliseconds; None if they never do."""
    if table.phase != "waiting" or not table.opened.bots_after or all(table.taken):
        return None
    return table.opened_at + table.opened.bots_after * 1000


def fill(table: Table, bot: str = BOT) -> Decision:
    """Let bots take all open seats, and begin the game."""
    free = tuple(chair for chair, taken in enumerate(table.taken) if not taken)
    if table.phase != "waiting" or not free:
        raise Refusal("refused", Fact("server.table-full"))
    if not table.people():
        raise Refusal("refused", Fact("server.nobody-waits"))
    if table.opened.rated:
        raise Refusal("refused", Fact("server.rated-table"))
    begun = begin_or_seal(table)
    return Decision((BotsJoined(free, bot), *begun.events), begun.states)


def fill_in_time(table: Table, now: int) -> Decision:
    """Let bots take the open seats, if nobody came in time."""
    due = bots_due(table)
    if due is None or now < due:
        raise Refusal("refused", Fact("server.still-time"))
    return fill(table)


def attended_by(table: Table) -> tuple[int, ...]:
    """Return the seats whose players keep a table in the list: those of its opener while it waits, else all."""
    own = table.held(table.opened.holder)
    if table.phase == "waiting" and own:
        return own
    return tuple(range(len(table.chairs)))


def deserted(table: Table) -> bool:
    """Return whether everybody has left a table that waited for others."""
    seated = any(chair.kind == "screen" for chair in table.opened.chairs)
    return table.phase == "waiting" and seated and not table.people()
