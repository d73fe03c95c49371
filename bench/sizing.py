"""What one process and several can serve on this machine, and what each thing costs, as in docs/growing.md.

Pages play the three games in turn. The load client runs on the same machine. Processor time is that of the processes
named, so it is steady where latencies are not.
"""

from __future__ import annotations

import asyncio
import multiprocessing
import signal
import statistics
import time
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from multiprocessing.connection import Connection
from multiprocessing.synchronize import Event
from pathlib import Path
from typing import TypeVar

import httpx
import uvloop
from picows import WSListener, WSTransport, ws_connect

from bench import pages
from bench.measure import Measure
from bench.served import Served, seconds_of, served
from encore.server.rooms.valkey import ValkeyBus
from tests.server.services import PostgresService, ValkeyService

TABLES, SECONDS = 1000, 20.0
PACES = (2.0, 1.5, 1.25, 1.0, 0.8, 0.5)
"""Seconds between two moves at a table, the slowest first."""
LATE = 50.0
"""Milliseconds that the p99 may have; the first pace that is later ends the series."""
OF_ONE_GAME, IDLE = 200, 1000
"""Tables of a single game, and idle tables and sockets."""
PROCESSES, SHARED_TABLES, SHARED_PACE = 2, 200, 1.0
MESSAGES, SIZE = 50_000, 300
"""Messages over the bus, and their bytes."""


class Durable(PostgresService):
    """PostgreSQL that writes to the disk before it answers."""

    def command(self) -> Sequence[str | Path]:
        return [*super().command(), "-c", "fsync=on"]


def run() -> Iterator[Measure]:
    """Measure one process, what its parts cost, and two processes with PostgreSQL and Valkey."""
    yield from _one_process()
    _games()
    yield from _idle()
    yield from _bus()
    yield from _several()


# One process.


def _one_process() -> Iterator[Measure]:
    most = 0.0
    for pace in PACES:
        with served("--unlimited", "--thinkers", "1") as server:
            rate, late = uvloop.run(_paced(server, pace))
        if late > LATE:
            break
        most = rate
    yield Measure("sizing.one process: moves/s with the p99 within 50 ms : 500", most, 500, 1)


async def _paced(server: Served, pace: float) -> tuple[float, float]:
    """Return the moves a second, and the p99 of their latencies in milliseconds."""
    tally = pages.Tally()
    tables = await pages.connected(server.url, TABLES, tally, pace)
    before, own = server.seconds(), time.process_time()
    await pages.play(tables, pace, SECONDS)
    cores, client = (server.seconds() - before) / SECONDS, (time.process_time() - own) / SECONDS
    moves = len(tally.latencies)
    await pages.leave(tables)
    print(
        f"# {TABLES} tables, {2 * TABLES} sockets, {moves / SECONDS:.0f} moves/s of {TABLES / pace:.0f} due:"
        f" {cores:.2f} cores (client {client:.2f}), {cores * SECONDS / moves * 1e6:.0f} µs a move,"
        f" {server.memory():.0f} MB; p50 {tally.percentile(0.5):.1f}, p99 {tally.percentile(0.99):.1f},"
        f" latest {max(tally.latencies):.1f} ms",
        flush=True,
    )
    return moves / SECONDS, tally.percentile(0.99)


def _games() -> None:
    for game in pages.GAMES:
        with served("--unlimited", "--thinkers", "1") as server:
            uvloop.run(_of_one_game(server, game))


async def _of_one_game(server: Served, game: str) -> None:
    tally = pages.Tally()
    tables = await pages.connected(server.url, OF_ONE_GAME, tally, 1.0, games=(game,))
    sent, before = tally.bytes, server.seconds()
    await pages.play(tables, 1.0, SECONDS)
    used, moves = server.seconds() - before, len(tally.latencies)
    print(
        f"# {game}: {used / moves * 1e6:.0f} µs of the processor a move with two pages,"
        f" {(tally.bytes - sent) / moves / 1024:.1f} KB sent",
        flush=True,
    )
    await pages.leave(tables)


# Idle tables and sockets.


def _idle() -> Iterator[Measure]:
    with served("--unlimited", "--thinkers", "1") as server:
        table, socket, second = uvloop.run(_idle_costs(server))
    print(f"# an idle socket uses {second * 1e6:.0f} µs of the processor a second", flush=True)
    yield Measure("sizing.60 KB : memory of an open table without sockets, KB", 60, table, 1)
    yield Measure("sizing.30 KB : memory of an idle socket, KB", 30, socket, 1)


async def _idle_costs(server: Served) -> tuple[float, float, float]:
    """Return the kilobytes of an open table and of a socket that watches, and its processor seconds a second."""
    warm = await _watched(server, 50)
    before = server.memory()
    names = [_opened(server, number) for number in range(IDLE)]
    table = 1024 * (server.memory() - before) / IDLE
    before = server.memory()
    sockets = [await _watch(server, name, number) for number, name in enumerate(names)]
    await asyncio.sleep(1)
    socket = 1024 * (server.memory() - before) / IDLE
    seconds = server.seconds()
    await asyncio.sleep(SECONDS)
    second = (server.seconds() - seconds) / SECONDS / IDLE
    for each in (*warm, *sockets):
        each.disconnect()
    return table, socket, second


async def _watched(server: Served, count: int) -> list[WSTransport]:
    return [await _watch(server, _opened(server, number), number) for number in range(count)]


def _opened(server: Served, number: int) -> str:
    game = pages.GAMES[number % len(pages.GAMES)]
    asked = {"game": game, "players": 2, "keep": "token"}
    with httpx.Client(verify=False) as client:
        made = client.post(f"{server.url}/api/tables", json=asked).raise_for_status().json()
        body = {"keep": "token", "invite": made["invite"]}
        client.post(f"{server.url}/api/tables/{made['table']}/join", json=body).raise_for_status()
    return str(made["table"])


async def _watch(server: Served, table: str, number: int) -> WSTransport:
    url = f"{server.url.replace('http', 'ws', 1)}/api/tables/{table}/socket?with=board"
    address = f"127.2.{number // 250}.{1 + number % 250}"
    transport, _ = await ws_connect(WSListener, url, local_addr=(address, 0))
    return transport


# The bus.


def _bus() -> Iterator[Measure]:
    with _service(ValkeyService()) as valkey:
        before = seconds_of(_pid(valkey))
        sending, hearing = _publish_all(valkey.url)
        passing = (seconds_of(_pid(valkey)) - before) / MESSAGES
    print(
        f"# a message of {SIZE} bytes over the bus, µs of the processor: {sending * 1e6:.0f} to send,"
        f" {passing * 1e6:.1f} to pass on, {hearing * 1e6:.0f} to hear",
        flush=True,
    )
    yield Measure(
        "sizing.200 µs : a message over the bus, sent and heard by one, µs", 200, (sending + hearing) * 1e6, 1
    )


def _publish_all(url: str) -> tuple[float, float]:
    """Return the processor seconds a message for the process that sends it, and for one that hears it."""
    context = multiprocessing.get_context("spawn")
    there = context.Event()
    ours, theirs = context.Pipe()
    listener = context.Process(target=_listen, args=(url, there, theirs), daemon=True)
    listener.start()
    there.wait()
    sending = uvloop.run(_publish(url))
    hearing: float = ours.recv()
    listener.join()
    return sending / MESSAGES, hearing / MESSAGES


async def _publish(url: str) -> float:
    bus = ValkeyBus(url)
    await bus.open(lambda topic, message: None, lambda: None)
    message, start = bytes(SIZE), time.process_time()
    for number in range(MESSAGES):
        bus.publish("sizing", message)
        if number % 20 == 0:  # a busy process sends a few in each iteration of its event loop
            await asyncio.sleep(0.001)
    await bus.close()
    return time.process_time() - start


def _listen(url: str, there: Event, answer: Connection) -> None:
    async def listen() -> None:
        heard, over = 0, asyncio.Event()

        def hear(topic: str, message: bytes) -> None:
            nonlocal heard
            heard += 1
            if heard == MESSAGES:
                over.set()

        bus = ValkeyBus(url)
        await bus.open(hear, lambda: None)
        bus.subscribe("sizing")
        await bus.subscribed()
        start = time.process_time()
        there.set()
        await over.wait()
        answer.send(time.process_time() - start)
        await bus.close()

    uvloop.run(listen())


# Several processes.


def _several() -> Iterator[Measure]:
    with _service(Durable()) as postgres, _service(ValkeyService()) as valkey:
        shared = "--database", postgres.database(), "--bus", valkey.url
        with served("--unlimited", "--thinkers", "1", "--processes", str(PROCESSES), *shared) as server:
            rate, late = uvloop.run(_shared(server, postgres, valkey))
    print(f"# p99 {late:.1f} ms", flush=True)
    due = SHARED_TABLES / SHARED_PACE
    yield Measure(f"sizing.{PROCESSES} processes, PostgreSQL and Valkey: moves played : due", rate, due, 0.97)


async def _shared(server: Served, postgres: Service, valkey: Service) -> tuple[float, float]:
    """Return the moves a second, and the p99 of their latencies in milliseconds."""
    parts = {
        "servers": _children(server.process.pid),
        "PostgreSQL": [_pid(postgres), *_children(_pid(postgres))],
        "Valkey": [_pid(valkey)],
    }
    tally = pages.Tally()
    tables = await pages.connected(server.url, SHARED_TABLES, tally, SHARED_PACE)
    parts["PostgreSQL"] = [_pid(postgres), *_children(_pid(postgres))]
    before = {name: sum(map(seconds_of, pids)) for name, pids in parts.items()}
    await pages.play(tables, SHARED_PACE, SECONDS)
    used = {name: sum(map(seconds_of, pids)) - before[name] for name, pids in parts.items()}
    moves = len(tally.latencies)
    costs = ", ".join(f"{name} {seconds / moves * 1e6:.0f}" for name, seconds in used.items())
    print(f"# {PROCESSES} processes, {moves / SECONDS:.0f} moves/s; µs of the processor a move: {costs}", flush=True)
    backends = [pid for pid in _children(_pid(postgres)) if b"tables" in Path(f"/proc/{pid}/cmdline").read_bytes()]
    print(
        f"# {len(backends)} connections of PostgreSQL, {statistics.median(map(_own_memory, backends)):.1f} MB each,"
        f" without what they share",
        flush=True,
    )
    await pages.leave(tables)
    return moves / SECONDS, tally.percentile(0.99)


# Processes.

Service = PostgresService | ValkeyService


S = TypeVar("S", Durable, ValkeyService)


@contextmanager
def _service(service: S) -> Iterator[S]:
    service.start()
    try:
        yield service
    finally:
        service.remove(signal.SIGQUIT)


def _pid(service: Service) -> int:
    assert service._process
    return service._process.pid


def _children(pid: int) -> list[int]:
    return [int(child) for child in Path(f"/proc/{pid}/task/{pid}/children").read_text().split()]


def _own_memory(pid: int) -> float:
    """Return the megabytes of a process that it shares with no other."""
    lines = Path(f"/proc/{pid}/smaps_rollup").read_text().splitlines()
    return sum(int(line.split()[1]) for line in lines if line.startswith("Private")) / 1024
