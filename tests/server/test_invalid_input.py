"""Invalid requests and frames get an answer of one line, and the table stays intact."""

from __future__ import annotations

import asyncio
import json
import string
from collections import Counter
from collections.abc import Iterator
from random import Random
from typing import Any, get_args

import msgspec
import pytest
from websockets.exceptions import ConnectionClosed

from encore.server.wire.messages import Look, Request, read_request
from tests.server.client import Client, Served, at_table, failure, http, join, open_table

DEEP = "[" * 3500 + "]" * 3500
"""As deep as a frame or a request allows; Python's recursion limit is lower."""


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
        ({"game": "dakapo", "chairs": [{"kind": "screen", "name": "x" * 25}, {"kind": "open"}]}, "chairs[0].name"),
        ({"game": "dakapo", "colour": "red"}, "colour"),
    ],
)
def test_an_invalid_table_is_refused_in_one_line(server: Served, asked: dict[str, Any], why: str) -> None:
    answer = http.post(f"{server.url}/api/tables", json=asked)
    assert failure(answer)[0] == 422
    assert why in answer.json()["why"]


def test_bots_cannot_set_their_own_time(server: Served) -> None:
    chairs = [{"kind": "screen"}, {"kind": "bot", "bot": "bot:expert@9999999"}]
    answer = http.post(f"{server.url}/api/tables", json={"game": "dakapo", "chairs": chairs})
    assert failure(answer) == (422, "option")
    assert "the bots: " in answer.json()["why"]


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
