"""People who want ratings play rated games: who may, what happens, and what everybody sees."""

from __future__ import annotations

import asyncio
import sqlite3
from collections.abc import Iterator
from contextlib import ExitStack, closing
from pathlib import Path
from typing import Any

import pytest

from encore.bots.level_ratings import level_ratings
from encore.bots.levels import LEVELS
from encore.core.registry import packages
from encore.server.domain.clocks import Timing
from encore.server.domain.events import Began, Chair, Ended, Joined, Opened
from encore.server.rooms.hub import Hub
from encore.server.storage.sqlite import SqliteStore
from tests.server.browser import Browser
from tests.server.client import Served, http, running, served
from tests.server.hubs import use, write
from tests.server.services import PostgresService, ValkeyService

LIVE = {"kind": "live", "main": 600}


@pytest.fixture
def server(tmp_path: Path) -> Iterator[Served]:
    with served(tmp_path, "--unlimited") as one:
        yield one


def player(server: Served, name: str, rated: bool = True) -> Browser:
    """Return the browser of a person who wants ratings."""
    browser = Browser(server)
    browser.become(name)
    if rated:
        assert browser.patch("/api/me", json={"rated": True}).json()["person"]["rated"] is True
    return browser


def pair(browser: Browser, **asked: Any) -> str:
    answer = browser.ask("/api/pair", rated=True, **asked)
    assert answer.status_code in (200, 201), answer.text
    return str(answer.json()["table"])


def state(browser: Browser, table: str) -> dict[str, Any]:
    return dict(browser.get(f"/api/tables/{table}").json())


async def do(browser: Browser, table: str, kind: str, **content: Any) -> None:
    async with browser.at_table(table) as client:
        await client.next("full")
        answer = await client.do(kind, **content)
        assert answer["t"] == "ack", answer


def resign(browser: Browser, table: str) -> None:
    asyncio.run(do(browser, table, "resign"))


def move(browser: Browser, table: str) -> None:
    seen = state(browser, table)
    asyncio.run(do(browser, table, "act", v=seen["v"], a=seen["legal"][0]))


def wait_for(true: Any) -> None:
    """Wait for what a server does in the background."""

    async def look() -> None:
        async with asyncio.timeout(60):
            while not true():
                await asyncio.sleep(0.02)

    asyncio.run(look())


def begun(browser: Browser, table: str, number: int) -> None:
    wait_for(lambda: (seen := state(browser, table))["number"] == number and seen["phase"] == "playing")


def ratings(browser: Browser) -> dict[str, int]:
    assert browser.me is not None
    return {each["game"]: each["rating"] for each in browser.me["ratings"]}


def play_a_pair(winner: Browser, loser: Browser) -> str:
    """Play a rated pair which one of them wins; return its table."""
    table = pair(winner, games=["dakapo"])
    assert pair(loser, games=["dakapo"]) == table
    resign(loser, table)
    begun(winner, table, 2)
    resign(loser, table)
    return table


def test_two_people_play_a_rated_pair(server: Served) -> None:
    ada, bo = player(server, "Ada"), player(server, "Bo")
    table = pair(ada, games=["dakapo"])
    (card,) = http.get(f"{server.url}/api/tables").json()["tables"]
    assert (card["rated"], card["low"], card["high"]) == (True, 0, 0)
    assert pair(bo, games=["dakapo"]) == table
    wait_for(lambda: [chair.get("rating") for chair in state(ada, table)["chairs"]] == [1500, 1500])
    seen = state(ada, table)
    assert (seen["rated"], seen["pair"], seen["first"]) == (True, 1, 0)
    assert all(chair["provisional"] for chair in seen["chairs"])
    resign(bo, table)
    begun(ada, table, 2)
    seen = state(ada, table)
    assert (seen["pair"], seen["first"]) == (2, 1), "the seats are exchanged"
    assert ratings(ada) == {}, "one game of a pair is no result"
    move(bo, table)
    move(ada, table)
    resign(bo, table)
    wait_for(lambda: ratings(ada))
    assert ratings(ada)["dakapo"] > 1500 > ratings(bo)["dakapo"]
    wait_for(lambda: state(bo, table)["chairs"][0]["rating"] == ratings(ada)["dakapo"])
    (step,) = ada.get("/api/me/ratings").json()["steps"]
    assert (step["table"], step["number"], step["rank"], step["players"]) == (table, 2, 1, 2)
    assert step["rating"] == ratings(ada)["dakapo"]
    board = http.get(f"{server.url}/api/leaderboard/dakapo").json()
    assert [(each["name"], each["rating"], each["results"]) for each in board["people"]] == [
        ("Ada", ratings(ada)["dakapo"], 1),
        ("Bo", ratings(bo)["dakapo"], 1),
    ]
    assert [each["level"] for each in board["levels"]] == list(LEVELS)
    assert state(ada, table)["phase"] == "over", "no third game begins by itself"


def test_a_pair_goes_on_after_the_server_was_killed_between_its_games(tmp_path: Path) -> None:
    chairs = Chair("screen", "Ada"), Chair("open")
    opened = Opened("dakapo", 2, {}, chairs, Timing("live", main=600), True, True, "ada", "x", rated=True)

    async def play(hub: Hub, store: SqliteStore) -> None:
        await write(store, "t", 1, opened)
        await write(store, "t", 2, Joined(1, "Bo", "bo"), Began(0, "seed"))
        await write(store, "t", 3, Ended("resigned", (0,)))
        table = (await hub.room("t")).table
        assert (table.number, table.first, table.phase) == (2, 1, "playing")

    use(tmp_path, play)


def test_a_result_is_rated_after_the_server_was_killed(server: Served, tmp_path: Path) -> None:
    ada, bo = player(server, "Ada"), player(server, "Bo")
    play_a_pair(ada, bo)
    wait_for(lambda: ratings(ada))
    known = ratings(ada)
    server.kill()
    with closing(sqlite3.connect(tmp_path / "tables.sqlite")) as db, db:  # as if it had come no further than the row
        db.execute("UPDATE rated_players SET mu = NULL, sigma = NULL")
        db.execute("UPDATE rated_progress SET turn = 0")
        db.execute("DELETE FROM ratings")
    server.start()
    wait_for(lambda: ratings(ada) == known)


def test_only_people_who_want_ratings_play_at_rated_tables(server: Served) -> None:
    ada, bo, guest = player(server, "Ada"), player(server, "Bo", rated=False), Browser(server)
    asked = {"game": "dalapapa", "players": 2, "timing": LIVE, "rated": True, "listed": True}
    for browser in (bo, guest):
        for path, body in (("/api/tables", asked), ("/api/pair", {"rated": True})):
            answer = browser.ask(path, **body)
            assert answer.status_code == 403
            assert "switch ratings on" in answer.json()["why"]
    table = ada.open_table(**asked)
    for browser in (bo, guest):
        assert browser.join(table).status_code == 403
    bo.patch("/api/me", json={"rated": True})
    assert bo.join(table).status_code == 200
    assert state(ada, table["table"])["phase"] == "playing"


def test_whoever_is_refused_a_seat_for_their_name_may_try_again(server: Served) -> None:
    ada, bo = player(server, "Ada"), player(server, "Bo")
    table = ada.open_table(game="dalapapa", players=2, timing=LIVE, rated=True)
    assert bo.join(table, name="bot:expert").json()["fact"]["code"] == "server.bot-name"
    assert bo.join(table).status_code == 200


def test_nobody_plays_with_themselves_or_outside_the_range(server: Served) -> None:
    ada, bo = player(server, "Ada"), player(server, "Bo")
    asked = {"game": "dalapapa", "players": 3, "timing": LIVE, "rated": True}
    table = ada.open_table(**asked, low=1400, high=1499)
    answer = ada.join(table, chair=1)
    assert (answer.status_code, answer.json()["fact"]["code"]) == (409, "server.already-seated")
    other = Browser(server)
    other.device = ada.device
    other.sign_in()
    assert other.join(table).json()["you"] == [0], "the same person has her seat in every browser"
    answer = bo.join(table)
    assert answer.status_code == 409
    assert "1400–1499; yours is 1500" in answer.json()["why"]
    assert ada.ask("/api/tables", **(asked | {"low": 1600, "high": 1500})).status_code == 422
    assert ada.ask("/api/tables", **(asked | {"timing": {"kind": "none"}})).status_code == 422
    assert ada.ask(f"/api/tables/{table['table']}/bots").status_code == 409


def test_a_wish_without_a_rating_is_not_paired_with_a_rated_seek(server: Served) -> None:
    table = pair(player(server, "Ada"))
    assert Browser(server).ask("/api/pair").json()["table"] != table


def test_the_nearest_in_strength_is_found_first(server: Served) -> None:
    ada, bo, cy, di = (player(server, name) for name in ("Ada", "Bo", "Cy", "Di"))
    play_a_pair(ada, bo)
    play_a_pair(cy, di)
    wait_for(lambda: ratings(ada) and ratings(cy))
    weak, strong = pair(bo, games=["dakapo"]), pair(ada, games=["dakapo"], own=[])
    assert strong == weak, "nobody else waits"
    resign(bo, weak)
    begun(ada, weak, 2)
    low = di.open_table(game="dakapo", timing=LIVE, rated=True, listed=True)["table"]
    high = cy.open_table(game="dakapo", timing=LIVE, rated=True, listed=True)["table"]
    wait_for(lambda: len(http.get(f"{server.url}/api/tables").json()["tables"]) >= 3)
    assert pair(ada, games=["dakapo"]) == high
    assert pair(bo, games=["dakapo"]) == low


def test_a_table_with_invitation_is_rated_too_and_three_play(server: Served) -> None:
    people = [player(server, name) for name in ("Ada", "Bo", "Cy")]
    table = people[0].open_table(game="dalapapa", players=3, timing=LIVE, rated=True)
    for browser in people[1:]:
        assert browser.join(table).status_code == 200
    name = table["table"]
    resign(people[1], name)
    for voter in (people[0], people[2]):
        asyncio.run(do(voter, name, "vote", choice="end"))
    wait_for(lambda: all(ratings(each) for each in people))
    found = [ratings(each)["dalapapa"] for each in people]
    assert found[0] == found[2] > 1500 > found[1]


def test_who_switches_ratings_off_is_listed_no_more_and_keeps_the_rating(server: Served) -> None:
    ada, bo = player(server, "Ada"), player(server, "Bo")
    play_a_pair(ada, bo)
    wait_for(lambda: ratings(ada))
    known = ratings(ada)
    assert ada.patch("/api/me", json={"rated": False}).json()["person"]["rated"] is False
    board = http.get(f"{server.url}/api/leaderboard/dakapo").json()
    assert [each["name"] for each in board["people"]] == ["Bo"]
    assert ratings(ada) == known


def test_somebody_who_deletes_themselves_takes_the_rating_along(server: Served) -> None:
    ada, bo = player(server, "Ada"), player(server, "Bo")
    play_a_pair(ada, bo)
    wait_for(lambda: ratings(bo))
    known = ratings(bo)
    assert ada.delete("/api/me").status_code == 200
    board = http.get(f"{server.url}/api/leaderboard/dakapo").json()
    assert [each["name"] for each in board["people"]] == ["Bo"]
    assert ratings(bo) == known


def test_one_gets_all_of_ones_results_in_the_file(server: Served) -> None:
    ada, bo = player(server, "Ada"), player(server, "Bo")
    table = play_a_pair(ada, bo)
    wait_for(lambda: ratings(ada))
    data = ada.get("/api/me/data").json()
    (result,) = data["results"]
    assert (result["table"], result["rank"]) == (table, 1)
    assert result["mu"] > 25
    assert data["person"]["rated"] is True


def test_there_is_no_list_of_a_game_that_is_unknown(server: Served) -> None:
    assert http.get(f"{server.url}/api/leaderboard/chess").status_code == 404
    assert Browser(server).get("/api/me/ratings").status_code == 401


def test_two_processes_rate_games_of_the_same_people(postgres: PostgresService, valkey: ValkeyService) -> None:
    shared = ("--database", postgres.database(), "--bus", valkey.url, "--unlimited")
    with ExitStack() as stack:
        one, other = (stack.enter_context(running(*shared)) for _ in range(2))
        ada, bo, cy = player(one, "Ada"), player(other, "Bo"), player(one, "Cy")
        first = ada.open_table(game="dalapapa", timing=LIVE, rated=True)
        second = ada.open_table(game="dalapapa", timing=LIVE, rated=True)
        assert bo.join(first).status_code == 200
        assert cy.join(second).status_code == 200

        async def both() -> None:
            await asyncio.gather(do(bo, first["table"], "resign"), do(ada, second["table"], "resign"))

        asyncio.run(both())
        wait_for(lambda: ratings(bo) and ratings(cy))
        wait_for(lambda: state(bo, first["table"])["chairs"][0]["rating"] != 1500)
        assert ratings(cy)["dalapapa"] > 1500 > ratings(bo)["dalapapa"]
        assert ada.me is not None
        assert [each["results"] for each in ada.me["ratings"]] == [2]


def test_every_level_of_every_game_has_a_measured_rating_and_stronger_ones_a_higher_one() -> None:
    for package in packages().values():
        found = level_ratings(package)
        if package.searcher and package.folder.joinpath(package.levels_file).is_file():
            assert list(found) == list(LEVELS)
            assert sorted(found.values()) == list(found.values())
            assert found["medium"] == 1500
