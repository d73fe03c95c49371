"""A second connection of a seat, in addition to its page: tests play and ask through it where no click matters."""

from __future__ import annotations

import json
import uuid
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from typing import Any

from websockets.sync.client import ClientConnection, connect

from tests.patience import PATIENCE
from tests.server.client import Served


@contextmanager
def line_of(server: Served, seated: dict[str, object]) -> Iterator[ClientConnection]:
    """Open a second connection to a table for a seat, in addition to that of its page."""
    url = f"ws://127.0.0.1:{server.port}/api/tables/{seated['table']}/socket?with=board"
    with connect(url, additional_headers={"Authorization": f"Bearer {seated['token']}"}, max_size=None) as line:
        yield line


def next_picture(line: ClientConnection) -> dict[str, Any]:
    """Return the next message that has a picture."""
    while not (said := json.loads(line.recv(timeout=PATIENCE))).get("board"):
        pass
    return dict(said)


def play(line: ClientConnection, version: int, move: str) -> None:
    """Send a move for the position of a version."""
    line.send(json.dumps({"t": "act", "id": f"line {version}", "v": version, "a": move}))


def play_moves(server: Served, seated: dict[str, object], moves: Sequence[str]) -> None:
    """Play these moves in turn, for all seats of one device."""
    with line_of(server, seated) as line:
        for move in moves:
            play(line, next_picture(line)["v"], move)
        next_picture(line)


def play_on(server: Served, seated: dict[str, object], wanted: Callable[[dict[str, Any]], bool]) -> None:
    """Play the first legal move for a seat until the picture meets a condition."""
    with line_of(server, seated) as line:
        for _ in range(500):
            said = next_picture(line)
            board = said["board"]
            if wanted(board):
                return
            if board["moves"]:
                play(line, said["v"], board["moves"][0]["move"])
    raise AssertionError("no such picture comes")


def tell(server: Served, seated: dict[str, object], **wish: str | int) -> None:
    """Send what a seat wants other than a move, such as a draw, and wait until it is accepted."""
    with line_of(server, seated) as line:
        line.send(json.dumps({"id": uuid.uuid4().hex, **wish}))
        while (said := json.loads(line.recv(timeout=PATIENCE)))["t"] not in ("ack", "nak"):
            pass
        assert said["t"] == "ack", said
