"""Seats at public tables: one visitor can hold a few at tables of others, and invitations do not count."""

from __future__ import annotations

import asyncio
from collections import Counter
from collections.abc import Awaitable, Callable
from pathlib import Path
from typing import Any

import httpx

from encore.server.domain import decisions
from encore.server.domain.decisions import Decision
from encore.server.domain.events import Ended
from encore.server.http.app import build
from encore.server.rooms.hub import Hub
from encore.server.storage.sqlite import SqliteStore
from encore.server.wire.limits import Limits
from tests.server.hubs import settled, use

MOST = int(Limits().seats)
GREEDY = "192.0.2.1"
SECRET = "s" * 32

Ask = Callable[..., Awaitable[httpx.Response]]


def play(folder: Path, scene: Callable[[Hub, Ask], Awaitable[None]]) -> None:
    """Run a scene with a function that sends requests from any address."""

    async def played(hub: Hub, store: SqliteStore) -> None:
        app = build(hub)

        async def ask(address: str, path: str, **body: Any) -> httpx.Response:
            transport = httpx.ASGITransport(app, client=(address, 1))
            async with httpx.AsyncClient(transport=transport, base_url="http://localhost") as client:
                return await client.post(path, json={"keep": "token", **body})

        await scene(hub, ask)
        await settled(hub)

    use(folder, played)


async def opened(ask: Ask, count: int, **asked: Any) -> list[dict[str, Any]]:
    """Open listed tables, each from a different address."""
    body = {"game": "dakapo", "listed": True, **asked}
    return [(await ask(f"198.51.100.{n}", "/api/tables", **body)).json() for n in range(count)]


async def join(ask: Ask, table: dict[str, Any], address: str = GREEDY, **body: Any) -> httpx.Response:
    return await ask(address, f"/api/tables/{table['table']}/join", **body)


def test_one_visitor_cannot_take_the_open_seats_of_everybody(tmp_path: Path) -> None:
    async def scene(hub: Hub, ask: Ask) -> None:
        tables = await opened(ask, 3 * MOST)
        # At once: seats that are not stored yet count, too.
        answers = await asyncio.gather(*(join(ask, table) for table in tables))
        assert Counter(answer.status_code for answer in answers) == {200: MOST, 429: 2 * MOST}
        refused = next(answer.json() for answer in answers if answer.status_code == 429)
        assert refused["error"] == "rate"
        assert refused["fact"] == {"code": "server.too-many-seats", "args": {"most": MOST}, "cells": []}
        free = next(table for table, answer in zip(tables, answers, strict=True) if answer.status_code == 429)
        assert (await join(ask, free, "192.0.2.2")).status_code == 200

    play(tmp_path, scene)


def test_seats_of_one_table_are_counted_one_by_one(tmp_path: Path) -> None:
    async def scene(hub: Hub, ask: Ask) -> None:
        tables = await opened(ask, MOST, game="dalapapa", players=4)
        codes = [
            (await join(ask, table, chair=chair, secret=f"{n:032}")).status_code
            for n, table in enumerate(tables)
            for chair in (1, 2)
        ]
        assert Counter(codes) == {200: MOST, 429: MOST}

    play(tmp_path, scene)


def test_a_seat_counts_until_it_is_given_up_or_the_game_is_over(tmp_path: Path) -> None:
    async def scene(hub: Hub, ask: Ask) -> None:
        tables = await opened(ask, MOST + 5, game="dalapapa", players=4)
        for table in tables[:MOST]:
            assert (await join(ask, table)).status_code == 200
        assert (await join(ask, tables[-1])).status_code == 429
        left, over, abandoned = (hub.rooms[table["table"]] for table in tables[:3])
        await left.act(None, lambda table, _: decisions.rise(table, 1))
        assert (await join(ask, tables[-1])).status_code == 200
        assert (await join(ask, tables[-2])).status_code == 429
        await over.act(None, lambda table, _: decisions.begin(table))
        await over.act(None, lambda table, _: Decision((Ended("agreed", ()),)))
        assert (await join(ask, tables[-2])).status_code == 200
        # A closed table counts as long as it is listed.
        await settled(hub)
        hub.put_away(abandoned.table.name)
        assert (await join(ask, tables[-3])).status_code == 429
        card = await hub.store.card(abandoned.table.name)
        assert card
        await hub.store.put_card(type(card)(card.table, False, card.data))
        assert (await join(ask, tables[-3])).status_code == 200
        assert (await join(ask, tables[-4])).status_code == 429

    play(tmp_path, scene)


def test_invitations_own_tables_and_repeated_requests_do_not_count(tmp_path: Path) -> None:
    """People behind one address can still play with each other and with their friends."""

    async def scene(hub: Hub, ask: Ask) -> None:
        tables = await opened(ask, MOST + 5)
        for table in tables[:MOST]:
            assert (await join(ask, table, invite=table["invite"])).status_code == 200
        assert (await join(ask, tables[MOST], secret=SECRET)).status_code == 200
        for _ in range(MOST):
            again = await join(ask, tables[MOST], secret=SECRET)
            assert (again.status_code, again.json()["you"]) == (200, [1])
        own = [(await ask(GREEDY, "/api/tables", game="dakapo", listed=True)).json() for _ in range(3)]
        for table in own:
            assert (await join(ask, table)).status_code == 200
        for table in await opened(ask, MOST - 1):
            assert (await join(ask, table)).status_code == 200
        assert (await join(ask, tables[-1])).status_code == 429
        assert (await join(ask, tables[-1], invite=tables[-1]["invite"])).status_code == 200

    play(tmp_path, scene)


def test_a_refused_seat_does_not_count(tmp_path: Path) -> None:
    async def scene(hub: Hub, ask: Ask) -> None:
        full, *tables = await opened(ask, MOST + 1)
        assert (await join(ask, full, "192.0.2.2")).status_code == 200
        for _ in range(2 * MOST):
            assert (await join(ask, full)).status_code == 409
        for table in tables:
            assert (await join(ask, table)).status_code == 200

    play(tmp_path, scene)
