"""Which result a rated game or pair has, and what results do to ratings."""

from __future__ import annotations

import math

import msgspec
import pytest

from encore.core.errors import OptionError
from encore.core.registry import load
from encore.server.domain import decisions, votes
from encore.server.domain.clocks import DAY, Timing
from encore.server.domain.decisions import Decision
from encore.server.domain.events import Began, Chair, Ended, Opened
from encore.server.domain.notices import notices_of
from encore.server.domain.rated import (
    LONG_DAYS,
    LONG_LIVE,
    NewResult,
    begin_second,
    check_rated,
    check_rating,
    game_of_pair,
    result_of,
    second_due,
)
from encore.server.domain.ratings import NEW, RatedPlayer, RatedResult, Skill, rate
from encore.server.domain.row import Row
from encore.server.domain.seeks import SeekChair, Shown, Wishes, fill
from tests.server.played import LIVE, Played, refused

NAMES = "ada", "bo", "cy", "di"
OPENED = Opened("dakapo", 2, {}, (Chair("screen", "ada"), Chair("open")), LIVE, True, True, "ada", "x", rated=True)


class RatedTable(Played):
    """A rated table at which everybody has taken a seat."""

    def __init__(self, game: str, players: int = 2, timing: Timing = LIVE) -> None:
        super().__init__(game, Chair("screen", "ada"), *(Chair("open"),) * (players - 1), timing=timing)
        self.table.opened = msgspec.structs.replace(self.table.opened, rated=True)
        for name in NAMES[1:players]:
            self.do(decisions.sit(self.table, name, name, None))
        self.results: list[NewResult] = []

    def end(self, decision: Decision, outages: tuple[tuple[int, int], ...] = ()) -> tuple[NewResult, ...]:
        """Apply what ends a game; return the result that is stored with it. The second game of a pair begins."""
        found = result_of(self.table, self.at, decision, outages)
        self.do(decision)
        if second_due(self.table):
            self.do(begin_second(self.table))
        return found

    def resign(self, chair: int) -> tuple[NewResult, ...]:
        return self.end(decisions.resign(self.table, chair))

    def moves(self, count: int) -> None:
        for _ in range(count):
            assert self.table.to_move is not None
            self.move(NAMES[self.table.to_move], self.first_move())


def ranks(results: tuple[NewResult, ...]) -> list[int]:
    (result,) = results
    return [seat.rank for seat in result.seats]


def test_a_pair_of_games_with_exchanged_seats_is_one_result() -> None:
    played = RatedTable("dakapo")
    assert (played.table.first, game_of_pair(played.table)) == (0, 1)
    assert played.resign(1) == ()
    assert (played.table.first, played.table.number, game_of_pair(played.table)) == (1, 2, 2)
    played.moves(2)
    (result,) = played.resign(1)
    assert [(seat.holder, seat.rank) for seat in result.seats] == [("ada", 1), ("bo", 2)]
    assert (result.number, result.game) == (2, "dakapo")


def test_a_pair_with_a_win_for_each_is_a_draw() -> None:
    played = RatedTable("dakapo")
    played.resign(1)
    played.moves(2)
    assert ranks(played.resign(0)) == [1, 1]


def test_who_leaves_before_their_first_move_in_the_second_game_has_lost_the_pair() -> None:
    played = RatedTable("dakapo")
    played.resign(1)
    assert ranks(played.resign(0)) == [2, 1], "ada had won the first game"


def test_a_draw_and_a_win_win_a_pair() -> None:
    played = RatedTable("dakapo")
    played.end(Decision((Ended("agreed", ()),)))
    played.moves(2)
    assert ranks(played.resign(1)) == [1, 2]


def test_a_game_without_an_advantage_is_a_result_by_itself() -> None:
    played = RatedTable("dalapapa")
    assert game_of_pair(played.table) == 0
    assert ranks(played.resign(0)) == [2, 1]
    assert not second_due(played.table)


def test_a_game_that_is_not_rated_has_no_result() -> None:
    played = RatedTable("dalapapa")
    played.table.opened = msgspec.structs.replace(played.table.opened, rated=False)
    assert played.resign(0) == ()


def test_who_left_is_last_and_the_others_are_ranked_among_themselves() -> None:
    played = RatedTable("dalapapa", 3)
    played.do(decisions.resign(played.table, 1))
    assert ranks(played.end(Decision(votes.vote(played.table, [0, 2], "end", ()).events))) == [1, 3, 1]


def test_partners_are_a_team_and_a_partner_who_leaves_is_alone() -> None:
    played = RatedTable("dacapo", 4)
    ended = Decision((Ended("agreed", (1, 3)),))
    (result,) = result_of(played.table, 1, ended)
    assert [(seat.team, seat.rank) for seat in result.seats] == [(0, 3), (1, 1), (0, 3), (1, 1)]
    played.do(decisions.resign(played.table, 2))
    (result,) = result_of(played.table, 1, ended)
    assert [(seat.team, seat.rank) for seat in result.seats] == [(0, 3), (1, 1), (2, 4), (1, 1)]
    assert result.seats[2].holder == "cy"


def test_a_rematch_with_a_bot_has_no_result() -> None:
    played = RatedTable("dalapapa", 3)
    played.do(decisions.resign(played.table, 1))
    played.end(votes.vote(played.table, [0, 2], "end", ()))
    for chair in (0, 2):
        played.do(decisions.ask(played.table, chair, "rematch"))
    assert played.table.number == 2
    assert result_of(played.table, 1, Decision((Ended("agreed", (0,)),))) == ()


@pytest.mark.parametrize(
    ("timing", "long"), [(LIVE, LONG_LIVE), (Timing("days", days=1), LONG_DAYS)], ids=["live", "days"]
)
def test_a_loss_by_time_after_a_long_outage_has_no_result(timing: Timing, long: int) -> None:
    played = RatedTable("dalapapa", timing=timing)
    lost = Decision((Ended("time", (0,)),))
    begun = played.table.began
    assert result_of(played.table, 1, lost, ((begun, begun + long),)) == ()
    assert result_of(played.table, 1, lost, ((begun, begun + long - 1),))
    assert result_of(played.table, 1, lost, ((begun - long - 1, begun - 1),)), "it was before the game"
    resigned = decisions.resign(played.table, 1)
    assert result_of(played.table, 1, resigned, ((begun, begun + long),)), "who resigns was there"


def test_a_loss_by_time_of_one_of_three_after_a_long_outage_has_no_result() -> None:
    """In a game by the day that counts which turn it was, not when the game ends."""
    played = RatedTable("dalapapa", 3, timing=Timing("days", days=1))
    played.moves(1)
    late, since = played.table.to_move, played.at
    assert late is not None
    played.do(decisions.claim(played.table, (late + 1) % 3, since + DAY, 0), DAY)
    others = [chair for chair in range(3) if chair != late]
    played.do(votes.vote(played.table, others, "bot", ()))
    played.at += 9 * DAY
    agreed = Decision((Ended("agreed", (others[0],)),))
    assert result_of(played.table, 1, agreed, ((since, since + LONG_DAYS),)) == ()
    assert result_of(played.again(), 1, agreed, ((since, since + LONG_DAYS),)) == (), "read again from the store"
    assert result_of(played.table, 1, agreed, ((since, since + LONG_DAYS - 1),))
    assert result_of(played.table, 1, agreed, ((since - LONG_DAYS - 1, since - 1),)), "it was in another turn"
    assert result_of(played.table, 1, agreed, ((since + DAY, since + 2 * DAY),)), "it was after that"
    played.do(votes.ask_back(played.table, late, played.at))
    played.do(votes.agree_back(played.table, others[0], ()))
    assert result_of(played.table, 1, agreed, ((since, since + LONG_DAYS),)), "whoever left is back"


def test_an_outage_in_the_first_game_by_the_day_counts_for_the_pair() -> None:
    played = RatedTable("dakapo", timing=Timing("days", days=1))
    begun = played.table.began
    played.at += DAY
    played.end(Decision((Ended("time", (0,)),)))
    played.at += 10 * DAY
    played.moves(2)
    resigned = decisions.resign(played.table, 1)
    assert result_of(played.table, 1, resigned, ((begun, begun + LONG_DAYS),)) == ()
    assert result_of(played.table, 1, resigned, ((begun + DAY, begun + 2 * DAY),))


def test_an_outage_in_the_first_game_counts_for_the_pair() -> None:
    played = RatedTable("dakapo")
    begun = played.table.began
    played.end(Decision((Ended("time", (0,)),)))
    played.at += 10 * LONG_LIVE
    played.moves(2)
    assert result_of(played.table, 1, decisions.resign(played.table, 1), ((begun, begun + LONG_LIVE),)) == ()


def test_an_end_by_time_in_the_game_before_says_nothing_about_a_rematch() -> None:
    played = RatedTable("dalapapa")
    played.end(Decision((Ended("time", (0,)),)))
    played.do(Decision((Began(1, "seed"),)))
    begun = played.table.began
    assert result_of(played.table, 1, decisions.resign(played.table, 1), ((begun, begun + LONG_LIVE),))


def test_both_are_told_that_the_second_game_of_a_pair_has_begun() -> None:
    played = RatedTable("dakapo", timing=Timing("days", days=1))
    played.do(decisions.resign(played.table, 1))
    found = notices_of(played.table, Row("t", 9, 0, None, b""), begin_second(played.table), {"ada", "bo"})
    assert {(notice.kind, notice.holder) for notice in found if notice.kind == "begun"} == {
        ("begun", "ada"),
        ("begun", "bo"),
    }


def test_who_plays_at_a_rated_table_has_one_seat_and_no_bot_comes() -> None:
    played = Played("dalapapa", Chair("screen", "ada"), Chair("open"), Chair("open"), timing=LIVE)
    played.table.opened = msgspec.structs.replace(played.table.opened, rated=True)
    with refused("entry", "already"):
        decisions.sit(played.table, "ada", "ada", 1)
    with refused("refused", "no bots"):
        fill(played.table)


@pytest.mark.parametrize(
    "change",
    [
        {"timing": Timing()},
        {"bots_after": 60},
        {"chairs": (Chair("screen"), Chair("bot", bot="bot:easy"))},
        {"chairs": (Chair("screen"), Chair("screen"))},
        {"chairs": (Chair("open"), Chair("open"))},
        {"low": 1600, "high": 1400},
        {"rated": False, "low": 1400},
    ],
)
def test_a_table_that_cannot_be_rated_is_refused(change: dict[str, object]) -> None:
    game = load("dakapo", 2)
    check_rated(OPENED, game)
    with pytest.raises(OptionError):
        check_rated(msgspec.structs.replace(OPENED, **change), game)


def test_other_options_than_the_usual_are_not_rated() -> None:
    opened = msgspec.structs.replace(OPENED, game="dalapapa")
    check_rated(opened, load("dalapapa", 2))
    with pytest.raises(OptionError):
        check_rated(opened, load("dalapapa", 2, target=15))


def test_the_opener_chooses_the_strength_of_the_others() -> None:
    opened = msgspec.structs.replace(OPENED, low=1400, high=1600)
    for rating in (1400, 1600):
        check_rating(opened, rating)
    with refused("entry", "1400–1600", "1399"):
        check_rating(opened, 1399)
    with refused("entry", "1400–1600", "1601"):
        check_rating(opened, 1601)
    check_rating(OPENED, 3000)


def seek(table: str, rating: int, **changed: object) -> Shown:
    chairs = SeekChair("screen", True, rating), SeekChair("open")
    shown = Shown(table, "dakapo", 2, phase="waiting", chairs=chairs, timing=LIVE, rated=True)
    return msgspec.structs.replace(shown, **changed)


def test_a_rated_wish_finds_the_nearest_in_strength_who_wants_such_an_opponent() -> None:
    wishes = Wishes(ratings={"dakapo": 1700})
    seeks = [seek("far", 1500), seek("near", 1720, opened=2), seek("first", 1720, opened=1)]
    assert [each.table for each in sorted(seeks, key=wishes.order)] == ["first", "near", "far"]
    assert all(map(wishes.fit, seeks))
    assert not wishes.fit(seek("weak", 1500, high=1600))
    assert not wishes.fit(seek("strong", 1900, low=1800))
    assert not wishes.fit(seek("unrated", 0, rated=False))
    assert not Wishes().fit(seeks[0]), "who wants no rating is not seated at a rated table"
    assert Wishes(ratings={}).fit(seek("new", 1500, low=1500, high=1500)), "everybody begins with 1500"


# Ratings.


def result(turn: int, *players: tuple[str, int], teams: tuple[int, ...] = ()) -> RatedResult:
    found = tuple(RatedPlayer(name, rank, teams[n] if teams else n) for n, (name, rank) in enumerate(players))
    return RatedResult(turn, f"t{turn}", 1, "dakapo", turn, found)


def test_the_scale_is_that_of_elo_for_two_whose_ratings_are_sure() -> None:
    strong, weak = Skill(25 + 200 / 29.5, 0.5), Skill(25, 0.5)
    known = {("ada", "dakapo"): strong, ("bo", "dakapo"): weak}
    won, lost = (rate([result(1, ("ada", a), ("bo", b))], known)[0].skills[0] for a, b in ((1, 2), (2, 1)))
    # Nobody's rating changes on average if the chances are right: 200 points of Elo are 76 % of the games.
    gain, loss = won.mu - strong.mu, strong.mu - lost.mu
    assert math.isclose(loss / (gain + loss), 1 / (1 + 10 ** (-200 / 400)), abs_tol=0.01)


def test_everybody_begins_with_1500_which_is_provisional() -> None:
    assert (NEW.rating, NEW.provisional) == (1500, True)
    assert Skill(30, 2).rating == 1648
    assert not Skill(25, 5).provisional


def test_a_win_raises_and_a_loss_lowers_and_a_draw_of_equals_changes_nothing() -> None:
    won, lost = rate([result(1, ("ada", 1), ("bo", 2))], {})[0].skills
    assert won.rating > 1500 > lost.rating
    assert won.sigma < NEW.sigma
    assert [each.rating for each in rate([result(1, ("ada", 1), ("bo", 1))], {})[0].skills] == [1500, 1500]


def test_partners_win_and_lose_together_wherever_they_sit() -> None:
    (rated,) = rate([result(1, ("ada", 1), ("bo", 2), ("cy", 1), ("di", 2), teams=(0, 1, 0, 1))], {})
    ada, bo, cy, di = rated.skills
    assert ada == cy
    assert bo == di
    assert ada.rating > bo.rating


def test_results_are_rated_one_after_the_other() -> None:
    results = [result(turn, ("ada", 1), ("bo", 2)) for turn in (1, 2)]
    first = rate(results[:1], {})
    known = {(one.person, "dakapo"): skill for one, skill in zip(results[0].players, first[0].skills, strict=True)}
    assert rate(results, {}) == [*first, *rate(results[1:], known)]


def test_about_twenty_results_make_a_rating_sure() -> None:
    known: dict[tuple[str, str], Skill] = {}
    for turn in range(1, 41):
        won = turn % 2 == 0
        (rated,) = rate([result(turn, ("ada", 1 if won else 2), ("bo", 2 if won else 1))], known)
        known = {("ada", "dakapo"): rated.skills[0], ("bo", "dakapo"): rated.skills[1]}
        if not rated.skills[0].provisional:
            break
    assert 15 <= turn <= 30
