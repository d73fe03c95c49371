"""What an operator does with ``encore admin`` takes effect at once, in every process, and is written into the log."""

from __future__ import annotations

import asyncio
import getpass
import json
import os
import re
import socket
import sqlite3
import stat
import subprocess
import sys
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path
from typing import Any

import httpx
import pytest
from websockets.asyncio.client import connect
from websockets.exceptions import ConnectionClosed

from encore.server.admin import client as admin
from encore.server.admin.orders import Done, GetTables, LiveTables, Tell
from encore.server.admin.socket import sockets_of
from encore.server.domain.moderation import BANNED
from encore.server.http.app import build
from encore.server.rooms.draining import RESTARTING, drained
from encore.server.rooms.hub import Hub
from encore.server.storage.sqlite import SqliteStore
from encore.server.wire.limits import Limits
from tests.patience import PATIENCE
from tests.server.browser import Browser
from tests.server.client import Client, Served, at_table, http, join, open_table, running
from tests.server.hubs import use
from tests.server.services import PostgresService, ValkeyService

SCREENS = [{"kind": "screen", "name": "Ada"}, {"kind": "screen", "name": "Ben"}]


class Site:
    """One or two servers of a store, and the operator's command for them."""

    def __init__(self, servers: list[Served], place: list[str], home: Path) -> None:
        self.one, self.other = servers[0], servers[-1]
        self._place, self._home = place, home

    def run(self, *words: str) -> subprocess.CompletedProcess[str]:
        command = [sys.executable, "-m", "encore", "admin", *words, *self._place]
        home = {"HOME": str(self._home), "XDG_CONFIG_HOME": str(self._home)}
        return subprocess.run(command, capture_output=True, text=True, timeout=PATIENCE, env={**os.environ, **home})

    def admin(self, *words: str) -> Any:
        """Run the command for programs, and return what it says."""
        done = self.run(*words, "--json")
        assert (done.returncode, done.stderr) == (0, ""), done
        return json.loads(done.stdout)

    async def later(self, *words: str) -> Any:
        """The same while sockets are open."""
        return await asyncio.to_thread(self.admin, *words)


@pytest.fixture(params=["sqlite", "postgres"])
def site(request: pytest.FixtureRequest, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Site]:
    """A server with a file; or two that share a database and a bus."""
    monkeypatch.setenv("HOME", str(tmp_path))
    monkeypatch.setenv("XDG_CONFIG_HOME", str(tmp_path))
    if request.param == "sqlite":
        with running("--data", str(tmp_path / "data"), "--unlimited") as server:
            yield Site([server], ["--data", str(tmp_path / "data")], tmp_path)
        return
    postgres: PostgresService = request.getfixturevalue("postgres")
    valkey: ValkeyService = request.getfixturevalue("valkey")
    place = ["--database", postgres.database()]
    with running(*place, "--bus", valkey.url, "--unlimited") as one, running(*place, "--bus", valkey.url) as other:
        yield Site([one, other], place, tmp_path)


@pytest.fixture
def single(tmp_path: Path) -> Iterator[Site]:
    with running("--data", str(tmp_path / "data"), "--unlimited") as server:
        yield Site([server], ["--data", str(tmp_path / "data")], tmp_path)


async def closed(client: Client) -> tuple[int, str]:
    """Read until the server closes the socket; return the code and the reason."""
    try:
        while True:
            await client.next()
    except ConnectionClosed as error:
        assert error.rcvd is not None
        return error.rcvd.code, error.rcvd.reason


def two_people(server: Served, game: str = "dakapo", **asked: Any) -> tuple[str, str, str]:
    table = open_table(server, game=game, name="Ada", **asked)
    return table["table"], table["token"], join(server, table, name="Eve")["token"]


def test_a_closed_table_tells_why_and_stays_closed(site: Site) -> None:
    table, ada, eve = two_people(site.one, timing={"kind": "live", "main": 600})

    async def play() -> None:
        async with at_table(site.one, table, ada) as one, at_table(site.other, table, eve) as other:
            v = (await one.next("full"))["v"]
            await other.next("full")
            await site.later("close", table, "--why", "rules", "--text", "No insults here.")
            for client in (one, other):
                full = await client.next("full")
                assert (full["phase"], full["to_move"], full.get("end")) == ("over", None, None)
                assert full["closed"] == {
                    "why": {"code": "server.closed-rules", "args": {}, "cells": []},
                    "text": "No insults here.",
                }
            for kind, content in (("act", {"v": v, "a": "e6r"}), ("say", {"text": "hi"}), ("ask", {"what": "rematch"})):
                answer = await one.do(kind, **content)
                assert (answer["t"], answer["code"], answer["fact"]["code"]) == ("nak", "over", "server.closed-rules")

    asyncio.run(play())
    refused = site.run("close", table)
    assert (refused.returncode, refused.stderr.count("\n")) == (2, 1)
    for server in {site.one, site.other}:
        server.kill()
        server.start()
    assert http.get(f"{site.one.url}/api/tables/{table}").json()["closed"]["text"] == "No insults here."


def test_a_closed_seek_takes_nobody_and_leaves_the_list(single: Site) -> None:
    table = open_table(single.one, game="dakapo", listed=True)

    def listed() -> list[str]:
        return [card["table"] for card in http.get(f"{single.one.url}/api/tables").json()["tables"]]

    while listed() != [table["table"]]:
        pass
    single.admin("close", table["table"])
    answer = http.post(f"{single.one.url}/api/tables/{table['table']}/join", json={"invite": table["invite"]})
    assert (answer.status_code, answer.json()["fact"]["code"]) == (409, "server.closed-other")
    while listed():
        pass


def test_a_banned_person_is_out_at_once_in_every_process_but_can_have_their_data(site: Site) -> None:
    eve, ada = Browser(site.other), Browser(site.one)
    person = eve.become("Eve")["person"]["id"]
    table = ada.open_table(game="dakapo", name="Ada")
    assert eve.join(table, name="Eve").status_code == 200

    async def play() -> None:
        async with ada.at_table(table["table"]) as one, eve.at_table(table["table"]) as other:
            await one.next("full")
            await other.next("full")
            made = await site.later("ban", "--person", person, "--for", "2d", "--reason", "insults")
            assert f"person {person} (Eve) is excluded until" in made["done"]
            assert re.search(rf"person  {person}  Eve ", (await asyncio.to_thread(site.run, "bans")).stdout)
            code, reason = await closed(other)
            assert code == BANNED
            assert reason.startswith("excluded by the operator until 20")
            assert (await one.do("say", text="still here"))["t"] == "ack"
            async with eve.at_table(table["table"]) as again:
                assert (await closed(again))[0] == BANNED
            for answer in (
                await eve.later("GET", f"/api/tables/{table['table']}"),
                await asyncio.to_thread(eve.ask, "/api/tables", game="dakapo"),
                await asyncio.to_thread(eve.ask, "/api/pair", games=["dakapo"]),
            ):
                assert (answer.status_code, answer.json()["error"]) == (403, "banned"), answer.text
                assert answer.json()["fact"]["args"]["until"].endswith(" UTC")
            assert (await eve.later("GET", "/api/me/data")).json()["restrictions"][0]["kind"] == "ban"
            await site.later("lift", made["id"])
            async with eve.at_table(table["table"]) as again:
                assert (await again.next("full"))["you"] == [1]

    asyncio.run(play())


def test_a_banned_address_is_out_with_its_whole_range_and_nobody_else(site: Site) -> None:
    near, far = {"X-Forwarded-For": "203.0.113.77"}, {"X-Forwarded-For": "203.0.114.1"}
    table = open_table(site.one, game="dakapo", listed=True)["table"]

    async def play() -> None:
        url = f"ws://127.0.0.1:{site.other.port}/api/tables/{table}/socket"
        async with connect(url, additional_headers=near) as one, connect(url, additional_headers=far) as other:
            clients = Client(one), Client(other)
            for client in clients:
                await client.next("full")
            await site.later("ban", "--address", "203.0.113.0/24", "--for", "1h")
            assert (await closed(clients[0]))[0] == BANNED
            await clients[1].send("look")
            await clients[1].next("full")
            async with connect(url, additional_headers=near) as again:
                assert (await closed(Client(again)))[0] == BANNED

    asyncio.run(play())
    for server in (site.one, site.other):
        refused = httpx.get(f"{server.url}/api/tables", headers=near)
        assert (refused.status_code, refused.json()["error"]) == (403, "banned")
        assert httpx.get(f"{server.url}/api/tables", headers=far).status_code == 200
        assert httpx.get(server.url, headers=near).status_code == 200, "the page comes, and says why"


def test_a_banned_name_takes_no_seat_and_loses_its_sockets(site: Site) -> None:
    table, _, eve = two_people(site.one)

    async def play() -> None:
        async with at_table(site.other, table, eve) as client:
            await client.next("full")
            await site.later("ban", "--name", "EVE", "--for", "1h")
            assert (await closed(client))[0] == BANNED

    asyncio.run(play())
    free = open_table(site.one, game="dakapo")
    for name, status in (("eve", 403), ("Ｅｖｅ", 403), ("Evelyn", 200)):
        body = {"invite": free["invite"], "name": name}
        assert http.post(f"{site.other.url}/api/tables/{free['table']}/join", json=body).status_code == status
    assert http.post(f"{site.one.url}/api/tables", json={"game": "dakapo", "name": "Eve"}).status_code == 403

    async def watch() -> None:
        async with at_table(site.other, table) as spectator:
            answer = await spectator.do("say", text="hello", name="eVe")
            assert (answer["t"], answer["fact"]["code"]) == ("nak", "server.banned"), (
                "a name that only a spectator says"
            )
            assert (await spectator.do("say", text="hello", name="Evelyn"))["t"] == "ack"

    asyncio.run(watch())


@pytest.mark.parametrize("whom", [["--name", "Eve"], ["--address", "127.0.0.1"]])
def test_who_is_muted_plays_on_but_writes_nothing(single: Site, whom: list[str]) -> None:
    table, _, eve = two_people(single.one)

    async def play() -> None:
        async with at_table(single.one, table, eve) as client:
            await client.next("full")
            assert (await client.do("say", text="hello"))["t"] == "ack"
            made = await single.later("mute", *whom, "--for", "1h")
            answer = await client.do("say", text="hello")
            assert (answer["code"], answer["fact"]["code"]) == ("refused", "server.muted")
            assert (await client.do("resign"))["t"] == "ack"
            await single.later("lift", made["id"])
            assert (await client.do("say", text="hello"))["t"] == "ack"

    asyncio.run(play())


def test_a_broadcast_reaches_every_socket_and_is_told_until_it_ends(site: Site) -> None:
    table, ada, _ = two_people(site.one)

    async def play() -> None:
        async with at_table(site.one, table, ada) as one, at_table(site.other, table) as other:
            for client in (one, other):
                await client.next("full")
            await site.later("broadcast", "Restart in 5 minutes", "--for", "10m")
            for client in (one, other):
                assert (await client.next("broadcast"))["text"] == "Restart in 5 minutes"

    asyncio.run(play())
    for server in (site.one, site.other):
        (told,) = http.get(f"{server.url}/api/broadcasts").json()["broadcasts"]
        assert told["text"] == "Restart in 5 minutes"
    site.admin("broadcast", "--end")
    assert http.get(f"{site.one.url}/api/broadcasts").json() == {"broadcasts": []}


def test_lists_show_who_is_there_and_no_secret_of_a_running_game(single: Site) -> None:
    table, ada, eve = two_people(single.one, "dalapapa")

    async def look() -> tuple[str, dict[str, Any]]:
        async with at_table(single.one, table, ada) as client, at_table(single.one, table, eve):
            full = await client.next("full")
            said = [await single.later(*words) for words in (("load",), ("tables",), ("table", table))]
            plain = [await asyncio.to_thread(single.run, *words) for words in (("tables",), ("table", table))]
            ((load,), (live,), (whole,)) = said
            assert (load["tables"], load["sockets"], load["draining"]) == (1, 2, False)
            assert load["memory_mb"] > 20
            assert (live["names"], live["sockets"], live["phase"], live["moves"]) == (["Ada", "Eve"], 2, "playing", 0)
            assert [seat["addresses"] for seat in whole["seats"]] == [["127.0.0.1"]] * 2
            assert [done.returncode for done in plain] == [0, 0]
            return json.dumps(said) + "".join(done.stdout for done in plain), full

    told, full = asyncio.run(look())
    with closing(sqlite3.connect(f"{single._place[1]}/tables.sqlite")) as db:
        history = b"".join(data for (data,) in db.execute("SELECT data FROM events")).decode()
    began = next(event for event in json.loads("[" + history.replace("][", ",")[1:]) if event["e"] == "began")
    dealt = [event["move"] for event in json.loads("[" + history.replace("][", ",")[1:]) if event["e"] == "dealt"]
    assert len(began["seed"]) > 20
    assert dealt
    for secret in (began["seed"], *dealt, full["view"], ada, eve):
        assert secret not in told


def test_everything_that_an_operator_does_is_in_the_log(site: Site) -> None:
    table, _, _ = two_people(site.one)
    ban = site.admin("ban", "--address", "192.0.2.1", "--for", "1h", "--reason", "spam")
    site.admin("lift", ban["id"])
    site.admin("table", table)
    site.admin("close", table)
    assert site.run("lift", "nothing").returncode == 2
    entries = site.admin("log")
    who = getpass.getuser()
    assert [(entry["what"], entry["who"]) for entry in reversed(entries)] == [
        *(("restrict", who), ("lift", who), ("table", who), ("close", who), ("lift", who), ("lift", who))
    ]
    assert "there is no restriction nothing" in entries[0]["detail"]["failed"]
    assert (entries[-1]["detail"]["target"], entries[-1]["detail"]["for"]) == ("192.0.2.1/32", "1h")
    assert "restrict" in site.run("log").stdout


def test_all_reports_of_a_table_are_done_at_once(single: Site) -> None:
    (one, *_), (other, *_) = two_people(single.one), two_people(single.one)
    for table, chair in ((one, 0), (one, 1), (other, 1)):
        url = f"{single.one.url}/api/tables/{table}/report"
        assert http.post(url, json={"reason": "spam", "chair": chair}).status_code == 200
    assert [each["table"] for each in single.admin("reports")] == [one, one, other], "the oldest first"
    single.admin("done", "--table", one)
    assert [each["table"] for each in single.admin("reports")] == [other]
    assert "or --table" in single.run("done").stderr


def test_only_the_user_of_the_server_can_open_its_socket(single: Site) -> None:
    (path,) = Path(single._place[1]).glob("admin.*.sock")
    assert stat.S_IMODE(path.stat().st_mode) == 0o600
    single.one.kill()
    refused = single.run("load")
    assert (refused.returncode, refused.stderr.count("\n")) == (2, 1)
    assert "no encore serve runs" in refused.stderr
    assert not path.exists(), "the socket of a process that was killed is removed"
    single.one.start()
    assert single.admin("load")[0]["process"] == single.one.process.pid  # type: ignore[union-attr]


def test_an_operator_needs_to_know_no_database(
    tmp_path: Path, postgres: PostgresService, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The server of a unit has no folder of a user, and its database is named in its environment."""
    monkeypatch.setenv("ENCORE_ADMIN", str(tmp_path / "run"))
    with monkeypatch.context() as service:
        service.setenv("ENCORE_DATABASE", postgres.database())
        service.setenv("XDG_CONFIG_HOME", "/proc/none")
        server = Served()
        server.start()
    try:
        loads = Site([server], [], tmp_path).admin("load")
        assert [load["process"] for load in loads] == [server.process.pid]  # type: ignore[union-attr]
        assert not list(tmp_path.glob("*.sqlite"))
    finally:
        assert "cannot reach" not in server.stop()


@pytest.mark.parametrize(
    ("words", "told"),
    [
        (["ban", "--for", "1h"], "give one of --person ID, --address RANGE and --name NAME"),
        (["ban", "--for", "soon", "--name", "x"], "such as 30m or 7d"),
        (["ban", "--for", "1h", "--address", "everybody"], "an address is such as"),
        (["ban", "--for", "1h", "--address", "0.0.0.0/0"], "0.0.0.0/0 is too wide: /8 is the widest range"),
        (["ban", "--for", "1h", "--address", "2000::/3"], "2000::/3 is too wide: /19 is the widest range"),
        (["ban", "--for", "1h", "--person", "nobody"], "there is no person nobody"),
        (["close", "nowhere"], "There is no such table"),
        (["broadcast"], "give the text"),
        (["done", "x"], "there is no open report x"),
        (["table", "-x"], "There is no such table"),
        (
            ["close", "nowhere", "--why", "fun"],
            "'fun' is not one of 'rules', 'fault', 'other'; see encore admin close --help",
        ),
        (["drain", "--process", "1"], "--process is one of"),
    ],
)
def test_what_cannot_be_done_is_said_in_one_line(shared: Site, words: list[str], told: str) -> None:
    done = shared.run(*words)
    assert (done.returncode, done.stdout, done.stderr.count("\n")) == (2, "", 1)
    assert told in done.stderr


@pytest.fixture(scope="module")
def shared(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Site]:
    folder = tmp_path_factory.mktemp("a" * 120)  # a path that is too long for a socket
    with running("--data", str(folder), "--unlimited") as server:
        yield Site([server], ["--data", str(folder)], folder)


def test_a_process_that_is_drained_loses_no_move_and_its_people_come_back_elsewhere(site: Site) -> None:
    table, ada, _ = two_people(site.one)
    assert site.one.process is not None
    process = site.one.process.pid

    async def play() -> None:
        async with at_table(site.one, table, ada) as one:
            v = (await one.next("full"))["v"]
            sent = await one.send("act", v=v, a="e6r")
            await site.later("drain", "--process", str(process), "--deadline", "60s")
            while (answer := await one.next("ack", "nak"))["id"] != sent:
                pass
            assert answer["t"] == "ack"
            assert (await closed(one))[0] == RESTARTING

    asyncio.run(play())
    assert site.one.ended() == 0
    if site.other is site.one:
        site.one.start()
    assert http.get(f"{site.other.url}/api/tables/{table}").json()["moves"] == ["e6r"]


def test_a_process_that_is_drained_waits_for_no_game_between_bots(single: Site) -> None:
    """Its other tables are closed at once, and with one process nobody else serves them."""
    chairs = [{"kind": "bot", "bot": "bot:expert"}] * 2
    table = open_table(single.one, game="dakapo", chairs=chairs)["table"]

    async def watch() -> None:
        async with at_table(single.one, table) as client:
            await client.next("ev")
            await single.later("drain", "--deadline", "1h")
            assert (await closed(client))[0] == RESTARTING

    asyncio.run(watch())
    assert single.one.ended() == 0
    single.one.start()

    async def come_back() -> None:
        async with at_table(single.one, table) as client:
            assert (await client.next("full"))["phase"] == "playing"

    asyncio.run(come_back())


def test_a_process_that_hangs_hides_no_other(single: Site, monkeypatch: pytest.MonkeyPatch) -> None:
    folder = Path(single._place[1])
    assert single.one.process is not None
    process = single.one.process.pid
    monkeypatch.setattr(admin, "LOOKING", 0.5)
    client = admin.Client(sockets_of(folder, None))
    with socket.socket(socket.AF_UNIX) as hanging:
        hanging.bind(str(folder / "admin.1.sock"))
        hanging.listen(1)
        for _ in range(4):  # after two it takes no more, which is another error
            answers = client.ask_all(GetTables(), LiveTables)
            assert ([one for one, _ in answers.found], answers.silent) == ([process], [1])
            assert client.ask(Tell("Restart soon", 60_000), Done).id
        done = single.run("load")
        assert (done.returncode, done.stderr) == (0, "encore admin: process 1 does not answer\n")
        assert str(process) in done.stdout


def test_a_process_that_is_drained_takes_nothing_new(tmp_path: Path) -> None:
    async def play(hub: Hub, _: SqliteStore) -> None:
        transport = httpx.ASGITransport(build(hub, Limits(unlimited=True)))
        async with httpx.AsyncClient(transport=transport, base_url="http://localhost") as kept:
            assert (await kept.get("/api/health")).status_code == 200
            await drained(hub, 60)
            for asked in (
                kept.post("/api/tables", json={"game": "dakapo"}),
                kept.post("/api/pair", json={"games": ["dakapo"]}),
                kept.get("/api/health"),
            ):
                refused = await asked
                assert (refused.status_code, refused.json()["fact"]["code"]) == (503, "server.draining")

    use(tmp_path, play)


def test_a_banned_person_is_out_although_the_browser_has_only_the_token_of_the_seat(site: Site) -> None:
    """At the table; elsewhere nobody knows who it is."""
    eve = Browser(site.other)
    table = eve.open_table(game="dakapo", name="Eve")
    token = next(str(cookie.value) for cookie in eve.cookies.jar if table["table"] in cookie.name)
    person = eve.become("Eve")["person"]["id"]
    assert eve.ask(f"/api/tables/{table['table']}/keep").status_code == 200

    async def play() -> None:
        async with at_table(site.one, table["table"], token) as client:
            assert (await client.next("full"))["you"] == [0]
            await site.later("ban", "--person", person, "--for", "1h")
            assert (await closed(client))[0] == BANNED
        async with at_table(site.other, table["table"], token) as again:
            assert (await closed(again))[0] == BANNED

    asyncio.run(play())


def test_a_table_is_opened_to_show_it_only_where_it_is_open_nowhere(site: Site) -> None:
    table = two_people(site.one)[0]

    def opened() -> list[int]:
        return sorted(load["tables"] for load in site.admin("load"))

    before = opened()
    assert [seat["name"] for seat in site.admin("table", table)[0]["seats"]] == ["Ada", "Eve"]
    assert opened() == before
    for server in {site.one, site.other}:
        server.kill()
        server.start()
    assert sum(opened()) == 0
    ((one),) = site.admin("table", table)
    assert [seat["name"] for seat in one["seats"]] == ["Ada", "Eve"]
    assert sum(opened()) == 1


def test_tables_are_found_by_their_name_and_by_players(single: Site) -> None:
    first, second = two_people(single.one)[0], open_table(single.one, game="dakapo", name="Zoé")["table"]
    assert [each["table"] for each in single.admin("tables", "--find", "zOÉ")] == [second]
    assert [each["table"] for each in single.admin("tables", "--find", first)] == [first]
    assert single.run("tables", "--find", "no one").stdout == "no open table has this name or player\n"
    assert [single.run(words).stdout for words in ("bans", "log")] == ["nobody is muted or banned\n", "nothing yet\n"]
    assert "and 1 other; --most 0 shows all" in single.run("tables", "--most", "1").stdout
