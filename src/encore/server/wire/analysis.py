"""One client of the analysis: its questions about finished games and positions, and their answers."""

from __future__ import annotations

import asyncio
import logging
from functools import partial

from encore.core.errors import EncoreError, IllegalMove
from encore.core.fact import Fact
from encore.server.bots.fair_queue import TooManyQuestions
from encore.server.domain.decisions import Refusal
from encore.server.domain.found import Found
from encore.server.domain.reviewed import ReplayedGame, last_game
from encore.server.domain.unreadable import UNREADABLE
from encore.server.rooms.hub import Hub, UnknownTable
from encore.server.storage.store import StoreBusy
from encore.server.wire.client import Client
from encore.server.wire.limits import Limits
from encore.server.wire.listener import Socket
from encore.server.wire.messages import (
    AnalysisNak,
    AnalysisQuestion,
    Chances,
    ChancesAnswer,
    GameQuestion,
    Lines,
    LinesAnswer,
    Message,
    Progress,
    Review,
    ReviewAnswer,
    Stop,
    Try,
    TryAnswer,
    read_analysis_request,
    write,
)

log = logging.getLogger("encore.server")

MOST = 4
"""Questions that one client may have at a time."""


class AnalysisClient(Client):
    """A socket on which questions are answered, each when it is its visitor's turn. They end with the socket."""

    def __init__(self, frames: Socket, hub: Hub, limits: Limits, visitor: str) -> None:
        super().__init__(frames, limits, visitor, hub.metrics, hub.stopwatch)
        self._hub, self._limits = hub, limits
        self._asked: dict[str, asyncio.Task[None]] = {}

    async def serve(self) -> None:
        """Answer questions until one side disconnects."""
        self._metrics.sockets.inc()
        try:
            await self._frames.listen(self)
        finally:
            self._metrics.sockets.dec()
            for task in self._asked.values():
                task.cancel()

    def _take(self, frame: bytes) -> None:
        try:
            request = read_analysis_request(frame)
        except UNREADABLE as error:
            if self._may_act():
                fact = Fact("server.message-unreadable")
                self._refuse("", "frame", fact, why=f"{fact}: {error}")
            return
        if isinstance(request, Stop):
            if task := self._asked.get(request.id):
                task.cancel()
        elif not self._may_act() or request.id in self._asked or len(self._asked) >= MOST:
            self._refuse(request.id, "rate", Fact("server.too-many-actions"))
        else:
            task = self._asked[request.id] = self._hub.spawn(self._answer(request))
            task.add_done_callback(lambda _: self._asked.pop(request.id, None))

    async def _answer(self, request: AnalysisQuestion) -> None:
        try:
            await self._try(request)
        except IllegalMove as error:
            self._refuse(request.id, "illegal", error.fact, error.rule)
        except UnknownTable as error:
            self._refuse(request.id, "table", error.fact)
        except Refusal as refusal:
            self._refuse(request.id, refusal.code, refusal.fact)
        except TooManyQuestions as error:
            self._refuse(request.id, "rate", error.fact)
        except StoreBusy as error:
            fact = Fact("server.not-stored")
            self._refuse(request.id, "busy", fact, why=f"{fact}: {error}")
        except EncoreError as error:
            about_a_line = isinstance(request, Lines) or request.at is not None
            code = "illegal" if isinstance(request, Try) else "option" if about_a_line else "failed"
            self._refuse(request.id, code, error.fact)
        except Exception:
            about = (isinstance(request, GameQuestion) and request.table) or "a position"
            cause = {"address": self._visitor}
            log.exception("a question about %s failed", about, extra=cause)
            self._refuse(request.id, "failed", Fact("server.failed-question"))

    async def _try(self, request: AnalysisQuestion) -> None:
        """Answer a question, or raise why it cannot be answered."""
        limit = self._limits.requests if isinstance(request, Lines) else self._limits.replays
        if not limit.take(self._visitor):
            raise Refusal("rate", Fact("server.too-many-requests"))
        analysis = self._hub.analysis
        if isinstance(request, Lines):
            await analysis.lines(self._visitor, request.at, request.most, partial(self._found, request.id))
        else:
            self.post(write(await self._answered(request, await self._replayed(request))))

    def _found(self, request: str, found: Found, done: bool) -> None:
        self.post(write(LinesAnswer(request, found, done)))

    async def _replayed(self, request: GameQuestion) -> ReplayedGame:
        """Return the game that a question is about."""
        analysis, table, at = self._hub.analysis, request.table, request.at
        if table is not None and at is None:
            game = await self._hub.game(table, request.number, self._visitor)
            return await analysis.replayed(self._visitor, last_game(game))
        if at is not None and table is None:
            return await analysis.line(self._visitor, at, request.winners)
        raise Refusal("frame", Fact("server.table-or-line"))

    async def _answered(self, request: Chances | Review | Try, game: ReplayedGame) -> Message:
        analysis = self._hub.analysis

        def told(done: int, total: int) -> None:
            self.post(write(Progress(request.id, done, total)))

        match request:
            case Chances():
                return ChancesAnswer(request.id, *await analysis.chances(self._visitor, game))
            case Review():
                return ReviewAnswer(request.id, await analysis.review(self._visitor, game, told))
            case Try():
                return TryAnswer(request.id, await analysis.attempt(self._visitor, game, request.ply, request.a))

    def _refuse(self, request: str, code: str, fact: Fact, rule: str | None = None, why: str = "") -> None:
        why = why or (f"rule {rule}: {fact}" if rule else str(fact))
        self.post(write(AnalysisNak(request, code, why, rule, fact)))
