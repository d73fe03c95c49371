"""The order in which questions reach the workers: games first, then visitors in fair shares, then their tables."""

from __future__ import annotations

import time
from collections import Counter, OrderedDict, deque
from collections.abc import Callable
from dataclasses import dataclass, field
from enum import IntEnum
from itertools import count
from typing import Generic, TypeVar

from encore.core.errors import EncoreError
from encore.core.fact import Fact

HALF_LIFE = 10.0
"""Seconds after which used worker time counts half. Who used much a minute ago is treated like everybody else."""
FORGOTTEN = 0.05
"""Seconds of used worker time that no longer count."""
MUCH = 5.0
"""Seconds of worker time used recently, after which somebody with several questions lets hints of others pass."""

T = TypeVar("T")


class TooManyQuestions(EncoreError):
    """Too many questions are waiting; another one would be answered too late."""


class Kind(IntEnum):
    """What a question is for. A question waits for all questions of earlier kinds."""

    GAME = 0
    HINT = 1
    DEMO = 2  # a game between bots that somebody watches
    ANALYSIS = 3


MOST = {Kind.GAME: 100, Kind.HINT: 8, Kind.DEMO: 100, Kind.ANALYSIS: 8}
"""Questions of one visitor that may wait. Each table has at most one of each kind."""


@dataclass(frozen=True, slots=True)
class Sender:
    """Who asks: the kind of the question, and the visitor and the table that it belongs to."""

    kind: Kind = Kind.GAME
    visitor: str = ""
    table: str = ""


@dataclass(slots=True, eq=False)
class _Visitor(Generic[T]):
    """One visitor's questions and share. ``turn`` is lower for those who were served or came earlier."""

    waiting: dict[Kind, OrderedDict[str, deque[T]]] = field(
        default_factory=lambda: {kind: OrderedDict() for kind in Kind}
    )
    waits: Counter[Kind] = field(default_factory=Counter)
    running: int = 0
    used: float = 0.0
    at: float = 0.0
    turn: int = 0

    def used_by(self, now: float) -> float:
        """Return the seconds of worker time used recently."""
        used = self.used * 0.5 ** ((now - self.at) / HALF_LIFE)
        return used if used >= FORGOTTEN else 0.0


class FairQueue(Generic[T]):
    """Questions that wait for a worker.

    First come the earlier kinds; but a visitor who keeps the workers busy with many games lets hints of others pass.
    Otherwise these would wait for ever. Then comes the visitor who occupies the fewest workers, and among these the one
    who has used the least worker time recently. Turns would be simpler, but a turn of an expert takes a hundred times
    as long as a turn of an easy bot. Used time is forgotten, so nobody waits for ever. The tables of a visitor take
    turns.
    """

    def __init__(self, most: int, seconds: Callable[[], float] = time.monotonic) -> None:
        self._most, self._seconds = most, seconds
        self._visitors: OrderedDict[str, _Visitor[T]] = OrderedDict()  # those who were served last are at the end
        # The visitors with waiting questions of each kind, in the order of the kinds.
        self._waiting: dict[Kind, dict[str, _Visitor[T]]] = {kind: {} for kind in Kind}
        self._counts: Counter[Kind] = Counter()
        self._turns = count()

    def __len__(self) -> int:
        """Return how many questions wait."""
        return self._counts.total()

    def waiting(self, kind: Kind) -> int:
        """Return how many questions of a kind wait."""
        return self._counts[kind]

    def waits_before(self, kind: Kind) -> bool:
        """Return whether questions of earlier kinds wait."""
        return any(self._counts[earlier] for earlier in Kind if earlier < kind)

    def put(self, sender: Sender, item: T) -> None:
        """Let a question wait, or raise TooManyQuestions."""
        if len(self) >= self._most:
            raise TooManyQuestions(Fact("server.bots-busy", waiting=len(self)))
        visitor, kind = self._visitors.get(sender.visitor) or _Visitor(), sender.kind
        if visitor.waits[kind] >= MOST[kind]:
            raise TooManyQuestions(Fact("server.bots-share", waiting=visitor.waits[kind]))
        if not visitor.waits.total():
            visitor.turn = next(self._turns)
        self._count_in(sender, visitor)
        visitor.waiting[kind].setdefault(sender.table, deque()).append(item)

    def put_back(self, sender: Sender, item: T) -> None:
        """Let a question wait again whose worker has gone. It was admitted: no limit applies, and it is first."""
        visitor = self._visitors.get(sender.visitor) or _Visitor()
        visitor.turn = -1
        self._count_in(sender, visitor)
        tables = visitor.waiting[sender.kind]
        tables.setdefault(sender.table, deque()).appendleft(item)
        tables.move_to_end(sender.table, last=False)

    def _count_in(self, sender: Sender, visitor: _Visitor[T]) -> None:
        self._visitors[sender.visitor] = self._waiting[sender.kind][sender.visitor] = visitor
        visitor.waits[sender.kind] += 1
        self._counts[sender.kind] += 1

    def take(self) -> T | None:
        """Return the next question, or None. Its visitor occupies a worker until ``done``."""
        now = self._seconds()
        for kind, visitors in self._waiting.items():
            if visitors:
                name = min(visitors, key=lambda name: _rank(visitors[name], now))
                if self._lets_pass(kind, visitors[name], now):
                    continue
                visitor = visitors[name]
                table, items = visitor.waiting[kind].popitem(last=False)
                item = items.popleft()
                if items:
                    visitor.waiting[kind][table] = items  # behind the visitor's other tables
                self._count_out(Sender(kind, name, table), visitor)
                visitor.running += 1
                visitor.turn = next(self._turns)
                return item
        return None

    def _lets_pass(self, kind: Kind, first: _Visitor[T], now: float) -> bool:
        """Return whether the games that wait are all of visitors with much used time, and a hint of another waits.

        ``first`` is the one who has used the least time.
        """
        if kind is not Kind.GAME or first.used_by(now) < MUCH or first.running + first.waits.total() < 2:
            return False
        return any(not hint.running and hint.used_by(now) < MUCH for hint in self._waiting[Kind.HINT].values())

    def done(self, sender: Sender, seconds: float) -> None:
        """Note that a worker has finished a question, and how long it worked."""
        visitor, now = self._visitors[sender.visitor], self._seconds()
        visitor.running -= 1
        visitor.used, visitor.at = visitor.used_by(now) + seconds, now
        self._visitors.move_to_end(sender.visitor)
        self._forget(now)

    def remove(self, sender: Sender, item: T) -> None:
        """Remove a question whose sender no longer waits, if it is still here."""
        visitor = self._visitors.get(sender.visitor)
        items = visitor.waiting[sender.kind].get(sender.table) if visitor else None
        if visitor and items and item in items:
            items.remove(item)
            if not items:
                del visitor.waiting[sender.kind][sender.table]
            self._count_out(sender, visitor)

    def gives_way(self, visitor: str) -> bool:
        """Return whether a search of a visitor should end early.

        It should if the visitor has other questions, and a game of somebody who occupies no worker waits.
        """
        mine = self._visitors[visitor]
        if mine.running + mine.waits.total() < 2:
            return False
        return any(not other.running for other in self._waiting[Kind.GAME].values() if other is not mine)

    def _count_out(self, sender: Sender, visitor: _Visitor[T]) -> None:
        visitor.waits[sender.kind] -= 1
        self._counts[sender.kind] -= 1
        if not visitor.waits[sender.kind]:
            del self._waiting[sender.kind][sender.visitor]

    def _forget(self, now: float) -> None:
        """Drop the first visitors while they have nothing here and their used time no longer counts."""
        while self._visitors:
            visitor = next(iter(self._visitors.values()))
            if visitor.running or visitor.waits.total() or visitor.used_by(now):
                return
            self._visitors.popitem(last=False)


def _rank(visitor: _Visitor[T], now: float) -> tuple[int, float, int]:
    return visitor.running, visitor.used_by(now), visitor.turn
