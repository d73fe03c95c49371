"""Rejects requests that no endpoint should see, and protects the responses."""

from __future__ import annotations

import logging

from starlette.requests import HTTPConnection
from starlette.responses import Response
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from encore.core.errors import quoted
from encore.core.fact import Fact
from encore.server.domain.moderation import BANNED, banned_fact
from encore.server.domain.positions import LONGEST_RECORD
from encore.server.domain.visitor import visitor_at
from encore.server.http.answers import failure
from encore.server.http.cookies import is_secure
from encore.server.http.hosts import Hosts
from encore.server.rooms.moderation import Moderation, reason_of
from encore.server.wire.limits import Limits
from encore.server.wire.messages import LARGEST

log = logging.getLogger("encore.server")

HEADERS = (
    (b"content-security-policy", b"default-src 'self'; frame-ancestors 'none'; base-uri 'none'; form-action 'self'"),
    (b"x-content-type-options", b"nosniff"),
    (b"referrer-policy", b"same-origin"),
)
TOO_MANY = 429
"""The status of responses to visitors who ask more often than the limits allow."""
CACHE = b"cache-control"
NOT_KEPT = (CACHE, b"no-store")
"""Sent with API responses that say nothing else: the content depends on the sender, so no cache may store it."""
FORBIDDEN = 4403
"""The code for sockets that are rejected before they open."""
LONG = dict.fromkeys(("/api/replay", "/api/verify"), 2 * LONGEST_RECORD)
"""The paths whose requests may be longer than a frame."""
LONGEST_QUERY = 1024
"""Bytes after the question mark of an address. Thousands of parameters take long to read."""
CLOSE = {"connection": "close"}
"""The header of a response after which the rest of a request is not read."""


def guarded(app: ASGIApp, sockets: ASGIApp, limits: Limits, hosts: Hosts, moderation: Moderation) -> ASGIApp:
    """Return an application that passes on what its endpoints should see.

    Sockets bypass the framework: its layers would slow down every frame.
    """

    async def serve(scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] == "websocket":
            await serve_socket(scope, receive, send)
            return
        # Nothing here is so long that somebody needs a part of it, and a hundred parts take long to send.
        scope["headers"] = [header for header in scope["headers"] if header[0] != b"range"]
        of_api, visitor = scope["path"].startswith("/api/"), visitor_of(scope)
        if limits.all_requests.take(visitor):  # first: a flood of what is refused anyway is a flood, too
            refused = _refused(scope, hosts) or (_banned(scope, moderation) if of_api else None)
        else:
            log.warning("requests are refused because their visitors send too many", extra={"address": visitor})
            refused = failure(TOO_MANY, "rate", Fact("server.too-many-requests"), headers=CLOSE)

        async def answer(message: Message) -> None:
            if message["type"] == "http.response.start":
                limits.refused += bool(refused) or message["status"] == TOO_MANY
                kept = not of_api or any(name == CACHE for name, _ in message["headers"])
                # A cache must never hand somebody's session to others.
                message["headers"] = [*message["headers"], *HEADERS, *(() if kept else (NOT_KEPT,))]
            await send(message)

        if refused:
            await refused(scope, receive, answer)
            return
        async with limits.open_requests.turn(visitor):
            await app(scope, receive, answer)

    async def serve_socket(scope: Scope, receive: Receive, send: Send) -> None:
        refused, ban = _refused(scope, hosts), moderation.find("ban", address_of(scope))
        if not refused and not ban:
            await sockets(scope, receive, send)
            return
        limits.refused += 1
        await receive()  # the connect message
        if ban and not refused and limits.sockets.take(visitor_of(scope)):
            await refuse_socket(scope, send, BANNED, reason_of(ban))
        else:
            await send({"type": "websocket.close", "code": FORBIDDEN, "reason": "from another site"})

    return serve


async def refuse_socket(scope: Scope, send: Send, code: int, reason: str) -> None:
    """Accept a socket and close it at once: a browser is told a code only by a socket that was open."""
    # A browser takes only a protocol that it has offered.
    await send({"type": "websocket.accept", "subprotocol": next(iter(scope["subprotocols"]), None)})
    await send({"type": "websocket.close", "code": code, "reason": reason})


def address_of(scope: Scope) -> str:
    """Return the address that a request comes from."""
    client = scope.get("client")
    return str(client[0]) if client else ""


def visitor_of(scope: Scope) -> str:
    """Return the visitor that a request comes from."""
    client = scope.get("client")
    return visitor_at(client[0]) if client else ""


def _refused(scope: Scope, hosts: Hosts) -> Response | None:
    """Return the response to a request that no endpoint should see."""
    connection = HTTPConnection(scope)
    headers = connection.headers
    host = headers.get("host", "")
    if not hosts.allow(host):
        return failure(421, "entry", Fact("server.other-name", name=quoted(host)), headers=_end_of(connection))
    if not _same_site(connection):
        return failure(403, "entry", Fact("server.other-site"), headers=_end_of(connection))
    if "transfer-encoding" in headers:  # thousands of tiny chunks would take long to read
        return failure(411, "frame", Fact("server.no-length"), headers=CLOSE)
    if len(scope["query_string"]) > LONGEST_QUERY:
        return failure(413, "frame", Fact("server.request-too-long", bytes=LONGEST_QUERY))
    most = LONG.get(scope["path"], LARGEST)
    length = headers.get("content-length", "0")
    if length.isdecimal() and int(length) > most:
        return failure(413, "frame", Fact("server.request-too-long", bytes=most), headers=CLOSE)
    return None


def _banned(scope: Scope, moderation: Moderation) -> Response | None:
    """Return the response to a request of somebody who is banned; not for the page itself, so that it can say why."""
    ban = moderation.find("ban", address_of(scope))
    return failure(403, "banned", banned_fact(ban), headers=_end_of(HTTPConnection(scope))) if ban else None


def _end_of(connection: HTTPConnection) -> dict[str, str] | None:
    """Return the headers that end a connection whose requests are not wanted.

    A body is read first: a connection that is closed while it comes is reset, and the client may not see the response.
    """
    return CLOSE if connection.headers.get("content-length", "0") == "0" else None


def _same_site(connection: HTTPConnection) -> bool:
    """Return whether a browser sent this from a page of this server; programs send no Origin."""
    origin = connection.headers.get("origin")
    if origin is None:
        return True
    # Compared as plain text: an invalid address is not one of our pages either.
    scheme, _, name = origin.partition("://")
    # Whoever is between a browser and us can make pages of our name without TLS.
    return name == connection.headers.get("host", " ") and not (scheme == "http" and is_secure(connection))
