"""The same load for Encore's server and boardgame.io's: the player to move sends a move, the other waits for it.

The moves are generated in advance, so a client needs very little time, and each server has the other core to itself.
"""

from __future__ import annotations

import asyncio
import json
import re
import time
from collections.abc import Iterator
from dataclasses import dataclass, field
from random import Random
from typing import Any, Protocol

import httpx
from picows import WSFrame, WSListener, WSMsgType, WSTransport, ws_connect

import encore

LONG = 40
"""The minimum number of moves in a game of the load."""


def games() -> Iterator[list[Any]]:
    """Generate Dakapo games in which nobody completes a square too early."""
    game, rng = encore.load("dakapo"), Random(1)
    while True:
        s, moves = game.initial(), list[Any]()
        while game.to_move(s) is not None and len(moves) < 56:
            choices = rng.sample(game.legal_moves(s), k=min(6, len(game.legal_moves(s))))
            after = [(move, game.play(s, move)) for move in choices]
            move, s = next(((m, t) for m, t in after if not t.won), after[0])
            moves.append(move)
        if len(moves) >= LONG:
            yield moves


class Wire(Protocol):
    """How to talk to one kind of server."""

    def greet(self, chair: int) -> list[str]:
        """Return what a client sends after it has connected."""

    def move(self, number: int) -> str:
        """Return the frame of a move, counted from 0."""

    def seen(self, frame: bytes) -> int | None:
        """Return the number of moves made, if this frame contains it."""

    def url(self, chair: int) -> tuple[str, dict[str, str]]:
        """Return the address that a seat connects to, and the headers."""

    def acknowledges(self, frame: bytes) -> bool:
        """Tell whether this frame acknowledges the client's own move."""

    def answer(self, frame: bytes) -> str | None:
        """Return the reply that keeps the connection open."""


class EncoreTable:
    """A table of Encore."""

    def __init__(self, server: str, moves: list[Any], client: httpx.Client) -> None:
        game = encore.load("dakapo")
        self.texts = [game.format_move(move) for move in moves]
        made = client.post(f"{server}/api/tables", json={"game": "dakapo", "keep": "token"}).json()
        body = {"invite": made["invite"], "keep": "token"}
        joined = client.post(f"{server}/api/tables/{made['table']}/join", json=body).json()
        self.tokens = made["token"], joined["token"]
        self._url = f"{server.replace('http', 'ws', 1)}/api/tables/{made['table']}/socket"

    def url(self, chair: int) -> tuple[str, dict[str, str]]:
        return self._url, {"Authorization": f"Bearer {self.tokens[chair]}"}

    def greet(self, chair: int) -> list[str]:
        return []

    def acknowledges(self, frame: bytes) -> bool:
        return frame.startswith(b'{"t":"ack"')

    def answer(self, frame: bytes) -> str | None:
        return None

    def move(self, number: int) -> str:
        # Version 2 is the beginning of the game: the table was opened and joined.
        return f'{{"t":"act","id":"m{number}","v":{number + 2},"a":"{self.texts[number]}"}}'

    def seen(self, frame: bytes) -> int | None:
        if frame.startswith(b'{"t":"full"'):
            return 0
        if frame.startswith(b'{"t":"nak"'):
            raise RuntimeError(frame.decode())
        return int(frame[14 : frame.index(b",", 14)]) - 2 if frame.startswith(b'{"t":"ev","v":') else None


class BoardgameTable:
    """A match of boardgame.io, which is created when somebody asks for it."""

    _STATE = re.compile(rb'"_stateID":(\d+)')

    def __init__(self, server: str, moves: list[Any], name: str) -> None:
        self.moves, self.name = moves, name
        self._url = f"{server.replace('http', 'ws', 1)}/socket.io/?EIO=4&transport=websocket"

    def url(self, chair: int) -> tuple[str, dict[str, str]]:
        return self._url, {}

    def greet(self, chair: int) -> list[str]:
        return ["40/dakapo,", f'42/dakapo,["sync","{self.name}","{chair}",null,2]']

    def acknowledges(self, frame: bytes) -> bool:
        return False  # it stores nothing

    def answer(self, frame: bytes) -> str | None:
        return "3" if frame == b"2" else None

    def move(self, number: int) -> str:
        move, player = self.moves[number], str(number % 2)
        action = {
            "type": "MAKE_MOVE",
            "payload": {"type": "place", "args": [move.cell, move.colour], "playerID": player},
        }
        return "42/dakapo," + json.dumps(["update", action, number, self.name, player], separators=(",", ":"))

    def seen(self, frame: bytes) -> int | None:
        if not frame.startswith((b'42/dakapo,["update"', b'42/dakapo,["sync"')):
            return None
        found = self._STATE.search(frame)
        return int(found[1]) if found else None


@dataclass
class Tally:
    """Results of the load: milliseconds from sending a move until the opponent receives it."""

    latencies: list[float] = field(default_factory=list)
    unordered: int = 0
    sent: int = 0
    acknowledged: int = 0

    def percentile(self, share: float) -> float:
        """Return a percentile of the latency."""
        ordered = sorted(self.latencies)
        return ordered[min(len(ordered) - 1, int(share * len(ordered)))]


class Player(WSListener):  # type: ignore[misc]
    """One of the two sockets of a table."""

    def __init__(self, game: Play, chair: int) -> None:
        self.game, self.chair = game, chair
        self.transport: WSTransport | None = None
        self._greeting = game.table.greet(chair)

    def on_ws_connected(self, transport: WSTransport) -> None:
        """Keep the connection."""
        self.transport = transport
        if not self._greeting:
            return
        self.say(self._greeting.pop(0))

    def say(self, text: str) -> None:
        """Send a frame."""
        assert self.transport is not None
        self.transport.send(WSMsgType.TEXT, text.encode())

    def on_ws_frame(self, transport: WSTransport, frame: WSFrame) -> None:
        """Handle a frame."""
        payload = frame.get_payload_as_bytes()
        if answer := self.game.table.answer(payload):
            self.say(answer)
        elif self._greeting and payload.startswith(b"40/"):
            self.say(self._greeting.pop(0))
        elif (seen := self.game.table.seen(payload)) is not None:
            self.game.saw(self.chair, seen)
        elif self.game.table.acknowledges(payload):
            self.game.tally.acknowledged += 1


class Play:
    """A game of the load. ``pause`` is the time between moves; 0 means as fast as possible."""

    def __init__(self, table: Wire, moves: int, tally: Tally, pause: float) -> None:
        self.table, self.moves, self.tally, self.pause = table, moves, tally, pause
        self.ready = asyncio.Event()
        self.over = asyncio.Event()
        self._players: list[Player] = []
        self._heard = [-1, -1]
        self._next = 0
        self._sent = 0.0
        self.stopped = False

    async def connect(self) -> None:
        """Connect both players, one after the other."""
        for chair in (0, 1):
            url, headers = self.table.url(chair)
            player = Player(self, chair)
            await ws_connect(lambda player=player: player, url, extra_headers=headers)
            self._players.append(player)
        await self.ready.wait()

    def saw(self, chair: int, moves: int) -> None:
        """Record how many moves a player has received."""
        if moves < self._heard[chair]:
            self.tally.unordered += 1
        self._heard[chair] = moves
        if min(self._heard) >= 0:
            self.ready.set()
        # The opponent of the last mover has the next move.
        if moves == self._next and moves and chair == moves % 2:
            self.tally.latencies.append((time.perf_counter() - self._sent) * 1000)
            if moves == self.moves or self.stopped:
                self.over.set()
            elif self.pause:
                asyncio.get_running_loop().call_later(self.pause, self.send)
            else:
                self.send()

    def send(self) -> None:
        """Make the next move."""
        if self.stopped:
            self.over.set()
            return
        number, self._next = self._next, self._next + 1
        self._sent = time.perf_counter()
        self.tally.sent += 1
        self._players[number % 2].say(self.table.move(number))

    def leave(self) -> None:
        """Close both connections."""
        for player in self._players:
            if player.transport is not None:
                player.transport.disconnect()


async def saturate(plays: list[Play], tables: int) -> float:
    """Return moves per second when several games are played at once, each followed by another until none is left."""
    waiting = list(plays)

    async def one_after_another() -> None:
        while waiting:
            play = waiting.pop()
            play.send()
            await play.over.wait()

    start = time.perf_counter()
    await asyncio.gather(*(one_after_another() for _ in range(tables)))
    return sum(play.moves for play in plays) / (time.perf_counter() - start)


async def pace(plays: list[Play], seconds: float) -> None:
    """Run games at their pace for some time; they start one after the other, not all at once."""
    pause = plays[0].pause
    for number, play in enumerate(plays):
        asyncio.get_running_loop().call_later(pause * number / len(plays), play.send)
    await asyncio.sleep(seconds)
    for play in plays:
        play.stopped = True
    await asyncio.gather(*(play.over.wait() for play in plays))
