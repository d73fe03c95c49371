"""Processes that share numbered work, such as the games of a match. If one dies, its work is done again."""

from __future__ import annotations

import signal
from collections.abc import Callable, Iterator, Sequence
from contextlib import suppress
from multiprocessing import get_context
from multiprocessing.connection import Connection, wait
from multiprocessing.process import BaseProcess
from typing import Any, TypeVar

from encore.arena.match import Match
from encore.core.errors import EncoreError
from encore.core.record import Record

_TRIES = 3

T = TypeVar("T")


def play_in_processes(match: Match, numbers: Sequence[int], jobs: int) -> Iterator[tuple[int, Record]]:
    """Play games on several cores and yield each as it ends, with its number."""
    return work_in_processes(match.play, numbers, jobs, "game")


def work_in_processes(
    work: Callable[[int], T], numbers: Sequence[int], jobs: int, noun: str
) -> Iterator[tuple[int, T]]:
    """Call a picklable function with each number on several cores; yield what it returns as it comes."""
    waiting, tries = list(reversed(numbers)), dict.fromkeys(numbers, 0)
    workers: dict[Connection, _Worker] = {}
    try:
        while waiting or workers:
            while waiting and len(workers) < jobs:
                worker = _Worker(work)
                workers[worker.pipe] = worker
                worker.ask(waiting.pop())
            for pipe in wait(list(workers)):
                assert isinstance(pipe, Connection)
                worker = workers[pipe]
                answer = worker.answer()
                if answer is None:
                    tries[worker.number] += 1
                    if tries[worker.number] == _TRIES:
                        raise EncoreError(f"{noun} {worker.number} crashed {_TRIES} processes; it is not tried again")
                    waiting.append(worker.number)
                else:
                    yield worker.number, answer[0]
                if answer is None or not waiting:
                    workers.pop(pipe).end()
                else:
                    worker.ask(waiting.pop())
    finally:
        for worker in workers.values():
            worker.end()


class _Worker:
    def __init__(self, work: Callable[[int], Any]) -> None:
        context = get_context("spawn")
        self.pipe, theirs = context.Pipe()
        self.process: BaseProcess = context.Process(target=_serve, args=(work, theirs), daemon=True)
        self.process.start()
        theirs.close()
        self.number = 0

    def ask(self, number: int) -> None:
        self.number = number
        with suppress(OSError):
            # A dead worker is noticed when its answer is read.
            self.pipe.send(number)

    def answer(self) -> tuple[Any] | None:
        """Return the result in a tuple, or None if the worker has died."""
        try:
            answer = self.pipe.recv()
        except (EOFError, OSError):
            return None
        if isinstance(answer, EncoreError):
            raise answer
        return (answer,)

    def end(self) -> None:
        self.pipe.close()
        self.process.kill()
        self.process.join()


def _serve(work: Callable[[int], Any], pipe: Connection) -> None:
    # Ctrl-C reaches every process of the terminal; only the process that writes the files handles it.
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    with suppress(EOFError, OSError):
        while True:
            number = pipe.recv()
            try:
                pipe.send(work(number))
            except EncoreError as error:
                pipe.send(error)
