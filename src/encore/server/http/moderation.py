"""What people can do about others: report and block them. And what the operator tells everybody."""

from __future__ import annotations

from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from encore.core.fact import Fact
from encore.server.domain.moderation import (
    MOST_BLOCKS,
    Block,
    NewBlock,
    NewReport,
    OwnBlock,
    OwnBlocks,
    Report,
    last_lines,
    new_id,
    report_id,
    reported,
)
from encore.server.domain.table import Table
from encore.server.http.answers import Problem, as_json
from encore.server.http.asked import limit, read_body
from encore.server.http.asking import asker_at, signed_in
from encore.server.http.guard import visitor_of
from encore.server.rooms.hub import Hub
from encore.server.wire.limits import Limits
from encore.server.wire.messages import Broadcasts, Told


class ModerationApi:
    """The endpoints."""

    def __init__(self, hub: Hub, limits: Limits) -> None:
        self.hub, self.limits = hub, limits

    def routes(self) -> list[Route]:
        """Return the routes."""
        return [
            Route("/api/broadcasts", self.broadcasts, methods=["GET"]),
            Route("/api/tables/{table}/report", self.report, methods=["POST"]),
            Route("/api/tables/{table}/block", self.block, methods=["POST"]),
            Route("/api/me/blocks", self.blocks, methods=["GET"]),
            Route("/api/me/blocks/{id}", self.unblock, methods=["DELETE"]),
        ]

    async def broadcasts(self, request: Request) -> Response:
        """Return what the operator tells everybody now."""
        limit(self.limits.requests, request)
        return as_json(Broadcasts(tuple(Told(b.id, b.text, b.until) for b in self.hub.moderation.broadcasts)))

    async def report(self, request: Request) -> Response:
        """Store a report for the operator; the server attaches the last lines of the chat."""
        limit(self.limits.reports, request)
        asked = await read_body(request, NewReport)
        room = await self.hub.room(request.path_params["table"], visitor_of(request.scope))
        table = room.table
        asker, about = await asker_at(self.hub, request, table), reported(table, asked)
        if about.holder and about.holder == asker.holder:
            raise Problem(409, "refused", Fact("server.nobody-there"))
        own = table.held(asker.holder)
        who = asker.person or (own and asker.holder) or f"{self.hub.process} {visitor_of(request.scope)}"
        report = Report(
            *(report_id(table.name, about, who), self.hub.now(), table.name, table.game.name),
            *(asked.reason, asked.text.strip(), about.name, about.chair),
            await self._keeper(table, about.holder) or room.speakers.get(about.id, ""),
            asker.person,
            table.chairs[own[0]].name if own else "",
            last_lines(table, about),
        )
        await self.hub.store.moderation.report(report)
        return as_json({})

    async def block(self, request: Request) -> Response:
        """Let a person never meet somebody again."""
        limit(self.limits.requests, request)
        asked, session = await read_body(request, NewBlock), await signed_in(self.hub, request)
        table = (await self.hub.room(request.path_params["table"], visitor_of(request.scope))).table
        await asker_at(self.hub, request, table)
        blocked = await self._keeper(table, table.holders[asked.chair] if asked.chair < len(table.holders) else "")
        if not blocked:
            raise Problem(409, "refused", Fact("server.nobody-to-block"))
        if blocked == session.person:
            raise Problem(409, "refused", Fact("server.block-yourself"))
        block = Block(new_id(), session.person, blocked, table.chairs[asked.chair].name, self.hub.now())
        if not await self.hub.store.moderation.block(block, MOST_BLOCKS):
            raise Problem(409, "refused", Fact("server.too-many-blocks", most=MOST_BLOCKS))
        await self.hub.peers.blocks_changed(session.person)
        return await self._of(session.person)

    async def blocks(self, request: Request) -> Response:
        """Return whom a person has blocked."""
        limit(self.limits.requests, request)
        return await self._of((await signed_in(self.hub, request)).person)

    async def unblock(self, request: Request) -> Response:
        """End a block of a person."""
        limit(self.limits.requests, request)
        session, ended = await signed_in(self.hub, request), request.path_params["id"]
        if not await self.hub.store.moderation.unblock(session.person, ended):
            raise Problem(404, "http", Fact("server.no-block"))
        await self.hub.peers.blocks_changed(session.person)
        return await self._of(session.person)

    async def _keeper(self, table: Table, holder: str) -> str:
        """Return the person who keeps the seats of a holder; empty if nobody does."""
        return (await self.hub.store.people.keeper(table.name, holder) or "") if holder else ""

    async def _of(self, person: str) -> Response:
        found = await self.hub.store.moderation.blocks(person)
        return as_json(OwnBlocks(tuple(OwnBlock(each.id, each.name, each.at) for each in found)))
