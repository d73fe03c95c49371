"""Worker processes for the bots: every question is answered, whatever happens to the processes, and none is left."""

from __future__ import annotations

import asyncio
import os
import signal
import subprocess
import sys
from multiprocessing import active_children
from pathlib import Path
from random import Random

import pytest

import encore
from encore.core.registry import games
from encore.server.bots.fair_queue import Kind, Sender, TooManyQuestions
from encore.server.bots.questions import EvaluationQuestion, Question, ThinkingFailed, read_evaluation
from encore.server.bots.search_time import SearchTime
from encore.server.bots.thinkers import Thinkers
from tests.server.trap import FOREVER, GAMES, SEARCH, Trap, alive, position, question, running, until


def test_answers_are_legal_moves_of_every_game() -> None:
    async def body(thinkers: Thinkers) -> None:
        for game in (*GAMES.values(), encore.load("dacapo", 3), encore.load("dalapapa", 4)):
            for plies in (0, 5):
                s = position(game, plies)
                text = await thinkers.answer(question(game, plies=plies))
                assert game.parse_move(s, text) in game.legal_moves(s)

    running(body, Thinkers(2))


def test_concurrent_questions_each_get_their_own_answer() -> None:
    """Random moves tell the answers apart, and they depend only on the seed."""
    asked = [question(game, "random", seed=seed) for seed in range(20) for game in GAMES.values()]

    async def body(thinkers: Thinkers) -> None:
        answers = await asyncio.gather(*map(thinkers.answer, asked))
        for one, text in zip(asked, answers, strict=True):
            move = Random(one.seed).choice(one.game.legal_moves(one.view))
            assert text == one.game.format_move(move)

    running(body, Thinkers(2))


def test_earlier_searches_do_not_change_an_answer() -> None:
    """Da Capo's search keeps tables between moves; a worker that kept them would play differently the second time."""
    game = GAMES["dacapo"]
    asked = [question(game, "bot:hard", plies, seed=7) for plies in range(0, 30, 2) for _ in range(2)]

    async def body(thinkers: Thinkers) -> None:
        answers = [await thinkers.answer(one) for one in asked]
        assert answers[::2] == answers[1::2]

    running(body, Thinkers(1))


def test_the_question_of_a_killed_worker_is_answered(trap: Trap) -> None:
    async def body(thinkers: Thinkers) -> None:
        answer = asyncio.create_task(thinkers.answer(trap.question("hang-once")))
        await until(lambda: trap.thought("hang-once"))
        victim = trap.thought("hang-once")[0]
        os.kill(victim, signal.SIGKILL)
        assert await answer == "left"
        first, second = trap.thought("hang-once")
        assert first == victim != second
        assert not alive(victim)

    running(body, Thinkers(2))


def test_every_waiting_question_is_answered_once_though_workers_keep_dying(trap: Trap) -> None:
    """Each question kills its first worker while others wait behind it."""
    asked = [f"hang-once-{number}" for number in range(4)]

    async def kill_first_worker(what: str) -> None:
        await until(lambda: trap.thought(what))
        os.kill(trap.thought(what)[0], signal.SIGKILL)

    async def body(thinkers: Thinkers) -> None:
        answers = [
            asyncio.create_task(thinkers.answer(trap.question(what), Sender(Kind.GAME, f"{number % 2}", what)))
            for number, what in enumerate(asked)
        ]
        await asyncio.gather(*map(kill_first_worker, asked))
        assert await asyncio.gather(*answers) == ["left"] * len(asked)
        assert [len(trap.thought(what)) for what in asked] == [2] * len(asked)
        assert (thinkers.waiting, thinkers.replaced) == (0, len(asked))

    running(body, Thinkers(2))


def test_a_search_ends_early_for_the_game_of_another_visitor(trap: Trap) -> None:
    """Its visitor has more questions, and without an end it would search for hours."""

    async def body(thinkers: Thinkers) -> None:
        greedy = [
            asyncio.create_task(thinkers.answer(trap.question(what), Sender(Kind.GAME, "greedy", what)))
            for what in ("ponder-1", "ponder-2")
        ]
        await until(lambda: trap.thought("ponder-1"))
        assert await thinkers.answer(trap.question("start"), Sender(Kind.GAME, "other", "1")) == "left"
        assert await greedy[0] == "left"
        await until(lambda: trap.thought("ponder-2"))
        assert not greedy[1].done()
        greedy[1].cancel()
        assert thinkers.replaced == 0

    running(body, Thinkers(1))


def test_a_search_of_a_visitor_with_one_question_uses_its_time(trap: Trap) -> None:
    async def body(thinkers: Thinkers) -> None:
        search = SearchTime()
        only = thinkers.answer(trap.question("ponder", seconds=1.0), Sender(Kind.GAME, "ada", "1"), search)
        answer = asyncio.create_task(only)
        await until(lambda: trap.thought("ponder"))
        assert await thinkers.answer(trap.question("start"), Sender(Kind.GAME, "bob", "2")) == "left"
        assert await answer == "left"
        assert search.seconds >= 1.0

    running(body, Thinkers(1))


def test_waiting_is_reported_for_each_kind(trap: Trap) -> None:
    async def body(thinkers: Thinkers) -> None:
        waits = list[Kind]()
        thinkers.waited = lambda kind, seconds: waits.append(kind)
        thought = asyncio.create_task(thinkers.answer(trap.question("ponder")))
        await until(lambda: trap.thought("ponder"))
        asked = [
            asyncio.create_task(thinkers.answer(trap.question("a"), Sender(kind, "ada")))
            for kind in (Kind.HINT, Kind.HINT, Kind.GAME)
        ]
        await asyncio.sleep(0)
        waiting = {kind: thinkers.waiting_of(kind) for kind in Kind}
        assert waiting == {Kind.GAME: 1, Kind.HINT: 2, Kind.DEMO: 0, Kind.ANALYSIS: 0}
        thought.cancel()
        await asyncio.gather(*asked)
        assert waits == [Kind.GAME, Kind.GAME, Kind.HINT, Kind.HINT]

    running(body, Thinkers(1))


def test_workers_killed_while_starting_or_idle_are_replaced() -> None:
    async def body(thinkers: Thinkers) -> None:
        for _ in range(2):
            await until(active_children)
            for worker in active_children():
                worker.kill()
            assert await thinkers.answer(question(GAMES["dakapo"]))

    running(body, Thinkers(2))


@pytest.mark.sampled(4)
@pytest.mark.parametrize("what", ["hang", "die", "stumble", "cheat"])
def test_a_bot_that_always_fails_is_reported_and_the_others_go_on(trap: Trap, what: str) -> None:
    async def body(thinkers: Thinkers) -> None:
        fine = asyncio.create_task(thinkers.answer(question(GAMES["dakapo"])))
        with pytest.raises(ThinkingFailed, match=r"^bot:easy failed 3 times to find a move in Trap$"):
            await thinkers.answer(trap.question(what, seconds=0.2 if what == "hang" else FOREVER))
        # On a slow machine, a worker that seems to hang may not even have started.
        assert len(set(trap.thought(what))) in ((0, 1, 2, 3) if what == "hang" else (3,))
        await until(lambda: not any(map(alive, trap.thought(what))))
        assert await fine
        assert await thinkers.answer(trap.question("start")) == "left"

    running(body, Thinkers(2, grace=0.2))


PREPARE = """

def prepare(game):
    with (Path(__file__).parent / "prepared.pids").open("a") as file:
        file.write(f"{os.getpid()}\\n")
"""


def test_a_bot_is_prepared_for_a_game_once_in_each_process(trap: Trap) -> None:
    (trap.folder / "search.py").write_text(SEARCH + PREPARE)

    async def body(thinkers: Thinkers) -> None:
        for _ in range(3):
            assert await thinkers.answer(trap.question("start")) == "left"
        (worker,) = set(trap.thought("start"))
        assert trap.thought("prepared") == [worker]
        os.kill(worker, signal.SIGKILL)
        assert await thinkers.answer(trap.question("start")) == "left"
        assert trap.thought("prepared") == [worker, trap.thought("start")[-1]]
        assert thinkers.replaced == 1

    running(body, Thinkers(1))


def test_workers_are_warm_for_every_game_before_anybody_asks() -> None:
    expected = {("bot:expert", game, players) for game in games().values() for players in game.player_counts}

    async def body(thinkers: Thinkers) -> None:
        assert not thinkers.warm
        await until(lambda: thinkers._workers[0].warm == expected)
        assert thinkers.warm
        assert (thinkers.replaced, thinkers.waiting) == (0, 0)

    running(body, Thinkers(1))


def test_a_game_that_cannot_be_warmed_up_still_gets_questions(trap: Trap) -> None:
    (trap.folder / "search.py").write_text(SEARCH + PREPARE + "    os.kill(os.getpid(), signal.SIGKILL)\n")

    async def body(thinkers: Thinkers) -> None:
        for what in ("fine", "other"):
            assert await thinkers.answer(trap.question(what)) == "left"
        assert len(trap.thought("prepared")) == 1, "a bot was prepared in vain more than once"
        assert await thinkers.answer(question(GAMES["dakapo"]))

    running(body, Thinkers(1))


def test_too_many_questions_are_refused(trap: Trap) -> None:
    async def body(thinkers: Thinkers) -> None:
        thought = asyncio.create_task(thinkers.answer(trap.question("ponder")))
        await until(lambda: trap.thought("ponder"))
        waiting = [asyncio.create_task(thinkers.answer(trap.question("start"))) for _ in range(2)]
        await asyncio.sleep(0)
        assert thinkers.waiting == 2
        with pytest.raises(TooManyQuestions, match=r"^2 bot moves are already waiting; try again later$"):
            await thinkers.answer(trap.question("start"))
        waiting.pop().cancel()
        await asyncio.sleep(0)
        waiting.append(asyncio.create_task(thinkers.answer(trap.question("start"))))
        await asyncio.sleep(0)
        thought.cancel()
        assert await asyncio.gather(*waiting) == ["left", "left"]

    running(body, Thinkers(1, waiting=2))


def test_cancelling_frees_the_worker_without_killing_it(trap: Trap) -> None:
    async def body(thinkers: Thinkers) -> None:
        answer = asyncio.create_task(thinkers.answer(trap.question("ponder")))
        await until(lambda: trap.thought("ponder"))
        answer.cancel()
        assert await thinkers.answer(trap.question("other")) == "left"
        assert trap.thought("other") == trap.thought("ponder")

    running(body, Thinkers(1, grace=FOREVER))


def test_cancelling_a_question_with_a_hanging_bot_frees_the_worker(trap: Trap) -> None:
    async def body(thinkers: Thinkers) -> None:
        answer = asyncio.create_task(thinkers.answer(trap.question("hang")))
        await until(lambda: trap.thought("hang"))
        answer.cancel()
        assert await thinkers.answer(trap.question("other")) == "left"
        assert len(trap.thought("hang")) == 1

    running(body, Thinkers(1, grace=0.2))


def test_workers_ignore_ctrl_c(trap: Trap) -> None:
    async def body(thinkers: Thinkers) -> None:
        await until(active_children)
        (worker,) = active_children()
        assert worker.pid
        os.kill(worker.pid, signal.SIGINT)
        answer = asyncio.create_task(thinkers.answer(trap.question("ponder", seconds=0.5)))
        await until(lambda: trap.thought("ponder"))
        os.kill(worker.pid, signal.SIGINT)
        assert await answer == "left"
        assert trap.thought("ponder") == [worker.pid]

    running(body, Thinkers(1, grace=FOREVER))


def test_workers_have_a_lower_priority_than_the_server(trap: Trap) -> None:
    async def body(thinkers: Thinkers) -> None:
        await thinkers.answer(trap.question("start"))
        (worker,) = active_children()
        assert worker.pid
        assert os.getpriority(os.PRIO_PROCESS, worker.pid) > os.getpriority(os.PRIO_PROCESS, 0)

    running(body, Thinkers(1))


@pytest.mark.skipif(not hasattr(os, "SCHED_IDLE"), reason="needs SCHED_IDLE: run the tests on Linux")
def test_analysis_uses_the_processor_only_while_nothing_else_needs_it(trap: Trap) -> None:
    """A bot that comes after it in the same process does not inherit that."""
    game = GAMES["dakapo"]

    def policies(process: int) -> list[int]:
        return [os.sched_getscheduler(int(thread.name)) for thread in Path(f"/proc/{process}/task").iterdir()]

    async def body(thinkers: Thinkers) -> None:
        await thinkers.answer(EvaluationQuestion(game, game.initial(), 0.0))
        await thinkers.answer(trap.question("start"))
        (process,) = trap.thought("start")
        assert os.SCHED_IDLE in policies(process)
        assert os.sched_getscheduler(process) == os.SCHED_OTHER

    running(body, Thinkers(1))


def test_the_loop_goes_on_while_bots_think(trap: Trap) -> None:
    """Both workers think until they are stopped, or longer than a healthy loop ever waits."""

    async def body(thinkers: Thinkers) -> None:
        thinking = [asyncio.create_task(thinkers.answer(trap.question(f"ponder{n}", 60))) for n in range(2)]
        await until(lambda: trap.thought("ponder0") and trap.thought("ponder1"))
        for _ in range(1000):
            await asyncio.sleep(0)
        assert not any(task.done() for task in thinking)
        for task in thinking:
            task.cancel()

    running(body, Thinkers(2))


def test_closing_notifies_waiting_callers_and_leaves_no_process(trap: Trap) -> None:
    async def body(thinkers: Thinkers) -> None:
        asked = [asyncio.create_task(thinkers.answer(trap.question(what))) for what in ("hang", "start")]
        await until(lambda: trap.thought("hang"))
        await thinkers.close()
        assert not any(map(alive, trap.thought("hang")))
        for task in asked:
            with pytest.raises(ThinkingFailed, match=r"^The server is shutting down; bots no longer move$"):
                await task
        with pytest.raises(ThinkingFailed, match=r"^The server is shutting down"):
            await thinkers.answer(trap.question("start"))

    running(body, Thinkers(1))


@pytest.mark.sampled(2)
@pytest.mark.parametrize("turns", [0, 1, 5, 50])
def test_closing_while_workers_start_leaves_no_process(turns: int) -> None:
    async def body(thinkers: Thinkers) -> None:
        for _ in range(turns):
            await asyncio.sleep(0.001)

    running(body, Thinkers(2))


def test_a_loop_that_ends_without_closing_leaves_no_process(trap: Trap) -> None:
    async def main() -> None:
        thinkers = Thinkers(1)
        await thinkers.open()
        task = asyncio.create_task(thinkers.answer(trap.question("hang")))
        await until(lambda: trap.thought("hang"))
        assert not task.done()

    asyncio.run(main())
    (worker,) = trap.thought("hang")
    asyncio.run(until(lambda: not alive(worker)))


SERVER = """
import asyncio
import encore
from encore.server.bots.questions import Question
from encore.server.bots.thinkers import Thinkers

async def main():
    game = encore.load("trap")
    thinkers = Thinkers(2)
    await thinkers.open()
    asked = [thinkers.answer(Question(game, game.parse_state(what), "bot:easy", 900, 1)) for what in ("hang", "ponder")]
    await asyncio.gather(*asked)

if __name__ == "__main__":
    asyncio.run(main())
"""


def test_no_worker_outlives_a_server_that_is_killed(trap: Trap, tmp_path: Path) -> None:
    """Not even one that hangs: a separate thread notices that the pipe was closed."""
    script = tmp_path / "server.py"
    script.write_text(SERVER)
    server = subprocess.Popen([sys.executable, str(script)])
    try:
        asyncio.run(until(lambda: trap.thought("hang") and trap.thought("ponder")))
        workers = trap.thought("hang") + trap.thought("ponder")
        assert all(map(alive, workers))
    finally:
        server.kill()
        server.wait()
    try:
        asyncio.run(until(lambda: not any(map(alive, workers))))
    finally:
        for worker in filter(alive, workers):
            os.kill(worker, signal.SIGKILL)


def test_an_engine_that_hangs_while_it_is_prepared_holds_up_nobody_else() -> None:
    """Engines never answer here; every other bot of the only worker does, and so does the analysis."""
    dakapo = GAMES["dakapo"]

    async def body(thinkers: Thinkers) -> None:
        hanging = [
            asyncio.create_task(thinkers.answer(question(dakapo, f"engine:sleep {seconds}"), Sender(Kind.GAME, "ada")))
            for seconds in (6001, 6002)
        ]
        await until(lambda: len(active_children()) == 3)
        assert await thinkers.answer(question(dakapo), Sender(Kind.GAME, "ada"))
        assert await thinkers.answer(EvaluationQuestion(dakapo, dakapo.initial(), 0.0), Sender(Kind.ANALYSIS, "ada"))
        assert not any(each.done() for each in hanging)
        assert thinkers.waiting == 0
        for each in hanging:
            each.cancel()

    running(body, Thinkers(1))


@pytest.mark.parametrize("kind", [Kind.GAME, Kind.HINT])
def test_analysis_ends_at_once_when_a_game_or_a_hint_waits(trap: Trap, kind: Kind) -> None:
    """Its search would last for ever."""

    async def body(thinkers: Thinkers) -> None:
        analysis = asyncio.create_task(thinkers.answer(trap.question("ponder"), Sender(Kind.ANALYSIS, "ada")))
        await until(lambda: trap.thought("ponder"))
        assert await thinkers.answer(trap.question("start"), Sender(kind, "bob")) == "left"
        assert await analysis == "left"

    running(body, Thinkers(1))


def test_analysis_goes_on_while_another_worker_is_idle(trap: Trap) -> None:
    async def body(thinkers: Thinkers) -> None:
        analysis = asyncio.create_task(thinkers.answer(trap.question("ponder"), Sender(Kind.ANALYSIS, "ada")))
        await until(lambda: trap.thought("ponder") and thinkers._idle)
        assert await thinkers.answer(trap.question("start"), Sender(Kind.GAME, "bob")) == "left"
        assert not analysis.done()
        analysis.cancel()

    running(body, Thinkers(2))


def test_an_evaluation_that_was_stopped_has_no_answer() -> None:
    """It is asked again, since another search may prove more."""

    async def body(thinkers: Thinkers) -> None:
        game = GAMES["dakapo"]
        view = position(game, 4)  # nothing is proved there for a long time
        asked = EvaluationQuestion(game, view, FOREVER, 1)
        analysis = asyncio.create_task(thinkers.answer(asked, Sender(Kind.ANALYSIS, "ada")))
        await until(lambda: thinkers._searching)
        assert await thinkers.answer(question(game), Sender(Kind.GAME, "bob"))
        assert await analysis == ""
        found = read_evaluation(await thinkers.answer(EvaluationQuestion(game, view, 0.0, 2)))
        assert sum(found.chances) == pytest.approx(1)
        assert all(game.parse_move(view, line.moves[0]) in game.legal_moves(view) for line in found.lines)
        assert len(found.lines) == 2

    running(body, Thinkers(1))


def test_an_unknown_bot_is_reported_at_once() -> None:
    async def body(thinkers: Thinkers) -> None:
        with pytest.raises(encore.OptionError, match="there is no bot 'deep'"):
            await thinkers.answer(question(GAMES["dakapo"], "deep"))

    running(body, Thinkers(1))


def test_a_question_that_cannot_be_sent_is_harmless() -> None:
    async def body(thinkers: Thinkers) -> None:
        with pytest.raises((TypeError, AttributeError), match="pickle"):
            await thinkers.answer(Question(GAMES["dakapo"], lambda: None, "random", 1, 1))
        assert await thinkers.answer(question(GAMES["dakapo"]))

    running(body, Thinkers(1))
