"""Client and server negotiate a protocol version through the WebSocket subprotocol."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Iterator
from typing import Any

import pytest
from websockets.asyncio.client import connect
from websockets.exceptions import ConnectionClosed
from websockets.typing import Subprotocol

from tests.patience import PATIENCE
from tests.server.client import Served, http, open_table, served


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Served]:
    with served(tmp_path_factory.mktemp("versions")) as running:
        yield running


async def first(server: Served, *offered: str) -> tuple[str | None, dict[str, Any]]:
    """Return the version that the server selects, and its first message."""
    table = open_table(server, game="dakapo")["table"]
    url = f"ws://127.0.0.1:{server.port}/api/tables/{table}/socket"
    async with connect(url, subprotocols=[Subprotocol(each) for each in offered] or None) as socket:
        async with asyncio.timeout(PATIENCE):
            return socket.subprotocol, json.loads(await socket.recv())


@pytest.mark.parametrize(
    ("offered", "agreed", "protocol"),
    [
        ((), None, 1),
        (("encore.1",), "encore.1", 1),
        (("encore.2",), "encore.2", 2),
        (("encore.1", "encore.2"), "encore.2", 2),
        (("encore.3", "encore.2", "other"), "encore.2", 2),
    ],
)
def test_the_newest_common_version_is_selected(
    server: Served, offered: tuple[str, ...], agreed: str | None, protocol: int
) -> None:
    found, full = asyncio.run(first(server, *offered))
    assert (found, full["t"], full["protocol"]) == (agreed, "full", protocol)


def test_an_unknown_version_is_closed_with_its_own_code(server: Served) -> None:
    with pytest.raises(ConnectionClosed) as closed:
        asyncio.run(first(server, "encore.3", "encore.4"))
    assert closed.value.rcvd
    assert (closed.value.rcvd.code, closed.value.rcvd.reason) == (4406, "protocol versions: encore.2, encore.1")


def test_full_names_the_time_until_a_player_counts_as_away(server: Served) -> None:
    table = open_table(server, game="dakapo")["table"]
    full = http.get(f"{server.url}/api/tables/{table}").json()
    assert (full["away_ms"], full["protocol"]) == (60_000, 2)
