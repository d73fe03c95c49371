"""Two bus connections, as of two processes, in one event loop, over a real Valkey."""

from __future__ import annotations

import asyncio
import sys
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager
from typing import Any

import pytest

from encore.core.errors import EncoreError
from encore.server.rooms import valkey as valkey_module
from encore.server.rooms.bus import AloneBus, Bus
from encore.server.rooms.valkey import ValkeyBus
from tests.server.services import ValkeyService


class Ear:
    """Collects what a bus connection has received."""

    def __init__(self) -> None:
        self.messages: asyncio.Queue[tuple[str, bytes]] = asyncio.Queue()
        self.gaps: asyncio.Queue[None] = asyncio.Queue()

    def heard(self, topic: str, message: bytes) -> None:
        self.messages.put_nowait((topic, message))

    def gap(self) -> None:
        self.gaps.put_nowait(None)


@asynccontextmanager
async def end(url: str, *topics: str) -> AsyncIterator[tuple[ValkeyBus, Ear]]:
    """Open a bus connection that is subscribed to some topics."""
    bus, ear = ValkeyBus(url), Ear()
    for topic in topics:
        bus.subscribe(topic)
    await bus.open(ear.heard, ear.gap)
    try:
        yield bus, ear
    finally:
        await bus.close()


class Line:
    """A connection to the bus that can be cut, or muted: then no answer gets through."""

    def __init__(self, port: int) -> None:
        self._port = port
        self.mute = False
        self._writers: list[asyncio.StreamWriter] = []
        self._pipes: set[asyncio.Task[None]] = set()

    @asynccontextmanager
    async def laid(self) -> AsyncIterator[str]:
        async with await asyncio.start_server(self._join, "127.0.0.1", 0) as server:
            port = server.sockets[0].getsockname()[1]
            yield f"valkey://127.0.0.1:{port}"
            self.cut()
            await asyncio.gather(*self._pipes)

    def cut(self) -> None:
        """Break the existing connections."""
        for writer in self._writers:
            writer.transport.abort()
        self._writers.clear()

    async def _join(self, here: asyncio.StreamReader, back: asyncio.StreamWriter) -> None:
        there, forth = await asyncio.open_connection("127.0.0.1", self._port)
        self._writers += [back, forth]
        for reader, writer in ((here, forth), (there, back)):
            self._pipes.add(asyncio.create_task(self._carry(reader, writer, is_answer=writer is back)))

    async def _carry(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter, is_answer: bool) -> None:
        try:
            while data := await reader.read(65536):
                if not (is_answer and self.mute):
                    writer.write(data)
        except ConnectionError:
            pass
        writer.transport.abort()


def run(scene: Callable[[], Awaitable[None]]) -> None:
    """Run a scenario; the time limit only stops a broken bus."""

    async def limited() -> None:
        async with asyncio.timeout(120):
            await scene()

    asyncio.run(limited())


async def until(condition: Callable[[], bool]) -> None:
    while not condition():
        await asyncio.sleep(0.005)


def test_other_processes_receive_messages_in_order_but_not_their_own(valkey: ValkeyService) -> None:
    async def scene() -> None:
        async with (
            end(valkey.url, "a", "b") as (one, ear_of_one),
            end(valkey.url.replace("valkey:", "redis:"), "a") as (other, ear_of_other),
        ):
            assert one.connected and other.connected
            for number in range(500):
                one.publish("a", b"%d \x00\xff" % number)
                one.publish("b", b"not heard")
            for number in range(500):
                assert await ear_of_other.messages.get() == ("a", b"%d \x00\xff" % number)
            other.publish("a", b"")
            assert await ear_of_one.messages.get() == ("a", b"")
            assert ear_of_one.messages.empty() and ear_of_other.messages.empty()
            assert ear_of_one.gaps.empty() and ear_of_other.gaps.empty()

    run(scene)


def test_topics_can_be_subscribed_and_unsubscribed(valkey: ValkeyService) -> None:
    async def scene() -> None:
        async with end(valkey.url) as (one, _), end(valkey.url, "always") as (other, ear):
            for turn in range(20):
                other.subscribe("now and then")
                await other.subscribed()
                one.publish("now and then", b"%d" % turn)
                assert await ear.messages.get() == ("now and then", b"%d" % turn)
                other.unsubscribe("now and then")
                one.publish("now and then", b"too late")
                one.publish("always", b"")
                assert await ear.messages.get() == ("always", b"")

    run(scene)


def test_messages_in_flight_are_dropped_after_unsubscribing(valkey: ValkeyService) -> None:
    async def scene() -> None:
        other, ear = ValkeyBus(valkey.url), Ear()

        def heard(topic: str, message: bytes) -> None:
            ear.heard(topic, message)
            other.unsubscribe("a")

        other.subscribe("a")
        other.subscribe("b")
        await other.open(heard, ear.gap)
        async with end(valkey.url) as (one, _):
            for _ in range(100):
                one.publish("a", b"")
            one.publish("b", b"")
            assert [(await ear.messages.get())[0] for _ in range(2)] == ["a", "b"]
        await other.close()

    run(scene)


def test_subscribed_waits_unless_the_bus_goes_offline(valkey: ValkeyService) -> None:
    async def scene() -> None:
        line = Line(valkey.port)
        async with line.laid() as url, end(url) as (one, ear), end(valkey.url) as (other, _):
            line.mute = True
            one.subscribe("a")
            waiting = asyncio.create_task(one.subscribed())
            for _ in range(10):
                await other.subscribed()
                await asyncio.sleep(0)
            assert not waiting.done()
            line.mute = False
            line.cut()
            await waiting
            await ear.gaps.get()
            await one.subscribed()
            other.publish("a", b"")
            assert await ear.messages.get() == ("a", b"")

    run(scene)


def test_only_subscribed_topics_are_sent(valkey: ValkeyService) -> None:
    async def scene() -> None:
        async with end(valkey.url, "a", "ä b*") as (bus, _):
            bus.unsubscribe("a")
            await bus.subscribed()
            client = bus._client()
            assert await client.pubsub_channels("encore:topic:*") == ["encore:topic:ä b*".encode()]
            await client.aclose()

    run(scene)


def test_waiting_messages_are_sent_before_closing(valkey: ValkeyService) -> None:
    async def scene() -> None:
        async with end(valkey.url, "a") as (_, ear):
            async with end(valkey.url) as (bus, _):
                for _ in range(100):
                    bus.publish("a", b"last words")
            for _ in range(100):
                assert await ear.messages.get() == ("a", b"last words")

    run(scene)


def test_overflow_drops_the_oldest_messages_and_reports_a_gap(
    valkey: ValkeyService, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(valkey_module, "MOST_MESSAGES", 3)

    async def scene() -> None:
        async with end(valkey.url, "a") as (_, ear):
            late = ValkeyBus(valkey.url)
            for number in range(5):
                late.publish("a", b"%d" % number)
            mine = Ear()
            await late.open(mine.heard, mine.gap)
            assert [(await ear.messages.get())[1] for _ in range(3)] == [b"2", b"3", b"4"]
            await ear.gaps.get()
            late.publish("a", b"5")
            assert await ear.messages.get() == ("a", b"5")
            assert ear.gaps.empty() and mine.gaps.empty()
            await late.close()

    run(scene)


def test_a_killed_bus_is_reconnected(valkey: ValkeyService) -> None:
    async def scene() -> None:
        async with end(valkey.url, "a", "b") as (one, ear_of_one), end(valkey.url, "a") as (other, ear_of_other):
            for turn in range(2):
                valkey.crash()
                await until(lambda: not one.connected and not other.connected)
                one.publish("a", b"into the dark")
                one.unsubscribe("b")
                one.subscribe(f"c{turn}")
                await one.subscribed()  # does not wait for a bus that is offline
                valkey.start()
                await ear_of_one.gaps.get()
                await ear_of_other.gaps.get()
                await until(lambda: one.connected and other.connected)
                other.publish("b", b"no more")
                other.publish(f"c{turn}", b"new")
                other.publish("a", b"still")
                assert await ear_of_one.messages.get() == (f"c{turn}", b"new")
                assert await ear_of_one.messages.get() == ("a", b"still")
                one.publish("a", b"and back")
                while await ear_of_other.messages.get() != ("a", b"and back"):
                    pass  # the message sent while offline may or may not have arrived

    run(scene)


def test_a_gap_concerns_only_those_who_share_its_channel(
    valkey: ValkeyService, monkeypatch: pytest.MonkeyPatch
) -> None:
    """What bot workers miss makes no server compare its tables."""
    monkeypatch.setattr(valkey_module, "MOST_MESSAGES", 1)

    async def scene() -> None:
        async with end(valkey.url, "a") as (_, server):
            one, other, mine, theirs = ValkeyBus(valkey.url, "gaps"), ValkeyBus(valkey.url, "gaps"), Ear(), Ear()
            await other.open(theirs.heard, theirs.gap)
            for text in b"lost", b"kept":
                one.publish("a", text)
            await one.open(mine.heard, mine.gap)
            assert await server.messages.get() == ("a", b"kept")
            await theirs.gaps.get()
            assert server.gaps.empty()
            for bus in one, other:
                await bus.close()

    run(scene)


def test_a_process_that_dropped_messages_reports_a_gap(valkey: ValkeyService) -> None:
    async def scene() -> None:
        line = Line(valkey.port)
        async with (
            line.laid() as url,
            end(url, "a") as (one, ear_of_one),
            end(valkey.url, "a") as (other, ear_of_other),
        ):
            one.publish("a", b"sure")
            assert await ear_of_other.messages.get() == ("a", b"sure")
            await one._all_sent.wait()
            line.mute = True
            one.publish("a", b"lost or not, who knows")
            assert await ear_of_other.messages.get() == ("a", b"lost or not, who knows")
            line.mute = False
            line.cut()
            await ear_of_one.gaps.get()  # its own gap: it was offline
            await ear_of_other.gaps.get()  # a reported gap: it was always connected
            one.publish("a", b"sure")
            other.publish("a", b"sure")
            assert await ear_of_other.messages.get() == ("a", b"sure")
            assert await ear_of_one.messages.get() == ("a", b"sure")
            assert ear_of_other.gaps.empty()

    run(scene)


def test_a_silent_bus_is_reconnected(valkey: ValkeyService, monkeypatch: pytest.MonkeyPatch) -> None:
    async def scene() -> None:
        line = Line(valkey.port)
        async with line.laid() as url, end(url, "a") as (one, ear):
            monkeypatch.setattr(valkey_module, "PATIENCE", 0.05)
            line.cut()
            await ear.gaps.get()  # the new connections have a short timeout
            line.mute = True
            await until(lambda: not one.connected)
            monkeypatch.undo()
            line.mute = False
            line.cut()
            await ear.gaps.get()
            await until(lambda: one.connected)

    run(scene)


def test_an_error_in_a_handler_does_not_close_the_connection(valkey: ValkeyService) -> None:
    async def scene() -> None:
        errors: list[dict[str, Any]] = []
        asyncio.get_running_loop().set_exception_handler(lambda loop, context: errors.append(context))
        async with end(valkey.url) as (one, _):
            other, ear = ValkeyBus(valkey.url), Ear()

            def heard(topic: str, message: bytes) -> None:
                ear.heard(topic, message)
                raise RuntimeError("not understood")

            other.subscribe("a")
            await other.open(heard, ear.gap)
            for _ in range(2):
                one.publish("a", b"")
                await ear.messages.get()
            await other.subscribed()
            assert ear.gaps.empty()
            assert [str(error["exception"]) for error in errors] == ["not understood"] * 2
            await other.close()

    run(scene)


@pytest.mark.parametrize("url", ["valkey://127.0.0.1:1", "http://127.0.0.1", "valkey://nobody:wrong@127.0.0.1:{port}"])
def test_opening_a_bus_that_does_not_answer_fails(valkey: ValkeyService, url: str) -> None:
    async def scene() -> None:
        bus, ear = ValkeyBus(url.format(port=valkey.port)), Ear()
        with pytest.raises(EncoreError, match=r"^the bus does not answer: [^\n]+$") as caught:
            await bus.open(ear.heard, ear.gap)
        assert "wrong" not in str(caught.value).split()
        assert not bus.connected
        bus.publish("a", b"nobody there")
        await bus.close()

    run(scene)


def test_without_valkey_the_error_names_the_extra(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "valkey.asyncio", None)
    ear = Ear()
    with pytest.raises(EncoreError, match=r"^the bus needs valkey: pip install 'encore-table\[service\]'$"):
        asyncio.run(ValkeyBus("valkey://127.0.0.1").open(ear.heard, ear.gap))


def test_the_bus_of_a_single_process_does_nothing() -> None:
    async def scene() -> None:
        bus: Bus = AloneBus()
        ear = Ear()
        await bus.open(ear.heard, ear.gap)
        bus.subscribe("a")
        await bus.subscribed()
        bus.publish("a", b"")
        bus.unsubscribe("a")
        assert bus.connected
        await bus.close()
        assert ear.messages.empty() and ear.gaps.empty()

    run(scene)
