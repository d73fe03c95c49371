"""A bot's clock is charged for its search only, never for the time it waits for a worker."""

from __future__ import annotations

import asyncio
import json
from pathlib import Path
from typing import Any, cast

import msgspec
import pytest

from encore.server.bots.search_time import SearchTime
from encore.server.domain.clocks import Timing
from encore.server.domain.events import Began, Chair
from encore.server.domain.table import replayed
from encore.server.rooms.hub import Hub
from encore.server.rooms.room import Room
from encore.server.storage.sqlite import SqliteStore
from encore.server.wire.limits import Limits
from encore.server.wire.socket import Connection
from tests.server.hubs import OPENED, Time, until, use, write

MINUTE = 60_000


class Silent:
    """The socket of a client that does not look at its answers."""

    free = True

    def send_text(self, text: bytes, more: bool = False) -> None:
        """Send nothing."""


async def waiting_bot(hub: Hub, store: SqliteStore, time: Time, timing: Timing | None = None) -> Room:
    """Open a table at which a bot is to move, before there is a worker."""
    chairs = (Chair("bot", bot="random"), Chair("screen"))
    timing = timing or Timing("live", main=60)
    await write(store, "table", 1, msgspec.structs.replace(OPENED, chairs=chairs, timing=timing), Began(0, "seed"))
    time.now = 1000
    return await hub.room("table")


async def bot_moves(hub: Hub, room: Room) -> None:
    """Start the workers, and wait for the bot's move."""
    await hub.thinkers.open()
    try:
        await until(lambda: room.table.to_move == 1)
    finally:
        await hub.thinkers.close()


def test_a_bot_that_waits_for_a_worker_loses_no_time(tmp_path: Path) -> None:
    time = Time()

    async def play(hub: Hub, store: SqliteStore) -> None:
        room = await waiting_bot(hub, store, time)
        time.now += 60 * MINUTE
        assert room.table.clock.overstepped(time.now)
        assert room.queued_ms == 60 * MINUTE
        await bot_moves(hub, room)
        assert room.table.clock.left == [MINUTE - room.search.ms, MINUTE]
        assert room.queued_ms == 0, "a person does not wait for a worker"
        assert room.table.version == 2, "the refund is in the row of the move"
        again = replayed("table", await store.rows("table"))
        assert again.clock == room.table.clock

    use(tmp_path, play, time)


def test_a_bot_whose_turn_is_undone_loses_no_time(tmp_path: Path) -> None:
    """A person could otherwise move and take back until the time of a waiting bot had ended."""
    time = Time()

    async def play(hub: Hub, store: SqliteStore) -> None:
        chairs = (Chair("screen"), Chair("bot", bot="random"))
        opened = msgspec.structs.replace(OPENED, chairs=chairs, timing=Timing("live", main=60))
        await write(store, "table", 1, opened, Began(0, "seed"))
        time.now = 1000
        room = await hub.room("table")
        client = Connection(cast(Any, Silent()), room, opened.holder, "", Limits(), "")
        for number in range(3):
            client.take(json.dumps({"t": "act", "id": f"{number}", "v": room.table.version, "a": "e6r"}).encode())
            await until(lambda: room.table.to_move == 1)
            time.now += MINUTE
            client.take(json.dumps({"t": "ask", "id": f"undo {number}", "what": "undo"}).encode())
            await until(lambda: room.table.to_move == 0)
            assert room.table.clock.left[1] == MINUTE
        assert replayed("table", await store.rows("table")).clock == room.table.clock

    use(tmp_path, play, time)


def test_time_of_an_outage_is_not_refunded_twice_to_a_bot(tmp_path: Path) -> None:
    time = Time()

    async def play(hub: Hub, store: SqliteStore) -> None:
        room = await waiting_bot(hub, store, time)
        time.now += 10_000
        outages = [(2000, 6000), (7000, 8000)]
        await hub._limits._give_back(room, outages[:1])
        await bot_moves(hub, room)
        assert room.table.clock.left == [MINUTE - room.search.ms, MINUTE]
        time.now += 500
        assert room.table.clock.lost(outages) == 0, "the outage was before the turn of the person"
        assert room.table.clock.lost([*outages, (11_100, 11_300)]) == 200

    use(tmp_path, play, time)


@pytest.mark.parametrize("timing", [Timing(), Timing("days", days=1)])
def test_games_without_a_live_clock_get_no_refund(tmp_path: Path, timing: Timing) -> None:
    time = Time()

    async def play(hub: Hub, store: SqliteStore) -> None:
        room = await waiting_bot(hub, store, time, timing)
        time.now += 10_000
        await bot_moves(hub, room)
        assert b"resumed" not in (await store.rows("table"))[-1].data

    use(tmp_path, play, time)


def test_only_a_search_with_an_answer_counts() -> None:
    async def body() -> None:
        search = SearchTime()
        assert search.ms == 0
        search.start()
        await asyncio.sleep(0.02)
        assert search.ms >= 10
        search.stop(answered=False)
        assert search.ms == 0
        search.start()
        await asyncio.sleep(0.02)
        search.stop(answered=True)
        found = search.ms
        await asyncio.sleep(0.02)
        assert 10 <= search.ms == found

    asyncio.run(body())


def test_a_worker_that_hangs_costs_a_bot_no_more_than_its_search() -> None:
    async def body() -> None:
        search = SearchTime(most=0.01)
        search.start()
        await asyncio.sleep(0.05)
        assert search.ms == 10
        search.stop(answered=True)
        assert search.ms == 10

    asyncio.run(body())
