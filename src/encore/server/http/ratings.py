"""The endpoints of ratings: the best at a game, and one's own rated results; and who may play at rated tables."""

from __future__ import annotations

import asyncio

from starlette.requests import HTTPConnection, Request
from starlette.responses import Response
from starlette.routing import Route

from encore.bots.level_ratings import level_ratings
from encore.core.fact import Fact
from encore.core.registry import packages
from encore.server.domain.ratings import (
    SCALE,
    SURE,
    Leader,
    Leaderboard,
    LevelRating,
    RatingHistory,
    RatingStep,
)
from encore.server.http.answers import Problem, as_json
from encore.server.http.asked import limit
from encore.server.http.asking import session_of, signed_in
from encore.server.rooms.hub import Hub
from encore.server.wire.limits import Limits

LEADERS, STEPS = 100, 500
"""People in the list of the best, and results in a history."""


class RatingsApi:
    """The endpoints."""

    def __init__(self, hub: Hub, limits: Limits) -> None:
        self.hub, self.limits = hub, limits
        self.store = hub.store.ratings

    def routes(self) -> list[Route]:
        """Return the routes."""
        return [
            Route("/api/leaderboard/{game}", self.leaderboard, methods=["GET"]),
            Route("/api/me/ratings", self.history, methods=["GET"]),
        ]

    async def leaderboard(self, request: Request) -> Response:
        """Return the best at a game, and the ratings of the bots."""
        limit(self.limits.requests, request)
        package = packages().get(request.path_params["game"])
        if package is None:
            raise Problem(404, "http", Fact("server.no-address"))
        levels = await asyncio.to_thread(level_ratings, package)
        best = await self.store.best(package.name, LEADERS, SURE / SCALE)
        people = (Leader(each.name, each.skill.rating, each.skill.provisional, each.results) for each in best)
        bots = (LevelRating(level, rating) for level, rating in levels.items())
        return as_json(Leaderboard(package.name, tuple(people), tuple(bots)))

    async def history(self, request: Request) -> Response:
        """Return the rated results of whoever asks."""
        limit(self.limits.requests, request)
        session = await signed_in(self.hub, request)
        steps = await self.store.history(session.person, STEPS)
        return as_json(RatingHistory(tuple(RatingStep(*step[:6], step.skill.rating) for step in steps)))


async def rated_person(hub: Hub, connection: HTTPConnection) -> str:
    """Return the person who asks and wants ratings, or raise Problem."""
    session = await session_of(hub, connection)
    if session is None or not await hub.store.ratings.wants(session.person):
        raise Problem(403, "entry", Fact("server.rated-people"))
    return session.person
