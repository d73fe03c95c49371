"""The endpoints of holidays: of a person, and of a seat that no person keeps."""

from __future__ import annotations

from typing import NamedTuple

from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from encore.core.fact import Fact
from encore.server.domain import holiday_rules
from encore.server.domain.holiday_rules import AnnounceHoliday
from encore.server.http.answers import Problem, as_json
from encore.server.http.asked import limit, read_body
from encore.server.http.asking import asker_at, session_of, signed_in
from encore.server.http.guard import visitor_of
from encore.server.rooms.hub import Hub
from encore.server.rooms.room import Room
from encore.server.wire.limits import Limits


class Seat(NamedTuple):
    """Who asks at a table: the holder of seats there, and the person who keeps them, if there is one."""

    room: Room
    holder: str
    person: str


class HolidayApi:
    """The endpoints. At a table whose seat a person keeps they are those of the person."""

    def __init__(self, hub: Hub, limits: Limits) -> None:
        self.hub, self.limits = hub, limits

    def routes(self) -> list[Route]:
        """Return the routes."""
        own, table = "/api/me/holidays", "/api/tables/{table}/holidays"
        return [
            Route(own, self.mine, methods=["GET"]),
            Route(own, self.announce, methods=["POST"]),
            Route(own, self.end, methods=["DELETE"]),
            Route(table, self.here, methods=["GET"]),
            Route(table, self.announce_here, methods=["POST"]),
            Route(table, self.end_here, methods=["DELETE"]),
        ]

    async def mine(self, request: Request) -> Response:
        """Return the holidays of a person."""
        limit(self.limits.requests, request)
        return await self._of(await self._person(request))

    async def announce(self, request: Request) -> Response:
        """Announce a holiday at all tables of a person."""
        limit(self.limits.holidays, request)
        asked, person = await read_body(request, AnnounceHoliday), await self._person(request)
        await self.hub.holidays.announce(visitor_of(request.scope), person, asked)
        return await self._of(person)

    async def end(self, request: Request) -> Response:
        """End the holiday of a person."""
        limit(self.limits.holidays, request)
        person = await self._person(request)
        await self.hub.holidays.end(visitor_of(request.scope), person)
        return await self._of(person)

    async def here(self, request: Request) -> Response:
        """Return the holidays of whoever has a seat at a table."""
        limit(self.limits.requests, request)
        return await self._at(await self._seat(request))

    async def announce_here(self, request: Request) -> Response:
        """Announce a holiday of whoever has a seat at a table."""
        limit(self.limits.holidays, request)
        asked, seat = await read_body(request, AnnounceHoliday), await self._seat(request)
        if seat.person:
            await self.hub.holidays.announce(visitor_of(request.scope), seat.person, asked)
        else:
            await seat.room.act(None, lambda table, now: holiday_rules.announce_here(table, seat.holder, asked, now))
        return await self._at(seat)

    async def end_here(self, request: Request) -> Response:
        """End the holiday of whoever has a seat at a table."""
        limit(self.limits.holidays, request)
        seat = await self._seat(request)
        if seat.person:
            await self.hub.holidays.end(visitor_of(request.scope), seat.person)
        else:
            await seat.room.act(None, lambda table, now: holiday_rules.end_here(table, seat.holder, now))
        return await self._at(seat)

    async def _person(self, request: Request) -> str:
        return (await signed_in(self.hub, request)).person

    async def _seat(self, request: Request) -> Seat:
        """Return who asks at a table with days per move, or raise Problem. Only the person may act for a kept seat."""
        room = await self.hub.room(request.path_params["table"], visitor_of(request.scope))
        asker = await asker_at(self.hub, request, room.table)
        if not asker.holder or not room.table.held(asker.holder):
            raise Problem(403, "entry", Fact("server.spectator"))
        holiday_rules.must_be_by_the_day(room.table)
        kept = {seat.holder: seat.person for seat in await self.hub.store.people.holidays_at(room.table.name)}
        keeper = kept.get(asker.holder, "")
        session = await session_of(self.hub, request) if keeper else None
        if keeper and (session is None or session.person != keeper):
            raise Problem(403, "entry", Fact("server.holiday-person"))
        return Seat(room, asker.holder, keeper)

    async def _of(self, person: str) -> Response:
        return as_json(await self.hub.holidays.of(person))

    async def _at(self, seat: Seat) -> Response:
        if seat.person:
            return await self._of(seat.person)
        return as_json(holiday_rules.own(seat.room.table.rests_of(seat.holder), self.hub.now(), False))
