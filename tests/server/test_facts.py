"""The server's messages are sent as data along with their English text."""

from __future__ import annotations

import asyncio
from collections.abc import Iterator
from typing import Any

import msgspec
import pytest

from encore.core.fact import Fact
from encore.core.rendering import render
from encore.server.domain import events
from encore.server.domain.events import Ended
from encore.server.domain.positions import LONGEST_RECORD, lessons
from tests.server.client import Served, at_table, http, open_table, served

SCREENS = [{"kind": "screen", "name": "Ada"}, {"kind": "screen", "name": "Ben"}]


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Served]:
    with served(tmp_path_factory.mktemp("facts")) as running:
        yield running


def english(fact: Any) -> str:
    """Return the English text of a received fact."""
    return render(msgspec.convert(fact, Fact))


def test_a_refusal_has_a_fact(server: Served) -> None:
    made = open_table(server, game="dakapo", chairs=SCREENS)

    async def play() -> dict[str, dict[str, Any]]:
        async with at_table(server, made["table"], made["token"]) as client:
            state = await client.next("full")
            return {
                "undo": await client.do("ask", what="undo"),
                "chat": await client.do("say", text=" \u200b "),
                "illegal": await client.do("act", v=state["v"], a="a1r"),
                "unreadable": await client.do("act", v="?", a="e6r", id=""),
            }

    told = asyncio.run(play())
    assert told["undo"]["fact"] == {"code": "server.not-moved", "args": {}, "cells": []}
    assert told["chat"]["fact"]["code"] == "server.empty-message"
    assert told["unreadable"]["fact"]["code"] == "server.message-unreadable"
    assert "Expected `int`" in told["unreadable"]["why"], "programmers are told more"
    illegal = told["illegal"]
    assert illegal["why"] == f"rule {illegal['rule']}: {english(illegal['fact'])}"


@pytest.mark.parametrize(
    ("path", "body", "code"),
    [
        ("/api/look", {"game": "dakapo", "options": {"tiles": "x"}}, "core.unknown-option"),
        ("/api/look", {"game": "dacapo", "players": 1, "options": {"target": 3}}, "core.no-options"),
        ("/api/look", {"game": 7}, "server.request-unreadable"),
        ("/api/replay", {"record": "x" * (LONGEST_RECORD + 1)}, "server.record-too-long"),
        ("/api/replay", {"record": "nonsense"}, "server.record-place"),
        ("/api/verify", {"record": "x" * (LONGEST_RECORD + 1)}, "server.record-too-long"),
        ("/api/tables", {"game": "dakapo", "timing": {"kind": "days", "days": 99}}, "server.days-clock"),
        ("/api/nowhere", {}, "server.no-method"),
    ],
)
def test_a_failure_has_a_fact(server: Served, path: str, body: dict[str, Any], code: str) -> None:
    failure = http.post(f"{server.url}{path}", json=body).json()
    assert failure["fact"]["code"] == code
    assert failure["why"].lower().startswith(english(failure["fact"]).lower())


def test_an_end_is_stored_with_its_fact_and_old_rows_are_readable() -> None:
    fact = Fact("core.plain", "a1", text="four in a row")
    written = events.encode([Ended("rules", (0,), "four in a row", fact)])
    assert events.decode(written) == (Ended("rules", (0,), "four in a row", fact),)
    old = b'[{"e":"ended","reason":"rules","winners":[0],"why":"four in a row"}]'
    assert events.decode(old) == (Ended("rules", (0,), "four in a row"),)


@pytest.mark.parametrize("game", ["dakapo", "dacapo", "dalapapa"])
def test_lessons_have_facts_for_their_texts(game: str) -> None:
    found = msgspec.json.decode(msgspec.json.encode(lessons(game)))["lessons"]
    assert found
    for lesson in found:
        assert english(lesson["title_fact"]) == lesson["title"]
        for step in lesson["steps"]:
            texts = [name for name in ("text", "wrong", "done") if step[name]]
            assert [english(step[f"{name}_fact"]) for name in texts] == [step[name] for name in texts]
