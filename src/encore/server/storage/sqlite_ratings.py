"""Ratings in a SQLite file."""

from __future__ import annotations

import json
import sqlite3
from collections.abc import Collection, Iterable, Sequence

from encore.server.domain.people import PersonSeat
from encore.server.domain.rated import NewResult
from encore.server.domain.ratings import NEW, Rated, RatedResult, Skill
from encore.server.storage.ratings import (
    AllRatings,
    Progress,
    Standing,
    Step,
    complete,
    nobody,
    read_results,
    standing,
    step,
)
from encore.server.storage.sqlite_part import SqlitePart

# Turns are never used again: AUTOINCREMENT. People take their ratings along when they are deleted, but no results.
SCHEMA = """
    CREATE TABLE rated_games (
        turn INTEGER PRIMARY KEY AUTOINCREMENT, table_id TEXT NOT NULL, number INTEGER NOT NULL, game TEXT NOT NULL,
        at INTEGER NOT NULL, UNIQUE (table_id, number)
    );
    CREATE TABLE rated_players (
        turn INTEGER NOT NULL, chair INTEGER NOT NULL, person TEXT NOT NULL, rank INTEGER NOT NULL,
        team INTEGER NOT NULL, mu REAL, sigma REAL, PRIMARY KEY (turn, chair)
    ) WITHOUT ROWID;
    CREATE INDEX rated_players_person ON rated_players (person, turn);
    CREATE TABLE rated_people (person TEXT PRIMARY KEY REFERENCES people (id) ON DELETE CASCADE) WITHOUT ROWID;
    CREATE TABLE ratings (
        person TEXT NOT NULL REFERENCES people (id) ON DELETE CASCADE, game TEXT NOT NULL, mu REAL NOT NULL,
        sigma REAL NOT NULL, games INTEGER NOT NULL, PRIMARY KEY (person, game)
    ) WITHOUT ROWID;
    CREATE INDEX ratings_game ON ratings (game, mu);
    CREATE TABLE rated_progress (
        id INTEGER PRIMARY KEY CHECK (id = 1), turn INTEGER NOT NULL, changes INTEGER NOT NULL
    );
    INSERT INTO rated_progress VALUES (1, 0, 0)
"""

RESULTS = """
    SELECT turn, table_id, number, game, at, person, rank, team FROM rated_games JOIN rated_players USING (turn)
    WHERE turn IN (SELECT turn FROM rated_games WHERE turn > ? ORDER BY turn LIMIT ?) ORDER BY turn, chair
"""

SKILLS = """
    SELECT one.person, json_extract(asked.value, '$[1]'), one.mu, one.sigma
    FROM json_each(?1) AS asked CROSS JOIN rated_players AS one
    WHERE one.person = json_extract(asked.value, '$[0]') AND one.turn = (
        SELECT turn FROM rated_players AS other JOIN rated_games USING (turn)
        WHERE other.person = json_extract(asked.value, '$[0]') AND game = json_extract(asked.value, '$[1]')
            AND turn <= ?2 AND other.mu IS NOT NULL
        ORDER BY turn DESC LIMIT 1
    )
"""

PUT_RATING = """
    INSERT INTO ratings (person, game, mu, sigma, games)
    SELECT ?1, ?2, ?3, ?4, 1 FROM people WHERE id = ?1
    ON CONFLICT (person, game) DO UPDATE SET mu = excluded.mu, sigma = excluded.sigma, games = games + 1
"""

AT_TABLE = """
    SELECT holder, mu, sigma FROM person_seats LEFT JOIN ratings ON ratings.person = person_seats.person AND game = ?2
    WHERE table_id = ?1
"""

BEST = """
    SELECT person, name, game, mu, sigma, games
    FROM ratings JOIN rated_people USING (person) JOIN people ON people.id = person
    WHERE game = ? AND name <> '' ORDER BY sigma > ?, mu DESC, person LIMIT ?
"""

HISTORY = """
    SELECT game, table_id, number, at, rank,
        (SELECT count(*) FROM rated_players AS others WHERE others.turn = rated_players.turn), mu, sigma
    FROM rated_players JOIN rated_games USING (turn)
    WHERE person = ? AND mu IS NOT NULL ORDER BY turn DESC LIMIT ?
"""

ADD_SEAT = """
    INSERT OR IGNORE INTO person_seats (person, table_id, holder, at) SELECT id, ?2, ?3, ?4 FROM people WHERE id = ?1
"""


class SqliteRatings(SqlitePart):
    """The ratings of a store."""

    async def want(self, person: str, wanted: bool) -> None:
        """Store whether a person wants ratings."""
        put = "INSERT OR IGNORE INTO rated_people SELECT id FROM people WHERE id = ?"
        statement = put if wanted else "DELETE FROM rated_people WHERE person = ?"
        await self._queue(lambda db: db.execute(statement, (person,)).rowcount)

    async def wants(self, person: str) -> bool:
        """Return whether a person wants ratings."""
        return bool(await self._read("SELECT 1 FROM rated_people WHERE person = ?", (person,)))

    async def progress(self) -> Progress:
        """Return how far results were rated."""
        return Progress(*(await self._read("SELECT turn, changes FROM rated_progress", ()))[0])

    async def results(self, after: int, most: int) -> list[RatedResult]:
        """Return the results after a turn, in their order."""
        return list(read_results(await self._read(RESULTS, (after, most))))

    async def skills(self, players: Collection[tuple[str, str]], turn: int) -> dict[tuple[str, str], Skill]:
        """Return the skills of some people in games after the last of their results up to a turn."""
        found = await self._read(SKILLS, (json.dumps(list(players)), turn))
        return {(person, game): Skill(mu, sigma) for person, game, mu, sigma in found}

    async def put(self, rated: Sequence[Rated], before: Progress) -> bool:
        """Store the skills after some results, unless another process was faster."""

        def put(db: sqlite3.Connection) -> bool:
            if _progress(db) != before:
                return False
            for each in rated:
                _put(db, each)
            last = rated[-1].result.turn if rated else before.turn
            db.execute("UPDATE rated_progress SET turn = ?", (last,))
            return True

        return bool(await self._queue(put))

    async def rewrite(self, rated: Sequence[Rated], changes: int) -> bool:
        """Replace the skills after results that are rated, unless there were other changes."""

        def rewrite(db: sqlite3.Connection) -> bool:
            if _progress(db).changes != changes:
                return False
            for each in rated:
                _put_steps(db, each)
            return True

        return bool(await self._queue(rewrite))

    async def replace(self, standings: Sequence[Standing], before: Progress) -> bool:
        """Replace all ratings at once, unless another process has rated something since."""
        rows = [(each.person, each.game, *each.skill, each.results) for each in standings]

        def replace(db: sqlite3.Connection) -> bool:
            if _progress(db) != before:
                return False
            db.execute("DELETE FROM ratings")
            db.executemany("INSERT INTO ratings SELECT id, ?2, ?3, ?4, ?5 FROM people WHERE id = ?1", rows)
            db.execute("UPDATE rated_progress SET changes = changes + 1")
            return True

        return bool(await self._queue(replace))

    async def standings(self, person: str) -> list[Standing]:
        """Return the skills of a person, in the order of the games' names."""
        asked = (
            "SELECT person, name, game, mu, sigma, games FROM ratings JOIN people ON id = person "
            "WHERE person = ? ORDER BY game"
        )
        return [standing(row) for row in await self._read(asked, (person,))]

    async def at_table(self, table: str, game: str) -> dict[str, Skill]:
        """Return the skills of the people who keep seats at a table, by the holders of these seats."""
        found = await self._read(AT_TABLE, (table, game))
        return {holder: NEW if mu is None else Skill(mu, sigma) for holder, mu, sigma in found}

    async def best(self, game: str, most: int, sure: float) -> list[Standing]:
        """Return the best at a game who want ratings: first those whose deviation is at most ``sure``."""
        return [standing(row) for row in await self._read(BEST, (game, sure, most))]

    async def history(self, person: str, most: int) -> list[Step]:
        """Return the rated results of a person, the newest first."""
        return [step(row) for row in await self._read(HISTORY, (person, most))]

    async def all_ratings(self) -> AllRatings:
        """Return all results, and who wants ratings."""
        results = read_results(await self._read(RESULTS, (0, -1)))
        wanted = await self._read("SELECT person FROM rated_people ORDER BY person", ())
        return AllRatings(tuple(results), tuple(person for (person,) in wanted))

    async def add_ratings(self, ratings: AllRatings) -> None:
        """Store results from elsewhere after those that are here, and who wants ratings; a known result stays."""

        def add(db: sqlite3.Connection) -> None:
            for each in ratings.results:
                players = [(one.person, one.rank, one.team) for one in each.players]
                _add(db, (each.table, each.number, each.game, each.at), players)
            put = "INSERT OR IGNORE INTO rated_people SELECT id FROM people WHERE id = ?"
            db.executemany(put, [(person,) for person in ratings.wanted])

        await self._queue(add)


def add_seats(db: sqlite3.Connection, seats: Iterable[PersonSeat]) -> None:
    """Store the seats of people at rated tables, in the transaction of the rows with which they took them."""
    db.executemany(ADD_SEAT, [(seat.person, seat.table, seat.holder, seat.at) for seat in seats])


def add_results(db: sqlite3.Connection, results: Iterable[NewResult]) -> None:
    """Store results in the transaction of their rows, if people keep all the seats."""
    asked = "SELECT person FROM person_seats WHERE table_id = ? AND holder = ?"
    for each in results:
        found = [db.execute(asked, (each.table, seat.holder)).fetchone() for seat in each.seats]
        persons = [row and row[0] for row in found]
        if complete(persons):
            players = [(person, seat.rank, seat.team) for person, seat in zip(persons, each.seats, strict=True)]
            _add(db, (each.table, each.number, each.game, each.at), players)


def forget_person(db: sqlite3.Connection, person: str) -> None:
    """Give the results of a person another name, in the transaction that deletes the person."""
    if db.execute("UPDATE rated_players SET person = ? WHERE person = ?", (nobody(), person)).rowcount:
        db.execute("UPDATE rated_progress SET changes = changes + 1")


def _add(db: sqlite3.Connection, game: tuple[object, ...], players: Sequence[tuple[object, ...]]) -> None:
    added = db.execute("INSERT OR IGNORE INTO rated_games (table_id, number, game, at) VALUES (?, ?, ?, ?)", game)
    if added.rowcount:
        rows = [(added.lastrowid, chair, *player) for chair, player in enumerate(players)]
        statement = "INSERT INTO rated_players (turn, chair, person, rank, team) VALUES (?, ?, ?, ?, ?)"
        db.executemany(statement, rows)


def _progress(db: sqlite3.Connection) -> Progress:
    return Progress(*db.execute("SELECT turn, changes FROM rated_progress").fetchone())


def _put(db: sqlite3.Connection, rated: Rated) -> None:
    _put_steps(db, rated)
    result = rated.result
    players = zip(result.players, rated.skills, strict=True)
    db.executemany(PUT_RATING, [(one.person, result.game, *skill) for one, skill in players])


def _put_steps(db: sqlite3.Connection, rated: Rated) -> None:
    steps = [(*skill, rated.result.turn, chair) for chair, skill in enumerate(rated.skills)]
    db.executemany("UPDATE rated_players SET mu = ?, sigma = ? WHERE turn = ? AND chair = ?", steps)
