"""Notices are stored with their row or not at all, and one process at a time has them."""

from __future__ import annotations

import asyncio
from pathlib import Path

import pytest

from encore.server.domain.attached import Attached
from encore.server.domain.notices import KINDS, Kind, Notice, Over
from encore.server.domain.people import Person, PersonSeat, Session
from encore.server.domain.subscriptions import Subscription
from encore.server.storage.notices import LATE, LEASE, SHARE, Claimed, Settled
from encore.server.storage.store import Conflict, Store, Unstorable
from tests.server.places import Place, PostgresPlace, SqlitePlace, nobody, row, use

NOW = 1_000_000
WISHES: tuple[tuple[Kind, str], ...] = ("rematch", "ada"), ("rematch", "bo"), ("time", "ada")


@pytest.fixture(params=["sqlite", "postgres"])
def place(request: pytest.FixtureRequest, tmp_path: Path) -> Place:
    if request.param == "sqlite":
        return SqlitePlace(tmp_path / "data" / "tables.db")
    return PostgresPlace(request.getfixturevalue("postgres").database())


def attached(table: str, seq: int, *, due: int = NOW, holder: str = "ada") -> Attached:
    return Attached((Notice("turn", table, "dakapo", seq, holder, 0, NOW, due),))


async def claimed(store: Store, now: int = NOW, *tables: str) -> list[tuple[str, int]]:
    return [(one.notice.table, one.notice.seq) for one in await store.notices.claim(now, tables, 100)]


async def send(store: Store, *tables: str) -> None:
    """Store tables with a notice that was sent to a phone."""
    for table in tables:
        await store.append(row(table, 1), attached(table, 1))
    claims = await store.notices.claim(NOW, tables, 100)
    await store.notices.settle([Settled(one.id, ("phone",), sent=NOW) for one in claims])


async def withdrawn(place: Place, store: Store, *over: Over, now: int = NOW) -> list[Claimed]:
    """Store that notices are over; return those that were sent."""
    for one in over:
        await place.execute(
            "INSERT INTO withdrawals (table_id, before, kind, holder) "
            f"VALUES ('{one.table}', {one.before}, '{one.kind}', '{one.holder}')"
        )
    return await store.notices.withdraw(now)


async def keep_seat(store: Store) -> None:
    """Let ada keep a seat at the table "a", in one browser."""
    session = Session("hash", "id", "ada-id", "Firefox", NOW, NOW)
    assert await store.people.add_person(Person("ada-id", "Ada", "de", NOW), None, [], session)
    await store.append(row("a", 1))
    assert await store.people.put_seat(PersonSeat("ada-id", "a", "ada", NOW)) == "ada-id"


def subscription(name: str, endpoint: str = "", session: str = "hash") -> Subscription:
    return Subscription(
        name, "ada-id", session, endpoint or f"https://push.example/{name}", "key", "auth", "de", "Firefox", NOW
    )


def test_a_notice_is_stored_with_its_row(place: Place) -> None:
    async def play(store: Store) -> None:
        await store.append(row("a", 1), attached("a", 1))
        assert await claimed(store, NOW, "a") == [("a", 1)]

    use(place, play)


def test_a_row_that_is_refused_leaves_no_notice(place: Place) -> None:
    async def play(store: Store) -> None:
        await store.append(row("a", 1), attached("a", 1))
        both = store.append(row("a", 1), attached("a", 1)), store.append(row("b", 1), attached("b", 1))
        refused, stored = await asyncio.gather(*both, return_exceptions=True)
        assert isinstance(refused, Conflict)
        assert stored is None
        assert await claimed(store, NOW, "a", "b") == [("a", 1), ("b", 1)]

    use(place, play)


def test_a_row_that_cannot_be_stored_leaves_no_notice_and_does_not_disturb_others(place: Place) -> None:
    async def play(store: Store) -> None:
        wrong = store.append(row("a\ud800", 1), attached("wrong", 1))
        outcomes = await asyncio.gather(wrong, store.append(row("b", 1), attached("b", 1)), return_exceptions=True)
        assert isinstance(outcomes[0], Unstorable)
        assert await claimed(store, NOW, "wrong", "b") == [("b", 1)]

    use(place, play)


def test_rows_with_notices_share_a_commit(place: Place) -> None:
    async def play(store: Store) -> None:
        before = await place.commits()
        await asyncio.gather(*(store.append(row(f"{n}", 1), attached(f"{n}", 1)) for n in range(500)))
        assert await place.commits() - before <= 2
        assert len(await store.notices.claim(NOW, [f"{n}" for n in range(500)], 1000)) == 500

    use(place, play)


def test_a_claimed_notice_is_for_one_process_until_the_claim_ends(place: Place) -> None:
    async def play(store: Store) -> None:
        await store.append(row("a", 1), attached("a", 1))
        assert await claimed(store, NOW, "a") == [("a", 1)]
        assert await claimed(store, NOW, "a") == []
        assert await claimed(store, NOW + LEASE - 1, "a") == []
        assert await claimed(store, NOW + LEASE, "a") == [("a", 1)]

    use(place, play)


def test_processes_that_claim_at_once_share_the_notices(place: Place) -> None:
    async def play(store: Store) -> None:
        await asyncio.gather(*(store.append(row(f"{n}", 1), attached(f"{n}", 1)) for n in range(50)))
        tables = [f"{n}" for n in range(50)]
        stores = [place.store() for _ in range(3)]
        for other in stores:
            await other.open()
        try:
            claims = await asyncio.gather(*(other.notices.claim(NOW, tables, 100) for other in stores))
        finally:
            for other in stores:
                await other.close()
        assert sorted(one.id for claim in claims for one in claim) == list(range(1, 51))

    use(place, play)


def test_notices_of_other_tables_are_claimed_only_when_they_are_late(place: Place) -> None:
    async def play(store: Store) -> None:
        await store.append(row("a", 1), attached("a", 1))
        assert await claimed(store, NOW + LATE - 1, "b") == []
        assert await claimed(store, NOW + LATE, "b") == [("a", 1)]

    use(place, play)


def test_the_notices_of_one_person_leave_space_for_those_of_others(place: Place) -> None:
    async def play(store: Store) -> None:
        await keep_seat(store)
        for number in range(SHARE + 5):
            await store.append(row(f"t{number}", 1), attached(f"t{number}", 1))
            await store.people.put_seat(PersonSeat("ada-id", f"t{number}", "ada", NOW))
        await store.append(row("bo", 1), attached("bo", 1, due=NOW + 1, holder="bo"))
        first = await store.notices.claim(NOW + LATE + 1, (), 100)
        assert [one.notice.holder for one in first] == ["ada"] * SHARE + ["bo"]
        assert await store.notices.claim(NOW + LATE + 1, (), 100) == [], "what is being sent counts"
        await store.notices.settle([Settled(one.id, ("phone",), sent=NOW) for one in first])
        assert len(await store.notices.claim(NOW + LATE + 1, (), 100)) == 5

    use(place, play)


def test_whoever_has_the_fewest_notices_that_are_being_sent_goes_first(place: Place) -> None:
    async def play(store: Store) -> None:
        await keep_seat(store)
        for number in range(9):
            await store.append(row(f"t{number}", 1), attached(f"t{number}", 1))
            await store.people.put_seat(PersonSeat("ada-id", f"t{number}", "ada", NOW))
        assert len(await store.notices.claim(NOW + LATE, (), 3)) == 3
        await store.append(row("bo", 1), attached("bo", 1, due=NOW + 1, holder="bo"))
        assert await store.notices.claim(NOW + LATE, (), 100, share=3) == [], "theirs is not late yet"
        (first,) = await store.notices.claim(NOW + LATE + 1, (), 1)
        assert first.notice.holder == "bo"
        assert len(await store.notices.claim(NOW + LATE + 1, (), 100, share=4)) == 1, "of the other one"

    use(place, play)


def test_a_notice_waits_until_it_is_due(place: Place) -> None:
    async def play(store: Store) -> None:
        await store.append(row("a", 1), attached("a", 1, due=NOW + 1))
        assert await store.notices.waiting(NOW) == 0
        assert await claimed(store, NOW, "a") == []
        assert await store.notices.waiting(NOW + 1) == 1
        assert await claimed(store, NOW + 1, "a") == [("a", 1)]

    use(place, play)


def test_a_notice_is_sent_again_later_and_knows_who_has_got_it(place: Place) -> None:
    async def play(store: Store) -> None:
        await store.append(row("a", 1), attached("a", 1))
        (first,) = await store.notices.claim(NOW, ["a"], 100)
        assert await store.notices.settle([Settled(first.id, ("phone",), due=NOW + 5000)]) == set()
        assert await claimed(store, NOW + 4999, "a") == []
        (again,) = await store.notices.claim(NOW + 5000, ["a"], 100)
        assert (again.id, again.tries, again.told) == (first.id, 1, ("phone",))

    use(place, play)


def test_a_sent_notice_is_kept_until_it_is_withdrawn(place: Place) -> None:
    async def play(store: Store) -> None:
        for table in "ab":
            await store.append(row(table, 1), attached(table, 1))
        first, second = await store.notices.claim(NOW, ["a", "b"], 100)
        await store.notices.settle([Settled(first.id, ("phone", "laptop"), sent=NOW), Settled(second.id)])
        assert await withdrawn(place, store, Over("a", 1), Over("b", 1)) == []
        assert await withdrawn(place, store, Over("a", 2), Over("b", 2)) == [
            Claimed(first.id, first.notice, 1, ("phone", "laptop"))
        ]
        assert await withdrawn(place, store, Over("a", 2)) == []

    use(place, play)


def test_a_notice_that_was_withdrawn_while_it_was_sent_is_reported(place: Place) -> None:
    async def play(store: Store) -> None:
        await store.append(row("a", 1), attached("a", 1))
        (one,) = await store.notices.claim(NOW, ["a"], 100)
        assert await withdrawn(place, store, Over("a", 2)) == []
        assert await store.notices.settle([Settled(one.id, ("phone",), sent=NOW)]) == {one.id}
        assert await withdrawn(place, store) == [], "whoever has sent it withdraws it"
        await store.notices.settle([Settled(one.id)])
        assert await withdrawn(place, store, now=NOW + LEASE) == []

    use(place, play)


def test_a_withdrawal_is_stored_with_its_row(place: Place) -> None:
    async def play(store: Store) -> None:
        await send(store, "a", "b")
        await store.append(row("a", 2), Attached(over=(Over("a", 2),)))
        refused = store.append(row("b", 3), Attached(over=(Over("b", 3),)))
        await asyncio.gather(refused, return_exceptions=True)
        assert [one.notice.table for one in await withdrawn(place, store)] == ["a"]

    use(place, play)


def test_what_no_row_has_said_to_be_over_is_withdrawn_with_the_rest(place: Place) -> None:
    async def play(store: Store) -> None:
        await send(store, "a", "b", "c")
        await place.execute("INSERT INTO withdrawals (table_id, before, kind, holder) VALUES ('a', 2, '', '')")
        found = await store.notices.withdraw(NOW + LEASE, [Over("b", 2)])
        assert sorted(one.notice.table for one in found) == ["a", "b"]
        assert await store.notices.withdraw(NOW + LEASE) == []

    use(place, play)


def test_what_a_killed_process_has_not_withdrawn_is_withdrawn_by_another_one(place: Place) -> None:
    async def play(store: Store) -> None:
        await send(store, "a")
        await store.append(row("b", 1), attached("b", 1))
        (sending,) = await store.notices.claim(NOW, ["b"], 100)
        for table in "ab":
            await store.append(row(table, 2), Attached(over=(Over(table, 2),)))
        assert [(one.notice.table, one.told) for one in await withdrawn(place, store)] == [("a", ("phone",))]
        assert await withdrawn(place, store, now=NOW + LEASE - 1) == []
        assert await store.notices.waiting(NOW) == 0
        again = await withdrawn(place, store, now=NOW + LEASE)
        assert sorted((one.notice.table, one.told) for one in again) == [("a", ("phone",)), ("b", ())]
        assert await claimed(store, NOW + LEASE, "b") == [], "it is not sent any more"
        await store.notices.settle([Settled(one.id) for one in again])
        assert await withdrawn(place, store, now=NOW + 3 * LEASE) == []
        assert await store.notices.settle([Settled(sending.id, ("phone",), sent=NOW)]) == {sending.id}

    use(place, play)


def test_a_request_to_return_is_not_over_because_of_a_move(place: Place) -> None:
    async def play(store: Store) -> None:
        notices = tuple(Notice(kind, "a", "dalapapa", 1, "ada", 0, NOW, NOW) for kind in KINDS)
        await store.append(row("a", 1), Attached(notices))
        await store.notices.settle(
            [Settled(one.id, ("phone",), sent=NOW) for one in await store.notices.claim(NOW, "a", 100)]
        )
        assert {one.notice.kind for one in await withdrawn(place, store, Over("a", 2))} == {*KINDS} - {"return"}
        assert [one.notice.kind for one in await withdrawn(place, store, Over("a", 2, "return"))] == ["return"]

    use(place, play)


def test_notices_go_with_their_table_and_when_they_are_old(place: Place) -> None:
    async def play(store: Store) -> None:
        for table in "ab":
            await store.append(row(table, 1, at=1), attached(table, 1))
        await store.forget(100, nobody)
        assert await store.notices.waiting(NOW) == 0
        await store.append(row("c", 1), attached("c", 1))
        (one,) = await store.notices.claim(NOW, ["c"], 100)
        await store.notices.settle([Settled(one.id, ("phone",), sent=NOW)])
        await store.notices.forget(NOW + 1)
        assert await withdrawn(place, store, Over("c", 2)) == []

    use(place, play)


def test_only_the_notices_that_are_over_are_withdrawn(place: Place) -> None:
    async def play(store: Store) -> None:
        asked = [Notice(kind, "a", "dakapo", 1, holder, 0, NOW, NOW) for kind, holder in WISHES]
        await store.append(row("a", 1), Attached(tuple(asked)))
        claims = await store.notices.claim(NOW, ["a"], 100)
        await store.notices.settle([Settled(one.id, ("phone",), sent=NOW) for one in claims])

        async def those(*over: Over) -> list[tuple[str, str]]:
            return [(one.notice.kind, one.notice.holder) for one in await withdrawn(place, store, *over)]

        assert await those(Over("b", 2, "rematch"), Over("a", 1, "rematch")) == []
        assert await those(Over("a", 2, "rematch", "ada")) == [("rematch", "ada")]
        assert await those(Over("a", 2, "rematch")) == [("rematch", "bo")]
        assert await those(Over("a", 2)) == [("time", "ada")]

    use(place, play)


def test_what_was_sent_is_withdrawn_when_its_table_is_deleted(place: Place) -> None:
    async def play(store: Store) -> None:
        for table, at in (("old", 1), ("new", NOW)):
            await store.append(row(table, 1, at=at), attached(table, 1))
        claims = await store.notices.claim(NOW, ["old", "new"], 100)
        await store.notices.settle([Settled(one.id, ("phone",), sent=NOW) for one in claims])
        await store.forget(100, nobody)
        await store.notices.forget(NOW)
        (gone,) = await withdrawn(place, store)
        assert (gone.notice.table, gone.told) == ("old", ("phone",))
        await store.notices.forget(NOW)
        assert await withdrawn(place, store) == []

    use(place, play)


def test_a_notice_is_for_who_keeps_the_seat(place: Place) -> None:
    async def play(store: Store) -> None:
        await keep_seat(store)
        assert await store.notices.kept(["a", "b"]) == {"a": {"ada"}}
        assert await store.notices.addressee("a", "bo") is None
        assert await store.notices.put_subscription(subscription("phone"), 10)
        await store.notices.put_kinds("ada-id", ("rematch", "turn"))
        found = await store.notices.addressee("a", "ada")
        assert found is not None
        assert (found.person, found.kinds) == ("ada-id", ("turn", "rematch"))
        assert found.subscriptions == (subscription("phone"),)

    use(place, play)


def test_a_reminder_is_stored_with_the_seat_unless_somebody_keeps_it(place: Place) -> None:
    async def play(store: Store) -> None:
        await keep_seat(store)
        reminder = Notice("time", "a", "dakapo", 1, "bo", 1, NOW, NOW)
        seat = PersonSeat("ada-id", "a", "bo", NOW)
        assert await store.people.put_seat(PersonSeat("nobody", "a", "bo", NOW), reminder) is None
        assert await store.notices.waiting(NOW) == 0
        for _ in range(2):
            assert await store.people.put_seat(seat, reminder) == "ada-id"
            assert await store.notices.waiting(NOW) == 1

    use(place, play)


def test_a_person_has_only_so_many_subscriptions(place: Place) -> None:
    async def play(store: Store) -> None:
        await keep_seat(store)
        for name in ("phone", "laptop"):
            assert await store.notices.put_subscription(subscription(name), 2)
        assert not await store.notices.put_subscription(subscription("third"), 2)
        # The same browser may renew its own.
        assert await store.notices.put_subscription(subscription("new", "https://push.example/phone"), 2)
        assert [one.id for one in await store.notices.subscriptions("ada-id")] == ["laptop", "new"]

    use(place, play)


def test_a_session_takes_its_subscriptions_along(place: Place) -> None:
    async def play(store: Store) -> None:
        await keep_seat(store)
        await store.people.add_session(Session("other", "id2", "ada-id", "Phone", NOW, NOW), 50, 0)
        await store.notices.put_subscription(subscription("laptop"), 10)
        await store.notices.put_subscription(subscription("phone", session="other"), 10)
        await store.people.drop_sessions("ada-id", "id2")
        assert [one.id for one in await store.notices.subscriptions("ada-id")] == ["laptop"]
        assert not await store.notices.put_subscription(subscription("phone", session="other"), 10)

    use(place, play)


def test_a_person_takes_subscriptions_and_wishes_along(place: Place) -> None:
    async def play(store: Store) -> None:
        await keep_seat(store)
        await store.notices.put_subscription(subscription("laptop"), 10)
        await store.notices.put_kinds("ada-id", ())
        assert await store.people.drop_person("ada-id", [("a", "ada")])
        assert await store.notices.addressee("a", "ada") is None
        assert await store.notices.subscription("laptop") is None
        assert await store.notices.kinds("ada-id") == KINDS
        await store.notices.put_kinds("ada-id", ())
        assert await store.notices.kinds("ada-id") == KINDS

    use(place, play)


def test_subscriptions_are_deleted_by_their_owner_only(place: Place) -> None:
    async def play(store: Store) -> None:
        await keep_seat(store)
        await store.notices.put_subscription(subscription("laptop"), 10)
        assert not await store.notices.drop_subscription("laptop", "bo-id")
        assert await store.notices.drop_subscription("laptop", "ada-id")
        assert not await store.notices.drop_subscription("laptop")

    use(place, play)


def test_all_processes_sign_with_the_key_of_the_first(place: Place) -> None:
    async def play(store: Store) -> None:
        assert await store.notices.push_key(b"one") == b"one"
        assert await store.notices.push_key(b"two") == b"one"

    use(place, play)
