"""Worker processes that compute the bots' moves and win chances, so that players never wait for a search.

A worker that dies, hangs or returns an invalid answer is replaced by a new process, which gets the same question.
``FairQueue`` decides which question is next.
"""

from __future__ import annotations

import asyncio
import os
import pickle
import signal
import time
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from dataclasses import dataclass, field
from multiprocessing import get_context, resource_tracker
from multiprocessing.connection import Connection
from multiprocessing.process import BaseProcess
from queue import SimpleQueue
from threading import Thread
from typing import Any, ParamSpec, TypeVar

from encore.core.fact import Fact
from encore.core.kernel_folder import kernel_folder
from encore.core.registry import games
from encore.core.thinking import Budget
from encore.server.bots.fair_queue import FairQueue, Kind, Sender
from encore.server.bots.questions import AnyQuestion, Kernels, Preparation, Preparing, Task, ThinkingFailed
from encore.server.bots.search_time import SearchTime
from encore.server.log_lines import Form, write_log

TRIES = 3
STARTING = 60.0
"""Seconds a process may take to start."""
COMPILING = 300.0
"""Seconds a process may take to warm up. Without Numba's cache, one game takes up to half a minute."""
NICENESS = 10
WARM_UP_AFTER = 1.5
"""Seconds after the start until workers warm up. The first visitors get the page first; a question does not wait."""
AT_LEAST = 0.25
"""Seconds that a search gets before it may be ended early for another visitor. A bot finds a good move in them."""

_STOP = b""
P = ParamSpec("P")
T = TypeVar("T")


SOMEBODY = Sender()
"""The sender where questions are not shared out."""


@dataclass(slots=True, eq=False)
class Inquiry:
    """A question that somebody has asked, the time of its search, and its answer."""

    question: AnyQuestion
    sender: Sender
    search: SearchTime
    answer: asyncio.Future[str]
    asked: float = field(default_factory=time.monotonic)
    worker: _Worker | None = None
    ripe: bool = False  # whether the search may be ended early
    stopped: bool = False  # whether it was


class Thinkers:
    """A pool of worker processes that answer questions; at most ``waiting`` questions wait.

    With the default of one worker on two cores, a search that has begun keeps everybody else waiting. So a search of a
    visitor who has more questions is ended early when a game of another visitor waits; it gives its best move so far.

    A worker may use the seconds of its question plus a grace period; after that it counts as hanging. All blocking
    work (starting a process, writing to it, waiting for it) runs in one thread per worker, never in the event loop.
    """

    def __init__(self, processes: int, waiting: int = 1000, grace: float = 10.0, log: Form = "text") -> None:
        self._workers = [_Worker(log) for _ in range(processes)]
        self._threads = ThreadPoolExecutor(processes, "thinker", _shield_from_ctrl_c)
        self._grace = grace
        self._usual: list[Preparation] = []
        self._unwarmable: set[Kernels] = set()
        self._queue: FairQueue[Inquiry] = FairQueue(waiting)
        self._unanswered: set[Inquiry] = set()
        self._searching: set[Inquiry] = set()
        self.waited: Callable[[Kind, float], object] = lambda kind, seconds: None
        self._asked = asyncio.Semaphore(0)
        self._tasks: list[asyncio.Task[None]] = []
        self._closed = False
        self._warm_from = 0.0
        self._idle = 0  # workers that wait for a question

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
        self._tasks = [asyncio.create_task(self._keep_busy(worker)) for worker in self._workers]

    async def close(self) -> None:
        """End every process. Callers that still wait get ThinkingFailed."""
        self._closed = True
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
        return len(self._queue)

    def waiting_of(self, kind: Kind) -> int:
        """Return how many questions of a kind wait for a worker."""
        return self._queue.waiting(kind)

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
    def replaced(self) -> int:
        """How many workers have been replaced so far."""
        return sum(max(0, worker.started - 1) for worker in self._workers)

    async def answer(self, question: AnyQuestion, sender: Sender = SOMEBODY, search: SearchTime | None = None) -> str:
        """Return the answer, such as a bot's move in the game's notation; ``search`` measures the time of the search.

        It is deterministic if the search does not depend on time. Cancelling removes the question from
        the queue or stops the search. Raises TooManyQuestions.
        """
        question.check()
        if self._closed:
            raise ThinkingFailed(Fact("server.bots-closing"))
        inquiry = Inquiry(question, sender, search or SearchTime(), asyncio.get_running_loop().create_future())
        self._queue.put(sender, inquiry)
        self._unanswered.add(inquiry)
        self._asked.release()
        self._make_way()
        try:
            return await inquiry.answer
        finally:
            self._queue.remove(sender, inquiry)
            self._unanswered.discard(inquiry)

    async def _keep_busy(self, worker: _Worker) -> None:
        """Let a worker answer questions, and warm up while there are none."""
        try:
            while True:
                cold = next((usual for usual in self._usual if not self._is_warm(worker, usual)), None)
                if cold and not await self._is_asked_first():
                    await self._warm(worker, cold)
                    continue
                if not cold:
                    await self._next()
                if inquiry := self._queue.take():  # else the caller has gone
                    await self._settle(worker, inquiry)
        finally:
            worker.kill()

    async def _is_asked_first(self) -> bool:
        """Wait for a question until it is time to warm up; return whether there is one."""
        try:
            async with asyncio.timeout_at(self._warm_from):
                await self._next()
        except TimeoutError:
            return False
        return True

    async def _next(self) -> None:
        """Wait for a question."""
        self._idle += 1
        try:
            await self._asked.acquire()
        finally:
            self._idle -= 1

    async def _settle(self, worker: _Worker, inquiry: Inquiry) -> None:
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

    async def _think(self, worker: _Worker, inquiry: Inquiry) -> str:
        question = inquiry.question
        for _ in range(TRIES):
            await self._warm(worker, question.preparing)
            if inquiry.answer.done():
                return ""  # the caller no longer waits
            if await self._in_thread(worker.tell, question):
                move = await self._search(worker, inquiry)
                if move is not None:
                    return move
        raise ThinkingFailed(question.failed(TRIES))

    async def _search(self, worker: _Worker, inquiry: Inquiry) -> str | None:
        """Return the answer of a worker that was told a question, or None if it failed."""
        inquiry.worker, inquiry.ripe, inquiry.stopped = worker, False, False
        self._searching.add(inquiry)
        inquiry.search.start()
        timer = asyncio.get_running_loop().call_later(AT_LEAST, self._ripen, inquiry)
        self._make_way()  # others may wait still
        move = None
        try:
            move = await self._hear(worker, inquiry.question.seconds + self._grace, inquiry.answer)
        finally:
            inquiry.search.stop(answered=move is not None)
            timer.cancel()
            self._searching.discard(inquiry)
        return move

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

    async def _hear(self, worker: _Worker, limit: float, answer: asyncio.Future[str]) -> str | None:
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

    def _is_warm(self, worker: _Worker, what: Preparing) -> bool:
        return what.kernels in worker.warm or what.kernels in self._unwarmable

    async def _warm(self, worker: _Worker, what: Preparing) -> None:
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


def _shield_from_ctrl_c() -> None:
    """Block SIGINT in a thread, and thus in the processes it starts, from the beginning.

    Ctrl-C reaches every process of the terminal, but only the server handles it. The multiprocessing resource tracker
    unblocks the signal when it starts, so it must already be running.
    """
    if hasattr(signal, "pthread_sigmask"):
        resource_tracker.ensure_running()
        signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT})


class _Worker:
    """Runs one process at a time, started on the first message. ``tell``, ``hear`` and ``end`` block."""

    def __init__(self, log: Form) -> None:
        self._log = log
        self.warm: set[Kernels] = set()
        self.started = 0
        self._process: BaseProcess | None = None
        self._pipe: Connection | None = None

    def tell(self, message: Task) -> bool:
        """Send a task; return False if the process has died."""
        with suppress(EOFError, OSError):
            pipe = self._pipe or self._start()
            pipe.send(message)
            return True
        self.end()
        return False

    def _start(self) -> Connection:
        self.started += 1
        context = get_context("spawn")
        self._pipe, theirs = context.Pipe()
        process = context.Process(target=_serve, args=(theirs, self._log), name="thinker", daemon=True)
        process.start()
        self._process = process
        theirs.close()
        if not self._pipe.poll(STARTING):
            raise TimeoutError
        self._pipe.recv()
        return self._pipe

    def hear(self, limit: float) -> str | None:
        """Return the answer, or None if the process has died or timed out; in that case it has been removed."""
        with suppress(EOFError, OSError):
            if self._pipe and self._pipe.poll(limit):
                answer = self._pipe.recv()
                assert isinstance(answer, str)
                return answer
        self.end()
        return None

    def stop(self) -> None:
        """Tell the process to answer as soon as it can."""
        pipe = self._pipe  # a thread that detects its death sets it to None
        with suppress(OSError):
            if pipe:
                pipe.send_bytes(_STOP)

    def kill(self) -> None:
        """Kill the process; the thread that reads from it notices at once."""
        process = self._process
        if process:
            process.kill()

    def end(self) -> None:
        """Kill the process and wait until it has ended."""
        if self._pipe:
            self._pipe.close()
        if self._process:
            self._process.kill()
            self._process.join()
        self._pipe = self._process = None
        self.warm.clear()


def _serve(pipe: Connection, log: Form) -> None:
    """Answer questions until the server closes the pipe. Any error in a bot ends the process."""
    write_log(log)
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    if hasattr(os, "nice"):
        os.nice(NICENESS)
    told: SimpleQueue[tuple[bytes, Budget]] = SimpleQueue()
    # A thread can lower its priority but not raise it again, so what can wait has a thread of its own.
    idle = ThreadPoolExecutor(1, "idle", _use_idle_time)
    Thread(target=_listen, args=(pipe, told), daemon=True).start()
    _send(pipe, "")
    while True:
        message, budget = told.get()
        task: Task = pickle.loads(message)
        _send(pipe, idle.submit(task.run, budget).result() if task.can_wait else task.run(budget))


def _use_idle_time() -> None:
    """Let this thread run only while no other needs the processor.

    A thread that is merely nicer finishes its time slice before the server gets the processor: up to 4 ms.
    """
    if hasattr(os, "SCHED_IDLE"):
        with suppress(OSError):  # a container may forbid it
            os.sched_setscheduler(0, os.SCHED_IDLE, os.sched_param(0))


def _listen(pipe: Connection, told: SimpleQueue[tuple[bytes, Budget]]) -> None:
    """Receive questions, and end the process when the server is gone, even if the bot hangs."""
    budget = Budget()
    with suppress(EOFError, OSError):
        while True:
            message = pipe.recv_bytes()
            if message == _STOP:
                budget.cancel()
            else:
                budget = Budget()
                told.put((message, budget))
    os._exit(0)


def _send(pipe: Connection, text: str) -> None:
    with suppress(OSError):  # the server is gone; ``_listen`` ends the process
        pipe.send(text)
