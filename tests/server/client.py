"""A real server in its own process, and clients that talk to it over real sockets."""

from __future__ import annotations

import asyncio
import json
import os
import signal
import subprocess
import sys
import time
import uuid
from collections.abc import AsyncIterator, Iterator
from contextlib import asynccontextmanager, contextmanager
from functools import partial
from pathlib import Path
from types import SimpleNamespace
from typing import Any, ClassVar

import httpx
from websockets.asyncio.client import ClientConnection, connect

from tests.patience import PATIENCE

http = SimpleNamespace(
    get=partial(httpx.get, verify=False, timeout=PATIENCE), post=partial(httpx.post, verify=False, timeout=PATIENCE)
)
"""Requests without TLS: setting it up for each would take longer than most tests."""


REAL = ("-m", "encore", "serve")
# Without -P the modules beside the script could be imported by their bare names.
UNHURRIED = ("-P", str(Path(__file__).with_name("unhurried.py")))
"""The same, but its bots load a game when they are first asked about it."""


class Served:
    """A server started with some arguments; it can be killed and restarted on the same port."""

    usual: ClassVar[tuple[str, ...]] = REAL

    def __init__(self, *arguments: str) -> None:
        self.arguments = arguments
        self.command = self.usual
        self.port = 0
        self.process: subprocess.Popen[str] | None = None

    def start(self) -> None:
        command = [
            sys.executable,
            *self.command,
            "--port",
            str(self.port),
            "--thinkers",
            "1",
            *self.arguments,
        ]
        self.process = subprocess.Popen(
            command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, start_new_session=True
        )
        assert self.process.stdout is not None
        line = self.process.stdout.readline()
        assert line.startswith("Encore is open at http://127.0.0.1:"), line + self._said()
        self.port = int(line.split(":")[2].split("/")[0])

    def kill(self) -> None:
        """Kill it, including its bots."""
        assert self.process is not None
        self.process.send_signal(signal.SIGKILL)
        self._said()

    def stop(self) -> str:
        """Ask it to shut down; return its stderr."""
        if self.process is None or self.process.poll() is not None:
            return ""
        self.process.send_signal(signal.SIGINT)
        return self._said()

    def ended(self) -> int:
        """Wait until it has ended by itself; return its exit status."""
        assert self.process is not None
        self._said()
        return self.process.returncode

    def _said(self) -> str:
        assert self.process is not None
        try:
            return self.process.communicate(timeout=PATIENCE)[1]
        except subprocess.TimeoutExpired:
            os.killpg(self.process.pid, signal.SIGKILL)
            raise

    def wait_until_warm(self) -> None:
        """Wait until the bots have loaded their kernels. The server limits this; compiling takes longer than a move."""
        assert self.command == REAL, "start it with warm=True"
        while not http.get(f"{self.url}/api/health", timeout=PATIENCE).json()["warm"]:
            time.sleep(0.1)

    @property
    def url(self) -> str:
        return f"http://127.0.0.1:{self.port}"


@contextmanager
def served(folder: Path, *arguments: str, warm: bool = False) -> Iterator[Served]:
    """Run a server with its data in a folder; with ``warm`` its bots load all games soon."""
    with running("--data", str(folder), *arguments, warm=warm) as server:
        yield server


@contextmanager
def running(*arguments: str, warm: bool = False) -> Iterator[Served]:
    """Run a server."""
    server = Served(*arguments)
    if warm:
        server.command = REAL
    server.start()
    try:
        yield server
    finally:
        server.stop()


class Client:
    """A client at a table, with a token or as a spectator."""

    def __init__(self, socket: ClientConnection) -> None:
        self.socket = socket
        self.frames: list[str] = []

    async def next(self, *kinds: str) -> dict[str, Any]:
        """Return the next message of the given kinds; skip others."""
        async with asyncio.timeout(PATIENCE):
            while True:
                frame = await self.socket.recv()
                assert isinstance(frame, str)
                self.frames.append(frame)
                message: dict[str, Any] = json.loads(frame)
                if not kinds or message["t"] in kinds:
                    return message

    async def send(self, kind: str, **content: Any) -> str:
        """Send a request; return its id."""
        action = content.setdefault("id", uuid.uuid4().hex)
        await self.socket.send(json.dumps({"t": kind, **content}))
        return str(action)

    async def do(self, kind: str, **content: Any) -> dict[str, Any]:
        """Send a request and return its answer."""
        action = await self.send(kind, **content)
        while (answer := await self.next("ack", "nak", "preview", "hint")).get("id") != action:
            pass
        return answer


@asynccontextmanager
async def at_table(server: Served, table: str, token: str = "", wish: str = "view") -> AsyncIterator[Client]:
    """Connect to a table, and ask for views, boards or nothing with each event."""
    headers = {"Authorization": f"Bearer {token}"} if token else {}
    url = f"ws://127.0.0.1:{server.port}/api/tables/{table}/socket{f'?with={wish}' if wish else ''}"
    async with connect(url, additional_headers=headers, max_size=None) as socket:
        yield Client(socket)


def open_table(server: Served, **asked: Any) -> dict[str, Any]:
    """Open a table and return the answer to the opener, including the token."""
    answer = http.post(f"{server.url}/api/tables", json={"keep": "token", **asked})
    assert answer.status_code == 201, answer.text
    return dict(answer.json())


def join(server: Served, table: dict[str, Any], **asked: Any) -> dict[str, Any]:
    """Take a seat with the invitation of a table."""
    body = {"keep": "token", "invite": table["invite"], **asked}
    answer = http.post(f"{server.url}/api/tables/{table['table']}/join", json=body)
    assert answer.status_code == 200, answer.text
    return dict(answer.json())


def failure(answer: httpx.Response) -> tuple[int, str]:
    """Return status and code of a one-line error response."""
    body = answer.json()
    assert "\n" not in body["why"]
    assert "Traceback" not in answer.text
    return answer.status_code, body["error"]
