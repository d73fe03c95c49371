"""Protocol versions, negotiated through the WebSocket subprotocol (docs/protocol.md)."""

from __future__ import annotations

from collections.abc import Sequence

VERSIONS = {"encore.2": 2, "encore.1": 1}
"""The supported versions, newest first."""
NEWEST = max(VERSIONS.values())
UNNAMED = 1
"""The version for clients that offer none, as in 0.1.0."""
UNKNOWN = 4406
"""The close code for clients that offer no supported version."""
REASON = f"protocol versions: {', '.join(VERSIONS)}"
"""The reason sent with that code."""


def agreed(offered: Sequence[str]) -> str | None:
    """Return the newest version that a client offers, or None if none is supported."""
    return next((name for name in VERSIONS if name in offered), None)
