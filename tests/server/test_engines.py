"""Engines on a server: the operator names them, players play against them, and one that fails loses its game."""

from __future__ import annotations

import asyncio
import sys
from collections.abc import Iterator
from pathlib import Path
from random import Random
from typing import Any

import pytest

import encore
from encore.core.errors import OptionError
from encore.core.fact import Fact
from encore.core.replay import check
from encore.server.bots.engines import Engines, read_engines
from encore.server.domain.events import Began, Chair
from encore.server.rooms.hub import Hub
from encore.server.storage.sqlite import SqliteStore
from tests.engines import TALK
from tests.server.client import Served, at_table, http, open_table, served
from tests.server.hubs import OPENED, until, use, write

PERSON = {"kind": "screen", "name": "Ada"}


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Served]:
    folder = tmp_path_factory.mktemp("data")
    broken = folder / "broken.py"
    broken.write_text(TALK.replace("{go}", "sys.exit(3)"), "utf-8")
    offered = {
        "greedy": f"{sys.executable} -m encore engine greedy",
        "broken": f"{sys.executable} {broken}",
        "missing": "there-is-no-such-program",
    }
    engines = [word for name, command in offered.items() for word in ("--engine", f"{name}={command}")]
    with served(folder / "tables", "--unlimited", *engines) as running:
        yield running


def against(server: Served, bot: str, game: str = "dakapo", **asked: Any) -> dict[str, Any]:
    return open_table(server, game=game, chairs=[PERSON, {"kind": "bot", "bot": bot}], **asked)


@pytest.mark.parametrize(("game", "options"), [("dakapo", {}), ("dacapo", {"rounds": 1}), ("dalapapa", {"target": 20})])
def test_somebody_plays_against_an_engine(server: Served, game: str, options: dict[str, object]) -> None:
    table = against(server, "engine:greedy", game, options=options)

    async def play() -> dict[str, Any]:
        async with at_table(server, table["table"], table["token"]) as person:
            rng, state = Random(game), await person.next("full")
            while "end" not in state or not state["end"]:
                if state.get("legal"):
                    await person.send("act", v=state["v"], a=rng.choice(state["legal"]))
                state = await person.next("ev")
            return state

    end = asyncio.run(play())["end"]
    assert end["reason"] == "rules"
    record = encore.parse_record(http.get(f"{server.url}/api/tables/{table['table']}/record").content)
    assert record.tags["Seat2"] == "engine:greedy"
    check(record, encore.game_of(record))


@pytest.mark.parametrize(
    ("bot", "code"), [("engine:broken", "core.engine-ended"), ("engine:missing", "core.engine-not-started")]
)
def test_an_engine_that_fails_loses_by_a_named_reason(server: Served, bot: str, code: str) -> None:
    table = against(server, bot)

    async def play() -> dict[str, Any]:
        async with at_table(server, table["table"], table["token"]) as person:
            state = await person.next("full")
            await person.send("act", v=state["v"], a=state["legal"][0])
            while not state.get("end"):
                state = await person.next("ev")
            return state

    end = asyncio.run(play())["end"]
    assert (end["reason"], end["winners"]) == ("forfeit", [0])
    assert end["fact"]["code"] == code
    assert end["fact"]["args"]["engine"] == bot
    assert sys.executable not in str(end)
    record = encore.parse_record(http.get(f"{server.url}/api/tables/{table['table']}/record").content)
    assert record.tags["Termination"] == "forfeit"
    check(record, encore.game_of(record))


def test_an_engine_that_fails_harms_no_other_table(server: Served) -> None:
    first, other = against(server, "engine:broken"), against(server, "random")

    async def play() -> dict[str, Any]:
        async with (
            at_table(server, first["table"], first["token"]) as losing,
            at_table(server, other["table"], other["token"]) as person,
        ):
            state = await losing.next("full")
            await losing.send("act", v=state["v"], a=state["legal"][0])
            state = await person.next("full")
            await person.send("act", v=state["v"], a=state["legal"][0])
            await person.next("ev")
            return await person.next("ev")  # the bot's move

    assert asyncio.run(play())["a"]


def test_only_what_the_operator_has_named_can_be_chosen(server: Served) -> None:
    for bot in ("engine:other", "engine:touch /tmp/x", "engine:", f"engine:{sys.executable}"):
        asked = {"game": "dakapo", "chairs": [PERSON, {"kind": "bot", "bot": bot}]}
        answer = http.post(f"{server.url}/api/tables", json=asked)
        assert answer.status_code == 422
        assert "engine:greedy" in answer.json()["why"]
        assert "encore engine" not in answer.text


def test_a_name_in_an_imported_table_is_never_a_command(tmp_path: Path) -> None:
    trap = tmp_path / "trap"

    async def play(hub: Hub, store: SqliteStore) -> None:
        chairs = (Chair("bot", bot=f"engine:touch {trap}"), Chair("screen"))
        await write(store, "table", 1, OPENED.__class__(**{**_fields(OPENED), "chairs": chairs}), Began(0, "seed"))
        room = await hub.room("table")
        hub._bots.think(room)
        await until(lambda: room.table.phase == "over")
        assert room.table.ended
        assert room.table.ended.fact == Fact("server.engine-not-offered", engine=f"engine:touch {trap}")

    use(tmp_path, play)
    assert not trap.exists()


def _fields(opened: Any) -> dict[str, Any]:
    return {name: getattr(opened, name) for name in opened.__struct_fields__}


@pytest.mark.parametrize(
    ("given", "why"),
    [
        (["square"], "--engine is NAME=COMMAND"),
        (["Big=./x"], "--engine is NAME=COMMAND"),
        (["a=./x", "a=./y"], "--engine names a twice"),
        (["a= "], "engine: takes a command"),
    ],
)
def test_an_option_that_is_wrong_is_one_line(given: list[str], why: str) -> None:
    with pytest.raises(OptionError, match=why):
        read_engines(given)


def test_names_are_translated_only_for_engines() -> None:
    engines = Engines({"square": "./square --fast"})
    assert engines.played_as("bot:easy") == "bot:easy"
    assert engines.played_as("engine:square") == "engine:./square --fast"
    assert engines.played_as("engine:./square --fast") is None
