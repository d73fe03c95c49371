"""Servers on a day that a test chooses, so that it can come back the next day."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from datetime import UTC, date, datetime
from pathlib import Path

from encore.server.domain.clocks import now_ms
from tests.server import client
from tests.server.client import Served


class DatedServer(Served):
    """A server that can be moved to another day."""

    def __init__(self, folder: Path, *arguments: str) -> None:
        super().__init__(*arguments)
        self._file = folder / "clock"
        # Without -P the modules beside the script could be imported by their bare names.
        self.command = ("-P", str(Path(client.__file__).with_name("clocked.py")), str(self._file))

    def move_to(self, day: date) -> None:
        """Set the clock to noon of a day (UTC), from where it goes on."""
        part = self._file.with_suffix(".part")
        part.write_text(str(noon_ms(day) - now_ms()))
        part.replace(self._file)  # so that it is never read in part


def noon_ms(day: date) -> int:
    """Return noon of a day (UTC) in milliseconds."""
    return round(datetime(day.year, day.month, day.day, 12, tzinfo=UTC).timestamp() * 1000)


@contextmanager
def served_on(day: date, folder: Path, *arguments: str) -> Iterator[DatedServer]:
    """Run a server on a day, with its data in a folder."""
    server = DatedServer(folder, "--data", str(folder), *arguments)
    server.move_to(day)
    server.start()
    try:
        yield server
    finally:
        server.stop()
