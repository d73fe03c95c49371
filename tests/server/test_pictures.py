"""Pictures at a table: each is drawn once, in a thread, and the messages to a client stay in order."""

from __future__ import annotations

import asyncio
import threading
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from encore.server.domain import decisions
from encore.server.domain.decisions import Decision
from encore.server.domain.events import Began, Said, Undone
from encore.server.rooms import pictures, projection
from encore.server.rooms.hub import DRAWINGS, Hub
from encore.server.rooms.receiver import Wish
from encore.server.rooms.room import Room
from encore.server.storage.sqlite import SqliteStore
from encore.server.wire import client as client_module
from encore.server.wire.client import PAUSE
from encore.server.wire.limits import Bucket, Limits
from encore.server.wire.messages import Ev, Full, Preview, write
from encore.server.wire.socket import Connection
from tests.patience import PATIENCE
from tests.server.hubs import OPENED, Wire, until, use
from tests.server.hubs import write as write_rows


class SlowPicture:
    """Pictures that show only the seat, and are finished when they may end."""

    def __init__(self) -> None:
        self.drawn: list[int | None] = []
        self.may_end = threading.Event()
        self.may_end.set()

    def __call__(self, game: object, view: object, seat: int | None) -> dict[str, Any]:
        self.drawn.append(seat)
        assert self.may_end.wait(PATIENCE)
        return {"seat": seat}


@pytest.fixture
def slow(monkeypatch: pytest.MonkeyPatch) -> Iterator[SlowPicture]:
    slow = SlowPicture()
    monkeypatch.setattr(pictures, "picture", slow)
    yield slow
    slow.may_end.set()


def connected(room: Room, holder: str | None = None, wants: Wish = "board") -> Wire:
    """Enter a table; return the socket."""
    wire = Wire()
    room.enter(Connection(wire, room, holder, wants, Limits(), "192.0.2.1"))
    return wire


async def begun(hub: Hub, store: SqliteStore) -> Room:
    await write_rows(store, "table", 1, OPENED, Began(0, "seed"))
    return await hub.room("table")


async def move(room: Room, text: str) -> None:
    await room.act(None, lambda table, _: decisions.play(table, text))


def boards(wire: Wire) -> list[Any]:
    """Return the pictures that a client got with states and events."""
    return [message["board"] for message in wire.sent if message["t"] in ("full", "ev")]


def test_a_picture_is_drawn_once_for_each_seat_and_position(tmp_path: Path, slow: SlowPicture) -> None:
    """Also in a game without hidden information: a page may show its own side at the bottom."""

    async def play(hub: Hub, store: SqliteStore) -> None:
        room = await begun(hub, store)
        shared, *spectators = (connected(room, holder) for holder in ("ada", None, None))
        await until(lambda: len(boards(shared)) == 1 and all(map(boards, spectators)))
        await room.act(None, lambda table, _: Decision((Said("Ada", "hello", 0),)))
        await until(lambda: len(boards(shared)) == 2)
        assert sorted(slow.drawn, key=str) == [0, None]
        await move(room, "e6r")
        await until(lambda: all(len(boards(wire)) == 3 for wire in (shared, *spectators)))
        assert sorted(slow.drawn, key=str) == [0, 1, None, None]
        assert boards(shared) == [{"seat": 0}, {"seat": 0}, {"seat": 1}]
        assert boards(spectators[0]) == [{"seat": None}] * 3

    use(tmp_path, play)


def test_nobody_waits_for_the_picture_of_another(tmp_path: Path, slow: SlowPicture) -> None:
    """The messages to the one who waits stay in order: its first is the full state."""

    async def play(hub: Hub, store: SqliteStore) -> None:
        room = await begun(hub, store)
        slow.may_end.clear()
        page, program = connected(room, "ada"), connected(room, wants="view")
        await move(room, "e6r")
        await move(room, "e7y")
        assert [message["t"] for message in program.sent if message["t"] != "here"] == ["full", "ev", "ev"]
        assert page.sent == []
        slow.may_end.set()
        await until(lambda: len(boards(page)) == 3)
        kinds = [message["t"] for message in page.sent]
        assert kinds[0] == "full"
        assert [message["v"] for message in page.sent if message["t"] != "here"] == [1, 2, 3]
        assert boards(page) == [{"seat": 0}, {"seat": 1}, {"seat": 0}]

    use(tmp_path, play)


def test_a_picture_that_fails_leaves_the_rest_of_its_message(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    """It comes from the game, which may be third-party code. It is tried again for the next one who asks."""

    def accident(*_: object) -> dict[str, Any]:
        if len(caplog.records) < 2:
            raise ZeroDivisionError
        return {"seat": 0}

    async def play(hub: Hub, store: SqliteStore) -> None:
        room = await begun(hub, store)
        monkeypatch.setattr(pictures, "picture", accident)
        for failures in (1, 2, 2):
            wire = connected(room, "ada")
            await until(lambda wire=wire: bool(wire.sent))  # type: ignore[misc]
            assert wire.sent[0]["t"] == "full"
            assert len(caplog.records) == failures
        assert boards(wire) == [{"seat": 0}]
        assert all("background task failed" in record.message for record in caplog.records)

    use(tmp_path, play)


def test_drawing_counts_as_time_of_who_caused_it(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(client_module, "LITTLE", 0.0)

    async def play(hub: Hub, store: SqliteStore) -> None:
        limits, room = Limits(), await begun(hub, store)
        wire = Wire()
        mine = Connection(wire, room, "ada", "", limits, "192.0.2.1")
        mine.take(write(Preview("1", "e6r")))
        limits.allowances.of("192.0.2.1").time = Bucket(0, 0)
        assert not mine.wait()
        await until(lambda: bool(wire.sent))
        assert mine.wait() == PAUSE
        costs = list[float]()
        room.enter(Connection(Wire(), room, None, "board", limits, "192.0.2.2"))
        await until(lambda: not hub._tasks)
        room.spend = costs.append
        await move(room, "e6r")
        await until(lambda: len(costs) == 2)
        assert all(cost > 0 for cost in costs)

    use(tmp_path, play)


def test_too_many_drawings_of_a_visitor_are_refused_and_delay_nobody_else(tmp_path: Path, slow: SlowPicture) -> None:
    async def play(hub: Hub, store: SqliteStore) -> None:
        slow.may_end.clear()
        work = [asyncio.create_task(hub.draw("192.0.2.1", None, slow.may_end.wait)) for _ in range(DRAWINGS + 2)]
        await until(lambda: work[-1].done())
        with pytest.raises(decisions.Refusal):
            await work[-1]
        other = asyncio.create_task(hub.draw("192.0.2.2", None, lambda: "drawn"))
        assert await asyncio.wait_for(other, PATIENCE) == "drawn"
        slow.may_end.set()
        assert await asyncio.gather(*work[:-1]) == [True] * (DRAWINGS + 1)

    use(tmp_path, play)


def test_a_full_state_is_written_once_for_all_who_see_the_same(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    written = list[object]()

    def count(message: Ev | Full) -> bytes:
        written.append(message)
        return write(message)

    async def play(hub: Hub, store: SqliteStore) -> None:
        room = await begun(hub, store)
        await move(room, "e6r")
        crowd = [connected(room, holder, "") for holder in (*["ada"] * 3, *[None] * 100)]
        monkeypatch.setattr(projection, "write", count)
        await room.act(None, lambda table, _: Decision((Undone(1),)))
        assert len(written) == 2
        assert [wire.sent[-1]["you"] for wire in crowd] == [*[[0, 1]] * 3, *[[]] * 100]

    use(tmp_path, play)
