"""The endpoints of the operator page: who is answered, and what is refused in one line."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from typing import Any

import httpx
import msgspec
import pytest

from encore.server.admin.client import Client, NoServer
from encore.server.admin.orders import AnyOrder, Done, OrderRefused
from encore.server.admin.site import LONGEST_BODY, Keys, Site

HERE = "http://127.0.0.1:4711"


class Processes(Client):
    """Keeps the orders instead of carrying them out."""

    def __init__(self) -> None:
        self.orders: list[dict[str, Any]] = []
        self.failure: Exception | None = None

    def ask(self, order: AnyOrder, kind: type[Any], process: int | None = None) -> Any:
        """Take note."""
        if self.failure:
            raise self.failure
        self.orders.append({**msgspec.to_builtins(order), **({"process": process} if process else {})})
        return Done("it is done")


class Desk:
    """A page without a browser and without a server."""

    def __init__(self) -> None:
        self.processes, self.links = Processes(), list[str]()
        self.keys = Keys(self.links.append)
        self.transport = httpx.ASGITransport(Site(self.processes, self.keys).app())

    def client(self, key: str = "", **headers: str) -> httpx.AsyncClient:
        own = {"Authorization": f"Bearer {key}"} if key else {}
        return httpx.AsyncClient(transport=self.transport, base_url=HERE, headers={**own, **headers})


def use(play: Callable[[Desk, httpx.AsyncClient], Awaitable[None]]) -> None:
    async def scene() -> None:
        desk = Desk()
        async with desk.client(desk.keys.enter(desk.keys.token)) as client:
            await play(desk, client)

    asyncio.run(scene())


LIFT = {"do": "lift", "id": "x"}


def test_each_link_gives_one_browser_a_key() -> None:
    async def play(desk: Desk, _: httpx.AsyncClient) -> None:
        async with desk.client() as client:
            token = desk.keys.token
            key = (await client.post("/api/enter", json={"token": token})).json()["key"]
            again = await client.post("/api/enter", json={"token": token})
            assert (again.status_code, again.json()["error"].count("\n")) == (403, 0)
            assert desk.links[-1] == desk.keys.token != token, "the terminal shows the next one"
            assert (await client.post("/api/do", json=LIFT)).status_code == 401
            assert (await client.get("/api/state")).status_code == 401
            bearer = {"Authorization": f"Bearer {key}"}
            assert (await client.post("/api/do", json=LIFT, headers=bearer)).json() == {"done": "it is done"}
            assert (await client.post("/api/do", json=LIFT, headers={"Cookie": f"key={key}"})).status_code == 401

    use(play)


@pytest.mark.parametrize(
    "headers",
    [
        {"Host": "evil.example:4711"},  # DNS rebinding: its name points to this machine
        {"Host": "evil.example:4711", "Origin": "http://evil.example:4711"},
        {"Host": "localhost.evil.example"},
        {"Host": "192.0.2.1:4711"},
        {"Host": ""},
        {"Origin": "http://evil.example"},
        {"Origin": "http://127.0.0.1:8000"},  # the page of the server itself
        {"Origin": "null"},
        {"Sec-Fetch-Site": "cross-site"},
        {"Sec-Fetch-Site": "same-site"},
    ],
)
def test_other_sites_are_refused_whatever_they_know(headers: dict[str, str]) -> None:
    async def play(desk: Desk, client: httpx.AsyncClient) -> None:
        for asked in (client.post("/api/do", json=LIFT, headers=headers), client.get("/", headers=headers)):
            assert (await asked).status_code == 403
        assert desk.processes.orders == []

    use(play)


@pytest.mark.parametrize("host", ["127.0.0.1:4711", "localhost:9000", "[::1]:9000", "LOCALHOST"])
def test_this_machine_is_answered_also_through_a_tunnel_with_another_port(host: str) -> None:
    async def play(desk: Desk, client: httpx.AsyncClient) -> None:
        headers = {"Host": host, "Origin": f"http://{host}", "Sec-Fetch-Site": "same-origin"}
        answer = await client.post("/api/do", json=LIFT, headers=headers)
        assert answer.status_code == 200
        assert answer.headers["cache-control"] == "no-store"
        assert "default-src 'self'" in answer.headers["content-security-policy"]
        assert "frame-ancestors 'none'" in answer.headers["content-security-policy"]

    use(play)


@pytest.mark.parametrize(
    ("body", "status", "told"),
    [
        (b"{", 400, "cannot be read"),
        (b"[]", 400, "cannot be read"),
        (b'{"do": "dance"}', 400, "cannot be read"),
        (b'{"do": "tables"}', 400, "no order that changes something"),
        (b'{"do": "lift", "id": "x", "process": "1"}', 400, "no order that changes something"),
        (b'{"do": "broadcast", "text": "x", "for": "soon"}', 409, "such as 30m or 7d"),
        (b'{"do": "broadcast", "text": "", "for": "1h"}', 400, "cannot be read"),
        (b" " * (LONGEST_BODY + 1), 413, "at most"),
    ],
)
def test_what_is_no_order_is_refused_in_one_line(body: bytes, status: int, told: str) -> None:
    async def play(desk: Desk, client: httpx.AsyncClient) -> None:
        answer = await client.post("/api/do", content=body, headers={"Content-Type": "application/json"})
        error = answer.json()["error"]
        assert (answer.status_code, error.count("\n")) == (status, 0)
        assert told in error
        form = await client.post("/api/do", content=body, headers={"Content-Type": "text/plain"})
        assert form.status_code == 415, "what a form of another site could send"
        assert desk.processes.orders == []

    use(play)


def test_an_order_is_that_of_the_command_line_with_its_time() -> None:
    async def play(desk: Desk, client: httpx.AsyncClient) -> None:
        ban = {"do": "restrict", "kind": "ban", "whom": "name", "target": "eve", "reason": "spam"}
        assert (await client.post("/api/do", json={**ban, "for": "1h"})).status_code == 200
        assert (await client.post("/api/do", json={"do": "drain", "for": "30s", "process": 7})).status_code == 200
        assert desk.processes.orders == [{**ban, "ms": 3_600_000}, {"do": "drain", "ms": 30_000, "process": 7}]
        for failure, status in ((OrderRefused("no such table"), 409), (NoServer("nobody is there"), 503)):
            desk.processes.failure = failure
            answer = await client.post("/api/do", json=LIFT)
            assert (answer.status_code, answer.json()) == (status, {"error": str(failure)})

    use(play)
