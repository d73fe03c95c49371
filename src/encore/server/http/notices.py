"""The endpoints of notices: which browsers of a person get them, and which kinds."""

from __future__ import annotations

from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from encore.core.fact import Fact
from encore.server.domain import web_push
from encore.server.domain.devices import device_of
from encore.server.domain.people import Session, new_id
from encore.server.domain.subscriptions import (
    MOST_SUBSCRIPTIONS,
    ChangeNotices,
    NewSubscription,
    OwnNotices,
    Subscription,
    SubscriptionInfo,
)
from encore.server.http.answers import Problem, as_json
from encore.server.http.asked import limit, read_body
from encore.server.http.asking import signed_in
from encore.server.http.guard import visitor_of
from encore.server.rooms.endpoints import EndpointRefused, Unresolved
from encore.server.rooms.hub import Hub
from encore.server.wire.limits import Limits


class NoticesApi:
    """The endpoints."""

    def __init__(self, hub: Hub, limits: Limits) -> None:
        self.hub, self.limits = hub, limits
        self.store = hub.store.notices

    def routes(self) -> list[Route]:
        """Return the routes."""
        return [
            Route("/api/me/push", self.own, methods=["GET"]),
            Route("/api/me/push", self.subscribe, methods=["PUT"]),
            Route("/api/me/push/{id}", self.unsubscribe, methods=["DELETE"]),
            Route("/api/me/notices", self.choose, methods=["PATCH"]),
        ]

    async def own(self, request: Request) -> Response:
        """Return which notices a person gets, and where."""
        limit(self.limits.requests, request)
        return await self._own(await signed_in(self.hub, request))

    async def subscribe(self, request: Request) -> Response:
        """Send notices to a browser from now on; its address is checked, since the server will call it."""
        limit(self.limits.subscriptions, request)
        asked = await read_body(request, NewSubscription)
        session = await signed_in(self.hub, request)
        keys, label = asked.keys, device_of(request.headers.get("user-agent", ""))
        try:
            await self.hub.studies.run(visitor_of(request.scope), web_push.check_keys, keys.p256dh, keys.auth)
            await self.hub.outbox.push.endpoints.find(asked.endpoint, session.person)
        except (web_push.WrongKeys, EndpointRefused) as error:
            raise Problem(422, "refused", error.fact) from None
        except Unresolved as error:
            raise Problem(503, "busy", error.fact) from None
        wanted = Subscription(
            id=new_id(),
            person=session.person,
            session=session.hash,
            endpoint=asked.endpoint,
            p256dh=keys.p256dh,
            auth=keys.auth,
            language=asked.language,
            label=label,
            created=self.hub.now(),
        )
        if not await self.store.put_subscription(wanted, MOST_SUBSCRIPTIONS):
            raise Problem(409, "refused", Fact("server.too-many-subscriptions", most=MOST_SUBSCRIPTIONS))
        return await self._own(session)

    async def unsubscribe(self, request: Request) -> Response:
        """Send no more notices to a browser."""
        limit(self.limits.requests, request)
        session = await signed_in(self.hub, request)
        if not await self.store.drop_subscription(request.path_params["id"], session.person):
            raise Problem(404, "http", Fact("server.no-subscription"))
        return await self._own(session)

    async def choose(self, request: Request) -> Response:
        """Choose the kinds of notices."""
        limit(self.limits.requests, request)
        asked = await read_body(request, ChangeNotices)
        session = await signed_in(self.hub, request)
        await self.store.put_kinds(session.person, asked.kinds)
        return await self._own(session)

    async def _own(self, session: Session) -> Response:
        found = await self.store.subscriptions(session.person)
        browsers = (SubscriptionInfo(one.id, one.label, one.created, one.session == session.hash) for one in found)
        return as_json(OwnNotices(self.hub.outbox.key, tuple(browsers), await self.store.kinds(session.person)))
