"""Worker processes that compute the bots' moves, so that players never wait for a bot's search.

A worker that dies, hangs or returns an invalid answer is replaced by a new process, which gets the same question.
"""

from __future__ import annotations

import asyncio
import os
import pickle
import signal
from collections import OrderedDict
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from dataclasses import dataclass
from multiprocessing import get_context, resource_tracker
from multiprocessing.connection import Connection
from multiprocessing.process import BaseProcess
from queue import SimpleQueue
from random import Random
from threading import Thread
from typing import Any, ParamSpec, TypeVar

from encore.bots import find_bot
from encore.core.errors import EncoreError
from encore.core.fact import Fact
from encore.core.game import AnyGame
from encore.core.kernel_folder import kernel_folder
from encore.core.registry import games
from encore.core.thinking import Budget
from encore.server.bots.search_time import SearchTime

TRIES = 3
STARTING = 60.0
"""Seconds a process may take to start."""
COMPILING = 300.0
"""Seconds a process may take to warm up. Without Numba's cache, one game takes up to half a minute."""
ADVISER = "bot:expert"
"""The strongest bot. What it loads also serves the other levels."""
NICENESS = 10

_STOP = b""
Kind = tuple[str, type[AnyGame], int]
P = ParamSpec("P")
T = TypeVar("T")


class TooManyQuestions(EncoreError):
    """Too many questions are waiting; another one would be answered too late."""


class ThinkingFailed(EncoreError):
    """No worker could answer the question."""


@dataclass(frozen=True, slots=True)
class Question:
    """Asks for a named bot's move in a view of a game, with a time limit in seconds and a random seed."""

    game: AnyGame
    view: Any
    bot: str
    seconds: float
    seed: int


@dataclass(frozen=True, slots=True)
class Preparation:
    """Asks a worker to compile or load what a bot needs for a game."""

    game: AnyGame
    bot: str = ADVISER

    @property
    def kind(self) -> Kind:
        """The key that determines which kernels are needed."""
        return self.bot.partition("@")[0], type(self.game), self.game.players


@dataclass(frozen=True, slots=True, eq=False)
class Inquiry:
    """A question that somebody has asked, the time of its search, and its answer."""

    question: Question
    search: SearchTime
    answer: asyncio.Future[str]


class Thinkers:
    """A pool of worker processes that answer questions in order; at most ``waiting`` questions wait.

    A worker may use the seconds of its question plus a grace period; after that it counts as hanging. All blocking
    work (starting a process, writing to it, waiting for it) runs in one thread per worker, never in the event loop.
    """

    def __init__(self, processes: int, waiting: int = 1000, grace: float = 10.0) -> None:
        self._workers = [_Worker() for _ in range(processes)]
        self._threads = ThreadPoolExecutor(processes, "thinker", _shield_from_ctrl_c)
        self._most = waiting
        self._grace = grace
        self._usual: list[Preparation] = []
        self._unwarmable: set[Kind] = set()
        self._waiting: OrderedDict[Inquiry, None] = OrderedDict()
        self._unanswered: set[Inquiry] = set()
        self._asked = asyncio.Semaphore(0)
        self._tasks: list[asyncio.Task[None]] = []
        self._closed = False

    async def open(self) -> None:
        """Start the workers and warm them up. Questions are accepted at once and take priority."""
        # This process reports once when kernels go to a temporary folder, so the workers need not.
        await self._in_thread(kernel_folder)
        found = await self._in_thread(games)
        # First the games with their usual number of players, then the other player counts.
        usual = [game() for game in found.values()]
        others = [game(players) for game in found.values() for players in game.player_counts]
        self._usual = [Preparation(game) for game in (*usual, *others)]
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
        return len(self._waiting)

    @property
    def warm(self) -> bool:
        """Whether every worker has loaded what it needs. After a new installation, that includes compiling."""
        return all(self._is_warm(worker, usual) for worker in self._workers for usual in self._usual)

    @property
    def loaded(self) -> tuple[int, int]:
        """How many games the workers have loaded, and the total: one per game, player count and worker."""
        ready = [self._is_warm(worker, usual) for worker in self._workers for usual in self._usual]
        return sum(ready), len(ready)

    @property
    def replaced(self) -> int:
        """How many workers have been replaced so far."""
        return sum(max(0, worker.started - 1) for worker in self._workers)

    async def answer(self, question: Question, search: SearchTime | None = None) -> str:
        """Return the bot's move in the game's notation; ``search`` measures the time of the search.

        The answer is deterministic if the bot's search does not depend on time. Cancelling removes the question from
        the queue or stops the search.
        """
        find_bot(question.bot)
        if self._closed:
            raise ThinkingFailed(Fact("server.bots-closing"))
        if len(self._waiting) >= self._most:
            raise TooManyQuestions(Fact("server.bots-busy", waiting=len(self._waiting)))
        inquiry = Inquiry(question, search or SearchTime(), asyncio.get_running_loop().create_future())
        self._waiting[inquiry] = None
        self._unanswered.add(inquiry)
        self._asked.release()
        try:
            return await inquiry.answer
        finally:
            self._waiting.pop(inquiry, None)
            self._unanswered.discard(inquiry)

    async def _keep_busy(self, worker: _Worker) -> None:
        """Let a worker answer questions, and warm up while there are none."""
        try:
            while True:
                cold = next((usual for usual in self._usual if not self._is_warm(worker, usual)), None)
                if cold and not self._waiting:
                    await self._warm(worker, cold)
                    continue
                await self._asked.acquire()
                if self._waiting:  # else the caller has gone
                    inquiry, _ = self._waiting.popitem(last=False)
                    await self._settle(worker, inquiry)
        finally:
            worker.kill()

    async def _settle(self, worker: _Worker, inquiry: Inquiry) -> None:
        answer = inquiry.answer
        try:
            move = await self._think(worker, inquiry)
        except Exception as error:  # the worker must go on, and the caller gets the error
            if not answer.done():
                answer.set_exception(error)
        else:
            if not answer.done():
                answer.set_result(move)

    async def _think(self, worker: _Worker, inquiry: Inquiry) -> str:
        question = inquiry.question
        for _ in range(TRIES):
            await self._warm(worker, Preparation(question.game, question.bot))
            if inquiry.answer.done():
                return ""  # the caller no longer waits
            if await self._in_thread(worker.tell, question):
                inquiry.search.start()
                move = await self._hear(worker, question.seconds + self._grace, inquiry.answer)
                inquiry.search.stop(answered=move is not None)
                if move is not None:
                    return move
        raise ThinkingFailed(Fact("server.bot-failed", bot=question.bot, tries=TRIES, game=question.game.title))

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

    def _is_warm(self, worker: _Worker, what: Preparation) -> bool:
        return what.kind in worker.warm or what.kind in self._unwarmable

    async def _warm(self, worker: _Worker, what: Preparation) -> None:
        """Let a worker prepare a bot for a game before the time limit of a question starts.

        If preparation fails, the game stays cold, so that other games are not affected.
        """
        if self._is_warm(worker, what):
            return
        if await self._in_thread(worker.tell, what) and await self._in_thread(worker.hear, COMPILING) is not None:
            worker.warm.add(what.kind)
        else:
            self._unwarmable.add(what.kind)

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

    def __init__(self) -> None:
        self.warm: set[Kind] = set()
        self.started = 0
        self._process: BaseProcess | None = None
        self._pipe: Connection | None = None

    def tell(self, message: Question | Preparation) -> bool:
        """Send a question or a preparation; return False if the process has died."""
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
        process = context.Process(target=_serve, args=(theirs,), name="thinker", daemon=True)
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


def _serve(pipe: Connection) -> None:
    """Answer questions until the server closes the pipe. Any error in a bot ends the process."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    if hasattr(os, "nice"):
        os.nice(NICENESS)
    told: SimpleQueue[tuple[bytes, Budget]] = SimpleQueue()
    Thread(target=_listen, args=(pipe, told), daemon=True).start()
    _send(pipe, "")
    while True:
        message, budget = told.get()
        _send(pipe, _answer(pickle.loads(message), budget))


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


def _answer(message: Question | Preparation, budget: Budget) -> str:
    if isinstance(message, Question):
        return _choose(message, budget)
    find_bot(message.bot).prepare(message.game)
    return ""


def _choose(question: Question, budget: Budget) -> str:
    """Return a bot's move.

    The bot is created anew each time. A bot that remembers earlier searches would play differently (Da Capo's does),
    and its search tables (64 MB) would stay in memory.
    """
    budget.seconds = question.seconds
    with budget:
        move = find_bot(question.bot).choose(question.game, question.view, Random(question.seed), budget)
    if move not in question.game.legal_moves(question.view):
        raise ThinkingFailed(f"{question.bot} would play {move!r} in {question.game.title}, which is not legal")
    return question.game.format_move(move)
