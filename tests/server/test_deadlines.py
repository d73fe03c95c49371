"""Live games end by themselves when a player's time ends, and the server's own delays cost nobody the game."""

from __future__ import annotations

import asyncio
import time as real_time
from pathlib import Path
from typing import Any, cast

import msgspec
import pytest

from encore.server.bots.search_time import SearchTime
from encore.server.bots.thinkers import Thinkers
from encore.server.domain import decisions
from encore.server.domain.clocks import Timing
from encore.server.domain.decisions import Refusal
from encore.server.domain.events import Began, Chair
from encore.server.rooms.deadlines import LATE, Deadlines
from encore.server.rooms.hub import Hub
from encore.server.rooms.room import Room
from encore.server.storage.sqlite import SqliteStore
from encore.server.storage.store import GAP, Row, StoreBusy
from encore.server.wire.limits import Limits
from encore.server.wire.messages import Claim
from encore.server.wire.socket import Connection
from tests.server.client import at_table, join, open_table, served
from tests.server.hubs import OPENED, SharedBus, Somebody, Time, until, use, write

MINUTES = 600_000
"""What each player has at the table of these tests."""


class Watch:
    """Seconds that a test controls."""

    def __init__(self) -> None:
        self.now = 0.0

    def __call__(self) -> float:
        return self.now


def ring(hub: Hub, room: Room, late: float = 0) -> None:
    """Let the timer of a table ring now."""
    timer = hub._limits._deadlines._timers[room.table.name]
    timer.handle.cancel()
    hub._limits._deadlines._seconds = lambda: timer.at + late
    hub._limits._deadlines._due(room.table.name)
    hub._limits._deadlines._seconds = hub.seconds


async def settled(hub: Hub) -> None:
    """Wait until no background work is left, and nothing that it has started."""
    while hub._tasks:
        await asyncio.gather(*hub._tasks)


def moves(text: str) -> Any:
    return lambda table, now: decisions.play(table, text)


def ending(room: Room) -> tuple[str, tuple[int, ...]] | None:
    ended = room.table.ended
    return (ended.reason, ended.winners) if ended else None


def test_a_game_ends_when_the_time_of_a_player_ends(tmp_path: Path) -> None:
    time = Time()

    async def play(hub: Hub, store: SqliteStore) -> None:
        room = await hub.create(OPENED)
        time.now += MINUTES - 1
        await hub.heartbeat.live()
        ring(hub, room)
        await settled(hub)
        assert ending(room) is None
        time.now += 1
        ring(hub, room)
        await settled(hub)
        assert ending(room) == ("time", (1,))
        with pytest.raises(Refusal, match="The game is over"):
            await room.act(None, lambda table, _: decisions.move(table, "ada", table.version, "e6r"))

    use(tmp_path, play, time)


def test_most_moves_do_not_set_the_timer_again(tmp_path: Path) -> None:
    time = Time()

    async def play(hub: Hub, store: SqliteStore) -> None:
        watch = hub._limits._deadlines._seconds = Watch()
        room = await hub.create(OPENED)
        timer = hub._limits._deadlines._timers[room.table.name]
        for move in ("e6r", "e7g", "e8b"):
            time.now += 1000
            watch.now += 1
            await room.act(None, moves(move))
            assert hub._limits._deadlines._timers[room.table.name] is timer

    use(tmp_path, play, time)


def test_the_timer_is_set_to_the_earlier_end_of_the_other_players_time(tmp_path: Path) -> None:
    time = Time()

    async def play(hub: Hub, store: SqliteStore) -> None:
        room = await hub.create(OPENED)
        time.now += 500_000
        await room.act(None, moves("e6r"))
        await room.act(None, moves("e7g"))
        assert hub._limits._deadlines._timers[room.table.name].at == pytest.approx(hub.seconds() + 100, abs=60)

    use(tmp_path, play, time)


def test_a_late_timer_waits_for_the_next_heartbeat_and_a_move_counts(tmp_path: Path) -> None:
    time = Time()

    async def play(hub: Hub, store: SqliteStore) -> None:
        rooms = [await hub.create(OPENED) for _ in range(2)]
        time.now += MINUTES + 2000
        await hub.heartbeat.live()
        for room in rooms:
            ring(hub, room, late=2 * LATE)
        await settled(hub)
        assert [ending(room) for room in rooms] == [None, None]
        await rooms[0].act(None, moves("e6r"))  # it was in the buffer of the socket
        assert rooms[0].table.clock.left == [0, MINUTES]
        await hub.heartbeat.live()
        await settled(hub)
        assert [ending(room) for room in rooms] == [None, ("time", (1,))]

    use(tmp_path, play, time)


def test_an_outage_is_refunded_before_a_game_ends(tmp_path: Path) -> None:
    time = Time()

    async def play(hub: Hub, store: SqliteStore) -> None:
        room = await hub.create(OPENED)
        time.now += MINUTES - 1000
        await hub.heartbeat.live()
        time.now += 60_000  # the process stood still
        ring(hub, room)
        await settled(hub)
        assert ending(room) is None
        with pytest.raises(Refusal, match="still have time"):
            await room.act(None, lambda table, now: decisions.claim(table, 1, now, 0, room.excused_ms))
        await hub.heartbeat.live()
        await settled(hub)
        assert ending(room) is None
        assert room.table.clock.remaining(0, time.now) == 1000
        time.now += 1000
        ring(hub, room)
        await settled(hub)
        assert ending(room) == ("time", (1,))

    use(tmp_path, play, time)


def test_no_game_ends_while_its_refund_cannot_be_stored(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    time = Time()

    def busy(row: Row, _: object = None) -> asyncio.Future[None]:
        refused: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        refused.set_exception(StoreBusy("the disk is full"))
        return refused

    async def play(hub: Hub, store: SqliteStore) -> None:
        room = await hub.create(OPENED)
        await hub.heartbeat.live()
        time.now += MINUTES + 1000
        with monkeypatch.context() as patch:
            patch.setattr(store, "append", busy)
            ring(hub, room)
            await hub.heartbeat.live()
            await settled(hub)
        hub._limits._flag(room)  # the store is back, but the refund is not there yet
        await settled(hub)
        assert ending(room) is None
        time.now += 2000
        await hub.heartbeat.live()
        await settled(hub)
        assert ending(room) is None
        assert room.table.clock.remaining(0, time.now) == MINUTES - 2000

    use(tmp_path, play, time)


def test_a_game_whose_time_ended_while_it_was_closed_ends_before_anybody_can_move(tmp_path: Path) -> None:
    time = Time()

    async def play(hub: Hub, store: SqliteStore) -> None:
        await write(store, "table", 1, OPENED, Began(0, "seed"))
        await hub.heartbeat.live()
        time.now = MINUTES + 1000
        await hub.heartbeat.live()
        room = await hub.room("table")
        assert ending(room) == ("time", (1,))

    use(tmp_path, play, time)


def test_a_restarted_server_refunds_the_outage_and_goes_on_counting(tmp_path: Path) -> None:
    time = Time()

    async def play(hub: Hub, store: SqliteStore) -> None:
        name = (await hub.create(OPENED)).table.name
        time.now += MINUTES - 5000
        await hub.heartbeat.live()
        time.now += 3_600_000
        second = Hub(store, hub.bus, Thinkers(1), now=time)
        await second.heartbeat.live(0)
        room = await second.room(name)
        assert ending(room) is None
        time.now += 5000
        await second.heartbeat.live(1 << 60)
        ring(second, room)
        await settled(second)
        assert ending(room) == ("time", (1,))

    use(tmp_path, play, time)


def searched(ms: int) -> SearchTime:
    """Return a search that has run for so long."""
    search = SearchTime()
    search._seconds = ms / 1000
    return search


def test_only_one_of_several_processes_ends_a_game(tmp_path: Path) -> None:
    time = Time()

    async def play(hub: Hub, store: SqliteStore) -> None:
        first, second = (Hub(store, SharedBus(), Thinkers(1), now=time) for _ in range(2))
        mine = await first.create(OPENED)
        other = await second.room(mine.table.name)
        time.now += MINUTES
        for each, room in ((first, mine), (second, other)):
            await each.heartbeat.live()
            ring(each, room)
        await settled(first)
        await settled(second)
        assert ending(mine) == ending(other) == ("time", (1,))
        assert mine.table.version == other.table.version == 2

    use(tmp_path, play, time)


def test_a_bot_that_waits_for_a_worker_does_not_lose_on_time(tmp_path: Path) -> None:
    time = Time()

    async def play(hub: Hub, store: SqliteStore) -> None:
        opened = msgspec.structs.replace(OPENED, chairs=(Chair("bot", bot="random"), Chair("screen")))
        room = await hub.create(opened)
        for _ in range(3):
            time.now += MINUTES
            hub.heartbeat.last = time.now
            ring(hub, room)
            await asyncio.sleep(0)
            assert ending(room) is None
        room.search = searched(3 * MINUTES)  # a search that has taken all its time
        ring(hub, room)
        await until(lambda: ending(room) == ("time", (1,)))

    use(tmp_path, play, time)


@pytest.mark.parametrize("timing", [Timing(), Timing("days", days=1)])
def test_only_live_tables_have_a_timer(tmp_path: Path, timing: Timing) -> None:
    async def play(hub: Hub, store: SqliteStore) -> None:
        await hub.create(msgspec.structs.replace(OPENED, timing=timing))
        assert not hub._limits._deadlines._timers

    use(tmp_path, play)


def test_no_timer_stays_when_a_table_or_the_hub_is_closed(tmp_path: Path) -> None:
    async def play(hub: Hub, store: SqliteStore) -> None:
        one, other = [await hub.create(OPENED) for _ in range(2)]
        hub.expired(one)
        assert set(hub._limits._deadlines._timers) == {other.table.name}
        await hub.farewell()
        assert not hub._limits._deadlines._timers
        await other.act(None, moves("e6r"))
        assert not hub._limits._deadlines._timers

    use(tmp_path, play)


def test_a_timer_rings_in_time() -> None:
    async def scene() -> None:
        rung: asyncio.Future[tuple[str, bool]] = asyncio.get_running_loop().create_future()
        deadlines = Deadlines(real_time.monotonic, lambda name, late: rung.set_result((name, late)))
        deadlines.expect("table", 3_600_000)
        deadlines.expect("table", 60)
        deadlines.expect("table", 7_200_000)
        assert (await rung)[0] == "table"
        assert not deadlines._timers

    asyncio.run(scene())


@pytest.mark.thorough
def test_a_real_game_ends_by_itself(tmp_path: Path) -> None:
    """With nobody claiming anything, and a move that comes too late refused."""
    with served(tmp_path) as server:
        table = open_table(server, game="dakapo", timing={"kind": "live", "main": 10})
        token = join(server, table)["token"]

        async def play() -> None:
            async with (
                at_table(server, table["table"], table["token"]) as ada,
                at_table(server, table["table"], token) as bob,
            ):
                await ada.next("full")
                seen = await bob.next("full")
                started = real_time.monotonic()
                for client in (ada, bob):
                    while not (event := await client.next("ev")).get("end"):
                        pass
                    assert (event["end"]["reason"], event["end"]["winners"]) == ("time", [1])
                assert real_time.monotonic() - started > (10_000 - GAP) / 1000
                assert (await ada.do("act", v=seen["v"], a="e6r"))["code"] == "over"

        asyncio.run(play())


def test_everybody_is_told_their_partners(tmp_path: Path) -> None:
    """So that the page offers no claim against them."""

    async def play(hub: Hub, store: SqliteStore) -> None:
        chairs = tuple(Chair("screen") for _ in range(4))
        room = await hub.create(msgspec.structs.replace(OPENED, game="dacapo", players=4, chairs=chairs))
        assert [room.full(Somebody(*held)).partners for held in ((), (0,), (3,), (0, 1), (0, 2))] == [
            (), (2,), (1,), (2, 3), (),
        ]  # fmt: skip
        duel = await hub.create(OPENED)
        assert duel.full(Somebody(0)).partners == ()
        assert [each.full(Somebody()).team_size for each in (room, duel)] == [2, 1]

    use(tmp_path, play)


@pytest.mark.parametrize("bot", [True, False])
def test_a_claim_leaves_out_the_time_that_a_bot_waits_or_the_server_stands_still(tmp_path: Path, bot: bool) -> None:
    time = Time()

    async def play(hub: Hub, store: SqliteStore) -> None:
        first = Chair("bot", bot="random") if bot else Chair("screen")
        room = await hub.create(msgspec.structs.replace(OPENED, chairs=(first, Chair("screen"))))
        room.enter(Somebody(0))
        client = Connection(cast(Any, None), room, "ada", "", Limits(), "visitor")
        await hub.heartbeat.live()
        time.now += 2 * MINUTES
        if bot:
            hub.heartbeat.last = time.now  # the server runs, but no worker is free
        with pytest.raises(Refusal, match="They still have time"):
            client._decide(Claim("id", 1), room.table, time.now)
        hub.heartbeat.last = time.now
        room.search = searched(2 * MINUTES)
        client._decide(Claim("id", 1), room.table, time.now)

    use(tmp_path, play, time)
