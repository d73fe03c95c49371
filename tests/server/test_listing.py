"""The list of public tables: nobody can push the others out, and abandoned tables leave it."""

from __future__ import annotations

import asyncio
from pathlib import Path
from typing import Any

import httpx
import msgspec
import pytest

from encore.server.domain import decisions
from encore.server.domain.clocks import DAY, Timing, now_ms
from encore.server.domain.decisions import Decision, Refusal
from encore.server.domain.events import Began, Chair, Ended, Rested
from encore.server.domain.seeks import ABSENT, LONGEST_TURN
from encore.server.http.app import build
from encore.server.rooms.hub import Hub
from encore.server.rooms.listing import LISTED, SHARE
from encore.server.rooms.room import Room
from encore.server.storage.sqlite import SqliteStore
from encore.server.storage.store import Card, Row, StoreBusy
from tests.server.client import http, open_table, served
from tests.server.hubs import OPENED, Somebody, Time, settled, use, write

WAITING = msgspec.structs.replace(OPENED, chairs=(Chair("screen"), Chair("open")))
DAYS = msgspec.structs.replace(WAITING, timing=Timing("days", days=1))
NO_CLOCK = msgspec.structs.replace(WAITING, timing=Timing())


async def listed(hub: Hub) -> list[str]:
    """Return the names in the list, once it is up to date."""
    await settled(hub)
    return [card.table for card in await hub.store.cards(LISTED)]


async def sweep(hub: Hub) -> None:
    await hub.listing.sweep(hub.rooms.values())


def test_a_visitor_has_a_few_tables_in_the_list(tmp_path: Path) -> None:
    async def play(hub: Hub, store: SqliteStore) -> None:
        rooms = [await hub.create(WAITING, "ada") for _ in range(SHARE)]
        with pytest.raises(Refusal, match=f"already have {SHARE} tables in the public list") as refused:
            await hub.create(WAITING, "ada")
        assert refused.value.code == "rate"
        await hub.create(msgspec.structs.replace(WAITING, listed=False), "ada")
        await hub.create(WAITING, "bob")
        await rooms[0].act(None, lambda *_: Decision((Began(0, "seed"), Ended("agreed", ()))))
        await settled(hub)
        await hub.create(WAITING, "ada")
        with pytest.raises(Refusal, match="already have"):
            await hub.create(WAITING, "ada")
        await settled(hub)

    use(tmp_path, play)


def test_a_private_table_has_no_card(tmp_path: Path) -> None:
    async def play(hub: Hub, store: SqliteStore) -> None:
        private = await hub.create(msgspec.structs.replace(WAITING, listed=False), "ada")
        public = await hub.create(WAITING, "ada")
        private.enter(Somebody(0))
        await settled(hub)
        assert await store.card(private.table.name) is None
        assert await store.card(public.table.name) is not None

    use(tmp_path, play)


def test_closed_tables_and_those_that_are_being_stored_count_too(tmp_path: Path) -> None:
    async def play(hub: Hub, store: SqliteStore) -> None:
        answers = await asyncio.gather(*(hub.create(DAYS, "ada") for _ in range(20)), return_exceptions=True)
        assert sum(isinstance(answer, Room) for answer in answers) == SHARE
        await settled(hub)
        for name in list(hub.rooms):
            hub.put_away(name)
        with pytest.raises(Refusal, match="already have"):
            await hub.create(DAYS, "ada")

    use(tmp_path, play)


def test_a_table_that_could_not_be_stored_does_not_count(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def busy(row: Row, _: object = None) -> asyncio.Future[None]:
        refused: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        refused.set_exception(StoreBusy("the disk is full"))
        return refused

    async def play(hub: Hub, store: SqliteStore) -> None:
        with monkeypatch.context() as patch:
            patch.setattr(store, "append", busy)
            for _ in range(2 * SHARE):
                with pytest.raises(StoreBusy):
                    await hub.create(WAITING, "ada")
        await hub.create(WAITING, "ada")
        await settled(hub)

    use(tmp_path, play)


def test_tables_with_players_come_first(tmp_path: Path) -> None:
    async def play(hub: Hub, store: SqliteStore) -> None:
        alive = await hub.create(DAYS, "ada")
        alive.enter(Somebody(0))
        watched = await hub.create(DAYS, "cleo")
        watched.enter(Somebody())
        await settled(hub)
        flood = [(await hub.create(DAYS, f"visitor {number}")).table.name for number in range(LISTED)]
        assert alive.table.name not in await listed(hub)
        await sweep(hub)
        names = await listed(hub)
        assert names == [alive.table.name, *reversed(flood[1:])]

    use(tmp_path, play)


def test_one_visitor_cannot_keep_more_than_a_share_at_the_top(tmp_path: Path) -> None:
    time = Time()

    async def play(hub: Hub, store: SqliteStore) -> None:
        names = []
        for _ in range(3 * SHARE):
            room = await hub.create(NO_CLOCK, "eve", most_listed=1e9)
            room.enter(Somebody(0))
            names.append(room.table.name)
        await settled(hub)
        time.now += ABSENT
        await sweep(hub)
        await settled(hub)
        await sweep(hub)
        assert set(await listed(hub)) == set(names[:SHARE])

    use(tmp_path, play, time)


def test_a_table_returns_to_the_list_only_within_the_share(tmp_path: Path) -> None:
    time = Time()

    async def play(hub: Hub, store: SqliteStore) -> None:
        old = [await hub.create(NO_CLOCK, "eve") for _ in range(SHARE)]
        await settled(hub)
        time.now += ABSENT
        await sweep(hub)
        assert await listed(hub) == []
        new = [await hub.create(NO_CLOCK, "eve") for _ in range(SHARE)]
        await settled(hub)
        for room in old:
            room.enter(Somebody(0))
            await room.act(None, lambda table, _: decisions.sit(table, "mallory", "Mallory", None))
        assert set(await listed(hub)) == {room.table.name for room in new}

    use(tmp_path, play, time)


@pytest.mark.parametrize("opened", [WAITING, NO_CLOCK])
def test_a_table_leaves_the_list_with_its_players_and_returns_with_them(tmp_path: Path, opened: Any) -> None:
    """Also if the process that showed it has ended meanwhile, and though a spectator stays."""
    time = Time()

    async def play(hub: Hub, store: SqliteStore) -> None:
        room = await hub.create(opened, "ada")
        ada = Somebody(0)
        room.enter(ada)
        room.enter(Somebody())
        for _ in range(3):
            time.now += ABSENT - 1
            await sweep(hub)
            assert await listed(hub) == [room.table.name]
        room.leave(ada)
        time.now += ABSENT - 1
        await sweep(hub)
        assert await listed(hub) == [room.table.name]
        hub.put_away(room.table.name)
        time.now += 1
        await sweep(hub)
        assert await listed(hub) == []
        again = await hub.room(room.table.name)
        assert await listed(hub) == [], "a look at the table does not list it"
        again.enter(ada)
        await sweep(hub)
        assert await listed(hub) == [room.table.name]

    use(tmp_path, play, time)


def test_the_list_that_visitors_get_drops_a_table_two_minutes_after_its_opener_has_gone(tmp_path: Path) -> None:
    """Exactly then, and not with the next sweep."""
    time = Time()

    async def play(hub: Hub, store: SqliteStore) -> None:
        async with httpx.AsyncClient(transport=httpx.ASGITransport(build(hub)), base_url="http://localhost") as client:

            async def shown() -> list[str]:
                await settled(hub)
                return [card["table"] for card in (await client.get("/api/tables")).json()["tables"]]

            room, ada = await hub.create(NO_CLOCK, "ada"), Somebody(0)
            room.enter(ada)
            await settled(hub)
            time.now += 600_000
            await sweep(hub)
            assert await shown() == [room.table.name]
            room.leave(ada)
            time.now += 119_999
            assert await shown() == [room.table.name]
            time.now += 1
            assert await shown() == []
            room.enter(ada)
            await sweep(hub)
            assert await shown() == [room.table.name]

    use(tmp_path, play, time)


def test_a_game_with_days_per_move_stays_in_the_list_until_its_turn_is_over(tmp_path: Path) -> None:
    """A holiday makes the turn longer, and a move begins another one."""
    time = Time()

    async def play(hub: Hub, store: SqliteStore) -> None:
        room = await hub.create(DAYS, "ada")
        await room.act(None, lambda table, _: decisions.sit(table, "bo", "Bo", None))
        chair, start = room.table.to_move, time.now
        assert chair is not None
        await room.act(None, lambda *_: Decision((Rested(chair, start, start + 2 * DAY),)))
        await settled(hub)
        hub.put_away(room.table.name)
        time.now += 3 * DAY - 1
        await sweep(hub)
        assert await listed(hub) == [room.table.name]
        time.now += 1
        assert await hub.listing.cards() == []
        await sweep(hub)
        assert await listed(hub) == []
        late = await hub.room(room.table.name)
        await late.act(None, lambda table, _: decisions.play(table, "e6r"))
        assert await listed(hub) == [room.table.name]

    use(tmp_path, play, time)


def test_cards_of_older_releases_and_broken_ones_leave_the_list(tmp_path: Path) -> None:
    async def play(hub: Hub, store: SqliteStore) -> None:
        await write(store, "table", 1, WAITING)
        for name, data in (
            ("table", b'{"table":"table","timing":{"kind":"live","main":600}}'),
            ("x", b""),
            ("y", b"null"),
        ):
            await store.put_card(Card(name, True, data))
        for name, seen in ("last year", now_ms() - LONGEST_TURN), ("last week", now_ms() - 7 * DAY):
            card = {"table": name, "phase": "playing", "timing": {"kind": "days", "days": 1}, "seen": seen}
            await store.put_card(Card(name, True, msgspec.json.encode(card)))
        await sweep(hub)
        assert await listed(hub) == ["last week"]

    use(tmp_path, play)


def test_seeks_of_people_who_are_away_are_not_pushed_out_of_the_list(tmp_path: Path) -> None:
    """Nor are running games, nor those who wait at their tables."""
    now = now_ms()

    async def put(store: SqliteStore, name: str, number: int, **more: object) -> None:
        data = {"table": f"{name} {number}", "timing": {"kind": "days", "days": 1}, "opened": now, **more}
        await store.put_card(Card(f"{name} {number}", True, msgspec.json.encode(data)))

    async def play(hub: Hub, store: SqliteStore) -> None:
        for number in range(5):
            await put(store, "away", number, phase="waiting", kept=True)
        for number in range(2 * LISTED):
            await put(store, "game", number, phase="playing", seen=now)
            await put(store, "here", number, phase="waiting", seen=now)
        for number in range(2 * LISTED):
            await put(store, "dead", number, phase="waiting")
        shown = [card.table.split()[0] for card in await hub.listing.cards()]
        assert len(shown) == LISTED
        assert {name: shown.count(name) for name in shown} == {"away": 5, "game": 47, "here": 48}
        assert shown[-5:] == ["away"] * 5, "the newest come first"

    use(tmp_path, play)


def test_a_busy_store_does_not_stop_the_sweep(tmp_path: Path, caplog: pytest.LogCaptureFixture) -> None:
    async def play(hub: Hub, store: SqliteStore) -> None:
        room = await hub.create(WAITING, "ada")
        room.enter(Somebody(0))
        await settled(hub)
        await store.close()
        await sweep(hub)
        await settled(hub)
        assert "the list of tables is out of date" in caplog.text

    use(tmp_path, play)


def test_a_server_refuses_too_many_listed_tables(tmp_path: Path) -> None:
    with served(tmp_path) as server:
        tables = [open_table(server, game="dakapo", listed=True)["table"] for _ in range(SHARE)]
        answer = http.post(f"{server.url}/api/tables", json={"game": "dakapo", "listed": True})
        assert (answer.status_code, answer.json()["error"]) == (429, "rate")
        assert answer.json()["fact"] == {"code": "server.too-many-listed", "args": {"most": SHARE}, "cells": []}
        open_table(server, game="dakapo")
        cards = http.get(f"{server.url}/api/tables").json()["tables"]
        assert {card["table"] for card in cards} == set(tables)
