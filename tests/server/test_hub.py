"""Open tables: loading, closing, deletion, and actions one after the other."""

from __future__ import annotations

import asyncio
import logging
import sqlite3
import threading
from contextlib import closing
from pathlib import Path
from typing import Any

import httpx
import msgspec
import pytest

import encore
from encore.server.bots.thinkers import Thinkers
from encore.server.domain import decisions, events, positions
from encore.server.domain.clocks import Timing
from encore.server.domain.decisions import Decision, Refusal
from encore.server.domain.events import Began, Chair, Ended, Moved, Said
from encore.server.domain.table import REMEMBERED, Table, replayed
from encore.server.http import app as app_module
from encore.server.rooms import hub as hub_module
from encore.server.rooms.bus import AloneBus
from encore.server.rooms.hub import Hub, UnknownTable
from encore.server.rooms.pictures import Written
from encore.server.rooms.sweep import IDLE
from encore.server.storage.sqlite import SqliteStore
from encore.server.storage.store import Card, Row, StoreBusy
from encore.server.storage.transfer import write_all
from encore.server.wire.limits import SOCKETS
from tests.patience import PATIENCE
from tests.server.hubs import OPENED, Somebody, until, use, write


def test_an_open_table_is_not_deleted(tmp_path: Path) -> None:
    async def play(hub: Hub, store: SqliteStore) -> None:
        for name in ("open", "opening", "left"):
            await write(store, name, 1, OPENED, Began(0, "seed"))
        room = await hub.room("open")
        opening = asyncio.create_task(hub.room("opening"))
        await asyncio.sleep(0)
        await hub.sweep.forget()
        assert [name async for name in store.tables()] == ["open", "opening"]
        await opening
        await room.act("1", lambda table, now: Decision((Said("Ada", "we are still here", 0),)))
        assert [row.seq for row in await store.rows("open")] == [1, 2]
        with pytest.raises(UnknownTable):
            await hub.room("left")

    use(tmp_path, play)


def test_nothing_is_acknowledged_at_a_table_that_another_process_deleted(tmp_path: Path) -> None:
    """Somebody has had it open for weeks; the other process knows only its own tables."""

    async def play(hub: Hub, store: SqliteStore) -> None:
        await write(store, "table", 1, OPENED, Began(0, "seed"))
        room = await hub.room("table")
        other = SqliteStore(tmp_path / "tables.sqlite")
        await other.open()
        await Hub(other, AloneBus(), Thinkers(1), keep_days=1).sweep.forget()
        await other.close()
        for action in ("1", "2"):
            with pytest.raises(Refusal, match=r"^This table has expired$"):
                await room.act(action, lambda table, now: decisions.play(table, "e6r"))
        assert await store.rows("table") == []
        assert hub.rooms == {}
        with pytest.raises(UnknownTable):
            await hub.room("table")

    use(tmp_path, play)


def test_a_table_that_nobody_uses_is_closed_after_a_while(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    async def play(hub: Hub, store: SqliteStore) -> None:
        seconds = 1000.0
        monkeypatch.setattr(hub, "seconds", lambda: seconds)
        room = await hub.create(OPENED)
        watcher = Somebody()
        seconds += IDLE
        room.enter(watcher)
        seconds += IDLE + 1
        hub.sweep.put_idle_away()
        assert list(hub.rooms.values()) == [room], "somebody is watching"
        room.leave(watcher)
        seconds += IDLE
        hub.sweep.put_idle_away()
        assert list(hub.rooms.values()) == [room]
        seconds += 1
        hub.sweep.put_idle_away()
        assert hub.rooms == {}

    use(tmp_path, play)


def test_a_table_without_its_first_row_is_unknown(tmp_path: Path) -> None:
    """An older version has added rows to it after its deletion."""

    async def play(hub: Hub, store: SqliteStore) -> None:
        said = events.encode((Said("Ada", "is anybody there?"),))
        with closing(sqlite3.connect(tmp_path / "tables.sqlite", isolation_level=None)) as db:
            db.execute("INSERT INTO events VALUES ('half', 7, 1000, NULL, ?)", (said,))
        await write(store, "whole", 1, OPENED)
        for _ in range(2):
            with pytest.raises(UnknownTable, match=r"^There is no such table$"):
                await hub.room("half")
        assert await hub.room("whole")

    use(tmp_path, play)
    assert asyncio.run(write_all(SqliteStore(tmp_path / "tables.sqlite"), tmp_path / "all")) == 1


def test_deletion_is_postponed_if_the_store_does_not_answer(tmp_path: Path, caplog: pytest.LogCaptureFixture) -> None:
    async def play(hub: Hub, store: SqliteStore) -> None:
        await store.close()
        with caplog.at_level(logging.WARNING):
            await hub.sweep.forget()
        assert "abandoned tables are not deleted yet" in caplog.text

    use(tmp_path, play)


def test_a_cancelled_request_does_not_open_a_table_twice(tmp_path: Path) -> None:
    async def play(hub: Hub, store: SqliteStore) -> None:
        await write(store, "table", 1, OPENED)
        impatient = asyncio.create_task(hub.room("table"))
        await asyncio.sleep(0)
        impatient.cancel()
        await asyncio.sleep(0)
        one, other = await asyncio.gather(hub.room("table"), hub.room("table"))
        assert one is other is hub.rooms["table"]

    use(tmp_path, play)


def test_an_unexpected_error_does_not_stop_the_queue(tmp_path: Path, caplog: pytest.LogCaptureFixture) -> None:
    """A game may be third-party code and raise anything."""

    def accident(table: Table, now: int) -> Decision:
        raise ZeroDivisionError

    async def play(hub: Hub, store: SqliteStore) -> None:
        await write(store, "table", 1, OPENED, Began(0, "seed"))
        room = await hub.room("table")
        with pytest.raises(Refusal, match="nothing was changed") as caught:
            await room.act("1", accident)
        assert caught.value.code == "failed"  # sent again it would fail again
        assert await room.act("2", lambda table, now: decisions.play(table, "e6r")) == 2

    use(tmp_path, play)
    assert "an action at table table failed" in caplog.text
    assert "seed" not in caplog.text


class Slow:
    """Histories whose replay takes as long as a test wants, to check that other work goes on."""

    def __init__(self) -> None:
        self.done = threading.Event()
        self.most = self._now = 0

    def __call__(self, *asked: Any) -> Table:
        self._now += 1
        self.most = max(self._now, self.most)
        assert self.done.wait(PATIENCE)
        self._now -= 1
        return replayed(*asked)


def test_all_sockets_of_an_address_may_wait_for_their_tables(tmp_path: Path) -> None:
    """A school that comes back after a restart; each of its people opens another table."""

    async def play(hub: Hub, store: SqliteStore) -> None:
        names = [f"school{number}" for number in range(SOCKETS)]
        for name in names:
            await write(store, name, 1, OPENED)
        rooms = await asyncio.gather(*(hub.room(name, "192.0.2.1") for name in names))
        assert [room.table.name for room in rooms] == names

    use(tmp_path, play)


def test_opening_a_table_does_not_block_open_tables(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    slow = Slow()

    async def play(hub: Hub, store: SqliteStore) -> None:
        for name in ("open", "long", "longer"):
            await write(store, name, 1, OPENED, Began(0, "seed"))
        room = await hub.room("open")
        monkeypatch.setattr(hub_module, "replayed", slow)
        opening = [asyncio.create_task(hub.room(name)) for name in ("long", "longer")]
        await until(lambda: slow.most == 1)
        for version in range(2, 20):
            assert await room.act(None, lambda table, now: Decision((Said("Ada", "we go on", 0),))) == version
        slow.done.set()
        assert [(await each).table.version for each in opening] == [1, 1]
        assert slow.most == 1

    use(tmp_path, play)


def test_loading_an_earlier_game_does_not_block_open_tables(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    slow = Slow()

    async def play(hub: Hub, store: SqliteStore) -> None:
        await write(store, "table", 1, OPENED, Began(0, "seed"))
        await write(store, "table", 2, Moved("e6r"))
        await write(store, "table", 3, Ended("resigned", (0,)))
        await write(store, "table", 4, Began(1, "seed"))
        room = await hub.room("table")
        monkeypatch.setattr(hub_module, "replayed", slow)
        transport = httpx.ASGITransport(app_module.build(hub))
        async with httpx.AsyncClient(transport=transport, base_url="http://localhost") as client:
            asked = [asyncio.create_task(client.get("/api/tables/table/record?number=1")) for _ in range(2)]
            await until(lambda: slow.most == 1)
            for version in range(5, 25):
                assert await room.act(None, lambda table, now: Decision((Said("Ada", "we go on", 0),))) == version
            slow.done.set()
            records = [(await each).text for each in asked]
        assert slow.most == 1
        assert records[0] == records[1]
        assert encore.parse_record(records[0].encode()).moves == ("e6r",)

    use(tmp_path, play)


def test_a_cancelled_request_does_not_keep_others_from_replays(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    begun, done, look = threading.Event(), threading.Event(), positions.look

    def stuck(asked: positions.Looked) -> positions.Sight:
        begun.set()
        done.wait(PATIENCE)
        return look(asked)

    async def play(hub: Hub, store: SqliteStore) -> None:
        transport = httpx.ASGITransport(app_module.build(hub))
        async with httpx.AsyncClient(transport=transport, base_url="http://localhost") as client:
            monkeypatch.setattr(positions, "look", stuck)
            looking, waiting = (
                asyncio.create_task(client.post("/api/look", json={"game": "dakapo"})) for _ in range(2)
            )
            await until(begun.is_set)
            monkeypatch.setattr(positions, "look", look)
            for each in (waiting, looking):
                each.cancel()
            await asyncio.gather(looking, waiting, return_exceptions=True)
            async with asyncio.timeout(20):
                assert (await client.post("/api/look", json={"game": "dakapo"})).status_code == 200
        assert not done.is_set()
        done.set()

    try:
        use(tmp_path, play)
    finally:
        done.set()


def test_games_between_bots_pause_while_nobody_watches(tmp_path: Path) -> None:
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


def test_a_bot_does_not_retry_a_permanent_failure(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def accident(table: Table, text: str) -> Decision:
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


def test_a_row_stored_while_the_connection_was_lost_is_found(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Even by a process that has no others to learn it from."""

    async def play(hub: Hub, store: SqliteStore) -> None:
        def append(row: Row, _: object = None) -> asyncio.Future[None]:
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


def test_an_outdated_card_is_updated_when_its_table_is_opened(tmp_path: Path) -> None:
    """A process was killed between the end of a game and its card, and the list shows a finished table."""

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


def test_the_latest_card_of_a_table_is_stored_last(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
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
        await store.rows("")  # and everything that the store was asked for before it
        slow.set()
        await until(lambda: not hub._tasks)
        card = await store.card(room.table.name)
        assert card is not None
        assert msgspec.json.decode(card.data)["phase"] == "playing"

    use(tmp_path, play)


def test_an_action_counts_once_while_its_game_lasts(tmp_path: Path) -> None:
    """However long the chat meanwhile; and the last ones also after the next game has begun."""

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


def test_the_waiting_player_is_notified_first_and_spectators_last(tmp_path: Path) -> None:
    class Listening(Somebody):
        def post(self, data: Written) -> None:
            told.append(self.chairs)

    told: list[tuple[int, ...]] = []

    async def play(hub: Hub, store: SqliteStore) -> None:
        await write(store, "table", 1, OPENED, Began(0, "seed"))
        room = await hub.room("table")
        for _ in range(8):  # so many that this order cannot be a coincidence
            for chairs in ((), (0,), (1,)):
                room.enter(Listening(*chairs))
        told.clear()
        await room.act("1", lambda table, now: decisions.play(table, "e6r"))
        assert told == [(1,)] * 8 + [(0,)] * 8 + [()] * 8

    use(tmp_path, play)
