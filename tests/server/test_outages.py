"""Outages cost no player time: every live game gets the time back, once."""

from __future__ import annotations

import asyncio
import sqlite3
from collections.abc import Awaitable
from contextlib import closing
from itertools import count
from pathlib import Path

import pytest

from encore.server.bots.thinkers import Thinkers
from encore.server.domain import decisions, events
from encore.server.domain.clocks import EvenTime
from encore.server.domain.events import Began, Said
from encore.server.rooms import hub as hub_module
from encore.server.rooms.bus import AloneBus
from encore.server.rooms.heartbeat import DOUBTED
from encore.server.rooms.hub import Hub
from encore.server.rooms.room import Room
from encore.server.storage.sqlite import SqliteStore
from encore.server.storage.store import Row, StoreBusy
from tests.server.hubs import OPENED, SharedBus, Time, settled, use, write


def busy(row: Row, _: object = None) -> asyncio.Future[None]:
    refused: asyncio.Future[None] = asyncio.get_running_loop().create_future()
    refused.set_exception(StoreBusy("the disk is full"))
    return refused


def test_outage_time_is_refunded_even_if_the_store_was_busy_at_first(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def play(hub: Hub, store: SqliteStore) -> None:
        await write(store, "table", 1, OPENED, Began(0, "seed"))
        await store.beat(1000)
        await store.beat(61_000)
        with monkeypatch.context() as patch:
            patch.setattr(store, "append", busy)
            with pytest.raises(StoreBusy):
                await hub.room("table")
        assert (await hub.room("table")).table.clock.since == 61_000

    use(tmp_path, play)


def test_nobody_can_connect_before_outage_time_is_refunded(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Not even a second client, who would move with an outdated clock, or join a table that is discarded."""

    async def play(hub: Hub, store: SqliteStore) -> None:
        await write(store, "table", 1, OPENED, Began(0, "seed"))
        await store.beat(1000)
        await store.beat(61_000)
        asked, stored, append = asyncio.Event(), asyncio.get_running_loop().create_future(), store.append

        def late(row: Row, _: object = None) -> asyncio.Future[None]:
            asked.set()
            return stored

        async def enter() -> int:
            return (await hub.room("table")).table.clock.since

        with monkeypatch.context() as patch:
            patch.setattr(store, "append", late)
            first = asyncio.create_task(enter())
            await asked.wait()
            second = asyncio.create_task(enter())
            await asyncio.sleep(0)
            await asyncio.sleep(0)
            assert not second.done()
            stored.set_exception(StoreBusy("the disk is full"))
            for outcome in await asyncio.gather(first, second, return_exceptions=True):
                assert isinstance(outcome, StoreBusy)
        assert store.append == append
        assert await enter() == 61_000

    use(tmp_path, play)


def test_chat_after_an_outage_costs_no_time(tmp_path: Path) -> None:
    async def play(hub: Hub, store: SqliteStore) -> None:
        await write(store, "table", 1, OPENED, Began(0, "seed"))
        await store.beat(1000)
        await store.beat(61_000)
        await store.append(Row("table", 2, 62_000, None, events.encode((Said("Ada", "are we back?", 0),))))
        assert (await hub.room("table")).table.clock.since == 61_000

    use(tmp_path, play)


@pytest.mark.parametrize(
    ("bus", "clean", "left"), [(AloneBus, True, 599), (AloneBus, False, 600), (SharedBus, True, 596)]
)
def test_a_restart_costs_no_player_time(tmp_path: Path, bus: type[AloneBus], clean: bool, left: int) -> None:
    """However short it is. But if one of several servers restarts, the others keep serving."""
    time = Time()

    async def scene() -> None:
        hub = Hub(SqliteStore(tmp_path / "tables.sqlite"), bus(), Thinkers(1), now=time)
        await hub.open()
        name = (await hub.create(OPENED)).table.name
        time.now += 1000
        if clean:
            await hub.farewell()
            time.now += 1000
        await hub.close()
        time.now += 2000 if clean else 1500
        hub = Hub(SqliteStore(tmp_path / "tables.sqlite"), bus(), Thinkers(1), now=time)
        await hub.open()
        clock = (await hub.room(name)).table.clock
        await hub.close()
        assert clock.remaining(0, time.now) == left * 1000

    asyncio.run(scene())


@pytest.mark.parametrize("jump", [40_000, -40_000])
def test_a_clock_of_the_machine_that_jumps_costs_no_time(tmp_path: Path, jump: int) -> None:
    """It is not believed at once. One that stays so is taken over with a heartbeat, and the gap is refunded."""
    wall, seconds = Time(), Time(0)

    def later(milliseconds: int) -> None:
        wall.now, seconds.now = wall.now + milliseconds, seconds.now + milliseconds

    async def play(hub: Hub, _: SqliteStore) -> None:
        async def beats(number: int) -> None:
            for _ in range(number):
                later(2000)
                await hub.heartbeat.live()
                await settled(hub)

        await hub.heartbeat.live()
        (room,) = await live_tables(hub, 1)
        wall.now += jump
        await beats(3)
        assert room.table.clock.remaining(0, hub.now()) == 594_000
        wall.now -= jump
        await beats(1)
        assert (room.table.version, hub.now()) == (1, wall.now)
        wall.now += jump
        await beats(33)
        assert hub.now() == wall.now
        assert room.table.clock.remaining(0, hub.now()) >= 592_000 - 66_000 - 2000

    use(tmp_path, play, EvenTime(wall, lambda: seconds.now / 1000))


def test_a_move_before_the_first_heartbeat_after_an_outage_costs_no_outage_time(tmp_path: Path) -> None:
    """The heartbeat records the outage later, when the turn is over."""
    time = Time()

    async def play(hub: Hub, store: SqliteStore) -> None:
        await hub.heartbeat.live()
        (room,) = await live_tables(hub, 1)
        await settled(hub)
        time.now += 1_000
        await hub.heartbeat.live()
        time.now += 60_000
        await room.act("move", lambda table, _: decisions.play(table, "e6r"))
        assert room.table.clock.left == [599_000, 600_000]
        time.now += 1_000
        await hub.heartbeat.live()
        await settled(hub)
        assert room.table.clock.remaining(1, time.now) == 600_000
        time.now += 1_000
        await room.act("next", lambda table, _: decisions.play(table, "e7g"))
        assert room.table.clock.left == [599_000, 599_000]

    use(tmp_path, play, time)


def test_a_disk_with_room_for_heartbeats_alone_costs_no_time(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A heartbeat replaces the last one, and a move needs more room."""
    time = Time()

    async def play(hub: Hub, store: SqliteStore) -> None:
        await hub.heartbeat.live()
        (room,) = await live_tables(hub, 1)
        await settled(hub)
        with monkeypatch.context() as patch:
            patch.setattr(store, "append", busy)
            for _ in range(5):
                time.now += 2_000
                with pytest.raises(StoreBusy):
                    await room.act("move", lambda table, _: decisions.play(table, "e6r"))
                with pytest.raises(StoreBusy):
                    await hub.heartbeat.live()
        await room.act("move", lambda table, _: decisions.play(table, "e6r"))
        await hub.heartbeat.live()
        await settled(hub)
        assert room.table.clock.left[0] == 600_000
        assert room.table.clock.remaining(1, time.now) == 600_000
        with monkeypatch.context() as patch:
            patch.setattr(store, "append", busy)
            with pytest.raises(StoreBusy):
                await room.act("next", lambda table, _: decisions.play(table, "e7g"))
        time.now += DOUBTED
        await hub.heartbeat.live()  # nobody has tried since

    use(tmp_path, play, time)


def test_a_move_between_the_heartbeat_and_the_refund_costs_no_outage_time(tmp_path: Path) -> None:
    time = Time()

    async def play(hub: Hub, store: SqliteStore) -> None:
        await hub.heartbeat.live()
        (room,) = await live_tables(hub, 1)
        await settled(hub)
        time.now += 60_000
        await hub.heartbeat.live()
        await room.act("move", lambda table, _: decisions.play(table, "e6r"))
        await settled(hub)
        assert room.table.clock.left[0] == 600_000
        assert room.table.clock.remaining(1, time.now) == 600_000

    use(tmp_path, play, time)


def live_tables(hub: Hub, tables: int) -> Awaitable[list[Room]]:
    """Open tables with running clocks."""
    return asyncio.gather(*(hub.create(OPENED) for _ in range(tables)))


def test_many_tables_are_refunded_in_one_commit(tmp_path: Path) -> None:
    """One after the other would take longer than the heartbeat interval, and so count as the next outage."""
    time = Time()

    async def play(hub: Hub, store: SqliteStore) -> None:
        await hub.heartbeat.live()
        rooms = await live_tables(hub, 100)
        await settled(hub)
        time.now += 60_000
        before = store.commits
        await hub.heartbeat.live()
        assert store.commits == before + 1  # the heartbeat does not wait for them
        await settled(hub)
        assert store.commits == before + 2
        assert [room.table.clock.remaining(0, time.now) for room in rooms] == [600_000] * 100

    use(tmp_path, play, time)


def test_every_process_refunds_its_tables_for_store_outages(tmp_path: Path) -> None:
    time = Time()

    async def play(hub: Hub, store: SqliteStore) -> None:
        hubs = [hub, Hub(store, SharedBus(), Thinkers(1), now=time)]
        rooms = [(await live_tables(each, 1))[0] for each in hubs]
        both = await hubs[1].room(rooms[0].table.name)
        for each in hubs:
            await each.heartbeat.live()
        time.now += 60_000  # the database is offline
        for each in hubs:
            await each.heartbeat.live()
            time.now += 1000
        for each in hubs:
            await settled(each)
        for room in (*rooms, both):
            assert room.table.clock.remaining(0, time.now) == 598_000
            assert room.table.version == 2

    use(tmp_path, play, time)


def test_a_failed_refund_is_retried_later(tmp_path: Path, caplog: pytest.LogCaptureFixture) -> None:
    time = Time()

    async def play(hub: Hub, store: SqliteStore) -> None:
        await hub.heartbeat.live()
        (room,) = await live_tables(hub, 1)
        await settled(hub)
        time.now += 60_000
        with closing(sqlite3.connect(tmp_path / "tables.sqlite", isolation_level=None)) as other:
            other.execute("ALTER TABLE events RENAME TO elsewhere")
            await hub.heartbeat.live()
            while hub._tasks:  # reading the table again fails as well, and nothing else does
                for outcome in await asyncio.gather(*hub._tasks, return_exceptions=True):
                    assert outcome is None or isinstance(outcome, StoreBusy), outcome
            other.execute("ALTER TABLE elsewhere RENAME TO events")
        assert "outage time is not refunded yet: nothing was stored" in caplog.text
        time.now += 2000
        await hub.heartbeat.live()
        await settled(hub)
        assert room.table.clock.remaining(0, time.now) == 598_000

    use(tmp_path, play, time)


def test_every_process_refunds_a_server_outage_once(tmp_path: Path) -> None:
    async def play(hub: Hub, store: SqliteStore) -> None:
        await write(store, "table", 1, OPENED, Began(0, "seed"))
        await store.beat(1000)
        await hub.heartbeat.live()  # the first one that starts records the outage
        second = Hub(store, AloneBus(), Thinkers(1))
        await second.heartbeat.live()
        room = await second.room("table")
        ((_, end),) = await store.outages(0)
        assert room.table.clock.since == end
        await second._limits._give_back(room, await store.outages(0))
        assert (await hub.room("table")).table.version == room.table.version == 2

    use(tmp_path, play)


def test_opening_a_table_slowly_costs_no_player_time(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    minutes = count(2_000_000, 60_000)

    async def play(hub: Hub, store: SqliteStore) -> None:
        await write(store, "table", 1, OPENED, Began(0, "seed"))
        monkeypatch.setattr(hub_module, "OPENING", 250)
        table = (await hub.room("table")).table
        assert table.version == 2
        assert table.clock.since >= 1000 + 60_000

    use(tmp_path, play, lambda: next(minutes))
