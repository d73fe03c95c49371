"""Which notices follow from a row, and until when they hold."""

from __future__ import annotations

import random
from functools import partial
from pathlib import Path

import msgspec
import pytest

from encore.server.domain import decisions, events, votes
from encore.server.domain.clocks import DAY, Timing
from encore.server.domain.decisions import Decision
from encore.server.domain.events import AnyEvent, Asked, Chair, Declined, Opened, Said
from encore.server.domain.notices import (
    AHEAD,
    GRACE,
    KILLED,
    Notice,
    Over,
    holds,
    notices_of,
    over_after,
    reminder_of,
    wakes_of,
)
from encore.server.domain.row import Row
from encore.server.domain.table import Table
from encore.server.domain.votes import LONGEST
from encore.server.rooms.hub import Hub
from encore.server.storage.sqlite import SqliteStore
from tests.server.hubs import Time, until, use

NOW = 1_000_000
EVERYBODY = {"ada", "bo", "cy"}
NO_CLOCK = Timing()


class Scene:
    """A table to which decisions are applied; it keeps the notices of the last one."""

    def __init__(self, *chairs: Chair, game: str = "dakapo", timing: Timing = NO_CLOCK, kept: set[str] = EVERYBODY):
        self.table, self.kept = Table("table"), kept
        self.notices: tuple[Notice, ...] = ()
        self.apply(Decision((Opened(game, len(chairs), {}, chairs, timing, False, True, "ada", "invite"),)), new=True)

    def apply(self, decision: Decision, new: bool = False) -> list[tuple[str, str]]:
        """Apply a decision; return the kinds and receivers of its notices."""
        row = Row("table", self.table.version + 1, NOW, None, events.encode(decision.events))
        self.notices = () if new else notices_of(self.table, row, decision, self.kept)
        self.table.apply(row, decision.events, states=decision.states)
        return [(one.kind, one.holder) for one in self.notices]

    def over(self, decision: Decision) -> list[Over]:
        """Return which notices would be over after a decision."""
        row = Row("table", self.table.version + 1, NOW, None, events.encode(decision.events))
        return list(over_after(self.table, row, decision.events))

    def move(self) -> list[tuple[str, str]]:
        move = self.table.game.legal_moves(self.table.state)[0]
        return self.apply(decisions.play(self.table, self.table.game.format_move(move)))


ADA, OPEN, BOT = Chair("screen", "ada"), Chair("open"), Chair("bot", bot="bot:easy")


def playing(timing: Timing = NO_CLOCK, kept: set[str] = EVERYBODY) -> Scene:
    scene = Scene(ADA, OPEN, timing=timing, kept=kept)
    scene.apply(decisions.sit(scene.table, "bo", "bo", None))
    return scene


def test_the_others_are_told_that_a_game_has_begun() -> None:
    scene = Scene(ADA, OPEN, OPEN, game="dalapapa")
    assert scene.apply(decisions.sit(scene.table, "bo", "bo", None)) == []
    begun = scene.apply(decisions.sit(scene.table, "cy", "cy", None))
    assert sorted(begun) == [("begun", "ada"), ("begun", "bo")]


def test_the_next_player_is_told_that_it_is_their_turn() -> None:
    scene = playing()
    assert scene.move() == [("turn", "bo")]
    (notice,) = scene.notices
    assert (notice.game, notice.seq, notice.chair) == ("dakapo", scene.table.position, 1)
    assert (notice.at, notice.due) == (NOW, NOW + GRACE)
    assert scene.move() == [("turn", "ada")]


def test_seats_that_nobody_keeps_get_no_notices() -> None:
    scene = playing(kept={"ada"})
    assert scene.move() == []
    assert scene.move() == [("turn", "ada")]
    assert playing(kept=set()).move() == []


def test_a_move_of_a_bot_is_told() -> None:
    scene = Scene(ADA, BOT)
    scene.apply(decisions.begin(scene.table), new=True)
    assert scene.move() == []
    assert scene.move() == [("turn", "ada")]


def test_people_at_one_device_are_not_told_of_each_other() -> None:
    scene = Scene(ADA, ADA)
    scene.apply(decisions.begin(scene.table), new=True)
    assert scene.move() == []


def test_a_game_by_the_day_reminds_twelve_hours_before_its_end() -> None:
    scene = playing(Timing("days", days=2))
    assert [(one.kind, one.holder) for one in scene.notices] == [("begun", "ada"), ("time", "ada")]
    assert scene.move() == [("turn", "bo"), ("time", "bo")]
    assert scene.notices[1].due == NOW + 2 * DAY - AHEAD


def test_a_holiday_postpones_the_reminder() -> None:
    scene = playing(Timing("days", days=2))
    ((kind, holder),) = scene.apply(Decision((events.Rested(0, NOW + DAY, NOW + 4 * DAY),)))
    assert (kind, holder) == ("time", "ada")
    assert scene.notices[0].due == NOW + 5 * DAY - AHEAD
    assert scene.apply(Decision((events.Rested(1, NOW, NOW + 3 * DAY),))) == [], "it is not their turn"
    scene.move()
    assert scene.notices[1].due == NOW + 5 * DAY - AHEAD, "and a later turn counts it from the beginning"
    assert scene.apply(Decision((events.Rested(1, NOW, NOW),))) == [("time", "bo")], "the holiday is withdrawn"
    assert scene.notices[0].due == NOW + 2 * DAY - AHEAD


def test_whoever_keeps_a_seat_during_their_turn_is_reminded_of_it() -> None:
    scene = playing(Timing("days", days=2), kept=set())
    reminder = reminder_of(scene.table, "ada", NOW + DAY)
    assert reminder == Notice(
        "time", "table", "dakapo", scene.table.version, "ada", 0, NOW + DAY, NOW + 2 * DAY - AHEAD
    )
    assert reminder_of(scene.table, "bo", NOW + DAY) is None, "it is not their turn"
    assert reminder_of(scene.table, "ada", NOW + 2 * DAY - AHEAD) is None, "they know how little time is left"
    scene.apply(Decision((events.Rested(0, NOW + DAY, NOW + 4 * DAY),)))
    postponed = reminder_of(scene.table, "ada", NOW + DAY)
    assert postponed is not None
    assert postponed.due == NOW + 5 * DAY - AHEAD
    assert reminder_of(playing(Timing("live", main=60)).table, "ada", NOW) is None


def test_a_reminder_is_over_when_a_holiday_postpones_it() -> None:
    reminder = Notice("time", "table", "dakapo", 3, "ada", 0, NOW, NOW)
    assert holds(reminder, [events.Rested(1, NOW, NOW + DAY)])
    assert not holds(reminder, [events.Rested(0, NOW, NOW + DAY)])
    assert holds(TURN, [events.Rested(0, NOW, NOW + DAY)])


def test_whoever_joins_and_begins_is_reminded_although_they_are_there() -> None:
    scene = Scene(OPEN, ADA, timing=Timing("days", days=1))
    assert scene.apply(decisions.sit(scene.table, "bo", "bo", None)) == [("begun", "ada"), ("time", "bo")]


def wakes(scene: Scene, decision: Decision, later: int = 0) -> list[int]:
    """Return after how many milliseconds from the beginning the server opens the table by itself."""
    row = Row("table", scene.table.version + 1, NOW + later, None, b"")
    return [one.due - NOW for one in wakes_of(scene.table, row, decision) if (one.kind, one.holder) == ("wake", "")]


def first_move(scene: Scene) -> Decision:
    return decisions.play(scene.table, scene.table.game.format_move(scene.table.game.legal_moves(scene.table.state)[0]))


def of_three(timing: Timing) -> Scene:
    scene = Scene(ADA, OPEN, OPEN, game="dalapapa", timing=timing)
    for holder in ("bo", "cy"):
        scene.apply(decisions.sit(scene.table, holder, holder, None))
    return scene


def test_the_server_wakes_a_table_by_the_day_that_has_something_to_do() -> None:
    days, live = Timing("days", days=1), Timing("live", main=60)
    scene = Scene(ADA, BOT, timing=days)
    scene.apply(Decision((events.Began(0, "seed"),)))
    move = scene.table.game.format_move(scene.table.game.legal_moves(scene.table.state)[0])
    assert wakes(scene, decisions.play(scene.table, move)) == [KILLED], "a bot moves next"
    assert wakes(playing(days), decisions.play(playing(days).table, move)) == []
    assert wakes(playing(days), decisions.resign(playing(days).table, 1)) == []
    rated = playing(days)
    rated.table.opened = msgspec.structs.replace(rated.table.opened, rated=True)
    assert wakes(rated, decisions.resign(rated.table, 1)) == [KILLED], "the second game of a pair may follow"
    assert wakes(playing(live), decisions.resign(playing(live).table, 1)) == []
    for timing, longest in ((days, DAY), (live, LONGEST)):
        three = of_three(timing)
        assert wakes(three, decisions.resign(three.table, 1)) == [longest], "a vote ends by itself"


@pytest.mark.parametrize(("timing", "longest"), [(Timing("days", days=3), DAY), (NO_CLOCK, LONGEST)])
def test_every_move_wakes_the_table_at_the_end_of_a_request_to_return(timing: Timing, longest: int) -> None:
    """A move withdraws all notices before it."""
    scene = of_three(timing)
    scene.apply(decisions.resign(scene.table, 2))
    scene.apply(votes.vote(scene.table, (0, 1), "bot", (0, 1)))
    asked = votes.ask_back(scene.table, 2, NOW)
    assert wakes(scene, asked) == [longest]
    scene.apply(asked)
    killed = [KILLED] if timing.kind == "days" else []
    for next_is_bot in (False, True, False):
        move = first_move(scene)
        assert wakes(scene, move) == [*(killed if next_is_bot else []), longest]
        scene.apply(move)
    assert wakes(scene, votes.agree_back(scene.table, 0, (0, 1))) == [], "its end stays the same"
    assert wakes(scene, votes.decline_back(scene.table, 0)) == []


def test_the_end_of_a_vote_stays_the_same_when_another_player_leaves() -> None:
    scene = Scene(ADA, OPEN, OPEN, OPEN, game="dalapapa", timing=Timing("days", days=3))
    for holder in ("bo", "cy", "dee"):
        scene.apply(decisions.sit(scene.table, holder, holder, None))
    scene.apply(decisions.resign(scene.table, 1))
    assert wakes(scene, decisions.resign(scene.table, 2), later=DAY // 2) == [DAY]
    asked = votes.ask_back(scene.table, 1, NOW)
    assert wakes(scene, asked, later=DAY // 2) == [], "the vote ends first"
    row = Row("table", scene.table.version + 1, NOW + DAY // 2, None, b"")
    scene.table.apply(row, asked.events)
    filled = votes.vote(scene.table, (0, 2, 3), "bot", (0, 2, 3))
    assert wakes(scene, filled, later=DAY // 2)[-1] == DAY + DAY // 2, "the request is left"
    assert wakes(scene, votes.decline_back(scene.table, 0), later=DAY // 2) == []
    assert wakes(scene, Decision((events.Resumed(0, NOW, 7),)), later=DAY // 2) == [DAY + 7]


def test_a_vote_ends_though_nobody_opens_the_table(tmp_path: Path) -> None:
    chairs = Chair("screen", "ada"), Chair("screen", "bo"), Chair("screen", "cy")
    opened = Opened("dalapapa", 3, {}, chairs, Timing("days", days=1), False, True, "ada", "invite")
    time = Time(NOW)

    async def play(hub: Hub, store: SqliteStore) -> None:
        room = await hub.create(opened)
        room.table.holders[1] = "bo"
        room.table._find_holders()
        name = room.table.name
        await room.act(None, lambda table, _: decisions.resign(table, 1))
        assert room.table.voting
        hub.put_away(name)
        time.now += DAY + 10_000
        await hub.outbox._look(late=True)
        await until(lambda: name in hub.rooms and not hub.rooms[name].table.voting)
        await until(lambda: bool(hub.outbox._needless))
        await hub.outbox._look(late=True)
        assert await store.notices.claim(time.now + DAY, (), 10) == []

    use(tmp_path, play, time)


def play_move(table: Table, _: int, move: str) -> Decision:
    return decisions.play(table, move)


def test_a_table_that_has_done_its_work_is_not_woken(tmp_path: Path) -> None:
    chairs = Chair("screen", "ada"), Chair("bot", bot="bot:easy")
    opened = Opened("dakapo", 2, {}, chairs, Timing("days", days=1), False, True, "ada", "invite")

    async def play(hub: Hub, store: SqliteStore) -> None:
        room = await hub.create(opened)
        for move in ("e6r", "e7g"):
            await room.act(None, partial(play_move, move=move))
            assert await store.notices.waiting(NOW + DAY) == 1
        await hub.outbox._look(late=False)
        assert await store.notices.waiting(NOW + DAY) == 0

    use(tmp_path, play, Time(NOW))


def test_whoever_opens_a_game_by_the_day_with_a_bot_is_reminded_of_its_first_move(tmp_path: Path) -> None:
    opened = Opened("dakapo", 2, {}, (ADA, BOT), Timing("days", days=1), False, True, "ada", "invite")

    async def play(hub: Hub, store: SqliteStore) -> None:
        await hub.create(opened, person="ada-id")
        await hub.create(opened)
        (claimed,) = await store.notices.claim(NOW + DAY, (), 10)
        assert (claimed.notice.kind, claimed.notice.holder, claimed.notice.due) == ("time", "ada", NOW + DAY - AHEAD)

    use(tmp_path, play, Time(NOW))


def test_a_new_table_by_the_day_is_woken_if_a_bot_begins_or_a_nonce_is_missing(tmp_path: Path) -> None:
    """The process may be killed at once."""
    days = Timing("days", days=1)
    begins = Opened("dakapo", 2, {}, (BOT, ADA), days, False, True, "ada", "invite")

    async def play(hub: Hub, store: SqliteStore) -> None:
        room = await hub.create(begins)
        (claimed,) = await store.notices.claim(NOW + DAY, (), 10)
        assert (claimed.notice.kind, claimed.notice.due) == ("wake", NOW + KILLED)
        await room.act(None, partial(play_move, move="e6r"))
        await hub.outbox._look(late=False)
        assert await store.notices.waiting(NOW + DAY) == 0, "the bot has moved"
        await hub.create(msgspec.structs.replace(begins, timing=NO_CLOCK))
        assert await store.notices.waiting(NOW + DAY) == 0
        await hub.create(msgspec.structs.replace(begins, chairs=(ADA, BOT), secret="s", nonce_hash="hash"))
        assert await store.notices.waiting(NOW + DAY) == 1, "the nonce may never come"

    use(tmp_path, play, Time(NOW))


def test_nobody_is_told_of_an_end_or_of_talk() -> None:
    scene = playing()
    assert scene.apply(decisions.say(scene.table, 0, "ada", "hello")) == []
    assert scene.apply(decisions.resign(scene.table, 0)) == []


def test_a_wish_for_a_rematch_is_told_once_and_its_begin_to_who_asked() -> None:
    scene = playing()
    scene.apply(decisions.resign(scene.table, 1))
    assert scene.apply(decisions.ask(scene.table, 0, "rematch")) == [("rematch", "bo")]
    assert scene.apply(decisions.ask(scene.table, 1, "rematch")) == [("begun", "ada")]


def test_with_three_players_a_second_wish_for_a_rematch_is_not_told_again() -> None:
    scene = Scene(ADA, OPEN, OPEN, game="dalapapa")
    for holder in ("bo", "cy"):
        scene.apply(decisions.sit(scene.table, holder, holder, None))
    scene.apply(Decision((events.Ended("rules", (0,)),)))
    assert sorted(scene.apply(decisions.ask(scene.table, 0, "rematch"))) == [("rematch", "bo"), ("rematch", "cy")]
    assert scene.apply(decisions.ask(scene.table, 1, "rematch")) == []


def test_a_wish_for_a_rematch_is_withdrawn_from_who_has_answered() -> None:
    scene = Scene(ADA, OPEN, OPEN, game="dalapapa")
    for holder in ("bo", "cy"):
        scene.apply(decisions.sit(scene.table, holder, holder, None))
    scene.apply(Decision((events.Ended("rules", (0,)),)))
    scene.apply(decisions.ask(scene.table, 0, "rematch"))
    row = Row("table", scene.table.version + 1, NOW, None, b"")
    assert scene.over(decisions.ask(scene.table, 1, "rematch")) == [Over("table", row.seq, "rematch", "bo")]
    assert scene.over(decisions.refuse(scene.table, 2, "rematch")) == [Over("table", row.seq, "rematch")]
    assert scene.over(decisions.say(scene.table, 0, "ada", "hello")) == []
    scene.apply(decisions.ask(scene.table, 1, "rematch"))
    assert scene.over(decisions.ask(scene.table, 2, "rematch")) == [Over("table", row.seq + 1)], "the game begins"


def left_by(chair: int) -> Scene:
    """Three players, of whom the first is to move and one leaves."""
    scene = Scene(ADA, OPEN, OPEN, game="dalapapa", timing=Timing("days", days=1))
    for holder in ("bo", "cy"):
        scene.apply(decisions.sit(scene.table, holder, holder, None))
    others = [holder for number, holder in enumerate(("ada", "bo", "cy")) if number != chair]
    assert sorted(scene.apply(decisions.resign(scene.table, chair))) == [("vote", holder) for holder in others]
    return scene


def test_the_others_are_told_to_vote_when_a_player_has_run_out_of_time() -> None:
    scene = Scene(ADA, OPEN, OPEN, game="dalapapa", timing=Timing("live", main=1), kept={"bo", "ada"})
    for holder in ("bo", "cy"):
        scene.apply(decisions.sit(scene.table, holder, holder, None))
    assert scene.apply(decisions.flag(scene.table, NOW + DAY)) == [("vote", "bo")]


def test_whoever_has_voted_is_not_told_again_when_another_player_leaves() -> None:
    scene = Scene(ADA, OPEN, OPEN, OPEN, game="dalapapa", kept=EVERYBODY | {"dee"})
    for holder in ("bo", "cy", "dee"):
        scene.apply(decisions.sit(scene.table, holder, holder, None))
    scene.apply(decisions.resign(scene.table, 0))
    scene.apply(votes.vote(scene.table, [1], "end", {1, 2, 3}))
    assert scene.apply(decisions.resign(scene.table, 2)) == [("vote", "dee")]


def test_a_vote_is_withdrawn_from_who_has_voted_and_at_its_end_from_everybody() -> None:
    scene = left_by(2)
    seq = scene.table.version + 1
    assert scene.over(votes.vote(scene.table, [1], "end", {0, 1})) == [Over("table", seq, "vote", "bo")]
    assert scene.over(votes.vote(scene.table, [1], "bot", {1})) == [Over("table", seq)]
    scene.apply(votes.ask_back(scene.table, 2, NOW))
    back = Over("table", seq + 1, "return")
    assert scene.over(votes.agree_back(scene.table, 1, {0, 1})) == [back._replace(holder="bo")]
    assert scene.over(votes.agree_back(scene.table, 1, ())) == [back, back._replace(kind="vote")]


def test_whoever_has_to_agree_to_a_return_is_told_until_they_have_answered() -> None:
    scene = left_by(2)
    scene.apply(votes.vote(scene.table, [0, 1], "bot", {0, 1}))
    assert scene.apply(votes.ask_back(scene.table, 2, NOW)) == [("return", "ada"), ("return", "bo")]
    notice, seq = scene.notices[0], scene.table.version + 1
    assert scene.over(votes.agree_back(scene.table, 1, {0, 1})) == [Over("table", seq, "return", "bo")]
    assert scene.over(votes.decline_back(scene.table, 1)) == [Over("table", seq, "return")]
    assert scene.apply(votes.agree_back(scene.table, 1, {0, 1})) == [], "it is known already"
    ended = Decision((events.Ended("rules", (0,)),))
    assert scene.over(ended) == [Over("table", seq + 1), Over("table", seq + 1, "return")]
    assert holds(notice, [Asked("return", 1), events.Moved("x"), events.Voted(0, "bot")])
    for answer in (Asked("return", 0), Declined("return", 1), events.Returned(2), *ended.events):
        assert not holds(notice, [answer])


def test_whoever_asks_to_return_is_not_told_at_another_seat_of_theirs() -> None:
    scene = Scene(ADA, ADA, OPEN, game="dalapapa")
    scene.apply(decisions.sit(scene.table, "bo", "bo", None))
    scene.apply(decisions.resign(scene.table, 1))
    assert scene.apply(votes.ask_back(scene.table, 1, NOW)) == [("return", "bo")]


def test_a_vote_holds_until_one_has_voted_or_it_is_over() -> None:
    vote = Notice("vote", "table", "dalapapa", 3, "ada", 0, NOW, NOW)
    assert holds(vote, [events.Voted(1, "bot"), Said("bo", "hello", 1)])
    assert not holds(vote, [events.Voted(0, "bot")])
    assert not holds(vote, [events.Voted(1, "end"), events.Ended("agreed", ())])


def test_whoever_is_to_move_is_told_when_a_bot_has_taken_the_empty_seat() -> None:
    scene = left_by(2)
    assert scene.apply(votes.settle(scene.table, NOW + DAY, ())) == [("turn", "ada"), ("time", "ada")]


def test_whoever_votes_last_and_is_to_move_knows_it() -> None:
    scene = left_by(2)
    assert scene.apply(votes.vote(scene.table, [1], "end", {0, 1})) == []
    assert scene.apply(votes.vote(scene.table, [0], "bot", {0, 1})) == [("time", "ada")]


def test_a_bot_that_is_to_move_is_not_told() -> None:
    scene = left_by(0)
    assert scene.apply(votes.vote(scene.table, [1, 2], "bot", ())) == []


def test_whoever_comes_back_and_is_to_move_is_told() -> None:
    scene = left_by(0)
    scene.apply(votes.vote(scene.table, [1, 2], "bot", ()))
    assert scene.apply(votes.ask_back(scene.table, 0, NOW)) == [("return", "bo"), ("return", "cy")]
    assert scene.apply(votes.agree_back(scene.table, 1, ())) == [("turn", "ada"), ("time", "ada")]


def test_the_return_of_somebody_else_changes_nothing() -> None:
    scene = left_by(2)
    scene.apply(votes.vote(scene.table, [0, 1], "bot", ()))
    scene.apply(votes.ask_back(scene.table, 2, NOW))
    assert scene.apply(votes.agree_back(scene.table, 1, ())) == []


def test_whoever_may_move_again_after_an_undo_is_told() -> None:
    scene = playing()
    scene.move()
    assert scene.apply(decisions.ask(scene.table, 0, "undo")) == []
    assert scene.apply(decisions.ask(scene.table, 1, "undo")) == [("turn", "ada")]


@pytest.mark.parametrize("game", ["dakapo", "dacapo", "dalapapa"])
@pytest.mark.parametrize("seed", range(3))
def test_the_turn_of_a_notice_is_that_of_the_table(game: str, seed: int) -> None:
    """In random games, with deals: whoever is to move after a row is told, unless they moved themselves."""
    rng = random.Random(seed)
    scene = Scene(ADA, OPEN, game=game)
    scene.apply(decisions.sit(scene.table, "bo", "bo", None))
    for _ in range(40):
        table = scene.table
        if table.phase != "playing":
            break
        before = table.holders[table.to_move or 0]
        move = rng.choice(table.game.legal_moves(table.state))
        told = scene.apply(decisions.play(table, table.game.format_move(move)))
        after = None if table.to_move is None else table.holders[table.to_move]
        assert told == ([("turn", after)] if after and after != before else [])


TURN = Notice("turn", "table", "dakapo", 3, "ada", 0, NOW, NOW)
REMATCH = Notice("rematch", "table", "dakapo", 3, "ada", 0, NOW, NOW)


@pytest.mark.parametrize(
    "event", [events.Moved("e6r"), events.Undone(1), events.Ended("resigned", ()), events.Began(0, "")]
)
def test_a_turn_is_over_when_the_game_goes_on(event: AnyEvent) -> None:
    assert holds(TURN, [])
    assert holds(TURN, [Said("bo", "hello", 1), Asked("draw", 1)])
    assert not holds(TURN, [Said("bo", "hello", 1), event])


@pytest.mark.parametrize("event", [events.Began(0, ""), Declined("rematch", 1), Asked("rematch", 0)])
def test_a_wish_for_a_rematch_is_over_when_it_is_answered(event: AnyEvent) -> None:
    assert holds(REMATCH, [Asked("rematch", 1), Declined("draw", 1)])
    assert not holds(REMATCH, [event])
