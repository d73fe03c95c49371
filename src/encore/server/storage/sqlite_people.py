"""People in a SQLite file."""

from __future__ import annotations

import json
import sqlite3
from collections.abc import Collection, Sequence
from typing import Any

import msgspec

from encore.server.domain.digests import Digest
from encore.server.domain.notices import Notice
from encore.server.domain.people import Challenge, Passkey, Person, PersonSeat, Session
from encore.server.storage.people import AllPeople, Begun, KeptTable, Rewritten, SeatHolidays, StoredReview
from encore.server.storage.sqlite_digests import CHANGE, DIGEST, PUT_CHANGE, columns
from encore.server.storage.sqlite_digests import PUT as PUT_DIGEST
from encore.server.storage.sqlite_notices import add_notices
from encore.server.storage.sqlite_part import SqlitePart
from encore.server.storage.sqlite_ratings import forget_person

SCHEMA = """
    CREATE TABLE people (
        id TEXT PRIMARY KEY, name TEXT NOT NULL, language TEXT NOT NULL, created INTEGER NOT NULL
    ) WITHOUT ROWID;
    CREATE TABLE passkeys (
        id TEXT PRIMARY KEY, person TEXT NOT NULL, public_key BLOB NOT NULL, sign_count INTEGER NOT NULL,
        label TEXT NOT NULL, created INTEGER NOT NULL, used INTEGER NOT NULL, transports TEXT NOT NULL
    ) WITHOUT ROWID;
    CREATE INDEX passkeys_person ON passkeys (person);
    CREATE TABLE sessions (
        hash TEXT PRIMARY KEY, id TEXT NOT NULL, person TEXT NOT NULL, label TEXT NOT NULL, created INTEGER NOT NULL,
        seen INTEGER NOT NULL
    ) WITHOUT ROWID;
    CREATE INDEX sessions_person ON sessions (person, seen);
    CREATE INDEX sessions_seen ON sessions (seen);
    CREATE TABLE codes (hash TEXT PRIMARY KEY, person TEXT NOT NULL) WITHOUT ROWID;
    CREATE INDEX codes_person ON codes (person);
    CREATE TABLE links (hash TEXT PRIMARY KEY, person TEXT NOT NULL, expires INTEGER NOT NULL) WITHOUT ROWID;
    CREATE INDEX links_person ON links (person);
    CREATE TABLE challenges (
        hash TEXT PRIMARY KEY, purpose TEXT NOT NULL, person TEXT NOT NULL, expires INTEGER NOT NULL
    ) WITHOUT ROWID;
    CREATE INDEX challenges_expires ON challenges (expires);
    CREATE TABLE person_seats (
        table_id TEXT NOT NULL, holder TEXT NOT NULL, person TEXT NOT NULL, at INTEGER NOT NULL,
        PRIMARY KEY (table_id, holder)
    ) WITHOUT ROWID;
    CREATE INDEX person_seats_person ON person_seats (person);
    CREATE TABLE summaries (table_id TEXT PRIMARY KEY, version INTEGER NOT NULL, data BLOB NOT NULL) WITHOUT ROWID
"""

CONFIRMED = "ALTER TABLE sessions ADD COLUMN confirmed INTEGER NOT NULL DEFAULT 0"

HOLIDAYS = "CREATE TABLE holidays (person TEXT PRIMARY KEY, data TEXT NOT NULL) WITHOUT ROWID"

REWRITES = """CREATE TABLE rewrites (table_id TEXT PRIMARY KEY, times INTEGER NOT NULL) WITHOUT ROWID"""
COUNT_REWRITE = """
    INSERT INTO rewrites VALUES (?, 1) ON CONFLICT (table_id) DO UPDATE SET times = rewrites.times + 1
"""
OWNED = ("passkeys", "sessions", "codes", "links", "challenges", "person_seats", "holidays")
"""The tables with rows that belong to a person."""

PASSKEY = "id, person, public_key, sign_count, label, created, used, transports"
SESSION = "hash, id, person, label, created, seen, confirmed"
SEAT = "person, table_id, holder, at"

DROP_SURPLUS = """
    DELETE FROM sessions WHERE seen < ?3 OR hash IN
    (SELECT hash FROM sessions WHERE person = ?1 ORDER BY seen DESC, created DESC LIMIT -1 OFFSET ?2)
    RETURNING hash, person
"""

IMPORT_SEAT = f"""
    INSERT OR IGNORE INTO person_seats ({SEAT}) SELECT ?1, ?2, ?3, ?4
    WHERE EXISTS (SELECT 1 FROM people WHERE id = ?1) AND EXISTS (SELECT 1 FROM events WHERE table_id = ?2 AND seq = 1)
"""

TABLES = """
    SELECT table_id, holder, (SELECT max(seq) FROM events WHERE events.table_id = person_seats.table_id),
        coalesce(version, 0), coalesce(data, x'')
    FROM person_seats LEFT JOIN summaries USING (table_id)
    WHERE person = ? AND (table_id, 1) IN (SELECT table_id, seq FROM events)
    ORDER BY table_id, at, holder
"""

HOLIDAYS_AT = """
    SELECT holder, person, coalesce(data, '') FROM person_seats LEFT JOIN holidays USING (person)
    WHERE table_id = ? ORDER BY at, holder
"""

PUT_SUMMARY = """
    INSERT INTO summaries SELECT ?1, ?2, ?3 WHERE EXISTS (SELECT 1 FROM events WHERE table_id = ?1 AND seq = 1)
    ON CONFLICT (table_id) DO UPDATE SET version = excluded.version, data = excluded.data WHERE summaries.version = ?4
"""

EMPTY_SUMMARY = """
    INSERT INTO summaries VALUES (?, -1, x'')
    ON CONFLICT (table_id) DO UPDATE SET version = min(version, 0) - 1, data = x''
"""


class SqlitePeople(SqlitePart):
    """The people of a store."""

    async def add_person(self, person: Person, passkey: Passkey | None, codes: Sequence[str], session: Session) -> bool:
        """Store a new person with a passkey, hashed recovery codes and a session; return whether the ids were new."""

        def add(db: sqlite3.Connection) -> bool:
            if passkey and db.execute("SELECT 1 FROM passkeys WHERE id = ?", (passkey.id,)).fetchone():
                return False
            if not _add_person(db, person):
                return False
            if passkey:
                _add_passkey(db, passkey)
            db.executemany("INSERT OR IGNORE INTO codes VALUES (?, ?)", [(code, person.id) for code in codes])
            _add_session(db, session)
            return True

        return bool(await self._queue(add))

    async def person(self, person: str) -> Person | None:
        """Return a person."""
        found = await self._read("SELECT id, name, language, created FROM people WHERE id = ?", (person,))
        return Person(*found[0]) if found else None

    async def change_person(self, person: Person) -> None:
        """Replace the name and the language of a person."""
        await self._execute(
            "UPDATE people SET name = ?, language = ? WHERE id = ?", person.name, person.language, person.id
        )

    async def drop_person(self, person: str, seats: Collection[tuple[str, str]]) -> bool:
        """Delete a person and all that belongs to them, unless they have another seat than the given ones."""

        def drop(db: sqlite3.Connection) -> bool:
            kept = db.execute("SELECT table_id, holder FROM person_seats WHERE person = ?", (person,)).fetchall()
            if any(seat not in seats for seat in kept):
                return False
            for owned in OWNED:
                db.execute(f"DELETE FROM {owned} WHERE person = ?", (person,))
            db.execute("DELETE FROM people WHERE id = ?", (person,))
            forget_person(db, person)
            return True

        return bool(await self._queue(drop))

    async def add_passkey(self, passkey: Passkey) -> bool:
        """Store another passkey of a person; return False if it is known, or there is no such person."""
        return bool(await self._queue(lambda db: _exists(db, passkey.person) and _add_passkey(db, passkey)))

    async def passkey(self, passkey: str) -> Passkey | None:
        """Return a passkey."""
        found = await self._read(f"SELECT {PASSKEY} FROM passkeys WHERE id = ?", (passkey,))
        return _passkey(found[0]) if found else None

    async def passkeys(self, person: str) -> list[Passkey]:
        """Return the passkeys of a person, the oldest first."""
        found = await self._read(f"SELECT {PASSKEY} FROM passkeys WHERE person = ? ORDER BY created, id", (person,))
        return list(map(_passkey, found))

    async def use_passkey(self, passkey: str, sign_count: int, at: int) -> bool:
        """Store the sign count and the time of a use; return False if the count has not grown (0 stays 0)."""
        used = await self._execute(
            "UPDATE passkeys SET sign_count = ?1, used = ?2 WHERE id = ?3 AND (sign_count < ?1 OR sign_count + ?1 = 0)",
            sign_count,
            at,
            passkey,
        )
        return used > 0

    async def drop_passkey(self, person: str, passkey: str) -> bool:
        """Delete a passkey of a person; return whether there was one."""
        return await self._execute("DELETE FROM passkeys WHERE person = ? AND id = ?", person, passkey) > 0

    async def add_session(self, session: Session, most: int, before: int) -> Begun | None:
        """Store a session, if there is such a person, and delete those that are too many or too old."""
        begun: Begun | None = await self._queue(lambda db: _begin(db, session, most, before))
        return begun

    async def session(self, session: str) -> Session | None:
        """Return the session with a hash."""
        found = await self._read(f"SELECT {SESSION} FROM sessions WHERE hash = ?", (session,))
        return Session(*found[0]) if found else None

    async def sessions(self, person: str) -> list[Session]:
        """Return the sessions of a person, the one that was seen last first."""
        asked = f"SELECT {SESSION} FROM sessions WHERE person = ? ORDER BY seen DESC, created DESC, id"
        return [Session(*row) for row in await self._read(asked, (person,))]

    async def see_session(self, session: str, at: int) -> None:
        """Store when a session was last seen."""
        await self._execute("UPDATE sessions SET seen = ? WHERE hash = ?", at, session)

    async def confirm_session(self, session: str, at: int) -> None:
        """Store when the person of a session last proved who they are."""
        await self._execute("UPDATE sessions SET confirmed = ? WHERE hash = ?", at, session)

    async def forget(self, unseen: int, now: int) -> None:
        """Delete sessions last seen before a time, and links and challenges that have expired."""

        def forget(db: sqlite3.Connection) -> None:
            db.execute("DELETE FROM sessions WHERE seen < ?", (unseen,))
            db.execute("DELETE FROM links WHERE expires <= ?", (now,))
            db.execute("DELETE FROM challenges WHERE expires <= ?", (now,))

        await self._queue(forget)

    async def drop_sessions(self, person: str, session: str | None = None) -> list[str]:
        """Delete the sessions of a person, or the one with an id, and all links; return the hashes of sessions."""

        def drop(db: sqlite3.Connection) -> list[str]:
            which = "person = ?1 AND (?2 IS NULL OR id = ?2)"
            hashes = [row[0] for row in db.execute(f"SELECT hash FROM sessions WHERE {which}", (person, session))]
            db.executemany("DELETE FROM sessions WHERE hash = ?", [(each,) for each in hashes])
            if session is None or hashes:  # whoever has used a session that ends may have made a link, too
                db.execute("DELETE FROM links WHERE person = ?", (person,))
            return hashes

        return list(await self._queue(drop))

    async def put_codes(self, person: str, codes: Sequence[str]) -> None:
        """Replace the hashed recovery codes of a person."""

        def put(db: sqlite3.Connection) -> None:
            db.execute("DELETE FROM codes WHERE person = ?", (person,))
            if _exists(db, person):
                db.executemany("INSERT OR IGNORE INTO codes VALUES (?, ?)", [(code, person) for code in codes])

        await self._queue(put)

    async def take_code(self, code: str, session: Session, most: int, before: int) -> Begun | None:
        """Use up a recovery code, given as its hash, and store a session for its person."""

        def take(db: sqlite3.Connection) -> Begun | None:
            found = db.execute("DELETE FROM codes WHERE hash = ? RETURNING person", (code,)).fetchall()
            return _begun(db, found, session, most, before)

        taken: Begun | None = await self._queue(take)
        return taken

    async def use_code(self, person: str, code: str) -> bool:
        """Use up a recovery code of a person, given as its hash; return whether there was one."""
        return await self._execute("DELETE FROM codes WHERE person = ? AND hash = ?", person, code) > 0

    async def count_codes(self, person: str) -> int:
        """Return how many recovery codes a person has left."""
        return int((await self._read("SELECT count(*) FROM codes WHERE person = ?", (person,)))[0][0])

    async def put_link(self, link: str, person: str, expires: int) -> None:
        """Store the hashed secret of a link to another device; it replaces the one before."""

        def put(db: sqlite3.Connection) -> None:
            db.execute("DELETE FROM links WHERE person = ?", (person,))
            if _exists(db, person):
                db.execute("INSERT OR IGNORE INTO links VALUES (?, ?, ?)", (link, person, expires))

        await self._queue(put)

    async def link(self, link: str, now: int) -> Person | None:
        """Return whose link this is, if it has not ended."""
        found = await self._read(
            "SELECT id, name, language, created FROM people WHERE id = "
            "(SELECT person FROM links WHERE hash = ? AND expires > ?)",
            (link, now),
        )
        return Person(*found[0]) if found else None

    async def take_link(self, link: str, now: int, session: Session, most: int, before: int) -> Begun | None:
        """Delete a link; if it has not ended, store a session of its person."""

        def take(db: sqlite3.Connection) -> Begun | None:
            found = db.execute("DELETE FROM links WHERE hash = ? RETURNING person, expires", (link,)).fetchall()
            return _begun(db, [(person,) for person, expires in found if expires > now], session, most, before)

        taken: Begun | None = await self._queue(take)
        return taken

    async def put_challenge(self, challenge: Challenge, now: int) -> None:
        """Store a challenge; those that have ended are deleted."""

        def put(db: sqlite3.Connection) -> None:
            db.execute("DELETE FROM challenges WHERE expires <= ?", (now,))
            values = challenge.hash, challenge.purpose, challenge.person, challenge.expires
            db.execute("INSERT OR IGNORE INTO challenges VALUES (?, ?, ?, ?)", values)

        await self._queue(put)

    async def take_challenge(self, challenge: str, now: int) -> Challenge | None:
        """Delete the challenge with a hash and return it, if it has not ended."""

        def take(db: sqlite3.Connection) -> Challenge | None:
            asked = "DELETE FROM challenges WHERE hash = ? RETURNING hash, purpose, person, expires"
            found = db.execute(asked, (challenge,)).fetchall()
            return Challenge(*found[0]) if found and found[0][3] > now else None

        taken: Challenge | None = await self._queue(take)
        return taken

    async def put_seat(self, seat: PersonSeat, reminder: Notice | None = None) -> str | None:
        """Store a seat of a person with its reminder, unless somebody keeps it; return who keeps it."""

        def put(db: sqlite3.Connection) -> str | None:
            if not _exists(db, seat.person):
                return None
            if _add_seat(db, seat) and reminder:
                add_notices(db, [reminder])
            asked = "SELECT person FROM person_seats WHERE table_id = ? AND holder = ?"
            (person,) = db.execute(asked, (seat.table, seat.holder)).fetchone()
            return str(person)

        keeper: str | None = await self._queue(put)
        return keeper

    async def keeper(self, table: str, holder: str) -> str | None:
        """Return the person who keeps the seat of a holder at a table."""
        asked = "SELECT person FROM person_seats WHERE table_id = ? AND holder = ?"
        found = await self._read(asked, (table, holder))
        return found[0][0] if found else None

    async def holders(self, person: str, table: str) -> list[str]:
        """Return the hashed tokens with which a person holds seats at a table, the oldest first."""
        asked = "SELECT holder FROM person_seats WHERE table_id = ? AND person = ? ORDER BY at, holder"
        return [holder for (holder,) in await self._read(asked, (table, person))]

    async def seats(self, person: str) -> list[PersonSeat]:
        """Return the seats of a person, the oldest first."""
        asked = f"SELECT {SEAT} FROM person_seats WHERE person = ? ORDER BY at, table_id, holder"
        return [PersonSeat(*row) for row in await self._read(asked, (person,))]

    async def holidays(self, person: str) -> str:
        """Return the holidays of a person as they were stored, empty for none."""
        found = await self._read("SELECT data FROM holidays WHERE person = ?", (person,))
        return str(found[0][0]) if found else ""

    async def put_holidays(self, person: str, before: str, after: str) -> bool:
        """Replace the holidays of a person; return False, with nothing changed, if they are not what they were."""

        def put(db: sqlite3.Connection) -> bool:
            found = db.execute("SELECT data FROM holidays WHERE person = ?", (person,)).fetchone()
            if not _exists(db, person) or (found[0] if found else "") != before:
                return False
            db.execute("INSERT OR REPLACE INTO holidays VALUES (?, ?)", (person, after))
            return True

        return bool(await self._queue(put))

    async def holidays_at(self, table: str) -> list[SeatHolidays]:
        """Return the seats at a table that people keep, with the holidays of these people."""
        return [SeatHolidays(*row) for row in await self._read(HOLIDAYS_AT, (table,))]

    async def tables(self, person: str) -> list[KeptTable]:
        """Return the tables at which a person has seats, with their summaries."""
        return [KeptTable(*row) for row in await self._read(TABLES, (person,))]

    async def put_summary(self, table: str, version: int, data: bytes, before: int) -> None:
        """Store the summary of a table in place of the one with the version ``before``."""
        await self._execute(PUT_SUMMARY, table, version, data, before)

    async def reviewed(self, tables: Sequence[str]) -> set[tuple[str, int]]:
        """Return the games of some tables that have a review, as names and numbers."""
        asked = "SELECT table_id, number FROM reviews WHERE table_id IN (SELECT value FROM json_each(?))"
        return set(await self._read(asked, (json.dumps(list(tables)),)))

    async def reviews(self, person: str) -> list[StoredReview]:
        """Return the reviews of all games at the tables of a person."""
        asked = (
            "SELECT table_id, number, data FROM reviews "
            "WHERE table_id IN (SELECT table_id FROM person_seats WHERE person = ?)"
        )
        return [StoredReview(*row) for row in await self._read(asked, (person,))]

    async def rewrite(self, table: str, rows: Sequence[Rewritten], card: bytes | None) -> bool:
        """Change rows of a table and the data of its card, and empty its summary, all at once."""
        return bool(await self._queue(lambda db: change_rows(db, table, rows, card)))

    async def all_people(self) -> AllPeople:
        """Return all people and what is exported of them."""
        people = await self._read("SELECT id, name, language, created FROM people ORDER BY id", ())
        passkeys = await self._read(f"SELECT {PASSKEY} FROM passkeys ORDER BY id", ())
        codes = await self._read("SELECT hash, person FROM codes ORDER BY hash", ())
        seats = await self._read(f"SELECT {SEAT} FROM person_seats ORDER BY table_id, holder", ())
        wished = await self._read("SELECT person, kinds FROM wished_notices ORDER BY person", ())
        digests = await self._read(f"SELECT {DIGEST} FROM digests ORDER BY person", ())
        holidays = await self._read("SELECT person, data FROM holidays ORDER BY person", ())
        changes = await self._read(f"SELECT {CHANGE} FROM digest_changes ORDER BY person", ())
        return AllPeople(
            tuple(Person(*row) for row in people),
            tuple(map(_passkey, passkeys)),
            tuple(codes),
            tuple(PersonSeat(*row) for row in seats),
            tuple(wished),
            tuple(Digest(*row) for row in digests),
            tuple(holidays),
            tuple(Digest(*row) for row in changes),
        )

    async def add_people(self, people: AllPeople) -> None:
        """Store people from elsewhere, and their seats at tables that are here; people who exist keep their keys."""

        def add(db: sqlite3.Connection) -> None:
            new = {person.id for person in people.people if _add_person(db, person)}
            for passkey in people.passkeys:
                if passkey.person in new:
                    _add_passkey(db, passkey)
            codes = [each for each in people.codes if each[1] in new]
            db.executemany("INSERT OR IGNORE INTO codes VALUES (?, ?)", codes)
            seats = [(seat.person, seat.table, seat.holder, seat.at) for seat in people.seats]
            db.executemany(IMPORT_SEAT, seats)
            wished = [each for each in people.wished if each[0] in new]
            db.executemany("INSERT OR IGNORE INTO wished_notices VALUES (?, ?)", wished)
            db.executemany(PUT_DIGEST, [columns(each) for each in people.digests if each.person in new])
            holidays = [each for each in people.holidays if each[0] in new]
            db.executemany("INSERT OR IGNORE INTO holidays VALUES (?, ?)", holidays)
            db.executemany(PUT_CHANGE, [columns(each)[:4] for each in people.digest_changes if each.person in new])

        await self._queue(add)


def _passkey(row: Sequence[Any]) -> Passkey:
    name, person, public_key, sign_count, label, created, used, transports = row
    return Passkey(name, person, public_key, sign_count, label, created, used, tuple(transports.split()))


def _exists(db: sqlite3.Connection, person: str) -> bool:
    return db.execute("SELECT 1 FROM people WHERE id = ?", (person,)).fetchone() is not None


def _add_person(db: sqlite3.Connection, person: Person) -> bool:
    values = person.id, person.name, person.language, person.created
    return db.execute("INSERT OR IGNORE INTO people VALUES (?, ?, ?, ?)", values).rowcount > 0


def _add_passkey(db: sqlite3.Connection, key: Passkey) -> bool:
    values = key.id, key.person, key.public_key, key.sign_count, key.label, key.created, key.used
    statement = f"INSERT OR IGNORE INTO passkeys ({PASSKEY}) VALUES (?, ?, ?, ?, ?, ?, ?, ?)"
    return db.execute(statement, (*values, " ".join(key.transports))).rowcount > 0


def _begin(db: sqlite3.Connection, session: Session, most: int, before: int) -> Begun | None:
    """Store a session, if there is such a person, and delete those that are too many or too old."""
    if not _exists(db, session.person):
        return None
    _add_session(db, session)
    ended = db.execute(DROP_SURPLUS, (session.person, most, before)).fetchall()
    # Whoever has used a session that ends may have made a link, too.
    db.executemany("DELETE FROM links WHERE person = ?", [(person,) for _, person in ended])
    return Begun(session.person, [each for each, _ in ended])


def _begun(db: sqlite3.Connection, people: list[Any], session: Session, most: int, before: int) -> Begun | None:
    """Store a session of the person who was found."""
    for (person,) in people:
        return _begin(db, msgspec.structs.replace(session, person=person), most, before)
    return None


def _add_session(db: sqlite3.Connection, one: Session) -> None:
    values = one.hash, one.id, one.person, one.label, one.created, one.seen, one.confirmed
    db.execute(f"INSERT OR IGNORE INTO sessions ({SESSION}) VALUES (?, ?, ?, ?, ?, ?, ?)", values)


def _add_seat(db: sqlite3.Connection, seat: PersonSeat) -> bool:
    """Store a seat; return False if somebody keeps it."""
    values = seat.person, seat.table, seat.holder, seat.at
    return db.execute(f"INSERT OR IGNORE INTO person_seats ({SEAT}) VALUES (?, ?, ?, ?)", values).rowcount > 0


def change_rows(db: sqlite3.Connection, table: str, rows: Sequence[Rewritten], card: bytes | None) -> bool:
    """Change rows of a table and the data of its card, and empty its summary; False if the rows are others now."""
    same = "SELECT 1 FROM events WHERE table_id = ? AND seq = ? AND data = ?"
    if not all(db.execute(same, (table, row.seq, row.data)).fetchone() for row, _ in rows):
        return False
    renewed = [(data, table, row.seq) for row, data in rows]
    db.executemany("UPDATE events SET data = ? WHERE table_id = ? AND seq = ?", renewed)
    if card is not None:
        db.execute("UPDATE cards SET data = ? WHERE table_id = ?", (card, table))
    db.execute(EMPTY_SUMMARY, (table,))
    db.execute(COUNT_REWRITE, (table,))
    return True
