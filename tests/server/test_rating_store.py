"""Ratings follow from stored results alone, in every store, with several processes, and when people go."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from pathlib import Path
from random import Random

import pytest

from encore.server.domain.attached import Attached
from encore.server.domain.people import Person, PersonSeat, new_session
from encore.server.domain.rated import NewResult, RatedSeat
from encore.server.domain.ratings import NEW, Known, Rated, RatedPlayer, RatedResult, rate
from encore.server.rooms import ratings as ratings_module
from encore.server.rooms.ratings import rate_new, recompute
from encore.server.storage.ratings import AllRatings, Standing
from encore.server.storage.store import Conflict, Store
from encore.server.storage.transfer import read_all, write_all
from tests.server.places import Place, PostgresPlace, SqlitePlace, row, use
from tests.server.services import PostgresService

PEOPLE = "ada", "bo", "cy", "di"
GAMES = "dakapo", "dacapo"
SURE = 6.0
"""A deviation that about twenty results reach."""


@pytest.fixture(params=["sqlite", "postgres"])
def place(request: pytest.FixtureRequest, tmp_path: Path) -> Place:
    if request.param == "sqlite":
        return SqlitePlace(tmp_path / "data" / "tables.db")
    return PostgresPlace(request.getfixturevalue("postgres").database())


async def settle(store: Store, names: tuple[str, ...] = PEOPLE) -> None:
    """Store some people who want ratings; their ids are their names."""
    for name in names:
        _, session = new_session(name, "Firefox", 0)
        assert await store.people.add_person(Person(name, name, "en", 0), None, (), session)
        await store.ratings.want(name, True)


async def ended(store: Store, table: str, seq: int, *seats: tuple[str, int], game: str = "dakapo") -> None:
    """Store a row that ends a rated game, in which the holders have some ranks."""
    found = tuple(RatedSeat(holder, rank, chair) for chair, (holder, rank) in enumerate(seats))
    await store.append(row(table, seq, at=seq), Attached(results=(NewResult(table, seq, game, seq, found),)))


async def kept(store: Store, table: str, *names: str) -> None:
    """Store the first row of a table, with the seats of some people; their holders are their names."""
    seats = tuple(PersonSeat(name, table, name, 1) for name in names)
    await store.append(row(table, 1), Attached(seats=seats))


async def everything(store: Store) -> list[list[Standing]]:
    return [await store.ratings.standings(name) for name in PEOPLE]


def random_results(rng: Random, count: int) -> list[RatedResult]:
    """Return results of two to four people, some of them in teams, some of them with equal ranks."""
    found = list[RatedResult]()
    for turn in range(1, count + 1):
        names = rng.sample(PEOPLE, rng.randint(2, 4))
        teams = [0, 1, 0, 1] if len(names) == 4 and rng.random() < 0.5 else list(range(len(names)))
        ranks = {team: rng.randint(1, len(names)) for team in set(teams)}
        players = [RatedPlayer(name, ranks[team], team) for name, team in zip(names, teams, strict=True)]
        found.append(RatedResult(turn, f"t{turn}", 1, rng.choice(GAMES), turn, tuple(players)))
    return found


@pytest.mark.parametrize("seed", range(3))
def test_ratings_computed_one_by_one_are_those_computed_anew(place: Place, seed: int) -> None:
    rng = Random(seed)
    results = random_results(rng, 60)

    async def play(store: Store) -> None:
        await settle(store)
        while results:
            some = [results.pop(0) for _ in range(min(len(results), rng.randint(1, 9)))]
            await store.ratings.add_ratings(AllRatings(tuple(some)))
            await rate_new(store)
        before, histories = await everything(store), [await store.ratings.history(name, 99) for name in PEOPLE]
        assert await recompute(store) == 60
        assert await everything(store) == before
        assert [await store.ratings.history(name, 99) for name in PEOPLE] == histories
        assert all(before)

    use(place, play)


def test_results_that_come_while_ratings_are_computed_anew_count_once(
    place: Place, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Nobody waits for all results: whoever stores something comes between two short steps."""
    monkeypatch.setattr(ratings_module, "MOST", 5)
    results, commits = random_results(Random(5), 60), list[int]()

    async def play() -> None:
        server, command = place.store(), place.store()
        await server.open()
        await command.open()
        await settle(server)
        await server.ratings.add_ratings(AllRatings(tuple(results[:40])))
        with monkeypatch.context() as patch:
            patch.setattr(ratings_module, "rate", wrongly)
            await rate_new(server)
        rewrite = command.ratings.rewrite

        async def rewritten(rated: Sequence[Rated], changes: int) -> bool:
            done, number = await rewrite(rated, changes), len(commits)
            commits.append(len(rated))
            if 40 + number < len(results):
                await server.ratings.add_ratings(AllRatings((results[40 + number],)))
                if number in (1, 3):
                    await rate_new(server)
            return done

        monkeypatch.setattr(command.ratings, "rewrite", rewritten)
        assert await recompute(command) >= 40
        assert max(commits) == 5
        await rate_new(server)
        stored = await server.ratings.results(0, 99)
        known = {
            (one.person, each.result.game): skill
            for each in rate(stored, {})
            for one, skill in zip(each.result.players, each.skills, strict=True)
        }
        found = [each for some in await everything(server) for each in some]
        assert {(each.person, each.game): each.skill for each in found} == known
        assert sum(each.results for each in found) == sum(len(each.players) for each in stored)
        assert len(stored) == min(len(results), 40 + len(commits))
        await command.close()
        await server.close()

    asyncio.run(play())


def wrongly(results: Sequence[RatedResult], known: Known) -> list[Rated]:
    """Rate results by another model: nobody learns anything."""
    return [Rated(each, (NEW,) * len(each.players)) for each in results]


def test_the_ratings_of_others_stay_when_somebody_is_deleted(place: Place) -> None:
    rng = Random(7)
    results = random_results(rng, 40)

    async def play(store: Store) -> None:
        await settle(store)
        await store.ratings.add_ratings(AllRatings(tuple(results[:30])))
        await rate_new(store)
        await store.ratings.add_ratings(AllRatings(tuple(results[30:])))  # not rated yet
        assert await store.people.drop_person("bo", ())
        await rate_new(store)
        before = await everything(store)
        assert before[1] == [], "the rating goes"
        stored = (await store.ratings.all_ratings()).results
        assert [len(each.players) for each in stored] == [len(each.players) for each in results], "the results stay"
        names = {player.person for each in stored for player in each.players} - set(PEOPLE)
        assert len(names) == 1
        assert names.pop().startswith("gone-")
        await recompute(store)
        assert await everything(store) == before

    use(place, play)


def test_a_result_is_stored_with_its_row_or_not_at_all(place: Place) -> None:
    async def play(store: Store) -> None:
        await settle(store)
        await kept(store, "t", "ada", "bo")
        await ended(store, "t", 2, ("ada", 1), ("bo", 2))
        with pytest.raises(Conflict):
            await ended(store, "t", 2, ("ada", 2), ("bo", 1))
        with pytest.raises(Conflict):
            await store.append(row("t", 2), Attached(seats=(PersonSeat("cy", "t", "cy", 1),)))
        (result,) = await store.ratings.results(0, 9)
        assert result.players == (RatedPlayer("ada", 1, 0), RatedPlayer("bo", 2, 1))
        assert await store.people.holders("cy", "t") == []
        assert await store.people.holders("ada", "t") == ["ada"]

    use(place, play)


def test_a_result_needs_a_person_of_its_own_on_every_seat(place: Place) -> None:
    async def play(store: Store) -> None:
        await settle(store)
        await kept(store, "t", "ada")
        await ended(store, "t", 2, ("ada", 1), ("somebody", 2))
        await store.people.put_seat(PersonSeat("ada", "t", "again", 1))
        await ended(store, "t", 3, ("ada", 1), ("again", 2))
        assert await store.ratings.results(0, 9) == []

    use(place, play)


def test_a_seat_is_not_stored_for_somebody_who_is_gone(place: Place) -> None:
    async def play(store: Store) -> None:
        await kept(store, "t", "ada")
        assert await store.people.keeper("t", "ada") is None
        assert [one.seq for one in await store.rows("t")] == [1]

    use(place, play)


def test_who_rates_from_an_old_state_stores_nothing(place: Place) -> None:
    async def play(store: Store) -> None:
        await settle(store)
        await store.ratings.add_ratings(AllRatings(tuple(random_results(Random(1), 3))))
        before = await store.ratings.progress()
        await rate_new(store)
        known = await everything(store)
        assert not await store.ratings.put((), before)
        assert not await store.ratings.replace((), before)
        assert await everything(store) == known
        before = await store.ratings.progress()
        await store.people.drop_person("ada", ())
        assert not await store.ratings.put((), before), "somebody has another name now"
        assert not await store.ratings.rewrite((), before.changes)
        before = await store.ratings.progress()
        assert await store.ratings.replace((), before)
        assert not await store.ratings.put((), before), "from skills that were computed anew since"

    use(place, play)


def test_the_best_who_want_ratings_are_listed_and_sure_ratings_come_first(place: Place) -> None:
    async def play(store: Store) -> None:
        await settle(store)
        for turn in range(25):
            winner, loser = ("ada", 1), ("bo", 2)
            won = (winner, loser) if turn % 5 else (("ada", 2), ("bo", 1))
            await kept(store, f"t{turn}", "ada", "bo")
            await ended(store, f"t{turn}", 2, *won)
        await kept(store, "u", "cy", "di")
        await ended(store, "u", 2, ("cy", 1), ("di", 2))
        await rate_new(store)
        best = await store.ratings.best("dakapo", 9, SURE)
        assert [each.name for each in best] == ["ada", "bo", "cy", "di"], "cy has more points than bo"
        assert best[2].skill.rating > best[1].skill.rating
        assert [each.name for each in await store.ratings.best("dakapo", 2, SURE)] == ["ada", "bo"]
        assert await store.ratings.best("dacapo", 9, SURE) == []
        await store.ratings.want("ada", False)
        assert [each.name for each in await store.ratings.best("dakapo", 9, SURE)] == ["bo", "cy", "di"]
        assert (await store.ratings.at_table("t1", "dakapo")).keys() == {"ada", "bo"}
        assert await store.ratings.at_table("t1", "dacapo") == {"ada": NEW, "bo": NEW}

    use(place, play)


def test_results_are_exported_and_give_the_same_ratings_elsewhere(place: Place, tmp_path: Path) -> None:
    results, there = random_results(Random(3), 20), SqlitePlace(tmp_path / "there" / "tables.db")

    async def play() -> None:
        store = place.store()
        await store.open()
        await settle(store)
        await store.ratings.want("di", False)
        await store.ratings.add_ratings(AllRatings(tuple(results)))
        await rate_new(store)
        before = await everything(store)
        await store.close()
        await write_all(place.store(), tmp_path / "all.jsonl")
        for _ in range(2):  # a second import changes nothing
            await read_all(there.store(), tmp_path / "all.jsonl")
        other = there.store()
        await other.open()
        await rate_new(other)
        assert await everything(other) == before
        assert [await other.ratings.wants(name) for name in PEOPLE] == [True, True, True, False]
        await other.close()

    asyncio.run(play())


def test_results_outlive_their_tables(place: Place) -> None:
    async def play(store: Store) -> None:
        await settle(store)
        await kept(store, "t", "ada", "bo")
        await ended(store, "t", 2, ("ada", 1), ("bo", 2))
        assert await store.forget(1000, lambda _: False) == 1
        assert len(await store.ratings.results(0, 9)) == 1

    use(place, play)


def test_two_processes_that_end_games_of_the_same_people_at_once(postgres: PostgresService) -> None:
    place, games = PostgresPlace(postgres.database()), 40

    async def process(store: Store, name: str, rng: Random) -> None:
        for number in range(games):
            table = f"{name}{number}"
            one, other = rng.sample(PEOPLE, 2)
            await kept(store, table, one, other)
            await asyncio.gather(ended(store, table, 2, (one, 1), (other, 2)), rate_new(store))
        await rate_new(store)

    async def play() -> None:
        stores = [place.store() for _ in range(3)]
        for store in stores:
            await store.open()
        await settle(stores[0])
        await asyncio.gather(*(process(store, name, Random(name)) for store, name in zip(stores, "abc", strict=True)))
        results = await stores[0].ratings.results(0, 999)
        assert len(results) == 3 * games
        assert [each.turn for each in results] == sorted(each.turn for each in results)
        assert (await stores[0].ratings.progress()).turn == results[-1].turn
        before = await everything(stores[0])
        assert sum(each.results for found in before for each in found) == 2 * 3 * games
        assert await recompute(stores[1]) == 3 * games
        assert await everything(stores[2]) == before
        for store in stores:
            await store.close()

    asyncio.run(play())


def test_a_person_can_go_while_their_results_are_stored_and_rated(postgres: PostgresService) -> None:
    place = PostgresPlace(postgres.database())

    async def play() -> None:
        one, other = place.store(), place.store()
        await one.open()
        await other.open()
        names = tuple(f"p{number}" for number in range(12))
        await settle(one, (*PEOPLE, *names))

        async def games(name: str) -> None:
            for number in range(6):
                table = f"{name}-{number}"
                await kept(one, table, name, "ada")
                await asyncio.gather(ended(one, table, 2, (name, 1), ("ada", 2)), rate_new(one), rate_new(other))

        async def go(name: str) -> None:
            while not await other.people.drop_person(name, [(f"{name}-{number}", name) for number in range(6)]):
                await asyncio.sleep(0)

        await asyncio.gather(*map(games, names), *map(go, names[:6]))
        await rate_new(one)
        persons = {each.person for found in await one.ratings.results(0, 999) for each in found.players}
        assert persons.isdisjoint(names[:6])
        before = await one.ratings.standings("ada")
        await recompute(other)
        assert await one.ratings.standings("ada") == before
        await one.close()
        await other.close()

    asyncio.run(play())
