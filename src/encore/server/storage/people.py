"""The interface of a store of people; those of SQLite and PostgreSQL implement it."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from typing import NamedTuple, Protocol

import msgspec

from encore.server.domain.digests import Digest
from encore.server.domain.notices import Notice
from encore.server.domain.people import Challenge, Passkey, Person, PersonSeat, Session
from encore.server.domain.row import Row


class KeptTable(NamedTuple):
    """A table at which a person has a seat, how many rows it has, and its summary.

    Without a summary, its version is 0, or less if rows were rewritten.
    """

    table: str
    holder: str
    version: int
    summarised: int
    summary: bytes


class SeatHolidays(NamedTuple):
    """A seat at a table that a person keeps, and the person's holidays as they are stored."""

    holder: str
    person: str
    holidays: str


class Begun(NamedTuple):
    """A session that has begun: whose it is, and the hashes of those that ended for it."""

    person: str
    ended: list[str]


class StoredReview(NamedTuple):
    """The review of a game of a table."""

    table: str
    number: int
    data: bytes


class Rewritten(NamedTuple):
    """A row whose data changes: what it was, and what it becomes."""

    row: Row
    data: bytes


class AllPeople(msgspec.Struct, frozen=True, omit_defaults=True):
    """All people with their passkeys, hashed recovery codes, seats and holidays, as they are exported.

    ``wished`` are kinds of notices by person, ``digests`` who gets the daily digest, ``digest_changes`` their new
    addresses that are not confirmed yet. Older files lack some of these.
    """

    people: tuple[Person, ...] = ()
    passkeys: tuple[Passkey, ...] = ()
    codes: tuple[tuple[str, str], ...] = ()
    seats: tuple[PersonSeat, ...] = ()
    wished: tuple[tuple[str, str], ...] = ()
    digests: tuple[Digest, ...] = ()
    holidays: tuple[tuple[str, str], ...] = ()
    digest_changes: tuple[Digest, ...] = ()


class PeopleStore(Protocol):
    """Durable storage of people. What belongs to a person is stored only while the person exists.

    Every method may raise StoreBusy; when a write returns, it is on disk.
    """

    async def add_person(self, person: Person, passkey: Passkey | None, codes: Sequence[str], session: Session) -> bool:
        """Store a new person with a passkey, hashed recovery codes and a session; return whether the ids were new."""

    async def person(self, person: str) -> Person | None:
        """Return a person."""

    async def change_person(self, person: Person) -> None:
        """Replace the name and the language of a person."""

    async def drop_person(self, person: str, seats: Collection[tuple[str, str]]) -> bool:
        """Delete a person and all that belongs to them, except for what is in the rows of tables.

        Return False, with nothing deleted, if they have another seat than the given ones (tables and holders).
        """

    async def add_passkey(self, passkey: Passkey) -> bool:
        """Store another passkey of a person; return False if it is known, or there is no such person."""

    async def passkey(self, passkey: str) -> Passkey | None:
        """Return a passkey."""

    async def passkeys(self, person: str) -> list[Passkey]:
        """Return the passkeys of a person, the oldest first."""

    async def use_passkey(self, passkey: str, sign_count: int, at: int) -> bool:
        """Store the sign count and the time of a use; return False if the count has not grown (0 stays 0)."""

    async def drop_passkey(self, person: str, passkey: str) -> bool:
        """Delete a passkey of a person; return whether there was one."""

    async def add_session(self, session: Session, most: int, before: int) -> Begun | None:
        """Store a session, if there is such a person.

        Those of the person that are too many are deleted, and everybody's that were last seen before a given time;
        links to other devices go with them.
        """

    async def session(self, session: str) -> Session | None:
        """Return the session with a hash."""

    async def sessions(self, person: str) -> list[Session]:
        """Return the sessions of a person, the one that was seen last first."""

    async def see_session(self, session: str, at: int) -> None:
        """Store when a session was last seen."""

    async def confirm_session(self, session: str, at: int) -> None:
        """Store when the person of a session last proved who they are."""

    async def forget(self, unseen: int, now: int) -> None:
        """Delete sessions last seen before a time, and links and challenges that have expired."""

    async def drop_sessions(self, person: str, session: str | None = None) -> list[str]:
        """Delete the sessions of a person, or the one with an id, and all links; return the hashes of sessions."""

    async def put_codes(self, person: str, codes: Sequence[str]) -> None:
        """Replace the hashed recovery codes of a person."""

    async def take_code(self, code: str, session: Session, most: int, before: int) -> Begun | None:
        """Use up a recovery code, given as its hash, and store a session for its person as ``add_session`` does.

        All or nothing: a code is not lost where no session can be stored. The same holds for ``take_link``.
        """

    async def use_code(self, person: str, code: str) -> bool:
        """Use up a recovery code of a person, given as its hash; return whether there was one."""

    async def count_codes(self, person: str) -> int:
        """Return how many recovery codes a person has left."""

    async def put_link(self, link: str, person: str, expires: int) -> None:
        """Store the hashed secret of a link to another device; it replaces the one before."""

    async def link(self, link: str, now: int) -> Person | None:
        """Return whose link this is, if it has not ended."""

    async def take_link(self, link: str, now: int, session: Session, most: int, before: int) -> Begun | None:
        """Delete a link; if it has not ended, store a session of its person."""

    async def put_challenge(self, challenge: Challenge, now: int) -> None:
        """Store a challenge; those that have ended are deleted."""

    async def take_challenge(self, challenge: str, now: int) -> Challenge | None:
        """Delete the challenge with a hash and return it, if it has not ended."""

    async def put_seat(self, seat: PersonSeat, reminder: Notice | None = None) -> str | None:
        """Store a seat of a person, unless somebody keeps it; return who keeps it, None if there is no such person.

        The reminder of a turn that has begun before is stored with it.
        """

    async def keeper(self, table: str, holder: str) -> str | None:
        """Return the person who keeps the seat of a holder at a table."""

    async def holders(self, person: str, table: str) -> list[str]:
        """Return the hashed tokens with which a person holds seats at a table, the oldest first."""

    async def seats(self, person: str) -> list[PersonSeat]:
        """Return the seats of a person, the oldest first."""

    async def holidays(self, person: str) -> str:
        """Return the holidays of a person as they were stored, empty for none."""

    async def put_holidays(self, person: str, before: str, after: str) -> bool:
        """Replace the holidays of a person; return False, with nothing changed, if they are not what they were."""

    async def holidays_at(self, table: str) -> list[SeatHolidays]:
        """Return the seats at a table that people keep, with the holidays of these people."""

    async def tables(self, person: str) -> list[KeptTable]:
        """Return the tables at which a person has seats, with their summaries; one entry for each seat's token."""

    async def put_summary(self, table: str, version: int, data: bytes, before: int) -> None:
        """Store the summary of a table, unless the table has been deleted.

        It replaces the one with the version ``before`` (0: none) and no other: rows may have been rewritten meanwhile.
        """

    async def reviewed(self, tables: Sequence[str]) -> set[tuple[str, int]]:
        """Return the games of some tables that have a review, as names and numbers."""

    async def reviews(self, person: str) -> list[StoredReview]:
        """Return the reviews of all games at the tables of a person."""

    async def rewrite(self, table: str, rows: Sequence[Rewritten], card: bytes | None) -> bool:
        """Change rows of a table and the data of its card, and empty its summary, all at once.

        The empty summary has a version below 0, a new one each time.

        Return False, with nothing changed, if one of the rows is not what it was.
        """

    async def all_people(self) -> AllPeople:
        """Return all people and what is exported of them."""

    async def add_people(self, people: AllPeople) -> None:
        """Store people from elsewhere, and their seats at tables that are here; people who exist keep their keys."""
