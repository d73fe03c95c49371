"""Behind a reverse proxy: forwarded headers are trusted from the proxy and from nobody else."""

from __future__ import annotations

import asyncio
import socket
from collections.abc import Iterator, Sequence
from pathlib import Path

import httpx
import pytest
from websockets.asyncio.client import connect
from websockets.exceptions import InvalidStatus

from tests.server.client import Served, http, open_table, served

PROXY, STRANGER = "127.0.0.1", "127.0.0.2"
"""Two addresses of this machine: only the first is trusted by default."""
TABLES, SOCKETS = 20, 100
"""How many an address may have at once."""
MOST = 20 * SOCKETS
"""More sockets than it may have in the first seconds of a server, too."""


@pytest.fixture
def server(tmp_path: Path) -> Iterator[Served]:
    with served(tmp_path, "--name", "play.example") as running:
        yield running


class Proxy:
    """Forwards requests of its clients from its own address."""

    def __init__(self, server: Served, address: str = PROXY) -> None:
        self._server, self._address = server, address
        once = httpx.Limits(max_keepalive_connections=0)
        self._http = httpx.Client(transport=httpx.HTTPTransport(False, local_address=address, limits=once))

    def create(self, client: str, scheme: str = "https") -> httpx.Response:
        """Open a table for a client."""
        headers = {"X-Forwarded-For": client, "X-Forwarded-Proto": scheme}
        return self._http.post(f"{self._server.url}/api/tables", json={"game": "dakapo"}, headers=headers)

    async def watch(self, table: str, client: str) -> bool:
        """Open and close a socket for a client; return whether it was accepted."""
        url = f"ws://127.0.0.1:{self._server.port}/api/tables/{table}/socket"
        headers = {"X-Forwarded-For": client, "X-Forwarded-Proto": "https"}
        try:
            async with connect(url, additional_headers=headers, local_addr=(self._address, 0)):
                return True
        except InvalidStatus:
            return False


def created(proxy: Proxy, client: str, times: int = 2 * TABLES) -> int:
    """Return how many tables a client could open, one after the other."""
    return sum(proxy.create(client).status_code == 201 for _ in range(times))


async def watched(proxy: Proxy, table: str, clients: Sequence[str]) -> int:
    """Return how many sockets clients, each in its turn, could open before one was refused."""
    for number in range(MOST):
        if not await proxy.watch(table, clients[number % len(clients)]):
            return number
    return MOST


def test_a_cookie_set_over_https_is_secure(server: Served) -> None:
    proxy = Proxy(server)
    assert "; Secure" in proxy.create("198.51.100.1").headers["set-cookie"]
    assert "; Secure" not in proxy.create("198.51.100.1", scheme="http").headers["set-cookie"]


def test_pages_under_the_proxys_name_are_same_site(server: Served) -> None:
    headers = {"Host": "play.example:8443", "X-Forwarded-Proto": "https"}
    for origin, status in (("https://play.example:8443", 201), ("https://play.example", 403)):
        asked = {**headers, "Origin": origin}
        assert http.post(f"{server.url}/api/tables", json={"game": "dakapo"}, headers=asked).status_code == status


def test_only_allowed_names_are_answered(server: Served) -> None:
    """A page elsewhere whose name was made to point here (DNS rebinding) must not reach the tables."""
    names = {"PLAY.example:8443": 200, "play.example.": 200, "127.0.0.1": 200, "[::1]:8000": 200, "localhost:1": 200}
    names |= {f"{socket.gethostname()}:8000": 200, "evil.example": 421, "play.example.evil.example": 421}
    for name, status in names.items():
        answer = http.get(f"{server.url}/api/games", headers={"Host": name})
        assert answer.status_code == status, name
    assert answer.json()["fact"]["code"] == "server.other-name"
    assert "--name NAME" in answer.json()["why"]


def test_sockets_are_answered_under_allowed_names_only(server: Served) -> None:
    table = open_table(server, game="dakapo")["table"]

    async def connects(name: str) -> bool:
        url = f"ws://{name}/api/tables/{table}/socket"
        try:
            async with connect(url, host="127.0.0.1", port=server.port):
                return True
        except InvalidStatus:
            return False

    assert asyncio.run(connects("play.example"))
    assert not asyncio.run(connects("evil.example"))


def test_limits_count_the_clients_of_a_proxy(server: Served) -> None:
    proxy = Proxy(server)
    assert TABLES <= created(proxy, "198.51.100.1") < 2 * TABLES
    assert proxy.create("198.51.100.2").status_code == 201
    # Forwarded addresses sent by the client itself are not trusted.
    assert proxy.create("198.51.100.3, 198.51.100.1").status_code == 429


def test_limits_of_sockets_count_the_clients_of_a_proxy(server: Served) -> None:
    table = open_table(server, game="dakapo")["table"]

    async def flood() -> None:
        proxy = Proxy(server)
        assert SOCKETS <= await watched(proxy, table, ["198.51.100.1"]) < MOST
        assert await proxy.watch(table, "198.51.100.2")

    asyncio.run(flood())


def test_other_addresses_are_not_trusted(server: Served) -> None:
    stranger = Proxy(server, STRANGER)
    assert "; Secure" not in stranger.create("198.51.100.1").headers["set-cookie"]
    assert sum(stranger.create(f"198.51.100.{number}").status_code == 201 for number in range(30)) < 30
    assert Proxy(server).create("198.51.100.1").status_code == 201

    async def flood() -> None:
        table = open_table(server, game="dakapo")["table"]
        assert await watched(stranger, table, [f"198.51.100.{number}" for number in range(200)]) < MOST

    asyncio.run(flood())


def test_a_proxy_at_another_address_can_be_configured(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("FORWARDED_ALLOW_IPS", STRANGER)
    with served(tmp_path) as server:
        named, other = Proxy(server, STRANGER), Proxy(server, PROXY)
        assert "; Secure" in named.create("198.51.100.1").headers["set-cookie"]
        assert "; Secure" not in other.create("198.51.100.1").headers["set-cookie"]
        assert created(named, "198.51.100.2") < 2 * TABLES
        assert named.create("198.51.100.3").status_code == 201
