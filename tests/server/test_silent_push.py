"""People whose push services never answer delay nobody else's notices."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path

import pytest

from encore.server.bots.thinkers import Thinkers
from encore.server.domain.attached import Attached
from encore.server.domain.clocks import now_ms
from encore.server.domain.notices import Notice
from encore.server.domain.people import Person, PersonSeat, Session
from encore.server.domain.subscriptions import Subscription
from encore.server.rooms import outbox, push
from encore.server.rooms.bus import AloneBus
from encore.server.rooms.endpoints import Endpoints
from encore.server.rooms.hub import Hub
from encore.server.rooms.outbox import Outbox
from encore.server.rooms.push import AT_ONCE
from encore.server.storage.notices import SHARE
from encore.server.storage.sqlite import SqliteStore
from tests.patience import PATIENCE
from tests.server.hubs import until
from tests.server.places import row
from tests.server.push_service import PushService, Subscribed, push_service


async def tell(store: SqliteStore, service: PushService, name: str, tables: int) -> Subscribed:
    """Store a person with one browser, and notices at some tables that are due."""
    now = now_ms()
    session = Session(f"{name}-hash", name, name, "Firefox", now, now)
    assert await store.people.add_person(Person(name, name, "en", now), None, [], session)
    phone = service.subscribe(name)
    keys = phone.wish()["keys"]
    wanted = Subscription(name, name, session.hash, phone.endpoint, keys["p256dh"], keys["auth"], "en", "Firefox", now)
    assert await store.notices.put_subscription(wanted, 10)

    async def begin(table: str) -> None:
        await store.append(row(table, 1))
        assert await store.people.put_seat(PersonSeat(name, table, name, now)) == name
        notice = Notice("turn", table, "dakapo", 2, name, 0, now, now - 60_000)
        await store.append(row(table, 2), Attached((notice,)))

    await asyncio.gather(*(begin(f"{name}{number}") for number in range(tables)))  # few transactions for all of them
    return phone


@asynccontextmanager
async def outbox_of(place: Path, service: PushService) -> AsyncIterator[tuple[Outbox, SqliteStore]]:
    """Yield the outbox of a server that may call a push service, and its store."""
    store = SqliteStore(place / "tables.sqlite")
    hub = Hub(store, AloneBus(), Thinkers(1), keep_days=1, endpoints=Endpoints([service.url]))
    await store.open()
    try:
        yield hub.outbox, store
    finally:
        await hub.outbox.close()
        await store.close()


def test_a_notice_comes_while_the_requests_of_somebody_else_are_open(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(outbox, "MOST", SHARE + 5)
    monkeypatch.setattr(push, "PATIENCE", PATIENCE)

    async def scene(service: PushService) -> None:
        async with outbox_of(tmp_path, service) as (sending, store):
            service.silent.add("ada")
            await tell(store, service, "ada", SHARE + 5)
            phone = await tell(store, service, "bo", 1)
            await sending.open()
            await until(lambda: bool(phone.messages) and len(service.held) == AT_ONCE)
            assert service.held == ["ada"] * AT_ONCE
            assert await store.notices.waiting(now_ms()) >= SHARE + 5, "none of theirs is over"

    with push_service() as service:
        asyncio.run(scene(service))


def test_a_notice_comes_though_the_shares_of_other_people_would_take_all_places(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(outbox, "MOST", 2 * SHARE)
    monkeypatch.setattr(push, "PATIENCE", 10 * PATIENCE)

    async def scene(service: PushService) -> None:
        async with outbox_of(tmp_path, service) as (sending, store):
            service.silent |= {"ada", "cy"}
            for name in ("ada", "cy"):
                await tell(store, service, name, SHARE)
            await sending.open()
            await until(lambda: len(service.held) == 2 * AT_ONCE)
            phone = await tell(store, service, "bo", 1)
            await until(lambda: bool(phone.messages))
            assert sorted(service.held) == ["ada"] * AT_ONCE + ["cy"] * AT_ONCE

    with push_service() as service:
        asyncio.run(scene(service))
