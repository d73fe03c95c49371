"""Names, sentences and secrets as they come in from outside."""

from __future__ import annotations

import hashlib
import hmac
import secrets

from encore.server.domain.decisions import Refusal


def clean(text: str) -> str:
    """Return what people wrote without what cannot be seen; Refusal where nothing is left."""
    seen = " ".join("".join(letter if letter.isprintable() else " " for letter in text).split())
    if not seen:
        raise Refusal("refused", "there is nothing to read in that")
    return seen


def new_token() -> str:
    """Return a secret for a seat or an invitation."""
    return secrets.token_urlsafe(24)


def hashed(token: str) -> str:
    """Return a secret as it is stored."""
    return hashlib.sha256(token.encode()).hexdigest()


def same(token: str, stored: str) -> bool:
    """Tell whether a secret is the one that was stored, in a time that tells nothing."""
    return hmac.compare_digest(hashed(token), stored)
