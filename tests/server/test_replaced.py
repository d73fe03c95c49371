"""``encore serve --processes``: a process is replaced while people play, fails, or dies."""

from __future__ import annotations

import asyncio
import os
import re
import signal
import socket
import sqlite3
import subprocess
import sys
import threading
from collections.abc import Iterator, Sequence
from contextlib import closing, contextmanager
from pathlib import Path

import pytest

from tests.patience import PATIENCE, wait_until
from tests.server.client import UNHURRIED, Served, http, running
from tests.server.replaced import Sat, seated
from tests.server.services import PostgresService, ValkeyService

RESTARTED = 1012
STILL = 2.0
"""Seconds for which live clocks stand still."""
LONGEST = 4 * STILL
"""Seconds that nobody may be disconnected for, on a machine that is four times slower."""
LATE = 0.25
"""Seconds between what a player sees and what the server counts, on a busy machine."""


class Parent(Served):
    """A parent with its processes; what they say on standard error is collected."""

    def start(self) -> None:
        super().start()
        self.said = ""
        self._listening = threading.Thread(target=self._listen, daemon=True)
        self._listening.start()

    def _listen(self) -> None:
        assert self.process and self.process.stderr
        for line in self.process.stderr:
            self.said += line

    def replace(self) -> None:
        """Replace all processes."""
        assert self.process
        self.process.send_signal(signal.SIGUSR2)

    def wait_for(self, text: str) -> None:
        """Wait until it says something."""
        wait_until(lambda: text in self.said)

    def children(self) -> list[int]:
        """Return the ids of its processes."""
        assert self.process
        return [
            int(child)
            for child in Path(f"/proc/{self.process.pid}/task/{self.process.pid}/children").read_text().split()
        ]

    def end(self) -> None:
        """Stop it, if it still runs, and wait until it and all its processes have ended."""
        assert self.process
        children = self.children() if self.process.poll() is None else []
        self.process.send_signal(signal.SIGTERM)
        self.process.wait(PATIENCE)
        self._listening.join(PATIENCE)
        assert self.process.stdout and self.process.stderr
        self.process.stdout.close()
        self.process.stderr.close()
        assert not [child for child in children if Path(f"/proc/{child}").exists()]


@contextmanager
def parent(*arguments: str) -> Iterator[Parent]:
    server = Parent(*arguments)
    server.start()
    try:
        yield server
    finally:
        server.end()


async def play_on(server: Parent, sats: Sequence[Sat], pause: float, times: int = 1) -> None:
    """Let everybody play, replace all processes so many times, and let everybody move again."""
    ended = asyncio.Event()
    playing = [asyncio.create_task(sat.play(ended, pause)) for sat in sats]

    async def all_there() -> None:
        async with asyncio.timeout(PATIENCE):
            while not all(sat.there.is_set() for sat in sats):
                assert not any(task.done() for task in playing)
                await asyncio.sleep(0.02)

    for replaced in range(1, times + 1):
        await all_there()
        before = [len(sat.acknowledged) for sat in sats]
        server.replace()
        while server.said.count("all processes have been replaced") < replaced:
            await asyncio.sleep(0.05)
        await all_there()
        async with asyncio.timeout(PATIENCE):
            while not all(
                len(one.acknowledged) + len(two.acknowledged) > sum(before[2 * number : 2 * number + 2]) or one.over
                for number, (one, two) in enumerate(zip(sats[::2], sats[1::2], strict=True))
            ):
                await asyncio.sleep(0.05)
    ended.set()
    await asyncio.gather(*playing)


def check(server: Served, sats: Sequence[Sat], times: int) -> None:
    """Every acknowledged move is there once, nobody was away for long, and no clock has run meanwhile."""
    for one, two in zip(sats[::2], sats[1::2], strict=True):
        state = http.get(f"{server.url}/api/tables/{one.table}").json()
        acknowledged = [*one.acknowledged.values(), *two.acknowledged.values()]
        assert len(set(acknowledged)) == len(acknowledged)
        assert len(acknowledged) == sum(mover >= 0 for mover in state["movers"])
    back = [each for sat in sats for each in sat.returns]
    assert len(back) == times * len(sats)
    assert {each.code for each in back} == {RESTARTED}
    seconds = sorted(each.seconds for each in back)
    assert seconds[-1] < LONGEST * PATIENCE / 120, (seconds[len(seconds) // 2], seconds[-1])
    running = [each for each in back if each.charged is not None]
    assert running
    for each in running:
        assert each.charged is not None
        assert each.charged < max(0.0, each.seconds - STILL) + LATE, each


def test_people_play_on_while_a_process_is_replaced(tmp_path: Path) -> None:
    with parent("--data", str(tmp_path), "--processes", "1") as server:
        sats = seated(server, 9)
        first = server.children()
        asyncio.run(play_on(server, sats, 0.3, times=2))
        check(server, sats, times=2)
        assert not set(first) & set(server.children())


@pytest.mark.thorough
def test_five_hundred_sockets_come_back(tmp_path: Path) -> None:
    with parent("--data", str(tmp_path), "--processes", "1") as server:
        sats = seated(server, 250)
        asyncio.run(play_on(server, sats, 5.0))
        check(server, sats, times=1)


def test_processes_behind_one_port_are_replaced_one_after_the_other(
    postgres: PostgresService, valkey: ValkeyService
) -> None:
    shared = "--database", postgres.database(), "--bus", valkey.url
    with parent("--processes", "2", *shared) as server:
        sats = seated(server, 6)
        asyncio.run(play_on(server, sats, 0.3))
        for sat in sats:
            sat.returns[:-1] = []  # who came back to the second process was disconnected twice
        check(server, sats, times=1)
        numbers = set(re.findall(r'encore_sockets\{process="(\d)"\}', http.get(f"{server.url}/metrics").text))
        assert numbers == {"1", "2"}


def test_a_new_process_that_fails_leaves_the_old_one_alone(tmp_path: Path) -> None:
    with parent("--data", str(tmp_path), "--processes", "1") as server:
        before = server.children()
        with closing(sqlite3.connect(tmp_path / "tables.sqlite")) as db:
            (version,) = db.execute("PRAGMA user_version").fetchone()
            for wrong, why in ((999, "was written by a newer Encore"), (1, "stop the server and start it again")):
                db.execute(f"PRAGMA user_version = {wrong}")
                server.said = ""
                server.replace()
                server.wait_for("the new process has ended with status 2; the old one goes on")
                assert why in server.said
                assert len(server.said.splitlines()) == 2, server.said
            db.execute(f"PRAGMA user_version = {version}")
        assert server.children() == before
        assert http.get(f"{server.url}/api/health").status_code == 200


def test_a_process_that_dies_is_started_again(tmp_path: Path) -> None:
    with parent("--data", str(tmp_path), "--processes", "1") as server:
        (child,) = server.children()
        os.kill(child, signal.SIGKILL)
        server.wait_for("process 1 has ended with status -9; it is started again in 0.5 s")
        assert http.get(f"{server.url}/api/health").status_code == 200  # whoever came meanwhile has waited


def test_processes_end_when_their_parent_is_killed(tmp_path: Path) -> None:
    server = Parent("--data", str(tmp_path), "--processes", "1")
    server.start()
    (child,) = server.children()
    assert server.process
    server.process.kill()
    wait_until(lambda: not Path(f"/proc/{child}").exists())
    server.end()


def test_processes_that_cannot_start_end_their_parent(tmp_path: Path) -> None:
    with running("--data", str(tmp_path)):
        again = subprocess.run(
            [sys.executable, *UNHURRIED, "--port", "0", "--data", str(tmp_path), "--processes", "1"],
            capture_output=True,
            text=True,
            timeout=PATIENCE,
        )
    assert again.returncode == 2
    assert re.fullmatch(r"encore: another encore serve has .* open; .*\n", again.stderr)


def test_a_folder_has_one_process(tmp_path: Path) -> None:
    again = subprocess.run(
        [sys.executable, *UNHURRIED, "--port", "0", "--data", str(tmp_path), "--processes", "2"],
        capture_output=True,
        text=True,
        timeout=PATIENCE,
    )
    assert again.returncode == 2
    assert again.stderr.startswith("encore: --processes 2 needs --database and --bus: a folder has one writer")


def test_the_socket_of_systemd_is_taken_over(tmp_path: Path) -> None:
    with socket.create_server(("127.0.0.1", 0)) as listening:
        port, number = listening.getsockname()[1], listening.fileno()
        start = f"import os; os.dup2({number}, 3); os.environ.update(LISTEN_PID=str(os.getpid()), LISTEN_FDS='1')"
        server = [sys.executable, *UNHURRIED, "--data", str(tmp_path)]
        command = [sys.executable, "-c", f"{start}; os.execv({sys.executable!r}, {server!r})"]
        with subprocess.Popen(command, pass_fds=[number], stdout=subprocess.PIPE, text=True) as process:
            assert process.stdout
            assert process.stdout.readline().startswith(f"Encore is open at http://127.0.0.1:{port}/ ")
            assert http.get(f"http://127.0.0.1:{port}/api/health").status_code == 200
            process.send_signal(signal.SIGINT)
