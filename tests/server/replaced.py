"""People who play while a server process is replaced: how long each is disconnected, and what it costs them."""

from __future__ import annotations

import asyncio
import json
import signal
import threading
import time
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from random import Random
from typing import Any

import httpx
from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import ConnectionClosed, InvalidStatus

from tests.patience import PATIENCE, wait_until
from tests.server.client import Served

GAMES = ("dakapo", "dacapo", "dalapapa")
SHORTEST, LONGEST = 0.4, 15.0
"""Seconds that the page waits at most after it was disconnected; half of it is chance. After each refusal it waits
twice as long, up to the longest."""
CLOCK = 600
PAUSE = 0.01
"""Seconds between two looks at how late the players' event loop is."""


@dataclass
class Return:
    """A disconnection: its code, the seconds until the table was there again, and what they cost the player to move."""

    code: int
    seconds: float
    charged: float | None


@dataclass
class Sat:
    """A player at a table, who moves from time to time and reconnects as the page does."""

    server: Served
    table: str
    token: str
    chair: int
    rng: Random
    address: str
    acknowledged: dict[str, int] = field(default_factory=dict)
    returns: list[Return] = field(default_factory=list)
    there: asyncio.Event = field(default_factory=asyncio.Event)
    over: bool = False
    _waiting: dict[str, Any] | None = None  # what has got no answer
    _clock: tuple[float, dict[str, Any]] | None = None
    _lost: tuple[int, float] | None = None
    _sent: int = 0
    _refused: int = 0

    async def play(self, until: asyncio.Event, pause: float) -> None:
        """Play until an event, with a pause before each move."""
        url = f"ws://127.0.0.1:{self.server.port}/api/tables/{self.table}/socket?with=view"
        headers = {"Authorization": f"Bearer {self.token}"}
        ended = asyncio.create_task(until.wait())
        while not until.is_set() or self._waiting:
            try:
                opening = connect(
                    url,
                    additional_headers=headers,
                    max_size=None,
                    open_timeout=PATIENCE,
                    local_addr=(self.address, 0),
                )
                async with opening as socket:
                    await self._take_part(socket, ended, pause)
            except InvalidStatus as refused:
                assert refused.response.status_code == 403
                self._refused += 1
                await asyncio.sleep(min(LONGEST, SHORTEST * 2**self._refused) * self.rng.uniform(0.5, 1))
            except ConnectionClosed as closed:
                assert closed.rcvd, closed
                self._lost = closed.rcvd.code, time.monotonic()
                self.there.clear()
                await asyncio.sleep(SHORTEST * self.rng.uniform(0.5, 1))

    async def _take_part(self, socket: ClientConnection, ended: asyncio.Task[bool], pause: float) -> None:
        moving: asyncio.Task[None] | None = None
        try:
            while not ended.done() or self._waiting:
                hearing = asyncio.ensure_future(socket.recv())
                await asyncio.wait((hearing, ended), return_when=asyncio.FIRST_COMPLETED)
                if not hearing.done() and not self._waiting:
                    hearing.cancel()
                    return
                await hearing
                message = json.loads(hearing.result())
                self._hear(message)
                if message["t"] == "full" and self._waiting:
                    await socket.send(json.dumps(self._waiting))
                elif message.get("legal") and not self._waiting:
                    if moving:
                        moving.cancel()
                    moving = asyncio.create_task(self._move(socket, message, pause * self.rng.uniform(0.5, 1.5)))
        finally:
            if moving:
                moving.cancel()

    async def _move(self, socket: ClientConnection, state: dict[str, Any], pause: float) -> None:
        await asyncio.sleep(pause)
        self._sent += 1
        move = self.rng.choice(state["legal"])
        self._waiting = {"t": "act", "id": f"{self.chair}-{self._sent}", "v": state["v"], "a": move}
        await socket.send(json.dumps(self._waiting))

    def _hear(self, message: dict[str, Any]) -> None:
        if message["t"] == "full":
            self._refused = 0
            self._came_back(message)
            self.there.set()
            self.over = message["phase"] == "over"
        if message["t"] in ("ack", "nak") and self._waiting and message["id"] == self._waiting["id"]:
            if message["t"] == "ack":
                self.acknowledged[self._waiting["id"]] = message["v"]
            else:
                assert message["code"] in ("turn", "version", "over"), message
            self._waiting = None
        # Not the clock that the server sends when it gives the time back, just before it disconnects.
        if message.get("clock") and (message["t"] == "full" or "a" in message):
            self._clock = time.monotonic(), message["clock"]

    def _came_back(self, full: dict[str, Any]) -> None:
        if not self._lost:
            return
        (code, lost), self._lost = self._lost, None
        charged = None
        clock = full.get("clock")
        if self._clock and clock and self._clock[1]["runs"] == clock["runs"] == self.chair:
            told, before = self._clock
            left = before["left"][self.chair] / 1000 - (lost - told)
            charged = left - clock["left"][self.chair] / 1000
        self.returns.append(Return(code, time.monotonic() - lost, charged))


def seated(server: Served, tables: int) -> list[Sat]:
    """Open tables of the three games in turn, with live clocks; return their players, who have an address a table."""
    found = []
    for number in range(tables):
        address = f"127.0.{1 + number // 250}.{1 + number % 250}"
        with httpx.Client(transport=httpx.HTTPTransport(local_address=address), timeout=PATIENCE) as client:
            asked = {
                "game": GAMES[number % 3],
                "players": 2,
                "timing": {"kind": "live", "main": CLOCK},
                "options": {"target": 999} if number % 3 == 1 else {},
                "keep": "token",
            }
            made = client.post(f"{server.url}/api/tables", json=asked).raise_for_status().json()
            body = {"keep": "token", "invite": made["invite"]}
            joined = client.post(f"{server.url}/api/tables/{made['table']}/join", json=body).raise_for_status().json()
        for chair, token in enumerate((made["token"], joined["token"])):
            found.append(Sat(server, made["table"], token, chair, Random(f"{number} {chair}"), address))
    return found


class Parent(Served):
    """A parent with its processes; what they say on standard error is collected."""

    def start(self) -> None:
        super().start()
        self.said = ""
        self._listening = threading.Thread(target=self._listen, daemon=True)
        self._listening.start()

    def _listen(self) -> None:
        assert self.process and self.process.stderr
        for line in self.process.stderr:
            self.said += line

    def replace(self) -> None:
        """Replace all processes."""
        assert self.process
        self.process.send_signal(signal.SIGUSR2)

    def wait_for(self, text: str) -> None:
        """Wait until it says something."""
        wait_until(lambda: text in self.said)

    def children(self) -> list[int]:
        """Return the ids of its processes."""
        assert self.process
        return [
            int(child)
            for child in Path(f"/proc/{self.process.pid}/task/{self.process.pid}/children").read_text().split()
        ]

    def end(self) -> None:
        """Stop it, if it still runs, and wait until it and all its processes have ended."""
        assert self.process
        children = self.children() if self.process.poll() is None else []
        self.process.send_signal(signal.SIGTERM)
        self.process.wait(PATIENCE)
        self._listening.join(PATIENCE)
        assert self.process.stdout and self.process.stderr
        self.process.stdout.close()
        self.process.stderr.close()
        assert not [child for child in children if Path(f"/proc/{child}").exists()]


@contextmanager
def parent(*arguments: str) -> Iterator[Parent]:
    server = Parent(*arguments)
    server.start()
    try:
        yield server
    finally:
        server.end()


class Lag:
    """How late the event loop of the players was at most: what they see is late by as much."""

    def __init__(self) -> None:
        self.longest = 0.0

    async def watch(self) -> None:
        """Measure it until cancelled."""
        while True:
            due = time.monotonic() + PAUSE
            await asyncio.sleep(PAUSE)
            self.longest = max(self.longest, time.monotonic() - due)


async def play_on(server: Parent, sats: Sequence[Sat], pause: float, times: int = 1) -> float:
    """Let everybody play, replace all processes so many times, and let everybody move again.

    Return by how many seconds the players may have seen something late.
    """
    ended, lag = asyncio.Event(), Lag()
    watching = asyncio.create_task(lag.watch())
    playing = [asyncio.create_task(sat.play(ended, pause)) for sat in sats]

    async def all_there() -> None:
        async with asyncio.timeout(PATIENCE):
            while not all(sat.there.is_set() for sat in sats):
                assert not any(task.done() for task in playing)
                await asyncio.sleep(0.02)

    for replaced in range(1, times + 1):
        await all_there()
        before = [len(sat.acknowledged) for sat in sats]
        server.replace()
        while server.said.count("all processes have been replaced") < replaced:
            await asyncio.sleep(0.05)
        await all_there()
        async with asyncio.timeout(PATIENCE):
            while not all(
                len(one.acknowledged) + len(two.acknowledged) > sum(before[2 * number : 2 * number + 2]) or one.over
                for number, (one, two) in enumerate(zip(sats[::2], sats[1::2], strict=True))
            ):
                await asyncio.sleep(0.05)
    ended.set()
    await asyncio.gather(*playing)
    watching.cancel()
    return lag.longest
