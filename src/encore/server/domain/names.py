"""Cleans names and messages from outside, and handles secrets."""

from __future__ import annotations

import hashlib
import hmac
import secrets

from encore.core.fact import Fact
from encore.server.domain.decisions import Refusal

EMPTY_NAME, EMPTY_MESSAGE = Fact("server.empty-name"), Fact("server.empty-message")


def clean(text: str, empty: Fact = EMPTY_NAME) -> str:
    """Return a text without invisible characters; raise a Refusal with ``empty`` if nothing is left."""
    seen = " ".join("".join(letter if letter.isprintable() else " " for letter in text).split())
    if not seen:
        raise Refusal("refused", empty)
    return seen


def new_token() -> str:
    """Return a new secret for a seat or an invitation."""
    return secrets.token_urlsafe(24)


def hashed(token: str) -> str:
    """Return the hash of a secret, as it is stored."""
    return hashlib.sha256(token.encode()).hexdigest()


def same(token: str, stored: str) -> bool:
    """Compare a secret with the stored hash in constant time."""
    return hmac.compare_digest(hashed(token), stored)
