"""Who is asking: the holder of a seat, or a person who is signed in."""

from __future__ import annotations

from starlette.requests import HTTPConnection

from encore.core.fact import Fact
from encore.server.domain.names import hashed
from encore.server.domain.people import Session
from encore.server.domain.table import Table
from encore.server.http.answers import Problem
from encore.server.http.cookies import seat_token, session_token
from encore.server.rooms.hub import Hub


async def session_of(hub: Hub, connection: HTTPConnection) -> Session | None:
    """Return the session of whoever asks; None if nobody is signed in."""
    return await hub.sessions.of(session_token(connection))


async def signed_in(hub: Hub, connection: HTTPConnection) -> Session:
    """Return the session of whoever asks; raise Problem if nobody is signed in."""
    if session := await session_of(hub, connection):
        return session
    raise Problem(401, "entry", Fact("server.not-signed-in"))


async def holder_at(hub: Hub, connection: HTTPConnection, table: Table) -> str | None:
    """Return the holder that asks at a table: that of its token, or else the seat that the person keeps there."""
    token = seat_token(connection, table.name)
    holder = token and hashed(token)
    if table.held(holder):
        return holder
    session = await session_of(hub, connection)
    kept = await hub.store.people.holders(session.person, table.name) if session else ()
    return next((each for each in kept if table.held(each)), holder)
