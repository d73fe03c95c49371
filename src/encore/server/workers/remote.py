"""A bot worker on another machine, as a server sees it."""

from __future__ import annotations

import asyncio
import logging
import time
from collections.abc import Callable
from dataclasses import dataclass, field
from itertools import count

from encore.server.bots.questions import AnyQuestion, Unanswered
from encore.server.workers.letters import Answered, AnyLetter, Ask, Beat, Drop, Failed, Full, Hurry, Taken, logged
from encore.server.workers.written import write

log = logging.getLogger("encore.server")

TAKING = 1.0
"""Seconds in which a worker must say that it has a question."""
GRACE = 5.0
"""Seconds that an answer may take beyond the time of the search."""
LATE = 2
"""Questions in a row that a worker may begin and not answer in time: once may be the fault of the question."""


@dataclass(slots=True, eq=False)
class Pending:
    """A question that a worker was asked."""

    answer: asyncio.Future[Answered | Unanswered]
    seconds: float
    begun: Callable[[], None]
    timer: asyncio.TimerHandle
    taken: bool = False


@dataclass(eq=False)
class RemoteWorker:
    """A worker that has joined. ``send`` sends it a letter and returns the number of the letter."""

    id: str
    name: str
    processes: int
    send: Callable[[AnyLetter], int]
    distrust: Callable[[RemoteWorker, str], None]
    number: int  # of the last letter that came from it
    heard_at: float = field(default_factory=time.monotonic)
    load: float = 0.0
    free: int = 0
    leaving: bool = False
    gone: bool = False
    answered: int = 0
    failed: int = 0

    def __post_init__(self) -> None:
        self.free = self.processes
        self.room = asyncio.Event()
        self.room.set()
        self._pending: dict[int, Pending] = {}
        self._ids = count(1)
        self._late = 0  # how many questions in a row it has not answered in time
        self._doubt = 0  # the number of a letter that it may not have got

    @property
    def busy(self) -> int:
        """How many of this server's questions it has."""
        return len(self._pending)

    def ask(
        self, question: AnyQuestion, begun: Callable[[], None]
    ) -> tuple[int, asyncio.Future[Answered | Unanswered]]:
        """Ask a question; return its number, and what comes of it."""
        loop, number = asyncio.get_running_loop(), next(self._ids)
        sent = self.send(Ask(number, write(question)))
        timer = loop.call_later(TAKING, self._not_taken, number, sent)
        pending = Pending(loop.create_future(), question.seconds, begun, timer)
        self._pending[number] = pending
        self._set_free(self.free - 1)
        return number, pending.answer

    def hurry(self, number: int) -> None:
        """Let it answer as soon as it can."""
        if number in self._pending:
            self.send(Hurry(number))

    def give_up(self, number: int, why: str) -> None:
        """Want no answer to a question any more, and tell it so."""
        if number in self._pending:
            self.send(Drop(number))
            self._settle(number, Unanswered(why))

    def told(self, letter: AnyLetter) -> None:
        """Take what it says about a question; what it says about another one came too late."""
        match letter:
            case Beat():
                self._beat(letter)
            case Taken():
                self._taken(letter.id)
            case Full() if letter.id in self._pending:
                self._set_free(0)
                self._settle(letter.id, Unanswered("it has others", lost=False))
            case Failed() if letter.id in self._pending:
                log.warning("the bot worker %s has no answer: %s", self.name, logged(letter.why))
                self._settle(letter.id, Unanswered(letter.why, tried=True))
            case Answered():
                self._settle(letter.id, letter)
        # Otherwise a letter that only servers write, or one for another state of things: nothing follows from it.

    def end(self, why: str) -> None:
        """Have it no more: its questions are for others."""
        self.gone = True
        self.room.set()
        for number in list(self._pending):
            self._settle(number, Unanswered(why))

    def _beat(self, beat: Beat) -> None:
        self.load = beat.load
        has = set(beat.questions)
        for number, pending in list(self._pending.items()):
            if pending.taken and number not in has:  # its answer was lost on the way, which letters keep in order
                self._settle(number, Unanswered("its answer was lost"))
        if beat.heard >= self._doubt:
            self._set_free(min(self.processes, max(0, beat.free)))

    def _taken(self, number: int) -> None:
        if (pending := self._pending.get(number)) and not pending.taken:
            pending.taken = True
            pending.timer.cancel()
            limit = pending.seconds + GRACE
            pending.timer = asyncio.get_running_loop().call_later(limit, self._too_late, number)
            pending.begun()

    def _too_late(self, number: int) -> None:
        """Let another worker try. One that is always too late is not asked again: it would be asked forever."""
        self.send(Drop(number))
        self._settle(number, Unanswered("it takes too long", tried=True))
        self._late += 1
        if self._late == LATE:
            self.distrust(self, "it starts on questions and does not answer them")

    def _not_taken(self, number: int, sent: int) -> None:
        self._doubt = sent
        self._set_free(0)
        self.give_up(number, "it does not hear this server")

    def _settle(self, number: int, answer: Answered | Unanswered) -> None:
        pending = self._pending.pop(number, None)
        if pending is None:
            return
        pending.timer.cancel()
        if isinstance(answer, Answered):
            self.answered += 1
            self._late = 0
            self._set_free(self.free + 1)
        elif answer.lost:
            self.failed += 1
        if not pending.answer.done():
            pending.answer.set_result(answer)

    def _set_free(self, free: int) -> None:
        self.free = min(self.processes, free)
        if self.free > 0 or self.gone:
            self.room.set()
        else:
            self.room.clear()


class RemoteProcess:
    """A place for one question at a worker on another machine."""

    def __init__(self, worker: RemoteWorker) -> None:
        self._worker = worker
        self._number = 0  # of the question that it has
        self._stopped = False  # whether it was told to answer it at once

    @property
    def gone(self) -> bool:
        """Whether it takes no more questions."""
        return self._worker.gone or self._worker.leaving

    @property
    def busy(self) -> bool:
        """Whether it has a question."""
        return self._number > 0

    @property
    def rank(self) -> tuple[int, float]:
        """After the processes of this machine; the least busy worker first."""
        worker = self._worker
        return 1, (worker.processes - worker.free) / worker.processes + worker.load

    async def has_room(self) -> None:
        """Wait until the worker can take a question."""
        await self._worker.room.wait()

    async def think(self, question: AnyQuestion, begun: Callable[[], None]) -> tuple[str, float]:
        """Return an answer that fits, and the seconds of the search, or raise Unanswered."""
        self._number, answer = self._worker.ask(question, begun)
        self._stopped = False
        try:
            given = await answer
            # In a thread, for the moves of a long evaluation are all played.
            right = isinstance(given, Answered) and await asyncio.to_thread(question.fits, given.answer, self._stopped)
        finally:
            self._worker.give_up(self._number, "nobody waits for it")
            self._number = 0
        if isinstance(given, Unanswered):
            raise given
        if not right:
            self._worker.failed += 1
            self._worker.distrust(self._worker, "its answer makes no sense")
            raise Unanswered("its answer makes no sense")
        return given.answer, given.seconds

    def stop(self) -> None:
        """Have it answer as soon as it can."""
        self._stopped = True
        self._worker.hurry(self._number)

    def leave_off(self) -> None:
        """Want its answer no more."""
        self._worker.give_up(self._number, "nobody waits for it")
