"""A server under attack: an attacker in one process, an honest player in this one."""

from __future__ import annotations

import asyncio
from collections import Counter
from collections.abc import Callable, Coroutine, Iterator
from concurrent.futures import ProcessPoolExecutor
from contextlib import contextmanager
from dataclasses import dataclass
from multiprocessing import get_context
from typing import Any

import uvloop

from bench import attacks, honest
from bench.honest import Over, Waits
from bench.served import Served, served

ALONE = 2.0
"""Seconds of the same load without the attack."""

Probe = Callable[[Over], Coroutine[Any, Any, Waits]]
Attack = Callable[..., Coroutine[Any, Any, Any]]


@dataclass
class Result:
    """What an honest player and the server felt of an attack."""

    alone: Waits
    beside: Waits
    tally: Counter[str]
    grown: float
    """The most memory that the server gained, in megabytes."""
    seconds: float
    """Processor time of the server during the attack."""

    def line(self) -> str:
        """Return everything in a line, also what has no bar."""
        done = ", ".join(f"{what}: {times:,}" for what, times in sorted(self.tally.items()))
        return (
            f"worst wait {self.alone.worst:.1f} ms alone, {self.beside.worst:.1f} ms with the attack"
            f" ({len(self.beside.seconds)} answers, {self.beside.failed} failed); memory {self.grown:+.1f} MB,"
            f" {self.seconds:.1f} s of processor time; attacker: {done}"
        )


class Arena:
    """Where an attacker and an honest player use the same server."""

    def __init__(self, server: Served, pool: ProcessPoolExecutor) -> None:
        self.server, self._pool = server, pool

    async def fight(self, probe: Probe, attack: Attack, *asked: Any, alone: float = ALONE) -> Result:
        """Let the honest player play alone, then beside an attack until that is over."""
        quiet = await probe(honest.after(alone))
        memory, seconds = self.server.memory(), self.server.seconds()
        attacking = asyncio.wrap_future(self._pool.submit(strike, attack, self.server.port, *asked))
        watching = asyncio.create_task(self._most_memory(attacking))
        beside = await probe(attacking.done)
        tally = await attacking
        return Result(quiet, beside, tally, await watching - memory, self.server.seconds() - seconds)

    async def _most_memory(self, attacking: asyncio.Future[Any]) -> float:
        most = self.server.memory()
        while not attacking.done():
            await asyncio.sleep(0.1)
            most = max(most, self.server.memory())
        return most

    def strike(self, attack: Attack, *asked: Any) -> Any:
        """Run an attack without an honest player."""
        return self._pool.submit(strike, attack, self.server.port, *asked).result()


def strike(attack: Attack, *asked: Any) -> Any:
    """Run an attack in this process."""
    return uvloop.run(attack(*asked))


@contextmanager
def arena(*arguments: str, descriptors: int | None = None, warm: bool = True) -> Iterator[Arena]:
    """Start a server and a process for the attacker."""
    with (
        served(*arguments, descriptors=descriptors, warm=warm) as server,
        ProcessPoolExecutor(1, get_context("spawn")) as pool,
    ):
        pool.submit(attacks.frame, 1).result()  # it has started, and has imported the attacks
        yield Arena(server, pool)
