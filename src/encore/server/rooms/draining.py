"""Ends a process without losing a move: it takes nothing new, and its people connect elsewhere."""

from __future__ import annotations

import asyncio

from encore.server.rooms.hub import Hub
from encore.server.rooms.room import Room

RESTARTING = 1012
"""The code for sockets at a process that ends soon: whoever connects again reaches another one, or its successor."""
STEP = 0.05
"""Seconds between two looks at the tables."""


async def drained(hub: Hub, seconds: float) -> None:
    """Take nothing new, and close the sockets of each table when it rests; return when none is left, or in time."""
    loop = asyncio.get_running_loop()
    hub.draining, deadline = True, loop.time() + seconds
    while (guests := list(hub.moderation.guests)) and loop.time() < deadline:
        for guest in guests:
            room = hub.rooms.get(guest.table)
            if room is None or _rests(room):
                guest.drop(RESTARTING, "restarting; connect again")
        await asyncio.sleep(STEP)


def _rests(room: Room) -> bool:
    """Return whether nothing is being stored at a table, and no bot thinks about a move there."""
    return room.queue.idle and not (room.thinking and not room.thinking.done())
