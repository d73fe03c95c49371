"""Keeps a log readable while somebody provokes the same message thousands of times."""

from __future__ import annotations

import logging
import time

PAUSE = 60.0
"""Seconds in which the same message is logged once."""
LOGGERS = "encore.server", "uvicorn.error", "asyncio"


class OncePerMinute(logging.Filter):
    """Passes the first of equal messages, and counts the others. Their arguments may differ."""

    def __init__(self) -> None:
        super().__init__()
        self._logged: dict[str, float] = {}
        self._left_out: dict[str, int] = {}

    def filter(self, record: logging.LogRecord) -> bool:
        """Return whether a message is logged; one that follows others says how many they were."""
        message, now = str(record.msg), time.monotonic()
        if now - self._logged.get(message, -PAUSE) < PAUSE:
            self._left_out[message] = self._left_out.get(message, 0) + 1
            return False
        self._logged[message] = now
        if more := self._left_out.pop(message, 0):
            record.msg = f"{record.getMessage()} (and {more} more like it before)"
            record.args = None
            record.left_out = more
        return True


def quieten() -> None:
    """Log equal messages of the server and its libraries once a minute."""
    once = OncePerMinute()
    for name in LOGGERS:
        logging.getLogger(name).addFilter(once)
