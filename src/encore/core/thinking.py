"""How a search is asked and how it answers: what it may spend, how well it looks, what it found."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from threading import Timer
from types import TracebackType
from typing import Any

UNLIMITED = 1 << 62


class Budget:
    """Seconds, nodes, or until somebody calls ``cancel``: whichever comes first ends the thinking.

    Entered as a context, its clock starts. A kernel polls ``stop[0]`` (one byte, shared memory), which a timer sets
    while the kernel runs without the interpreter's lock, and counts its own nodes up to ``nodes``. With nodes
    alone a search is deterministic. A node is what the search at hand visits or plays out.
    """

    def __init__(self, seconds: float | None = None, nodes: int | None = None) -> None:
        self.seconds = seconds
        self.nodes = UNLIMITED if nodes is None else nodes
        self.stop = bytearray(1)
        self._timer: Timer | None = None

    def __enter__(self) -> Budget:
        if self.seconds is not None:
            self._timer = Timer(self.seconds, self.cancel)
            self._timer.daemon = True
            self._timer.start()
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        if self._timer is not None:
            self._timer.cancel()

    def cancel(self) -> None:
        """End the thinking now; from any thread."""
        self.stop[0] = 1

    def over(self, nodes: int) -> bool:
        """Tell whether a search that has visited so many nodes must stop."""
        return bool(self.stop[0]) or nodes >= self.nodes


@dataclass(frozen=True, slots=True)
class Sight:
    """How well a level looks: the most nodes it looks at, and the chance that it overlooks a move."""

    nodes: int = UNLIMITED
    overlook: float = 0.0


@dataclass(frozen=True, slots=True)
class Finding:
    """What a search found: the move, its value for the seat to move, and the line it expects.

    ``proved`` means that the value is exact and not an estimate.
    """

    move: Any
    value: float
    nodes: int
    line: tuple[Any, ...] = ()
    proved: bool = False


@dataclass(frozen=True)
class Solution:
    """What can be proved about a position, for the seat to move.

    The value is the points gained when play stops (at the dealer's turn or the end); in a game without points 1 for
    a win, 0 for a tie or a lost solo, -1 for a loss. It lies between ``low`` and ``high``, and is exact where
    they meet. ``line`` is best play as far as it is known. ``best`` answers any state that can come up while one
    side follows it; where the value is exact, those answers prove it against every reply.
    """

    low: int
    high: int
    nodes: int
    line: tuple[Any, ...]
    best: Callable[[Any], Any]

    @property
    def exact(self) -> bool:
        """Whether the value is proved."""
        return self.low == self.high
