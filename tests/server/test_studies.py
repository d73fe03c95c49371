"""Slow work in threads: one study of each visitor at a time, and visitors take turns."""

from __future__ import annotations

import asyncio
import threading
from collections.abc import Awaitable, Callable, Iterator
from contextlib import contextmanager

import pytest

from encore.server.domain.decisions import Refusal
from encore.server.rooms.studies import THREADS, WAITING, Studies
from tests.patience import PATIENCE
from tests.server.hubs import until


class Work:
    """Studies that last until they are let go, and note their order."""

    def __init__(self) -> None:
        self.begun: list[str] = []
        self._go = dict[str, threading.Event]()

    def __call__(self, name: str) -> str:
        self.begun.append(name)
        self._gate(name).wait(PATIENCE)
        return name

    def let_go(self, *names: str) -> None:
        for name in names:
            self._gate(name).set()

    def _gate(self, name: str) -> threading.Event:
        return self._go.setdefault(name, threading.Event())

    def let_all_go(self) -> None:
        for gate in list(self._go.values()):
            gate.set()


@contextmanager
def opened() -> Iterator[tuple[Studies, Work]]:
    studies, work = Studies(), Work()
    try:
        yield studies, work
    finally:
        work.let_all_go()
        studies.close()


def running(body: Callable[[Studies, Work], Awaitable[None]]) -> None:
    with opened() as (studies, work):
        asyncio.run(asyncio.wait_for(body(studies, work), PATIENCE))


def start(studies: Studies, visitor: str, work: Work, name: str) -> asyncio.Task[str]:
    return asyncio.create_task(studies.run(visitor, work, name))


def test_one_study_of_a_visitor_runs_at_a_time_and_others_do_not_wait_for_it() -> None:
    async def body(studies: Studies, work: Work) -> None:
        many = [start(studies, "many", work, f"{number}") for number in range(20)]
        await until(lambda: work.begun == ["0"])
        work.let_go("other")
        assert await studies.run("other", work, "other") == "other"
        assert work.begun == ["0", "other"]
        work.let_go(*map(str, range(20)))
        assert await asyncio.gather(*many) == [f"{number}" for number in range(20)]
        assert work.begun == ["0", "other", *(f"{number}" for number in range(1, 20))]

    running(body)


def test_more_visitors_than_threads_have_a_turn_where_a_turn_is_mostly_waiting() -> None:
    async def body() -> None:
        studies, begun, go = Studies(threads=1, turns=3), list[str](), asyncio.Event()

        async def wait(visitor: str) -> None:
            async with studies.turn(visitor):
                begun.append(visitor)
                await go.wait()

        waiting = [asyncio.create_task(wait(visitor)) for visitor in ("ada", "bob", "cy", "dee")]
        await until(lambda: len(begun) == 3)
        await asyncio.sleep(0)
        assert begun == ["ada", "bob", "cy"]
        go.set()
        await asyncio.gather(*waiting)
        studies.close()

    asyncio.run(asyncio.wait_for(body(), PATIENCE))


def test_visitors_take_turns_for_the_threads() -> None:
    async def body(studies: Studies, work: Work) -> None:
        first = [start(studies, f"{visitor}", work, f"first {visitor}") for visitor in range(THREADS)]
        await until(lambda: len(work.begun) == THREADS)
        waiting = [start(studies, who, work, f"{who} {turn}") for who in ("ada", "bob") for turn in (1, 2)]
        await asyncio.sleep(0)
        assert len(work.begun) == THREADS
        work.let_go("first 0", *(f"{who} {turn}" for who in ("ada", "bob") for turn in (1, 2)))
        await asyncio.gather(*waiting)
        assert work.begun[THREADS:] == ["ada 1", "bob 1", "ada 2", "bob 2"]
        work.let_all_go()
        await asyncio.gather(*first)

    running(body)


def test_the_waiting_studies_of_a_visitor_are_limited_and_nobody_else_notices() -> None:
    async def body(studies: Studies, work: Work) -> None:
        many = [start(studies, "many", work, "same") for _ in range(1 + WAITING)]
        await until(lambda: work.begun == ["same"])
        with pytest.raises(Refusal, match=r"^Too many requests; wait a moment$") as refused:
            await studies.run("many", work, "one more")
        assert refused.value.code == "rate"
        work.let_go("other", "same")
        assert await studies.run("other", work, "other") == "other"
        assert await asyncio.gather(*many) == ["same"] * len(many)
        work.let_go("again")
        assert await studies.run("many", work, "again") == "again"

    running(body)


def test_a_caller_who_goes_gives_up_its_turn() -> None:
    async def body(studies: Studies, work: Work) -> None:
        first, second, third = (start(studies, "ada", work, name) for name in ("1", "2", "3"))
        await until(lambda: work.begun == ["1"])
        second.cancel()
        await asyncio.sleep(0)
        work.let_go("1", "3")
        assert (await first, await third) == ("1", "3")
        # A turn that has been given to a caller who goes at the same time is passed on.
        async with studies.turn("ada"):
            fourth, fifth = start(studies, "ada", work, "4"), start(studies, "ada", work, "5")
            await asyncio.sleep(0)
        fourth.cancel()
        work.let_go("5")
        assert await fifth == "5"
        assert work.begun == ["1", "3", "5"]

    running(body)


def test_an_error_ends_the_turn() -> None:
    def fails() -> None:
        raise ZeroDivisionError

    async def body(studies: Studies, work: Work) -> None:
        for _ in range(THREADS + 1):
            with pytest.raises(ZeroDivisionError):
                await studies.run("ada", fails)
        assert studies._free == THREADS

    running(body)
