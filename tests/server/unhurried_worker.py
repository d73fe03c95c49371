"""``encore worker`` that loads a game when it is first asked about it, and is there at once."""

from __future__ import annotations

import sys

from tests.server.unhurried import HOUR

if __name__ == "__main__":
    from encore.cli import main
    from encore.server.bots import thinkers
    from encore.server.workers import program

    thinkers.WARM_UP_AFTER = HOUR
    program.WARMING = 0.0
    program.SILENT = 4.0
    sys.argv = ["encore", "worker", *sys.argv[1:]]
    main()
