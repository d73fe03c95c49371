"""The operator page: it asks the server processes what `encore admin` asks, and listens only on this machine."""

from __future__ import annotations

import asyncio
import secrets
import socket
from collections.abc import Awaitable, Callable
from contextlib import suppress
from ipaddress import ip_address
from pathlib import Path
from typing import Any, TypeVar

import msgspec
import uvicorn
from starlette.applications import Starlette
from starlette.datastructures import Headers
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Mount, Route
from starlette.staticfiles import StaticFiles
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from encore.core.errors import EncoreError
from encore.server.admin.client import Client, NoServer
from encore.server.admin.orders import (
    CHANGES,
    AnyOrder,
    Done,
    GetLoad,
    GetLog,
    GetReports,
    GetRestrictions,
    GetTables,
    LiveTable,
    LiveTables,
    Load,
    Log,
    Reports,
    Restrictions,
    WholeTable,
)
from encore.server.domain.clocks import now_ms
from encore.server.domain.moderation import LogEntry, Report, Restriction, read_period
from encore.server.domain.unreadable import UNREADABLE

PAGE = Path(__file__).parent / "page"
"""The files of the page, as they are built from web/operator."""
LONGEST_BODY = 1 << 14
MOST_TABLES = 100
"""Tables of each process that are shown at most; others are found by a name."""
MOST_ENTRIES = 50
"""Entries of the log that are shown."""
HEADERS = (
    (b"content-security-policy", b"default-src 'self'; frame-ancestors 'none'; base-uri 'none'; form-action 'none'"),
    (b"x-content-type-options", b"nosniff"),
    (b"referrer-policy", b"no-referrer"),
    (b"cache-control", b"no-store"),
)

T = TypeVar("T")
Endpoint = Callable[[Request], Awaitable[object]]


class Enter(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The token of a link."""

    token: str


class Entered(msgspec.Struct, frozen=True):
    """The key with which a browser asks from now on."""

    key: str


class Loads(msgspec.Struct, frozen=True):
    """How much each process has to do, and which ones do not answer."""

    loads: tuple[Load, ...]
    silent: tuple[int, ...]


class SeenTable(msgspec.Struct, frozen=True):
    """A table that is open in a process."""

    process: int
    table: LiveTable


class State(msgspec.Struct, frozen=True):
    """What the page shows besides the load; ``found`` tables are open, and some of them are here.

    ``more`` tells that there are more reports, which come after these.
    ``names`` are those of people who are restricted, by their ids.
    """

    now: int
    tables: tuple[SeenTable, ...]
    found: int
    restrictions: tuple[Restriction, ...]
    names: dict[str, str]
    reports: tuple[Report, ...]
    more: bool
    log: tuple[LogEntry, ...]


class SeenWhole(msgspec.Struct, frozen=True):
    """A table with who is there, from each process where it is open."""

    processes: tuple[WholeTable, ...]


class Failed(msgspec.Struct, frozen=True):
    """Why there is no answer, in one line."""

    error: str


class Refused(EncoreError):
    """A request that is not answered, with its status."""

    def __init__(self, status: int, text: str) -> None:
        super().__init__(text)
        self.status = status


class Keys:
    """Who may ask: each link lets one browser in, once, and gives it a key. They last as long as the command."""

    def __init__(self, used: Callable[[str], None]) -> None:
        self._used, self._keys = used, set[str]()
        self.token = secrets.token_urlsafe(24)

    def enter(self, token: str) -> str:
        """Return a key for the token of the newest link, which is used up with it."""
        if not secrets.compare_digest(token.encode(), self.token.encode()):
            raise Refused(403, "this link was used already, or is not of this command; the terminal shows a new one")
        self.token, key = secrets.token_urlsafe(24), secrets.token_urlsafe(24)
        self._keys.add(key)
        self._used(self.token)
        return key

    def check(self, request: Request) -> None:
        """Raise Refused for whoever has no key. It comes in a header, which no other page can send."""
        scheme, _, key = request.headers.get("authorization", "").partition(" ")
        if scheme != "Bearer" or key not in self._keys:
            raise Refused(401, "this browser has no key; open the link that the terminal shows")


class Site:
    """The endpoints of the page."""

    def __init__(self, client: Client, keys: Keys) -> None:
        self._client, self._keys = client, keys

    def app(self) -> ASGIApp:
        """Return the application."""
        routes = [
            Route("/api/enter", self._answering(self.enter, free=True), methods=["POST"]),
            Route("/api/load", self._answering(self.load)),
            Route("/api/state", self._answering(self.state)),
            Route("/api/table/{table}", self._answering(self.table)),
            Route("/api/do", self._answering(self.do), methods=["POST"]),
            Mount("/", StaticFiles(directory=PAGE, html=True, check_dir=False)),
        ]
        return guarded(Starlette(routes=routes))

    async def enter(self, request: Request) -> Entered:
        """Let a browser in."""
        return Entered(self._keys.enter(msgspec.json.decode(await _body(request), type=Enter).token))

    async def load(self, _: Request) -> Loads:
        """Return how much each process has to do; it takes a second."""
        answers = await asyncio.to_thread(self._client.ask_all, GetLoad(), Load)
        return Loads(tuple(load for _, load in answers.found), tuple(answers.silent))

    async def state(self, request: Request) -> State:
        """Return everything else that the page shows."""
        order = msgspec.convert({"do": "tables", "find": request.query_params.get("find", "")}, GetTables)
        order = msgspec.structs.replace(order, most=MOST_TABLES)
        (tables, _), restrictions, reports, log = await asyncio.gather(
            asyncio.to_thread(self._client.ask_all, order, LiveTables),
            self._ask(GetRestrictions(), Restrictions),
            self._ask(GetReports("done" in request.query_params), Reports),
            self._ask(GetLog(MOST_ENTRIES), Log),
        )
        seen = [SeenTable(process, table) for process, each in tables for table in each.tables]
        seen.sort(key=lambda one: (-one.table.sockets, -one.table.at))
        found = sum(each.found for _, each in tables)
        restricted = restrictions.restrictions, restrictions.names
        return State(now_ms(), tuple(seen), found, *restricted, reports.reports, reports.more, log.log)

    async def table(self, request: Request) -> SeenWhole:
        """Return who is at a table."""
        answers = await asyncio.to_thread(self._client.table, request.path_params["table"])
        return SeenWhole(tuple(one for _, one in answers.found))

    async def do(self, request: Request) -> Done:
        """Carry out an order that changes something. Its time is given as with the command: ``for`` 30m."""
        asked = msgspec.json.decode(await _body(request), type=dict[str, Any])
        process = asked.pop("process", None)
        if "for" in asked:
            asked["ms"] = read_period(str(asked.pop("for")))
        order = msgspec.convert(asked, AnyOrder)
        if not isinstance(order, CHANGES) or not isinstance(process, int | None):
            raise Refused(400, "this is no order that changes something")
        return await self._ask(order, Done, process)

    async def _ask(self, order: AnyOrder, kind: type[T], process: int | None = None) -> T:
        return await asyncio.to_thread(self._client.ask, order, kind, process)

    def _answering(self, endpoint: Endpoint, free: bool = False) -> Callable[[Request], Awaitable[Response]]:
        """Return what answers a request as JSON; only ``free`` is for those without a key."""

        async def answer(request: Request) -> Response:
            try:
                if not free:
                    self._keys.check(request)
                return _json(await endpoint(request))
            except Refused as error:
                return _json(Failed(str(error)), error.status)
            except UNREADABLE as error:
                return _json(Failed(f"this cannot be read: {error}"), 400)
            except NoServer as error:
                return _json(Failed(str(error)), 503)
            except EncoreError as error:
                return _json(Failed(str(error)), 409)

        return answer


def guarded(app: ASGIApp) -> ASGIApp:
    """Return an application that answers only pages of its own.

    A page elsewhere can make its own name point to this machine (DNS rebinding): only addresses of this machine and
    localhost are answered. Requests that a browser sends for another page are not.
    """

    async def serve(scope: Scope, receive: Receive, send: Send) -> None:
        async def answer(message: Message) -> None:
            if message["type"] == "http.response.start":
                ours = {name for name, _ in HEADERS}
                others = [header for header in message["headers"] if header[0] not in ours]
                message["headers"] = [*others, *HEADERS]
            await send(message)

        if scope["type"] != "http":
            return
        refused = _refused(Headers(scope=scope))
        await (_json(Failed(refused), 403) if refused else app)(scope, receive, answer)

    return serve


def _refused(headers: Headers) -> str:
    """Return why a request is not answered; nothing if it is."""
    host = headers.get("host", "")
    if not _is_this_machine(host):
        return "this page is only for this machine: open it as http://127.0.0.1 or http://localhost with its port"
    origin, site = headers.get("origin"), headers.get("sec-fetch-site", "none")
    if (origin is not None and origin != f"http://{host}") or site not in ("none", "same-origin"):
        return "this comes from another site"
    return ""


def _is_this_machine(host: str) -> bool:
    name = host[1:].partition("]")[0] if host.startswith("[") else host.partition(":")[0]
    if name.lower() == "localhost":
        return True
    try:
        return ip_address(name).is_loopback
    except ValueError:
        return False


async def _body(request: Request) -> bytes:
    if request.headers.get("content-type") != "application/json":  # a form of another site cannot send this
        raise Refused(415, "a request is JSON")
    body = b""
    async for part in request.stream():
        body += part
        if len(body) > LONGEST_BODY:
            raise Refused(413, f"a request has at most {LONGEST_BODY} bytes")
    return body


def _json(answer: object, status: int = 200) -> Response:
    return Response(msgspec.json.encode(answer), status, media_type="application/json")


def serve(client: Client, listening: socket.socket, keys: Keys) -> None:
    """Serve the page until Ctrl-C."""
    if not (PAGE / "index.html").is_file():
        raise EncoreError("the operator page is not built; python hatch_build.py build does")
    config = uvicorn.Config(
        Site(client, keys).app(),
        lifespan="off",
        log_level="warning",
        access_log=False,
        server_header=False,
        timeout_graceful_shutdown=1,
    )
    with suppress(KeyboardInterrupt):  # how it ends
        uvicorn.Server(config).run([listening])
