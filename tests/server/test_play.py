"""People and bots at real tables of a real server."""

from __future__ import annotations

import asyncio
import hashlib
import json
from collections.abc import Iterator
from pathlib import Path
from random import Random
from typing import Any

import httpx
import pytest

import encore
from encore.core.replay import check
from encore.server.domain.proof import verify
from tests.patience import wait_until
from tests.server.client import Client, Served, at_table, http, join, open_table, served

BOT = {"kind": "bot", "bot": "bot:beginner"}
SCREEN = {"kind": "screen", "name": "Ada"}
OPEN = {"kind": "open"}


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Served]:
    with served(tmp_path_factory.mktemp("data"), "--unlimited", warm=True) as running:
        yield running


def two_people(server: Served, game: str = "dakapo", **asked: Any) -> tuple[str, str, str]:
    """Return a table with two players, and their tokens."""
    table = open_table(server, game=game, players=2, name="Ada", **asked)
    return table["table"], table["token"], join(server, table, name="Bob")["token"]


def record_of(server: Served, table: str) -> encore.Record:
    answer = http.get(f"{server.url}/api/tables/{table}/record")
    assert answer.status_code == 200, answer.text
    return encore.parse_record(answer.content)


async def play_on(clients: list[Client], rng: Random, moves: int = 10_000) -> dict[str, Any]:
    """Let clients play random legal moves; each must receive every move with the right hash."""
    states = [await client.next("full") for client in clients]
    last = states[0]
    for _ in range(moves):
        mover = next((index for index, state in enumerate(states) if state.get("legal")), None)
        if mover is None:
            break
        move = rng.choice(states[mover]["legal"])
        answer = await clients[mover].do("act", v=states[mover]["v"], a=move)
        assert answer["t"] == "ack", answer
        states = [await client.next("ev") for client in clients]
        for state in states:
            assert state["a"] == move
            assert state["h"] == hashlib.sha256(f"{state['v']} {state['view']}".encode()).hexdigest()[:16]
        last = states[0]
        if "end" in last:
            break
    return last


@pytest.mark.parametrize(("game", "options"), [("dakapo", {}), ("dacapo", {"rounds": 1}), ("dalapapa", {"target": 20})])
def test_two_people_play_to_the_end(server: Served, game: str, options: dict[str, object]) -> None:
    table, ada, bob = two_people(server, game, options=options)

    async def play() -> dict[str, Any]:
        async with at_table(server, table, ada) as one, at_table(server, table, bob) as other:
            return await play_on([one, other], Random(game))

    last = asyncio.run(play())
    record = record_of(server, table)
    rules = encore.game_of(record)
    check(record, rules)
    verify(record, rules)
    assert last["end"]["seed"] == record.tags["Seed"]
    assert [record.tags["Seat1"], record.tags["Seat2"]] == ["Ada", "Bob"]


@pytest.mark.parametrize(("game", "players"), [("dakapo", 2), ("dacapo", 1), ("dacapo", 3), ("dalapapa", 4)])
def test_bots_reply_to_moves(server: Served, game: str, players: int) -> None:
    server.wait_until_warm()
    table = open_table(server, game=game, players=players, chairs=[SCREEN, *[BOT] * (players - 1)])

    async def play() -> None:
        async with at_table(server, table["table"], table["token"]) as client:
            state = await client.next("full")
            for _ in range(3):
                while not state.get("legal"):
                    state = await client.next("ev", "full")
                await client.do("act", v=state["v"], a=state["legal"][0])
                state = await client.next("ev")

    asyncio.run(play())


def test_bots_play_against_each_other(server: Served) -> None:
    server.wait_until_warm()
    table = open_table(server, game="dakapo", chairs=[BOT, BOT])

    async def watch() -> None:
        async with at_table(server, table["table"]) as watcher:
            state = await watcher.next("full")
            assert state["you"] == []
            while "end" not in state:
                state = await watcher.next("ev", "full")

    asyncio.run(watch())
    check(record_of(server, table["table"]), encore.load("dakapo"))


def test_an_action_sent_twice_counts_once(server: Served) -> None:
    table, ada, bob = two_people(server)

    async def play() -> None:
        async with at_table(server, table, ada) as one, at_table(server, table, bob) as other:
            state = await one.next("full")
            await other.next("full")
            first = await one.do("act", id="same", v=state["v"], a="e6r")
            again = await one.do("act", id="same", v=state["v"], a="e6r")
            assert first == again
            event = await other.next("ev")
            assert (event["a"], event["by"]) == ("e6r", 0)
            answer = await other.do("act", v=event["v"], a="e7g")
            assert answer["v"] == event["v"] + 1

    asyncio.run(play())
    assert record_of(server, table).moves == ("e6r", "e7g")


def test_action_ids_belong_to_their_sender(server: Served) -> None:
    """Two clients that number their actions alike do not get each other's answers."""
    table = open_table(server, game="dakapo")
    bob = join(server, table)["token"]

    async def play() -> None:
        async with (
            at_table(server, table["table"], table["token"]) as one,
            at_table(server, table["table"], bob) as two,
        ):
            v = (await one.next("full"))["v"]
            assert (await one.do("act", id="1", v=v, a="e6r"))["t"] == "ack"
            answer = await two.do("act", id="1", v=v + 1, a="e7g")
            assert (answer["t"], answer["v"]) == ("ack", v + 2)

    asyncio.run(play())


def test_forbidden_actions_are_refused_with_a_code(server: Served) -> None:
    table, ada, bob = two_people(server)

    async def play() -> list[str]:
        async with at_table(server, table, ada) as one, at_table(server, table, bob) as other:
            v = (await one.next("full"))["v"]
            answers = [
                await other.do("act", v=v, a="e6r"),
                await one.do("act", v=v, a="e5r"),
                await one.do("act", v=0, a="e6r"),
                await other.do("claim"),
                await one.do("leave"),
                await one.do("resign", chair=1),
            ]
            async with at_table(server, table) as watcher:
                answers.append(await watcher.do("act", v=v, a="e6r"))
            await one.do("resign")
            answers.append(await other.do("act", v=v + 9, a="e6r"))
            return [answer["code"] for answer in answers]

    codes = asyncio.run(play())
    assert codes == ["turn", "illegal", "stale", "refused", "refused", "entry", "entry", "over"]


def test_chat_reaches_everybody(server: Served) -> None:
    table, ada, _ = two_people(server)

    async def talk() -> None:
        async with at_table(server, table, ada) as one, at_table(server, table) as watcher:
            await one.do("say", text="hello\x07  <b>world</b>")
            event = await watcher.next("ev")
            assert event["said"].pop("id")
            assert event["said"] == {"name": "Ada", "text": "hello <b>world</b>", "chair": 0}
            await watcher.do("say", text="hi", name="Eve")
            while (event := await one.next("ev"))["said"]["name"] != "Eve":
                pass
            assert "chair" not in event["said"]

    asyncio.run(talk())


def test_phrases_can_be_sent_at_a_table_with_phrases_only(server: Served) -> None:
    table, ada, _ = two_people(server, phrases_only=True)

    async def talk() -> None:
        async with at_table(server, table, ada) as one, at_table(server, table) as watcher:
            assert (await watcher.next("full"))["phrases_only"] is True
            refused = await one.do("say", text="hello")
            assert (refused["code"], refused["why"]) == ("refused", "Only phrases can be sent at this table")
            assert (await one.do("say", phrase="good luck"))["t"] == "ack"
            event = await watcher.next("ev")
            assert event["said"].pop("id")
            assert event["said"] == {"name": "Ada", "text": "", "chair": 0, "phrase": "good luck"}
            assert (await one.do("say"))["code"] == "frame"
            assert (await one.do("say", text="hello", phrase="hello"))["code"] == "frame"
            await one.send("say", phrase="you are stupid")
            assert (await one.next("nak"))["code"] == "frame"
        async with at_table(server, table) as late:
            assert [said["phrase"] for said in (await late.next("full"))["said"]] == ["good luck"]

    asyncio.run(talk())


def test_a_rematch_includes_everybody(server: Served) -> None:
    table, ada, bob = two_people(server)

    async def play() -> None:
        async with (
            at_table(server, table, ada) as one,
            at_table(server, table, bob) as other,
            at_table(server, table) as watcher,
        ):
            await watcher.next("full")
            await one.do("resign")
            await one.do("ask", what="rematch")
            await other.do("ask", what="rematch")
            again = await watcher.next("full")
            assert (again["number"], again["to_move"], again["wins"]) == (2, 1, [0, 1])
            assert again["commitment"]

    asyncio.run(play())


def test_a_player_leaves_before_the_game_and_another_joins(server: Served) -> None:
    table = open_table(server, game="dalapapa", players=3)
    bob = join(server, table, name="Bob")["token"]

    async def leave() -> None:
        async with (
            at_table(server, table["table"], table["token"]) as one,
            at_table(server, table["table"], bob) as two,
        ):
            assert (await two.next("full"))["you"] == [1]
            await one.next("full")
            assert (await two.do("leave"))["t"] == "ack"
            gone = await one.next("full")
            assert [chair["taken"] for chair in gone["chairs"]] == [True, False, False]
            assert (await two.do("resign"))["code"] == "entry"

    asyncio.run(leave())
    assert join(server, table, name="Cleo")["you"] == [1]
    assert join(server, table, name="Bob")["you"] == [2]


def test_a_player_disconnects_during_a_game_and_reconnects(server: Served) -> None:
    table, ada, bob = two_people(server)

    async def play() -> None:
        async with at_table(server, table, ada) as one:
            v = (await one.next("full"))["v"]
            async with at_table(server, table, bob) as other:
                await other.next("full")
                assert (await other.do("leave"))["code"] == "refused"
            v = (await one.do("act", v=v, a="e6r"))["v"]
            async with at_table(server, table, bob) as other:
                back = await other.next("full")
                assert (back["you"], back["moves"], back["to_move"]) == ([1], ["e6r"], 1)
                assert (await other.do("act", v=v, a="e7g"))["t"] == "ack"

    asyncio.run(play())


def test_a_move_is_undone_when_the_opponent_agrees(server: Served) -> None:
    table, ada, bob = two_people(server)

    async def play() -> None:
        async with (
            at_table(server, table, ada) as one,
            at_table(server, table, bob) as other,
            at_table(server, table) as watcher,
        ):
            v = (await one.next("full"))["v"]
            await watcher.next("full")
            await one.do("act", v=v, a="e6r")
            await one.do("ask", what="undo")
            while not (event := await other.next("ev")).get("asked"):
                pass
            assert (event["asked"], event["asked_by"]) == (["undo"], 0)
            await other.do("refuse", what="undo")
            while not (event := await one.next("ev")).get("refused"):
                pass
            assert (event["refused"], event["refused_by"]) == ("undo", 1), "the asker is told who declined"
            await one.do("ask", what="undo")
            await other.do("ask", what="undo")
            again = await watcher.next("full")
            assert (again["moves"], again["to_move"], again["asked"]) == ([], 0, {})

    asyncio.run(play())


def test_against_a_bot_a_move_is_undone_at_once(server: Served) -> None:
    server.wait_until_warm()
    table = open_table(server, game="dakapo", chairs=[SCREEN, BOT])

    async def play() -> None:
        async with at_table(server, table["table"], table["token"]) as client:
            await client.do("act", v=(await client.next("full"))["v"], a="e6r")
            while not (await client.next("ev")).get("legal"):
                pass
            assert (await client.do("ask", what="undo"))["t"] == "ack"
            assert (await client.next("full"))["moves"] == []

    asyncio.run(play())


def test_presence_is_reported(server: Served) -> None:
    table, ada, bob = two_people(server)

    async def come_and_go() -> None:
        async with at_table(server, table, ada) as one:
            assert (await one.next("here"))["chairs"] == [0]
            async with at_table(server, table, bob):
                assert (await one.next("here"))["chairs"] == [0, 1]
            assert (await one.next("here"))["chairs"] == [0]
            async with at_table(server, table):
                assert (await one.next("here"))["watching"] == 1

    asyncio.run(come_and_go())


def test_public_tables_are_listed_during_play(server: Served) -> None:
    table = open_table(server, game="dakapo", listed=True)
    secret = open_table(server, game="dakapo")

    def listed() -> list[str]:
        return [card["table"] for card in http.get(f"{server.url}/api/tables").json()["tables"]]

    wait_until(lambda: table["table"] in listed())  # the list is updated a moment later
    assert secret["table"] not in listed()
    token = join(server, table)["token"]

    async def resign() -> None:
        async with at_table(server, table["table"], token) as client:
            await client.do("resign")

    asyncio.run(resign())
    wait_until(lambda: table["table"] not in listed())


def test_a_browser_keeps_its_token_in_an_httponly_cookie(server: Served) -> None:
    with httpx.Client(base_url=server.url) as browser:
        made = browser.post("/api/tables", json={"game": "dakapo"})
        assert "token" not in made.json()
        cookie = made.headers["set-cookie"]
        assert all(word in cookie for word in ("HttpOnly", "SameSite=lax", f"Path=/api/tables/{made.json()['table']}"))
        assert browser.get(f"/api/tables/{made.json()['table']}").json()["you"] == [0]
        again = browser.post(f"/api/tables/{made.json()['table']}/join", json={"invite": "whatever"})
        assert again.json()["you"] == [0]


def test_health_games_and_the_description(server: Served) -> None:
    health = http.get(f"{server.url}/api/health").json()
    loaded = health.pop("loaded")
    assert 0 <= loaded["done"] <= loaded["total"]
    assert health.pop("warm") is (loaded["done"] == loaded["total"])
    assert health == {"ok": True, "bus": True}
    games = {game["game"]: game for game in http.get(f"{server.url}/api/games").json()["games"]}
    assert set(games) == {"dakapo", "dacapo", "dalapapa"}
    assert games["dakapo"]["options"]["2"]["call"]["default"] == "auto"
    described = http.get(f"{server.url}/api/openapi.json").json()
    assert set(described["paths"]) >= {"/api/tables", "/api/tables/{table}/join", "/api/health"}


def test_metrics_count_events(tmp_path: Path) -> None:
    def figures(running: Served) -> dict[str, float]:
        lines = http.get(f"{running.url}/metrics").text.splitlines()
        return {name: float(value) for name, value in (line.rsplit(" ", 1) for line in lines if line[0] != "#")}

    with served(tmp_path) as running:
        table, ada, _ = two_people(running)
        before = figures(running)

        async def play() -> dict[str, float]:
            async with at_table(running, table, ada) as client:
                v = (await client.next("full"))["v"]
                await client.do("act", v=v, a="e6r")
                await client.do("act", v=v, a="e6r")
                return figures(running)

        after = asyncio.run(play())
    grown = {name: after[name] - before.get(name, 0) for name in after}
    assert (grown['encore_actions_total{answer="ack"}'], grown['encore_actions_total{answer="stale"}']) == (1, 1)
    assert (grown["encore_rows_total"], grown["encore_sockets"], after["encore_tables"]) == (1, 1, 1)
    assert grown["encore_commits_total"] >= 1
    assert (after["encore_questions"], after["encore_workers_replaced_total"]) == (0, 0)


def test_ctrl_c_ends_the_server_quietly(tmp_path: Path) -> None:
    with served(tmp_path) as running:
        open_table(running, game="dakapo", chairs=[SCREEN, BOT])
        assert running.stop() == ""
        assert running.process is not None
        assert running.process.returncode in (0, 130)


def test_frames_are_json_texts(server: Served) -> None:
    """A program without Encore can read every message."""
    table, ada, _ = two_people(server)

    async def look() -> dict[str, Any]:
        async with at_table(server, table, ada, wish="") as client:
            first = await client.next()
            await client.send("look")
            await client.next("full")
            return first

    assert set(json.loads(json.dumps(asyncio.run(look())))) >= {"t", "v", "h", "table", "chairs", "moves", "you"}
