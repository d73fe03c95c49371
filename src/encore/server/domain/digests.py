"""The daily digest: one mail a day with the tables at which it is a person's turn, if they want it."""

from __future__ import annotations

import hashlib
import hmac
import re
from typing import Annotated, Literal

import msgspec
from msgspec import Meta

from encore.server.domain.clocks import DAY
from encore.server.domain.people import Language
from encore.server.domain.web_push import written

CONFIRMING = DAY
"""Milliseconds for which an address can be confirmed."""
LONGEST_ADDRESS = 254

_NAME = r"[A-Za-z0-9!#$%&'*+/=?^_`{|}~.-]{1,64}"
_LABEL = r"[A-Za-z0-9]([A-Za-z0-9-]{0,61}[A-Za-z0-9])?"
Address = Annotated[str, Meta(max_length=LONGEST_ADDRESS, pattern=rf"^{_NAME}@({_LABEL}\.)+{_LABEL}$(?!\n)")]
"""An address for mail, without anything that could change the head of a message."""
_SECRET = re.compile(r"([A-Za-z0-9_-]{1,64})\.[A-Za-z0-9_-]{32}")
Purpose = Literal["confirm", "stop"]


class Digest(msgspec.Struct, frozen=True):
    """The digest of a person: ``asked`` and ``confirmed`` are times, ``due`` is when the next mail may be sent."""

    person: str
    address: str
    language: Language
    asked: int
    confirmed: int = 0
    due: int = 0


# From a client.


class NewDigest(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A wish for the digest; the address gets a mail with a link that confirms it."""

    address: Address
    language: Language = "en"


class DigestLink(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The secret of a link in a mail."""

    secret: Annotated[str, Meta(max_length=128)]


# From the server.


class OwnDigest(msgspec.Struct, frozen=True):
    """The digest as its person sees it; ``possible`` is whether this server sends mail.

    ``wished`` is an address that takes the place of a confirmed one when it is confirmed, too.
    """

    possible: bool
    address: str = ""
    confirmed: bool = False
    wished: str = ""


def secret_of(key: bytes, purpose: Purpose, digest: Digest) -> str:
    """Return the secret of a link in a mail. It is made of the server's key, so it needs no place in the store."""
    parts = purpose, digest.person, digest.address, str(digest.asked)
    made = hmac.digest(key, "\n".join(parts).encode(), hashlib.sha256)
    return f"{digest.person}.{written(made[:24])}"


def person_in(secret: str) -> str | None:
    """Return the person whom a link is for; whether it is right, only their digest can tell."""
    found = _SECRET.fullmatch(secret)
    return found[1] if found else None


def fits(key: bytes, purpose: Purpose, digest: Digest, secret: str) -> bool:
    """Return whether a link is one for this digest."""
    return hmac.compare_digest(secret_of(key, purpose, digest).encode(), secret.encode())
