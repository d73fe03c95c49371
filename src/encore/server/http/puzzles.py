"""The endpoints of puzzles: to find them, to have moves judged, and the puzzles of a day."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Mapping
from typing import ParamSpec, TypeVar

from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from encore.core.shelf import puzzle_sets
from encore.server.domain import puzzles
from encore.server.domain.names import hashed
from encore.server.http.answers import as_json
from encore.server.http.asked import limit, read_body
from encore.server.http.guard import visitor_of
from encore.server.http.installed import FOR_OFFLINE, MONTH
from encore.server.rooms.hub import Hub
from encore.server.wire.limits import Limits

KEPT = {"Cache-Control": f"public, max-age=3600, stale-if-error={MONTH}"}
"""The header of answers that are the same for everybody until another release is installed."""
DAY = 86_400

P = ParamSpec("P")
T = TypeVar("T")


class PuzzleApi:
    """The endpoints. What replays moves runs in threads, in fair shares."""

    def __init__(self, hub: Hub, limits: Limits) -> None:
        self.hub, self.limits = hub, limits
        self._loading: asyncio.Task[object] | None = None

    def load_ahead(self) -> None:
        """Read the puzzles once, when the first page is sent: it takes half a second, and the next click may be one."""
        if self._loading is None:
            self._loading = self.hub.spawn(asyncio.to_thread(puzzle_sets))

    def routes(self) -> list[Route]:
        """Return the routes."""
        puzzle = "/api/puzzle/{puzzle}"
        return [
            Route("/api/puzzles", self.list_sets, methods=["GET"]),
            Route("/api/puzzles/{game}/{players}", self.list_puzzles, methods=["GET"]),
            Route(puzzle, self.fetch, methods=["GET"]),
            Route(f"{puzzle}/judge", self.judge, methods=["POST"]),
            Route(f"{puzzle}/answer", self.answer, methods=["POST"]),
            Route(f"{puzzle}/picture.svg", self.picture, methods=["GET"]),
            Route("/api/daily", self.today, methods=["GET"]),
            Route("/api/daily/{day}", self.daily, methods=["GET"]),
            Route("/api/daily/{day}/{puzzle}", self.count, methods=["POST"]),
        ]

    async def list_sets(self, request: Request) -> Response:
        """List the sets of puzzles with their kinds and themes."""
        limit(self.limits.requests, request)
        return as_json(await self._run(request, puzzles.all_sets), headers=KEPT)

    async def list_puzzles(self, request: Request) -> Response:
        """List the puzzles of a set."""
        limit(self.limits.requests, request)
        game, players = request.path_params["game"], request.path_params["players"]
        return as_json(await self._run(request, puzzles.puzzles_in, game, players), headers=KEPT)

    async def fetch(self, request: Request) -> Response:
        """Return a puzzle without its answer."""
        limit(self.limits.requests, request)
        return as_json(await self._run(request, puzzles.info, request.path_params["puzzle"]), headers=KEPT)

    async def judge(self, request: Request) -> Response:
        """Tell whether the last move of a solver is right, and reply to it."""
        limit(self.limits.verdicts, request)
        asked, name = await read_body(request, puzzles.JudgeMoves), request.path_params["puzzle"]
        return as_json(await self._run(request, puzzles.judge, name, asked.moves))

    async def answer(self, request: Request) -> Response:
        """Return the answer of a puzzle."""
        limit(self.limits.requests, request)
        return as_json(await self._run(request, puzzles.answer, request.path_params["puzzle"]))

    async def picture(self, request: Request) -> Response:
        """Return a picture of the position of a puzzle."""
        limit(self.limits.requests, request)
        drawn = await self._run(request, puzzles.picture, request.path_params["puzzle"])
        return Response(drawn, headers=KEPT, media_type="image/svg+xml")

    async def today(self, request: Request) -> Response:
        """Return the puzzles of today."""
        limit(self.limits.requests, request)
        # Tomorrow others are today's.
        left = DAY - int(self.hub.now() / 1000) % DAY
        headers = {"Cache-Control": f"public, max-age=0, stale-if-error={left}"}
        return await self._puzzles_of(request, puzzles.day_at(self.hub.now()).isoformat(), headers)

    async def daily(self, request: Request) -> Response:
        """Return the puzzles of a day."""
        limit(self.limits.requests, request)
        return await self._puzzles_of(request, request.path_params["day"], FOR_OFFLINE)

    async def _puzzles_of(self, request: Request, text: str, headers: Mapping[str, str]) -> Response:
        today = puzzles.day_at(self.hub.now())
        day = puzzles.read_day(text, today)
        counted = await self.hub.store.results(day.toordinal())
        return as_json(await self._run(request, puzzles.puzzles_of, day, today, counted), headers=headers)

    async def count(self, request: Request) -> Response:
        """Count how somebody did at a puzzle of today or yesterday, once for each browser."""
        limit(self.limits.results, request)
        asked, name = await read_body(request, puzzles.DailyResult), request.path_params["puzzle"]
        today = puzzles.day_at(self.hub.now())
        day = puzzles.read_day(request.path_params["day"], today)
        await self._run(request, puzzles.check_counted, name, day, today)
        # Another hash each day, so that what is stored does not tell who comes back.
        who = hashed(f"{day.isoformat()} {asked.who}")
        await self.hub.store.put_result(day.toordinal(), name, who, asked.tries)
        counted = await self.hub.store.results(day.toordinal())
        return as_json(await self._run(request, puzzles.counted_on, day, counted))

    async def _run(self, request: Request, work: Callable[P, T], *args: P.args, **kwargs: P.kwargs) -> T:
        """Return what ``work`` returns in a thread, when it is the visitor's turn."""
        return await self.hub.studies.run(visitor_of(request.scope), work, *args, **kwargs)
