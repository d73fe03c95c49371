"""Players leave games of three: votes end in time in every process, and bots play on until somebody returns."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Iterator
from contextlib import AsyncExitStack
from pathlib import Path
from typing import Any

import msgspec
import pytest

from encore.server.domain import decisions, votes
from encore.server.domain.clocks import DAY, Timing
from encore.server.domain.decisions import Decision
from encore.server.domain.events import Chair, Choice, Opened
from encore.server.domain.table import Table, replayed
from encore.server.domain.votes import LONGEST
from encore.server.rooms.hub import Hub
from encore.server.rooms.room import BRIEFLY, Room
from encore.server.storage.sqlite import SqliteStore
from tests.server.client import Client, Served, at_table, http, join, open_table, running, served
from tests.server.hubs import Somebody, Time, use
from tests.server.services import PostgresService, ValkeyService
from tests.server.test_deadlines import ring, settled

THREE = Opened("dalapapa", 3, {}, (Chair("screen", "ada"), *(Chair("open"),) * 2), Timing(), True, True, "ada", "x")


NO_OUTAGE = 1 << 60
"""How long a heartbeat may have been missing: the server was there all the time."""


async def with_empty_seat(hub: Hub, opened: Opened = THREE) -> Room:
    """Return a table of three people of whom the last one, who was not to move, has left."""
    room = await hub.create(opened)
    for name in ("bo", "cy"):
        await room.act(None, lambda table, _, name=name: decisions.sit(table, name, name, None))  # type: ignore[misc]
    assert room.table.to_move == 0
    await room.act(None, lambda table, _: decisions.resign(table, 2))
    await hub.heartbeat.live()
    return room


async def vote(room: Room, chair: int, choice: Choice) -> None:
    def decide(table: Table, _: int) -> Decision:
        return votes.vote(table, [chair], choice, room.expected())

    await room.act(None, decide)


def test_a_vote_ends_after_a_minute(tmp_path: Path) -> None:
    time = Time()

    async def play(hub: Hub, store: SqliteStore) -> None:
        room = await with_empty_seat(hub)
        for chair in (0, 1):
            room.enter(Somebody(chair))
        time.now += LONGEST - 1
        await hub.heartbeat.live(NO_OUTAGE)
        ring(hub, room)
        await settled(hub)
        assert room.table.voting
        time.now += 1
        ring(hub, room)
        await settled(hub)
        assert (room.table.voting, room.table.chairs[2].bot) == (False, "bot:medium")

    use(tmp_path, play, time)


def test_a_vote_does_not_wait_for_somebody_who_is_offline(tmp_path: Path) -> None:
    time = Time()

    async def play(hub: Hub, store: SqliteStore) -> None:
        room = await with_empty_seat(hub)
        here, gone = Somebody(0), Somebody(1)
        room.enter(here)
        room.enter(gone)
        await vote(room, 0, "end")
        room.leave(gone)
        time.now += BRIEFLY - 1
        await hub.heartbeat.live(NO_OUTAGE)
        ring(hub, room)
        await settled(hub)
        assert room.table.voting
        time.now += 1
        ring(hub, room)
        await settled(hub)
        assert room.table.ended is not None
        assert room.table.ended.winners == (0, 1)

    use(tmp_path, play, time)


def test_with_days_per_move_everybody_has_a_day_to_vote(tmp_path: Path) -> None:
    time = Time()

    async def play(hub: Hub, store: SqliteStore) -> None:
        room = await with_empty_seat(hub, msgspec.structs.replace(THREE, timing=Timing("days", days=3)))
        await vote(room, 0, "end")
        time.now += DAY - 1
        await hub.heartbeat.live(NO_OUTAGE)
        ring(hub, room)
        await settled(hub)
        assert room.table.voting
        time.now += 1
        ring(hub, room)
        await settled(hub)
        assert room.table.phase == "over"

    use(tmp_path, play, time)


@pytest.mark.parametrize("timing", [Timing(), Timing("days", days=3)], ids=["live", "days"])
def test_a_vote_waits_while_the_server_is_down(tmp_path: Path, timing: Timing) -> None:
    """After the outage everybody still has their time; then the vote ends, even if nobody opens the table."""
    time, longest = Time(), DAY if timing.kind == "days" else LONGEST
    names = list[str]()

    async def before(hub: Hub, store: SqliteStore) -> None:
        room = await with_empty_seat(hub, msgspec.structs.replace(THREE, timing=timing))
        await vote(room, 0, "end")
        names.append(room.table.name)

    async def after(hub: Hub, store: SqliteStore) -> None:
        time.now += 3 * longest
        await hub.heartbeat.live()
        room = await hub.room(names[0])
        assert room.table.voting
        assert votes.left_ms(room.table, time.now) == longest
        hub.put_away(names[0])
        wakes = await store.notices.claim(time.now + longest, names, 9)
        assert max((one.notice.due, one.notice.kind) for one in wakes) == (time.now + longest, "wake")
        time.now += longest
        await hub.heartbeat.live(NO_OUTAGE)
        assert (await hub.room(names[0])).table.phase == "over"

    use(tmp_path, before, time)
    use(tmp_path, after, time)


def test_an_open_vote_gets_back_the_time_of_an_outage_once(tmp_path: Path) -> None:
    """Whoever is connected is told, and a request to return lasts longer, too."""
    time = Time()

    async def play(hub: Hub, store: SqliteStore) -> None:
        room = await with_empty_seat(hub)
        room.enter(Somebody(0))
        room.enter(Somebody(1))
        await room.act(None, lambda table, now: votes.ask_back(table, 2, now))
        since = time.now
        time.now += 10 * LONGEST
        await hub.heartbeat.live()
        await settled(hub)
        ring(hub, room)
        await hub.heartbeat.live()
        await settled(hub)
        left = room.table.vacancies
        assert left.asking is not None
        assert (left.since, left.asking.since) == (since + 10 * LONGEST, since + 10 * LONGEST)
        assert room.projection.full(Somebody(0)).vote.left_ms == LONGEST  # type: ignore[union-attr]
        assert replayed("t", await store.rows(room.table.name)).vacancies == left

    use(tmp_path, play, time)


def test_a_request_to_return_ends_after_a_minute(tmp_path: Path) -> None:
    time = Time()

    async def play(hub: Hub, store: SqliteStore) -> None:
        room = await with_empty_seat(hub)
        await room.act(None, lambda table, now: votes.ask_back(table, 2, now))
        room.enter(Somebody(0))
        await vote(room, 0, "bot")
        time.now += LONGEST
        await hub.heartbeat.live(NO_OUTAGE)
        ring(hub, room)
        await settled(hub)
        assert (room.table.vacancies.asking, room.table.held("cy")) == (None, ())

    use(tmp_path, play, time)


# Over real sockets.


@pytest.fixture
def servers(postgres: PostgresService, valkey: ValkeyService) -> Iterator[tuple[Served, Served]]:
    arguments = ["--database", postgres.database(), "--bus", valkey.url, "--unlimited"]
    with running(*arguments) as one, running(*arguments) as other:
        yield one, other


def three_people(server: Served, game: str = "dalapapa", **asked: Any) -> tuple[str, list[str]]:
    table = open_table(server, game=game, players=3, name="ada", **asked)
    tokens = [table["token"], *(join(server, table, name=name)["token"] for name in ("bo", "cy"))]
    return table["table"], tokens


async def full(client: Client, **wanted: Any) -> dict[str, Any]:
    """Return the first full state in which some fields have the given values."""
    while True:
        state = await client.next("full")
        if all(state.get(name) == value for name, value in wanted.items()):
            return state


async def until_full(client: Client, true: Callable[[dict[str, Any]], bool]) -> dict[str, Any]:
    """Look until the state is as a test wants it."""
    while True:
        await client.send("look")
        state = await client.next("full")
        if true(state):
            return state


def test_the_others_choose_a_bot_and_whoever_left_returns(server: Served) -> None:
    table, tokens = three_people(server)

    async def play() -> None:
        async with AsyncExitStack() as stack:
            ada, bo, cy = [await stack.enter_async_context(at_table(server, table, token)) for token in tokens]
            hand = (await full(cy))["view"]
            assert (await cy.do("resign"))["t"] == "ack"
            seen = await full(cy, you=[], left=[2])
            watched = http.get(f"{server.url}/api/tables/{table}").json()
            assert (seen["view"], seen["to_move"]) == (watched["view"], None)
            assert seen["view"] != hand
            vote = (await full(bo, you=[1], to_move=None))["vote"]
            assert (vote["chairs"], vote["bot"], vote["for_bot"]) == ([2], "bot:medium", [])
            assert 0 < vote["left_ms"] <= LONGEST
            assert (await cy.do("vote", choice="end"))["code"] == "entry"
            assert (await ada.do("act", v=seen["v"], a="pass"))["code"] == "refused"
            assert (await ada.do("vote", choice="bot"))["t"] == "ack"
            chair = (await full(bo, vote=None))["chairs"][2]
            assert chair == {"kind": "bot", "taken": True, "name": "cy", "bot": "bot:medium", "left": "resigned"}
            assert (await cy.do("ask", what="return"))["t"] == "ack"
            state = await until_full(ada, lambda state: "returning" in state)
            assert state["returning"]["chair"] == 2
            assert (await ada.do("ask", what="return"))["t"] == "ack"
            assert (await bo.do("ask", what="return"))["t"] == "ack"
            assert "left" not in (await full(cy, you=[2]))["chairs"][2]

    asyncio.run(play())


def test_a_bot_plays_the_seat_of_whoever_left(tmp_path: Path) -> None:
    async def play(server: Served, table: str, tokens: list[str]) -> None:
        async with AsyncExitStack() as stack:
            clients = [await stack.enter_async_context(at_table(server, table, token)) for token in tokens]
            state = await full(clients[0])
            mover = state["to_move"]
            other = clients[(mover + 1) % 3]
            await clients[mover].do("resign")
            await other.do("vote", choice="bot")
            while (await other.next("ev")).get("by") != mover:
                pass

    with served(tmp_path, "--unlimited", warm=True) as server:
        server.wait_until_warm()
        asyncio.run(play(server, *three_people(server, "dacapo")))


def test_a_spectator_neither_votes_nor_returns(server: Served) -> None:
    table, tokens = three_people(server)

    async def play() -> None:
        async with at_table(server, table, tokens[0]) as ada, at_table(server, table) as eve:
            assert (await ada.do("ask", what="return"))["code"] == "refused"
            await ada.do("resign")
            for frame in ({"kind": "vote", "choice": "end"}, {"kind": "ask", "what": "return"}):
                assert (await eve.do(**frame))["code"] == "entry"
            assert (await eve.do("refuse", what="return"))["code"] == "entry"
            assert (await ada.do("ask", what="return", chair=1))["code"] == "entry"

    asyncio.run(play())


def test_people_at_two_processes_vote_and_return(servers: tuple[Served, Served]) -> None:
    table, tokens = three_people(servers[0])

    async def play() -> None:
        async with (
            at_table(servers[0], table, tokens[0]) as ada,
            at_table(servers[1], table, tokens[1]) as bo,
            at_table(servers[1], table, tokens[2]) as cy,
        ):
            while (await ada.next("here"))["chairs"] != [0, 1, 2]:
                pass
            await cy.do("resign")
            await until_full(ada, lambda state: "vote" in state)
            assert (await ada.do("vote", choice="end"))["t"] == "ack"
            state = await until_full(bo, lambda state: bool(state.get("vote", {}).get("for_end")))
            assert state["vote"]["for_end"] == [0]  # the other process waits for the vote of bo
            assert (await bo.do("vote", choice="bot"))["t"] == "ack"
            state = await until_full(ada, lambda state: "vote" not in state)
            assert (state["phase"], state["chairs"][2]["kind"]) == ("playing", "bot")
            await cy.do("ask", what="return")
            await until_full(ada, lambda state: "returning" in state)
            assert (await ada.do("ask", what="return"))["t"] == "ack"
            await until_full(bo, lambda state: state.get("returning", {}).get("agreed") == [0])
            assert (await bo.do("ask", what="return"))["t"] == "ack"
            await until_full(cy, lambda state: state["you"] == [2])
            await until_full(ada, lambda state: state["chairs"][2]["kind"] == "open")

    asyncio.run(play())


def test_two_votes_at_two_processes_are_decided_once(servers: tuple[Served, Served]) -> None:
    table, tokens = three_people(servers[0])

    async def play() -> None:
        async with (
            at_table(servers[0], table, tokens[0]) as ada,
            at_table(servers[1], table, tokens[1]) as bo,
            at_table(servers[0], table, tokens[2]) as cy,
        ):
            while (await ada.next("here"))["chairs"] != [0, 1, 2]:
                pass
            await cy.do("resign")
            for client in (ada, bo):
                await until_full(client, lambda state: "vote" in state)
            answers = await asyncio.gather(ada.do("vote", choice="end"), bo.do("vote", choice="end"))
            assert [answer["t"] for answer in answers] == ["ack", "ack"]
            for client in (ada, bo):
                state = await until_full(client, lambda state: state["phase"] == "over")
                assert (state["end"]["winners"], state["end"]["ranks"]) == ([0, 1], [1, 1, 3])

    asyncio.run(play())


def test_a_vote_goes_on_when_another_process_is_killed(servers: tuple[Served, Served]) -> None:
    table, tokens = three_people(servers[0])

    async def play() -> None:
        async with at_table(servers[0], table, tokens[0]) as ada:
            async with at_table(servers[1], table, tokens[1]) as bo:
                await bo.do("resign")
                await until_full(ada, lambda state: "vote" in state)
            servers[1].kill()
            assert (await ada.do("vote", choice="bot"))["t"] == "ack"
            await until_full(ada, lambda state: "vote" not in state)

    asyncio.run(play())
    servers[1].start()
    assert http.get(f"{servers[1].url}/api/tables/{table}").json()["chairs"][1]["left"] == "resigned"
