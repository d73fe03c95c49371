"""How long a worker has searched for an answer. The rest of the time since the question was asked is waiting."""

from __future__ import annotations

import math
import time


class SearchTime:
    """The time of one search: it runs while a worker searches, not while the question waits for a worker.

    It counts up to the seconds that the search was given. A worker that needs longer hangs, or has no processor.
    """

    __slots__ = ("_most", "_seconds", "_since")

    def __init__(self, most: float = math.inf) -> None:
        self._most = most
        self._seconds = 0.0
        self._since: float | None = None

    def start(self) -> None:
        """Count from now on. What a worker that died has searched no longer counts: it gave no answer."""
        self._seconds, self._since = 0.0, time.monotonic()

    def stop(self, answered: bool, most: float = math.inf) -> None:
        """Stop counting; without an answer, nothing was found and nothing counts.

        ``most`` are the seconds that a worker on another machine has searched: the way there and back does not count.
        """
        self._seconds, self._since = min(max(0.0, most), self.seconds) if answered else 0.0, None

    @property
    def seconds(self) -> float:
        """The seconds so far."""
        running = 0.0 if self._since is None else time.monotonic() - self._since
        return min(self._most, self._seconds + running)

    @property
    def ms(self) -> int:
        """The milliseconds so far."""
        return round(1000 * self.seconds)
