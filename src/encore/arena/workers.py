"""Processes that play the games of a match. If one dies, its unfinished game is played again."""

from __future__ import annotations

import signal
from collections.abc import Iterator, Sequence
from contextlib import suppress
from multiprocessing import get_context
from multiprocessing.connection import Connection, wait
from multiprocessing.process import BaseProcess

from encore.arena.match import Match
from encore.core.errors import EncoreError
from encore.core.record import Record

_TRIES = 3


def play_in_processes(match: Match, numbers: Sequence[int], jobs: int) -> Iterator[tuple[int, Record]]:
    """Play games on several cores and yield each as it ends, with its number."""
    waiting, tries = list(reversed(numbers)), dict.fromkeys(numbers, 0)
    workers: dict[Connection, _Worker] = {}
    try:
        while waiting or workers:
            while waiting and len(workers) < jobs:
                worker = _Worker(match)
                workers[worker.pipe] = worker
                worker.ask(waiting.pop())
            for pipe in wait(list(workers)):
                assert isinstance(pipe, Connection)
                worker = workers[pipe]
                answer = worker.answer()
                if answer is None:
                    tries[worker.number] += 1
                    if tries[worker.number] == _TRIES:
                        raise EncoreError(f"game {worker.number} crashed {_TRIES} processes; it is not tried again")
                    waiting.append(worker.number)
                else:
                    yield worker.number, answer
                if answer is None or not waiting:
                    workers.pop(pipe).end()
                else:
                    worker.ask(waiting.pop())
    finally:
        for worker in workers.values():
            worker.end()


class _Worker:
    def __init__(self, match: Match) -> None:
        context = get_context("spawn")
        self.pipe, theirs = context.Pipe()
        self.process: BaseProcess = context.Process(target=_serve, args=(match, theirs), daemon=True)
        self.process.start()
        theirs.close()
        self.number = 0

    def ask(self, number: int) -> None:
        self.number = number
        with suppress(OSError):
            # A dead worker is noticed when its answer is read.
            self.pipe.send(number)

    def answer(self) -> Record | None:
        """Return the record, or None if the worker has died."""
        try:
            answer = self.pipe.recv()
        except (EOFError, OSError):
            return None
        if isinstance(answer, EncoreError):
            raise answer
        assert isinstance(answer, Record)
        return answer

    def end(self) -> None:
        self.pipe.close()
        self.process.kill()
        self.process.join()


def _serve(match: Match, pipe: Connection) -> None:
    # Ctrl-C reaches every process of the terminal; only the process that writes the files handles it.
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    with suppress(EOFError, OSError):
        while True:
            number = pipe.recv()
            try:
                pipe.send(match.play(number))
            except EncoreError as error:
                pipe.send(error)
