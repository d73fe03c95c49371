"""Holidays: days in a year, clocks that stand still, and that a person's holiday reaches all their tables."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Iterator
from datetime import UTC, date, datetime, timedelta
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from encore.server.domain import decisions, events, holiday_rules
from encore.server.domain.clocks import DAY
from encore.server.domain.events import Began, Chair, Joined, Left, Opened, Rested
from encore.server.domain.holiday_rules import DAYS_A_YEAR, AnnounceHoliday, announce, end, own
from encore.server.domain.holidays import Holiday, postponed, rested
from encore.server.domain.people import Person, PersonSeat, Session
from encore.server.domain.row import Row
from encore.server.domain.summaries import summary_of
from encore.server.rooms.hub import Hub
from encore.server.storage.sqlite import SqliteStore
from encore.server.storage.store import Store
from encore.server.storage.transfer import read_all, write_all
from tests.effort import examples
from tests.patience import PATIENCE
from tests.server.browser import Browser
from tests.server.client import Served, at_table, failure, http, join, open_table, served
from tests.server.days import DatedServer, served_on
from tests.server.hubs import Time, use, write
from tests.server.places import Place, PostgresPlace, SqlitePlace
from tests.server.places import use as use_place
from tests.server.planned import DAYS, by_the_day
from tests.server.played import NO_CLOCK, refused

JUNE = int(datetime(2026, 6, 1, tzinfo=UTC).timestamp() * 1000)
NEW_YEAR = int(datetime(2027, 1, 1, tzinfo=UTC).timestamp() * 1000)
HOUR = DAY // 24


def left(holidays: tuple[Holiday, ...], now: int) -> int:
    """Return how many days the year of a time has left."""
    return own(holidays, now, True).left[str(datetime.fromtimestamp(now / 1000, UTC).year)]


# The days of a year.


def test_everybody_has_fourteen_days_a_year_in_whole_days() -> None:
    known = announce((), AnnounceHoliday(10), JUNE)
    assert known == (Holiday(JUNE, JUNE + 10 * DAY),)
    later = JUNE + 20 * DAY
    assert left(known, later) == DAYS_A_YEAR - 10
    with refused("refused", "2026", "4 of 14"):
        announce(known, AnnounceHoliday(5), later)
    assert left(announce(known, AnnounceHoliday(4), later), later) == 0


def test_each_day_counts_for_the_year_in_which_it_begins() -> None:
    known = announce((), AnnounceHoliday(14), NEW_YEAR - 4 * DAY)
    assert own(known, NEW_YEAR - 4 * DAY, True).left == {"2026": 10, "2027": 4}
    assert own(known, NEW_YEAR + 20 * DAY, True).left == {"2027": 4, "2028": 14}


def test_a_holiday_starts_now_or_on_a_day_within_a_year() -> None:
    assert announce((), AnnounceHoliday(1, JUNE + 5 * DAY), JUNE) == (Holiday(JUNE + 5 * DAY, JUNE + 6 * DAY),)
    assert announce((), AnnounceHoliday(1, JUNE - 1000), JUNE)[0].start == JUNE, "a request takes its time"
    for start in (JUNE - DAY, JUNE + 400 * DAY):
        with refused("refused", "365"):
            announce((), AnnounceHoliday(1, start), JUNE)


def test_there_is_one_announced_holiday_at_a_time() -> None:
    known = announce((), AnnounceHoliday(2), JUNE)
    with refused("refused", "already"):
        announce(known, AnnounceHoliday(1, JUNE + 30 * DAY), JUNE + HOUR)
    assert len(announce(known, AnnounceHoliday(1), JUNE + 2 * DAY)) == 2


def test_days_that_have_not_begun_are_returned_when_a_holiday_ends_early() -> None:
    known = announce((), AnnounceHoliday(10), JUNE)
    ended = end(known, JUNE + 2 * DAY + HOUR)
    assert left(ended, JUNE) == DAYS_A_YEAR - 3, "the third day has begun"
    withdrawn = end(announce((), AnnounceHoliday(10, JUNE + 5 * DAY), JUNE), JUNE + DAY)
    assert left(withdrawn, JUNE) == DAYS_A_YEAR
    for over in (ended, withdrawn, ()):
        with refused("refused", "no holiday"):
            end(over, JUNE + 20 * DAY)


# Clocks.


def test_the_clock_of_whoever_is_on_holiday_stands_still() -> None:
    played = by_the_day()
    start = played.at + HOUR
    played.do([Rested(0, start, start + 2 * DAY)])
    clock = played.table.clock
    assert [clock.remaining(0, start + hours * HOUR) for hours in (0, 1, 48, 49)] == [
        3 * DAY - HOUR,
        3 * DAY - HOUR,
        3 * DAY - HOUR,
        3 * DAY - 2 * HOUR,
    ]
    assert [clock.resting(at) for at in (start - 1, start, start + 2 * DAY)] == [False, True, False]
    assert clock.deadline == played.at + 5 * DAY
    for late, allowed in ((5 * DAY - 1, False), (5 * DAY, True)):
        if not allowed:
            with refused("refused"):
                decisions.claim(played.table, 1, played.at + late, 0)
        else:
            assert decisions.claim(played.table, 1, played.at + late, 0).events


def test_a_holiday_of_one_player_does_not_stop_the_clock_of_another() -> None:
    played = by_the_day()
    played.do([Rested(1, played.at, played.at + 5 * DAY)])
    assert decisions.claim(played.table, 1, played.at + 3 * DAY, 0).events


def test_a_holiday_does_not_give_back_time_that_is_over() -> None:
    played = by_the_day()
    late = played.at + 4 * DAY
    played.do(holiday_rules.announce_here(played.table, "ada", AnnounceHoliday(5), late), later=4 * DAY)
    assert decisions.claim(played.table, 1, late + DAY, 0).events


def test_the_list_of_games_knows_the_later_end_of_the_time() -> None:
    opened = Opened("dakapo", 2, {}, (Chair("screen", "ada"), Chair("open")), DAYS, False, True, "ada", "x")
    rows = [(opened, Joined(1, "bo", "bo"), Began(0, "s")), (Rested(0, 1000, 1000 + DAY),)]
    stored = [Row("t", seq, 1000, None, events.encode(happened)) for seq, happened in enumerate(rows, 1)]
    assert summary_of("t", stored).deadline == 1000 + 4 * DAY


@examples(300)
@given(
    st.lists(st.tuples(st.integers(0, 50), st.integers(0, 10)), max_size=4),
    st.integers(0, 60),
    st.integers(1, 40),
)
def test_the_deadline_is_when_nothing_remains(found: list[tuple[int, int]], since: int, left: int) -> None:
    holidays = [Holiday(start, start + length) for start, length in found]  # a seat's and a person's may overlap
    at = postponed(holidays, since, left)
    used = [at - since - rested(holidays, since, at), at - 1 - since - rested(holidays, since, at - 1)]
    assert used[0] == left
    assert used[1] < left


# At a table.


def test_a_seat_without_a_person_has_its_own_days_at_its_table() -> None:
    played = by_the_day()
    table = played.table
    played.do(holiday_rules.announce_here(table, "bo", AnnounceHoliday(3), played.at))
    assert table.rests == played.again().rests == {1: (Holiday(played.at, played.at + 3 * DAY),)}
    played.do(holiday_rules.end_here(table, "bo", played.at + HOUR), later=HOUR)
    assert left(table.rests_of("bo"), played.at) == DAYS_A_YEAR - 1
    with refused("refused", "days per move"):
        holiday_rules.announce_here(by_the_day(timing=NO_CLOCK).table, "bo", AnnounceHoliday(1), 1)


def test_a_holiday_goes_with_whoever_gives_up_the_seat() -> None:
    played = by_the_day()
    waiting = Opened("dakapo", 2, {}, (Chair("screen", "ada"), Chair("open")), DAYS, False, True, "ada", "x")
    played.do([waiting, Rested(0, played.at, played.at + DAY), Left(0)])
    assert played.table.rests == {}


def test_what_a_person_has_announced_is_written_once_and_only_if_it_counts() -> None:
    played = by_the_day()
    table, now = played.table, played.at
    over, open_ = Holiday(now - 5 * DAY, now - 4 * DAY), Holiday(now, now + 2 * DAY)
    decision = holiday_rules.copied(table, "ada", (over, open_), now)
    assert decision.events == (Rested(0, open_.start, open_.end),)
    played.do(decision)
    with refused("refused"):
        holiday_rules.copied(table, "ada", (over, open_), now)
    ended = Holiday(now, now + HOUR)
    played.do(holiday_rules.copied(table, "ada", (over, ended), now + HOUR))
    assert table.rests[0] == (ended,)


def test_a_holiday_that_was_ended_early_is_shortened_where_no_clock_runs() -> None:
    """Else one could announce and end them again and again before a game begins."""
    played = by_the_day()
    table, now = played.table, played.at
    played.do(holiday_rules.copied(table, "ada", (Holiday(now, now + 14 * DAY),), now))
    played.do(decisions.resign(table, 1))
    assert table.clock.chair is None
    played.do(holiday_rules.copied(table, "ada", (Holiday(now, now + DAY),), now + 2 * DAY))
    assert table.rests[0] == (Holiday(now, now + DAY),)


def test_days_of_a_seat_and_of_the_person_who_keeps_it_are_fourteen_together() -> None:
    played = by_the_day()
    table, now = played.table, played.at
    played.do(holiday_rules.announce_here(table, "ada", AnnounceHoliday(10), now))
    mine = Holiday(now + 20 * DAY, now + 34 * DAY)
    played.do(holiday_rules.copied(table, "ada", (mine,), now))
    assert table.rests[0] == (Holiday(now, now + 10 * DAY), Holiday(mine.start, mine.start + 4 * DAY))
    with refused("refused"):
        holiday_rules.copied(table, "ada", (mine,), now)
    shorter = Holiday(mine.start, mine.start + DAY)
    played.do(holiday_rules.copied(table, "ada", (shorter,), now))
    assert table.rests[0][1] == shorter


def test_the_holidays_of_a_seat_join_the_person_as_far_as_days_are_left() -> None:
    taken, later = Holiday(JUNE - 30 * DAY, JUNE - 20 * DAY), Holiday(JUNE + 10 * DAY, JUNE + 20 * DAY)
    known = holiday_rules.joined((taken,), (later,), JUNE)
    assert known == (taken, Holiday(later.start, later.start + 4 * DAY))
    assert left(known, JUNE) == 0
    assert holiday_rules.joined(known, (later,), JUNE) == known, "once"
    running = Holiday(JUNE - 9 * DAY, JUNE + 5 * DAY)
    assert holiday_rules.joined(known, (running,), JUNE)[-1] == Holiday(running.start, JUNE), "what is over stays"
    assert (
        holiday_rules.joined((), (Holiday(NEW_YEAR - 2 * DAY, NEW_YEAR + 5 * DAY),), JUNE)[0].end == NEW_YEAR + 5 * DAY
    )
    assert holiday_rules.joined((), (taken,), NEW_YEAR) == (), "that was last year"


def test_people_at_one_device_are_on_holiday_together() -> None:
    played = by_the_day("dacapo", 3)
    played.table.holders[2] = "bo"
    played.table._find_holders()
    found = holiday_rules.announce_here(played.table, "bo", AnnounceHoliday(1), played.at)
    assert [event.chair for event in found.events if isinstance(event, Rested)] == [1, 2]


def test_a_table_gets_a_holiday_that_it_missed_when_it_is_opened(tmp_path: Path) -> None:
    """The process was killed after it had stored the holiday with the person."""
    now = Time(2 * DAY)

    async def play(hub: Hub, store: SqliteStore) -> None:
        opened = Opened("dakapo", 2, {}, (Chair("screen", "ada"), Chair("open")), DAYS, False, True, "ada", "x")
        await write(store, "table", 1, opened, Joined(1, "bo", "bo"), Began(0, "seed"))
        await store.people.add_person(Person("p", "ada", "en", 1), None, [], Session("s", "i", "p", "x", 1, 1))
        await store.people.put_seat(PersonSeat("p", "table", "ada", 1))
        known = announce((), AnnounceHoliday(3), DAY)
        assert await store.people.put_holidays("p", "", holiday_rules.written(known))
        room = await hub.room("table")
        assert room.table.rests == {0: known}
        assert room.table.clock.resting(now())
        assert len(await store.rows("table")) == 2

    use(tmp_path, play, now)


# Stores.


@pytest.fixture(params=["sqlite", "postgres"])
def place(request: pytest.FixtureRequest, tmp_path: Path) -> Place:
    if request.param == "sqlite":
        return SqlitePlace(tmp_path / "tables.db")
    return PostgresPlace(request.getfixturevalue("postgres").database())


def test_holidays_are_stored_with_their_person_and_go_with_them(place: Place, tmp_path: Path) -> None:
    async def play(store: Store) -> None:
        people = store.people
        assert not await people.put_holidays("p", "", "[]"), "there is no such person"
        await people.add_person(Person("p", "ada", "en", 1), None, [], Session("s", "i", "p", "x", 1, 1))
        assert await people.holidays("p") == ""
        both = await asyncio.gather(people.put_holidays("p", "", "[1]"), people.put_holidays("p", "", "[2]"))
        assert sorted(both) == [False, True], "two devices never announce both"
        stored = await people.holidays("p")
        assert not await people.put_holidays("p", "", "[3]")
        assert not await people.put_holidays("p", "[7]", "[3]")
        assert await people.put_holidays("p", stored, "[4]")
        await people.put_seat(PersonSeat("p", "t", "ada", 1))
        assert [tuple(each) for each in await people.holidays_at("t")] == [("ada", "p", "[4]")]
        exported = await people.all_people()
        assert exported.holidays == (("p", "[4]"),)
        other = SqliteStore(tmp_path / "other.db")
        await other.open()
        await other.people.add_people(exported)
        assert await other.people.holidays("p") == "[4]"
        await other.close()
        assert await people.drop_person("p", [("t", "ada")])
        assert await people.holidays("p") == ""

    use_place(place, play)


def test_an_export_has_the_holidays(tmp_path: Path) -> None:
    async def move() -> str:
        store = SqliteStore(tmp_path / "one.db")
        await store.open()
        await store.people.add_person(Person("p", "ada", "en", 1), None, [], Session("s", "i", "p", "x", 1, 1))
        await store.people.put_holidays("p", "", "[]")
        await store.close()
        await write_all(SqliteStore(tmp_path / "one.db"), tmp_path / "all.jsonl")
        await read_all(SqliteStore(tmp_path / "two.db"), tmp_path / "all.jsonl")
        other = SqliteStore(tmp_path / "two.db")
        await other.open()
        try:
            return await other.people.holidays("p")
        finally:
            await other.close()

    assert asyncio.run(move()) == "[]"


# Real servers.


@pytest.fixture
def server(tmp_path: Path) -> Iterator[Served]:
    with served(tmp_path, "--unlimited") as running:
        yield running


def two(browser: Browser, server: Served, **asked: Any) -> tuple[str, str]:
    """Open a table as whoever uses a browser, and seat somebody else; return its name and the other's token."""
    table = browser.open_table(game="dakapo", timing={"kind": "days", "days": 3}, name="ada", **asked)
    return table["table"], join(server, table, name="bo")["token"]


def holidays_at(server: Served, table: str) -> list[dict[str, int]]:
    return list(http.get(f"{server.url}/api/tables/{table}").json().get("holidays", []))


def until_told(server: Served, table: str, count: int) -> list[dict[str, int]]:
    """Wait until everybody at a table is told of so many holidays; a person's are told after the answer."""
    end = time.monotonic() + PATIENCE
    while len(found := holidays_at(server, table)) != count:
        assert time.monotonic() < end, found
    return found


def test_a_person_s_holiday_is_announced_at_all_their_tables(server: Served) -> None:
    ada = Browser(server)
    ada.become("ada")
    tables = [two(ada, server)[0] for _ in range(2)]
    live = ada.open_table(game="dakapo", timing={"kind": "live", "main": 600})["table"]
    answer = ada.ask("/api/me/holidays", days=3).json()
    assert answer["everywhere"]
    for table in tables:
        (told,) = until_told(server, table, 1)
        assert (told["chair"], told["start"], told["end"]) == (0, answer["holiday"]["start"], answer["holiday"]["end"])
        clock = http.get(f"{server.url}/api/tables/{table}").json()["clock"]
        assert clock["runs"] is None
    assert holidays_at(server, live) == []
    new, _ = two(ada, server)
    assert len(holidays_at(server, new)) == 1, "a table that is opened meanwhile has it at once"
    assert failure(ada.ask(f"/api/tables/{new}/holidays", days=1)) == (409, "refused"), "it is the same holiday"
    data = ada.get("/api/me/data").json()
    assert data["holidays"] == [answer["holiday"]]
    ended = ada.delete(f"/api/tables/{new}/holidays").json()
    assert ended["holiday"] is None
    assert sum(ended["left"].values()) == 2 * DAYS_A_YEAR - 1, "the first day has begun"
    for table in (*tables, new):
        until_told(server, table, 0)


def test_a_seat_that_nobody_keeps_has_a_holiday_at_its_table(server: Served) -> None:
    ada = Browser(server)
    table, bo = two(ada, server)
    answer = ada.ask(f"/api/tables/{table}/holidays", days=2).json()
    assert not answer["everywhere"]
    assert [each["chair"] for each in holidays_at(server, table)] == [0]
    headers = {"Authorization": f"Bearer {bo}"}
    other = http.get(f"{server.url}/api/tables/{table}/holidays", headers=headers).json()
    assert other["holiday"] is None
    assert set(other["left"].values()) == {DAYS_A_YEAR}
    assert failure(http.post(f"{server.url}/api/tables/{table}/holidays", json={"days": 1})) == (403, "entry")
    assert failure(ada.ask("/api/me/holidays", days=1)) == (401, "entry")
    assert failure(ada.ask(f"/api/tables/{table}/holidays", days=15))[1] == "frame"


def test_only_the_person_announces_a_holiday_for_a_seat_that_they_keep(server: Served) -> None:
    """Else a seat would have days of its own besides those of the person."""
    ada = Browser(server)
    ada.become("ada")
    opened = ada.open_table(game="dakapo", timing={"kind": "days", "days": 3}, keep="token")
    join(server, opened)
    headers = {"Authorization": f"Bearer {opened['token']}"}
    address = f"{server.url}/api/tables/{opened['table']}/holidays"
    assert failure(http.post(address, json={"days": 1}, headers=headers)) == (403, "entry")


def test_keeping_a_seat_later_gives_nobody_more_days(server: Served) -> None:
    ada = Browser(server)
    tables = [two(ada, server)[0] for _ in range(2)]
    first = ada.ask(f"/api/tables/{tables[0]}/holidays", days=DAYS_A_YEAR).json()["holiday"]
    ada.become("ada")
    for table in tables:
        assert ada.ask(f"/api/tables/{table}/keep").status_code == 200
    mine = ada.get("/api/me/holidays").json()
    assert mine["holiday"] == first, "it is the person's now"
    assert sum(mine["left"].values()) == DAYS_A_YEAR, "of this year and the next"
    assert until_told(server, tables[1], 1)[0]["end"] == first["end"]
    assert failure(ada.ask("/api/me/holidays", days=1)) == (409, "refused")
    assert len(holidays_at(server, tables[0])) == 1


def test_nobody_can_claim_the_win_before_a_holiday_is_over(tmp_path: Path) -> None:
    day = date(2026, 6, 1)
    with served_on(day, tmp_path, "--unlimited") as server:
        table = open_table(server, game="dakapo", timing={"kind": "days", "days": 2}, name="ada")
        bo = join(server, table, name="bo")["token"]
        address = f"{server.url}/api/tables/{table['table']}"
        away = {"Authorization": f"Bearer {table['token']}"}
        assert http.post(f"{address}/holidays", json={"days": 5}, headers=away).status_code == 200
        assert claimed(server, day + timedelta(days=6), table["table"], bo) == "refused"
        assert claimed(server, day + timedelta(days=8), table["table"], bo) == "ack"


def claimed(server: DatedServer, day: date, table: str, token: str) -> str:
    """Return what becomes of a claim on a day; a running server would count a jump of its clock as a delay."""

    async def claim() -> str:
        async with at_table(server, table, token) as client:
            await client.next("full")
            answer = await client.do("claim")
            return str(answer.get("code", answer["t"]))

    server.stop()
    server.move_to(day)
    server.start()
    return asyncio.run(claim())
