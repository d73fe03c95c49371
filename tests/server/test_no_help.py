"""Nobody gets help in a running game between people, whatever the way they ask; after it, everybody does."""

from __future__ import annotations

import asyncio
from collections import deque
from collections.abc import Sequence
from itertools import permutations
from pathlib import Path
from random import Random
from typing import Any

import msgspec
import pytest

import encore
from encore.core.game import AnyGame
from encore.server.domain.clocks import Timing
from encore.server.domain.decisions import Decision, Refusal
from encore.server.domain.events import Began, Chair, Joined, Moved, Said
from encore.server.domain.own_games import GIVEN_UP
from encore.server.rooms.hub import Hub
from encore.server.rooms.played_boards import ENOUGH, boards_before
from encore.server.storage.sqlite import SqliteStore
from tests.server.client import Served, at_table, http, join, open_table, served
from tests.server.hubs import OPENED, Time, use
from tests.server.test_analysis import analysing, asked, found

MIRROR = str.maketrans("abcdefgh", "hgfedcba")
SWAPPED = {"r": "y", "y": "r", "g": "b", "b": "g"}


def mirrored(move: str) -> str:
    """Return the move on the other side of the board of Dakapo; so the stones of the beginning change colours."""
    return move[0].translate(MIRROR) + move[1] + SWAPPED[move[2]] + move[3:]


class People:
    """Two people at a table, each on their own device."""

    def __init__(self, server: Served, game: AnyGame) -> None:
        self.server, self.rng = server, Random(7)
        self.table = open_table(server, game=game.name, chairs=[{"kind": "screen"}, {"kind": "open"}])
        self.tokens = [self.table["token"], join(server, self.table, name="Bea")["token"]]
        self.moves: list[str] = []
        self.view = ""

    async def play(self, count: int, moves: Sequence[str] = ()) -> None:
        """Play these moves, or random ones."""
        async with (
            at_table(self.server, self.table["table"], self.tokens[0]) as ada,
            at_table(self.server, self.table["table"], self.tokens[1]) as bea,
        ):
            full = [await ada.next("full"), await bea.next("full")]
            for number in range(count):
                mover = 0 if full[0].get("legal") else 1
                client = (ada, bea)[mover]
                move = moves[number] if moves else self.rng.choice(full[mover]["legal"])
                assert (await client.do("act", v=full[mover]["v"], a=move))["t"] == "ack"
                full = [await ada.next("ev"), await bea.next("ev")]
            self.view = next(each["view"] for each in full if each.get("legal"))
        self.moves = [move for move in await self._moves() if move]

    async def _moves(self) -> list[str | None]:
        async with at_table(self.server, self.table["table"], self.tokens[0]) as ada:
            return list((await ada.next("full"))["moves"])

    async def resign(self) -> None:
        """End the game."""
        async with at_table(self.server, self.table["table"], self.tokens[0]) as ada:
            assert (await ada.do("resign"))["t"] == "ack"


async def lines(server: Served, **at: Any) -> dict[str, Any]:
    """Return the first answer to a question for the best moves in a position."""
    async with analysing(server) as client:
        answer, _ = await asked(client, "lines", at=at)
        return answer


async def is_refused(server: Served, **at: Any) -> bool:
    answer = await lines(server, **at)
    assert answer["t"] == "lines" or (answer["code"], answer["fact"]["code"]) == ("refused", "server.people-play-it")
    return bool(answer["t"] == "nak")


async def alone(server: Served, moves: Sequence[str]) -> dict[str, Any]:
    """Play the moves at a table of one person, ask for a hint, resign and ask for a review; return the answers."""
    table = open_table(server, game="dakapo", chairs=[{"kind": "screen"}] * 2)
    async with at_table(server, table["table"], table["token"]) as client:
        full = await client.next("full")
        for move in moves:
            assert (await client.do("act", v=full["v"], a=move))["t"] == "ack"
            full = await client.next("ev")
        hint = await client.do("hint")
        await client.do("resign")
    async with analysing(server) as client:
        review, _ = await asked(client, "review", table=table["table"])
        chances, _ = await asked(client, "chances", table=table["table"])
        tried, _ = await asked(client, "try", table=table["table"], ply=len(moves) - 1, a=moves[-1])
    return {"table": table["table"], "hint": hint, "review": review, "chances": chances, "try": tried}


def codes(answers: dict[str, Any]) -> set[str]:
    found = [answer for name, answer in answers.items() if name != "table"]
    return {answer["fact"]["code"] if answer["t"] == "nak" else answer["t"] for answer in found}


def test_a_position_is_refused_until_the_game_is_over(tmp_path: Path) -> None:
    async def scene(server: Served) -> None:
        people = People(server, encore.load("dakapo"))
        await people.play(5)
        moves, other = people.moves, list(map(mirrored, people.moves))
        game = {"game": "dakapo"}
        assert await is_refused(server, **game, position=people.view)
        assert await is_refused(server, **game, moves=moves)
        assert await is_refused(server, **game, moves=other)
        assert await is_refused(server, **game, moves=moves[:4]), "an earlier position"
        legal = encore.load("dakapo")
        s = legal.parse_state(people.view)
        further = legal.format_move(legal.legal_moves(s)[0])
        assert await is_refused(server, **game, moves=[*moves, further]), "a line that goes through it"
        async with analysing(server) as client:
            along, _ = await asked(client, "chances", at={**game, "moves": moves})
            assert along["fact"]["code"] == "server.people-play-it"
        for asked_for in ({"moves": moves}, {"moves": [*moves, further]}, {"position": people.view}):
            looked = http.post(f"{server.url}/api/look", json={**game, **asked_for}).json()
            assert looked["value"] == [0.0, 0.0], "it says nothing about who is ahead"
        assert not await is_refused(server, **game, moves=moves[:2]), "an opening that many games share"
        assert not await is_refused(server, **game)
        refused = {"server.people-play-it"}
        assert codes(await alone(server, moves)) == refused
        assert codes(await alone(server, other)) == refused

        await people.resign()
        assert not await is_refused(server, **game, moves=moves)
        assert codes(await alone(server, other)) == {"hint", "review", "chances", "try"}

    with served(tmp_path, "--unlimited") as server:
        asyncio.run(scene(server))


@pytest.mark.parametrize("name", ["dakapo", "dacapo", "dalapapa"])
def test_a_position_one_move_after_a_running_game_is_refused(tmp_path: Path, name: str) -> None:
    async def scene(server: Served) -> None:
        game = encore.load(name)
        people = People(server, game)
        await people.play(6)
        s = game.sample(game.parse_state(people.view), Random(1))  # hidden hands do not matter
        after = [game.play(s, move) for move in Random(2).sample(game.legal_moves(s), 3)]
        for each in after:
            assert await is_refused(server, game=name, position=game.format_state(each))
        async with analysing(server) as client:
            along, _ = await asked(client, "chances", at={"game": name, "position": game.format_state(after[0])})
            assert along["fact"]["code"] == "server.people-play-it"
        await people.resign()
        assert not await is_refused(server, game=name, position=game.format_state(after[0]))

    with served(tmp_path, "--unlimited") as server:
        asyncio.run(scene(server))


def test_the_same_stones_in_another_order_are_refused_with_one_more(tmp_path: Path) -> None:
    async def scene(server: Served) -> None:
        game = encore.load("dakapo")
        people = People(server, game)
        await people.play(4, ["f4r", "f5g", "d3b", "d2y"])
        other = ["d3b", "c3g", "f4r", "f5g", "d2y"]
        assert await is_refused(server, game="dakapo", moves=other)
        assert codes(await alone(server, other)) == {"server.people-play-it"}
        s = game.initial()
        for move in other:
            s = game.play(s, game.parse_move(s, move))
        two_more = game.format_state(game.play(s, game.legal_moves(s)[-1]))
        assert not await is_refused(server, game="dakapo", position=two_more), "two moves after"

    with served(tmp_path, "--unlimited") as server:
        asyncio.run(scene(server))


def test_a_best_line_does_not_lead_through_a_running_game(tmp_path: Path) -> None:
    """The reply in it would be the best move there."""
    game, moves = encore.load("dakapo"), ["c4r", "c5y", "f4g"]  # the player to move wins by force

    async def scene(server: Served) -> None:
        async with analysing(server) as client:
            *_, proved = await found(client, game="dakapo", moves=moves)
        best = proved["found"]["lines"][0]["moves"]
        assert len(best) > 2
        people = People(server, game)
        await people.play(4, next(order for order in permutations([best[0], *moves]) if is_legal(game, order[:4])))
        async with analysing(server) as client:
            *_, answer = await found(client, game="dakapo", moves=moves)
        assert answer["fact"]["code"] == "server.people-play-it"

    with served(tmp_path, "--unlimited") as server:
        asyncio.run(scene(server))


def is_legal(game: AnyGame, moves: Sequence[str]) -> bool:
    """Tell whether these moves can be played from the beginning."""
    s = game.initial()
    for move in moves:
        if game.parse_move(s, move) not in game.legal_moves(s):
            return False
        s = game.play(s, game.parse_move(s, move))
    return True


def test_a_stored_review_is_refused_while_people_play_its_positions(tmp_path: Path) -> None:
    async def scene(server: Served) -> None:
        game, rng, moves = encore.load("dakapo"), Random(3), list[str]()
        s = game.initial()
        for _ in range(5):
            moves.append(game.format_move(move := rng.choice(game.legal_moves(s))))
            s = game.play(s, move)
        reviewed = await alone(server, moves)
        assert codes(reviewed) == {"hint", "review", "chances", "try"}
        people = People(server, game)
        await people.play(5, moves)
        async with analysing(server) as client:
            for kind in ("review", "chances"):
                answer, _ = await asked(client, kind, table=reviewed["table"])
                assert (answer["t"], answer["fact"]["code"]) == ("nak", "server.people-play-it")
            await people.resign()
            answer, _ = await asked(client, "review", table=reviewed["table"])
            assert answer["review"] == reviewed["review"]["review"]

    with served(tmp_path, "--unlimited") as server:
        asyncio.run(scene(server))


@pytest.mark.parametrize(("timing", "played"), [(Timing(), False), (Timing("days", days=14), True)])
def test_a_game_that_nobody_goes_on_with_is_given_up(tmp_path: Path, timing: Timing, played: bool) -> None:
    time = Time()

    async def play(hub: Hub, store: SqliteStore) -> None:
        opened = msgspec.structs.replace(OPENED, chairs=(Chair("screen"), Chair("open")), timing=timing)
        room = await hub.create(opened, "ada")
        await room.act(None, lambda *_: Decision((Joined(1, "Bea", "bea"), Began(0, "seed"))))
        for move in ("c4r", "c5y", "f4g"):
            await room.act(None, lambda *_, move=move: Decision((Moved(move),)))
        game, state = room.table.game, room.table.state
        with pytest.raises(Refusal, match="People are playing"):
            await hub.boards.refuse("eve", game, [state])
        time.now += GIVEN_UP
        if played:
            with pytest.raises(Refusal, match="People are playing"):
                await hub.boards.refuse("eve", game, [state])
            return
        await hub.boards.refuse("eve", game, [state])
        await room.act(None, lambda *_: Decision((Said("Ada", "Are you there?", 0),)))
        with pytest.raises(Refusal, match="People are playing"):  # they go on
            await hub.boards.refuse("eve", game, [state])

    use(tmp_path, play, now=time)


@pytest.mark.sampled(2)
@pytest.mark.parametrize("name", ["dacapo", "dalapapa"])
def test_a_position_is_refused_in_the_other_games(tmp_path: Path, name: str) -> None:
    async def scene(server: Served) -> None:
        game = encore.load(name)
        people = People(server, game)
        await people.play(5)
        assert await is_refused(server, game=name, position=people.view)
        await people.resign()
        assert not await is_refused(server, game=name, position=people.view)

    with served(tmp_path, "--unlimited") as server:
        asyncio.run(scene(server))


def test_a_table_that_nobody_opened_since_a_restart_counts(tmp_path: Path) -> None:
    async def begin(server: Served) -> list[str]:
        people = People(server, encore.load("dakapo"))
        await people.play(5)
        assert await is_refused(server, game="dakapo", moves=people.moves)
        server.kill()
        return people.moves

    async def ask(server: Served, moves: list[str]) -> None:
        assert await is_refused(server, game="dakapo", moves=moves)

    with served(tmp_path, "--unlimited") as server:
        moves = asyncio.run(begin(server))
        server.start()
        asyncio.run(ask(server, moves))


def test_a_game_on_one_device_can_be_analysed_while_it_is_played(tmp_path: Path) -> None:
    async def scene(server: Served) -> None:
        table, rng = open_table(server, game="dakapo", chairs=[{"kind": "screen"}] * 2), Random(1)
        async with at_table(server, table["table"], table["token"]) as client:
            full = await client.next("full")
            for _ in range(5):
                assert (await client.do("act", v=full["v"], a=rng.choice(full["legal"])))["t"] == "ack"
                full = await client.next("ev")
        assert not await is_refused(server, game="dakapo", position=full["view"])

    with served(tmp_path, "--unlimited") as server:
        asyncio.run(scene(server))


def test_the_boards_before_a_long_record_are_looked_for_in_parts() -> None:
    """All at once would take 180 MB for the longest game, and keep others waiting."""
    game, rng = encore.load("dalapapa", players=2), Random(5)
    s, states = game.initial(), []
    while game.to_move(s) is not None:
        s = game.play(s, game.deal(s, rng) if game.to_move(s) == encore.DEALER else rng.choice(game.legal_moves(s)))
        states.append(s)
    waiting, found, parts = deque(states), set[str](), 0
    while waiting:
        before = len(waiting)
        part = boards_before(game, waiting)
        last = boards_before(game, deque([states[len(states) - len(waiting) - 1]]))
        assert sum(map(len, part.values())) - sum(map(len, last.values())) < ENOUGH
        assert len(waiting) < before
        found, parts = found | part.keys(), parts + 1
    assert parts > 1
    assert found == {name for s in states for name in boards_before(game, deque([s]))}
