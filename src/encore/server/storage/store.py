"""The interface of a store of tables; SQLite and PostgreSQL implement it."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Awaitable, Callable, Sequence
from typing import NamedTuple, Protocol, Self

import msgspec

from encore.core.errors import EncoreError
from encore.core.fact import Fact
from encore.server.domain.attached import NOTHING, Attached
from encore.server.domain.lasting import lasts_until
from encore.server.domain.row import Row as Row
from encore.server.storage.counts import CountStore
from encore.server.storage.digests import DigestStore
from encore.server.storage.moderation import ModerationStore
from encore.server.storage.notices import NoticeStore
from encore.server.storage.people import PeopleStore
from encore.server.storage.ratings import RatingStore
from encore.server.storage.retention import RetentionStore

GAP = 3000
"""Milliseconds without a heartbeat that count as an outage."""
ANSWERS = 20_000
"""Answers of the analysis that are kept; the oldest ones go."""

SOLVERS = 3
"""Days for which it is kept whose results are counted; results are taken for two of them."""


class Card(msgspec.Struct, frozen=True):
    """A table's entry in the list: ``data`` is JSON, ``listed`` says whether it is public."""

    table: str
    listed: bool
    data: bytes


class DailyResults(msgspec.Struct, frozen=True, omit_defaults=True):
    """Results of daily puzzles: day, puzzle, tries and how many needed so many; day, puzzle and who was counted.

    A day is the ordinal of its date, who is a hash.
    """

    counts: tuple[tuple[int, str, int, int], ...] = ()
    solvers: tuple[tuple[int, str, str], ...] = ()


class Standing(NamedTuple):
    """How many rows a table has, and how often rows of it were rewritten because somebody has deleted themselves."""

    version: int
    rewritten: int


class Conflict(EncoreError):
    """A row is not the next of its table: another process was first (read its row and retry) or deleted the table."""

    @classmethod
    def at(cls, row: Row) -> Self:
        """Return the error for a row."""
        return cls(f"row {row.seq} is not the next of table {row.table}")


class StoreBusy(EncoreError):
    """Nothing was stored: the disk is full, or the database is locked or offline. The caller may retry."""


class Unstorable(EncoreError):
    """A text or a number that the database cannot hold. ``str()`` adds the words of the database, in English."""

    def __init__(self, detail: str) -> None:
        super().__init__(Fact("server.unstorable"))
        self.detail = detail

    def __str__(self) -> str:
        return f"{self.fact}: {self.detail}"


class Store(Protocol):
    """Durable storage of tables. Every method may raise StoreBusy; when a write returns, it is on disk.

    ``stored`` and ``commits`` count rows and transactions since the start. ``people`` are those who keep their games.
    """

    stored: int
    commits: int

    @property
    def people(self) -> PeopleStore:
        """The people of the store."""

    @property
    def notices(self) -> NoticeStore:
        """The notices that wait, and the browsers that want them."""

    @property
    def counts(self) -> CountStore:
        """How many games with others people have."""

    @property
    def digests(self) -> DigestStore:
        """Who gets the daily digest."""

    @property
    def ratings(self) -> RatingStore:
        """The results of rated games, and the ratings that follow from them."""

    @property
    def retention(self) -> RetentionStore:
        """Which tables are old, and from which of them something has gone."""

    @property
    def moderation(self) -> ModerationStore:
        """Restrictions, blocks, reports, broadcasts and the operator's log."""

    async def open(self) -> None:
        """Connect and migrate the schema."""

    async def check(self) -> None:
        """Raise EncoreError unless the store can be opened as it is, while another process uses it."""

    async def close(self) -> None:
        """Finish pending work and disconnect."""

    def append(self, row: Row, attached: Attached = NOTHING) -> asyncio.Future[None]:
        """Store a row and what goes with it, or raise Conflict if it is not the next one.

        Rows that arrive together share a commit.
        """

    async def rows(self, table: str, after: int = 0) -> list[Row]:
        """Return the rows of a table in order, after a given row number."""

    async def standings(self, tables: Sequence[str]) -> dict[str, Standing]:
        """Return the standing of some tables, without those that are gone. Only the ends of their rows are read."""

    async def paired(self, requests: Sequence[str]) -> list[str]:
        """Return the tables at which requests to be paired were given a seat, by the actions of the rows.

        The store takes each such action once, whatever the table: the same request never gets two seats.
        """

    async def put_card(self, card: Card) -> None:
        """Store or replace the card of a table."""

    async def cards(self, limit: int) -> list[Card]:
        """Return the most recently stored listed cards, newest first."""

    def tables(self) -> AsyncIterator[str]:
        """Iterate over the names of all tables, in order."""

    async def card(self, table: str) -> Card | None:
        """Return the card of a table."""

    async def forget(self, before: int, keep: Callable[[str], bool]) -> int:
        """Delete the tables whose last row is older than a given time, with all that belongs to them; return how many.

        A game by the day stays until its turn, holidays included, has been over since that time. Tables for which
        ``keep`` returns True at that moment stay. During the deletion ``rows`` waits, so that a reader finds a table
        complete or not at all; ``keep`` must include a table before it is read.
        """

    async def beat(self, now: int, gap: int = GAP) -> int:
        """Store a heartbeat; return the time of the previous one (0 for never).

        If that is longer ago than ``gap``, there was an outage; it is recorded in the same commit.
        """

    async def pulse(self) -> int:
        """Return the time of the last heartbeat, 0 for never."""

    async def outages(self, after: int) -> list[tuple[int, int]]:
        """Return the outages (start and end) that ended after a given time, in order."""

    async def add_outages(self, outages: Sequence[tuple[int, int]]) -> None:
        """Store outages from elsewhere."""

    async def put_review(self, table: str, number: int, data: bytes) -> None:
        """Store or replace the review of a game of a table; nothing is stored if the table has been deleted."""

    async def review(self, table: str, number: int) -> bytes | None:
        """Return the stored review of a game of a table."""

    async def put_boards(self, boards: Sequence[tuple[str, str]]) -> None:
        """Store tables at which people play, each with a board that stood there; a deleted table is skipped."""

    async def drop_boards(self, tables: Sequence[str]) -> None:
        """Delete the boards of some tables: their games are over."""

    async def tables_with(self, boards: Sequence[str]) -> list[str]:
        """Return the tables at which one of these boards stood, in order."""

    async def put_answer(self, key: str, data: bytes) -> None:
        """Store or replace an answer of the analysis; the oldest ones are deleted if there are too many."""

    async def answer(self, key: str) -> bytes | None:
        """Return a stored answer of the analysis."""

    async def put_result(self, day: int, puzzle: str, who: str, tries: int) -> None:
        """Count how somebody did at a puzzle of a day, once: a second result of ``who`` changes nothing.

        Who was counted is forgotten after some days, while the counts stay.
        """

    async def results(self, day: int) -> list[tuple[str, int, int]]:
        """Return puzzle, tries and how many needed so many, for each puzzle of a day, in order."""

    async def all_results(self) -> DailyResults:
        """Return the results of all days, and whose are counted."""

    async def add_results(self, results: DailyResults) -> None:
        """Store results from elsewhere; the puzzles of a day that have some stay as they are."""


def must_be_current(where: str, version: int, newest: int) -> None:
    """Raise EncoreError unless a running server and this one have the same schema."""
    if version > newest:
        raise EncoreError(newer(where, version, newest))
    if version < newest:
        raise EncoreError(f"{where} has to be migrated by this Encore: stop the server and start it again")


def newer(where: str, version: int, newest: int) -> str:
    """Return why a store of a later Encore cannot be opened."""
    return f"{where} was written by a newer Encore: version {version}, not {newest}"


async def idle_among(names: Sequence[str], rows: Callable[[str], Awaitable[list[Row]]], before: int) -> list[str]:
    """Return the tables at which no turn by the day goes on, or has ended after a given time."""
    return [name for name in names if await asyncio.to_thread(lasts_until, await rows(name)) < before]
