"""One visitor with much work for the server delays only itself: its bots, replays and previews have a share."""

from __future__ import annotations

import asyncio
import threading
from contextlib import AsyncExitStack
from pathlib import Path
from typing import Any

import httpx
import msgspec
import pytest
from websockets.asyncio.client import connect

from encore.server.bots.fair_queue import MOST, Kind
from encore.server.domain import decisions, positions
from encore.server.domain.clocks import Timing
from encore.server.domain.decisions import Decision
from encore.server.domain.events import AnyEvent, Asked, Began, Chair, Ended, Moved, Undone
from encore.server.http import app as app_module
from encore.server.rooms import bot_players
from encore.server.rooms.hub import Hub
from encore.server.rooms.presence import PresenceReport
from encore.server.rooms.room import TOLD_ELSEWHERE
from encore.server.storage.sqlite import SqliteStore
from encore.server.wire import client as client_module
from encore.server.wire.client import PAUSE
from encore.server.wire.limits import Bucket, Limits
from encore.server.wire.messages import Act, Hint, Look, Preview, write
from encore.server.wire.socket import Connection
from tests.patience import PATIENCE
from tests.server.client import Served, at_table, http, open_table, served
from tests.server.hubs import OPENED, Somebody, Wire, until, use
from tests.server.hubs import write as write_rows

ATTACKER = "127.0.0.2"
TABLES = 16
EXPERT, EASY = {"kind": "bot", "bot": "bot:expert"}, {"kind": "bot", "bot": "bot:easy"}


def figure(server: Served, name: str) -> float:
    """Return one of the metrics."""
    lines = http.get(f"{server.url}/metrics").text.splitlines()
    return float(next(line.rsplit(" ", 1)[1] for line in lines if line.startswith(f"{name} ")))


async def seat_experts(server: Served, stack: AsyncExitStack) -> None:
    """Open tables of three experts and a person from the attacker's address, so that many bots have to move at once."""
    transport = httpx.AsyncHTTPTransport(False, local_address=ATTACKER)
    async with httpx.AsyncClient(transport=transport, timeout=PATIENCE) as client:
        for _ in range(TABLES):
            # An expert takes all its time for a turn of this game, so many still wait when all tables are open.
            asked = {"game": "dalapapa", "players": 4, "chairs": [*[EXPERT] * 3, {"kind": "screen"}]}
            table = (await client.post(f"{server.url}/api/tables", json=asked)).json()["table"]
            url = f"ws://127.0.0.1:{server.port}/api/tables/{table}/socket"
            await stack.enter_async_context(connect(url, max_size=None, local_addr=(ATTACKER, 0)))


def test_a_visitor_with_many_tables_of_experts_does_not_delay_the_bots_of_others(tmp_path: Path) -> None:
    """Few of the attacker's questions reach the worker while somebody else waits for a bot's move."""

    async def play(server: Served) -> None:
        table = open_table(server, game="dakapo", chairs=[{"kind": "screen"}, EASY])
        async with asyncio.timeout(PATIENCE), AsyncExitStack() as stack:
            await seat_experts(server, stack)
            assert figure(server, 'encore_questions_by_kind{kind="game"}') >= TABLES // 2
            me = await stack.enter_async_context(at_table(server, table["table"], table["token"]))
            full = await me.next("full")
            version, legal = full["v"], full["legal"]
            for _ in range(3):
                before = figure(server, 'encore_waiting_seconds_count{kind="game"}')
                assert (await me.do("act", v=version, a=legal[0]))["t"] == "ack"
                while (reply := await me.next("ev")).get("by") != 1:
                    pass
                # In the order of their coming, all of the attacker's questions would have been answered before.
                assert figure(server, 'encore_waiting_seconds_count{kind="game"}') - before < TABLES // 2
                if "end" in reply:
                    break  # the easy bot can win with its third move
                version, legal = reply["v"], reply["legal"]

    with served(tmp_path, warm=True) as server:
        server.wait_until_warm()
        asyncio.run(play(server))


def test_a_visitor_with_many_games_with_bots_gets_no_more_until_one_is_over(tmp_path: Path) -> None:
    async def play(hub: Hub, store: SqliteStore) -> None:
        limits = Limits()
        limits.bot_games = 3
        app = app_module.build(hub, limits)
        asked: dict[str, Any] = {"game": "dakapo", "chairs": [{"kind": "screen"}, EASY]}

        async def create(visitor: str, **changes: Any) -> httpx.Response:
            transport = httpx.ASGITransport(app, client=(visitor, 1))
            async with httpx.AsyncClient(transport=transport, base_url="http://localhost") as client:
                return await client.post("/api/tables", json={**asked, **changes})

        tables = [(await create("192.0.2.1")).json()["table"] for _ in range(3)]
        refused = await create("192.0.2.1")
        assert (refused.status_code, refused.json()["error"]) == (429, "rate")
        assert refused.json()["why"] == "You have 3 games with bots running; finish some of them first"
        assert refused.json()["fact"]["code"] == "server.too-many-bot-games"
        assert (await create("192.0.2.1", chairs=[{"kind": "screen"}, {"kind": "screen"}])).status_code == 201
        assert (await create("192.0.2.2")).status_code == 201
        await hub.rooms[tables[0]].act(None, lambda table, now: Decision((Ended("resigned", (1,)),)))
        assert (await create("192.0.2.1")).status_code == 201

    use(tmp_path, play)


def test_replays_of_one_visitor_do_not_delay_the_positions_of_another(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    done = threading.Event()

    def stuck(record: str, first: int) -> None:
        done.wait(PATIENCE)

    async def play(hub: Hub, store: SqliteStore) -> None:
        monkeypatch.setattr(positions, "replay", stuck)
        app = app_module.build(hub)
        one, other = (
            httpx.AsyncClient(transport=httpx.ASGITransport(app, client=(visitor, 1)), base_url="http://localhost")
            for visitor in ("192.0.2.1", "192.0.2.2")
        )
        async with one, other:
            replays = [asyncio.create_task(one.post("/api/replay", json={"record": ""})) for _ in range(10)]
            looks = [asyncio.create_task(one.post("/api/look", json={"game": "dakapo"})) for _ in range(20)]
            await until(lambda: bool(hub.studies._busy))
            assert (await other.post("/api/look", json={"game": "dakapo"})).status_code == 200
            assert not any(each.done() for each in (*replays, *looks))
            done.set()
            assert {(await each).status_code for each in (*replays, *looks)} == {200}

    try:
        use(tmp_path, play)
    finally:
        done.set()
        monkeypatch.undo()


def test_too_many_hints_of_a_visitor_are_refused_as_busy(tmp_path: Path) -> None:
    """There is no worker yet, so all of them wait. Another visitor's hint may wait, too."""
    chairs = (Chair("screen"), Chair("bot", bot="bot:easy"))

    async def play(hub: Hub, store: SqliteStore) -> None:
        async def asked(visitor: str) -> Wire:
            room, wire = await hub.create(msgspec.structs.replace(OPENED, chairs=chairs, listed=False), visitor), Wire()
            waiting = hub.thinkers.waiting_of(Kind.HINT)
            Connection(wire, room, "ada", "", Limits(), visitor).take(write(Hint("1")))
            await until(lambda: bool(wire.sent) or hub.thinkers.waiting_of(Kind.HINT) > waiting)
            return wire

        wires = [await asked("192.0.2.1") for _ in range(MOST[Kind.HINT] + 1)]
        assert [wire.sent for wire in wires[:-1]] == [[]] * MOST[Kind.HINT]
        (refused,) = wires[-1].sent
        assert (refused["t"], refused["code"], refused["fact"]["code"]) == ("nak", "busy", "server.bots-share")
        assert (await asked("192.0.2.2")).sent == []

    use(tmp_path, play)


def test_bots_of_too_many_tables_wait_without_a_line_in_the_log(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    monkeypatch.setitem(MOST, Kind.GAME, 1)
    monkeypatch.setattr(bot_players, "AGAIN", 0.01)
    chairs = (Chair("bot", bot="random"), Chair("screen"))

    async def play(hub: Hub, store: SqliteStore) -> None:
        opened = msgspec.structs.replace(OPENED, chairs=chairs)
        rooms = [await hub.create(opened, "192.0.2.1") for _ in range(4)]
        await asyncio.sleep(0)
        assert hub.thinkers.waiting == 1
        await hub.thinkers.open()
        try:
            await until(lambda: all(room.table.to_move == 1 for room in rooms))
        finally:
            await hub.thinkers.close()
        assert [len(room.table.moves) for room in rooms] == [1] * 4
        assert caplog.records == []

    use(tmp_path, play)


def test_bots_without_people_use_the_share_of_their_spectators(tmp_path: Path) -> None:
    bots = (Chair("bot", bot="bot:easy"), Chair("bot", bot="bot:easy"))

    async def play(hub: Hub, store: SqliteStore) -> None:
        await write_rows(store, "bots", 1, msgspec.structs.replace(OPENED, chairs=bots), Began(0, "seed"))
        await write_rows(store, "people", 1, OPENED, Began(0, "seed"))
        for name, visitor in (("bots", "192.0.2.1"), ("people", "")):
            room = await hub.room(name)
            await Connection(Wire(), room, None, "", Limits(), "192.0.2.1").serve()
            assert room.visitor == visitor

    use(tmp_path, play)


def test_bots_of_a_table_from_the_store_use_the_share_of_its_first_player_to_connect(tmp_path: Path) -> None:
    """A spectator who comes before the player does not count, nor does anybody who comes later."""
    chairs = (Chair("screen"), Chair("bot", bot="bot:easy"))

    async def play(hub: Hub, store: SqliteStore) -> None:
        await write_rows(store, "table", 1, msgspec.structs.replace(OPENED, chairs=chairs), Began(0, "seed"))
        room, counted = await hub.room("table"), list[str]()
        for holder, visitor in ((None, "192.0.2.1"), ("ada", "192.0.2.2"), ("ada", "192.0.2.3"), (None, "192.0.2.4")):
            await Connection(Wire(), room, holder, "", Limits(), visitor).serve()
            counted.append(room.visitor)
        assert counted == ["", "192.0.2.2", "192.0.2.2", "192.0.2.2"]

    use(tmp_path, play)


def test_the_previews_of_a_visitor_are_limited_over_all_its_sockets(tmp_path: Path) -> None:
    async def play(hub: Hub, store: SqliteStore) -> None:
        limits = Limits()
        limits.allowances.of("192.0.2.1").previews = Bucket(0, 3)
        room = await hub.create(OPENED)

        async def answers(visitor: str, previews: int) -> list[str]:
            wire = Wire()
            connection = Connection(wire, room, "ada", "", limits, visitor)
            for number in range(previews):
                connection.take(write(Preview(f"{number}", "e6r")))
            await until(lambda: len(wire.sent) == previews)
            assert all(message.get("code", "rate") == "rate" for message in wire.sent)
            return sorted(message["t"] for message in wire.sent)

        assert await answers("192.0.2.1", 2) == ["preview", "preview"]
        assert await answers("192.0.2.1", 3) == ["nak", "nak", "preview"]
        assert await answers("192.0.2.2", 1) == ["preview"]

    use(tmp_path, play)


def test_who_uses_too_much_time_of_the_event_loop_is_read_more_slowly(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(client_module, "LITTLE", 0.0)

    async def play(hub: Hub, store: SqliteStore) -> None:
        limits = Limits()
        room = await hub.create(OPENED)
        mine, also_mine = (Connection(Wire(), room, "ada", "", limits, "192.0.2.1") for _ in range(2))
        other = Connection(Wire(), room, None, "", limits, "192.0.2.2")
        limits.allowances.of("192.0.2.1").time = Bucket(0, 0)
        assert not mine.wait()
        mine.take(write(Look()))
        assert mine.wait() == also_mine.wait() == PAUSE
        assert not other.wait()
        limits.allowances.of("192.0.2.1").time = Bucket(1e6, 0)
        mine.take(write(Look()))
        await until(lambda: not mine.wait())

    use(tmp_path, play)


def test_a_move_costs_its_sender_the_time_in_which_others_are_told(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(client_module, "LITTLE", 0.0)

    async def play(hub: Hub, store: SqliteStore) -> None:
        limits = Limits()
        room = await hub.create(OPENED)
        mine = Connection(Wire(), room, "ada", "", limits, "192.0.2.1")
        mine.take(write(Act("1", room.table.version, "e6r")))
        limits.allowances.of("192.0.2.1").time = Bucket(0, 0)
        assert not mine.wait()
        await until(lambda: room.table.moves == ["e6r"])
        assert mine.wait() == PAUSE
        limits.allowances.of("192.0.2.1").time = Bucket(0, 0)
        await room.act(None, lambda table, _: decisions.resign(table, 0))
        assert not mine.wait(), "somebody else has ended the game"

    use(tmp_path, play)


def test_a_change_costs_its_sender_the_time_of_other_processes_too(tmp_path: Path) -> None:
    """The time there is estimated: a message for each, and after an undo a full state for each."""

    async def play(hub: Hub, store: SqliteStore) -> None:
        room = await hub.create(msgspec.structs.replace(OPENED, timing=Timing()))
        costs = list[float]()

        async def cost(*happened: AnyEvent) -> float:
            room.spend = costs.append
            await room.act(None, lambda table, _: Decision(happened))
            return costs.pop()

        for _ in range(4):
            room.enter(Somebody(0))
        alone = await cost(Moved("e6r"))
        room.heard(PresenceReport("other", (0,), 4_000, room.table.version, 100_000))
        assert await cost(Asked("undo", 0)) > 100_000 * TOLD_ELSEWHERE > alone
        undone = await cost(Undone(1))
        room.heard(PresenceReport("other", (), 0, room.table.version, 0))
        assert undone > 100 * (await cost(Moved("e6r"), Undone(1)))
        room.heard(PresenceReport("older", (0,), 3_999, room.table.version))  # it does not report receivers
        assert 1 > await cost(Moved("e6r")) > 4_000 * TOLD_ELSEWHERE

    use(tmp_path, play)
