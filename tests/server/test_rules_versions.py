"""Tables and records of an older rules version are played and replayed by their own rules."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from encore.core.errors import EncoreError, UnknownRules
from encore.server.domain import events
from encore.server.domain.clocks import Timing
from encore.server.domain.events import Began, Chair, Moved, Opened
from encore.server.domain.table import replayed
from encore.server.storage.sqlite import SqliteStore
from encore.server.storage.store import Row
from encore.server.storage.transfer import read_all, write_all
from tests import versions
from tests.server.client import Served, at_table, http, open_table, served

SCREENS = (Chair("screen", "Ada"), Chair("screen", "Ben"))
MOVES = ("add2", "add2", "add2", "add2", "add1")


def rows(rules: int, moves: tuple[str, ...] = MOVES) -> list[Row]:
    """Return the rows of a table opened with a rules version; a row names the version only if it is not 1."""
    opened = Opened("tally", 2, {}, SCREENS, Timing(), False, True, "ada", "x", rules=rules)
    happened = [[opened, Began(0, "seed")], *([Moved(move)] for move in moves)]
    return [Row(f"table{rules}", seq, 1000, None, events.encode(each)) for seq, each in enumerate(happened, 1)]


async def stored(file: Path, *tables: list[Row]) -> None:
    store = SqliteStore(file)
    await store.open()
    for row in (row for table in tables for row in table):
        await store.append(row)
    await store.close()


@pytest.fixture
def tally() -> Iterator[None]:
    with versions.installed():
        yield


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Served]:
    folder = tmp_path_factory.mktemp("versions")
    asyncio.run(stored(folder / "tables.sqlite", rows(1), rows(2)))
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("ENCORE_GAMES", str(versions.FOLDER))
        with served(folder) as running:
            yield running


def fetched(server: Served, table: str, what: str = "") -> Any:
    answer = http.get(f"{server.url}/api/tables/{table}{what}")
    assert answer.status_code == 200, answer.text
    return answer.json()


def test_rows_of_the_first_release_use_rules_version_one() -> None:
    assert b"rules" not in events.encode([Opened("tally", 2, {}, SCREENS, Timing(), False, True, "a", "x")])
    assert b'"rules":2' in rows(2)[0].data


@pytest.mark.usefixtures("tally")
def test_a_stored_table_is_replayed_by_its_own_rules() -> None:
    assert [replayed("t", rows(rules)).game.rules_version for rules in (1, 2)] == [1, 2]
    with pytest.raises(EncoreError, match="3 cannot be added"):
        replayed("t", rows(1, ("add3",)))
    with pytest.raises(UnknownRules, match=r"^rules version 3 of tally is newer than this installation"):
        replayed("t", rows(3))


@pytest.mark.usefixtures("tally")
def test_export_and_import_keep_the_version(tmp_path: Path) -> None:
    async def carry() -> tuple[int, int]:
        await stored(tmp_path / "old.db", rows(1), rows(2))
        await write_all(SqliteStore(tmp_path / "old.db"), tmp_path / "all.jsonl")
        return await read_all(SqliteStore(tmp_path / "new.db"), tmp_path / "all.jsonl")

    assert asyncio.run(carry()) == (2, 0)

    async def found(table: str) -> list[Row]:
        store = SqliteStore(tmp_path / "new.db")
        await store.open()
        try:
            return await store.rows(table)
        finally:
            await store.close()

    for rules in (1, 2):
        assert replayed("t", asyncio.run(found(f"table{rules}"))).game.rules_version == rules


@pytest.mark.usefixtures("tally")
def test_importing_a_table_with_unknown_rules_gives_one_clear_line(tmp_path: Path) -> None:
    async def carry() -> None:
        await stored(tmp_path / "old.db", rows(3))
        await write_all(SqliteStore(tmp_path / "old.db"), tmp_path / "all.jsonl")
        await read_all(SqliteStore(tmp_path / "new.db"), tmp_path / "all.jsonl")

    with pytest.raises(EncoreError, match=r"line 2: [^\n]*rules version 3 of tally is newer") as caught:
        asyncio.run(carry())
    assert "\n" not in str(caught.value)


def test_a_table_names_its_rules_version(server: Served) -> None:
    old, new = fetched(server, "table1"), fetched(server, "table2")
    assert (old["rules"], old["newest_rules"], new["rules"], new["newest_rules"]) == (1, 2, 2, 2)
    assert old["rules_fact"] == {"code": "core.older-rules", "args": {"rules": 1, "newest": 2}, "cells": []}
    assert "rules_fact" not in new


def test_an_old_table_continues_with_its_own_rules(server: Served) -> None:
    made = open_table(server, game="tally", chairs=[{"kind": "screen"}, {"kind": "screen"}])

    async def play() -> tuple[str, int]:
        async with at_table(server, made["table"], made["token"]) as client:
            full = await client.next("full")
            return (await client.do("act", v=full["v"], a="add3"))["t"], full["rules"]

    assert asyncio.run(play()) == ("ack", 2), "a new table has the newest rules"
    position = {"game": "tally", "moves": ["add3"]}
    assert http.post(f"{server.url}/api/look", json=position).status_code == 200
    refused = http.post(f"{server.url}/api/look", json={**position, "rules": 1})
    assert (refused.status_code, refused.json()["error"]) == (422, "illegal")


def test_records_and_replays_name_the_version(server: Served) -> None:
    for rules in (1, 2):
        record = http.get(f"{server.url}/api/tables/table{rules}/record").text
        assert f'[Rules "{rules}"]' in record
        again = http.post(f"{server.url}/api/replay", json={"record": record}).json()
        assert (again["rules"], again["newest_rules"]) == (rules, 2)
        assert bool(again["rules_fact"]) is (rules == 1)
    future = http.post(f"{server.url}/api/replay", json={"record": versions.RECORDS[3]})
    assert future.status_code == 422
    assert "newer than this installation" in future.json()["why"]
    assert json.dumps(future.json()["fact"]).count("core.newer-rules") == 1
