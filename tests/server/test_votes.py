"""What becomes of a game of three or four when somebody leaves it: votes, bots, returns and results."""

from __future__ import annotations

from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

import encore
from encore.core.replay import check
from encore.server.domain import decisions, votes
from encore.server.domain.clocks import DAY, Timing
from encore.server.domain.decisions import Decision
from encore.server.domain.events import Asked, Chair, Declined, Emptied, Ended, Replaced, Resumed, Returned, Voted
from encore.server.domain.results import won_by_rules
from encore.server.domain.substitutes import bot_for, filled
from encore.server.domain.table import HistoryError, Table
from encore.server.domain.votes import LONGEST
from tests.effort import examples
from tests.server.played import LIVE, NO_CLOCK, Played, refused

EVERYBODY = (0, 1, 2, 3)
PEOPLE = ("ada", "bo", "cy", "di")


def people(count: int = 3, game: str = "dacapo", timing: Timing = NO_CLOCK, bots: tuple[str, ...] = ()) -> Played:
    """Return a table at which some people play, each at their own device, and some bots."""
    chairs = Chair("screen", "ada"), *(Chair("open"),) * (count - 1), *(Chair("bot", bot=bot) for bot in bots)
    played = Played(game, *chairs, timing=timing)
    for name in PEOPLE[1:count]:
        played.do(decisions.sit(played.table, name, name, None))
    return played


def left(*gone: int, count: int = 3, game: str = "dacapo", timing: Timing = NO_CLOCK) -> Played:
    """Return such a table after some have resigned, and after all others have chosen a bot each time."""
    played = people(count, game, timing)
    for chair in gone:
        played.do(decisions.resign(played.table, chair))
        played.do(votes.vote(played.table, votes.voters(played.table), "bot", EVERYBODY))
    return played


def voted(played: Played, chair: int, choice: str, expected: tuple[int, ...] = EVERYBODY) -> None:
    assert choice in ("bot", "end")
    played.do(votes.vote(played.table, [chair], "bot" if choice == "bot" else "end", expected))


def play_out(played: Played) -> None:
    """Play the first legal moves until the game is over."""
    while played.table.phase == "playing":
        played.do(decisions.play(played.table, played.first_move()))


# Leaving.


def test_the_others_are_not_thrown_out_when_one_of_three_resigns() -> None:
    played = people()
    decided = decisions.resign(played.table, 1)
    assert decided.events == (Emptied(1, "resigned"),)
    played.do(decided)
    table = played.table
    assert (table.phase, table.voting, table.to_move) == ("playing", True, None)
    assert (table.held("bo"), table.left_by("bo"), table.people()) == ((), (1,), {"ada", "cy"})
    assert table.taken == [True, True, True]
    with refused("entry", "Every seat"):
        decisions.sit(table, "eve", "Eve", None)


def test_a_game_of_two_ends_as_before() -> None:
    played = people(2, "dakapo")
    assert decisions.resign(played.table, 1).events == (Ended("resigned", (0,)),)


def test_a_game_with_one_person_ends_as_before() -> None:
    played = people(1, bots=("bot:easy", "bot:easy"))
    assert decisions.resign(played.table, 0).events == (Ended("resigned", (1, 2)),)


def test_a_bot_that_has_no_time_left_ends_the_game_as_before() -> None:
    played = people(2, timing=LIVE, bots=("bot:easy",))
    while played.table.to_move != 2:
        played.do(decisions.play(played.table, played.first_move()))
    assert decisions.flag(played.table, played.at + 3_600_000).events == (Ended("time", (0, 1)),)


def test_running_out_of_time_empties_the_seat() -> None:
    played = people(timing=LIVE)
    mover = played.table.to_move
    assert mover is not None
    assert decisions.flag(played.table, played.at + 60_000).events == (Emptied(mover, "time"),)


def test_a_player_who_is_claimed_away_empties_the_seat() -> None:
    played = people()
    mover = played.table.to_move
    assert mover is not None
    claimer = (mover + 1) % 3
    assert decisions.claim(played.table, claimer, played.at, decisions.GONE).events == (Emptied(mover, "abandoned"),)


def test_clocks_stand_still_while_a_seat_is_empty() -> None:
    played = people(timing=LIVE)
    mover = played.table.to_move or 0
    played.do(decisions.resign(played.table, (mover + 1) % 3), later=10_000)
    clock = played.table.clock
    assert (clock.chair, clock.left[mover]) == (None, 50_000)
    for chair in votes.voters(played.table):
        if played.table.voting:
            played.do(votes.vote(played.table, [chair], "bot", EVERYBODY), later=20_000)
    assert (clock.chair, clock.remaining(mover, played.at)) == (mover, 50_000)


def test_nobody_moves_undoes_or_claims_while_a_seat_is_empty() -> None:
    played = people()
    first = played.first_move()
    played.do(decisions.resign(played.table, 1))
    with refused("refused", "vote on the empty seat"):
        played.move("ada", first)
    with refused("refused", "vote on the empty seat"):
        decisions.ask(played.table, 0, "undo")
    with refused("refused", "vote on the empty seat"):
        decisions.claim(played.table, 0, played.at, decisions.GONE)


def test_open_requests_end_when_somebody_leaves() -> None:
    played = people()
    mover = played.table.to_move or 0
    played.do(decisions.play(played.table, played.first_move()))
    played.do(decisions.ask(played.table, mover, "undo"))
    assert played.table.asked
    played.do(decisions.resign(played.table, mover))
    assert played.table.asked == {}


def test_the_game_ends_when_the_last_person_leaves_too() -> None:
    played = people()
    played.do(decisions.resign(played.table, 0))
    played.do(decisions.resign(played.table, 2))
    played.do(decisions.resign(played.table, 1))
    ended = played.table.ended
    assert ended == Ended("resigned", ())
    assert played.table.wins == [0, 0, 0]
    assert played.table.ranks == (3, 1, 2)
    check(played.table.record(), played.table.game)


# Voting.


def test_a_vote_for_a_bot_decides_at_once_where_a_tie_is_the_worst_that_can_follow() -> None:
    played = people()
    played.do(decisions.resign(played.table, 1))
    decided = votes.vote(played.table, [0], "bot", EVERYBODY)
    assert decided.events == (Voted(0, "bot"), Replaced(1, "bot:medium"))
    played.do(decided)
    table = played.table
    assert (table.chairs[1], table.voting, table.vacancies.votes) == (Chair("bot", "bo", "bot:medium"), False, {})
    assert table.to_move is not None


def test_the_end_needs_a_majority() -> None:
    played = people()
    played.do(decisions.resign(played.table, 1))
    voted(played, 0, "end")
    assert played.table.voting
    decided = votes.vote(played.table, [2], "end", EVERYBODY)
    assert [type(event) for event in decided.events] == [Voted, Ended]
    played.do(decided)
    ended = played.table.ended
    assert ended is not None
    assert (ended.reason, ended.winners) == ("agreed", (0, 2))
    assert played.table.wins == [0.5, 0, 0.5]
    assert played.table.ranks == (1, 3, 1)


def test_a_tie_means_a_bot() -> None:
    played = people()
    played.do(decisions.resign(played.table, 1))
    voted(played, 0, "end")
    voted(played, 2, "bot")
    assert played.table.chairs[1].kind == "bot"


def test_of_three_votes_two_decide() -> None:
    played = people(4, "dalapapa")
    played.do(decisions.resign(played.table, 3))
    voted(played, 0, "end")
    assert played.table.voting
    voted(played, 1, "end")
    assert played.table.phase == "over"


def test_whoever_is_offline_does_not_block_a_vote() -> None:
    played = people()
    played.do(decisions.resign(played.table, 1))
    voted(played, 0, "end", expected=(0,))
    assert played.table.phase == "over"


def test_a_vote_is_given_once_and_only_by_those_who_play() -> None:
    played = people(4, "dalapapa")
    with refused("refused", "no vote"):
        votes.vote(played.table, [0], "bot", EVERYBODY)
    played.do(decisions.resign(played.table, 3))
    voted(played, 0, "end")
    with refused("refused", "already voted"):
        votes.vote(played.table, [0], "bot", EVERYBODY)
    assert votes.voters(played.table) == {0, 1, 2}


def test_the_vote_of_somebody_who_leaves_meanwhile_does_not_count() -> None:
    played = people(4, "dalapapa")
    played.do(decisions.resign(played.table, 3))
    voted(played, 0, "end")
    played.do(decisions.resign(played.table, 0))
    assert played.table.vacancies.votes == {}
    voted(played, 1, "bot")
    assert [chair.kind for chair in played.table.chairs] == ["bot", "open", "open", "bot"]


def test_a_vote_closes_by_itself_with_the_votes_given() -> None:
    played = people()
    played.do(decisions.resign(played.table, 1))
    voted(played, 0, "end")
    table = played.table
    assert votes.left_ms(table, played.at) == LONGEST
    with refused("refused"):
        votes.settle(table, played.at + LONGEST - 1, EVERYBODY)
    assert isinstance(votes.settle(table, played.at + LONGEST, EVERYBODY).events[0], Ended)


def test_without_any_vote_a_bot_plays_on() -> None:
    played = people()
    played.do(decisions.resign(played.table, 1))
    assert not votes.is_due(played.table, played.at + LONGEST - 1, ())
    assert votes.settle(played.table, played.at + LONGEST, EVERYBODY).events == (Replaced(1, "bot:medium"),)


def test_a_vote_is_settled_when_those_who_have_not_voted_go_offline() -> None:
    played = people()
    played.do(decisions.resign(played.table, 1))
    voted(played, 0, "end")
    assert not votes.is_due(played.table, played.at, EVERYBODY)
    assert votes.is_due(played.table, played.at, (0,))
    assert isinstance(votes.settle(played.table, played.at, (0,)).events[0], Ended)


def test_with_days_per_move_there_is_a_day_to_vote() -> None:
    played = people(timing=Timing("days", days=3))
    played.do(decisions.resign(played.table, 1))
    assert votes.left_ms(played.table, played.at) == DAY


def test_people_at_one_screen_vote_together() -> None:
    played = Played("dalapapa", *(Chair("screen", name) for name in PEOPLE))
    played.do(decisions.resign(played.table, 3))
    assert played.table.held("ada") == (0, 1, 2)
    decided = votes.vote(played.table, played.table.held("ada"), "end", EVERYBODY)
    assert decided.events[:3] == (Voted(0, "end"), Voted(1, "end"), Voted(2, "end"))
    assert isinstance(decided.events[3], Ended)


def test_the_bot_is_the_strongest_at_the_table_or_a_medium_one() -> None:
    assert bot_for(people().table) == "bot:medium"
    assert bot_for(people(2, "dalapapa", bots=("bot:hard", "bot:easy")).table) == "bot:hard"
    assert bot_for(people(2, "dacapo", bots=("random",)).table) == "random"


def test_the_clock_of_a_seat_that_a_bot_takes_is_refilled() -> None:
    played = people(timing=LIVE)
    mover = played.table.to_move or 0
    played.do(decisions.flag(played.table, played.at + 60_000), later=60_000)
    assert played.table.clock.left[mover] == 0
    voted(played, (mover + 1) % 3, "bot")
    assert played.table.clock.left[mover] == 60_000
    assert played.table.clock.chair == mover


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


# Rows.


def test_rows_of_an_older_release_end_a_game_of_three_as_before() -> None:
    played = people()
    played.do([Ended("resigned", (0, 2))])
    assert (played.again().phase, played.again().wins) == ("over", [0.5, 0, 0.5])


def test_impossible_rows_are_refused() -> None:
    for wrong in (Replaced(1, "bot:easy"), Returned(1)):
        with pytest.raises(HistoryError):
            people().do([wrong])
    played = left(1)
    with pytest.raises(HistoryError):
        played.do([Emptied(1, "time")])


def standing(table: Table) -> dict[str, object]:
    names = ("version", "position", "state", "moves", "to_move", "clock", "ended", "wins", "holders", "chairs", "asked")
    return {name: getattr(table, name) for name in (*names, "vacancies")}


def step(played: Played, rng: Random) -> None:
    """Do something that a player or the server may do now; nothing where it is refused."""
    table, now = played.table, played.at + 1
    chair, expected = rng.randrange(table.game.players), rng.sample(range(4), rng.randrange(5))
    actions = [
        lambda: decisions.play(table, played.first_move()),
        lambda: decisions.resign(table, rng.choice(sorted(votes.voters(table)))),
        lambda: votes.vote(table, [rng.choice(sorted(votes.voters(table)))], rng.choice(["bot", "end"]), expected),
        lambda: votes.ask_back(table, rng.choice(list(table.vacancies.gone)), now),
        lambda: votes.agree_back(table, rng.choice(sorted(votes.voters(table))), expected),
        lambda: votes.decline_back(table, chair),
        lambda: votes.settle(table, now, expected),
        lambda: votes.settle(table, now + LONGEST, expected),
        lambda: decisions.ask(table, rng.choice(sorted(votes.voters(table))), rng.choice(["undo", "rematch"])),
        lambda: decisions.flag(table, now + 10_000_000),
    ]
    weights = [8 if table.to_move is not None else 0, 1, 2, 1, 2, 1, 1, 1, 1, 1]
    try:
        decided = rng.choices(actions, weights)[0]()
    except (decisions.Refusal, IndexError):  # nobody has left
        return
    late = LONGEST if any(isinstance(event, Replaced | Declined) for event in decided.events) else 1
    played.do(decided, later=late)


@given(st.integers(0, 1 << 32), st.sampled_from(["dacapo", "dalapapa"]), st.integers(3, 4), st.booleans())
@examples(40)
def test_no_game_hangs_and_rows_replay_to_the_same_table(seed: int, game: str, count: int, live: bool) -> None:
    rng = Random(seed)
    played = people(count, game, LIVE if live else NO_CLOCK)
    for _ in range(60):
        step(played, rng)
        table = played.table
        if rng.random() < 0.1:
            assert standing(played.again()) == standing(table)
            played.table = played.again()  # a restart
        assert table.phase == "over" or table.voting == (table.to_move is None)
        if table.voting:
            assert table.people()
            assert votes.settle(table, played.at + LONGEST, EVERYBODY).events
        if table.ended:
            assert not set(table.ended.winners) & set(table.vacancies.order)
            assert sorted(table.ranks)[0] == 1
            check(table.record(), table.game)
    assert standing(played.again()) == standing(played.table)
