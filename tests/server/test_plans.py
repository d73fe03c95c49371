"""Conditional moves: which plans may be stored, what the server replies, and that nobody else learns of them."""

from __future__ import annotations

import asyncio
import re
from contextlib import suppress
from pathlib import Path
from random import Random
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from websockets.exceptions import WebSocketException

from encore.core.game import DEALER
from encore.core.registry import load
from encore.server.domain import decisions, events, planning, votes
from encore.server.domain.anonymous import without
from encore.server.domain.attached import NOTHING, Attached
from encore.server.domain.events import Began, Chair, Dealt, Joined, Moved, Opened, Planned, Undone
from encore.server.domain.own_data import own_table
from encore.server.domain.planning import LARGEST, MOST_MOVES, MOST_STORED, PlannedMove
from encore.server.domain.plans import Plan, Ply
from encore.server.domain.row import Row
from encore.server.domain.table import Table
from encore.server.rooms import plans
from encore.server.rooms.hub import Hub
from encore.server.storage.sqlite import SqliteStore
from encore.server.storage.store import StoreBusy
from tests.effort import examples
from tests.server.client import Client, Served, at_table, http, join, open_table, served
from tests.server.hubs import until, use, write
from tests.server.planned import DAYS, by_the_day, line, plan, planned, random_plan, reply
from tests.server.played import NO_CLOCK, Played, refused
from tests.server.test_leaks import bobs_turn

E7, E8 = PlannedMove("e7g"), PlannedMove("e8r")


# What may be stored.


def test_a_plan_is_stored_while_another_player_is_to_move() -> None:
    played = by_the_day()
    plan(played, "bo", "e6r", "e7g", "e8r", "d6g")
    (ply,) = played.table.plans.of((1,))
    assert (ply.move, ply.chair, ply.then[0].chair) == ("e6r", 0, 1)
    assert played.again().plans.of((1,)) == (ply,), "it is in the rows"
    with refused("turn", "another player"):
        planned(played.table, "ada", line("e6r"))
    with refused("entry"):
        planned(played.table, "eve", line("e6r", "e7g"))


def test_plans_are_for_games_by_the_day_that_are_played() -> None:
    with refused("refused", "days per move"):
        planned(by_the_day(timing=NO_CLOCK).table, "bo", line("e6r", "e7g"))
    played = by_the_day()
    played.do(decisions.resign(played.table, 0))
    with refused("turn"):
        planned(played.table, "bo", line("e6r", "e7g"))


def test_people_who_share_a_device_have_no_plans() -> None:
    played = Played("dacapo", Chair("screen", "ada"), Chair("open"), Chair("screen", "cy"), timing=DAYS)
    played.do(decisions.sit(played.table, "bo", "bo", None))
    with refused("refused", "share"):
        planned(played.table, "ada", line(played.first_move()))


def test_a_plan_for_an_old_version_is_stale() -> None:
    played = by_the_day()
    version = played.table.version
    start = planning.start(played.table, "bo", version)
    found = planning.checked(start, line("e6r", "e7g"))
    played.move("ada", "e6g")
    played.move("bo", "e7r")
    with refused("stale"):
        planned(played.table, "bo", line("e8r", "d6g"), version)
    with refused("stale"):
        planning.store(played.table, "bo", start.position, found)


def test_a_plan_is_replaced_as_a_whole_and_an_empty_one_deletes_it() -> None:
    played = by_the_day()
    plan(played, "bo", "e6r", "e7g")
    plan(played, "bo", "e6g", "e7r")
    assert [ply.move for ply in played.table.plans.of((1,))] == ["e6g"]
    played.do(planning.delete(played.table, "bo"))
    assert played.table.plans.of((1,)) == played.again().plans.of((1,)) == ()
    with refused("refused", "no plan"):
        planning.delete(played.table, "bo")


@pytest.mark.parametrize(
    ("asked", "code", "words"),
    [
        (line("z9r", "e7g"), "illegal", ""),
        (line("e6r", "e7r"), "illegal", "rule"),
        (line("E6R", "e7g"), "illegal", ""),
        (line("e6r"), "refused", "reply to e6r"),
        (line("e6r", "e7g", "e8r"), "refused", "reply to e8r"),
        ((PlannedMove("e6r", (E7, E8)),), "refused", "one reply"),
        ((PlannedMove("e6r", (E7,)), PlannedMove("e6r", (E7,))), "refused", "twice"),
    ],
)
def test_each_line_is_legal_and_ends_with_one_reply(asked: tuple[PlannedMove, ...], code: str, words: str) -> None:
    with refused(code, words):
        planned(by_the_day().table, "bo", asked)


def test_a_plan_has_at_most_fifty_moves_and_so_many_letters() -> None:
    table = by_the_day().table
    replies = [
        PlannedMove(f"{file}{rank}{colour}", (E7,)) for file in "abcdefgh" for rank in "12345678" for colour in "rg"
    ]
    with refused("refused", str(MOST_MOVES)):
        planned(table, "bo", tuple(replies[: MOST_MOVES // 2 + 1]))
    with refused("refused", str(LARGEST)):
        planned(table, "bo", tuple(PlannedMove("x" * 512 + str(number)) for number in range(9)))
    deep = line(*["e6r"] * 400)
    with refused("refused", str(MOST_MOVES)):
        planned(table, "bo", deep)


def test_so_many_plans_may_be_stored_in_one_game() -> None:
    played = by_the_day()
    for _ in range(MOST_STORED):
        plan(played, "bo", "e6r", "e7g")
    with refused("refused", str(MOST_STORED)):
        planned(played.table, "bo", line("e6r", "e7g"))
    played.do(planning.delete(played.table, "bo"))


def test_a_plan_goes_not_beyond_a_deal_or_the_end() -> None:
    played = by_the_day("dalapapa", open_hands="on")
    table, game = played.table, played.table.game
    s, moves = table.state, list[str]()
    while game.to_move(s) != DEALER:
        move = game.legal_moves(s)[0]
        moves.append(game.format_move(move))
        s = game.play(s, move)
    holder = table.holders[1 - (table.to_move or 0)]
    with refused("refused", "after a deal"):
        planned(table, holder, line(*moves, "draw:1"))
    plan(played, holder, *moves)

    last = by_the_day("dacapo")
    while True:
        table, game = last.table, last.table.game
        move = game.legal_moves(table.state)[0]
        if game.to_move(game.play(table.state, move)) is None:
            break
        last.move(table.holders[table.to_move or 0], game.format_move(move))
    with refused("refused", "over"):
        planned(table, table.holders[1 - (table.to_move or 0)], line(game.format_move(move), "a1-b1"))


# What happens with it.


def test_the_reply_is_played_in_its_own_row_and_the_rest_stays() -> None:
    played = by_the_day()
    plan(played, "bo", "e6r", "e7g", "e8r", "d6g")
    played.move("ada", "e6r")
    assert played.table.moves == ["e6r"]
    reply(played)
    assert played.table.moves == ["e6r", "e7g"]
    assert events.decode(played.rows[-1].data) == (Moved("e7g"),)
    assert [ply.move for ply in played.table.plans.of((1,))] == ["e8r"]
    played.move("ada", "e8r")
    reply(played)
    assert played.table.moves[-1] == "d6g"
    assert played.table.plans.of((1,)) == ()


def test_another_move_than_planned_ends_the_plan() -> None:
    played = by_the_day()
    plan(played, "bo", "e6r", "e7g", "e8r", "d6g")
    played.move("ada", "e6g")
    assert played.table.plans.of((1,)) == played.again().plans.of((1,)) == ()
    reply(played)
    assert played.table.moves == ["e6g"]


def test_the_owner_may_play_another_move_first() -> None:
    played = by_the_day()
    plan(played, "bo", "e6r", "e7g", "e8r", "d6g")
    played.move("ada", "e6r")
    played.move("bo", "e7b")
    assert played.table.plans.of((1,)) == ()


def test_a_reply_that_turns_out_illegal_ends_the_plan_and_nothing_else() -> None:
    """No plan with an illegal move is stored, but a move that the owner sees as legal may turn out illegal."""
    played = by_the_day()
    played.do([Planned(1, (Ply("e6r", 0, (Ply("e7r", 1, (Ply("e8r", 0),)),)),))])
    played.move("ada", "e6r")
    reply(played)
    assert played.table.moves == ["e6r"]
    assert played.table.to_move == 1
    assert played.table.plans.of((1,)) == ()
    played.move("bo", "e7g")


def test_a_move_of_another_seat_than_planned_is_not_replied_to() -> None:
    """Where hands are hidden, the turn of a player may end earlier than the owner of a plan could see."""
    played = by_the_day()
    played.do([Planned(1, (Ply("e6r", 1, (Ply("e7g", 1),)),))])
    assert played.table.plans.reply(0) is None
    played.move("ada", "e6r")
    assert played.table.plans.of((1,)) == ()


def test_an_undo_ends_all_plans() -> None:
    played = by_the_day()
    played.move("ada", "e6r")
    plan(played, "ada", "e7g", "e8r")
    played.do([Undone(1)])
    assert played.table.plans.of((0,)) == ()


def test_a_deal_ends_all_plans() -> None:
    played = by_the_day("dalapapa", open_hands="on")
    table, game = played.table, played.table.game
    mover = table.to_move or 0
    s, moves = table.state, list[str]()
    while game.to_move(s) != DEALER:
        moves.append(game.format_move(game.legal_moves(s)[0]))
        s = game.play(s, game.legal_moves(s)[0])
    plan(played, table.holders[1 - mover], *moves)
    played.move(table.holders[mover], moves[0])
    reply(played)
    assert Dealt in map(type, events.decode(played.rows[-1].data))
    assert not any(table.plans.of((chair,)) for chair in (0, 1))


def test_a_plan_that_its_owner_could_not_see_to_meet_a_deal_ends_there() -> None:
    """Where hands are hidden, tiles may be dealt before the owner can see them."""
    played = by_the_day("dalapapa", open_hands="on")
    table, game = played.table, played.table.game
    mover = table.to_move or 0
    first = played.first_move()
    after = game.play(table.state, game.parse_move(table.state, first))
    second = game.format_move(game.legal_moves(after)[0])
    rest = Ply(second, 1 - mover, (Ply("stop", mover, (Ply("stop", 1 - mover),)),))
    played.do([Planned(1 - mover, (Ply(first, mover, (rest,)),))])
    played.move(table.holders[mover], first)
    reply(played)
    assert Dealt in map(type, events.decode(played.rows[-1].data))
    assert table.plans.of((1 - mover,)) == ()


def test_the_end_and_another_game_end_all_plans() -> None:
    played = by_the_day()
    plan(played, "bo", "e6r", "e7g")
    played.do(decisions.resign(played.table, 0))
    assert played.table.plans.of((1,)) == ()
    for chair in (0, 1):
        played.do(decisions.ask(played.table, chair, "rematch"))
    assert played.table.plans.stored == {}


def test_with_three_players_a_plan_covers_the_moves_of_both_others_in_turn() -> None:
    played = by_the_day("dacapo", 3)
    table, game, s = played.table, played.table.game, played.table.state
    moves = list[str]()
    for _ in range(3):
        move = game.legal_moves(s)[0]
        moves.append(game.format_move(move))
        s = game.play(s, move)
    last = (table.to_move or 0) + 2
    plan(played, table.holders[last % 3], *moves)
    for move in moves[:2]:
        played.move(table.holders[table.to_move or 0], move)
        reply(played)
    assert [move for move, mover in zip(table.moves, table.movers, strict=True) if mover >= 0] == moves


def test_whoever_leaves_has_no_plan_and_those_of_the_others_wait_for_the_vote() -> None:
    played = by_the_day("dacapo", 3)
    table, game = played.table, played.table.game
    mover = table.to_move or 0
    second, third = (mover + 1) % 3, (mover + 2) % 3
    move = game.format_move(game.legal_moves(table.state)[0])
    after = game.play(table.state, game.parse_move(table.state, move))
    answer = game.format_move(game.legal_moves(after)[0])
    plan(played, table.holders[second], move, answer)
    third_plan = line(
        move, answer, game.format_move(game.legal_moves(game.play(after, game.parse_move(after, answer)))[0])
    )
    played.do(planned(table, table.holders[third], third_plan))
    played.do(decisions.resign(table, third))
    assert table.plans.of((third,)) == ()
    assert table.plans.reply(table.to_move) is None
    for chair in (mover, second):
        with suppress(decisions.Refusal):
            played.do(votes.vote(table, [chair], "bot", (0, 1, 2)))
    played.move(table.holders[mover], move)
    reply(played)
    assert table.moves[-1] == answer


GAMES = [("dakapo", 2, {}), ("dacapo", 2, {}), ("dacapo", 3, {}), ("dalapapa", 2, {"open_hands": "on", "target": 10})]


def _expected(tree: Plan, made: list[tuple[int, str]]) -> Plan:
    """Return what is left of a plan after some moves."""
    for mover, move in made:
        tree = next((ply.then for ply in tree if (ply.chair, ply.move) == (mover, move)), ())
    return tree


@examples(60)
@given(st.sampled_from(GAMES), st.integers(0, 2**32))
def test_plans_make_the_same_rows_as_playing_the_replies_by_hand(
    kind: tuple[str, int, dict[str, Any]], seed: int
) -> None:
    (name, players, options), rng = kind, Random(seed)
    played = by_the_day(name, players, **options)
    table, game = played.table, played.table.game
    begun, replies = len(played.rows), 0
    stored: dict[int, tuple[int, Plan]] = {}  # after how many moves each chair has stored its plan
    while table.to_move is not None and len(table.moves) < 40:
        mover = table.to_move
        for chair in range(players):
            found = random_plan(game, table.state, table.seat_of(chair), rng) if chair != mover else ()
            if found and rng.random() < 0.5 and sum(1 for _ in planning._moves(found)) <= MOST_MOVES:
                played.do(planned(table, table.holders[chair], found))
                stored[chair] = len(table.moves), table.plans.of((chair,))
        known = [ply.move for chair in range(players) for ply in table.plans.of((chair,)) if ply.chair == mover]
        legal = [game.format_move(move) for move in game.legal_moves(table.state)]
        played.move(table.holders[mover], rng.choice(known if known and rng.random() < 0.7 else legal))
        while table.to_move is not None and table.plans.reply(table.to_move) is not None:
            after, tree = stored[table.to_move]
            left = _expected(tree, list(zip(table.movers[after:], table.moves[after:], strict=True)))
            assert left == table.plans.of((table.to_move,))
            played.do(planning.reply(table, played.at))
            assert table.moves[len(table.movers) - 1 - table.movers[::-1].index(table.mover or 0)] == left[0].move
            replies += 1
    by_hand = Played.__new__(Played)
    by_hand.table, by_hand.rows, by_hand.at = type(table)("t"), [], played.at
    for row in played.rows[:begun]:
        by_hand.do(list(events.decode(row.data)))
    for row in played.rows[begun:]:
        moved = next((event for event in events.decode(row.data) if isinstance(event, Moved)), None)
        if moved:
            by_hand.move(by_hand.table.holders[by_hand.table.to_move or 0], moved.move)
    rows = [row.data for row in played.rows if not row.data.startswith(b'[{"e":"planned"')]
    assert rows == [row.data for row in by_hand.rows]
    assert played.again().moves == table.moves == by_hand.table.moves


# Hidden things.


@pytest.mark.parametrize("seed", range(3))
def test_whether_a_plan_is_stored_depends_only_on_what_its_owner_sees(seed: int) -> None:
    """Two tables differ only in a tile that bo has: each plan of ada is stored at both, or refused in the same way."""
    *histories, laid = bobs_turn(Random(f"plans/{seed}"))
    tables = [hidden_table(moves) for moves in histories]
    assert tables[0].state.hands[1] != tables[1].state.hands[1]
    legal = [load("dalapapa").format_move(move) for each in tables for move in each.game.legal_moves(each.state)[::7]]
    for move in (*legal, laid, "stop", "pass"):
        answers = {answer(table, line(move, "stop", "draw:1")) for table in tables}
        assert len(answers) == 1, "the answer would tell which tiles bo has"


def hidden_table(moves: list[str]) -> Table:
    """Return a table of ada and bo after some moves and deals."""
    table = Table("t")
    opened = Opened("dalapapa", 2, {}, (Chair("screen", "ada"), Chair("open")), DAYS, False, True, "ada", "x")
    made = [Dealt(move) if move.startswith("draw:") else Moved(move) for move in moves]
    table.apply(Row("t", 1, 1000, None, b""), (opened, Joined(1, "bo", "bo"), Began(0, "seed"), *made))
    return table


def answer(table: Table, asked: tuple[PlannedMove, ...]) -> str:
    try:
        return str(planned(table, "ada", asked))
    except decisions.Refusal as refusal:
        return f"{refusal.code} {refusal}"


# Others.


def test_plans_are_deleted_with_their_owner_and_are_part_of_their_data() -> None:
    played = by_the_day()
    plan(played, "bo", "e6r", "e7g")
    plan(played, "bo", "e6g", "e7r")
    data = own_table("t", 0, played.rows, {"bo"})
    assert [each.plan[0].move for each in data.plans] == ["e6r", "e6g"]
    assert own_table("t", 0, played.rows, {"ada"}).plans == ()
    left = {row.seq: rewritten for row, rewritten in without(played.rows, {"bo"})}
    assert not any(b"e6r" in left.get(row.seq, row.data) for row in played.rows)
    assert not list(without(played.rows, {"eve"}))


OPENED = Opened("dakapo", 2, {}, (Chair("screen", "ada"), Chair("open")), DAYS, False, True, "ada", "x")
PLANNED = Planned(1, (Ply("e6r", 0, (Ply("e7g", 1, (Ply("e8r", 0, (Ply("d6g", 1),)),)),)),))


def test_a_reply_that_a_crash_has_prevented_is_played_when_the_table_is_opened(tmp_path: Path) -> None:
    async def play(hub: Hub, store: SqliteStore) -> None:
        await write(store, "table", 1, OPENED, Joined(1, "bo", "bo"), Began(0, "seed"))
        await write(store, "table", 2, PLANNED)
        await write(store, "table", 3, Moved("e6r"))
        room = await hub.room("table")
        await until(lambda: room.table.moves == ["e6r", "e7g"])
        assert [row.seq for row in await store.rows("table")] == [1, 2, 3, 4]

    use(tmp_path, play)


def test_a_reply_is_tried_again_when_the_store_was_busy(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(plans, "AGAIN", 0.01)

    async def play(hub: Hub, store: SqliteStore) -> None:
        await write(store, "table", 1, OPENED, Joined(1, "bo", "bo"), Began(0, "seed"))
        await write(store, "table", 2, PLANNED)
        room = await hub.room("table")
        append, failed = store.append, list[int]()

        def fail_once(row: Row, attached: Attached = NOTHING) -> Any:
            if row.seq == 4 and not failed:
                failed.append(1)
                raise StoreBusy("the disk is full")
            return append(row, attached)

        monkeypatch.setattr(store, "append", fail_once)
        await room.act(None, lambda table, _: decisions.play(table, "e6r"))
        await until(lambda: room.table.moves == ["e6r", "e7g"])
        assert failed

    use(tmp_path, play)


# Real servers.


def people(server: Served, **asked: Any) -> tuple[str, str, str]:
    """Open a table with days per move; return its name and the tokens of both."""
    made = open_table(server, game="dakapo", timing={"kind": "days", "days": 3}, name="ada", **asked)
    return made["table"], made["token"], join(server, made, name="bo")["token"]


ASKED = [
    {"move": "e6r", "then": [{"move": "e7g", "then": [{"move": "e8r", "then": [{"move": "d6g"}]}]}]},
    {"move": "d3y", "then": [{"move": "e3g"}]},
]
OTHER = [
    {"move": "e6r", "then": [{"move": "e7g", "then": [{"move": "f7b", "then": [{"move": "d6y"}]}]}]},
    {"move": "c4b", "then": [{"move": "f4r"}]},
]
"""A plan with the same first reply; nobody else can tell it from the first one."""
SECRET = ("plan-1", "planned", '"plan"', '"then"')
"""What only messages about a plan contain; the first one is the id of the action that stored it."""


async def heard(client: Client, v: int) -> dict[str, Any]:
    """Return the message that brings a client to a version."""
    while (message := await client.next("ev", "full"))["v"] < v:
        pass
    return message


async def everybody_hears_the_reply(server: Served, asked: list[dict[str, Any]]) -> list[str]:
    """Let bo plan and ada move; return everything that ada and spectators are sent."""
    table, ada, bo = people(server)
    async with (
        at_table(server, table, ada, wish="view") as mover,
        at_table(server, table, ada, wish="board") as drawn,
        at_table(server, table, "", wish="view") as watcher,
        at_table(server, table, "", wish="") as plain,
        at_table(server, table, bo, wish="view") as planner,
        at_table(server, table, bo, wish="board") as second,
    ):
        others = (mover, drawn, watcher, plain)
        v = (await planner.next("full"))["v"]
        stored = await planner.do("plan", id="plan-1", v=v, plan=asked)
        assert stored["t"] == "ack", stored
        for device in (planner, second):
            assert [ply["move"] for ply in (await heard(device, stored["v"]))["plan"]] == [ply["move"] for ply in asked]
        for client in others:
            await heard(client, stored["v"])
            await client.send("look")
            assert (await client.next("full"))["v"] == stored["v"]
        moved = await mover.do("act", id="move", v=stored["v"], a="e6r")
        assert moved["t"] == "ack", moved
        for client in (*others, planner, second):
            event = await heard(client, moved["v"] + 1)
            assert (event["a"], event["by"]) == ("e7g", 1)
        again = await planner.do("plan", id="plan-1", v=v, plan=asked)
        assert again["v"] == stored["v"], "sent twice, stored once"
        for client in others:
            await client.send("look")
            await client.next("full")
    own = http.get(f"{server.url}/api/tables/{table}", headers={"Authorization": f"Bearer {bo}"}).json()
    assert [ply["move"] for ply in own["plan"]] == [asked[0]["then"][0]["then"][0]["move"]], (
        "the owner sees what is left"
    )
    frames = [frame for client in others for frame in client.frames]
    for headers in ({"Authorization": f"Bearer {ada}"}, {}):
        paths = ("", "/record", "/replay", "/moves", "/positions/1", "/positions/2")
        frames += [http.get(f"{server.url}/api/tables/{table}{path}", headers=headers).text for path in paths]
    return [_without_time_and_chance(frame.replace(table, "TABLE")) for frame in frames if '"t":"here"' not in frame]


def _without_time_and_chance(frame: str) -> str:
    """Return a message without clocks, the day and the hash of the seed, which differ between any two tables."""
    for pattern in (r'"left":\[\d+,\d+\]', r'"?[Cc]ommitment"?:? ?\\?"\w+\\?"', r"\[Date [^\]]*\]"):
        frame = re.sub(pattern, "", frame)
    return frame


def test_nobody_else_is_shown_a_plan(tmp_path: Path) -> None:
    """Two tables differ only in what is planned after the first reply: all others are sent the same."""
    with served(tmp_path, "--unlimited") as server:
        sent, other = (asyncio.run(everybody_hears_the_reply(server, asked)) for asked in (ASKED, OTHER))
        said = server.stop()
    assert len(sent) > 30
    assert sent == other
    for secret in SECRET:
        assert not any(secret in text for text in (*sent, said)), secret


def test_a_plan_is_refused_over_the_wire_with_its_reason(tmp_path: Path) -> None:
    async def ask(server: Served) -> None:
        table, ada, bo = people(server)
        async with at_table(server, table, bo) as planner, at_table(server, table, ada) as mover:
            v = (await planner.next("full"))["v"]
            wrong = await planner.do("plan", v=v, plan=[{"move": "e6r", "then": [{"move": "e7r"}]}])
            assert (wrong["code"], bool(wrong["rule"])) == ("illegal", True)
            assert (await mover.do("plan", v=v, plan=ASKED))["code"] == "turn"
            assert (await planner.do("plan", v=v))["fact"]["code"] == "server.plan-none"
            codes = [(await planner.do("plan", v=v, plan=ASKED)).get("code", "ack") for _ in range(12)]
            assert codes[0] == "ack"
            assert codes[-1] == "rate"

    with served(tmp_path) as server:
        asyncio.run(ask(server))


async def moved_and_killed(server: Served, table: str, ada: str, bo: str, number: int) -> None:
    """Store a plan, make the move that it waits for, and kill the server as soon as that is acknowledged."""
    async with at_table(server, table, bo, wish="") as planner, at_table(server, table, ada, wish="") as mover:
        v = (await planner.next("full"))["v"]
        stored = await planner.do("plan", v=v, plan=[{"move": "e6r", "then": [{"move": "e7g"}]}])
        answer = await mover.do("act", v=stored["v"], a="e6r")
        assert answer["t"] == "ack"
        await asyncio.sleep(number * 0.0005)  # so that it is killed before, during and after the second row
        server.kill()


def test_the_reply_is_played_once_although_the_server_is_killed_between_the_two_rows(
    tmp_path: Path, thorough: bool
) -> None:
    async def replied(server: Served, table: str) -> None:
        async with at_table(server, table, "", wish="") as watcher:
            full = await watcher.next("full")
            while len(full["moves"]) < 2:
                await watcher.next("ev")
                await watcher.send("look")
                full = await watcher.next("full")
            assert full["moves"] == ["e6r", "e7g"]

    with served(tmp_path, "--unlimited") as server:
        for number in range(20 if thorough else 3):
            table, ada, bo = people(server)
            with suppress(OSError, EOFError, WebSocketException):
                asyncio.run(moved_and_killed(server, table, ada, bo, number))
            server.start()
            asyncio.run(replied(server, table))
