"""Bot workers on other machines, as real processes over a real bus: none that goes takes a question with it."""

from __future__ import annotations

import asyncio
import json
import re
import signal
import subprocess
import sys
from contextlib import suppress
from functools import partial
from pathlib import Path
from random import Random
from typing import Any

import pytest
import valkey.asyncio
from valkey.exceptions import ValkeyError

import encore
from encore.core.game import AnyGame
from encore.core.options import Choice
from encore.core.registry import games
from encore.server.bots.fair_queue import Kind, Sender
from encore.server.bots.questions import EvaluationQuestion, ThinkingFailed
from encore.server.bots.search_time import SearchTime
from encore.server.bots.thinkers import Thinkers
from encore.server.workers import remote as remote_module
from encore.server.workers.letters import Admitted, Answered, Ask, Beat, Drop, Taken
from encore.server.workers.remote_workers import RemoteWorkers
from encore.server.workers.written import read, write
from tests.docs.pages import ROOT
from tests.server.bot_workers import (
    SECRET,
    Hire,
    ask,
    hasty,
    hire,
    occupy,
    pool,
    puppet,
    secret_file,
    serving,
    unhurried,
)
from tests.server.certificates import Authority
from tests.server.client import Served, at_table, http, open_table, served
from tests.server.services import ValkeyService
from tests.server.test_bus import Line
from tests.server.trap import FOREVER, GAMES, Trap, question, until

__all__ = ["hasty", "hire", "unhurried"]  # fixtures

OPERATING = (ROOT / "docs" / "operating.md").read_text("utf-8")
client_of: Any = valkey.asyncio.from_url


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
            asked = ask(thinkers, trap, "plain", seconds)
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
            given = await worker.begin()
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
                given = await idle.begin()
                idle.send(Answered(given.id, "left", 0.0))
            assert await asyncio.gather(*asked) == ["left", "left"]
            assert not any(isinstance(envelope.letter, Ask) for envelope in busy.unread())
        here.cancel()

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
            given = await worker.begin()
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
