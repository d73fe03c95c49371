"""Who may do what at a table, without a socket or a store."""

from __future__ import annotations

import copy
from collections import Counter
from dataclasses import fields
from random import Random
from typing import Any

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st

import encore
from encore.core.game import DEALER
from encore.core.replay import check
from encore.server.domain import decisions, events
from encore.server.domain.clocks import Timing
from encore.server.domain.deals import commitment
from encore.server.domain.decisions import Decision, Refusal
from encore.server.domain.events import Began, Chair, Dealt, Moved, Resumed, Said
from encore.server.domain.proof import verify
from encore.server.domain.table import HEARD, Table, replayed
from encore.server.storage.store import Row
from tests.effort import examples
from tests.server.played import LIVE, NO_CLOCK, Played, refused, two


def test_a_table_waits_until_every_seat_is_taken() -> None:
    played = Played("dalapapa", Chair("screen", "Ada"), Chair("open"), Chair("bot", bot="bot:easy"))
    assert not played.table.number
    with refused("over", "not begun"):
        decisions.move(played.table, "ada", 1, "pass")
    played.do(decisions.sit(played.table, "bob", "Bob", None))
    assert played.table.phase == "playing"
    assert played.table.holders == ["ada", "bob", ""]
    with refused("entry", "Every seat"):
        decisions.sit(played.table, "eve", "Eve", None)


def test_a_taken_seat_stays_taken() -> None:
    played = Played("dalapapa", Chair("screen"), Chair("open"), Chair("open"))
    played.do(decisions.sit(played.table, "bob", "Bob", 2))
    with refused("entry", "free seats: 2"):
        decisions.sit(played.table, "eve", "Eve", 2)


def test_leaving_before_the_game_frees_the_seat() -> None:
    played = Played("dalapapa", Chair("screen"), Chair("open"), Chair("open"))
    played.do(decisions.sit(played.table, "bob", "Bob", None))
    played.do(decisions.rise(played.table, 1))
    assert played.table.taken == [True, False, False]
    begun = two()
    with refused("refused", "resign"):
        decisions.rise(begun.table, 0)


def test_only_the_player_to_move_may_play_and_only_legal_moves() -> None:
    played = two()
    with refused("turn"):
        played.move("bob", "e6r")
    with refused("turn"):
        played.move("eve", "e6r")
    with refused("illegal"):
        played.move("ada", "z9r")
    played.move("ada", "e6r")
    with refused("illegal"):
        played.move("bob", "e7r")
    assert played.table.moves == ["e6r"]


def test_a_move_for_an_old_version_is_stale_but_chat_makes_no_move_stale() -> None:
    played = two()
    version = played.table.version
    played.do(decisions.say(played.table, 1, "Bob", "hello"))
    played.do(decisions.move(played.table, "ada", version, "e6r"))
    with refused("stale"):
        decisions.move(played.table, "bob", version, "e7g")


def test_a_table_matches_its_rows() -> None:
    played = two("dacapo", LIVE, target=20)
    while played.table.phase == "playing":
        played.move(played.table.holders[played.table.to_move or 0], played.first_move(), later=100)
    again = played.again()
    for name in (
        "version",
        "position",
        "state",
        "moves",
        "movers",
        "clock",
        "ended",
        "wins",
        "holders",
        "seed",
        "first",
    ):
        assert getattr(again, name) == getattr(played.table, name), name


def test_the_record_of_a_finished_game_proves_its_deals() -> None:
    played = two("dalapapa", target=10)
    assert "Seed" not in played.table.record().tags
    while played.table.phase == "playing":
        played.move(played.table.holders[played.table.to_move or 0], played.first_move())
    record = encore.parse_record(encore.format_record(played.table.record()))
    check(record, played.table.game)
    assert record.tags["Commitment"] == commitment(record.tags["Seed"])
    assert verify(record, played.table.game) > 4
    other = encore.Record({**record.tags, "Seed": "0", "Commitment": commitment("0")}, record.moves)
    with pytest.raises(encore.EncoreError, match="is not what the seed deals"):
        verify(other, played.table.game)
    with pytest.raises(encore.EncoreError, match="not the one that was promised"):
        verify(encore.Record({**record.tags, "Seed": "0"}, record.moves), played.table.game)


def test_resigning_in_a_team_of_bots_loses_for_both_members() -> None:
    bots = (Chair("bot", bot="bot:easy"),) * 2
    played = Played("dacapo", bots[0], Chair("screen", "Ada"), *bots)
    played.do(decisions.resign(played.table, 1))
    ended = played.table.ended
    assert ended is not None
    assert (ended.reason, ended.winners) == ("resigned", (0, 2))
    assert played.table.wins == [0.5, 0, 0.5, 0]
    check(played.table.record(), played.table.game)


def test_a_rematch_keeps_seats_and_score_and_rotates_the_start() -> None:
    played = two()
    played.do(decisions.resign(played.table, 0))
    with refused("over"):
        decisions.resign(played.table, 0)
    played.do(decisions.ask(played.table, 0, "rematch"))
    assert played.table.phase == "over"
    played.do(decisions.ask(played.table, 1, "rematch"))
    assert (played.table.phase, played.table.number, played.table.to_move) == ("playing", 2, 1)
    assert played.table.wins == [0, 1]
    assert played.table.record().tags["Seat1"] == "Bob"
    played.move("bob", "e6r")
    with refused("refused", "only after the game"):
        decisions.ask(played.table, 0, "rematch")


def test_bots_agree_to_a_rematch_and_to_an_undo_but_not_to_a_draw() -> None:
    played = Played("dakapo", Chair("screen", "Ada"), Chair("bot", bot="bot:easy"))
    played.move("ada", "e6r")
    played.do(decisions.play(played.table, "e7g"))
    with refused("refused", "Bots do not agree"):
        decisions.ask(played.table, 0, "draw")
    played.do(decisions.ask(played.table, 0, "undo"))
    assert played.table.moves == []
    played.do(decisions.resign(played.table, 0))
    played.do(decisions.ask(played.table, 0, "rematch"))
    assert played.table.phase == "playing"


def test_an_undo_needs_agreement_and_a_refusal_ends_the_request() -> None:
    played = two()
    with refused("refused", "not moved"):
        decisions.ask(played.table, 0, "undo")
    played.move("ada", "e6r")
    played.do(decisions.ask(played.table, 0, "undo"))
    with refused("refused", "must agree"):
        decisions.ask(played.table, 0, "undo")
    played.do(decisions.refuse(played.table, 1, "undo"))
    assert (played.table.moves, played.table.asked) == (["e6r"], {})
    with refused("refused", "Nobody has asked"):
        decisions.refuse(played.table, 1, "undo")
    played.do(decisions.ask(played.table, 0, "undo"))
    played.do(decisions.ask(played.table, 1, "undo"))
    assert (played.table.moves, played.table.to_move) == ([], 0)


def test_no_undo_past_a_deal() -> None:
    played = two("dalapapa")
    for _ in range(2):
        played.move(played.table.holders[played.table.to_move or 0], played.first_move())
    assert played.table.movers[-1] == -1
    with refused("refused", "past a deal"):
        decisions.ask(played.table, 1, "undo")
    played.move("ada", played.first_move())
    played.do(decisions.ask(played.table, 0, "undo"))
    played.do(decisions.ask(played.table, 1, "undo"))
    assert (played.table.to_move, played.table.movers[-1]) == (0, -1)


def test_a_draw_can_be_agreed_if_the_game_has_draws() -> None:
    with refused("refused", "has no draws"):
        decisions.ask(two("dalapapa").table, 0, "draw")
    played = two()
    played.do(decisions.ask(played.table, 1, "draw"))
    played.do(decisions.ask(played.table, 0, "draw"))
    assert played.table.ended is not None
    assert played.table.ended.reason == "agreed"
    assert played.table.wins == [0.5, 0.5]
    check(played.table.record(), played.table.game)


def test_a_move_ends_every_request() -> None:
    played = two()
    played.do(decisions.ask(played.table, 0, "draw"))
    played.move("ada", "e6r")
    assert played.table.asked == {}


def test_people_on_one_device_see_only_the_hand_of_the_player_to_move() -> None:
    played = Played("dalapapa", Chair("screen", "a"), Chair("screen", "b"), Chair("bot", bot="bot:easy"))
    table = played.table
    assert table.to_move == 0
    assert table.view((0, 1)) == table.view((0,)) != table.view((1,))
    played.move("ada", played.first_move())
    played.move("ada", played.first_move())
    assert table.to_move == 2
    assert table.view((0, 1)) == table.view(())


def test_a_table_without_chat() -> None:
    opened = msgspec.structs.replace(Played("dakapo", Chair("screen"), Chair("screen")).table.opened, chat=False)
    quiet = Table("q")
    quiet.apply(Row("q", 1, 0, None, b""), (opened,))
    with refused("refused", "Chat is off"):
        decisions.say(quiet, 0, "Ada", "hello")
    with refused("refused", "Chat is off"):
        decisions.say(quiet, 0, "Ada", "", "hello")


def test_a_message_is_a_text_or_a_phrase() -> None:
    table = two().table
    assert decisions.say(table, 0, "Ada", "", "good luck") == Decision((Said("Ada", "", 0, "good luck"),))
    for text, phrase in (("", ""), ("hello", "hello")):
        with refused("frame", "either a text or a phrase"):
            decisions.say(table, 0, "Ada", text, phrase)


def test_a_table_with_phrases_only() -> None:
    played = two(phrases_only=True)
    with refused("refused", "Only phrases"):
        decisions.say(played.table, 0, "Ada", "hello")
    played.do(decisions.say(played.table, 0, "Ada", "", "hello"))
    played.do(decisions.say(played.table, None, "meet me", "", "thanks"))
    said = [Said("Ada", "", 0, "hello"), Said("watcher", "", None, "thanks")]
    assert list(played.again().said) == list(played.table.said) == said


def test_a_table_keeps_the_latest_messages_and_who_said_them() -> None:
    played = two()
    for number in range(HEARD + 3):
        chair = number % 2
        played.do(decisions.say(played.table, chair, "Ada", str(number)))
    assert [said.text for said in played.table.said] == [str(number) for number in range(3, HEARD + 3)]
    holders = [played.table.holders[number % 2] for number in range(3, HEARD + 3)]
    assert list(played.table.said_by) == holders
    assert played.table.players_said == HEARD + 3


def test_rows_from_before_phrases_are_readable() -> None:
    opened = (
        b'[{"e":"opened","game":"dakapo","players":2,"options":{},"chairs":[{"kind":"screen"},{"kind":"open"}],'
        b'"timing":{},"listed":true,"chat":true,"holder":"ada","invite":"x"},{"e":"said","name":"Ada","text":"hi"}]'
    )
    table = replayed("t", [Row("t", 1, 0, None, opened)])
    assert not table.opened.phrases_only
    assert list(table.said) == [Said("Ada", "hi")]
    assert events.encode(events.decode(opened)) == opened


def test_a_decision_includes_the_states_after_its_moves() -> None:
    """So that a move is played once, and the table equals one that is replayed from its rows."""
    played = Played("dalapapa", *(Chair("screen", name) for name in "abcd"))
    decision = decisions.play(played.table, played.first_move())
    played.do(decision)
    assert len(decision.states) == sum(isinstance(event, Moved | Dealt) for event in decision.events)
    assert played.table.state is decision.states[-1].state
    again = played.again()
    assert (again.state, again.to_move) == (played.table.state, played.table.to_move)


def test_requests_make_no_move_stale() -> None:
    """Otherwise repeated requests could keep the opponent from moving."""
    played = two()
    version = played.table.version
    played.do(decisions.ask(played.table, 1, "draw"))
    played.do(decisions.refuse(played.table, 1, "draw"))
    played.do(decisions.move(played.table, "ada", version, "e6r"))
    assert played.table.moves == ["e6r"]


def test_an_earlier_game_of_a_table_can_be_loaded() -> None:
    played = two()
    played.move("ada", "e6r")
    played.do(decisions.resign(played.table, 1))
    first = played.table.record()
    for chair in (0, 1):
        played.do(decisions.ask(played.table, chair, "rematch"))
    assert played.table.number == 2
    assert replayed("t", played.rows, 1).record() == first


def random_table(rng: Random) -> Played:
    """Return a table with a few games in which people used every action."""
    timing = rng.choice([NO_CLOCK, LIVE, Timing("days", days=1)])
    game = rng.choice(["dakapo", "dacapo", "dalapapa"])
    played = two(game, timing) if game == "dakapo" else two(game, timing, target=15)
    table = played.table
    for number in range(1, rng.randint(2, 4)):
        for _ in range(rng.randint(0, 40)):
            if table.phase == "playing":
                something(played, rng)
        if table.phase == "playing" and rng.random() < 0.8:
            played.do(decisions.resign(table, rng.randrange(2)), later=1)
        if table.phase == "over" and rng.random() < 0.8:
            for chair in (0, 1):
                played.do(decisions.ask(table, chair, "rematch"), later=number)
    return played


def something(played: Played, rng: Random) -> None:
    """Let somebody move, ask, answer or chat."""
    table, later = played.table, rng.randrange(5000)
    chair = rng.randrange(2)
    try:
        match rng.randrange(10):
            case 0:
                played.do(decisions.say(table, chair, "Ada", f"after {table.version}"), later)
            case 1:
                played.do(decisions.ask(table, chair, rng.choice(["undo", "draw"])), later)
            case 2 if table.asked:
                played.do(decisions.ask(table, chair, rng.choice(list(table.asked))), later)
            case 3 if table.asked:
                played.do(decisions.refuse(table, chair, rng.choice(list(table.asked))), later)
            case 4 if table.clock.timing.kind == "live":
                played.do([Resumed(later // 2, played.at + later)], later)
            case _:
                move = rng.choice(table.game.legal_moves(table.state))
                played.do(decisions.play(table, table.game.format_move(move)), later)
    except Refusal:
        pass


@given(st.integers(0, 2**32))
@examples(60)
def test_replaying_only_the_last_game_gives_the_same_table(seed: int) -> None:
    """It equals the table to which every event was applied, and so does each of its games at its end."""
    played = random_table(Random(seed))
    assert public(played.again()) == public(played.table)
    table, before = Table("t"), dict[int, object]()
    for row in played.rows:
        happened = events.decode(row.data)
        if any(isinstance(event, Began) for event in happened):
            before[table.number] = public(table)
        table.apply(row, happened)
    for number in range(1, table.number):
        assert public(replayed("t", played.rows, number)) == before[number]
    assert public(replayed("t", played.rows, table.number)) == public(table)


def public(table: Table) -> dict[str, object]:
    """Return the public state of a table; games are equal if they are of the same kind."""
    said = {part.name: copy.deepcopy(getattr(table, part.name)) for part in fields(table) if part.name[0] != "_"}
    said["game"] = type(table.game), table.game.players, dict(table.game.changed_options)
    said |= {"held": table.held("bob"), "taken": table.taken, "phase": table.phase}
    if table.number:
        said |= {"record": table.record(), "views": [table.view(chairs) for chairs in ((), (0,), (1,), (0, 1))]}
    return said


def test_an_undo_replays_only_the_moves_after_the_last_deal(monkeypatch: pytest.MonkeyPatch) -> None:
    """A long game of Dalapapa takes a second to replay, and every other table would wait."""
    played = two("dalapapa", target=200)
    for _ in range(30):
        played.move(played.table.holders[played.table.to_move or 0], played.first_move())
    while played.table.movers[-1] == DEALER:
        played.move(played.table.holders[played.table.to_move or 0], played.first_move())
    asker, moves = played.table.movers[-1], played.table.moves[:-1]
    played.do(decisions.ask(played.table, asker, "undo"))
    times, kind = Counter[str](), type(played.table.game)
    play = kind.play

    def count(*asked: Any) -> Any:
        times["played"] += 1
        return play(*asked)

    monkeypatch.setattr(kind, "play", count)
    played.do(decisions.ask(played.table, 1 - asker, "undo"))
    assert played.table.moves == moves
    assert times["played"] <= 2
    assert public(played.again()) == public(played.table)


def test_a_table_with_a_long_history_takes_no_more_chat_requests_or_guests(monkeypatch: pytest.MonkeyPatch) -> None:
    """Whoever opens it must read its whole history. The game that has begun can be finished."""
    played = Played("dakapo", Chair("screen"), Chair("screen"))
    monkeypatch.setattr(decisions, "LONGEST_TABLE", played.table.version)
    with pytest.raises(Refusal, match="long history"):
        decisions.say(played.table, 0, "Ada", "hello")
    with pytest.raises(Refusal, match="long history"):
        decisions.ask(played.table, 0, "undo")
    with pytest.raises(Refusal, match="long history"):
        decisions.sit(played.table, "bob", "Bob", None)
    played.move("ada", played.first_move())
    played.do(decisions.resign(played.table, 0))
    with pytest.raises(Refusal, match="long history"):
        decisions.ask(played.table, 0, "rematch")


def test_chat_leaves_most_of_the_history_of_a_table_to_its_games() -> None:
    """Spectators have a share of their own. The count is the same when the table is read from the store again."""
    played = Played("dakapo", Chair("screen"), Chair("screen"))
    for chair, most in (None, decisions.MOST_WATCHERS_SAID), (0, decisions.MOST_SAID):
        for _ in range(most):
            played.do(decisions.say(played.table, chair, "Ada", "hello"))
        for table in played.table, played.again():
            with pytest.raises(Refusal, match="no more room for chat") as refused:
                decisions.say(table, chair, "Ada", "hello")
            assert refused.value.code == "refused"
    assert played.table.version < decisions.LONGEST_TABLE / 2
    played.move("ada", played.first_move())
    played.do(decisions.ask(played.table, 0, "undo"))
    played.do(decisions.resign(played.table, 0))
    played.do(decisions.ask(played.table, 0, "rematch"))
