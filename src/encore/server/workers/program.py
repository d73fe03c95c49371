"""The program of a bot worker: it joins servers over the bus and answers what they ask."""

from __future__ import annotations

import asyncio
import logging
import os
import time
from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass, field
from functools import partial

import encore
from encore.core.errors import EncoreError
from encore.server.bots.search_time import SearchTime
from encore.server.bots.thinkers import Thinkers
from encore.server.log_lines import Form
from encore.server.rooms.bus import Bus
from encore.server.workers.letters import (
    OWN,
    TO_SERVERS,
    TO_WORKERS,
    Admitted,
    Answered,
    AnyLetter,
    Ask,
    Beat,
    Desk,
    Drop,
    Envelope,
    Failed,
    Full,
    Heard,
    Here,
    Hurry,
    Join,
    Leaving,
    Left,
    Refused,
    Taken,
    Welcome,
    Who,
    logged,
)
from encore.server.workers.seal import Seal
from encore.server.workers.sources import own_sources
from encore.server.workers.written import read

log = logging.getLogger("encore.server")

BEAT = 1.0
"""Seconds between two beats."""
OFFER = 5
"""Beats between two offers to servers that are new, or have not heard the last one."""
SILENT = 10.0
"""Seconds after which a server that says nothing is taken for gone, and after which nobody has answered an offer."""
WARMING = 900.0
"""Seconds for which the games are loaded, or compiled, before the worker offers itself all the same."""
SOON = 0.1
"""Seconds between two looks at how many games are loaded."""
GRACE = 3.0
"""Seconds that a process may take beyond its time: less than servers wait, so that they hear why there is no answer."""
FINISHING = 70.0
"""Seconds that a worker which leaves gives its last questions; an analysis takes a minute at most."""


@dataclass(eq=False)
class KnownServer:
    """A server that asks. ``owed`` means that it was told that there is no room."""

    id: str
    heard_at: float
    admitted: bool = False
    owed: bool = False
    working: dict[int, asyncio.Task[None]] = field(default_factory=dict)
    searches: dict[int, SearchTime] = field(default_factory=dict)

    def forget_questions(self) -> None:
        """Want no more answers for it."""
        for task in self.working.values():
            task.cancel()
        self.working.clear()


class BotWorker:
    """Answers with some processes. ``ready`` is called when it has offered itself."""

    def __init__(
        self, bus: Bus, seal: Seal, processes: int, name: str, ready: Callable[[], None], form: Form = "text"
    ) -> None:
        self._bus, self._desk, self._processes, self._name, self._ready = bus, Desk(seal), processes, name, ready
        # One try: what fails here is tried elsewhere.
        self._thinkers = Thinkers(processes, grace=GRACE, log=form, tries=1)
        self._servers: dict[str, KnownServer] = {}
        self._numbers: dict[str, int] = {}  # of the last letter of each server, also of those that have gone
        self._asked_for = False  # a server wants to know whether it is here
        self._leaving = False
        self._refusal = ""  # why the last server has refused it
        self._refused_by: set[str] = set()
        self._alone_since = time.monotonic()

    async def run(self, leave: asyncio.Event, loaded: Callable[[int, int], None]) -> None:
        """Load the games, join, answer until ``leave``, and finish. Raises EncoreError if all servers refuse it."""
        self._sources = await asyncio.to_thread(own_sources)
        self._bus.subscribe(TO_WORKERS)
        self._bus.subscribe(self._desk.topic)
        try:
            await self._thinkers.open()
            if await self._load(leave, loaded):
                await self._bus.open(self._heard, self._wanted)
                self._ready()
                await self._live(leave)
                await self._finish()
        finally:
            await self._thinkers.close()
            await self._bus.close()

    async def _load(self, leave: asyncio.Event, loaded: Callable[[int, int], None]) -> bool:
        """Wait until the games are loaded; return False if the worker shall leave before."""
        until = time.monotonic() + WARMING
        while not self._thinkers.warm and time.monotonic() < until and not leave.is_set():
            loaded(*self._thinkers.loaded)
            await asyncio.sleep(SOON)
        return not leave.is_set()

    async def _live(self, leave: asyncio.Event) -> None:
        self._alone_since = time.monotonic()
        beats, connected, silent = 0, True, False
        while not leave.is_set():
            if self._bus.connected != connected:
                connected = self._bus.connected
                _tell("the bus is back" if connected else "the bus does not answer; it is tried again")
            if self._asked_for or beats % OFFER == 0:
                self._asked_for = False
                self._offer()
            beats += 1
            self._beat()
            self._part_from_silent()
            silent = self._look_who_answers(silent)
            with suppress(TimeoutError):
                await asyncio.wait_for(leave.wait(), BEAT)

    def _look_who_answers(self, told: bool) -> bool:
        """Say once that no server answers, or end if all refuse; return whether it was said."""
        if any(server.admitted for server in self._servers.values()):
            self._alone_since, self._refusal = time.monotonic(), ""
            return False
        if time.monotonic() - self._alone_since < SILENT:
            return told
        if self._refusal:
            raise EncoreError(f"no server takes this bot worker: {self._refusal}")
        if not told:
            _tell("no server answers: is there one on this bus that admits bot workers, with the same secret?")
        return True

    async def _finish(self) -> None:
        """Take nothing new, and answer what was asked."""
        self._leaving = True
        _tell("it leaves when its questions are answered")
        for server in self._servers.values():
            self._send(server.id, Leaving())
        until = time.monotonic() + FINISHING
        while (left := self._unfinished) and time.monotonic() < until:
            self._beat()
            await asyncio.wait(left, timeout=BEAT)
        for server in self._servers.values():
            self._send(server.id, Left())

    @property
    def _unfinished(self) -> list[asyncio.Task[None]]:
        tasks = [task for server in self._servers.values() for task in server.working.values()]
        return [task for task in tasks if not task.done()]  # to wait for one that is done is not to wait

    # What is said.

    def _send(self, receiver: str, letter: AnyLetter) -> None:
        topic = OWN + receiver
        _, message = self._desk.write(topic, letter)
        if self._bus.connected:  # else it would come when nobody waits for it any more
            self._bus.publish(topic, message)

    def _wanted(self) -> None:
        self._asked_for = True  # the next beat offers: whoever asks a thousand times a second gets one offer

    def _offer(self) -> None:
        if not self._leaving and self._bus.connected:
            self._bus.publish(TO_SERVERS, self._desk.write(TO_SERVERS, Here())[1])

    @property
    def _free(self) -> int:
        taken = sum(len(server.working) for server in self._servers.values())
        # A process whose question was dropped may hang still, until it is replaced.
        return 0 if self._leaving else self._processes - max(taken, self._thinkers.busy)

    def _beat(self) -> None:
        for server in self._servers.values():
            if server.admitted:
                self._beat_for(server)

    def _beat_for(self, server: KnownServer) -> None:
        server.owed = False
        self._send(server.id, Beat(self._free, list(server.working), _load(), self._numbers[server.id]))

    # What is heard.

    def _heard(self, topic: str, message: bytes) -> None:
        try:
            envelope = self._desk.read(topic, message)
        except EncoreError as error:
            log.warning("a message of a server is refused: %s", error)
            return
        if envelope.number <= self._numbers.get(envelope.sender, 0):
            log.warning("a message of a server is refused: it is a repetition")
        elif topic == self._desk.topic:
            self._numbers[envelope.sender] = envelope.number
            self._take(envelope)
        elif isinstance(envelope.letter, Who):
            self._wanted()

    def _take(self, envelope: Envelope) -> None:
        letter, server = envelope.letter, self._servers.get(envelope.sender)
        if isinstance(letter, Welcome):
            self._join(envelope.sender, letter)
        elif isinstance(letter, Refused):
            self._refusal = logged(letter.why)
            self._refused_by.add(envelope.sender)
            self._servers.pop(envelope.sender, None)
            _tell(f"a server refuses this bot worker: {self._refusal}")
        elif server:
            server.heard_at = time.monotonic()
            self._do(server, letter)

    def _join(self, sender: str, welcome: Welcome) -> None:
        if self._leaving or sender in self._refused_by:
            return
        if known := self._servers.get(sender):  # it has lost this worker, and its questions are with others
            known.forget_questions()
        self._servers[sender] = KnownServer(sender, time.monotonic())
        self._send(sender, Join(welcome.nonce, self._name, encore.__version__, self._sources, self._processes))

    def _do(self, server: KnownServer, letter: AnyLetter) -> None:
        match letter:
            case Admitted():
                server.admitted = True
                _tell("it works for a server")
                self._beat_for(server)
            case Ask() if self._free > 0:
                self._send(server.id, Taken(letter.id))
                task = asyncio.create_task(self._answer(server, letter))
                server.working[letter.id] = task
                task.add_done_callback(partial(self._settled, server, letter.id))
            case Ask():
                server.owed = True
                self._send(server.id, Full(letter.id))
            case Hurry() if letter.id in server.searches:
                self._thinkers.hurry(server.searches[letter.id])
            case Drop() if letter.id in server.working:
                server.working[letter.id].cancel()
            case Left():
                self._part(server, "a server has ended")
            case Heard():
                pass  # that it lives is noted

    async def _answer(self, server: KnownServer, ask: Ask) -> None:
        search = server.searches[ask.id] = SearchTime()
        answer: AnyLetter
        try:
            text = await self._thinkers.answer(read(ask.question), search=search)
            answer = Answered(ask.id, text, search.seconds)
        except Exception as error:  # the server asks another worker
            answer = Failed(ask.id, str(error))
        finally:
            del server.searches[ask.id]
        self._send(server.id, answer)

    def _settled(self, server: KnownServer, number: int, task: asyncio.Task[None]) -> None:
        """Free the place of a question. A task that is cancelled before its first step cannot do so itself."""
        if server.working.get(number) is task:
            del server.working[number]
        for other in self._servers.values():
            if other.owed:
                self._beat_for(other)

    def _part_from_silent(self) -> None:
        for server in list(self._servers.values()):
            if time.monotonic() - server.heard_at > SILENT:
                self._part(server, "a server is silent")

    def _part(self, server: KnownServer, why: str) -> None:
        server.forget_questions()
        if self._servers.pop(server.id, None) and server.admitted:
            _tell(why)


def _load() -> float:
    """Return how busy the machine is: 1 if each core has something to do."""
    try:
        return os.getloadavg()[0] / (os.cpu_count() or 1)
    except (AttributeError, OSError):  # not on this system
        return 0.0


def _tell(line: str) -> None:
    """Log a line of its own: equal formats are logged once a minute."""
    log.warning(line)
