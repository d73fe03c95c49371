"""Results, records and rematches of a game of three or four that somebody has left."""

from __future__ import annotations

import pytest

import encore
from encore.core.replay import check
from encore.server.domain import decisions, votes
from encore.server.domain.decisions import Decision
from encore.server.domain.events import Returned
from encore.server.domain.results import won_by_rules
from encore.server.domain.substitutes import filled
from tests.server.voting import EVERYBODY, left, people, play_out, voted

# Results.


def test_whoever_left_is_last_whatever_the_bot_does() -> None:
    for seed in range(3):
        played = left(seed)
        play_out(played)
        ended = played.table.ended
        assert ended is not None
        assert seed not in ended.winners
        assert ended.winners
        assert played.table.ranks[seed] == 3
        assert [played.table.ranks[chair] for chair in ended.winners] == [1] * len(ended.winners)
        assert sum(played.table.wins) == pytest.approx(1)


def test_the_others_are_ranked_by_the_games_own_result() -> None:
    table = left(1, count=4, game="dalapapa").table
    points = [0] * 4
    for chair, each in enumerate((50, 90, 40, 50)):
        points[table.seat_of(chair)] = each
    assert won_by_rules(table, (1,), points) == (0, 3)
    assert won_by_rules(table, (1, 2), points) == (2,)
    assert won_by_rules(table, (), points) == ()
    assert won_by_rules(table, (1,), ()) == (0, 2, 3)


def test_who_left_later_ranks_before_who_left_earlier() -> None:
    played = left(3, 0, count=4, game="dalapapa")
    played.do(decisions.resign(played.table, 1))
    played.do(votes.vote(played.table, [2], "end", EVERYBODY))
    assert played.table.ranks == (3, 2, 1, 4)


def test_a_vote_for_the_end_does_not_punish_the_partner() -> None:
    played = people(4)
    played.do(decisions.resign(played.table, 1))
    for chair in (0, 2):
        voted(played, chair, "end")
    ended = played.table.ended
    assert ended is not None
    assert (ended.reason, ended.winners) == ("agreed", ())
    assert played.table.ranks == (1, 4, 1, 1)
    assert played.table.wins == [0.25, 0, 0.25, 0.25]
    check(played.table.record(), played.table.game)


def test_a_team_that_has_left_as_a_whole_loses_by_vote() -> None:
    played = left(1, count=4)
    played.do(decisions.resign(played.table, 3))
    for chair in (0, 2):
        voted(played, chair, "end")
    assert played.table.ended is not None
    assert played.table.ended.winners == (0, 2)
    assert played.table.wins == [0.5, 0, 0.5, 0]


def test_a_partner_who_wins_beside_a_bot_has_won() -> None:
    played = left(1, count=4)
    play_out(played)
    ended = played.table.ended
    assert ended is not None
    assert ended.winners in ((0, 2), (3,))
    assert played.table.wins[ended.winners[0]] == 0.5


def test_returning_makes_the_result_count_again() -> None:
    played = left(1)
    played.do(votes.ask_back(played.table, 1, played.at))
    for chair in (0, 2):
        played.do(votes.agree_back(played.table, chair, EVERYBODY))
    play_out(played)
    outcome = played.table.game.outcome(played.table.state)
    assert outcome is not None
    assert played.table.ended is not None
    assert played.table.ended.winners == tuple(sorted(played.table.chair_of(seat) for seat in outcome.winners))


# Records and rematches.


def test_a_record_tells_who_left_and_which_bot_played_on() -> None:
    played = left(1, game="dalapapa")
    moves = len(played.table.moves)
    play_out(played)
    record = encore.parse_record(encore.format_record(played.table.record()))
    seat = played.table.seat_of(1) + 1
    assert record.tags[f"Seat{seat}"] == "bo"
    assert record.tags["Changes"] == f"{moves} {seat} resigned; {moves} {seat} bot:medium"
    assert "Termination" not in record.tags
    ranks = played.table.ranks
    assert record.tags["Ranks"].split(",") == [str(ranks[played.table.chair_of(seat)]) for seat in range(3)]
    check(record, played.table.game)


def test_a_bot_that_is_seated_for_the_next_game_is_not_in_the_record_of_the_last() -> None:
    played = people()
    played.do(decisions.resign(played.table, 1))
    voted(played, 0, "end")
    voted(played, 2, "end")
    before = played.table.record()
    played.do(Decision(filled(played.table)))
    assert played.table.record() == before


def test_a_record_names_who_played_the_game_after_somebody_has_returned() -> None:
    played = left(1)
    play_out(played)
    played.do(decisions.begin(played.table))
    play_out(played)
    before = played.table.record()
    assert before.tags[f"Seat{played.table.seat_of(1) + 1}"] == "bot:medium"
    played.do(Decision((Returned(1),)))
    assert played.table.record() == before


def test_in_a_rematch_bots_play_for_those_who_left() -> None:
    played = people()
    played.do(decisions.resign(played.table, 1))
    for chair in (0, 2):
        voted(played, chair, "end")
    for chair in (0, 2):
        played.do(decisions.ask(played.table, chair, "rematch"))
    table = played.table
    assert (table.number, table.phase, table.chairs[1].bot) == (2, "playing", "bot:medium")
    assert (table.vacancies.order, table.left_by("bo")) == ([], (1,))
    assert "Changes" not in table.record().tags


def test_whoever_left_may_return_for_the_rematch_and_the_result_stays() -> None:
    played = people()
    played.do(decisions.resign(played.table, 1))
    for chair in (0, 2):
        voted(played, chair, "end")
    played.do(votes.ask_back(played.table, 1, played.at))
    for chair in (0, 2):
        played.do(votes.agree_back(played.table, chair, EVERYBODY))
    table = played.table
    assert (table.held("bo"), table.phase, table.ranks) == ((1,), "over", (1, 3, 1))
    for chair in (0, 1, 2):
        assert table.phase == "over"
        played.do(decisions.ask(table, chair, "rematch"))
    assert table.number == 2
