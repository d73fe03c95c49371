"""A server in a process of its own, and people at its tables whose every message is written down."""

from __future__ import annotations

import asyncio
import json
import signal
import subprocess
import sys
from collections.abc import AsyncIterator, Iterator
from contextlib import asynccontextmanager, contextmanager
from pathlib import Path
from typing import Any

import httpx
from websockets.asyncio.client import ClientConnection, connect

WAIT = 120.0
"""Seconds until an answer that must come is given up."""

Line = dict[str, Any]
"""One step of a transcript: a request over HTTP with its answer, a socket opened or closed, a frame."""


class Server:
    """A running server. ``lines`` is the transcript of the scene that is being played."""

    def __init__(self, url: str) -> None:
        self.url = url
        self.http = httpx.Client(base_url=url, verify=False, timeout=WAIT)
        self.lines: list[Line] = []

    def ask(self, who: str, method: str, path: str, body: Any = None, token: str = "") -> Any:
        """Send a request over HTTP, write it down, and return the answer."""
        headers = {"Authorization": f"Bearer {token}"} if token else {}
        answer = self.http.request(method, path, json=body, headers=headers)
        found = answer.json() if "json" in answer.headers["content-type"] else answer.text
        line = {"who": who, "http": f"{method} {path}", "token": token, "body": body}
        self.lines.append(line | {"status": answer.status_code, "answer": found})
        return found


@contextmanager
def running(data: Path) -> Iterator[Server]:
    """Run a server with known seeds on the tables of a folder."""
    command = [sys.executable, "-m", "tests.compat.serve", "--port", "0", "--thinkers", "1", "--unlimited"]
    process = subprocess.Popen([*command, "--data", str(data)], stdout=subprocess.PIPE, text=True)
    assert process.stdout is not None
    try:
        said = process.stdout.readline()
        assert "http://" in said, said
        server = Server("http://" + said.split("http://")[1].split("/")[0])
        try:
            yield server
        finally:
            server.http.close()
    finally:
        process.send_signal(signal.SIGINT)
        process.communicate(timeout=WAIT)


class Person:
    """Somebody at a table: a player with a token, or a spectator without one."""

    def __init__(self, name: str, socket: ClientConnection, lines: list[Line]) -> None:
        self.name = name
        self.socket = socket
        self.lines = lines
        self.seen: Line = {}
        self._sent = 0

    async def receive(self) -> Line:
        """Return the next message but who is here: that one may come at any time."""
        async with asyncio.timeout(WAIT):
            while True:
                message: Line = json.loads(await self.socket.recv())
                if message["t"] != "here":
                    break
        self.lines.append({"who": self.name, "got": message})
        if message["t"] in ("full", "ev"):
            self.seen = message
        return message

    async def send(self, message: Line) -> None:
        """Send a frame."""
        self.lines.append({"who": self.name, "sent": message})
        await self.socket.send(json.dumps(message))

    async def do(self, kind: str, others: tuple[Person, ...] = (), **content: Any) -> Line:
        """Send a request and return its answer; everybody then receives what it brought about."""
        self._sent += 1
        await self.send({"t": kind, "id": f"{self.name}-{self._sent}", **content})
        while (answer := await self.receive())["t"] not in ("ack", "nak", "preview", "hint"):
            pass
        if answer["t"] == "ack":
            for person in (self, *others):
                await person.until(answer["v"])
        return answer

    async def until(self, version: int) -> None:
        """Receive what happens up to a version of the table."""
        while self.seen.get("v", -1) < version:
            await self.receive()


@asynccontextmanager
async def at_table(server: Server, who: str, table: str, token: str = "") -> AsyncIterator[Person]:
    """Open a socket as a client of 0.1.0 does, without naming a version, and receive the whole table."""
    server.lines.append({"who": who, "opens": table, "token": token})
    headers = {"Authorization": f"Bearer {token}"} if token else {}
    url = f"{server.url.replace('http', 'ws')}/api/tables/{table}/socket?with=view"
    async with connect(url, additional_headers=headers, max_size=None) as socket:
        person = Person(who, socket, server.lines)
        await person.receive()
        yield person
    server.lines.append({"who": who, "closes": table})
