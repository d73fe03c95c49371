"""Responses as JSON, and the errors that become one-line responses."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from starlette.exceptions import HTTPException
from starlette.requests import ClientDisconnect, Request
from starlette.responses import Response

from encore.core.errors import EncoreError, IllegalMove, RecordError
from encore.core.fact import Fact, plain
from encore.server.domain.decisions import Refusal
from encore.server.domain.passkeys import PasskeyRefused
from encore.server.domain.puzzles import UnknownPuzzle
from encore.server.http.api import Failure
from encore.server.rooms.hub import UnknownTable
from encore.server.storage.store import StoreBusy
from encore.server.wire.messages import write

REFUSED = {"rate": 429, "busy": 503, "failed": 500, "frame": 422}
"""The HTTP status for a refusal; the default is 409."""

HTTP_ERRORS = {404: Fact("server.no-address"), 405: Fact("server.no-method")}
"""The facts for routing errors."""


class Problem(EncoreError):
    """A request that failed, with its HTTP status; ``why`` is for programs and may contain more detail."""

    def __init__(self, status: int, code: str, fact: Fact, why: str = "") -> None:
        super().__init__(fact)
        self.status, self.code, self.why = status, code, why


async def _failed(_: Request, error: Exception) -> Response:
    """Turn an error in an endpoint into a one-line response."""
    match error:
        case HTTPException():
            return failure(error.status_code, "http", HTTP_ERRORS.get(error.status_code) or plain(error.detail))
        case Problem():
            return failure(error.status, error.code, error.fact, why=error.why)
        case UnknownPuzzle():
            return failure(404, "puzzle", error.fact)
        case UnknownTable():
            return failure(404, "table", error.fact)
        case Refusal():
            return failure(REFUSED.get(error.code, 409), error.code, error.fact)
        case StoreBusy():
            fact = Fact("server.not-stored")
            return failure(503, "busy", fact, why=f"{fact}: {error}")
        case IllegalMove():
            return failure(422, "illegal", error.fact, error.rule, why=str(error))
        case RecordError():
            place = Fact("server.record-place", line=error.line, column=error.column, reason=error.fact)
            return failure(422, "option", place, why=str(error))
        case EncoreError():
            return failure(422, "option", error.fact, why=str(error))
    raise error


async def _not_accepted(_: Request, error: Exception) -> Response:
    """Answer a passkey that proves nothing."""
    assert isinstance(error, PasskeyRefused)
    return failure(403, "entry", error.fact)


async def _gone(_: Request, __: Exception) -> Response:
    """Answer a client that has disconnected in the middle of its request: nobody gets it, and nothing is logged."""
    return Response(status_code=400)


HANDLERS = {
    HTTPException: _failed,
    PasskeyRefused: _not_accepted,
    EncoreError: _failed,
    ClientDisconnect: _gone,
}


def failure(
    status: int,
    code: str,
    fact: Fact,
    rule: str | None = None,
    why: str = "",
    headers: Mapping[str, str] | None = None,
) -> Response:
    """Return a one-line response; ``why`` is for programs, if it says more than the fact."""
    return as_json(Failure(code, why or str(fact), rule, fact), status, headers)


def as_json(content: Any, status: int = 200, headers: Mapping[str, str] | None = None) -> Response:
    """Return a response."""
    return Response(write(content), status, headers, media_type="application/json")
