"""Access to seats: tokens, invitations and joins."""

from __future__ import annotations

import asyncio
from pathlib import Path
from typing import Any

import httpx
import pytest
from websockets.asyncio.client import connect
from websockets.exceptions import InvalidStatus

from tests.server.client import Served, at_table, failure, http, join, open_table, served


def test_no_seat_without_its_token(server: Served) -> None:
    table = open_table(server, game="dakapo")
    join(server, table)

    async def try_to_move(token: str) -> dict[str, Any]:
        async with at_table(server, table["table"], token) as client:
            full = await client.next("full")
            assert full["you"] == []
            return await client.do("act", v=full["v"], a="e6r")

    for token in ("", "x", table["invite"], table["token"][:-1], "é", "0" * 64):
        assert asyncio.run(try_to_move(token))["code"] == "entry"


def test_a_token_is_valid_only_at_its_own_table(server: Served) -> None:
    mine, other = open_table(server, game="dakapo"), open_table(server, game="dakapo")
    headers = {"Authorization": f"Bearer {mine['token']}"}
    assert http.get(f"{server.url}/api/tables/{mine['table']}", headers=headers).json()["you"] == [0]
    assert http.get(f"{server.url}/api/tables/{other['table']}", headers=headers).json()["you"] == []


def test_an_invitation_gives_no_taken_seat(server: Served) -> None:
    table = open_table(server, game="dakapo")
    url = f"{server.url}/api/tables/{table['table']}/join"
    assert failure(http.post(url, json={"invite": "wrong"})) == (403, "entry")
    assert failure(http.post(url, json={"invite": table["invite"], "chair": 0})) == (409, "entry")
    assert http.post(url, json={"invite": table["invite"], "chair": 1}).status_code == 200
    assert failure(http.post(url, json={"invite": table["invite"], "chair": 1})) == (409, "entry")
    assert failure(http.post(url, json={"invite": table["invite"]})) == (409, "entry")


def test_anybody_can_join_a_listed_table(server: Served) -> None:
    private, listed = open_table(server, game="dakapo"), open_table(server, game="dakapo", listed=True)
    assert failure(http.post(f"{server.url}/api/tables/{private['table']}/join", json={})) == (403, "entry")
    assert http.post(f"{server.url}/api/tables/{listed['table']}/join", json={}).status_code == 200
    assert failure(http.post(f"{server.url}/api/tables/{listed['table']}/join", json={})) == (409, "entry")


def test_scripts_cannot_read_the_token_in_a_cookie(server: Served) -> None:
    table = open_table(server, game="dakapo")
    url = f"{server.url}/api/tables/{table['table']}/join"
    with httpx.Client(verify=False) as browser:
        assert "set-cookie" in browser.post(url, json={"invite": table["invite"]}).headers
        again = browser.post(url, json={"keep": "token"})
    assert again.json() == {"table": table["table"], "you": [1]}
    mine = {"Authorization": f"Bearer {table['token']}"}
    assert http.post(url, json={"keep": "token"}, headers=mine).json()["token"] == table["token"]


def test_a_join_can_be_repeated_after_a_lost_answer(server: Served) -> None:
    table = open_table(server, game="dacapo", players=3)
    url = f"{server.url}/api/tables/{table['table']}/join"
    assert failure(http.post(url, json={"invite": table["invite"], "secret": "short"})) == (422, "frame")
    secret = "my own secret, which nobody guesses"
    body = {"invite": table["invite"], "secret": secret, "keep": "token"}

    async def together() -> list[httpx.Response]:
        async with httpx.AsyncClient(verify=False) as client:
            return list(await asyncio.gather(*(client.post(url, json=body) for _ in range(5))))

    for answer in [*asyncio.run(together()), http.post(url, json=body)]:
        assert answer.json() == {"table": table["table"], "you": [1], "token": secret}


def test_two_people_on_a_guests_device_both_get_seats(server: Served) -> None:
    table = open_table(server, game="dacapo", players=3)
    url = f"{server.url}/api/tables/{table['table']}/join"
    with httpx.Client(verify=False) as browser:
        assert browser.post(url, json={"invite": table["invite"], "name": "A" * 24}).json()["you"] == [1]
        assert browser.post(url, json={"invite": table["invite"]}).json()["you"] == [1]
        assert failure(browser.post(url, json={"chair": 2})) == (403, "entry")
        assert failure(browser.post(url, json={"invite": table["invite"], "chair": 0})) == (409, "entry")
        second = {"invite": table["invite"], "chair": 2, "name": "A" * 24}
        assert browser.post(url, json=second).json()["you"] == [1, 2]
    names = [chair["name"] for chair in http.get(url.removesuffix("/join")).json()["chairs"]]
    assert names[1:] == ["A" * 24, "A" * 22 + " 2"]


def test_only_one_of_two_concurrent_joins_gets_the_last_seat(server: Served) -> None:
    table = open_table(server, game="dakapo")

    async def race() -> list[int]:
        async with httpx.AsyncClient() as client:
            url = f"{server.url}/api/tables/{table['table']}/join"
            answers = [client.post(url, json={"invite": table["invite"]}) for _ in range(8)]
            return sorted(answer.status_code for answer in await asyncio.gather(*answers))

    assert asyncio.run(race()) == [200, *[409] * 7]


def test_tables_cannot_be_guessed(server: Served) -> None:
    for guess in ("x", "..%2F..", "a" * 500, "%00", "tables.sqlite"):
        assert http.get(f"{server.url}/api/tables/{guess}").status_code == 404

    async def knock() -> None:
        async with connect(f"ws://127.0.0.1:{server.port}/api/tables/guess/socket"):
            pass

    with pytest.raises(InvalidStatus):
        asyncio.run(knock())


def test_secrets_are_neither_stored_nor_logged(tmp_path: Path) -> None:
    with served(tmp_path) as server:
        table = open_table(server, game="dakapo")
        token = join(server, table)["token"]

        async def play() -> None:
            for secret in (table["token"], token):
                async with at_table(server, table["table"], secret) as client:
                    await client.next("full")
                    await client.do("act", v=9, a="e6r")
                    await client.do("act", v=0, a="x")

        asyncio.run(play())
        wrong = http.post(f"{server.url}/api/tables/{table['table']}/join", json={"invite": table["invite"]})
        assert wrong.status_code == 409
        files = b"".join(file.read_bytes() for file in tmp_path.iterdir())
        said = server.stop()
    files += b"".join(file.read_bytes() for file in tmp_path.iterdir())
    assert table["table"].encode() in files
    for secret in (table["token"], table["invite"], token):
        assert secret.encode() not in files
        assert secret not in said
