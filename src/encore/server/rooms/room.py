"""A table that is being played in this process: its connections, and the order in which its actions happen."""

from __future__ import annotations

import asyncio
import logging
import time
from collections import deque
from collections.abc import Callable
from functools import partial
from typing import TYPE_CHECKING, Any, Literal, Protocol, cast

import msgspec

from encore.core.errors import EncoreError
from encore.core.fact import Fact, plain
from encore.core.game import DEALER
from encore.core.registry import find
from encore.core.replay import older_rules
from encore.server.domain import events
from encore.server.domain.deals import commitment
from encore.server.domain.decisions import GONE, Refusal
from encore.server.domain.events import (
    AnyEvent,
    Asked,
    Began,
    Dealt,
    Ended,
    Moved,
    Opened,
    Refused,
    Rose,
    Said,
    Sat,
    Tookback,
)
from encore.server.domain.study import picture
from encore.server.domain.table import Table
from encore.server.storage.store import Conflict, Row
from encore.server.wire.messages import Clocks, End, Ev, Full, Here, Sitting, write

if TYPE_CHECKING:
    from encore.server.rooms.hub import Hub

log = logging.getLogger("encore.server")

TRIES = 8
"""How often an action is decided anew when other processes write to the same table."""
FRESH = 45_000
"""Milliseconds for which another process's word about who is there is believed."""

Wish = Literal["", "view", "board"]
"""What is sent with each event: nothing more, the view and legal moves as text, or a picture to draw."""
Decision = Callable[[Table, int], list[AnyEvent]]
Answer = Callable[[str | None, int | EncoreError], None]
Order = Callable[[], bool]
"""Something to be done at a table; returns whether it takes its time, and then lets the table go on when it is done."""
ANEW = frozenset({Opened, Sat, Rose, Began, Tookback})
"""Events after which everybody is told everything."""


class Presence(msgspec.Struct, frozen=True, tag="here"):
    """What a process tells the others: which chairs are connected to it, how many watchers, and how far it has read."""

    process: str
    chairs: tuple[int, ...]
    watching: int
    version: int = 0


Told = Presence | Row
read_told = msgspec.json.Decoder(Told).decode


class Receiver(Protocol):
    """Whoever is told what happens at a table."""

    wants: Wish
    protocol: int
    """The version of the protocol that is spoken."""

    @property
    def chairs(self) -> tuple[int, ...]:
        """The chairs that are held from there; none are a watcher's."""

    def post(self, data: bytes) -> None:
        """Send a message some time soon; never waits."""


def now_ms() -> int:
    """Return the time of day in milliseconds."""
    return time.time_ns() // 1_000_000


def _said(said: Said) -> dict[str, Any]:
    return {name: value for name, value in msgspec.to_builtins(said).items() if name != "e"}


def _answered(done: asyncio.Future[int], _: str | None, answer: int | EncoreError) -> None:
    if done.done():  # whoever asked has gone
        return
    if isinstance(answer, int):
        done.set_result(answer)
    else:
        done.set_exception(answer)


class Room:
    """One table with the people at it."""

    def __init__(self, hub: Hub, table: Table) -> None:
        self.hub = hub
        self.table = table
        self.receivers: set[Receiver] = set()
        self.used = time.monotonic()
        self.thinking: asyncio.Task[None] | None = None
        self.showing: asyncio.Task[None] | None = None
        self.forgotten = False  # whether the store has it no more
        self.advised = False  # whether a bot thinks about a hint
        self._orders: deque[Order] = deque()
        # Of the board as it is; for some games both take a while.
        self._pictures: dict[int | None, msgspec.Raw] = {}
        self._texts: tuple[str, ...] | None = None
        self._busy = False
        self._others: dict[str, tuple[int, Presence]] = {}
        self._seen = dict.fromkeys(range(table.game.players), now_ms())

    # Actions.

    async def act(self, action: str | None, decide: Decision) -> int:
        """Store what an action does and tell everybody; return the version. Raises Refusal or StoreBusy."""
        done: asyncio.Future[int] = asyncio.get_running_loop().create_future()
        self.submit(action, decide, partial(_answered, done))
        try:
            return await done
        finally:
            del done  # a refusal knows where it was raised, and so it would keep itself

    def submit(self, action: str | None, decide: Decision, answer: Answer) -> None:
        """Let an action happen after those that came before it.

        ``answer`` is called with its id and the version that it made, when that is stored and before anybody is told;
        or with the Refusal or StoreBusy for which nothing has happened. Sent twice, an action counts once.
        """
        self._orders.append(partial(self._try, action, decide, answer, TRIES))
        self._go_on()

    def _go_on(self) -> None:
        """Do what is to be done, one thing after the other, until one takes its time; that one goes on afterwards."""
        while self._orders and not self._busy:
            self._busy = True
            self._busy = self._orders.popleft()()

    def _try(self, action: str | None, decide: Decision, answer: Answer, tries: int) -> bool:
        """Decide about an action, and have it written; return whether that takes its time."""
        table = self.table
        self.used = time.monotonic()
        try:
            if action and action in table.actions:
                answer(action, table.actions[action])
                return False
            if self.forgotten:
                raise Refusal("refused", Fact("server.expired"))
            if not tries:
                raise Refusal("busy", Fact("server.busy-table"))
            at = max(now_ms(), table.at)
            happened = tuple(decide(table, at))
            row = Row(table.name, table.version + 1, at, action, events.encode(happened))
            writing = self.hub.store.append(row)
        except EncoreError as error:
            answer(action, error)
            return False
        except Exception:
            # A game may be anybody's code: what it did not foresee must not end the line of actions.
            log.exception("an action at table %s went wrong", table.name)
            answer(action, Refusal("failed", Fact("server.failed-action")))
            return False
        again = partial(self._try, action, decide, answer, tries - 1)
        writing.add_done_callback(partial(self._written, row, happened, answer, again))
        return True

    def _written(
        self, row: Row, happened: tuple[AnyEvent, ...], answer: Answer, again: Order, writing: asyncio.Future[None]
    ) -> None:
        try:
            error = writing.exception()
            if error is None:
                answer(row.action, row.seq)
                self.hub.tell(self.table.name, row)
                self._happened(row, happened)
            elif isinstance(error, Conflict):
                self._orders.extendleft((again, self._catch_up))
            else:
                assert isinstance(error, EncoreError), error
                answer(row.action, error)
                # A database that was lost in the middle may have stored it all the same.
                self._orders.appendleft(self._catch_up)
        finally:
            self._busy = False
            self._go_on()

    def catch_up(self) -> None:
        """Read what other processes have stored, some time soon."""
        self._orders.append(self._catch_up)
        self._go_on()

    def _catch_up(self) -> bool:
        self.hub.spawn(self._read_on())
        return True

    async def _read_on(self) -> None:
        """Read from the last known row on; where that is gone, another process has forgotten the table."""
        try:
            known, *new = await self.hub.store.rows(self.table.name, self.table.version - 1) or (None,)
            if known is None or known.seq != self.table.version:
                self.forgotten = True
                self.hub.forgotten(self)
                return
            for row in new:
                self._happened(row, events.decode(row.data))
        finally:
            self._busy = False
            self._go_on()

    def heard(self, told: Told) -> None:
        """Take in what another process says."""
        if isinstance(told, Presence):
            self._forget_silent()
            known = told.process in self._others
            _, before = self._others.get(told.process, (0, told))
            self._seen.update(dict.fromkeys(set(before.chairs) - set(told.chairs), now_ms()))
            self._others[told.process] = now_ms(), told
            if not known and self.receivers:
                self.tell_presence()  # it does not know yet who is here
            if told.version > self.table.version:
                self.catch_up()  # one that was killed has stored something and could not tell
            self.tell_here()
        elif told.seq == self.table.version + 1 and not self._busy:
            self._happened(told, events.decode(told.data))
        elif told.seq > self.table.version:
            self.catch_up()

    def _happened(self, row: Row, happened: tuple[AnyEvent, ...]) -> None:
        self.table.apply(row, happened)
        self._pictures.clear()
        self._texts = None
        self._broadcast(happened)
        self.hub.happened(self, happened)

    # Telling.

    def _broadcast(self, happened: tuple[AnyEvent, ...]) -> None:
        """Send everybody what has happened as far as they may know it; the same text is written once."""
        if not ANEW.isdisjoint(map(type, happened)):
            for receiver in list(self.receivers):
                receiver.post(write(self.full(receiver)))
            return
        news, hidden = self._news(happened), self.table.game.hidden
        written: dict[object, bytes] = {}
        for receiver in sorted(self.receivers, key=self._urgency):
            key: object = None  # where all is open, those who want nothing more are told the same
            if hidden or receiver.wants:
                chairs = receiver.chairs
                own = (hidden or receiver.wants == "board") and chairs  # a picture is drawn for a seat
                key = (own, receiver.wants, receiver.wants and self.table.to_move in chairs)
            if key not in written:
                written[key] = write(self._event(news, receiver))
            receiver.post(written[key])

    def _urgency(self, receiver: Receiver) -> tuple[bool, bool]:
        """Tell who hears first: those who wait for a move, then whoever made it, then watchers."""
        chairs = receiver.chairs
        return not chairs, self.table.mover in chairs

    def _news(self, happened: tuple[AnyEvent, ...]) -> dict[str, Any]:
        """Return what everybody is told of events alike."""
        table, news = self.table, dict[str, Any]()
        for event in happened:
            match event:
                case Moved():
                    news["a"], news["by"] = event.move, table.mover
                case Dealt():
                    news["dealt"] = (*news.get("dealt", ()), None if table.game.hidden else event.move)
                case Asked():
                    news["asked"] = (event.what,)
                case Refused():
                    news["refused"] = event.what
                case Said():
                    news["said"] = _said(event)
                case Ended():
                    news["end"] = self._end()
        if table.opened.timing.kind != "none":
            news["clock"] = self._clocks()
        return news

    def _event(self, news: dict[str, Any], receiver: Receiver) -> Ev:
        table = self.table
        view = table.view(receiver.chairs if table.game.hidden else (0,))
        event = Ev(table.version, table.view_hash(view), **news)
        if receiver.wants == "board":
            return msgspec.structs.replace(event, board=self._board(receiver), to_move=table.to_move)
        if receiver.wants or (table.game.hidden and event.dealt):
            return msgspec.structs.replace(event, view=view, legal=self._legal(receiver))
        return event

    def full(self, receiver: Receiver) -> Full:
        """Return all that somebody may know of the table."""
        table = self.table
        view = table.view(receiver.chairs if table.game.hidden else (0,))
        hidden = table.game.hidden
        moves = tuple(
            None if hidden and mover == DEALER else text for text, mover in zip(table.moves, table.movers, strict=True)
        )
        return Full(
            v=table.version,
            h=table.view_hash(view),
            table=table.name,
            game=table.game.name,
            players=table.game.players,
            options=dict(table.game.changed_options),
            chairs=self.sittings(),
            timing=table.opened.timing,
            chat=table.opened.chat,
            phase=table.phase,
            you=receiver.chairs,
            number=table.number,
            first=table.first,
            wins=tuple(table.wins),
            to_move=table.to_move,
            view=view,
            moves=moves,
            movers=tuple(table.movers),
            asked={what: tuple(chairs) for what, chairs in table.asked.items()},
            said=tuple(map(_said, table.said)),
            commitment=commitment(table.seed) if table.seed else "",
            rules=table.game.rules_version,
            newest_rules=find(table.game.name).rules_version,
            rules_fact=older_rules(table.game),
            protocol=receiver.protocol,
            away_ms=GONE,
            phrases_only=table.opened.phrases_only,
            clock=self._clocks(),
            end=self._end(),
            legal=self._legal(receiver),
            board=self._board(receiver),
            hidden=hidden,
            draws=table.game.draws,
        )

    def sittings(self) -> tuple[Sitting, ...]:
        """Return the chairs as everybody sees them."""
        return tuple(
            Sitting(chair.kind, taken, chair.name, chair.bot)
            for chair, taken in zip(self.table.chairs, self.table.taken, strict=True)
        )

    def _legal(self, receiver: Receiver) -> tuple[str, ...] | None:
        table = self.table
        if receiver.wants != "view" or table.to_move not in receiver.chairs:
            return None
        if self._texts is None:
            self._texts = tuple(table.game.format_move(move) for move in table.game.legal_moves(table.state))
        return self._texts

    def _board(self, receiver: Receiver) -> dict[str, Any] | None:
        table = self.table
        if receiver.wants != "board" or table.state is None:
            return None
        seat = table.looking(receiver.chairs)
        if seat not in self._pictures:
            drawn = picture(table.game, table.game.view(table.state, seat), seat)
            self._pictures[seat] = msgspec.Raw(write(drawn))  # as text: much smaller, and written once
        return cast(dict[str, Any], self._pictures[seat])

    def _clocks(self) -> Clocks | None:
        clock = self.table.clock
        if clock.timing.kind == "none":
            return None
        now = now_ms()
        return Clocks(tuple(clock.remaining(chair, now) for chair in range(len(clock.left))), clock.chair)

    def _end(self) -> End | None:
        ended = self.table.ended
        if ended is None:
            return None
        scores = self.table.game.scores(self.table.state)
        fact = ended.fact or (plain(ended.why) if ended.why else None)
        return End(ended.reason, ended.winners, self.table.seed, scores, ended.why, fact)

    # Who is there.

    def enter(self, receiver: Receiver) -> None:
        """Let somebody in: they are told everything, and everybody who is there."""
        self.receivers.add(receiver)
        self.used = time.monotonic()
        receiver.post(write(self.full(receiver)))
        self.tell_presence()
        self.tell_here()
        self.hub.think(self)

    def leave(self, receiver: Receiver) -> None:
        """Let somebody out."""
        self.receivers.discard(receiver)
        self.used = time.monotonic()
        for chair in receiver.chairs:
            self._seen[chair] = now_ms()
        self.tell_presence()
        self.tell_here()

    def here(self) -> Here:
        """Return who is there, in all processes as far as this one has heard."""
        chairs = {chair for receiver in self.receivers for chair in receiver.chairs}
        watching = sum(not receiver.chairs for receiver in self.receivers)
        self._forget_silent()
        for _, told in self._others.values():
            chairs |= set(told.chairs)
            watching += told.watching
        return Here(tuple(sorted(chairs)), watching)

    def _forget_silent(self) -> None:
        """Forget processes that have said nothing for long; who was there has been away since then."""
        for process, (at, told) in list(self._others.items()):
            if now_ms() - at >= FRESH:
                del self._others[process]
                self._seen.update({chair: max(at, self._seen[chair]) for chair in told.chairs})

    def away(self, chair: int) -> int:
        """Return for how many milliseconds certainly nobody has been connected for a chair."""
        if chair in self.here().chairs or not self.hub.bus.connected:  # who knows who is at another process?
            return 0
        return now_ms() - self._seen[chair]

    def gap(self) -> None:
        """Ask and tell anew, for messages were lost; until now anybody may have been at another process."""
        self._seen = dict.fromkeys(self._seen, now_ms())
        self.catch_up()
        self.tell_presence()

    def tell_presence(self) -> None:
        """Tell the other processes who is connected here."""
        chairs = tuple(sorted({chair for receiver in self.receivers for chair in receiver.chairs}))
        watching = sum(not receiver.chairs for receiver in self.receivers)
        self.hub.tell(self.table.name, Presence(self.hub.process, chairs, watching, self.table.version))

    def tell_here(self) -> None:
        """Tell everybody connected here who is there."""
        message = write(self.here())
        for receiver in list(self.receivers):
            receiver.post(message)
