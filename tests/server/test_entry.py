"""Access to seats: tokens, invitations and joins."""

from __future__ import annotations

import asyncio
from pathlib import Path
from time import process_time
from typing import Any

import httpx
import pytest
from starlette.requests import HTTPConnection
from websockets.asyncio.client import connect
from websockets.exceptions import InvalidStatus

from encore.server.http.cookies import seat_token
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


def test_long_cookies_take_no_time() -> None:
    """Python's own reader needs seconds for these backslashes, in which nobody else would be served."""
    quoted = '"' + '\\"' * 30_000 + '"'
    start = process_time()
    for cookies in (f"a={quoted}", f"encore-x={quoted}"):
        assert seat_token(with_cookies(cookies), "x") is None
    assert seat_token(with_cookies(f"a={quoted}; encore-x=mine; b=c"), "x") == "mine"
    assert process_time() - start < 1


def test_a_quoted_cookie_is_the_token_without_the_quotes() -> None:
    assert seat_token(with_cookies('encore-y=other; encore-x="a/b(c)"'), "x") == "a/b(c)"
    assert seat_token(with_cookies(r'encore-x="a\054b"'), "x") == "a,b"


def with_cookies(cookies: str) -> HTTPConnection:
    return HTTPConnection({"type": "http", "headers": [(b"cookie", cookies.encode())]})


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
    secret = "my-own-secret/which~nobody(guesses)"
    body = {"invite": table["invite"], "secret": secret, "keep": "token"}

    async def together() -> list[httpx.Response]:
        async with httpx.AsyncClient(verify=False) as client:
            return list(await asyncio.gather(*(client.post(url, json=body) for _ in range(5))))

    for answer in [*asyncio.run(together()), http.post(url, json=body)]:
        assert answer.json() == {"table": table["table"], "you": [1], "token": secret}


@pytest.mark.parametrize(
    "secret",
    ["секрет" * 6, "é" * 40, "a b" * 12, "a;b," * 9, '"' * 32, "\\" * 32, "a\n" * 20, "a" * 40 + "\n", "a" * 65],
)
def test_a_secret_that_cannot_be_a_cookie_takes_no_seat(server: Served, secret: str) -> None:
    table = open_table(server, game="dakapo")
    url = f"{server.url}/api/tables/{table['table']}"
    for keep in ("cookie", "token"):
        body = {"invite": table["invite"], "secret": secret, "keep": keep}
        assert failure(http.post(f"{url}/join", json=body)) == (422, "frame")
    assert [chair["taken"] for chair in http.get(url).json()["chairs"]] == [True, False]


def test_every_allowed_secret_works_as_a_cookie(server: Served) -> None:
    allowed = "".join(map(chr, range(0x21, 0x7F))).translate(str.maketrans("", "", '",;\\'))
    for start in range(0, len(allowed), 45):
        table = open_table(server, game="dakapo")
        url = f"{server.url}/api/tables/{table['table']}"
        secret = allowed[start : start + 45].ljust(32, "x")
        with httpx.Client(verify=False) as browser:
            assert browser.post(f"{url}/join", json={"invite": table["invite"], "secret": secret}).status_code == 200
            assert browser.get(url).json()["you"] == [1]
        assert http.get(url, headers={"Authorization": f"Bearer {secret}"}).json()["you"] == [1]


@pytest.mark.parametrize(
    ("name", "why"),
    [
        ("\u3164", "The name is empty"),
        ("Z" + "\u0335\u0336\u0337" * 3, "Too many marks on one letter"),
        ("bot:expert", "This name looks like the name of a bot; choose another one"),
    ],
)
def test_misleading_names_are_refused_with_a_reason(server: Served, name: str, why: str) -> None:
    table = open_table(server, game="dakapo")
    url = f"{server.url}/api/tables"
    refused = [
        http.post(url, json={"game": "dakapo", "name": name}),
        http.post(url, json={"game": "dakapo", "chairs": [{"kind": "screen", "name": name}, {"kind": "open"}]}),
        http.post(f"{url}/{table['table']}/join", json={"invite": table["invite"], "name": name}),
    ]
    for answer in refused:
        assert failure(answer) == (409, "refused")
        assert answer.json()["why"] == why

    async def say() -> list[dict[str, Any]]:
        async with (
            at_table(server, table["table"]) as spectator,
            at_table(server, table["table"], table["token"]) as ada,
        ):
            text = name if "bot" not in name else "\u2800"
            return [await spectator.do("say", text="hello", name=name), await ada.do("say", text=text)]

    by_name, by_text = asyncio.run(say())
    assert (by_name["code"], by_name["why"]) == ("refused", why)
    assert by_text["code"] == "refused"
    assert by_text["why"] == (why if "marks" in why else "The message is empty")
    assert not http.get(f"{url}/{table['table']}").json()["chairs"][1]["taken"]


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
    async def knock(guess: str) -> None:
        async with connect(f"ws://127.0.0.1:{server.port}/api/tables/{guess}/socket"):
            pass

    for guess in ("x", "..%2F..", "a" * 500, "%00", "a%00b", "%ED%A0%80", "%F0%9F%90%9F", "tables.sqlite"):
        assert failure(http.get(f"{server.url}/api/tables/{guess}"))[0] == 404
        with pytest.raises(InvalidStatus) as refused:
            asyncio.run(knock(guess))
        assert refused.value.response.status_code == 403


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
        files = b"".join(file.read_bytes() for file in tmp_path.iterdir() if file.is_file())
        said = server.stop()
    files += b"".join(file.read_bytes() for file in tmp_path.iterdir())
    assert table["table"].encode() in files
    for secret in (table["token"], table["invite"], token):
        assert secret.encode() not in files
        assert secret not in said
