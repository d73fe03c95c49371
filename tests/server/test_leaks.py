"""Hidden information stays hidden: two tables that differ only in hidden tiles send the same bytes to all others."""

from __future__ import annotations

import asyncio
import json
import re
from pathlib import Path
from random import Random
from typing import Any

import pytest

import encore
from encore.core.game import DEALER
from encore.server.bots.fair_queue import Sender
from encore.server.bots.questions import AnyQuestion, Question
from encore.server.bots.search_time import SearchTime
from encore.server.bots.thinkers import SOMEBODY, Thinkers
from encore.server.domain import decisions, events, positions
from encore.server.domain.clocks import Timing
from encore.server.domain.events import AnyEvent, Began, Chair, Dealt, Joined, Moved, Opened
from encore.server.domain.names import hashed
from encore.server.rooms.bus import AloneBus
from encore.server.rooms.hub import Hub
from encore.server.storage.sqlite import SqliteStore
from encore.server.storage.store import Row
from tests.server.client import Client, Served, at_table, http, served

GAME = encore.load("dalapapa")
TABLES = ("one-table", "two-table")


def history(rng: Random, mover: int) -> tuple[list[str], Any]:
    """Return moves up to a turn of a seat, and the state then."""
    s, moves, turns = GAME.initial(), list[str](), rng.randrange(1, 6)
    while True:
        seat = GAME.to_move(s)
        if seat == mover and s.phase.name == "FIRST":
            turns -= 1
            if turns == 0:
                return moves, s
        move = GAME.deal(s, rng) if seat == DEALER else rng.choice(GAME.legal_moves(s))
        moves.append(GAME.format_move(move))
        s = GAME.play(s, move)


def bobs_turn(rng: Random) -> tuple[list[str], list[str], str]:
    """Return two histories up to the second seat's turn that differ in a tile it keeps, and the tile it will place."""
    moves, s = history(rng, 1)
    laid = rng.choice(GAME.legal_moves(s))
    kept = next(tile for tile in s.hands[1] if tile != laid.tile)
    return moves, exchanged(moves, kept, left_in_the_bag(moves, rng)), GAME.format_move(laid)


def left_in_the_bag(moves: list[str], rng: Random) -> int:
    known = {int(tile) for move in moves if move.startswith("draw:") for tile in move[5:].split(",")}
    return rng.choice([tile for tile in range(1, 121) if tile not in known])


def exchanged(moves: list[str], kept: int, other: int) -> list[str]:
    """Return the moves with another tile drawn instead of the one kept."""

    def change(move: str) -> str:
        tiles = [other if int(tile) == kept else int(tile) for tile in move[5:].split(",")]
        return "draw:" + ",".join(map(str, tiles))

    return [change(move) if move.startswith("draw:") else move for move in moves]


async def write_tables(folder: Path, histories: tuple[list[str], list[str]], bot: bool = False) -> None:
    """Store two tables of Ada and Bob, or of Ada and a bot."""
    store = SqliteStore(folder / "tables.sqlite")
    await store.open()
    chairs = Chair("screen", "Ada"), Chair("bot", bot="bot:easy") if bot else Chair("open")
    opened = Opened("dalapapa", 2, {}, chairs, Timing(), False, True, hashed("ada"), hashed("x"))
    for name, moves in zip(TABLES, histories, strict=True):
        happened: list[AnyEvent] = [
            opened,
            *([] if bot else [Joined(1, "Bob", hashed("bob"))]),
            Began(0, "the same seed"),
        ]
        happened += [Dealt(move) if move.startswith("draw:") else Moved(move) for move in moves]
        await store.append(Row(name, 1, 1000, None, events.encode(happened)))
    await store.close()


async def everything_sent(server: Served, table: str, laid: str) -> dict[str, list[Any]]:
    """Return everything sent to Ada and a spectator, as text and as pictures, during Bob's turn and Ada's."""
    async with (
        at_table(server, table, "ada") as ada,
        at_table(server, table, "ada", wish="board") as drawn,
        at_table(server, table, "") as watcher,
        at_table(server, table, "", wish="board") as looker,
        at_table(server, table, "bob") as bob,
    ):
        everybody = {"ada": ada, "drawn": drawn, "watcher": watcher, "looker": looker}
        for client in everybody.values():
            await client.next("here")
        full = await bob.next("full")
        v = (await bob.do("act", id="b1", v=full["v"], a=laid))["v"]
        for client in everybody.values():
            await client.next("ev")
        if (await bob.do("act", id="b2", v=v, a="stop"))["t"] == "ack":
            for client in everybody.values():
                state = await client.next("ev")
            await ada.send("look")
            legal = (await ada.next("full"))["legal"]
            await try_everything(everybody, state["v"], legal)
            await ada.do("act", id="a1", v=state["v"], a=legal[0])
            for client in everybody.values():
                await client.next("ev")
        for client in everybody.values():
            await client.send("look")
            await client.next("full")
    sent = {who: _frames(client, table) for who, client in everybody.items()}
    for who, headers in (("ada", {"Authorization": "Bearer ada"}), ("watcher", {})):
        plies = [f"/positions/{ply}" for ply in range(len(told_moves(server, table)) + 1)]
        for path in ("", "/record", "/replay", "/moves", *plies):
            answer = http.get(f"{server.url}/api/tables/{table}{path}", headers=headers)
            sent[who].append((answer.status_code, _of_any_table(answer.text, table)))
    return sent


def told_moves(server: Served, table: str) -> list[Any]:
    """Return the moves in words that a spectator gets."""
    answer = http.get(f"{server.url}/api/tables/{table}/moves")
    assert answer.status_code == 200, answer.text
    return list(answer.json()["told"])


async def try_everything(everybody: dict[str, Client], v: int, legal: list[str]) -> None:
    """Let Ada and the spectators send allowed and forbidden requests in Ada's turn."""
    wrong = ("stop", "999a@0,0e", "pass", "draw:1")
    for who, client in everybody.items():
        for number, move in enumerate((*wrong, *legal[:: len(legal) // 8 + 1])):
            answer = await client.do("preview", id=f"p{number}", a=move)
            assert (answer["t"] == "preview") == (who in ("ada", "drawn") and move in legal), answer
        assert (await client.do("hint", id="h"))["code"] in ("turn", "refused")
        for move in wrong:
            await client.do("act", id=f"{who} {move}", v=v, a=move)


def _frames(client: Client, table: str) -> list[Any]:
    """Return the frames, without presence messages, which are not secret and come in any order."""
    return [_of_any_table(f, table) for f in client.frames if json.loads(f)["t"] != "here"]


def _of_any_table(text: str, table: str) -> str:
    """Return a text without the name of the table and the ids of its seats, which are made of it."""
    return re.sub(r'"id":"[0-9a-f]{16}"', '"id":"ID"', text.replace(table, "TABLE"))


@pytest.mark.sampled(2)
@pytest.mark.parametrize("seed", range(4))
def test_no_message_reveals_hidden_tiles(tmp_path: Path, seed: int) -> None:
    *histories, laid = bobs_turn(Random(f"leaks/{seed}"))
    one, two = histories
    assert one != two
    asyncio.run(write_tables(tmp_path, (one, two)))
    with served(tmp_path, "--unlimited") as server:
        sent, other = (asyncio.run(everything_sent(server, table, laid)) for table in TABLES)
    assert sent == other
    assert all(len(frames) > 5 for frames in sent.values())
    assert any('"board"' in frame for frame in sent["drawn"])


@pytest.mark.sampled(6)
@pytest.mark.parametrize("seed", range(30))
def test_no_position_and_no_words_reveal_hidden_tiles(seed: int) -> None:
    one, two, _ = bobs_turn(Random(f"words/{seed}"))
    for seat in (0, None):
        assert positions.told_moves(GAME, one, seat) == positions.told_moves(GAME, two, seat)
        for ply in range(len(one) + 1):
            assert positions.seen_after(GAME, one[:ply], seat) == positions.seen_after(GAME, two[:ply], seat)
    assert positions.seen_after(GAME, one, 1) != positions.seen_after(GAME, two, 1), "the seat itself sees its tiles"


def test_the_test_would_detect_a_leak(tmp_path: Path) -> None:
    """Bob himself gets different bytes."""
    one, two, _ = bobs_turn(Random("leaks/0"))
    asyncio.run(write_tables(tmp_path, (one, two)))

    async def pictures(server: Served) -> list[Any]:
        found = []
        for table in TABLES:
            async with at_table(server, table, "bob", wish="board") as bob:
                full = await bob.next("full")
                found.append((full["view"], full["board"]))
        return found

    with served(tmp_path) as server:
        seen, other = asyncio.run(pictures(server))
    assert seen[0] != other[0]
    assert seen[1] != other[1]


class Asked(Thinkers):
    """Answers with any legal move in the given view, and remembers the view."""

    def __init__(self) -> None:
        super().__init__(1)
        self.questions: list[Question] = []

    async def answer(self, question: AnyQuestion, sender: Sender = SOMEBODY, search: SearchTime | None = None) -> str:
        assert isinstance(question, Question)
        self.questions.append(question)
        return question.game.format_move(question.game.legal_moves(question.view)[-1])


@pytest.mark.parametrize("seed", range(4))
def test_a_hint_is_computed_without_hidden_tiles(tmp_path: Path, seed: int) -> None:
    """A bot's answer depends on chance and time, so the test compares what it is shown, and the resulting hint."""
    rng = Random(f"hints/{seed}")
    moves, s = history(rng, 0)
    changed = exchanged(moves, rng.choice(s.hands[1]), left_in_the_bag(moves, rng))
    asyncio.run(write_tables(tmp_path, (moves, changed), bot=True))
    thinkers = Asked()

    async def ask() -> list[Any]:
        store = SqliteStore(tmp_path / "tables.sqlite")
        await store.open()
        hub = Hub(store, AloneBus(), thinkers)
        try:
            rooms = [await hub.room(table) for table in TABLES]
            assert rooms[0].table.state != rooms[1].table.state
            return [await hub.hint(room, decisions.hint(room.table, hashed("ada"))) for room in rooms]
        finally:
            await store.close()

    one, two = asyncio.run(ask())
    assert one == two
    shown = [question.view for question in thinkers.questions]
    assert len(shown) == 2
    assert shown[0] == shown[1]
