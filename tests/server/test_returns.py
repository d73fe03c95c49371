"""Whoever left a game of three or four may come back, and sees until then what a spectator sees."""

from __future__ import annotations

from encore.server.domain import decisions, votes
from encore.server.domain.events import Asked, Chair, Declined, Resumed, Returned
from encore.server.domain.votes import LONGEST
from tests.server.played import LIVE, Played, refused
from tests.server.voting import EVERYBODY, PEOPLE, left, people, voted

# The way back.


def test_whoever_left_returns_when_everybody_agrees() -> None:
    played = left(1, count=4, game="dalapapa")
    played.do(votes.ask_back(played.table, 1, played.at))
    assert played.table.vacancies.asking is not None
    played.do(votes.agree_back(played.table, 0, EVERYBODY))
    played.do(votes.agree_back(played.table, 2, EVERYBODY))
    with refused("refused", "must agree"):
        votes.agree_back(played.table, 2, EVERYBODY)
    decided = votes.agree_back(played.table, 3, EVERYBODY)
    assert decided.events == (Returned(1),)
    played.do(decided)
    table = played.table
    assert (table.held("bo"), table.left_by("bo"), table.chairs[1]) == ((1,), (), Chair("open", "bo"))
    assert table.vacancies.order == []


def test_one_decline_refuses_a_return_for_a_while() -> None:
    played = left(1)
    played.do(votes.ask_back(played.table, 1, played.at))
    played.do(votes.decline_back(played.table, 2))
    assert played.table.held("bo") == ()
    with refused("refused", "ask again"):
        votes.ask_back(played.table, 1, played.at + votes.AGAIN - 1)
    assert votes.ask_back(played.table, 1, played.at + votes.AGAIN).events == (Asked("return", 1),)


def test_a_request_to_return_does_not_hang() -> None:
    played = left(1)
    played.do(votes.ask_back(played.table, 1, played.at))
    late = played.at + LONGEST
    assert votes.settle(played.table, late, EVERYBODY).events == (Declined("return", 1),)
    played.do(votes.agree_back(played.table, 0, EVERYBODY))
    assert played.table.held("bo") == ()
    assert votes.settle(played.table, late, EVERYBODY).events == (Returned(1),)
    assert votes.settle(played.table, played.at, (0,)).events == (Returned(1),)


def test_moves_do_not_end_a_request_to_return() -> None:
    played = left(1)
    played.do(votes.ask_back(played.table, 1, played.at))
    played.do(decisions.play(played.table, played.first_move()))
    assert played.table.vacancies.asking is not None


def test_one_request_to_return_at_a_time() -> None:
    played = left(1, 2, count=4, game="dalapapa")
    played.do(votes.ask_back(played.table, 1, played.at))
    with refused("refused", "Somebody else"):
        votes.ask_back(played.table, 2, played.at)
    with refused("refused", "must agree"):
        votes.ask_back(played.table, 1, played.at)
    with refused("refused", "Nobody asks"):
        votes.agree_back(left(1).table, 0, EVERYBODY)


def test_a_return_during_the_vote_ends_it() -> None:
    played = people(timing=LIVE)
    played.do(decisions.resign(played.table, 1))
    voted(played, 0, "end")
    played.do(votes.ask_back(played.table, 1, played.at))
    played.do(votes.agree_back(played.table, 0, EVERYBODY))
    played.do(votes.agree_back(played.table, 2, EVERYBODY))
    table = played.table
    assert (table.voting, table.vacancies.votes, table.held("bo")) == (False, {}, (1,))
    assert table.clock.chair == table.to_move is not None


def test_a_player_who_returns_on_their_turn_gets_the_time_that_the_bot_waited() -> None:
    played = left(1, timing=LIVE)
    while played.table.to_move != 1:
        played.do(decisions.play(played.table, played.first_move()))
    played.do(votes.ask_back(played.table, 1, played.at))
    refund = decisions.refund(played.table, played.at, 500)
    decided = votes.settle(played.table, played.at + LONGEST, EVERYBODY, refund)
    assert decided.events == (Declined("return", 1),)
    played.do(votes.agree_back(played.table, 0, EVERYBODY))
    assert votes.agree_back(played.table, 2, EVERYBODY, refund).events == (Resumed(500, played.at), Returned(1))


def test_at_one_screen_a_player_returns_at_once() -> None:
    played = Played("dacapo", *(Chair("screen", name) for name in PEOPLE[:3]))
    played.do(decisions.resign(played.table, 1))
    assert votes.ask_back(played.table, 1, played.at).events == (Returned(1),)


# What whoever left may see.


def test_whoever_left_sees_what_a_spectator_sees() -> None:
    played = people(game="dalapapa")
    own = played.table.view(played.table.held("bo"))
    assert own != played.table.view(())
    played.do(decisions.resign(played.table, 1))
    assert played.table.view(played.table.held("bo")) == played.table.view(())
    assert played.table.own_seat(played.table.held("bo")) is None
