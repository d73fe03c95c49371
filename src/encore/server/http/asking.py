"""Who is asking: the holder of a seat, or a person who is signed in."""

from __future__ import annotations

from collections.abc import Iterable
from contextlib import AbstractAsyncContextManager, nullcontext
from typing import NamedTuple

import msgspec
from starlette.requests import HTTPConnection

from encore.core.fact import Fact
from encore.server.domain.moderation import banned_fact
from encore.server.domain.names import hashed
from encore.server.domain.people import Person, PersonInfo, Session, info_of
from encore.server.domain.ratings import OwnRating
from encore.server.domain.table import Table
from encore.server.http.answers import Problem
from encore.server.http.cookies import seat_token, session_token
from encore.server.http.guard import address_of, visitor_of
from encore.server.rooms.hub import Hub
from encore.server.wire.limits import Limits


async def session_of(hub: Hub, connection: HTTPConnection) -> Session | None:
    """Return the session of whoever asks; None if nobody is signed in."""
    return await hub.sessions.of(session_token(connection))


async def signed_in(hub: Hub, connection: HTTPConnection) -> Session:
    """Return the session of whoever asks; raise Problem if nobody is signed in."""
    if session := await session_of(hub, connection):
        return session
    raise Problem(401, "entry", Fact("server.not-signed-in"))


async def confirmed(hub: Hub, connection: HTTPConnection) -> Session:
    """Return the session of whoever asks, if they have proved lately who they are; raise Problem otherwise."""
    session = await signed_in(hub, connection)
    if await hub.sessions.is_confirmed(session):
        return session
    raise Problem(403, "confirm", Fact("server.confirm-first"))


async def person_info(hub: Hub, person: Person, current: str) -> PersonInfo:
    """Return a person as they see themselves; ``current`` is the hash of their session."""
    people = hub.store.people
    keys, sessions = await people.passkeys(person.id), await people.sessions(person.id)
    info = info_of(person, keys, sessions, await people.count_codes(person.id), current)
    standings = await hub.store.ratings.standings(person.id)
    ratings = (OwnRating(one.game, one.skill.rating, one.skill.provisional, one.results) for one in standings)
    return msgspec.structs.replace(info, rated=await hub.store.ratings.wants(person.id), ratings=tuple(ratings))


async def seat_turn(hub: Hub, connection: HTTPConnection) -> AbstractAsyncContextManager[None]:
    """Return the turn of whoever asks to take seats: a person takes one after the other, so that each is counted."""
    session = await session_of(hub, connection)
    must_be_welcome(hub, connection, session.person if session else "")
    return hub.own_tables.turn(session.person) if session else nullcontext()


def must_be_welcome(hub: Hub, connection: HTTPConnection, person: str = "", names: Iterable[str] = ()) -> None:
    """Raise Problem for somebody whom an operator has excluded: a person, or somebody with one of some names."""
    if ban := hub.moderation.find("ban", address_of(connection.scope), person, names):
        raise Problem(403, "banned", banned_fact(ban))


def must_take_new(hub: Hub) -> None:
    """Raise Problem if this process ends soon and takes nothing new."""
    if hub.draining:
        raise Problem(503, "busy", Fact("server.draining"))


async def must_have_space(hub: Hub, connection: HTTPConnection, person: str, limits: Limits) -> None:
    """Raise a Refusal if a person has too many games with others already."""
    await hub.own_tables.must_have_space(visitor_of(connection.scope), person, limits.games, hub.now())


class Asker(NamedTuple):
    """Who asks at a table: a holder, the hash of the session if a person keeps this seat, and the person.

    The person is who is signed in; without a session, who keeps the seat of the holder.
    """

    holder: str | None
    session: str = ""
    person: str = ""


async def asker_at(hub: Hub, connection: HTTPConnection, table: Table) -> Asker:
    """Return who asks at a table: the holder of its token, or else of the seat that the person keeps there.

    Raise Problem for somebody whom an operator has excluded.
    """
    asker = await _found_at(hub, connection, table)
    names = [table.chairs[chair].name for chair in table.held(asker.holder)]
    must_be_welcome(hub, connection, asker.person, names)
    return asker


async def _found_at(hub: Hub, connection: HTTPConnection, table: Table) -> Asker:
    token, session = seat_token(connection, table.name), await session_of(hub, connection)
    holder, person = token and hashed(token), session.person if session else ""
    if not table.knows(holder) and session:
        for kept in await hub.store.people.holders(person, table.name):
            if table.knows(kept):
                return Asker(kept, session.hash, person)
    room = hub.rooms.get(table.name)
    if holder and not person and room and holder in room.kept:  # a ban of a person is one without the session, too
        person = await hub.store.people.keeper(table.name, holder) or ""
    return Asker(holder, person=person)
