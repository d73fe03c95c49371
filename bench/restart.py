"""A process is replaced while people play: how long they are away, and what it costs their clocks."""

from __future__ import annotations

import asyncio
import tempfile
from collections.abc import Iterator

from bench.measure import Measure
from tests.server.replaced import parent, play_on, seated

TABLES = 250
LONGEST = 2.0
"""The most seconds for which anybody may be away."""


def run() -> Iterator[Measure]:
    """Let two people play at each table, and replace the process once."""
    with tempfile.TemporaryDirectory() as folder, parent("--data", folder, "--processes", "1") as server:
        sats = seated(server, TABLES)
        asyncio.run(play_on(server, sats, 5.0))
    back = [each for sat in sats for each in sat.returns]
    away = sorted(each.seconds for each in back)
    charged = max((each.charged for each in back if each.charged is not None), default=0.0)
    print(f"# half were back after {away[len(away) // 2]:.2f} s; the most charged to a clock: {charged:.2f} s")
    yield Measure(f"restart.{LONGEST:g} s : longest time away, {len(sats)} sockets, s", LONGEST, away[-1], 1)
