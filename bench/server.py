"""The play server and boardgame.io's (in-memory storage, the same game): both on loopback, with the same load.

Needs npm once, for boardgame.io.
"""

from __future__ import annotations

import asyncio
import itertools
import os
import shutil
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path

import httpx
import uvloop

from bench import pages
from bench.load import BoardgameTable, EncoreTable, Play, Tally, games, pace, saturate
from bench.measure import Measure
from bench.served import memory_of, seconds_of, served

HERE = Path(__file__).parent / "boardgame"
INSTALLED = Path(sys.prefix) / "boardgame"
TABLES = 100
TURNS, MORE_TURNS = 3, 7
"""How many rounds the servers alternate; more for the p99, because one slow second of the disk can decide it."""
STORED = (100, 1000, 5000)
MANY, PACE, LONG = 1000, 2.0, 60.0
"""Tables, seconds per move, and seconds of the long run."""


def run() -> list[Measure]:
    """Measure both servers in turn, then ours alone."""
    with encore_server() as ours, _boardgame() as theirs:
        # Alternating, so that other load on the machine affects both.
        rates = medians([[uvloop.run(_saturated(server)) for server in (ours, theirs)] for _ in range(TURNS)])
        slow = medians([[uvloop.run(late(ours)), uvloop.run(late(theirs)), _disk()] for _ in range(MORE_TURNS)])
    print(f"# p99 of a bare page on this disk, 100 a second: {slow[2]:.2f} ms")
    return [
        Measure("server.stored moves/s, 100 tables : boardgame.io in memory", rates[0], rates[1], 3),
        Measure("server.moves at 1/s a table, 1 / p99 ms : boardgame.io", 1 / slow[0], 1 / slow[1], 2),
        *_long_run(),
        *mixed_run(),
        _memory(),
        _growth(),
    ]


def medians(turns: list[list[float]]) -> list[float]:
    """Return the median of each column."""
    return [statistics.median(column) for column in zip(*turns, strict=True)]


@contextmanager
def encore_server() -> Iterator[LoadedServer]:
    """Run our server with one worker and without limits."""
    with served("--unlimited", "--thinkers", "1") as server:
        yield LoadedServer(server.url, server.process.pid)


@contextmanager
def _boardgame() -> Iterator[LoadedServer]:
    if not (INSTALLED / "node_modules").exists():
        shutil.copytree(HERE, INSTALLED, dirs_exist_ok=True)
        subprocess.run(["npm", "ci", "--silent"], cwd=INSTALLED, check=True)
    shutil.copy(HERE / "server.js", INSTALLED)
    command = ["node", "server.js", "18457"]
    process = subprocess.Popen(command, cwd=INSTALLED, stdout=subprocess.PIPE, text=True)
    assert process.stdout is not None
    process.stdout.readline()
    try:
        yield LoadedServer("http://127.0.0.1:18457", process.pid)
    finally:
        process.kill()
        process.wait()


class LoadedServer:
    """A server to be measured: Encore's or boardgame.io's, by its address."""

    _names = itertools.count()

    def __init__(self, url: str, pid: int) -> None:
        self.url, self.pid = url, pid
        self._client = httpx.Client()

    def plays(self, count: int, tally: Tally, pause: float = 0.0) -> list[Play]:
        """Make tables that are ready for play."""
        return [Play(self._table(moves), len(moves), tally, pause) for moves in itertools.islice(games(), count)]

    def _table(self, moves: list[object]) -> EncoreTable | BoardgameTable:
        if self.url.endswith(":18457"):
            return BoardgameTable(self.url, moves, f"match{next(self._names)}")
        return EncoreTable(self.url, moves, self._client)

    def memory(self) -> int:
        """Return the memory of the server in kilobytes."""
        return memory_of(self.pid)

    def seconds(self) -> float:
        """Return the processor time that the server has used."""
        return seconds_of(self.pid)


async def _connected(server: LoadedServer, count: int, tally: Tally, pause: float = 0.0) -> list[Play]:
    plays = server.plays(count, tally, pause)
    for play in plays:
        await play.connect()
    return plays


def _leave(plays: list[Play]) -> None:
    for play in plays:
        play.leave()


async def _saturated(server: LoadedServer) -> float:
    tally = Tally()
    for warm in (True, False):
        plays = await _connected(server, TABLES if warm else 4 * TABLES, tally)
        rate = await saturate(plays, TABLES)
        _leave(plays)
    return rate


async def late(server: LoadedServer) -> float:
    """Return the p99 in milliseconds of moves at 100 tables, one per second at each."""
    tally = Tally()
    plays = await _connected(server, TABLES, tally, 1.0)
    await pace(plays, 10)
    _leave(plays)
    return tally.percentile(0.99)


def _disk() -> float:
    """Return the milliseconds to write a page to disk: our server waits for this, boardgame.io never does."""
    tally, page = Tally(), os.urandom(4096)
    with tempfile.TemporaryFile(buffering=0) as file:
        file.write(page * TABLES)
        os.fsync(file.fileno())
        for number in range(3 * TABLES):
            time.sleep(1 / TABLES)
            start = time.perf_counter()
            os.pwrite(file.fileno(), page, number % TABLES * len(page))
            os.fdatasync(file.fileno())
            tally.latencies.append((time.perf_counter() - start) * 1000)
    return tally.percentile(0.99)


def _long_run() -> list[Measure]:
    with encore_server() as server:
        tally = uvloop.run(_pace_many(server))
    expected = MANY * LONG / PACE
    print(f"# long run: {len(tally.latencies)} moves, p50 {tally.percentile(0.5):.1f} ms, unordered {tally.unordered}")
    return [
        Measure("server.1000 tables, 2000 sockets, moves played : due", len(tally.latencies), expected, 0.97),
        Measure("server.the same, moves acknowledged : sent", tally.acknowledged, tally.sent, 1),
        Measure("server.the same, 50 ms : p99", 50, tally.percentile(0.99), 1),
        Measure(
            "server.the same, moves in order : all", len(tally.latencies) - tally.unordered, len(tally.latencies), 1
        ),
    ]


async def _pace_many(server: LoadedServer) -> Tally:
    tally = Tally()
    plays = await _connected(server, MANY, tally, PACE)
    await pace(plays, LONG)
    _leave(plays)
    return tally


def mixed_run() -> list[Measure]:
    """Play the three games at once, with the sockets of pages."""
    with encore_server() as server:
        tally, cores = uvloop.run(_pace_mixed(server))
    found, expected = tally.latencies, MANY * LONG / PACE
    print(f"# games mixed: {len(found)} moves, p50 {tally.percentile(0.5):.1f} ms, {cores:.2f} cores of the server")
    return [
        Measure("server.1000 tables of three games with pages, moves played : due", len(found), expected, 0.97),
        Measure("server.the same, moves acknowledged : sent", tally.acknowledged, tally.sent, 1),
        Measure("server.the same, 50 ms : p99", 50, tally.percentile(0.99), 1),
        Measure("server.the same, 250 ms : the latest move", 250, max(found), 1),
    ]


async def _pace_mixed(server: LoadedServer) -> tuple[pages.Tally, float]:
    tally = pages.Tally()
    tables = await pages.connected(server.url, MANY, tally, PACE)
    before = server.seconds()
    await pages.play(tables, PACE, LONG)
    cores = (server.seconds() - before) / LONG
    await pages.leave(tables)
    return tally, cores


def _memory() -> Measure:
    with encore_server() as server:

        async def sit() -> float:
            tally = Tally()
            first = await _connected(server, 50, tally)
            before = server.memory()
            plays = await _connected(server, 500, tally)
            await asyncio.sleep(1)
            used = (server.memory() - before) / 500
            _leave(first + plays)
            return used

        return Measure("server.60 KB : memory of an idle table with two sockets, KB", 60, uvloop.run(sit()), 1)


def _growth() -> Measure:
    """Return processor time per move with few and with many stored tables, measured alternately."""
    with ExitStack() as stack:
        servers = [stack.enter_context(encore_server()) for _ in STORED]
        for server, count in zip(servers, STORED, strict=True):
            server.plays(count, Tally())
        costs = medians([[uvloop.run(_cost(server)) for server in servers] for _ in range(TURNS)])
    print(f"# processor time a move with {STORED} stored tables: " + ", ".join(f"{c * 1e6:.0f} µs" for c in costs))
    return Measure(
        "server.1.3 : processor time a move, the most against the least stored", 1.3, max(costs) / costs[0], 1
    )


async def _cost(server: LoadedServer) -> float:
    plays = await _connected(server, 2 * TABLES, Tally())
    before = server.seconds()
    await saturate(plays, TABLES)
    cost = (server.seconds() - before) / sum(play.moves for play in plays)
    _leave(plays)
    return cost
