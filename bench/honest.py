"""The honest player: asks at a moderate pace, as a page does, and notes how long each answer takes."""

from __future__ import annotations

import asyncio
import itertools
import json
import time
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import AsyncExitStack, asynccontextmanager
from dataclasses import dataclass, field
from random import Random
from typing import Any

import httpx
from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import ConnectionClosed

from bench.attacks import client

HONEST = "127.0.0.7"
PATIENT = 60.0
"""Seconds after which an honest player gives up waiting; it counts as a wait of this length."""
PAUSE = 0.05
"""Seconds between two questions."""
SOCKETS = 3
"""The looks go over several sockets, because each may send ten actions a second."""
MAIN = 10
"""Seconds on the clock of a player."""
LATE = 0.5
"""Seconds after the end of the opponent's time until a player claims the win."""

Over = Callable[[], bool]
"""Tells whether the attack is over."""


@dataclass
class Waits:
    """Seconds of each wait, and what went wrong."""

    seconds: list[float] = field(default_factory=list)
    failed: int = 0
    on_time: int = 0
    """Games that a bot lost on time."""

    @property
    def worst(self) -> float:
        """The longest wait in milliseconds."""
        return 1000 * max(self.seconds, default=0.0)

    async def measure(self, question: Awaitable[Any]) -> None:
        """Note how long an answer takes; no answer counts as the longest wait."""
        start = time.perf_counter()
        try:
            async with asyncio.timeout(PATIENT):
                await question
        except (TimeoutError, httpx.TransportError, ConnectionClosed):
            self.failed += 1
            self.seconds.append(PATIENT)
        else:
            self.seconds.append(time.perf_counter() - start)


def after(seconds: float) -> Over:
    """Return a condition that becomes true after some time."""
    end = time.monotonic() + seconds
    return lambda: time.monotonic() > end


async def open_table(port: int, **asked: Any) -> dict[str, Any]:
    """Open a table; wait if too many were opened."""
    async with client(HONEST) as http:
        while True:
            body = {"game": "dakapo", "keep": "token", **asked}
            answer = await http.post(f"http://127.0.0.1:{port}/api/tables", json=body)
            if answer.status_code != 429:
                answer.raise_for_status()
                return dict(answer.json())
            await asyncio.sleep(1)


@asynccontextmanager
async def seated(port: int, made: dict[str, Any]) -> AsyncIterator[ClientConnection]:
    """Connect to a table as the player who opened it."""
    url = f"ws://127.0.0.1:{port}/api/tables/{made['table']}/socket?with=view"
    headers = {"Authorization": f"Bearer {made['token']}"}
    async with connect(
        url, additional_headers=headers, local_addr=(HONEST, 0), open_timeout=PATIENT, ping_interval=None
    ) as socket:
        yield socket


async def looking(port: int, made: dict[str, Any], over: Over) -> Waits:
    """Look at a table over sockets."""
    waits = Waits()
    async with AsyncExitStack() as stack:
        sockets = [await stack.enter_async_context(seated(port, made)) for _ in range(SOCKETS)]
        for socket in sockets:
            await _next(socket, "full")
        for socket in itertools.cycle(sockets):
            await waits.measure(_look(socket))
            if over() or waits.failed:
                return waits
            await asyncio.sleep(PAUSE)
    return waits


async def _look(socket: ClientConnection) -> None:
    await socket.send('{"t":"look"}')
    await _next(socket, "full", "nak")


async def _next(socket: ClientConnection, *kinds: str) -> dict[str, Any]:
    while (message := json.loads(await socket.recv()))["t"] not in kinds:
        pass
    return dict(message)


async def asking(port: int, over: Over, look: bool) -> Waits:
    """Look at a position over HTTP, or ask for the server's health and load the page, each on a new connection."""
    waits, url = Waits(), f"http://127.0.0.1:{port}"

    async def health_and_page() -> None:
        async with client(HONEST) as http:
            (await http.get(f"{url}/api/health")).raise_for_status()
            (await http.get(f"{url}/")).raise_for_status()

    async with client(HONEST) as http:
        while True:
            await waits.measure(http.post(f"{url}/api/look", json={"game": "dakapo"}) if look else health_and_page())
            if over():
                return waits
            await asyncio.sleep(2 * PAUSE)


async def playing(port: int, over: Over) -> Waits:
    """Play against an easy bot with a clock, game after game, and note how long its moves take."""
    waits, rng = Waits(), Random(1)
    chairs = [{"kind": "screen"}, {"kind": "bot", "bot": "bot:easy"}]
    while not over():
        made = await open_table(port, chairs=chairs, timing={"kind": "live", "main": MAIN})
        async with seated(port, made) as socket:
            await _game(socket, waits, rng, over)
    return waits


async def hinted(port: int, over: Over) -> Waits:
    """Ask for hints in a game against an easy bot, and note how long they take."""
    waits, chairs = Waits(), [{"kind": "screen"}, {"kind": "bot", "bot": "bot:easy"}]
    async with seated(port, await open_table(port, chairs=chairs)) as socket:
        await _next(socket, "full")
        for number in itertools.count():
            await waits.measure(_hint(socket, number))
            if over() or waits.failed:
                return waits
            await asyncio.sleep(4 * PAUSE)
    return waits


async def _hint(socket: ClientConnection, number: int) -> None:
    """Ask for a hint; ask again if the server is too busy for it, as a player would."""
    while True:
        await socket.send(json.dumps({"t": "hint", "id": f"h{number}"}))
        if (await _next(socket, "hint", "nak"))["t"] == "hint":
            return
        await asyncio.sleep(4 * PAUSE)


async def _game(socket: ClientConnection, waits: Waits, rng: Random, over: Over) -> None:
    now = await _next(socket, "full")
    for number in itertools.count():
        if over() or not now.get("legal"):
            return
        await asyncio.sleep(2 * PAUSE)
        act = {"t": "act", "id": f"m{number}", "v": now["v"], "a": rng.choice(now["legal"])}
        await socket.send(json.dumps(act))
        own = await _next(socket, "ev")
        if "end" in own:
            return
        start = time.perf_counter()
        now = await _answer(socket, own["clock"]["left"][1] / 1000 + LATE)
        waits.seconds.append(time.perf_counter() - start)
        if "end" in now:
            waits.on_time += now["end"]["reason"] == "time"
            return


async def _answer(socket: ClientConnection, left: float) -> dict[str, Any]:
    """Return the bot's move, or the end of the game; claim the win when the bot has no time left."""
    try:
        async with asyncio.timeout(left):
            return await _next(socket, "ev")
    except TimeoutError:
        await socket.send('{"t":"claim","id":"late"}')
        async with asyncio.timeout(PATIENT):
            return await _next(socket, "ev")
