"""By what somebody who writes in the chat is known to the others at the table."""

from __future__ import annotations

import hashlib


def id_at(table: str, who: str) -> str:
    """Return an id of somebody, such as a holder or a person, that says nothing at other tables.

    ``who`` is a secret or its hash, so that nobody can find it by trying.
    """
    return hashlib.sha256(f"{table} {who}".encode()).hexdigest()[:16]
