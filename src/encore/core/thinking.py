"""How a search is asked and how it answers: what it may spend, how well it looks, what it found."""

from __future__ import annotations

import signal
from collections.abc import Callable
from concurrent.futures import Future, wait
from dataclasses import dataclass
from threading import TIMEOUT_MAX, Thread, Timer, current_thread, main_thread
from types import TracebackType
from typing import Any, TypeVar

from encore.core.deprecated import renamed

UNLIMITED = 1 << 62
"""So many nodes that no search gets there; kernels count in 64 bits, where it has room to spare."""

T = TypeVar("T")


class Budget:
    """Seconds, nodes, or until somebody calls ``cancel``: whichever comes first ends the thinking.

    Entered as a context, its clock starts. A kernel polls ``stop[0]`` (one byte, shared memory), which a timer sets
    while the kernel runs without the interpreter's lock, and counts its own nodes up to ``nodes``. With nodes
    alone a search is deterministic. A node is what the search at hand visits or plays out.
    """

    def __init__(self, seconds: float | None = None, nodes: int | None = None) -> None:
        self.seconds = seconds
        # A kernel counts in 64 bits.
        self.nodes = UNLIMITED if nodes is None else min(nodes, UNLIMITED)
        self.stop = bytearray(1)
        self._timer: Timer | None = None
        self._cancelled = False
        self._lasting: Budget | None = None

    def __enter__(self) -> Budget:
        if self.seconds is not None:
            # No timer waits longer, not even for an infinite time.
            self._timer = Timer(min(self.seconds, TIMEOUT_MAX), self._run_out)
            self._timer.daemon = True
            self._timer.start()
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        if self._timer is not None:
            self._timer.cancel()

    def _run_out(self) -> None:
        self.stop[0] = 1

    def cancel(self) -> None:
        """End the thinking now; from any thread."""
        self._cancelled = True
        self.stop[0] = 1
        if self._lasting is not None:
            self._lasting.cancel()

    def lasting(self, seconds: float) -> Budget:
        """Return a budget with a time of its own in place of this one's; the nodes and ``cancel`` hold for both."""
        self._lasting = Budget(seconds, self.nodes)
        if self._cancelled:
            self._lasting.cancel()
        return self._lasting

    def over(self, nodes: int) -> bool:
        """Tell whether a search that has visited so many nodes must stop."""
        return bool(self.stop[0]) or nodes >= self.nodes


def interruptible(budget: Budget, think: Callable[[], T]) -> T:
    """Return what ``think`` returns; Ctrl-C cancels its budget and raises KeyboardInterrupt at once.

    Python tells only the main thread of Ctrl-C, and only when no kernel runs there. So the thinking is done in another
    thread while the main one waits, which costs a tenth of a millisecond. Where Ctrl-C cannot be heard, in another
    thread or a process that ignores it, nothing has to wait and ``think`` is just called.
    """
    if current_thread() is not main_thread() or not callable(signal.getsignal(signal.SIGINT)):
        return think()
    thought: Future[T] = Future()
    thread = Thread(target=_settle, args=(thought, think), daemon=True)
    thread.start()
    try:
        while not wait([thought], 0.1).done:
            # On Windows Ctrl-C is heard between two waits, elsewhere at once.
            pass
    except KeyboardInterrupt:
        budget.cancel()
        # A search looks at its budget all the time; a bot that does not is left behind.
        thread.join(1.0)
        raise
    return thought.result()


def _settle(thought: Future[T], think: Callable[[], T]) -> None:
    try:
        thought.set_result(think())
    except BaseException as error:  # whatever it is, it is raised where the thought is waited for
        thought.set_exception(error)


@dataclass(frozen=True, slots=True)
class Skill:
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
    they meet; ``least`` and ``most`` are what it could be at all, so that a bound there claims nothing. ``line`` is
    best play as far as it is known. ``best`` answers any state that can come up while one side follows it; where
    the value is exact, those answers prove it against every reply.
    """

    low: int
    high: int
    nodes: int
    line: tuple[Any, ...]
    best: Callable[[Any], Any]
    least: int = -1
    most: int = 1

    @property
    def exact(self) -> bool:
        """Whether the value is proved."""
        return self.low == self.high


__getattr__ = renamed(__name__, {"Sight": "encore.core.thinking:Skill"})
