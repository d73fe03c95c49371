"""Checks names and messages from outside, and handles secrets."""

from __future__ import annotations

import hashlib
import hmac
import re
import secrets
import unicodedata
from itertools import groupby
from typing import Annotated

from msgspec import Meta

from encore.core.fact import Fact
from encore.server.domain.decisions import LONGEST_NAME, Refusal
from encore.server.domain.lookalikes import looks_like_a_bot

EMPTY_NAME, EMPTY_MESSAGE = Fact("server.empty-name"), Fact("server.empty-message")
BLANK = frozenset("\u115f\u1160\u2800\u3164\uffa0\ufffc\U00013441\U00013442\U0001d159")
"""Letters and symbols that draw nothing, although Unicode calls them printable."""
MOST_MARKS, MOST_ACCENTS = 4, 2
"""How many marks one letter may have. Tibetan and Burmese names need four, and of accents Vietnamese names need two."""
ACCENT = 200
"""The combining classes of marks above and below any letter begin here; 1 is for those across it."""
Secret = Annotated[str, Meta(min_length=32, max_length=64, pattern=r"^[!#-+\--:<-\[\]-~]*$(?!\n)")]
"""Only what RFC 6265 allows in a cookie: anything else could not be sent back, with the seat already taken."""
_TABLE = re.compile(r"[A-Za-z0-9_-]{1,64}")


def clean(text: str, empty: Fact = EMPTY_MESSAGE) -> str:
    """Return a text without invisible characters; raise a Refusal if nothing can be seen, or if marks are stacked."""
    seen = " ".join("".join(letter if _is_drawn(letter) else " " for letter in text).split())
    if all(letter == " " or _is_mark(letter) for letter in seen):
        raise Refusal("refused", empty)
    if _has_stacked_marks(seen):
        raise Refusal("refused", Fact("server.stacked-marks"))
    return seen


def clean_name(text: str) -> str:
    """Return the name of a person, checked and cut; raise a Refusal if it could be taken for the name of a bot."""
    name = clean(text, EMPTY_NAME)[:LONGEST_NAME].rstrip()
    # Also without what is invisible: a gap of no width would part the word.
    if looks_like_a_bot(name) or looks_like_a_bot("".join(filter(_is_drawn, text))):
        raise Refusal("refused", Fact("server.bot-name"))
    return name


def _is_drawn(letter: str) -> bool:
    return letter.isprintable() and letter not in BLANK


def _is_mark(letter: str) -> bool:
    return unicodedata.category(letter).startswith("M")


def _has_stacked_marks(text: str) -> bool:
    """Return whether a letter has the same mark twice, or more marks than any script needs."""
    for marked, run in groupby(unicodedata.normalize("NFC", text), _is_mark):
        marks = [mark for mark in run if marked and unicodedata.category(mark) != "Mc"]  # Mc is drawn beside the letter
        if len(marks) > MOST_MARKS or sum(map(_is_accent, marks)) > MOST_ACCENTS or len(set(marks)) < len(marks):
            return True
    return False


def _is_accent(mark: str) -> bool:
    """Return whether a mark may be on any letter and is drawn above, below, across or around what is there."""
    return (
        unicodedata.combining(mark) >= ACCENT or unicodedata.combining(mark) == 1 or unicodedata.category(mark) == "Me"
    )


def is_table_name(text: str) -> bool:
    """Return whether a text can be the name of a table. Nothing else reaches a store, a header or a log."""
    return _TABLE.fullmatch(text) is not None


def new_token() -> str:
    """Return a new secret for a seat or an invitation."""
    return secrets.token_urlsafe(24)


def hashed(token: str) -> str:
    """Return the hash of a secret, as it is stored."""
    return hashlib.sha256(token.encode()).hexdigest()


def same(token: str, stored: str) -> bool:
    """Compare a secret with the stored hash in constant time."""
    return hmac.compare_digest(hashed(token), stored)
