"""Deleting a person removes name, keys and texts; the games stay, and nobody else is disturbed."""

from __future__ import annotations

import asyncio
import sqlite3
from collections.abc import Iterator, Sequence
from contextlib import closing
from pathlib import Path
from typing import Any

import msgspec
import pytest

import encore
from encore.core.replay import check
from encore.server.bots.thinkers import Thinkers
from encore.server.domain import decisions, events
from encore.server.domain.anonymous import card_without, without
from encore.server.domain.clocks import Timing
from encore.server.domain.decisions import Decision
from encore.server.domain.events import AnyEvent, Began, Chair, Joined, Left, Moved, Opened, Said
from encore.server.domain.people import Person, PersonSeat, Session
from encore.server.domain.row import Row
from encore.server.domain.table import Table
from encore.server.rooms.hub import Hub
from encore.server.rooms.pictures import Written
from encore.server.storage.people import Rewritten
from encore.server.storage.sqlite import SqliteStore
from encore.server.storage.sqlite_people import SqlitePeople
from encore.server.storage.store import Standing, StoreBusy
from encore.server.storage.transfer import write_all
from tests.server.browser import Browser
from tests.server.client import Client, Served, failure, running, served
from tests.server.hubs import SharedBus, Somebody, settled, use, write
from tests.server.services import PostgresService, ValkeyService
from tests.server.test_person_seats import closed

OPENED = Opened(
    "dalapapa", 3, {}, (Chair("screen", "Ada"), Chair("open"), Chair("open")), Timing(), True, True, "ada", "x"
)


def rewritten(holder: str, *rows: AnyEvent) -> dict[int, tuple[AnyEvent, ...]]:
    """Return the rows that change when somebody leaves; each row has one event."""
    stored = [Row("t", seq, seq, None, events.encode([event])) for seq, event in enumerate(rows, 1)]
    return {row.seq: events.decode(data) for row, data in without(stored, {holder})}


def test_names_and_texts_of_the_person_become_empty_and_nothing_else_changes() -> None:
    rows = (OPENED, Joined(1, "Bo", "bo"), Joined(2, "Cy", "cy"), Said("Bo", "hello", 1), Said("Bo", "", 1, "thanks"))
    assert rewritten("bo", *rows) == {
        2: (Joined(1, "", "bo"),),
        4: (Said("", "", 1),),
        5: (Said("", "", 1, "thanks"),),
    }
    assert rewritten("cy", *rows) == {3: (Joined(2, "", "cy"),)}
    (changed,) = rewritten("ada", *rows).values()
    assert isinstance(changed[0], Opened)
    assert [chair.name for chair in changed[0].chairs] == ["", "", ""]
    assert rewritten("nobody", *rows) == {}


def test_what_somebody_else_said_on_the_same_chair_stays() -> None:
    rows = (
        OPENED,
        Joined(1, "Bo", "bo"),
        Said("Bo", "goodbye", 1),
        Left(1),
        Joined(1, "Cy", "cy"),
        Said("Cy", "hello", 1),
        Said("Ada", "a spectator of this name", None),
    )
    assert set(rewritten("bo", *rows)) == {2, 3}
    assert set(rewritten("cy", *rows)) == {5, 6}


def test_everybody_at_the_opener_s_screen_leaves_with_the_opener() -> None:
    screens = Opened(
        "dakapo", 2, {}, (Chair("screen", "Ada"), Chair("screen", "Bo")), Timing(), False, True, "ada", "x"
    )
    assert [chair.name for event in rewritten("ada", screens)[1] for chair in event.chairs] == ["", ""]  # type: ignore[union-attr]


def test_a_card_that_cannot_be_read_stays_as_it_is() -> None:
    rows = [Row("t", 1, 1, None, events.encode([OPENED]))]
    for data in (b"null", b"{}", b"[", b'{"chairs":[]}', b'{"chairs":[7]}'):
        assert card_without(data, rows, {"ada"}) == data


# The rows in the store, and rooms that are open.


async def one_person(store: SqliteStore, *tables: str) -> None:
    await store.people.add_person(Person("p", "Ada", "en", 0), None, ["code"], Session("h", "i", "p", "", 0, 0))
    for name in tables:
        await write(store, name, 1, OPENED)
        await write(store, name, 2, Joined(1, "Bo", "bo"))
        await store.people.put_seat(PersonSeat("p", name, "ada", 0))


class Watcher(Somebody):
    """A spectator who keeps what is sent."""

    def __init__(self) -> None:
        super().__init__()
        self.posted: list[bytes] = []

    def post(self, data: Written) -> None:
        """Keep a message."""
        assert isinstance(data, bytes)
        self.posted.append(data)


def test_an_open_room_shows_the_table_without_the_name(tmp_path: Path) -> None:
    async def play(hub: Hub, store: SqliteStore) -> None:
        await one_person(store, "open", "closed")
        room = await hub.room("open")
        before, version = room.table, room.table.version
        await hub.leaving.leave("", "p")
        await settled(hub)
        assert room.table is before
        assert (room.table.version, [chair.name for chair in room.table.chairs]) == (version, ["", "Bo", ""])
        card = await store.card("open")
        assert card is not None
        assert b"Ada" not in card.data
        assert [chair.name for chair in (await hub.room("closed")).table.chairs] == ["", "Bo", ""]

    use(tmp_path, play)


def test_a_room_that_is_being_opened_meanwhile_shows_no_old_name(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def play(hub: Hub, store: SqliteStore) -> None:
        await one_person(store, "t")
        asked, left = asyncio.Event(), asyncio.Event()

        async def late(table: str, after: int = 0) -> list[Row]:
            old = await rows(table, after)
            if not asked.is_set():
                asked.set()
                await left.wait()
            return old

        rows = store.rows
        monkeypatch.setattr(store, "rows", late)
        opening = asyncio.create_task(hub.room("t"))
        await asked.wait()
        await hub.leaving.leave("", "p")
        left.set()
        room = await opening
        await settled(hub)
        assert room.table.chairs[0].name == ""

    use(tmp_path, play)


def test_another_process_that_missed_the_message_shows_no_old_name_after_a_gap(tmp_path: Path) -> None:
    """It reads the rest, too; a table that nobody has left is not shown anew."""

    async def play(hub: Hub, store: SqliteStore) -> None:
        await one_person(store, "left")
        await write(store, "stays", 1, OPENED)
        other = Hub(store, SharedBus(), Thinkers(1))
        left, stays, watcher = await other.room("left"), await other.room("stays"), Watcher()
        await left.act(None, lambda *_: Decision((Said("Ada", "hello", 0),)))
        await settled(other)
        stays.enter(watcher)
        shown = len(watcher.posted)
        await hub.leaving.leave("", "p")
        for name in "left", "stays":
            room = await hub.room(name)
            await room.act(None, lambda *_: Decision((Said("Cy", "is anybody there?"),)))
        await settled(hub)
        assert left.table.chairs[0].name == "Ada", "nobody has told this process"
        other.peers.gap()
        await settled(other)
        assert [chair.name for chair in left.table.chairs] == ["", "Bo", ""]
        assert [(said.name, said.text) for said in left.table.said] == [("", ""), ("Cy", "is anybody there?")]
        assert left.table.version == hub.rooms["left"].table.version
        assert [said.name for said in stays.table.said] == ["Cy"]
        news = [msgspec.json.decode(data)["t"] for data in watcher.posted[shown:]]
        assert "full" not in news, "only what is new is sent"

    use(tmp_path, play)


def test_a_thousand_gaps_are_looked_up_twice(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Once for the first of them, and once more for all that came while that took its time."""

    async def play(hub: Hub, store: SqliteStore) -> None:
        await one_person(store, "t")
        other, asked, standings, go_on = Hub(store, SharedBus(), Thinkers(1)), 0, store.standings, asyncio.Event()
        await other.room("t")
        await settled(other)

        async def counted(tables: Sequence[str]) -> dict[str, Standing]:
            nonlocal asked
            asked += 1
            await go_on.wait()
            return await standings(tables)

        monkeypatch.setattr(store, "standings", counted)
        for _ in range(1000):
            other.peers.gap()
        await asyncio.sleep(0)
        assert len(other._tasks) < 10
        go_on.set()
        await settled(other)
        assert asked == 2
        other.peers.gap()
        await settled(other)
        assert asked == 3

    use(tmp_path, play)


@pytest.mark.parametrize("busy", [False, True])
def test_an_answer_from_before_a_second_gap_settles_only_the_first_one(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, busy: bool
) -> None:
    """Somebody was deleted between the two, and the store may be busy after the second."""
    asked, left = asyncio.Event(), asyncio.Event()

    async def play(hub: Hub, store: SqliteStore) -> None:
        await one_person(store, "t")
        other, standings = Hub(store, SharedBus(), Thinkers(1)), store.standings
        room = await other.room("t")
        await settled(other)

        async def late(tables: Sequence[str]) -> dict[str, Standing]:
            if asked.is_set() and busy:
                raise StoreBusy("the database is away")
            found = await standings(tables)
            if not asked.is_set():
                asked.set()
                await left.wait()
            return found

        monkeypatch.setattr(store, "standings", late)
        other.peers.gap()
        await asked.wait()
        await hub.leaving.leave("", "p")
        other.peers.gap()
        left.set()
        await settled(other)
        monkeypatch.setattr(store, "standings", standings)
        room.catch_up()
        await settled(other)
        assert room.table.chairs[0].name == ""

    use(tmp_path, play)


@pytest.mark.parametrize("after", ["a gap", "some time"])
def test_only_tables_that_have_changed_are_read_again(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, after: str
) -> None:
    async def play(hub: Hub, store: SqliteStore) -> None:
        names = [f"t{number}" for number in range(5)]
        for name in names:
            await write(store, name, 1, OPENED)
        other, read, asked = Hub(store, SharedBus(), Thinkers(1)), list[tuple[str, int]](), list[int]()
        for name in names:
            (await other.room(name)).enter(Somebody())
        await settled(other)
        rows, standings = store.rows, store.standings

        async def noted(table: str, after: int = 0) -> list[Row]:
            read.append((table, after))
            return await rows(table, after)

        async def counted(tables: Sequence[str]) -> dict[str, Standing]:
            asked.append(len(tables))
            return await standings(tables)

        monkeypatch.setattr(store, "rows", noted)
        monkeypatch.setattr(store, "standings", counted)
        monkeypatch.setattr("encore.server.rooms.peers.COMPARED", 3)

        async def look() -> None:
            if after == "a gap":
                other.peers.gap()
            else:
                await other.sweep.compare()
            await settled(other)

        await look()
        assert (read, asked) == ([], [3, 2]), "one question for many tables"
        await write(store, "t1", 2, Said("Cy", "hello"))
        await look()
        assert read == [("t1", 0)], "from the last known row on"
        assert [said.name for said in other.rooms["t1"].table.said] == ["Cy"]
        await store.forget(10**15, lambda name: name != "t2")
        await look()
        assert sorted(other.rooms) == ["t0", "t1", "t3", "t4"]

    use(tmp_path, play)


def test_a_gap_while_the_store_is_busy_is_not_forgotten(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    async def busy(table: str, after: int = 0) -> list[Row]:
        raise StoreBusy("the database is away")

    async def play(hub: Hub, store: SqliteStore) -> None:
        await one_person(store, "t")
        other = Hub(store, SharedBus(), Thinkers(1))
        room = await other.room("t")
        await settled(other)
        await hub.leaving.leave("", "p")
        with monkeypatch.context() as patch:
            patch.setattr(store, "rows", busy)
            other.peers.gap()
            await asyncio.gather(*other._tasks, return_exceptions=True)
        assert room.table.chairs[0].name == "Ada"
        room.catch_up()
        await settled(other)
        assert room.table.chairs[0].name == ""

    use(tmp_path, play)


def test_a_row_that_changes_meanwhile_is_read_again(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Two people of one table may leave at the same time."""
    rewrite, tries = SqlitePeople.rewrite, list[bool]()

    async def contested(people: SqlitePeople, table: str, rows: Any, card: bytes | None) -> bool:
        if not tries:
            rows = [Rewritten(Row(row.table, row.seq, row.at, row.action, b"other"), data) for row, data in rows]
        tries.append(await rewrite(people, table, rows, card))
        return tries[-1]

    monkeypatch.setattr(SqlitePeople, "rewrite", contested)

    async def play(hub: Hub, store: SqliteStore) -> None:
        await one_person(store, "t")
        await hub.leaving.leave("", "p")
        assert tries == [False, True]
        assert (await hub.room("t")).table.chairs[0].name == ""

    use(tmp_path, play)


def test_a_seat_that_is_taken_meanwhile_loses_its_name_too(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    async def play(hub: Hub, store: SqliteStore) -> None:
        await one_person(store, "t")
        rewrite = store.people.rewrite

        async def busy(table: str, rows: Any, card: bytes | None) -> bool:
            if table == "t":
                await write(store, "new", 1, OPENED)
                await store.people.put_seat(PersonSeat("p", "new", "ada", 0))
            return await rewrite(table, rows, card)

        monkeypatch.setattr(store.people, "rewrite", busy)
        await hub.leaving.leave("", "p")
        assert (await hub.room("new")).table.chairs[0].name == ""
        assert await store.people.person("p") is None

    use(tmp_path, play)


def test_a_game_goes_on_after_its_table_was_read_anew(tmp_path: Path) -> None:
    async def play(hub: Hub, store: SqliteStore) -> None:
        screens = Chair("screen", "Ada"), Chair("screen", "Bo")
        opened = Opened("dakapo", 2, {}, screens, Timing("live", main=600), True, True, "ada", "x")
        await one_person(store)
        await write(store, "t", 1, opened, Began(0, "seed"))
        await write(store, "t", 2, Moved("e6r"))
        await store.people.put_seat(PersonSeat("p", "t", "ada", 0))
        room = await hub.room("t")
        leaving = asyncio.create_task(hub.leaving.leave("", "p"))
        moves = [asyncio.create_task(room.act(None, _move("e7g"))), leaving]
        await asyncio.gather(*moves)
        await room.act(None, _move("e8r"))
        await settled(hub)
        assert room.table.moves == ["e6r", "e7g", "e8r"]
        read = Table("t")
        for row in await store.rows("t"):
            read.apply(row, events.decode(row.data))
        assert (read.version, read.moves, read.state) == (room.table.version, room.table.moves, room.table.state)

    use(tmp_path, play)


def _move(text: str) -> Any:
    return lambda table, _: decisions.move(table, "ada", table.version, text)


# With real servers.


async def unnamed(client: Client, chair: int) -> dict[str, Any]:
    """Wait until a chair has no name; return the state."""
    while "name" in (state := await client.next("full"))["chairs"][chair]:
        pass
    return state


async def until_left(server: Served, other: Served) -> tuple[str, dict[str, Any]]:
    """Let Ada and Bo play and talk, and Ada leave; return the table and what Bo sees at the other server."""
    ada, bo = Browser(server), Browser(other)
    ada.become("Adalovelace")
    table = ada.open_table(game="dakapo", name="Adalovelace", listed=True)
    bo.join(table, name="Bo")
    async with ada.at_table(table["table"]) as one, bo.at_table(table["table"]) as two:
        while (state := await one.next("full"))["phase"] != "playing":
            pass  # this process has not heard yet that Bo has joined
        v = state["v"]
        await one.do("say", text="my secret is 42")
        await two.do("say", text="I am still here")
        assert (await one.do("act", v=v, a="e6r"))["t"] == "ack"
        answer = await ada.later("DELETE", "/api/me")
        assert answer.json()["person"] is None, answer.text
        state = await unnamed(two, 0)
        assert (await two.do("act", v=state["v"], a="e7g"))["t"] == "ack", "the game goes on"
    assert ada.me is None
    assert failure(ada.sign_in()) == (403, "entry")
    return table["table"], state


@pytest.fixture(scope="module")
def data(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return tmp_path_factory.mktemp("leaving")


@pytest.fixture(scope="module")
def server(data: Path) -> Iterator[Served]:
    with served(data, "--unlimited") as running:
        yield running


def test_nothing_of_the_person_is_left_in_table_list_record_store_and_export(server: Served, data: Path) -> None:
    table, state = asyncio.run(until_left(server, server))
    assert state["chairs"][0].pop("id")
    assert state["chairs"][0] == {"kind": "screen", "taken": True}
    assert [said["text"] for said in state["said"]] == ["", "I am still here"]
    visitor = Browser(server)
    shown = visitor.get(f"/api/tables/{table}").text + visitor.get("/api/tables").text
    record = encore.parse_record(visitor.get(f"/api/tables/{table}/record").content)
    check(record, encore.game_of(record))
    assert (record.tags["Seat1"], record.tags["Seat2"]) == ("", "Bo")
    assert visitor.get(f"/api/tables/{table}/replay").status_code == 200
    asyncio.run(write_all(SqliteStore(data / "tables.sqlite"), data / "export"))
    with closing(sqlite3.connect(data / "tables.sqlite")) as db:
        stored = "\n".join(db.iterdump())
        kept = [db.execute(f"SELECT count(*) FROM {name}").fetchone()[0] for name in ("people", "passkeys", "sessions")]
    assert kept == [0, 0, 0]
    # What is stored as bytes is dumped as hexadecimal digits.
    for secret in ("Adalovelace", "my secret is 42"):
        assert secret not in shown + (data / "export").read_text()
        assert secret not in stored
        assert secret.encode().hex().upper() not in stored.upper()


def test_another_process_reads_the_table_anew(postgres: PostgresService, valkey: ValkeyService) -> None:
    arguments = ["--database", postgres.database(), "--bus", valkey.url, "--unlimited"]
    with running(*arguments) as one, running(*arguments) as other:
        _, state = asyncio.run(until_left(one, other))
    assert state["said"][0].pop("id")
    assert state["said"][0] == {"name": "", "text": "", "chair": 0}


def test_signing_out_everywhere_closes_sockets_of_other_processes(
    postgres: PostgresService, valkey: ValkeyService
) -> None:
    arguments = ["--database", postgres.database(), "--bus", valkey.url, "--unlimited"]

    async def play(one: Served, other: Served) -> None:
        ada, phone = Browser(one), Browser(other)
        code = ada.become("Ada")["codes"][0]
        table = ada.open_table(game="dakapo")["table"]
        phone.ask("/api/sign-in/code", code=code)
        assert phone.seats(table) == [0]
        async with phone.at_table(table) as client:
            await client.next("full")
            await ada.later("DELETE", "/api/me/sessions")
            assert await closed(client) == 4401
        assert phone.me is None
        assert phone.seats(table) == []

    with running(*arguments) as one, running(*arguments) as other:
        asyncio.run(play(one, other))
