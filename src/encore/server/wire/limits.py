"""Rate limits: a bucket holds a number of tokens and refills at a rate."""

from __future__ import annotations

import asyncio
import time
from collections import Counter, OrderedDict
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from weakref import WeakValueDictionary

SOCKETS, REQUESTS = 200, 32
"""Sockets that a visitor may have, and requests that are answered, at the same time."""


class Bucket:
    """Tokens for one client."""

    __slots__ = ("_at", "_left", "burst", "rate")

    def __init__(self, rate: float, burst: float) -> None:
        self.rate, self.burst = rate, burst
        self._left, self._at = burst, time.monotonic()

    def take(self) -> bool:
        """Take a token if there is one."""
        return self.take_at(time.monotonic())

    def take_at(self, now: float) -> bool:
        """Take a token if there is one; ``now`` is the monotonic time, for whoever asks several buckets."""
        left = self._left + (now - self._at) * self.rate
        if left > self.burst:  # min() would take 0.2 µs, four times for each frame
            left = self.burst
        self._at = now
        if left < 1:
            self._left = left
            return False
        self._left = left - 1
        return True

    def spend(self, amount: float) -> None:
        """Take what has been used already, even if it is more than there is."""
        now = time.monotonic()
        self._left = min(self.burst, self._left + (now - self._at) * self.rate) - amount
        self._at = now

    @property
    def overspent(self) -> bool:
        """Whether more was used than there was, and has not been refilled yet."""
        return self._left < 0 and self._left + (time.monotonic() - self._at) * self.rate < 0


class Buckets:
    """A bucket for each visitor; those unused for the longest time are dropped, since they are full again by then."""

    def __init__(self, rate: float, burst: float, most: int = 10_000) -> None:
        self.rate, self.burst, self.most = rate, burst, most
        self._faster = 1.0
        self._buckets: OrderedDict[str, Bucket] = OrderedDict()

    def take(self, key: str) -> bool:
        """Take a token of a visitor."""
        bucket = self._buckets.pop(key, None) or Bucket(self.rate * self._faster, self.burst * self._faster)
        self._buckets[key] = bucket
        if len(self._buckets) > self.most:
            self._buckets.popitem(last=False)
        return bucket.take()

    def hurry(self, faster: float) -> None:
        """Refill all buckets, and multiply their size and rate."""
        self._faster = faster
        self._buckets.clear()


class Allowance:
    """What all connections of a visitor may use together: a family or a class may have the same address."""

    __slots__ = ("__weakref__", "actions", "chat", "frames", "plans", "previews", "time")

    def __init__(self, many: float) -> None:
        self.actions = Bucket(100.0 * many, 600 * many)
        self.chat = Bucket(2.0 * many, 30 * many)
        self.frames = Bucket(400.0 * many, 3000 * many)
        # A preview of a large board takes milliseconds.
        self.previews = Bucket(20.0 * many, 60 * many)
        self.plans = Bucket(0.2 * many, 10 * many)  # a large one is checked for a tenth of a second
        # Processor seconds for frames and all they cause, drawing included. Nobody else is served in that time.
        self.time = Bucket(0.25 * many, 0.05 * many)


class Allowances:
    """The allowances of the visitors who are connected, and of those who were last."""

    def __init__(self, many: float, most: int = 10_000) -> None:
        self._many, self._most = many, most
        self._alive: WeakValueDictionary[str, Allowance] = WeakValueDictionary()
        self._recent: OrderedDict[str, Allowance] = OrderedDict()

    def of(self, visitor: str) -> Allowance:
        """Return a visitor's allowance, the same one for all its connections."""
        allowance = self._alive.get(visitor) or Allowance(self._many)
        self._alive[visitor] = self._recent[visitor] = allowance
        self._recent.move_to_end(visitor)
        if len(self._recent) > self._most:
            self._recent.popitem(last=False)
        return allowance


class Shares:
    """How many things each visitor has in use at the same time; at most ``most``."""

    def __init__(self, most: float) -> None:
        self.most = most
        self._used: Counter[str] = Counter()

    def take(self, visitor: str) -> bool:
        """Count one more thing in use; return False if the visitor already has ``most``."""
        if self._used[visitor] >= self.most:
            return False
        self._used[visitor] += 1
        return True

    def give_back(self, visitor: str) -> None:
        """Count one thing less in use."""
        self._used[visitor] -= 1
        if not self._used[visitor]:
            del self._used[visitor]


class Turns:
    """Lets each visitor do ``most`` things at the same time; the others wait for their turn."""

    def __init__(self, most: int) -> None:
        self._most = most
        self._visitors: dict[str, tuple[asyncio.Semaphore, list[None]]] = {}

    @asynccontextmanager
    async def turn(self, visitor: str) -> AsyncIterator[None]:
        """Wait for a turn, and end it with the context."""
        free, users = self._visitors.setdefault(visitor, (asyncio.Semaphore(self._most), []))
        users.append(None)
        try:
            async with free:
                yield
        finally:
            users.pop()
            if not users:
                del self._visitors[visitor]


class Limits:
    """The limits for connections and visitors; ``unlimited`` is for benchmarks.

    Each of several ``processes`` behind one port counts for itself. Limits that guard the time and memory of a process
    stay as they are; of what is guessed, mailed or stored for all of them the rate is divided, so that it does not grow
    with them. The burst is not: all requests of a browser may reach the same process.
    """

    def __init__(self, unlimited: bool = False, processes: int = 1) -> None:
        many = 1e9 if unlimited else 1.0

        def shared(rate: float, burst: float) -> Buckets:
            return Buckets(rate * many / processes, burst * many)

        # Of one connection: rate and burst. All connections share these numbers, which would take 150 bytes in each.
        self._frames = 30.0 * many, 200.0 * many
        self._actions = 10.0 * many, 40.0 * many
        self._chat = 0.5 * many, 5.0 * many
        self.refused = 0  # requests and sockets: beyond the limits, banned, or not for this server
        self.tables = shared(0.5, 20)
        self.listed = 5 * many  # tables in the public list at the same time
        self.seats = 10 * many  # at listed tables of others at the same time
        self.games = 200 * many  # of a person with others, running or waiting
        self.joins = Buckets(1.0 * many, 60 * many)
        self.sockets = Buckets(5.0 * many, 100 * many)
        self.requests = Buckets(20.0 * many, 200 * many)
        self.replays = Buckets(0.5 * many, 20 * many)
        self.verdicts = Buckets(2.0 * many, 60 * many)  # a proof may take a second
        self.results = shared(40 / 86_400, 40)  # of daily puzzles; nobody has more in a day
        self.people = shared(1 / 60, 30)  # new ones; a class may have one address
        self.sign_ins = shared(0.2, 30)  # with a passkey or a link
        self.codes = shared(1 / 360, 10)  # recovery codes that are tried
        self.summaries = Buckets(1.0 * many, 30 * many)  # of one's own games; new ones are replayed
        self.subscriptions = shared(1 / 30, 20)  # browsers that want notices; their names are looked up
        self.mails = shared(1 / 600, 5)  # that ask whether an address is right
        self.mails_to = shared(3 / 86_400, 3)  # by address: nobody is sent many that they do not want
        self.holidays = shared(1 / 60, 10)  # announced or ended; each is told at many tables
        self.reports = shared(20 / 86_400, 5)  # about others, to the operator
        self.data = shared(1 / 600, 3)  # files with all that is stored of a person
        self.bot_games = 100 * many  # open in this process
        self.allowances = Allowances(many)
        self.open_sockets = Shares(SOCKETS * many)
        self.open_requests = Turns(int(REQUESTS * many))
        self.all_requests = Buckets(100.0 * many, 1000 * many)  # the page, its files and unknown addresses too

    def frames(self) -> Bucket:
        """Return a bucket for the frames of one connection, of any kind."""
        return Bucket(*self._frames)

    def actions(self) -> Bucket:
        """Return a bucket for the actions of one connection."""
        return Bucket(*self._actions)

    def chat(self) -> Bucket:
        """Return a bucket for the chat messages of one connection."""
        return Bucket(*self._chat)
