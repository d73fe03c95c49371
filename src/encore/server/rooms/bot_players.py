"""The bots at the tables of one process: their moves, and the hints that one of them gives."""

from __future__ import annotations

import asyncio
import logging
import random
from collections.abc import Iterable
from functools import partial

from encore.core.errors import EncoreError
from encore.core.fact import Fact
from encore.server.bots.engines import Engines
from encore.server.bots.fair_queue import Kind, Sender, TooManyQuestions
from encore.server.bots.questions import ADVISER, Question, failure_in
from encore.server.bots.search_time import SearchTime
from encore.server.bots.thinkers import Thinkers
from encore.server.domain import decisions
from encore.server.domain.decisions import Decision, Refusal
from encore.server.domain.positions import Advice, advice
from encore.server.domain.results import forfeited
from encore.server.domain.table import Table
from encore.server.rooms.room import Host, Room

log = logging.getLogger("encore.server")

THINK = 1.0
"""Maximum seconds that a bot may think about a move."""
AGAIN = 1.0
"""Seconds until a bot move that failed is tried again."""


class BotPlayers:
    """Lets the bots of the open tables move, with the workers that they share."""

    def __init__(self, host: Host, thinkers: Thinkers, engines: Engines) -> None:
        self._host, self._thinkers, self._engines = host, thinkers, engines

    def think(self, room: Room) -> None:
        """Let a bot move if it is its turn."""
        if _thinks(room) and not (room.thinking and not room.thinking.done()):
            room.thinking = self._host.spawn(self._move(room))

    async def _move(self, room: Room) -> None:
        """Let the bots move as long as it is their turn, and this process does not end soon."""
        while _thinks(room) and not self._host.draining:
            try:
                await self._move_once(room)
            except Refusal as refusal:
                if refusal.code == "failed":
                    return  # the error was logged, and would happen again
            except TooManyQuestions:
                await asyncio.sleep(AGAIN)  # somebody has too many tables, which is no problem of the operator
            except EncoreError as error:
                log.warning("a bot move failed and will be retried: %s", error)
                await asyncio.sleep(AGAIN)

    async def _move_once(self, room: Room) -> None:
        table = room.table
        chair, position = table.to_move, table.position
        assert chair is not None
        name = table.chairs[chair].bot
        bot = self._engines.played_as(name)
        if bot is None:
            why = Fact("server.engine-not-offered", engine=name)
            await room.act(None, lambda table, now: _forfeit(table, now, position, why, 0))
            return
        view = table.game.view(table.state, table.seat_of(chair))
        left = table.clock.left[chair] / 1000  # waiting costs a bot no time
        seconds = THINK if table.clock.timing.kind == "none" else max(0.05, min(THINK, left / 20))
        question = Question(table.game, view, bot, seconds, random.getrandbits(63))
        room.search = search = SearchTime(seconds)
        with self._host.metrics.thinking.time():
            kind = Kind.GAME if table.people() else Kind.DEMO
            text = await self._thinkers.answer(question, Sender(kind, room.visitor, table.name), search)
        if failure := failure_in(text):
            why = Fact(failure.code, **{**failure.args, "engine": name})  # players never see the command
            log.warning("a bot loses its game: %s", failure)
            await room.act(None, partial(_forfeit, position=position, why=why, searched=search.ms))
            return
        await room.act(None, partial(_bot_move, position=position, text=text, searched=search.ms))

    async def hint(self, room: Room, chair: int) -> tuple[str, Advice]:
        """Return a strong bot's move for a seat, and what a hint says about it."""
        table = room.table
        game, view = table.game, table.game.view(table.state, table.seat_of(chair))
        question = Question(game, view, ADVISER, THINK, random.getrandbits(63))
        text = await self._thinkers.answer(question, Sender(Kind.HINT, room.visitor, table.name))
        return text, await asyncio.to_thread(advice, game, view, text)


def bot_games(rooms: Iterable[Room], visitor: str) -> int:
    """Return at how many tables of a visitor bots may still have to move."""
    return sum(
        room.visitor == visitor
        and room.table.phase != "over"
        and any(chair.kind == "bot" for chair in room.table.chairs)
        for room in rooms
    )


def _thinks(room: Room) -> bool:
    """Return whether a bot is to move; games between bots continue only while somebody watches."""
    chair = None if room.queue.expired else room.table.to_move
    bot = chair is not None and room.table.chairs[chair].kind == "bot"
    return bot and bool(room.receivers or room.table.people())


def _bot_move(table: Table, now: int, position: int, text: str, searched: int) -> Decision:
    """Play a bot's move. Its clock is charged for the search only, not for the time it waited for a worker."""
    _must_be_to_move(table, position)
    decided, waited = decisions.play(table, text), now - table.clock.since - searched
    return Decision((*decisions.refund(table, now, waited), *decided.events), decided.states)


def _forfeit(table: Table, now: int, position: int, why: Fact, searched: int) -> Decision:
    """End the game of a bot that cannot play it."""
    chair = _must_be_to_move(table, position)
    waited = now - table.clock.since - searched
    return Decision((*decisions.refund(table, now, waited), forfeited(table, chair, why)))


def _must_be_to_move(table: Table, position: int) -> int:
    """Return the chair of the bot to move. While it was thinking, whoever had left may have taken the seat again."""
    if table.position != position or table.to_move is None or table.chairs[table.to_move].kind != "bot":
        raise Refusal("stale", Fact("server.stale"))
    return table.to_move
