"""Who is signed in: sessions from the store, remembered for a moment."""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Iterable

from encore.server.domain.clocks import Seconds, TimeOfDay
from encore.server.domain.names import hashed
from encore.server.domain.people import MOST_SESSIONS, SEEN, SESSION, Session, new_session
from encore.server.storage.people import PeopleStore

FRESH = 5.0
"""Seconds for which a session is remembered. Other processes know after this time that it has ended."""
REMEMBERED = 10_000
"""How many sessions are remembered."""


class Sessions:
    """The sessions that were used last in this process."""

    def __init__(self, people: PeopleStore, now: TimeOfDay, seconds: Seconds) -> None:
        self._people, self._now, self._seconds = people, now, seconds
        self._known: OrderedDict[str, tuple[float, Session]] = OrderedDict()

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
        self.forget([name])
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
        added = await self._people.add_session(session, MOST_SESSIONS, self._now() - SESSION)
        return token if added else None

    async def end(self, person: str, session: str | None = None) -> list[str]:
        """End the sessions of a person, or the one with an id; return their hashes."""
        ended = await self._people.drop_sessions(person, session)
        self.forget(ended)
        return ended

    def forget(self, hashes: Iterable[str]) -> None:
        """Read some sessions again when they are used next."""
        for each in hashes:
            self._known.pop(each, None)
