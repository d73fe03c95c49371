"""Bot workers and messages that cannot be trusted: what is refused, and that nothing follows from it."""

from __future__ import annotations

import asyncio
from itertools import count

import pytest

import encore
from encore.core.errors import EncoreError, OptionError
from encore.server.bots.fair_queue import Kind, Sender
from encore.server.bots.questions import EvaluationQuestion
from encore.server.bots.thinkers import Thinkers
from encore.server.workers import remote as remote_module
from encore.server.workers import remote_workers as remote_workers_module
from encore.server.workers.letters import (
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
    Who,
)
from encore.server.workers.remote_workers import RemoteWorkers
from encore.server.workers.seal import Seal
from encore.server.workers.written import read, write
from tests.server.bot_workers import SECRET, Hire, ask, hire, occupy, puppet, serving, unhurried
from tests.server.services import ValkeyService
from tests.server.trap import FOREVER, GAMES, Trap, question, until

__all__ = ["hire", "unhurried"]  # fixtures


def test_a_worker_that_begins_with_everything_and_answers_nothing_is_not_asked_again(
    trap: Trap, valkey: ValkeyService, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Else it would get the same question again and again."""
    monkeypatch.setattr(remote_module, "GRACE", 0.1)

    async def body(thinkers: Thinkers, others: RemoteWorkers) -> None:
        here = await occupy(thinkers, trap)
        async with puppet(valkey.url) as rogue:
            await rogue.join()
            asked = ask(thinkers, trap, "plain", 0.1)
            for _ in range(2):
                rogue.send(Beat(1, [], 0.0, 1_000_000))
                await rogue.begin()
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
            given = await fool.begin()
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
            given = await worker.begin()
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
            given = await worker.begin()
            worker.send(Answered(given.id, "left", 0.0))
            assert await first == "left"

            second = ask(thinkers, trap, "second")
            given = await worker.begin()
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
            assert not second.unread()
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
            assert len([each for each in listener.unread() if isinstance(each.letter, Here)]) <= 2

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


@pytest.mark.parametrize("bot", ["engine:touch /tmp/x", "model:/etc/passwd", "bot:easy@600000", "nobody"])
def test_a_worker_plays_only_our_own_bots(bot: str) -> None:
    """A server, or whoever has its secret, cannot start programs on the machine of the worker."""
    with pytest.raises(OptionError, match="a worker plays "):
        read(write(question(GAMES["dakapo"], bot)))
