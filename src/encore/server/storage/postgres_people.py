"""People in a PostgreSQL database."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Collection, Sequence
from typing import Any

import msgspec

from encore.server.domain.digests import Digest
from encore.server.domain.notices import Notice
from encore.server.domain.people import Challenge, Passkey, Person, PersonSeat, Session
from encore.server.storage.people import AllPeople, Begun, KeptTable, Rewritten, SeatHolidays, StoredReview
from encore.server.storage.postgres_digests import CHANGE, DIGEST, PUT_CHANGE, columns
from encore.server.storage.postgres_digests import PUT as PUT_DIGEST
from encore.server.storage.postgres_notices import ADD_NOTICE, notice_values
from encore.server.storage.postgres_part import Transactions, import_rows
from encore.server.storage.ratings import nobody

SCHEMA = """
    CREATE TABLE people (
        id text COLLATE "C" PRIMARY KEY, name text NOT NULL, language text NOT NULL, created bigint NOT NULL
    );
    CREATE TABLE passkeys (
        id text COLLATE "C" PRIMARY KEY, person text COLLATE "C" NOT NULL, public_key bytea NOT NULL,
        sign_count bigint NOT NULL, label text NOT NULL, created bigint NOT NULL, used bigint NOT NULL,
        transports text NOT NULL
    );
    CREATE INDEX passkeys_person ON passkeys (person);
    CREATE TABLE sessions (
        hash text COLLATE "C" PRIMARY KEY, id text COLLATE "C" NOT NULL, person text COLLATE "C" NOT NULL,
        label text NOT NULL, created bigint NOT NULL, seen bigint NOT NULL
    );
    CREATE INDEX sessions_person ON sessions (person, seen);
    CREATE INDEX sessions_seen ON sessions (seen);
    CREATE TABLE codes (hash text COLLATE "C" PRIMARY KEY, person text COLLATE "C" NOT NULL);
    CREATE INDEX codes_person ON codes (person);
    CREATE TABLE links (
        hash text COLLATE "C" PRIMARY KEY, person text COLLATE "C" NOT NULL, expires bigint NOT NULL
    );
    CREATE INDEX links_person ON links (person);
    CREATE TABLE challenges (
        hash text COLLATE "C" PRIMARY KEY, purpose text NOT NULL, person text COLLATE "C" NOT NULL,
        expires bigint NOT NULL
    );
    CREATE INDEX challenges_expires ON challenges (expires);
    CREATE TABLE person_seats (
        table_id text COLLATE "C" NOT NULL, holder text COLLATE "C" NOT NULL, person text COLLATE "C" NOT NULL,
        at bigint NOT NULL, PRIMARY KEY (table_id, holder)
    );
    CREATE INDEX person_seats_person ON person_seats (person);
    CREATE TABLE summaries (table_id text COLLATE "C" PRIMARY KEY, version integer NOT NULL, data bytea NOT NULL)
"""

CONFIRMED = "ALTER TABLE sessions ADD COLUMN confirmed bigint NOT NULL DEFAULT 0"

HOLIDAYS = 'CREATE TABLE holidays (person text COLLATE "C" PRIMARY KEY, data text NOT NULL)'

REWRITES = """CREATE TABLE rewrites (table_id text COLLATE "C" PRIMARY KEY, times integer NOT NULL)"""
COUNT_REWRITE = """
    INSERT INTO rewrites VALUES ($1, 1) ON CONFLICT (table_id) DO UPDATE SET times = rewrites.times + 1
"""
OWNED = ("passkeys", "sessions", "codes", "links", "challenges", "person_seats", "holidays")
"""The tables with rows that belong to a person."""

PERSON = "id, name, language, created"
PASSKEY = "id, person, public_key, sign_count, label, created, used, transports"
SESSION = "hash, id, person, label, created, seen, confirmed"
SEAT = "person, table_id, holder, at"

PUT_HOLIDAYS = """
    INSERT INTO holidays SELECT $1, $3 WHERE $2 = '' OR EXISTS (SELECT 1 FROM holidays WHERE person = $1)
    ON CONFLICT (person) DO UPDATE SET data = $3 WHERE holidays.data = $2 RETURNING 1
"""

HOLIDAYS_AT = """
    SELECT holder, person, coalesce(data, '') FROM person_seats LEFT JOIN holidays USING (person)
    WHERE table_id = $1 ORDER BY at, holder
"""

# Locked until the end of the transaction, so that nothing is stored for a person who is being deleted.
EXISTS = "SELECT 1 FROM people WHERE id = $1 FOR SHARE"

ADD_PERSON = f"INSERT INTO people ({PERSON}) VALUES ($1, $2, $3, $4) ON CONFLICT DO NOTHING RETURNING 1"

ADD_CODE = "INSERT INTO codes (hash, person) VALUES ($1, $2) ON CONFLICT DO NOTHING"

ADD_PASSKEY = f"""
    INSERT INTO passkeys ({PASSKEY}) VALUES ($1, $2, $3, $4, $5, $6, $7, $8) ON CONFLICT DO NOTHING RETURNING 1
"""

USE_PASSKEY = """
    UPDATE passkeys SET sign_count = $1, used = $2 WHERE id = $3 AND (sign_count < $1 OR sign_count + $1 = 0)
    RETURNING 1
"""

ADD_SESSION = f"INSERT INTO sessions ({SESSION}) VALUES ($1, $2, $3, $4, $5, $6, $7) ON CONFLICT DO NOTHING"

DROP_SURPLUS = """
    DELETE FROM sessions WHERE seen < $3 OR hash IN
    (SELECT hash FROM sessions WHERE person = $1 ORDER BY seen DESC, created DESC OFFSET $2)
    RETURNING hash, person
"""

ADD_SEAT = f"INSERT INTO person_seats ({SEAT}) VALUES ($1, $2, $3, $4) ON CONFLICT DO NOTHING RETURNING 1"

IMPORT_SEAT = f"""
    INSERT INTO person_seats ({SEAT}) SELECT $1::text, $2::text, $3::text, $4::bigint
    WHERE EXISTS (SELECT FROM people WHERE id = $1) AND EXISTS (SELECT FROM events WHERE table_id = $2 AND seq = 1)
    ON CONFLICT DO NOTHING
"""

TABLES = """
    SELECT table_id, holder, (SELECT max(seq) FROM events WHERE events.table_id = person_seats.table_id),
        coalesce(version, 0), coalesce(data, '')
    FROM person_seats LEFT JOIN summaries USING (table_id)
    WHERE person = $1 AND EXISTS (SELECT FROM events WHERE events.table_id = person_seats.table_id AND seq = 1)
    ORDER BY table_id, at, holder
"""

PUT_SUMMARY = """
    INSERT INTO summaries (table_id, version, data)
    SELECT $1::text, $2::integer, $3::bytea WHERE EXISTS (SELECT FROM events WHERE table_id = $1 AND seq = 1)
    ON CONFLICT (table_id) DO UPDATE SET version = excluded.version, data = excluded.data
    WHERE summaries.version = $4
"""

EMPTY_SUMMARY = """
    INSERT INTO summaries (table_id, version, data) VALUES ($1, -1, '')
    ON CONFLICT (table_id) DO UPDATE SET version = least(summaries.version, 0) - 1, data = ''
"""


class PostgresPeople:
    """The people of a store; ``fetch`` runs one statement of it, ``transact`` several."""

    def __init__(self, fetch: Callable[..., Awaitable[list[Any]]], transact: Transactions) -> None:
        self._fetch, self._transact = fetch, transact

    async def add_person(self, person: Person, passkey: Passkey | None, codes: Sequence[str], session: Session) -> bool:
        """Store a new person with a passkey, hashed recovery codes and a session; return whether the ids were new."""

        async def add(db: Any) -> bool:
            if passkey and await db.fetchval("SELECT 1 FROM passkeys WHERE id = $1", passkey.id):
                return False
            if not await db.fetchval(ADD_PERSON, person.id, person.name, person.language, person.created):
                return False
            if passkey:
                await db.fetchval(ADD_PASSKEY, *_columns(passkey))
            await db.executemany(ADD_CODE, [(code, person.id) for code in codes])
            await db.execute(ADD_SESSION, *_session(session))
            return True

        return bool(await self._transact(add))

    async def person(self, person: str) -> Person | None:
        """Return a person."""
        found = await self._fetch(f"SELECT {PERSON} FROM people WHERE id = $1", person)
        return Person(*found[0]) if found else None

    async def change_person(self, person: Person) -> None:
        """Replace the name and the language of a person."""
        statement = "UPDATE people SET name = $1, language = $2 WHERE id = $3"
        await self._fetch(statement, person.name, person.language, person.id)

    async def drop_person(self, person: str, seats: Collection[tuple[str, str]]) -> bool:
        """Delete a person and all that belongs to them, unless they have another seat than the given ones."""

        async def drop(db: Any) -> bool:
            # Waits for whoever is rating results now, and would wait for this person; they start again.
            await db.execute("UPDATE rated_progress SET changes = changes + 1")
            # Waits for everybody who stores something for this person, and keeps them from storing more.
            await db.execute("SELECT 1 FROM people WHERE id = $1 FOR UPDATE", person)
            # In their order, as rows change them: two of these could wait for each other.
            asked = "SELECT table_id, holder FROM person_seats WHERE person = $1 ORDER BY table_id, holder FOR UPDATE"
            kept = await db.fetch(asked, person)
            if any((table, holder) not in seats for table, holder in kept):
                return False
            await db.execute("DELETE FROM people WHERE id = $1", person)
            for owned in OWNED:
                await db.execute(f"DELETE FROM {owned} WHERE person = $1", person)
            # After the seats: whoever is storing a result with one of them has done it by now.
            await db.execute("UPDATE rated_players SET person = $1 WHERE person = $2", nobody(), person)
            return True

        return bool(await self._transact(drop))

    async def add_passkey(self, passkey: Passkey) -> bool:
        """Store another passkey of a person; return False if it is known, or there is no such person."""

        async def add(db: Any) -> bool:
            exists = await db.fetchval(EXISTS, passkey.person)
            return bool(exists and await db.fetchval(ADD_PASSKEY, *_columns(passkey)))

        return bool(await self._transact(add))

    async def passkey(self, passkey: str) -> Passkey | None:
        """Return a passkey."""
        found = await self._fetch(f"SELECT {PASSKEY} FROM passkeys WHERE id = $1", passkey)
        return _passkey(found[0]) if found else None

    async def passkeys(self, person: str) -> list[Passkey]:
        """Return the passkeys of a person, the oldest first."""
        found = await self._fetch(f"SELECT {PASSKEY} FROM passkeys WHERE person = $1 ORDER BY created, id", person)
        return list(map(_passkey, found))

    async def use_passkey(self, passkey: str, sign_count: int, at: int) -> bool:
        """Store the sign count and the time of a use; return False if the count has not grown (0 stays 0)."""
        return bool(await self._fetch(USE_PASSKEY, sign_count, at, passkey))

    async def drop_passkey(self, person: str, passkey: str) -> bool:
        """Delete a passkey of a person; return whether there was one."""
        statement = "DELETE FROM passkeys WHERE person = $1 AND id = $2 RETURNING 1"
        return bool(await self._fetch(statement, person, passkey))

    async def add_session(self, session: Session, most: int, before: int) -> Begun | None:
        """Store a session, if there is such a person, and delete those that are too many or too old."""

        async def add(db: Any) -> Begun | None:
            exists = await db.fetchval(EXISTS, session.person)
            return await _begin(db, session, most, before) if exists else None

        begun: Begun | None = await self._transact(add)
        return begun

    async def session(self, session: str) -> Session | None:
        """Return the session with a hash."""
        found = await self._fetch(f"SELECT {SESSION} FROM sessions WHERE hash = $1", session)
        return Session(*found[0]) if found else None

    async def sessions(self, person: str) -> list[Session]:
        """Return the sessions of a person, the one that was seen last first."""
        asked = f"SELECT {SESSION} FROM sessions WHERE person = $1 ORDER BY seen DESC, created DESC, id"
        return [Session(*row) for row in await self._fetch(asked, person)]

    async def see_session(self, session: str, at: int) -> None:
        """Store when a session was last seen."""
        await self._fetch("UPDATE sessions SET seen = $1 WHERE hash = $2", at, session)

    async def confirm_session(self, session: str, at: int) -> None:
        """Store when the person of a session last proved who they are."""
        await self._fetch("UPDATE sessions SET confirmed = $1 WHERE hash = $2", at, session)

    async def forget(self, unseen: int, now: int) -> None:
        """Delete sessions last seen before a time, and links and challenges that have expired."""
        await self._fetch("DELETE FROM sessions WHERE seen < $1", unseen)
        await self._fetch("DELETE FROM links WHERE expires <= $1", now)
        await self._fetch("DELETE FROM challenges WHERE expires <= $1", now)

    async def drop_sessions(self, person: str, session: str | None = None) -> list[str]:
        """Delete the sessions of a person, or the one with an id, and all links; return the hashes of sessions."""
        which = "person = $1 AND ($2::text IS NULL OR id = $2)"
        ended = f"ended AS (DELETE FROM sessions WHERE {which} RETURNING hash)"
        # Whoever has used a session that ends may have made a link, too.
        links = "links AS (DELETE FROM links WHERE person = $1 AND ($2::text IS NULL OR EXISTS (SELECT 1 FROM ended)))"
        found = await self._fetch(f"WITH {ended}, {links} SELECT hash FROM ended", person, session)
        return [row[0] for row in found]

    async def put_codes(self, person: str, codes: Sequence[str]) -> None:
        """Replace the hashed recovery codes of a person."""

        async def put(db: Any) -> None:
            exists = await db.fetchval(EXISTS, person)
            await db.execute("DELETE FROM codes WHERE person = $1", person)
            if exists:
                await db.executemany(ADD_CODE, [(code, person) for code in codes])

        await self._transact(put)

    async def take_code(self, code: str, session: Session, most: int, before: int) -> Begun | None:
        """Use up a recovery code, given as its hash, and store a session for its person."""
        return await self._take("codes", code, session, most, before)

    async def use_code(self, person: str, code: str) -> bool:
        """Use up a recovery code of a person, given as its hash; return whether there was one."""
        return bool(await self._fetch("DELETE FROM codes WHERE person = $1 AND hash = $2 RETURNING 1", person, code))

    async def count_codes(self, person: str) -> int:
        """Return how many recovery codes a person has left."""
        return int((await self._fetch("SELECT count(*) FROM codes WHERE person = $1", person))[0][0])

    async def put_link(self, link: str, person: str, expires: int) -> None:
        """Store the hashed secret of a link to another device; it replaces the one before."""

        async def put(db: Any) -> None:
            exists = await db.fetchval(EXISTS, person)
            await db.execute("DELETE FROM links WHERE person = $1", person)
            if exists:
                await db.execute("INSERT INTO links (hash, person, expires) VALUES ($1, $2, $3)", link, person, expires)

        await self._transact(put)

    async def link(self, link: str, now: int) -> Person | None:
        """Return whose link this is, if it has not ended."""
        asked = f"SELECT {PERSON} FROM people WHERE id = (SELECT person FROM links WHERE hash = $1 AND expires > $2)"
        found = await self._fetch(asked, link, now)
        return Person(*found[0]) if found else None

    async def take_link(self, link: str, now: int, session: Session, most: int, before: int) -> Begun | None:
        """Delete a link; if it has not ended, store a session of its person."""
        await self._fetch("DELETE FROM links WHERE hash = $1 AND expires <= $2", link, now)
        return await self._take("links", link, session, most, before)

    async def _take(self, secrets: str, secret: str, session: Session, most: int, before: int) -> Begun | None:
        """Delete a code or a link and store a session of its person, both or neither."""

        async def take(db: Any) -> Begun | None:
            person = await db.fetchval(f"SELECT person FROM {secrets} WHERE hash = $1", secret)
            # The person is locked first, as everywhere, so that nobody waits for the other.
            if person is None or not await db.fetchval(EXISTS, person):
                return None
            if not await db.fetchval(f"DELETE FROM {secrets} WHERE hash = $1 RETURNING 1", secret):
                return None
            return await _begin(db, msgspec.structs.replace(session, person=person), most, before)

        taken: Begun | None = await self._transact(take)
        return taken

    async def put_challenge(self, challenge: Challenge, now: int) -> None:
        """Store a challenge; those that have ended are deleted."""
        await self._fetch("DELETE FROM challenges WHERE expires <= $1", now)
        values = challenge.hash, challenge.purpose, challenge.person, challenge.expires
        await self._fetch("INSERT INTO challenges (hash, purpose, person, expires) VALUES ($1, $2, $3, $4)", *values)

    async def take_challenge(self, challenge: str, now: int) -> Challenge | None:
        """Delete the challenge with a hash and return it, if it has not ended."""
        asked = "DELETE FROM challenges WHERE hash = $1 RETURNING hash, purpose, person, expires"
        found = await self._fetch(asked, challenge)
        return Challenge(*found[0]) if found and found[0][3] > now else None

    async def put_seat(self, seat: PersonSeat, reminder: Notice | None = None) -> str | None:
        """Store a seat of a person with its reminder, unless somebody keeps it; return who keeps it."""

        async def put(db: Any) -> str | None:
            if not await db.fetchval(EXISTS, seat.person):
                return None
            if await db.fetchval(ADD_SEAT, seat.person, seat.table, seat.holder, seat.at) and reminder:
                await db.execute(ADD_NOTICE, *notice_values(reminder))
            asked = "SELECT person FROM person_seats WHERE table_id = $1 AND holder = $2"
            return str(await db.fetchval(asked, seat.table, seat.holder))

        keeper: str | None = await self._transact(put)
        return keeper

    async def keeper(self, table: str, holder: str) -> str | None:
        """Return the person who keeps the seat of a holder at a table."""
        found = await self._fetch("SELECT person FROM person_seats WHERE table_id = $1 AND holder = $2", table, holder)
        return found[0][0] if found else None

    async def holders(self, person: str, table: str) -> list[str]:
        """Return the hashed tokens with which a person holds seats at a table, the oldest first."""
        asked = "SELECT holder FROM person_seats WHERE table_id = $1 AND person = $2 ORDER BY at, holder"
        return [row[0] for row in await self._fetch(asked, table, person)]

    async def seats(self, person: str) -> list[PersonSeat]:
        """Return the seats of a person, the oldest first."""
        asked = f"SELECT {SEAT} FROM person_seats WHERE person = $1 ORDER BY at, table_id, holder"
        return [PersonSeat(*row) for row in await self._fetch(asked, person)]

    async def holidays(self, person: str) -> str:
        """Return the holidays of a person as they were stored, empty for none."""
        found = await self._fetch("SELECT data FROM holidays WHERE person = $1", person)
        return str(found[0][0]) if found else ""

    async def put_holidays(self, person: str, before: str, after: str) -> bool:
        """Replace the holidays of a person; return False, with nothing changed, if they are not what they were."""

        async def put(db: Any) -> bool:
            exists = await db.fetchval(EXISTS, person)
            return bool(exists and await db.fetchval(PUT_HOLIDAYS, person, before, after))

        return bool(await self._transact(put))

    async def holidays_at(self, table: str) -> list[SeatHolidays]:
        """Return the seats at a table that people keep, with the holidays of these people."""
        return [SeatHolidays(*row) for row in await self._fetch(HOLIDAYS_AT, table)]

    async def tables(self, person: str) -> list[KeptTable]:
        """Return the tables at which a person has seats, with their summaries."""
        return [KeptTable(*row) for row in await self._fetch(TABLES, person)]

    async def put_summary(self, table: str, version: int, data: bytes, before: int) -> None:
        """Store the summary of a table in place of the one with the version ``before``."""
        await self._fetch(PUT_SUMMARY, table, version, data, before)

    async def reviewed(self, tables: Sequence[str]) -> set[tuple[str, int]]:
        """Return the games of some tables that have a review, as names and numbers."""
        found = await self._fetch("SELECT table_id, number FROM reviews WHERE table_id = ANY($1)", list(tables))
        return {(table, number) for table, number in found}

    async def reviews(self, person: str) -> list[StoredReview]:
        """Return the reviews of all games at the tables of a person."""
        asked = (
            "SELECT table_id, number, data FROM reviews "
            "WHERE table_id IN (SELECT table_id FROM person_seats WHERE person = $1)"
        )
        return [StoredReview(*row) for row in await self._fetch(asked, person)]

    async def rewrite(self, table: str, rows: Sequence[Rewritten], card: bytes | None) -> bool:
        """Change rows of a table and the data of its card, and empty its summary, all at once."""
        return bool(await self._transact(lambda db: change_rows(db, table, rows, card)))

    async def all_people(self) -> AllPeople:
        """Return all people and what is exported of them."""
        people = await self._fetch(f"SELECT {PERSON} FROM people ORDER BY id")
        passkeys = await self._fetch(f"SELECT {PASSKEY} FROM passkeys ORDER BY id")
        codes = await self._fetch("SELECT hash, person FROM codes ORDER BY hash")
        seats = await self._fetch(f"SELECT {SEAT} FROM person_seats ORDER BY table_id, holder")
        wished = await self._fetch("SELECT person, kinds FROM wished_notices ORDER BY person")
        digests = await self._fetch(f"SELECT {DIGEST} FROM digests ORDER BY person")
        holidays = await self._fetch("SELECT person, data FROM holidays ORDER BY person")
        changes = await self._fetch(f"SELECT {CHANGE} FROM digest_changes ORDER BY person")
        return AllPeople(
            tuple(Person(*row) for row in people),
            tuple(map(_passkey, passkeys)),
            tuple((row[0], row[1]) for row in codes),
            tuple(PersonSeat(*row) for row in seats),
            tuple((row[0], row[1]) for row in wished),
            tuple(Digest(*row) for row in digests),
            tuple((row[0], row[1]) for row in holidays),
            tuple(Digest(*row) for row in changes),
        )

    async def add_people(self, people: AllPeople) -> None:
        """Store people from elsewhere, and their seats at tables that are here; people who exist keep their keys."""

        async def add(db: Any) -> None:
            new = set[str]()
            for person in people.people:
                if await db.fetchval(ADD_PERSON, person.id, person.name, person.language, person.created):
                    new.add(person.id)
            keys = [_columns(passkey) for passkey in people.passkeys if passkey.person in new]
            await import_rows(db, ADD_PASSKEY, keys)
            await import_rows(db, ADD_CODE, [each for each in people.codes if each[1] in new])
            seats = [(seat.person, seat.table, seat.holder, seat.at) for seat in people.seats]
            await import_rows(db, IMPORT_SEAT, seats)
            wished = [each for each in people.wished if each[0] in new]
            await import_rows(db, "INSERT INTO wished_notices VALUES ($1, $2) ON CONFLICT DO NOTHING", wished)
            await import_rows(db, PUT_DIGEST, [columns(each) for each in people.digests if each.person in new])
            holidays = [each for each in people.holidays if each[0] in new]
            await import_rows(db, "INSERT INTO holidays VALUES ($1, $2) ON CONFLICT DO NOTHING", holidays)
            changes = [columns(each)[:4] for each in people.digest_changes if each.person in new]
            await import_rows(db, PUT_CHANGE, changes)

        await self._transact(add)


def _passkey(row: Sequence[Any]) -> Passkey:
    name, person, public_key, sign_count, label, created, used, transports = row
    return Passkey(name, person, public_key, sign_count, label, created, used, tuple(transports.split()))


def _columns(key: Passkey) -> tuple[object, ...]:
    transports = " ".join(key.transports)
    return key.id, key.person, key.public_key, key.sign_count, key.label, key.created, key.used, transports


async def _begin(db: Any, session: Session, most: int, before: int) -> Begun:
    """Store a session; delete those that are too many or too old."""
    await db.execute(ADD_SESSION, *_session(session))
    ended = await db.fetch(DROP_SURPLUS, session.person, most, before)
    if ended:  # whoever has used a session that ends may have made a link, too
        await db.execute("DELETE FROM links WHERE person = ANY($1)", [person for _, person in ended])
    return Begun(session.person, [each for each, _ in ended])


def _session(one: Session) -> tuple[object, ...]:
    return one.hash, one.id, one.person, one.label, one.created, one.seen, one.confirmed


async def change_rows(db: Any, table: str, rows: Sequence[Rewritten], card: bytes | None) -> bool:
    """Change rows of a table and the data of its card, and empty its summary; False if the rows are others now."""
    # In their order, and locked: two who rewrite the same table wait for each other.
    asked = "SELECT seq, data FROM events WHERE table_id = $1 AND seq = ANY($2) ORDER BY seq FOR UPDATE"
    found = dict(await db.fetch(asked, table, [row.seq for row, _ in rows]))
    if any(found.get(row.seq) != row.data for row, _ in rows):
        return False
    renewed = [(data, table, row.seq) for row, data in rows]
    await db.executemany("UPDATE events SET data = $1 WHERE table_id = $2 AND seq = $3", renewed)
    if card is not None:
        await db.execute("UPDATE cards SET data = $1 WHERE table_id = $2", card, table)
    await db.execute(EMPTY_SUMMARY, table)
    await db.execute(COUNT_REWRITE, table)
    return True
