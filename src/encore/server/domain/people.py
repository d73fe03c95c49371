"""People who keep their games: what is stored of them, and what they send and get over HTTP."""

from __future__ import annotations

import secrets
from typing import Annotated, Any, Literal

import msgspec
from msgspec import Meta

from encore.server.domain.decisions import LONGEST_NAME
from encore.server.domain.names import hashed, new_token
from encore.server.domain.ratings import OwnRating

MINUTE = 60_000
CHALLENGE = 5 * MINUTE
"""Milliseconds for which a challenge can be answered."""
CONFIRMED = 5 * MINUTE
"""Milliseconds for which somebody who has proved who they are may change how the person signs in, or delete it."""
LINK = 10 * MINUTE
"""Milliseconds for which a link to another device works."""
SESSION = 365 * 24 * 60 * MINUTE
"""Milliseconds after which a session that was not used ends."""
SEEN = 10 * MINUTE
"""Milliseconds after which it is stored again that a session is used."""
CODES = 10
"""Recovery codes that a person gets."""
MOST_PASSKEYS, MOST_SESSIONS = 20, 50
"""Of one person. A sign-in that would be one too many ends the session that was not used for the longest time."""
LONGEST_LABEL = 40
LETTERS = "0123456789ABCDEFGHJKMNPQRSTVWXYZ"
"""The letters of a recovery code: none looks like another (Crockford's Base32)."""
GROUPS, GROUP = 4, 4
"""A recovery code has four groups of four letters: 80 bits that nobody can guess."""
ALIKE = str.maketrans("OIL", "011")
"""What people write instead of digits."""

Language = Literal["en", "de", "fr", "ja"]
Purpose = Literal["create", "add", "sign-in", "confirm"]
PersonName = Annotated[str, Meta(min_length=1, max_length=LONGEST_NAME)]
Label = Annotated[str, Meta(max_length=LONGEST_LABEL)]


class Person(msgspec.Struct, frozen=True):
    """Somebody who keeps their games."""

    id: str
    name: str
    language: Language
    created: int


class Passkey(msgspec.Struct, frozen=True):
    """A key of a person, kept by a device; ``id`` is the id of the credential in base64url."""

    id: str
    person: str
    public_key: bytes
    sign_count: int
    label: str
    created: int
    used: int
    transports: tuple[str, ...] = ()


class Session(msgspec.Struct, frozen=True):
    """A browser in which a person is signed in; ``hash`` is that of its token.

    ``confirmed`` is when somebody there last proved to be the person: by signing in, or again later.
    """

    hash: str
    id: str
    person: str
    label: str
    created: int
    seen: int
    confirmed: int = 0


class Challenge(msgspec.Struct, frozen=True):
    """A random text that a passkey must sign, once; ``person`` is who may answer it, if that is known."""

    hash: str
    purpose: Purpose
    person: str
    expires: int


class PersonSeat(msgspec.Struct, frozen=True):
    """A seat that a person keeps: ``holder`` is the hashed token in the rows of the table."""

    person: str
    table: str
    holder: str
    at: int


# From a client.


class BeginPerson(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A wish to keep one's games: the name and language of the new person."""

    name: PersonName
    language: Language = "en"


class NewPerson(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A new person with the passkey that the browser made; without one where passkeys cannot work."""

    name: PersonName
    language: Language = "en"
    credential: dict[str, Any] | None = None


class SignIn(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A sign-in with a passkey."""

    credential: dict[str, Any]


class CodeSignIn(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A sign-in with a recovery code."""

    code: Annotated[str, Meta(max_length=64)]


class LinkSignIn(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A sign-in with a link from another device."""

    secret: Annotated[str, Meta(max_length=64)]


class NewPasskey(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Another passkey of a person; without a label it is called like the browser."""

    credential: dict[str, Any]
    label: Label = ""


class Confirmation(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A proof of who one is: a passkey or a recovery code, which ends; without any passkey, the name as it is typed."""

    credential: dict[str, Any] | None = None
    code: Annotated[str, Meta(max_length=64)] = ""
    name: Annotated[str, Meta(max_length=LONGEST_NAME)] = ""


class ChangePerson(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Another name or language, or whether ratings are wanted."""

    name: PersonName | None = None
    language: Language | None = None
    rated: bool | None = None


# From the server.


class PasskeyInfo(msgspec.Struct, frozen=True):
    """A passkey as its person sees it."""

    id: str
    label: str
    created: int
    used: int


class SessionInfo(msgspec.Struct, frozen=True):
    """A session as its person sees it; ``current`` is the one that asks."""

    id: str
    label: str
    created: int
    seen: int
    current: bool


class PersonInfo(msgspec.Struct, frozen=True):
    """A person as they see themselves; ``codes`` says how many recovery codes are left.

    ``rated`` says whether they want ratings; ``ratings`` are those they have.
    """

    id: str
    name: str
    language: Language
    created: int
    passkeys: tuple[PasskeyInfo, ...]
    sessions: tuple[SessionInfo, ...]
    codes: int
    rated: bool = False
    ratings: tuple[OwnRating, ...] = ()


class Me(msgspec.Struct, frozen=True):
    """Who is asking, and whether ``passkeys`` can work at this address."""

    person: PersonInfo | None
    passkeys: bool


class Created(msgspec.Struct, frozen=True):
    """A new person, and their recovery codes, which are shown only now."""

    person: PersonInfo
    codes: tuple[str, ...]


class NewCodes(msgspec.Struct, frozen=True):
    """New recovery codes, which are shown only now; the earlier ones have ended."""

    codes: tuple[str, ...]


class DeviceLink(msgspec.Struct, frozen=True):
    """The secret of a link that signs in another device, and when it ends."""

    secret: str
    expires: int


class LinkOwner(msgspec.Struct, frozen=True):
    """Whose link it is, to be asked about before it is used."""

    name: str


def new_id() -> str:
    """Return the id of a new person or session."""
    return secrets.token_urlsafe(16)


def new_code() -> str:
    """Return a recovery code."""
    groups = ("".join(secrets.choice(LETTERS) for _ in range(GROUP)) for _ in range(GROUPS))
    return "-".join(groups)


def hashed_code(text: str) -> str:
    """Return the hash of a recovery code, however it was typed: in small letters, with gaps, or O for 0."""
    return hashed("".join(letter for letter in text.upper().translate(ALIKE) if letter in LETTERS))


def new_session(person: str, label: str, now: int) -> tuple[str, Session]:
    """Return a new token, which only the browser gets, and its session."""
    token = new_token()
    return token, Session(hashed(token), new_id(), person, label, now, now, now)


def info_of(person: Person, passkeys: list[Passkey], sessions: list[Session], codes: int, current: str) -> PersonInfo:
    """Return a person as they see themselves; ``current`` is the hash of the session that asks."""
    return PersonInfo(
        person.id,
        person.name,
        person.language,
        person.created,
        tuple(PasskeyInfo(each.id, each.label, each.created, each.used) for each in passkeys),
        tuple(SessionInfo(each.id, each.label, each.created, each.seen, each.hash == current) for each in sessions),
        codes,
    )
