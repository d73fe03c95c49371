"""Moves that leave a notice in the outbox, and moves that leave none; and how soon notices leave the server."""

from __future__ import annotations

import asyncio
import socket
import time
from typing import Any

import httpx
import uvloop

from bench.load import EncoreTable, Play, Tally, games, pace
from bench.measure import Measure
from bench.served import served
from bench.server import LoadedServer, late, medians
from tests.server.push_service import Browser

TURNS = 7
"""How many rounds alternate: one slow second of the disk can decide a p99."""
MOST = 1.2
"""How much longer moves with notices may take."""
SOON = 2.0
"""Seconds after a move by which nearly every notice has left."""
TABLES, PACE, LONG = 100, 3.0, 30.0
"""Tables, seconds per move, and seconds of the run in which notices are sent."""


def run() -> list[Measure]:
    """Measure moves at tables of people and of guests, and then the notices."""
    return [_moves(), _leaving()]


def _moves() -> Measure:
    with served("--unlimited", "--thinkers", "1") as server:
        guests = LoadedServer(server.url, server.process.pid)
        people = Kept(server.url, server.process.pid)
        kept, free = medians([[uvloop.run(late(each)) for each in (people, guests)] for _ in range(TURNS)])
    print(f"# p99 with a notice for every move: {kept:.2f} ms, without: {free:.2f} ms")
    return Measure("notices.moves with a notice each, 1 / p99 ms : without", 1 / kept, 1 / free, 1 / MOST)


def _leaving() -> Measure:
    """Measure the seconds from a move until its notice is at the push service."""
    phones = Phones()
    with served("--unlimited", "--thinkers", "1", "--push-service", phones.url) as server:
        people = Kept(server.url, server.process.pid)
        for number, person in enumerate(people.people):
            person.put("/api/me/push", json=phones.add(str(number)).wish()).raise_for_status()
        waits, sent = uvloop.run(_notices(people, phones))
    last = waits[int(0.99 * sent)] if len(waits) > 0.99 * sent else PACE  # those that are missing count as late
    print(f"# notices: {len(waits)} of {sent} came, median {waits[len(waits) // 2]:.2f} s, p99 {last:.2f} s")
    return Measure("notices.2 s : from a move to its notice, p99", SOON, last, 1)


async def _notices(people: Kept, phones: Phones) -> tuple[list[float], int]:
    """Let people play who do not see their tables; return how long notices took, in order, and the number of moves."""
    await phones.listen()
    made, plays = games(), list[Timed]()
    for _ in range(TABLES):
        plays.append(Timed(people.hidden(next(made)), phones, PACE))
        await plays[-1].connect()
    await pace(list(plays), LONG)
    await asyncio.sleep(PACE)
    for play in plays:
        play.leave()
    phones.close()
    return sorted(phones.waits), sum(play.tally.sent for play in plays)


class Phones:
    """A push service that reads what it is sent, and knows when the move before it was made."""

    def __init__(self) -> None:
        self._socket = socket.create_server(("127.0.0.1", 0), backlog=1000)
        self.url = f"http://127.0.0.1:{self._socket.getsockname()[1]}/"
        self.moved: dict[str, float] = {}
        self.waits: list[float] = []
        self._phones: dict[str, Browser] = {}

    def add(self, name: str) -> Browser:
        """Return a new browser."""
        self._phones[name] = Browser(f"{self.url}{name}")
        return self._phones[name]

    async def listen(self) -> None:
        """Begin to take requests."""
        self._server = await asyncio.start_server(self._take, sock=self._socket)

    def close(self) -> None:
        """Take no more requests."""
        self._server.close()

    async def _take(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        head = (await reader.readuntil(b"\r\n\r\n")).decode().lower()
        now = time.perf_counter()
        length = int(head.partition("content-length:")[2].split()[0])
        message = self._phones[head.split()[1].removeprefix("/")].read(await reader.readexactly(length))
        writer.write(b"HTTP/1.1 201 Created\r\nContent-Length: 0\r\nConnection: close\r\n\r\n")
        writer.close()
        if message["kind"] == "turn" and message["table"] in self.moved:
            self.waits.append(now - self.moved.pop(message["table"]))


class Timed(Play):
    """A game that says when a move is made."""

    def __init__(self, table: Hidden, phones: Phones, pause: float) -> None:
        super().__init__(table, len(table.texts), Tally(), pause)
        self._name, self._phones = table.name, phones

    def send(self) -> None:
        """Make the next move."""
        if not self.stopped:
            self._phones.moved[self._name] = time.perf_counter()
        super().send()


class Hidden(EncoreTable):
    """A table that nobody sees: its players have another page before them."""

    @property
    def name(self) -> str:
        """The name of the table."""
        return self.url(0)[0].split("/")[-2]

    def greet(self, chair: int) -> list[str]:
        """Say that the table cannot be seen."""
        return ['{"t":"visible","on":false}']


class Kept(LoadedServer):
    """A server at whose tables two people play, who keep their seats."""

    def __init__(self, url: str, pid: int) -> None:
        super().__init__(url, pid)
        self.people = [_person(url, name) for name in ("ada", "bo")]

    def _table(self, moves: list[Any]) -> EncoreTable:
        return self._kept(EncoreTable(self.url, moves, self._client))

    def hidden(self, moves: list[Any]) -> Hidden:
        """Return a new table that nobody sees."""
        table = Hidden(self.url, moves, self._client)
        self._kept(table)
        return table

    def _kept(self, table: EncoreTable) -> EncoreTable:
        name = table.url(0)[0].split("/")[-2]
        for person, token in zip(self.people, table.tokens, strict=True):
            kept = person.post(f"/api/tables/{name}/keep", headers={"Authorization": f"Bearer {token}"}, json={})
            kept.raise_for_status()
        return table


def _person(url: str, name: str) -> httpx.Client:
    """Return a browser in which a new person is signed in."""
    browser = httpx.Client(base_url=url)
    browser.post("/api/people", json={"name": name, "credential": None}).raise_for_status()
    return browser
