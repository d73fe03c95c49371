"""Servers that are killed under load: acknowledged actions are stored, and play goes on."""

from __future__ import annotations

import asyncio
import json
from dataclasses import dataclass, replace
from pathlib import Path
from random import Random
from typing import Any

from websockets.exceptions import WebSocketException

import encore
from encore.core.game import AnyGame
from tests.server.client import Client, Served, at_table, join, open_table, served

TABLES, ACKS = 6, 60
KILLS = 20
"""How often a server is killed."""


@dataclass(frozen=True)
class Sent:
    """A sent action, and the version from its acknowledgement."""

    seat: int
    action: str
    v: int
    move: str
    acknowledged: int | None = None


class Pair:
    """Two players at a table who know the rules and remember what was acknowledged."""

    def __init__(self, server: Served, number: int) -> None:
        game = ("dakapo", "dacapo")[number % 2]
        made = open_table(server, game=game, name="Ada")
        self.game: AnyGame = encore.load(game)
        self.table: str = made["table"]
        self.tokens = made["token"], join(server, made, name="Bob")["token"]
        self.rng = Random(number)
        self.promised: list[str] = []  # every acknowledged move of a person, in order
        self.sent: Sent | None = None  # the last one, which may or may not have been stored
        self.over = False

    async def play(self, servers: tuple[Served, Served], acks: list[int]) -> None:
        """Play as fast as possible, each at a server, until one is gone or the game is over."""
        try:
            async with (
                at_table(servers[0], self.table, self.tokens[0], wish="") as one,
                at_table(servers[1], self.table, self.tokens[1], wish="") as other,
            ):
                await self._play((one, other), acks)
        except (OSError, EOFError, WebSocketException):
            pass

    async def _play(self, clients: tuple[Client, Client], acks: list[int]) -> None:
        await self._send_again(clients)
        full = await self._look(clients[0])
        self.check(full)
        self.over = full["phase"] == "over"
        s, v = self._state(full["moves"]), full["v"]
        while (seat := self.game.to_move(s)) is not None and acks[0] > 0:
            await told(clients[seat], v)
            move = self.rng.choice(self.game.legal_moves(s))
            self.sent = Sent(seat, f"{self.table}-{v}", v, self.game.format_move(move))
            v = await self._act(clients)
            acks[0] -= 1
            s = self.game.play(s, move)
            if self.game.to_move(s) == encore.DEALER:
                full = await self._look(clients[seat])
                s = self._state(full["moves"])

    async def _act(self, clients: tuple[Client, Client]) -> int:
        """Send the last action, possibly again; return the acknowledged version."""
        sent = self.sent
        assert sent is not None
        answer = await clients[sent.seat].do("act", id=sent.action, v=sent.v, a=sent.move)
        assert answer["t"] == "ack", answer
        assert sent.acknowledged in (None, answer["v"])
        if sent.acknowledged is None:
            self.promised.append(sent.move)
            self.sent = replace(sent, acknowledged=answer["v"])
        return int(answer["v"])

    async def _send_again(self, clients: tuple[Client, Client]) -> None:
        """Send the last action again, as after a reconnect: stored or not, it counts once."""
        if self.sent is None:
            return
        await told(clients[self.sent.seat], self.sent.v)
        v = await self._act(clients)
        for client in clients:
            await told(client, v)

    async def _look(self, client: Client) -> dict[str, Any]:
        await client.send("look")
        return await client.next("full")

    def _state(self, moves: list[str]) -> Any:
        s = self.game.initial()
        for text in moves:
            s = self.game.play(s, self.game.parse_move(s, text))
        return s

    def check(self, full: dict[str, Any]) -> None:
        """Compare the acknowledged actions with the server's state: each is there, in order, and once."""
        people = [move for move, mover in zip(full["moves"], full["movers"], strict=True) if mover >= 0]
        assert people == self.promised, json.dumps([people, self.promised])


async def told(client: Client, v: int) -> None:
    """Wait until a client has received a version, even if a process was killed before it could send it."""
    while not any(brings(frame, v) for frame in reversed(client.frames)):
        await client.next("ev", "full")


def brings(frame: str, v: int) -> bool:
    """Return whether a message brings its receiver to a version."""
    message = json.loads(frame)
    return message["t"] in ("ev", "full") and message["v"] >= v


def play_until_killed(servers: tuple[Served, Served], victim: Served, pairs: list[Pair], acks: int) -> None:
    """Let all pairs play, with new pairs for finished ones; kill a server after a number of acknowledged moves."""
    while sum(not pair.over for pair in pairs) < TABLES:
        pairs.append(Pair(servers[len(pairs) % 2], len(pairs)))
    asyncio.run(_play_until_killed(servers, victim, [pair for pair in pairs if not pair.over], [acks]))


async def _play_until_killed(
    servers: tuple[Served, Served], victim: Served, pairs: list[Pair], acks: list[int]
) -> None:
    playing = [asyncio.create_task(pair.play(servers, acks)) for pair in pairs]
    while acks[0] > 0 and not all(task.done() for task in playing):
        await asyncio.sleep(0.001)
    victim.kill()
    await asyncio.gather(*playing)


def look_again(servers: tuple[Served, Served], pairs: list[Pair], killed: int) -> None:
    """Send everybody's last action again, and compare the acknowledged actions with each server's state."""

    async def look() -> None:
        for pair in pairs:
            await pair.play(servers, [0])
            for server in servers:
                async with at_table(server, pair.table) as watcher:
                    pair.check(await watcher.next("full"))

    asyncio.run(look())
    assert sum(len(pair.promised) for pair in pairs) >= killed * ACKS / 2


def test_no_acknowledged_action_is_lost_or_counted_twice(tmp_path: Path, thorough: bool) -> None:
    times = KILLS if thorough else 3
    pairs: list[Pair] = []
    with served(tmp_path, "--unlimited") as server:
        for kill in range(times):
            play_until_killed((server, server), server, pairs, ACKS + kill)
            server.start()
        look_again((server, server), pairs, times)
