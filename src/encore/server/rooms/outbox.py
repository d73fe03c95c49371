"""Sends the notices that were stored with rows, each once and by one process."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Awaitable, Callable, Coroutine, Iterable, Mapping, Sequence
from typing import Any, Protocol

from encore.core.errors import EncoreError
from encore.server.domain import events, web_push
from encore.server.domain.clocks import DAY, TimeOfDay
from encore.server.domain.notices import Notice, Over, holds
from encore.server.domain.notified import done, notified
from encore.server.domain.subscriptions import Subscription
from encore.server.rooms.metrics import Metrics
from encore.server.rooms.push import Push, PushClient, Pushed
from encore.server.rooms.studies import Studies
from encore.server.storage.notices import LATE, SHARE, Claimed, Settled
from encore.server.storage.store import Store, StoreBusy

log = logging.getLogger("encore.server")

TICK = 0.4
"""Seconds between two looks at the store while notices of this process are waiting. Moves wait during a look."""
POLL = 5.0
"""Seconds between two looks for what other processes have left behind."""
MOST = 500
"""Notices that a process sends at the same time. The fewer places are left, the fewer a person gets."""
PAUSE, LONGEST_PAUSE = 5_000, 3_600_000
"""Milliseconds before the second try; each further pause is twice as long, up to an hour."""
MOST_TRIES = 33
"""How often a notice is tried: with these pauses, for about a day."""
SENT = 30 * DAY
"""Milliseconds for which it is known that a notice was sent, so that it can be withdrawn."""
TTL = {"turn": 86_400, "begun": 86_400, "rematch": 86_400, "vote": 86_400, "return": 86_400, "time": 43_200}
"""Seconds for which a push service keeps a notice for a browser that is off; at most until a vote or request ends."""
NEVER_SILENT = ".push.apple.com"
"""A push service that ends the subscription of a browser that shows nothing for a message."""


class AnyRoom(Protocol):
    """What the outbox knows of an open table."""

    def outdated(self, notice: Notice) -> bool:
        """Whether the game has gone on since."""

    def unsent(self, notice: Notice) -> None:
        """Take note that a notice was not sent, and will not be."""

    def sees(self, chair: int) -> bool:
        """Whether the holder of a seat has the table before them, in any process."""

    def answer_ms(self) -> int:
        """For how many milliseconds a vote or a request to return can still be answered."""


class Outbox:
    """The notices of one process: those of its own tables at once, those of others when they are late."""

    def __init__(
        self,
        store: Store,
        rooms: Mapping[str, AnyRoom],
        push: PushClient,
        now: TimeOfDay,
        spawn: Callable[[Coroutine[Any, Any, None]], asyncio.Task[None]],
        metrics: Metrics,
        wake: Callable[[str], Awaitable[AnyRoom]],
    ) -> None:
        self._wake_table = wake
        self._store, self._rooms, self.push, self._now, self._spawn = store, rooms, push, now, spawn
        self._texts = Studies(1)
        self._due: dict[str, int] = {}  # when the next notice of a table is due
        self._some_over = False  # whether rows of this process have said that notices are over
        self._over: list[Over] = []  # withdrawals that no row has brought
        self._needless: list[Settled] = []  # notices that nobody has got, to be deleted with the next look
        self._sending = set[asyncio.Task[None]]()
        self._more = False  # whether more may be due: a person's notices are sent some at a time
        self._woken = asyncio.Event()
        self._waiting = 0
        self._forgotten = 0
        self.key = ""  # with which the server signs, as browsers take it
        metrics.gauge("encore_notices_waiting", "Notices that are due.", lambda: self._waiting)
        self._sent, self._failed, self._seconds = metrics.notices_sent, metrics.notices_failed, metrics.notice_seconds

    async def open(self) -> bytes:
        """Find the key with which the server signs, begin to send, and return the key."""
        key = await self._store.notices.push_key(await asyncio.to_thread(web_push.new_key))
        self.push.open(key)
        self.key = await asyncio.to_thread(web_push.public_key, key)
        self._spawn(self._run())
        return key

    async def close(self) -> None:
        """Close all connections; what was not sent is sent by the next process."""
        await self.push.close()
        self._texts.close()

    def stored(self, notices: Sequence[Notice]) -> None:
        """Take note that a row of this process was stored with notices."""
        soon = self._now() + POLL * 1000
        for notice in notices:
            if notice.due <= soon:  # later ones are found when they are due
                self._due[notice.table] = notice.due
                self._woken.set()

    def over(self, over: Sequence[Over], stored: bool = True) -> None:
        """Take note that notices are over with a row: the game has gone on, or somebody has answered.

        The row has brought the withdrawals, unless they are not ``stored`` yet.
        """
        self._some_over = True
        if not stored:
            self._over += over
        for each in over:
            if not each.kind:
                self._due.pop(each.table, None)
        self._woken.set()

    async def _run(self) -> None:
        polled = 0
        while True:
            if not (self._due or self._some_over or self._needless or self._more):
                self._woken.clear()
                try:
                    async with asyncio.timeout(POLL):
                        await self._woken.wait()
                except TimeoutError:
                    pass
            await asyncio.sleep(TICK)  # what comes meanwhile is handled together
            try:
                late = self._now() - polled >= POLL * 1000
                if late:
                    polled = self._now()
                    await self._look_after()
                await self._look(late)
            except StoreBusy as error:
                log.warning("notices wait: %s", error)
                await asyncio.sleep(POLL)

    async def _look_after(self) -> None:
        """Count what waits, and delete what was sent long ago."""
        self._waiting = await self._store.notices.waiting(self._now())
        if self._now() - self._forgotten > DAY:
            self._forgotten = self._now()
            await self._store.notices.forget(self._now() - SENT)

    async def _look(self, late: bool) -> None:
        """Withdraw what is over, and send what is due; all at once, so that it shares a commit."""
        (over, self._some_over), (needless, self._needless) = (self._some_over, False), (self._needless, [])
        try:
            await asyncio.gather(self._withdraw(over or late), self._drop(needless), self._send_due(late))
        except StoreBusy:
            self._some_over |= over
            self._needless += needless
            raise

    async def _withdraw(self, some: bool) -> None:
        """Withdraw what is over; of other processes, too, since they may have been killed."""
        if some:
            over, self._over = self._over, []
            try:
                withdrawn = await self._store.notices.withdraw(self._now(), over)
            except StoreBusy:
                self._over += over
                raise
            for one in withdrawn:
                self._spawn(self._tell_done(one))

    async def _drop(self, needless: Sequence[Settled]) -> None:
        if needless:
            await self._store.notices.settle(needless)

    async def _send_due(self, late: bool) -> None:
        """Claim what is due, drop what is over, and send the rest."""
        now = self._now()
        own = [table for table, due in self._due.items() if due <= now]
        free = MOST - len(self._sending)
        if free <= 0 or not (own or late or self._more):
            return
        # Half of the places at a time: the share of the next look knows how many of these do not end.
        most, share = -(-free // 2), -(-SHARE * free // MOST)
        claimed = await self._store.notices.claim(now, own, most, share)
        self._more = bool(claimed)
        found = {one.notice.table for one in claimed} if len(claimed) < most else set()
        for table in own:
            due = self._due.get(table, now)
            if due <= now - LATE or (due <= now and table in found):  # what is late is found without its name
                self._due.pop(table, None)
        for one in claimed:
            if self._is_needless(one):
                self._needless.append(Settled(one.id))
            else:
                self._start(self._wake(one) if one.notice.kind == "wake" else self._deliver(one))

    def _start(self, work: Coroutine[Any, Any, None]) -> None:
        task = self._spawn(work)
        self._sending.add(task)
        task.add_done_callback(self._sending.discard)

    def _is_needless(self, claimed: Claimed) -> bool:
        """Return whether a table that is open here shows that nobody has to be told."""
        notice = claimed.notice
        room = self._rooms.get(notice.table)
        if room is None or not (room.outdated(notice) or room.sees(notice.chair)):
            return False
        if not claimed.tries:  # else somebody may have got it
            room.unsent(notice)
        return True

    async def _wake(self, claimed: Claimed) -> None:
        """Open a table that has something to do by itself; that is done when it is opened."""
        try:
            await self._wake_table(claimed.notice.table)
        except StoreBusy as error:
            log.warning("a table is opened later: %s", error)  # when the claim ends
            return
        except EncoreError as error:
            log.warning("table %s cannot be opened: %s", claimed.notice.table, error)
        self._needless.append(Settled(claimed.id))
        self._woken.set()

    async def _deliver(self, claimed: Claimed) -> None:
        """Send a notice to the browsers that have not got it yet, and store what became of it."""
        wanted = await self._wanted(claimed)
        if not wanted and not claimed.told:
            self._needless.append(Settled(claimed.id))
            return
        results = await asyncio.gather(*(self._tell(claimed.notice, one) for one in wanted))
        told = *claimed.told, *(one.id for one, got in zip(wanted, results, strict=True) if got.outcome == "sent")
        waits = [got.wait for got in results if got.outcome == "later"]
        if waits and claimed.tries + 1 < MOST_TRIES:
            pause = max(min(PAUSE << claimed.tries, LONGEST_PAUSE), max(waits) * 1000)
            settled = Settled(claimed.id, told, due=self._now() + pause)
        else:
            settled = Settled(claimed.id, told, sent=self._now() if told else 0)
        if await self._store.notices.settle([settled]):
            if told:
                self._spawn(self._tell_done(claimed._replace(told=told)))
            else:
                self._needless.append(Settled(claimed.id))

    async def _wanted(self, claimed: Claimed) -> list[Subscription]:
        """Return the browsers that a notice is sent to; none if it no longer holds or is not wanted."""
        notice = claimed.notice
        since = [event for row in await self._store.rows(notice.table, notice.seq) for event in events.decode(row.data)]
        if not holds(notice, since):
            return []
        found = await self._store.notices.addressee(notice.table, notice.holder)
        if found is None or notice.kind not in found.kinds:
            return []
        return [one for one in found.subscriptions if one.id not in claimed.told]

    async def _tell(self, notice: Notice, to: Subscription) -> Pushed:
        message = await self._texts.in_thread(notified, notice, to.language)
        ttl = await self._answer_ttl(notice.table) if notice.kind in ("vote", "return") else TTL[notice.kind]
        push = Push(message, notice.table, ttl, "high" if notice.kind == "time" else "normal")
        got = await self.push.send(to, push)
        if got.outcome == "sent":
            self._sent.inc()
            self._seconds.observe(max(0, self._now() - (notice.due if notice.kind == "time" else notice.at)) / 1000)
        else:
            self._failed.inc()
        if got.outcome == "gone":
            await self._store.notices.drop_subscription(to.id)
        return got

    async def _answer_ttl(self, table: str) -> int:
        try:
            room = await self._wake_table(table)
        except EncoreError:
            return 0  # for browsers that are on
        return min(TTL["vote"], room.answer_ms() // 1000)

    async def _tell_done(self, withdrawn: Claimed) -> None:
        """Ask browsers to close the notification of a notice that is over. If this fails, it is not tried again.

        The notice is deleted afterwards: a process that is killed meanwhile leaves it to the others.
        """
        found = await self._who_was_told(withdrawn)
        await asyncio.gather(*(self._tell_one_done(withdrawn.notice, one) for one in _silent(found)))
        self._needless.append(Settled(withdrawn.id))
        self._woken.set()

    async def _who_was_told(self, withdrawn: Claimed) -> Iterable[Subscription | None]:
        """Return the browsers that have got a notice; all of the person if its sender was killed."""
        if withdrawn.told:
            return await asyncio.gather(*map(self._store.notices.subscription, withdrawn.told))
        found = await self._store.notices.addressee(withdrawn.notice.table, withdrawn.notice.holder)
        return found.subscriptions if found else ()

    async def _tell_one_done(self, notice: Notice, to: Subscription) -> None:
        message = await self._texts.in_thread(done, notice, to.language)
        await self.push.send(to, Push(message, notice.table, TTL["turn"], "low"))


def _silent(found: Iterable[Subscription | None]) -> Iterable[Subscription]:
    return (one for one in found if one and NEVER_SILENT not in one.endpoint)
