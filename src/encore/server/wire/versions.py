"""Versions of the protocol, which client and server agree on by the subprotocol of the socket (docs/protocol.md)."""

from __future__ import annotations

from collections.abc import Sequence

VERSIONS = {"encore.2": 2, "encore.1": 1}
"""The versions that are served, the newest first."""
NEWEST = max(VERSIONS.values())
UNNAMED = 1
"""The version of a client that names none, as those of 0.1.0 do."""
UNKNOWN = 4406
"""The code with which a socket is closed whose client speaks no version that is served."""
REASON = f"protocol versions: {', '.join(VERSIONS)}"
"""The reason that is given with it."""


def agreed(offered: Sequence[str]) -> str | None:
    """Return the newest version that a client offers; None where none is known."""
    return next((name for name in VERSIONS if name in offered), None)
