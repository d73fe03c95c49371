"""Keeps the pauses of Python's garbage collector short: a full one looks at every object, 335 ms with 1,000 tables."""

from __future__ import annotations

import asyncio
import gc
from collections.abc import Callable

STEP = 5.0
"""Seconds between two freezes: the collector skips objects that have lived that long."""


def begin() -> None:
    """Set the collector up, when everything is loaded."""
    # Loaded objects stay, and tables and sockets have no reference cycles: the collector finds little to free. It
    # scans the few new ones often.
    gc.freeze()
    gc.set_threshold(2_000, 5, 100)


async def keep_short(idle: Callable[[], bool]) -> None:
    """Set objects aside from time to time, and look at all of them when nobody is served any more."""
    served = False
    while True:
        await asyncio.sleep(STEP)
        if not idle():
            set_aside()
        elif served:
            look_at_all()
        served = not idle()


def set_aside() -> None:
    """Look at new objects, and set those that are still there aside; without cycles they are freed all the same."""
    gc.collect(1)
    gc.freeze()


def look_at_all() -> None:
    """Free what was set aside in cycles, which takes a while."""
    gc.unfreeze()
    gc.collect()
    gc.freeze()
