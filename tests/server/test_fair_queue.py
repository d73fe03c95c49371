"""The order of questions: games first, visitors in fair shares, tables in turn; nobody waits for ever."""

from __future__ import annotations

from collections import deque
from dataclasses import dataclass

import pytest
from hypothesis import given
from hypothesis import strategies as st

from encore.server.bots.fair_queue import MOST, MUCH, FairQueue, Kind, Sender, TooManyQuestions


class Clock:
    """Seconds that a test controls."""

    def __init__(self) -> None:
        self.now = 0.0

    def __call__(self) -> float:
        return self.now


@dataclass(frozen=True)
class Asked:
    """A question of a test."""

    sender: Sender
    number: int = 0


class Workers:
    """Workers without processes: each question takes its time on the clock."""

    def __init__(self, most: int = 1000) -> None:
        self.clock = Clock()
        self.queue: FairQueue[Asked] = FairQueue(most, self.clock)

    def ask(self, visitor: str, table: str = "", kind: Kind = Kind.GAME, number: int = 0) -> Asked:
        asked = Asked(Sender(kind, visitor, table), number)
        self.queue.put(asked.sender, asked)
        return asked

    def serve(self, seconds: float = 1.0) -> Asked:
        asked = self.queue.take()
        assert asked
        self.clock.now += seconds
        self.queue.done(asked.sender, seconds)
        return asked


def test_a_newcomer_does_not_wait_behind_a_visitor_with_many_tables() -> None:
    workers = Workers()
    for table in range(50):
        workers.ask("many", f"{table}")
    workers.serve()
    asked = workers.ask("newcomer")
    assert workers.serve() == asked


def test_a_visitor_with_easy_bots_does_not_wait_behind_experts() -> None:
    """It uses less time, however many moves it makes."""
    workers = Workers()
    for turn in range(20):
        workers.ask("expert", f"{turn}")
    for _ in range(10):
        assert workers.serve(1.0).sender.visitor == "expert"
        easy = workers.ask("easy")
        assert workers.serve(0.01) == easy


def test_games_come_before_hints() -> None:
    workers = Workers()
    hint = workers.ask("ada", "1", Kind.HINT)
    games = [workers.ask("bob", f"{table}") for table in range(3)]
    assert [workers.serve() for _ in range(4)] == [*games, hint]


def test_analysis_comes_last() -> None:
    workers = Workers()
    analysis = workers.ask("ada", kind=Kind.ANALYSIS)
    assert not workers.queue.waits_before(Kind.ANALYSIS)
    others = [workers.ask("bob", kind=kind) for kind in (Kind.DEMO, Kind.HINT, Kind.GAME)]
    assert workers.queue.waits_before(Kind.ANALYSIS)
    assert [workers.serve() for _ in range(4)] == [*reversed(others), analysis]


def test_hints_do_not_starve_beside_a_visitor_with_many_games() -> None:
    """They wait until much worker time was used, and not for more of it."""
    workers = Workers()
    for table in range(30):
        workers.ask("many", f"{table}")
    hints = [workers.ask("ada", "1", Kind.HINT), workers.ask("many", "1", Kind.HINT)]
    served = [workers.serve() for _ in range(20)]
    assert MUCH <= served.index(hints[0]) < 2 * MUCH
    assert hints[1] not in served
    game, hint = workers.ask("bob"), workers.ask("eve", "1", Kind.HINT)
    assert [workers.serve() for _ in range(2)] == [game, hint], "a game of somebody else comes before hints"


def test_games_between_bots_come_after_hints() -> None:
    """Otherwise two tables of experts that somebody watches would stop everybody's hints."""
    workers = Workers()
    demos = [workers.ask("eve", f"{table}", Kind.DEMO) for table in range(2)]
    hint = workers.ask("ada", "1", Kind.HINT)
    assert [workers.serve() for _ in range(3)] == [hint, *demos]


def test_the_tables_of_a_visitor_take_turns() -> None:
    workers = Workers()
    for number in range(3):
        workers.ask("ada", "busy", number=number)
    workers.ask("ada", "other")
    order = [workers.serve() for _ in range(4)]
    assert [(asked.sender.table, asked.number) for asked in order] == [
        ("busy", 0),
        ("other", 0),
        ("busy", 1),
        ("busy", 2),
    ]


def test_a_visitor_who_occupies_a_worker_lets_others_use_the_next_one() -> None:
    workers = Workers()
    for table in range(3):
        workers.ask("ada", f"{table}")
    first = workers.queue.take()
    assert first
    bob = workers.ask("bob")
    assert workers.queue.take() == bob
    second = workers.queue.take()
    assert second
    assert (first.sender.visitor, second.sender.visitor) == ("ada", "ada")


def test_time_used_long_ago_no_longer_counts() -> None:
    workers = Workers()
    workers.ask("ada")
    workers.serve(1.0)
    workers.clock.now += 60
    first, second = workers.ask("ada"), workers.ask("bob")
    assert [workers.serve(), workers.serve()] == [first, second]


def test_visitors_who_have_gone_are_dropped() -> None:
    workers = Workers()
    for visitor in range(100):
        workers.ask(f"{visitor}")
        workers.serve(0.5)
        workers.clock.now += 60
    assert len(workers.queue._visitors) == 1


@pytest.mark.parametrize("kind", list(Kind))
def test_the_questions_of_a_visitor_are_limited_and_nobody_else_notices(kind: Kind) -> None:
    workers = Workers()
    for table in range(MOST[kind]):
        workers.ask("many", f"{table}", kind)
    with pytest.raises(TooManyQuestions, match=rf"^{MOST[kind]} of your questions to the bots are already waiting"):
        workers.ask("many", "one more", kind)
    other = workers.ask("other", kind=kind)
    assert workers.queue.waiting(kind) == MOST[kind] + 1
    workers.serve()
    assert workers.serve() == other
    workers.ask("many", "one more", kind)


def test_all_questions_together_are_limited() -> None:
    workers = Workers(most=2)
    workers.ask("ada")
    workers.ask("bob")
    with pytest.raises(TooManyQuestions, match=r"^2 bot moves are already waiting"):
        workers.ask("eve")


def test_a_removed_question_is_not_served() -> None:
    workers = Workers()
    gone, stays = workers.ask("ada", "1"), workers.ask("ada", "2")
    workers.queue.remove(gone.sender, gone)
    workers.queue.remove(gone.sender, gone)
    assert len(workers.queue) == 1
    assert workers.serve() == stays
    assert workers.queue.take() is None
    workers.queue.remove(stays.sender, stays)
    assert len(workers.queue) == 0


def test_a_search_gives_way_only_to_the_game_of_somebody_without_a_worker() -> None:
    workers = Workers()
    workers.ask("many", "1")
    workers.queue.take()
    assert not workers.queue.gives_way("many"), "nobody waits"
    workers.ask("hint", kind=Kind.HINT)
    assert not workers.queue.gives_way("many"), "a hint can wait"
    workers.ask("bob", "1")
    assert not workers.queue.gives_way("many"), "one question is a fair share"
    workers.ask("many", "2")
    assert workers.queue.gives_way("many")
    bob = workers.queue.take()
    assert bob
    assert bob.sender.visitor == "bob"
    workers.ask("bob", "2")
    assert not workers.queue.gives_way("many"), "everybody who waits has a worker"


VISITORS = 5
STEPS = st.lists(
    st.tuples(st.integers(0, VISITORS - 1), st.integers(0, 3), st.sampled_from(Kind), st.floats(0.001, 1.0)),
    max_size=200,
)


@given(STEPS, st.integers(1, 3))
def test_every_question_is_served_once(steps: list[tuple[int, int, Kind, float]], processes: int) -> None:
    workers = Workers()
    queue = workers.queue
    asked, served = list[Asked](), list[Asked]()
    running: deque[tuple[Asked, float]] = deque()
    for number, (visitor, table, kind, seconds) in enumerate(steps):
        try:
            asked.append(workers.ask(f"{visitor}", f"{table}", kind, number))
        except TooManyQuestions:
            assert sum(one.sender.visitor == f"{visitor}" for one in asked) >= MOST[kind]
        if len(running) == processes:
            one, cost = running.popleft()
            workers.clock.now += cost
            queue.done(one.sender, cost)
        if number % 2 and (one_more := queue.take()):
            running.append((one_more, seconds))
            served.append(one_more)
    while one_more := queue.take():
        served.append(one_more)
        queue.done(one_more.sender, 0.1)
    assert sorted(served, key=lambda one: one.number) == asked
    assert len(queue) == 0


@given(st.lists(st.floats(0.01, 1.0), min_size=VISITORS, max_size=VISITORS), st.integers(1, 40))
def test_nobody_starves_however_much_the_others_ask(costs: list[float], used: int) -> None:
    """Somebody who has used much waits until that is forgotten, even if new visitors keep coming."""
    workers = Workers()
    for _ in range(used):
        workers.ask("heavy")
        workers.serve(1.0)
    mine, began = workers.ask("heavy"), workers.clock.now
    for newcomer in range(100_000):
        workers.ask(f"{newcomer}")
        if workers.serve(costs[newcomer % VISITORS]) == mine:
            break
    assert workers.clock.now - began <= 100


def test_a_question_that_was_taken_in_vain_is_first_again() -> None:
    """Before others of the same kind, and though its visitor has as many questions waiting as possible."""
    workers = Workers(most=MOST[Kind.GAME] + 1)
    workers.ask("ada", "first")
    other = workers.ask("bob")
    taken = workers.queue.take()
    assert taken
    for number in range(MOST[Kind.GAME]):
        workers.ask("ada", f"{number}")
    workers.queue.done(taken.sender, 0.0)
    workers.queue.put_back(taken.sender, taken)
    assert len(workers.queue) == MOST[Kind.GAME] + 2
    assert [workers.serve(0.0), workers.serve(0.0)] == [taken, other]
