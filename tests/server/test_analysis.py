"""Win chances and reviews of finished games: over a real socket, stored, stopped, interrupted and refused."""

from __future__ import annotations

import asyncio
import os
import re
import signal
from collections.abc import AsyncIterator, Iterator
from contextlib import asynccontextmanager
from pathlib import Path
from random import Random
from typing import Any

import pytest
from websockets.asyncio.client import connect

import encore
from encore.core.game import AnyGame
from encore.core.registry import games
from encore.core.thinking import Budget
from encore.server.domain.reviewed import PlayedGame, ReplayedGame
from encore.server.rooms.analysis import steps_within
from tests.server.client import Client, Served, at_table, http, open_table, served
from tests.server.finished import overlooked_win, short_game
from tests.server.test_faults import thinkers_of
from tests.variants import random_plies


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Served]:
    with served(tmp_path_factory.mktemp("analysis"), "--unlimited") as running:
        yield running


TABLES = [(name, players) for name, game in games().items() for players in game.player_counts]


@asynccontextmanager
async def analysing(server: Served) -> AsyncIterator[Client]:
    url = f"ws://127.0.0.1:{server.port}/api/analysis"
    async with connect(url, max_size=None, subprotocols=["encore.2"]) as socket:  # type: ignore[list-item]
        yield Client(socket)


async def asked(client: Client, kind: str, **content: Any) -> tuple[dict[str, Any], list[dict[str, Any]]]:
    """Return the answer to a question, and the progress that came before it."""
    question, progress = await client.send(kind, **content), list[dict[str, Any]]()
    while (message := await client.next())["t"] == "progress" or message["id"] != question:
        progress.append(message)
    return message, progress


async def play(server: Served, game: AnyGame, moves: int = 10**6, seed: int = 1) -> dict[str, Any]:
    """Play random moves for all seats of a table, and resign if the game is not over then; return the table."""
    rng = Random(seed)
    asked = {"game": game.name, "players": game.players, "options": dict(game.changed_options)}
    table = open_table(server, **asked, chairs=[{"kind": "screen", "name": f"P{n}"} for n in range(game.players)])
    async with at_table(server, table["table"], table["token"]) as client:
        full = await client.next("full")
        while moves and full.get("legal"):
            answer = await client.do("act", v=full["v"], a=rng.choice(full["legal"]))
            assert answer["t"] == "ack", answer
            full = await client.next("ev")
            moves -= 1
        if full.get("legal"):
            assert (await client.do("resign"))["t"] == "ack"
            if game.players > 2:  # the others choose whether a bot plays on
                assert (await client.do("vote", choice="end"))["t"] == "ack"
    return table


def must_balance(review: dict[str, Any]) -> None:
    for seat in review["seats"]:
        changes = seat["luck"] + seat["own"] + seat["others"]
        assert seat["result"] - seat["start"] == pytest.approx(changes)
        assert len(seat["moments"]) <= 3
        assert all(moment["loss"] > moment["error"] for moment in seat["moments"])


@pytest.mark.sampled(4)
@pytest.mark.parametrize(("name", "players"), TABLES)
def test_a_finished_game_is_reviewed_once_and_opens_at_once_the_next_time(
    server: Served, name: str, players: int
) -> None:
    async def scene() -> None:
        table = await play(server, short_game(name, players), moves=20)
        replay = http.get(f"{server.url}/api/tables/{table['table']}/replay").json()
        async with analysing(server) as client:
            chances, _ = await asked(client, "chances", table=table["table"])
            answer, progress = await asked(client, "review", table=table["table"])
        review = answer["review"]
        must_balance(review)
        positions = len(replay["positions"])
        assert [(each["done"], each["total"]) for each in progress] == [
            (done, positions) for done in range(1, positions + 1)
        ]
        ended_early = "Termination" in replay["tags"]
        assert len(review["chances"]) == len(chances["chances"]) == positions + ended_early
        assert [seat["result"] for seat in review["seats"]] == pytest.approx(review["chances"][-1], abs=1e-4)
        async with analysing(server) as client:
            again, progress = await asked(client, "review", table=table["table"], number=1)
            assert (again["review"], progress) == (review, [])
            assert (await asked(client, "chances", table=table["table"]))[0]["chances"] == review["chances"]

    asyncio.run(scene())


def test_who_resigns_gives_the_rest_away(server: Served) -> None:
    async def scene() -> None:
        table = await play(server, encore.load("dakapo"), moves=4)
        async with analysing(server) as client:
            answer, _ = await asked(client, "review", table=table["table"])
        must_balance(answer["review"])
        loser, winner = answer["review"]["seats"]
        assert (loser["result"], winner["result"]) == (0.0, 1.0)
        assert loser["own"] < 0 < winner["others"]

    asyncio.run(scene())


def test_an_overlooked_win_is_named_and_can_be_tried_again(server: Served) -> None:
    moves, wins = overlooked_win()
    seat, number = overlooked_win().seat, len(moves)

    async def scene() -> None:
        table = open_table(server, game="dakapo", chairs=[{"kind": "screen"}] * 2)
        async with at_table(server, table["table"], table["token"]) as client:
            full = await client.next("full")
            for move in moves:
                assert (await client.do("act", v=full["v"], a=move))["t"] == "ack"
                full = await client.next("ev")
            await client.do("resign", chair=1 - seat)
        async with analysing(server) as client:
            answer, _ = await asked(client, "review", table=table["table"])
            moment = next(each for each in answer["review"]["seats"][seat]["moments"] if each["ply"] == number)
            assert (moment["loss"], moment["error"]) == (1.0, 0.0), "it is proved"
            assert moment["better"] in wins and moment["facts"] and moment["better_told"]
            where = {"table": table["table"], "ply": number - 1}
            better, _ = await asked(client, "try", **where, a=moment["better"])
            assert better["tried"]["good"] is True and better["tried"]["facts"]
            worse, _ = await asked(client, "try", **where, a=moves[-1])
            assert (worse["tried"]["good"], worse["tried"]["loss"]) == (False, moment["loss"])
            taken, _ = await asked(client, "try", **where, a=moves[0])
            assert (taken["t"], taken["code"]) == ("nak", "illegal") and taken["rule"]
            unread, _ = await asked(client, "try", **where, a="what?")
            assert (unread["t"], unread["code"]) == ("nak", "illegal")
            later, _ = await asked(client, "try", table=table["table"], ply=999, a="a1r")
            assert (later["t"], later["code"]) == ("nak", "refused")

    asyncio.run(scene())


def test_a_running_game_is_not_analysed(server: Served) -> None:
    async def scene() -> None:
        table = open_table(server, game="dakapo", chairs=[{"kind": "screen"}] * 2)
        async with analysing(server) as client:
            for kind, more in (("chances", {}), ("review", {}), ("try", {"ply": 0, "a": "d4r"})):
                answer, _ = await asked(client, kind, table=table["table"], **more)
                assert (answer["t"], answer["code"]) == ("nak", "over")
            waiting = open_table(server, game="dakapo")
            assert (await asked(client, "review", table=waiting["table"]))[0]["code"] == "over"
            assert (await asked(client, "review", table="nowhere"))[0]["code"] == "table"
            assert (await asked(client, "review", table=table["table"], number=2))[0]["code"] == "table"
            for wrong in ("{", '{"t":"review"}', '{"t":"act","id":"1","v":1,"a":"d4r"}', "[]"):
                await client.socket.send(wrong)
                assert (await client.next())["code"] == "frame"

    asyncio.run(scene())


def test_an_earlier_game_is_reviewed_while_the_next_is_played(server: Served) -> None:
    async def scene() -> None:
        table = await play(server, encore.load("dakapo"), moves=3)
        async with at_table(server, table["table"], table["token"]) as client:
            for chair in (0, 1):
                await client.do("ask", what="rematch", chair=chair)
        async with analysing(server) as client:
            assert (await asked(client, "review", table=table["table"]))[0]["code"] == "over"
            answer, _ = await asked(client, "review", table=table["table"], number=1)
            assert len(answer["review"]["chances"]) == 5

    asyncio.run(scene())


def test_moves_from_elsewhere_are_reviewed_like_a_game_of_a_table(server: Served) -> None:
    moves, wins = overlooked_win()
    seat, number = overlooked_win().seat, len(moves)

    async def scene() -> None:
        line = {"at": {"game": "dakapo", "moves": moves}, "winners": [1 - seat]}
        async with analysing(server) as client:
            chances, _ = await asked(client, "chances", **line)
            answer, progress = await asked(client, "review", **line)
            review = answer["review"]
            must_balance(review)
            assert len(progress) == number + 1
            assert len(review["chances"]) == len(chances["chances"]) == number + 2, "the end by the players comes last"
            assert review["chances"][-1] == ([0.0, 1.0] if seat == 0 else [1.0, 0.0])
            moment = next(each for each in review["seats"][seat]["moments"] if each["ply"] == number)
            assert moment["better"] in wins
            tried, _ = await asked(client, "try", at=line["at"], ply=number - 1, a=moment["better"])
            assert tried["tried"]["good"] is True
            open_end, progress = await asked(client, "review", at=line["at"])
            assert len(open_end["review"]["chances"]) == len(progress) == number + 1, "another question"
        async with analysing(server) as other:
            again, progress = await asked(other, "review", **line)
            assert (again["review"], progress) == (review, []), "it is kept by its moves"
            assert (await asked(other, "chances", **line))[0]["chances"] == review["chances"]

    asyncio.run(scene())


def test_a_question_about_nothing_or_two_games_is_explained(server: Served) -> None:
    async def scene() -> None:
        line = {"game": "dakapo", "moves": ["c4r"]}
        async with analysing(server) as client:
            for kind, more in (("chances", {}), ("review", {}), ("try", {"ply": 0, "a": "c4r"})):
                for about in ({}, {"table": "nowhere", "at": line}):
                    answer, _ = await asked(client, kind, **about, **more)
                    assert (answer["code"], answer["fact"]["code"]) == ("frame", "server.table-or-line")
                    assert "\n" not in answer["why"]
            for wrong in (
                {"at": line, "winners": [2]},
                {"at": {**line, "moves": ["nothing"]}},
                {"at": {"game": "chess"}},
            ):
                answer, _ = await asked(client, "review", **wrong)
                assert (answer["t"], answer["code"]) == ("nak", "option")

    asyncio.run(scene())


def test_a_stopped_question_is_not_answered(server: Served) -> None:
    async def scene() -> None:
        table = await play(server, encore.load("dakapo"), moves=12)
        async with analysing(server) as client:
            question = await client.send("review", table=table["table"])
            await client.next("progress")
            await client.send("stop", id=question)
            again, _ = await asked(client, "review", table=table["table"])
            assert again["t"] == "review"
            assert all(f'"{question}"' not in frame for frame in client.frames if '"t":"review"' in frame)

    asyncio.run(scene())


@pytest.mark.parametrize(("name", "players"), TABLES)
def test_the_chances_along_a_line_are_those_of_the_same_game_at_a_table(
    server: Served, name: str, players: int
) -> None:
    async def scene() -> None:
        game = encore.load(name, players=players)
        table = await play(server, game, moves=6)
        replay = http.get(f"{server.url}/api/tables/{table['table']}/replay").json()
        line = {"game": name, "players": players, "moves": replay["moves"]}
        async with analysing(server) as client:
            whole, _ = await asked(client, "chances", table=table["table"])
            along, _ = await asked(client, "chances", at=line)
            later = {**line, "position": replay["positions"][2], "moves": replay["moves"][2:]}
            rest, _ = await asked(client, "chances", at=later)
            wrong, _ = await asked(client, "chances", at={**line, "moves": ["nothing"]})
            last = random_plies(game, 1)[-1]
            over = {**line, "position": game.format_state(last.state), "moves": [game.format_move(last.move)]}
            beyond, _ = await asked(client, "chances", at=over)
        assert along["t"] == "chances"
        assert along["chances"] == whole["chances"][: len(replay["moves"]) + 1]  # there, the end by resigning follows
        assert len(along["proved"]) == len(along["chances"])
        assert rest["chances"] == along["chances"][2:]
        assert (wrong["t"], wrong["code"]) == ("nak", "option")
        assert (beyond["t"], beyond["code"]) == ("nak", "illegal")

    asyncio.run(scene())


@pytest.mark.parametrize("seconds", [0.0, 0.2, 1.0, 3.0, 10.0, 60.0])
def test_the_searches_for_the_best_moves_take_no_longer_than_the_limit(seconds: float) -> None:
    steps = steps_within(seconds)
    assert sum(steps) == pytest.approx(seconds)
    assert steps[0] == 0.0 and list(steps) == sorted(steps)


def test_two_visitors_share_a_review(server: Served) -> None:
    async def scene() -> None:
        table = await play(server, encore.load("dakapo"), moves=12)
        async with analysing(server) as one, analysing(server) as other:
            await one.send("review", table=table["table"])
            first = await one.next("progress")
            answer, progress = await asked(other, "review", table=table["table"])
            assert all(each["done"] > first["done"] for each in progress), "it does not start again"
            assert (await one.next("review"))["review"] == answer["review"]

    asyncio.run(scene())


async def found(client: Client, **at: Any) -> list[dict[str, Any]]:
    """Return all answers to a question for the best moves; a refusal is the only one."""
    question, answers = await client.send("lines", at=at, most=at.pop("most", 3)), list[dict[str, Any]]()
    while not answers or not (answers[-1]["t"] == "nak" or answers[-1]["done"]):
        answers.append(await client.next())
        assert answers[-1]["id"] == question
    return answers


@pytest.mark.parametrize(("name", "players"), TABLES)
def test_the_best_moves_in_any_position_are_found(server: Served, name: str, players: int) -> None:
    game = encore.load(name, players=players)
    plies = random_plies(game, 5)
    plies = plies[: len(plies) // 2]
    seats = [game.to_move(ply.state) for ply in plies]
    last = max(number for number, seat in enumerate(seats) if seat is not None and seat >= 0)
    s = plies[last].state

    async def scene() -> None:
        async with analysing(server) as client:
            answers = await found(client, game=name, players=players, position=game.format_state(s))
        for answer in answers:
            known = answer["found"]
            assert sum(known["chances"]) == pytest.approx(1, abs=1e-3) or players == 1
            legal = {game.format_move(move) for move in game.legal_moves(s)}
            best = [line["moves"][0] for line in known["lines"]]
            assert len(best) == min(3, len(legal)) and legal.issuperset(best) and len(set(best)) == len(best)
            assert all(len(line["told"]) == len(line["moves"]) for line in known["lines"])
            own = [line["chances"][seats[last] or 0] for line in known["lines"] if line["proved"] == known["proved"]]
            assert own == sorted(own, reverse=True)
        assert [answer["done"] for answer in answers] == [False] * (len(answers) - 1) + [True]

    asyncio.run(scene())


@pytest.mark.parametrize(("name", "players"), TABLES)
def test_exact_values_of_moves_come_with_the_best_moves(server: Served, name: str, players: int) -> None:
    game = encore.load(name, players=players)
    states = [ply.state for ply in random_plies(game, 5)]
    s = [s for s in states if game.to_move(s) not in (None, encore.DEALER) and len(game.legal_moves(s)) > 1][-3]
    seat = game.to_move(s)
    with Budget() as budget:
        known = encore.evaluate(game, game.view(s, seat), budget, exact=True).exact
    values = {game.format_move(each.move): each.value for each in known.moves}

    async def scene() -> None:
        async with analysing(server) as client:
            answers = await found(client, game=name, players=players, position=game.format_state(s))
        exact = answers[-1]["found"].get("exact")
        if not values:
            assert exact is None
            return
        assert {each["move"]: each["value"] for each in exact["moves"]} == values
        assert exact["legal"] == len(game.legal_moves(s)) == len(values)
        assert exact["points"] == (players > 1 and bool(game.scores(s)))
        assert (exact["final"], exact["secured"]) == (known.final, known.secured)
        order = [each["value"] for each in exact["moves"]]
        assert order == sorted(order, reverse=True)
        tones = [each["tone"] for each in exact["moves"]]
        assert tones == sorted(tones, reverse=True) and all(0 <= tone <= 1 for tone in tones)
        assert not exact["points"] or tones[0] == 1
        assert all(len(each["told"]) == 1 + bool(each["reply"]) for each in exact["moves"])

    asyncio.run(scene())


def test_a_proof_follows_the_first_estimate(server: Served) -> None:
    moves, wins = overlooked_win()

    async def scene() -> None:
        async with analysing(server) as client:
            first, *_, last = await found(client, game="dakapo", moves=moves[:-1])
            assert not first["found"]["proved"]
            assert last["found"]["proved"] and last["found"]["lines"][0]["moves"][0] in wins
            assert last["found"]["chances"][overlooked_win().seat] == 1.0

    asyncio.run(scene())


def test_a_position_that_cannot_be_read_is_explained(server: Served) -> None:
    async def scene() -> None:
        async with analysing(server) as client:
            for code, at in (
                ("option", {"game": "chess"}),
                ("option", {"game": "dakapo", "position": "nothing"}),
                ("option", {"game": "dakapo", "players": 3}),
                ("option", {"game": "dakapo", "options": {"tiles": "x"}}),
                ("option", {"game": "dakapo", "moves": ["what?"]}),
                ("illegal", {"game": "dakapo", "moves": ["d4r"]}),
            ):
                (answer,) = await found(client, **at)
                assert (answer["t"], answer["code"]) == ("nak", code), answer
                assert "\n" not in answer["why"]
            for wrong in ({"game": "dakapo", "moves": ["a1r"] * 401}, {"game": "x" * 33}, {}):
                await client.send("lines", at=wrong)
                assert (await client.next())["code"] == "frame"
            over = encore.load("dakapo")
            end = over.format_state(random_plies(over, 1)[-1].state)
            (answer,) = await found(client, game="dakapo", position=end)
            assert (answer["found"]["proved"], answer["found"]["lines"], answer["done"]) == (True, [], True)

    asyncio.run(scene())


@pytest.mark.sampled(2)
@pytest.mark.parametrize("how", [signal.SIGKILL, signal.SIGSTOP])
def test_a_review_survives_a_worker_that_dies_or_hangs(tmp_path: Path, how: signal.Signals) -> None:
    async def scene(server: Served) -> None:
        table = await play(server, encore.load("dakapo"), moves=12)
        async with analysing(server) as client:
            question = await client.send("review", table=table["table"])
            await client.next("progress")
            for process in thinkers_of(server):
                os.kill(process, how)
            while (message := await client.next("progress", "review", "nak"))["t"] == "progress":
                pass
            assert (message["t"], message["id"]) == ("review", question)
            must_balance(message["review"])

    with served(tmp_path, warm=True) as server:
        server.wait_until_warm()  # compiling may take long, so a worker that hangs then is noticed late
        asyncio.run(scene(server))


@pytest.mark.sampled(2)
@pytest.mark.parametrize("how", [signal.SIGKILL, signal.SIGSTOP])
def test_the_best_moves_are_found_though_a_worker_dies_or_hangs(tmp_path: Path, how: signal.Signals) -> None:
    async def scene(server: Served) -> None:
        async with analysing(server) as client:
            await client.send("lines", at={"game": "dakapo", "moves": ["c4r"]}, most=3)
            answer = await client.next("lines")
            for process in thinkers_of(server):
                os.kill(process, how)
            while not answer["done"]:
                answer = await client.next("lines", "nak")
            assert answer["t"] == "lines" and len(answer["found"]["lines"]) == 3

    with served(tmp_path, "--analysis-seconds", "1", warm=True) as server:
        server.wait_until_warm()
        asyncio.run(scene(server))


def test_a_review_goes_on_after_a_restart_of_the_server(tmp_path: Path) -> None:
    async def begin(server: Served) -> tuple[str, int]:
        table = await play(server, encore.load("dakapo"), moves=12)
        async with analysing(server) as client:
            await client.send("review", table=table["table"])
            while (progress := await client.next("progress"))["done"] < 4:
                pass
            server.kill()
        return str(table["table"]), int(progress["total"])

    async def finish(server: Served, table: str) -> dict[str, Any]:
        async with analysing(server) as client:
            answer, _ = await asked(client, "review", table=table)
            review: dict[str, Any] = answer["review"]
            return review

    with served(tmp_path) as server:
        table, total = asyncio.run(begin(server))
        server.start()
        review = asyncio.run(finish(server, table))
        must_balance(review)
        assert len(review["chances"]) == total + 1
        metrics = http.get(f"{server.url}/metrics").text
        (searched,) = re.findall(r'encore_waiting_seconds_count\{kind="analysis"\} (\d+)', metrics)
        assert 0 < int(searched) < total, "what took long was stored before"


def test_each_seat_judges_by_its_own_view() -> None:
    """Nothing that a seat could not see is evaluated for it."""
    game = encore.load("dalapapa", players=3)
    plies = random_plies(game, 3)[:40]
    texts = tuple(game.format_move(ply.move) for ply in plies)
    replayed = ReplayedGame(PlayedGame("table", 1, game, texts, (0,)))
    for ply in range(len(plies) + 1):
        views = [sight.view for sight in replayed.sights(ply)]
        assert views == [game.view(view, seat) for seat, view in enumerate(views)]
        hands = any(game.view(replayed.states[ply], seat) != replayed.states[ply] for seat in range(3))
        assert (len(set(map(game.format_state, views))) > 1) == hands
