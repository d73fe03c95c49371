"""A Ray cluster, and numbered work on it, such as the games of a match (extra ``cluster``)."""

from __future__ import annotations

import os
import socket
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from typing import Any, TypeVar

from encore.arena.match import Match
from encore.core.deprecated import renamed
from encore.core.errors import EncoreError, first_line
from encore.core.record import Record

CONNECT_SECONDS = 5.0
"""Seconds to wait for the first answer of a cluster; Ray itself would wait for minutes."""

T = TypeVar("T")


def play_on_cluster(match: Match, numbers: Sequence[int], address: str) -> Iterator[tuple[int, Record]]:
    """Play games as Ray tasks and yield each as it ends."""
    return work_on_cluster(match.play, numbers, address)


def work_on_cluster(work: Callable[[int], T], numbers: Sequence[int], address: str) -> Iterator[tuple[int, T]]:
    """Call a picklable function with each number as a Ray task; yield what it returns as it comes."""
    with cluster(address) as ray:
        # Ray runs a task again if its worker dies, as often as necessary.
        task = ray.remote(max_retries=-1, num_cpus=1)(_work)
        shared = ray.put(work)
        waiting = list(reversed(numbers))
        running: dict[object, int] = {}
        most = 4 * processors(ray)
        while waiting or running:
            while waiting and len(running) < most:
                number = waiting.pop()
                running[task.remote(shared, number)] = number
            done, _ = ray.wait(list(running), num_returns=1)
            yield running.pop(done[0]), ray.get(done[0])


def _work(work: Callable[[int], T], number: int) -> T:
    return work(number)


@contextmanager
def cluster(address: str) -> Iterator[Any]:
    """Yield Ray, connected to a cluster, and disconnect at the end; ``auto`` finds a running cluster or starts one.

    What a task raises is raised as an EncoreError.
    """
    try:
        import ray
    except ImportError:
        raise EncoreError("a cluster needs Ray: pip install 'encore-table[cluster]'") from None
    _connect(ray, address)
    try:
        yield ray
    except ray.exceptions.RayTaskError as error:
        raise EncoreError(str(error.cause)) from None
    except ray.exceptions.RayError as error:
        raise EncoreError(f"the cluster failed: {first_line(error)}") from None
    finally:
        ray.shutdown()


def processors(ray: Any) -> int:
    """Return the number of free processors of a cluster."""
    return max(1, int(ray.available_resources().get("CPU", 1)))


def _connect(ray: Any, address: str) -> None:
    options = {"log_to_driver": False, "logging_level": "ERROR"}
    if address != "auto":
        _probe(address)
        ray.init(address=address, **options)
        return
    # Without this Ray reports usage statistics.
    os.environ.setdefault("RAY_USAGE_STATS_ENABLED", "0")
    try:
        ray.init(address=address, **options)
    except ConnectionError:
        ray.init(include_dashboard=False, **options)


def _probe(address: str) -> None:
    """Check that a server listens at an address such as ``10.0.0.1:6379`` or ``ray://10.0.0.1:10001``."""
    host, _, port = address.removeprefix("ray://").rpartition(":")
    if not host or not port.isdecimal() or "/" in host:
        raise EncoreError(f"--cluster {address}: needs auto, HOST:PORT or ray://HOST:PORT")
    try:
        socket.create_connection((host, int(port)), CONNECT_SECONDS).close()
    except (OSError, OverflowError):
        raise EncoreError(f"no Ray cluster answers at {address}") from None


__getattr__ = renamed(__name__, {"PATIENCE": "encore.arena.cluster:CONNECT_SECONDS"})
