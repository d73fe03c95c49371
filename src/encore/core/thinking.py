"""The interface of a search: its budget, its skill, and what it found."""

from __future__ import annotations

import os
import signal
from collections.abc import Callable
from concurrent.futures import Future, wait
from dataclasses import dataclass
from threading import TIMEOUT_MAX, Thread, Timer, current_thread, main_thread
from types import TracebackType
from typing import Any, TypeVar

from encore.core.deprecated import renamed

UNLIMITED = 1 << 62
"""More nodes than any search visits; it fits in the 64 bits in which kernels count."""

T = TypeVar("T")


def cores() -> int:
    """Return how many cores this process may use; a container or ``taskset`` may allow fewer than there are."""
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1


class Budget:
    """The limit of a search: seconds, nodes, or a call of ``cancel``, whichever comes first.

    As a context manager it starts its clock. A kernel polls ``stop[0]`` (one byte, shared memory), which a timer sets
    while the kernel runs without the interpreter's lock, and counts its own nodes up to ``nodes``. With nodes
    alone a search is deterministic. What counts as a node depends on the search.

    A search that can share its work may use several ``threads``; with a limit of nodes it uses one.
    """

    def __init__(self, seconds: float | None = None, nodes: int | None = None, threads: int = 1) -> None:
        self.seconds = seconds
        self.threads = threads if nodes is None else 1
        # A kernel counts in 64 bits.
        self.nodes = UNLIMITED if nodes is None else min(nodes, UNLIMITED)
        self.stop = bytearray(1)
        self.cancelled = False
        self._timer: Timer | None = None
        self._lasting: Budget | None = None

    def __enter__(self) -> Budget:
        if self.seconds is not None:
            # This is the longest time that a timer accepts.
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
        """Stop the search now. Any thread can call this."""
        self.cancelled = True
        self.stop[0] = 1
        if self._lasting is not None:
            self._lasting.cancel()

    def lasting(self, seconds: float) -> Budget:
        """Return a budget with another time limit, but with the same nodes and ``cancel``."""
        self._lasting = Budget(seconds, self.nodes)
        self._lasting.threads = self.threads
        if self.cancelled:
            self._lasting.cancel()
        return self._lasting

    def over(self, nodes: int) -> bool:
        """Tell whether a search that has visited this many nodes must stop."""
        return bool(self.stop[0]) or nodes >= self.nodes


def interruptible(budget: Budget, think: Callable[[], T]) -> T:
    """Return what ``think`` returns; Ctrl-C cancels its budget and raises KeyboardInterrupt at once.

    Python delivers Ctrl-C only to the main thread, and only while no kernel runs there. So ``think`` runs in another
    thread while the main thread waits, which costs a tenth of a millisecond. In other threads, and in processes that
    ignore Ctrl-C, ``think`` is called directly.
    """
    if current_thread() is not main_thread() or not callable(signal.getsignal(signal.SIGINT)):
        return think()
    thought: Future[T] = Future()
    thread = Thread(target=_settle, args=(thought, think), daemon=True)
    thread.start()
    try:
        while not wait([thought], 0.1).done:
            # On Windows Ctrl-C arrives between two waits, elsewhere at once.
            pass
    except KeyboardInterrupt:
        budget.cancel()
        # A search checks its budget all the time; a bot that does not is abandoned.
        thread.join(1.0)
        raise
    return thought.result()


def _settle(thought: Future[T], think: Callable[[], T]) -> None:
    try:
        thought.set_result(think())
    except BaseException as error:  # raised again in the thread that waits
        thought.set_exception(error)


@dataclass(frozen=True, slots=True)
class Skill:
    """How well a level plays: the most nodes it visits, and the probability that it overlooks a move."""

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
    a win, 0 for a tie or a lost solo, -1 for a loss. With several opponents it is what the seat gets if all of them
    play against it. It lies between ``low`` and ``high``, and is exact if they are
    equal. ``least`` and ``most`` are its possible range, so a bound equal to one of them claims nothing. ``line`` is
    best play as far as it is known. ``best`` returns a move for any state that can occur while one side follows it;
    if the value is exact, these moves prove it against every reply.
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
