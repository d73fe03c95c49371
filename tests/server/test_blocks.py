"""People block somebody, never to meet them again, and report somebody; who was blocked is not told."""

from __future__ import annotations

import asyncio
from collections.abc import Iterator
from pathlib import Path

import pytest

from encore.server.wire.limits import Limits
from tests.server.browser import Browser
from tests.server.client import Served, http, join, open_table, running, served
from tests.server.services import PostgresService, ValkeyService


@pytest.fixture(params=["sqlite", "postgres"])
def servers(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[tuple[Served, Served]]:
    if request.param == "sqlite":
        with served(tmp_path, "--unlimited") as server:
            yield server, server
        return
    postgres: PostgresService = request.getfixturevalue("postgres")
    valkey: ValkeyService = request.getfixturevalue("valkey")
    place = ["--database", postgres.database(), "--bus", valkey.url, "--unlimited"]
    with running(*place) as one, running(*place) as other:
        yield one, other


def test_a_block_parts_two_people_in_pairing_lists_joins_and_chat(servers: tuple[Served, Served]) -> None:
    ada, eve = Browser(servers[0]), Browser(servers[1])
    ada.become("Ada")
    eve.become("Eve")
    table = ada.open_table(game="dakapo", name="Ada")
    assert eve.join(table, name="Eve").status_code == 200
    name = table["table"]

    async def chat() -> None:
        async with ada.at_table(name) as one, eve.at_table(name) as other:
            await one.next("full")
            await other.next("full")
            await other.do("say", text="first")
            assert (await one.next("ev"))["said"]["text"] == "first"
            made = await asyncio.to_thread(ada.ask, f"/api/tables/{name}/block", chair=1)
            assert [block["name"] for block in made.json()["blocks"]] == ["Eve"]
            assert (await one.next("full"))["said"] == []
            answer = await other.do("say", text="second")
            assert answer["t"] == "ack"
            heard = await one.next("ev")
            assert (heard["v"], heard.get("said")) == (answer["v"], None)
            await one.do("say", text="to you")
            while (told := (await other.next("ev")).get("said")) is None or told["text"] != "to you":
                pass

    asyncio.run(chat())
    assert eve.get("/api/me/blocks").json() == {"blocks": []}, "nobody is told who blocks them"
    seek = ada.ask("/api/pair", games=["dakapo"], name="Ada")
    assert seek.status_code == 201
    other = eve.ask("/api/pair", games=["dakapo"], name="Eve")
    assert (other.status_code, other.json()["table"] == seek.json()["table"]) == (201, False)
    third = eve.open_table(game="dakapo", name="Eve")
    refused = ada.join(third, name="Ada")
    assert (refused.status_code, refused.json()["fact"]["code"]) == (409, "server.blocked-here")
    fourth = ada.open_table(game="dakapo", name="Ada", listed=True)
    hidden = eve.join(fourth, name="Eve")
    assert (hidden.status_code, hidden.json()["fact"]["code"]) == (409, "server.table-full")
    assert fourth["table"] not in [card["table"] for card in eve.get("/api/tables").json()["tables"]]
    while fourth["table"] not in [card["table"] for card in Browser(servers[0]).get("/api/tables").json()["tables"]]:
        pass
    (block,) = ada.get("/api/me/blocks").json()["blocks"]
    assert ada.delete(f"/api/me/blocks/{block['id']}").json() == {"blocks": []}
    assert eve.join(fourth, name="Eve").status_code == 200


def test_who_is_blocked_is_not_heard_without_a_seat_nor_by_a_spectator(servers: tuple[Served, Served]) -> None:
    ada, eve, ben = Browser(servers[0]), Browser(servers[1]), Browser(servers[0])
    for browser, name in ((ada, "Ada"), (eve, "Eve"), (ben, "Ben")):
        browser.become(name)
    waiting = ada.open_table(game="dalapapa", players=3, name="Ada")
    own, others = ada.open_table(game="dakapo", name="Ada"), ben.open_table(game="dakapo", name="Ben")
    assert eve.join(waiting, name="Eve").status_code == eve.join(others, name="Eve").status_code == 200
    name = waiting["table"]

    async def heard(table: str) -> list[str]:
        async with ada.at_table(table) as client:
            return [said["text"] for said in (await client.next("full"))["said"]]

    async def chat() -> None:
        async with eve.at_table(name) as other:
            await other.do("say", text="an insult")
            assert await heard(name) == ["an insult"]
            await asyncio.to_thread(ada.ask, f"/api/tables/{name}/block", chair=1)
            assert await heard(name) == []
            await other.do("leave")
        assert (await asyncio.to_thread(lambda: ben.join(waiting, name="Ben"))).status_code == 200
        async with ben.at_table(name) as third, ada.at_table(name) as one:
            assert (await one.next("full"))["said"] == [], "another one has the seat now"
            await third.do("say", text="kind words")
            assert (await one.next("ev"))["said"]["text"] == "kind words"
        async with eve.at_table(own["table"]) as spectator, ada.at_table(own["table"]) as one:
            await one.next("full")
            await spectator.do("say", text="I have found you", name="Somebody")
            assert (await one.next("ev")).get("said") is None
        assert await heard(own["table"]) == []
        async with eve.at_table(others["table"]) as other, ada.at_table(others["table"]) as spectator:
            await spectator.next("full")
            await other.do("say", text="an insult")
            assert (await spectator.next("ev")).get("said") is None
            fetched = await ada.later("GET", f"/api/tables/{others['table']}")
            assert fetched.json()["said"] == []
            (block,) = ada.get("/api/me/blocks").json()["blocks"]
            await ada.later("DELETE", f"/api/me/blocks/{block['id']}")
            assert [said["text"] for said in (await spectator.next("full"))["said"]] == ["an insult"]

    asyncio.run(chat())


def test_only_a_person_can_be_blocked_and_only_by_a_person(server: Served) -> None:
    ada = Browser(server)
    table = ada.open_table(game="dakapo", name="Ada")
    join(server, table, name="Eve")
    path = f"/api/tables/{table['table']}/block"
    assert ada.ask(path, chair=1).status_code == 401
    ada.become("Ada")
    ada.ask(f"/api/tables/{table['table']}/keep")
    for chair, code in ((0, "server.block-yourself"), (1, "server.nobody-to-block")):
        answer = ada.ask(path, chair=chair)
        assert (answer.status_code, answer.json()["fact"]["code"]) == (409, code)


def test_reports_are_limited_by_visitor(tmp_path: Path) -> None:
    with served(tmp_path) as server:
        table = open_table(server, game="dakapo", name="Eve")["table"]
        url = f"{server.url}/api/tables/{table}/report"
        assert http.post(url, json={"reason": "spam", "chair": 0, "lines": []}).status_code == 422
        statuses = [http.post(url, json={"reason": "spam", "chair": 0}).status_code for _ in range(6)]
        assert statuses == [200] * 4 + [429] * 2, "the one that could not be read counts, too"
    assert Limits().reports.rate == 20 / 86_400
