"""Tables of several games in turn, with the sockets of two pages each (``with=board``), played at an even pace."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Sequence
from random import Random

import httpx
import msgspec
from picows import WSFrame, WSListener, WSMsgType, WSTransport, ws_connect

GAMES = ("dakapo", "dacapo", "dalapapa")
OPTIONS: dict[str, dict[str, int]] = {"dakapo": {}, "dacapo": {"target": 999}, "dalapapa": {"target": 999}}
"""Long games, so that most of what is measured are moves."""
CONNECTING = 32
"""Tables whose pages connect at once."""


class Choice(msgspec.Struct):
    """A legal move."""

    move: str


class Board(msgspec.Struct):
    """What is needed of a picture."""

    moves: list[Choice] = []


class Message(msgspec.Struct):
    """What is needed of any message."""

    t: str
    v: int = 0
    id: str = ""
    why: str = ""
    phase: str = ""
    end: object = None
    board: Board | None = None


READ = msgspec.json.Decoder(Message)


class Tally:
    """Milliseconds from sending a move until the page of the opponent has it."""

    def __init__(self) -> None:
        self.latencies: list[float] = []
        self.sent = self.acknowledged = self.games = 0
        self.bytes = self.messages = 0

    def percentile(self, share: float) -> float:
        """Return a percentile of the latency."""
        ordered = sorted(self.latencies)
        return ordered[min(len(ordered) - 1, int(share * len(ordered)))]


class Page(WSListener):  # type: ignore[misc]
    """The socket of a page."""

    def __init__(self, table: Table, chair: int) -> None:
        self._table, self._chair = table, chair
        self._transport: WSTransport | None = None

    def on_ws_connected(self, transport: WSTransport) -> None:
        """Keep the connection."""
        self._transport = transport

    def on_ws_frame(self, transport: WSTransport, frame: WSFrame) -> None:
        """Handle a frame."""
        payload = frame.get_payload_as_memoryview()
        self._table.tally.messages += 1
        self._table.tally.bytes += len(payload)
        self._table.hear(self._chair, READ.decode(payload))

    def say(self, what: dict[str, object]) -> None:
        """Send a message."""
        assert self._transport
        self._transport.send(WSMsgType.TEXT, msgspec.json.encode(what))

    def leave(self) -> None:
        """Close the connection."""
        if self._transport:
            self._transport.disconnect()


class Table:
    """A table with two pages. A move is made every ``pause`` seconds; when a game is over, both want another one."""

    def __init__(self, url: str, game: str, number: int, tally: Tally, pause: float) -> None:
        asked = {"game": game, "players": 2, "options": OPTIONS[game], "keep": "token"}
        # Boards are drawn for one visitor after the other, so every table has visitors of its own.
        self._address = f"127.1.{number // 250}.{1 + number % 250}"
        with httpx.Client(
            transport=httpx.HTTPTransport(local_address=self._address, verify=False), timeout=60
        ) as client:
            made = client.post(f"{url}/api/tables", json=asked).raise_for_status().json()
            body = {"keep": "token", "invite": made["invite"]}
            joined = client.post(f"{url}/api/tables/{made['table']}/join", json=body).raise_for_status().json()
        self._url = f"{url.replace('http', 'ws', 1)}/api/tables/{made['table']}/socket?with=board"
        self._tokens = made["token"], joined["token"]
        self.tally, self._pause = tally, pause
        self._rng = Random(number)
        self._pages: list[Page] = []
        self._told: set[int] = set()
        self.ready = asyncio.Event()
        self._mover, self._moves, self._version = 0, [Choice("")], 0
        self._sent: tuple[int, float] | None = None
        self._due = 0.0
        self._count = 0
        self._stopped = False

    async def connect(self) -> None:
        """Connect both pages."""
        for chair, token in enumerate(self._tokens):
            page = Page(self, chair)
            await ws_connect(
                lambda page=page: page,
                self._url,
                extra_headers={"Authorization": f"Bearer {token}"},
                local_addr=(self._address, 0),
            )
            self._pages.append(page)
        await self.ready.wait()

    def play(self, wait: float) -> None:
        """Begin to move after some seconds."""
        loop = asyncio.get_running_loop()
        self._due = loop.time() + wait
        loop.call_at(self._due, self._move)

    async def stop(self) -> None:
        """Make no more moves, and leave when the last one has arrived."""
        self._stopped = True
        end = time.monotonic() + 10
        while self._sent and time.monotonic() < end:
            await asyncio.sleep(0.01)
        for page in self._pages:
            page.leave()

    def hear(self, chair: int, message: Message) -> None:
        """Note what a page was told."""
        if message.t == "ack":
            self.tally.acknowledged += message.id.startswith("m")
        elif message.t == "nak":
            raise RuntimeError(message.why)
        if message.t not in ("full", "ev"):
            return
        self._version = max(self._version, message.v)
        if message.board and message.board.moves:
            self._mover, self._moves = chair, message.board.moves
        if self._sent and chair != self._sent[0] and message.t == "ev":
            self.tally.latencies.append((time.perf_counter() - self._sent[1]) * 1000)
            self._sent = None
        if message.t == "full":
            self._told.add(chair)
            if len(self._told) == 2:
                self.ready.set()
        if message.end and message.t == "ev":
            self._moves = []
            self._again(chair)

    def _again(self, chair: int) -> None:
        self.tally.games += chair == 0
        self._count += 1
        self._pages[chair].say({"t": "ask", "id": f"again{self._count}", "what": "rematch"})

    def _move(self) -> None:
        if self._stopped:
            return
        loop = asyncio.get_running_loop()
        self._due = max(self._due + self._pause, loop.time())
        loop.call_at(self._due, self._move)
        if not self._moves or self._sent:  # another game has not begun yet, or the last move is late
            return
        self._count += 1
        self.tally.sent += 1
        text = self._rng.choice(self._moves).move
        self._moves = []
        self._sent = self._mover, time.perf_counter()
        self._pages[self._mover].say({"t": "act", "id": f"m{self._count}", "v": self._version, "a": text})


async def connected(
    url: str, count: int, tally: Tally, pause: float, games: Sequence[str] = GAMES, first: int = 0
) -> list[Table]:
    """Open tables and connect their pages; ``first`` is the number of the first one."""
    tables = [Table(url, games[number % len(games)], number, tally, pause) for number in range(first, first + count)]
    waiting = list(tables)

    async def some() -> None:
        while waiting:
            await waiting.pop().connect()

    await asyncio.gather(*(some() for _ in range(CONNECTING)))
    return tables


async def play(tables: Sequence[Table], pause: float, seconds: float) -> None:
    """Play for some seconds; tables begin one after the other, not all at once."""
    for number, table in enumerate(tables):
        table.play(pause * number / len(tables))
    await asyncio.sleep(seconds)


async def leave(tables: Sequence[Table]) -> None:
    """Close all connections, when the last moves have arrived."""
    await asyncio.gather(*(table.stop() for table in tables))
