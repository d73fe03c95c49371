"""Moving tables from one store to another, and refunding the time it takes."""

from __future__ import annotations

import asyncio
from pathlib import Path

import msgspec
import pytest

from encore.core.errors import EncoreError
from encore.server.bots.thinkers import Thinkers
from encore.server.domain import decisions, events, votes
from encore.server.domain.clocks import Timing
from encore.server.domain.decisions import Decision
from encore.server.domain.events import AnyEvent, Began, Chair, Ended, Moved, Opened, Planned
from encore.server.domain.plans import Ply
from encore.server.domain.rated import result_of
from encore.server.domain.table import Table, replayed
from encore.server.rooms.bus import AloneBus
from encore.server.rooms.hub import Hub
from encore.server.storage.sqlite import SqliteStore
from encore.server.storage.store import Row, Store
from encore.server.storage.transfer import read_all, write_all
from tests.server.places import Place, PostgresPlace, SqlitePlace, use
from tests.server.played import Played
from tests.server.test_rated_results import RatedTable
from tests.server.voting import left, people

OPENED = Opened("dakapo", 2, {}, (Chair("screen"), Chair("screen")), Timing("live", main=600), True, True, "ada", "x")
MINUTE = 60_000
DAYS = Timing("days", days=1)


async def write(store: SqliteStore, name: str, seq: int, at: int, *happened: AnyEvent) -> None:
    await store.append(Row(name, seq, at, None, events.encode(happened)))


async def found(store: SqliteStore, name: str) -> Table:
    """Return a table as a server loads it."""
    return (await Hub(store, AloneBus(), Thinkers(1)).room(name)).table


@pytest.fixture
def file(tmp_path: Path) -> Path:
    """An export of a table whose turn began in minute 1; its store had a server in minutes 1 to 2 and 4 to 5."""

    async def scene() -> None:
        store = SqliteStore(tmp_path / "old.sqlite")
        await store.open()
        await write(store, "moved", 1, 1 * MINUTE, OPENED, Began(0, "seed"))
        for minute in (1, 2, 4, 5):
            await store.beat(minute * MINUTE, MINUTE)
        await store.close()
        await write_all(store, tmp_path / "file")

    asyncio.run(scene())
    return tmp_path / "file"


def test_a_live_game_loses_no_time_when_it_is_moved(file: Path, tmp_path: Path) -> None:
    """Neither before the export, nor before the import, nor before a server starts."""

    async def scene() -> None:
        store = SqliteStore(tmp_path / "new.sqlite")
        assert await read_all(store, file, lambda: 100 * MINUTE) == (1, 0)
        assert await read_all(store, file, lambda: 100 * MINUTE) == (0, 1)
        await store.open()
        await store.beat(200 * MINUTE, 0)  # a server starts
        table = await found(store, "moved")
        await store.close()
        assert table.clock.remaining(0, 200 * MINUTE) == 8 * MINUTE

    asyncio.run(scene())


@pytest.fixture(params=["sqlite", "postgres"])
def place(request: pytest.FixtureRequest, tmp_path: Path) -> Place:
    """A new store."""
    if request.param == "sqlite":
        return SqlitePlace(tmp_path / "new.db")
    return PostgresPlace(request.getfixturevalue("postgres").database())


def move(played: Played, place: Place, folder: Path) -> None:
    """Move a table to a new store, a minute after an outage of a minute; the move takes an hour."""

    async def fill(store: Store) -> None:
        for row in played.rows:
            await store.append(row)
        for seconds, gap in ((0, MINUTE), (60, MINUTE), (120, 0)):
            await store.beat(played.at + seconds * 1000, gap)

    old = SqlitePlace(folder / "old.db")
    use(old, fill)
    asyncio.run(write_all(old.store(), folder / "file"))
    for _ in range(2):  # the second time, everything is there
        asyncio.run(read_all(place.store(), folder / "file", lambda: played.at + 62 * MINUTE))


def test_a_vote_loses_no_time_when_it_is_moved(place: Place, tmp_path: Path) -> None:
    played = people()
    played.do(decisions.resign(played.table, 1))
    move(played, place, tmp_path)

    async def look(store: Store) -> None:
        table = replayed("t", await store.rows("t"))
        assert table.voting
        assert votes.left_ms(table, played.at + 62 * MINUTE) == votes.LONGEST - MINUTE

    use(place, look)


def waiting() -> dict[str, Played]:
    """Return tables at which the server has something to do by itself, or somebody has to answer."""
    ada, bot = Chair("screen", "ada"), Chair("bot", bot="bot:easy")
    of_bot = Played("dakapo", ada, bot, timing=DAYS)
    of_bot.do(decisions.play(of_bot.table, of_bot.first_move()))
    vote = people(timing=DAYS)
    vote.do(decisions.resign(vote.table, 1))
    back = left(1, timing=DAYS)
    if back.table.to_move == 1:
        back.do(decisions.play(back.table, back.first_move()))
    back.do(votes.ask_back(back.table, 1, back.at))
    planned = people(2, "dakapo", timing=DAYS)
    planned.do([Planned(0, (Ply(planned.first_move(), 0),))])
    pair = people(2, "dakapo", timing=DAYS)
    opened = events.encode([msgspec.structs.replace(pair.table.opened, rated=True)])
    pair.rows[0] = Row("t", 1, pair.rows[0].at, None, opened)
    pair.do(decisions.resign(pair.table, 0))
    return {"bot": of_bot, "vote": vote, "return": back, "plan": planned, "pair": pair}


@pytest.mark.parametrize("kind", ["bot", "vote", "return", "plan", "pair"])
def test_a_table_that_has_something_to_do_is_opened_after_a_move(kind: str, place: Place, tmp_path: Path) -> None:
    played = waiting()[kind]
    move(played, place, tmp_path)
    now = played.at + 62 * MINUTE

    async def look(store: Store) -> None:
        table = replayed("t", await store.rows("t"))
        left = votes.left_ms(table, now)
        due = now + int(left) if kind in ("vote", "return") else now
        assert [one.notice.kind for one in await store.notices.claim(due, ["t"], 10)] == ["wake"]
        assert await store.notices.waiting(10**15) == 1

    use(place, look)


def test_a_table_that_waits_for_a_person_is_not_opened_after_a_move(place: Place, tmp_path: Path) -> None:
    move(people(timing=DAYS), place, tmp_path)

    async def look(store: Store) -> None:
        assert await store.notices.waiting(10**15) == 0

    use(place, look)


@pytest.mark.parametrize("timing", [Timing("live", main=600), Timing("days", days=1)], ids=["live", "days"])
def test_a_rated_game_that_is_lost_after_a_move_has_no_result(place: Place, tmp_path: Path, timing: Timing) -> None:
    played = RatedTable("dalapapa", timing=timing)
    move(played, place, tmp_path)

    async def look(store: Store) -> None:
        outages = await store.outages(0)
        start = played.at
        assert outages == [(start + MINUTE, start + 2 * MINUTE), (start + 2 * MINUTE, start + 62 * MINUTE)]
        assert result_of(played.table, start + 99 * MINUTE, Decision((Ended("time", (0,)),)), outages) == ()

    use(place, look)


def test_existing_tables_get_no_refund_from_an_import(file: Path, tmp_path: Path) -> None:

    async def scene() -> None:
        store = SqliteStore(tmp_path / "new.sqlite")
        await store.open()
        await write(store, "home", 1, 99 * MINUTE, OPENED, Began(0, "seed"))
        await store.beat(100 * MINUTE)  # a server is running
        await store.close()
        assert await read_all(store, file, lambda: 100 * MINUTE) == (1, 0)
        await store.open()
        await store.beat(100 * MINUTE + 2000)
        assert (await found(store, "home")).clock.remaining(0, 100 * MINUTE) == 9 * MINUTE
        assert (await found(store, "moved")).clock.remaining(0, 100 * MINUTE) == 8 * MINUTE
        await store.close()

    asyncio.run(scene())


def test_an_old_export_without_times_is_readable(file: Path, tmp_path: Path) -> None:
    _, tables = file.read_text().split("\n", 1)
    file.write_text('{"encore":"export","version":1}\n' + tables)

    async def scene() -> None:
        store = SqliteStore(tmp_path / "new.sqlite")
        assert await read_all(store, file, lambda: 5 * MINUTE) == (1, 0)
        await store.open()
        assert (await found(store, "moved")).clock.remaining(0, 5 * MINUTE) == 6 * MINUTE
        await store.close()

    asyncio.run(scene())


@pytest.mark.parametrize(
    "head",
    [
        b"",
        b'{"encore":"\xff","version":1}\n',
        b'{"encore":"export","version":2}\n',
        b'{"encore":"chess","version":1}\n',
    ],
)
def test_a_file_that_is_not_an_export_is_refused(file: Path, tmp_path: Path, head: bytes) -> None:
    file.write_bytes(head + file.read_bytes().split(b"\n", 1)[1])
    with pytest.raises(EncoreError, match=r"is no file of encore export, or of another version$"):
        asyncio.run(read_all(SqliteStore(tmp_path / "new.sqlite"), file))


def test_finished_games_are_checked_too(tmp_path: Path) -> None:
    async def scene() -> None:
        store = SqliteStore(tmp_path / "old.sqlite")
        await store.open()
        await write(store, "table", 1, 1000, OPENED, Began(0, "seed"), Moved("z9z"), Ended("resigned", (0,)))
        await write(store, "table", 2, 2000, Began(1, "seed"))
        await store.close()
        await write_all(store, tmp_path / "file")
        with pytest.raises(EncoreError, match="line 2: this table cannot have happened"):
            await read_all(SqliteStore(tmp_path / "new.sqlite"), tmp_path / "file")

    asyncio.run(scene())


def test_a_table_that_could_not_be_opened_is_not_imported(tmp_path: Path) -> None:
    async def scene() -> None:
        store = SqliteStore(tmp_path / "old.sqlite")
        await store.open()
        await write(store, "a/b", 1, 1000, OPENED, Began(0, "seed"))
        await store.close()
        await write_all(store, tmp_path / "file")
        with pytest.raises(EncoreError, match="line 2: this table cannot have happened: no table has such a name"):
            await read_all(SqliteStore(tmp_path / "new.sqlite"), tmp_path / "file")

    asyncio.run(scene())


def test_results_of_daily_puzzles_are_moved(file: Path, tmp_path: Path) -> None:
    async def scene() -> None:
        old, new = SqliteStore(tmp_path / "old.sqlite"), SqliteStore(tmp_path / "new.sqlite")
        await old.open()
        await old.put_result(800, "x", "ada", 1)
        await old.put_result(800, "x", "bob", 0)
        await old.close()
        await write_all(old, file)
        for _ in range(2):
            await read_all(new, file)
        await new.open()
        await new.put_result(800, "x", "ada", 1)
        assert await new.results(800) == [("x", 0, 1), ("x", 1, 1)]
        await new.close()

    asyncio.run(scene())
