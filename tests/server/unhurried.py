"""``encore serve`` whose bots load a game when they are first asked about it: to load all games takes seconds.

Users have no such option: their bots load the games soon after the start. Most tests ask no bot.
"""

from __future__ import annotations

import sys

HOUR = 3600.0

if __name__ == "__main__":
    # Worker processes import this file too, and need no command line.
    from encore.cli import main
    from encore.server.bots import thinkers
    from encore.server.rooms import hub

    thinkers.WARM_UP_AFTER = HOUR
    hub.WARMING = 0.0  # a process that replaces another one does not wait for them either
    sys.argv = ["encore", "serve", *sys.argv[1:]]
    main()
