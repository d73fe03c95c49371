"""Clocks at a table: what a move costs, and when the win may be claimed."""

from __future__ import annotations

import pytest

from encore.server.domain import decisions
from encore.server.domain.clocks import Timing
from encore.server.domain.decisions import GONE
from encore.server.domain.events import Chair, Emptied
from tests.server.played import LIVE, NO_CLOCK, Played, refused, two


def test_the_clock_runs_for_the_player_to_move() -> None:
    played = two(timing=LIVE)
    played.move("ada", "e6r", later=10_000)
    assert played.table.clock.left == [55_000, 60_000]
    assert played.table.clock.remaining(1, played.at + 7_000) == 53_000
    played.move("bob", "e7g", later=20_000)
    assert played.table.clock.left == [55_000, 45_000]


def test_the_end_of_a_players_time_ends_a_live_game() -> None:
    played = two(timing=LIVE)
    with refused("refused", "still have time"):
        decisions.flag(played.table, played.at + 59_999)
    with refused("refused", "still have time"):
        decisions.flag(played.table, played.at + 60_500, excused=501)
    played.do(decisions.flag(played.table, played.at + 60_000), later=60_000)
    assert played.table.ended is not None
    assert (played.table.ended.reason, played.table.ended.winners) == ("time", (1,))
    with refused("over", "is over"):
        decisions.flag(played.table, played.at)
    for timing in (NO_CLOCK, Timing("days", days=1)):
        with refused("refused"):
            decisions.flag(two(timing=timing).table, 1 << 50)


def test_a_move_before_the_end_costs_at_most_the_time_left() -> None:
    """The server was late to end the game; nobody plays on with less than no time."""
    late = two(timing=LIVE)
    late.move("ada", "e6r", later=70_000)
    assert late.table.phase == "playing"
    assert late.table.clock.left == [5_000, 60_000]


def test_time_can_be_claimed_except_excused_time() -> None:
    played = two(timing=LIVE)
    with refused("refused", "still have time"):
        decisions.claim(played.table, 1, played.at + 59_999, 0)
    with refused("refused", "still have time"):
        decisions.claim(played.table, 1, played.at + 60_000, 0, excused=1)
    with refused("turn"):
        decisions.claim(played.table, 0, played.at + 99_999, 0)
    played.do(decisions.claim(played.table, 1, played.at + 60_000, 0), later=60_000)
    assert played.table.ended is not None
    assert (played.table.ended.reason, played.table.ended.winners) == ("time", (1,))


@pytest.mark.parametrize("timing", [NO_CLOCK, LIVE, Timing("days", days=1)])
def test_no_claim_against_the_own_team(timing: Timing) -> None:
    people = [Chair("screen", "Ada"), *(Chair("open") for _ in range(3))]
    played = Played("dacapo", *people, timing=timing)
    for name in ("bob", "cleo", "dan"):
        played.do(decisions.sit(played.table, name, name.title(), None))
    mover = played.table.to_move
    assert mover is not None
    partner, opponent = (mover + 2) % 4, (mover + 1) % 4
    for now, away in ((played.at + 86_400_000, 0), (played.at, GONE)):
        with refused("turn", "against your own team"):
            decisions.claim(played.table, partner, now, away)
    if timing.kind == "live":
        emptied = decisions.claim(played.table, opponent, played.at + 60_000, 0).events[0]
        assert emptied == decisions.flag(played.table, played.at + 60_000).events[0] == Emptied(mover, "time")


def test_the_win_may_be_claimed_against_an_absent_player() -> None:
    played = two()
    with refused("refused"):
        decisions.claim(played.table, 1, played.at, GONE - 1)
    played.do(decisions.claim(played.table, 1, played.at, GONE))
    assert played.table.ended is not None
    assert played.table.ended.reason == "abandoned"
    days = two(timing=Timing("days", days=2))
    with refused("refused"):
        decisions.claim(days.table, 1, days.at + 86_400_000, 86_400_000)


def test_each_move_restarts_the_days() -> None:
    played = two(timing=Timing("days", days=1))
    played.move("ada", "e6r", later=80_000_000)
    assert played.table.clock.left == [86_400_000, 86_400_000]


def test_agreeing_to_an_undo_restarts_the_days() -> None:
    played = two(timing=Timing("days", days=1))
    played.move("ada", "e6r")
    played.do(decisions.ask(played.table, 0, "undo"))
    played.do(decisions.ask(played.table, 1, "undo"), later=86_000_000)
    assert played.table.clock.left == [86_400_000, 86_400_000]
    played.move("ada", "e6r", later=80_000_000)
    assert played.table.clock.remaining(1, played.at) == 86_400_000
    played.do(decisions.claim(played.table, 0, played.at + 86_400_001, 0), later=86_400_001)
    assert played.table.clock.left == [86_400_000, -1]  # the time left at the end stays visible


def test_only_a_move_earns_the_increment() -> None:
    played = two(timing=Timing("live", main=60, increment=30))
    played.do(decisions.resign(played.table, 0), later=5000)
    assert played.table.clock.left == [55_000, 60_000]
    played = two(timing=Timing("live", main=60, increment=30))
    played.move("ada", "e6r", later=5000)
    played.do(decisions.ask(played.table, 0, "undo"))
    played.do(decisions.ask(played.table, 1, "undo"), later=7000)
    assert played.table.clock.left == [85_000, 53_000]


@pytest.mark.parametrize(("timing", "refunds"), [(NO_CLOCK, 0), (Timing("days", days=1), 0), (LIVE, 1)])
def test_only_live_clocks_are_refunded(timing: Timing, refunds: int) -> None:
    table = Played("dakapo", Chair("screen"), Chair("bot", bot="random"), timing=timing).table
    assert len(decisions.refund(table, table.at + 1000, 500)) == refunds
    assert not decisions.refund(table, table.at + 1000, 0)
