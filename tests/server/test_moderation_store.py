"""Restrictions, blocks, reports, broadcasts and the operator's log, in every store and through an export."""

from __future__ import annotations

from pathlib import Path

import pytest
from msgspec.structs import replace

from encore.core.errors import OptionError
from encore.server.domain.clocks import DAY
from encore.server.domain.moderation import (
    Block,
    Broadcast,
    Kind,
    Line,
    LogEntry,
    Report,
    Restriction,
    folded,
    read_network,
    read_period,
    told_period,
)
from encore.server.domain.people import Person, PersonSeat, new_session
from encore.server.domain.restricted import Restricted
from encore.server.storage.store import Store
from encore.server.storage.transfer import read_all, write_all
from tests.server.places import Place, PostgresPlace, SqlitePlace, row, use
from tests.server.services import PostgresService

FOREVER = 1 << 50
BAN = Restriction("b1", "ban", "address", "192.0.2.0/24", 2000, "spam", "root", 1000)
MUTE = Restriction("m1", "mute", "name", "eve", FOREVER, "", "root", 1001)
REPORT = Report("r1", 5, "t", "dakapo", "insult", "see", "Eve", 1, "eve", "ada", "Ada", (Line("Eve", "no", chair=1),))


@pytest.fixture(params=["sqlite", "postgres"])
def place(request: pytest.FixtureRequest, tmp_path: Path) -> Place:
    if request.param == "sqlite":
        return SqlitePlace(tmp_path / "data" / "tables.db")
    postgres: PostgresService = request.getfixturevalue("postgres")
    return PostgresPlace(postgres.database())


async def settle(store: Store, *names: str) -> None:
    """Store some people; their ids are their names."""
    for name in names:
        assert await store.people.add_person(Person(name, name, "en", 0), None, (), new_session(name, "", 0)[1])


async def sit(store: Store, *names: str) -> None:
    """Let people keep seats at a table; their holders are their names in capitals."""
    await store.append(row("t", 1))
    for name in names:
        await store.people.put_seat(PersonSeat(name, "t", name.upper(), 1))


def test_restrictions_hold_until_their_time_or_until_they_are_lifted(place: Place) -> None:
    async def play(store: Store) -> None:
        for each in (BAN, MUTE):
            await store.moderation.restrict(each)
        assert await store.moderation.restrictions(1999) == [BAN, MUTE]
        assert await store.moderation.restrictions(2000) == [MUTE]
        assert await store.moderation.lift("b1", 2000) is None
        assert await store.moderation.lift("m1", 2000) == MUTE
        assert await store.moderation.lift("m1", 2000) is None
        assert await store.moderation.restrictions(2000) == []

    use(place, play)


def test_a_block_parts_two_people_both_ways_and_goes_with_either_of_them(place: Place) -> None:
    async def play(store: Store) -> None:
        await settle(store, "ada", "eve", "bo")
        await sit(store, "ada", "eve", "bo")
        first = Block("1", "ada", "eve", "Eve", 1)
        assert await store.moderation.block(first, 2)
        assert await store.moderation.block(Block("2", "ada", "eve", "Evil", 2), 2), "once more changes nothing"
        assert await store.moderation.blocks("ada") == [first]
        assert await store.moderation.blocks("eve") == [], "nobody is told who blocks them"
        assert await store.moderation.apart("ada", ["t"]) == [("t", "EVE", True)]
        assert await store.moderation.apart("eve", ["t"]) == [("t", "ADA", False)]
        assert await store.moderation.apart("bo", ["t"]) == []
        assert await store.moderation.apart("ada", ["u"]) == []
        assert not await store.moderation.unblock("eve", "1")
        assert await store.moderation.unblock("ada", "1")
        assert await store.moderation.apart("eve", ["t"]) == []
        assert not await store.moderation.block(Block("3", "ada", "nobody", "", 1), 2)
        assert await store.moderation.block(first, 1)
        assert not await store.moderation.block(Block("4", "ada", "bo", "Bo", 3), 1), "one too many"
        await store.people.drop_person("eve", {("t", "EVE")})
        assert await store.moderation.blocks("ada") == []

    use(place, play)


def test_reports_are_listed_until_they_are_done(place: Place) -> None:
    async def play(store: Store) -> None:
        await store.moderation.report(REPORT)
        assert await store.moderation.reports(10) == [REPORT]
        assert await store.moderation.finish("r1", 9)
        assert not await store.moderation.finish("r1", 9)
        assert await store.moderation.reports(10) == []
        (done,) = await store.moderation.reports(10, done=True)
        assert (done.done, done.lines) == (9, REPORT.lines)
        assert [each.id for each in await store.moderation.reports_by("ada")] == ["r1"]
        assert await store.moderation.reports_by("eve") == []

    use(place, play)


def test_a_report_counts_once_while_it_is_open_and_the_oldest_come_first(place: Place) -> None:
    async def play(store: Store) -> None:
        later = [replace(REPORT, id=f"r{at}", at=at, table="u") for at in (7, 6)]
        for each in (REPORT, replace(REPORT, at=9, text="again"), *later):
            await store.moderation.report(each)
        assert await store.moderation.reports(2) == [REPORT, later[1]]
        assert [each.id for each in await store.moderation.reports(9, done=True)] == ["r7", "r6", "r1"]
        assert await store.moderation.finish_table("u", 10) == 2
        assert await store.moderation.finish_table("u", 10) == 0
        assert await store.moderation.reports(9) == [REPORT]
        again = replace(later[0], at=11, text="again")
        await store.moderation.report(again)
        assert await store.moderation.reports(9) == [REPORT, again], "it was done"

    use(place, play)


def test_broadcasts_and_the_log_are_kept_for_their_time(place: Place) -> None:
    async def play(store: Store) -> None:
        await store.moderation.broadcast(Broadcast("1", "Restart in 5 minutes", 0, 10))
        assert [each.text for each in await store.moderation.broadcasts(9)] == ["Restart in 5 minutes"]
        assert await store.moderation.broadcasts(10) == []
        assert await store.moderation.end_broadcasts(5) == 1
        assert await store.moderation.broadcasts(6) == []
        entries = [LogEntry(at, "root", "ban", {"target": f"Zoë {at}"}) for at in (1, 2, 3)]
        for entry in entries:
            await store.moderation.note(entry)
        assert await store.moderation.log(2) == [entries[2], entries[1]]
        await store.moderation.report(REPORT)
        await store.moderation.restrict(BAN)
        await store.moderation.forget(6, 3)
        assert await store.moderation.log(9) == [entries[2]]
        assert await store.moderation.reports(9) == []
        assert await store.moderation.restrictions(0) == [BAN], "it still holds, or has ended only just"

    use(place, play)


def test_an_export_carries_them(place: Place, tmp_path: Path) -> None:
    file, other = tmp_path / "export", SqlitePlace(tmp_path / "other" / "tables.db")
    block, entry = Block("1", "ada", "eve", "Eve", 1), LogEntry(1, "root", "ban", {"target": "eve"})

    async def play(store: Store) -> None:
        await settle(store, "ada", "eve")
        for each in (BAN, MUTE):
            await store.moderation.restrict(each)
        assert await store.moderation.block(block, 1)
        await store.moderation.report(REPORT)
        await store.moderation.note(entry)

    use(place, play)

    async def move(_: Store) -> None:
        await write_all(place.store(), file)
        for _again in range(2):
            await read_all(other.store(), file)

    use(place, move)

    async def look(store: Store) -> None:
        assert await store.moderation.restrictions(0) == [MUTE], "what has ended is not exported"
        assert await store.moderation.blocks("ada") == [block]
        assert await store.moderation.reports(9) == [REPORT]
        assert await store.moderation.log(9) == [entry]

    use(other, look)


@pytest.mark.parametrize(
    ("network", "inside", "outside"),
    [
        ("192.0.2.7", "192.0.2.7", "192.0.2.8"),
        ("192.0.2.99/24", "::ffff:192.0.2.7", "192.0.3.1"),
        ("::ffff:192.0.2.0/120", "192.0.2.9", "2001:db8::1"),
        ("2001:db8::/48", "2001:db8:0:1::9%eth0", "192.0.2.1"),
        ("2001:db8::1", "2001:db8::1", "not an address"),
    ],
)
def test_an_address_is_found_however_it_is_written(network: str, inside: str, outside: str) -> None:
    ban = Restriction("b", "ban", "address", str(read_network(network)), 2, "", "", 0)
    found = Restricted([ban])
    assert found.find("ban", 1, inside, "", ()) is ban
    assert found.find("ban", 1, outside, "", ()) is None


def test_of_several_restrictions_the_one_that_ends_last_is_found_and_no_other_kind() -> None:
    """Ranges of different sizes, a name and a person."""
    made = [("ban", "address", "192.0.2.0/24"), ("ban", "address", "192.0.0.0/16"), ("mute", "name", "eve")]
    made += [("ban", "person", "p"), ("ban", "address", "2001:db8::/32")]
    all_five = [Restriction(str(n), *whom, 10 - n, "", "", 0) for n, whom in enumerate(made)]  # type: ignore[arg-type]
    found = Restricted(all_five)

    def ids(kind: Kind, now: int, address: str = "", person: str = "", *names: str) -> str | None:
        ban = found.find(kind, now, address, person, names)
        return ban.id if ban else None

    assert ids("ban", 0, "192.0.2.7", "p") == "0"
    assert ids("ban", 0, "192.0.3.7", "p") == "1"
    assert ids("ban", 0, "198.51.100.1", "p", "Eve") == "3"
    assert ids("mute", 0, "192.0.2.7", "p", "ＥVE") == "2"
    assert ids("ban", 9, "192.0.2.7") == "0"
    assert ids("ban", 10, "192.0.2.7") is None
    assert ids("ban", 0, "2001:db8:7::1", "q", "Adam") == "4"


@pytest.mark.parametrize("text", ["90s", "30m", "12h", "7d", "36h"])
def test_a_period_is_told_as_it_is_typed(text: str) -> None:
    assert told_period(read_period(text)) == text


@pytest.mark.parametrize("text", ["", "192.0.2.0/33", "all", "1.2.3"])
def test_what_is_no_address_is_refused_in_one_line(text: str) -> None:
    with pytest.raises(OptionError, match="an address is such as"):
        read_network(text)


def test_periods() -> None:
    assert [read_period(text) for text in ("30s", "5m", "12h", "7d")] == [30_000, 300_000, 43_200_000, 7 * DAY]
    for wrong in ("", "0d", "5", "1w", "-1d", "4000d"):
        with pytest.raises(OptionError, match="such as 30m or 7d"):
            read_period(wrong)


def test_a_name_is_the_same_in_capitals_and_in_wide_letters() -> None:
    assert folded(" ＥＶＥ ") == folded("Eve") == "eve"
