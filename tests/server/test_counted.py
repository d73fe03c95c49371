"""Games with others are counted in the store, with the rows that change them, and nobody gets past the limit."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from pathlib import Path

import httpx
import pytest

from encore.server.domain import decisions, events
from encore.server.domain.attached import Attached
from encore.server.domain.clocks import DAY
from encore.server.domain.counted import HOLIDAYS, LONGEST, Counted, counted, counted_in
from encore.server.domain.events import (
    AnyEvent,
    Began,
    BotsJoined,
    Chair,
    Emptied,
    Ended,
    Joined,
    Left,
    Opened,
    Replaced,
    Rested,
    Returned,
)
from encore.server.domain.own_games import GIVEN_UP
from encore.server.domain.people import Person, PersonSeat, Session
from encore.server.http.app import build
from encore.server.rooms.hub import Hub
from encore.server.storage.counts import Counting
from encore.server.storage.sqlite import SqliteStore
from encore.server.storage.store import Row, Store
from encore.server.wire.limits import Limits
from tests.server.client import failure
from tests.server.hubs import use
from tests.server.places import Place, PostgresPlace, SqlitePlace
from tests.server.places import use as use_place
from tests.server.planned import by_the_day
from tests.server.played import NO_CLOCK, Played, two

ADA, OPEN, BOT = Chair("screen", "ada"), Chair("open"), Chair("bot", bot="bot:easy")
THREE = (ADA, OPEN, OPEN), ((Joined(1, "bo", "bo"),), (Joined(2, "cy", "cy"), Began(0, "s")))


@pytest.fixture(params=["sqlite", "postgres"])
def place(request: pytest.FixtureRequest, tmp_path: Path) -> Place:
    if request.param == "sqlite":
        return SqlitePlace(tmp_path / "tables.db")
    return PostgresPlace(request.getfixturevalue("postgres").database())


def played(chairs: tuple[Chair, ...], *happened: Sequence[AnyEvent]) -> list[tuple[str, ...]]:
    """Return who counts after each row of a table, as it is found out before the row, after it, and from all rows."""
    game = Played("dacapo" if len(chairs) > 2 else "dakapo", *chairs)
    found = [counted(game.table).holders]
    for each in happened:
        ahead = counted(game.table, each)
        game.do(list(each))
        assert ahead == counted(game.table) == counted_in("t", game.rows)
        found.append(ahead.holders)
    return found


def test_a_game_counts_from_the_first_free_seat_to_its_end() -> None:
    joined, left, again = (Joined(1, "bo", "bo"),), (Left(1),), (Joined(1, "bo", "bo"), Began(0, "s"))
    alone, both = ("ada",), ("ada", "bo")
    rows = joined, left, again, (Ended("agreed", ()),), (Began(1, "t"),), (Ended("resigned", (0,)),)
    assert played((ADA, OPEN), *rows) == [alone, both, alone, both, (), both, ()]


def test_games_against_bots_and_at_one_screen_do_not_count() -> None:
    assert played((ADA, BOT)) == [()]
    assert played((ADA, ADA)) == [()]
    assert played((ADA, OPEN), [BotsJoined((1,), "bot:easy"), Began(0, "s")]) == [("ada",), ()]


def test_whoever_left_a_game_still_has_it_until_it_ends() -> None:
    chairs, begun = THREE
    everybody, stayed = ("ada", "bo", "cy"), ("ada", "bo")
    left: list[AnyEvent] = [Emptied(2, "resigned")]
    rows = left, [Replaced(2, "bot:easy")], [Ended("rules", (0,))], [Began(1, "t")], [Returned(2)]
    assert played(chairs, *begun, *rows)[2:] == [everybody, everybody, everybody, (), stayed, everybody]


def test_a_game_by_the_day_is_given_up_later_if_there_are_holidays() -> None:
    assert counted(two().table).patience == GIVEN_UP
    game = by_the_day()
    assert counted(game.table).patience == GIVEN_UP
    rested: list[AnyEvent] = [Rested(0, game.at, game.at + DAY)]
    assert counted(game.table, rested).patience == GIVEN_UP + HOLIDAYS == LONGEST
    game.do(rested)
    assert counted(game.table).patience == LONGEST


# In a store.


async def prepared(store: Store, *tables: str) -> None:
    """Store a person with a seat at each of some tables."""
    await store.people.add_person(Person("p", "Ada", "en", 0), None, (), Session("s", "i", "p", "", 0, 0))
    opened = Opened("dakapo", 2, {}, (ADA, OPEN), NO_CLOCK, False, True, "ada", "x")
    for table in tables:
        await store.append(Row(table, 1, 1000, None, events.encode((opened,))))
        await store.people.put_seat(PersonSeat("p", table, "ada", 0))


def test_a_row_says_who_counts_from_now_on(place: Place) -> None:
    async def play(store: Store) -> None:
        await prepared(store, "t", "u")
        assert await store.counts.games("p", 2000, 5000) == [Counting("t", False), Counting("u", False)]
        assert await store.counts.games("p", 9000, 5000) == []
        for seq, holders, known in ((2, ("ada", "bo"), [Counting("t", True)]), (3, (), [])):
            row = Row("t", seq, 1000, None, events.encode((Joined(1, "bo", "bo"),)))
            await store.append(row, Attached(counted=Counted("t", holders, 3000)))
            assert await store.counts.games("p", 3999, 5000) == [*known, Counting("u", False)]
            assert await store.counts.games("p", 4000, 5000) == [Counting("u", False)]

    use_place(place, play)


def test_what_is_found_out_later_counts_only_if_nothing_has_happened_since(place: Place) -> None:
    async def play(store: Store) -> None:
        await prepared(store, "t")
        await store.counts.settle(Counted("t", (), 3000), 2)
        assert await store.counts.games("p", 2000, 5000) == [Counting("t", False)], "it has one row"
        await store.counts.settle(Counted("t", ("ada",), 3000), 1)
        await store.counts.settle(Counted("t", (), 3000), 1)
        assert await store.counts.games("p", 2000, 5000) == [Counting("t", True)], "it is known"

    use_place(place, play)


def test_tables_of_earlier_releases_are_looked_at_once(tmp_path: Path) -> None:
    async def play(hub: Hub, store: SqliteStore) -> None:
        await prepared(store, "t", "u")
        over = Joined(1, "bo", "bo"), Began(0, "seed"), Ended("agreed", ())
        await store.append(Row("u", 2, 1000, None, events.encode(over)))
        with pytest.raises(decisions.Refusal):
            await hub.own_tables.must_have_space("", "p", 1, 2000)
        await hub.own_tables.must_have_space("", "p", 2, 2000)
        assert await store.counts.games("p", 2000, LONGEST) == [Counting("t", True)]

    use(tmp_path, play)


# Over HTTP.


def test_many_requests_at_once_do_not_pass_the_limit(tmp_path: Path) -> None:
    limits = Limits()
    limits.games = 3

    async def play(hub: Hub, store: SqliteStore) -> None:
        app = build(hub, limits)

        def browser() -> httpx.AsyncClient:
            return httpx.AsyncClient(transport=httpx.ASGITransport(app), base_url="http://127.0.0.1")

        async with browser() as ada, browser() as bo:
            await ada.post("/api/people", json={"name": "Ada"})
            others = [(await bo.post("/api/tables", json={"game": "dakapo"})).json() for _ in range(6)]
            opened = [ada.post("/api/tables", json={"game": "dakapo"}) for _ in range(6)]
            joined = [
                ada.post(f"/api/tables/{each['table']}/join", json={"invite": each["invite"]}) for each in others[:3]
            ]
            kept = [await _keeping(ada, browser(), each) for each in others[3:]]
            answers = await asyncio.gather(*opened, *joined, *kept)
            assert sum(answer.is_success for answer in answers) == 3
            assert {failure(answer) for answer in answers if not answer.is_success} == {(429, "rate")}

    use(tmp_path, play)


async def _keeping(
    person: httpx.AsyncClient, guest: httpx.AsyncClient, table: dict[str, str]
) -> asyncio.Task[httpx.Response]:
    """Take a seat as a guest; return the request with which a person keeps it."""
    join = {"invite": table["invite"], "keep": "token"}
    async with guest:
        token = (await guest.post(f"/api/tables/{table['table']}/join", json=join)).json()["token"]
    held = {"Authorization": f"Bearer {token}"}
    return asyncio.ensure_future(person.post(f"/api/tables/{table['table']}/keep", headers=held))


def test_the_limit_is_checked_without_reading_tables(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Reading those of a busy person took seconds."""

    async def play(hub: Hub, store: SqliteStore) -> None:
        await prepared(store, *(f"t{number}" for number in range(20)))
        with pytest.raises(decisions.Refusal):
            await hub.own_tables.must_have_space("", "p", 20, 2000)
        monkeypatch.setattr(store, "rows", None)
        with pytest.raises(decisions.Refusal):
            await hub.own_tables.must_have_space("", "p", 20, 2000)
        await hub.own_tables.must_have_space("", "p", 21, 2000)

    use(tmp_path, play)
