"""``encore serve --processes``: a process is replaced while people play, fails, or dies."""

from __future__ import annotations

import asyncio
import os
import re
import resource
import signal
import socket
import sqlite3
import subprocess
import sys
import time
from collections.abc import Sequence
from contextlib import closing
from pathlib import Path

from encore.server.place import Given, Place
from encore.server.rooms.shared_metrics import of_all
from tests.patience import PATIENCE, wait_until
from tests.server.client import UNHURRIED, Served, http, running
from tests.server.replaced import Parent, Sat, parent, play_on, seated
from tests.server.services import PostgresService, ValkeyService

RESTARTED = 1012
STILL = 2.0
"""Seconds for which live clocks stand still."""
LATE = 0.25
"""Seconds between what a player sees and what the server counts."""


def check(server: Served, sats: Sequence[Sat], times: int, lag: float) -> None:
    """Every acknowledged move is there once, everybody came back, and clocks have stood still meanwhile.

    ``lag`` is by how many seconds the players may have seen late that they were disconnected, or what a clock said.
    How long they were away is for ``make bench ONLY=restart``.
    """
    for one, two in zip(sats[::2], sats[1::2], strict=True):
        state = http.get(f"{server.url}/api/tables/{one.table}").json()
        acknowledged = [*one.acknowledged.values(), *two.acknowledged.values()]
        assert len(set(acknowledged)) == len(acknowledged)
        assert len(acknowledged) == sum(mover >= 0 for mover in state["movers"])
    back = [each for sat in sats for each in sat.returns]
    assert len(back) == times * len(sats)
    assert {each.code for each in back} == {RESTARTED}
    charged = [each.charged - max(0.0, each.seconds - STILL) for each in back if each.charged is not None]
    assert charged
    assert max(charged) < LATE + 2 * lag


def test_people_play_on_while_a_process_is_replaced(tmp_path: Path) -> None:
    with parent("--data", str(tmp_path), "--processes", "1") as server:
        sats = seated(server, 9)
        first = server.children()
        lag = asyncio.run(play_on(server, sats, 0.3, times=2))
        check(server, sats, 2, lag)
        assert not set(first) & set(server.children())


def test_processes_behind_one_port_are_replaced_one_after_the_other(
    postgres: PostgresService, valkey: ValkeyService
) -> None:
    shared = "--database", postgres.database(), "--bus", valkey.url
    with parent("--processes", "2", *shared) as server:
        sats = seated(server, 6)
        lag = asyncio.run(play_on(server, sats, 0.3))
        for sat in sats:
            sat.returns[:-1] = []  # who came back to the second process was disconnected twice
        check(server, sats, 1, lag)
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


def test_a_process_that_cannot_be_started_for_a_while_is_started_later(tmp_path: Path) -> None:
    """The parent may open no more files meanwhile."""
    with parent("--data", str(tmp_path), "--processes", "1") as server:
        (child,) = server.children()
        assert server.process
        limits = resource.prlimit(server.process.pid, resource.RLIMIT_NOFILE)
        resource.prlimit(server.process.pid, resource.RLIMIT_NOFILE, (0, limits[1]))
        server.replace()
        server.wait_for("the new process cannot be started: Too many open files; the old one goes on")
        os.kill(child, signal.SIGKILL)
        server.wait_for("process 1 cannot be started: Too many open files; it is started again in 1.0 s")
        resource.prlimit(server.process.pid, resource.RLIMIT_NOFILE, limits)
        assert http.get(f"{server.url}/api/health").status_code == 200
        assert server.children() != [child]


def test_processes_end_when_their_parent_is_killed(tmp_path: Path) -> None:
    server = Parent("--data", str(tmp_path), "--processes", "1")
    server.start()
    (child,) = server.children()
    assert server.process
    server.process.kill()
    wait_until(lambda: not Path(f"/proc/{child}").exists())
    server.end()


def test_a_process_that_is_prepared_ends_with_its_parent(tmp_path: Path) -> None:
    with parent("--data", str(tmp_path), "--processes", "1") as server:
        (old,) = server.children()
        server.replace()
        wait_until(lambda: len(server.children()) == 2)
        new = next(child for child in server.children() if child != old)
        assert server.process
        server.process.send_signal(signal.SIGTERM)
        server.process.wait(PATIENCE)
        assert not any(Path(f"/proc/{child}").exists() for child in (old, new))


def test_a_signal_during_the_start_ends_all_quietly(tmp_path: Path) -> None:
    server = Parent("--data", str(tmp_path), "--processes", "1")
    command = [sys.executable, *UNHURRIED, "--port", "0", "--data", str(tmp_path), "--processes", "1"]
    with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True) as process:
        server.process = process
        wait_until(lambda: bool(server.children()))
        process.send_signal(signal.SIGTERM)
        assert process.communicate(timeout=PATIENCE) == ("", "")
        assert process.returncode == 0


def test_the_numbers_of_a_process_that_hangs_are_not_shown(tmp_path: Path) -> None:
    one, two = socket.socketpair()
    place = Place(Given(one.detach(), two.detach(), 1, 3, str(tmp_path)))
    for number in (2, 3):
        (tmp_path / str(number)).write_text("encore_sockets 1.0\n")
    written = time.time() - 20
    os.utime(tmp_path / "3", (written, written))
    shown = of_all(place, b"encore_sockets 1.0\n").decode()
    assert set(re.findall(r'encore_sockets\{process="(\d)"\}', shown)) == {"1", "2"}
    place.listening.close()
    place._parent.close()


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
