"""A table that is open in this process: its queue of actions, its people, and their messages."""

from __future__ import annotations

import asyncio
import math
from collections.abc import Callable, Coroutine, Iterator
from contextlib import contextmanager
from functools import partial
from typing import Any, Protocol, TypeVar

import msgspec

from encore.core.errors import EncoreError
from encore.server.bots.search_time import SearchTime
from encore.server.domain import events
from encore.server.domain.attached import NOTHING, Attached
from encore.server.domain.clocks import Seconds, TimeOfDay
from encore.server.domain.counted import CHANGES_COUNT, counted
from encore.server.domain.decisions import Decision
from encore.server.domain.events import AnyEvent, Dealt, Ended, Joined, Moved, Resumed, Said
from encore.server.domain.notices import Notice, Over, notices_of, over_after, reminder_of, wakes_of
from encore.server.domain.people import PersonSeat
from encore.server.domain.positions import Advice
from encore.server.domain.rated import result_of
from encore.server.domain.table import CHANGES, Table
from encore.server.domain.votes import left_ms, voters
from encore.server.rooms.heartbeat import Heartbeat
from encore.server.rooms.metrics import Metrics
from encore.server.rooms.moderation import Moderation
from encore.server.rooms.outbox import Outbox
from encore.server.rooms.outstanding import Outstanding
from encore.server.rooms.pictures import Spend
from encore.server.rooms.presence import Presence, PresenceReport
from encore.server.rooms.projection import ANEW, Projection
from encore.server.rooms.queue import ActionQueue, Answer, Decide
from encore.server.rooms.receiver import Receiver
from encore.server.rooms.stopwatch import Stopwatch
from encore.server.storage.store import Row, Standing, Store, StoreBusy
from encore.server.wire.messages import Full, Here, write

SHORTEST_PAUSE = 0.1
"""Seconds between two messages about who is connected."""
RECEIVERS_TOLD = 1000
"""How many such messages a table sends per second at most, when many are connected."""
BRIEFLY = 10_000
"""Milliseconds after which nobody waits any more for the answer of a player who is offline."""
TOLD_ELSEWHERE = 0.00002
"""Processor seconds that another process needs to send one receiver a change."""

IN_PLAY = frozenset({Moved, Dealt, Ended, Said})
"""Events with which nothing else is stored, if nobody is rated, has days or keeps a seat."""

NOBODY = frozenset[str]()
"""One for all rooms: an empty set takes 216 bytes."""

T = TypeVar("T")


class RowsRewritten(msgspec.Struct, frozen=True, tag="rewritten"):
    """The rows of a table were rewritten: somebody has deleted their name and texts."""

    table: str


class SeatKept(msgspec.Struct, frozen=True, tag="kept"):
    """A person keeps the seats of a holder from now on, so that there can be notices for them."""

    holder: str


News = PresenceReport | Row | SeatKept
"""What a room is told by other processes."""
Told = News | RowsRewritten
"""Messages between processes about a table."""
read_told = msgspec.json.Decoder(Told).decode


class Host(Protocol):
    """What a room needs from its owner."""

    store: Store
    metrics: Metrics
    stopwatch: Stopwatch
    outbox: Outbox
    heartbeat: Heartbeat
    moderation: Moderation
    draining: bool
    process: str
    now: TimeOfDay
    seconds: Seconds

    @property
    def connected(self) -> bool:
        """Whether the other processes can be reached."""

    def spawn(self, work: Coroutine[Any, Any, T]) -> asyncio.Task[T]:
        """Run something in the background."""

    async def draw(self, visitor: str, spend: Spend | None, work: Callable[[], T]) -> T:
        """Draw something in a thread, when it is the visitor's turn."""

    def tell(self, name: str, message: Told) -> None:
        """Send the other processes a message about a table."""

    def happened(self, room: Room, happened: tuple[AnyEvent, ...]) -> None:
        """Handle the effects outside a table."""

    def think(self, room: Room) -> None:
        """Let a bot move if it is its turn, or play what somebody has planned."""

    def renewed(self, room: Room) -> None:
        """Handle the effects of a table that was read again."""

    def expired(self, room: Room) -> None:
        """Close a table that is no longer in the store."""

    async def hint(self, room: Room, chair: int) -> tuple[str, Advice]:
        """Return a strong bot's move for a seat, and what a hint says about it."""


def _answered(done: asyncio.Future[int], _: str | None, answer: int | EncoreError) -> None:
    if done.done():  # the caller has gone
        return
    if isinstance(answer, int):
        done.set_result(answer)
    else:
        done.set_exception(answer)


class Room:
    """One table with the people at it.

    Its bots use the workers' time of one ``visitor``: whoever opened it, or the first player to connect afterwards. At
    a table without people that is the first spectator.
    """

    def __init__(self, host: Host, table: Table, visitor: str = "") -> None:
        self.host = host
        self.table = table
        self.visitor = visitor
        self.speakers: dict[str, str] = {}  # the people who have written here as spectators, by their ids at the table
        self.kept = NOBODY  # the holders whose seats people keep
        self.sitting: dict[str, str] = {}  # the people who take seats at a rated table now, by their holders
        self._notices: tuple[Notice, ...] = ()  # those of the row that is written now
        self._over: tuple[Over, ...] = ()  # earlier notices that are over with that row
        self._none_sent = False  # whether that row ends earlier notices, of which none can have been sent
        self._outstanding = Outstanding()
        # Whether all notices are due soon. Reminders of games by the day wait for days, so they are withdrawn by moves.
        self._is_quick = table.opened.timing.kind != "days"
        self.waking = False  # whether a notice that wakes the table may wait in the store
        # Whether nothing is stored with a move for which nobody keeps a seat, and no row waits to wake the table.
        self._is_plain = not table.opened.rated and table.opened.timing.kind != "days"
        self.used = host.seconds()
        self.thinking: asyncio.Task[None] | None = None
        self.replying: asyncio.Task[None] | None = None
        self.showing: asyncio.Task[None] | None = None
        self.unshown = False  # whether the card may be out of date
        self.search = SearchTime()  # of the bot's next move
        self.advised = False  # whether a bot is computing a hint
        self.spend: Spend | None = None  # counts the time of the next change for who caused it
        self._telling: asyncio.TimerHandle | None = None
        self._told = -math.inf  # when everybody was last told who is connected
        self._owes_report = False  # whether the other processes have to be told too
        self.presence = Presence(table.game.players, host.now)
        self.projection = Projection(table, host.now, host)
        self.queue = ActionQueue(table, host.store, host.now, host.spawn, self)

    @property
    def receivers(self) -> set[Receiver]:
        """The receivers connected to this process."""
        return self.presence.receivers

    @property
    def queued_ms(self) -> int:
        """The milliseconds of its running clock that a bot has not searched: it waited for a worker.

        They are refunded with its move, so until then they must not count as used.
        """
        table = self.table
        if table.to_move is None or table.chairs[table.to_move].kind != "bot":
            return 0
        return max(0, self.host.now() - table.clock.since - self.search.ms)

    @property
    def excused_ms(self) -> int:
        """The milliseconds of the running clock that do not count: a bot has waited, or the server stands still."""
        return self.queued_ms + self.host.heartbeat.stalled_ms

    # Actions.

    async def act(self, action: str | None, decide: Decide) -> int:
        """Store an action and notify everybody; return the version. Raises Refusal or StoreBusy."""
        self.used = self.host.seconds()
        done: asyncio.Future[int] = asyncio.get_running_loop().create_future()
        self.submit(action, decide, partial(_answered, done))
        try:
            return await done
        finally:
            del done  # a refusal's traceback refers to this frame, which would be a reference cycle

    def submit(self, action: str | None, decide: Decide, answer: Answer) -> None:
        """Add an action to the queue; see ActionQueue.submit."""
        self.queue.submit(action, decide, answer)

    def catch_up(self) -> None:
        """Schedule reading what other processes have stored."""
        self.queue.catch_up()

    def fair(self, decision: Decision, at: int) -> Decision:
        """Return a decision with the refund of an outage that is not refunded yet, if it ends somebody's turn.

        Later the refund would find another turn: the first move after an outage may come before the heartbeat.
        """
        clock, heartbeat = self.table.clock, self.host.heartbeat
        if clock.chair is None or clock.timing.kind != "live":
            return decision
        kinds = set(map(type, decision.events))
        if Resumed in kinds or CHANGES.isdisjoint(kinds):
            return decision
        stalled = min(heartbeat.stalled_ms, at - max(clock.since, clock.settled))
        lost = max(stalled, clock.lost(heartbeat.outages))
        if lost <= 0:
            return decision
        until = max((at, *(stop for _, stop in heartbeat.outages)))
        return msgspec.structs.replace(decision, events=(Resumed(lost, until), *decision.events))

    def attached(self, row: Row, decision: Decision) -> Attached:
        """Return what is stored with a row: notices for people who are to come back; seats and results if rated."""
        plain = self._is_plain and not (self.kept or self.waking or self.table.vacancies.asking)
        if plain and IN_PLAY.issuperset(map(type, decision.events)):
            self._notices, self._over, self._none_sent = (), (), False
            return NOTHING
        wakes = wakes_of(self.table, row, decision)
        self._notices = (*notices_of(self.table, row, decision, self.kept), *wakes)
        kinds = frozenset(map(type, decision.events))
        changes = not CHANGES.isdisjoint(kinds)
        self._over = over_after(self.table, row, decision.events) if self.kept or self.waking else ()
        all_over = len(self._over) == 1 and not self._over[0].kind
        self._none_sent = all_over and self._is_quick and not (self.waking or self._outstanding.may_be_sent(row))
        if self._none_sent:
            self._over = ()
        self.waking = bool(wakes) or (self.waking and not changes)
        results = result_of(self.table, row.at, decision, self.host.heartbeat.long_outages)
        seats = self._new_seats(row, decision) if self.sitting else ()
        counts = bool(self.kept or seats) and not CHANGES_COUNT.isdisjoint(kinds)
        playing = counted(self.table, decision.events) if counts else None
        return (
            Attached(self._notices, seats, results, playing, self._over)
            if self._notices or seats or results or playing or self._over
            else NOTHING
        )

    def _new_seats(self, row: Row, decision: Decision) -> tuple[PersonSeat, ...]:
        """Return the seats that people take at a rated table: a result needs to know whose they are."""
        taken = [
            event.holder for event in decision.events if isinstance(event, Joined) and event.holder in self.sitting
        ]
        return tuple(PersonSeat(self.sitting[holder], row.table, holder, row.at) for holder in taken)

    def refused(self, error: StoreBusy) -> None:
        """Let no heartbeat say that the server lives while it stores no rows."""
        self.host.heartbeat.refused(error)

    def stored(self, row: Row) -> None:
        """Notify the other processes of a row that this one has stored, and the outbox of what went with it."""
        self.host.heartbeat.stored()
        self.host.tell(self.table.name, row)
        # Nobody could have sent a notice when the row was decided; writing it may have taken long.
        late = self._none_sent and self._outstanding.due(self.host.now())
        withdrawn = late or (bool(self._over) and not all(over.kind for over in self._over))
        self._outstanding.stored(row, self._notices, withdrawn)
        if late:
            self.host.outbox.over((Over(row.table, row.seq),), stored=False)
        if self._over:
            self.host.outbox.over(self._over)
        if self._notices:
            self.host.outbox.stored(self._notices)

    def happened(self, happened: tuple[AnyEvent, ...]) -> None:
        """Notify everybody connected here of a change."""
        spend, self.spend = self.spend, None
        start = self.host.stopwatch.start()
        self.projection.tell(happened, self.presence.receivers, self.visitor, spend)
        self.host.happened(self, happened)
        if spend:
            spent = self.host.stopwatch.spent(start)
            spend(spent + self._spent_elsewhere(happened, spent))

    def _spent_elsewhere(self, happened: tuple[AnyEvent, ...], spent: float) -> float:
        """Estimate the time that other processes need to notify their people, from the time ``spent`` here.

        After some events everybody gets a full state, which takes longer to write and to send than other messages.
        """
        if not (elsewhere := self.presence.elsewhere):
            return 0.0
        each = TOLD_ELSEWHERE if ANEW.isdisjoint(map(type, happened)) else spent / max(1, len(self.receivers))
        return each * elsewhere

    def keeps(self, holders: set[str]) -> None:
        """Take note of the holders whose seats people keep: another process may have said so in vain."""
        self.kept |= holders

    def renewed(self) -> None:
        """Show everybody connected here the table that was read again."""
        self.projection.tell_anew(self.presence.receivers, self.visitor)
        self.host.renewed(self)

    def expired(self) -> None:
        """Close the table: it is no longer in the store."""
        self.host.expired(self)

    # The other processes.

    def heard(self, told: News) -> None:
        """Handle a message from another process."""
        if isinstance(told, SeatKept):
            self.kept |= {told.holder}
        elif isinstance(told, PresenceReport):
            if self.presence.heard(told) and self.presence.receivers:
                self.tell_presence()  # the other process does not know yet who is here
            if told.version > self.table.version:
                self.catch_up()  # a process was killed after storing a row and before sending it
            self.here_changed()
        elif told.seq == self.table.version + 1 and self.queue.idle:
            self.queue.apply(told, events.decode(told.data))
        elif told.seq > self.table.version:
            self.catch_up()

    def gap(self) -> None:
        """Exchange the state again, because messages were lost."""
        self.presence.gap()
        self.queue.doubt()
        self.tell_presence()

    def gap_when_opened(self) -> None:
        """Do the same for a table that was being opened, and read it again by itself."""
        self.gap()
        self.catch_up()

    def compare(self, standing: Standing | None, kept: set[str], doubts: int) -> None:
        """Compare the table with the store after so many gaps (``doubts``); only if that knows more is it read."""
        self.keeps(kept)
        self.queue.compare(standing, doubts)

    # Notices.

    def keep(self, holder: str) -> None:
        """Take note, here and in the other processes, that a person keeps the seats of a holder."""
        self.kept |= {holder}
        self.host.tell(self.table.name, SeatKept(holder))

    @contextmanager
    def keeping(self, holder: str) -> Iterator[None]:
        """Keep the seat that a holder takes during the context; if it is refused, nobody has heard of them."""
        is_new = holder not in self.kept
        self.kept |= {holder}  # before the row: the game may begin with it, and with the time of this player
        try:
            yield
        except BaseException:
            if is_new:
                self.kept -= {holder}
            raise
        self.keep(holder)

    def reminder(self, holder: str) -> Notice | None:
        """Return the reminder of the running turn, if it is that of a holder whose seats nobody has kept so far."""
        return None if holder in self.kept else reminder_of(self.table, holder, self.host.now())

    def outdated(self, notice: Notice) -> bool:
        """Return whether the game has gone on since a notice, or nobody asks to return any more."""
        return not self.table.vacancies.asking if notice.kind == "return" else self.table.position > notice.seq

    def unsent(self, notice: Notice) -> None:
        """Take note that a notice was not sent, and will not be."""
        self._outstanding.dropped(notice)

    def sees(self, chair: int) -> bool:
        """Return whether the holder of a seat has the table before them, in any process."""
        return self.presence.sees(chair)

    def answer_ms(self) -> int:
        """Return for how many milliseconds a vote or a request to return can still be answered; 0 without one."""
        left = left_ms(self.table, self.host.now())
        return 0 if left == math.inf else max(0, int(left))

    # Presence.

    def enter(self, receiver: Receiver) -> None:
        """Connect a receiver: it gets the full state, and everybody gets the new presence."""
        self.presence.enter(receiver)
        self.used = self.host.seconds()
        self.show(receiver)
        self.presence_changed()
        self.host.think(self)

    def leave(self, receiver: Receiver) -> None:
        """Disconnect a receiver."""
        self.presence.leave(receiver)
        self.used = self.host.seconds()
        self.presence_changed()

    def show(self, receiver: Receiver) -> None:
        """Send a receiver everything that it may know of the table."""
        self.projection.show(receiver, self.visitor)

    def full(self, receiver: Receiver) -> Full:
        """Return everything that a receiver may know of the table, without a picture."""
        return self.projection.full(receiver)

    def here(self) -> Here:
        """Return who is connected, in all processes that this one knows of."""
        return self.presence.here()

    def away(self, chair: int) -> int:
        """Return for how many milliseconds it is certain that nobody has been connected for a seat."""
        return self.presence.away(chair) if self.host.connected else 0  # somebody may be at another process

    def expected(self) -> set[int]:
        """Return the seats of people whose answer is worth waiting for; with days per move, everybody's."""
        days = self.table.opened.timing.kind == "days"
        return {chair for chair in voters(self.table) if days or self.away(chair) < BRIEFLY}

    def presence_changed(self) -> None:
        """Tell the other processes and everybody connected here who is connected, now or soon."""
        self._owes_report = True
        self.here_changed()

    def here_changed(self) -> None:
        """Tell everybody connected here who is connected, now or soon.

        The more people there are, the longer it takes to tell them all, and the less often it is done. If each were
        told of each other one by one, a crowd of spectators would take the time of all players.
        """
        if self._telling is None:
            pause = max(SHORTEST_PAUSE, len(self.presence.receivers) / RECEIVERS_TOLD)
            wait = self._told + pause - self.host.seconds()
            if wait <= 0:
                self._tell_here()
            else:
                self._telling = asyncio.get_running_loop().call_later(wait, self._tell_here)

    def _tell_here(self) -> None:
        self._telling, self._told = None, self.host.seconds()
        if self._owes_report:
            self._owes_report = False
            self.tell_presence()
        message = write(self.here())
        for receiver in list(self.presence.receivers):
            receiver.post(message)

    def tell_presence(self) -> None:
        """Tell the other processes who is connected here."""
        self.host.tell(self.table.name, self.presence.report(self.host.process, self.table.version))
