"""One visitor attacks a real server, and an honest player notices little: ``make bench ONLY=abuse`` in a short form.

The bars are several times those of the benchmark, because a machine may be slow and busy. A server without the defence
misses them by far.
"""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator
from typing import Any

import pytest

from bench import abuse, attacks
from bench.measure import Measure

pytestmark = pytest.mark.skipif(sys.platform != "linux", reason="needs Linux: attackers use its addresses and /proc")


ATTEMPTS = 3
"""A machine that stands still for a second delays everybody. That makes no missing defence look good, but a good one
look bad. So waits that are too long are measured again."""


def check(measures: Iterator[Measure]) -> None:
    """Run an attack; fail if a bar is missed."""
    found = list(measures)
    assert found
    assert not missed(found)


def check_waits(attack: Callable[..., Iterator[Measure]], *kinds: Any, **short: float) -> None:
    """Run an attack beside which somebody waits; fail if a bar is missed each time."""
    for _ in range(ATTEMPTS):
        found = list(attack(*kinds, **short))
        assert found
        if not (lines := missed(found)):
            return
    pytest.fail("\n".join(lines))


def missed(found: list[Measure]) -> list[str]:
    """Return the lines of the bars that are missed."""
    return [measure.line() for measure in found if not measure.ok]


@pytest.mark.thorough
@pytest.mark.parametrize("kind", abuse.FLOODS)
def test_a_flood_of_short_frames_delays_nobody_else(kind: str) -> None:
    check_waits(abuse.frames, [kind], seconds=3, slack=10)


@pytest.mark.thorough
def test_pings_that_are_never_read_do_not_fill_the_memory() -> None:
    check_waits(abuse.pings, sockets=2, seconds=3, slack=4)


@pytest.mark.thorough
def test_tables_full_of_experts_do_not_delay_the_bots_of_others() -> None:
    check_waits(abuse.bots, tables=16, seconds=12, slack=4)


@pytest.mark.thorough
def test_quick_moves_at_many_tables_delay_nobody_else() -> None:
    check_waits(abuse.quick_moves, seconds=5, slack=8, typical=20)


@pytest.mark.thorough
def test_games_with_experts_do_not_keep_hints_from_others() -> None:
    check_waits(abuse.hints, seconds=30, slack=2)


@pytest.mark.thorough
@pytest.mark.parametrize("kind", abuse.HEADS)
def test_long_heads_delay_nobody_else(kind: str) -> None:
    check_waits(abuse.heads, [kind], connections=10, seconds=3, slack=10, work=12)


@pytest.mark.thorough
@pytest.mark.parametrize("kind", ["half heads", "half bodies"])
def test_half_sent_requests_lock_nobody_out(kind: str) -> None:
    check_waits(abuse.descriptors, [kind], seconds=3, slack=5)


@pytest.mark.thorough
def test_answers_that_are_never_read_do_not_fill_the_memory() -> None:
    check_waits(abuse.pipelines, ["unread"], seconds=3, slack=4)


@pytest.mark.thorough
@pytest.mark.parametrize("kind", attacks.REFUSED)
def test_a_flood_that_is_refused_anyway_delays_nobody_else(kind: str) -> None:
    check_waits(abuse.refusals, [kind], seconds=3, slack=5, typical=12)


@pytest.mark.thorough
def test_replays_and_looks_do_not_delay_the_looks_of_others() -> None:
    check_waits(abuse.replays, count=10, looks=30, slack=8)


@pytest.mark.thorough
def test_spectators_who_come_and_go_cost_little() -> None:
    check_waits(abuse.spectators, 1500, ["another"], slack=16, work=6)


def test_tables_from_one_network_are_limited_and_cannot_fill_the_list() -> None:
    check(abuse.tables())


def test_a_secret_that_no_cookie_can_hold_takes_no_seat() -> None:
    check(abuse.secrets())


def test_names_that_nobody_can_read_are_refused() -> None:
    check(abuse.names())


@pytest.mark.thorough
def test_long_and_malformed_requests_are_refused_early() -> None:
    check(abuse.requests())


def test_other_host_names_are_refused() -> None:
    check(abuse.hosts())
