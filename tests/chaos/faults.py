"""The faults of a run: a plan that follows from a seed, and how each of them is done and ended."""

from __future__ import annotations

import asyncio
import signal
from collections.abc import AsyncIterator, Awaitable, Callable, Iterator
from contextlib import AbstractAsyncContextManager, asynccontextmanager, nullcontext
from random import Random
from typing import Literal, NamedTuple

from tests.chaos.cluster import Cluster, Database, Part, Server
from tests.chaos.history import Fault, now
from tests.chaos.relay import WAYS, Link, Way
from tests.chaos.world import World

Kind = Literal[
    "server killed",
    "server stopped",
    "server cut off",
    "server slow",
    "clients cut off",
    "database cut off from a server",
    "bus cut off from a server",
    "clock jumped",
    "bus killed",
    "bus stopped",
    "primary killed",
    "standby killed",
    "standby cut off",
    "disk full",
    "failover: primary killed",
    "failover: primary lost",
    "failover: standby cut off before",
]
KINDS: tuple[Kind, ...] = Kind.__args__  # type: ignore[attr-defined]
HELD: tuple[Kind, ...] = (
    "clients cut off",
    "database cut off from a server",
    "bus cut off from a server",
    "standby cut off",
)
"""Those that hold connections up, in one or both directions."""
FIRST, LAST = 6.0, 15.0
"""Seconds without new faults at the beginning and at the end of a run."""
OVERLAP = 0.3
"""How many of the faults begin before those before them are over."""
JUMPS = (-90_000, -7_000, -1_500, 1_500, 7_000, 40_000, 3_600_000)
"""Milliseconds by which clocks jump."""
RECOVERY = 90.0
"""Seconds after a fault in which all servers must serve moves again; more is an anomaly."""


class Planned(NamedTuple):
    """A fault: after which pause, how long it goes on (seconds), which server, which ways, how far a clock jumps.

    One that ``waits`` begins when all is well again after those before; the others overlap.
    """

    kind: Kind
    pause: float
    waits: bool
    lasts: float
    server: int
    ways: tuple[Way, ...]
    jump: int


def planned(seed: str, without: frozenset[Kind] = frozenset()) -> Iterator[Planned]:
    """Yield the plan of a run, without an end. Each kind comes once before any comes again."""
    rng = Random(f"{seed}/faults")
    while True:
        bag = [kind for kind in KINDS if kind not in without]
        rng.shuffle(bag)
        for kind in bag:
            ways, lasts = rng.choice((WAYS, WAYS, WAYS[:1], WAYS[1:])), rng.uniform(1.5, 8.0)
            pause, waits = rng.uniform(0.5, 3.0), rng.random() >= OVERLAP
            yield Planned(kind, pause, waits, lasts, rng.randrange(3), ways, rng.choice(JUMPS))


class Faults:
    """Does the faults of a plan, and measures how long it takes until all is well again."""

    def __init__(self, cluster: Cluster, world: World) -> None:
        self.cluster, self.world = cluster, world
        self.active = 0
        self.begun = 0
        self._databases = asyncio.Lock()  # one fault of the databases at a time: there are only two
        self._holds: dict[Link, list[Way]] = {}
        self._do: dict[Kind, Callable[[Planned], Awaitable[None]]] = {
            "server killed": self._server_killed,
            "server stopped": lambda plan: self._stopped(self._server(plan), plan),
            "server cut off": self._server_cut_off,
            "server slow": self._slow,
            "clients cut off": lambda plan: self._held([self._link("clients", plan)], plan),
            "database cut off from a server": self._database_cut_off,
            "bus cut off from a server": self._bus_cut_off,
            "clock jumped": self._jumped,
            "bus killed": self._bus_killed,
            "bus stopped": lambda plan: self._stopped(self.cluster.bus, plan),
            "primary killed": lambda plan: self._restarted(self.cluster.primary, plan),
            "standby killed": lambda plan: self._restarted(self.cluster.standby, plan),
            "standby cut off": self._standby_cut_off,
            "disk full": self._disk_full,
            "failover: primary killed": self._failover,
            "failover: primary lost": self._failover_lost,
            "failover: standby cut off before": self._failover_behind,
        }

    async def run(self, plan: Iterator[Planned], seconds: float) -> None:
        """Do the faults of a plan, one after the other or overlapping, for some seconds."""
        end = now() + (seconds - LAST) * 1000
        await asyncio.sleep(FIRST)
        async with asyncio.TaskGroup() as group:
            running = set[asyncio.Task[None]]()
            for each in plan:
                if each.waits and running:
                    await asyncio.wait(running)
                await asyncio.sleep(each.pause)
                if now() > end:
                    return
                task = group.create_task(self._one(each))
                running.add(task)
                task.add_done_callback(running.discard)

    async def _one(self, plan: Planned) -> None:
        of_databases = "primary" in plan.kind or "standby" in plan.kind or plan.kind == "disk full"
        turn: AbstractAsyncContextManager[object] = self._databases if of_databases else nullcontext()
        async with turn:
            self.begun += 1
            self.active += 1
            begun, alone = self.begun, self.active == 1
            start = now()
            try:
                await self._do[plan.kind](plan)
            finally:
                self.active -= 1
            until = now()
            alone = alone and self.begun == begun and not self.active
            recovered = await self._recovered(until)
            alone = alone and self.begun == begun
        where = "" if of_databases or "bus" in plan.kind[:3] else self.cluster.servers[plan.server].name
        if plan.kind == "clock jumped":
            where += f" by {plan.jump / 1000:+g} s"
        one_way = plan.kind in HELD and len(plan.ways) == 1
        self.world.history.note(Fault(start, plan.kind, where, until, recovered, alone, one_way))
        if not recovered and alone:
            self.world.strange.append(f"after {plan.kind} {where} not all servers serve moves within {RECOVERY:.0f} s")

    async def _recovered(self, since: int) -> int:
        """Wait until every server has stored a move that was sent after a time; return when, or 0 for never."""
        end = now() + RECOVERY * 1000
        while now() < end:
            if all(self.world.acked.get(server.name, 0) > since for server in self.cluster.servers):
                return now()
            await asyncio.sleep(0.05)
        return 0

    # Servers.

    def _server(self, plan: Planned) -> Server:
        return self.cluster.servers[plan.server]

    def _link(self, source: str, plan: Planned) -> Link:
        return self.cluster.links[source, self._server(plan).name]

    async def _server_killed(self, plan: Planned) -> None:
        server = self._server(plan)
        server.kill()
        await asyncio.sleep(plan.lasts / 2)
        server.wanted = True

    async def _stopped(self, part: Part, plan: Planned) -> None:
        part.signal(signal.SIGSTOP)
        await asyncio.sleep(plan.lasts)
        part.signal(signal.SIGCONT)

    async def _server_cut_off(self, plan: Planned) -> None:
        """Cut a server off from everything: its link goes down, or all its connections are held up."""
        server = self._server(plan)
        if self.cluster.network.isolated:
            server.place.disconnect()
            await asyncio.sleep(plan.lasts)
            server.place.connect()
        else:
            await self._held(self.cluster.links_of(server), plan)

    async def _slow(self, plan: Planned) -> None:
        links = self.cluster.links_of(self._server(plan))
        for link in links:
            link.delay = 0.02 + plan.lasts / 20
        await asyncio.sleep(plan.lasts)
        for link in links:
            link.delay = 0.0

    async def _database_cut_off(self, plan: Planned) -> None:
        name = self._server(plan).name
        await self._held([self.cluster.links[name, each.name] for each in self.cluster.databases], plan)

    async def _bus_cut_off(self, plan: Planned) -> None:
        await self._held([self.cluster.links[self._server(plan).name, self.cluster.bus.name]], plan)

    async def _held(self, links: list[Link], plan: Planned) -> None:
        async with self._holding(links, *plan.ways):
            await asyncio.sleep(plan.lasts)

    @asynccontextmanager
    async def _holding(self, links: list[Link], *ways: Way) -> AsyncIterator[None]:
        """Hold links up; one that another fault holds up, too, stays so until both are over."""
        for link in links:
            self._holds.setdefault(link, []).extend(ways)
            link.hold(*ways)
        try:
            yield
        finally:
            for link in links:
                for way in ways:
                    self._holds[link].remove(way)
                link.free(*(way for way in ways if way not in self._holds[link]))

    async def _jumped(self, plan: Planned) -> None:
        server = self._server(plan)
        server.jump(plan.jump)
        await asyncio.sleep(plan.lasts)
        server.jump(0)

    # The bus.

    async def _bus_killed(self, plan: Planned) -> None:
        self.cluster.bus.kill()
        await asyncio.sleep(plan.lasts / 2)
        self.cluster.bus.start()

    # The databases.

    async def _restarted(self, database: Database, plan: Planned) -> None:
        database.kill()
        await asyncio.sleep(plan.lasts / 2)
        await database.start()

    def _replication(self) -> list[Link]:
        return [self.cluster.links[self.cluster.standby.name, self.cluster.primary.name]]

    async def _standby_cut_off(self, plan: Planned) -> None:
        await self._held(self._replication(), plan)

    async def _disk_full(self, plan: Planned) -> None:
        primary = self.cluster.primary
        primary.fill()
        await asyncio.sleep(plan.lasts)
        primary.empty()
        await primary.start()  # it may have ended

    async def _failover(self, plan: Planned) -> None:
        old = self.cluster.primary
        old.kill()
        await asyncio.sleep(plan.lasts / 4)
        await self._promote(old)

    async def _failover_lost(self, plan: Planned) -> None:
        """Lose the machine of the primary: nothing comes back from there, not even that nobody listens."""
        old = self.cluster.primary
        links = [link for ends, link in self.cluster.links.items() if old.name in ends]
        async with self._holding(links, *WAYS):
            await asyncio.sleep(plan.lasts / 4)
            old.kill()  # as whoever lets another one take over must ensure
            await self.cluster.fail_over()
            await asyncio.sleep(plan.lasts)
        await self.cluster.follow()

    async def _failover_behind(self, plan: Planned) -> None:
        """Cut the standby off first: whatever it has not got must not have been acknowledged."""
        old = self.cluster.primary
        async with self._holding(self._replication(), *WAYS):
            await asyncio.sleep(8 + plan.lasts)  # longer than the servers wait for an answer
            old.kill()
            self._replication()[0].cut()
        await self._promote(old)

    async def _promote(self, old: Database) -> None:
        await self.cluster.fail_over()
        await self.cluster.follow()
        assert self.cluster.standby is old
