"""Who is signed in: sessions from the store, remembered for a moment."""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import AsyncIterator, Callable, Iterable
from contextlib import asynccontextmanager
from typing import Protocol

from encore.server.domain.clocks import Seconds, TimeOfDay
from encore.server.domain.names import hashed
from encore.server.domain.people import CONFIRMED, MOST_SESSIONS, SEEN, SESSION, Session, new_session
from encore.server.storage.people import Begun, PeopleStore

FRESH = 5.0
"""Seconds for which a session is remembered. Without a message, it counts for so long after its end."""
REMEMBERED = 10_000
"""How many sessions are remembered."""
SIGNED_OUT = 4401
"""The code with which a socket is closed when the session by which it has its seat ends."""

Tell = Callable[[list[str]], None]
"""Tells the other processes which sessions have ended, by their hashes."""


class Socket(Protocol):
    """A socket that can be closed."""

    def drop(self, code: int, reason: str) -> bool:
        """Close it; return whether it was open."""


class Sessions:
    """The sessions that were used last in this process."""

    def __init__(self, people: PeopleStore, now: TimeOfDay, seconds: Seconds, tell: Tell) -> None:
        self._people, self._now, self._seconds, self._tell = people, now, seconds, tell
        self._known: OrderedDict[str, tuple[float, Session]] = OrderedDict()
        self._sockets: dict[str, set[Socket]] = {}

    async def of(self, token: str | None) -> Session | None:
        """Return the session of a token; None if there is none, or it has ended."""
        if not token:
            return None
        name = hashed(token)
        at, known = self._known.get(name, (0.0, None))
        if known is None or self._seconds() - at > FRESH:
            known = await self._read(name)
        return known

    async def _read(self, name: str) -> Session | None:
        self._known.pop(name, None)
        found, now = await self._people.session(name), self._now()
        if found is None or found.seen < now - SESSION:
            return None
        if found.seen < now - SEEN:
            await self._people.see_session(name, now)
        self._known[name] = self._seconds(), found
        if len(self._known) > REMEMBERED:
            self._known.popitem(last=False)
        return found

    async def begin(self, person: str, label: str) -> str | None:
        """Sign a person in; return the token, which is always a new one, or None if there is no such person."""
        token, session = new_session(person, label, self._now())
        begun = await self._people.add_session(session, MOST_SESSIONS, self._now() - SESSION)
        return token if self._person(begun) else None

    async def begin_by_code(self, code: str, label: str) -> tuple[str, str] | None:
        """Sign in the person of a hashed recovery code, which ends; return the token and the person."""
        token, session = new_session("", label, self._now())
        begun = await self._people.take_code(code, session, MOST_SESSIONS, self._now() - SESSION)
        person = self._person(begun)
        return (token, person) if person else None

    async def begin_by_link(self, link: str, label: str) -> tuple[str, str] | None:
        """Sign in the person of a hashed link, which ends; return the token and the person."""
        token, session = new_session("", label, self._now())
        begun = await self._people.take_link(link, self._now(), session, MOST_SESSIONS, self._now() - SESSION)
        person = self._person(begun)
        return (token, person) if person else None

    async def is_confirmed(self, session: Session) -> bool:
        """Return whether the person of a session has proved lately who they are; another process may know better."""
        since = self._now() - CONFIRMED
        if session.confirmed > since:
            return True
        found = await self._people.session(session.hash)
        return found is not None and found.confirmed > since

    async def confirm(self, session: Session) -> None:
        """Note that the person of a session has proved who they are."""
        await self._people.confirm_session(session.hash, self._now())
        self._known.pop(session.hash, None)

    def _person(self, begun: Begun | None) -> str | None:
        """Close the sessions that ended for a new one; return whose it is."""
        if begun is None:
            return None
        self.close(begun.ended)
        return begun.person

    async def end(self, person: str, session: str | None = None) -> list[str]:
        """End the sessions of a person, or the one with an id; return their hashes."""
        ended = await self._people.drop_sessions(person, session)
        self.close(ended)
        return ended

    def close(self, hashes: list[str]) -> None:
        """Forget sessions that have ended, here and in the other processes."""
        self.ended(hashes)
        if hashes:
            self._tell(hashes)

    def ended(self, hashes: Iterable[str]) -> None:
        """Forget sessions that have ended, and close the sockets that use a seat by them."""
        for each in hashes:
            self._known.pop(each, None)
            for socket in tuple(self._sockets.get(each, ())):
                socket.drop(SIGNED_OUT, "signed out")

    async def look_again(self) -> None:
        """Find the sessions of open sockets that have ended without a message: the bus may have lost some."""
        for each in list(self._sockets):
            if await self._people.session(each) is None:
                self.ended([each])

    @asynccontextmanager
    async def used_by(self, session: str, socket: Socket) -> AsyncIterator[None]:
        """Note, during the context, that a socket uses a seat by a session. The session may have ended meanwhile."""
        self._sockets.setdefault(session, set()).add(socket)
        try:
            if await self._people.session(session) is None:
                self.ended([session])
            yield
        finally:
            self._sockets[session].discard(socket)
            if not self._sockets[session]:
                del self._sockets[session]
