"""The queue of a table answers every action, whatever becomes of its write and of whoever asked."""

from __future__ import annotations

import asyncio
from pathlib import Path

import pytest

from encore.core.errors import EncoreError
from encore.core.fact import Fact
from encore.server.domain.attached import Attached
from encore.server.domain.decisions import Decision, Refusal, say
from encore.server.domain.table import Table
from encore.server.rooms.hub import Hub
from encore.server.rooms.queue import Decide
from encore.server.storage.sqlite import SqliteStore
from encore.server.storage.store import Row
from tests.server.hubs import OPENED, until, use

SOON = 20.0
"""Seconds after which an action that was not answered never will be."""


def greet(table: Table, _: int) -> Decision:
    return say(table, 0, "ada", "hello")


def refuse(table: Table, _: int) -> Decision:
    raise Refusal("refused", Fact("server.chat-off"))


@pytest.mark.parametrize("stored", [True, False])
@pytest.mark.parametrize("error", [None, RuntimeError("the driver is broken")])
def test_a_write_with_an_unknown_outcome_is_answered(
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    caplog: pytest.LogCaptureFixture,
    error: Exception | None,
    stored: bool,
) -> None:
    async def play(hub: Hub, store: SqliteStore) -> None:
        room = await hub.create(OPENED)
        append = store.append

        def lose(row: Row, attached: Attached) -> asyncio.Future[None]:
            monkeypatch.undo()
            writing: asyncio.Future[None] = asyncio.get_running_loop().create_future()

            def end(_: object = None) -> None:
                writing.set_exception(error) if error else writing.cancel()

            append(row, attached).add_done_callback(end) if stored else end()
            return writing

        monkeypatch.setattr(store, "append", lose)
        async with asyncio.timeout(SOON):
            with pytest.raises(Refusal) as refused:
                await room.act("one", greet)
            assert (refused.value.code, refused.value.fact.code) == ("failed", "server.write-unknown")
            # The table is as the store has it, and the action counts once.
            await until(lambda: room.queue.idle)
            assert room.table.version == (2 if stored else 1)
            assert await room.act("one", greet) == 2
            assert await room.act("two", greet) == 3

    use(tmp_path, play)
    assert "a write at table" in caplog.text
    assert error is None or str(error) in caplog.text


@pytest.mark.parametrize("first", [greet, refuse])
def test_an_answer_that_fails_does_not_stop_the_queue(
    tmp_path: Path, caplog: pytest.LogCaptureFixture, first: Decide
) -> None:
    async def play(hub: Hub, _: SqliteStore) -> None:
        room = await hub.create(OPENED)
        answered: list[str | None] = []

        def fail(action: str | None, outcome: int | EncoreError) -> None:
            answered.append(action)
            raise RuntimeError("the socket is broken")

        def note(action: str | None, outcome: int | EncoreError) -> None:
            answered.append(action)

        room.submit("one", greet, note)
        room.submit("two", first, fail)
        room.submit("one", greet, fail)
        room.submit("three", refuse, note)
        room.submit("four", greet, note)
        async with asyncio.timeout(SOON):
            await until(lambda: room.queue.idle)
        assert answered == ["one", "two", "one", "three", "four"]
        assert room.table.version == (4 if first is greet else 3)

    use(tmp_path, play)
    assert caplog.text.count("an answer at table") == 2
