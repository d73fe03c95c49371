"""Worker processes that compute the bots' moves and win chances, so that players never wait for a search.

A worker that dies, hangs or returns an invalid answer is replaced by a new process, which gets the same question.
``FairQueue`` decides which question is next.
"""

from __future__ import annotations

import asyncio
import time
from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field
from typing import Any, ParamSpec, Protocol, TypeVar

from encore.core.fact import Fact
from encore.core.kernel_folder import kernel_folder
from encore.core.registry import games
from encore.server.bots.fair_queue import FairQueue, Kind, Sender
from encore.server.bots.questions import AnyQuestion, Kernels, Preparation, Preparing, ThinkingFailed, Unanswered
from encore.server.bots.search_time import SearchTime
from encore.server.bots.worker_process import WorkerProcess, shield_from_ctrl_c
from encore.server.log_lines import Form

TRIES = 3
COMPILING = 300.0
"""Seconds a process may take to warm up. Without Numba's cache, one game takes up to half a minute."""
WARM_UP_AFTER = 1.5
"""Seconds after the start until workers warm up. The first visitors get the page first; a question does not wait."""
AT_LEAST = 0.25
"""Seconds that a search gets before it may be ended early for another visitor. A bot finds a good move in them."""

P = ParamSpec("P")
T = TypeVar("T")


SOMEBODY = Sender()
"""The sender where questions are not shared out."""


class Elsewhere(Protocol):
    """A place for one question on another machine."""

    @property
    def rank(self) -> tuple[int, float]:
        """Which of the idle ones is asked first."""

    @property
    def gone(self) -> bool:
        """Whether it takes no more questions."""

    async def has_room(self) -> None:
        """Wait until it may take a question; others use it too."""

    async def think(self, question: AnyQuestion, begun: Callable[[], None]) -> tuple[str, float]:
        """Return an answer that fits, and the seconds of the search, or raise Unanswered; ``begun`` when it begins."""

    def stop(self) -> None:
        """Have it answer as soon as it can."""

    def leave_off(self) -> None:
        """Want its answer no more."""


class OtherLoad(Protocol):
    """What a worker on another machine has to do: ``busy`` is how many questions of this server it has."""

    @property
    def name(self) -> str:
        """How it calls itself."""

    @property
    def processes(self) -> int:
        """How many processes it has."""

    @property
    def busy(self) -> int:
        """How many questions of this server it has."""

    @property
    def answered(self) -> int:
        """How many questions of this server it has answered."""

    @property
    def failed(self) -> int:
        """How many it was asked in vain."""


class Others(Protocol):
    """The workers on other machines, which come and go."""

    @property
    def workers(self) -> Sequence[OtherLoad]:
        """Those that are here."""

    async def open(self, pool: Thinkers) -> None:
        """Begin to look for them; raise EncoreError if that is not possible."""

    async def close(self) -> None:
        """Let them go."""

    @property
    def processes(self) -> int:
        """How many processes they have now."""

    @property
    def answered(self) -> int:
        """How many questions they have answered."""

    @property
    def failed(self) -> int:
        """How many they were asked in vain."""

    @property
    def refused(self) -> int:
        """How many messages and workers were refused."""


@dataclass(slots=True, eq=False)
class Inquiry:
    """A question that somebody has asked, the time of its search, and its answer."""

    question: AnyQuestion
    sender: Sender
    search: SearchTime
    answer: asyncio.Future[str]
    asked: float = field(default_factory=time.monotonic)
    worker: WorkerProcess | Elsewhere | None = None
    ripe: bool = False  # whether the search may be ended early
    stopped: bool = False  # whether it was
    tries: int = 0  # in how many processes of other machines it has failed


class Thinkers:
    """A pool of worker processes that answer questions; at most ``waiting`` questions wait.

    With the default of one worker on two cores, a search that has begun keeps everybody else waiting. So a search of a
    visitor who has more questions is ended early when a game of another visitor waits; it gives its best move so far.

    A worker may use the seconds of its question plus a grace period; after that it counts as hanging. All blocking
    work (starting a process, writing to it, waiting for it) runs in one thread per worker, never in the event loop.

    Each engine has a pool of its own: one that hangs while it is prepared holds up nobody but those who play with it.
    """

    def __init__(
        self,
        processes: int,
        waiting: int = 1000,
        grace: float = 10.0,
        log: Form = "text",
        of_engine: bool = False,
        tries: int = TRIES,
        others: Others | None = None,
    ) -> None:
        self._processes, self._waiting, self._log, self._of_engine = processes, waiting, log, of_engine
        self._workers = [WorkerProcess(log) for _ in range(processes)]
        self._threads = ThreadPoolExecutor(processes, "thinker", shield_from_ctrl_c)
        self._grace = grace
        self._usual: list[Preparation] = []
        self._unwarmable: set[Kernels] = set()
        self._queue: FairQueue[Inquiry] = FairQueue(waiting)
        self._unanswered: set[Inquiry] = set()
        self._searching: set[Inquiry] = set()
        self.waited: Callable[[Kind, float], object] = lambda kind, seconds: None
        self._tries, self.others = tries, others
        self._idle: dict[WorkerProcess | Elsewhere, asyncio.Future[None]] = {}  # those that wait to be called
        self._engines: dict[str, Thinkers] = {}
        self._tasks: list[asyncio.Task[None]] = []
        self._closed = False
        self._warm_from = 0.0

    async def open(self) -> None:
        """Start the workers and warm them up. Questions are accepted at once and take priority."""
        # This process reports once when kernels go to a temporary folder, so the workers need not.
        await self._in_thread(kernel_folder)
        found = await self._in_thread(games)
        # First the games with their usual number of players, then the other player counts.
        usual = [game() for game in found.values()]
        others = [game(players) for game in found.values() for players in game.player_counts]
        self._usual = [Preparation(game) for game in (*usual, *others)]
        self._warm_from = asyncio.get_running_loop().time() + WARM_UP_AFTER
        self._start()
        if self.others:
            await self.others.open(self)

    def _start(self) -> None:
        self._tasks = [asyncio.create_task(self._keep_busy(worker)) for worker in self._workers]

    async def close(self) -> None:
        """End every process. Callers that still wait get ThinkingFailed."""
        self._closed = True
        if self.others:
            await self.others.close()
        await asyncio.gather(*(engine.close() for engine in self._engines.values()))
        for task in self._tasks:
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)
        await asyncio.to_thread(self._threads.shutdown)
        for worker in self._workers:
            await asyncio.to_thread(worker.end)
        for inquiry in self._unanswered:
            if not inquiry.answer.done():
                inquiry.answer.set_exception(ThinkingFailed(Fact("server.bots-closing")))

    @property
    def waiting(self) -> int:
        """How many questions wait for a worker."""
        return len(self._queue) + sum(engine.waiting for engine in self._engines.values())

    def waiting_of(self, kind: Kind) -> int:
        """Return how many questions of a kind wait for a worker."""
        return self._queue.waiting(kind) + sum(engine.waiting_of(kind) for engine in self._engines.values())

    @property
    def warm(self) -> bool:
        """Whether every worker has loaded what it needs. After a new installation, that includes compiling."""
        return all(self._is_warm(worker, usual) for worker in self._workers for usual in self._usual)

    async def warmed(self, limit: float) -> None:
        """Wait until every worker has loaded what it needs, but no longer than some seconds."""
        loop = asyncio.get_running_loop()
        until = loop.time() + limit
        while not self.warm and loop.time() < until:
            await asyncio.sleep(0.05)

    @property
    def loaded(self) -> tuple[int, int]:
        """How many games the workers have loaded, and the total: one per game, player count and worker."""
        ready = [self._is_warm(worker, usual) for worker in self._workers for usual in self._usual]
        return sum(ready), len(ready)

    @property
    def processes(self) -> int:
        """How many processes of this machine play for everybody; each engine has others."""
        return len(self._workers)

    @property
    def busy(self) -> int:
        """How many of them are searching."""
        return sum(isinstance(inquiry.worker, WorkerProcess) for inquiry in self._searching)

    @property
    def answered(self) -> int:
        """How many questions were answered on this machine."""
        own = sum(worker.answered for worker in self._workers)
        return own + sum(engine.answered for engine in self._engines.values())

    @property
    def failed(self) -> int:
        """How often a process of this machine had no answer."""
        own = sum(worker.failed for worker in self._workers)
        return own + sum(engine.failed for engine in self._engines.values())

    @property
    def replaced(self) -> int:
        """How many workers have been replaced so far."""
        own = sum(max(0, worker.started - 1) for worker in self._workers)
        return own + sum(engine.replaced for engine in self._engines.values())

    async def answer(self, question: AnyQuestion, sender: Sender = SOMEBODY, search: SearchTime | None = None) -> str:
        """Return the answer, such as a bot's move in the game's notation; ``search`` measures the time of the search.

        It is deterministic if the search does not depend on time. Cancelling removes the question from
        the queue or stops the search. Raises TooManyQuestions.
        """
        question.check()
        if self._closed:
            raise ThinkingFailed(Fact("server.bots-closing"))
        if question.engine and not self._of_engine:
            return await self._pool_of(question.engine).answer(question, sender, search)
        inquiry = Inquiry(question, sender, search or SearchTime(), asyncio.get_running_loop().create_future())
        self._queue.put(sender, inquiry)
        self._unanswered.add(inquiry)
        self._call()
        self._make_way()
        try:
            return await inquiry.answer
        finally:
            self._queue.remove(sender, inquiry)
            self._unanswered.discard(inquiry)

    def hurry(self, search: SearchTime) -> None:
        """Have a search end early, with the best answer so far."""
        for inquiry in self._searching:
            if inquiry.search is search and inquiry.worker:
                inquiry.worker.stop()

    async def serve_elsewhere(self, process: Elsewhere) -> None:
        """Let a process on another machine answer questions until it goes."""
        while True:
            await process.has_room()
            if process.gone:
                return
            await self._next(process)
            if inquiry := self._queue.take():
                await self._settle_elsewhere(process, inquiry)

    def _pool_of(self, engine: str) -> Thinkers:
        """Return the workers that only play for one engine; they start when they are asked."""
        if engine not in self._engines:
            pool = self._engines[engine] = Thinkers(self._processes, self._waiting, self._grace, self._log, True)
            pool.waited = lambda kind, seconds: self.waited(kind, seconds)
            pool._start()
        return self._engines[engine]

    async def _keep_busy(self, worker: WorkerProcess) -> None:
        """Let a worker answer questions, and warm up while there are none."""
        try:
            while True:
                cold = next((usual for usual in self._usual if not self._is_warm(worker, usual)), None)
                if cold and not await self._is_asked_first(worker):
                    await self._warm(worker, cold)
                    continue
                if not cold:
                    await self._next(worker)
                if inquiry := self._queue.take():  # else the caller has gone
                    await self._settle(worker, inquiry)
        finally:
            worker.kill()

    async def _is_asked_first(self, worker: WorkerProcess) -> bool:
        """Wait for a question until it is time to warm up; return whether there is one."""
        try:
            async with asyncio.timeout_at(self._warm_from):
                await self._next(worker)
        except TimeoutError:
            return False
        return True

    async def _next(self, worker: WorkerProcess | Elsewhere) -> None:
        """Let a worker wait until a question is for it."""
        call = self._idle[worker] = asyncio.get_running_loop().create_future()
        self._call()
        try:
            await call
        except asyncio.CancelledError:
            del self._idle[worker]
            self._call()  # the question is for another one
            raise
        del self._idle[worker]

    def _call(self) -> None:
        """Call idle workers for the questions that wait."""
        free = [worker for worker, call in self._idle.items() if not call.done()]
        called = len(self._idle) - len(free)
        for worker in sorted(free, key=lambda worker: worker.rank)[: max(0, len(self._queue) - called)]:
            self._idle[worker].set_result(None)

    async def _settle(self, worker: WorkerProcess, inquiry: Inquiry) -> None:
        answer, began = inquiry.answer, time.monotonic()
        self.waited(inquiry.sender.kind, began - inquiry.asked)
        try:
            move = await self._think(worker, inquiry)
        except Exception as error:  # the worker must go on, and the caller gets the error
            if not answer.done():
                answer.set_exception(error)
        else:
            if not answer.done():
                answer.set_result(move)
        finally:
            self._queue.done(inquiry.sender, time.monotonic() - began)

    async def _think(self, worker: WorkerProcess, inquiry: Inquiry) -> str:
        question = inquiry.question
        for _ in range(self._tries):
            await self._warm(worker, question.preparing)
            if inquiry.answer.done():
                return ""  # the caller no longer waits
            if await self._in_thread(worker.tell, question):
                move = await self._search(worker, inquiry)
                if move is not None:
                    worker.answered += 1
                    return move
            worker.failed += 1
        raise ThinkingFailed(question.failed(self._tries))

    async def _search(self, worker: WorkerProcess, inquiry: Inquiry) -> str | None:
        """Return the answer of a worker that was told a question, or None if it failed."""
        timer = self._begin(worker, inquiry)
        move = None
        try:
            move = await self._hear(worker, inquiry.question.seconds + self._grace, inquiry.answer)
        finally:
            inquiry.search.stop(answered=move is not None)
            timer.cancel()
            self._searching.discard(inquiry)
        return move

    def _begin(self, worker: WorkerProcess | Elsewhere, inquiry: Inquiry) -> asyncio.TimerHandle:
        """Count the time of a search that begins; return the timer after which it may be ended early."""
        inquiry.worker, inquiry.ripe, inquiry.stopped = worker, False, False
        self._searching.add(inquiry)
        inquiry.search.start()
        timer = asyncio.get_running_loop().call_later(AT_LEAST, self._ripen, inquiry)
        self._make_way()  # others may wait still
        return timer

    async def _settle_elsewhere(self, process: Elsewhere, inquiry: Inquiry) -> None:
        """Have a question answered on another machine, or let it wait for another worker: nothing is lost with one."""
        answer, timers = inquiry.answer, list[asyncio.TimerHandle]()

        def begun() -> None:
            self.waited(inquiry.sender.kind, time.monotonic() - inquiry.asked)
            timers.append(self._begin(process, inquiry))

        def unwanted(_: object) -> None:
            process.leave_off()

        answer.add_done_callback(unwanted)
        move, seconds, failure = None, 0.0, None
        try:
            move, seconds = await process.think(inquiry.question, begun)
        except Exception as error:  # the process must go on
            failure = error
        finally:
            answer.remove_done_callback(unwanted)
            inquiry.search.stop(move is not None, seconds)
            self._searching.discard(inquiry)
            for timer in timers:
                timer.cancel()
            self._queue.done(inquiry.sender, seconds)
        if answer.done():
            return
        if move is not None:
            answer.set_result(move)
        elif failure:
            self._try_again(inquiry, failure)

    def _try_again(self, inquiry: Inquiry, failure: Exception) -> None:
        """Let a question wait for another worker, unless it was tried in vain often enough."""
        if not isinstance(failure, Unanswered):
            inquiry.answer.set_exception(failure)
            return
        inquiry.tries += failure.tried
        if inquiry.tries == self._tries:
            inquiry.answer.set_exception(ThinkingFailed(inquiry.question.failed(self._tries)))
            return
        self._queue.put_back(inquiry.sender, inquiry)
        self._call()
        self._make_way()

    def _ripen(self, inquiry: Inquiry) -> None:
        inquiry.ripe = True
        self._make_way()

    def _make_way(self) -> None:
        """End one search early if another visitor's game waits for a visitor with several questions.

        Analysis uses workers that are not needed otherwise: it ends at once, and is asked again.
        """
        if not self._queue or any(inquiry.stopped for inquiry in self._searching):
            return  # the worker that is being stopped takes the next question
        for inquiry in self._searching:
            if inquiry.sender.kind is Kind.ANALYSIS:
                gives_way = not self._idle and self._queue.waits_before(Kind.ANALYSIS)
            else:
                gives_way = inquiry.ripe and self._queue.gives_way(inquiry.sender.visitor)
            if gives_way:
                inquiry.stopped = True
                assert inquiry.worker
                inquiry.worker.stop()
                return

    async def _hear(self, worker: WorkerProcess, limit: float, answer: asyncio.Future[str]) -> str | None:
        """Return a worker's answer, or None if it failed. Stop the worker if the caller no longer waits."""
        hearing = self._in_thread(worker.hear, limit)
        either: tuple[asyncio.Future[Any], ...] = (hearing, answer)
        await asyncio.wait(either, return_when=asyncio.FIRST_COMPLETED)
        if not hearing.done():
            worker.stop()
            await asyncio.wait({hearing}, timeout=self._grace)
            if not hearing.done():
                worker.kill()
        return await hearing

    def _is_warm(self, worker: WorkerProcess, what: Preparing) -> bool:
        return what.kernels in worker.warm or what.kernels in self._unwarmable

    async def _warm(self, worker: WorkerProcess, what: Preparing) -> None:
        """Let a worker prepare what a question needs before the time limit of a question starts.

        If preparation fails, the game stays cold, so that other games are not affected.
        """
        if self._is_warm(worker, what):
            return
        if await self._in_thread(worker.tell, what) and await self._in_thread(worker.hear, COMPILING) is not None:
            worker.warm.add(what.kernels)
        else:
            self._unwarmable.add(what.kernels)

    def _in_thread(self, work: Callable[P, T], *args: P.args, **kwargs: P.kwargs) -> asyncio.Future[T]:
        return asyncio.get_running_loop().run_in_executor(self._threads, lambda: work(*args, **kwargs))
