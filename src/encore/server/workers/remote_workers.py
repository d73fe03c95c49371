"""The bot workers on other machines that a server knows: who may join, and who has gone."""

from __future__ import annotations

import asyncio
import logging
import secrets
import time
from collections.abc import Coroutine, Sequence
from functools import partial
from typing import Any, Protocol

from encore.core.errors import EncoreError
from encore.server.rooms.bus import Bus
from encore.server.workers.letters import (
    OWN,
    TO_SERVERS,
    TO_WORKERS,
    Admitted,
    AnyLetter,
    Beat,
    Desk,
    Heard,
    Here,
    Join,
    Leaving,
    Left,
    Refused,
    Welcome,
    Who,
    logged,
)
from encore.server.workers.remote import RemoteProcess, RemoteWorker
from encore.server.workers.seal import Seal
from encore.server.workers.sources import difference, own_sources

log = logging.getLogger("encore.server")

LOOK = 0.25
"""Seconds between two looks at who is silent."""
SILENT = 3.5
"""Seconds after which a worker that says nothing is taken for gone; it says something every second."""
WELCOME, AGAIN = 10.0, 2.0
"""Seconds for which a worker may use the nonce that it was given, and after which it may be given another one."""
DISTRUSTED = 60.0
"""Seconds for which a worker is not asked whose answer makes no sense, or whose answers do not come."""
MOST_WORKERS, MOST_PROCESSES = 1000, 256
"""Workers that are here or about to join, and processes of one."""
LONGEST_NAME = 60


class Pool(Protocol):
    """Gives questions to processes on other machines."""

    def serve_elsewhere(self, process: RemoteProcess) -> Coroutine[Any, Any, None]:
        """Let a process answer questions for as long as it is there."""


class RemoteWorkers:
    """The workers that have joined this server over a bus."""

    def __init__(self, bus: Bus, seal: Seal) -> None:
        self._bus, self._desk = bus, Desk(seal)
        self._workers: dict[str, RemoteWorker] = {}
        self._nonces: dict[str, tuple[str, float]] = {}
        self._distrusted: dict[str, float] = {}
        self._tasks: dict[asyncio.Task[None], RemoteProcess] = {}
        self._missed = False  # letters of workers, perhaps
        self._watching: asyncio.Task[None] | None = None
        self.refused = 0  # messages, and workers that wanted to join
        self._answered = self._failed = 0  # of those that have gone

    async def open(self, pool: Pool) -> None:
        """Ask who is there; raise EncoreError if the bus does not answer."""
        self._pool = pool
        self._sources = await asyncio.to_thread(own_sources)
        self._bus.subscribe(TO_SERVERS)
        self._bus.subscribe(self._desk.topic)
        await self._bus.open(self._heard, self._gap)
        self._watching = asyncio.create_task(self._watch())
        self._look_around()

    async def close(self) -> None:
        """Tell the workers that this server ends, and want no more answers."""
        if self._watching:
            self._watching.cancel()
        for worker in list(self._workers.values()):
            worker.send(Left())
            worker.end("this server ends")
        for task in self._tasks:
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)
        self._workers.clear()
        await self._bus.close()

    @property
    def workers(self) -> Sequence[RemoteWorker]:
        """Those that are here, by name."""
        return sorted(self._workers.values(), key=lambda worker: (worker.name, worker.id))

    @property
    def processes(self) -> int:
        """How many processes they have."""
        return sum(worker.processes for worker in self._workers.values())

    @property
    def answered(self) -> int:
        """How many questions were answered elsewhere."""
        return self._answered + sum(worker.answered for worker in self._workers.values())

    @property
    def failed(self) -> int:
        """How many questions were asked elsewhere in vain."""
        return self._failed + sum(worker.failed for worker in self._workers.values())

    # What is heard.

    def _gap(self) -> None:
        self._missed = True  # the next look asks who is there, once for all gaps

    def _look_around(self) -> None:
        self._bus.publish(TO_WORKERS, self._desk.write(TO_WORKERS, Who())[1])

    def _heard(self, topic: str, message: bytes) -> None:
        try:
            envelope = self._desk.read(topic, message)
        except EncoreError as error:
            self.refused += 1
            log.warning("a message of a bot worker is refused: %s", error)
            return
        sender, letter = envelope.sender, envelope.letter
        worker = self._workers.get(sender)
        if isinstance(letter, Join) and topic == self._desk.topic:
            self._join(sender, envelope.number, letter)
        elif worker is None:
            if isinstance(letter, Here | Beat):
                self._welcome(sender)
        elif envelope.number <= worker.number:
            self.refused += 1
            log.warning("a message of a bot worker is refused: it is a repetition")
        elif topic == self._desk.topic:
            worker.number, worker.heard_at = envelope.number, time.monotonic()
            self._take(worker, letter)

    def _take(self, worker: RemoteWorker, letter: AnyLetter) -> None:
        if isinstance(letter, Left):
            self._part(worker, "has left")
        elif isinstance(letter, Leaving):
            worker.leaving = True
            self._end_idle()
        else:
            worker.told(letter)
            if isinstance(letter, Beat):
                worker.send(Heard())

    # Who may join.

    def _welcome(self, sender: str) -> None:
        now = time.monotonic()
        if self._distrusted.get(sender, 0.0) > now or len(self._workers) + len(self._nonces) >= MOST_WORKERS:
            return
        if sender in self._nonces and now < self._nonces[sender][1] - WELCOME + AGAIN:
            return  # its answer may be on the way
        nonce = secrets.token_hex(16)
        self._nonces[sender] = nonce, now + WELCOME
        self._send(sender, Welcome(nonce))

    def _join(self, sender: str, number: int, join: Join) -> None:
        nonce, until = self._nonces.get(sender, ("", 0.0))
        if not secrets.compare_digest(nonce.encode(), join.nonce.encode()) or time.monotonic() > until:
            self.refused += 1
            log.warning("a message of a bot worker is refused: it is a repetition, or came too late")
            return
        del self._nonces[sender]
        name = "".join(each for each in join.name if each.isprintable())[:LONGEST_NAME] or "without a name"
        why = logged(difference(self._sources, join.version, join.sources))
        if not why and not 1 <= join.processes <= MOST_PROCESSES:
            why = f"it has {join.processes} processes; 1 to {MOST_PROCESSES} are possible"
        if why:
            self.refused += 1
            _tell(f"the bot worker {name} is refused: {why}")
            self._send(sender, Refused(why))
            return
        if before := self._workers.get(sender):  # it does not know that it is here
            self._part(before, "joins again")
        send = partial(self._send, sender)
        worker = RemoteWorker(sender, name, join.processes, send, self._distrust, number)
        self._workers[sender] = worker
        worker.send(Admitted())
        _tell(f"the bot worker {name} has joined with {_processes(join.processes)}")
        for _ in range(join.processes):
            self._employ(RemoteProcess(worker))

    def _employ(self, process: RemoteProcess) -> None:
        task = asyncio.create_task(self._pool.serve_elsewhere(process))
        self._tasks[task] = process
        task.add_done_callback(lambda task: self._tasks.pop(task, None))

    def _send(self, receiver: str, letter: AnyLetter) -> int:
        topic = OWN + receiver
        number, message = self._desk.write(topic, letter)
        if self._bus.connected:  # else it would come when nobody waits for it any more
            self._bus.publish(topic, message)
        return number

    # Who goes.

    def _distrust(self, worker: RemoteWorker, why: str) -> None:
        self._distrusted[worker.id] = time.monotonic() + DISTRUSTED
        worker.send(Left())
        self._part(worker, f"is not asked for a minute: {why}")

    def _part(self, worker: RemoteWorker, why: str) -> None:
        if self._workers.pop(worker.id, None):
            worker.end(f"the bot worker {why}")
            self._answered += worker.answered
            self._failed += worker.failed
            _tell(f"the bot worker {worker.name} {why}; {_processes(self.processes)} on other machines are left")
            self._end_idle()

    def _end_idle(self) -> None:
        """End the tasks of processes that have gone; what has a question ends after it."""
        for task, process in list(self._tasks.items()):
            if process.gone and not process.busy:
                task.cancel()

    async def _watch(self) -> None:
        while True:
            await asyncio.sleep(LOOK)
            if self._missed:
                self._missed = False
                self._look_around()
            now = time.monotonic()
            for worker in list(self._workers.values()):
                if now - worker.heard_at > SILENT:
                    self._part(worker, f"was silent for {SILENT:g} s")
            for known in (self._distrusted, self._nonces):
                _forget(known, now)


def _forget(known: dict[str, Any], now: float) -> None:
    for sender, kept in list(known.items()):
        if (kept[1] if isinstance(kept, tuple) else kept) < now:
            del known[sender]


def _processes(number: int) -> str:
    return f"{number} process{'' if number == 1 else 'es'}"


def _tell(line: str) -> None:
    """Log a line of its own: equal formats are logged once a minute, and each worker counts."""
    log.warning(line)
