"""Pictures, previews and hints at a table; positions, records and lessons without one."""

from __future__ import annotations

import asyncio
from collections.abc import Iterator
from contextlib import AsyncExitStack
from pathlib import Path
from random import Random
from typing import Any

import httpx
import pytest

import encore
from encore.core.game import DEALER
from encore.core.registry import games
from encore.core.replay import record_of
from encore.server.domain.positions import turning_points
from encore.server.domain.reviewed import PlayedGame, ReplayedGame
from encore.server.http.app import PAGE
from encore.server.http.installed import routes as installed_routes
from encore.server.http.openapi import document
from tests.patience import PATIENCE
from tests.server.client import Served, at_table, http, join, open_table, served
from tests.server.hubs import idle_api

SCREEN = {"kind": "screen", "name": "Ada"}
BOT = {"kind": "bot", "bot": "bot:beginner"}


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Served]:
    with served(tmp_path_factory.mktemp("data"), "--unlimited", warm=True) as running:
        yield running


def looked(server: Served, **asked: Any) -> dict[str, Any]:
    answer = http.post(f"{server.url}/api/look", json=asked, timeout=PATIENCE)
    assert answer.status_code == 200, answer.text
    return dict(answer.json())


def refused(answer: httpx.Response) -> tuple[int, str, str]:
    """Return status, code and rule of a failure with a one-line message."""
    body = answer.json()
    assert body["why"]
    assert "\n" not in body["why"]
    return answer.status_code, body["error"], body.get("rule", "")


def random_game(
    name: str, seed: int, plies: int = 10_000, players: int | None = None
) -> tuple[encore.AnyGame, Any, list[str]]:
    """Play some random moves; return the game, the state and the moves."""
    game, rng = encore.load(name, players=players), Random(seed)
    s, moves = game.initial(), list[str]()
    while (seat := game.to_move(s)) is not None and len(moves) < plies:
        move = game.deal(s, rng) if seat == DEALER else rng.choice(game.legal_moves(s))
        moves.append(game.format_move(move))
        s = game.play(s, move)
    return game, s, moves


# Without a table.


@pytest.mark.parametrize("name", sorted(games()))
def test_a_position_is_given_by_moves_or_as_text(server: Served, name: str) -> None:
    game, s, moves = random_game(name, seed=1, plies=9)
    after = looked(server, game=name, moves=moves)
    assert (after["position"], after["to_move"]) == (game.format_state(s), game.to_move(s))
    assert after["scores"] == list(game.scores(s))
    assert len(after["value"]) == game.players
    assert after.pop("told")["code"].startswith(f"{name}."), "the last move in words"
    assert looked(server, game=name, position=game.format_state(s)) == after


@pytest.mark.parametrize("name", sorted(games()))
def test_the_end_of_a_game_is_shown(server: Served, name: str) -> None:
    game, s, moves = random_game(name, seed=2)
    end = looked(server, game=name, position=game.format_state(s))
    outcome = game.outcome(s)
    assert outcome is not None
    assert (end["to_move"], tuple(end["winners"]), end["reason"]) == (None, outcome.winners, outcome.reason)
    assert end["board"]["moves"] == []
    assert len(moves) > 9


def test_the_view_depends_on_the_seat(server: Served) -> None:
    game, s, _ = random_game("dalapapa", seed=3, plies=20)
    while (mover := game.to_move(s)) == DEALER:
        s = game.play(s, game.deal(s, Random(3)))
    assert mover is not None
    asked = {"game": "dalapapa", "position": game.format_state(s)}
    assert looked(server, **asked)["board"] == looked(server, **asked, seat=mover)["board"]
    assert looked(server, **asked)["board"]["moves"]
    assert not looked(server, **asked, seat=1 - mover)["board"]["moves"]
    pictures = [looked(server, **asked, **who)["board"] for who in ({"seat": 0}, {"seat": 1}, {"open": True})]
    assert all(one != other for one, other in ((pictures[0], pictures[1]), (pictures[1], pictures[2])))


@pytest.mark.parametrize(
    ("asked", "expected"),
    [
        ({"game": "dakapo", "moves": ["e6r", "e7r"]}, (422, "illegal")),
        ({"game": "dakapo", "moves": ["nonsense"]}, (422, "option")),
        ({"game": "dakapo", "position": "nonsense"}, (422, "option")),
        ({"game": "dakapo", "seat": 2}, (422, "option")),
        ({"game": "chess"}, (422, "option")),
        ({"game": "dalapapa", "options": {"tiles": "/etc/passwd"}}, (422, "option")),
        ({"game": "dakapo", "moves": ["e6r"] * 401}, (422, "frame")),
        ({"game": "dakapo", "colour": "red"}, (422, "frame")),
        ({"game": "dakapo", "position": "x" * 9000}, (413, "frame")),
    ],
)
def test_invalid_positions_are_refused_in_one_line(
    server: Served, asked: dict[str, Any], expected: tuple[int, str]
) -> None:
    status, code, rule = refused(http.post(f"{server.url}/api/look", json=asked))
    assert (status, code) == expected
    assert bool(rule) == (code == "illegal")


@pytest.mark.parametrize("name", sorted(games()))
def test_a_record_can_be_stepped_through(server: Served, name: str) -> None:
    game, s, moves = random_game(name, seed=4)
    record = encore.format_record(record_of(game, moves, s, ["Ada", "Bob"]))
    answer = http.post(f"{server.url}/api/replay", json={"record": record}, timeout=PATIENCE)
    assert answer.status_code == 200, answer.text
    replay = answer.json()
    assert (replay["game"], replay["moves"], replay["record"]) == (name, moves, record)
    assert len(replay["positions"]) == len(replay["values"]) == len(moves) + 1
    assert len(replay["movers"]) == len(replay["told"]) == len(moves)
    assert all(told["code"].startswith(f"{name}.told-") for told in replay["told"])
    assert replay["positions"][-1] == game.format_state(s)
    outcome = game.outcome(s)
    assert outcome is not None
    assert tuple(replay["winners"]) == outcome.winners
    assert replay["tags"]["Seat2"] == "Bob"
    assert tuple(replay["turning"]) == turning_points(replay["values"])


def test_the_values_of_a_replay_are_the_games_own_measure_where_it_has_one(server: Served) -> None:
    measures = {}
    for name in sorted(games()):
        game, s, moves = random_game(name, seed=4)
        record = encore.format_record(record_of(game, moves, s, ["Ada", "Bob"]))
        replay = http.post(f"{server.url}/api/replay", json={"record": record}, timeout=PATIENCE).json()
        measures[name] = replay["measure"] and replay["measure"]["code"]
        if name == "dacapo":
            values = replay["values"]
            captures = [at for at, move in enumerate(moves) if "x" in move and not move.startswith("deal")]
            assert captures and all(values[at] != values[at + 1] for at in captures)
            assert values[-1] == list(game.scores(s))
    assert measures == {"dacapo": "dacapo.graph-points", "dakapo": None, "dalapapa": None}


def test_a_replay_names_the_teams_and_when_the_lead_changes_between_them(server: Served) -> None:
    game, s, moves = random_game("dacapo", seed=4, players=4)
    record = encore.format_record(record_of(game, moves, s, ["Ada", "Bob", "Cleo", "Dan"]))
    replay = http.post(f"{server.url}/api/replay", json={"record": record}, timeout=PATIENCE).json()
    assert replay["teams"] == [[0, 2], [1, 3]]
    assert tuple(replay["turning"]) == turning_points([each[:2] for each in replay["values"]]) != ()


def test_a_team_whose_partner_has_left_shares_its_win_in_the_analysis() -> None:
    played = PlayedGame("", 0, encore.load("dacapo", players=4), (), winners=(2,))
    assert ReplayedGame(played).shares == (0.5, 0, 0.5, 0)


def test_invalid_records_are_refused(server: Served) -> None:
    game, s, moves = random_game("dakapo", seed=5)
    record = encore.format_record(record_of(game, moves, s, ["Ada", "Bob"]))
    for wrong in ("", "e6r", record.replace(moves[3], moves[2]), record.replace('"dakapo"', '"chess"')):
        status, code, _ = refused(http.post(f"{server.url}/api/replay", json={"record": wrong}))
        assert (status, code) in ((422, "option"), (422, "illegal"))
    long = http.post(f"{server.url}/api/replay", json={"record": "x" * 300_000})
    assert refused(long)[:2] == (413, "frame")


def test_turning_points_are_where_the_lead_changes() -> None:
    assert turning_points([(0, 0), (1, 0), (1, 1), (1, 2), (2, 2), (2, 3), (4, 3)]) == (3, 6)
    assert turning_points([(0, 0, 0), (0, 0, 5), (0, 6, 5)]) == (2,)
    assert turning_points([(1, 0), (0, 1), (1, 0), (0, 1), (0, 2)]) == (3,)  # reversed at once


@pytest.mark.parametrize("name", sorted(games()))
def test_every_game_has_a_demo(server: Served, name: str) -> None:
    frames = http.get(f"{server.url}/api/games/{name}/demo", timeout=PATIENCE).json()["frames"]
    assert http.get(f"{server.url}/api/games/{name}/demo").json()["frames"] == frames
    assert len(frames) > 5
    assert all(frame["last"] for frame in frames)  # it begins where something has happened
    assert all(frame["board"]["moves"] == [] for frame in frames)
    for lesson in http.get(f"{server.url}/api/games/{name}/lessons").json()["lessons"]:
        assert lesson["title"]
        assert all(step["board"] and step["text"] for step in lesson["steps"])


@pytest.mark.parametrize("name", sorted(games()))
def test_the_rules_of_a_game_can_be_read(server: Served, name: str) -> None:
    answer = http.get(f"{server.url}/api/games/{name}/rules")
    assert answer.headers["Content-Type"] == "text/plain; charset=utf-8"
    assert answer.text.startswith(f"# {games()[name].title}\n")
    assert "\n## Rule 1: " in answer.text


def test_the_rules_of_a_version_can_be_read(server: Served) -> None:
    address = f"{server.url}/api/games/dakapo/rules"
    assert http.get(address, params={"rules": "1"}).text == http.get(address).text
    for unknown in ("2", "0", "01", "x", "", "9" * 900):
        answer = http.get(address, params={"rules": unknown})
        assert answer.status_code == 404, unknown
        assert "rules version" in answer.json()["why"]


@pytest.mark.parametrize("name", sorted(games()))
def test_the_rules_of_a_game_can_be_read_in_other_languages(server: Served, name: str) -> None:
    address = f"{server.url}/api/games/{name}/rules"
    for language, title in {"ja": "ルール1：", "de": "Regel 1: ", "fr": "Règle 1 : "}.items():
        answer = http.get(address, params={"language": language})
        assert answer.headers["Content-Language"] == language
        assert f"\n## {title}" in answer.text.replace("\N{NO-BREAK SPACE}", " ")
    for unknown in ("xx", "", "DE", "../de", "de.md", "x" * 900):
        answer = http.get(address, params={"language": unknown})
        assert answer.headers["Content-Language"] == "en"
        assert answer.text == http.get(address).text


def test_unknown_games_have_no_lessons(server: Served) -> None:
    for what in ("lessons", "demo", "rules"):
        assert refused(http.get(f"{server.url}/api/games/chess/{what}"))[:2] == (404, "option")


def test_every_route_is_described(tmp_path: Path) -> None:
    routes = {route.path for route in idle_api(tmp_path).routes()}
    assert set(document()["paths"]) == routes - {
        "/{path:path}",
        "/assets",
        "/digest/stop/{secret}",  # for mail programs
        *(route.path for route in installed_routes(PAGE)),
        "/games/{game}/{digest}/{path:path}",
    }


# At a table.


def test_the_game_of_a_table_can_be_stepped_through(server: Served) -> None:
    made = open_table(server, game="dakapo")
    url = f"{server.url}/api/tables/{made['table']}/replay"
    assert refused(http.get(url))[:2] == (409, "over")
    join(server, made)

    async def play() -> None:
        async with at_table(server, made["table"], made["token"]) as client:
            await client.do("act", v=(await client.next("full"))["v"], a="e6r")
            assert http.get(url).json()["moves"] == ["e6r"]
            await client.do("resign")

    asyncio.run(play())
    replay = http.get(url).json()
    assert (replay["tags"]["Termination"], replay["winners"]) == ("resigned", None)


def test_a_game_with_hidden_hands_can_be_stepped_through_after_its_end(server: Served) -> None:
    made = open_table(server, game="dalapapa", chairs=[SCREEN, SCREEN])
    url = f"{server.url}/api/tables/{made['table']}/replay"
    for token in ("nobody", made["token"]):
        assert refused(http.get(url, headers={"Authorization": f"Bearer {token}"}))[:2] == (409, "over")

    async def resign() -> None:
        async with at_table(server, made["table"], made["token"]) as client:
            await client.do("resign")

    asyncio.run(resign())
    assert http.get(url).json()["moves"][0].startswith("draw:")


def test_every_event_has_a_board_and_only_the_mover_gets_moves(server: Served) -> None:
    made = open_table(server, game="dakapo")
    bob = join(server, made)["token"]

    async def play() -> None:
        async with (
            at_table(server, made["table"], made["token"], wish="board") as one,
            at_table(server, made["table"], bob, wish="board") as other,
            at_table(server, made["table"], wish="board") as watcher,
        ):
            boards = [(await client.next("full"))["board"] for client in (one, other, watcher)]
            assert [bool(board["moves"]) for board in boards] == [True, False, False]
            move = boards[0]["moves"][0]["move"]
            assert (await one.do("act", v=99, a=move))["t"] == "ack"
            events = [await client.next("ev") for client in (one, other, watcher)]
            assert [bool(event["board"]["moves"]) for event in events] == [False, True, False]
            assert not any("view" in event or "legal" in event for event in events)

    asyncio.run(play())


def test_a_move_comes_in_words_with_its_board(server: Served) -> None:
    made = open_table(server, game="dakapo")
    join(server, made)

    async def play() -> list[dict[str, Any]]:
        async with (
            at_table(server, made["table"], made["token"]) as one,
            at_table(server, made["table"], wish="board") as watcher,
            at_table(server, made["table"], wish="") as plain,
        ):
            for client in (one, watcher, plain):
                await client.next("full")
            await one.do("act", v=99, a="e6r")
            moved = [await client.next("ev") for client in (watcher, one, plain)]
            await one.do("say", text="hello")
            return [*moved, await watcher.next("ev")]

    drawn, *others = asyncio.run(play())
    args = {"colour": "red", "cell": "e6", "effect": "none"}
    assert drawn["told"] == {"code": "dakapo.told-stone", "args": args, "cells": ["e6"]}
    assert all("told" not in event for event in others)


def asked(server: Served, made: dict[str, Any], path: str, token: str = "", **parameters: Any) -> Any:
    """Return what a table answers to the holder of a token or a spectator."""
    headers = {"Authorization": f"Bearer {token}"} if token else {}
    url = f"{server.url}/api/tables/{made['table']}/{path}"
    answer = http.get(url, headers=headers, params=parameters, timeout=PATIENCE)
    return answer.json() if answer.status_code == 200 else refused(answer)[:2]


def test_whoever_comes_late_gets_the_moves_in_words_and_earlier_positions(server: Served) -> None:
    made = open_table(server, game="dakapo")
    assert asked(server, made, "moves") == asked(server, made, "positions/0") == (409, "over")
    bob = join(server, made)["token"]

    async def play() -> list[dict[str, Any]]:
        async with (
            at_table(server, made["table"], made["token"], wish="board") as one,
            at_table(server, made["table"], bob, wish="board") as other,
        ):
            states = [await one.next("full")]
            await one.do("act", v=99, a="e6r")
            states.append(await other.next("ev"))
            await other.do("act", v=99, a="f5g")
            return [*states, await other.next("ev")]

    begun, first, second = asyncio.run(play())
    assert asked(server, made, "moves") == {"told": [first["told"], second["told"]]}
    before = asked(server, made, "positions/0", made["token"])
    assert before["board"] == begun["board"], "as the seat saw it"
    assert (before["to_move"], before["position"]) == (0, begun["view"])
    assert asked(server, made, "positions/2", bob)["board"] == second["board"]
    assert asked(server, made, "positions/0")["board"]["moves"] == [], "a spectator has no moves"
    for wrong in ("3", "-1", "01", "x", "9" * 900):
        assert asked(server, made, f"positions/{wrong}") == (404, "table")


def test_moves_and_positions_of_an_earlier_game(server: Served) -> None:
    made = open_table(server, game="dakapo", chairs=[SCREEN, SCREEN])

    async def play() -> None:
        async with at_table(server, made["table"], made["token"]) as client:
            await client.do("act", v=99, a="e6r")
            await client.do("resign")
            await client.do("ask", what="rematch", chair=0)
            await client.do("ask", what="rematch", chair=1)

    asyncio.run(play())
    assert asked(server, made, "moves") == asked(server, made, "moves", game=2) == {"told": []}
    (told,) = asked(server, made, "moves", game=1)["told"]
    assert told["cells"] == ["e6"]
    assert asked(server, made, "positions/1", game=1)["board"]["stones"]["e6"] == "red"
    assert asked(server, made, "positions/1") == asked(server, made, "moves", game=3) == (404, "table")


def test_hidden_hands_stay_hidden_in_earlier_positions(server: Served) -> None:
    made = open_table(server, game="dalapapa")
    bob = join(server, made)["token"]
    shared = open_table(server, game="dalapapa", chairs=[SCREEN, SCREEN])
    assert asked(server, made, "moves", bob) == {"told": [None, None]}, "the dealer's draws are secret"
    hands = {token: asked(server, made, "positions/2", token)["board"]["hands"] for token in (made["token"], bob, "")}
    assert [[hand[0] is not None for hand in shown] for shown in hands.values()] == [
        [True, False],
        [False, True],
        [False, False],
    ]
    assert asked(server, shared, "positions/2", shared["token"])["board"]["hands"] == [[None], [None]]


def test_a_preview_says_what_a_move_would_do_and_changes_nothing(server: Served) -> None:
    made = open_table(server, game="dakapo")
    bob = join(server, made)["token"]

    async def play() -> None:
        async with (
            at_table(server, made["table"], made["token"]) as one,
            at_table(server, made["table"], bob) as other,
            at_table(server, made["table"]) as watcher,
        ):
            full = await one.next("full")
            answer = await one.do("preview", a="e6r")
            assert (answer["t"], answer["a"]) == ("preview", "e6r")
            assert answer["preview"]["picture"]
            assert (await one.do("preview", a="nonsense"))["code"] == "illegal"
            assert [(await client.do("preview", a="e6r"))["code"] for client in (other, watcher)] == ["turn"] * 2
            v = (await one.do("act", v=full["v"], a="e6r"))["v"]
            assert v == full["v"] + 1
            for kind in ("preview", "act"):
                wrong = await other.do(kind, v=v, a="e7r")
                assert wrong["code"] == "illegal"
                assert wrong["rule"]
            await other.do("resign")
            assert (await other.do("preview", a="e7g"))["code"] == "turn"

    asyncio.run(play())


@pytest.mark.parametrize("name", sorted(games()))
def test_a_hint_in_a_game_against_bots_is_a_legal_move(server: Served, name: str) -> None:
    server.wait_until_warm()
    made = open_table(server, game=name, players=2, chairs=[SCREEN, BOT])

    async def play() -> None:
        async with at_table(server, made["table"], made["token"]) as client:
            state = await client.next("full")
            while not state.get("legal"):
                state = await client.next("ev")
            hint = await client.do("hint")
            assert hint["t"] == "hint", hint
            assert hint["a"] in state["legal"]
            assert set(hint) == {"t", "id", "a", "where", "why", "facts", "told"}
            assert hint["told"]["code"].startswith(f"{name}.told-")
            assert (await client.do("act", v=state["v"], a=hint["a"]))["t"] == "ack"

    asyncio.run(play())


def test_there_are_no_hints_against_people(server: Served) -> None:
    made = open_table(server, game="dalapapa", players=3, chairs=[SCREEN, {"kind": "open"}, BOT])

    async def hint(token: str) -> str:
        async with at_table(server, made["table"], token) as client:
            await client.next("full")
            return str((await client.do("hint"))["code"])

    assert asyncio.run(hint(made["token"])) == "over"
    bob = join(server, made)["token"]
    assert [asyncio.run(hint(token)) for token in (made["token"], bob, "")] == ["refused", "turn", "turn"]


def test_one_hint_at_a_time(server: Served) -> None:
    server.wait_until_warm()
    made = open_table(server, game="dakapo", chairs=[SCREEN, BOT])

    async def ask() -> list[dict[str, Any]]:
        async with at_table(server, made["table"], made["token"]) as client:
            for number in range(5):
                await client.send("hint", id=f"{number}")
            answers = [await client.next("hint", "nak") for _ in range(5)]
            answers.append(await client.do("hint", id="later"))
            return answers

    answers = {answer["id"]: answer.get("code", answer["t"]) for answer in asyncio.run(ask())}
    assert answers == {"0": "hint", **{str(number): "rate" for number in range(1, 5)}, "later": "hint"}


def test_one_hint_at_a_time_for_any_number_of_sockets(server: Served) -> None:
    server.wait_until_warm()
    made = open_table(server, game="dakapo", chairs=[SCREEN, BOT])

    async def ask() -> list[str]:
        async with AsyncExitStack() as stack:
            places = [at_table(server, made["table"], made["token"]) for _ in range(5)]
            clients = [await stack.enter_async_context(place) for place in places]
            answers = await asyncio.gather(*(client.do("hint") for client in clients))
            return sorted(answer.get("code", answer["t"]) for answer in answers)

    assert asyncio.run(ask()) == ["hint", *["rate"] * 4]
