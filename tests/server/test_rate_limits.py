"""Clients that send too much are refused."""

from __future__ import annotations

import asyncio
import itertools
from pathlib import Path
from typing import Any

import httpx
import pytest

from encore.server.domain.clocks import now_ms
from encore.server.domain.decisions import Decision
from encore.server.domain.events import Began, Ended
from encore.server.domain.own_games import GIVEN_UP
from encore.server.http.app import Api, build
from encore.server.rooms.hub import Hub
from encore.server.storage.sqlite import SqliteStore
from encore.server.wire import limits as limits_module
from encore.server.wire.limits import Allowances, Buckets, Limits, Shares
from tests.patience import PATIENCE
from tests.server.client import at_table, failure, http, join, open_table, served
from tests.server.hubs import OPENED, Time, use


def test_floods_are_rate_limited(tmp_path: Path) -> None:
    with served(tmp_path) as limited:
        table = open_table(limited, game="dakapo")
        token = join(limited, table)["token"]

        async def flood() -> set[str]:
            async with at_table(limited, table["table"], token) as client:
                codes = set()
                for _ in range(60):
                    answer = await client.do("act", v=9, a="e6r")
                    codes.add(answer.get("code", "ack"))
                for _ in range(5):
                    await client.send("look")
                    codes.add(f"look {(await client.next('full', 'nak')).get('code')}")
                talk = [await client.do("say", text="hello") for _ in range(10)]
                return codes | {f"say {answer.get('code')}" for answer in talk}

        assert asyncio.run(flood()) >= {"turn", "rate", "look rate", "say rate"}
        made = until_refused(f"{limited.url}/api/tables", {"game": "dakapo"})
        assert made[0].status_code == 201
        assert failure(made[-1]) == (429, "rate")
        replays = until_refused(f"{limited.url}/api/replay", {"record": ""})
        assert [failure(answer) for answer in (replays[0], replays[-1])] == [(422, "option"), (429, "rate")]
        record = f"{limited.url}/api/tables/{table['table']}/record"
        assert failure(until_refused(f"{record}?number=1")[-1]) == (429, "rate")
        assert http.get(record).status_code == 200


def until_refused(url: str, body: dict[str, Any] | None = None) -> list[httpx.Response]:
    """Send requests until one is refused; a slow machine needs a few more."""
    answers = list[httpx.Response]()
    with httpx.Client() as client:
        while len(answers) < 500 and (not answers or answers[-1].status_code != 429):
            answers.append(client.post(url, json=body) if body else client.get(url))
    return answers


def test_all_sockets_of_an_address_share_a_limit(tmp_path: Path) -> None:
    with served(tmp_path) as limited:
        table = open_table(limited, game="dakapo")

        async def flood() -> set[str]:
            codes = set[str]()
            for _ in range(60):  # one socket alone may send 40 at once
                async with at_table(limited, table["table"]) as client:
                    for number in range(35):
                        await client.send("hint", id=str(number))
                    for _ in range(35):
                        codes.add((await client.next("nak"))["code"])
                if "rate" in codes:
                    break
            return codes

        assert "rate" in asyncio.run(flood())


class Visit:
    """A socket of an address at a table, without a server."""

    def __init__(self, api: Api, table: str, address: str) -> None:
        self._received: asyncio.Queue[dict[str, Any]] = asyncio.Queue()
        self._received.put_nowait({"type": "websocket.connect"})
        self._answered: asyncio.Future[str] = asyncio.get_running_loop().create_future()
        scope = {"type": "websocket", "path": f"/api/tables/{table}/socket", "client": (address, 1)}
        scope |= {"headers": [], "query_string": b"", "subprotocols": []}
        self._served = asyncio.create_task(api.play(scope, self._received.get, self._send))

    async def _send(self, message: Any) -> None:
        if not self._answered.done():
            self._answered.set_result(message["type"])

    async def accepted(self) -> bool:
        """Return whether the server accepts the socket."""
        return await asyncio.wait_for(asyncio.shield(self._answered), PATIENCE) == "websocket.accept"

    async def end(self) -> None:
        """Disconnect."""
        self._received.put_nowait({"type": "websocket.disconnect"})
        await asyncio.wait_for(self._served, PATIENCE)


def test_a_visitor_has_a_limited_number_of_sockets_at_the_same_time(tmp_path: Path) -> None:
    async def play(hub: Hub, store: SqliteStore) -> None:
        limits = Limits()
        limits.open_sockets = Shares(2)
        api, table = Api(hub, limits), (await hub.create(OPENED)).table.name
        mine = [Visit(api, table, "192.0.2.1") for _ in range(4)]
        assert [await visit.accepted() for visit in mine] == [True, True, False, False]
        other = Visit(api, table, "192.0.2.2")
        assert await other.accepted()
        await mine.pop(0).end()
        mine += [Visit(api, table, "192.0.2.1") for _ in range(2)]
        assert [await visit.accepted() for visit in mine[-2:]] == [True, False], "a refused socket frees no place"
        for visit in (*mine, other):
            await visit.end()

    use(tmp_path, play)


@pytest.mark.parametrize(("limit", "burst"), [("reports", 5), ("tables", 20), ("data", 3), ("mails", 5)])
def test_each_of_several_processes_allows_a_whole_burst_and_a_part_of_the_rate(
    monkeypatch: pytest.MonkeyPatch, limit: str, burst: int
) -> None:
    """A browser has one connection, so one process gets all of its requests."""
    time = Monotonic()
    monkeypatch.setattr(limits_module, "time", time)
    alone, one_of_four = getattr(Limits(), limit), getattr(Limits(processes=4), limit)
    assert taken(alone) == taken(one_of_four) == burst
    time.now += 8 / alone.rate
    assert (taken(alone), taken(one_of_four)) == (min(8, burst), 2)


class Monotonic:
    """The module ``time``, with a clock that a test controls."""

    now = 0.0

    def monotonic(self) -> float:
        return self.now


def taken(buckets: Buckets) -> int:
    """Take tokens until there are none; return how many there were."""
    return next(number for number in itertools.count() if not buckets.take("192.0.2.1"))


def test_a_connected_visitor_keeps_its_allowance_however_many_others_come() -> None:
    allowances = Allowances(1.0, most=3)
    mine = allowances.of("192.0.2.1")
    for number in range(10):
        allowances.of(f"198.51.100.{number}")
    assert allowances.of("192.0.2.1") is mine


def test_who_leaves_and_comes_back_has_no_new_allowance() -> None:
    allowances = Allowances(1.0, most=3)
    allowances.of("192.0.2.1").time.spend(1e6)
    allowances.of("198.51.100.1")
    assert allowances.of("192.0.2.1").time.overspent
    for number in range(3):
        allowances.of(f"198.51.100.{number}")
    assert not allowances.of("192.0.2.1").time.overspent, "the oldest are forgotten"


def test_a_person_has_a_limited_number_of_games_with_others(tmp_path: Path) -> None:
    """Those against bots, finished ones and those that were given up do not count."""
    time, limits = Time(now_ms()), Limits()
    limits.games = 3

    async def play(hub: Hub, store: SqliteStore) -> None:
        app = build(hub, limits)

        def browser() -> httpx.AsyncClient:
            return httpx.AsyncClient(transport=httpx.ASGITransport(app), base_url="http://127.0.0.1")

        async with browser() as ada, browser() as bo:
            await ada.post("/api/people", json={"name": "Ada"})

            async def opened(client: httpx.AsyncClient, **asked: Any) -> httpx.Response:
                return await client.post("/api/tables", json={"game": "dakapo", **asked})

            first = (await opened(ada)).json()["table"]
            for _ in range(2):
                assert (await opened(ada)).status_code == 201
            refused = await opened(ada)
            assert failure(refused) == (429, "rate")
            assert refused.json()["fact"] == {"code": "server.too-many-games", "args": {"most": 3}, "cells": []}
            bots = [{"kind": "screen"}, {"kind": "bot", "bot": "bot:beginner"}]
            assert (await opened(ada, chairs=bots)).status_code == 201

            others = (await opened(bo)).json()
            join = f"/api/tables/{others['table']}/join"
            assert failure(await ada.post(join, json={"invite": others["invite"]})) == (429, "rate")
            assert failure(await ada.post("/api/pair", json={"games": ["dakapo"]})) == (429, "rate")
            async with browser() as guest:
                token = (await guest.post(join, json={"invite": others["invite"], "keep": "token"})).json()["token"]
            keep = f"/api/tables/{others['table']}/keep"
            held = {"Authorization": f"Bearer {token}"}
            assert failure(await ada.post(keep, headers=held)) == (429, "rate")

            room = await hub.room(first)
            await room.act(None, lambda *_: Decision((Began(0, "seed"), Ended("agreed", ()))))
            assert (await ada.post(keep, headers=held)).status_code == 200
            assert failure(await opened(ada)) == (429, "rate")
            time.now += GIVEN_UP
            assert (await opened(ada)).status_code == 201

    use(tmp_path, play, time)


@pytest.mark.parametrize(
    ("method", "path", "body", "most"),
    [
        ("POST", "/api/people", {"name": "Ada"}, 30),
        ("POST", "/api/sign-in/begin", {}, 30),
        ("POST", "/api/sign-in", {"credential": {}}, 30),
        ("POST", "/api/sign-in/link", {"secret": "x"}, 30),
        ("POST", "/api/sign-in/link/owner", {"secret": "x"}, 30),
        ("POST", "/api/sign-in/code", {"code": "x"}, 10),
        ("POST", "/api/me/confirm/begin", {}, 30),
        ("POST", "/api/me/confirm", {"code": "x"}, 10),
        ("GET", "/api/me/games", None, 30),
        ("GET", "/api/me/figures", None, 30),
        ("GET", "/api/me/data", None, 3),
        ("GET", "/api/me", None, 200),
    ],
)
def test_requests_about_people_are_limited(
    tmp_path: Path, method: str, path: str, body: dict[str, Any] | None, most: int
) -> None:
    async def flood(hub: Hub, _: SqliteStore) -> None:
        transport = httpx.ASGITransport(build(hub))
        async with httpx.AsyncClient(transport=transport, base_url="http://127.0.0.1") as client:
            answers = list[httpx.Response]()
            while not answers or answers[-1].status_code != 429:
                answers.append(await client.request(method, path, json=body))
            assert failure(answers[-1]) == (429, "rate")
            assert most < len(answers) < 2 * most + 20, "a slow machine needs a few more"

    use(tmp_path, flood)
