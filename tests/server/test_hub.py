"""Tables that are open: found, put away, forgotten, and played at one action after the other."""

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
from encore.server.domain import decisions, events, study
from encore.server.domain.clocks import Timing
from encore.server.domain.decisions import Decision, Refusal
from encore.server.domain.events import Began, Chair, Ended, Moved, Said
from encore.server.domain.table import REMEMBERED, Table, replayed
from encore.server.http import app as app_module
from encore.server.rooms import hub as hub_module
from encore.server.rooms import projection
from encore.server.rooms.bus import AloneBus
from encore.server.rooms.hub import Hub, UnknownTable
from encore.server.storage.sqlite import SqliteStore
from encore.server.storage.store import Card, Row, StoreBusy
from encore.server.storage.transfer import write_all
from tests.patience import PATIENCE
from tests.server.hubs import OPENED, Somebody, until, use, write


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
        await room.act("1", lambda table, now: Decision((Said("Ada", "we are still here", 0),)))
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
            with pytest.raises(Refusal, match=r"^This table has expired$"):
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
            with pytest.raises(UnknownTable, match=r"^There is no such table$"):
                await hub.room("half")
        assert await hub.room("whole")

    use(tmp_path, play)
    assert asyncio.run(write_all(SqliteStore(tmp_path / "tables.sqlite"), tmp_path / "all")) == 1


def test_forgetting_waits_for_a_store_that_does_not_answer(tmp_path: Path, caplog: pytest.LogCaptureFixture) -> None:
    async def play(hub: Hub, store: SqliteStore) -> None:
        await store.close()
        with caplog.at_level(logging.WARNING):
            await hub._forget()
        assert "abandoned tables are not deleted yet" in caplog.text

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


def test_an_accident_does_not_end_the_line_of_actions(tmp_path: Path, caplog: pytest.LogCaptureFixture) -> None:
    """A game may be anybody's code and raise anything."""

    def accident(table: Table, now: int) -> Decision:
        raise ZeroDivisionError

    async def play(hub: Hub, store: SqliteStore) -> None:
        await write(store, "table", 1, OPENED, Began(0, "seed"))
        room = await hub.room("table")
        with pytest.raises(Refusal, match="nothing was changed") as caught:
            await room.act("1", accident)
        assert caught.value.code == "failed"  # sent again it would happen again
        assert await room.act("2", lambda table, now: decisions.play(table, "e6r")) == 2

    use(tmp_path, play)
    assert "an action at table table failed" in caplog.text
    assert "seed" not in caplog.text


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


def test_a_board_is_drawn_once(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    drawn, draw = list[Any](), study.picture

    def picture(*args: Any) -> dict[str, Any]:
        drawn.append(args)
        return draw(*args)

    async def play(hub: Hub, store: SqliteStore) -> None:
        await write(store, "table", 1, OPENED, Began(0, "seed"))
        room = await hub.room("table")
        monkeypatch.setattr(projection, "picture", picture)
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
            assert await room.act(None, lambda table, now: Decision((Said("Ada", "we go on", 0),))) == version
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
                assert await room.act(None, lambda table, now: Decision((Said("Ada", "we go on", 0),))) == version
            assert slow.most == 1
            slow.done.set()
            records = [(await each).text for each in asked]
        assert slow.most == 1
        assert records[0] == records[1]
        assert encore.parse_record(records[0].encode()).moves == ("e6r",)

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


def test_who_waits_for_a_move_is_told_first_and_watchers_last(tmp_path: Path) -> None:
    class Listening(Somebody):
        def post(self, data: bytes) -> None:
            told.append(self.chairs)

    told: list[tuple[int, ...]] = []

    async def play(hub: Hub, store: SqliteStore) -> None:
        await write(store, "table", 1, OPENED, Began(0, "seed"))
        room = await hub.room("table")
        for _ in range(8):  # so many that they do not come into this order by chance
            for chairs in ((), (0,), (1,)):
                room.enter(Listening(*chairs))
        told.clear()
        await room.act("1", lambda table, now: decisions.play(table, "e6r"))
        assert told == [(1,)] * 8 + [(0,)] * 8 + [()] * 8

    use(tmp_path, play)
