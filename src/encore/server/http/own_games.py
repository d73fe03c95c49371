"""The endpoints of a person's games: to keep seats, to find games again, figures, and all their data in a file."""

from __future__ import annotations

import re
from collections.abc import AsyncIterator

import msgspec
from starlette.requests import Request
from starlette.responses import Response, StreamingResponse
from starlette.routing import Route

from encore.core.fact import Fact
from encore.server.domain import holiday_rules
from encore.server.domain.moderation import OwnBlock
from encore.server.domain.names import hashed
from encore.server.domain.own_data import (
    OwnData,
    OwnReport,
    OwnRestriction,
    OwnResult,
    own_browser,
    own_key,
    own_notice,
    own_table,
)
from encore.server.domain.own_games import Wanted
from encore.server.domain.people import PersonSeat
from encore.server.http.answers import Problem, as_json
from encore.server.http.api import FreeSeats, Seated
from encore.server.http.asked import limit
from encore.server.http.asking import asker_at, must_have_space, person_info, signed_in
from encore.server.http.cookies import drop_seat, seat_token
from encore.server.http.guard import visitor_of
from encore.server.rooms.hub import Hub
from encore.server.wire.limits import Limits

AS_FILE = {"Content-Disposition": 'attachment; filename="encore.json"'}
MOST_RESULTS = 1_000_000
"""Rated results in the file: all that anybody has."""
_PAGE = re.compile(r"[1-9]\d{0,4}")


class OwnGamesApi:
    """The endpoints. Replays run in threads, in fair shares."""

    def __init__(self, hub: Hub, limits: Limits) -> None:
        self.hub, self.limits, self.store = hub, limits, hub.store.people

    def routes(self) -> list[Route]:
        """Return the routes."""
        return [
            Route("/api/tables/{table}/keep", self.free, methods=["GET"]),
            Route("/api/tables/{table}/keep", self.keep, methods=["POST"]),
            Route("/api/me/games", self.games, methods=["GET"]),
            Route("/api/me/figures", self.figures, methods=["GET"]),
            Route("/api/me/data", self.data, methods=["GET"]),
        ]

    async def free(self, request: Request) -> Response:
        """Return whether the token that comes with a request has seats that nobody keeps."""
        limit(self.limits.requests, request)
        table = (await self.hub.room(request.path_params["table"], visitor_of(request.scope))).table
        token = seat_token(request, table.name)
        holder = token and hashed(token)
        kept = await self.hub.store.notices.kept([table.name])
        return as_json(FreeSeats(table.name, table.knows(holder) and holder not in kept.get(table.name, ())))

    async def keep(self, request: Request) -> Response:
        """Let a person keep the seats whose token comes with the request; the browser's cookie then ends."""
        limit(self.limits.requests, request)
        session = await signed_in(self.hub, request)
        room = await self.hub.room(request.path_params["table"], visitor_of(request.scope))
        table, asker = room.table, await asker_at(self.hub, request, room.table)
        held = table.held(asker.holder)
        if not asker.holder or not table.knows(asker.holder):
            raise Problem(403, "entry", Fact("server.no-seat-to-keep"))
        if not asker.session:
            async with self.hub.own_tables.turn(session.person):
                await must_have_space(self.hub, request, session.person, self.limits)
                seat = PersonSeat(session.person, table.name, asker.holder, self.hub.now())
                if await self.store.put_seat(seat, room.reminder(asker.holder)) != session.person:
                    raise Problem(409, "refused", Fact("server.seat-kept"))
            room.keep(asker.holder)
            self.hub.listing.show(room)
            await self.hub.holidays.join(visitor_of(request.scope), session.person, table.rests_of(asker.holder))
            await self.hub.holidays.settle(room)
            await self.hub.blocks.kept(room)
        response = as_json(Seated(table.name, held))
        if await self.store.holders(session.person, table.name) == [asker.holder]:
            # Whoever has seats by two tokens plays by the first one; the other one stays in its browser.
            drop_seat(request, response, table.name)
        return response

    async def games(self, request: Request) -> Response:
        """Return a page of a person's games."""
        limit(self.limits.summaries, request)
        wanted = _wanted(request)
        session = await signed_in(self.hub, request)
        return as_json(await self.hub.own_tables.games(visitor_of(request.scope), session.person, wanted))

    async def figures(self, request: Request) -> Response:
        """Return how a person's games went."""
        limit(self.limits.summaries, request)
        session = await signed_in(self.hub, request)
        return as_json(await self.hub.own_tables.figures(visitor_of(request.scope), session.person))

    async def data(self, request: Request) -> Response:
        """Return all that is stored of a person as one file."""
        limit(self.limits.data, request)
        session = await signed_in(self.hub, request)
        person = await self.store.person(session.person)
        if person is None:
            raise Problem(401, "entry", Fact("server.not-signed-in"))
        info = await person_info(self.hub, person, session.hash)
        keys = tuple(map(own_key, await self.store.passkeys(person.id)))
        notices = self.hub.store.notices
        browsers = tuple(map(own_browser, await notices.subscriptions(person.id)))
        digests, wished = self.hub.store.digests, await notices.kinds(person.id)
        digest, change = await digests.of(person.id), await digests.change(person.id)
        holidays = holiday_rules.read(await self.store.holidays(person.id))
        steps = await self.hub.store.ratings.history(person.id, MOST_RESULTS)
        results = tuple(OwnResult(*step[:6], *step.skill) for step in steps)
        stored = tuple(own_notice(each) for each in await notices.of(person.id))
        head = OwnData(
            *("person", self.hub.now(), info, keys, browsers, wished, digest, holidays, results, change, stored),
            *await self._moderation(person.id),
        )
        parts = self._file(visitor_of(request.scope), head)
        return StreamingResponse(parts, headers=AS_FILE, media_type="application/json")

    async def _moderation(
        self, person: str
    ) -> tuple[tuple[OwnBlock, ...], tuple[OwnReport, ...], tuple[OwnRestriction, ...]]:
        """Return whom a person has blocked, what they have reported, and what they may not do."""
        store = self.hub.store.moderation
        blocks, reports = await store.blocks(person), await store.reports_by(person)
        held = await store.restrictions(self.hub.now())
        return (
            tuple(OwnBlock(each.id, each.name, each.at) for each in blocks),
            tuple(OwnReport(each.at, each.table, each.name, each.reason, each.text) for each in reports),
            tuple(OwnRestriction(e.kind, e.at, e.until) for e in held if (e.whom, e.target) == ("person", person)),
        )

    async def _file(self, visitor: str, head: OwnData) -> AsyncIterator[bytes]:
        """Yield the file part by part: the games of a table at a time, since some people have many."""
        yield msgspec.json.encode(head)[:-1] + b',"tables":['
        seats: dict[str, list[PersonSeat]] = {}
        for seat in await self.store.seats(head.person.id):
            seats.setdefault(seat.table, []).append(seat)
        separator = b""
        for table, mine in seats.items():
            rows, holders = await self.hub.store.rows(table), {seat.holder for seat in mine}
            if rows:
                found = await self.hub.studies.run(visitor, own_table, table, mine[0].at, rows, holders)
                yield separator + msgspec.json.encode(found)
                separator = b","
        yield b"]}"


def _wanted(request: Request) -> Wanted:
    """Return which games are asked for, or raise Problem."""
    asked = request.query_params
    phase, page = asked.get("phase", ""), asked.get("page", "1")
    if phase not in ("", "running", "finished") or not _PAGE.fullmatch(page):
        raise Problem(422, "frame", Fact("server.request-unreadable"))
    return Wanted(asked.get("game", ""), asked.get("opponent", "").strip(), phase, int(page))
