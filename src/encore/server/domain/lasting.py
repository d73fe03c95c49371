"""How long a table lasts although nobody does anything: as long as a turn with days per move, holidays included."""

from __future__ import annotations

from collections.abc import Sequence

from encore.server.domain import events
from encore.server.domain.events import Began, Closed, Ended, Opened, Rested
from encore.server.domain.holidays import Holiday, changed, postponed
from encore.server.domain.row import Row
from encore.server.domain.unreadable import UNREADABLE


def lasts_until(rows: Sequence[Row]) -> int:
    """Return until when the player to move in a running game by the day may wait; 0 for any other table.

    No move is played again to find whose turn it is, so the holidays of all players count. Many rows take a while to
    read, so call this in a thread.
    """
    days, rests = 0, dict[int, tuple[Holiday, ...]]()
    running = False
    try:
        for event in (event for row in rows for event in events.decode(row.data)):
            match event:
                case Opened():
                    days = event.timing.first if event.timing.kind == "days" else 0
                case Began() | Ended() | Closed():
                    running = isinstance(event, Began)
                case Rested():
                    rests[event.chair] = changed(rests.get(event.chair, ()), Holiday(event.start, event.end))
    except UNREADABLE:
        return 0
    if not running or not days:
        return 0
    return postponed([each for some in rests.values() for each in some], rows[-1].at, days)
