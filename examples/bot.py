"""A bot in its own process that plays over the public API: it takes a seat with an invitation and plays.

    python examples/bot.py http://127.0.0.1:8000 TABLE INVITE

It uses only what ``docs/protocol.md`` describes, and needs only httpx and websockets. It plays random legal
moves. Put your own idea into ``choose``.
"""

from __future__ import annotations

import asyncio
import json
import random
import sys
import uuid
from typing import Any

import httpx
from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import ConnectionClosed


def choose(state: dict[str, Any]) -> str:
    """Return a move; ``state["view"]`` is what the seat may see, ``state["legal"]`` the legal moves."""
    return str(random.choice(state["legal"]))


async def _next(socket: ClientConnection) -> str | bytes | None:
    try:
        return await socket.recv()
    except ConnectionClosed:
        return None


async def play(server: str, table: str, token: str) -> str:
    """Play to the end of the game; return how it ended."""
    url = f"{server.replace('http', 'ws', 1)}/api/tables/{table}/socket?with=view"
    async with connect(url, additional_headers={"Authorization": f"Bearer {token}"}) as socket:
        while frame := await _next(socket):
            message = json.loads(frame)
            if message.get("end"):
                return f"{message['end']['reason']}, won by chairs {[chair + 1 for chair in message['end']['winners']]}"
            if message.get("legal"):
                act = {"t": "act", "id": uuid.uuid4().hex, "v": message["v"], "a": choose(message)}
                await socket.send(json.dumps(act))
            elif message["t"] == "nak":
                # The action was too late or wrong: read the state again.
                await socket.send('{"t":"look"}')
    return "the server has gone"


def main(server: str, table: str, invite: str) -> None:
    """Take a seat and play."""
    answer = httpx.post(f"{server}/api/tables/{table}/join", json={"invite": invite, "name": "robot", "keep": "token"})
    if answer.status_code != 200:
        sys.exit(f"no chair: {answer.json()['why']}")
    print(asyncio.run(play(server, table, answer.json()["token"])))


if __name__ == "__main__":
    if len(sys.argv) != 4:
        sys.exit("usage: python examples/bot.py SERVER TABLE INVITE")
    main(*sys.argv[1:])
