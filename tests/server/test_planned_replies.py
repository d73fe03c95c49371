"""What the server replies with the conditional moves of a plan, and what ends a plan."""

from __future__ import annotations

from contextlib import suppress
from random import Random
from typing import Any

from hypothesis import given
from hypothesis import strategies as st

from encore.core.game import DEALER
from encore.server.domain import decisions, events, planning, votes
from encore.server.domain.events import Dealt, Moved, Planned, Undone
from encore.server.domain.planning import MOST_MOVES
from encore.server.domain.plans import Plan, Ply
from tests.effort import examples
from tests.server.planned import by_the_day, line, plan, planned, random_plan, reply
from tests.server.played import Played


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
