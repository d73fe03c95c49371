"""Chat and names go from old tables, in both stores; games that are played, and all else, stay as they are."""

from __future__ import annotations

import asyncio
import json
import sqlite3
import time
from contextlib import closing
from pathlib import Path
from typing import Any

import msgspec
import pytest

from encore.server.bots.thinkers import Thinkers
from encore.server.domain import events
from encore.server.domain.clocks import DAY, Timing, now_ms
from encore.server.domain.events import AnyEvent, Began, Chair, Ended, Joined, Moved, Opened, Rested, Said
from encore.server.domain.people import Person, PersonSeat, Session
from encore.server.domain.retention import Kind, aged, at_rest_since
from encore.server.domain.row import Row
from encore.server.domain.table import replayed
from encore.server.rooms.bus import AloneBus
from encore.server.rooms.hub import Hub
from encore.server.rooms.retention import Days
from encore.server.storage.sqlite import SqliteStore
from encore.server.storage.store import Card, Store
from encore.server.storage.transfer import write_all
from tests.patience import PATIENCE
from tests.server.client import served
from tests.server.hubs import Somebody, settled
from tests.server.places import Place, PostgresPlace, SqlitePlace, nobody, use

NOW = 400 * DAY
OPENED = Opened("dakapo", 2, {}, (Chair("screen", "Ada"), Chair("open")), Timing(), True, True, "ada", "x")
BY_THE_DAY = msgspec.structs.replace(OPENED, timing=Timing("days", days=2))
JOINED, BEGAN = Joined(1, "Bo", "bo"), Began(0, "seed")
TALK = Said("Ada", "hello", 0), Said("Bo", "", 1, "thanks"), Said("Cy", "a spectator", None)
OVER = Ended("resigned", (0,))
GAME = OPENED, JOINED, BEGAN, Moved("e6r"), *TALK, OVER
CARD = {"table": "t", "game": "dakapo", "chairs": [{"name": "Ada", "kind": "screen"}, {"name": "Bo", "kind": "open"}]}


@pytest.fixture(params=["sqlite", "postgres"])
def place(request: pytest.FixtureRequest, tmp_path: Path) -> Place:
    if request.param == "sqlite":
        return SqlitePlace(tmp_path / "tables.db")
    return PostgresPlace(request.getfixturevalue("postgres").database())


def rows_of(*happened: AnyEvent, at: int = 0, name: str = "t") -> list[Row]:
    """Return rows with an event each, all at one time."""
    return [Row(name, seq, at, None, events.encode([event])) for seq, event in enumerate(happened, 1)]


def changed(kind: Kind, *happened: AnyEvent) -> dict[int, tuple[AnyEvent, ...]]:
    return {row.seq: events.decode(data) for row, data in aged(rows_of(*happened), kind)}


def test_with_the_chat_go_its_texts_and_who_wrote_them() -> None:
    assert changed("chat", *GAME) == {5: (Said("", "", 0),), 6: (Said("", "", 1, "thanks"),), 7: (Said("", "", None),)}


def test_with_the_names_they_go_from_seats_and_chat_and_texts_stay() -> None:
    found = changed("names", *GAME)
    (opened,) = found.pop(1)
    assert isinstance(opened, Opened)
    assert msgspec.structs.replace(opened, chairs=OPENED.chairs) == OPENED
    assert opened.chairs == (Chair("screen"), Chair("open"))
    assert found == {
        2: (Joined(1, "", "bo"),),
        5: (Said("", "hello", 0),),
        6: (Said("", "", 1, "thanks"),),
        7: (Said("", "a spectator", None),),
    }


def test_a_table_rests_when_its_game_is_over_or_given_up() -> None:
    weeks = 14 * DAY
    assert at_rest_since(rows_of(*GAME, at=7)) == 7
    assert at_rest_since(rows_of(*GAME, BEGAN, at=7)) == 7 + weeks
    assert at_rest_since(rows_of(OPENED, at=7)) == 7 + weeks
    assert at_rest_since(rows_of(BY_THE_DAY, JOINED, BEGAN, at=7)) == 7 + 2 * DAY + weeks
    holiday = Rested(1, 7 + DAY, 7 + 6 * DAY)
    assert at_rest_since(rows_of(BY_THE_DAY, JOINED, BEGAN, holiday, at=7)) == 7 + 7 * DAY + weeks
    assert at_rest_since([Row("t", 1, 7, None, b"[")]) > 1e300


async def put(store: Store, name: str, *happened: AnyEvent, days: float = 100) -> None:
    """Store a table that was left some days ago."""
    for row in rows_of(*happened, at=NOW - int(days * DAY), name=name):
        await store.append(row)


async def told(store: Store, name: str) -> tuple[list[str], list[str]]:
    """Return the names at a table, and its texts."""
    table = replayed(name, await store.rows(name))
    return [chair.name for chair in table.chairs], [said.text for said in table.said]


def hub_with(store: Store, days: Days) -> Hub:
    return Hub(store, AloneBus(), Thinkers(1), now=lambda: NOW, keep=days)


ALL = ["Ada", "Bo"], ["hello", "", "a spectator"]


@pytest.mark.parametrize(
    ("days", "left"),
    [
        (Days(chat=30), (ALL[0], ["", "", ""])),
        (Days(names=30), (["", ""], ALL[1])),
        (Days(30, 30), (["", ""], ["", "", ""])),
        (Days(), ALL),
        (Days(101, 101), ALL),
    ],
)
def test_each_goes_after_its_own_time(place: Place, days: Days, left: tuple[list[str], list[str]]) -> None:
    async def play(store: Store) -> None:
        await put(store, "t", *GAME)
        await hub_with(store, days).retention.run()
        assert await told(store, "t") == left
        table = replayed("t", await store.rows("t"))
        assert (table.moves, table.ended, table.version) == (["e6r"], OVER, len(GAME))

    use(place, play)


def test_tables_at_which_somebody_may_play_stay_as_they_are(place: Place) -> None:
    async def play(store: Store) -> None:
        live = msgspec.structs.replace(OPENED, timing=Timing("live", main=600))
        playing = OPENED, JOINED, *TALK, BEGAN
        await put(store, "recent", *GAME, days=0.5)
        await put(store, "running", *playing, days=13)
        await put(store, "live", live, *playing[1:], days=13)
        await put(store, "by the day", BY_THE_DAY, *playing[1:], days=15.9)
        await put(store, "holiday", BY_THE_DAY, *playing[1:], Rested(1, NOW - 18 * DAY, NOW - 10 * DAY), days=19)
        await put(store, "rematch", *GAME, BEGAN, days=13)
        await put(store, "waiting", OPENED, JOINED, *TALK, days=13)
        before = {name: await store.rows(name) async for name in store.tables()}
        await hub_with(store, Days(1, 1)).retention.run()
        assert {name: await store.rows(name) async for name in store.tables()} == before
        for name, happened in (("given up", playing), ("never begun", (OPENED, JOINED, *TALK))):
            await put(store, name, *happened, days=15.1)
        await hub_with(store, Days(1, 1)).retention.run()
        for name in ("given up", "never begun"):
            assert await told(store, name) == (["", ""], ["", "", ""])

    use(place, play)


def test_a_table_that_somebody_has_open_waits(place: Place) -> None:
    async def play(store: Store) -> None:
        await put(store, "t", *GAME)
        hub = hub_with(store, Days(30, 30))
        room = await hub.room("t")
        room.enter(Somebody())
        await hub.retention.run()
        assert await told(store, "t") == ALL
        hub.put_away("t")
        await hub.retention.run()
        assert await told(store, "t") == (["", ""], ["", "", ""])
        await settled(hub)

    use(place, play)


def test_a_room_in_another_process_shows_it_at_once(place: Place) -> None:
    async def play(store: Store) -> None:
        await put(store, "t", *GAME)
        one, other = hub_with(store, Days(30, 30)), hub_with(store, Days())
        room = await other.room("t")
        one.retention._reload = other.peers.reload  # as the bus does
        await one.retention.run()
        await settled(other)
        assert [chair.name for chair in room.table.chairs] == ["", ""]
        assert [said.text for said in room.table.said] == ["", "", ""]

    use(place, play)


def test_it_is_done_once_and_again_after_another_game(place: Place) -> None:
    async def play(store: Store) -> None:
        await put(store, "t", *GAME)
        await put(store, "u", OPENED, JOINED, BEGAN, OVER)  # nothing was said there
        before = NOW - 30 * DAY

        async def old() -> list[str]:
            return [name async for name in store.retention.old("chat", before)]

        assert await old() == ["t", "u"]
        await hub_with(store, Days(chat=30)).retention.run()
        assert await old() == []
        assert [name async for name in store.retention.old("names", before)] == ["t", "u"]
        late = [BEGAN, Said("Ada", "again", 0), OVER]
        for seq, event in enumerate(late, len(GAME) + 1):
            await store.append(Row("t", seq, NOW - 99 * DAY, None, events.encode([event])))
        assert await old() == ["t"]
        await hub_with(store, Days(chat=30)).retention.run()
        assert (await told(store, "t"))[1] == ["", "", "", ""]
        await store.forget(NOW, nobody)
        await put(store, "t", *GAME)  # a table of the same name, such as from an import
        assert await old() == ["t"]

    use(place, play)


def test_a_game_that_begins_meanwhile_keeps_its_names(place: Place) -> None:
    async def play(store: Store) -> None:
        await put(store, "t", *GAME)
        hub = hub_with(store, Days(30, 30))
        rows = store.rows

        async def late(table: str, after: int = 0) -> list[Row]:
            found = await rows(table, after)
            await store.append(Row("t", len(found) + 1, NOW, None, events.encode([BEGAN])))
            return found

        store.rows = late  # type: ignore[method-assign]
        await hub.retention.run()
        store.rows = rows  # type: ignore[method-assign]
        assert await told(store, "t") == ALL

    use(place, play)


def test_several_processes_do_it_at_once_while_moves_are_stored(place: Place) -> None:
    """Each table changes as a whole, and no move is refused."""

    async def play(store: Store) -> None:
        other = place.store()
        await other.open()
        for number in range(30):
            await put(store, f"t{number:02}", *GAME)
        await store.append(Row("live", 1, NOW, None, events.encode([OPENED])))
        hubs = [hub_with(each, Days(30, 30)) for each in (store, other)]
        moving = asyncio.create_task(moves(store))
        await asyncio.gather(*(hub.retention.run() for hub in hubs))
        moving.cancel()
        with pytest.raises(asyncio.CancelledError):
            await moving
        for hub in hubs:
            await hub.retention.run()  # what the two had in hand at the same time
        for number in range(30):
            assert await told(store, f"t{number:02}") == (["", ""], ["", "", ""])
        await other.close()

    async def moves(store: Store) -> None:
        seq = 1
        while True:
            seq += 1
            await store.append(Row("live", seq, NOW, None, events.encode([Said("Ada", "now", 0)])))

    use(place, play)


def test_nothing_of_it_is_in_cards_summaries_and_exports(place: Place, tmp_path: Path) -> None:
    async def play(store: Store) -> None:
        await put(store, "t", *GAME)
        await store.put_card(Card("t", False, json.dumps(CARD).encode()))
        people = store.people
        await people.add_person(Person("p", "Ada", "en", 0), None, ["code"], Session("h", "i", "p", "", 0, 0))
        await people.put_seat(PersonSeat("p", "t", "ada", 0))
        await people.put_summary("t", len(GAME), b"with Ada and Bo", 0)
        await hub_with(store, Days(30, 30)).retention.run()
        card = await store.card("t")
        assert card is not None and b"Ada" not in card.data and b"Bo" not in card.data
        (kept,) = await people.tables("p")
        assert kept.summary == b""

    use(place, play)
    file = tmp_path / "export"
    asyncio.run(write_all(place.store(), file))
    line = file.read_text().splitlines()[1]
    assert not [word for word in ('"Ada"', '"Bo"', '"Cy"', "hello", "a spectator") if word in line]


def test_names_of_people_stay_theirs(place: Place) -> None:
    """Only tables lose names: whoever keeps their games is still greeted by theirs."""

    async def play(store: Store) -> None:
        await put(store, "t", *GAME)
        ada = Person("p", "Ada", "en", 0)
        await store.people.add_person(ada, None, ["code"], Session("h", "i", "p", "", 0, 0))
        await hub_with(store, Days(30, 30)).retention.run()
        assert await store.people.person("p") == ada

    use(place, play)


@pytest.mark.thorough
def test_a_server_does_it_soon_after_its_start(tmp_path: Path) -> None:
    async def fill() -> None:
        store = SqliteStore(tmp_path / "tables.sqlite")
        await store.open()
        for row in rows_of(*GAME, at=now_ms() - 3 * DAY, name="t"):
            await store.append(row)
        await store.close()

    def stored() -> list[Any]:
        with closing(sqlite3.connect(tmp_path / "tables.sqlite")) as db:
            return db.execute("SELECT data FROM events ORDER BY seq").fetchall()

    asyncio.run(fill())
    with served(tmp_path, "--keep-chat", "1", "--keep-names", "2"):
        deadline = time.monotonic() + PATIENCE
        while b"Ada" in b"".join(data for (data,) in stored()):
            assert time.monotonic() < deadline
            time.sleep(0.2)
    left = b"".join(data for (data,) in stored())
    assert b"hello" not in left and b"Bo" not in left and b"thanks" in left
