"""The secrets that come with a request: the token of a seat, and that of a person's session."""

from __future__ import annotations

from starlette.requests import HTTPConnection, Request, cookie_parser
from starlette.responses import Response

LONGEST_COOKIE = 512
"""More than the name and the token of a seat need, even if every letter is escaped."""
YEAR = 365 * 86400
PERSON, PERSON_PATH = "encore-person", "/api"
"""The cookie of a person's session without TLS."""
HOST_PERSON = f"__Host-{PERSON}"
"""The one with TLS. Browsers take such a name only from the very host: no other host of the domain can plant a session,
so with TLS no other name counts."""


def seat_token(connection: HTTPConnection, table: str) -> str | None:
    """Return the sender's token of a table: from a program's header or a browser's cookie."""
    scheme, _, token = connection.headers.get("authorization", "").partition(" ")
    if scheme.lower() == "bearer" and token:
        return token
    return _kept(connection, _seat_cookie(table))


def session_token(connection: HTTPConnection) -> str | None:
    """Return the sender's token of a person's session."""
    return _kept(connection, HOST_PERSON if is_secure(connection) else PERSON)


def keep_seat(request: Request, response: Response, table: str, token: str) -> None:
    """Let a browser keep the token of a seat."""
    _keep(request, response, _seat_cookie(table), token, _seat_path(table))


def drop_seat(request: Request, response: Response, table: str) -> None:
    """Let a browser delete the token of a seat: the person has it now."""
    _keep(request, response, _seat_cookie(table), "", _seat_path(table), 0)


def keep_session(request: HTTPConnection, response: Response, token: str, age: int = YEAR) -> None:
    """Let a browser keep the token of a session."""
    name, path = (HOST_PERSON, "/") if is_secure(request) else (PERSON, PERSON_PATH)
    _keep(request, response, name, token, path, age)


def drop_session(request: HTTPConnection, response: Response) -> None:
    """Let a browser delete the token of a session."""
    keep_session(request, response, "", 0)


def _keep(request: HTTPConnection, response: Response, name: str, token: str, path: str, age: int = YEAR) -> None:
    secure = is_secure(request)
    response.set_cookie(name, token, max_age=age, path=path, secure=secure, httponly=True, samesite="lax")


def is_secure(request: HTTPConnection) -> bool:
    """Return whether a request came with TLS."""
    return request.url.scheme in ("https", "wss")


def _seat_cookie(table: str) -> str:
    return f"encore-{table}"


def _seat_path(table: str) -> str:
    return f"/api/tables/{table}"


def _kept(connection: HTTPConnection, name: str) -> str | None:
    """Return a browser's cookie.

    Only this one is unquoted, and only if it is short: before 3.11.10 and 3.12.6 Python needs half a second for 15 KB
    of backslashes, in the event loop.
    """
    found = None
    for pair in ";".join(connection.headers.getlist("cookie")).split(";"):
        if len(pair) <= LONGEST_COOKIE and pair.partition("=")[0].strip() == name:
            found = cookie_parser(pair)[name]
    return found
