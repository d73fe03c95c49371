"""How the PostgreSQL store handles faults."""

from __future__ import annotations

import asyncio
import sys
from typing import Any

import asyncpg  # type: ignore[import-untyped]
import pytest

from encore.core.errors import EncoreError
from encore.server.storage import postgres_hosts
from encore.server.storage.people import Rewritten
from encore.server.storage.postgres import PostgresStore
from encore.server.storage.postgres_people import change_rows
from encore.server.storage.store import Conflict, Row, Store, StoreBusy
from tests.server.places import PostgresPlace, busy, nobody, row, use, when_back
from tests.server.services import PostgresService


class Rival:
    """Another client of the database, with an open transaction."""

    def __init__(self, place: PostgresPlace) -> None:
        self._place = place

    async def begin(self, statement: str) -> None:
        self._db = await asyncpg.connect(self._place.url)
        await self._db.execute(f"BEGIN; {statement}")

    async def finish(self, how: str, waiting: int) -> None:
        """End the transaction when a number of others wait for it."""
        blocked = "SELECT count(*) FROM pg_stat_activity WHERE wait_event_type = 'Lock'"
        while await self._place._ask(blocked) < waiting:
            await asyncio.sleep(0.01)
        await self._db.execute(how)
        await self._db.close()


def test_two_batches_do_not_block_each_other(postgres: PostgresService) -> None:
    place = PostgresPlace(postgres.database())

    async def scene() -> None:
        one, other = place.store(), place.store()
        await one.open()
        await other.open()
        rival = Rival(place)
        await rival.begin("INSERT INTO events VALUES ('m', 1, 0, NULL, '')")
        appends = [one.append(row(name, 1)) for name in "amz"] + [other.append(row(name, 1)) for name in "zma"]
        ends = asyncio.gather(*appends, return_exceptions=True)
        await rival.finish("ROLLBACK", waiting=2)
        kinds = [type(outcome) for outcome in await ends]
        assert kinds in ([type(None)] * 3 + [Conflict] * 3, [Conflict] * 3 + [type(None)] * 3)
        await one.close()
        await other.close()

    asyncio.run(scene())


AGED = [Rewritten(row("old", 1), b"changed")]


def test_a_table_from_which_names_go_holds_up_no_other_table(
    postgres: PostgresService, monkeypatch: pytest.MonkeyPatch
) -> None:
    changing, go_on = asyncio.Event(), asyncio.Event()

    async def slow(*arguments: object) -> bool:
        changing.set()
        await go_on.wait()
        return await change_rows(*arguments)  # type: ignore[arg-type]

    monkeypatch.setattr("encore.server.storage.postgres_retention.change_rows", slow)
    place = PostgresPlace(postgres.database())

    async def scene() -> None:
        one, other = place.store(), place.store()
        await one.open()
        await other.open()
        await one.append(row("old", 1))
        aging = asyncio.create_task(one.retention.age("names", "old", 1, AGED, None))
        await changing.wait()
        await other.append(row("another", 1))
        same = asyncio.ensure_future(other.append(row("old", 2)))
        while not await place._ask("SELECT count(*) FROM pg_stat_activity WHERE wait_event_type = 'Lock'"):
            await asyncio.sleep(0.01)
        assert not same.done()
        go_on.set()
        assert await aging
        await same
        assert [found.data for found in await one.rows("old")] == [b"changed", row("old", 2).data]
        await one.close()
        await other.close()

    asyncio.run(scene())


@pytest.mark.parametrize("how", ["COMMIT", "ROLLBACK"])
def test_names_do_not_go_from_a_table_at_which_a_game_begins(postgres: PostgresService, how: str) -> None:
    place = PostgresPlace(postgres.database())

    async def scene() -> None:
        store = place.store()
        await store.open()
        await store.append(row("old", 1))
        rival = Rival(place)
        await rival.begin("INSERT INTO events VALUES ('old', 2, 0, NULL, 'begun')")
        aging = asyncio.create_task(store.retention.age("names", "old", 1, AGED, None))
        await rival.finish(how, waiting=1)
        assert await aging == (how == "ROLLBACK")
        found = [found.data for found in await store.rows("old")]
        assert found == ([row("old", 1).data, b"begun"] if how == "COMMIT" else [b"changed"])
        assert not await store.retention.age("names", "gone", 1, [Rewritten(row("gone", 1), b"changed")], None)
        assert await store.rows("gone") == []
        await store.close()

    asyncio.run(scene())


def test_an_import_may_take_longer_than_one_answer(postgres: PostgresService, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(postgres_hosts, "PATIENCE", 1.0)
    place = PostgresPlace(postgres.database())

    async def work(db: Any, *seconds: float) -> int:
        for each in seconds:
            await db.execute("SELECT pg_sleep($1)", each)
        return len(seconds)

    async def scene() -> None:
        store = PostgresStore(place.url)
        await store.open()
        assert await store._transact(lambda db: work(db, 0.6, 0.6, 0.6)) == 3
        with pytest.raises(StoreBusy, match="connection is closed"):
            await store._transact(lambda db: work(db, 1.5))
        assert await store._transact(lambda db: work(db, 0.0)) == 1
        await store.close()

    asyncio.run(scene())


def test_heartbeats_of_two_servers_see_each_other(postgres: PostgresService) -> None:
    place = PostgresPlace(postgres.database())

    async def play(store: Store) -> None:
        rival = Rival(place)
        await rival.begin("UPDATE pulse SET at = 500")
        beat = asyncio.create_task(store.beat(100))
        await rival.finish("COMMIT", waiting=1)
        assert await beat == 500
        assert await store.beat(0) == 500

    use(place, play)


def test_postgresql_stops_and_restarts(postgres: PostgresService) -> None:
    async def play(store: Store) -> None:
        await store.append(row("a", 1))
        postgres.halt()
        outcomes = await asyncio.gather(*(store.append(row("a", seq)) for seq in (2, 3)), return_exceptions=True)
        assert [type(outcome) for outcome in outcomes] == [StoreBusy] * 2
        await busy(store.rows("a"))
        await busy(store.beat(1))
        await busy(store.forget(1, nobody))
        postgres.start()
        await when_back(lambda: store.append(row("a", 2)))
        assert await store.rows("a") == [row("a", 1), row("a", 2)]

    use(PostgresPlace(postgres.database()), play)


def test_a_server_takes_its_lock_again_after_a_restart_of_postgresql(postgres: PostgresService) -> None:
    url = postgres.database()

    async def scene() -> None:
        store, other = PostgresStore(url, alone=True), PostgresStore(url, alone=True)
        await asyncio.gather(store.open(), other.open())
        await store.beat(1)
        await busy(other.beat(1))
        postgres.halt()
        await busy(store.beat(1))
        postgres.start()
        await when_back(lambda: beat(store))
        assert "another encore serve" in await busy(other.beat(1))
        await store.close()
        await when_back(lambda: beat(other))
        await other.close()

    async def beat(store: Store) -> None:
        await store.beat(1)

    asyncio.run(scene())


def test_a_crash_of_postgresql_loses_nothing(postgres: PostgresService) -> None:
    stored: list[Row] = []

    async def write(store: Store, table: str) -> None:
        with pytest.raises(StoreBusy):
            for seq in range(1, 1_000_000):
                await store.append(row(table, seq))
                stored.append(row(table, seq))

    async def play(store: Store) -> None:
        async with asyncio.TaskGroup() as group:
            for number in range(10):
                group.create_task(write(store, f"table {number}"))
            while len(stored) < 200:
                await asyncio.sleep(0)
            await asyncio.to_thread(postgres.crash)
        postgres.start()
        await when_back(lambda: store.append(row("later", 1)))
        for number in range(10):
            mine = [one for one in stored if one.table == f"table {number}"]
            # Rows cut off by the crash may have been stored without an acknowledgement.
            assert (await store.rows(f"table {number}"))[: len(mine)] == mine

    use(PostgresPlace(postgres.database()), play)


def test_opening_an_offline_postgresql_fails(postgres: PostgresService) -> None:
    url = postgres.database()
    postgres.halt()
    asyncio.run(busy(PostgresStore(url).open()))
    postgres.start()
    asyncio.run(busy(PostgresStore(url.replace("/tables", "/chairs")).open()))


def test_without_asyncpg_the_error_names_the_extra(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "asyncpg", None)
    with pytest.raises(EncoreError, match=r"^PostgreSQL needs asyncpg: pip install 'encore-table\[service\]'$"):
        asyncio.run(PostgresStore("postgresql://localhost/tables").open())
