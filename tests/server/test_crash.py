"""Servers that are killed in the middle of everything: what was acknowledged is there, and play goes on."""

from __future__ import annotations

import asyncio
import json
from pathlib import Path
from random import Random
from typing import Any

from websockets.exceptions import WebSocketException

import encore
from encore.core.game import AnyGame
from tests.server.client import Client, Served, at_table, join, open_table, served

TABLES, KILLS, ACKS = 6, 20, 60


class Pair:
    """Two people at a table who know the rules, and remember what they were promised."""

    def __init__(self, server: Served, number: int) -> None:
        game = ("dakapo", "dacapo")[number % 2]
        made = open_table(server, game=game, name="Ada")
        self.game: AnyGame = encore.load(game)
        self.table: str = made["table"]
        self.tokens = made["token"], join(server, made, name="Bob")["token"]
        self.rng = Random(number)
        self.promised: list[str] = []  # every move of a person that was acknowledged, in order
        self.sent: str | None = None  # the one that may or may not have been stored
        self.over = False

    async def play(self, server: Served, acks: list[int]) -> None:
        """Play as fast as it goes until the server is gone or the game is over."""
        try:
            async with (
                at_table(server, self.table, self.tokens[0], wish="") as one,
                at_table(server, self.table, self.tokens[1], wish="") as other,
            ):
                await self._play((one, other), acks)
        except (OSError, EOFError, WebSocketException):
            pass

    async def _play(self, clients: tuple[Client, Client], acks: list[int]) -> None:
        full = await clients[0].next("full")
        self.check(full)
        self.over = full["phase"] == "over"
        s, v, number = self._state(full["moves"]), full["v"], 0
        while (seat := self.game.to_move(s)) is not None and acks[0] > 0:
            move = self.rng.choice(self.game.legal_moves(s))
            self.sent = self.game.format_move(move)
            answer = await clients[seat].do("act", id=f"{self.table}-{v}-{number}", v=v, a=self.sent)
            assert answer["t"] == "ack", answer
            self.promised.append(self.sent)
            self.sent = None
            acks[0] -= 1
            s, v, number = self.game.play(s, move), answer["v"], number + 1
            if self.game.to_move(s) == encore.DEALER:
                full = await self._look(clients[0])
                s = self._state(full["moves"])

    async def _look(self, client: Client) -> dict[str, Any]:
        await client.send("look")
        return await client.next("full")

    def _state(self, moves: list[str]) -> Any:
        s = self.game.initial()
        for text in moves:
            s = self.game.play(s, self.game.parse_move(s, text))
        return s

    def check(self, full: dict[str, Any]) -> None:
        """Hold what was promised against what the server knows; the move that was on its way may be there or not."""
        people = [move for move, mover in zip(full["moves"], full["movers"], strict=True) if mover >= 0]
        assert people[: len(self.promised)] == self.promised, json.dumps([people, self.promised])
        more = people[len(self.promised) :]
        assert more in ([], [self.sent]), json.dumps([more, self.sent])
        self.promised, self.sent = people, None


def play_until_killed(server: Served, pairs: list[Pair], acks: int) -> None:
    """Let everybody play, new pairs where some have finished; kill the server when so many moves were acknowledged."""
    while sum(not pair.over for pair in pairs) < TABLES:
        pairs.append(Pair(server, len(pairs)))
    asyncio.run(_play_until_killed(server, [pair for pair in pairs if not pair.over], [acks]))


async def _play_until_killed(server: Served, pairs: list[Pair], acks: list[int]) -> None:
    playing = [asyncio.create_task(pair.play(server, acks)) for pair in pairs]
    while acks[0] > 0 and not all(task.done() for task in playing):
        await asyncio.sleep(0.001)
    server.kill()
    await asyncio.gather(*playing)


def look_again(server: Served, pairs: list[Pair]) -> None:
    """Hold what everybody was promised against what a server knows in the end."""

    async def look() -> None:
        for pair in pairs:
            async with at_table(server, pair.table) as watcher:
                pair.check(await watcher.next("full"))

    asyncio.run(look())
    assert sum(len(pair.promised) for pair in pairs) >= KILLS * ACKS / 2


def test_nothing_acknowledged_is_lost(tmp_path: Path) -> None:
    pairs: list[Pair] = []
    with served(tmp_path, "--unlimited") as server:
        for kill in range(KILLS):
            play_until_killed(server, pairs, ACKS + kill)
            server.start()
        look_again(server, pairs)
