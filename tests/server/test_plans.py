"""Conditional moves: which plans may be stored, and what their owner may learn by them."""

from __future__ import annotations

from random import Random

import pytest

from encore.core.game import DEALER
from encore.core.registry import load
from encore.server.domain import decisions, planning
from encore.server.domain.anonymous import without
from encore.server.domain.events import Began, Chair, Dealt, Joined, Moved, Opened
from encore.server.domain.own_data import own_table
from encore.server.domain.planning import LARGEST, MOST_MOVES, MOST_STORED, PlannedMove
from encore.server.domain.row import Row
from encore.server.domain.table import Table
from tests.server.planned import DAYS, by_the_day, line, plan, planned
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
