"""The endpoints for those who want to play with somebody: quick pairing, and bots for whoever has waited enough."""

from __future__ import annotations

import asyncio
import random
from contextlib import suppress
from typing import Protocol

import msgspec
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from encore.core.errors import OptionError
from encore.core.fact import Fact
from encore.core.registry import find, games
from encore.server.domain import decisions, seeks
from encore.server.domain.decisions import Decision, Refusal
from encore.server.domain.names import hashed, new_token
from encore.server.domain.seeks import USUAL, Shown, Wishes, age
from encore.server.domain.table import Table
from encore.server.http.answers import Problem, as_json
from encore.server.http.api import FillSeats, JoinTable, NewTable, Pair, Seated
from encore.server.http.asked import limit, read_body
from encore.server.http.asking import asker_at, must_take_new, seat_turn, session_of
from encore.server.http.guard import visitor_of
from encore.server.http.ratings import rated_person
from encore.server.rooms.hub import Hub, UnknownTable
from encore.server.rooms.room import Room
from encore.server.storage.store import Conflict
from encore.server.wire.limits import Limits

TRIES = 20
"""Seeks that are tried, if others are faster each time, before a new one is opened."""
MOST_SEATS = 9
"""Seats that one request may be given: each but the last one was given up for another one."""
MEETING = 0.25
"""Seconds after which a new seek looks for older ones: two people may have opened one at the same time."""


class Seating(Protocol):
    """What pairing needs of the endpoints of tables."""

    async def open(self, request: Request, asked: NewTable, token: str, invite: str, action: str | None = None) -> Room:
        """Open a table for the holder of a token; the store takes an ``action`` once."""

    async def sit(self, request: Request, room: Room, asked: JoinTable, holder: str, action: str | None = None) -> None:
        """Let a holder take a seat; the store takes an ``action`` once."""

    async def seated(
        self, request: Request, room: Room, seated: Seated, holder: str, token: str | None, keep: str, status: int = 200
    ) -> Response:
        """Answer somebody who has seats."""

    def limit_bots(self, visitor: str) -> None:
        """Refuse another table with bots to a visitor who has many."""


class PairingApi:
    """The endpoints. The rows of a table decide who gets a seat: whoever is too late tries the next seek."""

    def __init__(self, hub: Hub, limits: Limits, seating: Seating) -> None:
        self.hub, self.limits, self.seating = hub, limits, seating

    def routes(self) -> list[Route]:
        """Return the routes."""
        return [
            Route("/api/pair", self.pair, methods=["POST"]),
            Route("/api/tables/{table}/bots", self.fill, methods=["POST"]),
        ]

    async def pair(self, request: Request) -> Response:
        """Take a seat at a table that fits, or open one that waits for others."""
        limit(self.limits.joins, request)
        asked = await read_body(request, Pair)
        wishes, token = await self._wishes(request, asked), asked.secret or new_token()
        async with await seat_turn(self.hub, request):
            if asked.secret and (room := await self._again(request, token)):
                return await self._paired(request, asked, token, room)
            must_take_new(self.hub)
            asked = await self._without_blocks(request, asked, wishes)
            found = await self.hub.pairing.fitting(wishes, asked.own)
            if room := await self._take(request, asked, token, found):
                return await self._paired(request, asked, token, room)
            return await self._wait(request, asked, wishes, token)

    async def _without_blocks(self, request: Request, asked: Pair, wishes: Wishes) -> Pair:
        """Leave out the seeks of people whom the sender has blocked, or who have blocked the sender."""
        session = await session_of(self.hub, request)
        if session is None:
            return asked
        seeks = [seek.table for seek in await self.hub.pairing.fitting(wishes)]
        apart = await self.hub.store.moderation.apart(session.person, seeks)
        return msgspec.structs.replace(asked, own=(*asked.own, *{each.table for each in apart}))

    async def _wishes(self, request: Request, asked: Pair) -> Wishes:
        """Return what is wanted; a rated game only by somebody who may play one."""
        wishes = _wishes(asked)
        if not asked.rated:
            return wishes
        skills = await self.hub.rater.skills(await rated_person(self.hub, request))
        ratings = {game: skill.rating for game, skill in skills.items()}
        return msgspec.structs.replace(wishes, ratings=ratings)

    async def _again(self, request: Request, token: str) -> Room | None:
        """Return the table at which the same request was given a seat before: its answer may have been lost."""
        holder = hashed(token)
        for name in reversed(await self.hub.store.paired(_actions(holder))):
            with suppress(UnknownTable):
                room = await self.hub.room(name, visitor_of(request.scope))
                if room.table.knows(holder):
                    return room
        return None

    async def _action(self, holder: str) -> str:
        """Return the name under which the store gives a request its next seat, once."""
        before = len(await self.hub.store.paired(_actions(holder)))
        if before == MOST_SEATS:
            raise Refusal("busy", Fact("server.busy-table"))
        return _actions(holder)[before]

    async def _take(self, request: Request, asked: Pair, token: str, found: list[Shown]) -> Room | None:
        """Take a seat at one of some seeks; return None if others were faster everywhere."""
        join, holder = JoinTable(name=asked.name, secret=asked.secret, nonce_hash=asked.nonce_hash), hashed(token)
        tries = 0
        for seek in found:
            try:
                room = await self.hub.room(seek.table, visitor_of(request.scope))
                if not room.table.held(holder):  # otherwise the request came twice
                    if room.table.held((await asker_at(self.hub, request, room.table)).holder):
                        continue  # one's own
                    if room.table.phase != "waiting":
                        raise UnknownTable(Fact("server.no-table"))
                    tries += 1
                    await self.seating.sit(request, room, join, holder, await self._action(holder))
                return room
            except (UnknownTable, Refusal) as error:
                if isinstance(error, Refusal) and error.code not in ("entry", "refused", "busy"):
                    raise
                if elsewhere := await self._again(request, token):
                    return elsewhere  # the same request came twice, and the other one was faster
                self.hub.pairing.taken(seek.table)
            if tries >= TRIES:
                break
        return None

    async def _wait(self, request: Request, asked: Pair, wishes: Wishes, token: str) -> Response:
        """Open a seek. If somebody else has opened a fitting one just before, play there."""
        invite = new_token()
        try:
            action = await self._action(hashed(token))
            room = await self.seating.open(request, _new_table(asked), token, invite, action)
        except Conflict:
            if elsewhere := await self._again(request, token):
                return await self._paired(request, asked, token, elsewhere)
            raise Refusal("busy", Fact("server.busy-table")) from None
        if room.showing:
            await room.showing
        await asyncio.sleep(MEETING)
        own = age(Shown(table=room.table.name, opened=room.table.opened_at))
        found = await self.hub.pairing.fitting(wishes, (*asked.own, room.table.name), anew=True)
        older = [seek for seek in found if age(seek) < own]
        if older and await self._leave(room, hashed(token)):
            if taken := await self._take(request, asked, token, older):
                return await self._paired(request, asked, token, taken)
            # They are one's own, or taken: none of them is tried again.
            tried = (*asked.own, *(seek.table for seek in older))
            return await self._wait(request, msgspec.structs.replace(asked, own=tried), wishes, token)
        seated = Seated(room.table.name, (), invite=invite)
        return await self.seating.seated(request, room, seated, hashed(token), token, asked.keep, 201)

    async def _leave(self, room: Room, holder: str) -> bool:
        """Give up the seat at one's own seek; return False if somebody has come already."""

        def rise(table: Table, _: int) -> Decision:
            return decisions.rise(table, table.held(holder)[0])

        try:
            await room.act(None, rise)
        except Refusal:
            return False
        return True

    async def _paired(self, request: Request, asked: Pair, token: str, room: Room) -> Response:
        if all(room.table.taken):
            self.hub.pairing.taken(room.table.name)
        seated = Seated(room.table.name, ())
        return await self.seating.seated(request, room, seated, hashed(token), token, asked.keep)

    async def fill(self, request: Request) -> Response:
        """Let bots take the open seats of one's own table."""
        limit(self.limits.tables, request)
        asked, visitor = await read_body(request, FillSeats), visitor_of(request.scope)
        self.hub.engines.check(asked.bot)
        room = await self.hub.room(request.path_params["table"], visitor)
        asker = await asker_at(self.hub, request, room.table)
        if not asker.holder or asker.holder != room.table.opened.holder:
            raise Problem(403, "entry", Fact("server.not-your-table"))
        self.seating.limit_bots(visitor)
        await room.act(None, lambda table, _: seeks.fill(table, asked.bot))
        return as_json(Seated(room.table.name, room.table.held(asker.holder)))


def _actions(holder: str) -> list[str]:
    return [f"pair {holder} {number}" for number in range(MOST_SEATS)]


def _wishes(asked: Pair) -> Wishes:
    """Return what is wanted, or raise OptionError where no game is for so many players."""
    for name in asked.games:
        find(name)
    wishes = Wishes(asked.games, asked.players, asked.timing)
    if not _playable(wishes):
        raise OptionError(Fact("server.no-game-for", players=asked.players or 2))
    return wishes


def _playable(wishes: Wishes) -> list[str]:
    """Return the wanted games for several people."""
    return [
        name
        for name, game in sorted(games().items())
        if (not wishes.games or name in wishes.games)
        and any(count > 1 and wishes.players in (None, count) for count in game.player_counts)
    ]


def _new_table(asked: Pair) -> NewTable:
    """Return the table that waits for others; without a wish it is any game, with a clock."""
    name = random.choice(_playable(_wishes(asked)))
    game = find(name)
    several = [count for count in game.player_counts if count > 1]
    players = asked.players or (game.default_players if game.default_players > 1 else several[0])
    return NewTable(
        name,
        players,
        timing=USUAL[asked.timing or "live"],
        listed=True,
        name=asked.name,
        nonce_hash=asked.nonce_hash,
        bots_after=asked.bots_after,
        rated=asked.rated,
    )
