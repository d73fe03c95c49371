"""PostgreSQL on several machines: one is lost, and a commit waits for the other one."""

from __future__ import annotations

import socket
from itertools import count
from pathlib import Path

import pytest

from encore.server.storage import postgres_hosts
from encore.server.storage.postgres_hosts import each_host
from encore.server.storage.store import Conflict, Store, StoreBusy
from tests.server.places import PostgresPlace, busy, row, use, when_back
from tests.server.services import PostgresService


@pytest.mark.parametrize(
    ("url", "hosts"),
    [
        ("postgresql://a:b@h/db", ["postgresql://a:b@h/db"]),
        ("postgresql:///db?host=/run/x", ["postgresql:///db?host=%2Frun%2Fx"]),
        (
            "postgresql://a%40:b@[::1]:5432,h/db?target_session_attrs=read-write",
            [f"postgresql://a%40:b@{host}/db?target_session_attrs=read-write" for host in ("[::1]:5432", "h")],
        ),
        ("postgresql://a@/db?host=/x,/y&port=1", ["postgresql://a@/db?port=1&host=%2Fx", "postgresql://a@/db?port=1&host=%2Fy"]),
    ],
)  # fmt: skip
def test_an_address_names_its_hosts(url: str, hosts: list[str]) -> None:
    assert each_host(url) == hosts


def test_a_machine_that_does_not_answer_does_not_hide_the_next_one(
    postgres: PostgresService, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(postgres_hosts, "PATIENCE", 4.0)
    url = postgres.database().replace("host=", f"host={tmp_path},")

    async def play(store: Store) -> None:
        await store.append(row("a", 1))
        assert await store.rows("a") == [row("a", 1)]

    with socket.socket(socket.AF_UNIX) as silent:
        silent.bind(str(tmp_path / ".s.PGSQL.5432"))
        silent.listen()
        use(PostgresPlace(url), play)


def test_a_row_that_the_standby_does_not_have_is_not_there_for_anybody(
    postgres: PostgresService, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Otherwise a repeated action would be acknowledged, and be lost with the primary."""
    place = PostgresPlace(postgres.database())

    async def standby(name: str) -> None:
        await place.execute(f"ALTER SYSTEM SET synchronous_standby_names = '{name}'")
        await place.execute("SELECT pg_reload_conf()")

    async def play(store: Store) -> None:
        await store.append(row("a", 1))
        monkeypatch.setattr(postgres_hosts, "PATIENCE", 1.0)
        await standby("lost")
        try:
            await _until_it_waits(store)
            await busy(store.append(row("b", 1)))
            assert await store.rows("b") == []
            await busy(store.append(row("b", 1)))
            assert await store.rows("b") == []
        finally:
            await standby("")

        async def stored() -> None:
            with pytest.raises(Conflict):
                await store.append(row("b", 1))

        await when_back(stored)
        assert await store.rows("b") == [row("b", 1)]

    use(place, play)


async def _until_it_waits(store: Store) -> None:
    """Write until a commit waits for a standby: a changed setting is read some time later."""
    for number in count():
        try:
            await store.append(row(f"before {number}", 1))
        except StoreBusy:
            return
