"""Ratings in a PostgreSQL database."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Collection, Iterable, Sequence
from typing import Any

from encore.server.domain.people import PersonSeat
from encore.server.domain.rated import NewResult
from encore.server.domain.ratings import NEW, Rated, RatedResult, Skill
from encore.server.storage.postgres_part import Transactions, import_rows
from encore.server.storage.ratings import AllRatings, Progress, Standing, Step, complete, read_results, standing, step

# People take their ratings along when they are deleted, but no results.
SCHEMA = """
    CREATE TABLE rated_games (
        turn bigserial PRIMARY KEY, table_id text COLLATE "C" NOT NULL, number integer NOT NULL, game text NOT NULL,
        at bigint NOT NULL, UNIQUE (table_id, number)
    );
    CREATE TABLE rated_players (
        turn bigint NOT NULL, chair integer NOT NULL, person text COLLATE "C" NOT NULL, rank integer NOT NULL,
        team integer NOT NULL, mu double precision, sigma double precision, PRIMARY KEY (turn, chair)
    );
    CREATE INDEX rated_players_person ON rated_players (person, turn);
    CREATE TABLE rated_people (person text COLLATE "C" PRIMARY KEY REFERENCES people (id) ON DELETE CASCADE);
    CREATE TABLE ratings (
        person text COLLATE "C" NOT NULL REFERENCES people (id) ON DELETE CASCADE, game text NOT NULL,
        mu double precision NOT NULL, sigma double precision NOT NULL, games integer NOT NULL,
        PRIMARY KEY (person, game)
    );
    CREATE INDEX ratings_game ON ratings (game, mu);
    CREATE TABLE rated_progress (
        id integer PRIMARY KEY CHECK (id = 1), turn bigint NOT NULL, changes bigint NOT NULL
    );
    INSERT INTO rated_progress VALUES (1, 0, 0)
"""

TURNS = 0x656E636F7265 + 2
"""The advisory lock of whoever adds results: those with smaller turns can be read first."""

RESULTS = """
    SELECT turn, table_id, number, game, at, person, rank, team FROM rated_games JOIN rated_players USING (turn)
    WHERE turn IN (SELECT turn FROM rated_games WHERE turn > $1 ORDER BY turn LIMIT $2) ORDER BY turn, chair
"""

SKILLS = """
    SELECT asked.person, asked.game, found.mu, found.sigma
    FROM unnest($1::text[], $2::text[]) AS asked (person, game) CROSS JOIN LATERAL (
        SELECT mu, sigma FROM rated_players JOIN rated_games USING (turn)
        WHERE rated_players.person = asked.person AND rated_games.game = asked.game AND turn <= $3 AND mu IS NOT NULL
        ORDER BY turn DESC LIMIT 1
    ) AS found
"""

# The lock on the person: somebody who is deleted gets no rating any more.
PUT_RATING = """
    INSERT INTO ratings (person, game, mu, sigma, games)
    SELECT id, $2, $3, $4, 1 FROM people WHERE id = $1 FOR SHARE
    ON CONFLICT (person, game) DO UPDATE SET mu = excluded.mu, sigma = excluded.sigma, games = ratings.games + 1
"""

REPLACE = """
    INSERT INTO ratings (person, game, mu, sigma, games)
    SELECT id, game, mu, sigma, games
    FROM unnest($1::text[], $2::text[], $3::double precision[], $4::double precision[], $5::integer[])
    AS rows (person, game, mu, sigma, games) JOIN people ON id = person
"""

AT_TABLE = """
    SELECT holder, mu, sigma FROM person_seats LEFT JOIN ratings ON ratings.person = person_seats.person AND game = $2
    WHERE table_id = $1
"""

BEST = """
    SELECT person, name, game, mu, sigma, games
    FROM ratings JOIN rated_people USING (person) JOIN people ON people.id = person
    WHERE game = $1 AND name <> '' ORDER BY sigma > $2, mu DESC, person LIMIT $3
"""

HISTORY = """
    SELECT game, table_id, number, at, rank,
        (SELECT count(*) FROM rated_players AS others WHERE others.turn = rated_players.turn), mu, sigma
    FROM rated_players JOIN rated_games USING (turn)
    WHERE person = $1 AND mu IS NOT NULL ORDER BY turn DESC LIMIT $2
"""

ADD_SEAT = """
    INSERT INTO person_seats (person, table_id, holder, at)
    SELECT id, $2, $3, $4 FROM people WHERE id = $1 FOR SHARE ON CONFLICT DO NOTHING
"""

ADD_GAME = """
    INSERT INTO rated_games (table_id, number, game, at) VALUES ($1, $2, $3, $4) ON CONFLICT DO NOTHING RETURNING turn
"""

WANT = "INSERT INTO rated_people SELECT id FROM people WHERE id = $1 ON CONFLICT DO NOTHING"


class PostgresRatings:
    """The ratings of a store; ``fetch`` runs one statement of it, ``transact`` several."""

    def __init__(self, fetch: Callable[..., Awaitable[list[Any]]], transact: Transactions) -> None:
        self._fetch, self._transact = fetch, transact

    async def want(self, person: str, wanted: bool) -> None:
        """Store whether a person wants ratings."""
        await self._fetch(WANT if wanted else "DELETE FROM rated_people WHERE person = $1", person)

    async def wants(self, person: str) -> bool:
        """Return whether a person wants ratings."""
        return bool(await self._fetch("SELECT 1 FROM rated_people WHERE person = $1", person))

    async def progress(self) -> Progress:
        """Return how far results were rated."""
        return Progress(*(await self._fetch("SELECT turn, changes FROM rated_progress"))[0])

    async def results(self, after: int, most: int) -> list[RatedResult]:
        """Return the results after a turn, in their order."""
        return list(read_results(await self._fetch(RESULTS, after, most)))

    async def skills(self, players: Collection[tuple[str, str]], turn: int) -> dict[tuple[str, str], Skill]:
        """Return the skills of some people in games after the last of their results up to a turn."""
        asked = list(players)
        found = await self._fetch(SKILLS, [person for person, _ in asked], [game for _, game in asked], turn)
        return {(person, game): Skill(mu, sigma) for person, game, mu, sigma in found}

    async def put(self, rated: Sequence[Rated], before: Progress) -> bool:
        """Store the skills after some results, unless another process was faster."""

        async def put(db: Any) -> bool:
            if await _progress(db) != before:
                return False
            for each in rated:
                await _put(db, each)
            last = rated[-1].result.turn if rated else before.turn
            await db.execute("UPDATE rated_progress SET turn = $1", last)
            return True

        return bool(await self._transact(put))

    async def rewrite(self, rated: Sequence[Rated], changes: int) -> bool:
        """Replace the skills after results that are rated, unless there were other changes."""

        async def rewrite(db: Any) -> bool:
            if (await _progress(db)).changes != changes:
                return False
            for each in rated:
                await _put_steps(db, each)
            return True

        return bool(await self._transact(rewrite))

    async def replace(self, standings: Sequence[Standing], before: Progress) -> bool:
        """Replace all ratings at once, unless another process has rated something since."""
        rows = [(each.person, each.game, *each.skill, each.results) for each in standings]

        async def replace(db: Any) -> bool:
            if await _progress(db) != before:
                return False
            await db.execute("DELETE FROM ratings")
            await db.execute(REPLACE, *([row[column] for row in rows] for column in range(5)))
            await db.execute("UPDATE rated_progress SET changes = changes + 1")
            return True

        return bool(await self._transact(replace))

    async def standings(self, person: str) -> list[Standing]:
        """Return the skills of a person, in the order of the games' names."""
        asked = (
            "SELECT person, name, game, mu, sigma, games FROM ratings JOIN people ON id = person "
            'WHERE person = $1 ORDER BY game COLLATE "C"'
        )
        return [standing(row) for row in await self._fetch(asked, person)]

    async def at_table(self, table: str, game: str) -> dict[str, Skill]:
        """Return the skills of the people who keep seats at a table, by the holders of these seats."""
        found = await self._fetch(AT_TABLE, table, game)
        return {holder: NEW if mu is None else Skill(mu, sigma) for holder, mu, sigma in found}

    async def best(self, game: str, most: int, sure: float) -> list[Standing]:
        """Return the best at a game who want ratings: first those whose deviation is at most ``sure``."""
        return [standing(row) for row in await self._fetch(BEST, game, sure, most)]

    async def history(self, person: str, most: int) -> list[Step]:
        """Return the rated results of a person, the newest first."""
        return [step(row) for row in await self._fetch(HISTORY, person, most)]

    async def all_ratings(self) -> AllRatings:
        """Return all results, and who wants ratings."""
        results = read_results(await self._fetch(RESULTS, 0, None))
        wanted = await self._fetch("SELECT person FROM rated_people ORDER BY person")
        return AllRatings(tuple(results), tuple(person for (person,) in wanted))

    async def add_ratings(self, ratings: AllRatings) -> None:
        """Store results from elsewhere after those that are here, and who wants ratings; a known result stays."""

        async def add(db: Any) -> None:
            await lock_turns(db)
            for each in ratings.results:
                players = [(one.person, one.rank, one.team) for one in each.players]
                await _add(db, (each.table, each.number, each.game, each.at), players)
            await import_rows(db, WANT, [(person,) for person in ratings.wanted])

        await self._transact(add)


async def lock_turns(db: Any) -> None:
    """Wait until nobody else adds results; the lock ends with the transaction."""
    await db.execute("SELECT pg_advisory_xact_lock($1)", TURNS)


async def add_seats(db: Any, seats: Iterable[PersonSeat]) -> None:
    """Store the seats of people at rated tables, in the transaction of the rows with which they took them."""
    await db.executemany(ADD_SEAT, [(seat.person, seat.table, seat.holder, seat.at) for seat in seats])


async def add_results(db: Any, results: Iterable[NewResult]) -> None:
    """Store results in the transaction of their rows, if people keep all the seats."""
    for each in results:
        asked = "SELECT holder, person FROM person_seats WHERE table_id = $1 FOR SHARE"
        kept = dict(await db.fetch(asked, each.table))
        persons = [kept.get(seat.holder) for seat in each.seats]
        if complete(persons):
            players = [(person, seat.rank, seat.team) for person, seat in zip(persons, each.seats, strict=True)]
            await _add(db, (each.table, each.number, each.game, each.at), players)


async def _add(db: Any, game: tuple[object, ...], players: Sequence[tuple[object, ...]]) -> None:
    if turn := await db.fetchval(ADD_GAME, *game):
        rows = [(turn, chair, *player) for chair, player in enumerate(players)]
        statement = "INSERT INTO rated_players (turn, chair, person, rank, team) VALUES ($1, $2, $3, $4, $5)"
        await db.executemany(statement, rows)


async def _progress(db: Any) -> Progress:
    """Return how far results were rated; nobody changes it, or deletes a person, before this transaction ends."""
    return Progress(*await db.fetchrow("SELECT turn, changes FROM rated_progress FOR UPDATE"))


async def _put(db: Any, rated: Rated) -> None:
    await _put_steps(db, rated)
    result = rated.result
    players = zip(result.players, rated.skills, strict=True)
    await db.executemany(PUT_RATING, [(one.person, result.game, *skill) for one, skill in players])


async def _put_steps(db: Any, rated: Rated) -> None:
    steps = [(*skill, rated.result.turn, chair) for chair, skill in enumerate(rated.skills)]
    await db.executemany("UPDATE rated_players SET mu = $1, sigma = $2 WHERE turn = $3 AND chair = $4", steps)
