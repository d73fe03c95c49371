"""Bot workers on other machines, as real processes over a real bus: none that goes takes a question with it."""

from __future__ import annotations

import asyncio
import json
import re
import signal
import subprocess
import sys
from collections.abc import Callable, Coroutine, Iterator
from contextlib import suppress
from functools import partial
from itertools import count
from pathlib import Path
from random import Random
from typing import Any

import pytest
import valkey.asyncio
from valkey.exceptions import ValkeyError

import encore
from encore.core.errors import EncoreError, OptionError
from encore.core.game import AnyGame
from encore.core.options import Choice
from encore.core.registry import games
from encore.server.bots import thinkers as thinkers_module
from encore.server.bots.fair_queue import Kind, Sender
from encore.server.bots.questions import EvaluationQuestion, ThinkingFailed
from encore.server.bots.search_time import SearchTime
from encore.server.bots.thinkers import Thinkers
from encore.server.rooms.valkey import ValkeyBus
from encore.server.workers import remote as remote_module
from encore.server.workers import remote_workers as remote_workers_module
from encore.server.workers.letters import (
    GAPS,
    OWN,
    TO_SERVERS,
    TO_WORKERS,
    Admitted,
    Answered,
    Ask,
    Beat,
    Desk,
    Drop,
    Failed,
    Full,
    Heard,
    Here,
    Hurry,
    Join,
    Left,
    Refused,
    Taken,
    Who,
)
from encore.server.workers.remote_workers import RemoteWorkers
from encore.server.workers.seal import Seal
from encore.server.workers.written import read, write
from tests.docs.pages import ROOT
from tests.patience import PATIENCE
from tests.server.bot_workers import SECRET, Puppet, WorkerProgram, hired, puppet, secret_file
from tests.server.certificates import Authority
from tests.server.client import Served, at_table, http, open_table, served
from tests.server.services import ValkeyService
from tests.server.test_bus import Line
from tests.server.trap import FOREVER, GAMES, LONG, Trap, question, until

OPERATING = (ROOT / "docs" / "operating.md").read_text("utf-8")
Hire = Callable[..., WorkerProgram]
client_of: Any = valkey.asyncio.from_url


@pytest.fixture
def hasty() -> None:
    """Notice silence as soon as a real server does."""


@pytest.fixture(autouse=True)
def _cold(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> None:
    """Load no games in the process of this machine, which would be busy with that; and be patient when it is slow."""
    monkeypatch.setattr(thinkers_module, "WARM_UP_AFTER", 3600.0)
    if "hasty" not in request.fixturenames:
        monkeypatch.setattr(remote_module, "TAKING", PATIENCE)
        monkeypatch.setattr(remote_workers_module, "SILENT", PATIENCE)


@pytest.fixture
def hire() -> Iterator[Hire]:
    with hired() as hire:
        yield hire


def pool(bus: str, secret: str = SECRET) -> tuple[Thinkers, RemoteWorkers]:
    """Return a server's workers: one process of its own, and all that come over the bus."""
    others = RemoteWorkers(ValkeyBus(bus, GAPS), Seal(secret))
    return Thinkers(1, others=others), others


def serving(bus: str, body: Callable[[Thinkers, RemoteWorkers], Coroutine[Any, Any, None]]) -> None:
    async def main() -> None:
        thinkers, others = pool(bus)
        await thinkers.open()
        try:
            async with asyncio.timeout(LONG):
                await body(thinkers, others)
        finally:
            await thinkers.close()

    asyncio.run(main())


async def occupy(thinkers: Thinkers, trap: Trap) -> asyncio.Task[str]:
    """Keep the process of this machine busy."""
    task = asyncio.create_task(thinkers.answer(trap.question("ponder-here"), Sender(Kind.GAME, "host", "here")))
    await until(lambda: trap.thought("ponder-here"))
    return task


def ask(thinkers: Thinkers, trap: Trap, what: str, kind: Kind = Kind.GAME) -> asyncio.Task[str]:
    return asyncio.create_task(thinkers.answer(trap.question(what), Sender(kind, "ada", what)))


def test_workers_join_answer_and_leave(trap: Trap, valkey: ValkeyService, hire: Hire) -> None:
    """The process of this machine is asked first; a worker that is told to leave finishes its question."""

    async def body(thinkers: Thinkers, others: RemoteWorkers) -> None:
        worker = hire(valkey.url, "--workers", "2")
        await until(lambda: others.processes == 2)
        assert await thinkers.answer(question(GAMES["dakapo"]))
        assert (thinkers.answered, others.answered) == (1, 0)
        here = await occupy(thinkers, trap)
        for game in GAMES.values():
            text = await thinkers.answer(question(game, "random", seed=5))
            s = question(game).view
            assert game.parse_move(s, text) in game.legal_moves(s)
        assert others.answered == len(GAMES)
        last = ask(thinkers, trap, "ponder-last")
        await until(lambda: trap.thought("ponder-last"))
        worker.send(signal.SIGTERM)
        await until(lambda: others.workers[0].leaving)
        waits = ask(thinkers, trap, "waits")
        await asyncio.sleep(0)
        assert not last.done() and not waits.done()
        thinkers.hurry(next(each.search for each in thinkers._searching if each.sender.table == "ponder-last"))
        assert await last == "left"
        await until(lambda: not others.workers)
        assert worker.ended() == 0
        here.cancel()
        assert await waits == "left"
        assert others.failed == 0

    serving(valkey.url, body)


@pytest.mark.usefixtures("hasty")
@pytest.mark.parametrize("how", ["killed", "frozen"])
def test_the_question_of_a_worker_that_goes_without_a_word_is_answered_by_another(
    trap: Trap, valkey: ValkeyService, hire: Hire, how: str
) -> None:
    """It hangs in the first worker only. What a frozen one says later changes nothing, and it may come back."""

    async def body(thinkers: Thinkers, others: RemoteWorkers) -> None:
        first = hire(valkey.url, "--workers", "1", name="first")
        await until(lambda: others.processes == 1)
        here = await occupy(thinkers, trap)
        search = SearchTime()
        asked = thinkers.answer(trap.question("hang-once"), Sender(Kind.GAME, "ada", "table"), search)
        answer = asyncio.create_task(asked)
        await until(lambda: trap.thought("hang-once"))
        hire(valkey.url, "--workers", "1", name="second")
        await until(lambda: others.processes == 2)
        if how == "killed":
            first.send(signal.SIGKILL)
        else:
            first.freeze()
        assert await answer == "left"
        assert len(set(trap.thought("hang-once"))) == 2
        assert search.seconds < 1, "the time in which nobody answered counts as a search"
        assert (others.processes, others.answered, others.failed) == (1, 1, 1)
        if how == "frozen":
            first.thaw()
            await until(lambda: others.processes == 2)
            assert len(trap.thought("hang-once")) == 2
        here.cancel()

    serving(valkey.url, body)


@pytest.mark.usefixtures("hasty")
def test_a_worker_that_sleeps_for_two_seconds_has_all_its_places_again(
    trap: Trap, valkey: ValkeyService, hire: Hire
) -> None:
    """It reads the question together with the word that nobody wants its answer any more."""

    async def body(thinkers: Thinkers, others: RemoteWorkers) -> None:
        worker = hire(valkey.url, "--workers", "1")
        await until(lambda: others.processes == 1)
        here = await occupy(thinkers, trap)
        worker.freeze()
        answer = ask(thinkers, trap, "plain")
        await until(lambda: others.failed)  # it did not begin
        await asyncio.sleep(1)
        worker.thaw()
        assert await answer == "left"
        worker.send(signal.SIGTERM)
        await until(lambda: not others.workers)
        assert worker.ended() == 0
        assert others.answered == 1
        here.cancel()

    serving(valkey.url, body)


@pytest.mark.usefixtures("hasty")
@pytest.mark.thorough
def test_a_worker_that_hears_nothing_is_not_waited_for(trap: Trap, valkey: ValkeyService, hire: Hire) -> None:
    """What it says still arrives, so it seems to be there."""

    async def body(thinkers: Thinkers, others: RemoteWorkers) -> None:
        line = Line(valkey.port)
        async with line.laid() as url:
            hire(url, "--workers", "1", name="deaf")
            await until(lambda: others.processes == 1)
            here = await occupy(thinkers, trap)
            line.mute = True
            answer = ask(thinkers, trap, "plain")
            await until(lambda: others.failed)
            assert not answer.done()
            hire(valkey.url, "--workers", "1", name="second")
            assert await answer == "left"
            assert len(trap.thought("plain")) == 1
            line.mute = False
            line.cut()
            await until(lambda: others.processes == 2)
            here.cancel()

    serving(valkey.url, body)


@pytest.mark.thorough
def test_a_worker_whose_processes_die_is_kept_and_the_question_given_up_in_the_end(
    trap: Trap, valkey: ValkeyService, hire: Hire
) -> None:
    """It kills three processes, wherever it is asked; then the bot's move has failed, as on one machine."""

    async def body(thinkers: Thinkers, others: RemoteWorkers) -> None:
        hire(valkey.url, "--workers", "1")
        await until(lambda: others.processes == 1)
        here = await occupy(thinkers, trap)
        with pytest.raises(ThinkingFailed, match=r"^bot:easy failed 3 times to find a move in Trap$"):
            await ask(thinkers, trap, "die")
        assert len(set(trap.thought("die"))) == 3
        assert await ask(thinkers, trap, "plain") == "left"
        assert (others.processes, others.failed, others.answered) == (1, 3, 1)
        here.cancel()

    serving(valkey.url, body)


@pytest.mark.usefixtures("hasty")
@pytest.mark.parametrize("how", ["the answer is lost", "it takes too long", "it does not begin"])
def test_a_worker_that_lives_but_does_not_answer_is_not_waited_for(
    trap: Trap, valkey: ValkeyService, monkeypatch: pytest.MonkeyPatch, how: str
) -> None:
    monkeypatch.setattr(remote_module, "GRACE", 0.1)

    async def body(thinkers: Thinkers, others: RemoteWorkers) -> None:
        here = await occupy(thinkers, trap)
        async with puppet(valkey.url) as slow:
            await slow.join()
            seconds = 0.2 if how == "it takes too long" else FOREVER
            asked = asyncio.create_task(thinkers.answer(trap.question("plain", seconds), Sender(Kind.GAME, "ada", "1")))
            given = await slow.told(Ask)
            if how != "it does not begin":
                slow.send(Taken(given.id))
            if how == "the answer is lost":
                slow.send(Beat(0, [], 0.0, 0))
            while not others.failed:
                slow.send(Beat(0, [given.id], 0.0, 0))  # it lives
                await asyncio.sleep(0.05)
            slow.send(Answered(given.id, "right", 0.2))  # too late
            await until(lambda: len(others.workers) == 1 and not asked.done())
            here.cancel()
            assert await asked == "left"
            assert len(trap.thought("plain")) == 1
            assert others.answered == 0

    serving(valkey.url, body)


def test_a_worker_that_begins_with_everything_and_answers_nothing_is_not_asked_again(
    trap: Trap, valkey: ValkeyService, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Else it would get the same question again and again."""
    monkeypatch.setattr(remote_module, "GRACE", 0.1)

    async def body(thinkers: Thinkers, others: RemoteWorkers) -> None:
        here = await occupy(thinkers, trap)
        async with puppet(valkey.url) as rogue:
            await rogue.join()
            asked = asyncio.create_task(thinkers.answer(trap.question("plain", 0.1), Sender(Kind.GAME, "ada", "1")))
            for _ in range(2):
                rogue.send(Beat(1, [], 0.0, 1_000_000))
                given = await rogue.told(Ask)
                rogue.send(Taken(given.id))
                await rogue.told(Drop)
            rogue.send(Beat(1, [], 0.0, 1_000_000))
            while isinstance(letter := (await rogue.inbox.get()).letter, Heard):
                pass
            assert letter == Left()
            assert (others.failed, others.answered) == (2, 0)
            rogue.send(Here(), TO_SERVERS)
            here.cancel()
            assert await asked == "left"
            assert not others.workers

    serving(valkey.url, body)


@pytest.mark.parametrize(("claimed", "charged"), [(0.05, (0.05, 0.05)), (1000.0, (0.2, 100.0)), (-5.0, (0.0, 0.0))])
def test_a_search_elsewhere_counts_for_as_long_as_it_took_there(
    trap: Trap, valkey: ValkeyService, claimed: float, charged: tuple[float, float]
) -> None:
    """The way there and back costs a bot no time; a worker cannot charge more than has passed."""

    async def body(thinkers: Thinkers, others: RemoteWorkers) -> None:
        here = await occupy(thinkers, trap)
        async with puppet(valkey.url) as worker:
            await worker.join()
            search = SearchTime()
            sender = Sender(Kind.GAME, "ada", "1")
            asked = asyncio.create_task(thinkers.answer(trap.question("plain"), sender, search))
            given = await worker.told(Ask)
            worker.send(Taken(given.id))
            await until(lambda: search.seconds > 0.2)
            worker.send(Answered(given.id, "left", claimed))
            assert await asked == "left"
        assert charged[0] <= search.seconds <= charged[1]
        here.cancel()

    serving(valkey.url, body)


@pytest.mark.usefixtures("hasty")
def test_a_bus_that_goes_and_comes_back_loses_no_question(trap: Trap, valkey: ValkeyService, hire: Hire) -> None:
    async def body(thinkers: Thinkers, others: RemoteWorkers) -> None:
        hire(valkey.url, "--workers", "2")
        await until(lambda: others.processes == 2)
        here = await occupy(thinkers, trap)
        asked = [ask(thinkers, trap, f"hang-once-{number}") for number in range(2)]
        await until(lambda: trap.thought("hang-once-0") and trap.thought("hang-once-1"))
        valkey.crash()
        await until(lambda: not others.processes)
        await until(lambda: thinkers.waiting == 2)
        valkey.start()
        assert await asyncio.gather(*asked) == ["left", "left"]
        here.cancel()

    serving(valkey.url, body)


def test_two_servers_share_a_worker(trap: Trap, valkey: ValkeyService, hire: Hire) -> None:
    """It has one process, so each server finds it busy now and then; every question is answered once."""

    async def body(one: Thinkers, others: RemoteWorkers) -> None:
        two, more = pool(valkey.url)
        await two.open()
        try:
            worker = hire(valkey.url, "--workers", "1")
            await until(lambda: others.processes == more.processes == 1)
            here = await occupy(one, trap)
            there = asyncio.create_task(two.answer(trap.question("ponder-there"), Sender(Kind.GAME, "host", "there")))
            await until(lambda: trap.thought("ponder-there"))
            asked = {
                f"{name}-{n}": ask(by, trap, f"{name}-{n}") for n in range(15) for name, by in (("a", one), ("b", two))
            }
            assert set(await asyncio.gather(*asked.values())) == {"left"}
            assert all(len(trap.thought(name)) == 1 for name in asked)
            assert (others.answered, more.answered, others.failed, more.failed) == (15, 15, 0, 0)
            here.cancel()
            there.cancel()
            worker.send(signal.SIGTERM)
            await until(lambda: not others.workers and not more.workers)
        finally:
            await two.close()

    serving(valkey.url, body)


def test_the_least_busy_worker_is_asked(trap: Trap, valkey: ValkeyService) -> None:
    async def body(thinkers: Thinkers, others: RemoteWorkers) -> None:
        here = await occupy(thinkers, trap)
        async with puppet(valkey.url) as idle, puppet(valkey.url) as busy:
            for each in (busy, idle):
                await each.join(2)
                await each.told(Admitted)
            busy.send(Beat(1, [], 0.9, 10))
            idle.send(Beat(2, [], 0.1, 10))
            await until(lambda: any(worker.load == 0.1 for worker in others.workers))
            asked = [ask(thinkers, trap, f"q{number}") for number in range(2)]
            for _ in asked:
                given = await idle.told(Ask)
                idle.send(Taken(given.id))
                idle.send(Answered(given.id, "left", 0.0))
            assert await asyncio.gather(*asked) == ["left", "left"]
            assert not any(isinstance(envelope.letter, Ask) for envelope in _all(busy))
        here.cancel()

    serving(valkey.url, body)


def _all(each: Puppet) -> list[Any]:
    return [each.inbox.get_nowait() for _ in range(each.inbox.qsize())]


@pytest.mark.parametrize("answer", ["up", "", "left right", "x" * 100_000])
def test_a_worker_that_answers_what_makes_no_sense_is_not_asked_again(
    trap: Trap, valkey: ValkeyService, answer: str
) -> None:
    async def body(thinkers: Thinkers, others: RemoteWorkers) -> None:
        game = GAMES["dakapo"]
        here = await occupy(thinkers, trap)
        async with puppet(valkey.url) as fool:
            await fool.join()
            asked = asyncio.create_task(thinkers.answer(question(game, "random"), Sender(Kind.GAME, "ada", "1")))
            given = await fool.told(Ask)
            fool.send(Taken(given.id))
            fool.send(Answered(given.id, answer, 0.1))
            await until(lambda: not others.workers)
            assert not asked.done()
            fool.send(Beat(1, [], 0.0, 100))  # it wants to come back
            here.cancel()
            assert game.parse_move(question(game).view, await asked)
            assert (others.processes, others.failed, others.answered) == (0, 1, 1)

    serving(valkey.url, body)


@pytest.mark.parametrize("hurried", [False, True])
def test_a_search_elsewhere_may_find_nothing_only_if_it_was_stopped(
    trap: Trap, valkey: ValkeyService, hurried: bool
) -> None:
    """An evaluation without an answer is asked again, which must not go on without end."""

    async def body(thinkers: Thinkers, others: RemoteWorkers) -> None:
        asked = EvaluationQuestion(GAMES["dakapo"], question(GAMES["dakapo"]).view, FOREVER)
        here = await occupy(thinkers, trap)
        async with puppet(valkey.url) as worker:
            await worker.join()
            answer = asyncio.create_task(thinkers.answer(asked, Sender(Kind.ANALYSIS, "ada")))
            given = await worker.told(Ask)
            worker.send(Taken(given.id))
            if hurried:
                game = ask(thinkers, trap, "plain")
                await worker.told(Hurry)
            worker.send(Answered(given.id, "", 0.1))
            if hurried:
                assert await answer == ""
                assert len(others.workers) == 1
                game.cancel()
            else:
                await until(lambda: not others.workers)
                assert not answer.done()
                answer.cancel()
        here.cancel()

    serving(valkey.url, body)


def test_forged_and_repeated_messages_change_nothing(trap: Trap, valkey: ValkeyService) -> None:
    """Who has the wrong secret, another worker, and somebody who has recorded everything: none can answer."""

    async def body(thinkers: Thinkers, others: RemoteWorkers) -> None:
        here = await occupy(thinkers, trap)
        async with puppet(valkey.url) as worker, puppet(valkey.url) as other, puppet(valkey.url, "x" * 40) as forger:
            await worker.join()
            await worker.told(Admitted)
            first = ask(thinkers, trap, "first")
            given = await worker.told(Ask)
            worker.send(Taken(given.id))
            worker.send(Answered(given.id, "left", 0.0))
            assert await first == "left"

            second = ask(thinkers, trap, "second")
            given = await worker.told(Ask)
            worker.send(Taken(given.id))
            refused = others.refused
            other.server = forger.server = worker.server
            forger.desk.id, forger.desk._numbers = worker.desk.id, count(1_000_000)
            forged = (Answered(given.id, "right", 0.0), Failed(given.id, "no"), Full(given.id))
            for letter in forged:
                forger.send(letter)  # another secret
                other.send(letter)  # knows the secret, but was not asked
            for topic, message in worker.sent:  # the answer to the first question, among others
                worker.bus.publish(topic, message)
                worker.bus.publish(topic, message[:-1] + bytes([message[-1] ^ 1]))
            worker.bus.publish(OWN + worker.server, b"")
            worker.bus.publish(OWN + worker.server, b"\x02")
            await until(lambda: others.refused >= refused + len(forged) + 2 * len(worker.sent))
            assert not second.done()
            assert len(others.workers) == 1
            worker.send(Answered(given.id, "left", 0.0))
            assert await second == "left"
            worker.send(Answered(given.id, "right", 0.0))  # once more: nobody waits for it
            assert others.answered == 2
        here.cancel()

    serving(valkey.url, body)


def test_what_was_recorded_of_a_worker_brings_nobody_in(trap: Trap, valkey: ValkeyService) -> None:
    async def body(thinkers: Thinkers, others: RemoteWorkers) -> None:
        async with puppet(valkey.url) as worker:
            await worker.join()
            await worker.told(Admitted)
            others._part(others.workers[0], "is sent away")
            before = others.refused
            for topic, message in worker.sent:
                worker.bus.publish(topic, message)
            await until(lambda: others.refused > before)
            assert not others.workers

    serving(valkey.url, body)


def test_what_a_worker_says_forges_no_lines_of_the_log(
    trap: Trap, valkey: ValkeyService, caplog: pytest.LogCaptureFixture
) -> None:
    async def body(thinkers: Thinkers, others: RemoteWorkers) -> None:
        here = await occupy(thinkers, trap)
        async with puppet(valkey.url) as worker:
            await worker.join()
            asked = ask(thinkers, trap, "plain")
            given = await worker.told(Ask)
            worker.send(Failed(given.id, "no\nencore: all is well" + "!" * 100_000))
            await until(lambda: others.failed)
            here.cancel()
            assert await asked == "left"
        (line,) = [record.getMessage() for record in caplog.records if "no answer" in record.getMessage()]
        assert line.startswith("the bot worker puppet has no answer: no\N{REPLACEMENT CHARACTER}encore: all is well!!")
        assert len(line) < 300

    serving(valkey.url, body)


def test_a_message_that_is_no_text_is_refused() -> None:
    desk = Desk(Seal(SECRET))
    with pytest.raises(EncoreError, match="it makes no sense: "):
        desk.read("topic", Seal(SECRET).close("topic", b'{"sender":"\xed\xa0\x80"}'))


def test_a_server_has_no_more_workers_than_it_can_bear(valkey: ValkeyService, monkeypatch: pytest.MonkeyPatch) -> None:
    """One that comes later is no error: it is let in when another one has left."""
    monkeypatch.setattr(remote_workers_module, "MOST_WORKERS", 1)

    async def body(thinkers: Thinkers, others: RemoteWorkers) -> None:
        async with puppet(valkey.url) as first, puppet(valkey.url) as second:
            await first.join()
            await first.told(Admitted)
            second.send(Here(), TO_SERVERS)
            first.send(Beat(1, [], 0.5, 0))
            await until(lambda: others.workers[0].load)
            await asyncio.sleep(0.5)
            assert not _all(second)
            first.send(Left())
            await until(lambda: not others.workers)
            await second.join()
            await second.told(Admitted)

    serving(valkey.url, body)


def test_a_nonce_of_any_letters_is_merely_wrong(valkey: ValkeyService, caplog: pytest.LogCaptureFixture) -> None:
    async def body(thinkers: Thinkers, others: RemoteWorkers) -> None:
        async with puppet(valkey.url) as worker:
            await worker.welcome()
            worker.send(Join("\N{BLACK CHESS QUEEN}", "puppet", encore.__version__, {}, 1))
            await until(lambda: caplog.records)  # also of an error in the server
            assert others.refused == 1
            assert not others.workers

    serving(valkey.url, body)


def test_a_worker_offers_itself_once_a_second_however_often_it_is_asked(
    trap: Trap, valkey: ValkeyService, hire: Hire
) -> None:
    """A recorded question of a server can be sent again and again."""

    async def body(thinkers: Thinkers, others: RemoteWorkers) -> None:
        async with puppet(valkey.url) as listener:
            hire(valkey.url, "--workers", "1")
            await until(lambda: others.processes == 1)
            listener.bus.subscribe(TO_SERVERS)
            await listener.bus.subscribed()
            _, recorded = others._desk.write(TO_WORKERS, Who())
            for _ in range(100):
                listener.bus.publish(TO_WORKERS, recorded)
            await listener.told(Here)
            await asyncio.sleep(1.5)
            assert len([each for each in _all(listener) if isinstance(each.letter, Here)]) <= 2

    serving(valkey.url, body)


@pytest.mark.parametrize(
    ("version", "sources", "processes", "why"),
    [
        ("0.0.1", {}, 1, "it is encore 0.0.1, this server is encore "),
        (None, {"dakapo": "other"}, 1, "its sources of dakapo are other ones"),
        (None, {"encore": "other"}, 1, "its sources of encore are other ones"),
        (None, {"numba": "0.1"}, 1, "it has Numba 0.1, this server has Numba "),
        (
            "1\nencore: all is well",
            {},
            1,
            "it is encore 1\N{REPLACEMENT CHARACTER}encore: all is well, this server is encore ",
        ),
        (None, {}, 0, "it has 0 processes; 1 to 256 are possible"),
    ],
)
def test_a_worker_that_would_play_differently_is_refused(
    valkey: ValkeyService,
    caplog: pytest.LogCaptureFixture,
    version: str | None,
    sources: dict[str, str],
    processes: int,
    why: str,
) -> None:
    async def body(thinkers: Thinkers, others: RemoteWorkers) -> None:
        async with puppet(valkey.url) as worker:
            if version:
                await worker.join(processes, version, **sources)
            else:
                await worker.join(processes, **sources)
            refusal = await worker.told(Refused)
            assert refusal.why.startswith(why)
            assert not others.workers
        (line,) = [record.getMessage() for record in caplog.records if "refused" in record.getMessage()]
        assert line == f"the bot worker puppet is refused: {refusal.why}"

    serving(valkey.url, body)


@pytest.mark.thorough
def test_a_worker_says_in_one_line_why_nobody_takes_it(valkey: ValkeyService, hire: Hire) -> None:
    async def body(thinkers: Thinkers, others: RemoteWorkers) -> None:
        others._sources = {**others._sources, "dakapo": "other"}
        refused = hire(valkey.url, name="other-version")
        stranger = hire(valkey.url, secret="y" * 40, name="other-secret")
        why = "its sources of dakapo are other ones"
        await until(lambda: f"encore: a server refuses this bot worker: {why}" in refused.said)
        assert await asyncio.to_thread(refused.ended) == 2
        assert refused.said[-1] == f"encore: no server takes this bot worker: {why}"
        await until(lambda: any(line.startswith("encore: no server answers: is there one") for line in stranger.said))
        assert stranger.process.poll() is None, "a server may come later"
        others._look_around()
        await until(
            lambda: any("its secret is another one, or somebody has forged it" in line for line in stranger.said)
        )
        assert not others.workers and others.refused

    serving(valkey.url, body)


def test_questions_as_data_are_the_same_questions() -> None:
    for game in (*GAMES.values(), *_others()):
        for plies in (0, 7):
            asked = question(game, plies=plies)
            assert read(write(asked)) == asked
            move = game.legal_moves(asked.view)[0]
            evaluation = EvaluationQuestion(game, asked.view, 1.5, 3, move, True)
            assert read(write(evaluation)) == evaluation


def _others() -> list[AnyGame]:
    """Games with other numbers of players, and with other options."""
    return [
        encore.load(name, players, **{option: kind.values[-1] for option, kind in chosen.items()})
        for name, game in games().items()
        for players in game.player_counts
        for chosen in ({}, {o: k for o, k in game.options_for(players).items() if isinstance(k, Choice)})
    ]


@pytest.mark.parametrize("bot", ["engine:touch /tmp/x", "model:/etc/passwd", "bot:easy@600000", "nobody"])
def test_a_worker_plays_only_our_own_bots(bot: str) -> None:
    """A server, or whoever has its secret, cannot start programs on the machine of the worker."""
    with pytest.raises(OptionError, match="a worker plays "):
        read(write(question(GAMES["dakapo"], bot)))


def test_a_question_holds_only_what_the_seat_may_see() -> None:
    for game in GAMES.values():
        asked = question(game, plies=8)
        assert game.view(asked.view, game.to_move(asked.view)) == asked.view
        assert read(write(asked)).view == asked.view


def test_the_caller_of_a_question_elsewhere_may_go(trap: Trap, valkey: ValkeyService) -> None:
    async def body(thinkers: Thinkers, others: RemoteWorkers) -> None:
        here = await occupy(thinkers, trap)
        async with puppet(valkey.url) as worker:
            await worker.join()
            gone = ask(thinkers, trap, "gone")
            given = await worker.told(Ask)
            worker.send(Taken(given.id))
            await until(lambda: len(thinkers._searching) == 2)
            gone.cancel()
            assert (await worker.told(Drop)).id == given.id
            worker.send(Beat(1, [], 0.0, 100))
            next_one = ask(thinkers, trap, "next")
            given = await worker.told(Ask)
            worker.send(Answered(given.id, "left", 0.0))
            assert await next_one == "left"
        here.cancel()

    serving(valkey.url, body)


def test_an_account_of_the_bus_for_workers_reaches_nothing_else(trap: Trap, valkey: ValkeyService, hire: Hire) -> None:
    """The manual says which rights it needs; a worker with them joins and answers."""
    (rights,) = re.findall(r"ACL SETUSER encore-worker (.*)", OPERATING)

    async def body(thinkers: Thinkers, others: RemoteWorkers) -> None:
        async with client_of(valkey.url) as client:
            await client.execute_command("ACL", "SETUSER", "encore-worker", *rights.replace("PASSWORD", "pw").split())
        url = valkey.url.replace("//", "//encore-worker:pw@")
        here = await occupy(thinkers, trap)
        hire(url, "--workers", "1")
        answer = ask(thinkers, trap, "plain")
        assert await answer == "left"
        async with client_of(url) as client:
            servers = ("PUBLISH", "encore:topic:encore:sessions", "[]"), ("PUBLISH", "encore:gap", "x" * 16)
            for command in (("GET", "x"), *servers, ("SUBSCRIBE", "other")):
                with pytest.raises(ValkeyError, match=r"(?i)no permissions|NOPERM"):
                    await client.execute_command(*command)
        here.cancel()

    serving(valkey.url, body)


def test_games_against_bots_go_on_while_workers_come_and_go(
    trap: Trap, valkey: ValkeyService, hire: Hire, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A server with a folder: its bots wait for nobody who is dead, and no clock of theirs is charged for it."""
    monkeypatch.setenv("HOME", str(tmp_path))
    monkeypatch.setenv("XDG_CONFIG_HOME", str(tmp_path))
    data, secret = tmp_path / "data", secret_file(tmp_path)
    moves, tables = 4, 4

    async def play(server: Served, number: int) -> int:
        """Play some moves; return the milliseconds that the bot's clock was charged."""
        chairs = [{"kind": "screen", "name": "Ada"}, {"kind": "bot", "bot": "bot:expert"}]
        timing = {"kind": "live", "main": 600}
        asked = {"game": "dakapo", "chairs": chairs, "timing": timing}
        table = await asyncio.to_thread(partial(open_table, server, **asked))
        async with at_table(server, table["table"], table["token"]) as person:
            rng, state = Random(number), await person.next("full")
            for turn in range(moves + 1):
                while not state.get("legal") and not state.get("end"):
                    state = await person.next("ev")
                if turn == moves or state.get("end"):
                    break
                await person.send("act", v=state["v"], a=rng.choice(state["legal"]))
                state = await person.next("ev")
            return 600_000 - int(state["clock"]["left"][1])

    async def games(server: Served) -> list[int]:
        playing = [asyncio.create_task(play(server, number)) for number in range(tables)]
        first, second = workers
        while not await asyncio.to_thread(counted, server, "encore_worker_answers_total", "elsewhere"):
            assert not any(game.done() for game in playing), "no question went to another machine"
        first.send(signal.SIGKILL)
        second.freeze()
        while await asyncio.to_thread(counted, server, "encore_workers", "elsewhere"):
            pass
        second.thaw()
        return await asyncio.gather(*playing)

    with served(data, "--unlimited", "--bus", valkey.url, "--worker-secret-file", str(secret)) as server:
        workers = [hire(valkey.url, "--workers", "1", name=name) for name in ("first", "second")]
        asyncio.run(until(lambda: counted(server, "encore_workers", "elsewhere") == 2))
        charged = asyncio.run(games(server))
        assert max(charged) <= moves * 1000, "a bot's clock ran while its question waited"
        asyncio.run(until(lambda: counted(server, "encore_workers", "elsewhere") == 1))
        told = admin_load(data)
        assert [(each["name"], each["processes"]) for each in told["workers"]] == [("", 1), ("second", 1)]
        said = server.stop()
    assert SECRET not in said + "".join(line for worker in workers for line in worker.said)
    assert "the bot worker first was silent for 3.5 s" in said


def counted(server: Served, metric: str, place: str) -> float:
    text = http.get(f"{server.url}/metrics").text
    return float(re.findall(rf'^{metric}{{place="{place}"}} (.*)$', text, re.M)[0])


def admin_load(data: Path) -> Any:
    command = [sys.executable, "-m", "encore", "admin", "load", "--json", "--data", str(data)]
    return json.loads(subprocess.run(command, capture_output=True, text=True, check=True).stdout)[0]


@pytest.mark.parametrize(
    ("words", "written", "mode", "why"),
    [
        ((), None, 0, "a worker needs the secret of its servers: --secret-file FILE, or ENCORE_WORKER_SECRET"),
        (("--secret-file", "{file}"), None, 0, "cannot be read from {file}: No such file or directory"),
        (("--secret-file", "{file}"), "short", 0o600, "the secret in {file} is too short: 32 characters at least"),
        (("--secret-file", "{file}"), "", 0o600, "{file} is empty"),
        (("--secret-file", "{file}"), SECRET, 0o644, "every user of this machine can read {file}"),
    ],
)
def test_a_secret_that_is_none_is_one_line(
    tmp_path: Path, words: tuple[str, ...], written: str | None, mode: int, why: str
) -> None:
    file = tmp_path / "secret"
    if written is not None:
        file.write_text(written)
        file.chmod(mode)
    told = [word.format(file=file) for word in words]
    done = refused("worker", "--bus", "valkey://127.0.0.1:1", *told)
    assert why.format(file=file) in " ".join(done.split())
    assert SECRET not in done


def test_a_server_admits_workers_only_over_a_bus(tmp_path: Path) -> None:
    secret = str(secret_file(tmp_path))
    assert "over --bus" in refused("serve", "--data", str(tmp_path / "data"), "--worker-secret-file", secret)
    assert "needs the bus" in refused("worker", "--secret-file", secret)
    assert "--bus is valkey://HOST:PORT" in refused("worker", "--secret-file", secret, "--bus", "http://127.0.0.1")
    gone = refused("worker", "--secret-file", secret, "--bus", "valkey://me:pass-word@127.0.0.1:1", "--workers", "1")
    assert "the bus does not answer" in gone and "pass-word" not in gone


def refused(*words: str) -> str:
    """Run a command that must fail, and return its line."""
    program = "tests.server.unhurried_worker" if words[0] == "worker" else "encore"
    command = [sys.executable, "-m", program, *words[words[0] == "worker" :]]
    done = subprocess.run(command, capture_output=True, text=True, cwd=ROOT, check=False)
    assert done.returncode == 2, done
    assert "Traceback" not in done.stderr
    return done.stderr


@pytest.mark.thorough
def test_the_bus_may_have_tls(trap: Trap, valkey: ValkeyService, hire: Hire, tmp_path: Path) -> None:
    """A worker that does not trust the certificate does not speak with it."""
    authority = Authority(tmp_path)

    async def carry(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        with suppress(ConnectionError):
            while data := await reader.read(1 << 16):
                writer.write(data)
        writer.close()

    async def join(here: asyncio.StreamReader, back: asyncio.StreamWriter) -> None:
        there, forth = await asyncio.open_connection("127.0.0.1", valkey.port)
        await asyncio.gather(carry(here, forth), carry(there, back))

    async def body(thinkers: Thinkers, others: RemoteWorkers) -> None:
        context = authority.server("localhost")
        async with await asyncio.start_server(join, "127.0.0.1", 0, ssl=context) as relay:
            url = f"valkeys://localhost:{relay.sockets[0].getsockname()[1]}"
            stranger = hire(url, "--workers", "1", name="stranger")
            friend = hire(f"{url}?ssl_ca_certs={authority.file}", "--workers", "1", name="friend")
            await until(lambda: others.processes == 1)
            assert [worker.name for worker in others.workers] == ["friend"]
            assert await asyncio.to_thread(stranger.ended) == 2
            assert "the bus does not answer" in stranger.said[-1]
            friend.remove()

    serving(valkey.url, body)
