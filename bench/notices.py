"""Moves that leave a notice in the outbox, and moves that leave none: the same server, in turn."""

from __future__ import annotations

from typing import Any

import httpx
import uvloop

from bench.load import EncoreTable
from bench.measure import Measure
from bench.served import served
from bench.server import LoadedServer, late, medians

TURNS = 7
"""How many rounds alternate: one slow second of the disk can decide a p99."""
MOST = 1.2
"""How much longer moves with notices may take."""


def run() -> list[Measure]:
    """Measure moves at tables of people and of guests."""
    with served("--unlimited", "--thinkers", "1") as server:
        guests = LoadedServer(server.url, server.process.pid)
        people = Kept(server.url, server.process.pid)
        kept, free = medians([[uvloop.run(late(each)) for each in (people, guests)] for _ in range(TURNS)])
    print(f"# p99 with a notice for every move: {kept:.2f} ms, without: {free:.2f} ms")
    return [Measure("notices.moves with a notice each, 1 / p99 ms : without", 1 / kept, 1 / free, 1 / MOST)]


class Kept(LoadedServer):
    """A server at whose tables two people play, who keep their seats."""

    def __init__(self, url: str, pid: int) -> None:
        super().__init__(url, pid)
        self._people = [_person(url, name) for name in ("ada", "bo")]

    def _table(self, moves: list[Any]) -> EncoreTable:
        table = EncoreTable(self.url, moves, self._client)
        name = table.url(0)[0].split("/")[-2]
        for person, token in zip(self._people, table.tokens, strict=True):
            kept = person.post(f"/api/tables/{name}/keep", headers={"Authorization": f"Bearer {token}"}, json={})
            kept.raise_for_status()
        return table


def _person(url: str, name: str) -> httpx.Client:
    """Return a browser in which a new person is signed in."""
    browser = httpx.Client(base_url=url)
    browser.post("/api/people", json={"name": name, "credential": None}).raise_for_status()
    return browser
