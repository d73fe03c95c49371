"""Budgets: what ends the thinking, and what does not."""

from __future__ import annotations

import os
import signal
import threading
from collections.abc import Iterator
from random import Random

import pytest

import encore
from encore.bots import find_bot
from encore.core.thinking import UNLIMITED, Budget, interruptible


@pytest.fixture
def ctrl_c() -> Iterator[None]:
    """Have SIGINT raise KeyboardInterrupt, whatever runs the tests has made of it."""
    before = signal.signal(signal.SIGINT, signal.default_int_handler)
    yield
    signal.signal(signal.SIGINT, before)


@pytest.mark.parametrize("seconds", [float("inf"), 1e12, 1e300])
def test_a_budget_is_limited_to_the_longest_time_of_a_timer(seconds: float) -> None:
    with Budget(seconds) as budget:
        assert budget._timer is not None
        assert budget._timer.interval <= threading.TIMEOUT_MAX
        assert not budget.over(0)


def test_nodes_are_limited_to_what_a_kernel_can_count() -> None:
    assert Budget(nodes=10**30).nodes == UNLIMITED
    assert Budget(nodes=7).nodes == 7


def test_another_time_limit_keeps_nodes_and_cancel() -> None:
    budget = Budget(0.1, nodes=5)
    own = budget.lasting(60)
    assert (own.seconds, own.nodes) == (60, 5)
    budget._run_out()
    assert budget.over(0) and not own.over(0)
    budget.cancel()
    assert own.over(0)
    assert budget.lasting(60).over(0)


def test_interruptible_calls_return_and_raise_as_usual(ctrl_c: None) -> None:
    assert interruptible(Budget(), lambda: 7) == 7
    with pytest.raises(TimeoutError, match="of its own"):
        interruptible(Budget(), _fail)


def _fail() -> int:
    raise TimeoutError("of its own")


def test_the_main_thread_waits_only_if_it_receives_ctrl_c(ctrl_c: None) -> None:
    here = threading.current_thread()
    assert interruptible(Budget(), threading.current_thread) is not here
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    assert interruptible(Budget(), threading.current_thread) is here


@pytest.mark.parametrize("name", ["dakapo", "dalapapa"])
def test_ctrl_c_stops_an_endless_kernel(ctrl_c: None, name: str) -> None:
    game, bot, rng = encore.load(name), find_bot("bot:expert"), Random(1)
    s = game.initial()
    while game.to_move(s) != 0:
        s = game.play(s, game.deal(s, rng))
    bot.prepare(game)
    budget, too_late = Budget(), threading.Event()

    def give_up() -> None:
        too_late.set()
        budget.cancel()

    waited = threading.Timer(60, give_up)
    waited.start()
    threading.Timer(0.3, os.kill, (os.getpid(), signal.SIGINT)).start()
    with pytest.raises(KeyboardInterrupt):
        interruptible(budget, lambda: bot.choose(game, game.view(s, 0), rng, budget))
    waited.cancel()
    assert budget.over(0) and not too_late.is_set()
