"""The interface of a store of ratings; those of SQLite and PostgreSQL implement it."""

from __future__ import annotations

import secrets
from collections.abc import Collection, Iterable, Sequence
from itertools import groupby
from typing import Any, NamedTuple, Protocol

import msgspec

from encore.server.domain.ratings import Rated, RatedPlayer, RatedResult, Skill


class Progress(NamedTuple):
    """How far results were rated: the turn of the last one, and how often what was stored has changed since.

    It changes when somebody in the results gets another name, and when ratings are computed anew. Whoever rates more
    says from which progress on; if another process was faster, nothing is stored.
    """

    turn: int
    changes: int


class Standing(NamedTuple):
    """The skill of a person in a game, and how many results it is computed from."""

    person: str
    name: str
    game: str
    skill: Skill
    results: int


class Step(NamedTuple):
    """A rated result of a person, with their skill after it."""

    game: str
    table: str
    number: int
    at: int
    rank: int
    players: int
    skill: Skill


class AllRatings(msgspec.Struct, frozen=True, omit_defaults=True):
    """All results in their order, and who wants ratings, as they are exported. Ratings follow from the results."""

    results: tuple[RatedResult, ...] = ()
    wanted: tuple[str, ...] = ()


class RatingStore(Protocol):
    """Durable storage of rated results and ratings; rows bring the results (``Store.append``).

    Results get increasing turns, in the order in which they can be read. Every method may raise StoreBusy; when a write
    returns, it is on disk.
    """

    async def want(self, person: str, wanted: bool) -> None:
        """Store whether a person wants ratings."""

    async def wants(self, person: str) -> bool:
        """Return whether a person wants ratings."""

    async def progress(self) -> Progress:
        """Return how far results were rated."""

    async def results(self, after: int, most: int) -> list[RatedResult]:
        """Return the results after a turn, in their order."""

    async def skills(self, players: Collection[tuple[str, str]], turn: int) -> dict[tuple[str, str], Skill]:
        """Return the skills of some people in games after the last of their results up to a turn."""

    async def put(self, rated: Sequence[Rated], before: Progress) -> bool:
        """Store the skills after some results; return False and store nothing if ``before`` is out of date."""

    async def rewrite(self, rated: Sequence[Rated], changes: int) -> bool:
        """Replace the skills after results that are rated, and no rating; return False if there were other changes."""

    async def replace(self, standings: Sequence[Standing], before: Progress) -> bool:
        """Replace all ratings at once; return False, with nothing stored, if ``before`` holds no more.

        The names are not needed. This is a change: whoever rates results from earlier skills stores nothing.
        """

    async def standings(self, person: str) -> list[Standing]:
        """Return the skills of a person, in the order of the games' names."""

    async def at_table(self, table: str, game: str) -> dict[str, Skill]:
        """Return the skills of the people who keep seats at a table, by the holders of these seats."""

    async def best(self, game: str, most: int, sure: float) -> list[Standing]:
        """Return the best at a game who want ratings: first those whose deviation is at most ``sure``."""

    async def history(self, person: str, most: int) -> list[Step]:
        """Return the rated results of a person, the newest first."""

    async def all_ratings(self) -> AllRatings:
        """Return all results, and who wants ratings."""

    async def add_ratings(self, ratings: AllRatings) -> None:
        """Store results from elsewhere after those that are here, and who wants ratings; a known result stays."""


def nobody() -> str:
    """Return an id for the results of somebody who deletes themselves; no person has such an id."""
    return f"gone-{secrets.token_urlsafe(12)}"


def complete(persons: Sequence[str | None]) -> bool:
    """Return whether a result can be rated: every seat is kept by a person, and each by another one."""
    return None not in persons and len(set(persons)) == len(persons)


def read_results(rows: Iterable[Sequence[Any]]) -> Iterable[RatedResult]:
    """Yield results from rows with their players, in the order of turns and chairs."""
    for (turn, table, number, game, at), players in groupby(rows, key=lambda row: tuple(row[:5])):
        yield RatedResult(turn, table, number, game, at, tuple(RatedPlayer(*row[5:]) for row in players))


def standing(row: Sequence[Any]) -> Standing:
    """Return the standing of a row."""
    person, name, game, mu, sigma, results = row
    return Standing(person, name, game, Skill(mu, sigma), results)


def step(row: Sequence[Any]) -> Step:
    """Return the step of a row."""
    game, table, number, at, rank, players, mu, sigma = row
    return Step(game, table, number, at, rank, players, Skill(mu, sigma))
