"""A process that computes for the server: a message is a task, and the answer is text."""

from __future__ import annotations

import os
import pickle
import signal
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from multiprocessing import get_context, resource_tracker
from multiprocessing.connection import Connection
from multiprocessing.process import BaseProcess
from queue import SimpleQueue
from threading import Thread

from encore.core.thinking import Budget
from encore.server.bots.questions import Kernels, Task
from encore.server.log_lines import Form, write_log

STARTING = 60.0
"""Seconds a process may take to start."""
NICENESS = 10

_STOP = b""


def shield_from_ctrl_c() -> None:
    """Block SIGINT in a thread, and thus in the processes it starts, from the beginning.

    Ctrl-C reaches every process of the terminal, but only the server handles it. The multiprocessing resource tracker
    unblocks the signal when it starts, so it must already be running.
    """
    if hasattr(signal, "pthread_sigmask"):
        resource_tracker.ensure_running()
        signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT})


class WorkerProcess:
    """Runs one process at a time, started on the first message. ``tell``, ``hear`` and ``end`` block."""

    def __init__(self, log: Form) -> None:
        self._log = log
        self.warm: set[Kernels] = set()
        self.started = 0
        self.answered = self.failed = 0
        self._process: BaseProcess | None = None
        self._pipe: Connection | None = None

    @property
    def rank(self) -> tuple[int, float]:
        """Which of the idle ones is asked first: those of this machine, and of these one that has loaded something."""
        return 0, float(not self.warm)

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
