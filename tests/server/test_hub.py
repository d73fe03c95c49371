"""Tables that a process opens, puts away and forgets."""

from __future__ import annotations

import asyncio
import logging
import sqlite3
import threading
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager, closing
from itertools import count
from pathlib import Path
from typing import Any, cast

import httpx
import msgspec
import pytest

import encore
from encore.server import app as app_module
from encore.server import decisions, events, study
from encore.server import hub as hub_module
from encore.server import room as room_module
from encore.server.bus import AloneBus
from encore.server.clocks import Timing
from encore.server.decisions import GONE, Refusal
from encore.server.events import AnyEvent, Began, Chair, Ended, Moved, Opened, Said
from encore.server.frames import Frames
from encore.server.hub import Hub, UnknownTable
from encore.server.limits import Limits
from encore.server.room import FRESH, Presence, Room, Wish
from encore.server.socket import Connection
from encore.server.sqlite import SqliteStore
from encore.server.store import Card, Row, StoreBusy
from encore.server.table import REMEMBERED, Table, replayed
from encore.server.thinkers import Thinkers
from encore.server.transfer import write_all
from encore.server.valkey import ValkeyBus
from tests.server.client import PATIENCE
from tests.server.services import ValkeyService

OPENED = Opened("dakapo", 2, {}, (Chair("screen"), Chair("screen")), Timing("live", main=600), True, True, "ada", "x")


@pytest.fixture(autouse=True)
def _quick(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let no table be opened slowly, however busy the machine is."""
    monkeypatch.setattr(hub_module, "OPENING", 1 << 60)


def use(folder: Path, play: Callable[[Hub, SqliteStore], Awaitable[None]]) -> None:
    """Open a hub without its bots for a while."""

    async def scene() -> None:
        store = SqliteStore(folder / "tables.sqlite")
        hub = Hub(store, AloneBus(), Thinkers(1), keep_days=1)
        await store.open()
        try:
            await play(hub, store)
        finally:
            await store.close()

    asyncio.run(scene())


async def write(store: SqliteStore, name: str, seq: int, *happened: AnyEvent) -> None:
    """Store what happened at a table long ago."""
    await store.append(Row(name, seq, 1000, None, events.encode(happened)))


def test_a_table_that_is_open_is_not_forgotten(tmp_path: Path) -> None:
    async def play(hub: Hub, store: SqliteStore) -> None:
        for name in ("open", "opening", "left"):
            await write(store, name, 1, OPENED, Began(0, "seed"))
        room = await hub.room("open")
        opening = asyncio.create_task(hub.room("opening"))
        await asyncio.sleep(0)
        await hub._forget()
        assert [name async for name in store.tables()] == ["open", "opening"]
        await opening
        await room.act("1", lambda table, now: [Said("Ada", "we are still here", 0)])
        assert [row.seq for row in await store.rows("open")] == [1, 2]
        with pytest.raises(UnknownTable):
            await hub.room("left")

    use(tmp_path, play)


def test_nothing_is_promised_at_a_table_that_another_process_has_forgotten(tmp_path: Path) -> None:
    """Somebody has sat before it for weeks; the other process knows only of its own tables."""

    async def play(hub: Hub, store: SqliteStore) -> None:
        await write(store, "table", 1, OPENED, Began(0, "seed"))
        room = await hub.room("table")
        other = SqliteStore(tmp_path / "tables.sqlite")
        await other.open()
        await Hub(other, AloneBus(), Thinkers(1), keep_days=1)._forget()
        await other.close()
        for action in ("1", "2"):
            with pytest.raises(Refusal, match=r"^this table was forgotten$"):
                await room.act(action, lambda table, now: decisions.play(table, "e6r"))
        assert await store.rows("table") == []
        assert hub.rooms == {}
        with pytest.raises(UnknownTable):
            await hub.room("table")

    use(tmp_path, play)


def test_a_table_without_its_beginning_is_unknown(tmp_path: Path) -> None:
    """An older version has added to it when it was forgotten."""

    async def play(hub: Hub, store: SqliteStore) -> None:
        said = events.encode((Said("Ada", "is anybody there?"),))
        with closing(sqlite3.connect(tmp_path / "tables.sqlite", isolation_level=None)) as db:
            db.execute("INSERT INTO events VALUES ('half', 7, 1000, NULL, ?)", (said,))
        await write(store, "whole", 1, OPENED)
        for _ in range(2):
            with pytest.raises(UnknownTable, match=r"^there is no such table$"):
                await hub.room("half")
        assert await hub.room("whole")

    use(tmp_path, play)
    assert asyncio.run(write_all(SqliteStore(tmp_path / "tables.sqlite"), tmp_path / "all")) == 1


def test_forgetting_waits_for_a_store_that_does_not_answer(tmp_path: Path, caplog: pytest.LogCaptureFixture) -> None:
    async def play(hub: Hub, store: SqliteStore) -> None:
        await store.close()
        with caplog.at_level(logging.WARNING):
            await hub._forget()
        assert "abandoned tables are not forgotten yet" in caplog.text

    use(tmp_path, play)


def test_somebody_who_stops_waiting_does_not_have_a_table_opened_twice(tmp_path: Path) -> None:
    async def play(hub: Hub, store: SqliteStore) -> None:
        await write(store, "table", 1, OPENED)
        impatient = asyncio.create_task(hub.room("table"))
        await asyncio.sleep(0)
        impatient.cancel()
        await asyncio.sleep(0)
        one, other = await asyncio.gather(hub.room("table"), hub.room("table"))
        assert one is other is hub.rooms["table"]

    use(tmp_path, play)


def test_lost_time_is_given_back_even_if_the_store_was_busy_at_first(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def busy(row: Row) -> asyncio.Future[None]:
        refused: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        refused.set_exception(StoreBusy("the disk is full"))
        return refused

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


def test_nobody_is_let_in_before_lost_time_is_given_back(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Not even a second one, who would move with a clock that is behind, or sit at a table that is thrown away."""

    async def play(hub: Hub, store: SqliteStore) -> None:
        await write(store, "table", 1, OPENED, Began(0, "seed"))
        await store.beat(1000)
        await store.beat(61_000)
        asked, stored, append = asyncio.Event(), asyncio.get_running_loop().create_future(), store.append

        def late(row: Row) -> asyncio.Future[None]:
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


def test_talk_after_an_outage_takes_nothing_away(tmp_path: Path) -> None:
    async def play(hub: Hub, store: SqliteStore) -> None:
        await write(store, "table", 1, OPENED, Began(0, "seed"))
        await store.beat(1000)
        await store.beat(61_000)
        await store.append(Row("table", 2, 62_000, None, events.encode((Said("Ada", "are we back?", 0),))))
        assert (await hub.room("table")).table.clock.since == 61_000

    use(tmp_path, play)


class Time:
    """The time of day, as a test wants it."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch, now: int = 1_000_000) -> None:
        self.now = now
        for module in (hub_module, room_module):
            monkeypatch.setattr(module, "now_ms", lambda: self.now)


class SharedBus(AloneBus):
    """A bus over which others could be heard."""

    alone = False


@pytest.mark.parametrize(
    ("bus", "clean", "left"), [(AloneBus, True, 599), (AloneBus, False, 600), (SharedBus, True, 596)]
)
def test_a_restart_is_nobodys_time(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, bus: type[AloneBus], clean: bool, left: int
) -> None:
    """However short it is; but one of several that starts again leaves the others going on."""
    time = Time(monkeypatch)

    async def scene() -> None:
        hub = Hub(SqliteStore(tmp_path / "tables.sqlite"), bus(), Thinkers(1))
        await hub.open()
        name = (await hub.create(OPENED)).table.name
        time.now += 1000
        if clean:
            await hub.farewell()
            time.now += 1000
        await hub.close()
        time.now += 2000 if clean else 1500
        hub = Hub(SqliteStore(tmp_path / "tables.sqlite"), bus(), Thinkers(1))
        await hub.open()
        clock = (await hub.room(name)).table.clock
        await hub.close()
        assert clock.remaining(0, time.now) == left * 1000

    asyncio.run(scene())


def live_tables(hub: Hub, tables: int) -> Awaitable[list[Room]]:
    """Open tables with running clocks."""
    return asyncio.gather(*(hub.create(OPENED) for _ in range(tables)))


async def settled(hub: Hub) -> None:
    """Wait until nothing more goes on in the background."""
    await asyncio.gather(*hub._tasks)


def test_many_tables_are_given_back_their_time_in_one_commit(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """One after the other they take longer than the next sign of life may, which then sees the next outage."""
    time = Time(monkeypatch)

    async def play(hub: Hub, store: SqliteStore) -> None:
        await hub._live()
        rooms = await live_tables(hub, 100)
        await settled(hub)
        time.now += 60_000
        before = store.commits
        await hub._live()
        assert store.commits == before + 1  # the beat does not wait for them
        await settled(hub)
        assert store.commits == before + 2
        assert [room.table.clock.remaining(0, time.now) for room in rooms] == [600_000] * 100

    use(tmp_path, play)


def test_every_process_gives_its_tables_the_time_without_a_store(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    time = Time(monkeypatch)

    async def play(hub: Hub, store: SqliteStore) -> None:
        hubs = [hub, Hub(store, SharedBus(), Thinkers(1))]
        rooms = [(await live_tables(each, 1))[0] for each in hubs]
        both = await hubs[1].room(rooms[0].table.name)
        for each in hubs:
            await each._live()
        time.now += 60_000  # the database is away
        for each in hubs:
            await each._live()
            time.now += 1000
        for each in hubs:
            await settled(each)
        for room in (*rooms, both):
            assert room.table.clock.remaining(0, time.now) == 598_000
            assert room.table.version == 2

    use(tmp_path, play)


def test_what_could_not_be_given_back_is_given_back_later(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    time = Time(monkeypatch)

    async def play(hub: Hub, store: SqliteStore) -> None:
        await hub._live()
        (room,) = await live_tables(hub, 1)
        await settled(hub)
        time.now += 60_000
        with closing(sqlite3.connect(tmp_path / "tables.sqlite", isolation_level=None)) as other:
            other.execute("ALTER TABLE events RENAME TO elsewhere")
            await hub._live()
            await settled(hub)
            other.execute("ALTER TABLE elsewhere RENAME TO events")
        assert "not given back yet: nothing was stored" in caplog.text
        time.now += 2000
        await hub._live()
        await settled(hub)
        assert room.table.clock.remaining(0, time.now) == 598_000

    use(tmp_path, play)


class Somebody:
    """A socket of a chair."""

    wants: Wish = ""

    def __init__(self, chair: int) -> None:
        self.chairs = (chair,)

    def post(self, data: bytes) -> None:
        """Tell nothing."""


def test_only_whoever_has_been_gone_for_long_is_claimed_against(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """However long they think, they are not away; and nothing happens before somebody claims."""
    now = 1_000_000
    monkeypatch.setattr(room_module, "now_ms", lambda: now)

    async def play(hub: Hub, store: SqliteStore) -> None:
        nonlocal now
        await write(store, "table", 1, msgspec.structs.replace(OPENED, timing=Timing()), Began(0, "seed"))
        room = await hub.room("table")

        def claim(table: Table, at: int) -> list[AnyEvent]:
            return decisions.claim(table, 1, at, room.away(0))

        ada, again = Somebody(0), Somebody(0)
        room.enter(ada)
        room.enter(again)
        now += 10 * GONE
        room.leave(ada)
        with pytest.raises(Refusal, match="still have time"):
            await room.act(None, claim)
        room.leave(again)
        now += GONE - 1
        with pytest.raises(Refusal, match="still have time"):
            await room.act(None, claim)
        room.enter(ada)
        room.leave(ada)
        now += GONE - 1
        with pytest.raises(Refusal, match="still have time"):
            await room.act(None, claim)
        now += 1
        assert room.table.phase == "playing"
        await room.act(None, claim)
        assert room.table.ended
        assert (room.table.ended.reason, room.table.ended.winners) == ("abandoned", (1,))

    use(tmp_path, play)


def test_an_accident_does_not_end_the_line_of_actions(tmp_path: Path, caplog: pytest.LogCaptureFixture) -> None:
    """A game may be anybody's code and raise anything."""

    def accident(table: Table, now: int) -> list[AnyEvent]:
        raise ZeroDivisionError

    async def play(hub: Hub, store: SqliteStore) -> None:
        await write(store, "table", 1, OPENED, Began(0, "seed"))
        room = await hub.room("table")
        with pytest.raises(Refusal, match="nothing has happened") as caught:
            await room.act("1", accident)
        assert caught.value.code == "failed"  # sent again it would happen again
        assert await room.act("2", lambda table, now: decisions.play(table, "e6r")) == 2

    use(tmp_path, play)
    assert "went wrong" in caplog.text
    assert "seed" not in caplog.text


def test_every_process_gives_back_the_time_without_a_server_once(tmp_path: Path) -> None:
    async def play(hub: Hub, store: SqliteStore) -> None:
        await write(store, "table", 1, OPENED, Began(0, "seed"))
        await store.beat(1000)
        await hub._live()  # the first that comes up notes how long there was none
        second = Hub(store, AloneBus(), Thinkers(1))
        await second._live()
        room = await second.room("table")
        ((_, end),) = await store.outages(0)
        assert room.table.clock.since == end
        await second._give_back(room, await store.outages(0))
        assert (await hub.room("table")).table.version == room.table.version == 2

    use(tmp_path, play)


class Slow:
    """Histories that take as long to be played as a test wants; then only what is beside them can go on."""

    def __init__(self) -> None:
        self.done = threading.Event()
        self.most = self._now = 0

    def __call__(self, *asked: Any) -> Table:
        self._now += 1
        self.most = max(self._now, self.most)
        assert self.done.wait(PATIENCE)
        self._now -= 1
        return replayed(*asked)


def test_a_table_that_is_opened_slowly_takes_nobodys_time(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    minutes = count(2_000_000, 60_000)

    async def play(hub: Hub, store: SqliteStore) -> None:
        await write(store, "table", 1, OPENED, Began(0, "seed"))
        monkeypatch.setattr(hub_module, "OPENING", 250)
        monkeypatch.setattr(hub_module, "now_ms", lambda: next(minutes))
        table = (await hub.room("table")).table
        assert table.version == 2
        assert table.clock.since >= 1000 + 60_000

    use(tmp_path, play)


def test_a_board_is_drawn_once(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    drawn, draw = list[Any](), study.picture

    def picture(*args: Any) -> dict[str, Any]:
        drawn.append(args)
        return draw(*args)

    async def play(hub: Hub, store: SqliteStore) -> None:
        await write(store, "table", 1, OPENED, Began(0, "seed"))
        room = await hub.room("table")
        monkeypatch.setattr(room_module, "picture", picture)
        looker = Somebody(0)
        looker.wants = "board"
        before = [room.full(looker).board for _ in range(9)]
        assert len(drawn) == 1
        await room.act(None, lambda table, _: decisions.move(table, "ada", 1, "e6r"))
        assert room.full(looker).board not in before
        assert len(drawn) == 2

    use(tmp_path, play)


def test_a_table_is_opened_beside_those_that_are(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    slow = Slow()

    async def play(hub: Hub, store: SqliteStore) -> None:
        for name in ("open", "long", "longer"):
            await write(store, name, 1, OPENED, Began(0, "seed"))
        room = await hub.room("open")
        monkeypatch.setattr(hub_module, "replayed", slow)
        opening = [asyncio.create_task(hub.room(name)) for name in ("long", "longer")]
        for version in range(2, 20):
            assert await room.act(None, lambda table, now: [Said("Ada", "we go on", 0)]) == version
        assert slow.most == 1
        slow.done.set()
        assert [(await each).table.version for each in opening] == [1, 1]
        assert slow.most == 1

    use(tmp_path, play)


def test_an_earlier_game_is_found_beside_those_that_are_played(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    slow = Slow()
    monkeypatch.setattr(app_module, "replayed", slow)

    async def play(hub: Hub, store: SqliteStore) -> None:
        await write(store, "table", 1, OPENED, Began(0, "seed"))
        await write(store, "table", 2, Moved("e6r"))
        await write(store, "table", 3, Ended("resigned", (0,)))
        await write(store, "table", 4, Began(1, "seed"))
        room = await hub.room("table")
        transport = httpx.ASGITransport(app_module.build(hub))
        async with httpx.AsyncClient(transport=transport, base_url="http://encore") as client:
            asked = [asyncio.create_task(client.get("/api/tables/table/record?number=1")) for _ in range(2)]
            for version in range(5, 25):
                assert await room.act(None, lambda table, now: [Said("Ada", "we go on", 0)]) == version
            assert slow.most == 1
            slow.done.set()
            records = [(await each).text for each in asked]
        assert slow.most == 1
        assert records[0] == records[1]
        assert encore.parse_record(records[0].encode()).moves == ("e6r",)

    use(tmp_path, play)


def test_who_was_at_another_process_is_away_since_then(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    now = 1_000_000
    monkeypatch.setattr(room_module, "now_ms", lambda: now)

    async def play(hub: Hub, store: SqliteStore) -> None:
        nonlocal now
        await write(store, "table", 1, OPENED, Began(0, "seed"))
        room = await hub.room("table")
        for _ in range(100):
            room.heard(Presence("other", (0,), 0))
            now += 20_000
        room.heard(Presence("other", (), 0))
        now += 1000
        assert room.away(0) == 1000

    use(tmp_path, play)


def test_bots_among_themselves_rest_while_nobody_watches(tmp_path: Path) -> None:
    async def play(hub: Hub, store: SqliteStore) -> None:
        bots = (Chair("bot", bot="random"), Chair("bot", bot="random"))
        await write(store, "table", 1, msgspec.structs.replace(OPENED, chairs=bots, timing=Timing()), Began(0, "seed"))
        await hub.thinkers.open()
        room = await hub.room("table")
        assert room.thinking is None
        room.enter(Somebody(0))
        assert room.thinking is not None
        room.thinking.cancel()
        await hub.thinkers.close()

    use(tmp_path, play)


def test_a_bot_does_not_try_again_and_again_what_fails_each_time(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def accident(table: Table, text: str) -> list[AnyEvent]:
        raise ZeroDivisionError

    async def play(hub: Hub, store: SqliteStore) -> None:
        chairs = (Chair("bot", bot="random"), Chair("screen"))
        await write(store, "table", 1, msgspec.structs.replace(OPENED, chairs=chairs), Began(0, "seed"))
        monkeypatch.setattr(decisions, "play", accident)
        await hub.thinkers.open()
        try:
            room = await hub.room("table")
            assert room.thinking is not None
            async with asyncio.timeout(PATIENCE):
                await room.thinking
            assert room.table.version == 1
        finally:
            await hub.thinkers.close()

    use(tmp_path, play)


@asynccontextmanager
async def joined(store: SqliteStore, valkey: ValkeyService) -> AsyncIterator[Hub]:
    """Open a hub that hears others, without its bots."""
    hub = Hub(store, ValkeyBus(valkey.url), Thinkers(1))
    await hub.bus.open(hub._heard, hub._gap)
    try:
        yield hub
    finally:
        await hub.bus.close()


async def until(true: Callable[[], bool]) -> None:
    async with asyncio.timeout(PATIENCE):
        while not true():
            await asyncio.sleep(0.01)


def test_nobody_is_claimed_against_who_may_be_at_a_process_that_is_not_heard(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, valkey: ValkeyService
) -> None:
    now = 1_000_000
    monkeypatch.setattr(room_module, "now_ms", lambda: now)

    async def play(_: Hub, store: SqliteStore) -> None:
        nonlocal now
        await write(store, "table", 1, OPENED, Began(0, "seed"))
        async with joined(store, valkey) as hub:
            room = await hub.room("table")
            now += GONE
            assert room.away(0) == GONE
            valkey.crash()
            await until(lambda: not hub.bus.connected)
            assert room.away(0) == 0
            valkey.start()
            await until(lambda: hub.bus.connected)
            await until(lambda: room.away(0) == 0)  # counted anew from here
            now += 1000
            assert room.away(0) == 1000

    use(tmp_path, play)


def test_a_newcomer_at_another_process_is_told_who_is_there(tmp_path: Path, valkey: ValkeyService) -> None:
    async def play(_: Hub, store: SqliteStore) -> None:
        await write(store, "table", 1, OPENED, Began(0, "seed"))
        async with joined(store, valkey) as one, joined(store, valkey) as other:
            (await one.room("table")).enter(Somebody(0))
            await one.bus.subscribed()
            room = await other.room("table")
            room.enter(Somebody(1))
            await until(lambda: room.here().chairs == (0, 1))

    use(tmp_path, play)


def test_processes_that_are_gone_are_not_remembered(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    now = 1_000_000
    monkeypatch.setattr(room_module, "now_ms", lambda: now)

    async def play(hub: Hub, store: SqliteStore) -> None:
        nonlocal now
        await write(store, "table", 1, OPENED, Began(0, "seed"))
        room = await hub.room("table")
        for number in range(100):
            room.heard(Presence(f"process {number}", (0,), 0))
            now += FRESH // 2
        assert len(room._others) == 2
        assert room.away(0) == 0
        now += FRESH
        assert room.away(0) == FRESH + FRESH // 2

    use(tmp_path, play)


def test_what_was_stored_when_the_database_was_lost_is_found(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Also by a process that has no others to hear of it from."""

    async def play(hub: Hub, store: SqliteStore) -> None:
        def append(row: Row) -> asyncio.Future[None]:
            return asyncio.ensure_future(lose(row))

        async def lose(row: Row) -> None:
            await SqliteStore.append(store, row)
            raise StoreBusy("the connection was lost")

        await write(store, "table", 1, OPENED, Began(0, "seed"))
        room = await hub.room("table")
        with monkeypatch.context() as patch:
            patch.setattr(store, "append", append)
            with pytest.raises(StoreBusy):
                await room.act("1", lambda table, now: decisions.play(table, "e6r"))
        await until(lambda: room.table.moves == ["e6r"])
        assert await room.act("1", lambda table, now: decisions.play(table, "e6r")) == 2

    use(tmp_path, play)


def test_whoever_cannot_be_let_in_leaves_no_ghost(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The picture is the game's, and a game may be anybody's code."""

    def accident(*_: object) -> dict[str, Any]:
        raise ZeroDivisionError

    async def play(hub: Hub, store: SqliteStore) -> None:
        await write(store, "table", 1, OPENED, Began(0, "seed"))
        room = await hub.room("table")
        monkeypatch.setattr(room_module, "picture", accident)
        frames = cast(Frames, None)  # nothing gets as far as that
        with pytest.raises(ZeroDivisionError):
            await Connection(frames, room, "ada", "board", Limits(), "").serve()
        assert not room.receivers
        assert b"encore_sockets 0.0" in hub.metrics.text()

    use(tmp_path, play)


def test_a_card_that_is_behind_is_put_again_when_its_table_is_opened(tmp_path: Path) -> None:
    """A process was killed between the end of a game and its card, and the list shows a table that is over."""

    async def play(hub: Hub, store: SqliteStore) -> None:
        await write(store, "table", 1, OPENED, Began(0, "seed"))
        await hub.room("table")
        await until(lambda: not hub._tasks)
        assert [card.table for card in await store.cards(9)] == ["table"]
        await write(store, "table", 2, Ended("resigned", (1,)))
        await Hub(store, AloneBus(), Thinkers(1)).room("table")
        async with asyncio.timeout(PATIENCE):
            while await store.cards(9):
                await asyncio.sleep(0.01)

    use(tmp_path, play)


def test_the_last_card_of_a_table_is_put_last(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    async def play(hub: Hub, store: SqliteStore) -> None:
        gates = [asyncio.Event(), asyncio.Event()]
        slow, fast = gates
        fast.set()

        async def put_card(card: Card) -> None:
            await gates.pop(0).wait()
            await SqliteStore.put_card(store, card)

        monkeypatch.setattr(store, "put_card", put_card)
        room = await hub.create(msgspec.structs.replace(OPENED, chairs=(Chair("screen"), Chair("open"))))
        await until(lambda: len(gates) == 1)
        await room.act(None, lambda table, now: decisions.sit(table, "bob", "Bob", None))
        await store.rows("")  # and all that the store was asked for before it
        slow.set()
        await until(lambda: not hub._tasks)
        card = await store.card(room.table.name)
        assert card is not None
        assert msgspec.json.decode(card.data)["phase"] == "playing"

    use(tmp_path, play)


def test_an_action_counts_once_while_its_game_lasts(tmp_path: Path) -> None:
    """However much is said meanwhile; and the last ones also when the next game has begun."""

    async def play(hub: Hub, store: SqliteStore) -> None:
        await write(store, "table", 1, OPENED, Began(0, "seed"))
        room = await hub.room("table")

        async def say(action: str) -> int:
            return await room.act(action, lambda table, now: decisions.say(table, 0, "Ada", action))

        async def resign(action: str) -> int:
            return await room.act(action, lambda table, now: decisions.resign(table, 0))

        moved = await room.act("move", lambda table, now: decisions.move(table, "ada", 1, "e6r"))
        said = [await say(f"sentence {number}") for number in range(200)]
        again = await room.act("move", lambda table, now: decisions.move(table, "ada", 1, "e6r"))
        assert again == moved
        assert await say("sentence 0") == said[0]
        ended = await resign("resign")
        await room.act("rematch", lambda table, now: decisions.ask(table, 0, "rematch"))
        assert await resign("resign") == ended
        assert room.table.phase == "playing"
        for number in range(2 * REMEMBERED):
            row = Row("table", room.table.version + 1, 1000, f"old {number}", b"")
            room.table.apply(row, (Said("Ada", "and so on"),))
        assert len(room.table.actions) == REMEMBERED

    use(tmp_path, play)
