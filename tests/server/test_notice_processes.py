"""Notices are sent once by several processes, and none is lost when a process is killed."""

from __future__ import annotations

import asyncio
import random
import time
from collections.abc import Iterator, Sequence
from pathlib import Path

import httpx
import msgspec
import pytest

from encore.server.bots.thinkers import Thinkers
from encore.server.domain.events import Chair
from encore.server.domain.notices import GRACE
from encore.server.domain.people import Person, PersonSeat, Session
from encore.server.http.app import build
from encore.server.rooms.hub import Hub
from encore.server.rooms.room import SeatKept
from encore.server.storage.sqlite import SqliteStore
from encore.server.storage.store import StoreBusy
from encore.server.wire.limits import Limits
from tests.patience import PATIENCE, wait_until
from tests.server.client import running, served
from tests.server.hubs import OPENED, SharedBus, settled, until, use, write
from tests.server.push_service import PushService, push_service
from tests.server.services import PostgresService, ValkeyService
from tests.server.test_notices import Player, begin, kinds, move


@pytest.fixture
def service() -> Iterator[PushService]:
    with push_service() as running_service:
        yield running_service


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


class Match:
    """Two people at a table; it counts how many notices of turns each of them must get, at least and at most."""

    def __init__(self, ada: Player, bo: Player) -> None:
        self.players, self.table = (ada, bo), begin(ada, bo)
        self.turn = 0
        self.least, self.most = [0, 0], [0, 0]

    @property
    def over(self) -> bool:
        return bool(self.players[0].get(f"/api/tables/{self.table}").json()["phase"] != "playing")

    def told(self, number: int) -> int:
        """Return how many notices of turns a player has got."""
        messages = self.players[number].phone.messages
        return sum(message["kind"] == "turn" and message["table"] == self.table for message in messages)

    def move(self, rng: random.Random) -> int:
        """Let the player to move play; return the next one, who is to be told."""
        player = self.players[self.turn]
        asyncio.run(move(player, self.table, rng.choice(player.get(f"/api/tables/{self.table}").json()["legal"])))
        self.turn = 1 - self.turn
        return self.turn

    def expect(self, number: int, times: int = 1) -> None:
        """Wait until a player is told of their turn; it may be told several times if the sender was killed."""
        self.least[number] += 1
        self.most[number] += times
        wait_until(lambda: self.told(number) >= self.least[number])

    def check(self) -> None:
        for number in (0, 1):
            assert self.least[number] <= self.told(number) <= self.most[number]


def test_every_turn_is_told_though_the_server_is_killed(service: PushService, tmp_path: Path, thorough: bool) -> None:
    """People play at random, at once or after they were told, and the server is killed at random moments.

    Every turn that waits is told. Without a kill it is told once, and a turn that is over at once never is.
    """
    rng, each = random.Random(19), 8 if thorough else 1
    with served(tmp_path, "--unlimited", "--push-service", service.url) as server:
        ada, bo = Player(server, service, "ada"), Player(server, service, "bo")
        matches = [Match(ada, bo) for _ in range(3)]
        for what in rng.sample(["wait", "hurry", "kill"] * each, 3 * each):
            match = rng.choice([one for one in matches if not one.over])
            next_one = match.move(rng)
            if match.over:
                continue
            if what == "kill":
                time.sleep(rng.uniform(0, 1.2))  # before, while or after it is sent
                server.kill()
                asyncio.run(_end_claims(tmp_path))
                server.start()
                match.expect(next_one, times=2)
            elif what == "wait":
                match.expect(next_one)
            else:
                start = time.monotonic()
                last = match.move(rng)
                # Whoever needs more time than the notice waits may have been told.
                match.most[next_one] += time.monotonic() - start > GRACE / 1000
                if not match.over:
                    match.expect(last)
        quiet = Match(ada, bo)
        quiet.expect(quiet.move(rng))  # by now, all that was due before has been sent
        for match in (*matches, quiet):
            match.check()


def test_a_notice_is_withdrawn_though_the_server_is_killed_after_the_move(service: PushService, tmp_path: Path) -> None:
    with served(tmp_path, "--unlimited", "--push-service", service.url) as server:
        ada, bo = Player(server, service, "ada"), Player(server, service, "bo")
        match = Match(ada, bo)
        match.expect(match.move(random.Random(19)))
        asyncio.run(_settled(tmp_path))

        async def move_and_kill() -> None:
            async with bo.at_table(match.table) as client:
                state = await client.next("full")
                await client.send("act", v=state["v"], a=state["legal"][0])
                await client.next("ack")
                server.kill()  # before it tells the browsers

        asyncio.run(move_and_kill())
        assert kinds(bo.phone)[-1] == "turn"
        server.start()
        wait_until(lambda: kinds(bo.phone)[-1] == "done")


async def _settled(folder: Path) -> None:
    """Wait until it is stored that a notice was sent."""
    store = SqliteStore(folder / "tables.sqlite")
    await store.open()
    async with asyncio.timeout(PATIENCE):
        while not await store._read("SELECT 1 FROM notices WHERE kind = 'turn' AND sent > 0", ()):
            await asyncio.sleep(0.05)
    await store.close()


async def _end_claims(folder: Path) -> None:
    """Let claims of the killed process end now, not in a minute."""
    store = SqliteStore(folder / "tables.sqlite")
    await store.open()
    await store._queue(lambda db: db.execute("UPDATE notices SET claimed = 0").rowcount)
    await store.close()


async def keep_seat_of_ada(store: SqliteStore, table: str) -> None:
    """Store that a person keeps the seat of ada, as another process does."""
    await store.people.add_person(Person("p", "Ada", "en", 1), None, [], Session("h", "i", "p", "", 0, 0))
    await store.people.put_seat(PersonSeat("p", table, "ada", 1))


def test_a_process_knows_after_a_gap_whose_seats_people_keep(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    async def busy(tables: Sequence[str]) -> dict[str, set[str]]:
        raise StoreBusy("the database is away")

    async def play(hub: Hub, store: SqliteStore) -> None:
        await write(store, "t", 1, OPENED)
        other = Hub(store, SharedBus(), Thinkers(1))
        room = await other.room("t")
        await settled(other)
        await keep_seat_of_ada(store, "t")
        with monkeypatch.context() as patch:
            patch.setattr(store.notices, "kept", busy)
            other.peers.gap()
            await asyncio.gather(*other._tasks, return_exceptions=True)
        assert room.kept == set()
        room.catch_up()
        await settled(other)
        assert room.kept == {"ada"}

    use(tmp_path, play)


@pytest.mark.parametrize("lost", [False, True], ids=["told", "gap"])
def test_a_table_that_is_being_opened_learns_whose_seats_people_keep(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, lost: bool
) -> None:
    async def play(hub: Hub, store: SqliteStore) -> None:
        await write(store, "t", 1, OPENED)
        other = Hub(store, SharedBus(), Thinkers(1))
        asked, stored = asyncio.Event(), asyncio.Event()

        async def late(tables: Sequence[str]) -> dict[str, set[str]]:
            old = await kept(tables)
            asked.set()
            await stored.wait()
            return old

        kept = store.notices.kept
        monkeypatch.setattr(store.notices, "kept", late)
        opening = asyncio.create_task(other.room("t"))
        await asked.wait()
        await keep_seat_of_ada(store, "t")
        if lost:
            other.peers.gap()
        else:
            other.peers.heard("t", msgspec.json.encode(SeatKept("ada")))
        stored.set()
        room = await opening
        await until(lambda: room.kept == {"ada"})
        await settled(other)

    use(tmp_path, play)


def test_a_join_that_is_refused_leaves_nobody_among_those_who_keep_seats(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    told = list[object]()

    async def play(hub: Hub, store: SqliteStore) -> None:
        room = await hub.create(msgspec.structs.replace(OPENED, chairs=(Chair("screen", "ada"), Chair("open"))))
        join = f"/api/tables/{room.table.name}/join"
        monkeypatch.setattr(hub, "tell", lambda name, message: told.append(message))
        transport = httpx.ASGITransport(build(hub, Limits(unlimited=True)))
        async with httpx.AsyncClient(transport=transport, base_url="http://127.0.0.1") as client:
            assert (await client.post("/api/people", json={"name": "Bo", "language": "en"})).is_success
            for chair in (0, 0):
                assert not (await client.post(join, json={"name": "Bo", "chair": chair})).is_success
            assert not room.kept
            assert not [one for one in told if isinstance(one, SeatKept)]
            joined = await client.post(join, json={"name": "Bo", "chair": 1})
            assert joined.is_success, joined.text
        assert room.kept == {room.table.holders[1]}
        assert SeatKept(room.table.holders[1]) in told
        await settled(hub)

    use(tmp_path, play)
