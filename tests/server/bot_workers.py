"""Bot workers of tests: real ones in processes of their own, and what a server needs to admit them."""

from __future__ import annotations

import asyncio
import os
import signal
import subprocess
import sys
from collections.abc import AsyncIterator, Callable, Iterator
from contextlib import asynccontextmanager, contextmanager
from pathlib import Path
from threading import Thread
from typing import TypeVar

import encore
from encore.server.rooms.valkey import ValkeyBus
from encore.server.workers.letters import GAPS, OWN, TO_SERVERS, AnyLetter, Desk, Envelope, Here, Join, Taken, Welcome
from encore.server.workers.seal import Seal
from encore.server.workers.sources import own_sources
from tests.docs.pages import ROOT
from tests.patience import PATIENCE
from tests.server.services import die_with_the_tests

Kind = TypeVar("Kind", bound=AnyLetter)

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


@contextmanager
def hired() -> Iterator[Callable[..., WorkerProgram]]:
    """Start workers, which end with the test."""
    programs: list[WorkerProgram] = []

    def hire(bus: str, *arguments: str, **more: str) -> WorkerProgram:
        programs.append(WorkerProgram(bus, *arguments, **more))
        return programs[-1]

    try:
        yield hire
    finally:
        for program in programs:
            program.remove()


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

    async def told(self, kind: type[Kind]) -> Kind:
        """Return the next letter of a kind."""
        while True:
            letter = (await self.inbox.get()).letter
            if isinstance(letter, kind):
                return letter

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
