"""What every endpoint does with a request first: count it, and read its body."""

from __future__ import annotations

from typing import TypeVar

import msgspec
from starlette.requests import Request

from encore.core.fact import Fact
from encore.server.domain.unreadable import UNREADABLE
from encore.server.http.answers import Problem
from encore.server.http.guard import visitor_of
from encore.server.wire.limits import Buckets

T = TypeVar("T")


def limit(buckets: Buckets, request: Request) -> None:
    """Count a request of a visitor; raise Problem if there were too many."""
    if not buckets.take(visitor_of(request.scope)):
        raise Problem(429, "rate", Fact("server.too-many-requests"))


async def read_body(request: Request, kind: type[T]) -> T:
    """Read the body of a request. The guard has checked its length."""
    try:
        return msgspec.json.decode(await request.body(), type=kind)
    except UNREADABLE as error:
        fact = Fact("server.request-unreadable")
        raise Problem(422, "frame", fact, f"{fact}: {error}") from None
