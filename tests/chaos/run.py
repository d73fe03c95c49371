"""A run: it starts the cluster and the clients, does the faults, lets all come to rest, and checks what happened."""

from __future__ import annotations

import asyncio
import shutil
import statistics
import tempfile
import time
from collections import Counter
from pathlib import Path

import asyncpg  # type: ignore[import-untyped]
import httpx

from encore.server.domain.row import Row
from tests.chaos import scenes
from tests.chaos.checker import anomalies, repeated
from tests.chaos.cluster import Cluster
from tests.chaos.faults import Faults, Kind, planned
from tests.chaos.history import Answered, Fault, History, Probed, Pushed, Sat, Seen, Stored, now
from tests.chaos.network import Network
from tests.chaos.world import World
from tests.server.push_service import PushService

REST = 90.0
"""Seconds in which all that was begun comes to an end after the last fault."""
TOLD = 10.0
"""Seconds between two lines that tell how it goes."""
INTERRUPTED = 130
"""The exit status of a server that was asked to end."""


class Run:
    """One run of some seconds."""

    def __init__(self, network: Network, seed: str, seconds: float) -> None:
        self.network, self.seed, self.seconds = network, seed, seconds
        self.found: list[str] = []
        self.folder = Path(tempfile.mkdtemp(prefix="encore-chaos-"))
        self.folder.chmod(0o711)  # PostgreSQL runs as another user
        self.stored = Stored({})

    async def go(self) -> list[str]:
        """Do it, and return the anomalies; their logs stay in the folder."""
        push = PushService(host=self.network.hub)
        self.cluster = Cluster(self.network, self.folder, [push.url])
        self.world = World([], self.seed, push)
        began = time.monotonic()
        print(f"seed {self.seed}: starting three servers, two databases and the bus …", flush=True)
        try:
            await self._play()
            self._check()
            self._tell(time.monotonic() - began)
        except asyncio.CancelledError:
            self.found.clear()  # somebody has stopped it, which is no anomaly
            raise
        except Exception:
            self.found.append("the run itself failed")
            raise
        finally:
            await self.world.stop()
            self.cluster.stop()
            push.close()
            self._keep_or_remove()
        return self.found

    async def _play(self) -> None:
        await self.cluster.start()
        self.world.urls += [self.cluster.url(number) for number in range(len(self.cluster.servers))]
        self.faults = Faults(self.cluster, self.world)
        await self._under_faults()
        await self._at_rest()
        await self._read()
        await self._stop_servers()

    async def _under_faults(self) -> None:
        """Let clients play while faults happen."""
        scenes.begin(self.world)
        reading, telling = asyncio.create_task(self.world.read_notices()), asyncio.create_task(self._tell_progress())
        without: set[Kind] = set() if self.cluster.jumps else {"clock jumped"}
        if not self.network.isolated:
            without.add("disk full")
        try:
            started = time.monotonic()
            await self.faults.run(planned(self.seed, frozenset(without)), self.seconds)
            await asyncio.sleep(max(0.0, started + self.seconds - time.monotonic()))
        finally:
            telling.cancel()
            self.world.over.set()
            self._reading = reading

    async def _at_rest(self) -> None:
        """Heal everything; let all unanswered actions be answered, and all notices that are due be sent."""
        self.cluster.heal()
        await self.world.finish(REST)
        end = time.monotonic() + REST
        while await self._waiting() and time.monotonic() < end:
            await asyncio.sleep(0.5)
        await asyncio.sleep(1)
        self._reading.cancel()
        self.world.look_for_notices()

    async def _waiting(self) -> list[tuple[str, str, str]]:
        db = await asyncpg.connect(self.cluster.primary.url)
        try:
            asked = "SELECT table_id, kind, holder FROM notices WHERE sent = 0 AND due < $1 AND kind <> 'wake'"
            return [tuple(row) for row in await db.fetch(asked, now())]
        finally:
            await db.close()

    async def _read(self) -> None:
        """Read the store of the primary; the standby has the same rows."""
        both = []
        for database in (self.cluster.primary, self.cluster.standby):
            db = await asyncpg.connect(database.url)
            try:
                asked = "SELECT table_id, seq, at, action, data FROM events ORDER BY table_id, seq"
                both.append([Row(*row) for row in await db.fetch(asked)])
                seats = [tuple(row) for row in await db.fetch("SELECT table_id, holder FROM person_seats")]
            finally:
                await db.close()
        if both[0] != both[1]:
            self.found.append("the standby has other rows than the primary")
        for row in both[0]:
            self.stored.rows.setdefault(row.table, []).append(row)
        self.stored.notices, self.stored.seats = await self._waiting(), seats
        self.stored.records = await self._records()

    async def _records(self) -> dict[str, str]:
        """Ask the servers for the records of all games that are over."""
        records = dict[str, str]()
        async with httpx.AsyncClient(timeout=60, trust_env=False, verify=False) as http:
            for number, table in enumerate(self.stored.rows):
                answer = await http.get(f"{self.world.urls[number % 3]}/api/tables/{table}/record")
                if answer.status_code == 200 and "[Seed " in answer.text:
                    records[table] = answer.text
        return records

    async def _stop_servers(self) -> None:
        statuses = await asyncio.gather(*(server.stop() for server in self.cluster.servers))
        for server, status in zip(self.cluster.servers, statuses, strict=True):
            if status != INTERRUPTED:
                self.found.append(f"{server.name} ended with status {status}: see {server.log}")

    def _check(self) -> None:
        self.found += [*self.world.strange, *(line for server in self.cluster.servers for line in server.ended)]
        for server in self.cluster.servers:
            if "Traceback" in server.said():
                self.found.append(f"{server.name} wrote a traceback: see {server.log}")
        self.found += anomalies(self.world.history, self.stored)

    async def _tell_progress(self) -> None:
        began = time.monotonic()
        while True:
            await asyncio.sleep(TOLD)
            history = self.world.history
            acks = sum(not answer.code for answer in history.of(Answered))
            print(
                f"{time.monotonic() - began:4.0f} s of {self.seconds:.0f}: {self.faults.begun} faults,"
                f" {acks} actions acknowledged, {len({seat.table for seat in history.of(Sat)})} tables",
                flush=True,
            )

    def _tell(self, took: float) -> None:
        """Print the summary."""
        for line in summary(self.world.history, self.stored):
            print(line)
        for line in self.found:
            print(f"ANOMALY: {line}")
        print(f"{len(self.found)} anomalies; {took:.0f} s; repeat the plan with SEED={self.seed}", flush=True)

    def _keep_or_remove(self) -> None:
        if self.found:
            self.world.history.write(self.folder, self.stored)
            print(f"histories, rows and logs are in {self.folder}", flush=True)
        else:
            shutil.rmtree(self.folder, ignore_errors=True)


def summary(history: History, stored: Stored) -> list[str]:
    """Return what happened in a run, a line each."""
    answers = history.of(Answered)
    codes = Counter(answer.code for answer in answers)
    acks = codes.pop("", 0)
    refused = ", ".join(f"{count} {code}" for code, count in codes.most_common())
    lines = [
        f"{acks} actions acknowledged, {sum(codes.values())} not ({refused})",
        f"{sum(map(len, stored.rows.values()))} rows of {len(stored.rows)} tables,"
        f" {len(history.of(Seen))} messages of tables, {len(stored.records)} records with deals,"
        f" {len(history.of(Pushed))} notices ({repeated(history, stored)} sent again after a fault)",
    ]
    faults = history.of(Fault)
    lines.append(f"{len(faults)} faults; seconds from the end of a fault until all servers served moves again:")
    for kind in sorted({fault.kind for fault in faults}):
        times = [
            (one.recovered - one.until) / 1000 for one in faults if one.kind == kind and one.alone and one.recovered
        ]
        all_of_kind = sum(one.kind == kind for one in faults)
        measured = f"median {statistics.median(times):.1f}, most {max(times):.1f}" if times else "never alone"
        one_way = sum(one.kind == kind and one.one_way for one in faults)
        lines.append(f"  {kind}: {all_of_kind} ({measured}{f'; {one_way} in one direction' if one_way else ''})")
    return lines


__all__ = ["Probed", "Run"]
