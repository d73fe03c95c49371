"""The behaviour that every store has, the same for SQLite and PostgreSQL."""

from __future__ import annotations

import asyncio
import random
from pathlib import Path

import msgspec
import pytest

from encore.core.errors import EncoreError
from encore.core.fact import Fact
from encore.server.bots.thinkers import Thinkers
from encore.server.domain import events
from encore.server.domain.clocks import DAY, Timing
from encore.server.domain.events import AnyEvent, Began, Chair, Ended, Opened, Rested
from encore.server.rooms.bus import AloneBus
from encore.server.rooms.hub import Hub, UnknownTable
from encore.server.storage.store import SOLVERS, Card, Conflict, DailyResults, Row, Store, StoreBusy, Unstorable
from tests.server.places import Place, PostgresPlace, SqlitePlace, all_tables, busy, nobody, row, use, when_back


@pytest.fixture(params=["sqlite", "postgres"])
def place(request: pytest.FixtureRequest, tmp_path: Path) -> Place:
    if request.param == "sqlite":
        return SqlitePlace(tmp_path / "data" / "tables.db")
    return PostgresPlace(request.getfixturevalue("postgres").database())


def test_rows_are_returned_unchanged_and_in_order(place: Place) -> None:
    rows = [
        Row("a", 1, 1_700_000_000_000, None, b'{"deal":"\xe2\x99\xa0"}'),
        Row("a", 2, 1_700_000_000_001, "täglich ♠", b"\x00\xff"),
        Row("a", 3, 1_600_000_000_000, "", b""),
    ]

    async def play(store: Store) -> None:
        for one in (rows[0], row("ab", 1), row("A", 1), rows[1], row("A", 2), rows[2]):
            await store.append(one)
        assert await store.rows("a") == rows
        assert await store.rows("a", after=1) == rows[1:]
        assert await store.rows("a", after=3) == []
        assert await store.rows("nowhere") == []

    use(place, play)


@pytest.mark.parametrize("name", ["\x00", "a\x00b", "\ud800", "é", "a" * 100_000])
def test_a_text_that_is_no_table_name_is_an_unknown_table(place: Place, name: str) -> None:
    async def play(store: Store) -> None:
        with pytest.raises(UnknownTable, match="There is no such table"):
            await Hub(store, AloneBus(), Thinkers(1)).room(name)

    use(place, play)


def test_rows_that_arrive_together_share_one_commit(place: Place) -> None:
    # More than one statement holds, and not a power of two.
    rows = [row(f"table {table}", seq) for table in range(30) for seq in range(1, 50)]

    async def play(store: Store) -> None:
        before = await place.commits()
        await asyncio.gather(*map(store.append, rows))
        assert await place.commits() == before + 1
        assert (store.stored, store.commits) == (len(rows), 1)
        await store.append(row("later", 1))
        assert await place.commits() == before + 2
        assert (store.stored, store.commits) == (len(rows) + 1, 2)
        assert [one for table in range(30) for one in await store.rows(f"table {table}")] == rows

    use(place, play)


def test_a_conflict_affects_only_its_own_row(place: Place) -> None:
    async def play(store: Store) -> None:
        beginning = [row("a", 1), row("a", 2, data=b"old")]
        await asyncio.gather(*map(store.append, beginning))
        batch = [row("a", 3), row("a", 2, data=b"new"), row("b", 1, data=b"first"), row("b", 1, data=b"second")]
        twice = row("c", 1)
        outcomes = await asyncio.gather(*map(store.append, [*batch, twice, twice]), return_exceptions=True)
        assert [type(outcome) for outcome in outcomes] == [type(None), Conflict] * 3
        assert str(outcomes[1]) == "row 2 is not the next of table a"
        assert store.stored == 5
        assert await store.rows("a") == [*beginning, batch[0]]
        assert await store.rows("b") == [batch[2]]
        assert await store.rows("c") == [twice]

    use(place, play)


def test_nothing_is_appended_to_a_deleted_table(place: Place) -> None:
    """Another process may still have it open, and would append to a history without its first row."""

    async def play(store: Store) -> None:
        for seq in (1, 2):
            await store.append(row("left", seq, at=1))
            await store.append(row("used", seq, at=200))
        assert await store.forget(100, nobody) == 1
        batch = [row("used", 3), row("left", 3), row("new", 1), row("left", 4), row("used", 4), row("used", 6)]
        outcomes = await asyncio.gather(*map(store.append, batch), return_exceptions=True)
        assert [type(outcome) for outcome in outcomes] == [type(None), Conflict] * 3
        with pytest.raises(Conflict, match=r"^row 3 is not the next of table left$"):
            await store.append(row("left", 3))
        assert await store.rows("left") == []
        assert [one.seq for one in await store.rows("used")] == [1, 2, 3, 4]
        assert await all_tables(store) == ["new", "used"]
        await store.append(row("left", 1))

    use(place, play)


@pytest.mark.parametrize("bad", [Row("a", 1, 0, "\ud800", b""), Row("a", 1, 2**70, None, b"")])
def test_an_unstorable_row_affects_only_itself(place: Place, bad: Row) -> None:
    async def play(store: Store) -> None:
        batch = [row("b", 1), bad, row("b", 2), row("b", 2)]
        outcomes = await asyncio.gather(*map(store.append, batch), return_exceptions=True)
        assert [type(outcome) for outcome in outcomes] == [type(None), Unstorable, type(None), Conflict]
        assert isinstance(outcomes[1], Unstorable) and outcomes[1].fact == Fact("server.unstorable")
        assert str(outcomes[1]).startswith("This cannot be stored: ") and "\n" not in str(outcomes[1])
        assert await store.rows("b") == [batch[0], batch[2]]
        assert await store.rows("a") == []
        with pytest.raises(Unstorable, match="cannot be stored"):
            await store.put_card(Card("\ud800", True, b""))
        await store.append(row("a", 1))

    use(place, play)


def test_each_row_number_goes_to_one_of_two_stores(place: Place) -> None:
    places = [(f"table {table}", seq) for seq in range(1, 6) for table in range(40)]

    async def write(store: Store, name: bytes) -> set[tuple[str, int]]:
        won = set()
        for turn in range(5):
            # Each in its own order: two batches must not wait for each other.
            some = places[turn * 40 : turn * 40 + 40]
            random.Random(name).shuffle(some)
            rows = [row(table, seq, data=name) for table, seq in some]
            outcomes = await asyncio.gather(*map(store.append, rows), return_exceptions=True)
            assert {type(outcome) for outcome in outcomes} <= {type(None), Conflict}
            won |= {(one.table, one.seq) for one, outcome in zip(rows, outcomes, strict=True) if outcome is None}
        return won

    async def scene() -> None:
        one, other = place.store(), place.store()
        await asyncio.gather(one.open(), other.open())  # the schema, too, is created only once
        by_one, by_other = await asyncio.gather(write(one, b"one"), write(other, b"other"))
        assert by_one | by_other == set(places)
        assert not by_one & by_other
        for table in range(40):
            for stored in await one.rows(f"table {table}"):
                assert (stored.table, stored.seq) in (by_one if stored.data == b"one" else by_other)
        await one.close()
        await other.close()

    asyncio.run(scene())


def test_a_cancelled_write_affects_nobody_else(place: Place) -> None:
    async def play(store: Store) -> None:
        leaver = asyncio.ensure_future(store.append(row("a", 1)))
        stayers = [asyncio.ensure_future(store.append(row("a", seq))) for seq in (2, 3)]
        await asyncio.sleep(0)
        leaver.cancel()
        await asyncio.gather(*stayers)
        assert [one.seq for one in await store.rows("a", after=1)] == [2, 3]

    use(place, play)


def test_cards_are_replaced_and_the_newest_come_first(place: Place) -> None:
    async def play(store: Store) -> None:
        for card in (Card("a", True, b"1"), Card("b", True, b"2"), Card("c", False, b"3"), Card("d", True, b"4")):
            await store.put_card(card)
        await store.put_card(Card("a", True, b"5"))
        assert await store.cards(10) == [Card("a", True, b"5"), Card("d", True, b"4"), Card("b", True, b"2")]
        assert await store.cards(2) == [Card("a", True, b"5"), Card("d", True, b"4")]
        await store.put_card(Card("d", False, b"6"))
        assert [card.table for card in await store.cards(10)] == ["a", "b"]
        assert await store.card("c") == Card("c", False, b"3")
        assert await store.card("d") == Card("d", False, b"6")
        assert await store.card("nowhere") is None

    use(place, play)


def test_tables_come_in_the_order_of_their_names(place: Place, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(place.module, "PAGE", 2)

    async def play(store: Store) -> None:
        assert await all_tables(store) == []
        names = ["é", "a", "Z", "ab", "a b", "0"]
        for name in names:
            await store.append(row(name, 1))
            await store.append(row(name, 2))
        assert await all_tables(store) == sorted(names)

    use(place, play)


def test_tables_whose_last_row_is_old_are_deleted(place: Place, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(place.module, "PAGE", 2)

    async def play(store: Store) -> None:
        for name, times in {"old": (1, 99), "young": (1, 100), "back": (100, 99), "oldest": (1,), "z": (200,)}.items():
            for seq, at in enumerate(times, 1):
                await store.append(row(name, seq, at=at))
            await store.put_card(Card(name, True, b""))
        assert await store.forget(100, nobody) == 3
        assert await all_tables(store) == ["young", "z"]
        assert {card.table for card in await store.cards(10)} == {"young", "z"}
        assert len(await store.rows("young")) == 2
        assert await store.rows("old") == []
        assert await store.forget(100, nobody) == 0
        await store.append(row("old", 1, at=300))

    use(place, play)


def test_a_game_by_the_day_is_not_deleted_during_a_turn_and_its_holidays(place: Place) -> None:
    """A turn has 14 days here; 28 days of holiday follow each other where a year ends."""
    opened = Opened("dakapo", 2, {}, (Chair("screen"),) * 2, Timing("days", days=14), False, False, "ada", "x")
    live = msgspec.structs.replace(opened, timing=Timing("live", main=600))
    holiday = Rested(1, 10 * DAY, 38 * DAY)
    tables: dict[str, tuple[AnyEvent, ...]] = {
        "running": (opened, Began(0, "seed"), holiday),
        "without holidays": (opened, Began(0, "seed")),
        "waiting": (opened, holiday),
        "over": (opened, Began(0, "seed"), holiday, Ended("agreed", ())),
        "live": (live, Began(0, "seed"), holiday),
    }

    async def play(store: Store) -> None:
        for name, happened in tables.items():
            await store.append(Row(name, 1, 0, None, events.encode(happened)))
        assert await store.forget(DAY, nobody) == 3
        assert await all_tables(store) == ["running", "without holidays"]
        assert await store.forget(14 * DAY + 1, nobody) == 1
        assert await store.forget(42 * DAY, nobody) == 0
        assert await all_tables(store) == ["running"]
        assert await store.forget(42 * DAY + 1, nobody) == 1

    use(place, play)


def test_tables_in_use_are_not_deleted(place: Place) -> None:
    async def play(store: Store) -> None:
        for name in ("left", "open", "young"):
            await store.append(row(name, 1, at=200 if name == "young" else 1))
            await store.put_card(Card(name, True, b""))
        assert await store.forget(100, "open".__eq__) == 1
        assert await all_tables(store) == ["open", "young"]
        assert {card.table for card in await store.cards(10)} == {"open", "young"}
        assert await store.forget(100, nobody) == 1

    use(place, play)


def test_a_table_read_during_its_deletion_is_not_found(place: Place) -> None:
    """It is either read completely, if it is kept, or not at all."""

    async def play(store: Store) -> None:
        reading: list[asyncio.Task[list[Row]]] = []

        def keep(name: str) -> bool:
            reading.append(asyncio.create_task(store.rows(name)))
            return name == "kept"

        for name in ("kept", "left"):
            for seq in (1, 2):
                await store.append(row(name, seq, at=1))
        await asyncio.gather(*(store.rows("kept") for _ in range(3)))  # so that every connection is open
        assert await store.forget(100, keep) == 1
        assert [len(found) for found in await asyncio.gather(*reading)] == [2, 0]

    use(place, play)


def test_a_heartbeat_returns_the_previous_one(place: Place) -> None:
    async def play(store: Store) -> None:
        assert await store.pulse() == 0
        assert await store.beat(1_700_000_000_000) == 0
        assert await store.pulse() == 1_700_000_000_000
        assert await store.beat(1_700_000_000_500) == 1_700_000_000_000
        assert await store.beat(1_600_000_000_000) == 1_700_000_000_500  # a clock that was set back
        assert await store.beat(1_800_000_000_000) == 1_700_000_000_500
        beats = await asyncio.gather(*(store.beat(1_800_000_000_000 + turn) for turn in range(20)))
        assert await store.beat(0) == 1_800_000_000_019
        assert set(beats) <= {1_800_000_000_000 + turn for turn in range(20)}

    use(place, play)


def test_a_long_gap_between_heartbeats_is_recorded_as_an_outage(place: Place) -> None:
    async def play(store: Store) -> None:
        await store.beat(10_000)
        await store.beat(13_000)
        assert await store.outages(0) == []
        await store.beat(13_500, 0)
        await asyncio.gather(*(store.beat(20_000) for _ in range(5)))
        await store.beat(20_000, 0)
        await store.beat(1000, 0)  # a clock that was set back
        assert await store.outages(0) == [(13_000, 13_500), (13_500, 20_000)]
        assert await store.outages(13_500) == [(13_500, 20_000)]
        assert await store.outages(20_000) == []

    use(place, play)


def test_a_heartbeat_and_its_outage_are_recorded_together(place: Place) -> None:
    """If a server were killed between two commits, nobody would know of the outage."""

    async def play(store: Store) -> None:
        await store.beat(10_000)
        await place.execute("ALTER TABLE outages RENAME TO elsewhere")
        await busy(store.beat(20_000))
        await place.execute("ALTER TABLE elsewhere RENAME TO outages")
        await when_back(lambda: store.beat(30_000))
        assert await store.outages(0) == [(10_000, 30_000)]

    use(place, play)


def test_a_reopened_store_has_everything(place: Place) -> None:
    rows = [row("a", seq) for seq in range(1, 20)]

    async def write(store: Store) -> None:
        await store.put_card(Card("a", True, b"card"))
        await store.beat(7)
        begun = [asyncio.ensure_future(store.append(one)) for one in rows[:9]]
        for _ in range(3):
            await asyncio.sleep(0)
        waiting = [asyncio.ensure_future(store.append(one)) for one in rows[9:]]
        await asyncio.sleep(0)
        await store.close()  # finishes both
        await asyncio.gather(*begun, *waiting)
        await store.close()

    async def read(store: Store) -> None:
        assert await store.rows("a") == rows
        assert await store.card("a") == Card("a", True, b"card")
        assert await store.pulse() == 7
        assert await store.beat(8) == 7

    use(place, write)
    use(place, read)


def test_a_closed_store_is_busy(place: Place) -> None:
    async def play(store: Store) -> None:
        await store.close()
        await busy(store.append(row("a", 1)))
        await busy(store.rows("a"))
        await busy(store.put_card(Card("a", True, b"")))

    use(place, play)


def test_reviews_are_stored_with_their_table_and_deleted_with_it(place: Place) -> None:
    async def play(store: Store) -> None:
        await store.append(row("old", 1, at=1))
        await store.append(row("new", 1, at=200))
        assert await store.review("old", 1) is None
        for table, number, data in (("old", 1, b"one"), ("old", 2, b"two"), ("new", 1, b"three"), ("old", 1, b"four")):
            await store.put_review(table, number, data)
        assert [await store.review("old", number) for number in (1, 2, 3)] == [b"four", b"two", None]
        assert await store.forget(100, nobody) == 1
        await store.put_review("old", 1, b"too late")
        assert [await store.review("old", number) for number in (1, 2)] == [None, None]
        assert await store.review("new", 1) == b"three"

    use(place, play)


def test_boards_are_found_until_their_game_is_over_or_their_table_deleted(place: Place) -> None:
    async def play(store: Store) -> None:
        await store.append(row("old", 1, at=1))
        await store.append(row("new", 1, at=200))
        await store.put_boards([("old", "x"), ("old", "y"), ("new", "y"), ("new", "y"), ("nowhere", "x")])
        assert await store.tables_with(["x", "z"]) == ["old"]
        assert await store.tables_with(["y"]) == ["new", "old"]
        assert await store.tables_with([]) == []
        assert await store.forget(100, nobody) == 1
        assert await store.tables_with(["x", "y"]) == ["new"]
        await store.drop_boards(["new", "nowhere"])
        assert await store.tables_with(["x", "y"]) == []
        await store.put_boards([])

    use(place, play)


def test_the_oldest_answers_go_when_there_are_too_many(place: Place, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(place.module, "ANSWERS", 3)

    async def play(store: Store) -> None:
        for key in "abcad":  # the second time, a is the newest
            await store.put_answer(key, key.upper().encode())
        assert [await store.answer(key) for key in "abcd"] == [b"A", None, b"C", b"D"]

    use(place, play)


def test_a_store_of_a_newer_version_is_not_changed(place: Place) -> None:
    async def write(store: Store) -> None:
        await store.append(row("a", 1))

    async def scene() -> None:
        await place.make_newer()
        store = place.store()
        now = len(place.module.MIGRATIONS)
        with pytest.raises(EncoreError, match=rf"^[^\n]*newer Encore: version 99, not {now}$"):
            await store.open()
        await store.close()

    use(place, write)
    asyncio.run(scene())


LATER = """
    ALTER TABLE events ADD COLUMN note text;
    CREATE TABLE notes (table_id text NOT NULL);
    INSERT INTO notes SELECT table_id FROM cards
"""


def test_a_store_of_an_older_version_is_migrated(place: Place, monkeypatch: pytest.MonkeyPatch) -> None:
    rows = [Row(f"table {table}", seq, seq, None, bytes([table, seq])) for table in range(50) for seq in range(1, 9)]

    async def write(store: Store) -> None:
        await asyncio.gather(*map(store.append, rows))
        await store.put_card(Card("table 7", True, b"card"))
        await store.beat(1234)

    async def read(store: Store) -> None:
        assert await place.version() == now + 1
        assert [row for table in range(50) for row in await store.rows(f"table {table}")] == rows
        assert await store.cards(10) == [Card("table 7", True, b"card")]
        assert await store.beat(1) == 1234
        await store.append(row("table 7", 9))
        assert await store.forget(100, "table 7".__eq__) == 49

    now = len(place.module.MIGRATIONS)
    use(place, write)
    assert asyncio.run(place.version()) == now
    with monkeypatch.context() as patch:
        patch.setattr(place.module, "MIGRATIONS", (*place.module.MIGRATIONS, LATER))
        use(place, read)
        use(place, lambda store: store.append(row("table 7", 10)))  # the second time there is nothing to do
    with pytest.raises(EncoreError, match=rf"^[^\n]*newer Encore: version {now + 1}, not {now}$"):
        asyncio.run(place.store().open())


def test_a_failed_migration_changes_nothing(place: Place, monkeypatch: pytest.MonkeyPatch) -> None:
    use(place, lambda store: store.append(row("a", 1)))
    with monkeypatch.context() as patch:
        patch.setattr(place.module, "MIGRATIONS", (*place.module.MIGRATIONS, f"{LATER}; DROP TABLE nowhere"))
        with pytest.raises(StoreBusy, match=r"^[^\n]*nowhere"):
            asyncio.run(place.store().open())
    assert asyncio.run(place.version()) == len(place.module.MIGRATIONS)

    async def read(store: Store) -> None:
        assert await store.rows("a") == [row("a", 1)]

    use(place, read)


def test_a_result_of_a_daily_puzzle_counts_once_for_each_solver(place: Place) -> None:
    async def play(store: Store) -> None:
        assert await store.results(800) == []
        for puzzle, who, tries in [("x", "ada", 1), ("x", "ada", 3), ("x", "bob", 1), ("x", "eve", 0), ("y", "ada", 6)]:
            await store.put_result(800, puzzle, who, tries)
        await store.put_result(801, "x", "ada", 2)
        assert await store.results(800) == [("x", 0, 1), ("x", 1, 2), ("y", 6, 1)]
        assert await store.results(801) == [("x", 2, 1)]

    use(place, play)


def test_results_that_arrive_together_are_all_counted(place: Place) -> None:
    async def play(store: Store) -> None:
        await asyncio.gather(*(store.put_result(800, "x", f"solver {number % 20}", 1) for number in range(60)))
        assert await store.results(800) == [("x", 1, 20)]

    use(place, play)


def test_counts_stay_and_who_was_counted_is_forgotten(place: Place) -> None:
    async def play(store: Store) -> None:
        for day in range(800, 804):
            await store.put_result(day, "x", "ada", 1)
        found = await store.all_results()
        assert found.counts == tuple((day, "x", 1, 1) for day in range(800, 804))
        assert found.solvers == tuple((day, "x", "ada") for day in range(804 - SOLVERS, 804))

    use(place, play)


def test_results_from_elsewhere_are_added_once(place: Place) -> None:
    counts = ((800, "x", 1, 7), (800, "x", 2, 1), (801, "x", 1, 3))
    elsewhere = DailyResults(counts, ((800, "x", "bob"), (801, "x", "ada"), (801, "x", "bob")))

    async def play(store: Store) -> None:
        await store.put_result(800, "x", "ada", 0)
        for _ in range(2):
            await store.add_results(elsewhere)
            assert await store.results(800) == [("x", 0, 1)], "this puzzle had results of its own"
            assert await store.results(801) == [("x", 1, 3)]
        await store.put_result(801, "x", "bob", 1)
        assert await store.results(801) == [("x", 1, 3)], "he was counted elsewhere"
        await store.put_result(800, "x", "bob", 0)
        assert await store.results(800) == [("x", 0, 2)]
        await store.add_results(DailyResults())

    use(place, play)
