"""One client at a table: its requests, the messages sent to it, and limits for both."""

from __future__ import annotations

import logging
import secrets
import time
from collections.abc import Collection
from functools import partial
from typing import Any

from encore.core.errors import EncoreError, IllegalMove
from encore.core.fact import Fact
from encore.core.game import AnyGame
from encore.server.domain import decisions, planning, reveals, votes
from encore.server.domain.decisions import Code, Decision, Refusal
from encore.server.domain.moderation import banned_fact, muted_fact
from encore.server.domain.names import clean, clean_name, hashed
from encore.server.domain.positions import preview
from encore.server.domain.speakers import id_at
from encore.server.domain.table import Table
from encore.server.domain.unreadable import UNREADABLE
from encore.server.rooms.queue import Decide
from encore.server.rooms.receiver import Wish
from encore.server.rooms.room import Room
from encore.server.storage.store import StoreBusy
from encore.server.wire.client import Client
from encore.server.wire.limits import Limits
from encore.server.wire.listener import Socket
from encore.server.wire.messages import (
    Ack,
    Act,
    Action,
    Ask,
    Claim,
    Hint,
    Hinted,
    Leave,
    Look,
    Nak,
    NoMove,
    Preview,
    Previewed,
    Refuse,
    Request,
    Resign,
    Reveal,
    Say,
    StorePlan,
    Visible,
    Vote,
    read_request,
    write,
)
from encore.server.wire.versions import NEWEST

log = logging.getLogger("encore.server")


class Connection(Client):
    """A socket and its user: the holder of some seats, or a spectator."""

    def __init__(
        self,
        frames: Socket,
        room: Room,
        holder: str | None,
        wants: Wish,
        limits: Limits,
        visitor: str,
        watcher: str = "",
        protocol: int = NEWEST,
        session: str = "",
    ) -> None:
        super().__init__(frames, limits, visitor, room.host.metrics, room.host.stopwatch)
        self.room = room
        self.holder = holder
        self.wants = wants
        self.protocol = protocol
        self.session = session
        self.visible = True
        self._chat = limits.chat()
        # Ids belong to the sender: the same id from another sender is another action. A spectator may identify itself
        # with a random text, and is recognised by it after a reconnect.
        self._who = (holder or (hashed(f"watcher {watcher}") if watcher else secrets.token_hex(8)))[:16]

    @property
    def chairs(self) -> tuple[int, ...]:
        """The seats held by this connection; a spectator holds none."""
        return self.room.table.held(self.holder)

    @property
    def left(self) -> tuple[int, ...]:
        """The seats that this connection has left during a game, and may ask for again."""
        return self.room.table.left_by(self.holder)

    @property
    def table(self) -> str:
        """The table at which it is."""
        return self.room.table.name

    @property
    def names(self) -> Collection[str]:
        """The names of its seats."""
        return [self.room.table.chairs[chair].name for chair in self.chairs]

    def tell(self, message: bytes) -> None:
        """Send a message of the operator."""
        self.post(message)

    async def serve(self) -> None:
        """Exchange messages until one side disconnects."""
        self._metrics.sockets.inc()
        if self.chairs or not self.room.table.people():  # nobody plays at a table of bots, so its spectators count
            self.room.visitor = self.room.visitor or self._visitor
        try:
            self.room.enter(self)
            await self._frames.listen(self)
        finally:
            self._metrics.sockets.dec()
            self.room.leave(self)

    def _take(self, frame: bytes) -> None:
        try:
            request: Request = read_request(frame)
        except UNREADABLE as error:
            if self._may_act():
                fact = Fact("server.message-unreadable")
                self._refuse("", "frame", fact, why=f"{fact}: {error}")
            return
        if not self._may_act() or (isinstance(request, Say) and not self._may_talk()):
            self._refuse(
                "" if isinstance(request, Look | Visible) else request.id, "rate", Fact("server.too-many-actions")
            )
        elif isinstance(request, Act):  # first, since most requests are moves
            self._submit(request)
        elif isinstance(request, Look):
            self.room.show(self)
        elif isinstance(request, Visible):
            self.visible = request.on
            self.room.presence_changed()
        elif isinstance(request, Hint):
            self.room.host.spawn(self._hint(request))
        elif isinstance(request, Preview):
            self.room.host.spawn(self._preview(request))
        elif isinstance(request, StorePlan):
            self.room.host.spawn(self._plan(request))
        else:
            self._submit(request)

    def _submit(self, request: Action) -> None:
        answer = partial(self._answer, time.perf_counter())
        self.room.submit(f"{self._who} {request.id}", partial(self._decide, request), answer)

    def _may_talk(self) -> bool:
        return self._chat.take() and self._allowance.chat.take()

    async def _preview(self, request: Preview) -> None:
        table = self.room.table
        try:
            if table.to_move is None or table.to_move not in self.chairs:
                raise Refusal("turn", Fact("server.preview-turn"))
            if not self._allowance.previews.take():
                raise Refusal("rate", Fact("server.too-many-actions"))
            view = table.game.view(table.state, table.looking(self.chairs))
            drawing = partial(_previewed, request, table.game, view)
            self.post(await self.room.host.draw(self._visitor, self.spend, drawing))
        except IllegalMove as error:
            self._refuse(request.id, "illegal", error.fact, error.rule)
        except Refusal as refusal:
            self._refuse(request.id, refusal.code, refusal.fact)
        except EncoreError as error:
            self._refuse(request.id, "illegal", error.fact)
        except Exception:
            self._wrong(request.id)

    async def _plan(self, request: StorePlan) -> None:
        """Store a plan. It is checked first, in a thread; what is found is decided in the queue, as everything is."""
        answer = partial(self._answer, time.perf_counter())
        try:
            decide = await self._checked(request)
        except Refusal as refusal:
            decide = partial(_refused, refusal)
        except EncoreError as error:
            self._refuse(request.id, "busy", error.fact)
            return
        except Exception:
            self._wrong(request.id)
            return
        self.room.submit(f"{self._who} {request.id}", decide, answer)

    async def _checked(self, request: StorePlan) -> Decide:
        if not request.plan:
            return lambda table, _: planning.delete(table, self.holder)
        start = planning.start(self.room.table, self.holder, request.v)
        if not self._allowance.plans.take():
            raise Refusal("rate", Fact("server.too-many-actions"))
        check = partial(planning.checked, start, request.plan)
        plan = await self.room.host.draw(self._visitor, self.spend, check)
        return lambda table, _: planning.store(table, self.holder, start.position, plan)

    async def _hint(self, request: Hint) -> None:
        room = self.room
        try:
            chair = decisions.hint(room.table, self.holder)
        except Refusal as refusal:
            self._refuse(request.id, refusal.code, refusal.fact)
            return
        if room.advised:  # only one hint at a time per table, however many sockets ask
            self._refuse(request.id, "rate", Fact("server.one-hint"))
            return
        room.advised = True
        try:
            text, (where, facts, told) = await room.host.hint(room, chair)
            self.post(write(Hinted(request.id, text, where, tuple(map(str, facts)), facts, told)))
        except Refusal as refusal:
            self._refuse(request.id, refusal.code, refusal.fact)
        except EncoreError as error:
            self._refuse(request.id, "busy", error.fact)
        except Exception:
            self._wrong(request.id)
        finally:
            room.advised = False

    def _wrong(self, action: str) -> None:
        """Answer an unexpected error: a game may be third-party code, and its table must go on."""
        cause = {"address": self._visitor}
        log.exception("a request at table %s failed", self.room.table.name, extra=cause)
        self._refuse(action, "failed", Fact("server.failed-question"))

    def _decide(self, request: Action, table: Table, now: int) -> Decision:
        held = self.holder if self.holder and table.held(self.holder) else None
        if isinstance(request, Act):
            if held is None:
                raise Refusal("entry", Fact("server.spectator"))
            return decisions.move(table, held, request.v, request.a)
        match request:
            case Ask(what="return") | Refuse(what="return"):
                return self._return(request, table, now)
        if held is None:
            if isinstance(request, Say):
                return self._say(request, table, None, clean_name(request.name))
            raise Refusal("entry", Fact("server.spectator"))
        return self._decide_for(held, request, table, now)

    def _decide_for(self, holder: str, request: NoMove, table: Table, now: int) -> Decision:
        """Return what an action of the holder of a seat does, other than a move."""
        if isinstance(request, Reveal):
            return reveals.reveal(table, holder, request.nonce)
        if isinstance(request, Say):
            mine = table.held(holder)[0]
            return self._say(request, table, mine, table.chairs[mine].name)
        if isinstance(request, Vote):
            chairs = table.held(holder) if request.chair is None else (self._chair(table, request.chair),)
            return votes.vote(table, chairs, request.choice, self.room.expected())
        chair = self._chair(table, request.chair)
        match request:
            case Ask():
                refund = decisions.refund(table, now, self.room.queued_ms)
                return decisions.ask(table, chair, request.what, request.v, refund, request.nonce_hash)
            case Refuse():
                return decisions.refuse(table, chair, request.what)
            case Resign():
                return decisions.resign(table, chair)
            case Leave():
                return decisions.rise(table, chair)
            case Claim():
                mover = table.to_move
                away = 0 if mover is None else self.room.away(mover)
                return decisions.claim(table, chair, now, away, self.room.excused_ms)

    def _return(self, request: Ask | Refuse, table: Table, now: int) -> Decision:
        """Ask for a seat that the sender has left, or answer somebody who asks for theirs."""
        mine, left, asking = table.held(self.holder), self.left, table.vacancies.asking
        if isinstance(request, Refuse):
            if not (mine or (asking and asking.chair in left)):
                raise Refusal("entry", Fact("server.spectator"))
            return votes.decline_back(table, asking.chair if asking and asking.chair in left else mine[0])
        refund = decisions.refund(table, now, self.room.queued_ms)
        if mine and (not left or (asking and asking.chair not in left)):
            return votes.agree_back(table, mine[0], self.room.expected(), refund)
        if request.chair not in (None, *left):
            raise Refusal("entry", Fact("server.not-your-seat"))
        if not left:
            raise Refusal("entry", Fact("server.spectator"))
        return votes.ask_back(table, left[0] if request.chair is None else request.chair, now, refund)

    def _say(self, request: Say, table: Table, chair: int | None, name: str) -> Decision:
        # A spectator says any name along with the words, which is no name of a seat.
        if ban := chair is None and self.room.host.moderation.find("ban", names=[name]):
            raise Refusal("refused", banned_fact(ban))
        if mute := self.room.host.moderation.find("mute", self.address, self.person, [name, *self.names]):
            raise Refusal("refused", muted_fact(mute))
        said = name, request.text and clean(request.text), request.phrase or ""
        if chair is not None:
            return decisions.say(table, chair, *said)
        speaker = id_at(table.name, self.person or self._who)
        if self.person:
            self.room.speakers[speaker] = self.person
        return decisions.say(table, chair, *said, speaker)

    def _chair(self, table: Table, asked: int | None) -> int:
        """Return the seat that acts: the one named, else the sender's seat to move, else the last one that moved."""
        mine = table.held(self.holder)
        if asked is not None:
            if asked not in mine:
                raise Refusal("entry", Fact("server.not-your-seat"))
            return asked
        if table.to_move in mine and table.to_move is not None:
            return table.to_move
        return next((mover for mover in reversed(table.movers) if mover in mine), mine[0])

    def _answer(self, since: float, action: str | None, answer: int | EncoreError) -> None:
        name = (action or "").partition(" ")[2]
        if isinstance(answer, int):
            self._metrics.answers["ack"] += 1
            self._metrics.took.observe(time.perf_counter() - since)
            self.room.spend = self.spend  # everybody is told next
            self.post(write(Ack(name, answer)), more=True)
        elif isinstance(answer, Refusal):
            self._refuse(name, answer.code, answer.fact, answer.rule)
        elif isinstance(answer, StoreBusy):
            fact = Fact("server.not-stored")
            self._refuse(name, "busy", fact, why=f"{fact}: {answer}")
        else:
            self._refuse(name, "failed", answer.fact, why=str(answer))

    def _refuse(self, action: str, code: Code, fact: Fact, rule: str | None = None, why: str = "") -> None:
        """Explain why an action changed nothing; ``why`` is for programs, if it says more than the fact."""
        self._metrics.answers[code] += 1
        why = why or (f"rule {rule}: {fact}" if rule else str(fact))
        self.post(write(Nak(action, code, why, self.room.table.version, rule, fact)))


def _refused(refusal: Refusal, _: Table, __: int) -> Decision:
    raise refusal


def _previewed(request: Preview, game: AnyGame, view: Any) -> bytes:
    return write(Previewed(request.id, request.a, preview(game, view, request.a)))
