"""Plans at real hubs and servers: a reply is played once, and nobody else learns of a plan."""

from __future__ import annotations

import asyncio
import re
from contextlib import suppress
from pathlib import Path
from typing import Any

import pytest
from websockets.exceptions import WebSocketException

from encore.server.domain import decisions
from encore.server.domain.attached import NOTHING, Attached
from encore.server.domain.events import Began, Chair, Joined, Moved, Opened, Planned
from encore.server.domain.plans import Ply
from encore.server.domain.row import Row
from encore.server.rooms import plans
from encore.server.rooms.hub import Hub
from encore.server.storage.sqlite import SqliteStore
from encore.server.storage.store import StoreBusy
from tests.server.client import Client, Served, at_table, http, join, open_table, served
from tests.server.hubs import until, use, write
from tests.server.planned import DAYS

OPENED = Opened("dakapo", 2, {}, (Chair("screen", "ada"), Chair("open")), DAYS, False, True, "ada", "x")
PLANNED = Planned(1, (Ply("e6r", 0, (Ply("e7g", 1, (Ply("e8r", 0, (Ply("d6g", 1),)),)),)),))


def test_a_reply_that_a_crash_has_prevented_is_played_when_the_table_is_opened(tmp_path: Path) -> None:
    async def play(hub: Hub, store: SqliteStore) -> None:
        await write(store, "table", 1, OPENED, Joined(1, "bo", "bo"), Began(0, "seed"))
        await write(store, "table", 2, PLANNED)
        await write(store, "table", 3, Moved("e6r"))
        room = await hub.room("table")
        await until(lambda: room.table.moves == ["e6r", "e7g"])
        assert [row.seq for row in await store.rows("table")] == [1, 2, 3, 4]

    use(tmp_path, play)


def test_a_reply_is_tried_again_when_the_store_was_busy(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(plans, "AGAIN", 0.01)

    async def play(hub: Hub, store: SqliteStore) -> None:
        await write(store, "table", 1, OPENED, Joined(1, "bo", "bo"), Began(0, "seed"))
        await write(store, "table", 2, PLANNED)
        room = await hub.room("table")
        append, failed = store.append, list[int]()

        def fail_once(row: Row, attached: Attached = NOTHING) -> Any:
            if row.seq == 4 and not failed:
                failed.append(1)
                raise StoreBusy("the disk is full")
            return append(row, attached)

        monkeypatch.setattr(store, "append", fail_once)
        await room.act(None, lambda table, _: decisions.play(table, "e6r"))
        await until(lambda: room.table.moves == ["e6r", "e7g"])
        assert failed

    use(tmp_path, play)


# Real servers.


def people(server: Served, **asked: Any) -> tuple[str, str, str]:
    """Open a table with days per move; return its name and the tokens of both."""
    made = open_table(server, game="dakapo", timing={"kind": "days", "days": 3}, name="ada", **asked)
    return made["table"], made["token"], join(server, made, name="bo")["token"]


ASKED = [
    {"move": "e6r", "then": [{"move": "e7g", "then": [{"move": "e8r", "then": [{"move": "d6g"}]}]}]},
    {"move": "d3y", "then": [{"move": "e3g"}]},
]
OTHER = [
    {"move": "e6r", "then": [{"move": "e7g", "then": [{"move": "f7b", "then": [{"move": "d6y"}]}]}]},
    {"move": "c4b", "then": [{"move": "f4r"}]},
]
"""A plan with the same first reply; nobody else can tell it from the first one."""
SECRET = ("plan-1", "planned", '"plan"', '"then"')
"""What only messages about a plan contain; the first one is the id of the action that stored it."""


async def heard(client: Client, v: int) -> dict[str, Any]:
    """Return the message that brings a client to a version."""
    while (message := await client.next("ev", "full"))["v"] < v:
        pass
    return message


async def everybody_hears_the_reply(server: Served, asked: list[dict[str, Any]]) -> list[str]:
    """Let bo plan and ada move; return everything that ada and spectators are sent."""
    table, ada, bo = people(server)
    async with (
        at_table(server, table, ada, wish="view") as mover,
        at_table(server, table, ada, wish="board") as drawn,
        at_table(server, table, "", wish="view") as watcher,
        at_table(server, table, "", wish="") as plain,
        at_table(server, table, bo, wish="view") as planner,
        at_table(server, table, bo, wish="board") as second,
    ):
        others = (mover, drawn, watcher, plain)
        v = (await planner.next("full"))["v"]
        stored = await planner.do("plan", id="plan-1", v=v, plan=asked)
        assert stored["t"] == "ack", stored
        for device in (planner, second):
            assert [ply["move"] for ply in (await heard(device, stored["v"]))["plan"]] == [ply["move"] for ply in asked]
        for client in others:
            await heard(client, stored["v"])
            await client.send("look")
            assert (await client.next("full"))["v"] == stored["v"]
        moved = await mover.do("act", id="move", v=stored["v"], a="e6r")
        assert moved["t"] == "ack", moved
        for client in (*others, planner, second):
            event = await heard(client, moved["v"] + 1)
            assert (event["a"], event["by"]) == ("e7g", 1)
        again = await planner.do("plan", id="plan-1", v=v, plan=asked)
        assert again["v"] == stored["v"], "sent twice, stored once"
        for client in others:
            await client.send("look")
            await client.next("full")
    own = http.get(f"{server.url}/api/tables/{table}", headers={"Authorization": f"Bearer {bo}"}).json()
    assert [ply["move"] for ply in own["plan"]] == [asked[0]["then"][0]["then"][0]["move"]], (
        "the owner sees what is left"
    )
    frames = [frame for client in others for frame in client.frames]
    for headers in ({"Authorization": f"Bearer {ada}"}, {}):
        paths = ("", "/record", "/replay", "/moves", "/positions/1", "/positions/2")
        frames += [http.get(f"{server.url}/api/tables/{table}{path}", headers=headers).text for path in paths]
    return [_without_time_and_chance(frame.replace(table, "TABLE")) for frame in frames if '"t":"here"' not in frame]


def _without_time_and_chance(frame: str) -> str:
    """Return a message without clocks, the day, ids of seats and the hash of the seed, which differ between tables."""
    differing = (r'"left":\[\d+,\d+\]', r'"id":"\w{16}"', r'"?[Cc]ommitment"?:? ?\\?"\w+\\?"', r"\[Date [^\]]*\]")
    for pattern in differing:
        frame = re.sub(pattern, "", frame)
    return frame


def test_nobody_else_is_shown_a_plan(tmp_path: Path) -> None:
    """Two tables differ only in what is planned after the first reply: all others are sent the same."""
    with served(tmp_path, "--unlimited") as server:
        sent, other = (asyncio.run(everybody_hears_the_reply(server, asked)) for asked in (ASKED, OTHER))
        said = server.stop()
    assert len(sent) > 30
    assert sent == other
    for secret in SECRET:
        assert not any(secret in text for text in (*sent, said)), secret


def test_a_plan_is_refused_over_the_wire_with_its_reason(tmp_path: Path) -> None:
    async def ask(server: Served) -> None:
        table, ada, bo = people(server)
        async with at_table(server, table, bo) as planner, at_table(server, table, ada) as mover:
            v = (await planner.next("full"))["v"]
            wrong = await planner.do("plan", v=v, plan=[{"move": "e6r", "then": [{"move": "e7r"}]}])
            assert (wrong["code"], bool(wrong["rule"])) == ("illegal", True)
            assert (await mover.do("plan", v=v, plan=ASKED))["code"] == "turn"
            assert (await planner.do("plan", v=v))["fact"]["code"] == "server.plan-none"
            codes = [(await planner.do("plan", v=v, plan=ASKED)).get("code", "ack") for _ in range(12)]
            assert codes[0] == "ack"
            assert codes[-1] == "rate"

    with served(tmp_path) as server:
        asyncio.run(ask(server))


async def moved_and_killed(server: Served, table: str, ada: str, bo: str, number: int) -> None:
    """Store a plan, make the move that it waits for, and kill the server as soon as that is acknowledged."""
    async with at_table(server, table, bo, wish="") as planner, at_table(server, table, ada, wish="") as mover:
        v = (await planner.next("full"))["v"]
        stored = await planner.do("plan", v=v, plan=[{"move": "e6r", "then": [{"move": "e7g"}]}])
        answer = await mover.do("act", v=stored["v"], a="e6r")
        assert answer["t"] == "ack"
        await asyncio.sleep(number * 0.0005)  # so that it is killed before, during and after the second row
        server.kill()


def test_the_reply_is_played_once_although_the_server_is_killed_between_the_two_rows(
    tmp_path: Path, thorough: bool
) -> None:
    async def replied(server: Served, table: str) -> None:
        async with at_table(server, table, "", wish="") as watcher:
            full = await watcher.next("full")
            while len(full["moves"]) < 2:
                await watcher.next("ev")
                await watcher.send("look")
                full = await watcher.next("full")
            assert full["moves"] == ["e6r", "e7g"]

    with served(tmp_path, "--unlimited") as server:
        for number in range(20 if thorough else 3):
            table, ada, bo = people(server)
            with suppress(OSError, EOFError, WebSocketException):
                asyncio.run(moved_and_killed(server, table, ada, bo, number))
            server.start()
            asyncio.run(replied(server, table))
