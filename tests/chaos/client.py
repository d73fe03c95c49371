"""A client at a table: it plays at random, reconnects as a page does, and notes what it sends and gets."""

from __future__ import annotations

import asyncio
import contextlib
import json
from random import Random
from typing import Any

from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import WebSocketException

from tests.chaos.history import UNKNOWN, Answered, Seen, Sent, now
from tests.chaos.world import ANSWER, Over, World

AGAIN = UNKNOWN | {"rate"}
"""Codes after which the same action is sent again."""


class Wishes:
    """How a client behaves."""

    def __init__(
        self, pause: float = 0.6, moves: int = 40, games: int = 1, talks: float = 0.03, visits: bool = False,
        forgets: bool = False, server: int | None = None, nonce: str = "",
    ) -> None:  # fmt: skip
        self.pause, self.moves, self.games, self.talks = pause, moves, games, talks
        self.visits, self.forgets, self.server, self.nonce = visits, forgets, server, nonce


class Client:
    """One seat at a table, or all seats of a device."""

    def __init__(self, world: World, name: str, table: str, token: str, wishes: Wishes) -> None:
        self.world, self.name, self.table, self.token, self.wishes = world, name, table, token, wishes
        self.rng: Random = world.rng(f"{name}/{table}" if wishes.server is None else name)
        self.state: dict[str, Any] = {}
        self._pending: Sent | None = None
        self._content: dict[str, Any] = {}
        self._due = 0.0  # when the answer is late
        self._sent = 0
        self._moved = 0
        self._connection = 0
        self._over = 0  # the connection over which the action that waits was sent, and when
        self._sent_at = 0

    @property
    def done(self) -> bool:
        """Whether there is nothing left to do at the table."""
        state = self.state
        if not state or self._pending:
            return False
        return (state["phase"] == "over" and state["number"] >= self.wishes.games) or not (
            state["you"] or state.get("left")
        )

    async def play(self) -> None:
        """Play until the table is done."""
        while not self.done:
            with contextlib.suppress(OSError, WebSocketException, TimeoutError, EOFError):
                await self._connected()
            if self.wishes.visits and not self.done and not self._pending:
                return
            if not self.done:
                await self._rest(0.1, 0.8)

    async def _rest(self, least: float, most: float) -> None:
        if self._pending:  # what was sent is cleared up even at the end of the run
            await asyncio.sleep(self.rng.uniform(least, most))
        else:
            await self.world.pause(self.rng.uniform(least, most))

    async def _connected(self) -> None:
        number = self.rng.randrange(len(self.world.urls)) if self.wishes.server is None else self.wishes.server
        url = self.world.urls[number].replace("http", "ws", 1)
        self._connection = next(self.world.connections)
        async with connect(
            f"{url}/api/tables/{self.table}/socket?with=view",
            additional_headers={"Authorization": f"Bearer {self.token}"},
            max_size=None,
            open_timeout=ANSWER,
            close_timeout=1,
            ping_interval=4,
            ping_timeout=6,
            compression=None,
            proxy=None,
            subprotocols=["encore.2"],  # type: ignore[list-item]
        ) as socket:
            self.state = {}
            self._due = now() + ANSWER * 1000
            await self._talk(socket)

    async def _talk(self, socket: ClientConnection) -> None:
        """Read, and act after some thought, until there is nothing to do or the server is silent."""
        think = now() + self._thought()
        while not self.done:
            if self.world.over.is_set() and not self._pending:
                raise Over
            wait = (self._due if self._pending or not self.state else think) - now()
            if wait <= 0 and (self._pending or not self.state):
                raise TimeoutError
            if wait <= 0:
                if not await self._act(socket):
                    return
                think = now() + self._thought()
                continue
            try:
                frame = await asyncio.wait_for(socket.recv(), min(wait / 1000, 1.0))
            except TimeoutError:
                continue
            if await self._take(socket, str(frame)):
                think = now() + self._thought()

    def _thought(self) -> float:
        return 1000 * self.rng.uniform(0.1, 1.9) * self.wishes.pause

    # What comes.

    async def _take(self, socket: ClientConnection, frame: str) -> bool:
        """Handle a message; return whether it has changed the table."""
        message = json.loads(frame)
        kind = message["t"]
        if kind in ("full", "ev"):
            self.world.history.note(Seen(now(), self.name, self._connection, frame))
            await self._learn(socket, message)
            if kind == "full" and self._pending and self._over != self._connection:
                await self._send_again(socket)
            return True
        if kind in ("ack", "nak") and self._pending and message["id"] == self._pending.action:
            self._answered(message)
        return False

    async def _send_again(self, socket: ClientConnection) -> None:
        """Send what was not answered over an earlier connection; a forgetful client never knows what became of it."""
        if self.wishes.forgets:
            self._pending = None
        else:
            await self._send(socket)

    async def _learn(self, socket: ClientConnection, message: dict[str, Any]) -> None:
        state = self.state
        if message["t"] == "full":
            self.state = message
        elif not state or message["v"] <= state["v"]:
            self.world.strange.append(f"{self.name}: version {message['v']} after {state.get('v')} at {self.table}")
        elif message["v"] != state["v"] + 1:
            await socket.send('{"t":"look"}')
        else:
            state["v"], state["legal"] = message["v"], message.get("legal")
            if "a" in message:
                state["asked"] = {}
            for what in message.get("asked", ()):
                state["asked"].setdefault(what, []).append(message["asked_by"])
            state["asked"].pop(message.get("refused"), None)
            if "end" in message:
                state["phase"] = "over"

    def _answered(self, message: dict[str, Any]) -> None:
        sent, code = self._pending, message.get("code", "")
        assert sent
        self.world.history.note(Answered(now(), self.name, self.table, sent.action, code, message["v"], self._sent_at))
        if not code and self.wishes.server is not None:
            self.world.probed(self.wishes.server, self._sent_at)
        if not code and sent.kind == "act":
            self._moved += 1
            if message["v"] > self.state["v"]:
                self.state["legal"] = None  # until the move itself comes back
        if code in AGAIN and not self.wishes.forgets:
            self._due = 0  # it is sent again over another connection
        else:
            self._pending = None

    # What is sent.

    async def _act(self, socket: ClientConnection) -> bool:
        """Do something that fits; return whether the client stays."""
        chosen = self._chosen()
        if chosen is None:
            return not (self.wishes.visits and self.state.get("legal") is None and self.state["phase"] != "over")
        kind, content = chosen
        self._sent += 1
        action = f"{self.name}.{self._sent}.{self.rng.randrange(1 << 40):x}"
        what = str(content.get("a") or content.get("text") or content.get("what") or "")
        self._pending = Sent(now(), self.name, self.table, action, kind, what)
        self._content = {"t": kind, "id": action, **content}
        await self._send(socket)
        return True

    async def _send(self, socket: ClientConnection) -> None:
        assert self._pending
        self._over, self._sent_at = self._connection, now()
        self.world.history.note(
            Sent(now(), self.name, self.table, self._pending.action, self._pending.kind, self._pending.what)
        )
        self._due = now() + ANSWER * 1000
        await socket.send(json.dumps(self._content))

    def _chosen(self) -> tuple[str, dict[str, Any]] | None:
        """Choose what to do; None for nothing."""
        state, rng = self.state, self.rng
        mine = state["you"]
        if mine and state["chat"] and rng.random() < self.wishes.talks:
            return "say", {"text": f"{rng.choice(('hm', 'well', 'so'))} {rng.randrange(1000)}"}
        if state["phase"] == "waiting":
            deal = state.get("deal") or {}
            asked = set(deal.get("reveal", ())) & set(mine)
            return ("reveal", {"nonce": self.wishes.nonce}) if asked and self.wishes.nonce else None
        if state["phase"] == "over":
            asked = state["asked"].get("rematch", ())
            return None if set(mine) & set(asked) or not mine else ("ask", {"what": "rematch"})
        if vote := state.get("vote"):
            given = {*vote["for_bot"], *vote["for_end"]}
            return ("vote", {"choice": rng.choice(("bot", "bot", "end"))}) if set(mine) - given else None
        if not mine:
            return None
        return self._answer_request() or self._play()

    def _answer_request(self) -> tuple[str, dict[str, Any]] | None:
        """Agree to what others have asked for, or decline it."""
        state, rng = self.state, self.rng
        for what, chairs in state["asked"].items():
            if what in ("undo", "draw") and not set(chairs) & set(state["you"]):
                agrees = rng.random() < 0.5
                return ("ask", {"what": what, "v": state["v"]}) if agrees else ("refuse", {"what": what})
        return None

    def _play(self) -> tuple[str, dict[str, Any]] | None:
        state, rng, chair = self.state, self.rng, self.state["you"][0]
        legal = state.get("legal")
        if self._moved >= self.wishes.moves and self.wishes.server is None:
            return "resign", {"chair": chair}
        chance = rng.random()
        if legal:
            if chance < 0.02:
                return "act", {"v": state["v"], "a": "no such move"}
            if chance < 0.04:
                return "act", {"v": 0, "a": rng.choice(legal)}
            return "act", {"v": state["v"], "a": rng.choice(legal)}
        if self.wishes.server is not None or chance > 0.06:
            return None
        if chance < 0.02:
            return "ask", {"what": "undo", "v": state["v"], "chair": chair}
        if chance < 0.03 and state.get("draws"):
            return "ask", {"what": "draw", "v": state["v"], "chair": chair}
        return ("claim", {"chair": chair}) if chance < 0.045 else ("act", {"v": state["v"], "a": "e6r"})
