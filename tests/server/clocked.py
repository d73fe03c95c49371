"""``encore serve`` with another clock: the file that is named first has milliseconds to add to the machine's time.

Users have no such option: the hub takes a clock, and ``encore serve`` gives it none.
"""

from __future__ import annotations

import sys
from functools import partial
from pathlib import Path

HOUR = 3600.0
"""Bots load a game when they are first asked about it, as in ``unhurried.py``."""

if __name__ == "__main__":
    # Worker processes import this file too, and need no command line.
    from encore.cli import main
    from encore.server.bots import thinkers
    from encore.server.domain.clocks import now_ms
    from encore.server.rooms import hub

    thinkers.WARM_UP_AFTER = HOUR
    file = Path(sys.argv[1])
    hub.Hub = partial(hub.Hub, now=lambda: now_ms() + int(file.read_text()))  # type: ignore[assignment,misc]
    sys.argv = ["encore", "serve", *sys.argv[2:]]
    main()
