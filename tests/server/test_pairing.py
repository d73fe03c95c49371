"""Somebody to play with: quick pairing, seeks that stay or go, and bots for whoever has waited enough."""

from __future__ import annotations

import asyncio
from pathlib import Path
from random import Random
from typing import Any

import httpx
import msgspec
import pytest

from encore.server.domain import decisions, seeks
from encore.server.domain.clocks import Timing
from encore.server.domain.deals import commitment
from encore.server.domain.events import BotsJoined, Chair
from encore.server.domain.own_games import Wanted
from encore.server.domain.people import Person, PersonSeat, new_session
from encore.server.domain.seeks import ABSENT, KEPT
from encore.server.rooms.hub import Hub
from encore.server.rooms.listing import LISTED
from encore.server.storage.sqlite import SqliteStore
from tests.patience import wait_until
from tests.server.browser import Browser
from tests.server.client import Served, failure, http, open_table, served
from tests.server.hubs import OPENED, Somebody, Time, settled, until, use

WAITING = msgspec.structs.replace(OPENED, chairs=(Chair("screen", "Ada"), Chair("open")))
DAYS = msgspec.structs.replace(WAITING, timing=Timing("days", days=1))
SECRETS = ["a" * 32, "b" * 32]


@pytest.fixture
def empty(tmp_path: Path) -> Any:
    """A server on which nobody waits."""
    with served(tmp_path, "--unlimited") as server:
        yield server


def pair(server: Served, **asked: Any) -> dict[str, Any]:
    """Ask for somebody to play with; return the answer with its status."""
    answer = http.post(f"{server.url}/api/pair", json={"keep": "token", **asked})
    assert answer.status_code in (200, 201), answer.text
    return {"status": answer.status_code, **answer.json()}


def state(server: Served, table: str) -> dict[str, Any]:
    return dict(http.get(f"{server.url}/api/tables/{table}").json())


def cards(server: Served) -> dict[str, dict[str, Any]]:
    return {card["table"]: card for card in http.get(f"{server.url}/api/tables").json()["tables"]}


def test_two_who_want_any_game_meet(empty: Served) -> None:
    ada, bo = pair(empty, name="Ada"), pair(empty, name="Bo")
    assert (ada["status"], bo["status"], bo["table"]) == (201, 200, ada["table"])
    found = state(empty, ada["table"])
    assert [chair["name"] for chair in found["chairs"]] == ["Ada", "Bo"]
    assert (found["phase"], found["timing"]["kind"]) == ("playing", "live")


def test_two_who_ask_at_the_same_time_meet(empty: Served) -> None:
    async def both() -> list[dict[str, Any]]:
        async with httpx.AsyncClient(base_url=empty.url, timeout=60) as client:
            asked = (client.post("/api/pair", json={"name": name, "keep": "token"}) for name in ("Ada", "Bo"))
            return [answer.json() for answer in await asyncio.gather(*asked)]

    one, other = asyncio.run(both())
    assert one["table"] == other["table"]
    assert one["token"] != other["token"]
    wait_until(lambda: list(cards(empty)) == [one["table"]])  # the seek that was given up is not listed


def test_the_oldest_seek_that_fits_is_taken(empty: Served) -> None:
    opened = [
        open_table(empty, listed=True, **asked)["table"]
        for asked in (
            {"game": "dacapo", "players": 3},
            {"game": "dakapo", "timing": {"kind": "days", "days": 2}},
            {"game": "dakapo"},
            {"game": "dakapo"},
            {"game": "dalapapa", "options": {"target": 15}},
        )
    ]
    assert pair(empty, games=["dakapo"], timing="none")["table"] == opened[2]
    assert pair(empty, games=["dakapo"], timing="days")["table"] == opened[1]
    assert pair(empty, games=["dacapo", "dakapo"])["table"] == opened[0]
    assert pair(empty, players=3)["table"] == opened[0]
    assert pair(empty)["table"] == opened[3]
    assert pair(empty, games=["dalapapa"])["status"] == 201, "other rules than usual are taken by choice only"


def test_private_tables_and_tables_with_bots_are_not_paired(empty: Served) -> None:
    open_table(empty, game="dakapo")
    chairs = [{"kind": "screen"}, {"kind": "bot"}, {"kind": "open"}]
    open_table(empty, game="dacapo", players=3, chairs=chairs, listed=True)
    assert pair(empty)["status"] == 201


def test_nobody_is_paired_with_their_own_seek(empty: Served) -> None:
    ada = pair(empty, games=["dakapo"])
    assert pair(empty, games=["dakapo"], own=[ada["table"]])["table"] != ada["table"]
    person = Browser(empty)
    person.become("Cy")
    mine = person.ask("/api/pair", games=["dalapapa"]).json()["table"]
    assert person.ask("/api/pair", games=["dalapapa"]).json()["table"] != mine
    listed = [table["table"] for table in person.get("/api/tables").json()["tables"]]
    assert mine in listed, "the answer did not wait until it was gone"


def test_the_same_request_sent_twice_gets_the_same_seat(empty: Served) -> None:
    first = pair(empty, games=["dakapo"], secret=SECRETS[0])
    again = pair(empty, games=["dakapo"], secret=SECRETS[0])
    assert (again["table"], again["you"], again["token"]) == (first["table"], [0], SECRETS[0])
    joined = pair(empty, games=["dakapo"], secret=SECRETS[1])
    assert (joined["table"], joined["you"]) == (first["table"], [1])


def test_a_request_whose_answer_was_lost_gives_no_second_seat(empty: Served) -> None:
    """Whatever has become of the seat, and whoever else waits by now, also where it waited longer."""
    older = open_table(empty, game="dakapo", listed=True)["table"]
    mine = pair(empty, games=["dakapo"], own=[older], secret=SECRETS[0])
    assert pair(empty, games=["dakapo"], secret=SECRETS[0])["table"] == mine["table"]
    theirs = pair(empty, games=["dakapo"], own=[older], secret=SECRETS[1])
    assert theirs["table"] == mine["table"]
    assert state(empty, mine["table"])["phase"] == "playing"
    for secret in SECRETS[:2]:
        assert pair(empty, games=["dakapo"], secret=secret)["table"] == mine["table"]
    assert state(empty, older)["phase"] == "waiting"


def test_the_same_request_sent_several_times_at_once_gives_one_seat(empty: Served) -> None:
    async def all_at_once() -> list[httpx.Response]:
        async with httpx.AsyncClient(base_url=empty.url, timeout=60) as client:
            asked = {"games": ["dakapo"], "secret": SECRETS[0], "keep": "token"}
            return await asyncio.gather(*(client.post("/api/pair", json=asked) for _ in range(6)))

    answers = asyncio.run(all_at_once())
    assert {answer.status_code for answer in answers} <= {200, 201}, [answer.text for answer in answers]
    assert len({answer.json()["table"] for answer in answers}) == 1
    assert len(cards(empty)) == 1


def test_wishes_that_nobody_can_meet_are_refused(server: Served) -> None:
    def asked(**wishes: Any) -> httpx.Response:
        return httpx.post(f"{server.url}/api/pair", json=wishes)

    assert failure(asked(games=["chess"])) == (422, "option")
    assert failure(asked(games=["dakapo"], players=4)) == (422, "option")
    assert failure(asked(players=1)) == (422, "frame")
    assert failure(asked(bots_after=-1)) == (422, "frame")


def test_a_seek_with_a_seat_left_takes_further_people(empty: Served) -> None:
    asked = {"games": ["dacapo"], "players": 3}
    tables = {pair(empty, **asked)["table"] for _ in range(3)}
    assert len(tables) == 1
    assert state(empty, tables.pop())["phase"] == "playing"


def test_somebody_who_is_too_late_gets_the_next_seek(empty: Served) -> None:
    """Ten people at once and nine seeks: everybody has a seat of their own, and the last one opens a seek."""
    opened = {open_table(empty, game="dakapo", listed=True)["table"] for _ in range(9)}

    async def all_at_once() -> list[dict[str, Any]]:
        async with httpx.AsyncClient(base_url=empty.url, timeout=60) as client:
            asked = (client.post("/api/pair", json={"games": ["dakapo"], "keep": "token"}) for _ in range(10))
            return [answer.json() for answer in await asyncio.gather(*asked)]

    answers = asyncio.run(all_at_once())
    tables = [answer["table"] for answer in answers]
    assert len(set(tables)) == 10
    assert opened < set(tables)


def test_whoever_is_paired_takes_part_in_the_deal(empty: Served) -> None:
    nonces = "a" * 64, "b" * 64
    ada, bo = (pair(empty, games=["dacapo"], nonce_hash=commitment(nonce)) for nonce in nonces)
    found = state(empty, ada["table"])
    assert (found["phase"], found["deal"]["nonce_hashes"]) == ("waiting", [commitment(nonce) for nonce in nonces])
    for seated, nonce in zip((ada, bo), nonces, strict=True):
        own = {"Authorization": f"Bearer {seated['token']}"}
        http.post(f"{empty.url}/api/tables/{ada['table']}/reveal", json={"nonce": nonce}, headers=own)
    assert state(empty, ada["table"])["phase"] == "playing"


# Bots.


def test_the_opener_may_let_bots_take_the_open_seats(empty: Served) -> None:
    ada = open_table(empty, game="dacapo", players=3, listed=True)
    path = f"{empty.url}/api/tables/{ada['table']}/bots"
    assert failure(http.post(path, json={})) == (403, "entry")
    own = {"Authorization": f"Bearer {ada['token']}"}
    assert failure(http.post(path, json={"bot": "bot:none"}, headers=own)) == (422, "option")
    assert http.post(path, json={"bot": "bot:easy"}, headers=own).json()["you"] == [0]
    found = state(empty, ada["table"])
    assert [chair.get("bot", "") for chair in found["chairs"]] == ["", "bot:easy", "bot:easy"]
    assert found["phase"] == "playing"
    assert failure(http.post(path, json={}, headers=own)) == (409, "refused")


def test_bots_take_the_open_seats_when_nobody_comes_in_time(empty: Served) -> None:
    ada = pair(empty, games=["dakapo"], bots_after=1)
    assert cards(empty)[ada["table"]]["bots_after"] == 1
    while state(empty, ada["table"])["phase"] == "waiting":
        pass
    assert state(empty, ada["table"])["chairs"][1]["bot"] == seeks.BOT


def test_a_seek_that_was_taken_in_time_gets_no_bots(tmp_path: Path) -> None:
    time = Time()

    async def play(hub: Hub, store: SqliteStore) -> None:
        room = await hub.create(msgspec.structs.replace(WAITING, bots_after=60), "ada")
        with pytest.raises(decisions.Refusal):
            await room.act(None, seeks.fill_in_time)
        await room.act(None, lambda table, _: decisions.sit(table, "bo", "Bo", None))
        time.now += 60_000
        with pytest.raises(decisions.Refusal):
            await room.act(None, seeks.fill_in_time)
        assert [chair.kind for chair in room.table.chairs] == ["screen", "open"]
        await settled(hub)

    use(tmp_path, play, time)


def test_bots_take_the_seats_of_a_seek_that_no_process_has_open(tmp_path: Path) -> None:
    """The time follows from the stored row: after a restart, the next look at the list finds the seek."""
    time = Time()

    async def play(hub: Hub, store: SqliteStore) -> None:
        opened = msgspec.structs.replace(WAITING, bots_after=60)
        room = await hub.create(opened, "ada")
        await settled(hub)
        hub.put_away(room.table.name)
        time.now += 59_999
        assert await hub.listing.sweep(hub.rooms.values()) == []
        time.now += 1
        assert await hub.listing.sweep(hub.rooms.values()) == [room.table.name]
        await hub.heartbeat.live()
        again = await hub.room(room.table.name)
        await until(lambda: again.table.phase == "playing")
        assert again.table.chairs[1] == Chair("bot", bot=seeks.BOT)
        await settled(hub)

    use(tmp_path, play, time)


def test_bots_do_not_play_among_themselves(tmp_path: Path) -> None:
    async def play(hub: Hub, store: SqliteStore) -> None:
        room = await hub.create(WAITING, "ada")
        await room.act(None, lambda table, _: decisions.rise(table, 0))
        with pytest.raises(decisions.Refusal, match="Nobody waits"):
            await room.act(None, lambda table, _: seeks.fill(table))
        await settled(hub)
        assert await hub.listing.cards() == [], "a seek that everybody has left is not listed"

    use(tmp_path, play)


def test_rows_with_bots_that_joined_are_read_again(tmp_path: Path) -> None:
    async def play(hub: Hub, store: SqliteStore) -> None:
        room = await hub.create(WAITING, "ada")
        decided = seeks.fill(room.table)
        assert decided.events[0] == BotsJoined((1,), seeks.BOT)
        await room.act(None, lambda table, _: decided)
        hub.put_away(room.table.name)
        read = (await hub.room(room.table.name)).table
        assert (read.chairs, read.phase, read.opened_at) == (room.table.chairs, "playing", room.table.opened_at)
        await settled(hub)

    use(tmp_path, play)


# What is alive.


async def keep(store: SqliteStore, table: str, holder: str) -> None:
    """Let a new person keep a seat."""
    person = Person("cy", "Cy", "en", 0)
    await store.people.add_person(person, None, [], new_session("cy", "", 0)[1])
    await store.people.put_seat(PersonSeat("cy", table, holder, 0))


@pytest.mark.parametrize("opened", [WAITING, DAYS])
def test_a_seek_leaves_the_list_without_its_opener(tmp_path: Path, opened: Any) -> None:
    """Also after a restart, and though somebody else waits there."""
    time = Time()

    async def play(hub: Hub, store: SqliteStore) -> None:
        three = msgspec.structs.replace(
            opened, game="dacapo", players=3, chairs=(Chair("screen", "Ada"), Chair("open"), Chair("open"))
        )
        room, ada, bo = await hub.create(three, "ada"), Somebody(0), Somebody(1)
        await room.act(None, lambda table, _: decisions.sit(table, "bo", "Bo", None))
        room.enter(ada)
        room.enter(bo)
        time.now += ABSENT
        await hub.listing.sweep(hub.rooms.values())
        await settled(hub)
        assert len(await hub.listing.cards()) == 1
        room.leave(ada)
        time.now += ABSENT
        await hub.listing.sweep(hub.rooms.values())
        await settled(hub)
        assert await hub.listing.cards() == []
        again = Hub(store, hub.bus, hub.thinkers, now=time)
        assert await again.listing.cards() == []
        assert await again.listing.seeks() == []

    use(tmp_path, play, time)


def test_a_seek_with_days_per_move_waits_for_its_person(tmp_path: Path) -> None:
    time = Time()

    async def play(hub: Hub, store: SqliteStore) -> None:
        room = await hub.create(DAYS, "ada")
        await settled(hub)
        await keep(store, room.table.name, "ada")
        hub.listing.show(room)
        await settled(hub)
        hub.put_away(room.table.name)
        time.now += 100 * ABSENT
        await hub.listing.sweep(hub.rooms.values())
        assert [card.table for card in await store.cards(LISTED)] == [room.table.name]
        await hub.leaving.leave("", "cy")
        await hub.listing.sweep(hub.rooms.values())
        assert await store.cards(LISTED) == [], "nobody could be told that the game begins"

    use(tmp_path, play, time)


def test_bots_asked_for_at_the_latest_come_to_the_seek_of_somebody_who_is_away(tmp_path: Path) -> None:
    """The seek would leave the list at the same time."""
    time = Time()

    async def play(hub: Hub, store: SqliteStore) -> None:
        room = await hub.create(msgspec.structs.replace(DAYS, bots_after=seeks.LATEST_BOTS), "ada")
        name = room.table.name
        await keep(store, name, "ada")
        hub.listing.show(room)
        await settled(hub)
        hub.put_away(name)
        time.now += KEPT - 1
        assert await hub.listing.sweep(hub.rooms.values()) == []
        time.now += 20_000
        assert await hub.listing.sweep(hub.rooms.values()) == [name]
        assert await hub.listing.sweep(hub.rooms.values()) == [name], "the store was busy"

    use(tmp_path, play, time)


def test_a_seek_leaves_the_list_two_weeks_after_its_person_has_opened_it(tmp_path: Path) -> None:
    """Their games say so, and it is back while they are there."""
    time = Time()

    async def play(hub: Hub, store: SqliteStore) -> None:
        room = await hub.create(DAYS, "ada")
        name, until = room.table.name, time.now + KEPT
        await keep(store, name, "ada")
        hub.listing.show(room)
        await settled(hub)
        hub.put_away(name)
        time.now = until - 1
        await hub.listing.sweep(hub.rooms.values())
        assert [card.table for card in await hub.listing.cards()] == [name]
        assert [seek.table for seek in await hub.listing.seeks()] == [name]
        time.now = until
        assert await hub.listing.cards() == []
        assert await hub.listing.seeks() == []
        await hub.listing.sweep(hub.rooms.values())
        assert await store.cards(LISTED) == []
        (game,) = (await hub.own_tables.games("", "cy", Wanted())).games
        assert (game.phase, game.listed_until) == ("waiting", until)
        again = await hub.room(name)
        await settled(hub)
        again.enter(Somebody(0))
        await hub.listing.sweep(hub.rooms.values())
        await settled(hub)
        assert [card.table for card in await hub.listing.cards()] == [name]

    use(tmp_path, play, time)


def test_a_person_who_opens_a_seek_keeps_it_in_the_list(empty: Served) -> None:
    ada, bo = Browser(empty), Browser(empty)
    ada.become("Ada")
    days = {"game": "dakapo", "listed": True, "timing": {"kind": "days", "days": 1}}
    kept, other = ada.open_table(**days)["table"], bo.open_table(**days)
    wait_until(lambda: "kept" in cards(empty).get(kept, {}))
    wait_until(lambda: other["table"] in cards(empty))
    assert "kept" not in cards(empty)[other["table"]]
    bo.become("Bo")
    bo.ask(f"/api/tables/{other['table']}/keep")
    wait_until(lambda: "kept" in cards(empty)[other["table"]])


def test_all_seeks_of_a_busy_process_stay_alive(tmp_path: Path) -> None:
    """More than the list shows: quick pairing finds them all."""
    time = Time()

    async def play(hub: Hub, store: SqliteStore) -> None:
        for number in range(3 * LISTED):
            (await hub.create(WAITING, f"visitor {number}")).enter(Somebody(0))
        await settled(hub)
        for _ in range(3):
            time.now += ABSENT - 1
            await hub.listing.sweep(hub.rooms.values())
            await settled(hub)
        assert len(await hub.listing.seeks()) == 3 * LISTED

    use(tmp_path, play, time)


# Many at once, and killed processes.


class Joiners:
    """People who pair at random at some servers, and what they were promised."""

    def __init__(self, servers: list[Served], seed: int) -> None:
        self.servers, self.rng = servers, Random(seed)
        self.promised: dict[tuple[str, int], str] = {}
        self.asked = 0

    async def play(self, joins: int, at_once: int) -> None:
        """Let people pair until there were so many joins."""
        async with httpx.AsyncClient(timeout=60, limits=httpx.Limits(max_connections=at_once)) as client:
            await asyncio.gather(*(self._pair_on(client, joins) for _ in range(at_once)))

    async def _pair_on(self, client: httpx.AsyncClient, joins: int) -> None:
        while self.asked < joins:
            self.asked += 1
            server, secret = self.rng.choice(self.servers), f"{self.rng.getrandbits(128):032x}"
            games = self.rng.choice([["dakapo"], ["dalapapa"], ["dacapo"], []])
            try:
                answer = await client.post(
                    f"{server.url}/api/pair", json={"games": games, "secret": secret, "keep": "token"}
                )
            except httpx.HTTPError:
                await asyncio.sleep(0.05)  # the server was killed: this one gives up
                continue
            if answer.status_code in (200, 201):
                found = answer.json()
                for chair in found["you"]:
                    seat = found["table"], chair
                    assert self.promised.setdefault(seat, secret) == secret, "a seat was given to two people"
                assert len(found["you"]) == 1
            else:
                assert answer.status_code == 503, answer.text

    def check(self) -> None:
        """Make sure that everybody has the seat that they were promised."""
        for (table, chair), token in self.promised.items():
            server = self.rng.choice(self.servers)
            found = http.get(f"{server.url}/api/tables/{table}", headers={"Authorization": f"Bearer {token}"})
            assert found.json()["you"] == [chair]


async def kill_now_and_then(joiners: Joiners, victims: list[Served], joins: int, at_once: int, kills: int) -> None:
    """Kill servers and start them again while people pair."""
    playing = asyncio.ensure_future(joiners.play(joins, at_once))
    for kill in range(kills):
        while joiners.asked < joins * (kill + 1) // (kills + 1) and not playing.done():
            await asyncio.sleep(0.01)
        victim = victims[kill % len(victims)]
        await asyncio.to_thread(victim.kill)
        await asyncio.to_thread(victim.start)
    await playing


def test_nothing_is_paired_twice_though_the_server_is_killed(tmp_path: Path) -> None:
    with served(tmp_path, "--unlimited") as server:
        joiners = Joiners([server], 1)
        asyncio.run(kill_now_and_then(joiners, [server], 150, 8, 1))
        assert len(joiners.promised) > 50
        joiners.check()
