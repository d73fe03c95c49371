"""The bus of several processes: Valkey or Redis (extra ``service``)."""

from __future__ import annotations

import asyncio
import random
import secrets
from collections import deque
from collections.abc import Awaitable, Callable, Collection, Coroutine
from contextlib import suppress
from typing import Any

from encore.core.errors import EncoreError

PATIENCE = 5.0
"""Seconds to wait for a connection or an answer; after the same time without messages the bus is pinged."""

FIRST_WAIT, LONGEST_WAIT = 0.05, 2.0
"""Seconds until a reconnect; doubled after each failure."""

MOST_MESSAGES = 10_000
"""Messages kept while the bus is offline; after that the oldest are dropped."""

TOPIC, GAP = "encore:topic:", "encore:gap"
"""Channels: one for each topic, and one on which servers report that they had to drop messages."""

Orders = asyncio.Queue[Callable[[Any], Awaitable[object]]]
"""A command for the listening connection."""


class ValkeyBus:
    """A bus at an address such as ``valkey://host:6379`` or ``redis://user:password@host/0``.

    One connection listens and one publishes; when either breaks, both are replaced. A message begins with a random
    16-byte id of its process, so that the process can skip its own messages. ``gaps`` is the channel on which those who
    talk with each other report that they had to drop messages.
    """

    alone = False

    def __init__(self, url: str, gaps: str = GAP) -> None:
        self._url, self._gaps = url, gaps
        self._me = secrets.token_bytes(16)
        self._topics: set[str] = set()
        self._outbox: deque[tuple[str, bytes]] = deque()
        self._owes_gap = False
        self._wake, self._all_sent = asyncio.Event(), asyncio.Event()
        self._up, self._been_up = asyncio.Event(), False
        self._orders: Orders | None = None
        self._pings: deque[asyncio.Future[None]] = deque()
        self._running: asyncio.Task[None] | None = None

    async def open(self, heard: Callable[[str, bytes], None], gap: Callable[[], None]) -> None:
        """Connect, or raise EncoreError; after that the bus may disconnect and reconnect."""
        self._valkey = _driver()
        self._heard, self._gap = heard, gap
        try:
            async with self._client() as client:
                await client.ping()
            self._running = asyncio.create_task(self._stay_connected())
            await asyncio.wait_for(self._up.wait(), PATIENCE)
        except (OSError, TimeoutError, ValueError, self._valkey.ValkeyError) as error:
            await self.close()
            raise EncoreError(f"the bus does not answer: {' '.join(str(error).split())}") from None

    async def close(self) -> None:
        """Send the waiting messages, if the bus is connected, and disconnect."""
        if self._running is None:
            return
        if self.connected and self._wake.is_set():
            with suppress(TimeoutError):
                await asyncio.wait_for(self._all_sent.wait(), PATIENCE)
        await _end([self._running])
        self._running = None

    def publish(self, topic: str, message: bytes) -> None:
        """Send a message to the other processes; returns at once. While the bus is offline, the newest are kept."""
        if len(self._outbox) == MOST_MESSAGES:
            self._outbox.popleft()
            self._owes_gap = True
        self._outbox.append((topic, message))
        self._all_sent.clear()
        self._wake.set()

    def subscribe(self, topic: str) -> None:
        """Receive messages of a topic; ``subscribed`` waits until this is active."""
        self._topics.add(topic)
        if self._orders is not None:
            self._orders.put_nowait(lambda pubsub: pubsub.subscribe(TOPIC + topic))

    def unsubscribe(self, topic: str) -> None:
        """Stop receiving messages of a topic."""
        self._topics.discard(topic)
        if self._orders is not None:
            self._orders.put_nowait(lambda pubsub: pubsub.unsubscribe(TOPIC + topic))

    async def subscribed(self) -> None:
        """Wait until subscriptions are active; return at once if the bus is offline, since it will report a gap."""
        if self._orders is not None:
            await self._ping(self._orders)

    @property
    def connected(self) -> bool:
        """Whether the bus is connected now."""
        return self._up.is_set()

    def _client(self) -> Any:
        return self._valkey.asyncio.from_url(self._url, socket_timeout=PATIENCE, socket_connect_timeout=PATIENCE)

    async def _stay_connected(self) -> None:
        loop, wait, me = asyncio.get_running_loop(), FIRST_WAIT, asyncio.current_task()
        # A connection that breaks during cancellation has swallowed the cancellation.
        while me is not None and not me.cancelling():
            began = loop.time()
            # After any error, reconnect; ``connected`` shows that there is no connection.
            with suppress(Exception):
                await self._connect_once()
            # If a connection breaks right after it was made, wait before the next attempt.
            wait = FIRST_WAIT if loop.time() - began > LONGEST_WAIT else min(2 * wait, LONGEST_WAIT)
            if not me.cancelling():
                await asyncio.sleep(wait * random.uniform(0.5, 1))

    async def _connect_once(self) -> None:
        """Serve one pair of connections until either of them breaks."""
        try:
            async with self._client() as client, client.pubsub() as pubsub:
                orders = self._orders = asyncio.Queue()
                await pubsub.subscribe(self._gaps, *(TOPIC + topic for topic in self._topics))
                await _until_one_fails(
                    self._come_up(orders), self._obey(orders, pubsub), self._hear(orders, pubsub), self._send(client)
                )
        finally:
            self._orders = None
            self._up.clear()
            while self._pings:
                self._answer_ping()

    async def _come_up(self, orders: Orders) -> None:
        """Report the gap of the offline time once all subscriptions are active, so that nothing is missed."""
        await self._ping(orders)
        self._up.set()
        if self._been_up:
            self._report(self._gap)
        self._been_up = True

    async def _obey(self, orders: Orders, pubsub: Any) -> None:
        while True:
            order = await orders.get()
            await order(pubsub)

    async def _hear(self, orders: Orders, pubsub: Any) -> None:
        silent = False
        while True:
            message = await pubsub.get_message(timeout=PATIENCE)
            if message is None and silent:
                raise TimeoutError("the bus is silent")
            silent = message is None
            if message is None:
                self._ping(orders)
            elif message["type"] == "pong":
                self._answer_ping()
            elif message["type"] == "message":
                self._take(message["channel"].decode(), message["data"])

    def _take(self, channel: str, message: bytes) -> None:
        if message.startswith(self._me):
            return
        if channel == self._gaps:
            self._report(self._gap)
        else:
            self._report(self._deliver, channel.removeprefix(TOPIC), message[len(self._me) :])

    def _deliver(self, topic: str, message: bytes) -> None:
        if topic in self._topics:  # or the message was in flight when the topic was unsubscribed
            self._heard(topic, message)

    def _report(self, callback: Callable[..., None], *news: object) -> None:
        # Scheduled in the event loop: an error in the handler must not break the connection.
        asyncio.get_running_loop().call_soon(callback, *news)

    async def _send(self, client: Any) -> None:
        self._wake.set()
        while True:
            await self._wake.wait()
            messages, self._outbox = self._outbox, deque()
            pipeline = client.pipeline(transaction=False)
            if self._owes_gap:
                pipeline.publish(self._gaps, self._me)
            for topic, message in messages:
                pipeline.publish(TOPIC + topic, self._me + message)
            self._owes_gap = False
            try:
                await pipeline.execute()
            except BaseException:  # some may be lost, and the other processes cannot know it
                self._owes_gap = True
                raise
            if not self._outbox:
                self._wake.clear()
                self._all_sent.set()

    def _ping(self, orders: Orders) -> asyncio.Future[None]:
        """Ping the listening connection, after all queued commands; answers come in the same order."""
        answered: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        self._pings.append(answered)
        orders.put_nowait(lambda pubsub: pubsub.ping())
        return answered

    def _answer_ping(self) -> None:
        answered = self._pings.popleft()
        if not answered.done():
            answered.set_result(None)


async def _until_one_fails(*works: Coroutine[Any, Any, None]) -> None:
    # Not a TaskGroup: in Python 3.11 it leaves the task marked as cancelled, which ``cancelling`` then reports.
    tasks = [asyncio.create_task(work) for work in works]
    try:
        await asyncio.wait(tasks, return_when=asyncio.FIRST_EXCEPTION)
    finally:
        await _end(tasks)


async def _end(tasks: Collection[asyncio.Task[None]]) -> None:
    """Cancel tasks until they end: the client uses ``wait_for``, which in Python 3.11 may miss one cancellation."""
    left = set(tasks)
    while left:
        for task in left:
            task.cancel()
        _, left = await asyncio.wait(left, timeout=0.1)
    await asyncio.gather(*tasks, return_exceptions=True)


def _driver() -> Any:
    try:
        import valkey.asyncio
    except ImportError:
        raise EncoreError("the bus needs valkey: pip install 'encore-table[service]'") from None
    return valkey
