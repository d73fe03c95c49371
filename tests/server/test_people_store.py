"""People in both stores: what is used once is used once, and what belongs to somebody goes with them."""

from __future__ import annotations

import asyncio
from pathlib import Path

import msgspec
import pytest

from encore.server.domain import events
from encore.server.domain.clocks import Timing
from encore.server.domain.events import Chair, Opened
from encore.server.domain.people import Challenge, Passkey, Person, PersonSeat, Session
from encore.server.storage.people import AllPeople, Begun, KeptTable, PeopleStore, Rewritten, StoredReview
from encore.server.storage.store import Card, Row, Standing, Store, Unstorable
from encore.server.storage.transfer import read_all, write_all
from tests.server.places import Place, PostgresPlace, SqlitePlace, nobody, row, use

ADA, BO = Person("a", "Ada", "de", 1), Person("b", "Bo", "ja", 2)
KEY = Passkey("key", "a", b"\x00\xff", 0, "Phone", 3, 4, ("hybrid", "usb"))
OPENED = Opened("dakapo", 2, {}, (Chair("screen", "Ada"), Chair("open")), Timing(), False, True, "ada", "x")


@pytest.fixture(params=["sqlite", "postgres"])
def place(request: pytest.FixtureRequest, tmp_path: Path) -> Place:
    if request.param == "sqlite":
        return SqlitePlace(tmp_path / "tables.db")
    return PostgresPlace(request.getfixturevalue("postgres").database())


def session(name: str, person: Person = ADA, seen: int = 0) -> Session:
    return Session(name, f"id {name}", person.id, "Firefox", seen, seen)


async def both(people: PeopleStore) -> None:
    """Store two people; the first one has a passkey."""
    assert await people.add_person(ADA, KEY, ["1", "2"], session("s"))
    assert await people.add_person(BO, None, ["3"], session("t", BO))


def test_a_person_is_stored_with_all_that_belongs_to_them(place: Place) -> None:
    async def play(store: Store) -> None:
        people = store.people
        await both(people)
        assert [await people.person(name) for name in ("a", "b", "c")] == [ADA, BO, None]
        assert await people.passkeys("a") == [KEY] == [await people.passkey("key")]
        assert await people.sessions("b") == [session("t", BO)] == [await people.session("t")]
        assert (await people.count_codes("a"), await people.count_codes("b")) == (2, 1)
        changed = msgspec.structs.replace(ADA, name="Ada L", language="fr")
        await people.change_person(changed)
        assert await people.person("a") == changed

    use(place, play)


async def by_code(people: PeopleStore, code: str) -> str | None:
    begun = await people.take_code(code, session(f"by {code}"), 9, 0)
    return begun.person if begun else None


async def by_link(people: PeopleStore, link: str, now: int) -> str | None:
    begun = await people.take_link(link, now, session(f"by {link}"), 9, 0)
    return begun.person if begun else None


def test_ids_are_not_used_twice(place: Place) -> None:
    async def play(store: Store) -> None:
        people = store.people
        await both(people)
        other = Person("c", "Cy", "en", 0)
        assert not await people.add_person(ADA, None, ["9"], session("x"))
        assert not await people.add_person(other, msgspec.structs.replace(KEY, person="c"), ["9"], session("x", other))
        assert not await people.add_passkey(msgspec.structs.replace(KEY, person="b"))
        assert (await people.person("c"), await people.session("x"), await by_code(people, "9")) == (None, None, None)
        assert await people.passkeys("b") == []

    use(place, play)


def test_the_count_of_a_passkey_only_grows(place: Place) -> None:
    async def play(store: Store) -> None:
        people = store.people
        await both(people)
        counts = [(0, True), (5, True), (5, False), (4, False), (0, False), (6, True)]
        assert [await people.use_passkey("key", count, 9) for count, _ in counts] == [used for _, used in counts]
        key = await people.passkey("key")
        assert key is not None
        assert (key.sign_count, key.used) == (6, 9)
        assert not await people.use_passkey("nothing", 9, 9)
        assert not await people.drop_passkey("b", "key")
        assert await people.drop_passkey("a", "key")
        assert await people.passkey("key") is None

    use(place, play)


def test_secrets_are_used_once_by_whoever_is_first(place: Place) -> None:
    async def play(store: Store) -> None:
        people = store.people
        await both(people)
        await people.put_link("l", "a", 100)
        await people.put_challenge(Challenge("c", "add", "a", 100), 0)
        for take, found in (
            (lambda: by_code(people, "1"), "a"),
            (lambda: by_link(people, "l", 99), "a"),
            (lambda: people.take_challenge("c", 99), Challenge("c", "add", "a", 100)),
        ):
            results = await asyncio.gather(*(take() for _ in range(5)))
            assert [each for each in results if each] == [found]
        assert {each.hash for each in await people.sessions("a")} >= {"by 1", "by l"}

    use(place, play)


def test_what_has_ended_is_not_returned_and_gone(place: Place) -> None:
    async def play(store: Store) -> None:
        people = store.people
        await both(people)
        await people.put_link("l", "a", 100)
        assert await people.link("l", 99) == ADA
        assert await people.link("l", 100) is None
        assert await by_link(people, "l", 100) is None
        assert await by_link(people, "l", 50) is None
        await people.put_challenge(Challenge("c", "sign-in", "", 100), 0)
        assert await people.take_challenge("c", 100) is None
        assert await people.take_challenge("c", 50) is None
        await people.put_challenge(Challenge("d", "sign-in", "", 100), 0)
        await people.put_challenge(Challenge("e", "sign-in", "", 200), 100)
        assert await people.take_challenge("d", 50) is None
        await people.put_link("old", "a", 100)
        await people.put_link("new", "a", 100)
        assert [await by_link(people, link, 0) for link in ("old", "new")] == [None, "a"]

    use(place, play)


def test_what_has_ended_is_deleted_without_anybody_who_signs_in(place: Place) -> None:
    async def play(store: Store) -> None:
        people = store.people
        await both(people)
        for seen in (50, 100):
            await people.add_session(session(f"s{seen}", seen=seen), 9, 0)
        await people.put_link("l", "a", 100)
        await people.put_challenge(Challenge("c", "sign-in", "", 100), 0)
        await people.put_challenge(Challenge("d", "sign-in", "", 200), 0)
        await people.forget(100, 100)
        assert [each.hash for each in await people.sessions("a")] == ["s100"]
        assert await people.link("l", 50) is None
        assert await people.take_challenge("c", 50) is None
        assert await people.take_challenge("d", 50) is not None

    use(place, play)


def test_sessions_that_are_too_many_or_too_old_end(place: Place) -> None:
    async def play(store: Store) -> None:
        people = store.people
        await both(people)
        for seen, ended in ((50, []), (20, []), (30, ["s"]), (40, ["s20"])):
            assert await people.add_session(session(f"s{seen}", seen=seen), 3, 0) == Begun("a", ended)
        assert [each.hash for each in await people.sessions("a")] == ["s50", "s40", "s30"]
        await people.see_session("s30", 60)
        begun = await people.add_session(session("s70", seen=70), 9, 45)
        assert begun is not None
        assert sorted(begun.ended) == ["s40", "t"]
        assert [each.hash for each in await people.sessions("a")] == ["s70", "s30", "s50"]
        assert await people.session("t") is None, "that of somebody else was too old, too"
        assert await people.drop_sessions("b", "id s70") == []
        assert await people.drop_sessions("a", "id s70") == ["s70"]
        assert sorted(await people.drop_sessions("a")) == ["s30", "s50"]
        await people.put_link("l", "a", 100)
        assert await people.take_code("1", session("by code", seen=80), 1, 0) == Begun("a", [])
        assert await people.take_link("l", 0, session("by link", seen=90), 1, 0) == Begun("a", ["by code"])

    use(place, play)


def test_a_link_does_not_outlive_a_session_that_ends_for_a_new_one(place: Place) -> None:
    async def play(store: Store) -> None:
        people = store.people
        await both(people)
        for name in ("a", "b"):
            await people.put_link(f"of {name}", name, 100)
        await people.add_session(session("second", seen=1), 2, 0)
        assert await people.link("of a", 0) == ADA, "nothing has ended"
        assert await people.add_session(session("third", seen=2), 2, 0) == Begun("a", ["s"])
        assert await people.link("of a", 0) is None
        assert await people.link("of b", 0) == BO

    use(place, play)


def test_a_session_is_confirmed_and_a_code_is_used_by_its_person(place: Place) -> None:
    async def play(store: Store) -> None:
        people = store.people
        await both(people)
        await people.confirm_session("s", 7)
        assert await people.session("s") == msgspec.structs.replace(session("s"), confirmed=7)
        assert await people.session("t") == session("t", BO)
        assert [await people.use_code(*used) for used in (("b", "1"), ("a", "1"), ("a", "1"))] == [False, True, False]
        assert await people.count_codes("a") == 1

    use(place, play)


def test_a_link_does_not_outlive_a_session_that_is_ended(place: Place) -> None:
    async def play(store: Store) -> None:
        people = store.people
        await both(people)
        await people.put_link("bo", "b", 100)
        for ended, kept in (("id t", ADA), ("id s", None), (None, None)):
            await people.put_link("l", "a", 100)
            await people.drop_sessions("a", ended)
            assert await people.link("l", 0) == kept
        assert await people.link("bo", 0) == BO

    use(place, play)


def test_a_person_who_is_gone_gets_nothing_new(place: Place) -> None:
    async def play(store: Store) -> None:
        people = store.people
        await both(people)
        await people.put_seat(PersonSeat("a", "t", "ada", 0))
        await people.put_link("l", "a", 100)
        await people.put_challenge(Challenge("c", "add", "a", 100), 0)
        assert not await people.drop_person("a", [("t", "other")])
        assert await people.person("a") == ADA
        assert await people.drop_person("a", [("t", "ada"), ("u", "other")])
        assert not await people.add_session(session("x"), 9, 0)
        assert not await people.add_passkey(KEY)
        assert await people.put_seat(PersonSeat("a", "t", "ada", 0)) is None
        await people.put_codes("a", ["1"])
        await people.put_link("m", "a", 100)
        assert [await by_code(people, "1"), await by_link(people, "l", 0), await by_link(people, "m", 0)] == [None] * 3
        assert await people.take_challenge("c", 0) is None
        assert [await people.passkey("key"), await people.session("s"), await people.seats("a")] == [None, None, []]
        assert await people.all_people() == AllPeople((BO,), (), (("3", "b"),), ())

    use(place, play)


def test_a_seat_belongs_to_whoever_kept_it_first(place: Place) -> None:
    async def play(store: Store) -> None:
        people = store.people
        await both(people)
        assert await people.put_seat(PersonSeat("a", "t", "ada", 5)) == "a"
        assert await people.put_seat(PersonSeat("b", "t", "ada", 6)) == "a"
        assert await people.put_seat(PersonSeat("a", "t", "also", 4)) == "a"
        assert await people.holders("a", "t") == ["also", "ada"]
        assert await people.holders("b", "t") == []
        assert [seat.at for seat in await people.seats("a")] == [4, 5]

    use(place, play)


def test_tables_come_with_their_version_and_summary(place: Place) -> None:
    async def play(store: Store) -> None:
        people = store.people
        await both(people)
        for name in ("t", "u"):
            await store.append(row(name, 1))
            await people.put_seat(PersonSeat("a", name, "ada", 0))
        await people.put_seat(PersonSeat("a", "deleted", "ada", 0))
        await store.append(row("t", 2))
        await people.put_summary("t", 2, b"two", 0)
        await people.put_summary("t", 1, b"late", 0)
        await people.put_summary("deleted", 1, b"", 0)
        assert await people.tables("a") == [KeptTable("t", "ada", 2, 2, b"two"), KeptTable("u", "ada", 1, 0, b"")]
        await people.put_summary("t", 3, b"three", 2)
        assert (await people.tables("a"))[0].summary == b"three"
        await store.put_review("t", 2, b"review")
        await store.put_review("u", 1, b"other")
        assert await people.reviewed(["t", "x"]) == {("t", 2)}
        assert sorted(await people.reviews("a")) == [StoredReview("t", 2, b"review"), StoredReview("u", 1, b"other")]
        assert await people.reviews("b") == []

    use(place, play)


def test_the_standing_of_a_table_tells_its_rows_and_how_often_they_were_rewritten(place: Place) -> None:
    async def play(store: Store) -> None:
        for name in "ab":
            await store.append(row(name, 1, at=5 if name == "a" else 5000))
        await store.append(row("b", 2, at=5000))
        assert await store.standings(["a", "b", "c"]) == {"a": Standing(1, 0), "b": Standing(2, 0)}
        for data in (b"1", b"2"):
            (first,) = await store.rows("a")
            assert await store.people.rewrite("a", [Rewritten(first, data)], None)
        (first,) = await store.rows("a")
        assert not await store.people.rewrite(
            "a", [Rewritten(msgspec.structs.replace(first, data=b"other"), b"3")], None
        )
        assert await store.standings(["b", "a"]) == {"a": Standing(1, 2), "b": Standing(2, 0)}
        assert await store.forget(1000, nobody) == 1
        assert await store.standings(["a"]) == {}

    use(place, play)


def test_rows_are_rewritten_together_or_not_at_all(place: Place) -> None:
    async def play(store: Store) -> None:
        people, rows = store.people, [row("t", 1, data=b"one"), row("t", 2, data=b"two")]
        for each in rows:
            await store.append(each)
        await store.put_card(Card("t", True, b"card"))
        await people.put_summary("t", 2, b"summary", 0)
        changed = [Rewritten(rows[0], b"1"), Rewritten(row("t", 2, data=b"other"), b"2")]
        assert not await people.rewrite("t", changed, b"new")
        assert await store.rows("t") == rows
        assert await people.rewrite("t", [Rewritten(each, each.data[:1]) for each in rows], b"new")
        assert [(each.seq, each.action, each.data) for each in await store.rows("t")] == [
            (1, "t-1", b"o"),
            (2, "t-2", b"t"),
        ]
        assert await store.card("t") == Card("t", True, b"new")
        await both(people)
        await people.put_seat(PersonSeat("a", "t", "ada", 0))
        for before in (0, 2):  # made of the rows as they were
            await people.put_summary("t", 2, b"with the name", before)
        (kept,) = await people.tables("a")
        assert (kept.summarised, kept.summary) == (-1, b"")
        await people.put_summary("t", 2, b"without", -1)
        assert (await people.tables("a"))[0].summary == b"without"

    use(place, play)


def test_seats_and_summaries_go_with_their_table(place: Place) -> None:
    async def play(store: Store) -> None:
        people = store.people
        await both(people)
        await store.append(row("t", 1, at=0))
        await people.put_seat(PersonSeat("a", "t", "ada", 0))
        await people.put_summary("t", 1, b"x", 0)
        assert await store.forget(1000, nobody) == 1
        assert await people.seats("a") == []
        await store.append(row("t", 1))
        await people.put_seat(PersonSeat("a", "t", "ada", 0))
        assert (await people.tables("a"))[0].summarised == 0

    use(place, play)


def test_a_text_that_cannot_be_stored_is_refused(place: Place) -> None:
    """SQLite stores a zero byte, PostgreSQL does not."""

    async def play(store: Store) -> None:
        try:
            await store.people.add_person(Person("a\0", "A", "en", 0), None, [], session("s"))
        except Unstorable:
            assert await store.people.person("a") is None

    use(place, play)


def test_people_move_with_their_tables_and_sign_in_again(place: Place, tmp_path: Path) -> None:
    """The file has no sessions; people who exist at the new place keep what they have there."""

    async def play(old: Store) -> None:
        await both(old.people)
        await old.append(Row("t", 1, 0, None, events.encode([OPENED])))
        await old.people.put_seat(PersonSeat("a", "t", "ada", 7))
        await old.people.put_seat(PersonSeat("a", "elsewhere", "ada", 7))

    use(place, play)
    file = tmp_path / "file"
    asyncio.run(write_all(place.store(), file))
    assert '"sessions"' not in file.read_text()

    async def check(new: Store) -> None:
        people = new.people
        assert [await people.person(name) for name in ("a", "b")] == [ADA, BO]
        assert await people.passkeys("a") == [KEY]
        assert await people.seats("a") == [PersonSeat("a", "t", "ada", 7)]
        assert (await people.sessions("a"), await by_code(people, "2")) == ([], "a")
        await people.change_person(msgspec.structs.replace(ADA, name="Ada L"))

    new = SqlitePlace(tmp_path / "new.db")
    asyncio.run(read_all(new.store(), file))
    use(new, check)
    asyncio.run(read_all(new.store(), file))

    async def again(new: Store) -> None:
        person = await new.people.person("a")
        assert person is not None
        assert (person.name, await new.people.count_codes("a")) == ("Ada L", 1)

    use(new, again)
