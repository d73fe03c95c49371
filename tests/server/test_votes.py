"""What becomes of a game of three or four when somebody leaves it: votes, bots and rows."""

from __future__ import annotations

from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from encore.core.replay import check
from encore.server.domain import decisions, votes
from encore.server.domain.clocks import DAY, Timing
from encore.server.domain.events import Chair, Declined, Emptied, Ended, Replaced, Returned, Voted
from encore.server.domain.substitutes import bot_for
from encore.server.domain.table import HistoryError, Table
from encore.server.domain.votes import LONGEST
from tests.effort import examples
from tests.server.played import LIVE, NO_CLOCK, Played, refused
from tests.server.voting import EVERYBODY, PEOPLE, left, people, voted

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
