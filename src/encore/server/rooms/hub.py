"""All tables that this process has open, with the store, the bus and the bots they share."""

from __future__ import annotations

import asyncio
import logging
import secrets
import time
from collections.abc import Callable, Coroutine
from contextlib import suppress
from typing import Any, TypeVar

from encore.core.errors import EncoreError
from encore.core.fact import Fact
from encore.server.bots.engines import Engines
from encore.server.bots.thinkers import Thinkers
from encore.server.domain import decisions, events, votes
from encore.server.domain.attached import NOTHING, Attached
from encore.server.domain.clocks import EvenTime, Seconds, TimeOfDay
from encore.server.domain.decisions import Decision, Refusal
from encore.server.domain.events import (
    AnyEvent,
    Began,
    BotsJoined,
    Closed,
    Emptied,
    Ended,
    Joined,
    Left,
    Moved,
    Opened,
    Replaced,
    Rested,
    Returned,
    Sealed,
)
from encore.server.domain.names import is_table_name
from encore.server.domain.notices import notices_of, wakes_of
from encore.server.domain.own_games import GIVEN_UP
from encore.server.domain.people import PersonSeat
from encore.server.domain.positions import Advice
from encore.server.domain.table import CHANGES, Table, replayed
from encore.server.rooms.analysis import Analysis
from encore.server.rooms.blocks import Blocks
from encore.server.rooms.bot_players import BotPlayers, bot_games
from encore.server.rooms.bus import Bus
from encore.server.rooms.digests import Digests
from encore.server.rooms.endpoints import Endpoints
from encore.server.rooms.heartbeat import Heartbeat
from encore.server.rooms.holidays import Holidays
from encore.server.rooms.leaving import Leaving
from encore.server.rooms.listing import SHARE, Listing
from encore.server.rooms.mail import Smtp
from encore.server.rooms.metrics import Metrics
from encore.server.rooms.moderation import Moderation
from encore.server.rooms.outbox import Outbox
from encore.server.rooms.own_tables import OwnTables
from encore.server.rooms.pairing import Pairing
from encore.server.rooms.peers import Peers
from encore.server.rooms.pictures import Spend
from encore.server.rooms.plans import PlannedReplies
from encore.server.rooms.played_boards import GameState, PlayedBoards
from encore.server.rooms.push import PushClient
from encore.server.rooms.rated_tables import RatedTables
from encore.server.rooms.ratings import Rater
from encore.server.rooms.retention import FOR_EVER, Days, Retention
from encore.server.rooms.reveals import Reveals
from encore.server.rooms.room import Room, Told
from encore.server.rooms.seats import Seats
from encore.server.rooms.sessions import Sessions
from encore.server.rooms.stopwatch import Stopwatch
from encore.server.rooms.studies import Studies
from encore.server.rooms.sweep import Sweep
from encore.server.rooms.time_limits import TimeLimits
from encore.server.storage.store import Row, Store, StoreBusy
from encore.server.wire.limits import REQUESTS, SOCKETS

log = logging.getLogger("encore.server")

OPENING = 250
"""Milliseconds that opening a table may cost its players."""
OPENINGS = 64
"""Tables that are opened at once: each waits for the store most of the time, which answers many as fast as a few."""
ANALYSIS = 10.0
"""Seconds that one question of the analysis may take."""

WARMING = 120.0
"""Seconds for which a new process waits for its bots before it replaces another one."""

DRAWING, DRAWINGS = 2, 256
"""Threads that draw, and drawings of one visitor that may wait; without its picture, a message is sent at once."""

T = TypeVar("T")
ON_CARD = frozenset({Opened, Joined, Left, BotsJoined, Began, Ended, Emptied, Replaced, Returned, Closed})
"""Events that change a table's entry in the list."""
ON_CARD_BY_THE_DAY = ON_CARD | CHANGES | {Rested}
"""The same for a table with days per move, whose entry also shows when the turn ends."""
RATED = frozenset({Joined, Ended})
"""Events after which a rated table shows other ratings."""


class UnknownTable(EncoreError):
    """There is no table with this name."""


class Hub:
    """The tables of one process. They are opened on request and closed when nobody is connected."""

    def __init__(
        self,
        store: Store,
        bus: Bus,
        thinkers: Thinkers,
        keep_days: int = 0,
        analysis_seconds: float = ANALYSIS,
        now: TimeOfDay | None = None,
        seconds: Seconds = time.monotonic,
        endpoints: Endpoints | None = None,
        contact: str = "",
        smtp: Smtp | None = None,
        engines: Engines | None = None,
        keep: Days = FOR_EVER,
    ) -> None:
        self.store, self.bus, self.thinkers = store, bus, thinkers
        now = now or EvenTime()
        self.now, self.seconds = now, seconds
        self.metrics = Metrics(store, thinkers)
        self.stopwatch = Stopwatch()
        self.process = secrets.token_hex(8)
        self.rooms: dict[str, Room] = {}
        self.engines = engines or Engines()
        self._bots = BotPlayers(self, thinkers, self.engines)
        self._replies = PlannedReplies(self.spawn)
        self.listing = Listing(store, now, self.spawn, self.is_open)
        self.pairing = Pairing(self.listing, seconds)
        self.seats = Seats(store, self.rooms)
        self.blocks = Blocks(store, self.rooms)
        self.peers = Peers(self)
        self.sessions = Sessions(store.people, now, seconds, self.peers.tell_ended)
        self.moderation = Moderation(store.moderation, now, self.peers.tell_moderated)
        self.draining = False  # whether this process takes no new tables and sockets, because it ends soon
        self.opening: dict[str, asyncio.Task[Room]] = {}
        self.studies = Studies()
        self.own_tables = OwnTables(store, self.studies)
        self.holidays = Holidays(store.people, self.own_tables, self.room, now, self.spawn)
        self.leaving = Leaving(store, self.studies, self.sessions, self.peers.rewritten)
        self.retention = Retention(store, self.studies, now, keep, self.is_open, self.peers.rewritten)
        self.boards = PlayedBoards(store, self.studies, self._game_state)
        self.analysis = Analysis(store, thinkers, self.studies, self.boards, analysis_seconds)
        push = PushClient(endpoints or Endpoints(), now, contact)
        self.rater = Rater(store)
        self._rated = RatedTables(store, self.rater, self.listing)
        self.outbox = Outbox(store, self.rooms, push, now, self.spawn, self.metrics, self.room)
        self.digests = Digests(store, self.own_tables, smtp, now, self.spawn, self.metrics)
        # Threads of their own: a table that is opened does not wait for replays.
        self._openings = Studies(waiting=SOCKETS + REQUESTS, turns=OPENINGS)
        self._drawings = Studies(DRAWING, DRAWINGS)
        self._tasks: set[asyncio.Task[Any]] = set()
        self.heartbeat = Heartbeat(store, now, self.spawn, lambda: self._limits.lived(), self._store_boards)
        self.metrics.gauge(
            "encore_store_failing",
            "1 while the store cannot be written, else 0.",
            lambda: float(self.heartbeat.trouble is not None),
        )
        self.metrics.gauge(
            "encore_bus_connected", "1 while the other processes can be reached, else 0.", lambda: float(self.connected)
        )
        self._limits: TimeLimits = TimeLimits(self.rooms, self.heartbeat, now, seconds, self.spawn)
        self._reveals = Reveals(self.rooms, now, seconds, self.spawn)
        self.sweep = Sweep(self, keep_days)

    async def prepare(self) -> None:
        """Do what can be done while another process still serves; raise EncoreError if it could not be replaced."""
        await self.store.check()
        await self.thinkers.open()
        await self.thinkers.warmed(WARMING)

    async def open(self, replaces: bool = False) -> None:
        """Connect the store, the bus and the bots; a hub that ``replaces`` another one is prepared."""
        await self.store.open()
        await self.heartbeat.open(self.bus.alone)  # other processes kept serving
        if replaces and self.bus.alone:  # else the other one has done it
            await self.heartbeat.stand_still()
        await self.peers.open()
        await self.moderation.read()
        if not replaces:
            await self.thinkers.open()
        self.digests.open(await self.outbox.open())
        self.heartbeat.start()
        self.spawn(self.sweep.run())
        self.spawn(self.rater.rate())

    async def farewell(self, replaced: bool = False) -> None:
        """Store the last heartbeat; clients are disconnected, and time from now on is an outage.

        When this process is ``replaced`` while others serve, live clocks stand still until its clients are back.
        """
        self._limits.close()
        self._reveals.close()
        await self.heartbeat.stop(self.boards.store_all)
        if replaced and not self.bus.alone:
            with suppress(StoreBusy):
                await self.heartbeat.stand_still()
                # Before anybody is disconnected: whoever comes back to another process finds the time there.
                await self._limits.give_back_all(await self.store.outages(self.heartbeat.last))
                self.peers.tell_outage()

    @property
    def idle(self) -> bool:
        """Whether all actions that have come are answered."""
        return all(room.queue.idle for room in self.rooms.values())

    async def close(self) -> None:
        """Close everything."""
        self._limits.close()
        self._reveals.close()
        self.analysis.close()
        for task in list(self._tasks):
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)
        await self.outbox.close()
        await self.thinkers.close()
        self.studies.close()
        self._openings.close()
        self._drawings.close()
        await self.bus.close()
        await self.store.close()

    @property
    def connected(self) -> bool:
        """Whether the other processes can be reached."""
        return self.bus.connected

    def spawn(self, work: Coroutine[Any, Any, T]) -> asyncio.Task[T]:
        """Run something in the background and log its errors."""
        task = asyncio.get_running_loop().create_task(work)
        self._tasks.add(task)
        task.add_done_callback(self._done)
        return task

    def _done(self, task: asyncio.Task[Any]) -> None:
        self._tasks.discard(task)
        if not task.cancelled() and (error := task.exception()):
            log.error("background task failed: %s", error, exc_info=None if isinstance(error, EncoreError) else error)

    # Tables.

    async def create(
        self, opened: Opened, visitor: str = "", most_listed: float = SHARE, person: str = "", action: str | None = None
    ) -> Room:
        """Open a table for a visitor, who may be a ``person``, and begin the game if no seat is open.

        ``action`` names the request, if the store takes it only once.

        A visitor who has ``most_listed`` tables in the list gets a Refusal for another listed one.
        """
        name = secrets.token_urlsafe(12)
        table = Table(name)
        at = self.now()
        decided = Decision((opened,))
        sketch = Table(name)
        sketch.apply(Row(name, 1, at, None, b""), (opened,))
        if all(sketch.taken):
            begun = decisions.begin_or_seal(sketch)
            decided = Decision((opened, *begun.events), begun.states)
        row = Row(name, 1, at, action, events.encode(decided.events))
        if opened.listed and visitor:
            await self.listing.reserve(visitor, name, most_listed)
        try:
            wakes = wakes_of(sketch, row, decided)
            notices = (*notices_of(sketch, row, decided, {opened.holder} if person else ()), *wakes)
            seats = (PersonSeat(person, name, opened.holder, at),) if person and opened.rated else ()
            await self.store.append(row, Attached(notices, seats) if notices or seats else NOTHING)
            table.apply(row, decided.events, states=decided.states)
            room = Room(self, table, visitor)
            room.waking = bool(wakes)
            if person:
                room.kept |= {opened.holder}
            await self._rated.read_skills(room)
            self._keep(room)
        finally:
            self.listing.opened(name)
        self.happened(room, decided.events)
        return room

    async def room(self, name: str, visitor: str = "") -> Room:
        """Return an open table, or open it from the store; concurrent requests get the same one.

        A visitor opens one table at a time. The turn is the visitor's, not the table's: a table that somebody with many
        requests waits for is opened for others at once.
        """
        if room := self.rooms.get(name):
            return room
        if not is_table_name(name):
            raise UnknownTable(Fact("server.no-table"))
        async with self._openings.turn(visitor):
            return self.rooms.get(name) or await self._load_once(name)

    async def game(self, name: str, number: int | None = None, visitor: str = "") -> Table:
        """Return a table as it is, or at the end of an earlier game. Raises UnknownTable or Refusal ``over``."""
        table = (await self.room(name, visitor)).table
        if number is not None and not 1 <= number <= table.number:
            raise UnknownTable(Fact("server.no-game-number", games=table.number))
        if not table.number:
            raise Refusal("over", Fact("server.not-begun"))
        if number in (None, table.number):
            return table
        async with self.studies.turn(visitor):
            rows = await self.store.rows(name)
            return await self.studies.in_thread(replayed, name, rows, number)

    async def _game_state(self, name: str) -> GameState:
        """Return whether the game of a table is played, over, or given up: two weeks have passed without activity."""
        try:
            table = (await self.room(name)).table
        except UnknownTable:
            return "over"
        if table.phase != "playing":
            return "over"
        given_up = table.opened.timing.kind != "days" and self.now() - table.at >= GIVEN_UP
        return "given up" if given_up else "played"

    async def _load_once(self, name: str) -> Room:
        if name not in self.opening:
            self.opening[name] = asyncio.get_running_loop().create_task(self._load(name))
            # Not when a caller stops waiting: the next one would open the table a second time.
            self.opening[name].add_done_callback(lambda _: self.opening.pop(name, None))
        return await asyncio.shield(self.opening[name])

    async def _load(self, name: str) -> Room:
        # Subscribed before the rows are read, so that no message is missed.
        self.bus.subscribe(name)
        asked = self.now()
        try:
            await self.bus.subscribed()
            # Before the rows: what is rewritten afterwards is read again.
            rewritten = await self._rewritten_so_far(name)
            rows = await self.store.rows(name)
            # A table that another process deleted while it was open here may have later rows.
            if not rows or rows[0].seq != 1:
                raise UnknownTable(Fact("server.no-table"))
            table = await self._openings.in_thread(replayed, name, rows)
            room = Room(self, table)
            kept = await self.store.notices.kept([name])
            room.keeps(kept.get(name, set()))
            room.queue.rewritten = rewritten
            await self._rated.read_skills(room)
            # Before anybody can connect: whoever comes meanwhile waits for the same table.
            outages = await self.store.outages(int(min(table.clock.since, votes.asked_since(table))))
            if self.bus.alone and self.now() - asked > OPENING:
                outages.append((asked, self.now()))  # nobody could move while the table was being opened
            await self._limits.settle(room, outages)  # nobody moves whose time ended while the table was closed
            await self._reveals.settle(room)
            await self.holidays.settle(room)
            await self._rated.go_on(room)
        except BaseException:
            self.bus.unsubscribe(name)
            raise
        self._keep(room)
        self.boards.note(table)
        self.listing.show(room)  # a process may have been killed after storing a row and before storing the card
        if not self.bus.alone:
            room.catch_up()  # messages sent before the table was registered were missed
        self.think(room)
        self._limits.watch(room)
        self._reveals.watch(room)
        return room

    async def _rewritten_so_far(self, name: str) -> int:
        """Return how often rows of a table were rewritten; that matters only where messages may be lost."""
        if self.bus.alone:
            return 0
        standing = (await self.store.standings([name])).get(name)
        return standing.rewritten if standing else 0

    def _keep(self, room: Room) -> None:
        self.rooms[room.table.name] = room
        self.bus.subscribe(room.table.name)
        self.metrics.tables.set(len(self.rooms))

    def put_away(self, name: str) -> None:
        """Close a table here."""
        self.bus.unsubscribe(name)
        self._limits.drop(name)
        self._reveals.drop(name)
        self.rooms.pop(name, None)
        self.metrics.tables.set(len(self.rooms))

    def expired(self, room: Room) -> None:
        """Close a table that is no longer in the store; it refuses everybody who is still connected."""
        if self.rooms.get(room.table.name) is room:
            self.put_away(room.table.name)

    async def open_again(self, name: str) -> None:
        """Open a table, so that what is due there happens."""
        self._limits.watch(await self.room(name))

    def is_open(self, name: str) -> bool:
        """Whether a table is open, or is being opened."""
        return name in self.rooms or name in self.opening

    # Events.

    def happened(self, room: Room, happened: tuple[AnyEvent, ...]) -> None:
        """Handle the effects outside a table: the list of tables, the end of a player's time, a bot's next move."""
        opened, vacancies = room.table.opened, room.table.vacancies
        if len(happened) == 1 and type(happened[0]) is Moved and opened.timing.kind != "days":
            self.boards.note(room.table)  # most rows, which have no other effect
        else:
            self._handle(room, happened, frozenset(map(type, happened)))
        if opened.timing.kind == "live" or opened.bots_after or vacancies.empty or vacancies.asking:
            self._limits.watch(room)
        self.think(room)

    def _handle(self, room: Room, happened: tuple[AnyEvent, ...], kinds: frozenset[type[AnyEvent]]) -> None:
        opened = room.table.opened
        if not (ON_CARD_BY_THE_DAY if opened.timing.kind == "days" else ON_CARD).isdisjoint(kinds):
            self.listing.show(room)
        if not CHANGES.isdisjoint(kinds):
            self.boards.note(room.table)
        if Sealed in kinds:
            self._reveals.watch(room)
        for event in happened:
            if isinstance(event, Returned):
                room.presence.came_back(event.chair)
        if opened.rated and not RATED.isdisjoint(kinds):
            self.spawn(self._rated.happened(room, Ended in kinds))
        if Began in kinds and opened.timing.kind == "days":
            self.spawn(self._rest(room))

    async def _rest(self, room: Room) -> None:
        """Write the holidays of the players into a game that has begun; some may have ended since the last game."""
        with suppress(StoreBusy):  # they are written when the table is opened the next time
            await self.holidays.settle(room)

    def renewed(self, room: Room) -> None:
        """Handle the effects of a table that was read again; it may have new rows now."""
        self.listing.show(room)
        self.boards.note(room.table)
        self._limits.watch(room)
        self._reveals.watch(room)
        self.think(room)

    def think(self, room: Room) -> None:
        """Let a bot move if it is its turn, or play what somebody has planned."""
        if self.draining:
            return  # another process does, or this one after its restart
        self._bots.think(room)
        if room.table.plans.kept:
            self._replies.play(room)

    async def hint(self, room: Room, chair: int) -> tuple[str, Advice]:
        """Return a strong bot's move for a seat, and what a hint says about it. Raises Refusal where people play."""
        await self.boards.refuse(room.visitor, room.table.game, [room.table.state])
        return await self._bots.hint(room, chair)

    def bot_games(self, visitor: str) -> int:
        """Return at how many open tables of a visitor bots may still have to move."""
        return bot_games(self.rooms.values(), visitor)

    async def draw(self, visitor: str, spend: Spend | None, work: Callable[[], T]) -> T:
        """Draw something in a thread, when it is the visitor's turn."""
        used = list[float]()

        def drawn() -> T:
            start = time.thread_time()
            try:
                return work()
            finally:
                used.append(time.thread_time() - start)

        try:
            return await self._drawings.run(visitor, drawn)
        finally:
            if spend and used:
                spend(used[0])

    def tell(self, name: str, message: Told) -> None:
        """Send the other processes a message about a table."""
        self.peers.tell(name, message)

    async def _store_boards(self) -> None:
        with suppress(StoreBusy):  # they are stored with a later heartbeat
            await self.boards.store_some()
