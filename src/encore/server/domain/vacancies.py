"""The seats of players who have left a game of three or more: who may come back, and what the others have chosen."""

from __future__ import annotations

from typing import NamedTuple

import msgspec

from encore.server.domain.events import Chair, Choice, Leaving


class Gone(NamedTuple):
    """Somebody who has left: their hashed token, their seat as it was, and why they have left."""

    holder: str
    chair: Chair
    reason: Leaving


class Change(NamedTuple):
    """What has happened to a seat after some moves, for the record."""

    after: int
    chair: int
    what: str


class ReturnRequest(NamedTuple):
    """Somebody who asks for a seat again, since when, and the chairs that agree."""

    chair: int
    since: int
    agreed: tuple[int, ...] = ()


class Vacancies(msgspec.Struct):
    """The seats that were left at one table. Only the events of the table change it."""

    gone: dict[int, Gone] = {}  # who may come back, also in a later game
    order: list[int] = []  # the chairs that were left in this game, in this order
    empty: list[int] = []  # those that nobody plays
    since: int = 0  # when the vote began, later by the time of outages
    settled: int = 0  # up to when that time was added
    votes: dict[int, Choice] = {}
    asking: ReturnRequest | None = None
    declined: dict[int, int] = {}  # when a request of each chair was last declined
    changes: list[Change] = []

    def left_by(self, holder: str) -> tuple[int, ...]:
        """Return the seats that a holder has left."""
        return tuple(chair for chair, gone in self.gone.items() if gone.holder == holder)

    def begin(self) -> None:
        """Begin a game: bots keep their seats, and whoever left may still come back."""
        self.order, self.changes = [], []
        self.end()

    def end(self) -> None:
        """End a game; nobody has to choose any more."""
        self.votes, self.asking = {}, None

    def leave(self, chair: int, gone: Gone, at: int, moves: int) -> None:
        """Empty a seat. A vote that has begun goes on, about this seat, too."""
        if not self.empty:
            self.since = at
        self.gone[chair] = gone
        self.order.append(chair)
        self.empty.append(chair)
        self.votes.pop(chair, None)
        if self.asking:
            self.asking = self.asking._replace(agreed=tuple(who for who in self.asking.agreed if who != chair))
        self.changes.append(Change(moves, chair, gone.reason))

    def replace(self, chair: int, bot: str, moves: int, over: bool) -> None:
        """Seat a bot; one that is seated for the next game has no part in the game that is over."""
        self._fill(chair)
        if not over:
            self.changes.append(Change(moves, chair, bot))

    def come_back(self, chair: int, moves: int, over: bool) -> Gone:
        """Give a seat back and return who has it again; the result of a game that is over stays."""
        if chair in self.empty:
            self._fill(chair)
        if not over:
            if chair in self.order:
                self.order.remove(chair)
            self.changes.append(Change(moves, chair, "returned"))
        self.asking = None
        self.declined.pop(chair, None)
        return self.gone.pop(chair)

    def _fill(self, chair: int) -> None:
        self.empty.remove(chair)
        if not self.empty:
            self.votes = {}

    def ask(self, chair: int, at: int) -> None:
        """Ask for a seat again; or agree, if somebody has asked."""
        if self.asking is None:
            self.asking = ReturnRequest(chair, at)
        else:
            self.asking = self.asking._replace(agreed=(*self.asking.agreed, chair))

    def give_back(self, lost: int, until: int) -> None:
        """Give everybody who has to answer more milliseconds, to make up for outages until a given time."""
        self.since += lost
        if self.asking:
            self.asking = self.asking._replace(since=self.asking.since + lost)
        self.settled = until

    def decline(self, at: int) -> None:
        """Decline the request."""
        if self.asking:
            self.declined[self.asking.chair] = at
        self.asking = None
