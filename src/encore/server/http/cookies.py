"""The secrets that come with a request: the token of a seat, and that of a person's session."""

from __future__ import annotations

from starlette.datastructures import Headers
from starlette.requests import HTTPConnection, Request, cookie_parser
from starlette.responses import Response

LONGEST_COOKIE = 512
"""More than the name and the token of a seat need, even if every letter is escaped."""
YEAR = 365 * 86400
PERSON, PERSON_PATH = "encore-person", "/api"
"""The cookie of a person's session without TLS; earlier releases had it with TLS, too."""
HOST_PERSON = f"__Host-{PERSON}"
"""The same with TLS. Browsers take such a name only from the very host, so no other one can plant a session."""

RENAMED = "encore.renamed"
"""In the scope of a request whose session came under the old name, and may."""


def seat_token(connection: HTTPConnection, table: str) -> str | None:
    """Return the sender's token of a table: from a program's header or a browser's cookie."""
    scheme, _, token = connection.headers.get("authorization", "").partition(" ")
    if scheme.lower() == "bearer" and token:
        return token
    return _kept(connection, _seat_cookie(table))


def session_token(connection: HTTPConnection) -> str | None:
    """Return the sender's token of a person's session."""
    return _kept(connection, HOST_PERSON) or _kept(connection, PERSON)


def keep_seat(request: Request, response: Response, table: str, token: str) -> None:
    """Let a browser keep the token of a seat."""
    _keep(request, response, _seat_cookie(table), token, _seat_path(table))


def drop_seat(request: Request, response: Response, table: str) -> None:
    """Let a browser delete the token of a seat: the person has it now."""
    _keep(request, response, _seat_cookie(table), "", _seat_path(table), 0)


def keep_session(request: HTTPConnection, response: Response, token: str) -> None:
    """Let a browser keep the token of a session."""
    _keep_session(request, response, token)


def drop_session(request: HTTPConnection, response: Response) -> None:
    """Let a browser delete the token of a session."""
    _keep_session(request, response, "", 0)


def has_old_name(connection: HTTPConnection) -> bool:
    """Return whether a session came with TLS under the name that it has without."""
    return is_secure(connection) and not _kept(connection, HOST_PERSON) and _kept(connection, PERSON) is not None


def rename_session(connection: HTTPConnection) -> None:
    """Note that the session that came under the old name is a good one: the answer gives it its new name."""
    connection.scope[RENAMED] = True


def renamed_session(request: HTTPConnection, answer: Headers) -> list[tuple[bytes, bytes]]:
    """Return headers that give the session its name with TLS, if it came under the old one; none if it is set."""
    token = session_token(request)
    if not token or RENAMED not in request.scope or any(PERSON in value for value in answer.getlist("set-cookie")):
        return []
    response = Response()
    keep_session(request, response, token)
    return [(name, value) for name, value in response.raw_headers if name == b"set-cookie"]


def _keep_session(request: HTTPConnection, response: Response, token: str, age: int = YEAR) -> None:
    if not is_secure(request):
        _keep(request, response, PERSON, token, PERSON_PATH, age)
        return
    _keep(request, response, HOST_PERSON, token, "/", age)
    if _kept(request, PERSON) is not None:
        _keep(request, response, PERSON, "", PERSON_PATH, 0)


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
