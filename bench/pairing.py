"""Quick pairing with 1,000 open seeks and three processes: how long somebody waits for a seat."""

from __future__ import annotations

import asyncio
import signal
import time
from collections.abc import Iterator
from contextlib import ExitStack
from random import Random

import httpx

from bench.measure import Measure
from tests.server.client import Served, running
from tests.server.services import PostgresService, ValkeyService

PROCESSES, SEEKS, PAIRS, AT_ONCE = 3, 1000, 300, 8
SLOWEST = 1.0
"""The most seconds until somebody has a seat."""
GAMES = ("dakapo", "dacapo", "dalapapa")


def run() -> Iterator[Measure]:
    """Open seeks, and pair people with them at random processes."""
    with ExitStack() as stack:
        postgres, valkey = PostgresService(), ValkeyService()
        stack.callback(postgres.remove, signal.SIGQUIT)
        stack.callback(valkey.remove, signal.SIGKILL)
        postgres.start()
        valkey.start()
        arguments = ("--database", postgres.database(), "--bus", valkey.url, "--unlimited")
        servers = [stack.enter_context(running(*arguments)) for _ in range(PROCESSES)]
        waits = sorted(asyncio.run(_pair_all(servers)))
    name = f"pairing.{PAIRS} people, {SEEKS} seeks, {PROCESSES} processes: 1 / s"
    yield Measure(f"{name}, median : {SLOWEST:g} s", 1 / waits[len(waits) // 2], 1 / SLOWEST, 1)
    yield Measure(f"{name}, slowest : {SLOWEST:g} s", 1 / waits[-1], 1 / SLOWEST, 1)


async def _pair_all(servers: list[Served]) -> list[float]:
    rng, waits = Random(0), list[float]()
    limits = httpx.Limits(max_connections=AT_ONCE)
    async with httpx.AsyncClient(timeout=60, verify=False, limits=limits) as client:
        for start in range(0, SEEKS, AT_ONCE):
            await asyncio.gather(*(_open(client, rng.choice(servers), rng) for _ in range(start, start + AT_ONCE)))
        await asyncio.gather(*(_pair_some(client, servers, rng, waits) for _ in range(AT_ONCE)))
    return waits


async def _open(client: httpx.AsyncClient, server: Served, rng: Random) -> None:
    asked = {"game": rng.choice(GAMES), "listed": True, "keep": "token"}
    (await client.post(f"{server.url}/api/tables", json=asked)).raise_for_status()


async def _pair_some(client: httpx.AsyncClient, servers: list[Served], rng: Random, waits: list[float]) -> None:
    while len(waits) < PAIRS:
        asked = {"games": rng.choice([[], [rng.choice(GAMES)]]), "keep": "token"}
        start = time.monotonic()
        answer = await client.post(f"{rng.choice(servers).url}/api/pair", json=asked)
        assert answer.status_code == 200, answer.text
        waits.append(time.monotonic() - start)
