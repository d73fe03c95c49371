"""Access control and robustness: seats, invitations, other sites, floods and invalid input."""

from __future__ import annotations

import asyncio
import json
import string
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from random import Random
from typing import Any, get_args

import httpx
import msgspec
import pytest
import schemathesis
from hypothesis import given, settings
from schemathesis.core.result import Ok
from websockets.asyncio.client import connect
from websockets.exceptions import ConnectionClosed, InvalidStatus

import encore
from encore.core.record import format_record
from encore.core.replay import record_of
from encore.server.http.openapi import document
from encore.server.wire.messages import Look, Request, read_request
from tests.server.client import Client, Served, at_table, http, join, open_table, served

MALFORMED = ("http://[", "null", "", "http://127.0.0.1:99999999999")
"""Values that no browser sends as Origin for our pages."""


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Served]:
    with served(tmp_path_factory.mktemp("data"), "--unlimited") as running:
        yield running


def failure(answer: httpx.Response) -> tuple[int, str]:
    """Return status and code of a one-line error response."""
    body = answer.json()
    assert "\n" not in body["why"]
    assert "Traceback" not in answer.text
    return answer.status_code, body["error"]


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


def test_bots_cannot_set_their_own_time(server: Served) -> None:
    chairs = [{"kind": "screen"}, {"kind": "bot", "bot": "bot:expert@9999999"}]
    answer = http.post(f"{server.url}/api/tables", json={"game": "dakapo", "chairs": chairs})
    assert failure(answer) == (422, "option")
    assert "the bots: " in answer.json()["why"]


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


def test_requests_from_other_sites_are_refused(server: Served) -> None:
    headers = {"Origin": "https://elsewhere.example"}
    assert failure(http.post(f"{server.url}/api/tables", json={"game": "dakapo"}, headers=headers)) == (403, "entry")
    own = {"Origin": server.url}
    assert http.post(f"{server.url}/api/tables", json={"game": "dakapo"}, headers=own).status_code == 201
    table = open_table(server, game="dakapo")["table"]

    async def knock(origin: str) -> None:
        url = f"ws://127.0.0.1:{server.port}/api/tables/{table}/socket"
        async with connect(url, additional_headers={"Origin": origin}):
            pass

    asyncio.run(knock(server.url))
    for origin in ("https://elsewhere.example", *MALFORMED):
        with pytest.raises(InvalidStatus) as refused:
            asyncio.run(knock(origin))
        assert refused.value.response.status_code == 403


@pytest.mark.parametrize("origin", MALFORMED)
def test_an_invalid_origin_counts_as_another_site(server: Served, origin: str) -> None:
    answer = http.get(f"{server.url}/api/games", headers={"Origin": origin})
    assert failure(answer) == (403, "entry")


@pytest.mark.parametrize(
    ("path", "headers", "status"),
    [
        ("/api/health", {}, 200),
        ("/", {}, 200),
        ("/api/nothing", {}, 404),
        ("/metrics", {}, 200),
        ("/api/games", {"Origin": "https://elsewhere.example"}, 403),
    ],
)
def test_every_response_has_a_content_security_policy(
    server: Served, path: str, headers: dict[str, str], status: int
) -> None:
    answer = http.get(server.url + path, headers=headers)
    assert answer.status_code == status
    policy = answer.headers["content-security-policy"]
    assert "default-src 'self'" in policy
    assert "unsafe" not in policy
    assert answer.headers["x-content-type-options"] == "nosniff"


def test_a_missing_asset_is_not_a_server_error(server: Served) -> None:
    """Whether the page was built or not."""
    assert http.get(f"{server.url}/assets/nothing.js").status_code == 404


def test_private_responses_are_not_cached(server: Served) -> None:
    """A cache would show a hand to the next sender; the address is the same for everybody."""
    table = open_table(server, game="dalapapa", chairs=[{"kind": "screen"}] * 2, players=2)
    url = f"{server.url}/api/tables"
    answers = [
        http.get(f"{url}/{table['table']}", headers={"Authorization": f"Bearer {table['token']}"}),
        http.get(f"{url}/{table['table']}"),
        http.get(f"{url}/{table['table']}/record"),
        http.get(url),
        http.post(url, json={"game": "dakapo"}),
        http.get(f"{url}/nowhere"),
    ]
    assert [answer.status_code for answer in answers] == [200, 200, 409, 200, 201, 404]
    assert {answer.headers.get("cache-control") for answer in answers} == {"no-store"}


@pytest.mark.parametrize(
    ("asked", "why"),
    [
        ({"game": "chess"}, "chess"),
        ({"game": "dakapo", "players": 3}, "dakapo is for 2 players"),
        ({"game": "dakapo", "options": {"call": "loud"}}, "possible values: auto, spoken"),
        ({"game": "dakapo", "options": {"players": 2}}, "has no option 'players'"),
        ({"game": "dalapapa", "options": {"tiles": "/etc/passwd"}}, "has no option 'tiles'"),
        ({"game": "dakapo", "chairs": [{"kind": "screen"}]}, "one seat per player: 2, not 1"),
        ({"game": "dakapo", "chairs": [{"kind": "screen"}, {"kind": "bot", "bot": "bot:god"}]}, "There is no bot"),
        ({"game": "dakapo", "timing": {"kind": "live", "main": 1}}, "A live clock has"),
        ({"game": "dakapo", "timing": {"kind": "days", "days": 99}}, "1 to 14 days"),
        ({"game": "dakapo", "name": "x" * 25}, "name"),
        ({"game": "dakapo", "colour": "red"}, "colour"),
    ],
)
def test_an_invalid_table_is_refused_in_one_line(server: Served, asked: dict[str, Any], why: str) -> None:
    answer = http.post(f"{server.url}/api/tables", json=asked)
    assert failure(answer)[0] == 422
    assert why in answer.json()["why"]


def test_long_requests_are_refused(server: Served) -> None:
    answer = http.post(f"{server.url}/api/tables", content=b'{"game":"' + b"x" * 9000)
    assert failure(answer) == (413, "frame")


def test_long_frames_end_only_their_connection(server: Served) -> None:
    table = open_table(server, game="dakapo")

    async def shout() -> int | None:
        async with at_table(server, table["table"], table["token"]) as client:
            await client.socket.send("x" * 9000)
            try:
                while True:
                    await client.next()
            except ConnectionClosed as closed:
                return closed.rcvd.code if closed.rcvd else None

    assert asyncio.run(shout()) == 1009
    assert http.get(f"{server.url}/api/tables/{table['table']}").status_code == 200


def frames(rng: Random) -> Iterator[str | bytes]:
    """Generate frames that are nearly valid, partly valid, and invalid."""
    kinds = [kind.__struct_config__.tag for kind in get_args(Request)]
    kinds += ["full", "", None, 7]
    values: list[Any] = [
        "e6r",
        "",
        "x" * 300,
        -1,
        0,
        1 << 60,
        1.5,
        None,
        [],
        {},
        "undo",
        "draw",
        "rematch",
        "hello",
        "\x00",
        "é",
    ]
    for _ in range(300):
        frame = {"t": rng.choice(kinds), "id": rng.choice([*values, "i"])}
        for key in rng.sample(["v", "a", "what", "chair", "text", "phrase", "name", "junk"], rng.randrange(5)):
            frame[key] = rng.choice(values)
        text = json.dumps(frame)
        yield text
        yield text[: rng.randrange(len(text))]
        yield "".join(rng.choices(string.printable, k=rng.randrange(40)))
        yield rng.randbytes(rng.randrange(1, 40))


async def answer_to(frame: str | bytes, client: Client) -> str:
    """Wait for the only answer to a frame; return its code or kind."""
    try:
        request = read_request(frame)
    except (msgspec.MsgspecError, UnicodeDecodeError, RecursionError):
        answer = await client.next("ack", "nak", "preview", "hint")
        assert (answer["t"], answer["id"], answer["code"]) == ("nak", "", "frame"), (frame, answer)
        return "frame"
    if isinstance(request, Look):
        return str((await client.next("full", "ack", "nak", "preview", "hint"))["t"])
    answer = await client.next("ack", "nak", "preview", "hint")
    assert answer["id"] == request.id, (frame, answer)
    return str(answer.get("code", answer["t"]))


DEEP = "[" * 3500 + "]" * 3500
"""As deep as a frame or a request allows; Python's recursion limit is lower."""


def test_deeply_nested_input_is_answered(server: Served) -> None:
    table = open_table(server, game="dakapo")

    async def act() -> dict[str, Any]:
        async with at_table(server, table["table"], table["token"]) as client:
            await client.socket.send(f'{{"t":"act","id":"a","v":1,"a":"x","z":{DEEP}}}')
            return await client.next("nak")

    assert asyncio.run(act())["code"] == "frame"
    for body in (f'{{"game":"dakapo","chairs":[{{"kind":"open","z":{DEEP}}}]}}', f'{{"game":{DEEP}}}', DEEP):
        assert failure(http.post(f"{server.url}/api/tables", content=body)) == (422, "frame")
    swallowed = {"game": "dakapo", "chairs": [{"kind": "screen"}, {"kind": "bot", "level": "hard"}]}
    assert failure(http.post(f"{server.url}/api/tables", json=swallowed)) == (422, "frame")


def test_invalid_frames_are_answered_and_the_table_stays_intact(server: Served) -> None:
    table = open_table(server, game="dakapo")
    token = join(server, table)["token"]

    async def babble() -> None:
        async with at_table(server, table["table"], token) as client:
            await client.next("full")
            answered: Counter[str] = Counter()
            for frame in frames(Random(1)):
                await client.socket.send(frame)
                answered[await answer_to(frame, client)] += 1
            assert answered["frame"] > 900
            assert min(answered[code] for code in ("ack", "full", "turn", "refused")) > 0, answered

    asyncio.run(babble())

    async def play() -> dict[str, Any]:
        async with at_table(server, table["table"], table["token"]) as client:
            full = await client.next("full")
            if full["phase"] == "over":
                return {"t": "ack"}
            return await client.do("act", v=full["v"], a="e6r")

    assert asyncio.run(play())["t"] == "ack"


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


def description(server: Served) -> dict[str, Any]:
    """Return the OpenAPI document, with existing tables and games as examples."""
    described: dict[str, Any] = http.get(f"{server.url}/api/openapi.json").json()
    waiting = open_table(server, game="dakapo")
    tables = [waiting["table"], "nowhere", *(open_table(server, game="dacapo", listed=True)["table"] for _ in range(3))]
    for game in ("dacapo", "dalapapa"):
        table = open_table(server, game=game)
        join(server, table)
        tables.append(table["table"])
    names = {"table": tables, "game": ["dakapo", "dacapo", "dalapapa", "chess"], "number": [1, 2]}
    names["language"] = ["de", "xx", ""]
    for path in described["paths"].values():
        for parameter in path.get("parameters", ()):
            parameter["schema"] = {"enum": names[parameter["name"]]}
    schemas = described["components"]["schemas"]
    for kind in ("NewTable", "Looked"):
        schemas[kind]["properties"]["game"] = {"enum": names["game"]}
    schemas["Looked"]["properties"]["moves"]["items"] = {"enum": ["e6r", "e7g", "stop", "pass", "draw:1", "x"]}
    schemas["JoinTable"]["properties"]["invite"] = {"enum": [waiting["invite"], "wrong"]}
    schemas["JoinTable"]["properties"]["secret"] = {"enum": ["s" * 32, "short"]}
    rules = encore.load("dakapo")
    played: tuple[list[str], ...] = [], ["e6r"], ["e5r"]  # the last one is against the rules
    records = [format_record(record_of(rules, moves, rules.initial(), ["Ada", "Bob"])) for moves in played]
    schemas["Recorded"]["properties"]["record"] = {"enum": [*records, "", "é\x00", "x" * 9000]}
    return described


def answers(server: Served, operation: schemathesis.APIOperation[Any, Any, Any, Any]) -> set[int]:
    """Generate requests for an operation and check each answer against the document; return the statuses."""
    statuses = set()

    @settings(max_examples=40, deadline=None, derandomize=True)
    @given(case=operation.as_strategy())
    def check(case: Any) -> None:
        answer = case.call(base_url=server.url)
        assert answer.status_code != 500, answer.text
        case.operation.validate_response(answer)
        if answer.status_code >= 400:
            assert {"error", "why"} <= set(answer.json()) <= {"error", "why", "rule", "fact"}
        statuses.add(answer.status_code)

    check()
    return statuses


def test_the_api_matches_its_document(server: Served) -> None:
    """Hundreds of generated requests to every address: never a 500, always as documented."""
    asked = {}
    for result in schemathesis.openapi.from_dict(description(server)).get_all_operations():
        assert isinstance(result, Ok), result
        operation = result.ok()
        asked[f"{operation.method.upper()} {operation.path}"] = answers(server, operation)
    assert {request.split()[1] for request in asked} == set(document()["paths"])
    for request, statuses in asked.items():
        assert statuses & {200, 201}, f"{request} was never answered: {statuses}"


def test_the_document_says_where_a_token_is_used() -> None:
    described = document()
    schemes = described["components"]["securitySchemes"]
    assert {scheme.get("scheme", scheme.get("in")) for scheme in schemes.values()} == {"bearer", "cookie"}
    secured = {
        path: {name for choice in operation["security"] for name in choice}
        for path, operations in described["paths"].items()
        for operation in operations.values()
        if "security" in operation
    }
    assert secured == {path: set(schemes) for path in ("/api/tables/{table}", "/api/tables/{table}/join")}
    assert document() is described  # created once


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
