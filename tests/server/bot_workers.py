"""Bot workers of tests: real ones in processes of their own, puppets, and a server that asks them."""

from __future__ import annotations

import asyncio
import os
import signal
import subprocess
import sys
from collections.abc import AsyncIterator, Callable, Coroutine, Iterator
from contextlib import asynccontextmanager
from pathlib import Path
from threading import Thread
from typing import Any, TypeVar

import pytest

import encore
from encore.server.bots import thinkers as thinkers_module
from encore.server.bots.fair_queue import Kind, Sender
from encore.server.bots.thinkers import Thinkers
from encore.server.rooms.valkey import ValkeyBus
from encore.server.workers import remote as remote_module
from encore.server.workers import remote_workers as remote_workers_module
from encore.server.workers.letters import (
    GAPS,
    OWN,
    TO_SERVERS,
    AnyLetter,
    Ask,
    Desk,
    Envelope,
    Here,
    Join,
    Taken,
    Welcome,
)
from encore.server.workers.remote_workers import RemoteWorkers
from encore.server.workers.seal import Seal
from encore.server.workers.sources import own_sources
from tests.docs.pages import ROOT
from tests.patience import PATIENCE
from tests.server.services import die_with_the_tests
from tests.server.trap import FOREVER, LONG, Trap, until

Letter = TypeVar("Letter", bound=AnyLetter)

SECRET = "a secret of at least thirty-two characters"


class WorkerProgram:
    """``encore worker`` in a process of its own; ``said`` are the lines of its log."""

    def __init__(self, bus: str, *arguments: str, secret: str = SECRET, name: str = "far") -> None:
        self.command = (sys.executable, "-m", "tests.server.unhurried_worker", "--name", name, *arguments)
        self.environment = {**os.environ, "ENCORE_BUS": bus, "ENCORE_WORKER_SECRET": secret}
        self.said: list[str] = []
        self.process = subprocess.Popen(
            self.command,
            env=self.environment,
            cwd=ROOT,
            stdout=subprocess.DEVNULL,
            stderr=subprocess.PIPE,
            text=True,
            start_new_session=True,
            preexec_fn=die_with_the_tests,
        )
        self._reading = Thread(target=self._read, daemon=True)
        self._reading.start()

    def _read(self) -> None:
        assert self.process.stderr
        with self.process.stderr as lines:
            for line in lines:
                self.said.append(line.strip())

    def send(self, what: signal.Signals) -> None:
        """Send a signal to the program alone, as ``kill`` does."""
        self.process.send_signal(what)

    def freeze(self) -> None:
        """Stop everything that it is made of."""
        os.killpg(self.process.pid, signal.SIGSTOP)

    def thaw(self) -> None:
        os.killpg(self.process.pid, signal.SIGCONT)

    def ended(self) -> int:
        status = self.process.wait(PATIENCE)
        self._reading.join(PATIENCE)
        return status

    def remove(self) -> None:
        if self.process.poll() is None:
            os.killpg(self.process.pid, signal.SIGKILL)
        self.ended()


Hire = Callable[..., WorkerProgram]


@pytest.fixture
def hire() -> Iterator[Hire]:
    """Start workers, which end with the test."""
    programs: list[WorkerProgram] = []

    def start(bus: str, *arguments: str, **more: str) -> WorkerProgram:
        programs.append(WorkerProgram(bus, *arguments, **more))
        return programs[-1]

    yield start
    for program in programs:
        program.remove()


@pytest.fixture
def hasty() -> None:
    """Notice silence as soon as a real server does."""


@pytest.fixture(autouse=True)
def unhurried(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> None:
    """Load no games in the process of this machine, which would be busy with that; and be patient when it is slow."""
    monkeypatch.setattr(thinkers_module, "WARM_UP_AFTER", 3600.0)
    if "hasty" not in request.fixturenames:
        monkeypatch.setattr(remote_module, "TAKING", PATIENCE)
        monkeypatch.setattr(remote_workers_module, "SILENT", PATIENCE)


class Puppet:
    """A worker that does only what a test tells it; ``inbox`` has what it is told."""

    def __init__(self, url: str, secret: str = SECRET) -> None:
        self.desk, self.bus = Desk(Seal(secret)), ValkeyBus(url, GAPS)
        self.inbox: asyncio.Queue[Envelope] = asyncio.Queue()
        self.sent: list[tuple[str, bytes]] = []
        self.server = ""

    async def open(self) -> None:
        self.bus.subscribe(self.desk.topic)
        await self.bus.open(self._heard, lambda: None)
        self._living = asyncio.create_task(self._live())

    async def _live(self) -> None:
        """Not be silent: what it says concerns no question."""
        while True:
            if self.server:
                self.bus.publish(OWN + self.server, self.desk.write(OWN + self.server, Taken(0))[1])
            await asyncio.sleep(0.5)

    def _heard(self, topic: str, message: bytes) -> None:
        self.inbox.put_nowait(self.desk.read(topic, message))

    def send(self, letter: AnyLetter, topic: str = "") -> None:
        topic = topic or OWN + self.server
        self.sent.append((topic, self.desk.write(topic, letter)[1]))
        self.bus.publish(*self.sent[-1])

    async def told(self, kind: type[Letter]) -> Letter:
        """Return the next letter of a kind."""
        while True:
            letter = (await self.inbox.get()).letter
            if isinstance(letter, kind):
                return letter

    async def begin(self) -> Ask:
        """Begin with the next question, and return it."""
        asked = await self.told(Ask)
        self.send(Taken(asked.id))
        return asked

    def unread(self) -> list[Envelope]:
        """Return what it was told and nobody has read."""
        return [self.inbox.get_nowait() for _ in range(self.inbox.qsize())]

    async def welcome(self) -> Welcome:
        """Offer itself; return what the server says."""
        self.send(Here(), TO_SERVERS)
        while True:
            envelope = await self.inbox.get()
            if isinstance(envelope.letter, Welcome):
                self.server = envelope.sender
                return envelope.letter

    async def join(self, processes: int = 1, version: str = encore.__version__, **sources: str) -> None:
        """Ask to join; the server admits or refuses it."""
        known = {**await asyncio.to_thread(own_sources), **sources}
        self.send(Join((await self.welcome()).nonce, "puppet", version, known, processes))

    async def close(self) -> None:
        self._living.cancel()
        await self.bus.close()


@asynccontextmanager
async def puppet(url: str, secret: str = SECRET) -> AsyncIterator[Puppet]:
    """Connect a puppet to the bus for a while."""
    made = Puppet(url, secret)
    await made.open()
    try:
        yield made
    finally:
        await made.close()


def secret_file(folder: Path, secret: str = SECRET) -> Path:
    """Write a secret as an operator would."""
    file = folder / "worker.secret"
    file.write_text(secret + "\n")
    file.chmod(0o600)
    return file


def pool(bus: str) -> tuple[Thinkers, RemoteWorkers]:
    """Return a server's workers: one process of its own, and all that come over the bus."""
    others = RemoteWorkers(ValkeyBus(bus, GAPS), Seal(SECRET))
    return Thinkers(1, others=others), others


def serving(bus: str, body: Callable[[Thinkers, RemoteWorkers], Coroutine[Any, Any, None]]) -> None:
    """Run something with the workers of a server."""

    async def main() -> None:
        thinkers, others = pool(bus)
        await thinkers.open()
        try:
            async with asyncio.timeout(LONG):
                await body(thinkers, others)
        finally:
            await thinkers.close()

    asyncio.run(main())


async def occupy(thinkers: Thinkers, trap: Trap) -> asyncio.Task[str]:
    """Keep the process of this machine busy."""
    task = asyncio.create_task(thinkers.answer(trap.question("ponder-here"), Sender(Kind.GAME, "host", "here")))
    await until(lambda: trap.thought("ponder-here"))
    return task


def ask(thinkers: Thinkers, trap: Trap, what: str, seconds: float = FOREVER) -> asyncio.Task[str]:
    return asyncio.create_task(thinkers.answer(trap.question(what, seconds), Sender(Kind.GAME, "ada", what)))
