"""What the parts of a PostgreSQL store share: how they run several statements."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from typing import Any, Protocol


class Transactions(Protocol):
    """Runs some statements in one transaction."""

    async def __call__(self, work: Callable[[Any], Awaitable[Any]]) -> Any:
        """Return what ``work`` returns, which gets a connection."""
