"""Processes that read record files into a study, some files at a time."""

from __future__ import annotations

import signal
from collections import deque
from collections.abc import Iterable, Iterator, Mapping
from concurrent.futures import Future, ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from dataclasses import dataclass, field
from functools import partial
from itertools import chain, islice
from multiprocessing import get_context
from pathlib import Path

from encore.arena.study import Study
from encore.core.errors import EncoreError, RecordError
from encore.core.game import AnyGame
from encore.core.record import LARGEST, parse_record

AT_A_TIME = 16
"""The number of files in a task of a process."""
QUICK = 4
"""With fewer tasks than this a second process would start too late."""


@dataclass
class Reading:
    """The study of some files, and the errors of those that were left out."""

    study: Study
    files: int = 0
    broken: list[str] = field(default_factory=list)


def read_files(
    kind: type[AnyGame], paths: Iterable[Path], materials: Mapping[str, object], jobs: int
) -> Iterator[Reading]:
    """Yield the studies in the order of the files."""
    waiting = iter(paths)
    some = partial(_some, waiting)
    first = [files for _ in range(QUICK) if (files := some())]
    read = partial(_read, kind, materials)
    if jobs <= 1 or len(first) < QUICK:
        yield from map(read, chain(first, iter(some, [])))
        return
    context = get_context("spawn")
    with ProcessPoolExecutor(jobs, mp_context=context, initializer=_leave_interrupts) as pool:
        asked: deque[Future[Reading]] = deque(pool.submit(read, files) for files in first)
        try:
            while asked:
                # Only a few tasks are queued at a time, so that memory stays bounded.
                while len(asked) < max(QUICK, 2 * jobs) and (files := some()):
                    asked.append(pool.submit(read, files))
                yield asked.popleft().result()
        except BrokenProcessPool:
            raise EncoreError("a process that read records has died") from None
        finally:
            for future in asked:
                future.cancel()


def _some(paths: Iterator[Path]) -> list[Path]:
    return list(islice(paths, AT_A_TIME))


def _leave_interrupts() -> None:
    # Ctrl-C reaches every process of the terminal; only the main process handles it.
    signal.signal(signal.SIGINT, signal.SIG_IGN)


def _read(kind: type[AnyGame], materials: Mapping[str, object], paths: list[Path]) -> Reading:
    reading = Reading(Study(kind))
    for path in paths:
        reading.files += 1
        try:
            with path.open("rb") as file:
                record = parse_record(file.read(LARGEST + 1))
            reading.study.add(record, materials)
        except RecordError as error:
            reading.broken.append(f"{path}: {error}")
        except OSError as error:
            reading.broken.append(f"{path}: {error.strerror}")
    return reading
