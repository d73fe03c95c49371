"""Lost connections, slow clients, a locked database, dying bots, server outages: play goes on."""

from __future__ import annotations

import asyncio
import os
import resource
import signal
import socket
import sqlite3
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import closing, contextmanager, suppress
from pathlib import Path
from typing import Any

import httpx
import pytest
from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import ConnectionClosed

import encore
from encore.core.replay import check
from encore.server.domain.table import HEARD
from tests.patience import PATIENCE
from tests.server.client import Served, at_table, http, join, open_table, served

BOT = {"kind": "bot", "bot": "bot:easy"}


def two_people(server: Served, **asked: Any) -> tuple[str, str, str]:
    table = open_table(server, game="dakapo", **asked)
    return table["table"], table["token"], join(server, table)["token"]


def test_a_connection_lost_during_a_move(tmp_path: Path) -> None:
    """The client does not know whether its move arrived. It sends the move again, and it counts once."""
    with served(tmp_path) as server:
        table, ada, bob = two_people(server)

        async def play() -> None:
            async with at_table(server, table, ada) as client:
                v = (await client.next("full"))["v"]
                await client.send("act", id="cut", v=v, a="e6r")
                client.socket.transport.abort()
            async with at_table(server, table, ada) as client:
                await client.next("full")
                assert (await client.do("act", id="cut", v=v, a="e6r"))["t"] == "ack"
                await client.send("look")
                assert (await client.next("full"))["moves"] == ["e6r"]
            async with at_table(server, table, bob) as client:
                assert (await client.next("full"))["to_move"] == 1

        asyncio.run(play())


def test_late_and_reordered_actions(tmp_path: Path) -> None:
    with served(tmp_path) as server:
        table, ada, bob = two_people(server)

        async def play() -> None:
            async with at_table(server, table, ada) as one, at_table(server, table, bob) as other:
                v = (await one.next("full"))["v"]
                second = await other.do("act", id="2", v=v + 1, a="e7g")
                assert second["code"] == "turn"
                first = await one.do("act", id="1", v=v, a="e6r")
                assert (await other.do("act", id="2", v=first["v"], a="e7g"))["t"] == "ack"
                assert (await one.do("act", id="1", v=v, a="e6r")) == first
                assert (await one.do("act", id="3", v=v, a="e8r"))["code"] == "stale"

        asyncio.run(play())


def test_a_repeated_message_of_a_spectator_counts_once(tmp_path: Path) -> None:
    with served(tmp_path) as server:
        table, _, _ = two_people(server)

        async def say(who: str) -> int:
            async with at_table(server, table, wish=f"view&who={who}") as client:
                return int((await client.do("say", id="cut", text="what a game"))["v"])

        first = asyncio.run(say("one"))
        assert asyncio.run(say("one")) == first
        assert asyncio.run(say("other")) == first + 1


def test_a_late_agreement_is_not_a_new_request(tmp_path: Path) -> None:
    with served(tmp_path) as server:
        table, ada, bob = two_people(server)

        async def play() -> None:
            async with at_table(server, table, ada) as one, at_table(server, table, bob) as other:
                v = (await one.next("full"))["v"]
                v = (await one.do("act", v=v, a="e6r"))["v"]
                seen = (await one.do("ask", v=v, what="undo"))["v"]
                v = (await other.do("act", v=seen, a="e7g"))["v"]
                assert (await other.do("ask", v=seen, what="undo"))["code"] == "stale"
                assert (await other.do("ask", v=v, what="undo"))["t"] == "ack"
                assert (await one.do("ask", what="undo"))["t"] == "ack"
                await one.send("look")
                while (state := await one.next("full"))["moves"] != ["e6r"]:
                    pass
                assert state["asked"] == {}

        asyncio.run(play())


def _slow_socket(port: int) -> socket.socket:
    """Return a connection that can hold only little of what it has not read."""
    slow = socket.socket()
    slow.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
    slow.connect(("127.0.0.1", port))
    slow.setblocking(False)
    return slow


def test_a_client_that_does_not_read_is_disconnected_and_can_reconnect(tmp_path: Path) -> None:
    with served(tmp_path, "--unlimited") as server:
        table, ada, _ = two_people(server)

        def dropped() -> bool:
            return "encore_dropped_total 1.0" in http.get(f"{server.url}/metrics").text

        async def look_on(stalled: ClientConnection) -> None:
            while True:  # until the server no longer reads
                await stalled.send('{"t":"look"}')

        async def stall() -> None:
            url = f"ws://127.0.0.1:{server.port}/api/tables/{table}/socket"
            async with asyncio.timeout(PATIENCE), at_table(server, table, ada) as talker:
                for _ in range(HEARD):  # chat is part of every answer, so the buffers fill up soon
                    assert (await talker.do("say", text="x" * 280))["t"] == "ack"
                # On a busy machine the ping timeout can close a client first. That one is not too slow; another tries.
                while not dropped():
                    slow = _slow_socket(server.port)
                    async with connect(url, sock=slow, max_queue=1, close_timeout=1, ping_interval=None) as stalled:
                        looking = asyncio.create_task(look_on(stalled))
                        while not looking.done() and not dropped():
                            assert (await talker.do("say", text="x" * 280))["t"] == "ack"
                        looking.cancel()
                        with suppress(ConnectionClosed, asyncio.CancelledError):
                            await looking
                        with pytest.raises(ConnectionClosed):
                            while True:
                                await stalled.recv()
            async with at_table(server, table) as watcher:
                assert (await watcher.next("full"))["said"][-1]["text"] == "x" * 280

        asyncio.run(stall())


def test_a_locked_database_gives_a_clear_error_and_play_goes_on(tmp_path: Path) -> None:
    with served(tmp_path) as server:
        table, ada, _ = two_people(server)

        async def play() -> None:
            async with at_table(server, table, ada) as client:
                v = (await client.next("full"))["v"]
                lock = sqlite3.connect(tmp_path / "tables.sqlite", isolation_level=None)
                lock.execute("BEGIN EXCLUSIVE")
                answer = await client.do("act", v=v, a="e6r")
                assert answer["code"] == "busy"
                assert "try again" in answer["why"]
                lock.execute("ROLLBACK")
                lock.close()
                while (answer := await client.do("act", v=v, a="e6r")).get("code") == "busy":
                    pass
                assert answer["t"] == "ack"

        asyncio.run(play())


@contextmanager
def full_disk(server: Served) -> Iterator[None]:
    """Prevent a running server from writing files, as if the disk were full; Python survives the signal."""
    assert server.process is not None
    before = resource.prlimit(server.process.pid, resource.RLIMIT_FSIZE, (0, resource.RLIM_INFINITY))
    try:
        yield
    finally:
        resource.prlimit(server.process.pid, resource.RLIMIT_FSIZE, before)


async def until_health(server: Served, status: int) -> None:
    async with asyncio.timeout(PATIENCE), httpx.AsyncClient() as client:
        while (await client.get(f"{server.url}/api/health")).status_code != status:
            await asyncio.sleep(0.1)


def test_a_full_disk_gives_a_clear_error_and_nothing_is_stored_partially(tmp_path: Path) -> None:
    with served(tmp_path) as server:
        table, ada, bob = two_people(server)

        async def play() -> dict[str, Any]:
            async with at_table(server, table, ada) as one, at_table(server, table, bob) as other:
                full = await one.next("full")
                assert (await one.do("act", v=full["v"], a="e6r"))["t"] == "ack"
                v = (await other.next("ev"))["v"]
                with full_disk(server):
                    for _ in range(3):
                        refused = await other.do("act", id="again", v=v, a="e7g")
                        assert (refused["code"], refused["v"]) == ("busy", v)
                        assert refused["why"].startswith("Nothing was stored; try again")
                    assert (await one.do("say", phrase="oops"))["code"] == "busy"
                    made = http.post(f"{server.url}/api/tables", json={"game": "dakapo"})
                    assert (made.status_code, made.json()["error"]) == (503, "busy")
                    await one.send("look")
                    assert (await one.next("full"))["moves"] == ["e6r"]
                    await until_health(server, 503)
                assert (await other.do("act", id="again", v=v, a="e7g")) == {"t": "ack", "id": "again", "v": v + 1}
                await one.next("ev")
                assert (await one.do("act", v=v + 1, a="e8r"))["t"] == "ack"
                await until_health(server, 200)
                await other.send("look")
                return await other.next("full")

        before = asyncio.run(play())
        assert before["moves"] == ["e6r", "e7g", "e8r"]
        server.kill()
        server.start()
        after = http.get(f"{server.url}/api/tables/{table}", headers={"Authorization": f"Bearer {bob}"}).json()
        assert [after[key] for key in ("v", "h", "moves", "said")] == [
            before[key] for key in ("v", "h", "moves", "said")
        ]


def thinkers_of(server: Served) -> list[int]:
    """Return the worker processes of a server's bots."""
    assert server.process is not None
    found = subprocess.run(["pgrep", "-P", str(server.process.pid), "-f", "spawn_main"], capture_output=True, text=True)
    return [int(pid) for pid in found.stdout.split()]


@pytest.mark.sampled(2)
@pytest.mark.parametrize("how", [signal.SIGKILL, signal.SIGSTOP])
def test_a_worker_that_dies_or_hangs_is_replaced(tmp_path: Path, how: signal.Signals) -> None:
    async def play() -> None:
        async with at_table(server, table["table"], table["token"]) as ada:
            state = await ada.next("full")
            for harm in (False, True, False):  # an idle worker that hangs is noticed with the next move
                await ada.do("act", v=state["v"], a=state["legal"][0])
                if harm:
                    for process in thinkers_of(server):
                        os.kill(process, how)
                while (state := await ada.next("ev"))["by"] == 0:
                    pass

    def replaced() -> float:
        lines = http.get(f"{server.url}/metrics").text.splitlines()
        return float(next(line.split()[1] for line in lines if line.startswith("encore_workers_replaced_total ")))

    with served(tmp_path, warm=True) as server:
        server.wait_until_warm()
        before = replaced()
        table = open_table(server, game="dakapo", chairs=[{"kind": "screen"}, BOT])
        asyncio.run(play())
        assert replaced() > before
        record = encore.parse_record(http.get(f"{server.url}/api/tables/{table['table']}/record").content)
        check(record, encore.load("dakapo"))
        assert len(record.moves) == 6


def test_no_process_is_left_running(tmp_path: Path) -> None:
    with served(tmp_path, warm=True) as server:
        while not (left := thinkers_of(server)):
            time.sleep(0.1)
        server.kill()
        for process in left:
            while Path(f"/proc/{process}").exists() and "Z" not in Path(f"/proc/{process}/stat").read_text().split()[2]:
                pass


def test_a_live_game_loses_no_time_in_an_outage(tmp_path: Path) -> None:
    with served(tmp_path) as server:
        table, ada, _ = two_people(server, timing={"kind": "live", "main": 600, "increment": 0})
        daily, _, _ = two_people(server, timing={"kind": "days", "days": 1})
        server.kill()
        # As if the server had been killed an hour ago.
        with sqlite3.connect(tmp_path / "tables.sqlite") as database:
            database.execute("UPDATE events SET at = at - 3600000")
            database.execute("UPDATE pulse SET at = at - 3600000")
        database.close()
        server.start()

        async def clocks(name: str, token: str = "") -> dict[str, Any]:
            async with at_table(server, name, token) as client:
                return dict((await client.next("full"))["clock"])

        assert asyncio.run(clocks(table, ada))["left"][0] > 540_000
        assert asyncio.run(clocks(daily))["left"][0] < 86_400_000 - 3_500_000


def test_a_restart_counts_as_an_outage_from_the_shutdown_on(tmp_path: Path) -> None:
    def ask(question: str) -> list[tuple[int, ...]]:
        with closing(sqlite3.connect(tmp_path / "tables.sqlite")) as database:
            return database.execute(question).fetchall()

    with served(tmp_path) as server:
        before = time.time_ns() // 1_000_000
        server.stop()
        ((last,),) = ask("SELECT at FROM pulse")
        assert last >= before
        server.start()
        ((start, stop),) = ask("SELECT start, stop FROM outages")
        assert start == last < stop


@pytest.mark.thorough
def test_all_tables_can_be_moved_to_another_store(tmp_path: Path) -> None:
    old, new, file = tmp_path / "old", tmp_path / "new", tmp_path / "tables.jsonl"
    run = [sys.executable, "-m", "encore"]
    with served(old) as server:
        table, ada, _ = two_people(server, listed=True)

        async def play() -> None:
            async with at_table(server, table, ada) as client:
                await client.do("act", v=(await client.next("full"))["v"], a="e6r")

        asyncio.run(play())
        before = http.get(f"{server.url}/api/tables/{table}", headers={"Authorization": f"Bearer {ada}"}).json()
    out = subprocess.run([*run, "export", str(file), "--data", str(old)], capture_output=True, text=True)
    assert out.stdout == f"1 tables are in {file}\n", out.stderr
    again = subprocess.run([*run, "export", str(file), "--data", str(old)], capture_output=True, text=True)
    assert (again.returncode, "already exists" in again.stderr) == (2, True)
    for words in ("1 tables were read", "0 tables were read, 1 were there already"):
        out = subprocess.run([*run, "import", str(file), "--data", str(new)], capture_output=True, text=True)
        assert words in out.stdout, out.stderr
    with served(new) as server:
        headers = {"Authorization": f"Bearer {ada}"}
        assert http.get(f"{server.url}/api/tables/{table}", headers=headers).json() == before
        assert [card["table"] for card in http.get(f"{server.url}/api/tables").json()["tables"]] == [table]
    file.write_text(file.read_text().replace('"rows"', '"rosw"'))
    bad = subprocess.run([*run, "import", str(file), "--data", str(new)], capture_output=True, text=True)
    assert (bad.returncode, "line 2" in bad.stderr, "Traceback" in bad.stderr) == (2, True, False)


def test_deals_can_be_verified_on_the_command_line(tmp_path: Path) -> None:
    with served(tmp_path) as server:
        table = open_table(server, game="dacapo", players=1, chairs=[{"kind": "screen"}])

        async def resign() -> None:
            async with at_table(server, table["table"], table["token"]) as client:
                await client.do("resign")

        asyncio.run(resign())
        text = http.get(f"{server.url}/api/tables/{table['table']}/record").text
    record = tmp_path / "record.txt"
    record.write_text(text)
    command = [sys.executable, "-m", "encore", "verify-deal", str(record)]
    good = subprocess.run(command, capture_output=True, text=True)
    assert "1 deal, all from the seed that was promised" in good.stdout, good.stderr
    seed = text.split('[Seed "')[1][:8]
    record.write_text(text.replace(f'[Seed "{seed}', '[Seed "00000000'))
    bad = subprocess.run(command, capture_output=True, text=True)
    assert (bad.returncode, "not the one that was promised" in bad.stderr) == (2, True)


@pytest.mark.thorough
def test_wrong_addresses_give_one_line(tmp_path: Path) -> None:
    command = [sys.executable, "-m", "encore", "serve"]
    for arguments, why in (
        (["--database", "mysql://x"], "--database is postgresql://"),
        (["--bus", "valkey://x"], "--bus connects processes that share a --database"),
        (["--data", str(tmp_path), "--database", "postgresql://x"], "not both"),
        (["--host", "203.0.113.1"], "cannot listen at 203.0.113.1:8000"),
    ):
        # Another server of this user may have the usual folder open.
        own = {**os.environ, "XDG_CONFIG_HOME": str(tmp_path)}
        done = subprocess.run([*command, *arguments], capture_output=True, text=True, env=own)
        assert done.returncode == 2
        assert why in done.stderr
        assert "Traceback" not in done.stderr
