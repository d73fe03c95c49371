"""Timeouts of tests. A machine may be four times slower than the one they were written on.

``ENCORE_PATIENCE`` multiplies them: ``ENCORE_PATIENCE=3 make test`` on an even slower machine.
"""

from __future__ import annotations

import os
import time
from collections.abc import Callable

PATIENCE = 120.0 * float(os.environ.get("ENCORE_PATIENCE", "1"))
"""Seconds until a test gives up waiting."""


def wait_until(true: Callable[[], bool]) -> None:
    """Wait until a condition holds."""
    end = time.monotonic() + PATIENCE
    while not true():
        assert time.monotonic() < end, "it did not happen"
        time.sleep(0.02)
