"""What all clients share: the servers, the history, and requests that are made until one is answered."""

from __future__ import annotations

import asyncio
import secrets
from collections.abc import Callable, Coroutine
from itertools import count
from random import Random
from typing import Any

import httpx

from tests.chaos.history import History, Probed, Pushed, Subscribed, now
from tests.server.push_service import PushService
from tests.server.push_service import Subscribed as Phone

ANSWER = 12.0
"""Seconds until a client gives up waiting, and asks another server."""
RECOVERS = frozenset({429, 500, 502, 503})
"""Answers after which a request is made again."""


class Over(Exception):
    """The run is over."""


async def together(*works: Coroutine[Any, Any, None]) -> None:
    """Wait until all are at an end; then raise the first error."""
    for outcome in await asyncio.gather(*works, return_exceptions=True):
        if isinstance(outcome, BaseException):
            raise outcome


async def _end(tasks: set[asyncio.Task[None]]) -> None:
    for task in tasks:
        task.cancel()
    await asyncio.gather(*tasks, return_exceptions=True)


class World:
    """The servers as clients see them. Clients' choices follow from the seed and their names."""

    def __init__(self, urls: list[str], seed: str, push: PushService) -> None:
        self.urls, self.seed, self.push = urls, seed, push
        self.history = History()
        self.connections = count(1)
        self.over = asyncio.Event()
        self.phones: dict[str, Phone] = {}
        self.strange: list[str] = []  # answers that no fault explains
        self.acked = dict[str, int]()  # when what each server has stored last of its probe was sent
        self._read = 0
        self._tasks: set[asyncio.Task[None]] = set()

    def rng(self, name: str) -> Random:
        """Return the choices of a client."""
        return Random(f"{self.seed}/{name}")

    def probed(self, server: int, sent: int) -> None:
        """Note that a server has stored an action of its probe that was sent at a time."""
        name = f"server{server + 1}"
        self.history.note(Probed(now(), name))
        self.acked[name] = sent

    def start(self, work: Coroutine[Any, Any, None], name: str) -> asyncio.Task[None]:
        """Run something until the end of the run; an error in it is an anomaly of the test or of the server."""
        task = asyncio.create_task(self._guarded(work, name))
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)
        return task

    async def _guarded(self, work: Coroutine[Any, Any, None], name: str) -> None:
        try:
            await work
        except Over:
            pass
        except (AssertionError, LookupError, TypeError, ValueError) as error:
            self.strange.append(f"{name} stopped: {error!r}")

    async def finish(self, patience: float) -> None:
        """Let all clients come to an end."""
        self.over.set()
        if self._tasks:
            _, late = await asyncio.wait(set(self._tasks), timeout=patience)
            await _end(late)

    async def stop(self) -> None:
        """End all clients at once."""
        await _end(set(self._tasks))

    async def pause(self, seconds: float) -> None:
        """Wait, but not beyond the end of the run."""
        try:
            await asyncio.wait_for(self.over.wait(), seconds)
        except TimeoutError:
            return
        raise Over

    async def ask(
        self, rng: Random, method: str, path: str, body: Any = None, expected: tuple[int, ...] = (), **headers: str
    ) -> httpx.Response:
        """Make a request at random servers until one answers it; another answer than the expected ones is strange."""
        while True:
            url = rng.choice(self.urls)
            try:
                async with httpx.AsyncClient(timeout=ANSWER, verify=False, trust_env=False) as http:
                    answer = await http.request(method, url + path, json=body, headers=headers)
            except (httpx.HTTPError, OSError):
                answer = None
            if answer is not None and answer.status_code not in RECOVERS:
                if expected and answer.status_code not in expected:
                    self.strange.append(f"{method} {path} of {url}: {answer.status_code} {answer.text[:200]}")
                    raise Over
                return answer
            await self.pause(rng.uniform(0.2, 0.8))

    async def person(self, rng: Random, name: str) -> str:
        """Become a person with a browser that wants notices; return the cookie of the session."""
        made = await self.ask(rng, "POST", "/api/people", {"name": "Ada", "language": "en", "credential": None}, (201,))
        cookie = made.headers["set-cookie"].split(";")[0]
        phone = self.phones[name] = self.push.subscribe(f"{name}-{secrets.token_hex(4)}")
        await self.ask(rng, "PUT", "/api/me/push", phone.wish(), (200,), Cookie=cookie)
        self.history.note(Subscribed(now(), name))
        return cookie

    async def read_notices(self) -> None:
        """Note what the push service gets."""
        while True:
            self.look_for_notices()
            await asyncio.sleep(0.1)

    def look_for_notices(self) -> None:
        """Note what the push service has got."""
        whose = {phone.name: (name, phone) for name, phone in self.phones.items()}
        received = self.push.received
        while self._read < len(received):
            one = received[self._read]
            self._read += 1
            name, phone = whose[one.name]
            message = phone.read(one.body)
            self.history.note(Pushed(now(), name, message["kind"], message["table"]))

    def told(self, name: str, table: str) -> int:
        """Return how many notices somebody has got for a table."""
        return sum(one.who == name and one.table == table and one.kind != "done" for one in self.history.of(Pushed))

    async def until(self, condition: Callable[[], bool], seconds: float) -> bool:
        """Wait for a condition for a while; return whether it holds."""
        end = now() + seconds * 1000
        while not condition():
            if now() > end:
                return False
            await self.pause(0.2)
        return True
