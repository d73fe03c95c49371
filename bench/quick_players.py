"""An attacker who plays: at many tables at once, and as quickly as the server allows."""

from __future__ import annotations

import asyncio
import json
from collections import Counter
from contextlib import AsyncExitStack, suppress
from random import Random
from typing import Any

import httpx
from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import ConnectionClosed

from bench.attacks import ANSWER, ATTACKER, BOTS, client

SCREEN = {"kind": "screen"}
ALONE = [SCREEN] * 4
"""The seats of a table where the attacker plays them all."""
AGAINST_EXPERTS = [SCREEN, *BOTS]
PAUSE = 0.1
"""Seconds until a refused move is sent again."""


async def quick_games(port: int, chairs: list[dict[str, str]], tables: int, seconds: float) -> Counter[str]:
    """Play at tables of the game that takes longest to draw; each has a second socket that asks for the board."""
    tally = Counter[str]()
    async with client() as http:
        made = [await _opened(http, port, chairs) for _ in range(tables)]
    with suppress(TimeoutError):
        async with asyncio.timeout(seconds):
            await asyncio.gather(*(_game(port, table, Random(seed), tally) for seed, table in enumerate(made)))
    return tally


async def _opened(http: httpx.AsyncClient, port: int, chairs: list[dict[str, str]]) -> dict[str, Any]:
    body = {"game": "dalapapa", "players": len(chairs), "chairs": chairs, "keep": "token"}
    answer = await http.post(f"http://127.0.0.1:{port}/api/tables", json=body)
    return dict(answer.raise_for_status().json())


async def _game(port: int, made: dict[str, Any], rng: Random, tally: Counter[str]) -> None:
    """Play one game with random moves."""
    async with AsyncExitStack() as stack:
        socket, board = [await stack.enter_async_context(_seated(port, made, wants)) for wants in ("view", "board")]
        reading = asyncio.create_task(_drain(board))
        stack.callback(reading.cancel)
        now = await _next(socket, "full")
        while "end" not in now:
            if now.get("legal"):
                act = {"t": "act", "id": f"m{tally.total()}", "v": now["v"], "a": rng.choice(now["legal"])}
                await socket.send(json.dumps(act))
            answer = await _next(socket, "ev", "nak")
            if answer["t"] == "nak":
                tally[f"refused {answer['code']}"] += 1
                await asyncio.sleep(PAUSE)
            else:
                now = answer
                tally["moves"] += 1
        tally["games"] += 1


def _seated(port: int, made: dict[str, Any], wants: str) -> connect:
    url = f"ws://127.0.0.1:{port}/api/tables/{made['table']}/socket?with={wants}"
    headers = {"Authorization": f"Bearer {made['token']}"}
    return connect(
        url, additional_headers=headers, local_addr=(ATTACKER, 0), ping_interval=None, compression=None,
        max_size=None, open_timeout=ANSWER,
    )  # fmt: skip


async def _next(socket: ClientConnection, *kinds: str) -> dict[str, Any]:
    while (message := json.loads(await socket.recv()))["t"] not in kinds:
        pass
    return dict(message)


async def _drain(socket: ClientConnection) -> None:
    with suppress(ConnectionClosed):
        async for _ in socket:
            pass
