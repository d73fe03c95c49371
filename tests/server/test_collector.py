"""The garbage collector pauses the server for a short time only, and frees what it must in the end."""

from __future__ import annotations

import asyncio
import gc
from collections.abc import Iterator
from weakref import ref

import pytest

from encore.server import collector
from tests.server.hubs import until


class Thing:
    """Something that refers to itself."""

    def __init__(self) -> None:
        self.me = self


@pytest.fixture(autouse=True)
def _nothing_is_set_aside() -> Iterator[None]:
    """Neither by an earlier test in this process, nor for a later one."""
    gc.unfreeze()
    yield
    gc.unfreeze()


def test_what_is_set_aside_is_freed_when_nobody_is_served_any_more(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(collector, "STEP", 0.01)
    idle, thing, old = False, Thing(), [Thing() for _ in range(20_000)]
    gone = ref(thing)

    async def serve() -> None:
        nonlocal idle, thing
        keeping = asyncio.create_task(collector.keep_short(lambda: idle))
        await until(lambda: gc.get_freeze_count() > len(old))
        assert len(gc.get_objects(generation=2)) < len(old), "a full collection looks at few objects"
        del thing
        gc.collect()
        assert gone(), "it was set aside"
        idle = True
        await until(lambda: gone() is None)
        keeping.cancel()

    asyncio.run(serve())


def test_new_cycles_are_freed_before_the_others_are_set_aside() -> None:
    gone = ref(Thing())
    collector.set_aside()
    assert gone() is None
