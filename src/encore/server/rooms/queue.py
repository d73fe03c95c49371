"""The order in which actions happen at a table: one after the other, each stored before anybody is told."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable, Coroutine, Sequence
from functools import partial
from typing import Any, Protocol
from weakref import ref

from encore.core.errors import EncoreError
from encore.core.fact import Fact
from encore.server.domain import events
from encore.server.domain.attached import NOTHING, Attached
from encore.server.domain.clocks import TimeOfDay
from encore.server.domain.decisions import Decision, Refusal, must_be_open
from encore.server.domain.events import AnyEvent
from encore.server.domain.table import Reached, Table, replayed
from encore.server.storage.store import Conflict, Row, Standing, Store, StoreBusy

log = logging.getLogger("encore.server")

TRIES = 8
"""How often an action is decided again when other processes write to the same table."""

Decide = Callable[[Table, int], Decision]
"""What an action does to a table at a time."""
Answer = Callable[[str | None, int | EncoreError], None]
Step = Callable[[], None]
Spawn = Callable[[Coroutine[Any, Any, Any]], asyncio.Task[Any]]


class Observer(Protocol):
    """Handles the effects of actions."""

    def fair(self, decision: Decision, at: int) -> Decision:
        """Return a decision that charges no player for the time in which the server stood still."""

    def attached(self, row: Row, decision: Decision) -> Attached:
        """Return what is stored with the next row of the table, before it is applied."""

    def stored(self, row: Row) -> None:
        """Take a row that this process has stored."""

    def refused(self, error: StoreBusy) -> None:
        """Take note that the store has refused what a player did."""

    def happened(self, happened: tuple[AnyEvent, ...]) -> None:
        """Take what has changed the table."""

    def keeps(self, holders: set[str]) -> None:
        """Take the holders whose seats people keep, which were read again."""

    def renewed(self) -> None:
        """Handle that the table was read again, because its rows were rewritten."""

    def expired(self) -> None:
        """Take note that the store has the table no more."""


class ActionQueue:
    """The actions of one table. A step that waits for the store keeps the others waiting until it is done.

    The observer is not kept alive: it keeps the queue, and a cycle would wait for the garbage collector.
    """

    def __init__(
        self,
        table: Table,
        store: Store,
        now: TimeOfDay,
        spawn: Spawn,
        observer: Observer,
    ) -> None:
        self.table = table
        self.expired = False
        self.rewritten = 0  # how often rows had been rewritten when the table was read
        self._store, self._now, self._spawn = store, now, spawn
        self._observer = ref(observer)
        self._steps: list[Step] = []  # not a deque: an empty one takes 760 bytes, and few steps ever wait
        self._running = False
        self.doubts = 0  # how often messages were lost, also that earlier rows were rewritten
        self._settled = 0  # how many of these the store has been asked after
        self._pending: asyncio.Future[Any] | None = None  # what the present step waits for

    @property
    def idle(self) -> bool:
        """Whether nothing is going on."""
        return not self._running and self._pending is None

    def submit(self, action: str | None, decide: Decide, answer: Answer) -> None:
        """Let an action happen after those that came before it.

        ``answer`` is called with its id and the version that it made, when that is stored and before anybody is told;
        or with the Refusal or StoreBusy for which nothing has happened. Sent twice, an action counts once. Every action
        is answered: where nobody knows whether it was stored, with the Refusal ``failed``.
        """
        self._steps.append(partial(self._try, action, decide, answer, TRIES))
        self._advance()

    def catch_up(self) -> None:
        """Read what other processes have stored, some time soon."""
        self._steps.append(self._catch_up)
        self._advance()

    def doubt(self) -> None:
        """Take note that messages were lost, until the table is compared with the store or read from it."""
        self.doubts += 1

    def compare(self, standing: Standing | None, doubts: int) -> None:
        """Read on soon if the store has more of the table, or other rows, than is known here.

        ``doubts`` is how often messages had been lost when the store was asked: it settles no later ones.
        """
        self._steps.append(partial(self._compare, standing, doubts))
        self._advance()

    def reload(self) -> None:
        """Read the whole table again soon, because its rows were rewritten."""
        self._steps.append(self._reload)
        self._advance()

    def apply(self, row: Row, happened: tuple[AnyEvent, ...], states: tuple[Reached, ...] = ()) -> None:
        """Let the next row of the table happen."""
        self.table.apply(row, happened, states=states)
        if observer := self._observer():
            observer.happened(happened)

    def _advance(self) -> None:
        """Take steps, one after the other, until one has to wait; the rest follow when it is done."""
        if self._running or not self._steps:
            return
        self._running = True
        try:
            while self._steps and self._pending is None:
                step = self._steps.pop(0)
                try:
                    step()
                except Exception:
                    log.exception("a step of table %s failed", self.table.name)
        finally:
            self._running = False

    def _reply(self, answer: Answer, action: str | None, outcome: int | EncoreError) -> None:
        """Answer an action; an error of whoever asked must not stop the queue."""
        try:
            answer(action, outcome)
        except Exception:
            log.exception("an answer at table %s failed", self.table.name)

    def _try(self, action: str | None, decide: Decide, answer: Answer, tries: int) -> None:
        """Decide about an action, and have it written."""
        table = self.table
        try:
            if action and action in table.actions:
                self._reply(answer, action, table.actions[action])
                return
            if self.expired:
                raise Refusal("refused", Fact("server.expired"))
            if not tries:
                raise Refusal("busy", Fact("server.busy-table"))
            at = max(self._now(), table.at)
            must_be_open(table)
            observer, decision = self._observer(), decide(table, at)
            decision = observer.fair(decision, at) if observer else decision
            row = Row(table.name, table.version + 1, at, action, events.encode(decision.events))
            writing = self._store.append(row, observer.attached(row, decision) if observer else NOTHING)
        except EncoreError as error:
            self._reply(answer, action, error)
            return
        except Exception:
            # A game may be anybody's code: an error in it must not stop the queue.
            log.exception("an action at table %s failed", table.name)
            self._reply(answer, action, Refusal("failed", Fact("server.failed-action")))
            return
        self._pending = writing
        writing.add_done_callback(partial(self._written, row, decision, decide, answer, tries))

    def _written(
        self, row: Row, decision: Decision, decide: Decide, answer: Answer, tries: int, writing: asyncio.Future[None]
    ) -> None:
        try:
            error = asyncio.CancelledError() if writing.cancelled() else writing.exception()
            if error is None:
                self._reply(answer, row.action, row.seq)
                if observer := self._observer():
                    observer.stored(row)
                self.apply(row, decision.events, decision.states)
            elif isinstance(error, Conflict):
                again = partial(self._try, row.action, decide, answer, tries - 1)
                self._steps[:0] = (self._catch_up, again)
            else:
                if row.action and isinstance(error, StoreBusy) and (observer := self._observer()):
                    observer.refused(error)
                if not isinstance(error, EncoreError):
                    log.error("a write at table %s failed", row.table, exc_info=error)
                    error = Refusal("failed", Fact("server.write-unknown"))
                self._reply(answer, row.action, error)
                # A database that was lost in the middle may still have stored it.
                self._steps.insert(0, self._catch_up)
        except Exception:
            log.exception("an action at table %s was stored, but not all that follows was done", row.table)
            self._steps.insert(0, self._catch_up)
        finally:
            self._resume()

    def _compare(self, standing: Standing | None, doubts: int) -> None:
        if standing and standing.rewritten == self.rewritten and standing.version <= self.table.version:
            self._settle(doubts)
        else:
            self._catch_up()

    def _settle(self, doubts: int) -> None:
        self._settled = max(self._settled, doubts)

    def _catch_up(self) -> None:
        self._pending = self._spawn(self._read_on())

    async def _read_on(self) -> None:
        """Read from the last known row on; where that is gone, another process has deleted the table."""
        try:
            if self.doubts > self._settled and await self._read_again():
                return
            known, *new = await self._store.rows(self.table.name, self.table.version - 1) or (None,)
            if known is None or known.seq != self.table.version:
                self._expire()
                return
            for row in new:
                self.apply(row, events.decode(row.data))
        finally:
            self._resume()

    async def _read_again(self) -> bool:
        """Read who keeps seats, and the whole table if rows of it were rewritten; return whether that was so."""
        name, doubts = self.table.name, self.doubts
        standing = (await self._store.standings([name])).get(name)
        kept = (await self._store.notices.kept([name])).get(name, set())
        if observer := self._observer():
            observer.keeps(kept)
        renewed = standing is not None and standing.rewritten != self.rewritten
        if renewed:
            await self._read_whole()
        self._settle(doubts)
        return renewed

    def _expire(self) -> None:
        self.expired = True
        if observer := self._observer():
            observer.expired()

    def _reload(self) -> None:
        self._pending = self._spawn(self._read_anew())

    async def _read_anew(self) -> None:
        try:
            await self._read_whole()
        finally:
            self._resume()

    async def _read_whole(self) -> None:
        # The standing first: what is rewritten afterwards is read again.
        standing = (await self._store.standings([self.table.name])).get(self.table.name)
        rows = await self._store.rows(self.table.name)
        if not standing or not rows or rows[0].seq != 1:
            self._expire()
            return
        await self._renew(rows)
        self.rewritten = standing.rewritten

    async def _renew(self, rows: Sequence[Row]) -> None:
        self.table.renew(await asyncio.to_thread(replayed, self.table.name, rows))
        if observer := self._observer():
            observer.renewed()

    def _resume(self) -> None:
        self._pending = None
        self._advance()
