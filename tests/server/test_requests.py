"""HTTP connections: requests in pieces, many at once, slow, too long, or not HTTP at all."""

from __future__ import annotations

import asyncio
import itertools
import logging
import socket
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import h11
import httpx
import pytest
import uvicorn

from encore.server import run
from encore.server.bots.thinkers import Thinkers
from encore.server.domain.clocks import DAY
from encore.server.domain.moderation import Restriction
from encore.server.http import app
from encore.server.http.app import build
from encore.server.http.guard import LONGEST_QUERY
from encore.server.quiet_log import OncePerMinute
from encore.server.rooms.bus import AloneBus
from encore.server.rooms.hub import Hub
from encore.server.storage.sqlite import SqliteStore
from encore.server.wire import door, requests
from encore.server.wire.door import Door
from encore.server.wire.limits import SOCKETS, Buckets, Limits, Turns
from encore.server.wire.proxies import Proxies
from tests.patience import PATIENCE
from tests.server.client import http
from tests.server.hubs import use

SOME = 50
UPGRADE = (
    b"GET /api/tables/x/socket HTTP/1.1\r\nHost: localhost\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
    b"Sec-WebSocket-Version: 13\r\nSec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n%s\r\n\r\n"
)
"""A request for a socket with one more header."""
HEAD = b"GET /api/health HTTP/1.1\r\nHost: localhost\r\n\r\n"
POST = b"POST /api/%s HTTP/1.1\r\nHost: localhost\r\n%s\r\n\r\n"


@contextmanager
def serving(folder: Path, monkeypatch: pytest.MonkeyPatch, unlimited: bool = True) -> Iterator[int]:
    """Run a server without bots in a thread; return its port."""
    hub = Hub(SqliteStore(folder / "tables.sqlite"), AloneBus(), Thinkers(1))
    monkeypatch.setattr(hub.thinkers, "open", lambda: asyncio.sleep(0))
    listening = socket.create_server(("127.0.0.1", 0))
    ready = threading.Event()
    server = run.Server(hub, ready.set, unlimited)
    thread = threading.Thread(target=lambda: asyncio.run(server.serve([listening])), daemon=True)
    thread.start()
    assert ready.wait(PATIENCE)
    try:
        yield listening.getsockname()[1]
    finally:
        server.should_exit = True
        thread.join(PATIENCE)


@pytest.fixture
def port(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[int]:
    with serving(tmp_path, monkeypatch) as number:
        yield number


def connected(port: int) -> socket.socket:
    client = socket.create_connection(("127.0.0.1", port), PATIENCE)
    client.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
    return client


def everything(client: socket.socket) -> bytes:
    """Return what the server sends until it closes the connection."""
    found = b""
    try:
        while piece := client.recv(1 << 16):
            found += piece
    except ConnectionResetError:
        pass
    return found


def responses(client: socket.socket, count: int) -> bytes:
    """Return what the server sends until it has answered so many requests."""
    found = b""
    while found.count(b"HTTP/1.1 ") < count or not found.endswith(b"}"):
        piece = client.recv(1 << 16)
        assert piece, found
        found += piece
    return found


def status(answer: bytes) -> int:
    return int(answer.split(b" ", 2)[1])


def test_uvicorn_has_the_internals_that_requests_use() -> None:
    assert not requests.missing(), (
        f"uvicorn {uvicorn.__version__} has changed its HTTP implementation: adapt wire/requests.py, run "
        "tests/server/test_requests.py, and then raise the bound of uvicorn in pyproject.toml"
    )


def test_without_them_requests_have_no_deadlines(
    monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    monkeypatch.setattr(requests, "missing", lambda: ["data_received"])
    assert run.requests(Door()) == "h11"
    assert "data_received: requests have no deadlines" in caplog.text


def test_a_request_in_single_bytes(port: int) -> None:
    with connected(port) as client:
        for byte in HEAD:
            client.sendall(bytes([byte]))
        assert status(responses(client, 1)) == 200


@pytest.mark.parametrize("before", [b"", HEAD, POST % (b"look", b"Content-Length: 1") + b"x"])
def test_a_head_of_too_many_lines_is_refused_before_it_is_parsed(port: int, before: bytes) -> None:
    """Also if it begins in the same piece as an earlier request. Lines of a body do not count."""
    lines = b"Content-Length: 200" + b"\r\na:" * (requests.MOST_LINES - 3)
    with connected(port) as client:
        client.sendall(before + POST % (b"look", lines) + b"\n" * 200)
        answer = responses(client, 1 + bool(before))
        assert b"too many headers" not in answer and b" 400 " not in answer
        client.sendall(before + POST % (b"look", lines + b"\r\na:") + b"\n" * 200)
        assert b"The request has too many headers." in everything(client)


def test_many_requests_at_once_are_answered_in_order(port: int) -> None:
    """More bytes than are parsed at a time, and the last request in two pieces."""
    count = 3 * requests.SLICE // len(HEAD)
    with connected(port) as client:
        client.sendall(HEAD * count + HEAD[:10])
        assert responses(client, count).count(b"200 OK") == count
        client.sendall(HEAD[10:])
        assert status(responses(client, 1)) == 200


def test_requests_wait_unparsed_while_another_is_answered(port: int, monkeypatch: pytest.MonkeyPatch) -> None:
    held, receive, count = list[int](), h11.Connection.receive_data, 1000

    def received(self: h11.Connection, data: bytes) -> None:
        receive(self, data)
        held.append(len(self.trailing_data[0]))

    monkeypatch.setattr(h11.Connection, "receive_data", received)
    with connected(port) as client:
        # While a file is sent, the application waits for a disconnection, and uvicorn asks for more.
        client.sendall(HEAD.replace(b"/api/health", b"/") * count)
        found = b""
        while found.count(b"HTTP/1.1 200") < count:
            found += client.recv(1 << 16)
    assert len(held) > 2
    assert max(held) <= 2 * requests.SLICE


def test_a_long_body_arrives_whole(port: int) -> None:
    record = "x" * 100_000
    answer = http.post(f"http://127.0.0.1:{port}/api/replay", json={"record": record})
    assert answer.status_code == 422
    assert answer.json()["error"] == "option"


@pytest.mark.parametrize("path", [b"look", b"tables", b"replay", b"tables/x/join", b"nothing"])
def test_a_long_request_is_refused_before_it_is_sent(port: int, path: bytes) -> None:
    with connected(port) as client:
        client.sendall(POST % (path, b"Content-Length: 2000000"))
        assert status(everything(client)) == 413


@pytest.mark.parametrize(("letters", "expected"), [(LONGEST_QUERY, 200), (LONGEST_QUERY + 1, 413)])
def test_an_address_of_many_parameters_is_refused(port: int, letters: int, expected: int) -> None:
    with connected(port) as client:
        client.sendall(HEAD.replace(b" HTTP", b"?" + b"a&" * (letters // 2) + b"a" * (letters % 2) + b" HTTP"))
        assert status(responses(client, 1)) == expected


def test_a_file_is_sent_as_a_whole(tmp_path: Path, port: int, monkeypatch: pytest.MonkeyPatch) -> None:
    """A hundred parts of the page took 30 ms of processor time."""
    monkeypatch.setattr(app, "PAGE", tmp_path)
    (tmp_path / "index.html").write_text("the page")
    answer = http.get(f"http://127.0.0.1:{port}/", headers={"Range": "bytes=0-0,2-2"})
    assert (answer.status_code, answer.text) == (200, "the page")


def test_a_body_that_comes_after_the_response_is_thrown_away(port: int) -> None:
    """A connection closed at that moment would be reset, and the client might not see why it was refused."""
    with connected(port) as client:
        for _ in range(3):
            client.sendall(POST % (b"nothing", b"Content-Length: 100"))
            assert status(responses(client, 1)) == 405
            client.sendall(b"x" * 60)
            client.sendall(b"x" * 40 + HEAD)
            assert status(responses(client, 1)) == 200


def test_bodies_that_nobody_reads_do_not_fill_the_memory(port: int, monkeypatch: pytest.MonkeyPatch) -> None:
    """At the end of such a body uvicorn resumes reading by itself."""
    held, keep_reading, length, count = list[int](), requests.Requests._keep_reading, 8000, 1000

    def kept(self: requests.Requests) -> None:
        held.append(len(self._received))
        keep_reading(self)

    monkeypatch.setattr(requests.Requests, "_keep_reading", kept)
    with connected(port) as client:
        sending = threading.Thread(
            target=lambda: client.sendall((POST % (b"nothing", b"Content-Length: %d" % length) + b"x" * length) * count)
        )
        sending.start()
        assert responses(client, count).count(b"HTTP/1.1 405") == count
        sending.join(PATIENCE)
    assert max(held) <= 300_000  # asyncio and uvloop read at most 262,144 bytes at a time


def test_a_get_request_with_a_long_body_is_refused(port: int) -> None:
    with connected(port) as client:
        client.sendall(HEAD.replace(b"\r\n\r\n", b"\r\nContent-Length: 2000000\r\n\r\n"))
        assert status(everything(client)) == 413


def test_a_request_must_say_its_length(port: int) -> None:
    with connected(port) as client:
        client.sendall(POST % (b"look", b"Transfer-Encoding: chunked") + b"1\r\nx\r\n" * 10)
        assert status(everything(client)) == 411


def test_what_is_not_http_is_refused_and_counted(port: int) -> None:
    for nonsense in (b"hello\r\n\r\n", b"GET / HTTP/1.1\r\n\r\n", b"\0" * 100, HEAD + b"hello\r\n\r\n"):
        with connected(port) as client:
            client.sendall(nonsense)
            assert b" 400 " in everything(client)
    assert "encore_malformed_total 4.0" in http.get(f"http://127.0.0.1:{port}/metrics").text


@pytest.mark.parametrize("half", [b"", HEAD[:20], POST % (b"look", b"Content-Length: 100") + b"{"])
def test_a_request_that_does_not_arrive_is_closed(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture, half: bytes
) -> None:
    for name, seconds in (("HEAD", 0.3), ("BODY", 0.3), ("CHECK", 0.05)):
        monkeypatch.setattr(door, name, seconds)
    with serving(tmp_path, monkeypatch) as port, connected(port) as client:
        client.sendall(half)
        assert everything(client) == b""
        assert http.get(f"http://127.0.0.1:{port}/api/health").status_code == 200
    assert "requests do not arrive" in caplog.text


def test_a_response_that_is_not_read_is_closed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(door, "STALLED", 0.3)
    monkeypatch.setattr(door, "CHECK", 0.05)
    with serving(tmp_path, monkeypatch) as port, connected(port) as client:
        client.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
        client.settimeout(0.1)
        sent = HEAD.replace(b"/api/health", b"/api/openapi.json") * 1000
        with pytest.raises((TimeoutError, ConnectionResetError, BrokenPipeError)):
            while True:  # until the server reads no more
                client.sendall(sent)
        client.settimeout(PATIENCE)
        everything(client)


class Connection:
    """A connection as the door sees it."""

    awaits_head, awaits_body = True, False

    def __init__(self, since: float = 0.0, visitor: str = "192.0.2.1", order: list[str] | None = None) -> None:
        self.since, self.visitor = since, visitor
        self.order = [] if order is None else order  # the visitors of connections as they are admitted
        self.admitted = self.aborted = False
        self.unread = 0
        self.transport = self

    def admit(self) -> None:
        self.admitted = True
        self.order.append(self.visitor)

    def abort(self) -> None:
        self.aborted = True


def test_connections_of_a_proxy_are_not_counted() -> None:
    """It forwards whole requests of many visitors, whom the limits tell apart later."""
    many = [Connection(visitor="") for _ in range(3 * SOME)]
    doors = Door(files=3 * SOME)
    assert all(doors.enter(connection) for connection in many)  # type: ignore[arg-type]
    assert not any(connection.aborted for connection in many)
    doors.check(door.HEAD + 1)
    assert all(connection.aborted for connection in many)


def test_trusted_proxies_are_recognised() -> None:
    proxies = Proxies("127.0.0.1, ::1,10.0.0.0/8,proxy.example")
    trusted = {"127.0.0.1": True, "::1": True, "10.1.2.3": True, "127.0.0.2": False, "11.0.0.1": False, "": False}
    assert {address: address in proxies for address in trusted} == trusted
    assert "192.0.2.1" in Proxies(["*"])


@pytest.mark.parametrize("extra", [b"Content-Length: 5", b"Transfer-Encoding: chunked"])
def test_a_request_for_a_socket_with_a_body_is_refused(port: int, extra: bytes) -> None:
    """It would wait for ever otherwise, and count nowhere."""
    with connected(port) as client:
        client.sendall(UPGRADE % extra)
        assert status(everything(client)) == 400


@pytest.mark.parametrize("header", [b"Connection: ", b"sec-websocket-protocol: "])
def test_a_request_for_a_socket_with_long_lists_is_refused(port: int, header: bytes) -> None:
    """Also in many lines. Two lists of 8 KB took 10 ms to read, a hundred times a second."""
    for lists, expected in (
        ([b"a," * 100 + b"Upgrade"], 403),  # there is no such table
        ([b"a," * 500 + b"Upgrade"], 400),
        ([b"a," * 50 + b"Upgrade"] * 10, 400),
    ):
        with connected(port) as client:
            client.sendall(UPGRADE % b"\r\n".join(header + each for each in lists))
            assert status(everything(client)) == expected


def test_every_address_is_limited(tmp_path: Path) -> None:
    """Also those without work: the page, its files, and addresses where there is nothing."""

    async def play(hub: Hub, store: SqliteStore) -> None:
        limits = Limits()
        limits.all_requests = Buckets(0.0, 3.0)
        transport = httpx.ASGITransport(build(hub, limits))
        async with httpx.AsyncClient(transport=transport, base_url="http://localhost") as client:
            answers = [await client.get(path) for path in ("/", "/api/nothing", "/metrics", "/", "/api/nothing")]
        assert [answer.status_code for answer in answers] == [200, 404, 200, 429, 429]
        assert answers[-1].headers["connection"] == "close"

    use(tmp_path, play)


@pytest.mark.parametrize(
    ("kind", "status", "headers"),
    [
        ("banned", 403, {}),
        ("another host", 421, {"Host": "evil.example"}),
        ("another site", 403, {"Origin": "https://evil.example"}),
    ],
)
def test_whoever_is_refused_anyway_is_limited_too(
    tmp_path: Path, kind: str, status: int, headers: dict[str, str]
) -> None:
    """Each refusal counts, and ends the connection unless a body is still to come."""

    async def play(hub: Hub, store: SqliteStore) -> None:
        limits = Limits()
        limits.all_requests = Buckets(0.0, 3.0)
        if kind == "banned":
            ban = Restriction("b", "ban", "address", "127.0.0.1", hub.now() + DAY, "", "", 0)
            await store.moderation.restrict(ban)
            await hub.moderation.read()
        transport = httpx.ASGITransport(build(hub, limits))
        async with httpx.AsyncClient(transport=transport, base_url="http://localhost", headers=headers) as client:
            answers = [await client.get("/api/games") for _ in range(2)]
            answers.append(await client.post("/api/tables", json={"game": "x"}))
            answers += [await client.get("/api/games") for _ in range(2)]
        assert [answer.status_code for answer in answers] == [status, status, status, 429, 429]
        assert [answer.headers.get("connection") for answer in answers] == ["close", "close", None, "close", "close"]
        assert limits.refused == 5

    use(tmp_path, play)


def test_requests_of_a_visitor_take_turns() -> None:
    turns, now, most = Turns(2), [0], [0]

    async def one(visitor: str) -> None:
        async with turns.turn(visitor):
            now[0] += 1
            most[0] = max(most[0], now[0])
            await asyncio.sleep(0)
            now[0] -= 1

    async def all_of_them() -> None:
        await asyncio.gather(*(one("ada") for _ in range(10)))
        assert most == [2]
        await asyncio.gather(*(one(str(number)) for number in range(10)))
        assert most == [10]

    asyncio.run(all_of_them())
    assert not turns._visitors


def test_the_oldest_connection_makes_room_for_a_new_one() -> None:
    many, other = [Connection() for _ in range(SOME + 1)], Connection(visitor="192.0.2.2")

    async def enter() -> None:
        doors = Door(files=3 * SOME)
        for connection in (other, *many):
            doors.enter(connection)  # type: ignore[arg-type]

    asyncio.run(enter())
    assert [connection.aborted for connection in (other, *many)] == [False, True, *[False] * SOME]


def test_deadlines_start_again_with_each_request() -> None:
    slow, new = Connection(0.0), Connection(0.0)
    doors = Door(unlimited=True)
    doors.enter(slow)  # type: ignore[arg-type]
    doors.enter(new)  # type: ignore[arg-type]
    doors.answering(new)  # type: ignore[arg-type]
    new.since = 9.0
    doors.waiting(new)  # type: ignore[arg-type]
    doors.check(door.HEAD + 1)
    assert (slow.aborted, new.aborted) == (True, False)
    new.unread = 1  # the response is still being read
    doors.check(door.HEAD + 10)
    assert not new.aborted
    new.unread = 0
    doors.check(door.HEAD + 10)
    assert new.aborted


def test_a_crowd_is_admitted_bit_by_bit() -> None:
    async def crowd() -> tuple[int, int]:
        doors, many = Door(), [Connection(visitor=str(number)) for number in range(100)]
        at_once = sum(doors.enter(connection) for connection in many)  # type: ignore[arg-type]
        async with asyncio.timeout(PATIENCE):
            while sum(connection.admitted for connection in many) < len(many) - at_once:
                await asyncio.sleep(0.01)
        return at_once, len(many)

    at_once, total = asyncio.run(crowd())
    assert door.BURST <= at_once < total


def test_more_are_admitted_in_the_first_seconds_of_a_process(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(door, "RETURNING", 0.05)

    def at_once(doors: Door) -> int:
        many = [Connection(visitor=str(number)) for number in range(200)]
        admitted = sum(doors.enter(connection) for connection in many)  # type: ignore[arg-type]
        for connection in many:
            doors.leave(connection)  # type: ignore[arg-type]
        return admitted

    def sockets(limits: Limits) -> int:
        return next(number for number in itertools.count() if not limits.sockets.take("a school"))

    async def start() -> None:
        limits = Limits()
        doors = Door(hurried=[limits.sockets])
        watching = asyncio.create_task(doors.watch())
        await asyncio.sleep(0)
        assert at_once(doors) >= door.FASTER * door.BURST
        assert sockets(limits) >= SOCKETS
        async with asyncio.timeout(PATIENCE):
            while at_once(doors) > 2 * door.BURST:
                await asyncio.sleep(door.RETURNING)
        assert sockets(limits) < SOCKETS
        watching.cancel()

    asyncio.run(start())


def test_a_new_process_lets_a_whole_school_open_its_sockets(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Those of one address that were at the process before it come back at once."""
    monkeypatch.setattr(door, "RETURNING", PATIENCE)
    with serving(tmp_path, monkeypatch, unlimited=False) as port:
        for _ in range(SOCKETS):
            with connected(port) as client:
                client.sendall(UPGRADE % b"X-Nothing: 1")
                assert status(everything(client)) == 403  # there is no such table
        assert "\nencore_refused_total 0.0\n" in http.get(f"http://127.0.0.1:{port}/metrics").text


def test_addresses_take_turns_at_the_door(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(door, "WAITING", 200)  # one address is let in a hundred times a second
    order = list[str]()

    async def crowd() -> bool:
        doors, other = Door(), Connection(visitor="192.0.2.2", order=order)
        many = [Connection(order=order) for _ in range(door.WAITING)]
        for connection in (*many, other):
            doors.enter(connection)  # type: ignore[arg-type]
        doors.leave(many[-1])  # type: ignore[arg-type]
        async with asyncio.timeout(PATIENCE):
            while not many[-2].admitted:
                await asyncio.sleep(0.01)
        return many[-1].admitted

    gone = asyncio.run(crowd())
    assert "192.0.2.2" in order[:2]  # it came last, and waits for one of the others at most
    assert not gone


def test_the_oldest_unfinished_body_makes_room_for_a_new_one() -> None:
    many = [Connection() for _ in range(SOME + 2)]

    async def send() -> None:
        doors = Door(files=3 * SOME)
        for connection in many:
            connection.awaits_body = True
            doors.enter(connection)  # type: ignore[arg-type]
            doors.answering(connection)  # type: ignore[arg-type]
            many[0].awaits_body = False  # the body of the first has come

    asyncio.run(send())
    assert [connection.aborted for connection in many] == [False, True, *[False] * SOME]


def test_a_client_that_goes_in_the_middle_of_its_body_leaves_no_trace_in_the_log(
    port: int, caplog: pytest.LogCaptureFixture
) -> None:
    with connected(port) as client:
        client.sendall(POST % (b"tables", b"Content-Length: 100") + b"0123456789")
    assert http.get(f"http://127.0.0.1:{port}/api/health").status_code == 200
    assert not caplog.records


def test_equal_messages_are_logged_once_a_minute(monkeypatch: pytest.MonkeyPatch) -> None:
    now = [0.0]
    monkeypatch.setattr("encore.server.quiet_log.time.monotonic", lambda: now[0])
    once, log = OncePerMinute(), logging.getLogger("test")

    def logged(message: str, *args: object) -> str | None:
        record = log.makeRecord("test", logging.WARNING, "", 0, message, args, None)
        return record.getMessage() if once.filter(record) else None

    assert logged("table %s", "a") == "table a"
    assert [logged("table %s", "b"), logged("table %s", "c")] == [None, None]
    assert logged("another") == "another"
    now[0] = 61.0
    assert logged("table %s", "d") == "table d (and 2 more like it before)"
    assert logged("table %s", "e") is None
