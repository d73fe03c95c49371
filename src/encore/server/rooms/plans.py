"""The replies that waiting players have planned, played by the server as soon as it is their turn."""

from __future__ import annotations

import asyncio
import logging

from encore.core.errors import EncoreError
from encore.server.domain import planning
from encore.server.domain.decisions import Refusal
from encore.server.rooms.queue import Spawn
from encore.server.rooms.room import Room

log = logging.getLogger("encore.server")

AGAIN = 1.0
"""Seconds until a reply that could not be stored is tried again."""


class PlannedReplies:
    """Plays what is planned at the open tables of one process. The stored rows tell what is due.

    So any process may play it, also one that opens the table after another was killed.
    """

    def __init__(self, spawn: Spawn) -> None:
        self._spawn = spawn

    def play(self, room: Room) -> None:
        """Play the reply of the player to move, if there is one."""
        if _is_due(room) and not (room.replying and not room.replying.done()):
            room.replying = self._spawn(self._play(room))

    async def _play(self, room: Room) -> None:
        while _is_due(room):
            try:
                await room.act(None, planning.reply)
            except Refusal as refusal:
                if refusal.code == "failed":
                    return  # the error was logged, and would happen again
                if refusal.code == "busy":
                    await asyncio.sleep(AGAIN)
            except EncoreError as error:
                log.warning("a planned reply was not stored and will be retried: %s", error)
                await asyncio.sleep(AGAIN)


def _is_due(room: Room) -> bool:
    return not room.queue.expired and room.table.plans.reply(room.table.to_move) is not None
