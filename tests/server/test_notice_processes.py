"""Notices are sent once by several processes, and none is lost when a process is killed."""

from __future__ import annotations

import asyncio
import random
from collections.abc import Iterator
from pathlib import Path

import pytest

from encore.server.storage.sqlite import SqliteStore
from tests.server.client import running, served
from tests.server.push_service import PushService, push_service, wait_until
from tests.server.services import PostgresService, ValkeyService
from tests.server.test_notices import Player, begin, kinds, move


@pytest.fixture
def service() -> Iterator[PushService]:
    with push_service() as running_service:
        yield running_service


def play_on(table: str, first: Player, second: Player, moves: int, rng: random.Random) -> None:
    """Play random moves in turn, each through the process of its player."""
    for number in range(moves):
        player = second if number % 2 else first
        state = player.get(f"/api/tables/{table}").json()
        if state["phase"] != "playing":
            return
        asyncio.run(move(player, table, rng.choice(state["legal"])))


def test_two_processes_send_each_notice_once(
    service: PushService, postgres: PostgresService, valkey: ValkeyService
) -> None:
    shared = ("--database", postgres.database(), "--bus", valkey.url, "--unlimited", "--push-service", service.url)
    with running(*shared) as one, running(*shared) as other:
        ada, bo = Player(one, service, "ada"), Player(other, service, "bo")
        table = begin(ada, bo)
        ada.phone.wait()
        for number in range(4):
            player, next_one = (bo, ada) if number % 2 else (ada, bo)
            before = kinds(next_one.phone).count("turn")
            state = player.get(f"/api/tables/{table}").json()
            asyncio.run(move(player, table, state["legal"][0]))
            wait_until(lambda: kinds(next_one.phone).count("turn") > before)  # noqa: B023
        # Both have looked for late notices by now or will, and find none.
        assert kinds(ada.phone).count("turn") == kinds(bo.phone).count("turn") == 2
        assert kinds(ada.phone).count("begun") == 1


def test_somebody_at_another_process_has_the_table_before_them(
    service: PushService, postgres: PostgresService, valkey: ValkeyService
) -> None:
    shared = ("--database", postgres.database(), "--bus", valkey.url, "--unlimited", "--push-service", service.url)
    with running(*shared) as one, running(*shared) as other:
        ada, bo = Player(one, service, "ada"), Player(other, service, "bo")
        table = begin(ada, bo)

        async def play() -> None:
            async with ada.at_table(table) as mine, bo.at_table(table) as theirs:
                state = await mine.next("full")
                await theirs.next("full")
                while 1 not in (await mine.next("here"))["chairs"]:
                    pass
                assert (await mine.do("act", v=state["v"], a="e6r"))["t"] == "ack"
                await theirs.next("ev")
                await asyncio.to_thread(begin, ada, Player(one, service, "cy"))
                await asyncio.to_thread(ada.phone.wait)

        asyncio.run(play())
        assert bo.phone.messages == []


def test_a_process_that_is_killed_loses_no_notice(service: PushService, tmp_path: Path) -> None:
    """It is killed at random moments while two people play; at the end everybody knows of the last turn, once."""
    rng = random.Random(19)
    with served(tmp_path, "--unlimited", "--push-service", service.url) as server:
        ada, bo = Player(server, service, "ada"), Player(server, service, "bo")
        tables = [begin(ada, bo) for _ in range(4)]
        for _ in range(3):
            for table in tables:
                play_on(table, ada, bo, 2, rng)
            play_on(rng.choice(tables), ada, bo, 2, rng)
            asyncio.run(move(ada, tables[0], ada.get(f"/api/tables/{tables[0]}").json()["legal"][0]))
            server.kill()
            asyncio.run(_end_claims(tmp_path))
            server.start()
            asyncio.run(move(bo, tables[0], bo.get(f"/api/tables/{tables[0]}").json()["legal"][0]))
        last = [table for table in tables if _is_turn(ada, table)]
        wait_until(lambda: all(_told(ada, table) for table in last))
    for table in last:
        assert _told(ada, table)


async def _end_claims(folder: Path) -> None:
    """Let claims of the killed process end now, not in a minute."""
    store = SqliteStore(folder / "tables.sqlite")
    await store.open()
    await store._queue(lambda db: db.execute("UPDATE notices SET claimed = 0").rowcount)
    await store.close()


def _is_turn(player: Player, table: str) -> bool:
    state = player.get(f"/api/tables/{table}").json()
    return bool(state["phase"] == "playing" and state["to_move"] == 0)


def _told(player: Player, table: str) -> bool:
    """Return whether the newest message about a table says that it is the player's turn, or that the game began."""
    about = [message["kind"] for message in player.phone.messages if message["table"] == table]
    return bool(about) and about[-1] in ("turn", "begun")
