"""What is hidden stays hidden: two tables that differ in hidden tiles alone send the same bytes to everybody else."""

from __future__ import annotations

import asyncio
import json
from pathlib import Path
from random import Random
from typing import Any

import httpx
import pytest

import encore
from encore.core.game import DEALER
from encore.server import events
from encore.server.clocks import Timing
from encore.server.events import AnyEvent, Began, Chair, Dealt, Moved, Opened, Sat
from encore.server.names import hashed
from encore.server.sqlite import SqliteStore
from encore.server.store import Row
from tests.server.client import Client, Served, at_table, served

GAME = encore.load("dalapapa")
TABLES = ("one-table", "two-table")


def history(rng: Random) -> tuple[list[str], str, int, int]:
    """Return moves up to a turn of the second seat, what it will lay, the tile that it keeps, and one of the bag."""
    s, moves, turns = GAME.initial(), list[str](), rng.randrange(1, 6)
    while True:
        seat = GAME.to_move(s)
        if seat == 1 and s.phase.name == "FIRST":
            turns -= 1
            if turns == 0:
                break
        move = GAME.deal(s, rng) if seat == DEALER else rng.choice(GAME.legal_moves(s))
        moves.append(GAME.format_move(move))
        s = GAME.play(s, move)
    laid = rng.choice(GAME.legal_moves(s))
    kept = next(tile for tile in s.hands[1] if tile != laid.tile)
    known = {int(tile) for move in moves if move.startswith("draw:") for tile in move[5:].split(",")}
    return moves, GAME.format_move(laid), kept, rng.choice([tile for tile in range(1, 121) if tile not in known])


def exchanged(moves: list[str], kept: int, other: int) -> list[str]:
    """Return the moves with another tile drawn instead of the one kept."""

    def change(move: str) -> str:
        tiles = [other if int(tile) == kept else int(tile) for tile in move[5:].split(",")]
        return "draw:" + ",".join(map(str, tiles))

    return [change(move) if move.startswith("draw:") else move for move in moves]


async def write_tables(folder: Path, histories: list[list[str]]) -> None:
    store = SqliteStore(folder / "tables.sqlite")
    await store.open()
    chairs = Chair("screen", "Ada"), Chair("open")
    opened = Opened("dalapapa", 2, {}, chairs, Timing(), False, True, hashed("ada"), hashed("x"))
    for name, moves in zip(TABLES, histories, strict=True):
        happened: list[AnyEvent] = [opened, Sat(1, "Bob", hashed("bob")), Began(0, "the same seed")]
        happened += [Dealt(move) if move.startswith("draw:") else Moved(move) for move in moves]
        await store.append(Row(name, 1, 1000, None, events.encode(happened)))
    await store.close()


async def everything_sent(server: Served, table: str, laid: str) -> dict[str, list[Any]]:
    """Return all that Ada and a watcher get to see while Bob makes his turn and Ada begins hers."""
    async with (
        at_table(server, table, "ada") as ada,
        at_table(server, table, "") as watcher,
        at_table(server, table, "bob") as bob,
    ):
        for client in (ada, watcher):
            await client.next("here")
        full = await bob.next("full")
        v = (await bob.do("act", id="b1", v=full["v"], a=laid))["v"]
        for client in (ada, watcher):
            await client.next("ev")
        stopped = await bob.do("act", id="b2", v=v, a="stop")
        if stopped["t"] == "ack":
            state = await ada.next("ev")
            await watcher.next("ev")
            for wrong in ("stop", "999a@0,0e", "pass", "draw:1"):
                await ada.do("act", id=wrong, v=state["v"], a=wrong)
            await watcher.do("act", id="w", v=state["v"], a="stop")
            await ada.do("act", id="a1", v=state["v"], a=state["legal"][0])
            await watcher.next("ev")
        await ada.send("look")
        await ada.next("full")
        await watcher.send("look")
        await watcher.next("full")
    sent = {"ada": _frames(ada, table), "watcher": _frames(watcher, table)}
    for who, headers in (("ada", {"Authorization": "Bearer ada"}), ("watcher", {})):
        for path in ("", "/record"):
            answer = httpx.get(f"{server.url}/api/tables/{table}{path}", headers=headers)
            sent[who].append((answer.status_code, answer.text.replace(table, "TABLE")))
    return sent


def _frames(client: Client, table: str) -> list[Any]:
    """Return the frames; who came when is no secret, and comes in any order."""
    return [f.replace(table, "TABLE") for f in client.frames if json.loads(f)["t"] != "here"]


@pytest.mark.parametrize("seed", range(4))
def test_nothing_sent_tells_of_hidden_tiles(tmp_path: Path, seed: int) -> None:
    moves, laid, kept, other = history(Random(f"leaks/{seed}"))
    changed = exchanged(moves, kept, other)
    assert changed != moves
    asyncio.run(write_tables(tmp_path, [moves, changed]))
    with served(tmp_path, "--unlimited") as server:
        one, two = (asyncio.run(everything_sent(server, table, laid)) for table in TABLES)
    assert one == two
    assert len(one["ada"]) > 5


def test_the_test_would_see_a_leak(tmp_path: Path) -> None:
    """Bob himself is sent different bytes."""
    moves, _, kept, other = history(Random("leaks/0"))
    asyncio.run(write_tables(tmp_path, [moves, exchanged(moves, kept, other)]))
    with served(tmp_path) as server:
        one, two = (
            httpx.get(f"{server.url}/api/tables/{table}", headers={"Authorization": "Bearer bob"}).json()
            for table in TABLES
        )
    assert one["view"] != two["view"]
