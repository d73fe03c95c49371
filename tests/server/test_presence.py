"""Who is connected to a table, in which process, and how long others have been away."""

from __future__ import annotations

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path
from typing import cast

import msgspec
import pytest

from encore.server.bots.thinkers import Thinkers
from encore.server.domain import decisions
from encore.server.domain.clocks import TimeOfDay, Timing, now_ms
from encore.server.domain.decisions import GONE, Decision, Refusal
from encore.server.domain.events import Began
from encore.server.domain.table import Table
from encore.server.rooms.hub import Hub
from encore.server.rooms.presence import FRESH, PresenceReport
from encore.server.rooms.valkey import ValkeyBus
from encore.server.storage.sqlite import SqliteStore
from encore.server.wire.frames import Frames
from encore.server.wire.limits import Limits
from encore.server.wire.socket import Connection
from tests.server.hubs import OPENED, Somebody, Time, until, use, write
from tests.server.services import ValkeyService


@pytest.fixture
def clock() -> Time:
    return Time()


def test_the_win_is_claimed_only_against_players_who_are_away_long(tmp_path: Path, clock: Time) -> None:
    """Long thinking is not absence; and nothing happens before somebody claims."""

    async def play(hub: Hub, store: SqliteStore) -> None:
        await write(store, "table", 1, msgspec.structs.replace(OPENED, timing=Timing()), Began(0, "seed"))
        room = await hub.room("table")

        def claim(table: Table, at: int) -> Decision:
            return decisions.claim(table, 1, at, room.away(0))

        ada, again = Somebody(0), Somebody(0)
        room.enter(ada)
        room.enter(again)
        clock.now += 10 * GONE
        room.leave(ada)
        with pytest.raises(Refusal, match="has not been away"):
            await room.act(None, claim)
        room.leave(again)
        clock.now += GONE - 1
        with pytest.raises(Refusal, match="has not been away"):
            await room.act(None, claim)
        room.enter(ada)
        room.leave(ada)
        clock.now += GONE - 1
        with pytest.raises(Refusal, match="has not been away"):
            await room.act(None, claim)
        clock.now += 1
        assert room.table.phase == "playing"
        await room.act(None, claim)
        assert room.table.ended
        assert (room.table.ended.reason, room.table.ended.winners) == ("abandoned", (1,))

    use(tmp_path, play, clock)


def test_absence_counts_from_the_last_report_of_another_process(tmp_path: Path, clock: Time) -> None:
    async def play(hub: Hub, store: SqliteStore) -> None:
        await write(store, "table", 1, OPENED, Began(0, "seed"))
        room = await hub.room("table")
        for _ in range(100):
            room.heard(PresenceReport("other", (0,), 0))
            clock.now += 20_000
        room.heard(PresenceReport("other", (), 0))
        clock.now += 1000
        assert room.away(0) == 1000

    use(tmp_path, play, clock)


@asynccontextmanager
async def joined(store: SqliteStore, valkey: ValkeyService, now: TimeOfDay = now_ms) -> AsyncIterator[Hub]:
    """Open a hub with a shared bus, without bots."""
    hub = Hub(store, ValkeyBus(valkey.url), Thinkers(1), now=now)
    await hub.peers.open()
    try:
        yield hub
    finally:
        await hub.bus.close()


def test_no_claim_against_players_who_may_be_at_an_unreachable_process(
    tmp_path: Path, clock: Time, valkey: ValkeyService
) -> None:
    async def play(_: Hub, store: SqliteStore) -> None:
        await write(store, "table", 1, OPENED, Began(0, "seed"))
        async with joined(store, valkey, clock) as hub:
            room = await hub.room("table")
            clock.now += GONE
            assert room.away(0) == GONE
            valkey.crash()
            await until(lambda: not hub.bus.connected)
            assert room.away(0) == 0
            valkey.start()
            await until(lambda: hub.bus.connected)
            await until(lambda: room.away(0) == 0)  # counted again from here
            clock.now += 1000
            assert room.away(0) == 1000

    use(tmp_path, play, clock)


def test_a_newcomer_at_another_process_gets_the_presence(tmp_path: Path, valkey: ValkeyService) -> None:
    async def play(_: Hub, store: SqliteStore) -> None:
        await write(store, "table", 1, OPENED, Began(0, "seed"))
        async with joined(store, valkey) as one, joined(store, valkey) as other:
            (await one.room("table")).enter(Somebody(0))
            await one.bus.subscribed()
            room = await other.room("table")
            room.enter(Somebody(1))
            await until(lambda: room.here().chairs == (0, 1))

    use(tmp_path, play)


def test_ended_processes_are_dropped(tmp_path: Path, clock: Time) -> None:
    async def play(hub: Hub, store: SqliteStore) -> None:
        await write(store, "table", 1, OPENED, Began(0, "seed"))
        room = await hub.room("table")
        for number in range(100):
            room.heard(PresenceReport(f"process {number}", (0,), 0))
            clock.now += FRESH // 2
        assert len(room.presence._others) == 2
        assert room.away(0) == 0
        clock.now += FRESH
        assert room.away(0) == FRESH + FRESH // 2

    use(tmp_path, play, clock)


def test_a_failed_connection_leaves_no_presence(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The view comes from the game, which may be third-party code."""

    def accident(*_: object) -> str:
        raise ZeroDivisionError

    async def play(hub: Hub, store: SqliteStore) -> None:
        await write(store, "table", 1, OPENED, Began(0, "seed"))
        room = await hub.room("table")
        monkeypatch.setattr(Table, "view", accident)
        frames = cast(Frames, None)  # never used: the view fails first
        with pytest.raises(ZeroDivisionError):
            await Connection(frames, room, "ada", "board", Limits(), "").serve()
        assert not room.receivers
        assert b"encore_sockets 0.0" in hub.metrics.text()

    use(tmp_path, play)
