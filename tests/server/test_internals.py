"""The uvicorn internals in use exist; if one is missing, sockets use plain ASGI."""

from __future__ import annotations

import asyncio
import json
import socket
import threading
from pathlib import Path

import pytest
import uvicorn
from websockets.asyncio.client import connect

from encore.server import run
from encore.server.bots.thinkers import Thinkers
from encore.server.rooms.bus import AloneBus
from encore.server.rooms.hub import Hub
from encore.server.storage.sqlite import SqliteStore
from encore.server.wire import frames
from tests.patience import PATIENCE
from tests.server.client import http


def test_uvicorn_has_the_internals_that_frames_use() -> None:
    assert not frames.missing(), (
        f"uvicorn {uvicorn.__version__} has changed its websocket implementation: adapt wire/frames.py, run "
        "tests/server/test_frames.py, and then raise the bound of uvicorn in pyproject.toml"
    )
    assert run.sockets() is frames.Frames


class Changed:
    """A different websocket implementation."""


def test_missing_internals_are_named() -> None:
    assert {"data_received", "run_asgi", "close_sent", "transport"} <= set(frames.missing(Changed))


def test_a_game_can_be_played_over_plain_asgi(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    monkeypatch.setattr(frames, "missing", lambda: ["data_received"])
    hub = Hub(SqliteStore(tmp_path / "tables.sqlite"), AloneBus(), Thinkers(1))
    monkeypatch.setattr(hub.thinkers, "open", lambda: asyncio.sleep(0))
    listening = socket.create_server(("127.0.0.1", 0))
    port = listening.getsockname()[1]
    ready = threading.Event()
    server = run.Server(hub, ready.set, unlimited=True)
    assert "data_received: sockets use plain ASGI" in caplog.text
    thread = threading.Thread(target=lambda: asyncio.run(server.serve([listening])), daemon=True)
    thread.start()
    assert ready.wait(PATIENCE)

    async def play() -> list[str]:
        chairs = [{"kind": "screen"}, {"kind": "screen"}]
        made = http.post(
            f"http://127.0.0.1:{port}/api/tables", json={"game": "dakapo", "chairs": chairs, "keep": "token"}
        )
        url = f"ws://127.0.0.1:{port}/api/tables/{made.json()['table']}/socket"
        headers = {"Authorization": f"Bearer {made.json()['token']}"}
        async with asyncio.timeout(PATIENCE), connect(url, additional_headers=headers) as client:
            full = json.loads(await client.recv())
            await client.send(json.dumps({"t": "act", "id": "1", "v": full["v"], "a": "e6r"}))
            told = [json.loads(await client.recv())["t"] for _ in range(3)]
            return [full["t"], *told]

    try:
        assert asyncio.run(play()) == ["full", "here", "ack", "ev"]
    finally:
        server.should_exit = True
        thread.join(PATIENCE)
    assert not thread.is_alive()
