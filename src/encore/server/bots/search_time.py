"""How long a worker has searched for an answer. The rest of the time since the question was asked is waiting."""

from __future__ import annotations

import time


class SearchTime:
    """The time of one search: it runs while a worker searches, not while the question waits for a worker."""

    __slots__ = ("_seconds", "_since")

    def __init__(self) -> None:
        self._seconds = 0.0
        self._since: float | None = None

    def start(self) -> None:
        """Count from now on. What a worker that died has searched no longer counts: it gave no answer."""
        self._seconds, self._since = 0.0, time.monotonic()

    def stop(self, answered: bool) -> None:
        """Stop counting; without an answer, nothing was found and nothing counts."""
        self._seconds, self._since = self.seconds if answered else 0.0, None

    @property
    def seconds(self) -> float:
        """The seconds so far."""
        return self._seconds + (0.0 if self._since is None else time.monotonic() - self._since)

    @property
    def ms(self) -> int:
        """The milliseconds so far."""
        return round(1000 * self.seconds)
