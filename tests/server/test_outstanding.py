"""A move withdraws earlier notices only if somebody may have got one."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from pathlib import Path

import pytest

from encore.server.domain import decisions
from encore.server.domain.attached import NOTHING, Attached
from encore.server.domain.clocks import Timing
from encore.server.domain.events import Began, Chair, Joined, Moved, Opened
from encore.server.domain.notices import GRACE, Over
from encore.server.domain.people import Person, PersonSeat, Session
from encore.server.domain.row import Row
from encore.server.rooms.hub import Hub
from encore.server.rooms.room import Room
from encore.server.storage.sqlite import SqliteStore
from tests.server.hubs import Somebody, Time, settled, use, write

MOVES = ("e3y", "c5b", "b5g", "c4r", "f5g", "f6b")


class Played:
    """A table of two people, with the withdrawals that its rows bring."""

    def __init__(self, hub: Hub, store: SqliteStore, time: Time, monkeypatch: pytest.MonkeyPatch) -> None:
        self.hub, self.store, self.time = hub, store, time
        self.withdrawn: list[bool] = []
        self._append: Callable[[Row, Attached], asyncio.Future[None]] = store.append
        self._moves = iter(MOVES)
        monkeypatch.setattr(store, "append", self._noted)

    async def open(self, kind: str = "none") -> Room:
        """Open the table in the middle of a game; what was sent before is not known."""
        timing = Timing("days", days=3) if kind == "days" else Timing()
        chairs = Chair("screen", "Ada"), Chair("open")
        await write(self.store, "t", 1, Opened("dakapo", 2, {}, chairs, timing, True, True, "ada", "x"))
        await write(self.store, "t", 2, Joined(1, "Bo", "bo"), Began(0, "seed"))
        for name in ("ada", "bo"):
            session = Session(name, name, name, "", 0, 0)
            await self.store.people.add_person(Person(name, name, "en", 0), None, [], session)
            await self.store.people.put_seat(PersonSeat(name, "t", name, 0))
        self.room = await self.hub.room("t")
        await settled(self.hub)
        self.withdrawn.clear()
        return self.room

    async def move(self, later: int = 0) -> bool:
        """Make the next move some milliseconds after the last; return whether it withdraws earlier notices."""
        self.time.now += later
        move = next(self._moves)
        await self.room.act(
            None, lambda table, _: decisions.move(table, table.holders[table.to_move or 0], table.version, move)
        )
        return self.withdrawn[-1]

    async def look(self) -> None:
        """Let the outbox look at what is due."""
        await self.hub.outbox._look(False)
        await settled(self.hub)

    def _noted(self, row: Row, attached: Attached = NOTHING) -> asyncio.Future[None]:
        self.withdrawn.append(Over(row.table, row.seq) in attached.over)
        return self._append(row, attached)


def test_a_move_withdraws_what_was_due_and_nothing_that_cannot_have_been_sent(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    time = Time()

    async def play(hub: Hub, store: SqliteStore) -> None:
        played = Played(hub, store, time, monkeypatch)
        await played.open()
        assert await played.move(), "what was sent before is not known"
        assert not await played.move(GRACE - 1), "nothing was due"
        assert await played.move(GRACE), "it may have been sent"
        await write(store, "t", 6, Moved("c4r"))
        played.room.catch_up()
        await settled(hub)
        next(played._moves)
        assert await played.move(), "another process knows what followed from its row"

    use(tmp_path, play, time)


def test_a_move_withdraws_nothing_that_the_outbox_has_found_needless(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    time = Time()

    async def play(hub: Hub, store: SqliteStore) -> None:
        played = Played(hub, store, time, monkeypatch)
        room = await played.open()
        await played.move()
        for chair in (0, 1):
            room.enter(Somebody(chair))
        for _ in range(3):
            time.now += GRACE
            await played.look()
            assert not await played.move()

    use(tmp_path, play, time)


def test_a_notice_that_was_due_while_the_move_was_written_is_withdrawn(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Another process, or the outbox of this one, may have sent it meanwhile: it has seen no later row."""
    time = Time()

    async def play(hub: Hub, store: SqliteStore) -> None:
        played = Played(hub, store, time, monkeypatch)
        await played.open()
        await played.move()
        append = played._append

        async def slow(row: Row, attached: Attached) -> None:
            await append(row, attached)
            time.now += GRACE

        monkeypatch.setattr(played, "_append", lambda row, attached: asyncio.ensure_future(slow(row, attached)))
        assert not await played.move()
        asked: list[tuple[Over, ...]] = []

        async def withdraw(now: int, more: tuple[Over, ...] = ()) -> list[None]:
            asked.append(tuple(more))
            return []

        monkeypatch.setattr(store.notices, "withdraw", withdraw)
        await played.look()
        assert asked == [(Over("t", 4),)]

    use(tmp_path, play, time)


def test_moves_by_the_day_always_withdraw_since_reminders_wait_for_days(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    time = Time()

    async def play(hub: Hub, store: SqliteStore) -> None:
        played = Played(hub, store, time, monkeypatch)
        await played.open("days")
        assert [await played.move(), await played.move()] == [True, True]

    use(tmp_path, play, time)
