"""Several processes that serve the same tables from PostgreSQL and notify each other through Valkey."""

from __future__ import annotations

import asyncio
from collections.abc import Iterator
from contextlib import AsyncExitStack
from random import Random
from typing import Any

import httpx
import pytest

import encore
from encore.core.replay import check
from encore.server.domain.deals import commitment
from encore.server.domain.proof import verify
from tests.server.client import Client, Served, at_table, http, join, open_table, running
from tests.server.services import PostgresService, ValkeyService
from tests.server.test_crash import ACKS, KILLS, Pair, look_again, play_until_killed
from tests.server.test_pairing import Joiners, kill_now_and_then, pair

ADA, BOB = "a" * 64, "b" * 64
"""Nonces."""


@pytest.fixture
def arguments(postgres: PostgresService, valkey: ValkeyService) -> list[str]:
    return ["--database", postgres.database(), "--bus", valkey.url, "--unlimited"]


@pytest.fixture
def servers(arguments: list[str]) -> Iterator[tuple[Served, Served]]:
    with running(*arguments) as one, running(*arguments) as other:
        yield one, other


def two_people(server: Served, game: str = "dakapo", **asked: Any) -> tuple[str, str, str]:
    table = open_table(server, game=game, players=2, **asked)
    return table["table"], table["token"], join(server, table)["token"]


async def play(clients: tuple[Client, Client], rng: Random, most: int = 1000) -> dict[str, Any]:
    """Let two people play, each at their own server; return the last state."""
    states = [await client.next("full") for client in clients]
    for _ in range(most):
        mover = next((index for index, state in enumerate(states) if state.get("legal")), None)
        if mover is None:
            break
        answer = await clients[mover].do("act", v=states[mover]["v"], a=rng.choice(states[mover]["legal"]))
        assert answer["t"] == "ack", answer
        for index, client in enumerate(clients):
            while states[index]["v"] < answer["v"]:
                states[index] = await client.next("ev", "full")
        assert states[0]["v"] == states[1]["v"] == answer["v"]
    return states[0]


@pytest.mark.sampled(2)
@pytest.mark.parametrize(("game", "options"), [("dakapo", {}), ("dalapapa", {"target": 15})])
def test_people_at_two_processes_play_one_game(
    servers: tuple[Served, Served], game: str, options: dict[str, object]
) -> None:
    table, ada, bob = two_people(servers[0], game, options=options)

    async def both() -> None:
        async with at_table(servers[0], table, ada) as one, at_table(servers[1], table, bob) as other:
            assert "end" in await play((one, other), Random(1))

    asyncio.run(both())
    for server in servers:
        record = encore.parse_record(http.get(f"{server.url}/api/tables/{table}/record").content)
        rules = encore.game_of(record)
        check(record, rules)
        verify(record, rules)


def committed(server: Served) -> tuple[str, str, str]:
    """Return a table at which two people have promised their nonces, and the tokens of both."""
    table = open_table(server, game="dacapo", players=2, nonce_hash=commitment(ADA))
    return table["table"], table["token"], join(server, table, nonce_hash=commitment(BOB))["token"]


def test_nonces_are_revealed_at_two_processes(servers: tuple[Served, Served]) -> None:
    table, ada, bob = committed(servers[0])

    async def both() -> None:
        async with at_table(servers[0], table, ada) as one, at_table(servers[1], table, bob) as other:
            for client in (one, other):
                assert (await client.next("full"))["deal"]["reveal"] == [0, 1]
            answers = await asyncio.gather(one.do("reveal", nonce=ADA), other.do("reveal", nonce=BOB))
            assert [answer["t"] for answer in answers] == ["ack", "ack"]
            hashes = set[str]()
            for client in (one, other):
                while (begun := await client.next("full"))["phase"] != "playing":
                    pass
                hashes.add(begun["commitment"])
            assert len(hashes) == 1
            await one.do("resign")

    asyncio.run(both())
    record = encore.parse_record(http.get(f"{servers[1].url}/api/tables/{table}/record").content)
    verify(record, encore.game_of(record))
    assert record.tags["Nonces"] == f"1:{ADA} 2:{BOB}"


@pytest.mark.thorough
def test_another_process_begins_a_game_without_missing_nonces(servers: tuple[Served, Served]) -> None:
    """The one where the last seat was taken is killed; the time for nonces follows from the stored row."""
    table, _, bob = committed(servers[0])

    async def wait() -> None:
        async with at_table(servers[1], table, bob) as client:
            assert (await client.next("full"))["phase"] == "waiting"
            servers[0].kill()
            assert (await client.do("reveal", nonce=BOB))["t"] == "ack"
            while (await client.next("full"))["phase"] != "playing":
                pass
            await client.do("resign")

    asyncio.run(wait())
    record = encore.parse_record(http.get(f"{servers[1].url}/api/tables/{table}/record").content)
    verify(record, encore.game_of(record))
    assert record.tags["Nonces"] == f"1:- 2:{BOB}"


def test_two_processes_play_a_planned_reply_once(servers: tuple[Served, Served]) -> None:
    """Both have the table open, and both see that the reply is due."""
    table, ada, bob = two_people(servers[0], timing={"kind": "days", "days": 3})
    plan = [{"move": "e6r", "then": [{"move": "e7g", "then": [{"move": "e8r", "then": [{"move": "d6g"}]}]}]}]

    async def both() -> list[dict[str, Any]]:
        async with at_table(servers[0], table, ada) as one, at_table(servers[1], table, bob) as other:
            v = (await one.next("full"))["v"]
            await other.next("full")
            v = (await other.do("plan", v=v, plan=plan))["v"]
            for move, reply in (("e6r", "e7g"), ("e8r", "d6g")):
                assert (await one.do("act", v=v, a=move))["t"] == "ack"
                for client in (one, other):
                    while (event := await client.next("ev")).get("a") != reply:
                        pass
                    v = event["v"]
            return [http.get(f"{server.url}/api/tables/{table}").json() for server in servers]

    for full in asyncio.run(both()):
        assert full["moves"] == ["e6r", "e7g", "e8r", "d6g"]


def test_presence_includes_the_other_process(servers: tuple[Served, Served]) -> None:
    table, ada, bob = two_people(servers[0])

    async def meet() -> None:
        async with at_table(servers[0], table, ada) as one, at_table(servers[1], table, bob):
            while (await one.next("here"))["chairs"] != [0, 1]:
                pass

    asyncio.run(meet())


def test_two_processes_never_both_accept_a_seat_or_a_move(servers: tuple[Served, Served]) -> None:
    table = open_table(servers[0], game="dakapo")

    async def race() -> list[int]:
        async with httpx.AsyncClient() as client:
            urls = [f"{server.url}/api/tables/{table['table']}/join" for server in servers] * 4
            answers = [client.post(url, json={"invite": table["invite"]}) for url in urls]
            return sorted(answer.status_code for answer in await asyncio.gather(*answers))

    assert asyncio.run(race()) == [200, *[409] * 7]

    async def both_move() -> list[str]:
        async with AsyncExitStack() as stack:
            clients = [
                await stack.enter_async_context(at_table(server, table["table"], table["token"])) for server in servers
            ]
            for client in clients:
                v = (await client.next("full"))["v"]
            moves = ("e6r", "e6g")
            answers = await asyncio.gather(
                *(client.do("act", v=v, a=move) for client, move in zip(clients, moves, strict=True))
            )
            return sorted(answer.get("code", answer["t"]) for answer in answers)

    assert asyncio.run(both_move())[0] == "ack"
    assert len(http.get(f"{servers[0].url}/api/tables/{table['table']}").json()["moves"]) == 1


@pytest.mark.thorough
def test_one_process_is_killed_repeatedly(servers: tuple[Served, Served]) -> None:
    """The players of each table use different processes; whichever is killed, the other goes on and nothing is lost."""
    pairs: list[Pair] = []
    for kill in range(KILLS):
        victim = servers[kill % 2]
        play_until_killed(servers, victim, pairs, ACKS)
        victim.start()
    look_again(servers, pairs, KILLS)


def test_the_bus_goes_offline_and_reconnects(servers: tuple[Served, Served], valkey: ValkeyService) -> None:
    table, ada, bob = two_people(servers[0])

    async def through() -> None:
        async with at_table(servers[0], table, ada) as one, at_table(servers[1], table, bob) as other:
            v = (await one.next("full"))["v"]
            await other.next("full")
            valkey.crash()
            v = (await one.do("act", v=v, a="e6r"))["v"]
            valkey.start()
            event = await other.next("ev")
            assert (event["a"], event["v"]) == ("e6r", v)
            assert (await other.do("act", v=v, a="e7g"))["t"] == "ack"
            while (await one.next("ev"))["a"] != "e7g":
                pass

    asyncio.run(through())


def test_the_database_goes_offline_and_reconnects(servers: tuple[Served, Served], postgres: PostgresService) -> None:
    table, ada, _ = two_people(servers[0])

    async def through() -> None:
        async with at_table(servers[0], table, ada) as client:
            v = (await client.next("full"))["v"]
            postgres.halt()
            assert (await client.do("act", id="m", v=v, a="e6r"))["code"] == "busy"
            postgres.start()
            while (answer := await client.do("act", id="m", v=v, a="e6r")).get("code") == "busy":
                await asyncio.sleep(0.05)
            assert answer["t"] == "ack"

    asyncio.run(through())


def test_unstorable_data_is_not_retried(servers: tuple[Served, Served]) -> None:
    table, ada, _ = two_people(servers[0])

    async def through() -> None:
        async with at_table(servers[0], table, ada) as client:
            v = (await client.next("full"))["v"]
            answer = await client.do("act", id="a\0b", v=v, a="e6r")
            assert (answer["code"], answer["why"].partition(":")[0]) == ("failed", "This cannot be stored")
            assert answer["fact"]["code"] == "server.unstorable"
            assert (await client.do("act", id="ab", v=v, a="e6r"))["t"] == "ack"

    asyncio.run(through())


def test_people_at_two_processes_are_paired(servers: tuple[Served, Served]) -> None:
    ada, bo = (pair(server, games=["dakapo"]) for server in servers)
    assert (bo["table"], bo["you"]) == (ada["table"], [1])


def test_bots_take_a_seat_once_though_two_processes_have_the_table_open(servers: tuple[Served, Served]) -> None:
    ada = pair(servers[0], games=["dakapo"], bots_after=1)

    async def watch() -> None:
        async with at_table(servers[0], ada["table"], ada["token"]) as one, at_table(servers[1], ada["table"]) as other:
            for client in (one, other):
                while (full := await client.next("full"))["phase"] == "waiting":
                    pass
                assert [chair.get("bot", "") for chair in full["chairs"]] == ["", "bot:medium"]

    asyncio.run(watch())


@pytest.mark.thorough
def test_ten_thousand_joins_at_three_processes_that_are_killed(arguments: list[str]) -> None:
    with running(*arguments) as one, running(*arguments) as two, running(*arguments) as three:
        servers = [one, two, three]
        joiners = Joiners(servers, 2)
        asyncio.run(kill_now_and_then(joiners, servers, 10_000, 24, 30))
        assert len(joiners.promised) > 5000
        joiners.check()
