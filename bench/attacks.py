"""What one anonymous visitor can do to a server: the attacks of ``bench.abuse`` and ``tests/server/test_abuse.py``.

Each attack is a function that runs in its own process, so that it does not delay the honest player, and returns how
often each thing happened. Connections are bare TCP: a client library would follow the protocol, and would read.
``bench.quick_players`` has an attacker who plays by the rules.
"""

from __future__ import annotations

import asyncio
import socket
import time
from collections import Counter
from collections.abc import AsyncIterator, Sequence
from contextlib import asynccontextmanager, suppress
from typing import Any

import httpx

ATTACKER = "127.0.0.66"
"""The address of the attacker: another visitor than the honest player, on the same machine."""
PROXY = "127.0.0.1"
"""The address whose forwarded headers a server trusts by default."""
BLOCK = 32 * 1024
"""Bytes that an attacker writes at once."""
RETURN = 1.0
"""Seconds until an attacker comes back after a connection was closed or refused."""
ANSWER = 10.0
"""Seconds that an attacker waits for an answer."""
BOTS = [{"kind": "bot", "bot": "bot:expert"}] * 3

UPGRADE = (
    "GET /api/tables/{table}/socket HTTP/1.1\r\nHost: 127.0.0.1:{port}\r\nUpgrade: websocket\r\n"
    "Connection: Upgrade\r\nSec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==\r\nSec-WebSocket-Version: 13\r\n\r\n"
)
HALF_HEAD = b"GET / HTTP/1.1\r\nHost: 127.0.0.1\r\n"
HALF_BODY = b"POST /api/tables HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Length: 100\r\n\r\n0123456789"
WHOLE = b"GET / HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n"
REFUSED = {
    "somebody banned": b"GET /api/tables HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n",
    "another host": b"GET / HTTP/1.1\r\nHost: evil.example\r\n\r\n",
    "another site": b"GET / HTTP/1.1\r\nHost: 127.0.0.1\r\nOrigin: https://evil.example\r\n\r\n",
}
"""Requests that are refused whatever they ask for, by why."""
MALFORMED = b"NONSENSE / nothing\r\n\r\n"
HEAD = 15_000
"""Bytes of a long head: less than a server accepts."""
MANY_LINES = b"GET /api/health HTTP/1.1\r\nHost: 127.0.0.1\r\n" + b"a:\r\n" * (HEAD // 4) + b"\r\n"


def frame(opcode: int, payload: bytes = b"", final: bool = True) -> bytes:
    """Return a short frame of a client, masked with zeros."""
    return bytes((final << 7 | opcode, 0x80 | len(payload))) + bytes(4) + payload


def blocks(one: bytes, cut: int = 0) -> bytes:
    """Return many copies of a frame; with ``cut``, each block ends in the middle of a frame."""
    return one * (BLOCK // len(one)) + one[:cut]


TEXTS = blocks(frame(1, b"x"))
PINGS = blocks(frame(9))
LONG_PINGS = blocks(frame(9, bytes(125)))
FRAGMENTS = blocks(frame(0, final=False))
FIRST_FRAGMENT = frame(1, b"x", final=False)
SPLIT = frame(1, b"true") * 100 + frame(1, b"true")[:7]
"""A write that ends in the middle of a frame, before the rest of it."""
SPLIT_REST = frame(1, b"true")[7:]


class Refused(Exception):
    """The server did not accept a connection."""


class Wire:
    """A TCP connection on which nothing is read or written unless it is asked for."""

    def __init__(self, address: str = ATTACKER) -> None:
        self._socket = socket.socket()
        self._socket.setblocking(False)
        self._socket.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        self._socket.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)  # the server keeps what is not read
        # Thousands of connections from one address: the port is chosen when the other end is known.
        self._socket.setsockopt(socket.IPPROTO_IP, getattr(socket, "IP_BIND_ADDRESS_NO_PORT", 24), 1)
        self._socket.bind((address, 0))

    async def connect(self, port: int) -> None:
        """Connect to the server."""
        async with asyncio.timeout(ANSWER):
            await asyncio.get_running_loop().sock_connect(self._socket, ("127.0.0.1", port))

    async def send(self, data: bytes) -> None:
        """Write bytes; wait as long as the server does not read them."""
        await asyncio.get_running_loop().sock_sendall(self._socket, data)

    async def receive(self) -> bytes:
        """Return some bytes, or none at the end."""
        return await asyncio.get_running_loop().sock_recv(self._socket, 1 << 16)

    async def head(self) -> bytes:
        """Return the beginning of an answer, at least until its blank line; less if the server closes before."""
        data = b""
        with suppress(ConnectionError):
            async with asyncio.timeout(ANSWER):
                while b"\r\n\r\n" not in data and (more := await self.receive()):
                    data += more
        return data

    async def ask(self, request: bytes) -> bytes:
        """Send a request; return the beginning of its answer."""
        with suppress(ConnectionError):
            await self.send(request)
        return await self.head()

    async def drain(self) -> None:
        """Read and forget until the server closes the connection."""
        with suppress(ConnectionError):
            while await self.receive():
                pass

    def close(self) -> None:
        """Close the connection."""
        self._socket.close()


@asynccontextmanager
async def connected(port: int, address: str = ATTACKER) -> AsyncIterator[Wire]:
    """Connect, and close the connection at the end."""
    wire = Wire(address)
    try:
        await wire.connect(port)
        yield wire
    finally:
        wire.close()


@asynccontextmanager
async def watching(port: int, table: str, address: str = ATTACKER) -> AsyncIterator[Wire]:
    """Connect to a table as a spectator, or raise Refused."""
    async with connected(port, address) as wire:
        await wire.send(UPGRADE.format(table=table, port=port).encode())
        head = await wire.head()
        if b" 101 " not in head:
            raise Refused(status(head))
        yield wire


def status(head: bytes) -> str:
    """Return the status of an answer, or "closed" if there is none."""
    words = head.split(b" ", 2)
    return words[1].decode() if head.startswith(b"HTTP/") and len(words) > 2 else "closed"


def client(address: str = ATTACKER) -> httpx.AsyncClient:
    """Return an HTTP client at an address of this machine."""
    limits = httpx.Limits(max_connections=None, max_keepalive_connections=20)
    transport = httpx.AsyncHTTPTransport(verify=False, local_address=address, limits=limits)
    return httpx.AsyncClient(transport=transport, timeout=300)


async def _again(work: Any, tally: Counter[str], end: float) -> None:
    """Repeat an attack on a connection until the time is over; count why each connection ended."""
    while (left := end - time.monotonic()) > 0:
        try:
            async with asyncio.timeout(left):
                await work()
            tally["closed"] += 1
        except Refused as refused:
            tally[f"refused {refused}"] += 1
        except TimeoutError:
            tally["kept"] += 1
        except OSError:
            tally["closed"] += 1
        await asyncio.sleep(min(RETURN, max(0.0, end - time.monotonic())))


async def _pour(wire: Wire, pieces: Sequence[bytes], rate: float, tally: Counter[str]) -> None:
    """Write the pieces again and again, at most ``rate`` bytes a second."""
    start, sent = time.monotonic(), 0
    while True:
        for piece in pieces:
            await wire.send(piece)
            sent += len(piece)
            tally["bytes"] += len(piece)
        early = sent / rate - (time.monotonic() - start)
        await asyncio.sleep(max(0.0, early))


async def _both(wire: Wire, pieces: Sequence[bytes], rate: float, tally: Counter[str], reads: bool) -> None:
    """Write the pieces again and again, and perhaps read the answers, until the server closes the connection."""
    works = {asyncio.ensure_future(_pour(wire, pieces, rate, tally))}
    if reads:
        works.add(asyncio.ensure_future(wire.drain()))
    try:
        await asyncio.wait(works, return_when=asyncio.FIRST_COMPLETED)
    finally:
        for work in works:
            work.cancel()
        await asyncio.gather(*works, return_exceptions=True)


async def flood(
    port: int,
    table: str,
    pieces: Sequence[bytes],
    rate: float,
    seconds: float,
    opening: bytes = b"",
    reads: bool = True,
    sockets: int = 1,
) -> Counter[str]:
    """Write frames to sockets of a table, at a rate for each, and perhaps never read the answers."""
    tally = Counter[str]()

    async def socket_of_a_table() -> None:
        async with watching(port, table) as wire:
            await wire.send(opening)
            await _both(wire, pieces, rate, tally, reads)

    end = time.monotonic() + seconds
    await asyncio.gather(*(_again(socket_of_a_table, tally, end) for _ in range(sockets)))
    return tally


def long_cookie(table: str) -> bytes:
    """Return a request whose cookie, that of a table, is full of backslashes."""
    head = f'GET /api/tables/{table} HTTP/1.1\r\nHost: 127.0.0.1\r\nCookie: encore-{table}="'
    return head.encode() + b'\\"' * (HEAD // 2) + b'"\r\n\r\n'


async def heads(port: int, head: bytes, connections: int, seconds: float) -> Counter[str]:
    """Send the same head again and again, each time after the answer to the last one."""
    tally = Counter[str]()

    async def requests() -> None:
        async with connected(port) as wire:
            while (answer := status(await wire.ask(head))) != "closed":
                tally[answer] += 1

    end = time.monotonic() + seconds
    await asyncio.gather(*(_again(requests, tally, end) for _ in range(connections)))
    return tally


async def half_requests(port: int, half: bytes, count: int, seconds: float) -> Counter[str]:
    """Begin requests and never finish them; come back whenever one is closed."""
    tally = Counter[str]()

    async def half_a_request() -> None:
        async with connected(port) as wire:
            await wire.send(half)
            await wire.drain()

    end = time.monotonic() + seconds
    await asyncio.gather(*(_again(half_a_request, tally, end) for _ in range(count)))
    return tally


async def pipeline(
    port: int, request: bytes, rate: float, seconds: float, sockets: int = 1, reads: bool = False
) -> Counter[str]:
    """Send requests one after the other, many more than are answered, and perhaps never read an answer."""
    tally = Counter[str]()

    async def requests() -> None:
        async with connected(port) as wire:
            await _both(wire, [blocks(request)], rate, tally, reads)

    end = time.monotonic() + seconds
    await asyncio.gather(*(_again(requests, tally, end) for _ in range(sockets)))
    return tally


async def experts(port: int, tables: int, seconds: float, pause: float = 2.0) -> Counter[str]:
    """Open tables of three experts, one more after each pause, and watch them all, so that the bots play."""
    tally, end, watched = Counter[str](), time.monotonic() + seconds, set[asyncio.Task[None]]()

    async def watch(table: str) -> None:
        async with watching(port, table) as wire:
            await wire.drain()

    async with client() as http:
        for number in range(1 << 30):
            if number >= tables:
                await asyncio.sleep(min(pause, max(0.0, end - time.monotonic())))
            if number >= tables and time.monotonic() >= end:
                break
            body = {"game": "dalapapa", "players": 3, "chairs": BOTS}
            answer = await http.post(f"http://127.0.0.1:{port}/api/tables", json=body)
            tally[str(answer.status_code)] += 1
            if answer.status_code == 201:
                watched.add(asyncio.create_task(watch(answer.json()["table"])))
    for task in watched:
        task.cancel()
    ended = await asyncio.gather(*watched, return_exceptions=True)
    tally["sockets closed or refused"] = sum(not isinstance(each, asyncio.CancelledError) for each in ended)
    return tally


async def studies(port: int, record: str, position: dict[str, Any], replays: int, looks: int) -> Counter[str]:
    """Ask for replays of a long game and for looks at its end, all at once."""
    async with client() as http:

        async def post(path: str, body: dict[str, Any]) -> str:
            try:
                return f"{path} {(await http.post(f'http://127.0.0.1:{port}/api/{path}', json=body)).status_code}"
            except httpx.TransportError:
                return f"{path} closed"

        asked = [post("replay", {"record": record}) for _ in range(replays)]
        return Counter(await asyncio.gather(*asked, *(post("look", position) for _ in range(looks))))


async def crowd(port: int, table: str, count: int, together: int = 50) -> Counter[str]:
    """Let spectators from as many addresses join a table, stay until all are there, and leave."""
    tally, here, gates = Counter[str](), asyncio.Event(), asyncio.Semaphore(together)
    left = count

    async def spectator(number: int) -> None:
        nonlocal left
        address = f"127.1.{number >> 8}.{number & 255}"
        try:
            async with gates:
                wire = Wire(address)
                await wire.connect(port)
                await wire.send(UPGRADE.format(table=table, port=port).encode())
                tally[status(await wire.head())] += 1
        except (OSError, TimeoutError):
            tally["closed"] += 1
        left -= 1
        if not left:
            here.set()
        reading = asyncio.create_task(wire.drain())
        await here.wait()
        reading.cancel()
        await asyncio.gather(reading, return_exceptions=True)
        wire.close()

    await asyncio.gather(*(spectator(number) for number in range(1, count + 1)))
    return tally


async def spam(port: int, sources: Sequence[str], each: int, **asked: Any) -> Counter[str]:
    """Open tables for the clients of a proxy, ``each`` for every address."""
    tally = Counter[str]()
    async with client(PROXY) as http:
        for source in sources:
            for _ in range(each):
                answer = await http.post(
                    f"http://127.0.0.1:{port}/api/tables",
                    json={"game": "dakapo", **asked},
                    headers={"X-Forwarded-For": source},
                )
                tally[str(answer.status_code)] += 1
    return tally


async def long_request(port: int, method: str, path: str, length: int, chunked: bool) -> str:
    """Announce a long body, send a block of it, and return the status of the answer to that."""
    size = "Transfer-Encoding: chunked" if chunked else f"Content-Length: {length}"
    head = f"{method} {path} HTTP/1.1\r\nHost: 127.0.0.1:{port}\r\nContent-Type: application/json\r\n{size}\r\n\r\n"
    block = b" " * BLOCK
    pieces = [b"%x\r\n%b\r\n" % (BLOCK, block)] * (length // BLOCK) if chunked else [block]
    try:
        async with connected(port) as wire, asyncio.timeout(ANSWER):
            answer = asyncio.ensure_future(wire.head())
            with suppress(ConnectionError):
                await wire.send(head.encode())
                for piece in pieces:
                    if answer.done():
                        break
                    await wire.send(piece)
                    await asyncio.sleep(0.01)  # time for an answer
            return status(await answer)
    except TimeoutError:
        return "no answer"
    except ConnectionError:
        return "closed"


async def malformed(port: int, count: int, together: int = 20) -> Counter[str]:
    """Send requests that are not HTTP, each on its own connection."""
    gates = asyncio.Semaphore(together)

    async def nonsense() -> str:
        async with gates:
            try:
                async with connected(port) as wire:
                    await wire.send(MALFORMED)
                    return status(await wire.head())
            except (OSError, TimeoutError):
                return "closed"

    return Counter(await asyncio.gather(*(nonsense() for _ in range(count))))
