"""The hub and the server ask for nonces, wait for them and keep them secret."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from encore.core.record import format_record, parse_record
from encore.server.domain import decisions, reveals
from encore.server.domain.clocks import Timing
from encore.server.domain.deals import commitment
from encore.server.domain.nonces import REVEALING
from encore.server.domain.proof import told
from encore.server.rooms.hub import Hub
from encore.server.storage.sqlite import SqliteStore
from encore.server.storage.transfer import read_all, write_all
from tests.server.client import Served, at_table, failure, http, join, open_table, served
from tests.server.hubs import Time, until, use
from tests.server.nonces import (
    ADA,
    BOB,
    BOT,
    CY,
    OPEN,
    SCREEN,
    SECRET,
    opened,
    record_of_pair,
)

# The hub.


def test_the_hub_begins_a_game_whose_opener_is_away(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("encore.server.domain.nonces.REVEALING", 50)
    days = opened(SCREEN, OPEN, timing=Timing("days", days=3))

    async def play(hub: Hub, _: SqliteStore) -> None:
        room = await hub.create(days)
        await room.act(None, lambda table, _: decisions.sit(table, "bob", "Bob", None, commitment(BOB)))
        assert room.table.phase == "waiting"
        await until(lambda: room.table.phase == "playing")
        assert [share.nonce for share in room.table.shares] == ["", ""]

    use(tmp_path, play)


def test_a_restarted_server_goes_on_where_it_was(tmp_path: Path) -> None:
    """The time for nonces follows from the stored row: a nonce before it counts, and after it the game has begun."""
    time = Time()
    name = ""

    async def before(hub: Hub, _: SqliteStore) -> None:
        nonlocal name
        room = await hub.create(opened(SCREEN, OPEN))
        name = room.table.name
        await room.act(None, lambda table, _: decisions.sit(table, "bob", "Bob", None, commitment(BOB)))

    async def soon(hub: Hub, _: SqliteStore) -> None:
        room = await hub.room(name)
        assert room.table.phase == "waiting"
        await room.act(None, lambda table, _: reveals.reveal(table, "bob", BOB))

    async def later(hub: Hub, _: SqliteStore) -> None:
        table = (await hub.room(name)).table
        assert (table.phase, [share.nonce for share in table.shares]) == ("playing", ["", BOB])

    use(tmp_path, before, time)
    time.now += REVEALING // 2
    use(tmp_path, soon, time)
    time.now += REVEALING
    use(tmp_path, later, time)


def test_an_export_carries_a_game_that_waits_for_nonces(tmp_path: Path) -> None:
    time, name = Time(), ""
    (tmp_path / "new").mkdir()

    async def before(hub: Hub, _: SqliteStore) -> None:
        nonlocal name
        room = await hub.create(opened(SCREEN, OPEN))
        name = room.table.name
        await room.act(None, lambda table, _: decisions.sit(table, "bob", "Bob", None, commitment(BOB)))
        await room.act(None, lambda table, _: reveals.reveal(table, "bob", BOB))

    async def after(hub: Hub, _: SqliteStore) -> None:
        room = await hub.room(name)
        await room.act(None, lambda table, _: reveals.reveal(table, "ada", ADA))
        assert [share.nonce for share in room.table.shares] == [ADA, BOB]

    use(tmp_path, before, time)
    file = tmp_path / "export"
    asyncio.run(write_all(SqliteStore(tmp_path / "tables.sqlite"), file))
    assert file.stat().st_mode & 0o077 == 0  # it has the secret and the nonces
    assert asyncio.run(read_all(SqliteStore(tmp_path / "new" / "tables.sqlite"), file, time)) == (1, 0)
    use(tmp_path / "new", after, time)


# The server.


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Served]:
    with served(tmp_path_factory.mktemp("tables"), "--unlimited") as running:
        yield running


def test_programs_commit_and_reveal_over_http(server: Served) -> None:
    table = open_table(server, game="dacapo", nonce_hash=commitment(ADA))
    url = f"{server.url}/api/tables/{table['table']}"
    before = http.get(url).json()["deal"]
    assert (before["number"], before["nonce_hashes"]) == (1, [commitment(ADA), ""])
    bob = join(server, table, name="Bob", nonce_hash=commitment(BOB))
    asked = http.get(url).json()["deal"]
    assert asked["secret_hash"] == before["secret_hash"]
    assert (asked["nonce_hashes"], asked["reveal"]) == ([commitment(ADA), commitment(BOB)], [0, 1])
    assert 0 < asked["ms"] <= REVEALING

    def send(token: str, nonce: str) -> Any:
        headers = {"Authorization": f"Bearer {token}"} if token else {}
        return http.post(f"{url}/reveal", json={"nonce": nonce}, headers=headers)

    assert failure(send("", ADA)) == (403, "entry")
    assert failure(send(table["token"], "short")) == (422, "frame")
    assert failure(send(table["token"], BOB)) == (409, "refused")
    assert send(table["token"], ADA).json()["deal"]["reveal"] == [1]
    assert send(bob["token"], BOB).json()["phase"] == "playing"
    assert failure(send(bob["token"], BOB)) == (409, "refused")


def test_everybody_is_asked_over_the_socket_and_sees_no_nonce_before_the_end(server: Served) -> None:
    table = open_table(server, game="dacapo", nonce_hash=commitment(ADA), options={"target": 20})
    name = table["table"]

    async def play() -> None:
        async with at_table(server, name, table["token"]) as ada, at_table(server, name) as watcher:
            assert "reveal" not in (await ada.next("full"))["deal"]
            bob_seat = join(server, table, nonce_hash=commitment(BOB))
            assert (await ada.next("full"))["deal"]["reveal"] == [0, 1]
            async with at_table(server, name, bob_seat["token"]) as bob:
                assert (await bob.next("full"))["deal"]["reveal"] == [0, 1]
                assert (await watcher.do("reveal", nonce=ADA))["code"] == "entry"
                assert (await bob.do("reveal", nonce=CY))["fact"]["code"] == "server.deal-wrong-nonce"
                assert (await bob.do("reveal", nonce=BOB))["t"] == "ack"
                assert (await ada.do("reveal", nonce=ADA))["t"] == "ack"
                while (begun := await watcher.next("full"))["phase"] != "playing":
                    pass
                assert "reveal" not in begun["deal"]
                assert begun["deal"]["nonce_hashes"] == [commitment(ADA), commitment(BOB)]
                secret_hash = begun["deal"]["secret_hash"]
                running = http.get(f"{server.url}/api/tables/{name}/record").text
                await bob.do("resign")
                await watcher.next("ev")
                for client in (ada, bob, watcher):
                    for frame in client.frames:
                        assert ADA not in frame and BOB not in frame
                record = parse_record(http.get(f"{server.url}/api/tables/{name}/record").text)
                for hidden in (record.tags["Secret"], ADA, BOB):
                    assert hidden not in running
                assert record.tags["Secret"] not in "".join(ada.frames + bob.frames + watcher.frames)
                assert secret_hash == record.tags["SecretHash"]
                # A rematch: the hash of the next secret comes with the first request.
                await bob.do("ask", what="rematch", nonce_hash=commitment(CY))
                while "secret_hash" not in (asked := await watcher.next("ev")):
                    pass
                await ada.do("ask", what="rematch", nonce_hash=commitment(ADA))
                sealed = await watcher.next("full")
                assert sealed["phase"] == "over"
                assert (sealed["deal"]["number"], sealed["deal"]["reveal"]) == (2, [0, 1])
                assert sealed["deal"]["secret_hash"] == asked["secret_hash"] != secret_hash
                await bob.do("reveal", nonce=CY)
                await ada.do("reveal", nonce=ADA)
                assert (await watcher.next("full"))["number"] == 2

    asyncio.run(play())


def test_the_server_verifies_a_record_and_says_what_is_wrong(server: Served) -> None:
    record, _ = record_of_pair()
    text = format_record(record)
    answer = http.post(f"{server.url}/api/verify", json={"record": text}).json()
    assert answer["deals"] >= 1
    assert [fact["code"] for fact in answer["facts"]] == ["server.deal-secret", "server.deal-nonces"]
    assert answer["said"] == [str(fact) for fact in told(record.tags)]
    forged = http.post(f"{server.url}/api/verify", json={"record": text.replace(SECRET, "6" * 64)})
    assert failure(forged) == (422, "option")
    assert forged.json()["fact"]["code"] == "server.deal-other-secret"


def test_nothing_secret_is_logged(tmp_path: Path, caplog: pytest.LogCaptureFixture) -> None:
    caplog.set_level(logging.DEBUG)

    async def play(hub: Hub, _: SqliteStore) -> None:
        room = await hub.create(opened(SCREEN, BOT))
        with pytest.raises(decisions.Refusal):
            await room.act(None, lambda table, _: reveals.reveal(table, "ada", BOB))
        await room.act(None, lambda table, _: reveals.reveal(table, "ada", ADA))

    use(tmp_path, play)
    for secret in (SECRET, ADA, BOB):
        assert secret not in caplog.text
