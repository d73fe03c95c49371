"""A process is replaced while people play: how long they are away, and what it costs their clocks."""

from __future__ import annotations

import asyncio
import tempfile
from collections.abc import Iterator

from bench.measure import Measure
from tests.server.replaced import parent, play_on, seated

TABLES = 250
SHARED = 100
"""Tables of people who all have the same address, as in a school: as many sockets as an address may have."""
ADDRESS = "127.0.9.1"
LONGEST = 2.0
"""The most seconds for which anybody may be away."""


def run() -> Iterator[Measure]:
    """Let two people play at each table, and replace the process once; then the same from one address."""
    yield _replaced(TABLES)
    yield _replaced(SHARED, ADDRESS)


def _replaced(tables: int, address: str = "") -> Measure:
    with tempfile.TemporaryDirectory() as folder, parent("--data", folder, "--processes", "1") as server:
        sats = seated(server, tables)
        for sat in sats:
            sat.address = address or sat.address
        asyncio.run(play_on(server, sats, 5.0))
    back = [each for sat in sats for each in sat.returns]
    away = sorted(each.seconds for each in back)
    charged = max((each.charged for each in back if each.charged is not None), default=0.0)
    where = "of one address" if address else "of many addresses"
    half, most = away[len(away) // 2], away[len(away) * 9 // 10]
    print(
        f"# {where}: half were back after {half:.2f} s, nine of ten after {most:.2f} s;"
        f" the most charged to a clock: {charged:.2f} s"
    )
    name = f"longest time away, {len(sats)} sockets {where}, s"
    return Measure(f"restart.{LONGEST:g} s : {name}", LONGEST, away[-1], 1)
