"""Processes that think for the bots, so that no move of a person waits for a bot's.

A worker that dies, hangs or answers with nonsense is replaced by a new process, which is asked the same again.
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

TRIES = 3
STARTING = 60.0
"""Seconds in which a process must have started."""
COMPILING = 300.0
"""Seconds in which a process must be warm: where nothing is in Numba's cache, a game takes up to half a minute."""
ADVISER = "bot:expert"
"""The strongest bot: what it has loaded serves the other levels too."""
NICENESS = 10

_STOP = b""
Kind = tuple[str, type[AnyGame], int]
P = ParamSpec("P")
T = TypeVar("T")


class TooManyQuestions(EncoreError):
    """So many questions wait that one more would be answered too late."""


class ThinkingFailed(EncoreError):
    """No worker could answer the question."""


@dataclass(frozen=True, slots=True)
class Question:
    """What the bot of a name would play in a view of a game, thinking for so many seconds with chance from a seed."""

    game: AnyGame
    view: Any
    bot: str
    seconds: float
    seed: int


@dataclass(frozen=True, slots=True)
class Preparation:
    """What a bot needs to think about a game has to be compiled or loaded."""

    game: AnyGame
    bot: str = ADVISER

    @property
    def kind(self) -> Kind:
        """What decides which kernels are needed."""
        return self.bot.partition("@")[0], type(self.game), self.game.players


class Thinkers:
    """A number of worker processes that answer questions, the first asked first; ``waiting`` of them wait at most.

    A worker has the seconds of its question and a grace before it counts as hanging. Everything that blocks (starting
    a process, writing to it, waiting for it) happens in a thread for each worker, never in the event loop.
    """

    def __init__(self, processes: int, waiting: int = 1000, grace: float = 10.0) -> None:
        self._workers = [_Worker() for _ in range(processes)]
        self._threads = ThreadPoolExecutor(processes, "thinker", _shield_from_ctrl_c)
        self._most = waiting
        self._grace = grace
        self._usual: list[Preparation] = []
        self._unwarmable: set[Kind] = set()
        self._waiting: OrderedDict[asyncio.Future[str], Question] = OrderedDict()
        self._unanswered: set[asyncio.Future[str]] = set()
        self._asked = asyncio.Semaphore(0)
        self._tasks: list[asyncio.Task[None]] = []
        self._closed = False

    async def open(self) -> None:
        """Have the workers start and warm themselves; questions may be asked at once and are answered first."""
        # Where kernels go to a temporary folder this process says so, and not each worker.
        await self._in_thread(kernel_folder)
        found = await self._in_thread(games)
        # First the games as most people play them, then those for more or fewer.
        usual = [game() for game in found.values()]
        others = [game(players) for game in found.values() for players in game.player_counts]
        self._usual = [Preparation(game) for game in (*usual, *others)]
        self._tasks = [asyncio.create_task(self._keep_busy(worker)) for worker in self._workers]

    async def close(self) -> None:
        """End every process; whoever still waits for an answer gets ThinkingFailed."""
        self._closed = True
        for task in self._tasks:
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)
        await asyncio.to_thread(self._threads.shutdown)
        for worker in self._workers:
            await asyncio.to_thread(worker.end)
        for answer in self._unanswered:
            if not answer.done():
                answer.set_exception(ThinkingFailed(Fact("server.bots-closing")))

    @property
    def waiting(self) -> int:
        """How many questions wait for a worker."""
        return len(self._waiting)

    @property
    def warm(self) -> bool:
        """Whether every worker has loaded what it needs; right after an installation that must be compiled first."""
        return all(self._is_warm(worker, usual) for worker in self._workers for usual in self._usual)

    @property
    def loaded(self) -> tuple[int, int]:
        """How many games the workers have loaded, and how many they will: a game and player count for each worker."""
        ready = [self._is_warm(worker, usual) for worker in self._workers for usual in self._usual]
        return sum(ready), len(ready)

    @property
    def replaced(self) -> int:
        """How many workers were replaced so far."""
        return sum(max(0, worker.started - 1) for worker in self._workers)

    async def answer(self, question: Question) -> str:
        """Return the bot's move in the game's notation.

        The same question has the same answer if the bot's thinking does not depend on time. Cancelled, it leaves the
        queue or stops the thinking.
        """
        find_bot(question.bot)
        if self._closed:
            raise ThinkingFailed(Fact("server.bots-closing"))
        if len(self._waiting) >= self._most:
            raise TooManyQuestions(Fact("server.bots-busy", waiting=len(self._waiting)))
        answer: asyncio.Future[str] = asyncio.get_running_loop().create_future()
        self._waiting[answer] = question
        self._unanswered.add(answer)
        self._asked.release()
        try:
            return await answer
        finally:
            self._waiting.pop(answer, None)
            self._unanswered.discard(answer)

    async def _keep_busy(self, worker: _Worker) -> None:
        """Have a worker answer questions, and warm itself while there are none."""
        try:
            while True:
                cold = next((usual for usual in self._usual if not self._is_warm(worker, usual)), None)
                if cold and not self._waiting:
                    await self._warm(worker, cold)
                    continue
                await self._asked.acquire()
                if self._waiting:  # else whoever asked has gone
                    answer, question = self._waiting.popitem(last=False)
                    await self._settle(worker, question, answer)
        finally:
            worker.kill()

    async def _settle(self, worker: _Worker, question: Question, answer: asyncio.Future[str]) -> None:
        try:
            move = await self._think(worker, question, answer)
        except Exception as error:  # the worker must go on, and whoever asked is told what was wrong with it
            if not answer.done():
                answer.set_exception(error)
        else:
            if not answer.done():
                answer.set_result(move)

    async def _think(self, worker: _Worker, question: Question, answer: asyncio.Future[str]) -> str:
        for _ in range(TRIES):
            await self._warm(worker, Preparation(question.game, question.bot))
            if answer.done():
                return ""  # nobody waits for it any more
            if await self._in_thread(worker.tell, question):
                move = await self._hear(worker, question.seconds + self._grace, answer)
                if move is not None:
                    return move
        raise ThinkingFailed(Fact("server.bot-failed", bot=question.bot, tries=TRIES, game=question.game.title))

    async def _hear(self, worker: _Worker, limit: float, answer: asyncio.Future[str]) -> str | None:
        """Return what a worker answers, None if it failed; where nobody waits for it any more, have it stop."""
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
        """Have a worker prepare a bot for a game, before the clock of a question runs.

        What cannot be prepared is left cold from then on: other games must not suffer from it.
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
    """Block SIGINT in a thread, and so in the processes it starts, from their first moment on.

    Ctrl-C reaches every process of the terminal; only the server answers it. The tracker of multiprocessing unblocks
    the signal when it starts, so it must have started before.
    """
    if hasattr(signal, "pthread_sigmask"):
        resource_tracker.ensure_running()
        signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT})


class _Worker:
    """One process at a time, started when it is told something. ``tell``, ``hear`` and ``end`` block."""

    def __init__(self) -> None:
        self.warm: set[Kind] = set()
        self.started = 0
        self._process: BaseProcess | None = None
        self._pipe: Connection | None = None

    def tell(self, message: Question | Preparation) -> bool:
        """Ask a question, or have the process prepare itself; False if it has died."""
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
        """Return the answer; None if the process has died or does not answer in time, and then it is gone."""
        with suppress(EOFError, OSError):
            if self._pipe and self._pipe.poll(limit):
                answer = self._pipe.recv()
                assert isinstance(answer, str)
                return answer
        self.end()
        return None

    def stop(self) -> None:
        """Have the process answer as soon as it can."""
        pipe = self._pipe  # a thread that hears of its death sets it to None
        with suppress(OSError):
            if pipe:
                pipe.send_bytes(_STOP)

    def kill(self) -> None:
        """Kill the process; whoever listens to it hears of it at once."""
        process = self._process
        if process:
            process.kill()

    def end(self) -> None:
        """Kill the process and wait until it is gone."""
        if self._pipe:
            self._pipe.close()
        if self._process:
            self._process.kill()
            self._process.join()
        self._pipe = self._process = None
        self.warm.clear()


def _serve(pipe: Connection) -> None:
    """Answer questions until the server goes away. Whatever goes wrong in a bot ends the process."""
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
    """Hear what is asked, and that the server is gone: then the process ends, even if the bot hangs."""
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

    The bot is new each time: one that remembers earlier searches would play otherwise (Da Capo's does), and the tables
    of its search (64 MB) would stay.
    """
    budget.seconds = question.seconds
    with budget:
        move = find_bot(question.bot).choose(question.game, question.view, Random(question.seed), budget)
    if move not in question.game.legal_moves(question.view):
        raise ThinkingFailed(f"{question.bot} would play {move!r} in {question.game.title}, which is not legal")
    return question.game.format_move(move)
